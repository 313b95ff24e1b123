//! What the first member holds: `first = "clue"`, as in Easy as ABC.
//!
//! With `among = "not ."`, the first member is the first cell that is not empty: the one that is visible from a side.

use super::super::breach::Breach;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::fields::OPTIONAL;
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Number, Resolved, Set};
use super::Kind;
use boardwright_model::{Field, Table};

pub(super) const KIND: Kind = Kind {
    fields: &[Field {
        name: "first",
        kind: boardwright_model::Kind::Named(boardwright_model::Names::Number),
        doc: "the first member holds the value that this list has for the set",
        example: "\"clue\"",
        ..OPTIONAL
    }],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    let Some(given) = rule.get("first") else { return Vec::new() };
    let Some(&[layer]) = reading.layers(rule, "first").as_deref() else { return Vec::new() };
    let Some(of) = reading.entries_of_sets(given) else { return Vec::new() };
    let first = First { layer, of };
    let symbols = reading.symbols;
    let values = &symbols.layers[layer].values;
    let unknown = reading.sets.iter().filter_map(|set| {
        let wanted = first.wanted(symbols, set).filter(|wanted| !values.contains(wanted))?;
        Some((wanted, first.of.span(symbols, set).unwrap_or(given.span)))
    });
    for (wanted, span) in unknown.collect::<Vec<_>>() {
        let known = values.join(", ");
        reading.mistake("unknown-value", span, format!("unknown value `{wanted}` in a list; expected {known}"));
    }
    vec![Box::new(first)]
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct First {
    layer: usize,
    of: Number,
}

impl First {
    /// Returns the value for a set; none where the list has none.
    fn wanted(&self, symbols: &super::super::symbols::SymbolTable, set: &Set) -> Option<String> {
        match self.of.of(symbols, set) {
            Resolved::Number(number) => Some(number.to_string()),
            Resolved::Word(word) => Some(word.to_string()),
            Resolved::Absent | Resolved::Numbers(_) | Resolved::Runs(_) | Resolved::Cell(..) => None,
        }
    }
}

impl Condition for First {
    fn holds(&self, position: &Position<'_>, set: &Set, members: &[Element]) -> Result<(), Breach> {
        let Some(expected) = self.wanted(position.symbols, set) else { return Ok(()) };
        let found = members.first().and_then(|&member| match member {
            Element::Cell(cell) => Some(position.value(self.layer, cell).to_string()),
            Element::Line(_) => None,
        });
        if found.as_ref() == Some(&expected) { Ok(()) } else { Err(Breach::First { found, expected }) }
    }

    fn constrain(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate]) {
        let Some(wanted) = self.wanted(to.symbols, set) else { return };
        let value = to.symbols.layers[self.layer].values.iter().position(|value| *value == wanted);
        // None of the members so far is one.
        let mut none = Truth::Known(true);
        for member in members {
            let holds = match (member.element, value) {
                (Element::Cell(cell), Some(value)) => to.value(self.layer, cell, value),
                _ => Truth::Known(false),
            };
            to.clause([!none, !member.is_in, holds]);
            none = to.all(&[none, !member.is_in]);
        }
        to.clause([!none]);
    }

    fn numbers(&self) -> Vec<&Number> {
        vec![&self.of]
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
    use super::super::super::tests::{agree, mistakes, model};

    #[test]
    fn the_first_letter_seen() {
        let row = |left: &str, right: &str, rest: &str| {
            let lists = format!("[list]\nclue = {{ left = ['{left}'], right = ['{right}'] }}\n");
            let rule = format!("[[rule]]\neach = ['from left', 'from right']\nfirst = 'clue'\n{rest}");
            model(1, 4, "['.', 'A', 'B']", &format!("{lists}{rule}"))
        };
        assert_eq!(agree(&row("A", ".", "")), 27);
        assert_eq!(agree(&row("A", "B", "")), 9);
        assert_eq!(agree(&row("A", ".", "among = 'not .'")), 27 + 9 + 3 + 1);
        // From A at place i to B at place j > i: 3^(j - i - 1) ways in between.
        assert_eq!(agree(&row("A", "B", "among = 'not .'")), 3 + 2 * 3 + 9);
        // The first and the last A, B behind the first: two of three, three of four, or the last three of four.
        assert_eq!(agree(&row("B", ".", "inside = 'A'")), 2 + 3 + 2);
    }

    #[test]
    fn lists_of_letters_are_no_numbers() {
        let list = "[list]\nclue = { left = ['A'] }\n";
        let rule = |rule: &str| model(1, 2, "['.', 'A', 'B']", &format!("{list}[[rule]]\neach = 'from left'\n{rule}"));
        assert!(mistakes(&rule("exactly = { A = 'clue' }")).contains("expected one number"));
        let other = rule("first = 'clue'").replace("['A'] }", "['C'] }");
        assert!(mistakes(&other).starts_with("expected a number, a value"));
        let lone =
            model(1, 2, "['.', 'A', 'B']", "[list]\nclue = { left = ['A'] }\n[[rule]]\neach = 'row'\nfirst = 'clue'");
        assert!(mistakes(&lone).starts_with("missing `rows` in the list `clue`"));
    }
}
