//! The members' numbers in order: `increasing = true`, `increasing = "never-decreasing"`, `decreasing = true`,
//! `decreasing = "never-increasing"`. Members without a number are ignored.

use super::super::breach::Breach;
use super::super::constrain::numbers::Numbers;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::fields::OPTIONAL;
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Set};
use super::Kind;
use boardwright_model::{Field, Table};
use std::sync::Arc;

pub(super) const KIND: Kind = Kind {
    fields: &[
        Field {
            name: "increasing",
            kind: boardwright_model::Kind::OneOf(&[
                boardwright_model::Kind::Boolean,
                boardwright_model::Kind::Choice(&[NEVER_DECREASING]),
            ]),
            doc: "the members' numbers increase strictly; \"never-decreasing\" allows equal neighbours",
            example: "true",
            ..OPTIONAL
        },
        Field {
            name: "decreasing",
            kind: boardwright_model::Kind::OneOf(&[
                boardwright_model::Kind::Boolean,
                boardwright_model::Kind::Choice(&[NEVER_INCREASING]),
            ]),
            doc: "the members' numbers decrease strictly; \"never-increasing\" allows equal neighbours",
            example: "\"never-increasing\"",
            ..OPTIONAL
        },
    ],
    read,
};

const NEVER_DECREASING: &str = "never-decreasing";
const NEVER_INCREASING: &str = "never-increasing";

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    let mut conditions: Vec<Box<dyn Condition>> = Vec::new();
    for (key, upwards) in [("increasing", true), ("decreasing", false)] {
        let weak = rule.text(key).is_some();
        if (weak || rule.boolean(key) == Some(true))
            && let Some(layer) = reading.numeric_layer(rule, key)
        {
            conditions.push(Box::new(Order { layer, upwards, weak }));
        }
    }
    conditions
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Order {
    layer: usize,
    upwards: bool,
    /// Whether equal numbers may follow each other.
    weak: bool,
}

impl Order {
    /// Checks whether `b` may come after `a`.
    fn accepts(&self, a: i64, b: i64) -> bool {
        (self.weak && a == b) || if self.upwards { a < b } else { a > b }
    }
}

impl Condition for Order {
    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Element]) -> Result<(), Breach> {
        let mut before: Option<(i64, usize)> = None;
        for &member in members {
            let Element::Cell(cell) = member else { continue };
            let Some(number) = position.number(self.layer, cell) else { continue };
            if let Some((other, at)) = before {
                let wrong = match (number.cmp(&other), self.upwards) {
                    (std::cmp::Ordering::Equal, _) => !self.weak,
                    (order, upwards) => order.is_gt() != upwards,
                };
                if wrong {
                    let cells = [at, cell].map(|cell| position.symbols.topology.cells[cell]);
                    return Err(Breach::Unordered { numbers: [other, number], cells });
                }
            }
            before = Some((number, cell));
        }
        Ok(())
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        let numbers: Vec<Numbers> = members.iter().map(|member| to.numbers(self.layer, member)).collect();
        let all_count = numbers.iter().all(|numbers| numbers.none == Truth::Known(false));
        for (index, a) in numbers.iter().enumerate() {
            // If a member may have no number, the members on both sides of it are compared as well.
            let last = if all_count { numbers.len().min(index + 2) } else { numbers.len() };
            for b in &numbers[index + 1..last.max(index + 1)] {
                to.post_pairs(a, b, |a, b| self.accepts(a, b));
            }
        }
    }

    fn layers(&self) -> Vec<usize> {
        vec![self.layer]
    }

    fn grows(&self) -> Option<bool> {
        Some(self.upwards)
    }

    fn ordered(&self) -> bool {
        true
    }

    fn reversed(&self) -> Option<Arc<dyn Condition>> {
        Some(Arc::new(Order { layer: self.layer, upwards: !self.upwards, weak: self.weak }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agree, mistakes, model};

    #[test]
    fn rows_in_order() {
        let rows = |condition: &str| model(2, 3, "\"1..4\"", &format!("[[rule]]\neach = 'row'\n{condition}"));
        // Three of four numbers, and three of four with repeats.
        assert_eq!(agree(&rows("increasing = true")), 4 * 4);
        assert_eq!(agree(&rows("increasing = 'never-decreasing'")), 20 * 20);
        assert_eq!(agree(&rows("decreasing = true")), 4 * 4);
        assert_eq!(agree(&rows("decreasing = 'never-increasing'")), 20 * 20);
        assert_eq!(agree(&rows("increasing = false\nis = ['1', '2', '3', '4']")), 4096);
    }

    #[test]
    fn what_is_no_number_and_no_member_is_passed_over() {
        for condition in ["increasing = true", "decreasing = 'never-increasing'"] {
            for selector in ["", "among = 'not 2'"] {
                let rest = format!("[[rule]]\neach = 'row'\n{selector}\n{condition}");
                assert!(agree(&model(1, 5, "['.', '1', '2', '3']", &rest)) > 0);
            }
        }
    }

    #[test]
    fn signs_between_cells() {
        let rest = "[between]\nsign = '''\n.<...\n>....\n...>.\n'''\n\
            [[rule]]\neach = 'pair'\nat = 'sign=<'\nincreasing = true\n\
            [[rule]]\neach = 'pair'\nat = 'sign=>'\ndecreasing = true";
        assert_eq!(agree(&model(2, 3, "\"1..3\"", rest)), 3 * 3, "one way for three cells, three for two, a free one");
    }

    #[test]
    fn another_word_is_told() {
        let wrong = mistakes(&model(1, 3, "\"1..3\"", "[[rule]]\neach = 'row'\nincreasing = 'never-decreasin'"));
        assert!(wrong.contains("never-decreasing"), "{wrong}");
    }
}
