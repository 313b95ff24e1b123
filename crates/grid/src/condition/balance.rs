//! As many members pass one test as another: `as-many = ["W", "B"]`.

use super::super::breach::Breach;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::fields::OPTIONAL;
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Set};
use super::super::symbols::Test;
use super::Kind;
use boardwright_ir::constraint::{Constraint, Relation, Term};
use boardwright_model::{Field, Spanned, Table};

pub(super) const KIND: Kind = Kind {
    fields: &[Field {
        name: "as-many",
        kind: boardwright_model::Kind::List {
            item: &boardwright_model::Kind::Named(boardwright_model::Names::Test),
            min: 2,
            max: 2,
        },
        doc: "equally many members pass the first and the second test",
        example: "[\"W\", \"B\"]",
        ..OPTIONAL
    }],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    let words = rule.get("as-many").and_then(|given| given.value.as_list()).unwrap_or_default();
    let word = |item: &Spanned<boardwright_model::Value>| Spanned {
        value: item.value.as_text().unwrap_or_default().to_string(),
        span: item.span,
    };
    let tests: Vec<Option<Test>> = words.iter().map(|item| reading.word(&word(item))).collect();
    match <[Option<Test>; 2]>::try_from(tests) {
        Ok([Some(first), Some(second)]) => vec![Box::new(Balance { tests: [first, second] })],
        _ => Vec::new(),
    }
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Balance {
    tests: [Test; 2],
}

impl Condition for Balance {
    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Element]) -> Result<(), Breach> {
        let count = |test: &Test| members.iter().filter(|&&member| position.passes(member, test)).count();
        let [first, second] = [count(&self.tests[0]), count(&self.tests[1])];
        if first == second {
            return Ok(());
        }
        Err(Breach::Unbalanced { of: [0, 1].map(|side: usize| self.tests[side].text.clone()), found: [first, second] })
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        let (mut terms, mut bound) = (Vec::with_capacity(2 * members.len()), 0);
        for (test, sign) in self.tests.iter().zip([1, -1]) {
            for member in members {
                let passes = to.passes(member.element, test);
                match to.all(&[passes, member.is_in]) {
                    Truth::Open(literal) => terms.push(Term::literal(sign, literal)),
                    Truth::Known(true) => bound -= sign,
                    Truth::Known(false) => {}
                }
            }
        }
        to.post(Constraint::Sum { terms, relation: Relation::Equal, bound });
    }

    fn tests(&self) -> Vec<&Test> {
        self.tests.iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agree, model};

    #[test]
    fn equal_armies() {
        let three = |rest: &str| model(1, 3, "['.', 'W', 'B']", &format!("[[rule]]\n{rest}as-many = ['W', 'B']"));
        // Neither, or one of each in two of three cells.
        assert_eq!(agree(&three("")), 1 + 3 * 2);
        // Where the first cell is empty, one of each is in the other two.
        assert_eq!(agree(&three("along = [[1, 2], [1, 3]]\n")), 3 * (1 + 2));
        // Only cells beside a W are counted: equally many of each.
        assert!(
            agree(&model(2, 2, "['.', 'W', 'B']", "[[rule]]\nwhere = 'W'\naround = 'wazir'\nas-many = ['W', 'B']")) > 0
        );
    }
}
