//! The notation of patterns of presses.

use crate::lights_out::analyze::table::Sum;
use crate::lights_out::board::Board;
use crate::lights_out::draw;
use boardwright_base::board::Cell;
use boardwright_base::board::picture::{Mark, Panel, Square};
use serde_json::{Value, json};

/// The number of quiet patterns that are drawn.
const PATTERNS: usize = 8;

/// Returns all nonempty quiet patterns, where they are few; otherwise the first of a basis.
pub(super) fn shown(patterns: &[Vec<u8>], states: u8) -> Vec<Vec<u8>> {
    let all = 1u64.checked_shl(patterns.len() as u32).unwrap_or(u64::MAX);
    if states != 2 || all > PATTERNS as u64 {
        return patterns.iter().take(PATTERNS).cloned().collect();
    }
    let sum = |subset: u64| {
        let mut sum = vec![0; patterns[0].len()];
        for pattern in patterns.iter().enumerate().filter(|(index, _)| subset >> index & 1 == 1) {
            sum.iter_mut().zip(pattern.1).for_each(|(sum, &part): (&mut u8, &u8)| *sum ^= part);
        }
        sum
    };
    (1..all).map(sum).collect()
}

/// Draws a panel of presses.
pub(in crate::lights_out) fn pressed(board: &Board, title: &str, pattern: &[u8]) -> Panel {
    let cells: Vec<Cell> = board.cells().collect();
    let times = |cell: Cell| cells.binary_search(&cell).map_or(0, |index| pattern[index]);
    draw::panel(board, title, |cell| match times(cell) {
        0 => Square::default(),
        _ if board.states == 2 => Square::default().mark(Mark::Press),
        times => Square::default().mark(Mark::Press).text(times.to_string()),
    })
}

/// The numbers of lights and buttons: cells row by row from 1.
pub(super) struct Numbers(pub(super) Vec<Cell>);

impl Numbers {
    pub(super) fn new(board: &Board) -> Numbers {
        Numbers(board.cells().collect())
    }

    pub(super) fn of(&self, cell: Cell) -> usize {
        self.0.binary_search(&cell).map_or(0, |index| index + 1)
    }

    /// Formats `p21 + 2 p22`.
    pub(super) fn sum(&self, sum: &Sum, cells: &[Cell]) -> String {
        let term = |&(cell, often): &(usize, u8)| match often {
            1 => format!("p{}", self.of(cells[cell])),
            _ => format!("{often} p{}", self.of(cells[cell])),
        };
        sum.iter().map(term).collect::<Vec<String>>().join(" + ")
    }

    /// Formats `x1 = x2 = 0`, where there are any.
    pub(super) fn left_out(&self, left_out: &[usize], free: &[Cell]) -> Option<String> {
        let names: Vec<String> = left_out.iter().map(|&button| format!("x{}", self.of(free[button]))).collect();
        (!names.is_empty()).then(|| format!("  {} = 0", names.join(" = ")))
    }

    pub(super) fn list(&self, buttons: &[usize], free: &[Cell]) -> Vec<usize> {
        buttons.iter().map(|&button| self.of(free[button])).collect()
    }

    /// Returns `{"x": 3, "p": [22]}`; with more than two states `"p": [[22, 2]]`, with the multiplicity of each.
    pub(super) fn formulas(
        &self,
        formulas: &[(usize, Sum)],
        free: &[Cell],
        cell: impl Fn(usize) -> Cell,
        states: u8,
    ) -> Vec<Value> {
        let light = |&(index, often): &(usize, u8)| match states {
            2 => json!(self.of(cell(index))),
            _ => json!([self.of(cell(index)), often]),
        };
        let formula = |(button, sum): &(usize, Sum)| json!({ "x": self.of(free[*button]), "p": sum.iter().map(light).collect::<Vec<Value>>() });
        formulas.iter().map(formula).collect()
    }
}
