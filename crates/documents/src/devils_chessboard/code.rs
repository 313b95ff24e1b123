//! Perfect codes: sets of words such that every word is in the set, or one bit away from exactly one word of it.
//!
//! The words have `n - 1` bits: the squares 1 to `n - 1` of a board of `n` squares. The Hamming code contains the
//! words whose ones, as numbers of squares, have exclusive or 0. The one of length 3 is {000, 111}.
//!
//! Vasil'ev's construction (1962) makes a code of length `2 m + 1` from a code of length `m` and any function `f` on
//! its words: all `(u, z, v)` such that `u + v` is a word of the smaller code and `z` is the parity of `u`, plus `f(u
//! + v)`. Here `u` is on the upper squares, `z` on square `m + 1`, `v` on the lower squares, so that the construction
//! is the half-board construction in terms of codes: with `f = 0` it makes the Hamming code from the Hamming code.
//! (The literature mostly writes `(u, v, z)`: the same bits in another order.)

use super::claim::{Code, Function};
use super::word::{self, is_odd, number, sum};
use serde_json::{Value, json};

impl Code {
    /// Vasil'ev's construction of the Hamming code.
    pub(super) fn vasilev(function: Function) -> Code {
        Code::Vasilev { function, of: Box::new(Code::Hamming) }
    }

    /// Returns the change of a word that leads to the code: 0 for none, `i` for the bit of square `i`. `None` where
    /// no such change exists, which cannot happen in a perfect code.
    pub(super) fn decode(&self, word: &[bool]) -> Option<usize> {
        match self {
            Code::Hamming => {
                let ones = word.iter().enumerate().filter(|(_, bit)| **bit);
                Some(ones.fold(0, |sum, (index, _)| sum ^ (index + 1)))
            }
            Code::Vasilev { function, of } => {
                let half = word.len().div_ceil(2);
                let (lower, z, upper) = (&word[..half - 1], word[half - 1], &word[half..]);
                let mut smaller = sum(upper, lower);
                let square = of.decode(&smaller)?;
                if square > 0 {
                    smaller[square - 1] = !smaller[square - 1];
                }
                // The corresponding square of the lower or of the upper half; `z` corresponds to square 0 of the
                // lower half.
                let is_upper = is_odd(upper) ^ z ^ function.value(&smaller);
                Some(if is_upper { square + half } else { square })
            }
            Code::Words(members) => {
                let at = number(word);
                let near = |&square: &usize| members[if square == 0 { at } else { at ^ 1 << (square - 1) }];
                (0..=word.len()).find(near)
            }
        }
    }

    /// Checks whether the code contains a word.
    pub(super) fn contains(&self, word: &[bool]) -> bool {
        match self {
            Code::Words(members) => members[number(word)],
            _ => self.decode(word) == Some(0),
        }
    }

    /// Returns, by the number of the word, whether it is in the code; `bits` is small enough to list them.
    pub(super) fn members(&self, bits: usize) -> Vec<bool> {
        (0..1 << bits).map(|number| self.contains(&word::word(number, bits))).collect()
    }

    /// Returns the name of the method that makes it.
    pub(super) fn method(&self) -> &'static str {
        match self {
            Code::Hamming => "hamming",
            Code::Vasilev { .. } => "vasilev",
            Code::Words(_) => "given",
        }
    }

    /// Returns the notation of JSON and of models.
    pub(super) fn notation(&self) -> Value {
        match self {
            Code::Hamming => "hamming".into(),
            Code::Vasilev { function, of } => {
                json!({ "vasilev": { "function": function.notation(), "of": of.notation() } })
            }
            Code::Words(members) => word::json(members),
        }
    }

    /// Describes the code.
    pub(super) fn words(&self) -> String {
        match self {
            Code::Hamming => "the Hamming code".into(),
            Code::Vasilev { function, of } => {
                format!("Vasil'ev's code of {} with the function {}", of.words(), function.words())
            }
            Code::Words(members) => {
                let count = members.iter().filter(|&&member| member).count();
                format!("the code of {count} {}", if count == 1 { "word" } else { "words given" })
            }
        }
    }
}
