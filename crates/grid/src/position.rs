//! A filled board: the values of every cell and line in a solution, and the evaluation of tests.
//!
//! It uses only the symbols of the model and the solution; the rules are checked on it.

use super::rule::Element;
use super::symbols::{Atom, Meeting, SymbolTable, Test};

/// A filled board.
#[derive(Debug, Clone, Copy)]
pub struct Position<'v> {
    /// The symbols.
    pub symbols: &'v SymbolTable,
    /// By layer and cell, the value.
    pub values: &'v [Vec<u16>],
    /// By line, whether it is there.
    pub lines: &'v [bool],
}

impl Position<'_> {
    /// Returns the value of a cell in a layer; 0 where it holds none.
    pub fn value_at(&self, layer: usize, cell: usize) -> usize {
        usize::from(self.values[layer][cell])
    }

    /// Returns the number of a cell in a layer, if its value is one.
    pub fn number(&self, layer: usize, cell: usize) -> Option<i64> {
        let of = &self.symbols.layers[layer];
        of.numbers[self.value_at(layer, cell)].filter(|_| of.is_held[cell])
    }

    /// Returns the value of a cell in a layer, as text.
    pub fn value(&self, layer: usize, cell: usize) -> &str {
        &self.symbols.layers[layer].values[self.value_at(layer, cell)]
    }

    /// Checks whether a cell or a line passes a test.
    pub fn passes(&self, element: Element, test: &Test) -> bool {
        test.any.iter().any(|(negated, atom)| self.holds(element, atom) != *negated)
    }

    fn holds(&self, element: Element, atom: &Atom) -> bool {
        match (atom, element) {
            (Atom::Line, Element::Line(line)) => self.lines[line],
            (Atom::Value(layer, wanted), Element::Cell(cell)) => {
                self.symbols.layers[*layer].is_held[cell] && wanted[self.value_at(*layer, cell)]
            }
            (Atom::Lines(meeting), Element::Cell(cell)) => self.meets(cell, *meeting),
            (Atom::Within(inside), Element::Cell(cell)) => self.is_within(cell, *inside),
            (Atom::Mark(..) | Atom::Given, Element::Cell(cell)) => {
                let test = Test { any: vec![(false, atom.clone())], text: String::new() };
                self.symbols.passes(self.symbols.topology.cells[cell], &test)
            }
            _ => false,
        }
    }

    /// Checks on which side of the loop a cell is, by the number of lines that a ray from it to the left crosses. For lines
    /// between centres, the ray is just above the centres.
    fn is_within(&self, cell: usize, inside: bool) -> bool {
        let Some(lines) = &self.symbols.lines else { return false };
        let at = self.symbols.topology.cells[cell];
        let through = lines.through_cells();
        if through && self.meets(cell, Meeting::Visited) {
            return false;
        }
        let is_crossed = |&line: &usize| {
            let [a, b] = lines.lines[line].ends.map(|point| lines.points[point]);
            let row = if through { a.row.max(b.row) } else { a.row.min(b.row) };
            a.column == b.column && row == at.row && a.column <= at.column
        };
        let there = (0..lines.lines.len()).filter(|&line| self.lines[line]);
        (there.filter(is_crossed).count() % 2 == 1) == inside
    }

    fn meets(&self, cell: usize, meeting: Meeting) -> bool {
        let Some(lines) = &self.symbols.lines else { return false };
        let there: Vec<usize> = lines.at_cell[cell].iter().copied().filter(|&line| self.lines[line]).collect();
        let opposite = |a: usize, b: usize| {
            let ((r1, c1), (r2, c2)) = (lines.direction(a, cell), lines.direction(b, cell));
            (r1 + r2, c1 + c2) == (0, 0)
        };
        match (meeting, &there[..]) {
            (Meeting::Visited, there) => !there.is_empty(),
            (Meeting::End, there) => there.len() == 1,
            (Meeting::Straight, &[a, b]) => opposite(a, b),
            (Meeting::Horizontal, &[a, b]) => opposite(a, b) && lines.direction(a, cell).0 == 0,
            (Meeting::Vertical, &[a, b]) => opposite(a, b) && lines.direction(a, cell).1 == 0,
            (Meeting::Toward(step), there) => lines.toward(cell, step).is_some_and(|line| there.contains(&line)),
            (Meeting::Turn, &[a, b]) => !opposite(a, b),
            _ => false,
        }
    }
}
