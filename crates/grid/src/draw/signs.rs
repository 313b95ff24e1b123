//! The drawing of marks and values by their names: arrows, circles, colours.

use crate::symbols::{Drawn, Site};
use boardwright_base::board::picture::Mark;

/// Formats a number with a direction, `3>` as `3→`, and several numbers, `1,3` as `1 3`.
pub(super) fn with_arrow(mark: &str) -> String {
    if mark.contains(',') && is_number(mark) {
        return mark.replace(',', " ");
    }
    let arrow = match mark.chars().last() {
        Some('^') => '↑',
        Some('v') => '↓',
        Some('<') => '←',
        Some('>') => '→',
        _ => return mark.to_string(),
    };
    let number = &mark[..mark.len() - 1];
    match !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()) {
        true => format!("{number}{arrow}"),
        false => mark.to_string(),
    }
}

/// Returns the circle for a mark or a value.
pub(super) fn circle(text: &str) -> Option<Mark> {
    match text {
        "o" | "O" | "w" | "W" | "○" | "white" => Some(Mark::White),
        "b" | "B" | "@" | "●" | "black" => Some(Mark::Black),
        _ => None,
    }
}

/// Returns the sign for a mark beside cells that is a circle: white, black or grey.
pub(super) fn dot(mark: &str) -> Option<&'static str> {
    match (circle(mark), mark) {
        (Some(Mark::White), _) => Some("○"),
        (Some(_), _) => Some("●"),
        (None, "g") => Some("◍"),
        (None, _) => None,
    }
}

/// Returns the place and the sign of a mark at a corner.
pub(super) fn corner(site: &Site, mark: &super::super::symbols::Mark) -> Option<((usize, usize), String)> {
    let Site::Corner(at) = site else { return None };
    Some(((at.row, at.column), dot(&mark.text).map_or_else(|| mark.text.clone(), str::to_string)))
}

/// Returns the circle for a mark among numbers, where letters stay letters.
pub(super) fn ring(text: &str) -> Option<Mark> {
    circle(text).filter(|_| matches!(text, "o" | "O" | "○" | "●"))
}

/// Checks whether a mark is a number, known or not, with or without an arrow.
pub(super) fn is_number(mark: &str) -> bool {
    mark.chars().all(|c| c.is_ascii_digit() || "?-^v<>,".contains(c))
}

/// Returns the sign for a figure between two cells, side by side or below each other.
pub(super) fn stretched(drawn: Drawn, beside: bool) -> &'static str {
    match (drawn, beside) {
        (Drawn::Line, true) => "\u{2500}",
        (Drawn::Line, false) => "\u{2502}",
        (_, true) => "\u{2503}",
        (_, false) => "\u{2501}",
    }
}

/// Signs of lines, with the sides to which they lead: top, right, bottom and left.
const WAYS: [(&str, [u8; 4]); 15] = [
    ("\u{2575}", [1, 0, 0, 0]),
    ("\u{2576}", [0, 1, 0, 0]),
    ("\u{2577}", [0, 0, 1, 0]),
    ("\u{2574}", [0, 0, 0, 1]),
    ("\u{2502}", [1, 0, 1, 0]),
    ("\u{2500}", [0, 1, 0, 1]),
    ("\u{2514}", [1, 1, 0, 0]),
    ("\u{250c}", [0, 1, 1, 0]),
    ("\u{2510}", [0, 0, 1, 1]),
    ("\u{2518}", [1, 0, 0, 1]),
    ("\u{251c}", [1, 1, 1, 0]),
    ("\u{252c}", [0, 1, 1, 1]),
    ("\u{2524}", [1, 0, 1, 1]),
    ("\u{2534}", [1, 1, 0, 1]),
    ("\u{253c}", [1, 1, 1, 1]),
];

/// Returns the sides to which a sign of lines leads.
pub(super) fn ways(text: &str) -> Option<[bool; 4]> {
    WAYS.iter().find(|(sign, _)| *sign == text).map(|(_, ways)| ways.map(|way| way == 1))
}
