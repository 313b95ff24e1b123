//! Words: `words = ["ALE", "ANT"]`; the values of a set, in order, spell one of them.
//!
//! The words of one length are an automaton with as few states as possible, so that many words with common beginnings and
//! ends stay a small constraint.

use super::super::breach::Breach;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::fields::OPTIONAL;
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Set};
use super::Kind;
use crate::diagnostic::Diagnostic;
use crate::model::{self, Field, Table};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

pub(super) const KIND: Kind = Kind {
    fields: &[Field {
        name: "words",
        kind: model::Kind::List { item: &model::Kind::Text, min: 1, max: 1_000_000 },
        doc: "the values of the members, in order, spell one of these words; a set longer or shorter than all words is an error",
        example: "[\"ALE\", \"ANT\"]",
        ..OPTIONAL
    }],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    let Some(given) = rule.get("words") else { return Vec::new() };
    let Some(&[layer]) = reading.layers(rule, "words").as_deref() else { return Vec::new() };
    if reading.members_are_all_in(rule, "words").is_none() {
        return Vec::new();
    }
    let values = &reading.symbols.layers[layer].values;
    let letters: BTreeMap<&str, u16> = values.iter().zip(0..).map(|(value, index)| (value.as_str(), index)).collect();
    let mut words: BTreeMap<usize, BTreeSet<Vec<u16>>> = BTreeMap::new();
    let mut lengths: BTreeSet<usize> = BTreeSet::new();
    for item in given.value.as_list().unwrap_or_default() {
        let text = item.value.as_text().unwrap_or_default();
        lengths.insert(text.chars().count());
        let mut buffer = [0; 4];
        let word: Option<Vec<u16>> = text.chars().map(|c| letters.get(&*c.encode_utf8(&mut buffer)).copied()).collect();
        // A word with a letter that is no value fits nowhere.
        if let Some(word) = word {
            words.entry(word.len()).or_default().insert(word);
        }
    }
    let missing = reading.sets.iter().find(|set| !words.contains_key(&set.members.len()));
    if let Some(set) = missing {
        let (what, length) = (&set.what, set.members.len());
        let message = format!("{what} has {length} cells, but no word with letters that are values has this length");
        let lengths: Vec<String> = lengths.iter().map(usize::to_string).collect();
        let help = format!("add words of {length} letters; the list has words of {} letters", lengths.join(", "));
        reading.wrong.push(Diagnostic::new("no-word", message).at(given.span, "").help(help));
        return Vec::new();
    }
    let needed: BTreeSet<usize> = reading.sets.iter().map(|set| set.members.len()).collect();
    words.retain(|length, _| needed.contains(length));
    vec![Box::new(Words { layer, words: Arc::new(words) })]
}

/// The words by their lengths, as the indices of values.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Words {
    layer: usize,
    words: Arc<BTreeMap<usize, BTreeSet<Vec<u16>>>>,
}

/// An automaton by its states, the last first: for each letter, the state that follows.
#[derive(Debug, Default)]
struct Graph {
    states: Vec<Vec<(u16, usize)>>,
    known: HashMap<Vec<(u16, usize)>, usize>,
}

impl Graph {
    /// Returns the state from which the ends of sorted words lead on, each from this letter.
    fn state(&mut self, words: &[&[u16]], from: usize) -> usize {
        let mut next = Vec::new();
        if words.first().is_some_and(|word| word.len() > from) {
            for part in words.chunk_by(|a, b| a[from] == b[from]) {
                next.push((part[0][from], self.state(part, from + 1)));
            }
        }
        if let Some(&known) = self.known.get(&next) {
            return known;
        }
        self.states.push(next.clone());
        self.known.insert(next, self.states.len() - 1);
        self.states.len() - 1
    }
}

impl Condition for Words {
    fn holds(&self, position: &Position<'_>, set: &Set, members: &[Element]) -> Result<(), Breach> {
        let values = members.iter().map(|&member| match member {
            Element::Cell(cell) => position.value_at(self.layer, cell) as u16,
            Element::Line(_) => u16::MAX,
        });
        let word: Vec<u16> = values.collect();
        if self.words.get(&set.members.len()).is_some_and(|words| words.contains(&word)) {
            return Ok(());
        }
        let text = |member: &Element| match *member {
            Element::Cell(cell) => position.value(self.layer, cell).to_string(),
            Element::Line(_) => String::new(),
        };
        Err(Breach::Word(members.iter().map(text).collect()))
    }

    fn constrain(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate]) {
        let Some(words) = self.words.get(&set.members.len()) else { return to.clause([]) };
        let words: Vec<&[u16]> = words.iter().map(Vec::as_slice).collect();
        let mut graph = Graph::default();
        let start = graph.state(&words, 0);
        let end = graph.known.get(&Vec::new()).copied();
        let letters = 0..to.symbols.layers[self.layer].values.len() as u16;
        let mut positions: Vec<Vec<(u16, Truth)>> = Vec::with_capacity(members.len());
        for member in members {
            let Element::Cell(cell) = member.element else { continue };
            positions.push(letters.clone().map(|letter| (letter, to.value(self.layer, cell, letter.into()))).collect());
        }
        let step = |&state: &usize, letter: u16| {
            let next = &graph.states[state];
            next.binary_search_by_key(&letter, |(own, _)| *own).ok().map(|index| next[index].1)
        };
        to.post_word(&positions, start, step, |&state| Some(state) == end);
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
    fn squares_of_words() {
        let square =
            |words: &str| model(2, 2, "'A..C'", &format!("[[rule]]\neach = ['row', 'column']\nwords = [{words}]"));
        assert_eq!(agree(&square("'AB', 'BA'")), 2);
        assert_eq!(agree(&square("'AB', 'BC', 'AA', 'CC', 'XY', 'ABC'")), 5, "AB/BC, BC/CC, AA/AB, AA/AA, CC/CC");
        assert_eq!(agree(&square("'AC'")), 0);
    }

    #[test]
    fn runs_of_several_lengths() {
        let text = "puzzle = 'grid'\n[grid]\nvalues = 'A..C'\ncells = '''\n...\n._.\n'''\n[[rule]]\neach = ['across', 'down']\n\
            words = ['ABC', 'CBA', 'AA', 'CB', 'BC']";
        assert_eq!(agree(text), 2);
        let none = "[[rule]]\neach = ['row', 'column']\nwords = ['AB', 'AXC']";
        assert!(mistakes(&model(2, 3, "'A..C'", none)).starts_with("row 1 has 3 cells, but no word"));
    }
}
