//! cbc's solution file: `Optimal - objective value 2.0`, then `INDEX NAME VALUE COST` for every nonzero column.
//!
//! Names are those written by our LP and MPS files: `x12` or `x12_knight_r3c4`. `**` before the index marks a value
//! outside its bounds; the value is parsed like any other and rejected by the later check.

use super::{Output, Status, Values};
use boardwright_base::source::{Malformed, one_line};
use std::collections::BTreeMap;

/// Returns whether the first nonempty line starts such a file.
pub(super) fn opens(first: &str) -> bool {
    first.contains("objective value")
}

pub(super) fn read(text: &str) -> Result<Output, Malformed> {
    let mut lines =
        text.lines().enumerate().map(|(index, line)| (index + 1, line)).filter(|(_, l)| !l.trim().is_empty());
    let headline = lines.next().map_or("", |(_, line)| line.trim());
    let status = if headline.starts_with("Optimal") {
        Status::Optimal
    } else if headline.starts_with("Infeasible") || headline.starts_with("Integer infeasible") {
        return Ok(Output::with_status(Status::Unsatisfiable));
    } else if headline.starts_with("Stopped") && !headline.contains("no integer solution") {
        Status::Satisfiable
    } else {
        return Ok(Output::with_status(Status::Unknown));
    };
    let mut values = BTreeMap::new();
    for (number, line) in lines {
        let words: Vec<&str> = line.split_ascii_whitespace().filter(|&word| word != "**").collect();
        let [_index, name, value, _cost] = words[..] else { return Err(Malformed::new(number, "cut off")) };
        let column = name.strip_prefix('x').and_then(|name| name.split('_').next()).and_then(|name| name.parse().ok());
        let column = column.ok_or_else(|| Malformed::new(number, format!("unknown name `{}`", one_line(name))))?;
        let value = value.parse().ok().filter(|value: &f64| value.is_finite());
        let value = value.ok_or_else(|| Malformed::new(number, "a value that is not a number"))?;
        values.insert(column, (value, number));
    }
    Ok(Output { status: Some(status), values: Some(Values::Columns(values)) })
}
