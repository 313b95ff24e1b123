//! The moves of a tiling by name: which steps lead from a place to its neighbours, and which way riders go.
//!
//! A wazir goes to the neighbours across a side, a king also across a corner, on every tiling.

use super::Tiling;
use crate::board::{Cell, reach};

/// A move that a tiling does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsupported {
    /// The moves that it has.
    pub known: &'static [&'static str],
}

const HEXAGONS: &[&str] = &["wazir", "king", "ferz", "dabbaba", "knight"];
const TRIANGLES: &[&str] = &["wazir", "king"];
const CUBES: &[&str] = &["wazir", "ferz", "unicorn", "king", "dabbaba", "knight", "alfil", "camel", "zebra", "giraffe"];

impl Tiling {
    /// Returns the steps of a move, or of several joined by `+`, each once.
    ///
    /// # Errors
    /// The moves of the tiling, where this is none of them.
    pub fn steps(&self, name: &str) -> Result<Vec<(i64, i64)>, Unsupported> {
        let mut found = Vec::new();
        for part in name.split('+') {
            found.extend(self.steps_of(part.trim()).ok_or(Unsupported { known: self.moves() })?);
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// Returns the steps across the sides of a place, each pair of neighbours once.
    pub fn sides(&self) -> Vec<(i64, i64)> {
        match self {
            Tiling::Square => vec![(0, 1), (1, 0)],
            _ => self.steps_of("wazir").unwrap_or_default(),
        }
    }

    /// The names of the moves.
    pub fn moves(&self) -> &'static [&'static str] {
        match self {
            Tiling::Square => reach::NAMES,
            Tiling::Hexagons(_) => HEXAGONS,
            Tiling::Triangles { .. } => TRIANGLES,
            Tiling::Cubes { .. } => CUBES,
            Tiling::Graph(_) => &["wazir"],
            Tiling::Polygons(_) => &["wazir", "king"],
        }
    }

    fn steps_of(&self, name: &str) -> Option<Vec<(i64, i64)>> {
        match self {
            Tiling::Square => reach::named(name).or_else(|| leaper(name).map(|(a, b)| reach::leaper(a, b))),
            Tiling::Hexagons(_) => of_hexagons(name),
            Tiling::Triangles { .. } => of_triangles(name),
            Tiling::Cubes { rows } => of_cubes(name, 2 * *rows as i64),
            Tiling::Graph(edges) if name == "wazir" => Some(numbered(0, &edges.neighbours)),
            Tiling::Graph(_) => None,
            Tiling::Polygons(polygons) => match name {
                "wazir" => Some(numbered(0, &polygons.neighbours)),
                "king" => Some([numbered(0, &polygons.neighbours), numbered(1, &polygons.touching)].concat()),
                _ => None,
            },
        }
    }

    /// Returns the directions of a rider: `rook`, `bishop`, `queen`, and `unicorn` in space.
    ///
    /// # Errors
    /// The riders of the tiling, where this is none of them.
    pub fn rides(&self, name: &str) -> Option<Result<Vec<(i64, i64)>, Unsupported>> {
        let known: &'static [&'static str] = match self {
            Tiling::Square | Tiling::Hexagons(_) => &["rook", "bishop", "queen"],
            Tiling::Triangles { .. } => &["rook"],
            Tiling::Cubes { .. } => &["rook", "bishop", "unicorn", "queen"],
            Tiling::Graph(_) | Tiling::Polygons(_) => &[],
        };
        if !["rook", "bishop", "queen", "unicorn"].contains(&name) || (name == "unicorn" && !known.contains(&name)) {
            return None;
        }
        if !known.contains(&name) {
            return Some(Err(Unsupported { known }));
        }
        let leaps = |names: &[&str]| names.iter().flat_map(|name| self.steps_of(name).unwrap_or_default()).collect();
        Some(Ok(match (self, name) {
            (Tiling::Triangles { .. }, _) => vec![(0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)],
            (_, "rook") => leaps(&["wazir"]),
            (_, "bishop") => leaps(&["ferz"]),
            (_, "unicorn") => leaps(&["unicorn"]),
            (Tiling::Cubes { .. }, _) => leaps(&["king"]),
            _ => leaps(&["wazir", "ferz"]),
        }))
    }
}

/// Returns a step to each place of the longest list.
fn numbered(way: i64, places: &[Vec<Cell>]) -> Vec<(i64, i64)> {
    let most = places.iter().map(Vec::len).max().unwrap_or(0);
    (1..=most as i64).map(|index| (way, index)).collect()
}

/// Parses `leaper 1 4`.
fn leaper(name: &str) -> Option<(i64, i64)> {
    let mut numbers = name.strip_prefix("leaper")?.split_whitespace().map(str::parse);
    match (numbers.next()?.ok()?, numbers.next()?.ok()?, numbers.next()) {
        (a, b, None) if (a, b) != (0, 0) => Some((a, b)),
        _ => None,
    }
}

/// The steps of hexagonal chess; a king goes to the six neighbours, which are those across corners as well.
fn of_hexagons(name: &str) -> Option<Vec<(i64, i64)>> {
    // The square of the distance between the centres of neighbours is 1.
    let at = |square: i64| {
        let steps = (-3..=3).flat_map(|r: i64| (-3..=3).map(move |c: i64| (r, c)));
        Some(steps.filter(|(r, c)| r * r + r * c + c * c == square).collect())
    };
    match name {
        "wazir" | "king" => at(1),
        "ferz" => at(3),
        "dabbaba" => at(4),
        "knight" => at(7),
        _ => None,
    }
}

/// The steps from a triangle that points up.
fn of_triangles(name: &str) -> Option<Vec<(i64, i64)>> {
    match name {
        "wazir" => Some(vec![(0, -1), (0, 1), (1, 0)]),
        // Around the apex, and around the two ends of the base.
        "king" => {
            let above = (-1..=1).map(|column| (-1, column));
            let beside = [-2, -1, 1, 2].map(|column| (0, column));
            let below = (-2..=2).map(|column| (1, column));
            Some(above.chain(beside).chain(below).collect())
        }
        _ => None,
    }
}

/// The steps whose three distances are those of the move, in any order and direction.
fn of_cubes(name: &str, level: i64) -> Option<Vec<(i64, i64)>> {
    let distances: &[[i64; 3]] = match name {
        "wazir" => &[[0, 0, 1]],
        "ferz" => &[[0, 1, 1]],
        "unicorn" => &[[1, 1, 1]],
        "king" => &[[0, 0, 1], [0, 1, 1], [1, 1, 1]],
        "dabbaba" => &[[0, 0, 2]],
        "knight" => &[[0, 1, 2]],
        "alfil" => &[[0, 2, 2]],
        "camel" => &[[0, 1, 3]],
        "zebra" => &[[0, 2, 3]],
        "giraffe" => &[[0, 1, 4]],
        _ => return None,
    };
    let most = distances.iter().flatten().copied().max().unwrap_or(0);
    let range = move || -most..=most;
    let steps = range().flat_map(|l| range().flat_map(move |r| range().map(move |c| [l, r, c])));
    let fits = |step: &[i64; 3]| {
        let mut sorted = step.map(i64::abs);
        sorted.sort_unstable();
        distances.contains(&sorted)
    };
    // A step of as many rows as a level has would end on another level.
    let inside = |step: &[i64; 3]| step[1].abs() < level / 2;
    Some(steps.filter(fits).filter(inside).map(|[l, r, c]| (l * level + r, c)).collect())
}
