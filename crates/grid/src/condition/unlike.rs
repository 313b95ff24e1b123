//! The two halves of a set differ: `each = ["two rows", "two columns"]`, `unlike = true`.

use super::super::breach::Breach;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::fields::OPTIONAL;
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Set};
use super::super::symbols::SymbolTable;
use super::Kind;
use boardwright_model::{Field, Table};

pub(super) const KIND: Kind = Kind {
    fields: &[Field {
        name: "unlike",
        kind: boardwright_model::Kind::Boolean,
        doc: "the first half of the cells differs from the second half, in order",
        example: "true",
        ..OPTIONAL
    }],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    if !reading.is_stated_in_order(rule, "unlike") {
        return Vec::new();
    }
    match reading.layers(rule, "unlike") {
        Some(layers) => vec![Box::new(Unlike { layers })],
        None => Vec::new(),
    }
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Unlike {
    layers: Vec<usize>,
}

/// Returns the cells of the first half, each with its counterpart in the second; with an odd number of cells the
/// middle one is in neither.
fn halves(cells: &[usize]) -> impl Iterator<Item = (usize, usize)> + '_ {
    let half = cells.len() / 2;
    cells[..half].iter().copied().zip(cells[cells.len() - half..].iter().copied())
}

fn cells(elements: impl Iterator<Item = Element>) -> Vec<usize> {
    elements.filter_map(Element::cell).collect()
}

impl Condition for Unlike {
    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Element]) -> Result<(), Breach> {
        let cells = cells(members.iter().copied());
        let differs = |(a, b): (usize, usize)| {
            self.layers.iter().any(|&layer| position.values[layer][a] != position.values[layer][b])
        };
        if cells.len() > 1 && !halves(&cells).any(differs) {
            return Err(Breach::SameHalves);
        }
        Ok(())
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        let cells = cells(members.iter().map(|member| member.element));
        if cells.len() < 2 {
            return;
        }
        let mut differ: Vec<Truth> = Vec::new();
        for (a, b) in halves(&cells) {
            for &layer in &self.layers {
                let mut same: Vec<Truth> = Vec::new();
                for value in 0..to.symbols.layers[layer].values.len() {
                    let (one, other) = (to.value(layer, a, value), to.value(layer, b, value));
                    same.push(to.all(&[one, other]));
                }
                differ.push(!to.any(&same));
            }
        }
        to.clause(differ);
    }

    /// A variable for each value of each pair and one for the pair, each defined by clauses.
    fn literals(&self, symbols: &SymbolTable, members: u64) -> u64 {
        let values: u64 = self.layers.iter().map(|&layer| symbols.layers[layer].values.len() as u64).sum();
        (members / 2).saturating_mul(12 * values + 10)
    }

    fn layers(&self) -> Vec<usize> {
        self.layers.clone()
    }

    fn ordered(&self) -> bool {
        true
    }

    /// The order of the halves, and of the pairs, does not matter.
    fn arranged(&self, members: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
        let half = members.len() / 2;
        let (first, second) = (&members[..half], &members[members.len() - half..]);
        let pair =
            |(a, b): (&Vec<usize>, &Vec<usize>)| if a < b { [a.clone(), b.clone()] } else { [b.clone(), a.clone()] };
        let mut pairs: Vec<[Vec<usize>; 2]> = first.iter().zip(second).map(pair).collect();
        pairs.sort_unstable();
        pairs.into_iter().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agree, model};

    #[test]
    fn no_two_lines_are_the_same() {
        let rest = "[[rule]]\neach = ['two rows', 'two columns']\nunlike = true";
        // Of 16 boards 4 have equal rows, 4 equal columns and 2 both.
        assert_eq!(agree(&model(2, 2, "'0..1'", rest)), 16 - 4 - 4 + 2);
        assert_eq!(agree(&model(2, 2, "'1..3'", "[[rule]]\neach = 'two rows'\nunlike = true")), 81 - 9);
        // Three rows of two cells: three of four words, in any order.
        assert_eq!(agree(&model(3, 2, "'0..1'", "[[rule]]\neach = 'two rows'\nunlike = true")), 4 * 3 * 2);
    }
}
