//! The parts of a drawing that all files of this folder write: numbers, colours, texts and runs of cells.

/// The side length of a cell.
pub(super) const CELL: f64 = 40.0;

/// The distance from the middle of a line of capitals or digits to its baseline, relative to the font size.
pub(super) const BASELINE: f64 = 0.36;

pub(super) const INK: &str = "#1a1a1a";

pub(super) const FINE: &str = "#b4b4b4";

/// What a frame around a marked cell has.
pub(super) const STANDS_OUT: &str = "#d55e00";

pub(super) const FOUND: &str = "#0a7a55";

/// Returns the maximal runs `start..end` of equal values in `0..length`, without indices that have no value.
pub(super) fn runs<T: PartialEq>(length: usize, value: impl Fn(usize) -> Option<T>) -> Vec<(usize, usize, T)> {
    let mut runs: Vec<(usize, usize, T)> = Vec::new();
    for index in 0..length {
        let Some(value) = value(index) else { continue };
        match runs.last_mut() {
            Some((_, end, last)) if *end == index && *last == value => *end += 1,
            _ => runs.push((index, index + 1, value)),
        }
    }
    runs
}

/// The style and the position of a text: `y` is its baseline.
pub(crate) struct Text {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) size: f64,
    pub(crate) anchor: &'static str,
    pub(crate) bold: bool,
    /// Further attributes, with a leading blank.
    pub(crate) style: &'static str,
}

impl Default for Text {
    fn default() -> Text {
        Text { x: 0.0, y: 0.0, size: 0.0, anchor: "start", bold: false, style: "" }
    }
}

impl Text {
    pub(crate) fn draw(&self, out: &mut String, text: &str) {
        if text.is_empty() {
            return;
        }
        let (x, y, size) = (number(self.x), number(self.y), number(self.size));
        *out += &format!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{}\"", self.anchor);
        if self.bold {
            *out += " font-weight=\"bold\"";
        }
        *out += self.style;
        *out += &format!(">{}</text>\n", escape(text));
    }
}

/// Formats with at most two decimals.
pub(crate) fn number(value: f64) -> String {
    // Adding zero converts -0 to 0.
    ((value * 100.0).round() / 100.0 + 0.0).to_string()
}

/// Escapes the content of an element. Characters that XML does not allow become U+FFFD.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{FFFE}' | '\u{FFFF}' => escaped.push('\u{FFFD}'),
            c if c.is_control() => escaped.push('\u{FFFD}'),
            c => escaped.push(c),
        }
    }
    escaped
}
