//! Writer of boards, pictures and lists as a model of the family `grid`.
//!
//! The rules of a kind come from its template (`models/genres/<kind>.toml`, which `boardwright new` prints). The
//! imported model takes over everything from the first `[[rule]]` on, the `values` and `lines` of `[grid]`, `[names]`, and
//! `hidden`. All else comes from the imported file.

use super::kinds::Template;
pub(super) use crate::genre::contents::Marks;

/// The longest link that is repeated as the source of a puzzle, in characters.
const LONGEST_SOURCE: usize = 2000;

/// A board and its clues, for the rules of a kind.
pub(super) struct Grid {
    /// The template.
    pub(super) kind: &'static str,
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// The values, if they differ from the template's: `"1..9"` with its quotation marks, or a list.
    pub(super) values: Option<String>,
    /// `.` is a cell, `_` is not.
    pub(super) cells: Option<Marks>,
    pub(super) given: Option<Marks>,
    pub(super) pictures: Vec<(&'static str, Marks)>,
    /// On the doubled board: (2 rows - 1) x (2 columns - 1).
    pub(super) between: Vec<(&'static str, Marks)>,
    pub(super) lists: Vec<(&'static str, Vec<(String, Entries)>)>,
    /// Replacements in the rules of the template.
    pub(super) changes: Vec<(&'static str, String)>,
    /// Parameters of the template.
    pub(super) parameters: Vec<(&'static str, usize)>,
}

/// The entries of a list under one key.
pub(super) enum Entries {
    /// One entry.
    One(String),
    /// A number or `"."` for each row, column or run.
    Each(Vec<Option<usize>>),
    /// The lengths of runs, for each row or column; `None` is an unknown length.
    Runs(Vec<Vec<Option<usize>>>),
}

impl Grid {
    /// Returns an empty board.
    pub(super) fn new(kind: &'static str, rows: usize, columns: usize) -> Self {
        let (pictures, between, lists, changes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Grid {
            kind,
            rows,
            columns,
            values: None,
            cells: None,
            given: None,
            pictures,
            between,
            lists,
            changes,
            parameters: Vec::new(),
        }
    }

    #[must_use]
    pub(super) fn picture(mut self, name: &'static str, marks: Marks) -> Self {
        self.pictures.push((name, marks));
        self
    }

    /// Sets the numbers to the left of the rows and above the columns.
    #[must_use]
    pub(super) fn list(mut self, name: &'static str, entries: Vec<(&str, Entries)>) -> Self {
        self.lists.push((name, entries.into_iter().map(|(key, entries)| (key.to_string(), entries)).collect()));
        self
    }

    /// Sets the values 1 to n.
    #[must_use]
    pub(super) fn numbers(mut self, most: usize) -> Self {
        self.values = Some(format!("\"1..{most}\""));
        self
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

    /// Writes the model; `source` is its origin.
    pub(super) fn toml(&self, source: &str) -> String {
        let template = Template::of(self.kind);
        let title = format!("{}, {} x {}", sentence(self.kind), self.rows, self.columns);
        let mut out = format!("puzzle = \"grid\"\ntitle = \"{title}\"\nsource = \"{}\"\n", quoted(source));
        out.push_str(&format!("genre = {{ name = \"{}\" }}\n", self.kind));
        for line in ["hidden", "figures"].into_iter().filter_map(|key| template.line(key)) {
            out.push_str(&format!("{line}\n"));
        }
        if !self.parameters.is_empty() {
            out.push_str("\n[parameter]\n");
        }
        for (name, value) in &self.parameters {
            out.push_str(&format!("{name} = {value}\n"));
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

/// Formats `star-battle` as the start of a title: `Star battle`.
fn sentence(kind: &str) -> String {
    let mut letters = kind.replace('-', " ").chars().collect::<Vec<_>>();
    if let Some(first) = letters.first_mut() {
        first.make_ascii_uppercase();
    }
    letters.into_iter().collect()
}

/// Escapes a text for a TOML string.
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
    fn lists_have_dots_for_unknown_numbers() {
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
