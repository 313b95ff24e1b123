//! The file written by `glpsol -w`: `s mip ROWS COLUMNS STATUS OBJECTIVE`, a line `j NUMBER VALUE` for every column,
//! and `e o f`.
//!
//! STATUS is `o` optimal, `f` feasible, `n` no solution, `u` undefined. Integer programs always give `mip`; the other
//! kinds (`bas`, `ipt`) are results for relaxations and are rejected.

use super::{Output, Status, Values};
use boardwright_base::source::{Malformed, one_line};
use std::collections::BTreeMap;

/// Returns whether a text is such a file.
pub(super) fn is(text: &str) -> bool {
    let has_status =
        |kind: &str| text.lines().any(|line| line.starts_with("s ") && line[2..].trim_start().starts_with(kind));
    has_status("mip ") || has_status("bas ") || has_status("ipt ")
}

pub(super) fn read(text: &str) -> Result<Output, Malformed> {
    let mut status = None;
    let mut announced = 0;
    let mut values = BTreeMap::new();
    let mut last = 0;
    let mut ended = false;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        last = number;
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["s", "mip", _rows, columns, reported, ..] => {
                announced = parsed(columns, number)?;
                status = Some(match reported {
                    "o" => Status::Optimal,
                    "f" => Status::Satisfiable,
                    "n" => Status::Unsatisfiable,
                    "u" => Status::Unknown,
                    _ => return Err(Malformed::new(number, format!("`{}` is not a status", one_line(reported)))),
                });
            }
            ["s", ..] => {
                return Err(Malformed::new(number, "this is not a solution of an integer program (`s mip ...`)"));
            }
            ["j", column, value] => {
                values.insert(parsed(column, number)?, (parsed(value, number)?, number));
            }
            ["j", ..] => return Err(Malformed::new(number, "cut off")),
            ["e", "o", "f"] => ended = true,
            _ => {}
        }
    }
    if !ended {
        return Err(Malformed::new(last, "cut off: missing line `e o f`"));
    }
    match status {
        Some(status @ (Status::Optimal | Status::Satisfiable)) => {
            if values.len() as u64 != announced {
                return Err(Malformed::new(last, format!("values of {} columns, not {announced}", values.len())));
            }
            Ok(Output { status: Some(status), values: Some(Values::Columns(values)) })
        }
        _ => Ok(Output { status, values: None }),
    }
}

fn parsed<T: std::str::FromStr>(word: &str, line: usize) -> Result<T, Malformed> {
    word.parse().map_err(|_| Malformed::new(line, format!("`{}` is not a number", one_line(word))))
}
