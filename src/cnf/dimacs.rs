//! Reads and writes DIMACS CNF, and writes weighted CNF for MaxSAT solvers.
//!
//! Exactly one of two cells has a knight; the file includes the names and the projection set:
//!
//! ```text
//! c boardwright 0.1.0
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
use crate::source::{Malformed, one_line};
use std::fmt::Write;

/// Writes a formula with comment lines, names of variables (0-based, ascending) and the projection set.
pub fn write(cnf: &Cnf, comments: &[String], names: &[(u32, String)]) -> String {
    let mut text = opening(comments, names);
    text.push_str("c t pmc\n");
    text.push_str(&format!("p cnf {} {}\n", cnf.variables(), cnf.len()));
    // On one line: counters parse it like a clause.
    text.push_str("c p show");
    for (variable, _) in names {
        text.push_str(&format!(" {}", variable + 1));
    }
    text.push_str(" 0\n");
    write_clauses(&mut text, cnf);
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
    write_clauses(&mut text, cnf);
    text
}

fn write_clauses(text: &mut String, cnf: &Cnf) {
    for clause in cnf.clauses() {
        write_clause(text, clause);
    }
}

/// Writes the formula and its cost as weighted CNF. Without a cost all clauses are hard.
pub fn write_weighted(cnf: &Cnf, cost: Option<&Cost>, comments: &[String], names: &[(u32, String)]) -> String {
    let soft = cost.map_or(&[][..], |cost| &cost.terms);
    let top = soft.iter().map(|&(weight, _)| u128::from(weight)).sum::<u128>() + 1;
    let mut text = opening(comments, names);
    text.push_str(&format!("p wcnf {} {} {top}\n", cnf.variables(), cnf.len() + soft.len()));
    for clause in cnf.clauses() {
        text.push_str(&format!("{top} "));
        write_clause(&mut text, clause);
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
        write!(text, "{} ", literal.to_dimacs()).expect("a string takes everything");
    }
    text.push_str("0\n");
}

/// Parses DIMACS CNF. Clauses may span lines; comments may occur anywhere.
///
/// # Errors
/// The first malformed line, or the end of a truncated formula.
pub fn read(text: &str) -> Result<Cnf, Malformed> {
    let mut cnf = Cnf::new();
    let mut announced = None;
    let mut clause = Vec::new();
    let mut last = 0;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        last = number;
        if line.starts_with('c') || line.trim().is_empty() {
            continue;
        }
        if line.starts_with('p') {
            if announced.is_some() {
                return Err(Malformed::new(number, "a second line `p cnf`"));
            }
            let (variables, clauses) = header(number, line)?;
            for _ in 0..variables {
                cnf.variable();
            }
            announced = Some(clauses);
            continue;
        }
        if announced.is_none() {
            return Err(Malformed::new(number, "a clause before the line `p cnf`"));
        }
        for word in line.split_ascii_whitespace() {
            let literal: i32 =
                word.parse().map_err(|_| Malformed::new(number, format!("`{}` is not a literal", one_line(word))))?;
            if literal == 0 {
                cnf.add(&clause);
                clause.clear();
            } else if literal.unsigned_abs() as usize > cnf.variables() {
                let reason = format!("there is no variable {}; there are {}", literal.unsigned_abs(), cnf.variables());
                return Err(Malformed::new(number, reason));
            } else {
                clause.push(Lit::from_dimacs(literal));
            }
        }
    }
    let Some(announced) = announced else { return Err(Malformed::new(last.max(1), "there is no line `p cnf`")) };
    if !clause.is_empty() {
        return Err(Malformed::new(last, "the last clause does not end with 0"));
    }
    if cnf.len() != announced {
        return Err(Malformed::new(last, format!("there are {} clauses, not {announced} as announced", cnf.len())));
    }
    Ok(cnf)
}

/// Parses `p cnf VARIABLES CLAUSES`.
fn header(number: usize, line: &str) -> Result<(u32, usize), Malformed> {
    let wrong = |reason| Malformed::new(number, reason);
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let ["p", "cnf", variables, clauses] = words[..] else {
        return Err(wrong("this is not of the form `p cnf VARIABLES CLAUSES`"));
    };
    // The largest variable that a signed 1-based literal can name.
    let variables = variables.parse().ok().filter(|&n: &u32| n < 1 << 30);
    let variables = variables.ok_or_else(|| wrong("no such number of variables"))?;
    let clauses = clauses.parse().map_err(|_| wrong("no such number of clauses"))?;
    Ok((variables, clauses))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::Direction;

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
        let text = write(&pair(), &["model two\rlines".to_string()], &names);
        assert_eq!(
            text,
            "c model two\\u{d}lines\nc 1 a\\u{a}b\nc 2 \\u{e9}\nc t pmc\np cnf 3 3\nc p show 1 2 0\n1 2 0\n-1 -2 0\n0\n"
        );
        assert!(text.is_ascii());
    }

    #[test]
    fn written_formulas_are_read_back() {
        assert_eq!(read(&write(&pair(), &[], &[])), Ok(pair()));
        assert_eq!(
            read("c x\n\np cnf 2 1\n1\nc y\n -2\n0\n").map(|cnf| format!("{cnf:?}")),
            Ok("p cnf 2 1\n1 -2 0\n".into())
        );
    }

    #[test]
    fn malformed_lines_are_reported_with_their_number() {
        for (text, words) in [
            ("", "line 1: there is no line `p cnf`"),
            ("1 2 0\n", "line 1: a clause before"),
            ("p cnf 2\n", "line 1: this is not of the form"),
            ("p wcnf 2 1 3\n", "line 1: this is not of the form"),
            ("p cnf 99999999999 1\n", "line 1: no such number of variables"),
            ("p cnf 2 1\np cnf 2 1\n", "line 2: a second line"),
            ("p cnf 2 1\n1 x 0\n", "line 2: `x` is not a literal"),
            ("p cnf 2 1\n1 3 0\n", "line 2: there is no variable 3; there are 2"),
            ("p cnf 2 1\n1 2\n", "line 2: the last clause does not end with 0"),
            ("p cnf 2 2\n1 2 0\n", "line 2: there are 1 clauses, not 2"),
            ("p cnf 2 1\n1 -2147483648 0\n", "line 2: there is no variable 2147483648"),
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(error.starts_with(words), "{text:?}: {error}");
        }
    }

    #[test]
    fn soft_clauses_negate_the_costs_literals() {
        let mut cnf = Cnf::new();
        let (a, b) = (cnf.variable(), cnf.variable());
        cnf.add(&[a, b]);
        let cost = Cost { terms: vec![(2, a), (3, !b)], offset: 7, direction: Direction::Minimise };
        assert_eq!(write_weighted(&cnf, Some(&cost), &[], &[]), "p wcnf 2 3 6\n6 1 2 0\n2 -1 0\n3 2 0\n");
        assert_eq!(write_weighted(&cnf, None, &[], &[]), "p wcnf 2 1 1\n1 1 2 0\n");
    }
}
