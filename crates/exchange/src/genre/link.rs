//! How links of one site encode a genre: the size, the steps, and the numbers that follow from them.
//!
//! Imports `codec`, `contents`, `places` and `target`. Start with `Link::decode` and `Link::encode`.

use super::codec::{Codec, Settings, Unwritable, Word};
use super::contents::{Contents, Marks, Slot, region_name};
use super::places::{Over, Place, places};
use super::rooms::{NO_ROOM, Rooms, largest_group};
use super::scan::Scan;
use super::target::{Target, To, word_for};
use super::tiled::Tiled;
use boardwright_base::diagnostic::{Diagnostic, quote};
use boardwright_base::source::Span;
use boardwright_model::NoValue;

/// The longest side of a board.
pub const MAX_SIDE: usize = 200;

/// The names in expressions; the first three are those of a link in its own sizes, and of the model in all other expressions.
pub const NAMES: &[&str] = &[
    "rows",
    "columns",
    "longest",
    "cells",
    "block_rows",
    "block_columns",
    "largest",
    "marks",
    "largest_group",
    "largest_group_9",
    "link_rows",
    "link_columns",
];

/// A program with links.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Site {
    /// puzz.link, pzv.jp and pzprxs.
    PuzzLink,
    /// Simon Tatham's Portable Puzzle Collection.
    Tatham,
}

/// A step of a link.
pub struct Step {
    /// The code.
    pub codec: &'static Codec,
    /// What it has items for.
    pub over: Vec<Over>,
    /// Where they go.
    pub targets: Vec<Target>,
    /// Further symbols.
    pub symbols: Vec<(String, String)>,
    /// The letters of runs.
    pub runs: Option<(char, char)>,
    /// The largest number, as an expression.
    pub most: Option<String>,
    /// The text of the code `text`.
    pub text: String,
    /// Sets of pieces with a letter.
    pub fleets: Vec<(String, String)>,
    /// The words that have a meaning; all if there are none.
    pub only: Vec<String>,
    /// Whether empty places at the end may be left out.
    pub short: bool,
    /// Whether a link may end before it.
    pub optional: bool,
    /// The number of the block with its words in files of pzpr; 0 if they are not there.
    pub file: usize,
    /// Items of that block, and their words.
    pub tokens: Vec<(String, String)>,
    /// The span of the step.
    pub span: Span,
}

/// The links of one site.
pub struct Link {
    /// The site.
    pub site: Site,
    /// The names of the kind, the usual one first.
    pub kinds: Vec<String>,
    /// The link of the genre's own example.
    pub example: String,
    /// Its span.
    pub example_span: Span,
    /// What follows the size.
    pub steps: Vec<Step>,
    /// The flags that do not change the rules.
    pub flags: String,
    /// The flags that change them, and how.
    pub refused: Vec<(String, String)>,
    /// The letters that a link of the genre must have.
    pub when: String,
    /// Letters with a number, and the tiling that they stand for; an ID must have one of them.
    pub tilings: Vec<(String, String)>,
    /// Letters with a number.
    pub options: Vec<(String, String)>,
    /// The rows of the board, as an expression.
    pub rows: String,
    /// The columns of the board, as an expression.
    pub columns: String,
    /// Whether the board has a ring around it.
    pub frame: bool,
    /// Whether it must be a square.
    pub square: bool,
    /// The most rows or columns.
    pub longest: usize,
    /// The picture whose marks have no side in common.
    pub apart: Option<String>,
    /// The values.
    pub values: Option<String>,
    /// Parameters, and their expressions.
    pub set: Vec<(String, String)>,
}

impl Step {
    pub(super) fn places(&self, contents: &Contents, size: (usize, usize), frame: usize) -> Vec<Place> {
        self.over.iter().flat_map(|over| places(over, contents, size, frame)).collect()
    }

    fn settings(&self, wanted: usize, size: (usize, usize), site: Site) -> Settings<'_> {
        let most = self.most.as_ref().and_then(|most| boardwright_model::evaluate(most, &of_size(size)).ok());
        Settings {
            wanted,
            what: self.over.first().map_or("places", Over::noun),
            size,
            symbols: &self.symbols,
            runs: self.runs,
            most: most.and_then(|most| usize::try_from(most).ok()),
            text: &self.text,
            fleets: &self.fleets,
            short: self.short,
            is_id: site == Site::Tatham,
        }
    }

    /// Returns whether it has an item for each cell.
    pub(super) fn is_of_cells(&self) -> bool {
        self.over.iter().any(|over| matches!(over, Over::Cells | Over::Board)) && !self.codec.is_of_borders()
    }

    /// Returns whether the code can write a word that has a meaning; not for codes whose words depend on each other.
    pub(super) fn writes(&self, word: String, size: (usize, usize), site: Site) -> bool {
        let word = Some(word);
        self.codec.is_of_single_words()
            && !self.has_no_meaning(&word)
            && (self.codec.write)(&[word], &self.settings(1, size, site)).is_ok()
    }

    fn has_no_meaning(&self, word: &Word) -> bool {
        !self.only.is_empty() && word.as_ref().is_some_and(|word| !self.only.contains(word))
    }

    /// Returns whether a place belongs to a region that has its entry elsewhere.
    fn is_misplaced(&self, places: &[Place], at: usize) -> bool {
        let is_of_firsts = self.over.iter().any(|over| matches!(over, Over::First(_)));
        is_of_firsts && places.get(at).is_some_and(|place| place.entry.is_none())
    }

    /// Returns whether it reads regions.
    pub(crate) fn regions(&self) -> Option<&Slot> {
        let slot = self.targets.iter().find_map(|target| match &target.to {
            To::Slot(slot @ Slot::Picture(_)) => Some(slot),
            _ => None,
        });
        slot.filter(|_| self.codec.is_of_borders())
    }
}

fn of_size(size: (usize, usize)) -> impl Fn(&str) -> Option<i64> {
    move |name| match name {
        "rows" => i64::try_from(size.0).ok(),
        "columns" => i64::try_from(size.1).ok(),
        "longest" => i64::try_from(size.0.max(size.1)).ok(),
        _ => None,
    }
}

/// What a link computes from its size alone.
#[derive(Debug, Default)]
pub(super) struct OfSize {
    /// Parameters of the model.
    pub(super) parameters: Vec<(String, i64)>,
    /// `values` of `[grid]`, as a range.
    pub(super) values: Option<String>,
}

impl Link {
    /// Returns what it computes from the rows and columns of the board, whatever the clues.
    pub(super) fn of_size(&self, size: (usize, usize)) -> OfSize {
        let value = |expression: &str| boardwright_model::evaluate(expression, &of_size(size)).ok();
        let parameters = self.set.iter().filter_map(|(name, expression)| Some((name.clone(), value(expression)?)));
        let range = self.values.as_ref().and_then(|values| {
            let (before, rest) = values.split_once('{')?;
            let (expression, after) = rest.split_once('}')?;
            // Values by rows alone are those of square boards, which have blocks, too.
            (expression == "longest").then(|| Some(format!("{before}{}{after}", value(expression)?)))?
        });
        OfSize { parameters: parameters.collect(), values: range.filter(|range| !range.starts_with('[')) }
    }

    pub(super) fn frame_width(&self) -> usize {
        usize::from(self.frame)
    }

    /// Returns the rows and columns of the board of the model for a size of a link.
    pub(crate) fn board(&self, size: (usize, usize)) -> Option<(usize, usize)> {
        let side = |text: &str| {
            let side =
                boardwright_model::evaluate(text, &of_size(size)).ok().and_then(|side| usize::try_from(side).ok())?;
            Some(side + 2 * self.frame_width()).filter(|side| (1..=2 * MAX_SIDE).contains(side))
        };
        Some((side(&self.rows)?, side(&self.columns)?))
    }

    /// Returns the rows and columns that a step is about: regions are those of the whole board of the model.
    pub(super) fn size_of(&self, step: &Step, size: (usize, usize), contents: &Contents) -> (usize, usize) {
        if step.regions().is_some() && !self.frame { (contents.rows, contents.columns) } else { size }
    }

    /// Returns the size of the link for a board of the model.
    pub(super) fn size(&self, contents: &Contents) -> Option<(usize, usize)> {
        let board = (contents.rows, contents.columns);
        let near = (board.0.saturating_sub(2), board.1.saturating_sub(2));
        let first = [board, near, (board.0.saturating_sub(1), board.1.saturating_sub(1))];
        let longest = MAX_SIDE.min(board.0.max(board.1));
        let all = (1..=longest).flat_map(|rows| (1..=longest).map(move |columns| (rows, columns)));
        first
            .into_iter()
            .chain(all)
            .filter(|size| size.0 > 0 && size.1 > 0)
            .find(|size| self.board(*size) == Some(board) && self.has_parameters(*size, contents))
    }

    /// Returns whether the parameters of the model are those of a link of this size.
    fn has_parameters(&self, size: (usize, usize), contents: &Contents) -> bool {
        let of_size = self.set.iter().filter(|(_, expression)| expression.contains("link_"));
        of_size.into_iter().all(|(name, expression)| {
            let own = contents.parameters.get(name);
            own.is_none_or(|own| evaluate(expression, contents, size).is_ok_and(|value| value == *own))
        })
    }

    /// Checks the rows and columns of a link.
    pub(super) fn check(&self, size: (usize, usize)) -> Result<(), Diagnostic> {
        if self.square && size.0 != size.1 {
            let message = format!("the board has {} columns and {} rows; it must be a square", size.1, size.0);
            return Err(Diagnostic::new("link-size", message));
        }
        if size.0.max(size.1) > self.longest {
            let message = format!("the board has {} columns and {} rows", size.1, size.0);
            let help = format!("the rules of this genre are written for boards of up to {0} x {0}", self.longest);
            return Err(Diagnostic::new("link-size", message).help(help));
        }
        Ok(())
    }

    /// Reads the body of a link; `size` has its rows and columns.
    ///
    /// # Errors
    /// The first error in it.
    pub(crate) fn decode(&self, body: &mut Scan<'_>, size: (usize, usize)) -> Result<Contents, Diagnostic> {
        let empty = self.empty(size)?;
        self.fill(body, size, empty)
    }

    /// Returns the empty board of a size.
    pub(super) fn empty(&self, size: (usize, usize)) -> Result<Contents, Diagnostic> {
        self.check(size)?;
        let board = self.board(size).map(|(rows, columns)| Contents::new(rows, columns));
        board.ok_or_else(|| Diagnostic::new("link-size", format!("no board has the size {} x {}", size.0, size.1)))
    }

    /// Reads the body of a link into an empty board.
    ///
    /// # Errors
    /// The first error in it.
    pub(crate) fn fill(
        &self,
        body: &mut Scan<'_>,
        size: (usize, usize),
        contents: Contents,
    ) -> Result<Contents, Diagnostic> {
        self.filled(size, contents, |step, places, size, _| {
            // What is left out has no text, not even before the `/` of the next step.
            let is_left_out = step.optional && (body.rest().is_empty() || body.rest().starts_with('/'));
            match is_left_out {
                true => Ok(vec![None; places.len()]),
                false => (step.codec.read)(body, &step.settings(places.len(), size, self.site)),
            }
        })
    }

    /// Fills an empty board with the words of each step.
    pub(super) fn filled(
        &self,
        size: (usize, usize),
        mut contents: Contents,
        mut words_of: impl FnMut(&Step, &[Place], (usize, usize), &Contents) -> Result<Vec<Word>, Diagnostic>,
    ) -> Result<Contents, Diagnostic> {
        let mut rooms: Vec<(&Step, Vec<Word>)> = Vec::new();
        for step in &self.steps {
            let size = self.size_of(step, size, &contents);
            let places = step.places(&contents, size, self.frame_width());
            let words = words_of(step, &places, size, &contents)?;
            let is_misplaced = |at: &usize| words[*at].is_some() && step.is_misplaced(&places, *at);
            let meaningless_at = words.iter().position(|word| step.has_no_meaning(word));
            if let Some(place) = meaningless_at.or_else(|| (0..words.len()).find(is_misplaced)) {
                return Err(meaningless(&places, &words, place, contents.columns));
            }
            match step.regions() {
                Some(_) => put_rooms(step, &words, &mut contents),
                None => self.put(step, &places, &words, size, &mut contents),
            }
            // Holes part rooms; links have them after the borders.
            if step.targets.iter().any(|target| target.to == To::Slot(Slot::Walls)) {
                rooms.iter().for_each(|(step, words)| put_rooms(step, words, &mut contents));
            }
            if step.regions().is_some() {
                rooms.push((step, words));
            }
        }
        self.apart.iter().try_for_each(|picture| check_apart(picture, &contents))?;
        self.computed(&mut contents, size)?;
        Ok(contents)
    }

    fn put(&self, step: &Step, places: &[Place], words: &[Word], size: (usize, usize), contents: &mut Contents) {
        let is_list = |target: &&Target| matches!(target.to, To::List(_));
        let put = |places: &[Place], lists: bool, contents: &mut Contents| {
            let targets = step.targets.iter().filter(|target| is_list(target) == lists);
            targets.for_each(|target| target.put(places, words, contents));
        };
        put(places, false, contents);
        // Runs lie between the walls of the same step.
        let places = step.places(contents, size, self.frame_width());
        put(&places, true, contents);
        put(&places, false, contents);
    }

    /// Sets what is computed from the size and the clues.
    pub(super) fn computed(&self, contents: &mut Contents, size: (usize, usize)) -> Result<(), Diagnostic> {
        let mut parameters = Vec::new();
        for (name, expression) in &self.set {
            let value = evaluate(expression, contents, size)?;
            parameters.push((name.clone(), value));
        }
        contents.parameters.extend(parameters);
        if let Some(values) = &self.values {
            let mut text = String::new();
            for (at, part) in values.split('{').enumerate() {
                let (expression, rest) = if at == 0 { ("", part) } else { part.split_once('}').unwrap_or((part, "")) };
                if at > 0 {
                    text.push_str(&evaluate(expression, contents, size)?.to_string());
                }
                text.push_str(rest);
            }
            contents.values = Some(if text.starts_with('[') { text } else { format!("\"{text}\"") });
        }
        Ok(())
    }

    /// Writes the body of a link, with the rows and columns of the link.
    ///
    /// # Errors
    /// The first mark that the link cannot hold.
    pub fn encode(&self, contents: &Contents) -> Result<((usize, usize), String), Diagnostic> {
        let size = match &contents.tiled {
            Some(tiled) => Some(tiled.size),
            None if self.tilings.is_empty() => self.size(contents),
            None => return Err(Diagnostic::new("link-size", "no link has a board without `tiling`")),
        };
        let Some(size) = size else {
            let message = format!("no link has a board of {} x {}", contents.rows, contents.columns);
            return Err(Diagnostic::new("link-size", message));
        };
        let mut bodies: Vec<(String, bool)> = Vec::new();
        let prefix = contents.tiled.as_ref().map_or(String::new(), Tiled::prefix);
        for step in &self.steps {
            let of_step = self.size_of(step, size, contents);
            let places = step.places(contents, of_step, self.frame_width());
            let words = self.words(step, &places, contents)?;
            let settings = step.settings(places.len(), of_step, self.site);
            let text = (step.codec.write)(&words, &settings).map_err(|unwritable| {
                refused(step, &unwritable, &located(&places, unwritable.place, contents.columns))
            })?;
            bodies.push((text, step.optional && words.iter().all(Option::is_none)));
        }
        while bodies.last().is_some_and(|(_, is_idle)| *is_idle) {
            bodies.pop();
        }
        let is_left_out =
            |step: usize| bodies[step].1 && bodies.get(step + 1).is_some_and(|(text, _)| text.starts_with('/'));
        let texts = bodies.iter().enumerate().filter(|(step, _)| !is_left_out(*step));
        Ok((size, texts.fold(prefix, |body, (_, (text, _))| body + text)))
    }

    fn words(&self, step: &Step, places: &[Place], contents: &Contents) -> Result<Vec<Word>, Diagnostic> {
        if let Some(slot) = step.regions() {
            let marks = contents.slot(slot);
            return Ok(borders(&marks, contents.rows, contents.columns));
        }
        let marks: Vec<Vec<Option<String>>> =
            step.targets.iter().map(|target| target.marks_of(places, contents)).collect();
        let count = if step.targets.iter().any(|target| matches!(target.to, To::Rule(..))) {
            marks.first().map_or(0, Vec::len)
        } else {
            places.len()
        };
        let word = |at: usize| {
            let here: Vec<Option<&str>> = marks.iter().map(|marks| marks.get(at)?.as_deref()).collect();
            word_for(&step.targets, &here, step.codec.usual()).ok_or_else(|| {
                let shown: Vec<String> = here.iter().flatten().map(|mark| quote(mark)).collect();
                let (at, code) = (located(places, at, contents.columns), step.codec.name);
                let message = format!("{at}: the code {code} has no word for {}", shown.join(" and "));
                Diagnostic::new("link-mark", message)
            })
        };
        if step.targets.is_empty() { Ok(Vec::new()) } else { (0..count).map(word).collect() }
    }
}

/// Writes the rooms between borders into pictures, and the borders themselves.
fn put_rooms(step: &Step, words: &[Word], contents: &mut Contents) {
    let (rows, columns) = (contents.rows, contents.columns);
    let upright = rows * columns.saturating_sub(1);
    let is_open = |from: usize, to: usize| {
        let (row, column) = (from / columns, from % columns);
        let border = if to == from + 1 { row * (columns - 1) + column } else { upright + from };
        words.get(border).is_none_or(Option::is_none)
    };
    let rooms = Rooms::within(rows, columns, |cell| !contents.is_hole(cell), is_open);
    let names: Vec<Word> = rooms.names().collect();
    let cells: Vec<Place> = (0..names.len()).map(|cell| Place { cell: Some(cell), ..Place::default() }).collect();
    for target in &step.targets {
        match &target.to {
            To::Slot(slot @ Slot::Picture(_)) => {
                // What was written before the holes were known goes.
                contents.slots.remove(slot);
                target.put(&cells, &names, contents);
            }
            To::Slot(Slot::Between(_)) => {
                let places = places(&Over::Borders, contents, (rows, columns), 0);
                target.put(&places, words, contents);
            }
            _ => target.put(&cells, &names, contents),
        }
    }
}

/// Returns the error for a word that the genre does not know.
fn meaningless(places: &[Place], words: &[Word], place: usize, columns: usize) -> Diagnostic {
    let at = located(places, place, columns);
    let word = words.get(place).cloned().flatten().unwrap_or_default();
    Diagnostic::new("link-clue", format!("{at}: the clue {} has no meaning in this genre", quote(&word)))
}

/// Checks that no two neighbours have marks of a picture.
fn check_apart(picture: &str, contents: &Contents) -> Result<(), Diagnostic> {
    let marks = contents.slot(&Slot::Picture(picture.to_string()));
    let (rows, columns) = (contents.rows, contents.columns);
    let has = |cell: usize| marks.at(cell) != ".";
    let right = |cell: usize| !(cell + 1).is_multiple_of(columns) && has(cell + 1);
    let below = |cell: usize| cell + columns < rows * columns && has(cell + columns);
    match (0..rows * columns).find(|&cell| has(cell) && (right(cell) || below(cell))) {
        None => Ok(()),
        Some(cell) => {
            let (row, column) = (cell / columns + 1, cell % columns + 1);
            let message = format!("row {row}, column {column}: two clues side by side are not supported in this genre");
            Err(Diagnostic::new("link-clue", message))
        }
    }
}

/// Returns the words for an item: its cell, if it has one.
fn located(places: &[Place], place: usize, columns: usize) -> String {
    let cell = places.get(place).and_then(|place| place.cell);
    cell.map_or_else(
        || format!("item {}", place + 1),
        |cell| format!("row {}, column {}", cell / columns + 1, cell % columns + 1),
    )
}

fn refused(step: &Step, unwritable: &Unwritable, at: &str) -> Diagnostic {
    let word = quote(&unwritable.word);
    Diagnostic::new("link-mark", format!("{at}: the code {} cannot write {word}", step.codec.name))
}

/// Returns the borders between regions.
fn borders(marks: &Marks, rows: usize, columns: usize) -> Vec<Word> {
    let word = |from: usize, to: usize| (marks.at(from) != marks.at(to)).then(|| "1".to_string());
    let cells =
        |rows: usize, width: usize| (0..rows).flat_map(move |row| (0..width).map(move |column| row * columns + column));
    let upright = cells(rows, columns - 1).map(|cell| word(cell, cell + 1));
    upright.chain(cells(rows - 1, columns).map(|cell| word(cell, cell + columns))).collect()
}

/// Evaluates an expression of the contents, and of the size of the link.
fn evaluate(expression: &str, contents: &Contents, size: (usize, usize)) -> Result<i64, Diagnostic> {
    let (rows, columns) = (contents.rows, contents.columns);
    let blocks = blocks(rows);
    let numbers = || {
        let marks = contents.slots.values().flat_map(Marks::marks);
        marks.filter_map(|mark| mark.parse::<usize>().ok()).max()
    };
    let marks = || contents.slots.values().flat_map(Marks::marks).filter(|mark| *mark != ".").count();
    let group = || {
        let given = contents.slot(&Slot::Given);
        let clues: Vec<Option<usize>> = given.marks().iter().map(|mark| mark.parse().ok()).collect();
        largest_group(&clues, rows, columns)
    };
    let value = |name: &str| {
        let number = match name {
            "rows" => Some(rows),
            "columns" => Some(columns),
            "longest" => Some(rows.max(columns)),
            "cells" => Some(rows * columns),
            "block_rows" => blocks.map(|(rows, _)| rows),
            "block_columns" => blocks.map(|(_, columns)| columns),
            "largest" => Some(numbers().unwrap_or(1).max(1)),
            "marks" => Some(marks()),
            "largest_group" => Some(group()),
            "largest_group_9" => Some(group().min(9)),
            "link_rows" => Some(size.0),
            "link_columns" => Some(size.1),
            _ => None,
        };
        number.and_then(|number| i64::try_from(number).ok())
    };
    boardwright_model::evaluate(expression, &value).map_err(|reason| {
        let message = match &reason {
            NoValue::Unknown(name) if name.starts_with("block") => {
                format!("a board of {rows} x {columns} cannot be divided into blocks")
            }
            reason => format!("{}: {reason}", quote(expression)),
        };
        Diagnostic::new("link-size", message)
    })
}

/// Returns the sides of the blocks of a Sudoku of this side.
fn blocks(side: usize) -> Option<(usize, usize)> {
    let root = side.isqrt();
    match side {
        6 => Some((2, 3)),
        8 => Some((2, 4)),
        10 => Some((2, 5)),
        12 => Some((3, 4)),
        _ => (root * root == side).then_some((root, root)),
    }
}

/// Renames the regions of a picture in the order of their first cells, as a link names them. Returns the new names by the old.
pub(super) fn rename(contents: &mut Contents, slot: &Slot) -> Vec<(String, String)> {
    let marks = contents.slot(slot);
    let (rows, columns) = (contents.rows, contents.columns);
    let is_cell = |cell: usize| !contents.is_hole(cell);
    let rooms = Rooms::within(rows, columns, is_cell, |from, to| marks.at(from) == marks.at(to));
    let picture = contents.slot_mut(slot);
    let mut names = Vec::new();
    for (cell, room) in rooms.room.iter().enumerate() {
        if *room == NO_ROOM {
            picture.set(cell, ".");
            continue;
        }
        let name = region_name(*room, rooms.count);
        if names.len() == *room {
            names.push((marks.at(cell).to_string(), name.clone()));
        }
        picture.set(cell, &name);
    }
    names
}
