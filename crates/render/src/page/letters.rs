//! The widths of letters, and the wrapping of texts.
//!
//! The widths are those of Helvetica, which Arial and Liberation Sans share; a document is drawn with the fonts of the reader's
//! machine, so lines have some room to spare. Imports nothing of ours.

/// The widths of the printable ASCII characters, from the blank on, in thousandths of the font size (Adobe's metrics of Helvetica).
#[rustfmt::skip]
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/// The room to spare: other fonts are wider.
const SPARE: f64 = 1.04;

/// Returns the width of a text.
pub fn width(text: &str, size: f64, bold: bool) -> f64 {
    let thousandths = |character: char| match (character as usize).checked_sub(32).and_then(|at| WIDTHS.get(at)) {
        Some(&width) => f64::from(width),
        None => 900.0,
    };
    let bolder = if bold { 1.07 } else { 1.0 };
    text.chars().map(thousandths).sum::<f64>() * size * bolder * SPARE / 1000.0
}

/// Returns the lines of a text between words; a line break in the text stays, and a word that is too long has its own line.
pub fn wrap(text: &str, room: f64, size: f64, bold: bool) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.trim().lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let longer = if line.is_empty() { word.to_string() } else { format!("{line} {word}") };
            if !line.is_empty() && width(&longer, size, bold) > room {
                lines.push(std::mem::replace(&mut line, word.to_string()));
            } else {
                line = longer;
            }
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_and_keep_all_words() {
        let text = "One closed loop along the sides of cells. A number says how many sides of its cell belong to it.";
        let lines = wrap(text, 200.0, 12.0, false);
        assert!(lines.len() > 2 && lines.iter().all(|line| width(line, 12.0, false) <= 200.0), "{lines:?}");
        assert_eq!(lines.join(" "), text);
        assert_eq!(wrap("Donaudampfschifffahrt a", 10.0, 12.0, false), ["Donaudampfschifffahrt", "a"]);
        assert_eq!(wrap("a\n\nb", 100.0, 12.0, false), ["a", "", "b"]);
    }
}
