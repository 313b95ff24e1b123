//! What a link says: the size of a board, pictures, lists and numbers, before they are a model.
//!
//! A picture is [`Marks`], one mark a place, `.` for none; lists have [`Entries`]. The same contents are read from a link, and from
//! a model in order to write its link. Imports `rooms` only for the names of regions. Start with [`Contents`].

use super::tiled::Tiled;
use boardwright_base::source::pad_left;
use std::collections::BTreeMap;

/// A place for a picture in a model.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slot {
    /// An entry of `[picture]`.
    Picture(String),
    /// An entry of `[between]`.
    Between(String),
    /// An entry of `[corner]`.
    Corner(String),
    /// An entry of `[anywhere]`.
    Anywhere(String),
    /// `given` of `[grid]`.
    Given,
    /// `given` of a layer.
    Layer(String),
    /// `cells` of `[grid]`.
    Walls,
}

impl std::fmt::Display for Slot {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Slot::Picture(name) => write!(to, "picture `{name}`"),
            Slot::Between(name) => write!(to, "picture `{name}` between cells"),
            Slot::Corner(name) => write!(to, "picture `{name}` of corners"),
            Slot::Anywhere(name) => write!(to, "picture `{name}` of cells, sides and corners"),
            Slot::Given => write!(to, "`given`"),
            Slot::Layer(name) => write!(to, "`given` of the layer `{name}`"),
            Slot::Walls => write!(to, "`cells`"),
        }
    }
}

/// Rows of marks; a mark has one or more characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marks {
    columns: usize,
    marks: Vec<String>,
}

impl Marks {
    /// Returns marks without any content.
    pub fn blank(rows: usize, columns: usize) -> Self {
        Marks { columns, marks: vec![".".to_string(); rows * columns] }
    }

    /// Returns marks in reading order; `None` is no mark.
    pub fn of<T: ToString>(columns: usize, marks: impl IntoIterator<Item = Option<T>>) -> Self {
        let marks =
            marks.into_iter().map(|mark| mark.map_or_else(|| ".".to_string(), |mark| mark.to_string())).collect();
        Marks { columns, marks }
    }

    /// Sets the mark of a place.
    pub fn put(&mut self, row: usize, column: usize, mark: impl ToString) {
        self.marks[row * self.columns + column] = mark.to_string();
    }

    /// Sets the mark of a place, counted in reading order.
    pub fn set(&mut self, place: usize, mark: &str) {
        if let Some(own) = self.marks.get_mut(place) {
            mark.clone_into(own);
        }
    }

    /// Returns the marks in reading order.
    pub fn marks(&self) -> &[String] {
        &self.marks
    }

    /// Returns the number of marks of a row.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the mark of a place, counted in reading order; `.` if there is none.
    pub fn at(&self, place: usize) -> &str {
        self.marks.get(place).map_or(".", String::as_str)
    }

    /// Formats the marks as a multi-line TOML string: without blanks if every mark is one character, in columns otherwise.
    pub fn toml(&self) -> String {
        let width = self.width();
        let line = |row: &[String]| match width {
            1 => row.concat(),
            _ => row.iter().map(|mark| pad_left(mark, width)).collect::<Vec<_>>().join(" "),
        };
        multi_line(self.marks.chunks(self.columns.max(1)).map(line).collect())
    }

    /// Formats the marks as rows of these lengths.
    pub fn rows(&self, lengths: &[usize]) -> String {
        let width = self.width();
        let line = |(row, length): (&[String], &usize)| {
            let row = row.iter().take(*length);
            match width {
                1 => row.cloned().collect(),
                _ => row.map(|mark| pad_left(mark, width)).collect::<Vec<_>>().join(" "),
            }
        };
        multi_line(self.marks.chunks(self.columns.max(1)).zip(lengths).map(line).collect())
    }

    /// Formats the marks as a picture of hexagons: every second row lies half a cell further right.
    pub fn hexagons(&self) -> String {
        // An odd pitch would have no half.
        let width = self.width() | 1;
        let line = |(number, row): (usize, &[String])| {
            let cells = row.iter().map(|mark| pad_left(mark, width)).collect::<Vec<_>>().join(" ");
            if number % 2 == 0 { cells } else { " ".repeat(width.div_ceil(2)) + &cells }
        };
        multi_line(self.marks.chunks(self.columns.max(1)).enumerate().map(line).collect())
    }

    /// Returns the characters of the longest mark.
    fn width(&self) -> usize {
        self.marks.iter().map(|mark| mark.chars().count()).max().unwrap_or(1)
    }
}

/// Formats lines as a multi-line TOML string.
fn multi_line(lines: Vec<String>) -> String {
    let lines = lines.join("\n");
    // Only a literal string has backslashes as they are.
    let quotes = if lines.contains('\\') { "'''" } else { "\"\"\"" };
    format!("{quotes}\n{lines}\n{quotes}")
}

/// The entries of a list under one key; a word is a number, or a text in quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entries {
    /// One entry, for a region.
    One(Option<String>),
    /// An entry for each row, column or run; `None` is `"."`.
    Each(Vec<Option<String>>),
    /// A list of numbers for each row or column.
    Runs(Vec<Vec<String>>),
}

impl Entries {
    /// Formats the entries as TOML.
    pub fn toml(&self) -> String {
        let list = |parts: Vec<String>| format!("[{}]", parts.join(", "));
        match self {
            Entries::One(one) => word(one.as_deref()),
            Entries::Each(words) => list(words.iter().map(|one| word(one.as_deref())).collect()),
            Entries::Runs(lines) => {
                list(lines.iter().map(|runs| list(runs.iter().map(|run| word(Some(run))).collect())).collect())
            }
        }
    }
}

/// Formats a word of a list.
fn word(word: Option<&str>) -> String {
    match word {
        Some(number) if number.parse::<i64>().is_ok() => number.to_string(),
        Some(text) => format!("\"{}\"", escaped(text)),
        None => "\".\"".to_string(),
    }
}

/// Escapes a text for a TOML string of one line.
pub fn escaped(text: &str) -> String {
    let line = |character: char| if character.is_control() { ' ' } else { character };
    text.chars().map(line).collect::<String>().replace('\\', "\\\\").replace('"', "\\\"")
}

/// The contents of a link.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Contents {
    /// The rows of the board of the model.
    pub rows: usize,
    /// The columns of the board of the model.
    pub columns: usize,
    /// The tiling of the board, if its cells are polygons.
    pub tiled: Option<Tiled>,
    /// The pictures.
    pub slots: BTreeMap<Slot, Marks>,
    /// The entries of each list, in the order of the link.
    pub lists: BTreeMap<String, Vec<(String, Entries)>>,
    /// The values of parameters.
    pub parameters: BTreeMap<String, i64>,
    /// Keys of rules, by the name of the rule and the key: their values as TOML.
    pub rules: BTreeMap<(String, String), String>,
    /// `values` of `[grid]`.
    pub values: Option<String>,
    /// The title; the genre and the size if there is none.
    pub title: Option<String>,
    /// The rules in words, if they are not those of the genre.
    pub instructions: Option<String>,
}

impl Contents {
    /// Returns an empty board.
    pub fn new(rows: usize, columns: usize) -> Self {
        Contents { rows, columns, ..Contents::default() }
    }

    /// Returns an empty board of a tiling.
    pub fn of_tiling(tiled: Tiled) -> Self {
        let (rows, columns) = tiled.board();
        Contents { tiled: Some(tiled), ..Contents::new(rows, columns) }
    }

    /// Returns whether a place is on the board: rows of polygons have different lengths.
    pub fn is_place(&self, place: usize) -> bool {
        let length = |tiled: &Tiled| tiled.lengths.get(place / self.columns).copied().unwrap_or(0);
        self.tiled.as_ref().is_none_or(|tiled| place % self.columns < length(tiled))
    }

    /// Returns the rows and columns of the picture of a slot.
    pub fn size_of(&self, slot: &Slot) -> (usize, usize) {
        let (rows, columns) = (self.rows, self.columns);
        match slot {
            Slot::Between(_) | Slot::Anywhere(_) => ((2 * rows).saturating_sub(1), (2 * columns).saturating_sub(1)),
            Slot::Corner(_) => (rows + 1, columns + 1),
            _ => (rows, columns),
        }
    }

    /// Returns the picture of a slot, blank if nothing is known of it.
    pub fn slot(&self, slot: &Slot) -> Marks {
        let (rows, columns) = self.size_of(slot);
        self.slots.get(slot).cloned().unwrap_or_else(|| Marks::blank(rows, columns))
    }

    /// Returns the mark of a slot at a place; `.` if there is none.
    pub fn mark(&self, slot: &Slot, place: usize) -> &str {
        self.slots.get(slot).map_or(".", |marks| marks.at(place))
    }

    /// Returns whether a place of the board is no cell, as `cells` or `given` say.
    pub fn is_hole(&self, cell: usize) -> bool {
        [Slot::Walls, Slot::Given].iter().any(|slot| self.slots.get(slot).is_some_and(|marks| marks.at(cell) == "_"))
    }

    /// Returns the picture of a slot in order to change it.
    pub fn slot_mut(&mut self, slot: &Slot) -> &mut Marks {
        let (rows, columns) = self.size_of(slot);
        self.slots.entry(slot.clone()).or_insert_with(|| Marks::blank(rows, columns))
    }
}

/// Returns the name of a region: a to z, A to Z, then words; all of one width if there are more than 52.
pub fn region_name(region: usize, regions: usize) -> String {
    let letters: Vec<char> = ('a'..='z').chain('A'..='Z').collect();
    if regions <= letters.len() {
        return letters[region].to_string();
    }
    let mut width = 2;
    while 26usize.pow(width) < regions {
        width += 1;
    }
    let digit = |place: u32| letters[region / 26usize.pow(place) % 26];
    (0..width).rev().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_have_names_of_one_width() {
        assert_eq!([0, 25, 26, 51].map(|room| region_name(room, 52)), ["a", "z", "A", "Z"]);
        assert_eq!([0, 26, 52].map(|room| region_name(room, 53)), ["aa", "ba", "ca"]);
        assert_eq!(region_name(676, 677), "baa");
    }

    #[test]
    fn marks_are_words_where_one_is() {
        assert_eq!(Marks::of(2, [Some(1), None, None, Some(2)]).toml(), "\"\"\"\n1.\n.2\n\"\"\"");
        assert_eq!(Marks::of(2, [Some(1), None, None, Some(12)]).toml(), "\"\"\"\n 1  .\n . 12\n\"\"\"");
    }

    #[test]
    fn lists_have_dots_for_unknown_numbers() {
        let runs = Entries::Runs(vec![vec!["3".to_string(), "?".to_string()], vec![]]);
        assert_eq!(runs.toml(), "[[3, \"?\"], []]");
        assert_eq!(Entries::Each(vec![Some("3".to_string()), None]).toml(), "[3, \".\"]");
        assert_eq!(Entries::One(Some("A\"".to_string())).toml(), "\"A\\\"\"");
    }
}
