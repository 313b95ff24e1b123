//! The orientations of the pictures of a move, on every shape of board.
//!
//! Each place of a picture becomes a step from its first place. A picture on squares is turned by quarter turns, one on hexagons
//! and triangles by sixths, and one on cubes in space. A step from a triangle that points down is reversed, so that a picture of
//! triangles always fits after a half turn, too. Imports the tilings of the board. Start with [`of`].

use super::board::Change;
use boardwright_base::board::Cell;
use boardwright_base::board::tiling::{Isometry, RowStarts, Tiling, turns_in_space, turns_in_the_plane};
use boardwright_model::{DrawnRow, Misplaced, Spanned, Value, hexagon_starts, triangle_starts, triangles};

/// Why a picture has no orientations on a shape.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum NoOrientation {
    /// Its rows do not lie as rows of the shape.
    #[error(transparent)]
    Misplaced(#[from] Misplaced),
    /// The vertices of a graph have no directions.
    #[error("pictures of moves are not supported for shape = \"graph\"")]
    Graph,
    /// A list of directions.
    #[error("a list of `directions` requires a board of squares")]
    Directions,
}

impl NoOrientation {
    /// Returns what to write instead.
    pub(super) fn help(&self) -> &'static str {
        match self {
            NoOrientation::Misplaced(misplaced) => misplaced.help,
            NoOrientation::Graph => "write `piece` and `by`, without `before` and `after`",
            NoOrientation::Directions => "write \"drawn\", \"rotations\", \"reflections\" or \"all\"",
        }
    }
}

/// Returns the pictures in all their orientations, `given` by `directions`; the places of `changes` are those of the picture.
///
/// # Errors
/// Why there is none.
pub(super) fn of(
    tiling: &Tiling,
    drawn: &[DrawnRow],
    given: Option<&Value>,
    changes: &[Change],
) -> Result<Vec<Vec<Change>>, NoOrientation> {
    if *tiling == Tiling::Square {
        return Ok(distinct(of_squares(given, changes)));
    }
    if matches!(tiling, Tiling::Graph(_) | Tiling::Polygons(_)) {
        return Err(NoOrientation::Graph);
    }
    if matches!(given, Some(Value::List(_))) {
        return Err(NoOrientation::Directions);
    }
    let word = given.and_then(Value::as_text).unwrap_or("drawn");
    let points = points(tiling, drawn, changes)?;
    let mut found = Vec::new();
    for by in turns(tiling, word) {
        let first_points_down = points.down != (by.is_odd && matches!(tiling, Tiling::Triangles { .. }));
        let turned = points.at.iter().map(|point| {
            let vector = [0, 1, 2].map(|axis| point[axis] - points.at[0][axis]);
            step(tiling, by.isometry.turn(vector), first_points_down)
        });
        let Some(steps) = turned.collect::<Option<Vec<(i64, i64)>>>() else { continue };
        found.push(changes.iter().zip(steps).map(|(change, at)| Change { at, ..change.clone() }).collect());
    }
    Ok(distinct(found))
}

/// Returns each orientation once: a row that is turned by 180 degrees is a row that is mirrored.
fn distinct(orientations: Vec<Vec<Change>>) -> Vec<Vec<Change>> {
    let mut found: Vec<Vec<Change>> = Vec::new();
    for orientation in orientations {
        let same = |other: &Vec<Change>| other.iter().zip(&orientation).all(|(one, other)| one.at == other.at);
        if !found.iter().any(same) {
            found.push(orientation);
        }
    }
    found
}

fn of_squares(given: Option<&Value>, changes: &[Change]) -> Vec<Vec<Change>> {
    // The corner of the picture may be `_`, no part of it, and then need not lie on the board.
    let (down, right) = changes.first().map_or((0, 0), |change| change.at);
    // By number of quarter turns, and whether it is mirrored before.
    let ways: Vec<(usize, bool)> = match given {
        Some(Value::Text(word)) => match word.as_str() {
            "rotations" => (0..4).map(|turn| (turn, false)).collect(),
            // Mirrored left to right; and top to bottom, which is a half turn of it.
            "reflections" => vec![(0, false), (0, true), (2, true)],
            "all" => (0..8).map(|way| (way % 4, way > 3)).collect(),
            _ => vec![(0, false)],
        },
        Some(Value::List(words)) => {
            let turn = |word: &Spanned<Value>| match word.value.as_text() {
                Some("down") => (1, false),
                Some("left") => (2, false),
                Some("up") => (3, false),
                _ => (0, false),
            };
            words.iter().map(turn).collect()
        }
        _ => vec![(0, false)],
    };
    let turned = |&(turns, mirrored): &(usize, bool)| {
        let place = |(row, column): (i64, i64)| {
            let first = if mirrored { (row, -column) } else { (row, column) };
            (0..turns).fold(first, |(row, column), _| (column, -row))
        };
        let from_first = |(row, column): (i64, i64)| (row - down, column - right);
        changes.iter().map(|change| Change { at: place(from_first(change.at)), ..change.clone() }).collect()
    };
    ways.iter().map(turned).collect()
}

/// The places of a picture as points of the lattice on which isometries act.
struct Points {
    at: Vec<[i64; 3]>,
    /// Whether the first place is a triangle that points down.
    down: bool,
}

fn points(tiling: &Tiling, drawn: &[DrawnRow], changes: &[Change]) -> Result<Points, Misplaced> {
    let cell = |change: &Change| Cell::new(change.at.0 as usize, change.at.1 as usize);
    let own = match tiling {
        Tiling::Hexagons(_) => Tiling::Hexagons(RowStarts::of_halves(&hexagon_starts(drawn)?)),
        Tiling::Triangles { .. } => triangles(&triangle_starts(drawn)?),
        _ => {
            // An empty row separates levels.
            let level = |row: usize| drawn[..=row].iter().filter(|row| row.is_apart).count();
            let begin = |row: usize| drawn[..=row].iter().rposition(|row| row.is_apart).unwrap_or(0);
            let point = |change: &Change| {
                let Cell { row, column } = cell(change);
                [level(row) as i64, (row - begin(row)) as i64, column as i64]
            };
            return Ok(Points { at: changes.iter().map(point).collect(), down: false });
        }
    };
    let point = |change: &Change| {
        let at = cell(change);
        let (row, column) = own.coordinates(at);
        match own {
            Tiling::Triangles { .. } => {
                let down = own.points_down(at);
                // A triangle points down exactly where row and column have different parities.
                let shift = i64::from(down != ((column - row).rem_euclid(2) == 1));
                centre(row, column + shift)
            }
            _ => [row, column, 0],
        }
    };
    let down = changes.first().is_some_and(|change| own.points_down(cell(change)));
    Ok(Points { at: changes.iter().map(point).collect(), down })
}

/// The centre of a triangle, in thirds of the lattice; it points down if row and column have different parities.
fn centre(row: i64, column: i64) -> [i64; 3] {
    let (slant, down) = ((column - row).div_euclid(2), (column - row).rem_euclid(2));
    [3 * row + 2 - down, 3 * slant - 1 + 2 * down, 0]
}

/// Returns the step along a vector of the lattice; `None` if it is longer than a level.
fn step(tiling: &Tiling, vector: [i64; 3], from_down: bool) -> Option<(i64, i64)> {
    match tiling {
        Tiling::Cubes { rows } => {
            let rows = *rows as i64;
            (vector[1].abs() < rows).then_some((vector[0] * 2 * rows + vector[1], vector[2]))
        }
        Tiling::Triangles { .. } => {
            let first = i64::from(from_down);
            let [down, along, _] = centre(0, first);
            let (down, along) = (down + vector[0], along + vector[1]);
            let is_down = i64::from(down.rem_euclid(3) == 1);
            let (row, slant) = (down.div_euclid(3), (along + 1 - 2 * is_down).div_euclid(3));
            let (row, column) = (row, row + 2 * slant + is_down - first);
            Some(if from_down { (-row, -column) } else { (row, column) })
        }
        _ => Some((vector[0], vector[1])),
    }
}

/// An isometry of the lattice.
struct Turn {
    isometry: Isometry,
    /// Whether it is a turn by an odd number of sixths, after a flip or not.
    is_odd: bool,
}

/// Returns the isometries of a word, the identity first.
fn turns(tiling: &Tiling, word: &str) -> Vec<Turn> {
    let in_space = matches!(tiling, Tiling::Cubes { .. });
    let all = if in_space { turns_in_space() } else { turns_in_the_plane() };
    let keeps = |(index, isometry): &(usize, Isometry)| match word {
        "drawn" => *index == 0,
        "rotations" => !isometry.is_mirror,
        // Mirrored left to right; and top to bottom, which is a half turn of it.
        "reflections" if !in_space => [0, 6, 9].contains(index),
        "reflections" => {
            let axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
            let images = axes.map(|axis| isometry.turn(axis));
            let reversed = (0..3).filter(|&axis| images[axis] == axes[axis].map(|part| -part)).count();
            reversed <= 1 && (0..3).filter(|&axis| images[axis] == axes[axis]).count() + reversed == 3
        }
        _ => true,
    };
    let turn = |(index, isometry): (usize, Isometry)| Turn { isometry, is_odd: !in_space && index % 2 == 1 };
    all.into_iter().enumerate().filter(keeps).map(turn).collect()
}

#[cfg(test)]
mod tests {
    use super::super::board::{After, Before};
    use super::*;
    use boardwright_base::source::Span;
    use std::collections::BTreeSet;

    /// The orientations of a picture with these rows, as steps; ' ' is indentation, '_' no part of it.
    fn steps(tiling: &Tiling, picture: &[&str], word: &str) -> Vec<Vec<(i64, i64)>> {
        let mut drawn: Vec<DrawnRow> = Vec::new();
        let mut changes = Vec::new();
        let mut is_apart = false;
        for text in picture {
            if text.is_empty() {
                is_apart = true;
                continue;
            }
            let indent = text.len() - text.trim_start().len();
            let marks: Vec<char> = text.chars().filter(|mark| *mark != ' ').collect();
            let pitch = (marks.len() > 1).then_some(if text.trim_start().contains(' ') { 2 } else { 1 });
            for (column, _) in marks.iter().enumerate().filter(|(_, mark)| **mark != '_') {
                let at = (drawn.len() as i64, column as i64);
                changes.push(Change { at, before: Before::Any, after: After::Unchanged });
            }
            drawn.push(DrawnRow { length: marks.len(), indent, pitch, is_apart, span: Span::default() });
            is_apart = false;
        }
        let given = Value::Text(word.into());
        let found = of(tiling, &drawn, Some(&given), &changes).expect("the picture lies on the shape");
        found.into_iter().map(|changes| changes.iter().map(|change| change.at).collect()).collect()
    }

    const SIDE: usize = 7;

    fn boards() -> [Tiling; 3] {
        let halves: Vec<i64> = (0..SIDE as i64).rev().collect();
        [
            Tiling::Hexagons(RowStarts::of_halves(&halves)),
            Tiling::Triangles { starts: RowStarts::of_halves(&[0; SIDE]), down: false },
            Tiling::Cubes { rows: SIDE },
        ]
    }

    fn height(tiling: &Tiling) -> usize {
        if matches!(tiling, Tiling::Cubes { .. }) { SIDE * SIDE } else { SIDE }
    }

    fn placed(tiling: &Tiling, at: Cell, steps: &[(i64, i64)]) -> Option<Vec<Cell>> {
        steps.iter().map(|&step| tiling.step(at, step, height(tiling), SIDE)).collect()
    }

    fn places(tiling: &Tiling) -> impl Iterator<Item = Cell> {
        (0..height(tiling) * SIDE).map(|index| Cell::new(index / SIDE, index % SIDE))
    }

    /// Three cells in a row, in all directions, are the lines that riders take.
    #[test]
    fn a_straight_row_is_turned_to_every_straight_line() {
        for tiling in boards() {
            // A row of triangles is not a half turn of itself on the same triangle, so it is mirrored, too.
            let word = if matches!(tiling, Tiling::Triangles { .. }) { "all" } else { "rotations" };
            let found = steps(&tiling, &["ooo"], word);
            let ways = tiling.rides("rook").expect("known").expect("each has a rook");
            assert_eq!(found.len(), ways.len(), "{}", tiling.name());
            let ahead = |at: Cell, way: (i64, i64)| tiling.ahead(at, way, height(&tiling), SIDE);
            for at in places(&tiling) {
                let turned: BTreeSet<Vec<Cell>> = found.iter().filter_map(|steps| placed(&tiling, at, steps)).collect();
                let line = |&way: &(i64, i64)| {
                    let next = ahead(at, way)?;
                    Some(vec![at, next, ahead(next, way)?])
                };
                assert_eq!(turned, ways.iter().filter_map(line).collect(), "{} {at}", tiling.name());
            }
        }
    }

    /// Turned pictures keep which of their cells are neighbours.
    #[test]
    fn neighbours_stay_neighbours() {
        let pictures: [&[&str]; 3] = [&[" o o", "o _ o", " o _"], &["_ooo", "oo__"], &["ooo", "o__", "", "o_o", "___"]];
        let expected = [[6, 3, 12], [3, 2, 6], [24, 4, 48]];
        for ((tiling, picture), numbers) in boards().iter().zip(pictures).zip(expected) {
            let sides = tiling.steps("wazir").expect("known");
            let next = |a: Cell, b: Cell| sides.iter().any(|&by| tiling.step(a, by, height(tiling), SIDE) == Some(b));
            let joined = |cells: Vec<Cell>| -> Vec<bool> {
                cells.iter().flat_map(|&a| cells.iter().map(move |&b| (a, b))).map(|(a, b)| next(a, b)).collect()
            };
            let mut known = BTreeSet::new();
            for (word, number) in ["rotations", "reflections", "all"].into_iter().zip(numbers) {
                let found = steps(tiling, picture, word);
                assert_eq!(found.len(), number, "{} {word}", tiling.name());
                for at in places(tiling) {
                    known.extend(found.iter().filter_map(|steps| placed(tiling, at, steps)).map(joined));
                }
            }
            assert_eq!(known.len(), 1, "{}", tiling.name());
        }
    }
}
