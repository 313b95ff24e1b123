//! The box-drawing characters of junctions: four arms, each absent, fine or heavy.
//!
//! Fine to the left and right, heavy below: `┰`. Unicode has a character for each of the 81 combinations (the blank
//! included).

use crate::edges::Weight;

/// A row for each pair of weights (up, down), with a character for each pair (left, right); the second weight of a pair
/// varies fastest.
const JUNCTIONS: [[char; 9]; 9] = [
    [' ', '╶', '╺', '╴', '─', '╼', '╸', '╾', '━'],
    ['╷', '┌', '┍', '┐', '┬', '┮', '┑', '┭', '┯'],
    ['╻', '┎', '┏', '┒', '┰', '┲', '┓', '┱', '┳'],
    ['╵', '└', '┕', '┘', '┴', '┶', '┙', '┵', '┷'],
    ['│', '├', '┝', '┤', '┼', '┾', '┥', '┽', '┿'],
    ['╽', '┟', '┢', '┧', '╁', '╆', '┪', '╅', '╈'],
    ['╹', '┖', '┗', '┚', '┸', '┺', '┛', '┹', '┻'],
    ['╿', '┞', '┡', '┦', '╀', '╄', '┩', '╃', '╇'],
    ['┃', '┠', '┣', '┨', '╂', '╊', '┫', '╉', '╋'],
];

/// Returns the character with these arms.
pub(super) fn junction(up: Weight, down: Weight, left: Weight, right: Weight) -> char {
    JUNCTIONS[up as usize * 3 + down as usize][left as usize * 3 + right as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use Weight::{Fine, Heavy, None};
    use std::collections::BTreeSet;

    #[test]
    fn junctions_match_the_unicode_names() {
        // U+2530 DOWN HEAVY AND HORIZONTAL LIGHT, and so on.
        assert_eq!(junction(None, Heavy, Fine, Fine), '\u{2530}');
        // RIGHT UP HEAVY AND LEFT DOWN LIGHT
        assert_eq!(junction(Heavy, Fine, Fine, Heavy), '\u{2544}');
        // LEFT DOWN HEAVY AND RIGHT UP LIGHT
        assert_eq!(junction(Fine, Heavy, Heavy, Fine), '\u{2545}');
        // VERTICAL LIGHT AND RIGHT HEAVY
        assert_eq!(junction(Fine, Fine, None, Heavy), '\u{251D}');
        // DOWN LIGHT AND LEFT HEAVY
        assert_eq!(junction(None, Fine, Heavy, None), '\u{2511}');
        // LIGHT LEFT AND HEAVY RIGHT
        assert_eq!(junction(None, None, Fine, Heavy), '\u{257C}');
        // LIGHT UP AND HEAVY DOWN
        assert_eq!(junction(Fine, Heavy, None, None), '\u{257D}');
    }

    #[test]
    fn junctions_are_distinct() {
        let all: BTreeSet<char> = JUNCTIONS.into_iter().flatten().collect();
        assert_eq!(all.len(), 81);
        assert!(all.iter().all(|&c| c == ' ' || ('\u{2500}'..='\u{257F}').contains(&c)));
    }
}
