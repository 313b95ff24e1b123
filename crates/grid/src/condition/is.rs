//! Every member passes a test, or none does: `is = "turn"`, `is-not = "#"`.

use super::super::breach::Breach;
use super::super::constrain::{Builder, Candidate};
use super::super::fields::{OPTIONAL, TEST};
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Set};
use super::super::symbols::Test;
use super::Kind;
use boardwright_model::{Field, Table};

pub(super) const KIND: Kind = Kind {
    fields: &[
        Field { name: "is", kind: TEST, doc: "every member passes the test", example: "\"turn\"", ..OPTIONAL },
        Field { name: "is-not", kind: TEST, doc: "no member passes the test", example: "\"#\"", ..OPTIONAL },
    ],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    let mut conditions: Vec<Box<dyn Condition>> = Vec::new();
    for (key, wanted) in [("is", true), ("is-not", false)] {
        if let Some(test) = rule.get(key).and_then(|given| reading.test(given)) {
            conditions.push(Box::new(Is { test, wanted }));
        }
    }
    conditions
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Is {
    test: Test,
    wanted: bool,
}

impl Condition for Is {
    fn holds(&self, position: &Position<'_>, set: &Set, members: &[Element]) -> Result<(), Breach> {
        let wrong = members.iter().find(|&&member| position.passes(member, &self.test) != self.wanted);
        let Some(&wrong) = wrong else { return Ok(()) };
        let at = match wrong {
            Element::Cell(cell) if set.members.len() > 1 => Some(position.symbols.topology.cells[cell]),
            _ => None,
        };
        Err(Breach::Member { at, of: self.test.text.clone(), passes: !self.wanted })
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        for member in members {
            let passes = to.passes(member.element, &self.test);
            let passes = if self.wanted { passes } else { !passes };
            to.clause([!member.is_in, passes]);
        }
    }

    fn tests(&self) -> Vec<&Test> {
        vec![&self.test]
    }

    fn membership(&self) -> Option<(&Test, bool)> {
        Some((&self.test, self.wanted))
    }
}
