//! The parity of the number of members that pass a test: `parity = { P = "odd" }`, `parity = { P = "lit" }`.
//!
//! A number states its own parity. A picture of signs without numbers states odd where it has a sign and even
//! elsewhere: with `around = "wazir"` and `including = true`, `parity = { P = "lit" }` is Lights Out.

use super::super::breach::{Breach, Expected};
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::fields::{COUNTS, OPTIONAL};
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Number, Resolved, Set};
use super::super::symbols::{Atom, SymbolTable, Test};
use super::Kind;
use boardwright_ir::constraint::Constraint;
use boardwright_model::{Field, Spanned, Table, Value};

pub(super) const KIND: Kind = Kind {
    fields: &[Field {
        name: "parity",
        kind: COUNTS,
        doc: "the number of members that pass the test is \"odd\", \"even\" or has the parity of a number; with a \
            picture of signs: odd where a sign is",
        example: "{ P = \"odd\" }",
        ..OPTIONAL
    }],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    let mut conditions: Vec<Box<dyn Condition>> = Vec::new();
    for (word, given) in rule.map("parity") {
        if let (Some(test), Some(wanted)) = (reading.word(word), wanted(reading, given)) {
            conditions.push(Box::new(Parity { test, wanted }));
        }
    }
    conditions
}

fn wanted(reading: &mut Reading<'_>, given: &Spanned<Value>) -> Option<Wanted> {
    let word = given.value.as_text().unwrap_or_default();
    if word == "odd" || word == "even" {
        return Some(Wanted::Odd(word == "odd"));
    }
    let pictures = &reading.symbols.pictures;
    let signs = pictures.iter().position(|p| p.name == word && p.marks.iter().flatten().all(|m| m.number.is_none()));
    let Some(picture) = signs else { return reading.number_of_sets(given).map(Wanted::AsNumber) };
    reading.uses.words.insert(word.to_string());
    if let Some(homeless) = reading.sets.iter().find(|set| set.own.is_none()) {
        let message = format!("`{word}` has signs on cells, but {} has no cell of its own", homeless.name);
        reading.mistake("no-own-cell", given.span, message);
        return None;
    }
    reading.uses.words.insert(word.to_string());
    Some(Wanted::AsSign(Test { any: vec![(false, Atom::Mark(picture, None))], text: word.to_string() }))
}

#[derive(Debug, PartialEq, Eq, Hash)]
enum Wanted {
    Odd(bool),
    /// The parity of this number; no condition where there is none.
    AsNumber(Number),
    /// Odd where the set's own cell has a sign.
    AsSign(Test),
}

impl Wanted {
    /// Returns whether it is odd, where that is known.
    fn known(&self, symbols: &SymbolTable, set: &Set) -> Option<bool> {
        match self {
            Wanted::Odd(odd) => Some(*odd),
            Wanted::AsNumber(number) => number.known(symbols, set).map(is_odd),
            Wanted::AsSign(sign) => Some(set.own.is_some_and(|own| symbols.passes(own, sign))),
        }
    }
}

fn is_odd(number: i64) -> bool {
    number.rem_euclid(2) == 1
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Parity {
    test: Test,
    wanted: Wanted,
}

impl Condition for Parity {
    fn holds(&self, position: &Position<'_>, set: &Set, members: &[Element]) -> Result<(), Breach> {
        let wanted = match &self.wanted {
            Wanted::AsNumber(number) => number.on(position, set).map(is_odd),
            other => other.known(position.symbols, set),
        };
        let found = members.iter().filter(|&&member| position.passes(member, &self.test)).count();
        match wanted {
            Some(odd) if odd != (found % 2 == 1) => {
                let expected = if odd { Expected::Odd } else { Expected::Even };
                Err(Breach::Count { of: self.test.text.clone(), found: found as i64, expected })
            }
            _ => Ok(()),
        }
    }

    fn constrain(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate]) {
        let mut odd = false;
        let mut literals = Vec::with_capacity(members.len());
        let mut add = |truth: Truth| match truth {
            Truth::Known(value) => odd ^= value,
            Truth::Open(literal) => literals.push(literal),
        };
        to.passing(members, &self.test).into_iter().for_each(&mut add);
        if let Some(wanted) = self.wanted.known(to.symbols, set) {
            return to.post(Constraint::parity(odd != wanted, literals));
        }
        let Wanted::AsNumber(number) = &self.wanted else { return };
        if let Resolved::Cell(cell, more) = number.of(to.symbols, set) {
            let own = to.numbers(0, &Candidate { element: Element::Cell(cell), is_in: Truth::Known(true) });
            let odd_ones: Vec<Truth> =
                own.held.iter().filter(|held| is_odd(held.0 + more)).map(|held| held.1).collect();
            match to.any(&odd_ones) {
                Truth::Known(value) => odd ^= value,
                Truth::Open(literal) => literals.push(literal),
            }
            to.under(!own.none, |to| to.post(Constraint::parity(odd, literals)));
        }
    }

    fn numbers(&self) -> Vec<&Number> {
        match &self.wanted {
            Wanted::AsNumber(number) => vec![number],
            _ => Vec::new(),
        }
    }

    fn tests(&self) -> Vec<&Test> {
        match &self.wanted {
            Wanted::AsSign(sign) => vec![&self.test, sign],
            _ => vec![&self.test],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agree, mistakes, model};

    #[test]
    fn rows_with_odd_and_even_numbers() {
        let rows =
            |wanted: &str| model(2, 3, "['.', 'P']", &format!("[[rule]]\neach = 'row'\nparity = {{ P = {wanted} }}"));
        assert_eq!(agree(&rows("'odd'")), 16);
        assert_eq!(agree(&rows("'even'")), 16);
        assert_eq!(agree(&rows("7")), 16);
        let rest = "[list]\nsum = { rows = [3, '.'] }\n[[rule]]\neach = 'row'\nparity = { P = 'sum' }";
        assert_eq!(agree(&model(2, 3, "['.', 'P']", rest)), 4 * 8);
        let rest = "[[rule]]\naround = 'wazir'\namong = 'not 2'\nparity = { '3' = 'value' }\n\
            [[rule]]\nwhere = '2'\naround = 'wazir'\nparity = { '1' = 'odd' }";
        assert!(agree(&model(2, 3, "['.', '1', '2', '3']", rest)) > 0);
    }

    #[test]
    fn a_picture_of_signs_is_odd_where_there_is_one() {
        let rest = "[picture]\nlit = '''\n##.\n#..\n...\n'''\n\
            [[rule]]\naround = 'wazir'\nincluding = true\nparity = { P = 'lit' }";
        // The press in the corner and no other: a 3x3 Lights Out has one solution.
        assert_eq!(agree(&model(3, 3, "['.', 'P']", rest)), 1);
        // With numbers, a cell without a number has no condition.
        let rest =
            "[picture]\nlit = '''\n12.\n...\n'''\n[[rule]]\naround = 'wazir'\nincluding = true\nparity = { P = 'lit' }";
        assert_eq!(agree(&model(2, 3, "['.', 'P']", rest)), 16);
    }

    #[test]
    fn a_wrong_word_is_told() {
        let wrong = mistakes(&model(1, 3, "['.', 'P']", "[[rule]]\neach = 'row'\nparity = { P = 'od' }"));
        assert!(wrong.starts_with("expected a number, or a picture or list of numbers; found `od`"), "{wrong}");
        let rest = "[picture]\nlit = '''\n#..\n'''\n[[rule]]\neach = 'row'\nparity = { P = 'lit' }";
        let wrong = mistakes(&model(1, 3, "['.', 'P']", rest));
        assert!(wrong.starts_with("`lit` has signs on cells, but row 1 has no cell of its own"), "{wrong}");
    }
}
