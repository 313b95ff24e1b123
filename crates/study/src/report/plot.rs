//! Figures as SVG text: no library, no script, and only colours of the page's style sheet.
//!
//! A series has a colour (`s0` to `s7`, variables of the style sheet for light and dark mode), a marker shape and a dash
//! pattern. The numbers of colours, shapes and dashes are pairwise coprime, so the first 280 series all look different and
//! neighbours differ in all three. Shapes are symbols `m0` to `m6`, defined once per page by [`symbols`].

pub(super) mod axis;
pub(super) mod cactus;
pub(super) mod scatter;

/// The marker shapes, around the origin, 3.5 to each side; the last two are strokes, the others are closed.
const SHAPES: [&str; 7] = [
    "M-3.2 0a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0z",
    "M-2.9 -2.9h5.8v5.8h-5.8z",
    "M0 -3.7L3.6 2.7H-3.6z",
    "M0 -4L4 0L0 4L-4 0z",
    "M0 3.7L3.6 -2.7H-3.6z",
    "M-3.4 -3.4L3.4 3.4M-3.4 3.4L3.4 -3.4",
    "M-4 0H4M0 -4V4",
];
/// The dash patterns of lines.
const DASHES: [&str; 5] = ["none", "7 3", "2 2.5", "9 3 2 3", "14 4"];
const COLOURS: usize = 8;

/// The appearance of a series.
pub(super) struct Look {
    /// The class of its colour.
    pub(super) colour: String,
    /// The symbol of its marker.
    pub(super) marker: String,
    pub(super) dash: &'static str,
}

/// Returns the appearance of the series with a rank.
pub(super) fn look(rank: usize) -> Look {
    Look {
        colour: format!("s{}", rank % COLOURS),
        marker: format!("#m{}", rank % SHAPES.len()),
        dash: DASHES[rank % DASHES.len()],
    }
}

/// Returns the symbols that markers refer to, for one use per page.
pub(super) fn symbols() -> String {
    let symbol = |(index, path): (usize, &&str)| format!("<path id=\"m{index}\" d=\"{path}\"/>");
    let symbols: String = SHAPES.iter().enumerate().map(symbol).collect();
    format!("<svg width=\"0\" height=\"0\" class=\"symbols\" aria-hidden=\"true\"><defs>{symbols}</defs></svg>\n")
}

/// Formats a coordinate with one decimal.
fn coordinate(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map(str::to_string).unwrap_or(text)
}

/// Returns the text, shortened with an ellipsis to at most `most` characters.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    let start: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{start}…")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn series_look_different() {
        let looks: BTreeSet<_> = (0..280).map(look).map(|it| (it.colour, it.marker, it.dash)).collect();
        assert_eq!(looks.len(), 280);
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(shortened("ladder", 6), "ladder");
        assert_eq!(shortened("ladders", 6), "ladde…");
    }
}
