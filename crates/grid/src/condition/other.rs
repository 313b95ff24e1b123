//! Any number of members but one passes a test: `not-exactly = { "#" = 3 }`.

use super::super::breach::{Breach, Expected};
use super::super::constrain::{Builder, Candidate, Truth, counted};
use super::super::fields::{COUNTS, OPTIONAL};
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Number, Set};
use super::super::symbols::Test;
use super::Kind;
use boardwright_ir::constraint::{Literal, Relation};
use boardwright_model::{Field, Table};

pub(super) const KIND: Kind = Kind {
    fields: &[Field {
        name: "not-exactly",
        kind: COUNTS,
        doc: "any other number of members pass the test",
        example: "{ Q = 3 }",
        ..OPTIONAL
    }],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    let mut conditions: Vec<Box<dyn Condition>> = Vec::new();
    for (test, given) in rule.map("not-exactly") {
        if let (Some(test), Some(number)) = (reading.word(test), reading.number_of_sets(given)) {
            conditions.push(Box::new(Other { test, number }));
        }
    }
    conditions
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Other {
    test: Test,
    number: Number,
}

impl Condition for Other {
    fn holds(&self, position: &Position<'_>, set: &Set, members: &[Element]) -> Result<(), Breach> {
        let found = members.iter().filter(|&&member| position.passes(member, &self.test)).count() as i64;
        match self.number.on(position, set) {
            Some(number) if number == found => {
                Err(Breach::Count { of: self.test.text.clone(), found, expected: Expected::Another })
            }
            _ => Ok(()),
        }
    }

    fn constrain(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate]) {
        let passing = to.passing(members, &self.test);
        to.with_number(&self.number, set, |to, number| {
            let fewer = Truth::Open(to.auxiliary());
            to.under(fewer, |to| to.count(Relation::AtMost, number - 1, passing.iter().copied()));
            to.under(!fewer, |to| to.count(Relation::AtLeast, number + 1, passing.iter().copied()));
        });
    }

    /// The number is this one.
    fn violation(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate]) -> Option<Vec<Literal>> {
        let passing = to.passing(members, &self.test);
        let mut broken = Vec::new();
        to.with_number(&self.number, set, |to, number| {
            broken.push(to.met(counted(Relation::Equal, number, passing.iter().copied())));
        });
        Some(broken)
    }

    fn numbers(&self) -> Vec<&Number> {
        vec![&self.number]
    }

    fn tests(&self) -> Vec<&Test> {
        vec![&self.test]
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agree, model};

    #[test]
    fn any_number_but_one() {
        let four = |rest: &str| model(1, 4, "['.', '#']", &format!("[[rule]]\n{rest}"));
        // All but one of the binomials 1, 4, 6, 4, 1.
        assert_eq!(
            [0, 1, 2, 3, 4].map(|n| agree(&four(&format!("not-exactly = {{ '#' = {n} }}")))),
            [15, 12, 10, 12, 15]
        );
        assert_eq!(agree(&four("not-exactly = { '#' = 5 }")), 16);
        // No cell equals the number of ones around it.
        let own = model(2, 2, "\"0..2\"", "[[rule]]\naround = 'wazir'\nnot-exactly = { 1 = 'value' }");
        assert!(agree(&own) > 0);
        // Around an empty cell, the number of painted cells is not 1.
        assert!(agree(&four("where = '.'\naround = 'wazir'\nnot-exactly = { '#' = 1 }")) > 0);
        assert!(agree(&four("among = '#'\nnot-exactly = { '#' = 2 }")) == 10);
    }
}
