//! HiGHS's solution file: `Model status` and the status below it, then `# Primal solution values` with a line for each
//! column.
//!
//! ```text
//! Model status
//! Optimal
//!
//! # Primal solution values
//! Feasible
//! Objective 1
//! # Columns 2
//! x1_press_r1c1 1
//! x2 0
//! # Rows 1
//! r1 1
//! ```
//!
//! Names are those of our LP and MPS files. Both styles of the option `write_solution_style` that HiGHS can read (0, the default,
//! and 2) have this form.

use super::{Output, Status, Values};
use boardwright_base::source::{Malformed, one_line};
use std::collections::BTreeMap;

/// Returns whether the first nonempty line starts such a file.
pub(super) fn opens(first: &str) -> bool {
    first == "Model status"
}

pub(super) fn read(text: &str) -> Result<Output, Malformed> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let mut lines = lines.filter(|(_, line)| !line.is_empty());
    let last = text.lines().count().max(1);
    let cut_off = || Malformed::new(last, "the solution is cut off");
    // Whether the heading was read.
    lines.next();
    let (_, status) = lines.next().ok_or_else(cut_off)?;
    if status == "Infeasible" {
        return Ok(Output::with_status(Status::Unsatisfiable));
    }
    let found = lines.by_ref().find(|(_, line)| *line == "# Primal solution values").ok_or_else(cut_off)?;
    let (_, primal) = lines.next().ok_or_else(|| Malformed::new(found.0, "the solution is cut off"))?;
    if primal != "Feasible" {
        return Ok(Output::with_status(Status::Unknown));
    }
    let columns = lines.by_ref().find_map(|(number, line)| Some((number, line.strip_prefix("# Columns ")?)));
    let (number, columns) = columns.ok_or_else(cut_off)?;
    let columns: usize = parsed(columns, number)?;
    let mut values = BTreeMap::new();
    for _ in 0..columns {
        let (number, line) = lines.next().ok_or_else(cut_off)?;
        let [name, value] = line.split_ascii_whitespace().collect::<Vec<_>>()[..] else {
            return Err(Malformed::new(number, format!("expected a name and a value, found `{}`", one_line(line))));
        };
        let column = name.strip_prefix('x').and_then(|name| name.split('_').next()).and_then(|name| name.parse().ok());
        let column = column.ok_or_else(|| Malformed::new(number, format!("unknown name `{}`", one_line(name))))?;
        let value: f64 = parsed(value, number)?;
        if !value.is_finite() {
            return Err(Malformed::new(number, "a value that is not a number"));
        }
        values.insert(column, (value, number));
    }
    let status = if status == "Optimal" { Status::Optimal } else { Status::Satisfiable };
    Ok(Output { status: Some(status), values: Some(Values::Columns(values)) })
}

fn parsed<T: std::str::FromStr>(word: &str, line: usize) -> Result<T, Malformed> {
    word.parse().map_err(|_| Malformed::new(line, format!("`{}` is not a number", one_line(word))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Written by HiGHS (highspy 1.x, `writeSolution`) for the LP file of a Lights Out of 3x3.
    const OPTIMAL: &str = include_str!("highs/optimal.sol");

    #[test]
    fn a_solution_has_columns() {
        let output = read(OPTIMAL).expect("it is well formed");
        assert_eq!(output.status, Some(Status::Optimal));
        let columns = output.values.expect("it has values").columns(21).expect("there are 21");
        assert_eq!(columns[0], 1.0);
        assert_eq!(columns.iter().sum::<f64>(), 1.0);
    }

    #[test]
    fn other_statuses_have_their_meaning() {
        let infeasible = read(include_str!("highs/infeasible.sol")).expect("it is well formed");
        assert_eq!(infeasible, Output::with_status(Status::Unsatisfiable));
        let late = OPTIMAL.replace("Optimal", "Time limit reached");
        assert_eq!(read(&late).expect("it is well formed").status, Some(Status::Satisfiable));
        let nothing = "Model status\nTime limit reached\n\n# Primal solution values\nNone\n";
        assert_eq!(read(nothing), Ok(Output::with_status(Status::Unknown)));
    }

    #[test]
    fn files_that_are_cut_off_are_errors() {
        let cut = &OPTIMAL[..OPTIMAL.find("x9_").expect("it has nine presses")];
        assert!(read(cut).expect_err("it is cut off").to_string().contains("cut off"));
        let foreign = OPTIMAL.replace("x9_press_r3c3", "y9");
        assert!(read(&foreign).expect_err("the name is foreign").to_string().contains("unknown name `y9`"));
        assert!(read("Model status\n").is_err());
    }
}
