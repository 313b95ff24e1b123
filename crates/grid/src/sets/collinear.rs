//! The cells on one straight line of any slope: `each = "straight"`.
//!
//! A board of 3x3 squares has eight such lines of three cells, a cube of 27 cells has 49.

use super::builder::SetBuilder;
use super::parts::{in_order, set};
use crate::rule::{Key, Set};
use boardwright_base::board::Cell;
use boardwright_base::board::names::SetName;
use boardwright_base::board::tiling::Tiling;
use std::collections::{BTreeMap, BTreeSet};

/// Returns the maximal sets of three collinear cells or more.
pub(super) fn straights(builder: &SetBuilder<'_>) -> Vec<Set> {
    let topology = &builder.topology;
    if topology.tiling != Tiling::Square {
        return in_space(builder);
    }
    // Two cells are on one line only, so no set is found twice.
    let mut found: Vec<Vec<usize>> = Vec::new();
    let (height, width) = (topology.height as i64, topology.width as i64);
    // The first and the last of three cells are two steps apart.
    for rows in (0..height).take_while(|rows| 2 * rows < height) {
        for columns in (-width + 1..width).filter(|columns| 2 * columns.abs() < width) {
            if gcd(rows, columns.abs()) != 1 || (rows == 0 && columns < 0) {
                continue;
            }
            if builder.is_stopped() {
                return Vec::new();
            }
            for at in topology.places() {
                if at.offset(-rows, -columns, topology.height, topology.width).is_some() {
                    continue;
                }
                let line =
                    std::iter::successors(Some(at), |at| at.offset(rows, columns, topology.height, topology.width));
                let cells = in_order(topology, line);
                if cells.len() > 2 {
                    found.push(cells);
                }
            }
        }
    }
    found.sort_unstable();
    let name = |cells: &[usize]| SetName::Run(topology.cells[cells[0]], topology.cells[cells[cells.len() - 1]]);
    found.into_iter().map(|cells| set(name(&cells), None, Key::None, cells)).collect()
}

/// Returns the maximal sets of three collinear hexagons or cubes: by their direction and the first point of the line.
fn in_space(builder: &SetBuilder<'_>) -> Vec<Set> {
    let topology = &builder.topology;
    let points: Vec<[i64; 3]> = topology.cells.iter().map(|&at| point(&topology.tiling, at)).collect();
    let mut lines: BTreeMap<[[i64; 3]; 2], BTreeSet<usize>> = BTreeMap::new();
    for (a, from) in points.iter().enumerate() {
        if builder.is_stopped() {
            return Vec::new();
        }
        for (b, to) in points.iter().enumerate().skip(a + 1) {
            let step = [0, 1, 2].map(|axis| to[axis] - from[axis]);
            let parts = step.iter().fold(0, |parts, part| gcd(parts, part.abs()));
            let step = step.map(|part| part / parts);
            // The point of the line that is closest to the start of the first axis that changes.
            let Some(axis) = (0..3).find(|&axis| step[axis] != 0) else { continue };
            let steps = from[axis].div_euclid(step[axis]);
            let first = [0, 1, 2].map(|other| from[other] - steps * step[other]);
            lines.entry([step, first]).or_default().extend([a, b]);
        }
    }
    let mut found: Vec<Vec<usize>> = lines.into_values().map(|cells| cells.into_iter().collect()).collect();
    found.retain(|cells| cells.len() > 2);
    found.sort_unstable();
    let name = |cells: &[usize]| SetName::Run(topology.cells[cells[0]], topology.cells[cells[cells.len() - 1]]);
    found.into_iter().map(|cells| set(name(&cells), None, Key::None, cells)).collect()
}

/// The level, row and column of a cube; the coordinates of a hexagon.
fn point(tiling: &Tiling, at: Cell) -> [i64; 3] {
    match tiling {
        Tiling::Cubes { rows } => [(at.row / rows) as i64, (at.row % rows) as i64, at.column as i64],
        _ => {
            let (row, column) = tiling.coordinates(at);
            [0, row, column]
        }
    }
}

/// Returns the greatest common divisor.
pub(in super::super) fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
