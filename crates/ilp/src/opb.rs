//! Writes programs in the OPB format of the pseudo-Boolean competitions, whose variables are 0/1.
//!
//! A column `2 <= x <= 5` becomes `2 + x1 + 2 x2`; a fixed column becomes a constant. If the size of a range is not a
//! power of two, a row excludes the values beyond it (see [`Bits`]). Comment lines give the names:
//!
//! ```text
//! * #variable= 3 #constraint= 1
//! * x1 knight r1c1
//! * presses r1c1 = 2 + 1 x2 + 2 x3
//! min: +1 x1 ;
//! +1 x1 +1 x2 +2 x3 >= 2 ;
//! ```
//! OPB minimises and supports `>=` and `=`; everything else is negated (O. Roussel, V. Manquinho, "Input/Output Format
//! and Solver Requirements for the Competitions of Pseudo-Boolean Solvers", 2016).

use super::file::{Marker, Origins, comments};
use super::{Direction, Program, Relation};
use std::fmt::Write;

/// The binary representation of columns.
#[derive(Debug, Clone)]
pub struct Bits {
    columns: Vec<Sum>,
    variables: usize,
}

/// `lower + sum of weight * variable`, variables 0-based.
#[derive(Debug, Clone)]
struct Sum {
    lower: i64,
    terms: Vec<(i128, usize)>,
}

impl Bits {
    /// Assigns 0/1 variables to a program's columns, in order; at least one variable in total.
    pub fn of(program: &Program) -> Bits {
        let mut variables = 0;
        let columns = program.columns.iter().map(|column| {
            let mut terms = Vec::new();
            let range = column.upper.abs_diff(column.lower);
            let mut weight = 1;
            while u128::from(range) >> terms.len() > 0 {
                terms.push((weight, variables));
                variables += 1;
                weight <<= 1;
            }
            Sum { lower: column.lower, terms }
        });
        let columns = columns.collect();
        Bits { columns, variables: variables.max(1) }
    }

    /// Returns the number of 0/1 variables.
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// Returns the values of the columns for an assignment of the variables that satisfies the program's rows.
    pub fn values(&self, truths: &[bool]) -> Vec<i64> {
        let value = |sum: &Sum| {
            let set = sum.terms.iter().filter(|&&(_, variable)| truths[variable]);
            (i128::from(sum.lower) + set.map(|&(weight, _)| weight).sum::<i128>()) as i64
        };
        self.columns.iter().map(value).collect()
    }

    /// Returns the values of the variables for those of the columns, within their bounds.
    pub fn truths(&self, values: &[i64]) -> Vec<bool> {
        let mut truths = vec![false; self.variables];
        for (sum, &value) in self.columns.iter().zip(values) {
            let rest = i128::from(value) - i128::from(sum.lower);
            sum.terms.iter().for_each(|&(weight, variable)| truths[variable] = rest & weight != 0);
        }
        truths
    }

    /// Expands terms over columns into terms over variables and a constant.
    fn expand(&self, terms: &[(usize, i64)]) -> (Vec<(i128, usize)>, i128) {
        let mut expanded = Vec::with_capacity(terms.len());
        let mut constant = 0;
        for &(column, coefficient) in terms {
            let sum = &self.columns[column];
            let coefficient = i128::from(coefficient);
            constant += coefficient * i128::from(sum.lower);
            expanded.extend(sum.terms.iter().map(|&(weight, variable)| (coefficient * weight, variable)));
        }
        (expanded, constant)
    }
}

/// A row as it is written: the sum of the terms is at least, or equal to, the bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stated {
    /// The row of the program; `None` for one that limits the bits of a column.
    pub row: Option<usize>,
    /// Pairs of coefficient and variable; never empty.
    pub terms: Vec<(i128, usize)>,
    /// Whether the sum equals the bound.
    pub equal: bool,
    /// The right-hand side.
    pub bound: i128,
}

/// Returns the rows of a program in the order in which they are written.
pub fn stated(program: &Program, bits: &Bits) -> Vec<Stated> {
    let mut rows = Vec::with_capacity(program.rows.len());
    let mut row = |row: Option<usize>, terms: Vec<(i128, usize)>, relation: Relation, bound: i128| {
        // Constants may leave an empty sum: a true row is omitted, a false one becomes `x1 >= 2`.
        let (terms, relation, bound) = match &terms[..] {
            [] if relation.holds(0, bound.signum() as i64) => return,
            [] => (vec![(1, 0)], Relation::AtLeast, 2),
            _ => (terms, relation, bound),
        };
        let sign = if relation == Relation::AtMost { -1 } else { 1 };
        let terms = terms.into_iter().map(|(weight, variable)| (sign * weight, variable)).collect();
        rows.push(Stated { row, terms, equal: relation == Relation::Equal, bound: sign * bound });
    };
    for (column, sum) in program.columns.iter().zip(&bits.columns) {
        let range = i128::from(column.upper) - i128::from(column.lower);
        if sum.terms.iter().map(|&(weight, _)| weight).sum::<i128>() > range {
            row(None, sum.terms.clone(), Relation::AtMost, range);
        }
    }
    for (index, stated) in program.rows.iter().enumerate() {
        let (terms, constant) = bits.expand(&stated.terms);
        row(Some(index), terms, stated.relation, i128::from(stated.bound) - constant);
    }
    rows
}

/// Returns the sum that is minimised, as pairs of coefficient and variable.
pub fn minimised(program: &Program, bits: &Bits) -> Option<Vec<(i128, usize)>> {
    let goal = program.goal.as_ref()?;
    let sign = if goal.direction == Direction::Maximise { -1 } else { 1 };
    Some(bits.expand(&goal.terms).0.into_iter().map(|(weight, variable)| (sign * weight, variable)).collect())
}

/// Returns the program as text, preceded by comment lines, with the origins of rows. Its variables are those of [`Bits::of`].
pub fn write(program: &Program, lines: &[String], origins: Option<&Origins<'_>>) -> String {
    let mut marker = Marker::new("*", origins);
    let bits = Bits::of(program);
    let mut rows = String::new();
    let stated = stated(program, &bits);
    for Stated { row, terms, equal, bound } in &stated {
        match *row {
            Some(index) => marker.mark(&mut rows, index),
            None => marker.say(&mut rows, "ranges of integers"),
        }
        push_terms(&mut rows, terms);
        let relation = if *equal { "=" } else { ">=" };
        writeln!(rows, " {relation} {bound} ;").expect("writing to a string does not fail");
    }
    let count = stated.len();
    let mut text = format!("* #variable= {} #constraint= {count}\n", bits.variables);
    text.push_str(&comments("*", lines));
    let named = program.columns.iter().zip(&bits.columns).filter(|(column, _)| !column.name.is_empty());
    text.push_str(&comments("*", named.map(|(column, sum)| meaning(&column.name, sum))));
    if let Some(goal) = &program.goal {
        let sign = if goal.direction == Direction::Maximise { -1 } else { 1 };
        let (_, constant) = bits.expand(&goal.terms);
        let terms = minimised(program, &bits).unwrap_or_default();
        let side = if sign < 0 { "minus" } else { "plus" };
        text.push_str(&comments(
            "*",
            [format!("note: the objective is {} {side} this sum", i128::from(goal.constant) + constant)],
        ));
        if !terms.is_empty() {
            text.push_str("min:");
            push_terms(&mut text, &terms);
            text.push_str(" ;\n");
        }
    }
    text + &rows
}

/// Writes the sum in one line: minisat+ does not accept line breaks within a sum.
fn push_terms(text: &mut String, terms: &[(i128, usize)]) {
    for &(weight, variable) in terms {
        let separator = if text.is_empty() || text.ends_with('\n') { "" } else { " " };
        write!(text, "{separator}{weight:+} x{}", variable + 1).expect("writing to a string does not fail");
    }
}

/// Describes the representation of a column: `x1 knight r1c1`, or `presses r1c1 = 2 + 1 x2 + 2 x3`.
fn meaning(name: &str, sum: &Sum) -> String {
    match (&sum.terms[..], sum.lower) {
        (&[(1, variable)], 0) => format!("x{} {name}", variable + 1),
        (terms, lower) => {
            let terms: String =
                terms.iter().map(|(weight, variable)| format!(" + {weight} x{}", variable + 1)).collect();
            format!("{name} = {lower}{terms}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Goal, Row};

    #[test]
    fn integers_become_bits_and_stay_in_their_range() {
        let mut program = Program::default();
        program.column("a\nb", 0, 1);
        program.column("x", -2, 3);
        program.column("c", 7, 7);
        program.column("y", 1, 2);
        program.rows.push(Row { terms: vec![(0, 1), (1, -2), (2, 1)], relation: Relation::AtMost, bound: 9 });
        program.rows.push(Row { terms: vec![(2, 1), (3, 1)], relation: Relation::Equal, bound: 8 });
        program.rows.push(Row { terms: vec![(2, 1)], relation: Relation::Equal, bound: 8 });
        program.rows.push(Row { terms: vec![(2, 1)], relation: Relation::Equal, bound: 7 });
        program.goal = Some(Goal { direction: Direction::Maximise, terms: vec![(1, 3)], constant: 1 });
        // x = -2 + s with s = b0 + 2 b1 + 4 b2 <= 5; a - 2x + 7 <= 9 is -a + 2s >= 2; y = 1 + b is 1, so b = 0.
        assert_eq!(
            write(&program, &[], None),
            "* #variable= 5 #constraint= 4\n* x1 a\\u{a}b\n* x = -2 + 1 x2 + 2 x3 + 4 x4\n* c = 7\n* y = 1 + 1 x5\n\
             * note: the objective is -5 minus this sum\nmin: -3 x2 -6 x3 -12 x4 ;\n\
             -1 x2 -2 x3 -4 x4 >= -5 ;\n-1 x1 +2 x2 +4 x3 +8 x4 >= 2 ;\n+1 x5 = 0 ;\n+1 x1 >= 2 ;\n"
        );
        let bits = Bits::of(&program);
        assert_eq!(bits.values(&[true, true, false, true, true]), [1, 3, 7, 2]);
        assert_eq!(bits.truths(&[1, 3, 7, 2]), [true, true, false, true, true]);
    }

    #[test]
    fn numbers_beyond_64_bits_are_written_exactly() {
        let mut program = Program::default();
        program.column("x", i64::MIN, i64::MAX);
        program.rows.push(Row { terms: vec![(0, i64::MIN)], relation: Relation::AtMost, bound: i64::MIN });
        let text = write(&program, &[], None);
        // The highest of the 64 bits weighs 2^63, times 2^63; the constant is 2^126.
        assert!(text.contains("+85070591730234615865843651857942052864 x64"), "{text}");
        assert!(text.contains(">= 85070591730234615875067023894796828672 ;"), "{text}");
        assert_eq!(Bits::of(&program).values(&[true; 64]), [i64::MAX]);
    }
}
