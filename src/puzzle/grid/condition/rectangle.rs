//! Groups that are rectangles: `rectangle = true`, all of them; `rectangle = false`, none.

use super::super::constrain::{Builder, Candidate, Truth};
use super::super::position::Position;
use super::super::rule::{Condition, Place, Set};
use super::super::vocabulary::Test;
use super::connected::parts;
use super::group::{Groups, Joined};
use crate::board::Cell;
use std::collections::BTreeMap;

/// Three cells of a 2x2 window in one group need the fourth.
#[derive(Debug)]
pub(super) struct Always {
    pub(super) groups: Groups,
}

impl Condition for Always {
    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Place]) -> Result<(), String> {
        let cells = &position.vocabulary.terrain.cells;
        for group in self.groups.found(position, members) {
            let places: Vec<Cell> = group.iter().map(|&cell| cells[cell]).collect();
            if !is_rectangle(&places) {
                return Err(format!("has the group at {}, which is no rectangle", places[0]));
            }
        }
        Ok(())
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        let joined = self.groups.graph(to, members);
        let vocabulary = to.vocabulary;
        let terrain = &vocabulary.terrain;
        let index = joined.places(terrain);
        let edges: BTreeMap<[usize; 2], Truth> = joined.edges.iter().copied().collect();
        // Both there and joined.
        let together = |to: &mut Builder<'_>, a: Option<usize>, b: Option<usize>| match (a, b) {
            (Some(a), Some(b)) => match edges.get(&[a.min(b), a.max(b)]) {
                Some(&edge) => to.all(&[joined.there[a], joined.there[b], edge]),
                None => Truth::Known(false),
            },
            _ => Truth::Known(false),
        };
        for (vertex, &cell) in joined.cells.iter().enumerate() {
            let at = terrain.cells[cell];
            let to_the = |rows: i64, columns: i64| {
                terrain.step(at, (rows, columns)).and_then(|at| terrain.id(at)).and_then(|id| index[id])
            };
            for (rows, columns) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let (beside, above) = (to_the(0, columns), to_the(rows, 0));
                let corner = to_the(rows, columns);
                let knee = [together(to, Some(vertex), beside), together(to, Some(vertex), above)];
                if knee.contains(&Truth::Known(false)) {
                    continue;
                }
                for rest in [together(to, beside, corner), together(to, above, corner)] {
                    to.clause([!knee[0], !knee[1], rest]);
                }
            }
        }
    }

    fn tests(&self) -> Vec<&Test> {
        self.groups.tests()
    }
}

/// Whether cells fill the smallest rectangle around them.
fn is_rectangle(places: &[Cell]) -> bool {
    let extent = |of: fn(&Cell) -> usize| {
        let (least, most) = (places.iter().map(of).min(), places.iter().map(of).max());
        most.unwrap_or(0) - least.unwrap_or(0) + 1
    };
    extent(|cell| cell.row) * extent(|cell| cell.column) == places.len()
}

/// Of every rectangle of cells, one is in no group, two neighbours are in different ones, or something outside is in theirs.
#[derive(Debug)]
pub(super) struct Never {
    pub(super) groups: Groups,
}

impl Condition for Never {
    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Place]) -> Result<(), String> {
        let cells = &position.vocabulary.terrain.cells;
        for group in self.groups.found(position, members) {
            let places: Vec<Cell> = group.iter().map(|&cell| cells[cell]).collect();
            if is_rectangle(&places) {
                return Err(format!("has the group at {}, which is a rectangle", places[0]));
            }
        }
        Ok(())
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        let joined = self.groups.graph(to, members);
        let terrain = &to.vocabulary.terrain;
        let index = joined.places(terrain);
        let mut around = vec![Vec::new(); joined.cells.len()];
        for &([a, b], truth) in &joined.edges {
            around[a].push((b, truth));
            around[b].push((a, truth));
        }
        for &cell in &joined.cells {
            let from = terrain.cells[cell];
            for height in 1..=terrain.height - from.row {
                for width in 1..=terrain.width - from.column {
                    let places = (0..height)
                        .flat_map(|row| (0..width).map(move |column| Cell::new(from.row + row, from.column + column)));
                    let inside: Option<Vec<usize>> = places.map(|at| terrain.id(at).and_then(|id| index[id])).collect();
                    // What is wider has the same gap.
                    let Some(inside) = inside else { break };
                    forbid(to, &joined, &around, &inside);
                }
            }
        }
    }

    fn tests(&self) -> Vec<&Test> {
        self.groups.tests()
    }
}

/// These vertices are not one group.
fn forbid(to: &mut Builder<'_>, joined: &Joined, around: &[Vec<(usize, Truth)>], inside: &[usize]) {
    let at: BTreeMap<usize, usize> = inside.iter().enumerate().map(|(at, &vertex)| (vertex, at)).collect();
    let mut clause: Vec<Truth> = inside.iter().map(|&vertex| !joined.there[vertex]).collect();
    let mut pairs = Vec::new();
    for (one, &vertex) in inside.iter().enumerate() {
        for &(other, truth) in &around[vertex] {
            match at.get(&other) {
                Some(&other) if one < other => {
                    pairs.push([one, other]);
                    clause.push(!truth);
                }
                Some(_) => {}
                None => clause.push(to.all(&[joined.there[other], truth])),
            }
        }
    }
    // By a knight's move, the cells of a square are four groups.
    if parts(inside.len(), pairs).len() == 1 {
        to.clause(clause);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agree, mistakes, model};

    fn painted(rows: usize, columns: usize, rest: &str) -> String {
        model(rows, columns, "['.', '#']", &format!("[[rule]]\ngroup = '#'\n{rest}"))
    }

    #[test]
    fn no_group_is_a_rectangle() {
        // Nothing, or the four corners of three cells.
        assert_eq!(agree(&painted(2, 2, "rectangle = false")), 5);
        // The empty board has no group, and is among both: 5 + 12 = 16 + 1.
        assert_eq!(agree(&painted(2, 2, "rectangle = true")), 12);
        assert!(agree(&painted(3, 3, "rectangle = false")) > 5);
        assert!(agree(&painted(2, 3, "rectangle = false\nby = 'king'")) > 1);
        assert!(agree(&painted(2, 3, "rectangle = false\nby = 'knight'")) > 1);
        assert!(agree(&painted(3, 3, "rectangle = false\namong = 'not .'")) > 5);
    }

    #[test]
    fn no_group_of_equal_values_and_no_room() {
        let same = |rows, columns| model(rows, columns, "\"1..2\"", "[[rule]]\ngroup = 'same'\nrectangle = false");
        assert_eq!(agree(&same(2, 2)), 0, "three of one value leave a single cell");
        assert!(agree(&same(3, 3)) > 0);
        let rooms = |rest: &str| {
            format!(
                "puzzle = 'grid'\n[grid]\nrows = 2\ncolumns = 3\nlines = 'borders'\n[[rule]]\ngroup = 'enclosed'\n{rest}"
            )
        };
        // Two rooms of three cells with a step between them, up or down.
        assert_eq!(agree(&rooms("rectangle = false")), 2);
        let linked = "puzzle = 'grid'\n[grid]\nrows = 2\ncolumns = 3\nlines = 'links'\n[[rule]]\ngroup = 'linked'\n\
            rectangle = false";
        assert!(mistakes(linked).starts_with("lines leave cells of a rectangle unjoined"));
    }
}
