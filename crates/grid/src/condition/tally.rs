//! Numbers that count: `counts-itself = true`, where every number among the members occurs as often as it says; and `like-own`, the
//! number of members that hold the value of the set's own cell.

use super::super::breach::{Breach, Expected};
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::fields::{NUMBER, OPTIONAL};
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Number, Set};
use super::Kind;
use boardwright_ir::constraint::Relation;
use boardwright_model::{Field, Table};
use std::collections::BTreeMap;

pub(super) const KIND: Kind = Kind {
    fields: &[
        Field {
            name: "counts-itself",
            kind: boardwright_model::Kind::Boolean,
            doc: "each number that a member holds is held by as many members as it says",
            example: "true",
            ..OPTIONAL
        },
        Field {
            name: "like-own",
            kind: NUMBER,
            doc: "this number of members hold the value of the set's own cell",
            example: "2",
            ..OPTIONAL
        },
    ],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    let mut conditions: Vec<Box<dyn Condition>> = Vec::new();
    if rule.boolean("counts-itself") == Some(true)
        && let Some(layer) = reading.numeric_layer(rule, "counts-itself")
    {
        conditions.push(Box::new(CountsItself { layer }));
    }
    let Some(given) = rule.get("like-own") else { return conditions };
    let (Some(layers), Some(number)) = (reading.layers(rule, "like-own"), reading.number_of_sets(given)) else {
        return conditions;
    };
    let &[layer] = &layers[..] else {
        reading.mistake("unknown-layer", rule.span_of("on"), "`like-own` accepts one layer only");
        return conditions;
    };
    let without = |set: &&Set| set.own.and_then(|own| reading.symbols.topology.id(own)).is_none();
    if let Some(set) = reading.sets.iter().find(without) {
        let message = format!("`like-own` requires sets with a cell of their own, but {} has none", set.name);
        reading.mistake("no-own-cell", given.span, message);
        return conditions;
    }
    conditions.push(Box::new(LikeOwn { layer, number }));
    conditions
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct CountsItself {
    layer: usize,
}

impl Condition for CountsItself {
    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Element]) -> Result<(), Breach> {
        let mut counts: BTreeMap<i64, i64> = BTreeMap::new();
        for cell in members.iter().filter_map(|member| member.cell()) {
            if let Some(number) = position.number(self.layer, cell) {
                *counts.entry(number).or_default() += 1;
            }
        }
        match counts.into_iter().find(|(number, count)| number != count) {
            None => Ok(()),
            Some((number, found)) => {
                Err(Breach::Count { of: number.to_string(), found, expected: Expected::Exactly(number.into()) })
            }
        }
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        let mut by_number: BTreeMap<i64, Vec<Truth>> = BTreeMap::new();
        for member in members {
            for (number, truth) in to.numbers(self.layer, member).held {
                by_number.entry(number).or_default().push(truth);
            }
        }
        for (number, truths) in by_number {
            let is_there = to.any(&truths);
            to.under(is_there, |to| to.count(Relation::Equal, number, truths));
        }
    }

    fn layers(&self) -> Vec<usize> {
        vec![self.layer]
    }
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct LikeOwn {
    layer: usize,
    number: Number,
}

impl Condition for LikeOwn {
    fn holds(&self, position: &Position<'_>, set: &Set, members: &[Element]) -> Result<(), Breach> {
        let own = set.own.and_then(|cell| position.symbols.topology.id(cell));
        let (Some(wanted), Some(own)) = (self.number.on(position, set), own) else { return Ok(()) };
        let value = position.value_at(self.layer, own);
        let alike = |member: &&Element| member.cell().is_some_and(|cell| position.value_at(self.layer, cell) == value);
        let found = members.iter().filter(alike).count() as i64;
        if found == wanted {
            return Ok(());
        }
        let of = position.symbols.layers[self.layer].values[value].clone();
        Err(Breach::Count { of, found, expected: Expected::Exactly(wanted.into()) })
    }

    fn constrain(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate]) {
        let Some(own) = set.own.and_then(|cell| to.symbols.topology.id(cell)) else { return };
        for value in 0..to.symbols.layers[self.layer].values.len() {
            let mut alike = Vec::with_capacity(members.len());
            for member in members {
                if let Some(cell) = member.element.cell() {
                    let holds = to.value(self.layer, cell, value);
                    alike.push(to.all(&[holds, member.is_in]));
                }
            }
            let is_own = to.value(self.layer, own, value);
            to.under(is_own, |to| {
                to.with_number(&self.number, set, |to, number| {
                    to.count(Relation::Equal, number, alike.iter().copied());
                });
            });
        }
    }

    fn numbers(&self) -> Vec<&Number> {
        vec![&self.number]
    }

    fn layers(&self) -> Vec<usize> {
        vec![self.layer]
    }

    fn reads_own(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agree, mistakes, model};

    #[test]
    fn numbers_that_count_themselves() {
        let row = |columns: usize, values: &str| agree(&model(1, columns, values, "[[rule]]\ncounts-itself = true"));
        // {1, 2, 2} in three orders, {3, 3, 3}; of four also {1, 3, 3, 3} in four.
        assert_eq!(row(3, "'1..3'"), 3 + 1);
        assert_eq!(row(4, "'1..3'"), 4);
        assert_eq!(row(3, "'0..3'"), 3 + 1, "0 never counts itself");
        // Cells without a number are free: none, one 1, two 2 in three ways, and 1 2 2, 3 3 3.
        assert_eq!(row(3, "['.', '1', '2', '3']"), 1 + 3 + 3 + 3 + 1);
        let circles = "[picture]\nring = 'o.o.'\n[[rule]]\namong = 'ring'\ncounts-itself = true";
        assert_eq!(agree(&model(1, 4, "'1..3'", circles)), 9, "2 2 in the circles, any beside them");
    }

    #[test]
    fn members_like_the_own_cell() {
        let row =
            |number: &str| agree(&model(1, 3, "'1..2'", &format!("[[rule]]\naround = 'wazir'\nlike-own = {number}")));
        assert_eq!(row("0"), 2, "121 and 212");
        assert_eq!(row("1"), 0, "111 has 2 in the middle");
        // 1 has one like itself, 2 two: 1 and 2 at the ends have one neighbour.
        assert!(agree(&model(2, 3, "'0..2'", "[[rule]]\naround = 'king'\nlike-own = 'value'")) > 0);
        let wrong = mistakes(&model(1, 3, "'1..2'", "[[rule]]\neach = 'row'\nlike-own = 1"));
        assert!(wrong.starts_with("`like-own` requires sets with a cell of their own"), "{wrong}");
    }
}
