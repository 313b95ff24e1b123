//! Checks that the numbers of a condition exist for the sets of its rule.

use super::{Reading, mistake};
use crate::rule::{Holder, Key, Number, Resolved, Set};
use boardwright_base::diagnostic::{Diagnostic, nearest};
use boardwright_base::source::Span;
use boardwright_model::{Spanned, Value};

impl Reading<'_> {
    /// A number that a condition takes for each set.
    pub fn number_of_sets(&mut self, given: &Spanned<Value>) -> Option<Number> {
        let number = self.number(given)?;
        self.is_there(&number, given.span)?;
        self.is_no_word(&number, given)?;
        let wrong = self.sets.iter().find_map(|set| match number.of(self.symbols, set) {
            // A lone `?` is a number that is not known.
            Resolved::Numbers(numbers) if *numbers != [None] => {
                Some((set.name.clone(), number.span(self.symbols, set)))
            }
            _ => None,
        });
        let Some((what, span)) = wrong else { return Some(number) };
        let message = format!("{what} has a list of numbers; expected one number");
        let written = given.value.as_text().unwrap_or_default();
        let wrong = mistake("wrong-type", span.unwrap_or(given.span), message);
        self.wrong.push(wrong.help(format!("write one number, or \".\" for none, for each set of `{written}`")));
        None
    }

    /// Notes words of a list where numbers are needed.
    fn is_no_word(&mut self, number: &Number, given: &Spanned<Value>) -> Option<()> {
        let symbols = self.symbols;
        let word = self.sets.iter().find_map(|set| match number.of(symbols, set) {
            Resolved::Word(word) => Some((word, number.span(symbols, set).unwrap_or(given.span))),
            _ => None,
        });
        let Some((word, span)) = word else { return Some(()) };
        self.mistake("wrong-type", span, format!("expected one number, found `{word}`"));
        None
    }

    /// A list whose entries are values.
    pub fn entries_of_sets(&mut self, given: &Spanned<Value>) -> Option<Number> {
        let number = self.number(given)?;
        self.is_there(&number, given.span)?;
        if !matches!(number, Number::List(_)) {
            self.mistake("unknown-number", given.span, "expected the name of a [list] of values");
            return None;
        }
        Some(number)
    }

    /// A list of numbers that a condition takes for each set; a single number is a list of one.
    pub fn numbers_of_sets(&mut self, given: &Spanned<Value>) -> Option<Number> {
        let number = self.number(given)?;
        self.is_there(&number, given.span)?;
        self.is_no_word(&number, given)?;
        if matches!(number, Number::Held(..)) {
            let message = "`runs` does not accept the number of a cell: expected a [list] or numbers";
            self.mistake("unknown-number", given.span, message);
            return None;
        }
        Some(number)
    }

    /// Notes a mistake where a number is there for none of the sets, or for none of a kind.
    fn is_there(&mut self, number: &Number, span: Span) -> Option<()> {
        let wrong = match *number {
            Number::Fixed(_) => None,
            Number::Picture(picture) => self.not_in_picture(picture, span),
            Number::Between(picture) => self.not_between(picture, span),
            Number::List(list) => self.not_in_list(list, span),
            Number::Held(holder, _) => self.not_held(holder, span),
        };
        match wrong {
            None => Some(()),
            Some(wrong) => {
                self.wrong.push(wrong);
                None
            }
        }
    }

    fn not_in_picture(&self, picture: usize, span: Span) -> Option<Diagnostic> {
        let of = &self.symbols.pictures[picture];
        let name = &of.name;
        // A picture without any marks is that of a puzzle without such clues.
        let first = of.marks.iter().flatten().next();
        if let Some(first) =
            first.filter(|_| of.marks.iter().flatten().all(|mark| mark.number.is_none() && mark.numbers.is_empty()))
        {
            let first = format!("`{}`", first.text);
            let message = format!("the picture `{name}` has no numbers; its first mark is {first}");
            return Some(mistake("no-numbers", span, message).help(format!("use \"{name}\" as a test of its marks")));
        }
        let homeless = self.sets.iter().find(|set| set.own.is_none())?;
        let message = format!("`{name}` has numbers for cells, but {} has no cell of its own", homeless.name);
        Some(mistake("no-own-cell", span, message).help("put numbers of rows, columns and regions in a [list]"))
    }

    fn not_between(&self, picture: usize, span: Span) -> Option<Diagnostic> {
        let (name, marks) = &self.symbols.between[picture];
        if let Some(first) = marks.values().next().filter(|_| marks.values().all(|mark| mark.number.is_none())) {
            let first = format!("`{}`", first.text);
            let message = format!("the picture `{name}` has no numbers between cells; its first mark is {first}");
            return Some(mistake("no-numbers", span, message));
        }
        if self.symbols.is_of_corners(picture) {
            let other = self.sets.iter().find(|set| !matches!(set.key, Key::Corner(_)))?;
            let message = format!("`{name}` has numbers at corners, but {} is not a set of a corner", other.name);
            return Some(mistake("wrong-set", span, message).help("use each = \"corner\""));
        }
        let of_two = |set: &&Set| matches!(set.members.len(), 1 | 2);
        let other = self.sets.iter().find(|set| !of_two(set))?;
        let message = format!("`{name}` has numbers between two cells, but {} has {}", other.name, other.members.len());
        Some(mistake("wrong-set", span, message).help("use each = \"pair\" or each = \"edge\""))
    }

    fn not_in_list(&self, list: usize, span: Span) -> Option<Diagnostic> {
        let list = &self.symbols.lists[list];
        let name = &list.name;
        let keys: Vec<&str> = list.entries.keys().map(String::as_str).collect();
        let has = format!("it has {}", keys.join(", "));
        let missing = self.sets.iter().find(|set| match &set.key {
            Key::None | Key::Block | Key::Corner(_) => true,
            Key::Side(side, _) => !list.entries.contains_key(*side),
            Key::Region(_) | Key::Tile(_) => false,
        });
        if let Some(set) = missing {
            let Key::Side(side, _) = &set.key else {
                let message = format!("`{name}` has no number for {}: {has}", set.name);
                return Some(mistake("no-numbers", span, message).help(format!(
                    "lists accept {}, and the marks of regions",
                    super::super::reading::SIDES.join(", ")
                )));
            };
            let wrong = mistake("no-numbers", span, format!("missing `{side}` in the list `{name}`: {has}"));
            let near = nearest(side, keys.iter().copied());
            return Some(match near {
                Some(near) => wrong.help(format!("rename `{near}` to `{side}`")),
                None => wrong.help(format!("add {side} = [..] to the list, with \".\" for unknown numbers")),
            });
        }
        let marks: Vec<&str> = self.sets.iter().filter_map(|set| region(set)).collect();
        if marks.is_empty() || marks.iter().any(|mark| list.entries.contains_key(*mark)) {
            return None;
        }
        let message = format!("`{name}` has no number for any of the regions {}: {has}", marks.join(", "));
        Some(mistake("no-numbers", span, message))
    }

    fn not_held(&self, holder: Holder, span: Span) -> Option<Diagnostic> {
        let word = match holder {
            Holder::Own => "value",
            Holder::First => "first",
            Holder::Last => "last",
        };
        let layer = self.symbols.layers.first();
        if layer.is_none_or(|layer| layer.numbers.iter().all(Option::is_none)) {
            return Some(mistake("no-numbers", span, format!("\"{word}\" requires values that are numbers")));
        }
        let without = self.sets.iter().find(|set| holder.of(self.symbols, set).is_none())?;
        Some(match holder {
            Holder::Own => {
                let message = format!(
                    "\"value\" is the number of the set's own cell, but {} has no cell of its own",
                    without.name
                );
                mistake("no-own-cell", span, message).help("remove `each`, or write each = \"cell\"")
            }
            Holder::First | Holder::Last => {
                let message = format!("\"{word}\" is the number of a member, but {} has no such cell", without.name);
                mistake("wrong-set", span, message)
            }
        })
    }
}

fn region(set: &Set) -> Option<&str> {
    match &set.key {
        Key::Region(mark) => Some(mark),
        _ => None,
    }
}
