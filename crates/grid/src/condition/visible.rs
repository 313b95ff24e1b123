//! The number of members that are visible from the first: with `visible = 3`, three numbers are greater than all
//! before them.

use super::super::breach::Breach;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::fields::{NUMBER, OPTIONAL};
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Number, Set};
use super::Kind;
use boardwright_model::{Field, Table};

pub(super) const KIND: Kind = Kind {
    fields: &[Field {
        name: "visible",
        kind: NUMBER,
        doc: "the number of members that are greater than all members before them (visible towers)",
        example: "\"seen\"",
        ..OPTIONAL
    }],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    let Some(given) = rule.get("visible") else { return Vec::new() };
    let Some(layer) = reading.numeric_layer(rule, "visible") else { return Vec::new() };
    let Some(number) = reading.number_of_sets(given) else { return Vec::new() };
    vec![Box::new(Visible { layer, number })]
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Visible {
    layer: usize,
    number: Number,
}

impl Condition for Visible {
    fn holds(&self, position: &Position<'_>, set: &Set, members: &[Element]) -> Result<(), Breach> {
        let Some(wanted) = self.number.on(position, set) else { return Ok(()) };
        let (mut seen, mut greatest) = (0, None);
        for &member in members {
            let Element::Cell(cell) = member else { continue };
            let number = position.number(self.layer, cell);
            if number > greatest {
                (seen, greatest) = (seen + 1, number);
            }
        }
        if seen == wanted { Ok(()) } else { Err(Breach::Visible { found: seen, expected: wanted }) }
    }

    fn constrain(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate]) {
        // A member without a number counts as a number below all others.
        let mut positions: Vec<Vec<(Option<i64>, Truth)>> = Vec::with_capacity(members.len());
        for member in members {
            let numbers = to.numbers(self.layer, member);
            let mut symbols: Vec<(Option<i64>, Truth)> = vec![(None, numbers.none)];
            symbols.extend(numbers.held.into_iter().map(|(number, truth)| (Some(number), truth)));
            symbols.retain(|(_, truth)| *truth != Truth::Known(false));
            positions.push(symbols);
        }
        to.with_number(&self.number, set, |to, wanted| {
            let step = |&(greatest, seen): &(Option<i64>, i64), number: Option<i64>| match number > greatest {
                true => (seen < wanted).then_some((number, seen + 1)),
                false => Some((greatest, seen)),
            };
            to.post_word(&positions, (None, 0), step, |&(_, seen)| seen == wanted);
        });
    }

    fn numbers(&self) -> Vec<&Number> {
        vec![&self.number]
    }

    fn layers(&self) -> Vec<usize> {
        vec![self.layer]
    }

    fn ordered(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agree, model};

    #[test]
    fn towers_of_one_row() {
        let row = |wanted: usize| {
            model(
                1,
                4,
                "\"1..4\"",
                &format!("[[rule]]\neach = 'row'\nall-different = true\n[[rule]]\neach = 'row'\nvisible = {wanted}"),
            )
        };
        // Permutations of 4 by their left-to-right maxima: the unsigned Stirling numbers of the first kind, A132393.
        assert_eq!([0, 1, 2, 3, 4, 5].map(|wanted| agree(&row(wanted))), [0, 6, 11, 6, 1, 0]);
    }

    #[test]
    fn from_all_sides_with_gaps_between_the_towers() {
        let lists = "[list]\nseen = { left = [2, '.'], right = ['.', 1], top = [1, '.', 2], bottom = ['.', '.', 1] }\n";
        let rest =
            format!("{lists}[[rule]]\neach = ['from left', 'from right', 'from top', 'from bottom']\nvisible = 'seen'");
        assert!(agree(&model(2, 3, "\"1..3\"", &rest)) > 0);
        assert!(agree(&model(2, 3, "['.', '1', '2', '3']", &rest)) > 0);
        let rest = "[[rule]]\neach = 'row'\namong = 'not 2'\nvisible = 2";
        assert!(agree(&model(2, 3, "['.', '1', '2', '3']", rest)) > 0);
        let rest = "[[rule]]\naround = 'wazir'\nincluding = true\nvisible = 'value'";
        assert!(agree(&model(2, 3, "['.', '1', '2', '3']", rest)) > 0);
    }
}
