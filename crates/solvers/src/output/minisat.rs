//! MiniSat's result file: `SAT` and a line of literals terminated by 0, or `UNSAT`, or `INDET`.

use super::{Output, Status, Values, competition};
use boardwright_base::source::Malformed;

/// Returns whether the first nonempty line starts such a file.
pub(super) fn opens(first: &str) -> bool {
    matches!(first, "SAT" | "UNSAT" | "INDET")
}

pub(super) fn read(text: &str) -> Result<Output, Malformed> {
    let mut lines =
        text.lines().enumerate().map(|(index, line)| (index + 1, line.trim())).filter(|(_, l)| !l.is_empty());
    let Some((first, reported)) = lines.next() else { return Err(Malformed::new(1, "it is empty")) };
    let status = match reported {
        "SAT" => Status::Satisfiable,
        "UNSAT" => Status::Unsatisfiable,
        _ => Status::Unknown,
    };
    let words: Vec<(&str, usize)> =
        lines.flat_map(|(number, line)| line.split_ascii_whitespace().map(move |word| (word, number))).collect();
    if status != Status::Satisfiable {
        return match words.first() {
            Some(&(_, line)) => Err(Malformed::new(line, format!("unexpected text after {reported}"))),
            None => Ok(Output::with_status(status)),
        };
    }
    if words.is_empty() {
        return Err(Malformed::new(first, "the values are cut off: they do not end with 0"));
    }
    let last = words[words.len() - 1].1;
    let values: Values = competition::literals(&words, true, last)?;
    Ok(Output { status: Some(status), values: Some(values) })
}
