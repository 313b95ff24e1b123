//! A set that reads the same from both ends: with `palindrome = true` members at the same distance from the ends hold the same
//! value, such as the cells of a palindrome line in a Sudoku.

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
        name: "palindrome",
        kind: boardwright_model::Kind::Boolean,
        doc: "the values of the cells, in order, read the same from both ends",
        example: "true",
        ..OPTIONAL
    }],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    if !reading.is_stated_in_order(rule, "palindrome") {
        return Vec::new();
    }
    match reading.layers(rule, "palindrome") {
        Some(layers) => vec![Box::new(Palindrome { layers })],
        None => Vec::new(),
    }
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Palindrome {
    layers: Vec<usize>,
}

/// Returns the cells of the first half, each with its counterpart at the other end.
fn pairs(elements: impl Iterator<Item = Element>) -> Vec<(usize, usize)> {
    let cells: Vec<usize> = elements.filter_map(Element::cell).collect();
    let half = cells.len() / 2;
    cells[..half].iter().copied().zip(cells[cells.len() - half..].iter().rev().copied()).collect()
}

impl Condition for Palindrome {
    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Element]) -> Result<(), Breach> {
        for (one, other) in pairs(members.iter().copied()) {
            for &layer in &self.layers {
                let [a, b] = [one, other].map(|cell| position.value(layer, cell));
                if a != b {
                    let cells = [one, other].map(|cell| position.symbols.topology.cells[cell]);
                    return Err(Breach::Different { values: [a, b].map(str::to_string), cells });
                }
            }
        }
        Ok(())
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        for (one, other) in pairs(members.iter().map(|member| member.element)) {
            for &layer in &self.layers {
                for value in 0..to.symbols.layers[layer].values.len() {
                    let (one, other) = (to.value(layer, one, value), to.value(layer, other, value));
                    to.clause([!one, other]);
                    to.clause([one, !other]);
                }
            }
        }
    }

    fn literals(&self, symbols: &SymbolTable, members: u64) -> u64 {
        let values: u64 = self.layers.iter().map(|&layer| symbols.layers[layer].values.len() as u64).sum();
        (members / 2).saturating_mul(4 * values)
    }

    fn layers(&self) -> Vec<usize> {
        self.layers.clone()
    }

    fn ordered(&self) -> bool {
        true
    }

    /// Neither the order of the pairs nor that of the two cells of a pair matters.
    fn arranged(&self, members: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
        let half = members.len() / 2;
        let (first, rest) = members.split_at(half);
        let (middle, second) = rest.split_at(rest.len() - half);
        let pair = |(one, other): (&Vec<usize>, &Vec<usize>)| {
            let (one, other) = if one < other { (one, other) } else { (other, one) };
            [one.clone(), other.clone()]
        };
        let mut pairs: Vec<[Vec<usize>; 2]> = first.iter().zip(second.iter().rev()).map(pair).collect();
        pairs.sort_unstable();
        pairs.into_iter().flatten().chain(middle.iter().cloned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agree, mistakes, model};

    #[test]
    fn both_ends_read_the_same() {
        let row = |columns: usize| model(1, columns, "'1..3'", "[[rule]]\neach = 'row'\npalindrome = true");
        // One value for each pair, and one for the cell in the middle.
        assert_eq!([1, 2, 3, 4, 5].map(|columns| agree(&row(columns))), [3, 3, 9, 9, 27]);
    }

    #[test]
    fn paths_and_layers_are_read_in_order() {
        let path = "[[rule]]\nalong = [[1, 1], [2, 2], [1, 2], [2, 1]]\npalindrome = true";
        assert_eq!(agree(&model(2, 2, "'0..1'", path)), 4);
        let both =
            "[layer.colour]\nvalues = ['r', 'b']\n[[rule]]\neach = 'row'\npalindrome = true\non = ['grid', 'colour']";
        assert_eq!(agree(&model(1, 3, "'0..1'", both)), 16);
    }

    #[test]
    fn members_are_known_before_the_solution() {
        let wrong = mistakes(&model(1, 3, "'1..3'", "[[rule]]\neach = 'row'\namong = '1'\npalindrome = true"));
        assert!(wrong.contains("palindrome"), "{wrong}");
    }
}
