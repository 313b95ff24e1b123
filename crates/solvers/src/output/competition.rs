//! The competition format: `s` lines give the status, `v` lines give values, and all other lines are ignored.
//!
//! SAT: `v 1 -2`, `v 3 0`, on any number of lines, terminated by 0. MaxSAT: the same with or without the 0, or one
//! string of bits. Pseudo-Boolean: `v x1 -x2`, without a terminator. A later SAT or MaxSAT model replaces an earlier
//! one.

use super::{Output, Status, Values};
use boardwright_base::source::{Malformed, one_line};
use std::collections::BTreeMap;

pub(super) fn read(text: &str) -> Result<Output, Malformed> {
    let mut status = None;
    let mut words = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let mut parts = line.splitn(2, [' ', '\t']);
        match (parts.next(), parts.next().unwrap_or_default()) {
            (Some("s"), reported) => {
                if status.is_some() {
                    return Err(Malformed::new(number, "a second line `s`"));
                }
                status = Some((parse_status(reported.trim(), number)?, number));
            }
            (Some("v" | "V"), values) => words.extend(values.split_ascii_whitespace().map(|word| (word, number))),
            _ => {}
        }
    }
    let last = text.lines().count().max(1);
    let claim = status.map(|(status, _)| status);
    let values = match words[..] {
        [] if claim != Some(Status::Satisfiable) => None,
        [] if text.lines().any(|line| line.trim_end() == "v") => Some(Values::Literals(BTreeMap::new())),
        [] => None,
        [(bits, line)] if bits.len() > 1 && bits.bytes().all(|byte| matches!(byte, b'0' | b'1')) => {
            Some(Values::Bits(bits.bytes().map(|byte| byte == b'1').collect(), line))
        }
        [(first, _), ..] if first.trim_start_matches(['-', '+', '~']).starts_with('x') => {
            Some(Values::Named(named(&words)?))
        }
        _ => Some(literals(&words, claim != Some(Status::Optimal), last)?),
    };
    match (status, &values) {
        (Some((status @ (Status::Satisfiable | Status::Optimal), line)), None) => {
            let word = if status == Status::Optimal { "optimal" } else { "satisfiable" };
            Err(Malformed::new(line.max(last), format!("it reports {word} but gives no values")))
        }
        (Some((Status::Unsatisfiable, line)), Some(_)) => {
            Err(Malformed::new(line, "it reports unsatisfiable but gives values"))
        }
        // Values without a claimed status are not used.
        (Some((Status::Unknown, _)), _) => Ok(Output::with_status(Status::Unknown)),
        _ => Ok(Output { status: claim, values }),
    }
}

fn parse_status(reported: &str, line: usize) -> Result<Status, Malformed> {
    match reported {
        "SATISFIABLE" => Ok(Status::Satisfiable),
        "OPTIMUM FOUND" | "OPTIMUM" => Ok(Status::Optimal),
        "UNSATISFIABLE" => Ok(Status::Unsatisfiable),
        "UNKNOWN" | "INDETERMINATE" | "TIMEOUT" => Ok(Status::Unknown),
        _ => Err(Malformed::new(line, format!("`{}` is not a status", one_line(reported)))),
    }
}

/// Parses literals as signed numbers. If `ended`, the last number must be 0.
pub(super) fn literals(words: &[(&str, usize)], ended: bool, last: usize) -> Result<Values, Malformed> {
    let mut literals = BTreeMap::new();
    let mut open = false;
    for &(word, line) in words {
        let number: i64 = word
            .parse()
            .ok()
            .filter(|&number: &i64| number != i64::MIN)
            .ok_or_else(|| Malformed::new(line, format!("`{}` is not a literal", one_line(word))))?;
        if number == 0 {
            open = false;
            continue;
        }
        if !open {
            literals.clear();
            open = true;
        }
        set(&mut literals, number.unsigned_abs(), number > 0, line)?;
    }
    if open && ended {
        return Err(Malformed::new(last, "the values are cut off: they do not end with 0"));
    }
    Ok(Values::Literals(literals))
}

/// Parses literals of the form `x1` and `-x2`.
fn named(words: &[(&str, usize)]) -> Result<BTreeMap<u64, (bool, usize)>, Malformed> {
    let mut literals = BTreeMap::new();
    for &(word, line) in words {
        let (name, truth) = match word.strip_prefix(['-', '~']) {
            Some(name) => (name, false),
            None => (word.strip_prefix('+').unwrap_or(word), true),
        };
        let number = name.strip_prefix('x').and_then(|number| number.parse().ok());
        let number =
            number.ok_or_else(|| Malformed::new(line, format!("`{}` is not a literal such as x3", one_line(word))))?;
        set(&mut literals, number, truth, line)?;
    }
    Ok(literals)
}

fn set(literals: &mut BTreeMap<u64, (bool, usize)>, number: u64, truth: bool, line: usize) -> Result<(), Malformed> {
    match literals.insert(number, (truth, line)) {
        Some((before, _)) if before != truth => Err(Malformed::new(line, format!("{number} is both true and false"))),
        _ => Ok(()),
    }
}
