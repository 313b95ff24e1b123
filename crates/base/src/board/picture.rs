//! What a puzzle draws: panels of squares with grounds, marks, texts and regions. `render` turns it into text or SVG.
//!
//! A puzzle describes content and structure: what is on each cell, and which cells form a region (a block, a piece).
//! Line widths, colours and glyphs are chosen by the renderer. Two examples, a piece of two cells beside a hole, and a
//! given knight that sees three others:
//!
//! ```
//! use boardwright_base::board::picture::{Mark, Square};
//! let piece = Square::new(0).text("A");
//! let dissection = vec![vec![piece.clone(), piece, Square::hole()]];
//! let clue = Square::new(0).mark(Mark::Knight).text("3").given();
//! # assert_eq!((dissection[0][2].region, clue.text.as_str()), (None, "3"));
//! ```
//!
//! Invariant: all rows of a panel have the same length. Renderers treat the missing end of a short row as holes.

use super::Cell;
use super::tiling::{Outline, Tiling};
use std::collections::{BTreeMap, BTreeSet};

/// The background of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Ground {
    /// No special background.
    #[default]
    Plain,
    /// A light square.
    Light,
    /// A dark square.
    Dark,
    /// Not a cell but a solid wall between cells; text on it is light.
    Wall,
    /// A wall in a picture whose filled cells are dark.
    Stone,
    /// A filled cell.
    Filled,
    /// An RGB colour.
    Tinted([u8; 3]),
}

/// The symbol on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Mark {
    /// Nothing.
    #[default]
    None,
    /// A chess knight.
    Knight,
    /// A chess queen.
    Queen,
    /// A chess king.
    King,
    /// A chess rook.
    Rook,
    /// A chess bishop.
    Bishop,
    /// A button to press.
    Press,
    /// A black piece.
    Black,
    /// A white piece.
    White,
    /// A coin with heads up.
    Heads,
    /// A coin with tails up.
    Tails,
    /// A cell known to be empty.
    Dot,
}

impl Mark {
    /// Returns whether the mark is a chess piece.
    pub fn is_chess(self) -> bool {
        matches!(self, Mark::Knight | Mark::Queen | Mark::King | Mark::Rook | Mark::Bishop)
    }
}

/// A figure that puzzles print, drawn where there is room for it; elsewhere the text of its cell stands for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Figure {
    /// A circle around the text of the cell.
    Around,
    /// A circle.
    Circle,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// A star.
    Star,
    /// A mine.
    Mine,
    /// A tree.
    Tree,
    /// A tent.
    Tent,
    /// A light bulb.
    Lamp,
    /// A moon.
    Moon,
    /// A sun.
    Sun,
    /// The half of the cell at a corner: upper left, upper right, lower right or lower left.
    Half(u8),
    /// A diagonal from the lower left corner of the cell to the upper right one: a mirror.
    Rising,
    /// A diagonal from the upper left corner to the lower right one.
    Falling,
    /// Lines from the middle of the cell to sides: top, right, bottom and left.
    Ways([bool; 4]),
    /// A tile with four coloured sides: top, right, bottom and left, each with its name and an RGB colour.
    Tile([(char, [u8; 3]); 4]),
}

/// The figures with names.
pub const FIGURES: [(&str, Figure); 10] = [
    ("circle", Figure::Circle),
    ("square", Figure::Square),
    ("triangle", Figure::Triangle),
    ("star", Figure::Star),
    ("mine", Figure::Mine),
    ("tree", Figure::Tree),
    ("tent", Figure::Tent),
    ("lamp", Figure::Lamp),
    ("moon", Figure::Moon),
    ("sun", Figure::Sun),
];

/// The colours with names, light enough for dark letters.
pub const COLOURS: [(&str, [u8; 3]); 10] = [
    ("red", [0xf4, 0xa0, 0x9a]),
    ("blue", [0x9f, 0xc5, 0xe8]),
    ("green", [0x9b, 0xd7, 0xa4]),
    ("yellow", [0xf7, 0xe3, 0x8a]),
    ("orange", [0xf8, 0xbf, 0x85]),
    ("purple", [0xcd, 0xb3, 0xe6]),
    ("pink", [0xff, 0xc4, 0xce]),
    ("brown", [0xcf, 0xae, 0x8f]),
    ("cyan", [0xa8, 0xe4, 0xea]),
    ("grey", [0xc8, 0xc8, 0xc8]),
];

/// Returns a colour: one of [`COLOURS`], or six hexadecimal digits after `#`.
pub fn colour(name: &str) -> Option<[u8; 3]> {
    if let Some(digits) = name.strip_prefix('#') {
        let is_colour = digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok().filter(|_| is_colour)?.to_be_bytes();
        return Some([red, green, blue]);
    }
    let name = match name {
        "violet" => "purple",
        "gray" => "grey",
        name => name,
    };
    COLOURS.iter().find(|(own, _)| *own == name).map(|(_, colour)| *colour)
}

/// One cell of a panel.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Square {
    /// Cells with the same number form a region; lines separate it from other regions. `None`: a hole.
    pub region: Option<usize>,
    /// The background.
    pub ground: Ground,
    /// Whether there is a lamp on the cell that is on.
    pub lit: bool,
    /// The symbol on the cell.
    pub mark: Mark,
    /// A short text on the cell, such as a piece's name or a number of neighbours.
    pub text: String,
    /// Whether the puzzle gives the content (drawn heavier), rather than the solution.
    pub given: bool,
    /// Whether the cell is highlighted, for example because a caption refers to it.
    pub marked: bool,
    /// A small text in the upper left corner: a clue beside a value, the sum of a cage.
    pub corner: String,
    /// A second text on the cell, such as a second letter.
    pub second: String,
    /// A sign between this cell and the one to its right.
    pub right: String,
    /// A sign between this cell and the one below.
    pub below: String,
    /// On a wall: the clues for the cells below and to the right.
    pub halves: Option<[String; 2]>,
    /// Cells with the same number form a cage, drawn with a dashed outline.
    pub cage: Option<usize>,
    /// A figure. Drawn in SVG only.
    pub figure: Option<Figure>,
    /// A filled figure under everything else on the cell.
    pub under: Option<Under>,
    /// Whether a circle is as small as one between cells.
    pub small: bool,
}

impl Square {
    /// Returns an empty cell of the given region.
    pub fn new(region: usize) -> Square {
        Square { region: Some(region), ..Square::default() }
    }

    /// Returns a hole.
    pub fn hole() -> Square {
        Square::default()
    }

    /// Sets the background.
    #[must_use]
    pub fn ground(self, ground: Ground) -> Square {
        Square { ground, ..self }
    }

    /// Puts a lamp that is on on the cell.
    #[must_use]
    pub fn lit(self) -> Square {
        Square { lit: true, ..self }
    }

    /// Sets the mark.
    #[must_use]
    pub fn mark(self, mark: Mark) -> Square {
        Square { mark, ..self }
    }

    /// Sets the text.
    #[must_use]
    pub fn text(self, text: impl Into<String>) -> Square {
        Square { text: text.into(), ..self }
    }

    /// Marks the cell as given by the puzzle.
    #[must_use]
    pub fn given(self) -> Square {
        Square { given: true, ..self }
    }

    /// Highlights the cell.
    #[must_use]
    pub fn marked(self) -> Square {
        Square { marked: true, ..self }
    }
}

/// Which grid lines a panel has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Lines {
    /// Heavy lines between regions, fine lines between cells.
    #[default]
    All,
    /// Only lines between regions, which are coloured so that neighbours differ.
    Regions,
    /// No lines: rows of pieces.
    None,
    /// Only dots at the corners of cells, for puzzles that ask for lines.
    Points,
    /// Lines between the centres of neighbours in SVG: the cells are points, for puzzles that ask for diagonals. Text has fine lines
    /// between cells.
    Centres,
}

/// A line segment of the solution: its two end points as (row, column) in half cells. The top left corner of the first
/// cell is `(0, 0)`, its centre `(1, 1)`.
pub type Stroke = [(usize, usize); 2];

/// A line with a share, of a heat map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shade {
    /// Its place.
    pub stroke: Stroke,
    /// An RGB colour.
    pub colour: [u8; 3],
    /// A text on its middle.
    pub text: String,
}

/// A line that the puzzle prints through cell centres, each cell a king's move from the previous one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// The cells in order.
    pub cells: Vec<Cell>,
    /// What is drawn along them.
    pub shape: PathShape,
    /// Its colour, if the puzzle has one for it.
    pub colour: Option<[u8; 3]>,
}

/// What is drawn along the cells of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PathShape {
    /// A line.
    Line,
    /// A thermometer, with its bulb on the first cell.
    Thermometer,
    /// An arrow from a circle around the first cell to the last one.
    Arrow,
    /// A line between circles around the first and the last cell.
    Between,
    /// A thin line from one corner of the board to another.
    Diagonal,
}

/// A filled figure under the contents of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Under {
    /// The figure.
    pub figure: Figure,
    /// Its fill.
    pub colour: [u8; 3],
    /// What stands for it in text, where the cell is empty.
    pub text: String,
}

/// Texts beside a panel's cells: left to right for rows, top to bottom for columns. A side without texts is empty; a
/// blank text keeps its position.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Margins {
    /// At the left of each row.
    pub left: Vec<Vec<String>>,
    /// At the right of each row.
    pub right: Vec<Vec<String>>,
    /// Above each column.
    pub top: Vec<Vec<String>>,
    /// Below each column.
    pub bottom: Vec<Vec<String>>,
    /// At the corners of the board: upper left, upper right, lower left and lower right.
    pub corners: [String; 4],
}

/// The outlines of cells that are no squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outlines {
    /// The shape of the cells.
    pub shape: OutlineShape,
    /// The length of a unit down and to the right, in millionths of the side of a square.
    pub unit: (u32, u32),
    /// By row and column.
    pub cells: Vec<Vec<Outline>>,
    /// The edges of a graph, from centre to centre.
    pub edges: Vec<Stroke>,
}

impl Outlines {
    /// Returns the outlines of the places of an array; `None` for squares and cubes. Edges of a graph are drawn.
    pub fn of(tiling: &Tiling, height: usize, width: usize) -> Option<Outlines> {
        let shape = match tiling {
            Tiling::Square | Tiling::Cubes { .. } => return None,
            Tiling::Hexagons(_) => OutlineShape::Hexagons,
            Tiling::Triangles { .. } => OutlineShape::Triangles,
            Tiling::Graph(_) => OutlineShape::Circles,
            Tiling::Polygons(_) => OutlineShape::Polygons,
        };
        let row = |row: usize| (0..width).map(|column| tiling.outline(Cell::new(row, column))).collect();
        let cells: Vec<Vec<Outline>> = (0..height).map(row).collect();
        let mut edges = Vec::new();
        if let Tiling::Graph(graph) = tiling {
            for (index, neighbours) in graph.neighbours.iter().enumerate() {
                let at = Cell::new(index / width, index % width);
                let further = neighbours.iter().filter(|&&other| at < other);
                edges.extend(further.map(|&other| [at, other].map(|cell| tiling.outline(cell).centre)));
            }
        }
        Some(Outlines { shape, unit: tiling.unit(), cells, edges })
    }
}

/// The shape of cells that are no squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutlineShape {
    /// Hexagons.
    Hexagons,
    /// Triangles.
    Triangles,
    /// The vertices of a graph.
    Circles,
    /// Polygons of any form.
    Polygons,
}

/// An array of cells with a title.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Panel {
    /// Title above the cells; may be empty.
    pub title: String,
    /// The cells by row; all rows have the same length.
    pub rows: Vec<Vec<Square>>,
    /// The row of the board that is the first of the panel: levels of cubes are panels of their own.
    pub top: usize,
    /// One label for each row, at its right; empty if there are none.
    pub labels: Vec<String>,
    /// Which grid lines are drawn.
    pub lines: Lines,
    /// Lines printed by the puzzle, below everything on the cells. Drawn in SVG only: text output has no room for them.
    pub paths: Vec<Path>,
    /// Line segments of the solution.
    pub strokes: Vec<Stroke>,
    /// Squares, by row and column, at which lines between centres are double.
    pub double: BTreeSet<(usize, usize)>,
    /// Lines of a heat map, below those of the solution. Drawn in SVG only.
    pub shades: Vec<Shade>,
    /// Signs at corners of cells, by the row and column of the square below and to the right.
    pub corners: BTreeMap<(usize, usize), String>,
    /// Texts beside the cells.
    pub margins: Margins,
    /// The outlines of cells that are no squares; lines of the solution are then in their units.
    pub outlines: Option<Outlines>,
    /// Whether the panel is a frame of a film, which the panels before and after it continue.
    pub frame: bool,
    /// Whether its rows are states in order, which SVG also shows one after another.
    pub states: bool,
    /// Replaces `rows` when there are too many cells for lines and marks: one ASCII character for each cell. `.` and
    /// `0` are empty, `_` is a hole, a digit is a number, and any other character stands out.
    pub dense: Vec<String>,
}

impl Panel {
    /// Returns the number of rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Returns the number of columns: the length of the longest row.
    pub fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Returns the square at a 0-based row and column, or `None` for a hole and outside the panel.
    pub fn cell(&self, row: usize, column: usize) -> Option<&Square> {
        self.rows.get(row)?.get(column).filter(|square| square.region.is_some())
    }

    /// Returns the region at a 0-based row and column, or `None` for a hole and outside the panel.
    pub fn region(&self, row: usize, column: usize) -> Option<usize> {
        self.rows.get(row)?.get(column)?.region
    }

    /// Returns the label of a row; empty if it has none.
    pub fn label(&self, row: usize) -> &str {
        self.labels.get(row).map_or("", String::as_str)
    }
}

/// The drawing of one solution.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Picture {
    /// Placed side by side if they fit, otherwise below each other.
    pub panels: Vec<Panel>,
    /// Lines under the picture.
    pub captions: Vec<String>,
}

impl Picture {
    /// Highlights the cells in every panel that contains them.
    pub fn mark(&mut self, cells: &[Cell]) {
        for panel in &mut self.panels {
            for cell in cells {
                let row = cell.row.checked_sub(panel.top);
                let square = row.and_then(|row| panel.rows.get_mut(row)).and_then(|row| row.get_mut(cell.column));
                if let Some(square) = square.filter(|square| square.region.is_some()) {
                    square.marked = true;
                }
            }
        }
    }
}
