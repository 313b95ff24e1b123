//! The model that is being written: the board with its given values and regions, pictures, lists and rules.
//!
//! Start with [`Sheet::read`]; [`Sheet::finish`] writes the model.

use super::json::At;
use crate::genre::contents::{Entries, Marks, escaped, region_name};
use crate::genre::write::in_lines;
use boardwright_base::diagnostic::Diagnostic;
use std::collections::BTreeMap;

/// The longest side of a board.
const LONGEST: usize = 16;

/// A row and a column, counted from 0.
pub(super) type Cell = (usize, usize);

/// The table of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Table {
    Picture,
    Between,
    Corner,
}

/// The parts of a model.
pub(super) struct Sheet {
    pub(super) side: usize,
    title: Option<String>,
    author: Option<String>,
    rules_in_words: Option<String>,
    given: Marks,
    /// The region of each cell, in reading order.
    pub(super) regions: Vec<Option<usize>>,
    /// The set of the regions, if they are no rows or columns.
    pub(super) region_set: Option<String>,
    pub(super) pictures: BTreeMap<(Table, String), Marks>,
    pub(super) lists: BTreeMap<String, Vec<(String, Entries)>>,
    /// Names of several values.
    pub(super) names: Vec<(String, Vec<usize>)>,
    /// The looks of marks.
    pub(super) figures: Vec<(&'static str, &'static str)>,
    /// The colours of rules, pictures and marks.
    pub(super) colours: Vec<(String, &'static str)>,
    /// Rules with paths that are not drawn.
    pub(super) hidden: Vec<String>,
    rules: Vec<String>,
    /// What is not in the model, and how many there are.
    pub(super) omitted: Vec<(&'static str, usize)>,
}

impl Sheet {
    /// Reads the board.
    ///
    /// # Errors
    /// What is wrong with the board.
    pub(super) fn read(puzzle: &At<'_>) -> Result<Self, Diagnostic> {
        let Some(grid) = puzzle.get("grid") else {
            return Err(Diagnostic::new("fpuzzles-board", "the puzzle has no `grid`")
                .help("the JSON of f-puzzles has `size`, and `grid`, a list of rows of cells"));
        };
        let rows = grid.list()?;
        let side = puzzle.number("size", 1, LONGEST)?.unwrap_or(rows.len());
        if side == 0 || side > LONGEST || rows.len() != side {
            let message = format!("`grid` has {} rows", rows.len());
            let expected = if rows.len() == side { format!("1 to {LONGEST}") } else { format!("{side}, the `size`") };
            return Err(Diagnostic::new("fpuzzles-board", message).help(format!("expected {expected}")));
        }
        let mut sheet = Sheet {
            side,
            title: puzzle.text("title")?,
            author: puzzle.text("author")?,
            rules_in_words: puzzle.text("ruleset")?,
            given: Marks::blank(side, side),
            regions: vec![None; side * side],
            region_set: None,
            pictures: BTreeMap::new(),
            lists: BTreeMap::new(),
            names: Vec::new(),
            figures: Vec::new(),
            colours: Vec::new(),
            hidden: Vec::new(),
            rules: Vec::new(),
            omitted: Vec::new(),
        };
        let mut candidates: BTreeMap<Vec<usize>, Vec<Cell>> = BTreeMap::new();
        let (mut entered, mut coloured) = (0, 0);
        for (row, cells) in rows.iter().enumerate() {
            let cells = cells.list()?;
            if cells.len() != side {
                let message = format!("`grid[{row}]` has {} cells", cells.len());
                return Err(Diagnostic::new("fpuzzles-board", message).help(format!("expected {side}, the `size`")));
            }
            for (column, cell) in cells.iter().enumerate() {
                let value = cell.number("value", 1, side)?;
                let is_given = cell.get("given").map_or(Ok(false), |given| given.is_on())?;
                match value {
                    Some(value) if is_given => sheet.given.put(row, column, value),
                    Some(_) => entered += 1,
                    None => {}
                }
                sheet.regions[row * side + column] = sheet.region(cell, (row, column))?;
                let marks = cell.items("givenPencilMarks")?;
                let marks = marks.iter().map(|mark| mark.as_number(1, side)).collect::<Result<Vec<_>, _>>()?;
                let marks: Vec<usize> = marks.into_iter().flatten().collect();
                if !marks.is_empty() {
                    candidates.entry(marks).or_default().push((row, column));
                }
                let has = |key| cell.get(key).is_some_and(|value| !value.is_empty());
                coloured += usize::from(["c", "cArray", "highlight", "highlightArray"].into_iter().any(has));
            }
        }
        for (values, cells) in candidates {
            let cells: Vec<Vec<Cell>> = cells.into_iter().map(|cell| vec![cell]).collect();
            let values: Vec<String> = values.iter().map(|value| format!("\"{value}\"")).collect();
            sheet.along("candidates", &cells, &[&format!("is = [{}]", values.join(", "))]);
        }
        let counted = [("values that are not given", entered), ("colours of cells", coloured)];
        sheet.omitted.extend(counted.into_iter().filter(|(_, number)| *number > 0));
        Ok(sheet)
    }

    /// Returns the rows and columns of a block of a board without regions of its own.
    pub(super) fn block(&self) -> (usize, usize) {
        let fits = |rows: &usize| self.side.is_multiple_of(*rows) && rows * rows <= self.side;
        let rows = (1..=self.side).filter(fits).max().unwrap_or(1);
        (rows, self.side / rows)
    }

    /// Returns the region of a cell: without a region of its own, it is in a block; `null` is none.
    fn region(&self, cell: &At<'_>, (row, column): Cell) -> Result<Option<usize>, Diagnostic> {
        let (height, width) = self.block();
        match cell.get("region") {
            None => Ok(Some(row / height * height + column / width)),
            Some(region) => region.as_number(0, 10_000),
        }
    }

    /// Adds a rule: lines of TOML.
    pub(super) fn rule(&mut self, name: &str, lines: &[&str]) {
        self.rules.push(format!("[[rule]]\nname = \"{name}\"\n{}\n", lines.join("\n")));
    }

    /// Adds a rule for paths.
    pub(super) fn along(&mut self, name: &str, paths: &[Vec<Cell>], lines: &[&str]) {
        if paths.is_empty() {
            return;
        }
        let along = Self::paths("along", paths);
        let lines: Vec<&str> = [along.as_str()].into_iter().chain(lines.iter().copied()).collect();
        self.rule(name, &lines);
    }

    /// Writes a key with one or several paths.
    pub(super) fn paths(key: &str, paths: &[Vec<Cell>]) -> String {
        let written = |path: &Vec<Cell>| {
            let cells: Vec<String> = path.iter().map(|(row, column)| format!("r{}c{}", row + 1, column + 1)).collect();
            format!("\"{}\"", cells.join(" "))
        };
        match paths {
            [path] => format!("{key} = {}", written(path)),
            paths => {
                let lines = paths.iter().map(|path| format!("    {},\n", written(path)));
                format!("{key} = [\n{}]", lines.collect::<String>())
            }
        }
    }

    /// Adds a rule for paths in a colour.
    pub(super) fn along_in(&mut self, colour: &'static str, name: &str, paths: &[Vec<Cell>], lines: &[&str]) {
        if !paths.is_empty() {
            self.colours.push((name.to_string(), colour));
            self.along(name, paths, lines);
        }
    }

    /// Adds a rule for paths that are not drawn.
    pub(super) fn along_hidden(&mut self, name: &str, paths: &[Vec<Cell>], lines: &[&str]) {
        if !paths.is_empty() {
            self.hidden.push(name.to_string());
            self.along(name, paths, lines);
        }
    }

    /// Puts a mark into a picture.
    pub(super) fn put(&mut self, table: Table, name: &str, (row, column): Cell, mark: &str) {
        let (rows, columns) = match table {
            Table::Picture => (self.side, self.side),
            Table::Between => (2 * self.side - 1, 2 * self.side - 1),
            Table::Corner => (self.side + 1, self.side + 1),
        };
        let marks = self.pictures.entry((table, name.to_string())).or_insert_with(|| Marks::blank(rows, columns));
        marks.put(row, column, mark);
    }

    /// Draws sets of cells as regions, in as many pictures as needed so that no two overlap; returns the name of the picture and of
    /// the region for each set.
    pub(super) fn draw(&mut self, name: &str, sets: &[Vec<Cell>]) -> Vec<(String, String)> {
        let mut pictures: Vec<Vec<usize>> = Vec::new();
        for (set, cells) in sets.iter().enumerate() {
            let is_free =
                |others: &Vec<usize>| others.iter().all(|other| cells.iter().all(|cell| !sets[*other].contains(cell)));
            match pictures.iter().position(is_free) {
                Some(picture) => pictures[picture].push(set),
                None => pictures.push(vec![set]),
            }
        }
        let mut names = vec![(String::new(), String::new()); sets.len()];
        for (picture, own) in pictures.iter().enumerate() {
            let picture = if picture == 0 { name.to_string() } else { format!("{name}-{}", picture + 1) };
            for (place, set) in own.iter().enumerate() {
                let region = region_name(place, own.len());
                for cell in &sets[*set] {
                    self.put(Table::Picture, &picture, *cell, &region);
                }
                names[*set] = (picture.clone(), region);
            }
        }
        names
    }

    /// Writes the model, and lists what is not in it; `origin` is the link.
    pub(super) fn finish(self, origin: &str) -> (String, Vec<String>) {
        let side = self.side;
        let title = self.title.unwrap_or_else(|| format!("Sudoku, {side} x {side}"));
        let source: Vec<String> =
            self.author.into_iter().chain(Some(origin.to_string())).filter(|text| !text.is_empty()).collect();
        let mut out = format!("puzzle = \"grid\"\ntitle = \"{}\"\n", escaped(title.trim()));
        if !source.is_empty() {
            out.push_str(&format!("source = \"{}\"\n", escaped(&source.join(", "))));
        }
        if let Some(rules) = &self.rules_in_words {
            out.push_str(&format!("instructions = {}\n", in_lines(rules)));
        }
        let quoted = |word: &String| format!("\"{word}\"");
        if !self.hidden.is_empty() {
            out.push_str(&format!("hidden = [{}]\n", self.hidden.iter().map(quoted).collect::<Vec<_>>().join(", ")));
        }
        if !self.figures.is_empty() {
            let figures: Vec<String> = self.figures.iter().map(|(mark, look)| format!("{mark} = \"{look}\"")).collect();
            out.push_str(&format!("figures = {{ {} }}\n", figures.join(", ")));
        }
        if !self.colours.is_empty() {
            let is_bare = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
            let key = |name: &String| if is_bare(name) { name.clone() } else { format!("\"{name}\"") };
            let colours: Vec<String> =
                self.colours.iter().map(|(name, colour)| format!("{} = \"{colour}\"", key(name))).collect();
            out.push_str(&format!("colours = {{ {} }}\n", colours.join(", ")));
        }
        out.push_str("\n[grid]\n");
        if self.given.marks().iter().all(|mark| mark == ".") {
            out.push_str(&format!("rows = {side}\ncolumns = {side}\nvalues = \"1..{side}\"\n"));
        } else {
            out.push_str(&format!("values = \"1..{side}\"\ngiven = {}\n", self.given.toml()));
        }
        if !self.names.is_empty() {
            out.push_str("\n[names]\n");
        }
        for (name, values) in &self.names {
            let values: Vec<String> = values.iter().map(|value| format!("\"{value}\"")).collect();
            out.push_str(&format!("{name} = [{}]\n", values.join(", ")));
        }
        for (table, key) in [(Table::Picture, "picture"), (Table::Between, "between"), (Table::Corner, "corner")] {
            let own: Vec<_> = self.pictures.iter().filter(|((own, _), _)| *own == table).collect();
            if !own.is_empty() {
                out.push_str(&format!("\n[{key}]\n"));
            }
            own.into_iter().for_each(|((_, name), marks)| out.push_str(&format!("{name} = {}\n", marks.toml())));
        }
        for (name, entries) in &self.lists {
            out.push_str(&format!("\n[list.{name}]\n"));
            entries.iter().for_each(|(key, entry)| out.push_str(&format!("{key} = {}\n", entry.toml())));
        }
        self.rules.iter().for_each(|rule| out.push_str(&format!("\n{rule}")));
        let omitted: Vec<String> = self.omitted.iter().map(|(what, number)| format!("{what} ({number})")).collect();
        let remark = format!("Left out, because f-puzzles has no rule for them: {}.", omitted.join(", "));
        (out, if omitted.is_empty() { Vec::new() } else { vec![remark] })
    }
}
