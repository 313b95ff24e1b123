//! The picture of a grid: values, what is given and printed, regions, lines.

use super::position::Position;
use super::{Grid, solution};
use crate::board::Cell;
use crate::board::picture::{Panel, Picture, Square};
use crate::solution::Solution;

/// The puzzle with what is found.
pub(super) fn solution(grid: &Grid, found: &Solution) -> Picture {
    let vocabulary = &grid.vocabulary;
    let position = solution::read(vocabulary, found.candidate()).ok().map(|(values, lines)| Position {
        vocabulary,
        values,
        lines,
    });
    picture(grid, position.as_ref())
}

/// The puzzle alone.
pub(super) fn givens(grid: &Grid) -> Picture {
    picture(grid, None)
}

fn picture(grid: &Grid, position: Option<&Position<'_>>) -> Picture {
    let vocabulary = &grid.vocabulary;
    let terrain = &vocabulary.terrain;
    let square = |at: Cell| {
        let Some(id) = terrain.id(at) else { return Square::hole() };
        let mut square = Square::new(0);
        if let Some(layer) = vocabulary.layers.first() {
            let given = layer.given[id].map(|(value, _)| value);
            let value = position.map(|position| position.values[0][id]).or(given);
            let text = value.map_or("", |value| layer.values[value].as_str());
            square.text = if text == "." { String::new() } else { text.to_string() };
            square.given = given.is_some();
        }
        square
    };
    let row = |row: usize| (0..terrain.width).map(|column| square(Cell::new(row, column))).collect();
    Picture {
        panels: vec![Panel { rows: (0..terrain.height).map(row).collect(), ..Panel::default() }],
        captions: Vec::new(),
    }
}
