//! The characters of cells. Imports pictures only.

use crate::board::picture::{Ground, Mark, Square};

/// Returns the fill character of a solid cell.
pub(super) fn solid(square: Option<&Square>) -> Option<char> {
    match square?.ground {
        Ground::Wall | Ground::Filled => Some('█'),
        Ground::Stone => Some('░'),
        _ => None,
    }
}

/// Returns the symbol of a cell; `empty` if there is nothing on it.
pub(super) fn symbol(square: &Square, empty: &str) -> String {
    if let Some([below, beside]) = &square.halves {
        return format!("{below}\\{beside}");
    }
    let solid = solid(Some(square)).map(String::from);
    let mark = match square.mark {
        Mark::None if !square.text.is_empty() => "",
        Mark::None if square.ground == Ground::Lit => "■",
        Mark::None => solid.as_deref().unwrap_or(empty),
        Mark::Knight => "♞",
        Mark::Queen => "♛",
        Mark::King => "♚",
        Mark::Rook => "♜",
        Mark::Bishop => "♝",
        Mark::Press | Mark::Black => "●",
        Mark::White => "○",
        Mark::Heads => "H",
        Mark::Tails => "T",
        Mark::Dot => "·",
    };
    // A blank separates them if they would run together: the coin `H` and its name `flip`.
    let words = |one: &str, other: &str| {
        let apart = one.ends_with(char::is_alphabetic) && other.starts_with(char::is_alphanumeric);
        format!("{one}{}{other}", if apart { " " } else { "" })
    };
    let text = words(mark, &square.text);
    match (square.second.as_str(), text.chars().count()) {
        ("", _) => text,
        (second, 0 | 1) if second.chars().count() == 1 => format!("{text}{second}"),
        (second, _) => format!("{text} {second}"),
    }
}
