//! Words of bits: coins on a board, code words, arguments of functions.
//!
//! In memory, a word is a slice with bit 0 first: for coins, square 0. Written, it is a binary number with bit 0 at
//! the right, as everywhere in this family: the coins `HTT` are the word `001`. The code words of `n` squares have
//! `n - 1` bits, those of the squares 1 to `n - 1`: a code word followed by the coin of square 0 is a vertex of the
//! cube.

use serde_json::Value;

/// Returns the number of a word of at most 63 bits.
pub(super) fn number(word: &[bool]) -> usize {
    word.iter().rev().fold(0, |number, &bit| number << 1 | usize::from(bit))
}

/// Returns the word with a number.
pub(super) fn word(number: usize, bits: usize) -> Vec<bool> {
    (0..bits).map(|bit| number >> bit & 1 == 1).collect()
}

/// Formats a word for people: bit 0 at the right.
pub(super) fn written(word: &[bool]) -> String {
    word.iter().rev().map(|&bit| if bit { '1' } else { '0' }).collect()
}

/// Reads the output of [`written`]; `None` for another character than 0 and 1, or another length.
pub(super) fn read(text: &str, bits: usize) -> Option<Vec<bool>> {
    let bit = |character| match character {
        '0' => Some(false),
        '1' => Some(true),
        _ => None,
    };
    let word: Option<Vec<bool>> = text.chars().rev().map(bit).collect();
    word.filter(|word| word.len() == bits)
}

/// Checks whether the number of ones is odd.
pub(super) fn is_odd(word: &[bool]) -> bool {
    word.iter().filter(|&&bit| bit).count() % 2 == 1
}

/// Returns the sum, bit by bit; both words have the same length.
pub(super) fn sum(one: &[bool], other: &[bool]) -> Vec<bool> {
    one.iter().zip(other).map(|(one, other)| one != other).collect()
}

/// Returns the words of a set, ascending, as text; `members` states for each number whether it is in the set.
pub(super) fn list(members: &[bool]) -> Vec<String> {
    let bits = members.len().ilog2() as usize;
    (0..members.len()).filter(|&number| members[number]).map(|number| written(&word(number, bits))).collect()
}

/// Returns [`list`] as JSON.
pub(super) fn json(members: &[bool]) -> Value {
    list(members).into()
}
