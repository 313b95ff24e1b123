//! Parsers for the output of solvers: competition lines, MiniSat's result file, the solution files of glpsol, cbc and
//! HiGHS, and statistics.
//!
//! `s SATISFIABLE` and `v 1 -2 3 0` become [`Status::Satisfiable`] and the literals 1, -2, 3, numbered as in the
//! formula or program that was solved. The format is detected from the text. Nothing is verified here: the caller
//! checks the values. Imports only `source`. Start with [`Output`].

mod values;
mod cbc;
mod competition;
mod counts;
mod effort;
mod glpsol;
mod highs;
mod minisat;

pub use self::counts::{Counted, counted};
pub use self::effort::effort;
pub use self::values::{Output, Status, Values};
use boardwright_base::source::Malformed;
pub use boardwright_ir::effort::Effort;

/// Parses a solver's output in any of the supported formats.
///
/// # Errors
/// The first malformed line, or the end of a truncated text; text without a solver's result.
pub fn read(text: &str) -> Result<Output, Malformed> {
    let output = match text.lines().map(str::trim).find(|line| !line.is_empty()) {
        Some(first) if minisat::opens(first) => minisat::read(text)?,
        Some(first) if cbc::opens(first) => cbc::read(text)?,
        Some(first) if highs::opens(first) => highs::read(text)?,
        _ if glpsol::is(text) => glpsol::read(text)?,
        _ => competition::read(text)?,
    };
    if output.status.is_none() && output.values.is_none() {
        let last = text.lines().count().max(1);
        let reason =
            "missing solver's answer: no line `s ...` or `v ...`, no solution file of MiniSat, glpsol, cbc or HiGHS";
        return Err(Malformed::new(last, reason));
    }
    Ok(output)
}

/// Parses the output format of the SAT, MaxSAT and pseudo-Boolean competitions, which may contain no result.
///
/// # Errors
/// The first malformed line, or the end of a truncated text.
pub fn read_competition(text: &str) -> Result<Output, Malformed> {
    competition::read(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn truths(text: &str, variables: usize) -> Result<Vec<bool>, String> {
        let output = read(text).map_err(|error| error.to_string())?;
        let values = output.values.ok_or("no values")?;
        values.truths(variables).map_err(|error| error.to_string())
    }

    #[test]
    fn formats_are_detected_from_the_text() {
        for (text, status) in [
            ("c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n", Status::Satisfiable),
            ("SAT\n1 -2 3 0\n", Status::Satisfiable),
            ("o 3\ns OPTIMUM FOUND\nv 101\n", Status::Optimal),
            ("o 3\ns OPTIMUM FOUND\nv 1 -2 3\n", Status::Optimal),
            ("s OPTIMUM FOUND\nv x1 -x2\nv x3\n", Status::Optimal),
        ] {
            assert_eq!(read(text).map(|output| output.status), Ok(Some(status)), "{text}");
            assert_eq!(truths(text, 3), Ok(vec![true, false, true]), "{text}");
            assert_eq!(truths(text, 4), Ok(vec![true, false, true, false]), "a trailing variable is missing: {text}");
            assert!(truths(text, 2).is_err(), "{text}");
        }
        for (text, status) in [
            ("UNSAT\n", Status::Unsatisfiable),
            ("INDET\n", Status::Unknown),
            ("s UNSATISFIABLE\n", Status::Unsatisfiable),
            ("c x\ns UNKNOWN\n", Status::Unknown),
            ("Infeasible - objective value 0.00000000\n      0 x1 3 0\n", Status::Unsatisfiable),
        ] {
            assert_eq!(read(text), Ok(Output::with_status(status)), "{text}");
        }
    }

    #[test]
    fn programs_have_columns() {
        let glpsol =
            "c Problem:\nc Status:     INTEGER OPTIMAL\nc\ns mip 1 3 o 2\ni 1 1\nj 1 1\nj 2 0\nj 3 -2\ne o f\n";
        let cbc = "Optimal - objective value 2.0\n      0 x1_knight_r1c1  1  1\n      2 x3  -1.9999999  0\n";
        for (text, third) in [(glpsol, -2.0), (cbc, -1.9999999)] {
            let output = read(text).expect("it is well formed");
            assert_eq!(output.status, Some(Status::Optimal));
            assert_eq!(output.values.expect("there are values").columns(3), Ok(vec![1.0, 0.0, third]));
        }
    }

    #[test]
    fn malformed_lines_are_reported_with_their_number() {
        for (text, words) in [
            ("", "line 1: missing solver's answer"),
            ("hello\nworld\n", "line 2: missing solver's answer"),
            ("s SATISFIABLE\nv 1 -2\n", "line 2: the values are cut off: they do not end with 0"),
            ("s SATISFIABLE\nv 1 -2 3\nv -", "line 3: `-` is not a literal"),
            ("s SATISFIABLE\n", "line 1: it reports satisfiable but gives no values"),
            ("s SATISFIABEL\n", "line 1: `SATISFIABEL` is not a status"),
            ("s SATISFIABLE\ns UNSATISFIABLE\n", "line 2: a second line `s`"),
            ("s SATISFIABLE\nv 1 -1 0\n", "line 2: 1 is both true and false"),
            ("s SATISFIABLE\nv 1 x2 0\n", "line 2: `x2` is not a literal"),
            ("v 1 -2\n", "line 1: the values are cut off"),
            ("s UNSATISFIABLE\nv 1 0\n", "line 1: it reports unsatisfiable but gives values"),
            ("SAT\n1 -2 3\n", "line 2: the values are cut off"),
            ("SAT\n", "line 1: the values are cut off"),
            ("UNSAT\n1 0\n", "line 2: unexpected text after UNSAT"),
            ("s mip 1 3 o 2\ni 1 1\nj 1 1\nj 2 0\nj 3 1\n", "line 5: cut off: missing line `e o f`"),
            ("s mip 1 3 o 2\nj 1 1\ne o f\n", "line 3: values of 1 columns, not 3"),
            ("s mip 1 1 o 2\nj 1 one\ne o f\n", "line 2: `one` is not a number"),
            ("s mip 1 1 z 2\nj 1 1\ne o f\n", "line 1: `z` is not a status"),
            ("Optimal - objective value 2\n 0 y7 1 1\n", "line 2: unknown name `y7`"),
            ("Optimal - objective value 2\n 0 x7\n", "line 2: cut off"),
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(error.starts_with(words), "{text:?}: {error}");
        }
    }

    #[test]
    fn unknown_numbers_are_reported_with_their_line() {
        assert_eq!(truths("s SATISFIABLE\nv 1\nv 7 0\n", 3), Err("line 3: unknown variable 7; there are 3".into()));
        assert_eq!(truths("s OPTIMUM FOUND\nv 0101\n", 3), Err("line 2: 4 values, but there are 3 variables".into()));
        assert_eq!(
            truths("v 99999999999999999999 0\n", 3),
            Err("line 1: `99999999999999999999` is not a literal".into())
        );
    }

    #[test]
    fn a_later_model_replaces_an_earlier_one() {
        assert_eq!(truths("v 1 2 0\nv -1 2 0\ns SATISFIABLE\n", 2), Ok(vec![false, true]), "clasp prints every model");
    }
}
