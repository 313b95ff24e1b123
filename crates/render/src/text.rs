//! Renders a picture as text: box-drawing lines, one symbol for each cell, optional colours.
//!
//! A dissection into an L and a domino, and a Knightdoku corner with a clue:
//!
//! ```text
//! ┏━━━┳━━━━━━━┓      ┏━━━━┯━━━━┓
//! ┃ A ┃ B   B ┃      ┃ ♞3 │    ┃
//! ┃   ┗━━━┳━━━┛      ┠────┼────┨
//! ┃ A   A ┃          ┃    │ ♞  ┃
//! ┗━━━━━━━┛          ┗━━━━┷━━━━┛
//! ```
//!
//! Between the columns of cells, and at both sides of the panel, are *seams*: a seam with room for a line has three
//! characters (blank, line, blank), one without has one. Rows have seams too, with or without a line of text. Normally
//! all seams have room; in a panel too wide for the screen, and in one without lines, only those with a line between
//! regions do. Marked cells are in brackets, which replace the blanks.
//!
//! Walls and filled cells are blocks. Small texts in corners are in the seam above; signs between cells replace the
//! line there. Solution lines along sides are heavy seams between dots; if lines run through cells, only regions have
//! lines between cells; moves number the cells they visit.
//!
//! Invariants: all lines of a panel have equal width; colours only add escapes, so removing the escapes gives the
//! picture without colour; no line ends in a blank. Every character is assumed to be one column wide.

mod layout;
mod junction;
mod margin;
mod outlined;
mod paint;
mod symbols;
#[cfg(test)]
mod tests;

use self::junction::junction;
use self::layout::Layout;
use self::paint::{Line, Paint};
use self::symbols::{OFF, has_lamps, solid, symbol};
use super::colouring::colouring;
use super::edges::{self, Weight};
use super::strokes::Strokes;
use boardwright_base::board::picture::{Ground, Lines, Panel, Picture, Square};
use std::collections::BTreeMap;

/// The rendering options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Whether to use ANSI escapes.
    pub colour: bool,
    /// The width of the screen in characters; panels are placed side by side while they fit.
    pub width: usize,
}

/// Plain text for 80 characters.
impl Default for Style {
    fn default() -> Style {
        Style { colour: false, width: 80 }
    }
}

/// The columns between two panels, and between a row and its label.
const GAP: usize = 4;
const LABEL_GAP: usize = 2;

/// Renders the picture; ends with a line break, unless it is empty.
pub fn render(picture: &Picture, style: Style) -> String {
    let mut out = String::new();
    let print = |out: &mut String, line: &Line| {
        out.push_str(&line.print(style.colour));
        out.push('\n');
    };
    for shelf in shelves(picture, style.width) {
        if !out.is_empty() {
            out.push('\n');
        }
        let titled = shelf.iter().any(|block| !block.title.is_empty());
        let height = shelf.iter().map(|block| block.rows.len()).max().unwrap_or(0);
        let first = if titled { 0 } else { 1 };
        for index in first..=height {
            let mut line = Line::default();
            let mut start = 0;
            for block in &shelf {
                line.pad_to(start);
                if index == 0 {
                    line.text(&block.title, Paint::BOLD);
                } else if let Some(row) = block.rows.get(index - 1) {
                    line.extend(row);
                }
                start += block.width() + GAP;
            }
            print(&mut out, &line);
        }
        for row in shelf.iter().flat_map(|block| block.dense) {
            out.push_str(row);
            out.push('\n');
        }
    }
    if !out.is_empty() && !picture.captions.is_empty() {
        out.push('\n');
    }
    for caption in &picture.captions {
        let mut line = Line::default();
        line.text(caption, Paint::PLAIN);
        print(&mut out, &line);
    }
    out
}

/// Returns the rendered panels, grouped into those placed side by side.
fn shelves(picture: &Picture, width: usize) -> Vec<Vec<Block<'_>>> {
    let mut shelves: Vec<Vec<Block<'_>>> = Vec::new();
    let mut taken = 0;
    for panel in &picture.panels {
        let block = Block::new(panel, width);
        taken += GAP + block.width();
        match shelves.last_mut() {
            Some(shelf) if taken <= width && shelf.iter().chain([&block]).all(|block| block.dense.is_empty()) => {
                shelf.push(block);
            }
            _ => {
                taken = block.width();
                shelves.push(vec![block]);
            }
        }
    }
    shelves
}

/// A rendered panel.
struct Block<'a> {
    title: String,
    rows: Vec<Line>,
    /// The text below it, printed verbatim.
    dense: &'a [String],
}

impl<'a> Block<'a> {
    /// Renders a panel, with all its lines if that fits the screen.
    fn new(panel: &'a Panel, width: usize) -> Block<'a> {
        if let Some(outlines) = &panel.outlines {
            let rows = outlined::draw(panel, outlines);
            return Block { title: panel.title.clone(), rows, dense: &panel.dense };
        }
        let rows = Layout::new(panel, false).draw();
        let open = Block { title: panel.title.clone(), rows, dense: &panel.dense };
        let fits = open.rows.iter().all(|row| row.width() <= width);
        if fits { open } else { Block { rows: Layout::new(panel, true).draw(), ..open } }
    }

    fn width(&self) -> usize {
        let rows = self.rows.iter().map(Line::width).max().unwrap_or(0);
        rows.max(self.title.chars().count()).max(self.dense.first().map_or(0, String::len))
    }
}

impl<'a> Layout<'a> {
    fn new(panel: &'a Panel, compact: bool) -> Layout<'a> {
        let (height, width) = (panel.height(), panel.width());
        let strokes = Strokes::new(panel);
        let roomy = match panel.lines {
            Lines::None => false,
            Lines::Points => true,
            Lines::All | Lines::Regions | Lines::Centres => !compact && !strokes.is_through(),
        };
        let heavy = |weight: Weight| weight == Weight::Heavy;
        let square = |row: usize, column: Option<usize>| panel.cell(row, column?);
        let signed = |row: usize, column: usize| {
            square(row, column.checked_sub(1)).is_some_and(|square| !square.right.is_empty())
        };
        let topped = |row: usize, column: usize| {
            let above = row.checked_sub(1).and_then(|row| panel.cell(row, column));
            let corner = panel.cell(row, column).is_some_and(|square| !square.corner.is_empty());
            corner || above.is_some_and(|square| !square.below.is_empty())
        };
        let beside = |row, column| {
            heavy(edges::left_of(panel, row, column)) || strokes.left_of(row, column) || signed(row, column)
        };
        let between =
            |row, column| heavy(edges::above(panel, row, column)) || strokes.above(row, column) || topped(row, column);
        let signs = |row: Option<usize>, column: Option<usize>| {
            let is_at =
                |at: &(usize, usize)| row.is_none_or(|row| row == at.0) && column.is_none_or(|column| column == at.1);
            panel.corners.keys().any(is_at)
        };
        let columns = (0..=width)
            .map(|column| roomy || (0..height).any(|row| beside(row, column)) || signs(None, Some(column)))
            .collect();
        let rows = (0..=height)
            .map(|row| roomy || (0..width).any(|column| between(row, column)) || signs(Some(row), None))
            .collect();

        // An empty cell without lines would be invisible; among lit lamps, the others are off.
        let lamps = has_lamps(panel);
        let empty = if lamps || (!roomy && panel.lines != Lines::Regions) { OFF } else { "" };
        let order = strokes.order().unwrap_or_default();
        let symbol = |row, column| match (panel.cell(row, column), order.get(&(row, column))) {
            (None, _) => String::new(),
            (Some(square), Some(place)) if square.text.is_empty() => place.to_string(),
            (Some(square), _) => symbol(square, empty, lamps),
        };
        let symbols: Vec<Vec<String>> =
            (0..height).map(|row| (0..width).map(|column| symbol(row, column)).collect()).collect();
        // The corner text also uses the seam's blank.
        let corners = panel.rows.iter().flatten().map(|square| square.corner.chars().count().saturating_sub(1));
        let widths = symbols.iter().flatten().map(|symbol| symbol.chars().count()).chain(corners);
        let symbol_width = widths.max().unwrap_or(0).max(margin::widest(panel)).max(1);
        let colours =
            if panel.lines == Lines::Regions { colouring(panel, paint::PIECES.len()) } else { BTreeMap::new() };
        Layout { panel, compact, strokes, symbols, symbol_width, columns, rows, colours }
    }

    /// Returns all lines, with the labels of rows.
    fn draw(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        if self.panel.width() == 0 {
            return lines;
        }
        lines.extend(self.draw_top());
        for row in 0..=self.panel.height() {
            if self.rows[row] {
                lines.push(self.indented(self.draw_seam(row), None));
            }
            if row < self.panel.height() {
                let mut line = self.indented(self.draw_cells(row), Some(row));
                self.draw_right(&mut line, row);
                if !self.panel.label(row).is_empty() {
                    line.pad_to(line.width() + LABEL_GAP);
                    line.text(self.panel.label(row), Paint::PLAIN);
                }
                lines.push(line);
            }
        }
        lines.extend(self.draw_bottom());
        lines
    }

    /// Draws the cells of a row and the seams beside them.
    fn draw_cells(&self, row: usize) -> Line {
        let mut line = Line::default();
        for column in 0..=self.panel.width() {
            let left = column.checked_sub(1).and_then(|left| self.panel.cell(row, left));
            let right = self.panel.cell(row, column);
            let marked = |square: Option<&Square>| square.is_some_and(|square| square.marked);
            let crossed = self.strokes.crosses_left(row, column);
            // The character for the blanks of an unmarked cell.
            let pad = |square: Option<&Square>| match solid(square) {
                Some(block) => block,
                None if crossed => self.strokes.across_left(row, column),
                None => ' ',
            };
            if self.columns[column] {
                let weight = self.left_of(row, column);
                if column > 0 {
                    line.push(if marked(left) { ']' } else { pad(left) }, self.pad_paint(left, crossed));
                }
                let between = if weight == Weight::None { self.shared([left, right]) } else { Paint::PLAIN };
                let across = if crossed { Weight::Heavy } else { Weight::None };
                let sign = left.and_then(|square| square.right.chars().next());
                let run = match weight {
                    Weight::None if crossed => self.strokes.across_left(row, column),
                    _ => junction(weight, weight, across, across),
                };
                let character = sign.unwrap_or(run);
                line.push(character, if crossed { Paint::FOUND } else { between });
                if column < self.panel.width() {
                    line.push(if marked(right) { '[' } else { pad(right) }, self.pad_paint(right, crossed));
                }
            } else {
                let both = solid(left).filter(|_| solid(left) == solid(right));
                let (bracket, paint) = match (marked(left), marked(right)) {
                    (true, false) => (']', self.ground(left)),
                    (false, true) => ('[', self.ground(right)),
                    _ if crossed => (self.strokes.across_left(row, column), Paint::FOUND),
                    _ => (both.unwrap_or(' '), self.shared([left, right])),
                };
                line.push(bracket, paint);
            }
            if column < self.panel.width() {
                self.draw_symbol(&mut line, row, column);
            }
        }
        line
    }

    /// Draws the symbol of a cell: numbers right-aligned, everything else centred.
    fn draw_symbol(&self, line: &mut Line, row: usize, column: usize) {
        let symbol = &self.symbols[row][column];
        let (cell, ground) = (self.panel.cell(row, column), self.ground(self.panel.cell(row, column)));
        let blanks = self.symbol_width - symbol.chars().count();
        let number = symbol.chars().all(|c| c.is_ascii_digit());
        let before = if number { blanks } else { blanks / 2 };
        let arms = self.strokes.arms(row, column);
        if arms.any() {
            let side = |is: bool, length: usize, line: &mut Line, at: usize| {
                line.repeat(if is { self.strokes.across_left(row, at) } else { ' ' }, length, Paint::FOUND);
            };
            side(arms.left, before, line, column);
            if symbol.is_empty() || symbol == "·" {
                let heavy = |is: bool| if is { Weight::Heavy } else { Weight::None };
                let turn = junction(heavy(arms.up), heavy(arms.down), heavy(arms.left), heavy(arms.right));
                line.push(self.strokes.double_through(row, column).unwrap_or(turn), Paint::FOUND);
                side(arms.right, blanks - before - usize::from(symbol.is_empty()), line, column + 1);
            } else {
                line.text(symbol, cell.map_or(ground, |square| ground.foreground(square)));
                side(arms.right, blanks - before, line, column + 1);
            }
            return;
        }
        let fill = solid(cell).unwrap_or(' ');
        line.repeat(fill, before, ground);
        line.text(symbol, cell.map_or(ground, |square| ground.foreground(square)));
        line.repeat(fill, blanks - before, ground);
    }

    /// Returns the paint of the blanks beside a symbol.
    fn pad_paint(&self, cell: Option<&Square>, crossed: bool) -> Paint {
        if crossed && solid(cell).is_none() { Paint::FOUND } else { self.ground(cell) }
    }

    /// Draws the lines above a row.
    fn draw_seam(&self, row: usize) -> Line {
        let cell =
            |up: usize, left: usize| -> Option<&Square> { self.panel.cell(row.checked_sub(up)?, left.checked_sub(1)?) };
        let across = |column: Option<usize>| column.map_or(Weight::None, |column| self.above(row, column));
        let mut line = Line::default();
        for column in 0..=self.panel.width() {
            let (above, here) = (cell(1, column + 1), cell(0, column + 1));
            let (above_left, left) = (cell(1, column), cell(0, column));
            let up = row.checked_sub(1).map_or(Weight::None, |up| self.left_of(up, column));
            let down = self.left_of(row, column);
            let (west, east) = (across(column.checked_sub(1)), across(Some(column)));
            let run = |weight| junction(Weight::None, Weight::None, weight, weight);
            if self.columns[column] && column > 0 {
                line.push(run(west), self.shared([above_left, left]));
            }
            let meets = [up, down, west, east].iter().any(|&weight| weight != Weight::None);
            let all = [above_left, above, left, here];
            let dot = !meets && self.panel.lines == Lines::Points && all.iter().any(Option::is_some);
            let sign = self.panel.corners.get(&(row, column)).and_then(|sign| sign.chars().next());
            match sign.or(self.strokes.over_corner(row, column)) {
                Some(sign) if self.panel.corners.contains_key(&(row, column)) => line.push(sign, Paint::PLAIN),
                Some(diagonal) => line.push(diagonal, Paint::FOUND),
                None => line.push(if dot { '·' } else { junction(up, down, west, east) }, self.shared(all)),
            }
            if column < self.panel.width() {
                self.draw_between(&mut line, row, column, run(east), self.shared([above, here]));
            }
        }
        line
    }

    /// Draws the line above a cell, with crossing lines and texts.
    fn draw_between(&self, line: &mut Line, row: usize, column: usize, run: char, paint: Paint) {
        let room = usize::from(self.columns[column]);
        let length = self.symbol_width + room;
        let middle = room + (self.symbol_width - 1) / 2;
        let above = row.checked_sub(1).and_then(|row| self.panel.cell(row, column));
        let corner = self.panel.cell(row, column).map_or("", |square| square.corner.as_str());
        let mut corner = corner.chars();
        for index in 0..length {
            let sign = above.and_then(|square| square.below.chars().next()).filter(|_| index == middle);
            let weight = self.above(row, column);
            if let Some(character) = corner.next() {
                line.push(character, Paint::PLAIN);
            } else if self.strokes.crosses_above(row, column) && index == middle {
                let run = match weight {
                    Weight::None if self.strokes.is_double_above(row, column) => '║',
                    _ => junction(Weight::Heavy, Weight::Heavy, weight, weight),
                };
                line.push(run, Paint::FOUND);
            } else {
                line.push(sign.unwrap_or(run), paint);
            }
        }
    }

    /// Returns the line drawn at the left of a square.
    fn left_of(&self, row: usize, column: usize) -> Weight {
        let caged =
            self.same_cage(self.panel.cell(row, column), column.checked_sub(1).and_then(|c| self.panel.cell(row, c)));
        self.drawn(edges::left_of(self.panel, row, column), self.strokes.left_of(row, column), caged)
    }

    /// Returns the line drawn above a square.
    fn above(&self, row: usize, column: usize) -> Weight {
        let caged =
            self.same_cage(self.panel.cell(row, column), row.checked_sub(1).and_then(|r| self.panel.cell(r, column)));
        self.drawn(edges::above(self.panel, row, column), self.strokes.above(row, column), caged)
    }

    /// Returns whether two cells are in the same cage; false if there are no cages.
    fn same_cage(&self, one: Option<&Square>, other: Option<&Square>) -> bool {
        let cage = |square: Option<&Square>| square.and_then(|square| square.cage);
        cage(one).is_some() && cage(one) == cage(other)
    }

    fn drawn(&self, weight: Weight, found: bool, caged: bool) -> Weight {
        match weight {
            _ if found => Weight::Heavy,
            // Heavy lines are lines of the solution.
            Weight::Heavy if self.strokes.is_through() => Weight::Fine,
            Weight::Fine if self.compact || caged || self.strokes.is_through() => Weight::None,
            _ => weight,
        }
    }

    /// Returns the background of a cell.
    fn ground(&self, cell: Option<&Square>) -> Paint {
        cell.map_or(Paint::PLAIN, |square| {
            let piece = square.region.and_then(|region| self.colours.get(&region));
            Paint::ground(piece.copied(), square.ground, square.marked)
        })
    }

    /// Returns the background between cells: that of their piece, if they belong to one.
    fn shared<const N: usize>(&self, cells: [Option<&Square>; N]) -> Paint {
        let region = |cell: Option<&Square>| cell.and_then(|square| square.region);
        let same = cells.iter().all(|&cell| region(cell) == region(cells[0]));
        let piece = region(cells[0]).filter(|_| same).and_then(|region| self.colours.get(&region));
        piece.map_or(Paint::PLAIN, |&piece| Paint::ground(Some(piece), Ground::Plain, false))
    }
}
