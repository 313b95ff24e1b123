//! The picture of a grid: values, given and printed marks, regions, lines, lists beside the board.
//!
//! The rules decide how a picture is drawn (`roles`). Where rules use its regions, heavy lines separate them (the first such
//! picture) or they have broken outlines (the second). Circles (`o`, `w`, `b`) are drawn as circles; other marks are
//! in the middle of the cell, or small in its corner where the cell shows a value. Walls are solid where they end a
//! run or have a mark, and holes elsewhere. Names in `hidden` are left out.

mod beside;
mod colours;
mod diagonals;
mod levels;
mod paths;
mod pieces;
mod roles;
mod figures;
mod signs;
mod implied;
mod tiles;

use self::roles::Role;
use self::signs::{corner, stretched};
use super::Grid;
use super::position::Position;
use super::rule::{Element, Key};
use super::symbols::{Layer, Site};
use super::topology::{LineKind, Lines as Drawn};
use boardwright_base::board::Cell;
use boardwright_base::board::names::SetName;
use boardwright_base::board::picture::{Ground, Lines, Mark, Outlines, Panel, Picture, Square, Stroke, colour};
use boardwright_base::board::signs::{circle, dot, ring, ways, with_arrow};
use boardwright_base::board::tiling::Tiling;
use boardwright_puzzle::solution::Solution;
use std::collections::{BTreeMap, BTreeSet};

/// The most places of a board that is drawn in detail; a larger one has one character per cell.
const MAX_DETAILED_PLACES: usize = 10_000;

/// Draws the puzzle with a solution.
pub(super) fn solution(grid: &Grid, found: &Solution) -> Picture {
    let symbols = &grid.symbols;
    let board = found.candidate();
    picture(grid, Some(&Position { symbols, values: &board.layers, lines: &board.lines }))
}

/// Draws the puzzle alone.
pub(super) fn givens(grid: &Grid) -> Picture {
    picture(grid, None)
}

/// Draws the puzzle alone, with the tiles and the pieces that are to be placed.
pub(super) fn puzzle(grid: &Grid) -> Picture {
    let mut picture = givens(grid);
    picture.panels.extend(tiles::panel(grid));
    picture.panels.extend(pieces::panels(grid));
    picture
}

/// Draws the board with these values of the first layer.
pub fn filled(grid: &Grid, values: &[u16]) -> Panel {
    let (symbols, values) = (&grid.symbols, [values.to_vec()]);
    let position = Position { symbols, values: &values, lines: &[] };
    let drawing = Drawing::new(grid, Some(&position));
    drawing.panel()
}

fn picture(grid: &Grid, position: Option<&Position<'_>>) -> Picture {
    let drawing = Drawing::new(grid, position);
    let topology = &grid.symbols.topology;
    let panels = match &topology.tiling {
        _ if topology.height * topology.width > MAX_DETAILED_PLACES => vec![drawing.dense()],
        Tiling::Cubes { rows } => levels::beside_each_other(&grid.symbols, position, drawing.panel(), *rows),
        _ => vec![drawing.panel()],
    };
    Picture { panels, captions: tiles::captions(&grid.symbols) }
}

struct Drawing<'g> {
    grid: &'g Grid,
    position: Option<&'g Position<'g>>,
    /// The layers that are shown; the first is in the middle of cells.
    layers: Vec<usize>,
    /// By picture.
    roles: Vec<Role>,
    /// Cells whose printed mark is their value by the rules about them alone.
    implied: BTreeSet<usize>,
    /// By place: the number of its block or region, between heavy lines.
    regions: BTreeMap<Cell, usize>,
    /// By place: the text of the region or cage that begins there.
    totals: BTreeMap<Cell, String>,
    /// Whether walls without marks are solid, too.
    solid: bool,
    /// By wall: the numbers for the runs below and to the right of it.
    halves: BTreeMap<Cell, [String; 2]>,
    /// Whether the board is a chessboard: chess pieces, and nothing printed.
    chess: bool,
    /// Whether the outermost cells are given as filled, only so that rules see the edge of the board; they are not drawn.
    rim: bool,
    /// Whether the solution turns the signs of lines that are printed.
    turns: bool,
}

impl<'g> Drawing<'g> {
    fn new(grid: &'g Grid, position: Option<&'g Position<'g>>) -> Drawing<'g> {
        let symbols = &grid.symbols;
        let topology = &symbols.topology;
        let sets = || grid.rules.iter().flat_map(|rule| &rule.sets);
        let in_blocks = || sets().filter(|set| set.key == Key::Block);
        let blocks: BTreeSet<&SetName> = in_blocks().map(|set| &set.name).collect();
        let mut regions = BTreeMap::new();
        for set in in_blocks() {
            let number = blocks.iter().position(|&name| *name == set.name).unwrap_or(0);
            for member in &set.members {
                if let Element::Cell(cell) = member.element {
                    regions.entry(topology.cells[cell]).or_insert(number);
                }
            }
        }
        let roles = roles::of(grid, !blocks.is_empty());
        if let Some(picture) = roles.iter().position(|&role| role == Role::Regions) {
            let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
            for at in topology.places() {
                if let Some(mark) = symbols.mark(picture, at) {
                    let next = numbers.len() + 1;
                    regions.insert(at, *numbers.entry(&mark.text).or_insert(next));
                }
            }
        }
        let stops = |set: &super::rule::Set| {
            set.members.iter().any(|member| member.ways.iter().any(|way| !way.is_empty()))
                || matches!(set.key, Key::Side("across" | "down", _))
        };
        let mut drawing = Drawing {
            grid,
            position,
            layers: (0..symbols.layers.len()).filter(|&layer| symbols.shows(symbols.layers[layer].called())).collect(),
            roles,
            implied: BTreeSet::new(),
            regions,
            totals: BTreeMap::new(),
            solid: sets().any(stops),
            halves: BTreeMap::new(),
            chess: false,
            rim: false,
            turns: false,
        };
        let values = || drawing.layers.iter().flat_map(|&layer| &symbols.layers[layer].values);
        let only_pieces = values().all(|value| value == "." || drawing.piece(value).is_some());
        let bare = drawing.roles.iter().all(|&role| role == Role::Hidden) && drawing.regions.is_empty();
        drawing.chess = only_pieces && values().count() > 0 && bare;
        drawing.rim = drawing.rim();
        drawing.turns = drawing.turns();
        // Groups of the values of the first layer.
        if let Some(position) = position.filter(|_| grid.uses.same && drawing.layers.first() == Some(&0)) {
            // Groups of equal values: neighbours with the same value are in one group.
            let values = topology.cells.iter().zip(&position.values[0]);
            drawing.regions = values.map(|(&at, &value)| (at, usize::from(value))).collect();
        }
        drawing.implied = drawing.implied();
        drawing.totals = drawing.totals();
        drawing.halves = drawing.halves();
        drawing
    }

    /// Draws one character per cell.
    fn dense(&self) -> Panel {
        let topology = &self.grid.symbols.topology;
        let lines = self.grid.symbols.lines.as_ref().zip(self.position);
        let lined = |cell: usize| lines.is_some_and(|(all, at)| all.at_cell[cell].iter().any(|&line| at.lines[line]));
        let character = |at: Cell| match topology.id(at).map(|cell| (cell, self.first(cell))) {
            None => '_',
            Some((_, Some((layer, value, _)))) => match layer.values[value].chars().next().filter(char::is_ascii) {
                Some('_') | None => '#',
                Some(character) => character,
            },
            Some((cell, None)) if lined(cell) => '#',
            Some(_) => '.',
        };
        let row = |row: usize| (0..topology.width).map(|column| character(Cell::new(row, column))).collect();
        Panel { dense: (0..topology.height).map(row).collect(), ..Panel::default() }
    }

    fn panel(&self) -> Panel {
        let symbols = &self.grid.symbols;
        let topology = &symbols.topology;
        let row = |row: usize| (0..topology.width).map(|column| self.square(Cell::new(row, column))).collect();
        let is_diagonal = |step: &(i64, i64)| step.0.abs() == 1 && step.1.abs() == 1;
        let strokes = symbols.lines.as_ref().zip(self.position);
        let mut panel = Panel {
            rows: (0..topology.height).map(row).collect(),
            lines: match symbols.lines.as_ref().map(|lines| &lines.kind) {
                Some(LineKind::Borders) => Lines::Points,
                Some(LineKind::Moves(steps)) if steps.iter().all(is_diagonal) => Lines::Centres,
                _ => Lines::All,
            },
            strokes: strokes.map_or(Vec::new(), |(lines, position)| self.strokes(lines, position)),
            double: self.double(),
            margins: self.margins(),
            paths: self.paths(),
            outlines: Outlines::of(&topology.tiling, topology.height, topology.width),
            ..Panel::default()
        };
        for (name, marks) in symbols.between.iter().filter(|(name, _)| symbols.shows(name)) {
            let anywhere = symbols.anywhere.iter().any(|picture| picture.name == *name);
            let dots = anywhere || marks.values().all(|mark| dot(&mark.text).is_some());
            for (site, mark) in marks {
                let Site::Between(cells) = site else {
                    panel.corners.extend(corner(site, mark));
                    continue;
                };
                let [from, to] = cells.map(|cell| topology.cells[cell]);
                let square = &mut panel.rows[from.row][from.column];
                let beside = from.row == to.row;
                let sign = match mark.text.as_str() {
                    _ if symbols.figures.contains_key(name) => stretched(symbols.figures[name], beside),
                    "^" if !beside => "∧",
                    "v" if !beside => "∨",
                    other => dot(other).filter(|_| dots).unwrap_or(other),
                };
                if beside {
                    square.right = sign.into();
                } else {
                    square.below = sign.into();
                }
            }
        }
        panel
    }

    /// Returns the cells at which lines are drawn double.
    fn double(&self) -> BTreeSet<(usize, usize)> {
        let Some((test, position)) = self.grid.uses.double.as_ref().zip(self.position) else { return BTreeSet::new() };
        let cells = self.grid.symbols.topology.cells.iter().enumerate();
        let double = cells.filter(|&(cell, _)| position.passes(Element::Cell(cell), test));
        double.map(|(_, at)| (at.row, at.column)).collect()
    }

    /// Returns the value of a cell in the first layer that is shown.
    fn first(&self, cell: usize) -> Option<(&'g Layer, usize, bool)> {
        self.value(*self.layers.first()?, cell)
    }

    /// Returns the value of a cell in a layer, and whether it is given.
    fn value(&self, layer: usize, cell: usize) -> Option<(&'g Layer, usize, bool)> {
        let of = self.grid.symbols.layers.get(layer).filter(|of| of.is_held[cell])?;
        let given = of.given[cell].map(|(value, _)| value);
        let value = self.position.map(|position| position.value_at(layer, cell)).or(given)?;
        Some((of, value, given.is_some()))
    }

    fn square(&self, at: Cell) -> Square {
        let symbols = &self.grid.symbols;
        let (printed, circle) = self.printed(at);
        let Some(cell) = symbols.topology.id(at) else { return self.wall(at, printed, circle) };
        if self.rim && self.is_outermost(at) {
            return Square::hole();
        }
        let mut square = Square::new(self.regions.get(&at).copied().unwrap_or(0));
        if self.chess && (at.row + at.column) % 2 == 1 {
            square.ground = Ground::Dark;
        }
        if let Some((layer, value, given)) = self.first(cell) {
            square.given = given;
            self.show(&mut square, &layer.values, value);
        }
        let implied = self.implied.contains(&cell);
        // A chess piece of the solution stays one, no matter what is printed under it.
        let is_print = square.mark == Mark::None || implied;
        square.mark = circle.unwrap_or(square.mark);
        // Where a line passes, the line shows the value; a clue that equals the value need not be shown twice.
        let through = symbols.lines.as_ref().zip(self.position).is_some_and(|(lines, position)| {
            lines.through_cells() && lines.at_cell[cell].iter().any(|&line| position.lines[line])
        });
        if through && !square.given {
            // The line is in the middle: a value is beside it.
            square.given = !printed.is_empty();
            square.corner = std::mem::replace(&mut square.text, printed);
        } else if square.text.is_empty() {
            square.given |= is_print && !printed.is_empty();
            square.text = printed;
        } else if printed == square.text && (square.given || implied) {
            square.given = true;
        } else {
            square.corner = printed;
        }
        let mut marks = (0..self.roles.len()).filter_map(|picture| symbols.mark(picture, at));
        if square.ground == Ground::Plain && marks.any(|mark| self.is_shade(&mark.text)) {
            square.ground = Ground::Stone;
        }
        if let Some(tint) = self.tint(at).filter(|_| square.ground == Ground::Plain) {
            square.ground = Ground::Tinted(tint);
        }
        square.figure = self.figure(&square, at);
        square.under = self.under(at);
        square.small = square.mark != Mark::None && self.is_anywhere(at);
        if let Tiling::Graph(edges) = &symbols.topology.tiling {
            let name = edges.names[at.row * edges.width + at.column].clone();
            let to = if square.text.is_empty() { &mut square.text } else { &mut square.corner };
            if to.is_empty() && square.mark == Mark::None {
                *to = name;
            }
        }
        if let Some(total) = self.totals.get(&at) {
            let apart = if square.corner.is_empty() { "" } else { " " };
            square.corner = format!("{total}{apart}{}", square.corner);
        }
        let cages = (0..self.roles.len()).find(|&picture| self.roles[picture] == Role::Cages);
        if let Some(mark) = cages.and_then(|picture| symbols.mark(picture, at)) {
            let known = symbols.pictures[cages.unwrap_or(0)].marks.iter().flatten();
            square.cage = known.map(|other| &other.text).position(|text| *text == mark.text);
        }
        for &layer in self.layers.iter().skip(1) {
            let Some((of, value, _)) = self.value(layer, cell) else { continue };
            match self.grid.symbols.colours.get(&of.values[value]).copied().or_else(|| named(&of.values[value])) {
                Some(tint) if square.ground == Ground::Plain => square.ground = Ground::Tinted(tint),
                _ if of.values[value] == "." => {}
                _ if square.second.is_empty() => square.second.clone_from(&of.values[value]),
                _ => square.second = format!("{} {}", square.second, of.values[value]),
            }
        }
        square
    }

    /// Returns the marks of pictures at a place: texts, and a circle.
    fn printed(&self, at: Cell) -> (String, Option<Mark>) {
        let (mut texts, mut mark) = (Vec::new(), None);
        for (picture, &role) in self.roles.iter().enumerate() {
            let Some(text) = self.grid.symbols.mark(picture, at).map(|mark| mark.text.as_str()) else { continue };
            if self.filled(text).is_some() {
                continue;
            }
            let round = match role {
                Role::Circles => circle(text),
                Role::Numbered => ring(text),
                Role::Texts => None,
                Role::Regions | Role::Cages | Role::Tinted | Role::Hidden => continue,
            };
            match round {
                Some(_) => mark = mark.or(round),
                None if self.is_shade(text) => {}
                None if self.turns && ways(text).is_some() => {}
                None => texts.push(with_arrow(text)),
            }
        }
        (texts.join(" "), mark)
    }

    /// Draws a value of the first layer.
    fn show(&self, square: &mut Square, values: &[String], value: usize) {
        let text = values[value].as_str();
        let pieces = values.iter().all(|value| value == "." || circle(value).is_some());
        let tint = self.grid.symbols.colours.get(text).copied().map(Ground::Tinted);
        match text {
            "." => return,
            "#" => square.ground = tint.unwrap_or(Ground::Filled),
            _ if self.is_shade(text) => square.ground = tint.unwrap_or(Ground::Stone),
            _ if self.piece(text).is_some() => square.mark = self.piece(text).unwrap_or_default(),
            _ if pieces => square.mark = circle(text).unwrap_or_default(),
            _ => {
                square.text = text.to_string();
                square.ground = named(text).map_or(square.ground, Ground::Tinted);
            }
        }
        square.ground = tint.unwrap_or(square.ground);
    }

    /// Returns the chess piece of a value, by its letter: the one whose move some rule uses; `Q` is always a queen.
    fn piece(&self, value: &str) -> Option<Mark> {
        let moves = |name: &str| self.grid.uses.words.contains(name);
        match value {
            "Q" => Some(Mark::Queen),
            "R" if moves("rook") => Some(Mark::Rook),
            "B" if moves("bishop") => Some(Mark::Bishop),
            "K" if moves("king") => Some(Mark::King),
            "N" | "K" if moves("knight") => Some(Mark::Knight),
            _ => None,
        }
    }

    /// Draws a place without a cell: a wall, or nothing.
    fn wall(&self, at: Cell, printed: String, circle: Option<Mark>) -> Square {
        let halves = self.halves.get(&at).cloned();
        if !self.solid && printed.is_empty() && circle.is_none() && halves.is_none() {
            return Square::hole();
        }
        if matches!(printed.as_str(), "/" | "\\") && circle.is_none() {
            // A mirror is no wall: views go on.
            let region = self.regions.get(&at).copied().unwrap_or(0);
            let mut mirror = Square { text: printed, given: true, halves, ..Square::new(region) };
            mirror.figure = self.figure(&mirror, at);
            return mirror;
        }
        let layers = &self.grid.symbols.layers;
        let filled = layers.first().is_some_and(|layer| layer.values.iter().any(|value| value == "#"));
        let ground = if filled { Ground::Stone } else { Ground::Wall };
        let mark = circle.unwrap_or_default();
        Square { region: Some(usize::MAX), ground, mark, text: printed, given: true, halves, ..Square::default() }
    }

    /// Returns the lines that are present.
    fn strokes(&self, lines: &Drawn, position: &Position<'_>) -> Vec<Stroke> {
        (0..lines.lines.len()).filter(|&index| position.lines[index]).flat_map(|index| stroke(lines, index)).collect()
    }
}

/// Returns the colour that a value is the name of.
fn named(value: &str) -> Option<[u8; 3]> {
    colour(value).filter(|_| !value.starts_with('#'))
}

/// Draws a line.
pub(super) fn stroke(lines: &Drawn, index: usize) -> Vec<Stroke> {
    let ends = lines.lines[index].ends;
    let half = |point: usize| lines.drawn[point];
    let [a, b] = ends.map(half);
    if lines.kind != LineKind::Links || !lines.is_torus() || a.0.abs_diff(b.0) + a.1.abs_diff(b.1) <= 2 {
        return vec![[a, b]];
    }
    // Across the edge of a torus: to the edge at both ends.
    let to_edge = |point: usize| {
        let (from, step) = (half(point), lines.direction(index, point));
        [from, (from.0.saturating_add_signed(step.0 as isize), from.1.saturating_add_signed(step.1 as isize))]
    };
    ends.map(to_edge).to_vec()
}
