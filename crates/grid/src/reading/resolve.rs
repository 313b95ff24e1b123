//! The state of reading, and names resolved to what they stand for: tests, numbers, pictures, layers, moves.
//!
//! Start with [`Reading`], which readers of conditions take. Knows no kind of condition; `rules` reads whole rules.

use crate::rule::{At, Holder, Number, Set};
use crate::sets;
use crate::symbols::{SymbolTable, Test};
use boardwright_base::budget::{Budget, Stop};
use boardwright_base::diagnostic::{Diagnostic, Diagnostics, Text, nearest};
use boardwright_base::source::Span;
use boardwright_model::{Spanned, Table, Value};
use std::collections::BTreeSet;

/// A mistake without a label.
pub(super) fn mistake(code: &'static str, span: Span, message: impl Into<Text>) -> Diagnostic {
    Diagnostic::new(code, message).at(span, "")
}

/// Returns what is added to a word: for `value`, 0 in `value`, 2 in `value + 2`.
pub(super) fn beyond(word: &str, text: &str) -> Option<i64> {
    let rest = text.strip_prefix(word)?.trim();
    let (sign, digits) = match rest.chars().next() {
        None => return Some(0),
        Some('+') => (1, &rest[1..]),
        Some('-') => (-1, &rest[1..]),
        Some(_) => return None,
    };
    let number: u32 = digits.trim().parse().ok().filter(|&number| number <= 1_000_000_000)?;
    Some(sign * i64::from(number))
}

/// The symbols that rules use.
#[derive(Debug, Default)]
pub struct Uses {
    /// The words: values, names, pictures, lists.
    pub words: BTreeSet<String>,
    /// The pictures whose regions rules use, in the order of the rules.
    pub regions: Vec<usize>,
    /// The pictures whose marks define sets and are not clues: the numbers of a Dominosa.
    pub structural: BTreeSet<usize>,
    /// The pictures of arrows: without an arrow, a rule does not constrain its cell.
    pub arrows: BTreeSet<usize>,
    /// The cells at which lines are drawn double.
    pub double: Option<Test>,
    /// Whether a rule is about groups of equal values.
    pub same: bool,
    /// The layers whose values rules use as a whole.
    pub layers: BTreeSet<usize>,
    /// The rules that cannot hold since their pictures do not fit, which has been reported.
    pub roomless: BTreeSet<Span>,
    /// Warnings about the model.
    pub warnings: Vec<Diagnostic>,
}

/// The reader of the rules of a model.
pub struct Reading<'v> {
    /// The words.
    pub symbols: &'v SymbolTable,
    /// The sets of the rule whose conditions are being read; none elsewhere, and where they cannot be determined.
    pub sets: Vec<Set>,
    /// The number of pieces that each of its sets was split into.
    pub pieces: Vec<usize>,
    /// The cells of its paths before they were split or compared.
    pub whole: Vec<Vec<usize>>,
    /// Its `at`.
    pub at: Option<At>,
    /// The errors so far.
    pub wrong: Diagnostics,
    /// The symbols used so far.
    pub uses: Uses,
    /// Polled for every rule and set.
    pub budget: &'v Budget,
    /// The approximate memory of the rules so far, in bytes.
    pub used: u64,
    /// The limit that was reached: nothing more is read.
    pub stopped: Option<Stop>,
}

impl Reading<'_> {
    /// Reports an error.
    pub fn mistake(&mut self, code: &'static str, span: Span, message: impl Into<Text>) {
        self.wrong.push(mistake(code, span, message));
    }

    /// Reads a test of one word.
    pub fn word(&mut self, given: &Spanned<String>) -> Option<Test> {
        let bare = given.value.strip_prefix("not ").unwrap_or(&given.value).trim();
        match self.symbols.test(&given.value) {
            Ok(test) => {
                let picture = bare.split_once('=').map_or(bare, |(picture, _)| picture);
                self.uses.words.extend([bare.to_string(), picture.to_string()]);
                // No sets are known except where conditions are read.
                self.suits_members(&test, given.span);
                Some(test)
            }
            Err(words) => {
                let near = nearest(bare, words.iter().map(String::as_str));
                let label = match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "unknown test".to_string(),
                };
                let message = format!("unknown test `{}`", given.value);
                let of_lines = ["line", "visited", "straight", "turn", "end", "horizontal", "vertical"].contains(&bare);
                let help = match &self.symbols.lines {
                    None if of_lines => {
                        format!("`{bare}` requires lines: add lines = \"links\" to [grid]")
                    }
                    _ if bare == "inside" || bare == "outside" => format!(
                        "`{bare}` requires a rule with loop = true, and lines = \"links\" or \"borders\" on a board \
                            without `wrap`"
                    ),
                    Some(_) if of_lines => format!("`{bare}` is not supported for lines = \"borders\""),
                    _ => format!("accepted tests: {}; `not ` negates a test", words.join(", ")),
                };
                let wrong = Diagnostic::new("unknown-test", message).at(given.span, label).meant(bare, near);
                self.wrong.push(wrong.help(help));
                None
            }
        }
    }

    /// Reads a test: a word, or several words of which one must hold.
    pub fn test(&mut self, given: &Spanned<Value>) -> Option<Test> {
        let spanned = |text: &str, span: Span| Spanned { value: text.to_string(), span };
        if let Some(text) = given.value.as_text() {
            return self.word(&spanned(text, given.span));
        }
        let words: Vec<Spanned<String>> = given
            .value
            .as_list()
            .unwrap_or_default()
            .iter()
            .map(|item| spanned(item.value.as_text().unwrap_or_default(), item.span))
            .collect();
        let tests: Vec<Option<Test>> = words.iter().map(|word| self.word(word)).collect();
        let tests: Option<Vec<Test>> = tests.into_iter().collect();
        let mut any = Vec::new();
        for atom in tests?.into_iter().flat_map(|test| test.any) {
            any.push(atom);
        }
        let text = words.iter().map(|word| word.value.as_str()).collect::<Vec<_>>().join(" or ");
        Some(Test { any, text })
    }

    /// Reads a number of a rule.
    pub fn number(&mut self, given: &Spanned<Value>) -> Option<Number> {
        if let Some(number) = given.value.as_integer() {
            return Some(Number::Fixed(number));
        }
        let name = given.value.as_text()?;
        if name.parse::<i64>().is_ok() {
            let message = format!("expected a number, found the string \"{name}\"");
            let label = format!("remove the quotes: {name}");
            let wrong = Diagnostic::new("unknown-number", message).at(given.span, label);
            self.wrong.push(wrong.meant(&format!("\"{name}\""), Some(name)));
            return None;
        }
        self.uses.words.insert(name.to_string());
        if let Some(more) = beyond("value", name) {
            self.uses.layers.insert(0);
            return Some(Number::Held(Holder::Own, more));
        }
        let symbols = self.symbols;
        if let Some(index) = symbols.pictures.iter().position(|picture| picture.name == name) {
            return Some(Number::Picture(index));
        }
        if let Some(index) = symbols.lists.iter().position(|list| list.name == name) {
            return Some(Number::List(index));
        }
        if let Some(index) = symbols.between.iter().position(|(own, _)| own == name) {
            return Some(Number::Between(index));
        }
        // Pictures and lists may have these names.
        for (word, holder) in [("first", Holder::First), ("last", Holder::Last)] {
            if let Some(more) = beyond(word, name) {
                self.uses.layers.insert(0);
                return Some(Number::Held(holder, more));
            }
        }
        let names = symbols.numbers();
        let near = nearest(name, names.iter().copied());
        let label = match near {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => "unknown picture or list".to_string(),
        };
        let message = format!("expected a number, or a picture or list of numbers; found `{name}`");
        self.wrong.push(
            Diagnostic::new("unknown-number", message)
                .at(given.span, label)
                .meant(name, near)
                .help(format!("expected {}", names.join(", "))),
        );
        None
    }

    /// Reads the name of a picture.
    pub fn picture(&mut self, name: &str, span: Span) -> Option<usize> {
        self.uses.words.insert(name.to_string());
        let names: Vec<&str> = self.symbols.pictures.iter().map(|picture| picture.name.as_str()).collect();
        let found = names.iter().position(|own| *own == name);
        if found.is_none() {
            let near = nearest(name, names.iter().copied());
            let label = match near {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => "unknown picture".to_string(),
            };
            let mistake = Diagnostic::new("unknown-picture", format!("unknown picture `{name}`"));
            let mistake = mistake.at(span, label).meant(name, near);
            self.wrong.push(match names.is_empty() {
                true => mistake.help("define pictures in the table [picture]"),
                false => mistake.help(format!("expected {}", names.join(", "))),
            });
        }
        found
    }

    /// Reports marks of a picture that are not arrows.
    pub fn arrows(&mut self, picture: usize) {
        let symbols = self.symbols;
        let of = &symbols.pictures[picture];
        for at in symbols.topology.places() {
            if let Some(mark) = symbols.mark(picture, at).filter(|mark| sets::arrow(&mark.text).is_none()) {
                let message = format!("`{}` at {at} is not an arrow, which `ahead {}` requires", mark.text, of.name);
                let help = "use one of ^ v < > or ↑ ↗ → ↘ ↓ ↙ ← ↖, alone or with other characters: 3>";
                self.wrong.push(mistake("no-arrow", mark.span, message).help(help));
            }
        }
    }

    /// Reads the layers in a rule's `on`; the default is the first.
    pub fn layers(&mut self, rule: &Table, what: &str) -> Option<Vec<usize>> {
        self.members_are_cells(rule, what)?;
        let layers = &self.symbols.layers;
        let Some(given) = rule.get("on") else {
            if layers.is_empty() {
                self.mistake(
                    "no-values",
                    rule.span_of(what),
                    format!("`{what}` requires `values`; the cells have none"),
                );
                return None;
            }
            self.uses.layers.insert(0);
            return Some(vec![0]);
        };
        let words: Vec<&str> = match given.value.as_list() {
            Some(items) => items.iter().filter_map(|item| item.value.as_text()).collect(),
            None => given.value.as_text().into_iter().collect(),
        };
        let mut found = Vec::new();
        for word in words {
            match layers.iter().position(|layer| layer.name == word || (word == "grid" && layer.name.is_empty())) {
                Some(layer) => found.push(layer),
                None => {
                    let names: Vec<&str> =
                        layers.iter().map(|l| if l.name.is_empty() { "grid" } else { l.name.as_str() }).collect();
                    let message = format!("unknown layer `{word}`; expected {}", names.join(", "));
                    self.mistake("unknown-layer", given.span, message);
                    return None;
                }
            }
        }
        self.uses.layers.extend(&found);
        Some(found)
    }

    /// Reads the layer of a rule's numbers; all its values are numbers.
    pub fn numeric_layer(&mut self, rule: &Table, what: &str) -> Option<usize> {
        let layers = self.layers(rule, what)?;
        let &[layer] = &layers[..] else {
            self.mistake("unknown-layer", rule.span_of("on"), format!("`{what}` accepts one layer only"));
            return None;
        };
        let of = &self.symbols.layers[layer];
        if of.numbers.iter().all(Option::is_none) {
            let message = format!("`{what}` requires values that are numbers; found {}", of.values.join(", "));
            self.mistake("no-numbers", rule.span_of(what), message);
            return None;
        }
        Some(layer)
    }

    /// Reads the steps between neighbours in a rule's `by`.
    pub fn neighbours(&mut self, rule: &Table) -> Option<Vec<(i64, i64)>> {
        match sets::steps(&self.symbols.topology, rule.text("by").unwrap_or("wazir")) {
            Ok(steps) => Some(steps),
            Err(unknown) => {
                let wrong = mistake("unknown-move", rule.span_of("by"), unknown.to_string());
                self.wrong.push(wrong.meant(&unknown.name, unknown.meant()));
                None
            }
        }
    }

    /// Reports a `where` that has no effect, since the condition constrains a set as a whole.
    pub fn without_where(&mut self, rule: &Table, key: &str) {
        if rule.get("where").is_some() {
            let message = format!("`where` is not supported for `{key}`, which constrains a set as a whole");
            self.wrong.push(
                mistake("wrong-set", rule.span_of("where"), message).help("use `among` to select members of the set"),
            );
        }
    }

    /// Checks that there are lines for a condition on all of them; reports selectors that have no effect.
    pub fn is_of_all_lines(&mut self, rule: &Table, key: &str) -> bool {
        if self.symbols.lines.is_none() {
            let message = format!("`{key}` requires lines; the grid has none");
            self.mistake("no-lines", rule.span_of(key), message);
            return false;
        }
        if let Some(selector) = ["each", "along", "at", "around", "among"].iter().find(|key| rule.get(key).is_some()) {
            let message = format!("`{selector}` is not supported for `{key}`, which constrains all lines");
            self.mistake("wrong-set", rule.span_of(selector), message);
        }
        self.without_where(rule, key);
        true
    }
}
