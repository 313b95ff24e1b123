//! Printed paths: those of rules with `along`, from cell to neighbouring cell.

use super::Drawing;
use crate::rule::{Holder, Number, Rule, Set};
use crate::symbols::Test;
use boardwright_base::board::Cell;
use boardwright_base::board::picture::{Path, PathShape};

impl Drawing<'_> {
    /// Returns the paths of all rules with paths, in the shapes that their conditions have, and the diagonals of rules with a colour.
    pub(super) fn paths(&self) -> Vec<Path> {
        let symbols = &self.grid.symbols;
        let mut paths: Vec<Path> = Vec::new();
        let drawn = |rule: &&Rule| rule.paths && symbols.shows(&rule.name) && !self.names_hidden(rule);
        for rule in self.grid.rules.iter().filter(drawn) {
            let grows = rule.conditions.iter().find_map(|condition| condition.grows());
            let shape = shape(rule);
            let colour = symbols.colours.get(&rule.name).copied();
            let at = |cell: usize| symbols.topology.cells[cell];
            let of_set = |set: &Set| {
                let cells = set.members.iter().filter_map(|member| member.element.cell());
                let mut cells: Vec<Cell> = cells.map(at).collect();
                // A path may begin in a cell that is not a member: the circle of an arrow.
                cells.splice(0..0, set.own.filter(|own| cells.first() != Some(own)));
                cells
            };
            // A diagonal whose sum is beside the board has no line.
            let stated: Vec<Vec<Cell>> = match rule.whole.is_empty() {
                true => rule.sets.iter().filter(|set| self.outside(rule, set).is_none()).map(of_set).collect(),
                false => rule.whole.iter().map(|cells| cells.iter().copied().map(at).collect()).collect(),
            };
            for mut cells in stated {
                if cells.len() < 2 || !cells.windows(2).all(|pair| are_near(pair[0], pair[1])) {
                    continue;
                }
                // The bulb is at the small numbers.
                if grows == Some(false) {
                    cells.reverse();
                }
                let path = Path { cells, shape, colour };
                if !paths.contains(&path) {
                    paths.push(path);
                }
            }
        }
        paths.extend(self.coloured_diagonals());
        paths
    }

    /// Returns the main diagonals of the rules that have a colour.
    fn coloured_diagonals(&self) -> Vec<Path> {
        let symbols = &self.grid.symbols;
        let side = symbols.topology.width;
        let mut found = Vec::new();
        for rule in self.grid.rules.iter().filter(|rule| !rule.paths) {
            let Some(&colour) = symbols.colours.get(&rule.name) else { continue };
            for set in &rule.sets {
                let cells: Vec<Cell> = set
                    .members
                    .iter()
                    .filter_map(|member| member.element.cell())
                    .map(|cell| symbols.topology.cells[cell])
                    .collect();
                let is_at =
                    |of: &dyn Fn(usize) -> Cell| cells.len() == side && cells.iter().all(|&at| at == of(at.row));
                if is_at(&|row| Cell::new(row, row)) || is_at(&|row| Cell::new(row, side.saturating_sub(row + 1))) {
                    found.push(Path { cells, shape: PathShape::Diagonal, colour: Some(colour) });
                }
            }
        }
        found
    }

    /// Checks whether a rule uses a hidden name.
    pub(super) fn names_hidden(&self, rule: &Rule) -> bool {
        let symbols = &self.grid.symbols;
        let hides_layer = |layer: &usize| !symbols.shows(symbols.layers[*layer].called());
        let hides_picture = |picture: usize| !symbols.shows(&symbols.pictures[picture].name);
        let hides_number = |number: &&Number| match **number {
            Number::Picture(picture) => hides_picture(picture),
            Number::List(list) => !symbols.shows(&symbols.lists[list].name),
            Number::Between(picture) => !symbols.shows(&symbols.between[picture].0),
            Number::Fixed(_) | Number::Held(..) => false,
        };
        let hides_test = |test: &Test| test.any.iter().any(|(_, atom)| symbols.hides(atom));
        rule.own_tests().any(hides_test)
            || rule.conditions.iter().any(|condition| {
                condition.layers().iter().any(hides_layer)
                    || condition.tests().into_iter().any(hides_test)
                    || condition.pictures().into_iter().any(hides_picture)
                    || condition.numbers().iter().chain(&condition.own_numbers()).any(hides_number)
            })
    }
}

/// Checks whether two cells are a king's move apart, on a board without wrapping.
fn are_near(a: Cell, b: Cell) -> bool {
    a != b && a.row.abs_diff(b.row) <= 1 && a.column.abs_diff(b.column) <= 1
}

/// Returns what is drawn along the paths of a rule, by its conditions.
fn shape(rule: &Rule) -> PathShape {
    let conditions = || rule.conditions.iter();
    if conditions().any(|condition| condition.grows().is_some()) {
        PathShape::Thermometer
    } else if conditions().any(|condition| condition.lies_between_ends()) {
        PathShape::Between
    } else if conditions().any(|condition| condition.total() == Some(&Number::Held(Holder::Own, 0))) {
        PathShape::Arrow
    } else {
        PathShape::Line
    }
}
