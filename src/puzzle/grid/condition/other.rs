//! Any number of members but this one passes a test: `not-exactly = { "#" = 3 }`.

use super::super::constrain::{Builder, Candidate, Truth, counted};
use super::super::fields::{COUNTS, OPTIONAL};
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Number, Place, Set};
use super::super::vocabulary::Test;
use super::Kind;
use crate::constraint::{Constraint, Origin, Relation};
use crate::model::{Field, Table};

pub(super) const KIND: Kind = Kind {
    fields: &[Field {
        name: "not-exactly",
        kind: COUNTS,
        doc: "fewer members pass the test, or more",
        example: "{ Q = 3 }",
        ..OPTIONAL
    }],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    let mut conditions: Vec<Box<dyn Condition>> = Vec::new();
    for (test, given) in rule.map("not-exactly") {
        match (reading.word(test), reading.number(given)) {
            (Some(_), Some(Number::Value)) => {
                reading.mistake(
                    "wrong-number",
                    given.span,
                    "`not-exactly` takes a number that is known: not \"value\"",
                );
            }
            (Some(test), Some(number)) => conditions.push(Box::new(Other { test, number })),
            _ => {}
        }
    }
    conditions
}

#[derive(Debug)]
struct Other {
    test: Test,
    number: Number,
}

impl Condition for Other {
    fn holds(&self, position: &Position<'_>, set: &Set, members: &[Place]) -> Result<(), String> {
        let found = members.iter().filter(|&&member| position.passes(member, &self.test)).count() as i64;
        match self.number.known(position.vocabulary, set) {
            Some(number) if number == found => Err(format!("has exactly {found} of `{}`", self.test.text)),
            _ => Ok(()),
        }
    }

    fn constrain(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate]) {
        let Some(number) = self.number.known(to.vocabulary, set) else { return };
        let mut passing: Vec<Truth> = Vec::with_capacity(members.len());
        for member in members {
            let passes = to.passes(member.place, &self.test);
            passing.push(to.all(&[passes, member.is_in]));
        }
        // Whether there are fewer, which is known of every board: also of those on which the rule says nothing.
        let fewer = to.auxiliary();
        let meaning = to.problem().origin(Origin::rule("meaning"));
        for (when, relation, bound) in [(fewer, Relation::AtMost, number - 1), (!fewer, Relation::AtLeast, number)] {
            let then = Box::new(counted(relation, bound, passing.iter().copied()));
            to.problem().post(meaning, Constraint::If { when: vec![when], then });
        }
        to.post_if((!fewer).into(), counted(Relation::AtLeast, number + 1, passing));
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
        // Of the binomials 1, 4, 6, 4, 1 all but one.
        assert_eq!(
            [0, 1, 2, 3, 4].map(|n| agree(&four(&format!("not-exactly = {{ '#' = {n} }}")))),
            [15, 12, 10, 12, 15]
        );
        assert_eq!(agree(&four("not-exactly = { '#' = 5 }")), 16);
        // Where a cell is empty, not exactly one beside it is painted.
        assert!(agree(&four("where = '.'\naround = 'wazir'\nnot-exactly = { '#' = 1 }")) > 0);
        assert!(agree(&four("among = '#'\nnot-exactly = { '#' = 2 }")) == 10);
    }
}
