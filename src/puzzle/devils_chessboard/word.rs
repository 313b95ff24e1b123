//! Words of bits: coins on a board, code words, arguments of functions.
//!
//! Inside, a word is a slice with bit 0 first: for coins that is square 0. Written, it is a binary number with bit 0 at the
//! right, as everywhere in this family: the coins `HTT` are the word `001`. The code words of `n` squares have `n - 1` bits,
//! those of the squares 1 to `n - 1`: write the coin of square 0 behind a code word, and it is a vertex of the cube.

use serde_json::Value;

/// The number of a word of at most 63 bits.
pub(super) fn number(word: &[bool]) -> usize {
    word.iter().rev().fold(0, |number, &bit| number << 1 | usize::from(bit))
}

/// The word of that number.
pub(super) fn word(number: usize, bits: usize) -> Vec<bool> {
    (0..bits).map(|bit| number >> bit & 1 == 1).collect()
}

/// As people read it: bit 0 at the right.
pub(super) fn written(word: &[bool]) -> String {
    word.iter().rev().map(|&bit| if bit { '1' } else { '0' }).collect()
}

/// Reads what [`written`] writes; `None` when there is another character than 0 and 1, or not so many of them.
pub(super) fn read(text: &str, bits: usize) -> Option<Vec<bool>> {
    let bit = |character| match character {
        '0' => Some(false),
        '1' => Some(true),
        _ => None,
    };
    let word: Option<Vec<bool>> = text.chars().rev().map(bit).collect();
    word.filter(|word| word.len() == bits)
}

/// Whether the number of ones is odd.
pub(super) fn is_odd(word: &[bool]) -> bool {
    word.iter().filter(|&&bit| bit).count() % 2 == 1
}

/// Bit by bit; both are equally long.
pub(super) fn sum(one: &[bool], other: &[bool]) -> Vec<bool> {
    one.iter().zip(other).map(|(one, other)| one != other).collect()
}

/// The words of a set that says of each number whether it is in, ascending, written.
pub(super) fn list(members: &[bool]) -> Vec<String> {
    let bits = members.len().ilog2() as usize;
    (0..members.len()).filter(|&number| members[number]).map(|number| written(&word(number, bits))).collect()
}

/// [`list`] as JSON.
pub(super) fn json(members: &[bool]) -> Value {
    list(members).into()
}
