//! Writes programs in the CPLEX LP format, as read by glpsol and cbc.
//!
//! ```text
//! \ x1 knight r1c1
//! Minimize
//!  obj: 1 x1_knight_r1c1 + 0 x2_presses
//! Subject To
//!  r1: 1 x1_knight_r1c1 - 2 x2_presses >= -3
//! Bounds
//!  0 <= x2_presses <= 4
//! Generals
//! x2_presses
//! Binaries
//! x1_knight_r1c1
//! End
//! ```
//!
//! Every column is in the objective, possibly with coefficient 0: readers number columns in order of first occurrence,
//! so their numbers are ours. The constant of the objective, which the format cannot express, is a comment.

use super::file::{Marker, Origins, column_name, comments, kept_rows, names, normalised, wrapped};
use super::{Direction, Program, Relation};
use std::fmt::Write;

/// Returns the program as text, preceded by comment lines, with the origins of rows.
pub fn write(program: &Program, lines: &[String], origins: Option<&Origins<'_>>) -> String {
    let (kept, mut marker) = (kept_rows(program), Marker::new("\\", origins));
    let program = &*normalised(program);
    let column: Vec<String> = (0..program.columns.len()).map(|index| column_name(program, index)).collect();
    let terms = |terms: &[(usize, i64)]| -> Vec<String> {
        let term = |(place, &(index, coefficient)): (usize, &(usize, i64))| {
            let sign = if coefficient < 0 {
                "- "
            } else if place > 0 {
                "+ "
            } else {
                ""
            };
            format!("{sign}{} {}", coefficient.unsigned_abs(), column[index])
        };
        terms.iter().enumerate().map(term).collect()
    };
    let mut text = comments("\\", lines);
    text.push_str(&comments("\\", names(program)));
    if let Some(goal) = program.goal.as_ref().filter(|goal| goal.constant != 0) {
        text.push_str(&comments("\\", [format!("note: the objective is {} plus this sum", goal.constant)]));
    }
    let maximise = program.goal.as_ref().is_some_and(|goal| goal.direction == Direction::Maximise);
    text.push_str(if maximise { "Maximize\n obj:" } else { "Minimize\n obj:" });
    let mut costs: Vec<(usize, i64)> = (0..column.len()).map(|index| (index, 0)).collect();
    for &(index, coefficient) in program.goal.iter().flat_map(|goal| &goal.terms) {
        costs[index].1 = coefficient;
    }
    wrapped(&mut text, terms(&costs));
    text.push_str("\nSubject To\n");
    for (index, row) in program.rows.iter().enumerate() {
        marker.mark(&mut text, kept[index]);
        write!(text, " r{}:", index + 1).expect("writing to a string does not fail");
        wrapped(&mut text, terms(&row.terms));
        let relation = match row.relation {
            Relation::AtMost => "<=",
            Relation::Equal => "=",
            Relation::AtLeast => ">=",
        };
        writeln!(text, " {relation} {}", row.bound).expect("writing to a string does not fail");
    }
    let binary = |index: &usize| (program.columns[*index].lower, program.columns[*index].upper) == (0, 1);
    let (binaries, generals): (Vec<usize>, Vec<usize>) = (0..column.len()).partition(binary);
    text.push_str("Bounds\n");
    for &index in &generals {
        let (lower, upper) = (program.columns[index].lower, program.columns[index].upper);
        writeln!(text, " {lower} <= {} <= {upper}", column[index]).expect("writing to a string does not fail");
    }
    for (section, members) in [("Generals\n", generals), ("Binaries\n", binaries)] {
        if !members.is_empty() {
            text.push_str(section);
            wrapped(&mut text, members.into_iter().map(|index| column[index].clone()));
            text.push('\n');
        }
    }
    text.push_str("End\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Goal, Row};

    #[test]
    fn a_program_as_glpsol_and_cbc_read_it() {
        let mut program = Program::default();
        program.column("knight r1c1", 0, 1);
        program.column("\u{e9}\n;", -2, 4);
        program.rows.push(Row { terms: vec![(0, 1), (1, -2)], relation: Relation::AtMost, bound: -3 });
        program.rows.push(Row { terms: vec![], relation: Relation::Equal, bound: 0 });
        program.rows.push(Row { terms: vec![], relation: Relation::Equal, bound: 1 });
        program.goal = Some(Goal { direction: Direction::Maximise, terms: vec![(1, -5)], constant: 2 });
        assert_eq!(
            write(&program, &["model x".into()], Some(&|row| ["a", "b", "c"][row].into())),
            "\\ model x\n\\ x1 knight r1c1\n\\ x2 \\u{e9}\\u{a};\n\\ note: the objective is 2 plus this sum\n\
             Maximize\n obj: 0 x1_knight_r1c1 - 5 x2____\nSubject To\n\\ a\n r1: 1 x1_knight_r1c1 - 2 x2____ <= -3\n\\ c\n \
             r2: 1 x1_knight_r1c1 >= 2\nBounds\n -2 <= x2____ <= 4\nGenerals\nx2____\nBinaries\nx1_knight_r1c1\nEnd\n"
        );
    }

    #[test]
    fn an_empty_program_gets_a_column() {
        let text = write(&Program::default(), &[], None);
        assert_eq!(text, "Minimize\n obj: 0 x1\nSubject To\nBounds\n 0 <= x1 <= 0\nGenerals\nx1\nEnd\n");
    }
}
