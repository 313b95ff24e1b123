//! Writes programs in free MPS, as read by glpsol (`--freemps`) and cbc.
//!
//! ```text
//! * x1 knight r1c1
//! NAME boardwright FREE
//! ROWS
//!  N obj
//!  G r1
//! COLUMNS
//!  M0 'MARKER' 'INTORG'
//!  x1_knight_r1c1 obj 1
//!  x1_knight_r1c1 r1 1
//!  M1 'MARKER' 'INTEND'
//! RHS
//!  RHS r1 1
//! BOUNDS
//!  LO BND x1_knight_r1c1 0
//!  UP BND x1_knight_r1c1 1
//! ENDATA
//! ```
//!
//! MPS minimises: a maximised objective is negated, which a comment states. Every column has an objective entry, so no
//! column is without entries.

use super::file::{Marker, Origins, column_name, comments, kept_rows, names, normalised};
use super::{Direction, Program, Relation};
use std::fmt::Write;

/// Returns the program as text, preceded by comment lines, with the origins of rows.
pub fn write(program: &Program, lines: &[String], origins: Option<&Origins<'_>>) -> String {
    let (kept, mut marker) = (kept_rows(program), Marker::new("*", origins));
    let program = &*normalised(program);
    let mut text = comments("*", lines);
    text.push_str(&comments("*", names(program)));
    let mut sign = 1;
    if let Some(goal) = &program.goal {
        if goal.direction == Direction::Maximise {
            sign = -1;
            text.push_str(&comments("*", ["note: to be maximised; MPS minimises, so the signs are turned round"]));
        }
        if goal.constant != 0 {
            text.push_str(&comments("*", [format!("note: the objective is {} plus its sum", goal.constant)]));
        }
    }
    text.push_str("NAME boardwright FREE\nROWS\n N obj\n");
    let mut entries: Vec<Vec<(usize, i64)>> = vec![Vec::new(); program.columns.len()];
    for (index, row) in program.rows.iter().enumerate() {
        let relation = match row.relation {
            Relation::AtMost => 'L',
            Relation::Equal => 'E',
            Relation::AtLeast => 'G',
        };
        marker.mark(&mut text, kept[index]);
        writeln!(text, " {relation} r{}", index + 1).expect("writing to a string does not fail");
        for &(column, coefficient) in &row.terms {
            entries[column].push((index, coefficient));
        }
    }
    let mut costs = vec![0; program.columns.len()];
    for &(column, coefficient) in program.goal.iter().flat_map(|goal| &goal.terms) {
        costs[column] = coefficient;
    }
    text.push_str("COLUMNS\n M0 'MARKER' 'INTORG'\n");
    for (index, entries) in entries.iter().enumerate() {
        let name = column_name(program, index);
        writeln!(text, " {name} obj {}", sign * i128::from(costs[index])).expect("writing to a string does not fail");
        for (row, coefficient) in entries {
            writeln!(text, " {name} r{} {coefficient}", row + 1).expect("writing to a string does not fail");
        }
    }
    text.push_str(" M1 'MARKER' 'INTEND'\nRHS\n");
    for (index, row) in program.rows.iter().enumerate().filter(|(_, row)| row.bound != 0) {
        writeln!(text, " RHS r{} {}", index + 1, row.bound).expect("writing to a string does not fail");
    }
    text.push_str("BOUNDS\n");
    for (index, column) in program.columns.iter().enumerate() {
        let name = column_name(program, index);
        // The lower bound comes first: a negative upper bound alone would set the lower bound to minus infinity.
        writeln!(text, " LO BND {name} {}\n UP BND {name} {}", column.lower, column.upper)
            .expect("writing to a string does not fail");
    }
    text.push_str("ENDATA\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Goal, Row};

    #[test]
    fn a_maximum_is_written_as_a_minimum() {
        let mut program = Program::default();
        program.column("a b", 0, 1);
        program.column("", -2, 4);
        program.rows.push(Row { terms: vec![(0, 1), (1, -2)], relation: Relation::AtMost, bound: -3 });
        program.goal = Some(Goal { direction: Direction::Maximise, terms: vec![(1, 5)], constant: 0 });
        assert_eq!(
            write(&program, &[], Some(&|_| "rule 1".into())),
            "* x1 a b\n* note: to be maximised; MPS minimises, so the signs are turned round\nNAME boardwright FREE\nROWS\n N obj\n* rule 1\n \
             L r1\nCOLUMNS\n M0 'MARKER' 'INTORG'\n x1_a_b obj 0\n x1_a_b r1 1\n x2 obj -5\n x2 r1 -2\n M1 'MARKER' 'INTEND'\n\
             RHS\n RHS r1 -3\nBOUNDS\n LO BND x1_a_b 0\n UP BND x1_a_b 1\n LO BND x2 -2\n UP BND x2 4\nENDATA\n"
        );
    }
}
