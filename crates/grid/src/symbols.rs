//! The symbol table of a model: values of cells, marks printed on the board and beside it, and tests of these.
//!
//! A [`Test`] such as `"not clue=3"` is either *static*, which means that it depends only on what is printed or given, or
//! depends on the solution (a value, a line).

use super::rule::{Element, Key, Member, Set};
use super::tiles::Tiles;
use super::topology::{Lines, Topology};
use boardwright_base::board::Cell;
use boardwright_base::board::picture::Figure;
use boardwright_base::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// A layer of values: each cell holds one.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// Its name; empty for the first.
    pub name: String,
    /// The values, each different from all of every layer.
    pub values: Vec<String>,
    /// By value, its number, if it is one.
    pub numbers: Vec<Option<i64>>,
    /// By cell: the given value, with its place in the model.
    pub given: Vec<Option<(usize, Span)>>,
    /// By cell: whether it holds a value of the layer. Where it does not, boards have the value 0, which means nothing.
    pub is_held: Vec<bool>,
}

impl Layer {
    /// Its name in a model.
    pub fn called(&self) -> &str {
        if self.name.is_empty() { "grid" } else { &self.name }
    }

    /// Whether some cells hold no value of it.
    pub fn is_partial(&self) -> bool {
        self.is_held.contains(&false)
    }
}

/// A mark of a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// As printed: `3`, `a`, `3>`.
    pub text: String,
    /// The number in it.
    pub number: Option<i64>,
    /// Its numbers, where it is a list such as `1,3` or the unknown number `?`; `None` for an unknown one.
    pub numbers: Vec<Option<i64>>,
    /// Its place in the model.
    pub span: Span,
}

/// Marks on cells, on sides between two cells and at corners of four.
#[derive(Debug, Clone, PartialEq)]
pub struct Anywhere {
    /// Its name.
    pub name: String,
    /// The places, in half cells: the first cell is at row 0 and column 0, the next one in its row in column 2.
    pub places: Vec<Cell>,
    /// Its place in the model.
    pub span: Span,
}

/// Returns the cells that a place in half cells touches: one, two or four.
pub fn touched(place: Cell) -> impl Iterator<Item = Cell> {
    let rows = place.row / 2..=place.row.div_ceil(2);
    rows.flat_map(move |row| (place.column / 2..=place.column.div_ceil(2)).map(move |column| Cell::new(row, column)))
}

/// A place beside cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Site {
    /// Between two cells, the earlier first.
    Between([usize; 2]),
    /// At a corner of cells: its row and column, counted from the upper left corner of the board.
    Corner(Cell),
}

/// A picture: marks printed on cells.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// Its name.
    pub name: String,
    /// By place in reading order, walls included.
    pub marks: Vec<Option<Mark>>,
    /// Its place in the model.
    pub span: Span,
}

/// An entry of a list beside the board.
#[derive(Debug, Clone, PartialEq)]
pub enum Entry {
    /// No number.
    None,
    /// A number.
    Number(i64),
    /// Numbers; `None` for an unknown one.
    Numbers(Vec<Option<i64>>),
    /// A value that is not a number.
    Word(String),
    /// Runs of values: `["2R", "1B"]`.
    Runs(Vec<ColouredRun>),
}

/// A run of one value in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColouredRun {
    /// Its length, at least 1; `None` for an unknown one.
    pub length: Option<usize>,
    /// The value.
    pub value: String,
}

impl std::fmt::Display for ColouredRun {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.length {
            Some(length) => write!(f, "{length}{}", self.value),
            None => write!(f, "?{}", self.value),
        }
    }
}

/// Numbers beside the board: by `rows`, `columns`, `left`, ... or by the marks of regions.
#[derive(Debug, Clone, PartialEq)]
pub struct List {
    /// Its name.
    pub name: String,
    /// For a side: one entry a row, column or run. For a region: one.
    pub entries: BTreeMap<String, (Vec<(Entry, Span)>, Span)>,
    /// Its place in the model.
    pub span: Span,
}

/// The symbols that rules may name.
#[derive(Debug, Clone, PartialEq)]
pub struct SymbolTable {
    /// The cells.
    pub topology: Topology,
    /// The possible lines, if the model has lines.
    pub lines: Option<Lines>,
    /// Whether a rule requires one loop, which divides the plane.
    pub has_inside: bool,
    /// The layers of values; empty in a model of lines only.
    pub layers: Vec<Layer>,
    /// The tiles that are the values of the first layer, if the model has tiles.
    pub tiles: Option<Tiles>,
    /// Marks printed on cells.
    pub pictures: Vec<Picture>,
    /// Marks beside cells: those of `[between]` pictures, then those of `[corner]` pictures.
    pub between: Vec<(String, BTreeMap<Site, Mark>)>,
    /// The pictures among these whose marks are at corners.
    pub corners: std::ops::Range<usize>,
    /// Pictures of marks on cells and beside them; each is also among the other kinds of pictures, to be drawn.
    pub anywhere: Vec<Anywhere>,
    /// Numbers beside the board.
    pub lists: Vec<List>,
    /// Several values by one name.
    pub names: Vec<(String, Vec<String>)>,
    /// The names that `hidden` excludes from drawings.
    pub hidden: BTreeSet<String>,
    /// The pictures and lists whose marks may be left out although rules test them.
    pub optional: BTreeSet<String>,
    /// Whether `along` names a column by letters, as in B3.
    pub letters: bool,
    /// The figures that drawings have for values, marks and pictures, by name.
    pub figures: BTreeMap<String, Drawn>,
    /// The colours that drawings have for rules, pictures, marks and values, by name.
    pub colours: BTreeMap<String, [u8; 3]>,
}

/// How drawings show a value, a mark or the marks of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drawn {
    /// A figure.
    Figure(Figure),
    /// A shaded cell.
    Shade,
    /// A bar on the side between two cells.
    Bar,
    /// A line from cell to cell.
    Line,
}

/// An elementary test of a cell or a line.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Atom {
    /// The cell holds one of these values of a layer (by value, whether it is one).
    Value(usize, Vec<bool>),
    /// A picture has a mark, or this mark, on the cell.
    Mark(usize, Option<String>),
    /// The cell's value is given in the first layer.
    Given,
    /// The line is present.
    Line,
    /// The lines at the cell meet in this way.
    Lines(Meeting),
    /// The cell is inside the loop of all lines (`true`) or outside. A cell on the loop is neither.
    Within(bool),
}

/// How lines meet at a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Meeting {
    /// At least one line.
    Visited,
    /// Exactly two lines, opposite to each other.
    Straight,
    /// Exactly two lines, not opposite.
    Turn,
    /// Exactly one line.
    End,
    /// Exactly two lines, to the left and to the right.
    Horizontal,
    /// Exactly two lines, up and down.
    Vertical,
    /// A line that leaves the cell by this step, or the line on this side of it.
    Toward((i64, i64)),
}

/// The words of tests for the line of a cell in one direction.
pub const TOWARD: [(&str, (i64, i64)); 4] =
    [("line left", (0, -1)), ("line right", (0, 1)), ("line up", (-1, 0)), ("line down", (1, 0))];

/// A disjunction of atoms, each possibly negated.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Test {
    /// `(negated, atom)`; never empty.
    pub any: Vec<(bool, Atom)>,
    /// Its text in the model.
    pub text: String,
}

impl Test {
    /// Whether it depends only on the model, not on the solution.
    pub fn is_static(&self) -> bool {
        self.any.iter().all(|(_, atom)| matches!(atom, Atom::Mark(..) | Atom::Given))
    }

    /// Whether it has a direction: a symmetry may turn it into another test.
    pub fn has_direction(&self) -> bool {
        let directed =
            |meeting: &Meeting| matches!(meeting, Meeting::Horizontal | Meeting::Vertical | Meeting::Toward(_));
        self.any.iter().any(|(_, atom)| matches!(atom, Atom::Lines(meeting) if directed(meeting)))
    }

    /// Whether it tests lines themselves.
    pub fn is_of_lines(&self) -> bool {
        self.any.iter().any(|(_, atom)| *atom == Atom::Line)
    }
}

impl SymbolTable {
    /// Whether drawings show the picture, list, layer or rule of this name.
    pub fn shows(&self, name: &str) -> bool {
        !self.hidden.contains(name)
    }

    /// Whether drawings leave out the layer or picture that an atom tests.
    pub fn hides(&self, atom: &Atom) -> bool {
        match atom {
            Atom::Value(layer, _) => !self.shows(self.layers[*layer].called()),
            Atom::Mark(picture, _) => !self.shows(&self.pictures[*picture].name),
            Atom::Given | Atom::Line | Atom::Lines(_) | Atom::Within(_) => false,
        }
    }

    /// The mark of a picture at a place.
    pub fn mark(&self, picture: usize, at: Cell) -> Option<&Mark> {
        self.pictures[picture].marks[at.row * self.topology.width + at.column].as_ref()
    }

    /// Whether a place passes a static test.
    pub fn passes(&self, at: Cell, test: &Test) -> bool {
        self.passes_any(at, &test.any)
    }

    /// Whether a place passes any of these static atoms.
    pub fn passes_any(&self, at: Cell, atoms: &[(bool, Atom)]) -> bool {
        let holds = |atom: &Atom| match atom {
            Atom::Mark(picture, None) => self.mark(*picture, at).is_some(),
            Atom::Mark(picture, Some(text)) => self.mark(*picture, at).is_some_and(|mark| mark.text == *text),
            Atom::Given => {
                let id = self.topology.id(at);
                id.is_some_and(|id| self.layers.first().is_some_and(|layer| layer.given[id].is_some()))
            }
            _ => false,
        };
        atoms.iter().any(|(negated, atom)| holds(atom) != *negated)
    }

    /// The mark of a picture of marks beside cells: between the two cells of a set of two, or of a line, or at its corner.
    pub fn mark_between(&self, picture: usize, set: &Set) -> Option<&Mark> {
        let marks = &self.between[picture].1;
        if let Key::Corner(corner) = set.key {
            return marks.get(&Site::Corner(corner));
        }
        let cells = match &set.members[..] {
            [Member { element: Element::Cell(a), .. }, Member { element: Element::Cell(b), .. }] => [*a, *b],
            [Member { element: Element::Line(line), .. }] => {
                let [a, b] = self.lines.as_ref()?.lines[*line].cells;
                [a?, b?]
            }
            _ => return None,
        };
        marks.get(&Site::Between([cells[0].min(cells[1]), cells[0].max(cells[1])]))
    }

    /// Whether a picture of marks beside cells has them at corners.
    pub fn is_of_corners(&self, picture: usize) -> bool {
        self.corners.contains(&picture)
    }

    /// Parses a test.
    ///
    /// # Errors
    /// The accepted words.
    pub fn test(&self, word: &str) -> Result<Test, Vec<String>> {
        let (negated, name) = match word.strip_prefix("not ") {
            Some(rest) => (true, rest.trim()),
            None => (false, word),
        };
        let atom = self.atom(name).ok_or_else(|| self.words())?;
        Ok(Test { any: vec![(negated, atom)], text: word.to_string() })
    }

    fn atom(&self, name: &str) -> Option<Atom> {
        for (index, layer) in self.layers.iter().enumerate() {
            if let Some(value) = layer.values.iter().position(|value| value == name) {
                return Some(Atom::Value(index, (0..layer.values.len()).map(|other| other == value).collect()));
            }
        }
        if let Some((_, members)) = self.names.iter().find(|(own, _)| own == name) {
            let layer = self.layers.iter().position(|layer| members.iter().all(|m| layer.values.contains(m)))?;
            let values = &self.layers[layer].values;
            return Some(Atom::Value(layer, values.iter().map(|value| members.contains(value)).collect()));
        }
        let (picture, mark) = match name.split_once('=') {
            Some((picture, mark)) if !mark.is_empty() => (picture, Some(mark.to_string())),
            _ => (name, None),
        };
        if let Some(index) = self.pictures.iter().position(|own| own.name == picture) {
            return Some(Atom::Mark(index, mark));
        }
        let lines = self.lines.as_ref();
        let through_cells = lines.is_some_and(Lines::through_cells);
        let straight = through_cells && self.topology.tiling.has_straight();
        match name {
            "given" if !self.layers.is_empty() => Some(Atom::Given),
            "line" if lines.is_some() => Some(Atom::Line),
            "visited" if through_cells => Some(Atom::Lines(Meeting::Visited)),
            "straight" if straight => Some(Atom::Lines(Meeting::Straight)),
            "turn" if straight => Some(Atom::Lines(Meeting::Turn)),
            "end" if through_cells => Some(Atom::Lines(Meeting::End)),
            "horizontal" if self.has_sides() && through_cells => Some(Atom::Lines(Meeting::Horizontal)),
            "vertical" if self.has_sides() && through_cells => Some(Atom::Lines(Meeting::Vertical)),
            _ if self.has_sides() && name.starts_with("line ") => {
                TOWARD.iter().find(|(word, _)| *word == name).map(|&(_, step)| Atom::Lines(Meeting::Toward(step)))
            }
            "inside" if self.has_inside => Some(Atom::Within(true)),
            "outside" if self.has_inside => Some(Atom::Within(false)),
            _ => None,
        }
    }

    /// Whether a cell has at most one line to each of four sides, or on it.
    fn has_sides(&self) -> bool {
        let is_flat = |lines: &Lines| lines.through_cells() || !lines.is_torus();
        self.lines.as_ref().is_some_and(|lines| lines.in_boxes && is_flat(lines))
    }

    /// Returns all words that stand for numbers.
    pub fn numbers(&self) -> Vec<&str> {
        (self.pictures.iter().map(|picture| picture.name.as_str()))
            .chain(self.between.iter().map(|(name, _)| name.as_str()))
            .chain(self.lists.iter().map(|list| list.name.as_str()))
            .chain(["value", "first", "last"])
            .collect()
    }

    /// Returns all names that tests may use.
    pub fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = self.layers.iter().flat_map(|layer| layer.values.iter().cloned()).collect();
        words.extend(self.names.iter().map(|(name, _)| name.clone()));
        words.extend(self.pictures.iter().map(|picture| picture.name.clone()));
        if !self.layers.is_empty() {
            words.push("given".to_string());
        }
        if let Some(lines) = &self.lines {
            words.push("line".to_string());
            if lines.through_cells() {
                words.extend(["visited", "end"].map(str::to_string));
                if self.topology.tiling.has_straight() {
                    words.extend(["straight", "turn"].map(str::to_string));
                }
                if self.has_sides() {
                    words.extend(["horizontal", "vertical"].map(str::to_string));
                }
            }
            if self.has_sides() {
                words.extend(TOWARD.iter().map(|(word, _)| word.to_string()));
            }
            if self.has_inside {
                words.extend(["inside", "outside"].map(str::to_string));
            }
        }
        words
    }
}
