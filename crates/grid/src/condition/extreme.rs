//! The greatest and the least of the members' numbers: `maximum`, `minimum`. Nothing is required of a set without numbers.

use super::super::breach::Breach;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::fields::{NUMBER, OPTIONAL};
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Number, Set};
use super::Kind;
use boardwright_model::{Field, Table};

pub(super) const KIND: Kind = Kind {
    fields: &[
        Field { name: "maximum", kind: NUMBER, doc: "the greatest of the members' numbers", example: "7", ..OPTIONAL },
        Field { name: "minimum", kind: NUMBER, doc: "the least of the members' numbers", example: "2", ..OPTIONAL },
    ],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    let mut conditions: Vec<Box<dyn Condition>> = Vec::new();
    for (key, greatest) in [("maximum", true), ("minimum", false)] {
        let Some(given) = rule.get(key).filter(|given| reading.versus(&given.value).is_none()) else { continue };
        if let (Some(layer), Some(number)) = (reading.numeric_layer(rule, key), reading.number_of_sets(given)) {
            conditions.push(Box::new(Extreme { layer, greatest, number }));
        }
    }
    conditions
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Extreme {
    layer: usize,
    greatest: bool,
    number: Number,
}

impl Condition for Extreme {
    fn holds(&self, position: &Position<'_>, set: &Set, members: &[Element]) -> Result<(), Breach> {
        let Some(wanted) = self.number.on(position, set) else { return Ok(()) };
        let numbers = members.iter().filter_map(|member| position.number(self.layer, member.cell()?));
        let (name, found) = if self.greatest { ("maximum", numbers.max()) } else { ("minimum", numbers.min()) };
        match found {
            Some(found) if found != wanted => {
                Err(Breach::Result { name, found: found.into(), expected: wanted.into() })
            }
            _ => Ok(()),
        }
    }

    fn constrain(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate]) {
        let held: Vec<Vec<(i64, Truth)>> = members.iter().map(|member| to.numbers(self.layer, member).held).collect();
        let held = held.concat();
        to.with_number(&self.number, set, |to, wanted| {
            let beyond = |number: i64| if self.greatest { number > wanted } else { number < wanted };
            for &(_, truth) in held.iter().filter(|(number, _)| beyond(*number)) {
                to.clause([!truth]);
            }
            let wanted: Vec<Truth> = held.iter().filter(|(n, _)| *n == wanted).map(|&(_, truth)| truth).collect();
            // A set without numbers holds none beyond.
            for &(_, truth) in &held {
                to.clause(wanted.iter().copied().chain([!truth]));
            }
        });
    }

    fn numbers(&self) -> Vec<&Number> {
        vec![&self.number]
    }

    fn layers(&self) -> Vec<usize> {
        vec![self.layer]
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agree, mistakes, model};

    #[test]
    fn greatest_and_least() {
        let row = |values: &str, condition: &str| {
            agree(&model(1, 3, values, &format!("[[rule]]\neach = 'row'\n{condition}")))
        };
        // k^3 - (k - 1)^3 triples have k as their greatest number.
        assert_eq!(row("'1..4'", "maximum = 3"), 27 - 8);
        assert_eq!(row("'1..4'", "minimum = 3"), 8 - 1);
        assert_eq!(row("'1..4'", "maximum = 3\nminimum = 2"), 8 - 2, "2 and 3, each at least once");
        assert_eq!(row("['.', '1', '2']", "maximum = 1"), 8, "nothing is required of three cells without a number");
        assert_eq!(row("'1..4'", "maximum = 5"), 0);
        assert_eq!(row("'1..4'", "maximum = 'first'"), 1 + 4 + 9 + 16, "the others are at most the first");
    }

    #[test]
    fn what_has_no_numbers_is_told() {
        let wrong = mistakes(&model(1, 3, "['.', 'Q']", "[[rule]]\nmaximum = 3"));
        assert!(wrong.starts_with("`maximum` requires values that are numbers"), "{wrong}");
    }
}
