//! `values`: the values of a layer, as words and ranges.
//!
//! `"1..9"`, `"A..F"`, `[".", "Q"]`, `["1..9", "#"]`. Start with [`read`].

use super::mistake;
use crate::fields::{MAX_NUMBER, MAX_SIDE};
use boardwright_base::diagnostic::Diagnostics;
use boardwright_base::source::Span;
use boardwright_model::{Spanned, Value};
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// The most characters of a range.
const MAX_CHARACTERS: u32 = 1 << 16;

/// Reads the values of a range, or of a list of words and ranges.
pub(super) fn read(given: &Spanned<Value>, wrong: &mut Diagnostics) -> Option<Vec<String>> {
    let texts: Vec<(&str, Span)> = match given.value.as_list() {
        Some(items) => items.iter().filter_map(|item| Some((item.value.as_text()?, item.span))).collect(),
        None => vec![(given.value.as_text()?, given.span)],
    };
    let is_list = given.value.as_list().is_some();
    let (mut values, mut met) = (Vec::new(), HashSet::new());
    let mut is_complete = true;
    for (text, span) in texts {
        let is_range = !is_list || is_meant_as_range(text);
        let Some(found) = (if is_range { values_of_range(text) } else { Some(vec![text.to_string()]) }) else {
            wrong.push(
                mistake("wrong-value", span, format!("\"{text}\" is not a range of values"))
                    .help("write a range such as \"1..9\" or \"A..F\", or a list such as [\".\", \"Q\", \"1..9\"]"),
            );
            is_complete = false;
            continue;
        };
        if let Some((value, reason)) = found.iter().find_map(|value| Some((value, why_wrong(value, &met)?))) {
            let message = match is_range {
                true => format!("the range \"{text}\" has the value \"{value}\", which {reason}"),
                false => format!("the value \"{value}\" {reason}"),
            };
            let mistake = mistake("wrong-value", span, message);
            wrong.push(match is_range && value == "_" {
                true => mistake.help("list the ranges before and after it: [\"A..Z\", \"a..z\"]"),
                false => mistake,
            });
        }
        met.extend(found.iter().cloned());
        values.extend(found);
    }
    is_complete.then_some(values)
}

/// Returns why a word cannot be a value beside others.
fn why_wrong(word: &str, others: &HashSet<String>) -> Option<String> {
    let reason = if word.is_empty() || word.contains(char::is_whitespace) {
        "is empty or has a blank inside"
    } else if word == "_" {
        "means no cell"
    } else if word.starts_with("not ") || word.contains('=') {
        "would be read as a test"
    } else if others.contains(word) {
        "is a duplicate"
    } else if is_written_as_number(word) && number(word).is_none() {
        return Some(format!("is a number outside -{MAX_NUMBER} to {MAX_NUMBER}"));
    } else {
        return None;
    };
    Some(reason.to_string())
}

/// Returns the number of a value; `None` for a word.
pub(super) fn number(word: &str) -> Option<i64> {
    word.parse().ok().filter(in_range)
}

/// Checks whether a number is small enough that the sum over a whole board fits.
fn in_range(number: &i64) -> bool {
    number.unsigned_abs() <= MAX_NUMBER
}

/// Checks whether a text has a sign, if any, and digits only.
fn is_written_as_number(word: &str) -> bool {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
}

/// Checks whether a word of a list has two dots between other characters.
fn is_meant_as_range(word: &str) -> bool {
    word.split_once("..").is_some_and(|(from, to)| !from.is_empty() && !to.trim_matches('.').is_empty())
}

/// Returns the values of `1..9` or `A..F`.
fn values_of_range(text: &str) -> Option<Vec<String>> {
    if let Some(numbers) = range(text) {
        return Some(numbers.map(|number| number.to_string()).collect());
    }
    let (from, to) = text.split_once("..")?;
    let letter = |text: &str| text.chars().next().filter(|_| text.chars().count() == 1);
    let (from, to) = (letter(from)?, letter(to)?);
    let is_range = from <= to && from.is_alphabetic() && u32::from(to) - u32::from(from) < MAX_CHARACTERS;
    is_range.then(|| (from..=to).map(|c| c.to_string()).collect())
}

/// Returns the numbers of `1..9`; `None` for other texts, and for ranges that are empty or too long for a board.
pub(super) fn range(text: &str) -> Option<RangeInclusive<i64>> {
    let (from, to) = text.split_once("..")?;
    let (from, to): (i64, i64) = (from.parse().ok()?, to.parse().ok()?);
    (from <= to && to.checked_sub(from)? < MAX_SIDE).then_some(from..=to)
}
