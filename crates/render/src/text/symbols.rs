//! The characters of cells. Imports pictures only.

use boardwright_base::board::picture::{Ground, Mark, Panel, Square};

/// The symbols of lamps.
const LIT: &str = "■";
pub(super) const OFF: &str = "·";

/// Returns the fill character of a solid cell.
pub(super) fn solid(square: Option<&Square>) -> Option<char> {
    match square?.ground {
        Ground::Wall | Ground::Filled => Some('█'),
        Ground::Stone => Some('░'),
        _ => None,
    }
}

/// Returns whether a panel has lamps: then those that are not lit are off.
pub(super) fn has_lamps(panel: &Panel) -> bool {
    panel.rows.iter().flatten().any(|square| square.lit)
}

/// Returns the symbol of a cell; `empty` if there is nothing on it. Among `lamps`, that of the lamp is before a mark.
pub(super) fn symbol(square: &Square, empty: &str, lamps: bool) -> String {
    if let Some([below, beside]) = &square.halves {
        return format!("{below}\\{beside}");
    }
    let solid = solid(Some(square)).map(String::from);
    let under = square.under.as_ref().map(|under| under.text.as_str());
    let mark = match square.mark {
        Mark::None if !square.text.is_empty() => "",
        Mark::None if square.lit => LIT,
        Mark::None => solid.as_deref().or(under).unwrap_or(empty),
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
    let mark = match square.mark {
        Mark::None => mark.to_string(),
        _ if square.lit => format!("{LIT}{mark}"),
        _ if lamps => format!("{OFF}{mark}"),
        _ => mark.to_string(),
    };
    let text = words(&mark, &square.text);
    match (square.second.as_str(), text.chars().count()) {
        ("", _) => text,
        (second, 0 | 1) if second.chars().count() == 1 => format!("{text}{second}"),
        (second, _) => format!("{text} {second}"),
    }
}
