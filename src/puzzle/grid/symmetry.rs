//! The symmetries of a grid: turns, flips and, on a torus, shifts that keep its cells, what is given and printed, and its rules.
//!
//! A rule is kept when its sets become its sets, with the same numbers; where the order of a set matters, in the same order.
//! This is cautious: a symmetry that no comparison of sets shows is not used.

use super::Grid;
use super::rule::{Place, Rule, Set, Told};
use super::vocabulary::{Atom, Test, Vocabulary};
use crate::board::Cell;
use crate::board::symmetry::{Frame, Group, Permutation, symmetries};
use std::collections::BTreeMap;

/// Where lines go under a permutation of places.
pub(super) struct LineTable {
    width: usize,
    /// By line: the places of its ends (cells, or the corners as places of the larger board of points).
    ends: Vec<[Cell; 2]>,
    by_ends: BTreeMap<[Cell; 2], usize>,
    /// Whether the ends are cells.
    through_cells: bool,
    /// For corners: the cells beside each line, which say where it goes.
    sides: Vec<[Option<Cell>; 2]>,
    by_sides: BTreeMap<Vec<Option<Cell>>, Vec<usize>>,
}

pub(super) fn line_table(vocabulary: &Vocabulary) -> LineTable {
    let terrain = &vocabulary.terrain;
    let mut table = LineTable {
        width: terrain.width,
        ends: Vec::new(),
        by_ends: BTreeMap::new(),
        through_cells: true,
        sides: Vec::new(),
        by_sides: BTreeMap::new(),
    };
    let Some(lines) = &vocabulary.lines else { return table };
    table.through_cells = lines.through_cells();
    for (index, line) in lines.lines.iter().enumerate() {
        let mut ends = line.ends.map(|point| lines.points[point]);
        ends.sort_unstable();
        let mut sides = line.cells.map(|cell| cell.map(|cell| terrain.cells[cell]));
        sides.sort_unstable();
        table.by_ends.insert(ends, index);
        table.by_sides.entry(sides.to_vec()).or_default().push(index);
        table.ends.push(ends);
        table.sides.push(sides);
    }
    table
}

impl LineTable {
    fn moved(&self, at: Cell, by: &Permutation) -> Cell {
        let image = by.image(at.row * self.width + at.column);
        Cell::new(image / self.width, image % self.width)
    }

    /// The image of a line; `None` where it cannot be told: a side of the board that belongs to one cell with several.
    pub(super) fn image(&self, line: usize, by: &Permutation) -> Option<usize> {
        if self.through_cells {
            let mut ends = self.ends[line].map(|at| self.moved(at, by));
            ends.sort_unstable();
            return self.by_ends.get(&ends).copied();
        }
        let mut sides = self.sides[line].map(|side| side.map(|at| self.moved(at, by)));
        sides.sort_unstable();
        let found = self.by_sides.get(&sides.to_vec())?;
        match found[..] {
            [one] => Some(one),
            // Several sides of one cell at the edge: told apart by their neighbours along the edge.
            _ => self.by_direction(line, by, found),
        }
    }

    fn by_direction(&self, line: usize, by: &Permutation, among: &[usize]) -> Option<usize> {
        // The corner of a line at the edge lies between cells; move the cell's centre and the line's midpoint together by
        // looking at where the cell's inner neighbours go.
        let cell = self.sides[line].iter().flatten().next().copied()?;
        let outward = self.outward(line, cell);
        let image = self.moved(cell, by);
        let inner = cell.offset(-outward.0, -outward.1, usize::MAX / 2, usize::MAX / 2)?;
        if inner.column >= self.width || inner.row * self.width + inner.column >= by.points() {
            return None;
        }
        let inner_image = self.moved(inner, by);
        let away = (image.row as i64 - inner_image.row as i64, image.column as i64 - inner_image.column as i64);
        among.iter().copied().find(|&other| self.outward(other, image) == away)
    }

    /// From the cell to the other side of a line beside it.
    fn outward(&self, line: usize, cell: Cell) -> (i64, i64) {
        let [a, b] = self.ends[line];
        if a.row == b.row {
            (if a.row == cell.row { -1 } else { 1 }, 0)
        } else {
            (0, if a.column == cell.column { -1 } else { 1 })
        }
    }
}

/// What the solution and the printed board say in words that a symmetry has to keep.
pub(super) fn group(grid: &Grid) -> Result<Group, String> {
    let vocabulary = &grid.vocabulary;
    let terrain = &vocabulary.terrain;
    if grid.rules.iter().any(|rule| rule.conditions.iter().any(|c| c.tests().iter().any(|t| turns(t)))) {
        // What is straight stays straight; nothing to do, but tests of single marks with arrows would need turning.
    }
    let frame = match terrain.wrap {
        true if terrain.cells.len() == terrain.height * terrain.width => Frame::torus(terrain.height, terrain.width),
        true => return Err("the symmetries of a torus with holes are not worked out".into()),
        false => Frame::flat(terrain.height, terrain.width, terrain.cells.iter().copied()),
    };
    let lines = line_table(vocabulary);
    let known: Vec<BTreeMap<String, usize>> =
        grid.rules.iter().map(|rule| signatures(grid, rule, None, &lines)).collect();
    let printed = printed(grid);
    let places = terrain.height * terrain.width;
    let picture = printed.clone();
    let keeps = |by: &Permutation| {
        if vocabulary.lines.as_ref().is_some_and(|l| (0..l.lines.len()).any(|line| lines.image(line, by).is_none())) {
            return false;
        }
        grid.rules.iter().zip(&known).all(|(rule, known)| signatures(grid, rule, Some(by), &lines) == *known)
    };
    debug_assert_eq!(picture.len(), places);
    symmetries(&frame, &picture, |_, by| keeps(by))
}

fn turns(test: &Test) -> bool {
    test.any.iter().any(|(_, atom)| matches!(atom, Atom::Lines(_)))
}

/// By place: a number for all that is given and printed there.
fn printed(grid: &Grid) -> Vec<u32> {
    let vocabulary = &grid.vocabulary;
    let mut words: BTreeMap<String, u32> = BTreeMap::new();
    let word = |at: Cell| {
        let id = vocabulary.terrain.id(at);
        let mut text = String::from(if id.is_some() { "cell" } else { "wall" });
        for layer in &vocabulary.layers {
            let given = id.and_then(|id| layer.given[id]);
            text.push_str(&given.map_or("|".to_string(), |(value, _)| format!("|{value}")));
        }
        for picture in &grid.pictures_tested() {
            let mark = vocabulary.mark(*picture, at);
            text.push_str(&mark.map_or("|".to_string(), |mark| format!("|{}", mark.text)));
        }
        text
    };
    vocabulary
        .terrain
        .places()
        .map(|at| {
            let next = words.len() as u32;
            *words.entry(word(at)).or_insert(next)
        })
        .collect()
}

/// The sets of a rule after a permutation, each as a text that says all that matters of it, with how often it is there.
fn signatures(grid: &Grid, rule: &Rule, by: Option<&Permutation>, lines: &LineTable) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    for set in &rule.sets {
        *found.entry(signature(grid, rule, set, by, lines)).or_insert(0) += 1;
    }
    found
}

fn signature(grid: &Grid, rule: &Rule, set: &Set, by: Option<&Permutation>, lines: &LineTable) -> String {
    let vocabulary = &grid.vocabulary;
    let moved = |at: Cell| by.map_or(at, |by| lines.moved(at, by));
    let cell = |id: usize| moved(vocabulary.terrain.cells[id]).to_string();
    let mut members: Vec<String> = set
        .members
        .iter()
        .map(|member| {
            let line = |line: usize| by.map_or(Some(line), |by| lines.image(line, by));
            let place = match member.place {
                Place::Cell(id) => cell(id),
                Place::Line(index) => line(index).map_or("?".into(), |index| format!("line {index}")),
            };
            let before: Vec<String> = match rule.until {
                Some(_) => member.before.iter().map(|&id| cell(id)).collect(),
                None => Vec::new(),
            };
            let through = member.through.map(|index| line(index).map_or("?".into(), |index| index.to_string()));
            format!("{place}{before:?}{through:?}")
        })
        .collect();
    if !rule.conditions.iter().any(|condition| condition.ordered()) {
        members.sort();
    }
    let numbers: Vec<String> = rule
        .conditions
        .iter()
        .flat_map(|condition| condition.numbers())
        .map(|number| match number.of(vocabulary, set) {
            Told::Nothing => ".".to_string(),
            Told::Number(number) => number.to_string(),
            Told::Numbers(numbers) => format!("{numbers:?}"),
            Told::Value(id) => format!("value of {}", cell(id)),
        })
        .collect();
    // Which cell a set belongs to matters only where the rule asks about it.
    let own = set.own.filter(|_| rule.when.is_some()).map(moved);
    format!("{own:?} {members:?} {numbers:?}")
}
