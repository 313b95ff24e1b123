//! Writes DIMACS CNF, and weighted CNF for MaxSAT solvers. Nothing reads formulas but the tests, with rustsat's reader.
//!
//! Exactly one of two cells has a knight; the file includes the names and the projection set:
//!
//! ```text
//! c boardwright 0.2.0
//! c 1 knight r1c1
//! c 2 knight r1c2
//! c t pmc
//! p cnf 2 2
//! c p show 1 2 0
//! 1 2 0
//! -1 -2 0
//! ```
//!
//! A line `c NUMBER NAME` names a decision variable; auxiliary variables have no such line. `c t` and `c p show` are
//! those of the Model Counting Competition (J. K. Fichte, M. Hecher, F. Hamiti, "The Model Counting Competition 2020",
//! JEA 2021): the projected count over the shown variables is the number of solutions, even if an encoding does not
//! preserve the number of models.
//!
//! Weighted CNF is written in the older format, `p wcnf VARIABLES CLAUSES TOP` with the weight before every clause and
//! `TOP` for hard clauses: RC2 reads both formats, clasp (used by the tests) only this one. Soft clauses are the
//! negated literals of the cost, so the weight of the falsified ones is the cost without its offset.

use super::lower::Cost;
use super::{Cnf, Lit};
use boardwright_base::source::one_line;
use std::fmt::Write;

/// Returns the origin of a clause, by its index, for a comment before it; empty for none.
pub type Origins<'a> = dyn Fn(usize) -> String + 'a;

/// Writes a formula with comment lines, names of variables (0-based, ascending), the projection set, and the origins of clauses:
/// one comment for clauses in a row with the same origin.
pub fn write(cnf: &Cnf, comments: &[String], names: &[(u32, String)], origins: &Origins<'_>) -> String {
    let mut text = opening(comments, names);
    write_projected(&mut text, cnf, names, origins);
    text
}

fn write_projected(text: &mut String, cnf: &Cnf, names: &[(u32, String)], origins: &Origins<'_>) {
    text.push_str("c t pmc\n");
    text.push_str(&format!("p cnf {} {}\n", cnf.variables(), cnf.len()));
    // On one line: counters parse it like a clause.
    text.push_str("c p show");
    for (variable, _) in names {
        text.push_str(&format!(" {}", variable + 1));
    }
    text.push_str(" 0\n");
    write_clauses(text, cnf, "", origins);
}

/// Writes a formula for a model counter, which counts the models projected to the variables of `shown`, ascending; with `None`,
/// the models.
pub fn write_counted(cnf: &Cnf, shown: Option<&[u32]>) -> String {
    let Some(shown) = shown else { return format!("c t mc\n{}", write_plain(cnf)) };
    let shown: Vec<(u32, String)> = shown.iter().map(|&variable| (variable, String::new())).collect();
    let mut text = String::new();
    write_projected(&mut text, cnf, &shown, &|_| String::new());
    text
}

/// Writes a formula with comment lines and names but without a projection set, for proof checkers, some of which accept
/// only short comment lines.
pub fn write_named(cnf: &Cnf, comments: &[String], names: &[(u32, String)]) -> String {
    opening(comments, names) + &write_plain(cnf)
}

/// Writes the formula without comments.
pub fn write_plain(cnf: &Cnf) -> String {
    let mut text = format!("p cnf {} {}\n", cnf.variables(), cnf.len());
    for clause in cnf.clauses() {
        write_clause(&mut text, clause);
    }
    text
}

/// Writes clauses, each after `weight`, with comments about their origins.
fn write_clauses(text: &mut String, cnf: &Cnf, weight: &str, origins: &Origins<'_>) {
    let mut last = String::new();
    for (index, clause) in cnf.clauses().enumerate() {
        let origin = origins(index);
        if origin != last {
            text.push_str(&format!("c {}\n", one_line(&origin)));
            last = origin;
        }
        text.push_str(weight);
        write_clause(text, clause);
    }
}

/// Writes the formula and its cost as weighted CNF. Without a cost all clauses are hard.
pub fn write_weighted(
    cnf: &Cnf,
    cost: Option<&Cost>,
    comments: &[String],
    names: &[(u32, String)],
    origins: &Origins<'_>,
) -> String {
    let soft = cost.map_or(&[][..], |cost| &cost.terms);
    let top = soft.iter().map(|&(weight, _)| u128::from(weight)).sum::<u128>() + 1;
    let mut text = opening(comments, names);
    text.push_str(&format!("p wcnf {} {} {top}\n", cnf.variables(), cnf.len() + soft.len()));
    write_clauses(&mut text, cnf, &format!("{top} "), origins);
    if !soft.is_empty() {
        text.push_str("c the objective\n");
    }
    for &(weight, literal) in soft {
        text.push_str(&format!("{weight} "));
        write_clause(&mut text, &[!literal]);
    }
    text
}

fn opening(comments: &[String], names: &[(u32, String)]) -> String {
    let mut text = String::new();
    for comment in comments {
        text.push_str(&format!("c {}\n", one_line(comment)));
    }
    for (variable, name) in names {
        text.push_str(&format!("c {} {}\n", variable + 1, one_line(name)));
    }
    text
}

fn write_clause(text: &mut String, clause: &[Lit]) {
    for literal in clause {
        write!(text, "{} ", literal.to_dimacs()).expect("writing to a string does not fail");
    }
    text.push_str("0\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_ir::constraint::Direction;

    fn pair() -> Cnf {
        let mut cnf = Cnf::new();
        let (a, b) = (cnf.variable(), cnf.variable());
        cnf.variable();
        cnf.add(&[a, b]);
        cnf.add(&[!a, !b]);
        cnf.add(&[]);
        cnf
    }

    #[test]
    fn names_and_the_projection_set_are_written() {
        let names = [(0, "a\nb".to_string()), (1, "é".to_string())];
        let origins = |index: usize| ["rule 1", "rule 1", "rule 2"][index].to_string();
        let text = write(&pair(), &["model two\rlines".to_string()], &names, &origins);
        assert_eq!(
            text,
            "c model two\\u{d}lines\nc 1 a\\u{a}b\nc 2 \\u{e9}\nc t pmc\np cnf 3 3\nc p show 1 2 0\n\
             c rule 1\n1 2 0\n-1 -2 0\nc rule 2\n0\n"
        );
        assert!(text.is_ascii());
    }

    #[test]
    fn soft_clauses_negate_the_costs_literals() {
        let mut cnf = Cnf::new();
        let (a, b) = (cnf.variable(), cnf.variable());
        cnf.add(&[a, b]);
        let cost = Cost { terms: vec![(2, a), (3, !b)], offset: 7, direction: Direction::Minimise };
        let none = |_| String::new();
        let weighted = write_weighted(&cnf, Some(&cost), &[], &[], &none);
        assert_eq!(weighted, "p wcnf 2 3 6\n6 1 2 0\nc the objective\n2 -1 0\n3 2 0\n");
        assert_eq!(write_weighted(&cnf, None, &[], &[], &none), "p wcnf 2 1 1\n1 1 2 0\n");
    }
}
