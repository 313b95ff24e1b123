//! Boards, pictures and lists, written as a model of the family `grid`.
//!
//! The rules of a kind are written once, in its template (`puzzle/grid/kinds/<kind>.toml`, which `boardwright new` prints):
//! everything from the first `[[rule]]` on, the `values` and `lines` of its `[grid]`, its `[names]` and what it has `hidden` are
//! taken over.
//! What makes one puzzle differ from another comes from the file that is imported.

use super::kinds::Template;
use crate::source::pad_left;

/// The longest link that is repeated as the source of a puzzle, in characters.
const LONGEST_SOURCE: usize = 2000;

/// A board and what is told about it, for the rules of a kind.
pub(super) struct Grid {
    /// The template.
    pub(super) kind: &'static str,
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Where not the template's: `"1..9"` with its quotation marks, or a list.
    pub(super) values: Option<String>,
    /// `.` a cell, `_` none.
    pub(super) cells: Option<Marks>,
    pub(super) given: Option<Marks>,
    pub(super) pictures: Vec<(&'static str, Marks)>,
    /// On the doubled board: (2 rows - 1) x (2 columns - 1).
    pub(super) between: Vec<(&'static str, Marks)>,
    pub(super) lists: Vec<(&'static str, Vec<(String, Entries)>)>,
    /// Parts of the template's rules that this puzzle has otherwise.
    pub(super) changes: Vec<(&'static str, String)>,
}

/// What a list has under a key.
pub(super) enum Entries {
    /// For one region.
    One(String),
    /// A number, or `"."`, for each row or column or run.
    Each(Vec<Option<usize>>),
    /// The lengths of runs, for each row or column; `None` is a length that is not told.
    Runs(Vec<Vec<Option<usize>>>),
}

/// Rows of marks; a mark is one character or more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Marks {
    columns: usize,
    marks: Vec<String>,
}

impl Marks {
    /// Nothing anywhere.
    pub(super) fn blank(rows: usize, columns: usize) -> Self {
        Marks { columns, marks: vec![".".to_string(); rows * columns] }
    }

    /// Marks in reading order; `None` is no mark.
    pub(super) fn of<T: ToString>(columns: usize, marks: impl IntoIterator<Item = Option<T>>) -> Self {
        let marks =
            marks.into_iter().map(|mark| mark.map_or_else(|| ".".to_string(), |mark| mark.to_string())).collect();
        Marks { columns, marks }
    }

    pub(super) fn put(&mut self, row: usize, column: usize, mark: impl ToString) {
        self.marks[row * self.columns + column] = mark.to_string();
    }

    /// As a multi-line string of TOML: without blanks where every mark is one character, in columns otherwise.
    fn toml(&self) -> String {
        let width = self.marks.iter().map(|mark| mark.chars().count()).max().unwrap_or(1);
        let line = |row: &[String]| match width {
            1 => row.concat(),
            _ => row.iter().map(|mark| pad_left(mark, width)).collect::<Vec<_>>().join(" "),
        };
        let lines: Vec<String> = self.marks.chunks(self.columns.max(1)).map(line).collect();
        format!("\"\"\"\n{}\n\"\"\"", lines.join("\n"))
    }
}

impl Grid {
    /// A board without anything on it.
    pub(super) fn new(kind: &'static str, rows: usize, columns: usize) -> Self {
        let (pictures, between, lists, changes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Grid { kind, rows, columns, values: None, cells: None, given: None, pictures, between, lists, changes }
    }

    #[must_use]
    pub(super) fn picture(mut self, name: &'static str, marks: Marks) -> Self {
        self.pictures.push((name, marks));
        self
    }

    /// Numbers beside the rows and above the columns.
    #[must_use]
    pub(super) fn list(mut self, name: &'static str, entries: Vec<(&str, Entries)>) -> Self {
        self.lists.push((name, entries.into_iter().map(|(key, entries)| (key.to_string(), entries)).collect()));
        self
    }

    /// Values 1 to n.
    #[must_use]
    pub(super) fn numbers(mut self, most: usize) -> Self {
        self.values = Some(format!("\"1..{most}\""));
        self
    }

    /// Numbers beside a square: above, below, left and right of it.
    #[must_use]
    pub(super) fn seen(self, seen: &[Option<usize>]) -> Self {
        let side = self.rows;
        let of = |index: usize| Entries::Each(seen[index * side..(index + 1) * side].to_vec());
        let entries = vec![("top", of(0)), ("bottom", of(1)), ("left", of(2)), ("right", of(3))];
        self.list("seen", entries)
    }

    #[must_use]
    pub(super) fn given(mut self, marks: Marks) -> Self {
        self.given = Some(marks);
        self
    }

    #[must_use]
    pub(super) fn change(mut self, part: &'static str, into: String) -> Self {
        self.changes.push((part, into));
        self
    }

    /// The model; `source` is where it came from.
    pub(super) fn toml(&self, source: &str) -> String {
        let template = Template::of(self.kind);
        let title = format!("{}, {} x {}", sentence(self.kind), self.rows, self.columns);
        let mut out = format!("puzzle = \"grid\"\ntitle = \"{title}\"\nsource = \"{}\"\n", quoted(source));
        if let Some(line) = template.line("hidden") {
            out.push_str(&format!("{line}\n"));
        }
        out.push_str("\n[grid]\n");
        match (&self.cells, &self.given) {
            (None, None) => out.push_str(&format!("rows = {}\ncolumns = {}\n", self.rows, self.columns)),
            (Some(cells), _) => out.push_str(&format!("cells = {}\n", cells.toml())),
            (None, Some(_)) => {}
        }
        match (&self.values, template.line("values")) {
            (Some(values), _) => out.push_str(&format!("values = {values}\n")),
            (None, Some(line)) => out.push_str(&format!("{line}\n")),
            (None, None) => {}
        }
        if let Some(line) = template.line("lines") {
            out.push_str(&format!("{line}\n"));
        }
        if let Some(given) = &self.given {
            out.push_str(&format!("given = {}\n", given.toml()));
        }
        for (table, drawn) in [("picture", &self.pictures), ("between", &self.between)] {
            if !drawn.is_empty() {
                out.push_str(&format!("\n[{table}]\n"));
            }
            for (name, marks) in drawn {
                out.push_str(&format!("{name} = {}\n", marks.toml()));
            }
        }
        if !self.lists.is_empty() {
            out.push_str("\n[list]\n");
        }
        for (name, entries) in &self.lists {
            let entries: Vec<String> =
                entries.iter().map(|(key, entries)| format!("{key} = {}", entries.toml())).collect();
            out.push_str(&format!("{name} = {{ {} }}\n", entries.join(", ")));
        }
        if let Some(names) = template.names() {
            out.push_str(&format!("\n{names}\n"));
        }
        let mut rules = template.rules().to_string();
        for (part, into) in &self.changes {
            debug_assert_eq!(rules.matches(part).count(), 1, "`{part}` in the rules of {}", self.kind);
            rules = rules.replace(part, into);
        }
        out.push_str(&format!("\n{rules}"));
        out
    }
}

impl Entries {
    fn toml(&self) -> String {
        let number = |number: &Option<usize>, untold: &str| number.map_or(format!("\"{untold}\""), |n| n.to_string());
        let list = |parts: Vec<String>| format!("[{}]", parts.join(", "));
        match self {
            Entries::One(number) => number.clone(),
            Entries::Each(numbers) => list(numbers.iter().map(|n| number(n, ".")).collect()),
            Entries::Runs(lines) => {
                list(lines.iter().map(|runs| list(runs.iter().map(|n| number(n, "?")).collect())).collect())
            }
        }
    }
}

/// A name of regions: a to z, A to Z, and then words; all of one width where there are more than 52.
pub(super) fn region_name(region: usize, regions: usize) -> String {
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

/// `star-battle` as a title begins: `Star battle`.
fn sentence(kind: &str) -> String {
    let mut letters = kind.replace('-', " ").chars().collect::<Vec<_>>();
    if let Some(first) = letters.first_mut() {
        first.make_ascii_uppercase();
    }
    letters.into_iter().collect()
}

/// For a string of TOML.
fn quoted(text: &str) -> String {
    let cut: String = text.chars().take(LONGEST_SOURCE).collect();
    let more = if cut.len() < text.len() { "..." } else { "" };
    let line = |character: char| if character.is_control() { ' ' } else { character };
    let text: String = cut.chars().map(line).collect();
    format!("{}{more}", text.trim().replace('\\', "\\\\").replace('"', "\\\""))
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
    fn lists_say_what_is_not_told() {
        let runs = Entries::Runs(vec![vec![Some(3), None], vec![]]);
        assert_eq!(runs.toml(), "[[3, \"?\"], []]");
        assert_eq!(Entries::Each(vec![Some(3), None]).toml(), "[3, \".\"]");
    }

    #[test]
    fn sources_are_strings_of_toml() {
        assert_eq!(quoted("a\"b\\c\n"), "a\\\"b\\\\c");
        assert_eq!(quoted(&"x".repeat(3000)).len(), LONGEST_SOURCE + 3);
    }
}
