//! The arbitrary functions of the two constructions: from words to 0 and 1.
//!
//! The half-board construction takes a function on all words of half as many bits as there are squares, Vasil'ev's
//! takes one on the words of a code. A model gives it by name, by the words with value 1, or by all its values in the
//! order of the words: `{ threshold = 3 }`, `["0111", "1011", "1101", "1110", "1111"]` and `"0000000100010111"` are
//! equal on four bits.

use super::claim::Function;
use super::word::{is_odd, number, written};
use serde_json::{Value, json};

/// The names of functions that are defined for every length.
pub(super) const NAMES: [&str; 3] = ["zero", "parity", "majority"];

impl Function {
    /// Returns the function with a name of [`NAMES`].
    pub(super) fn named(name: &str) -> Option<Function> {
        match name {
            "zero" => Some(Function::Zero),
            "parity" => Some(Function::Parity),
            "majority" => Some(Function::Majority),
            _ => None,
        }
    }

    /// Returns its value; the word has the length that the function was made for.
    pub(super) fn value(&self, word: &[bool]) -> bool {
        let ones = || word.iter().filter(|&&bit| bit).count();
        match self {
            Function::Zero => false,
            Function::Parity => is_odd(word),
            Function::Majority => 2 * ones() > word.len(),
            &Function::Threshold(least) => ones() >= least,
            Function::Words(words) => words.contains(word),
            Function::Table(values) => values[number(word)],
        }
    }

    /// Returns the notation of JSON and of models.
    pub(super) fn notation(&self) -> Value {
        match self {
            Function::Zero => "zero".into(),
            Function::Parity => "parity".into(),
            Function::Majority => "majority".into(),
            Function::Threshold(least) => json!({ "threshold": least }),
            Function::Words(words) => words.iter().map(|word| written(word)).collect(),
            Function::Table(values) => {
                values.iter().map(|&value| if value { '1' } else { '0' }).collect::<String>().into()
            }
        }
    }

    /// Describes the function, to follow "the function": `majority`, `threshold 3`, `1 on 5 words`.
    pub(super) fn words(&self) -> String {
        match self {
            Function::Zero => "zero".into(),
            Function::Parity => "parity".into(),
            Function::Majority => "majority".into(),
            Function::Threshold(least) => format!("threshold {least}"),
            Function::Words(words) if words.len() == 1 => "1 on one word".into(),
            Function::Words(words) => format!("1 on {} words", words.len()),
            Function::Table(values) => values_in_words(values),
        }
    }
}

/// Describes the words with value 1: lists them, if they fit a line.
fn values_in_words(values: &[bool]) -> String {
    let ones = super::word::list(values);
    match ones.len() {
        0 => "zero".into(),
        1..=16 => format!("1 on {}", ones.join(" ")),
        count => format!("1 on {count} words"),
    }
}
