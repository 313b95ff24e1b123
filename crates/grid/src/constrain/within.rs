//! On which side of a loop cells are: each cell, by the cell to its left and the line between them.
//!
//! Outside the board is outside the loop. Between two neighbouring places there is at most one possible line to cross: the
//! border between them or, for lines between centres, the line that joins the left one with the cell above it (the way
//! from place to place is just above the centres).

use super::{Builder, Truth};
use crate::symbols::Meeting;
use crate::topology::Lines;
use boardwright_base::board::Cell;

impl Builder<'_> {
    /// Returns whether a cell is inside the loop, or outside; a cell on the loop is neither.
    pub(super) fn is_within(&mut self, cell: usize, inside: bool) -> Truth {
        let symbols = self.symbols;
        let Some(lines) = symbols.lines.as_ref().filter(|_| symbols.has_inside) else { return Truth::Known(false) };
        if self.within.is_empty() {
            self.within = self.sides(lines);
        }
        let at = symbols.topology.cells[cell];
        let within = self.within[at.row * symbols.topology.width + at.column];
        let side = if inside { within } else { !within };
        if !lines.through_cells() {
            return side;
        }
        let visited = self.meets(cell, Meeting::Visited);
        self.all(&[side, !visited])
    }

    /// Returns, by place, whether an odd number of lines is to the left of it.
    fn sides(&mut self, lines: &Lines) -> Vec<Truth> {
        let topology = &self.symbols.topology;
        let (height, width) = (topology.height, topology.width);
        let mut sides = Vec::with_capacity(height * width);
        for row in 0..height {
            let mut side = Truth::Known(false);
            for column in 0..width {
                let at = Cell::new(row, column);
                let line = match lines.through_cells() {
                    true => row.checked_sub(1).and_then(|above| lines.joining(Cell::new(above, column), at)),
                    false => lines.joining(at, Cell::new(row + 1, column)),
                };
                let before = side;
                if let Some(line) = line {
                    let line = Truth::Open(self.lines[line]);
                    side = !self.same(before, line);
                }
                sides.push(if lines.through_cells() { before } else { side });
            }
        }
        // Where rules may be broken, the lines need not be a loop.
        if !lines.through_cells() && self.stances.is_none() {
            self.across(lines, &sides);
        }
        sides
    }

    /// Posts what a loop implies for a cell and the one below it, so that what is known about one side spreads.
    fn across(&mut self, lines: &Lines, sides: &[Truth]) {
        let (height, width) = (self.symbols.topology.height, self.symbols.topology.width);
        let side = |row: Option<usize>, column: usize| {
            row.filter(|&row| row < height).map_or(Truth::Known(false), |row| sides[row * width + column])
        };
        for row in 0..=height {
            for column in 0..width {
                let Some(line) = lines.joining(Cell::new(row, column), Cell::new(row, column + 1)) else { continue };
                let (above, below) = (side(row.checked_sub(1), column), side(Some(row), column));
                let line = Truth::Open(self.lines[line]);
                for (a, b) in [(above, below), (!above, !below)] {
                    self.redundant_clause([a, !b, line]);
                    self.redundant_clause([a, b, !line]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::{agree, mistakes};

    fn board(size: usize, lines: &str, rest: &str) -> String {
        format!(
            "puzzle = 'grid'\n[grid]\nrows = {size}\ncolumns = {size}\nlines = '{lines}'\n[[rule]]\nloop = true\n{rest}"
        )
    }

    #[test]
    fn inside_and_outside_of_loops() {
        // One loop on 2x2 cells: 4 ways around one cell, 4 around two, 4 around three, 1 around all.
        assert_eq!(agree(&board(2, "borders", "[[rule]]\nexactly = { inside = 3 }")), 4);
        assert_eq!(agree(&board(2, "borders", "[[rule]]\nexactly = { outside = 2 }")), 4);
        assert_eq!(agree(&board(2, "borders", "[[rule]]\nalong = [[1, 2]]\nis = 'inside'")), 1 + 2 + 3 + 1);
        // The loop around the middle of 3x3 cells is the only one with a cell inside.
        assert_eq!(agree(&board(3, "links", "[[rule]]\nexactly = { inside = 1 }")), 1);
        assert_eq!(agree(&board(3, "links", "[[rule]]\nexactly = { inside = 0, outside = 5 }")), 4);
        assert_eq!(agree(&board(3, "links", "[[rule]]\nalong = [[2, 2]]\nis = 'outside'")), 0);
        assert_eq!(agree(&board(3, "links", "[[rule]]\nalong = [[1, 1]]\nis = 'outside'")), 13 - 7);
        let walls = board(3, "links", "[[rule]]\nexactly = { inside = 1 }");
        let walls = walls.replace("rows = 3\ncolumns = 3", "cells = '''\n....\n_...\n....\n'''");
        assert_eq!(agree(&walls), 1);
    }

    #[test]
    fn inside_requires_a_loop() {
        let text =
            "puzzle = 'grid'\n[grid]\nrows = 3\ncolumns = 3\nlines = 'links'\n[[rule]]\nexactly = { inside = 1 }";
        assert!(mistakes(text).contains("requires a rule with loop = true"), "{}", mistakes(text));
    }
}
