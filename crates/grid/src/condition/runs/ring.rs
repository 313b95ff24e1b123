//! Runs on the ring of cells around a cell, as in a Tapa: `around = "ring"`, `runs = { "#" = "clue" }`.
//!
//! A ring has no first cell and no direction, so the lengths are in any order. Two cells of the ring follow one another if
//! they have a side in common; a wall or the edge of the board between them ends a run.

use super::clue::Clue;
use crate::breach::Breach;
use crate::constrain::{Builder, Candidate, Truth};
use crate::position::Position;
use crate::rule::{Condition, Element, Number, Set};
use crate::symbols::Test;
use crate::topology::Topology;
use std::sync::Arc;

/// The lengths of the runs of cells of a ring that pass a test, in any order.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct OnRing {
    pub(super) test: Test,
    pub(super) clue: Clue,
}

/// Returns, by member, whether the next one in the ring follows it; the first comes after the last.
fn follows(topology: &Topology, elements: &[Element]) -> Vec<bool> {
    let cell = |index: usize| match elements[index % elements.len()] {
        Element::Cell(cell) => Some(cell),
        Element::Line(_) => None,
    };
    let sides = topology.tiling.steps("wazir").unwrap_or_default();
    let follows = |index: usize| {
        let (Some(a), Some(b)) = (cell(index), cell(index + 1)) else { return false };
        topology.leaps(topology.cells[a], &sides).contains(&b)
    };
    (0..elements.len()).map(follows).collect()
}

/// The runs of a ring up to some cell.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Runs {
    /// The number of cells read.
    read: usize,
    /// The length of the run that contains the first cell, or 0.
    first: usize,
    /// Whether all cells so far are in that run.
    is_first: bool,
    /// The length of the run that contains the last cell, if that is another one, or 0.
    last: usize,
    /// The lengths of the others, ascending.
    others: Vec<usize>,
}

impl Runs {
    fn end(&mut self) {
        self.is_first = false;
        let length = std::mem::take(&mut self.last);
        if length > 0 {
            let place = self.others.partition_point(|&other| other < length);
            self.others.insert(place, length);
        }
    }

    /// Returns all lengths, where the last cell is followed by the first or is not.
    fn all(&self, closed: bool) -> Vec<usize> {
        let mut all = self.others.clone();
        match closed {
            true => all.push(self.first + self.last),
            false => all.extend([self.first, self.last]),
        }
        all.retain(|&length| length > 0);
        all
    }
}

/// Checks whether lengths are those of a list, in any order.
fn are(lengths: &[usize], wanted: &[Option<usize>]) -> bool {
    let mut left = lengths.to_vec();
    let known = wanted.iter().flatten().all(|wanted| {
        let found = left.iter().position(|length| length == wanted);
        found.map(|index| left.swap_remove(index)).is_some()
    });
    known && left.len() == wanted.iter().filter(|wanted| wanted.is_none()).count()
}

impl Condition for OnRing {
    fn holds(&self, position: &Position<'_>, set: &Set, members: &[Element]) -> Result<(), Breach> {
        let Some(expected) = self.clue.lengths(position.symbols, set) else { return Ok(()) };
        let follows = follows(&position.symbols.topology, members);
        let passes: Vec<bool> = members.iter().map(|&member| position.passes(member, &self.test)).collect();
        let count = members.len();
        let before = |index: usize| (index + count - 1) % count;
        let begins = |&index: &usize| passes[index] && !(passes[before(index)] && follows[before(index)]);
        let length = |start: usize| {
            let goes_on = |&step: &usize| {
                let at = (start + step) % count;
                passes[at] && (step == 0 || follows[before(at)])
            };
            (0..count).take_while(goes_on).count()
        };
        let mut found: Vec<usize> = (0..count).filter(begins).map(length).collect();
        if found.is_empty() && passes.contains(&true) {
            found.push(count);
        }
        found.sort_unstable();
        let mut left = found.clone();
        for wanted in expected.iter().flatten() {
            match left.iter().position(|length| length == wanted) {
                Some(index) => drop(left.remove(index)),
                None => return Err(Breach::Runs { of: self.test.text.clone(), found, expected }),
            }
        }
        let unknown = expected.iter().filter(|wanted| wanted.is_none()).count();
        if left.len() == unknown { Ok(()) } else { Err(Breach::Runs { of: self.test.text.clone(), found, expected }) }
    }

    fn constrain(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate]) {
        let Some(wanted) = self.clue.lengths(to.symbols, set) else { return };
        let elements: Vec<Element> = members.iter().map(|member| member.element).collect();
        let follows = follows(&to.symbols.topology, &elements);
        let mut positions: Vec<Vec<(bool, Truth)>> = Vec::with_capacity(members.len());
        for &element in &elements {
            let passes = to.passes(element, &self.test);
            positions.push(vec![(false, !passes), (true, passes)]);
        }
        let step = |runs: &Runs, passes: bool| {
            let mut runs = runs.clone();
            if runs.read == follows.len() {
                return None;
            }
            if runs.read > 0 && !follows[runs.read - 1] {
                runs.end();
            }
            match passes {
                false => runs.end(),
                true if runs.is_first => runs.first += 1,
                true => runs.last += 1,
            }
            runs.read += 1;
            (runs.others.len() <= wanted.len()).then_some(runs)
        };
        let closed = follows.last().copied().unwrap_or(false);
        let start = Runs { read: 0, first: 0, is_first: true, last: 0, others: Vec::new() };
        let accepts = |runs: &Runs| runs.read == follows.len() && are(&runs.all(closed), &wanted);
        to.post_word(&positions, start, step, accepts);
    }

    fn numbers(&self) -> Vec<&Number> {
        match &self.clue {
            Clue::Fixed(_) => Vec::new(),
            Clue::Number(number) => vec![number],
        }
    }

    fn tests(&self) -> Vec<&Test> {
        vec![&self.test]
    }

    fn ordered(&self) -> bool {
        true
    }

    fn reversed(&self) -> Option<Arc<dyn Condition>> {
        Some(Arc::new(OnRing { test: self.test.clone(), clue: self.clue.clone() }))
    }

    /// The same ring begins with any of its cells.
    fn arranged(&self, mut members: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
        let first = (0..members.len()).min_by_key(|&index| &members[index]).unwrap_or(0);
        members.rotate_left(first);
        members
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::{agree, mistakes, model};

    fn clue(board: &str, clue: &str) -> String {
        format!(
            "puzzle = 'grid'\n[grid]\nvalues = ['.', '#']\ncells = '''\n{board}\n'''\n[picture]\nclue = '''\n{clue}\n'''\n\
             [[rule]]\nat = 'clue'\naround = 'ring'\nruns = {{ '#' = 'clue' }}"
        )
    }

    /// The numbers of rings of eight cells by their runs, times two for the middle.
    #[test]
    fn lengths_around_a_cell_are_in_any_order() {
        let middle = |mark: &str| agree(&clue("...\n...\n...", &format!(". . .\n. {mark} .\n. . ."))) / 2;
        assert_eq!(middle("0"), 1);
        assert_eq!(middle("8"), 1);
        assert_eq!(middle("3"), 8);
        // A run of 1, a gap of 1 to 4, and a run of 2: eight places for the first of them, four for the second.
        assert_eq!(middle("1,2"), 8 * 4);
        assert_eq!(middle("2,1"), 8 * 4);
        assert_eq!(middle("1,1,1,1"), 2);
        assert_eq!(middle("1,1"), 20, "two of eight, not neighbours");
        assert_eq!(middle("?"), 57, "eight places of runs from 1 to 7, and the ring");
        // A run of 4 leaves four cells, of which one run of 1 or 2 cells touches no end.
        assert_eq!(middle("?,4"), 8 * (2 + 1));
    }

    #[test]
    fn edges_and_walls_end_runs() {
        assert_eq!(agree(&clue("...\n...", ". 2 .\n. . .")), 2 * 4);
        assert_eq!(agree(&clue(".._\n...\n...", ". . .\n. 1,1 .\n. . .")), 2 * 15, "two of seven, less six neighbours");
        assert!(agree(&clue("..._\n....\n_...", ". . . .\n. 1,? . .\n. . . .")) > 0);
        assert_eq!(agree(&clue("...\n._.\n...", ". . .\n. 5,1 .\n. . .")), 8);
    }

    /// Of the six cells around one on a board of hexagons, two that lie side by side.
    #[test]
    fn rings_of_other_shapes() {
        let rest = "[picture]\nclue = ' . .\n. 2 .\n . .'\n[[rule]]\nat = 'clue'\nis = '.'\n\
            [[rule]]\nat = 'clue'\naround = 'ring'\nruns = { '#' = 'clue' }";
        let hexagons = format!("puzzle = 'grid'\n[grid]\nshape = 'hexagons'\nside = 2\nvalues = ['.', '#']\n{rest}");
        let hexagons = hexagons.replace("clue = ' . .\n. 2 .\n . .'", "clue = \"\"\"\n . .\n. 2 .\n . .\n\"\"\"");
        assert_eq!(agree(&hexagons), 6);
        let apart = hexagons.replace("2 .", "1,1 .");
        assert_eq!(agree(&apart), 15 - 6, "two of six that do not lie side by side");
        // Up to twelve triangles around one, in the order in which they follow each other.
        let triangles = "puzzle = 'grid'\n[grid]\nshape = 'triangles'\nside = 3\nvalues = ['.', '#']\n\
            [[rule]]\nwhere = '.'\naround = 'ring'\nruns = { '#' = ['?'] }";
        assert!(agree(triangles) > 1);
    }

    #[test]
    fn several_numbers_are_for_runs_only() {
        let several = "[picture]\nclue = '1,2 . .'\n[[rule]]\nat = 'clue'\naround = 'king'\nexactly = { '#' = 'clue' }";
        assert!(mistakes(&model(1, 3, "['.', '#']", several)).contains("has a list of numbers"));
    }
}
