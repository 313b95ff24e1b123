//! Where the words of a step go: pictures, lists, parameters and rules of the model, and back.
//!
//! Imports `contents`, `places` and `codec`. Start with [`Target`].

use super::codec::Word;
use super::contents::{Contents, Entries, Slot};
use super::places::{Entry, Place};
use std::collections::{BTreeMap, BTreeSet};

/// A place in the model for the words of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum To {
    /// A picture.
    Slot(Slot),
    /// A list.
    List(String),
    /// A parameter.
    Parameter(String),
    /// The pieces of a key of a rule: the name of the rule, and the key.
    Rule(String, String),
}

/// A place in the model, and the marks for words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The place.
    pub to: To,
    /// The mark for each pattern of a word.
    pub marks: Vec<(String, String)>,
    /// Whether numbers are letters.
    pub letters: bool,
    /// Whether only the first place with a word gets its mark.
    pub first: bool,
    /// The mark of the ring around the board.
    pub ring: Option<String>,
}

impl Target {
    /// Returns the mark for a word; `None` and `.` are no mark.
    pub fn mark(&self, word: Option<&str>) -> String {
        let Some(word) = word else { return ".".to_string() };
        for (pattern, mark) in &self.marks {
            if let Some(part) = matched(pattern, word) {
                return mark.replace('*', part);
            }
        }
        let letter = word.parse().ok().filter(|_| self.letters).and_then(letter);
        letter.map_or_else(|| word.to_string(), |letter| letter.to_string())
    }

    /// Returns the words that may have this mark.
    pub(super) fn words(&self, mark: &str) -> Vec<Word> {
        let keys = self.marks.iter().filter(|(pattern, own)| own == mark && !pattern.contains('*'));
        let mut words: Vec<Word> = keys.map(|(pattern, _)| Some(pattern.clone())).collect();
        // `0:*` with the mark `*`: the mark has what the word says.
        let both = self.marks.iter().filter(|(pattern, own)| pattern.contains('*') && own.contains('*'));
        words.extend(both.filter_map(|(pattern, own)| Some(Some(pattern.replace('*', matched(own, mark)?)))));
        if self.letters {
            words.extend(number_of(mark).map(|number| Some(number.to_string())));
        }
        // A mark that stands for any word is no word.
        if !self.marks.iter().any(|(pattern, own)| own == mark && pattern.contains('*')) {
            words.push(Some(mark.to_string()));
        }
        words
    }

    /// Writes words into contents.
    pub fn put(&self, places: &[Place], words: &[Word], contents: &mut Contents) {
        let mut seen = BTreeSet::new();
        let firsts: Vec<Word> = words
            .iter()
            .filter(|_| self.first)
            .map(|word| word.clone().filter(|word| seen.insert(word.clone())))
            .collect();
        let words = if self.first { &firsts } else { words };
        match &self.to {
            To::Slot(slot) => {
                let ring = self.ring.clone();
                let picture = contents.slot_mut(slot);
                if let Some(ring) = ring.filter(|_| !words.is_empty()) {
                    let count = picture.marks().len();
                    let inside: BTreeSet<usize> = places.iter().filter_map(|place| index(slot, place)).collect();
                    (0..count).filter(|at| !inside.contains(at)).for_each(|at| picture.set(at, &ring));
                }
                for (place, word) in places.iter().zip(words) {
                    let mark = self.mark(word.as_deref());
                    if let Some(at) = index(slot, place).filter(|_| mark != ".") {
                        picture.set(at, &mark);
                    }
                }
            }
            To::List(name) => {
                let list = contents.lists.entry(name.clone()).or_default();
                for (place, word) in places.iter().zip(words) {
                    let mark = Some(self.mark(word.as_deref())).filter(|mark| mark != ".");
                    enter(list, place.entry.as_ref(), mark);
                }
            }
            To::Parameter(name) => {
                let number = words.first().and_then(|word| self.mark(word.as_deref()).parse().ok());
                contents.parameters.extend(number.map(|number| (name.clone(), number)));
            }
            To::Rule(rule, key) => {
                let pieces: Vec<&str> = words.iter().flatten().map(String::as_str).collect();
                contents.rules.insert((rule.clone(), key.clone()), shapes(&pieces));
            }
        }
    }

    /// Returns the marks of places in contents, `None` for places that the target does not have; a rule has a mark for each
    /// piece.
    pub fn marks_of(&self, places: &[Place], contents: &Contents) -> Vec<Option<String>> {
        if self.first {
            return vec![None; places.len()];
        }
        match &self.to {
            To::Slot(slot) => {
                let picture = contents.slot(slot);
                places.iter().map(|place| index(slot, place).map(|at| picture.at(at).to_string())).collect()
            }
            To::List(name) => listed(contents.lists.get(name).map_or(&[], Vec::as_slice), places),
            To::Parameter(name) => {
                let number = contents.parameters.get(name);
                vec![number.map(ToString::to_string)]
            }
            To::Rule(rule, key) => {
                let text = contents.rules.get(&(rule.clone(), key.clone()));
                text.map_or_else(Vec::new, |text| pieces(text).into_iter().map(Some).collect())
            }
        }
    }
}

/// Returns the word for which all targets have their marks; `usual` is the word where the marks only say that there is one.
pub fn word_for(targets: &[Target], marks: &[Option<&str>], usual: &str) -> Option<Word> {
    let has_mark = |word: &Word, target: &Target, mark: &Option<&str>| {
        mark.is_none_or(|mark| target.mark(word.as_deref()) == mark)
    };
    let is_it = |word: &Word| targets.iter().zip(marks).all(|(target, mark)| has_mark(word, target, mark));
    let of_targets =
        targets.iter().zip(marks).flat_map(|(target, mark)| mark.map_or(Vec::new(), |mark| target.words(mark)));
    // A word that has no mark anywhere is the last resort: pictures may not keep that there is a clue.
    let quiet = targets.iter().flat_map(|target| &target.marks).filter(|(pattern, _)| !pattern.contains('*'));
    let quiet = quiet.map(|(pattern, _)| Some(pattern.clone()));
    let words = [None].into_iter().chain(of_targets).chain([Some(usual.to_string())]);
    let words = words.chain(quiet);
    words.into_iter().find(is_it)
}

/// Returns the place in the picture of a slot.
fn index(slot: &Slot, place: &Place) -> Option<usize> {
    match slot {
        Slot::Between(_) => place.between.filter(|_| place.cell.is_none() && place.corner.is_none()),
        Slot::Anywhere(_) => place.between,
        Slot::Corner(_) => place.corner,
        _ => place.cell,
    }
}

/// Enters a word into a list.
fn enter(list: &mut Vec<(String, Entries)>, entry: Option<&Entry>, word: Option<String>) {
    let Some(entry) = entry else { return };
    let (key, empty) = match entry {
        Entry::One(region) => (region.as_str(), Entries::One(None)),
        Entry::Each(key, _) => (*key, Entries::Each(Vec::new())),
        Entry::Run(key, _) => (*key, Entries::Runs(Vec::new())),
    };
    let at = list.iter().position(|(own, _)| own == key).unwrap_or_else(|| {
        list.push((key.to_string(), empty));
        list.len() - 1
    });
    match (&mut list[at].1, entry) {
        (Entries::One(one), _) => *one = word,
        (Entries::Each(words), Entry::Each(_, line)) => {
            words.resize(words.len().max(line + 1), None);
            words[*line] = word;
        }
        (Entries::Runs(lines), Entry::Run(_, line)) => {
            lines.resize(lines.len().max(line + 1), Vec::new());
            // The last run comes first.
            word.into_iter().for_each(|word| lines[*line].insert(0, word));
        }
        _ => {}
    }
}

/// Returns the marks of the places of a list.
fn listed(list: &[(String, Entries)], places: &[Place]) -> Vec<Option<String>> {
    let entries = |key: &str| list.iter().find(|(own, _)| own == key).map(|(_, entries)| entries);
    let mut taken: BTreeMap<(&str, usize), usize> = BTreeMap::new();
    let mut mark = |place: &Place| -> Option<String> {
        match (place.entry.as_ref()?, entries) {
            (Entry::One(region), entries) => match entries(region)? {
                Entries::One(one) => one.clone(),
                _ => None,
            },
            (Entry::Each(key, line), entries) => match entries(key)? {
                Entries::Each(words) => words.get(*line).cloned().flatten(),
                _ => None,
            },
            (Entry::Run(key, line), entries) => match entries(key)? {
                Entries::Runs(lines) => {
                    let runs = lines.get(*line)?;
                    let taken = taken.entry((key, *line)).or_default();
                    *taken += 1;
                    runs.len().checked_sub(*taken).map(|at| runs[at].clone())
                }
                _ => None,
            },
        }
    };
    let or_nothing =
        |place: &Place, mark: Option<String>| place.entry.as_ref().map(|_| mark.unwrap_or_else(|| ".".to_string()));
    places.iter().map(|place| or_nothing(place, mark(place))).collect()
}

/// Returns the part of a word that the `*` of a pattern stands for; the word itself if there is no `*`.
pub(super) fn matched<'w>(pattern: &str, word: &'w str) -> Option<&'w str> {
    match pattern.split_once('*') {
        None => (pattern == word).then_some(word),
        Some((before, after)) => word.strip_prefix(before)?.strip_suffix(after),
    }
}

const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

fn letter(number: usize) -> Option<char> {
    LETTERS.chars().nth(number.checked_sub(1)?)
}

pub(super) fn number_of(letter: &str) -> Option<usize> {
    if letter.chars().count() == 1 { LETTERS.find(letter).map(|at| at + 1) } else { None }
}

/// Formats pieces as the `shapes` of a rule; equal pieces are copies.
pub fn shapes(pieces: &[&str]) -> String {
    let mut counted: Vec<(&str, usize)> = Vec::new();
    for piece in pieces {
        match counted.iter_mut().find(|(own, _)| own == piece) {
            Some((_, copies)) => *copies += 1,
            None => counted.push((piece, 1)),
        }
    }
    let shape = |piece: &str| match piece.contains('/') {
        true => format!("\"\"\"\n{}\n\"\"\"", piece.replace('/', "\n")),
        false => format!("\"{piece}\""),
    };
    let lines: Vec<String> = counted
        .iter()
        .map(|(piece, copies)| format!("    {{ shape = {}, copies = {copies} }},\n", shape(piece)))
        .collect();
    format!("[\n{}]", lines.concat())
}

/// Returns the pieces of a text of [`shapes`].
fn pieces(text: &str) -> Vec<String> {
    let mut pieces = Vec::new();
    for part in text.split("{ shape = ").skip(1) {
        let Some((shape, rest)) = part.split_once(", copies = ") else { continue };
        let copies = rest.split(' ').next().and_then(|copies| copies.parse().ok()).unwrap_or(0);
        let shape = shape.trim_matches('"').trim().replace('\n', "/").replace('_', ".");
        pieces.extend(std::iter::repeat_n(shape, copies));
    }
    pieces
}
