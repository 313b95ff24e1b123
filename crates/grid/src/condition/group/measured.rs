//! The size of groups, and how many of their cells pass a test. Start with [`Weighed`].

use super::super::parts::there;
use super::joined::Groups;
use crate::breach::Breach;
use crate::constrain::{Builder, Candidate, Truth};
use crate::position::Position;
use crate::rule::{Condition, Element, Key, Number, Resolved, Set};
use crate::symbols::{SymbolTable, Test};
use boardwright_base::board::names::SetName;
use boardwright_ir::constraint::{Demand, Measure, Relation};

/// A number of cells or marks in the group of a cell.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(in super::super) struct Measured {
    /// The test of the counted cells; `None`: all cells.
    pub(in super::super) test: Option<Test>,
    pub(in super::super) relation: Relation,
    pub(in super::super) number: Number,
}

#[derive(Debug, PartialEq, Eq, Hash)]
pub(in super::super) struct Weighed {
    pub(in super::super) groups: Groups,
    pub(in super::super) measures: Vec<Measured>,
    /// The measure that equal marks state for their groups where each clue is posted by itself ([`super::alike`]).
    pub(in super::super) alike: Option<usize>,
}

impl Measured {
    /// Returns the number for the group of a cell on a filled board.
    fn wanted(&self, position: &Position<'_>, cell: usize) -> Option<i64> {
        self.number.on(position, &own(position.symbols, cell))
    }
}

/// Returns the set of one cell.
fn own(symbols: &SymbolTable, cell: usize) -> Set {
    let at = symbols.topology.cells[cell];
    Set { name: SetName::Cell(at), own: Some(at), key: Key::None, members: Vec::new(), parts: Vec::new() }
}

impl Condition for Weighed {
    fn holds(&self, position: &Position<'_>, set: &Set, members: &[Element]) -> Result<(), Breach> {
        self.breaches(position, set, members).into_iter().next().map_or(Ok(()), Err)
    }

    fn breaches(&self, position: &Position<'_>, _set: &Set, members: &[Element]) -> Vec<Breach> {
        let cells = &position.symbols.topology.cells;
        let mut breaches = Vec::new();
        for group in self.groups.found(position, members) {
            for measure in &self.measures {
                let counts = |cell: &&usize| {
                    measure.test.as_ref().is_none_or(|test| position.passes(Element::Cell(**cell), test))
                };
                let found = group.iter().filter(counts).count() as i64;
                for &cell in &group {
                    let Some(wanted) = measure.wanted(position, cell) else { continue };
                    if !measure.relation.holds(found, wanted) {
                        let of = measure.test.as_ref().map(|test| test.text.clone());
                        let (at, group) = (cells[cell], cells[group[0]]);
                        let from = (at != group && measure.number != Number::Fixed(wanted)).then_some(at);
                        breaches.push(Breach::GroupCount { group, of, found, expected: wanted, from });
                    }
                }
            }
        }
        breaches
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        let joined = self.groups.graph(to, members);
        let symbols = to.symbols;
        let mut measures = Vec::new();
        for (index, measure) in self.measures.iter().enumerate() {
            let is_alike = self.alike == Some(index) && to.is_by_clue();
            let counts = |&cell: &usize| match &measure.test {
                None => 1,
                Some(test) => i64::from(symbols.passes(symbols.topology.cells[cell], test)),
            };
            let weights: Vec<i64> = joined.cells.iter().map(counts).collect();
            let mut demands = Vec::new();
            for (vertex, &cell) in joined.cells.iter().enumerate() {
                if is_alike {
                    let least = Demand { vertex, when: None, relation: Relation::AtLeast, bound: 1 };
                    demands.extend((weights[vertex] == 0).then_some(least));
                    continue;
                }
                let own_set = own(symbols, cell);
                if to.is_by_clue()
                    && matches!(measure.number, Number::Picture(_))
                    && let Some(bound) = measure.number.known(symbols, &own_set)
                {
                    let demands = vec![Demand { vertex, when: None, relation: measure.relation, bound }];
                    let alone = joined.components(vec![Measure { weights: weights.clone(), demands }]);
                    to.of_clue(&measure.number, &own_set, |to| to.post(alone));
                    continue;
                }
                let mut demand = |when, bound| {
                    demands.push(Demand { vertex, when, relation: measure.relation, bound });
                };
                match measure.number.of(symbols, &own_set) {
                    Resolved::Number(bound) => demand(None, bound),
                    Resolved::Cell(cell, more) => {
                        for (value, number) in symbols.layers[0].numbers.iter().enumerate() {
                            let (Some(number), held) = (number, to.value(0, cell, value)) else { continue };
                            if held != Truth::Known(false) {
                                demand(there(held), *number + more);
                            }
                        }
                    }
                    Resolved::Absent | Resolved::Numbers(_) | Resolved::Word(_) | Resolved::Runs(_) => {}
                }
            }
            measures.push(Measure { weights, demands });
        }
        if measures.iter().any(|measure| !measure.demands.is_empty()) || !to.is_by_clue() {
            to.post(joined.components(measures));
        }
    }

    fn tests(&self) -> Vec<&Test> {
        self.groups
            .tests()
            .into_iter()
            .chain(self.measures.iter().filter_map(|measure| measure.test.as_ref()))
            .collect()
    }

    fn survives_shortcuts(&self, symbols: &SymbolTable, fixed: &[bool]) -> bool {
        let cells = symbols.topology.cells.iter().zip(fixed);
        let is_of_fixed = |test: &Test| cells.clone().all(|(&at, &fixed)| fixed || !symbols.passes(at, test));
        let survives = |measure: &Measured| {
            matches!(measure.number, Number::Fixed(_)) && measure.test.as_ref().is_some_and(is_of_fixed)
        };
        self.groups.are_linked() && self.measures.iter().all(survives)
    }

    fn own_numbers(&self) -> Vec<&Number> {
        self.measures.iter().map(|measure| &measure.number).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::{agree, model};

    #[test]
    fn sizes_are_values() {
        let sizes = |rest: &str| format!("[[rule]]\ngroup = 'same'\nsize = 'value'\n{rest}");
        let count = agree(&model(2, 3, "'1..6'", &sizes("")));
        // A value that another rule names is not merged with others.
        let named = agree(&model(2, 3, "'1..6'", &sizes("[[rule]]\neach = 'row'\nat-most = { 3 = 1 }\n")));
        assert!(0 < named && named < count, "{named} of {count}");
        assert!(agree(&model(2, 4, "['1', '3', '4', '8']", &sizes(""))) > 0, "sizes with gaps");
    }
}
