//! Names of facts and of reasons, and lists of them.

use crate::constraint::Origin;
use crate::task::steps::Steps;

/// Returns the name of a clue or an instance of a rule.
pub(super) fn name(origin: &Origin) -> String {
    match (origin.rule.as_ref(), origin.detail.as_str()) {
        (rule, "") => format!("`{rule}`"),
        (rule, detail) if rule.starts_with("rule ") => format!("{detail} ({rule})"),
        (rule, detail) => format!("{detail} (`{rule}`)"),
    }
}

/// Returns names as a list: `a, b and c`.
pub(super) fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Returns names as a list of alternatives: `a, b or c`.
pub(super) fn alternatives(names: &[String]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => list(names),
    }
}

/// Returns facts as text; exclusions of one cell stand together: `r3c4!=5,7`.
pub(super) fn facts(steps: &Steps, indices: &[usize]) -> String {
    let value_of = |name: &str| name.split_once("!=").map(|(cell, _)| format!("{cell}="));
    let positive: Vec<&str> = indices.iter().map(|&fact| steps.facts[fact].name.as_str()).collect();
    // The value of a cell says what is excluded.
    let is_said = |fact: &usize| {
        value_of(&steps.facts[*fact].name).is_some_and(|own| positive.iter().any(|name| name.starts_with(&own)))
    };
    let mut order: Vec<usize> = indices.iter().copied().filter(|fact| !is_said(fact)).collect();
    // What is there stands before what is excluded.
    order.sort_by_key(|&fact| (!steps.facts[fact].is_positive(), fact));
    let mut words: Vec<String> = Vec::new();
    for fact in order {
        let own = &steps.facts[fact].name;
        match (own.split_once("!="), words.last_mut()) {
            (Some((cell, value)), Some(last)) if last.starts_with(&format!("{cell}!=")) => {
                last.push(',');
                last.push_str(value);
            }
            _ => words.push(own.clone()),
        }
    }
    let short = |word: &String| match word.split_once("!=") {
        Some((cell, values)) => format!("{cell}!={}", ranges(values)),
        None => word.clone(),
    };
    words.iter().map(short).collect::<Vec<_>>().join(", ")
}

/// Returns a list of values with three or more consecutive numbers as a range: `2,4,6..20`.
fn ranges(values: &str) -> String {
    let all: Vec<&str> = values.split(',').collect();
    let is_next =
        |a: &&str, b: &&str| a.parse::<i64>().ok().zip(b.parse::<i64>().ok()).is_some_and(|(a, b)| b == a + 1);
    let short = |run: &[&str]| match run {
        [first, _, .., last] => format!("{first}..{last}"),
        _ => run.join(","),
    };
    all.chunk_by(is_next).map(short).collect::<Vec<_>>().join(",")
}

/// Returns a text with a capital letter, unless it begins with a cell.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let is_cell = text.starts_with('r') && text[1..].starts_with(|letter: char| letter.is_ascii_digit());
    match letters.next() {
        Some(first) if !is_cell => first.to_uppercase().chain(letters).collect(),
        _ => text.to_string(),
    }
}
