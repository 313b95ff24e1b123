//! Numbers between two ends: with `between-ends = true` each member but the first and the last has a number between the numbers of these
//! two, and equal to neither, such as the cells of a between line in a Sudoku.
//!
//! Nothing is required of members without a number, nor where an end has none.

use super::super::breach::Breach;
use super::super::constrain::{Builder, Candidate};
use super::super::fields::OPTIONAL;
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Set};
use super::super::symbols::SymbolTable;
use super::Kind;
use boardwright_model::{Field, Table};

pub(super) const KIND: Kind = Kind {
    fields: &[Field {
        name: "between-ends",
        kind: boardwright_model::Kind::Boolean,
        doc: "each number but the first and the last lies between these two, in either direction, and equals neither",
        example: "true",
        ..OPTIONAL
    }],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    if !reading.is_stated_in_order(rule, "between-ends") {
        return Vec::new();
    }
    match reading.numeric_layer(rule, "between-ends") {
        Some(layer) => vec![Box::new(BetweenEnds { layer })],
        None => Vec::new(),
    }
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct BetweenEnds {
    layer: usize,
}

impl Condition for BetweenEnds {
    fn lies_between_ends(&self) -> bool {
        true
    }

    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Element]) -> Result<(), Breach> {
        let cells: Vec<usize> = members.iter().filter_map(|member| member.cell()).collect();
        let [first, middle @ .., last] = cells.as_slice() else { return Ok(()) };
        let number = |cell: usize| position.number(self.layer, cell);
        let (Some(one), Some(other)) = (number(*first), number(*last)) else { return Ok(()) };
        for &cell in middle {
            if number(cell).is_some_and(|own| own <= one.min(other) || own >= one.max(other)) {
                let at = position.symbols.topology.cells[cell];
                return Err(Breach::NotBetween { number: number(cell).unwrap_or_default(), at, ends: [one, other] });
            }
        }
        Ok(())
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        let [first, middle @ .., last] = members else { return };
        let [first, last] = [first, last].map(|member| to.numbers(self.layer, member).held);
        for member in middle {
            for (own, is_own) in to.numbers(self.layer, member).held {
                for (one, is_one) in &first {
                    for (other, is_other) in &last {
                        if own <= *one.min(other) || own >= *one.max(other) {
                            to.clause([!is_own, !*is_one, !*is_other]);
                        }
                    }
                }
            }
        }
    }

    /// Three for each combination of values of a member and of both ends.
    fn literals(&self, symbols: &SymbolTable, members: u64) -> u64 {
        let values = symbols.layers[self.layer].values.len() as u64;
        members.saturating_sub(2).saturating_mul(3).saturating_mul(values.saturating_pow(3))
    }

    fn layers(&self) -> Vec<usize> {
        vec![self.layer]
    }

    fn ordered(&self) -> bool {
        true
    }

    /// Neither the order of the ends nor that of the others matters.
    fn arranged(&self, mut members: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
        let last = members.len().saturating_sub(1);
        if let Some(middle) = members.get_mut(1..last) {
            middle.sort_unstable();
        }
        if last > 0 && members[0] > members[last] {
            members.swap(0, last);
        }
        members
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agree, mistakes, model};

    #[test]
    fn the_others_lie_between_the_ends() {
        let row = |columns: usize| model(1, columns, "'1..4'", "[[rule]]\neach = 'row'\nbetween-ends = true");
        // Of ends 1 4 there are two numbers between, of 1 3 and 2 4 one, each in both directions.
        assert_eq!([1, 2, 3, 4].map(|columns| agree(&row(columns))), [4, 16, 2 * (2 + 1 + 1), 2 * (4 + 1 + 1)]);
    }

    #[test]
    fn a_path_has_its_ends_where_it_begins_and_stops() {
        let path = "[[rule]]\nalong = [[2, 2], [1, 1], [1, 2]]\nbetween-ends = true";
        assert_eq!(agree(&model(2, 2, "'1..3'", path)), 2 * 3);
    }

    #[test]
    fn without_a_number_nothing_is_required() {
        // Ends with numbers: 1 3 and 3 1 with 2 or x, other pairs only with x. An end without: any of 4 x 4, twice, less both.
        let row = model(1, 3, "['x', '1', '2', '3']", "[[rule]]\neach = 'row'\nbetween-ends = true");
        assert_eq!(agree(&row), 2 * 2 + 7 + 2 * 4 * 4 - 4);
        let wrong = mistakes(&model(1, 3, "['.', 'Q']", "[[rule]]\nbetween-ends = true"));
        assert!(wrong.starts_with("`between-ends` requires values that are numbers"), "{wrong}");
    }
}
