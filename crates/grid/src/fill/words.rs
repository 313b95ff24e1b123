//! The words that a mark may be: those that rules name, numbers, and the numbers that a board has where another was expected.

use crate::Grid;
use crate::breach::Breach;
use crate::rule::{At, Condition, Number, Rule};
use crate::symbols::{Atom, Test};
use boardwright_model::{Table, Value};
use std::collections::BTreeSet;

/// The directions of arrows.
const ARROWS: [&str; 4] = ["^", "v", "<", ">"];

/// What a part of a model is among the symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PartId {
    /// A picture of marks on cells.
    Picture(usize),
    /// A picture of marks beside cells.
    Between(usize),
    /// A list.
    List(usize),
}

impl PartId {
    /// Checks whether a number comes from this part.
    pub(super) fn is_of(self, number: &Number) -> bool {
        match (self, number) {
            (PartId::Picture(own), Number::Picture(other))
            | (PartId::Between(own), Number::Between(other))
            | (PartId::List(own), Number::List(other)) => own == *other,
            _ => false,
        }
    }

    /// Checks whether a test asks for a mark of this part.
    pub(super) fn is_tested(self, test: &Test) -> bool {
        test.any.iter().any(|(_, atom)| matches!(atom, Atom::Mark(picture, _) if self == PartId::Picture(*picture)))
    }
}

/// Returns whether a rule takes numbers from a part.
pub(super) fn takes_numbers(rule: &Rule, part: PartId) -> bool {
    let of = |condition: &std::sync::Arc<dyn Condition>| {
        condition.numbers().into_iter().chain(condition.own_numbers()).any(|number| part.is_of(number))
    };
    rule.conditions.iter().any(of)
}

/// Returns the words to try first for the marks of a part.
pub(super) fn first(grid: &Grid, part: PartId, present: &BTreeSet<String>, fields: &Table) -> Vec<String> {
    let mut words: BTreeSet<String> = present.iter().filter(|word| !word.contains('?')).cloned().collect();
    for rule in grid.rules.iter() {
        named(rule, part, &mut words);
    }
    let has_numbers = grid.rules.iter().any(|rule| takes_numbers(rule, part));
    if has_numbers {
        words.extend((0..=9).map(|number| number.to_string()));
    }
    if matches!(part, PartId::List(_)) {
        let values = grid.symbols.layers.iter().flat_map(|layer| &layer.values);
        words.extend(values.filter(|value| *value != "." && value.parse::<i64>().is_err()).cloned());
    } else if words.is_empty() {
        words.insert("o".to_string());
    }
    if let PartId::Picture(picture) = part
        && follows_arrows(fields, &grid.symbols.pictures[picture].name)
    {
        let bare: Vec<String> = if has_numbers { words.into_iter().collect() } else { vec![String::new()] };
        let bare = bare.iter().filter(|word| !word.contains(ARROWS.map(|arrow| arrow.chars().next().unwrap_or(' '))));
        return bare.flat_map(|word| ARROWS.map(|arrow| format!("{word}{arrow}"))).collect();
    }
    words.into_iter().collect()
}

/// Checks whether a rule follows the arrows of a picture.
fn follows_arrows(fields: &Table, name: &str) -> bool {
    let ahead = [format!("ahead {name}"), format!("lines ahead {name}")];
    let around = |rule: &Table| rule.get("around").and_then(|given| given.value.as_text().map(str::to_string));
    fields.tables("rule").iter().filter_map(around).any(|word| ahead.contains(&word))
}

/// Adds the marks that a rule names.
fn named(rule: &Rule, part: PartId, words: &mut BTreeSet<String>) {
    let mut tests: Vec<&Test> = rule.own_tests().collect();
    tests.extend(rule.conditions.iter().flat_map(|condition| condition.tests()));
    match &rule.at {
        Some(At::Cell(test)) => tests.push(test),
        Some(At::Between(signs)) => {
            let own = signs.iter().filter(|sign| part == PartId::Between(sign.picture));
            words.extend(own.filter_map(|sign| sign.mark.clone()));
        }
        None => {}
    }
    for (_, atom) in tests.into_iter().flat_map(|test| &test.any) {
        if let Atom::Mark(picture, Some(mark)) = atom
            && part == PartId::Picture(*picture)
        {
            words.insert(mark.clone());
        }
    }
}

/// Adds the marks that the text of a rule names: without a mark on the board, a rule about it may have no sets to read.
pub(super) fn named_in(fields: &Table, name: &str, words: &mut BTreeSet<String>) {
    fn texts<'v>(value: &'v Value, found: &mut Vec<&'v str>) {
        match value {
            Value::Text(text) => found.push(text),
            Value::List(items) => items.iter().for_each(|item| texts(&item.value, found)),
            Value::Map(entries) => entries.iter().for_each(|(key, _)| found.push(&key.value)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    for rule in fields.tables("rule") {
        rule.entries().for_each(|(_, value)| texts(&value.value, &mut found));
    }
    let mark = |text: &&str| {
        let bare = text.strip_prefix("not ").unwrap_or(text);
        let (picture, mark) = bare.split_once('=')?;
        (picture.trim() == name && !mark.is_empty()).then(|| mark.to_string())
    };
    words.extend(found.iter().filter_map(mark));
}

/// Returns the marks that would fit where a mark breaks a rule, the preferred one first. `word` is the mark that was tried.
pub(super) fn proposals(breach: &Breach, word: &str, is_list: bool) -> Vec<String> {
    let arrow: String = word.chars().filter(|c| !c.is_ascii_digit()).collect();
    let number = |number: i128| vec![format!("{number}{}", if ARROWS.contains(&&*arrow) { &arrow } else { "" })];
    match breach {
        Breach::Count { found, .. } | Breach::Visible { found, .. } | Breach::Seen { found, .. } => {
            number(i128::from(*found))
        }
        Breach::Sum { found, .. } | Breach::Result { found, .. } => number(*found),
        // Whether the number was a mark's is tried.
        Breach::GroupCount { found, .. } => number(i128::from(*found)),
        Breach::First { found: Some(found), .. } => vec![found.clone()],
        Breach::Runs { found, .. } => {
            let list = |lengths: &[usize]| {
                let texts: Vec<String> = lengths.iter().map(usize::to_string).collect();
                match (is_list, texts.is_empty()) {
                    (true, _) => format!("[{}]", texts.join(", ")),
                    (false, true) => "0".to_string(),
                    (false, false) => texts.join(","),
                }
            };
            let mut sorted = found.clone();
            sorted.sort_unstable();
            vec![list(&sorted), list(found)]
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::breach::Expected;

    #[test]
    fn a_breach_says_the_mark_that_fits() {
        let count = Breach::Count { of: "line".into(), found: 3, expected: Expected::Exactly(0) };
        assert_eq!(proposals(&count, "0", false), ["3"]);
        assert_eq!(proposals(&count, "0>", false), ["3>"], "the arrow stays");
        let runs = Breach::Runs { of: "#".into(), found: vec![3, 1], expected: vec![Some(0)] };
        assert_eq!(proposals(&runs, "0", false), ["1,3", "3,1"], "sorted first");
        assert_eq!(proposals(&runs, "0", true), ["[1, 3]", "[3, 1]"]);
        assert!(proposals(&Breach::NoLine, "0", false).is_empty());
    }
}
