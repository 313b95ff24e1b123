//! The drawing of marks by their names: circles, numbers with arrows, lines to the sides. Imports pictures only.

use super::picture::Mark;

/// Formats a number with a direction, `3>` as `3→`, and several numbers, `1,3` as `1 3`.
pub fn with_arrow(mark: &str) -> String {
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
pub fn circle(text: &str) -> Option<Mark> {
    match text {
        "o" | "O" | "w" | "W" | "○" | "white" => Some(Mark::White),
        "b" | "B" | "@" | "●" | "black" => Some(Mark::Black),
        _ => None,
    }
}

/// Returns the sign for a mark beside cells that is a circle: white, black or grey.
pub fn dot(mark: &str) -> Option<&'static str> {
    match (circle(mark), mark) {
        (Some(Mark::White), _) => Some("○"),
        (Some(_), _) => Some("●"),
        (None, "g") => Some("◍"),
        (None, _) => None,
    }
}

/// Returns the circle for a mark among numbers, where letters stay letters.
pub fn ring(text: &str) -> Option<Mark> {
    circle(text).filter(|_| matches!(text, "o" | "O" | "○" | "●"))
}

/// Checks whether a mark is a number, known or not, with or without an arrow.
pub fn is_number(mark: &str) -> bool {
    mark.chars().all(|c| c.is_ascii_digit() || "?-^v<>,".contains(c))
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
pub fn ways(text: &str) -> Option<[bool; 4]> {
    WAYS.iter().find(|(sign, _)| *sign == text).map(|(_, ways)| ways.map(|way| way == 1))
}
