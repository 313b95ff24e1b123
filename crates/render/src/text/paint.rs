//! Coloured characters and lines of them.
//!
//! A bold green knight is printed as `ESC[1;32m♞ESC[0m`; consecutive characters of one paint share their escapes, and
//! without colour there are none.

use boardwright_base::board::picture::{Ground, Mark, Square};

/// The backgrounds of pieces as indices of the terminal's 256-colour table: on plain and light squares, and on dark
/// ones. All are light enough for black letters. Based on the scheme "light" of P. Tol, "Colour Schemes",
/// SRON/EPS/TN/09-002, whose colours are distinguishable with colour vision deficiencies.
pub(super) const PIECES: [(u8, u8); 9] = [
    (153, 110), // light blue
    (222, 179), // light yellow
    (115, 72),  // mint
    (217, 174), // pink
    (253, 247), // pale grey
    (216, 173), // orange
    (123, 80),  // light cyan
    (149, 106), // pear
    (143, 100), // olive
];

const GREEN: u8 = 2;
const YELLOW: u8 = 3;
const BLACK: u8 = 16;

/// The appearance of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Paint {
    foreground: Option<u8>,
    background: Option<u8>,
    bold: bool,
    inverse: bool,
}

impl Paint {
    pub(super) const PLAIN: Paint = Paint { foreground: None, background: None, bold: false, inverse: false };
    pub(super) const BOLD: Paint = Paint { bold: true, ..Paint::PLAIN };
    /// A line of the solution.
    pub(super) const FOUND: Paint = Paint { foreground: Some(GREEN), bold: true, ..Paint::PLAIN };

    /// Returns the ground of a cell: of the piece with this index in [`PIECES`], or of none; inverse if it is marked.
    pub(super) fn ground(piece: Option<usize>, ground: Ground, marked: bool) -> Paint {
        let (light, dark) = piece.map_or((None, None), |piece| {
            let (light, dark) = PIECES[piece];
            (Some(light), Some(dark))
        });
        let background = match ground {
            Ground::Light => light.or(Some(255)),
            Ground::Dark => dark.or(Some(249)),
            Ground::Tinted(colour) => Some(nearest(colour)),
            Ground::Plain | Ground::Wall | Ground::Stone | Ground::Filled => light,
        };
        let foreground = background.map(|_| BLACK);
        Paint { foreground, background, bold: false, inverse: marked }
    }

    /// Returns the paint of a symbol on this ground.
    pub(super) fn foreground(self, square: &Square) -> Paint {
        let found = (square.mark == Mark::Press || square.mark.is_chess()) && !square.given;
        let foreground = match () {
            () if self.background.is_some() || self.inverse => self.foreground,
            () if found => Some(GREEN),
            () if square.lit => Some(YELLOW),
            () => self.foreground,
        };
        Paint { foreground, bold: found, ..self }
    }

    /// Returns the parameters of the escape sequence; empty if it is plain.
    fn codes(self) -> String {
        let mut codes = Vec::new();
        if self.bold {
            codes.push("1".to_string());
        }
        if self.inverse {
            codes.push("7".to_string());
        }
        match self.foreground {
            Some(colour @ 0..8) => codes.push(format!("3{colour}")),
            Some(colour) => codes.push(format!("38;5;{colour}")),
            None => {}
        }
        codes.extend(self.background.map(|colour| format!("48;5;{colour}")));
        codes.join(";")
    }
}

/// Returns the nearest colour of the 6x6x6 cube that starts at index 16 of the terminal's table.
fn nearest(colour: [u8; 3]) -> u8 {
    colour.iter().fold(0, |index, &part| index * 6 + ((u16::from(part) + 25) / 51) as u8) + 16
}

/// One character.
pub(super) type Glyph = (char, Paint);

/// A line of characters, each one column wide.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Line(Vec<Glyph>);

impl Line {
    pub(super) fn width(&self) -> usize {
        self.0.len()
    }

    pub(super) fn push(&mut self, character: char, paint: Paint) {
        // Names from files may contain anything; only characters that occupy a column and keep the direction may be printed.
        let is_shown =
            !character.is_control() && !matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        self.0.push((if is_shown { character } else { '\u{FFFD}' }, paint));
    }

    pub(super) fn repeat(&mut self, character: char, times: usize, paint: Paint) {
        (0..times).for_each(|_| self.push(character, paint));
    }

    pub(super) fn text(&mut self, text: &str, paint: Paint) {
        text.chars().for_each(|character| self.push(character, paint));
    }

    pub(super) fn extend(&mut self, line: &Line) {
        self.0.extend_from_slice(&line.0);
    }

    /// Appends blanks up to a column.
    pub(super) fn pad_to(&mut self, width: usize) {
        self.repeat(' ', width.saturating_sub(self.width()), Paint::PLAIN);
    }

    /// Returns the printed line, without trailing blanks.
    pub(super) fn print(&self, colour: bool) -> String {
        let end = self.0.iter().rposition(|&(character, _)| character != ' ').map_or(0, |last| last + 1);
        let mut printed = String::with_capacity(3 * end);
        if !colour {
            printed.extend(self.0[..end].iter().map(|&(character, _)| character));
            return printed;
        }
        for run in self.0[..end].chunk_by(|one, other| one.1 == other.1) {
            let text = run.iter().map(|&(character, _)| character);
            let codes = run[0].1.codes();
            if !codes.is_empty() {
                printed.push_str(&format!("\x1b[{codes}m"));
                printed.extend(text);
                printed.push_str("\x1b[0m");
            } else {
                printed.extend(text);
            }
        }
        printed
    }
}
