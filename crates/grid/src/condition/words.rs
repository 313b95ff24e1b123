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
use super::super::symbols::{Atom, Test};
use super::Kind;
use boardwright_base::diagnostic::Diagnostic;
use boardwright_base::source::Span;
use boardwright_model::{Field, Names, Table};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

pub(super) const KIND: Kind = Kind {
    fields: &[
        Field {
            name: "words",
            kind: boardwright_model::Kind::OneOf(&[
                boardwright_model::Kind::List { item: &boardwright_model::Kind::Text, min: 1, max: 1_000_000 },
                boardwright_model::Kind::Text,
            ]),
            doc: "the values of the members, in order, spell one of these words, or of those in a file beside the model, one on each \
            line; a set longer or shorter than all words is an error",
            example: "[\"ALE\", \"ANT\"]",
            ..OPTIONAL
        },
        Field {
            name: "separator",
            kind: boardwright_model::Kind::OneOf(&[
                boardwright_model::Kind::Named(Names::Value),
                boardwright_model::Kind::List {
                    item: &boardwright_model::Kind::Named(Names::Value),
                    min: 1,
                    max: 1_000,
                },
            ]),
            doc: "values that are no letters, such as black cells: with `words`, each stretch of two cells or more between them \
            is a word",
            example: "\"#\"",
            ..OPTIONAL
        },
    ],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    let separator = rule.get("separator");
    let Some(given) = rule.get("words") else {
        if let Some(separator) = separator {
            reading.mistake("no-word", separator.span, "`separator` requires `words`");
        }
        return Vec::new();
    };
    if let Some(name) = given.value.as_text() {
        let message = format!("the words of `{name}` were not read");
        let help =
            "only the command-line program reads files of words; write the words here: words = [\"ALE\", \"ANT\"]";
        reading.wrong.push(Diagnostic::new("no-word", message).at(given.span, "").help(help));
        return Vec::new();
    }
    let Some(&[layer]) = reading.layers(rule, "words").as_deref() else { return Vec::new() };
    if reading.members_are_all_in(rule, "words").is_none() {
        return Vec::new();
    }
    let separators = match separator.map(|given| reading.test(given).map(|test| (test, given.span))) {
        None => None,
        Some(None) => return Vec::new(),
        Some(Some((test, span))) => match separators(&test, layer, reading.symbols.layers[layer].values.len()) {
            Some(separators) => Some(separators),
            None => {
                reading.mistake(
                    "wrong-test",
                    span,
                    "`separator` accepts values of the layer of the words, and not all of them",
                );
                return Vec::new();
            }
        },
    };
    let values = &reading.symbols.layers[layer].values;
    let letters = Letters::new(values, separators.as_deref());
    let mut words: BTreeMap<usize, BTreeSet<Vec<u16>>> = BTreeMap::new();
    let mut lengths: BTreeSet<usize> = BTreeSet::new();
    let mut lost: Vec<(&str, Span)> = Vec::new();
    for item in given.value.as_list().unwrap_or_default() {
        let text = item.value.as_text().unwrap_or_default();
        lengths.insert(text.chars().count());
        // A word with a letter that is no value fits nowhere.
        match letters.word(text) {
            Some(word) => drop(words.entry(word.len()).or_default().insert(word)),
            None => lost.push((text, item.span)),
        }
    }
    reading.uses.warnings.extend(letters.unknown(&lost));
    let sizes: BTreeSet<usize> = reading.sets.iter().map(|set| set.members.len()).collect();
    if let Some(separators) = separators {
        let longest = sizes.last().copied().unwrap_or(0);
        let fitting = words.range(2..=longest.max(2)).flat_map(|(_, words)| words.iter().cloned()).collect();
        return vec![Box::new(Between { layer, separators, words: Arc::new(fitting) })];
    }
    let missing = reading.sets.iter().find(|set| !words.contains_key(&set.members.len()));
    if let Some(set) = missing {
        let (what, length) = (&set.name, set.members.len());
        let message = format!("{what} has {length} cells, but no word with letters that are values has this length");
        let lengths: Vec<String> = lengths.iter().map(usize::to_string).collect();
        let help = format!("add words of {length} letters; the list has words of {} letters", lengths.join(", "));
        reading.wrong.push(Diagnostic::new("no-word", message).at(given.span, "").help(help));
        return Vec::new();
    }
    words.retain(|length, _| sizes.contains(length));
    vec![Box::new(Words { layer, words: Arc::new(words) })]
}

/// Returns the values that pass a test of values of one layer, if some pass and some do not.
fn separators(test: &Test, layer: usize, values: usize) -> Option<Vec<bool>> {
    let mut passing = vec![false; values];
    for (negated, atom) in &test.any {
        let Atom::Value(of, held) = atom else { return None };
        if *of != layer {
            return None;
        }
        passing.iter_mut().zip(held).for_each(|(passes, &held)| *passes |= held != *negated);
    }
    (passing.contains(&true) && passing.contains(&false)).then_some(passing)
}

/// The number of letters that a warning names.
const NAMED: usize = 12;

/// The letters: values of one character that do not separate words.
struct Letters(HashMap<char, u16>);

impl Letters {
    /// A letter in the other case stands for a value, unless it is a value itself.
    fn new(values: &[String], separators: Option<&[bool]>) -> Letters {
        let mut letters = HashMap::new();
        let is_letter = |index: usize| separators.is_none_or(|separators| !separators[index]);
        let only = |value: &str| value.chars().next().filter(|c| c.len_utf8() == value.len());
        let known = |(index, value): (usize, &String)| Some((only(value)?, u16::try_from(index).ok()?));
        let own: Vec<(char, u16)> =
            values.iter().enumerate().filter(|&(i, _)| is_letter(i)).filter_map(known).collect();
        for &(letter, index) in &own {
            for other in letter.to_lowercase().chain(letter.to_uppercase()) {
                letters.entry(other).or_insert(index);
            }
        }
        letters.extend(own);
        Letters(letters)
    }

    fn word(&self, text: &str) -> Option<Vec<u16>> {
        text.chars().map(|letter| self.0.get(&letter).copied()).collect()
    }

    /// Returns a warning of words with letters that are no values; `None` without such words.
    fn unknown(&self, words: &[(&str, Span)]) -> Option<Diagnostic> {
        let &(first, span) = words.first()?;
        let letters: BTreeSet<char> =
            words.iter().flat_map(|(word, _)| word.chars()).filter(|letter| !self.0.contains_key(letter)).collect();
        let named: Vec<String> =
            letters.iter().take(NAMED).map(|letter| format!("`{}`", letter.escape_debug())).collect();
        let more = letters.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let message = match words.len() {
            1 => format!("the word \"{}\" has letters that are no values", first.escape_debug()),
            count => format!("{count} words, the first \"{}\", have letters that are no values", first.escape_debug()),
        };
        let help = format!("such words fit nowhere; not among the values: {}{more}", named.join(", "));
        Some(Diagnostic::new("no-letter", message).at(span, "").help(help))
    }
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

    /// The state that follows a letter.
    fn next(&self, state: usize, letter: u16) -> Option<usize> {
        let next = &self.states[state];
        next.binary_search_by_key(&letter, |(own, _)| *own).ok().map(|index| next[index].1)
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
        let step = |&state: &usize, letter: u16| graph.next(state, letter);
        to.post_word(&positions, start, step, |&state| Some(state) == end);
    }

    fn layers(&self) -> Vec<usize> {
        vec![self.layer]
    }

    fn ordered(&self) -> bool {
        true
    }
}

/// Stands after the last letter of a word.
const END: u16 = u16::MAX;

/// Words between separators.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Between {
    layer: usize,
    /// By value: whether it separates words.
    separators: Vec<bool>,
    words: Arc<BTreeSet<Vec<u16>>>,
}

/// A state between two members of a set that is read from its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// Before a word.
    Before,
    /// After the first letter: it need not begin a word, as a single letter is none.
    First(u16),
    /// Within a word.
    Within(usize),
}

impl Condition for Between {
    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Element]) -> Result<(), Breach> {
        let cells: Vec<usize> = members.iter().filter_map(|&member| cell_of(member)).collect();
        for word in cells.split(|&cell| self.separators[position.value_at(self.layer, cell)]) {
            let letters: Vec<u16> = word.iter().map(|&cell| position.value_at(self.layer, cell) as u16).collect();
            if letters.len() > 1 && !self.words.contains(&letters) {
                return Err(Breach::Word(
                    word.iter().map(|&cell| position.value(self.layer, cell).to_string()).collect(),
                ));
            }
        }
        Ok(())
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        let mut ended: Vec<Vec<u16>> = self.words.iter().map(|word| [word, &[END][..]].concat()).collect();
        ended.sort_unstable();
        let ended: Vec<&[u16]> = ended.iter().map(Vec::as_slice).collect();
        let mut graph = Graph::default();
        let start = graph.state(&ended, 0);
        let positions = members.iter().filter_map(|member| cell_of(member.element));
        let letters = 0..self.separators.len() as u16;
        let positions: Vec<Vec<(u16, Truth)>> = positions
            .map(|cell| letters.clone().map(|letter| (letter, to.value(self.layer, cell, letter.into()))).collect())
            .collect();
        let step = |&part: &Part, letter: u16| match (part, self.separators[usize::from(letter)]) {
            (Part::Within(state), true) => graph.next(state, END).map(|_| Part::Before),
            (Part::Before | Part::First(_), true) => Some(Part::Before),
            (Part::Before, false) => Some(Part::First(letter)),
            (Part::First(first), false) => graph.next(graph.next(start, first)?, letter).map(Part::Within),
            (Part::Within(state), false) => graph.next(state, letter).map(Part::Within),
        };
        let accepts = |&part: &Part| !matches!(part, Part::Within(state) if graph.next(state, END).is_none());
        to.post_word(&positions, Part::Before, step, accepts);
    }

    fn layers(&self) -> Vec<usize> {
        vec![self.layer]
    }

    fn ordered(&self) -> bool {
        true
    }
}

fn cell_of(element: Element) -> Option<usize> {
    match element {
        Element::Cell(cell) => Some(cell),
        Element::Line(_) => None,
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

    #[test]
    fn words_between_separators() {
        let row = |words: &str, rest: &str| {
            model(1, 4, "['A', 'B', '#', '+']", &format!("[[rule]]\neach = 'row'\nwords = [{words}]\n{rest}"))
        };
        // Stretches of 2 or more letters are words; compared with a list of all boards, as everywhere.
        let plus = model(1, 3, "['A', '#', '+']", "[[rule]]\neach = 'row'\nwords = ['AA']\nseparator = '#'");
        assert_eq!(agree(&plus), 13, "+ is a letter, too, but in no word: 13 of the 27 boards, listed apart");
        let both = "separator = ['#', '+']";
        // a(n) boards of n cells: by the length of the first stretch, with two separators and two letters.
        let boards = |stretch: [usize; 5]| {
            let mut ends = [1, 0, 0, 0, 0, 0];
            for n in 1..=5 {
                ends[n] = (0..n).map(|length| stretch[length] * 2 * ends[n - 1 - length]).sum();
            }
            ends[5] / 2
        };
        assert_eq!(agree(&row("'AB', 'BAB'", both)), boards([1, 2, 1, 1, 0]));
        assert_eq!(agree(&row("'AA', 'AAA', 'AAAA', 'ab'", both)), boards([1, 2, 2, 1, 1]), "prefixes, lower case");
        let wrong = |rest: &str| mistakes(&row("'AB'", rest));
        assert!(wrong("separator = ['A', 'B', '#', '+']").starts_with("`separator` accepts values of the layer"));
        let file = model(1, 4, "'A..C'", "[[rule]]\neach = 'row'\nwords = 'w.txt'");
        assert!(mistakes(&file).starts_with("the words of `w.txt` were not read"));
    }
}
