//! The members' numbers in order: `increasing = true`, `increasing = "never-decreasing"`, `decreasing = true`,
//! `decreasing = "never-increasing"`. A member that holds no number is passed over.

use super::super::constrain::numbers::Numbers;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::fields::OPTIONAL;
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Place, Set};
use super::Kind;
use crate::model::{self, Field, Table};

pub(super) const KIND: Kind = Kind {
    fields: &[
        Field {
            name: "increasing",
            kind: model::Kind::OneOf(&[model::Kind::Boolean, model::Kind::Choice(&[NEVER_DECREASING])]),
            doc: "each member's number is greater than the one before, or no less",
            example: "true",
            ..OPTIONAL
        },
        Field {
            name: "decreasing",
            kind: model::Kind::OneOf(&[model::Kind::Boolean, model::Kind::Choice(&[NEVER_INCREASING])]),
            doc: "each member's number is less than the one before, or no greater",
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

#[derive(Debug)]
struct Order {
    layer: usize,
    upwards: bool,
    /// Equal numbers may follow each other.
    weak: bool,
}

impl Order {
    /// Whether `b` may come after `a`.
    fn accepts(&self, a: i64, b: i64) -> bool {
        (self.weak && a == b) || if self.upwards { a < b } else { a > b }
    }
}

impl Condition for Order {
    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Place]) -> Result<(), String> {
        let mut before: Option<(i64, usize)> = None;
        for &member in members {
            let Place::Cell(cell) = member else { continue };
            let Some(number) = position.number(self.layer, cell) else { continue };
            if let Some((other, at)) = before {
                let wrong = match (number.cmp(&other), self.upwards) {
                    (std::cmp::Ordering::Equal, _) => !self.weak,
                    (order, upwards) => order.is_gt() != upwards,
                };
                if wrong {
                    let [first, second] = [at, cell].map(|cell| position.vocabulary.terrain.cells[cell]);
                    return Err(format!("has {other} at {first} and then {number} at {second}"));
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
            // Where one may be passed over, those on both sides of it are compared as well.
            let last = if all_count { numbers.len().min(index + 2) } else { numbers.len() };
            for b in &numbers[index + 1..last.max(index + 1)] {
                to.post_pairs(a, b, |a, b| self.accepts(a, b));
            }
        }
    }

    fn layers(&self) -> Vec<usize> {
        vec![self.layer]
    }

    fn ordered(&self) -> bool {
        true
    }
}
