//! The form of links of penpa-edit: packed lines of text, and the numbers of places on a sheet of squares.
//!
//! The lines have substitutes for frequent words, and are deflated, in base64. A sheet has a margin of two cells, and every kind of place
//! has a number for each cell, with the margin: the cells, the corners below and to the right of them, the sides below, the sides to the
//! right, the four quarters, and the four places for a compass. Source: swaroopg92/penpa-edit, `docs/js/class_p.js` and
//! `class_square.js`. Imports the comparison of names. Start with [`pack`], [`unpack`] and [`Points`].

use super::files::plain;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use std::io::{Read, Write};

/// The substitutes, in the order in which they are made. The first escapes the letter with which all others begin.
const SUBSTITUTES: &[(&str, &str)] = &[
    ("z", "zZ"),
    ("\"qa\"", "z9"),
    ("\"pu_q\"", "zQ"),
    ("\"pu_a\"", "zA"),
    ("\"grid\"", "zG"),
    ("\"edit_mode\"", "zM"),
    ("\"surface\"", "zS"),
    ("\"line\"", "zL"),
    ("\"lineE\"", "zE"),
    ("\"wall\"", "zW"),
    ("\"cage\"", "zC"),
    ("\"number\"", "zN"),
    ("\"symbol\"", "zY"),
    ("\"special\"", "zP"),
    ("\"board\"", "zB"),
    ("\"command_redo\"", "zR"),
    ("\"command_undo\"", "zU"),
    ("\"command_replay\"", "z8"),
    ("\"numberS\"", "z1"),
    ("\"freeline\"", "zF"),
    ("\"freelineE\"", "z2"),
    ("\"thermo\"", "zT"),
    ("\"arrows\"", "z3"),
    ("\"direction\"", "zD"),
    ("\"squareframe\"", "z0"),
    ("\"polygon\"", "z5"),
    ("\"deletelineE\"", "z4"),
    ("\"killercages\"", "z6"),
    ("\"nobulbthermo\"", "z7"),
    ("\"__a\"", "z_"),
    ("null", "zO"),
];

/// The digits of base64.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// A reason why a text cannot be unpacked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// A character that is no digit of base64.
    #[error("the character `{character}` is no digit of base64")]
    Digit {
        /// Its place in the text, in bytes.
        place: usize,
        /// The character.
        character: char,
    },
    /// The compressed data end too early.
    #[error("the data end too early")]
    Short,
    /// The compressed data are no deflated text.
    #[error("the data are damaged")]
    Deflated,
    /// The text is longer than allowed.
    #[error("the text is longer than {0} bytes, the maximum")]
    Long(usize),
    /// The bytes are no text.
    #[error("the bytes are no text in UTF-8")]
    Text,
}

/// Shortens and deflates a text, and writes it in base64.
pub fn pack(text: &str) -> String {
    let text = SUBSTITUTES.iter().fold(text.to_string(), |text, (from, to)| text.replace(from, to));
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes()).expect("a vector takes all");
    base64(&encoder.finish().expect("a vector takes all"))
}

/// Returns the text of [`pack`], which has at most `most` bytes before and after the substitutes are replaced.
///
/// # Errors
/// What is wrong with the data.
pub fn unpack(packed: &str, most: usize) -> Result<String, Damage> {
    let bytes = bytes(packed)?;
    let mut unpacked = Vec::new();
    let read = DeflateDecoder::new(&bytes[..]).take(most as u64 + 1).read_to_end(&mut unpacked);
    read.map_err(|error| match error.kind() {
        std::io::ErrorKind::UnexpectedEof => Damage::Short,
        _ => Damage::Deflated,
    })?;
    if unpacked.len() > most {
        return Err(Damage::Long(most));
    }
    let mut text = String::from_utf8(unpacked).map_err(|_| Damage::Text)?;
    for (long, short) in SUBSTITUTES.iter().rev() {
        text = text.replace(short, long);
        if text.len() > most {
            return Err(Damage::Long(most));
        }
    }
    Ok(text)
}

fn base64(bytes: &[u8]) -> String {
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let value = (0..3).fold(0, |value, at| value << 8 | usize::from(group.get(at).copied().unwrap_or(0)));
        for digit in 0..4 {
            let character = if digit <= group.len() { DIGITS[value >> (18 - 6 * digit) & 63] } else { b'=' };
            text.push(char::from(character));
        }
    }
    text
}

/// Returns the bytes of a text in base64; bits of a last byte that is not complete are left out.
fn bytes(packed: &str) -> Result<Vec<u8>, Damage> {
    let (mut bytes, mut value, mut bits) = (Vec::new(), 0_u32, 0);
    for (place, character) in packed.trim_end_matches('=').char_indices() {
        let digit = DIGITS.iter().position(|digit| char::from(*digit) == character);
        let digit = digit.and_then(|digit| u32::try_from(digit).ok()).ok_or(Damage::Digit { place, character })?;
        value = (value << 6 | digit) & 0xffff;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push(((value >> bits) & 0xff) as u8);
        }
    }
    Ok(bytes)
}

/// The arrows of numbers, as letters and as signs, in penpa's order.
pub const ARROWS: [[char; 2]; 8] =
    [['^', '↑'], ['<', '←'], ['>', '→'], ['v', '↓'], ['↖', '↖'], ['↗', '↗'], ['↙', '↙'], ['↘', '↘']];

/// Genres, and the tags of penpa that are none of their names.
const TAGS: &[(&str, &str)] = &[
    ("Sudoku", "classic"),
    ("Jigsaw Sudoku", "irregular"),
    ("Bridges", "hashiwokakero (hashi/bridges)"),
    ("Canal View", "canal view"),
    ("Choco Banana", "choco banana"),
    ("Country Road", "country road"),
    ("Dotchi Loop", "dotchi-loop"),
    ("Double Back", "double back"),
    ("Easy as ABC", "easy as abc"),
    ("Galaxies", "spiralgalaxies"),
    ("KenKen", "tomtom"),
    ("Meandering Numbers", "meandering numbers"),
    ("Moon or Sun", "moon or sun"),
    ("Nawabari", "territory (nawabari)"),
    ("Regional Yajilin", "regional yajilin"),
    ("Ripple Effect", "ripple effect"),
    ("Rooms of Factors", "factors"),
    ("Rassi Silai", "rassi silai"),
    ("Shimaguni", "shimaguni (islands)"),
    ("Simple Loop", "simple loop"),
    ("Slant", "slant (gokigen)"),
    ("Yajisan-Kazusan", "yajikazu (yajisan-kazusan)"),
    ("Yin-Yang", "yin-yang"),
];

/// Returns penpa's tag for a genre. Penpa has tags for some genres only, and leaves others out.
pub fn tag(genre: &str) -> String {
    let own = TAGS.iter().find(|(name, _)| *name == genre).map(|(_, tag)| (*tag).to_string());
    own.unwrap_or_else(|| plain(genre))
}

/// Returns the name of the genre that a tag stands for: the tag itself in most cases. What stands in parentheses is another name.
pub fn genre_of(tag: &str) -> &str {
    let own = TAGS.iter().find(|(_, own)| *own == tag).map(|(name, _)| *name);
    own.unwrap_or_else(|| tag.split('(').next().unwrap_or(tag).trim())
}

/// A sheet of squares, without the margin: the numbers of its places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Points {
    /// The rows of cells.
    pub rows: usize,
    /// The columns of cells.
    pub columns: usize,
}

/// The part of a cell that a place is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// All of it; also the places of sides and corners.
    Whole,
    /// A quarter: upper left, upper right, lower left, lower right.
    Quarter(usize),
    /// A place for a compass: above, to the right, to the left, below.
    Compass(usize),
}

/// A place in double steps: cells have even rows and columns, the first cell has 0 and 0, corners have odd ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    /// The row.
    pub row: i64,
    /// The column.
    pub column: i64,
    /// The part of the cell.
    pub part: Part,
}

impl Points {
    /// The cells of the margin on a side.
    const MARGIN: usize = 2;

    /// Returns the columns with the margin.
    pub fn width(&self) -> usize {
        self.columns + 2 * Self::MARGIN
    }

    /// Returns the rows with the margin.
    pub fn height(&self) -> usize {
        self.rows + 2 * Self::MARGIN
    }

    /// Returns the number of places of a kind.
    pub fn count(&self) -> usize {
        self.width() * self.height()
    }

    /// Returns the number of a cell.
    pub fn cell(&self, row: usize, column: usize) -> usize {
        self.width() * (Self::MARGIN + row) + Self::MARGIN + column
    }

    /// Returns the number of a corner, counted from the upper left one of the sheet.
    pub fn corner(&self, row: usize, column: usize) -> usize {
        self.count() + self.cell(row, column) - self.width() - 1
    }

    /// Returns the number of a quarter of a cell.
    pub fn quarter(&self, row: usize, column: usize, quarter: usize) -> usize {
        4 * (self.count() + self.cell(row, column)) + quarter
    }

    /// Returns the number of a place of a picture between cells, which has the cells at even rows and columns.
    pub fn between(&self, row: usize, column: usize) -> usize {
        let cell = self.cell(row / 2, column / 2);
        match (row % 2, column % 2) {
            (0, 0) => cell,
            (1, 1) => self.count() + cell,
            (1, _) => 2 * self.count() + cell,
            _ => 3 * self.count() + cell,
        }
    }

    /// Returns the place of a number, unless it is too great.
    pub fn find(&self, point: usize) -> Option<Spot> {
        let (kind, rest) = (point / self.count(), point % self.count());
        let whole = |rest: usize, row: i64, column: i64| {
            let at = |number: usize| number as i64 - Self::MARGIN as i64;
            let (own_row, own_column) = (at(rest / self.width()), at(rest % self.width()));
            Spot { row: 2 * own_row + row, column: 2 * own_column + column, part: Part::Whole }
        };
        let quarters = |from: usize| whole((point - from * self.count()) / 4, 0, 0);
        match kind {
            0 => Some(whole(rest, 0, 0)),
            1 => Some(whole(rest, 1, 1)),
            2 => Some(whole(rest, 1, 0)),
            3 => Some(whole(rest, 0, 1)),
            4..8 => Some(Spot { part: Part::Quarter(point % 4), ..quarters(4) }),
            8..12 => Some(Spot { part: Part::Compass(point % 4), ..quarters(8) }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAX_LENGTH: usize = 1 << 16;

    #[test]
    fn base64_is_that_of_rfc_4648() {
        let texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"];
        let all = texts.map(|text| base64(text.as_bytes()));
        assert_eq!(all, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]);
        assert_eq!(all.map(|packed| bytes(&packed)), texts.map(|text| Ok(text.as_bytes().to_vec())));
    }

    #[test]
    fn texts_come_back() {
        for text in ["", "z", "zebra zN zZ \"number\" null", "{\"lineE\":{\"12,13\":2},\"z\":null}", "é ◯ 𝄞"] {
            let packed = pack(text);
            assert_eq!(unpack(&packed, MAX_LENGTH).as_deref(), Ok(text), "{packed}");
            assert_eq!(unpack(packed.trim_end_matches('='), MAX_LENGTH).as_deref(), Ok(text), "{packed}");
        }
    }

    #[test]
    fn damage_is_told_apart() {
        let packed = pack("square,10,10,38,0,1,1,418,418,141,141,0,0,0,0");
        assert_eq!(unpack(&packed[..packed.len() / 2], MAX_LENGTH), Err(Damage::Short));
        assert_eq!(unpack("ab-d", MAX_LENGTH), Err(Damage::Digit { place: 2, character: '-' }));
        assert_eq!(unpack("////", MAX_LENGTH), Err(Damage::Deflated));
        assert_eq!(unpack(&pack(&"a".repeat(5000)), 4000), Err(Damage::Long(4000)));
        // Each pair of letters becomes 14 of them.
        let long: Vec<u8> = {
            let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
            encoder.write_all("z8".repeat(2000).as_bytes()).expect("a vector takes all");
            encoder.finish().expect("a vector takes all")
        };
        assert_eq!(unpack(&base64(&long), 4000), Err(Damage::Long(4000)));
    }

    #[test]
    fn tags_are_names_of_genres() {
        let fields = boardwright_families::find("grid").map_or(&[][..], boardwright_puzzle::Puzzle::fields);
        for file in super::super::files::FILES {
            let name = super::super::files::open(file, fields).genre.name;
            let found = super::super::files::named(genre_of(&tag(&name)), fields).map(|found| found.genre.name);
            assert_eq!(found, Some(name));
        }
        for (name, tag) in TAGS {
            assert_eq!(genre_of(tag), *name, "the tag of a genre that is there");
            assert!(super::super::files::named(name, fields).is_some(), "{name}");
        }
    }

    /// On a sheet of 2 x 3, the margin makes rows of seven places, 42 of a kind; the first cell is 2 x 7 + 2.
    #[test]
    fn places_are_counted_with_the_margin() {
        let points = Points { rows: 2, columns: 3 };
        assert_eq!((points.cell(0, 0), points.cell(1, 2)), (16, 25));
        assert_eq!((points.corner(0, 0), points.corner(2, 3)), (42 + 8, 42 + 25));
        let whole = |row, column| Some(Spot { row, column, part: Part::Whole });
        assert_eq!((points.find(25), points.find(50)), (whole(2, 4), whole(-1, -1)));
        assert_eq!((points.find(0), points.find(12 * 42)), (whole(-4, -4), None));
        for (row, column) in (0..3).flat_map(|row| (0..5).map(move |column| (row, column))) {
            let found = points.find(points.between(row, column));
            assert_eq!(found, whole(row as i64, column as i64));
        }
        let quarter = Spot { row: 2, column: 0, part: Part::Quarter(3) };
        assert_eq!(points.find(points.quarter(1, 0, 3)), Some(quarter));
        let compass = Spot { part: Part::Compass(1), ..quarter };
        assert_eq!(points.find(8 * 42 + 4 * points.cell(1, 0) + 1), Some(compass));
    }
}
