//! Numbers without a gap: with `consecutive = true` the members' numbers are different and consecutive, in any order,
//! such as 4 2 3. The lines of a Renban, the runs of a Str8ts.
//!
//! A variable for each number is true when some member has it: above a number that is present, either the next number
//! is present, or no greater one is.

use super::super::breach::Breach;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::fields::OPTIONAL;
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Set};
use super::Kind;
use boardwright_ir::constraint::Relation;
use boardwright_model::{Field, Table};
use std::collections::BTreeMap;

pub(super) const KIND: Kind = Kind {
    fields: &[Field {
        name: "consecutive",
        kind: boardwright_model::Kind::Boolean,
        doc: "the members' numbers are consecutive, in any order; members without a number are ignored",
        example: "true",
        ..OPTIONAL
    }],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    if rule.boolean("consecutive") != Some(true) {
        return Vec::new();
    }
    let Some(layer) = reading.numeric_layer(rule, "consecutive") else { return Vec::new() };
    vec![Box::new(Consecutive { layer })]
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Consecutive {
    layer: usize,
}

impl Condition for Consecutive {
    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Element]) -> Result<(), Breach> {
        let cells = members.iter().filter_map(|member| member.cell());
        let mut numbers: Vec<i64> = cells.filter_map(|cell| position.number(self.layer, cell)).collect();
        numbers.sort_unstable();
        for pair in numbers.windows(2) {
            match pair[1].abs_diff(pair[0]) {
                0 => return Err(Breach::Twice(pair[0])),
                1 => {}
                _ => return Err(Breach::Gap([pair[0], pair[1]])),
            }
        }
        Ok(())
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        let mut holding: BTreeMap<i64, Vec<Truth>> = BTreeMap::new();
        for member in members {
            for (number, truth) in to.numbers(self.layer, member).held {
                holding.entry(number).or_default().push(truth);
            }
        }
        // In descending order: whether a number is present, and whether it or a greater one is.
        let mut above: Option<(i64, Truth, Truth)> = None;
        for (number, truths) in holding.into_iter().rev() {
            let there = to.any(&truths);
            let any = match above {
                None => there,
                Some((next, next_is_there, any)) => {
                    let follows = if next - 1 == number { next_is_there } else { Truth::Known(false) };
                    to.clause([!there, !any, follows]);
                    to.any(&[there, any])
                }
            };
            to.count(Relation::AtMost, 1, truths);
            above = Some((number, there, any));
        }
    }

    fn layers(&self) -> Vec<usize> {
        vec![self.layer]
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agree, mistakes, model};

    #[test]
    fn numbers_in_any_order_without_a_gap() {
        let row = |values: &str| model(1, 3, values, "[[rule]]\neach = 'row'\nconsecutive = true");
        // 123, 234 and 345, in six orders each.
        assert_eq!(agree(&row("\"1..5\"")), 18);
        assert_eq!(agree(&row("['1', '2', '4', '5', '6']")), 6, "no value is 3");
        assert_eq!(agree(&row("['1', '3', '5']")), 0);
        assert_eq!(agree(&row("\"1..2\"")), 0, "three of two");
        let both = "[[rule]]\neach = ['row', 'column']\nconsecutive = true";
        assert!(agree(&model(2, 3, "\"1..4\"", both)) > 0);
    }

    #[test]
    fn what_has_no_number_and_what_is_no_member_is_passed_over() {
        for selector in ["", "among = 'not 2'", "where = '1'\naround = 'wazir'\nincluding = true"] {
            let rest = format!("[[rule]]\n{selector}\nconsecutive = true");
            assert!(agree(&model(2, 3, "['.', '1', '2', '3']", &rest)) > 1);
        }
    }

    #[test]
    fn values_without_numbers_are_refused() {
        let wrong = mistakes(&model(1, 3, "['.', 'Q']", "[[rule]]\nconsecutive = true"));
        assert!(wrong.starts_with("`consecutive` requires values that are numbers"), "{wrong}");
    }
}
