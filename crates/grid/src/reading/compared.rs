//! Sets that are compared with each other: `split`, `than`, and quantities that are `"same"` or `"than"`.
//!
//! What is compared becomes one set with parts. Start with [`Reading::part`]. Knows no condition.

use super::resolve::beyond;
use super::{Reading, mistake};
use crate::rule::{Element, Key, Member, Part, Pick, Set};
use crate::sets;
use boardwright_base::board::names::SetName;
use boardwright_base::source::Span;
use boardwright_ir::constraint::Relation;
use boardwright_model::{Spanned, Table, Value};
use std::collections::BTreeMap;
use std::fmt;

/// What a quantity is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Versus {
    /// That of every other part.
    Same,
    /// That of the cells of `than`.
    Than {
        /// What is added to it; with `either`, the difference.
        more: i64,
        /// Whether the two differ by `more` in either direction.
        either: bool,
        /// Whether the cells of `than` are the digits of one number.
        read: bool,
    },
}

impl fmt::Display for Versus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Versus::Same => write!(f, "the same"),
            Versus::Than { more: 0, read: true, .. } => write!(f, "the second as a number"),
            Versus::Than { more: 0, .. } => write!(f, "the same"),
            Versus::Than { more, either: true, .. } => write!(f, "a difference of {more}"),
            Versus::Than { more, .. } => write!(f, "a difference of {more:+}"),
        }
    }
}

/// The keys whose quantity may be compared; those of counts have a table of tests.
const QUANTITIES: [&str; 6] = ["sum", "sum-at-least", "sum-at-most", "product", "maximum", "minimum"];
const COUNTS: [&str; 3] = ["exactly", "at-least", "at-most"];

/// The other keys of a rule that compares.
const BESIDE: [&str; 12] =
    ["name", "each", "along", "at", "around", "including", "until", "split", "than", "on", "time", "mirrors"];

/// Checks whether a rule compares its sets.
pub(super) fn is_comparing(reading: &Reading<'_>, rule: &Table) -> bool {
    QUANTITIES.iter().chain(&COUNTS).any(|key| reading.versus_of(rule, key).iter().any(Option::is_some))
}

impl Reading<'_> {
    /// Reads what a quantity is compared with; `None` for a number, or the name of a picture or list.
    pub fn versus(&self, given: &Value) -> Option<Versus> {
        let text = given.as_text()?.trim();
        let symbols = self.symbols;
        let mut names = symbols.pictures.iter().map(|own| &own.name).chain(symbols.lists.iter().map(|own| &own.name));
        if names.any(|name| name == text) {
            return None;
        }
        if text == "same" {
            return Some(Versus::Same);
        }
        if let Some(more) = text.strip_prefix("number ").and_then(|rest| beyond("than", rest.trim())) {
            return Some(Versus::Than { more, either: false, read: true });
        }
        let apart = text.strip_prefix("than").and_then(|rest| rest.trim().strip_prefix("+-"));
        match apart {
            Some(digits) => {
                let more = digits.trim().parse::<u32>().ok().filter(|&number| number <= 1_000_000_000)?;
                Some(Versus::Than { more: more.into(), either: true, read: false })
            }
            None => beyond("than", text).map(|more| Versus::Than { more, either: false, read: false }),
        }
    }

    /// Returns what a key of a rule compares with, for each of its quantities; nothing for a key without quantities.
    fn versus_of(&self, rule: &Table, key: &str) -> Vec<Option<Versus>> {
        let given: Vec<&Spanned<Value>> = match key {
            key if QUANTITIES.contains(&key) => rule.get(key).into_iter().collect(),
            key if COUNTS.contains(&key) => rule.map(key).iter().map(|(_, given)| given).collect(),
            _ => Vec::new(),
        };
        given.into_iter().map(|given| self.versus(&given.value)).collect()
    }

    /// Reports a comparison that a key does not support, or that lacks `than`.
    pub fn versus_suits(&mut self, versus: (Versus, Span), relation: Relation, of_sums: bool, key: &str) -> bool {
        let (versus, span) = versus;
        let message = match versus {
            Versus::Same if relation != Relation::Equal => {
                format!("`{key}` does not accept \"same\": equal quantities are neither more nor less")
            }
            Versus::Than { either: true, .. } if relation != Relation::Equal || !of_sums => {
                format!("`{key}` does not accept \"than +- N\", which is for `sum` and `exactly`")
            }
            Versus::Than { read: true, .. } if !of_sums || COUNTS.contains(&key) => {
                format!("`{key}` does not accept \"number than\", which is for `sum`")
            }
            Versus::Than { more, .. } if more != 0 && key == "product" => {
                format!("`{key}` does not accept a difference: expected \"than\" or \"same\"")
            }
            Versus::Same | Versus::Than { .. } => return true,
        };
        self.mistake("wrong-comparison", span, message);
        false
    }

    /// Reads `take` and `nth`.
    pub(super) fn pick(&mut self, rule: &Table) -> Option<Pick> {
        let [take, nth] = ["take", "nth"].map(|key| rule.get(key));
        if let (Some(_), Some(second)) = (take, nth) {
            self.mistake("two-sets", second.span, "`take` and `nth` cannot be combined");
            return None;
        }
        let around = rule.text("around").unwrap_or_default();
        if let Some(given) = take.or(nth).filter(|_| around.starts_with("lines") || around == "linked") {
            self.mistake("wrong-set", given.span, "members are not counted in sets of lines and of linked cells");
            return None;
        }
        Some(match (take, nth) {
            (Some(given), _) => Pick::First(self.number_of_sets(given)?),
            (None, given) => Pick::Nth(self.number_of_sets(given?)?),
        })
    }

    /// Divides the sets of a rule, by its `split`: the number of pieces of each set.
    pub(super) fn split(&mut self, given: &Spanned<Value>, found: Vec<Set>) -> (Vec<Set>, Vec<usize>) {
        let word = given.value.as_text().unwrap_or_default();
        let by_cell = match word {
            "ends" | "opposite" => BTreeMap::new(),
            _ => match sets::each(self.symbols, word, self.budget) {
                Ok(of) => {
                    self.names_region(word);
                    let members =
                        of.iter().enumerate().flat_map(|(index, set)| set.members.iter().map(move |m| (m, index)));
                    members.map(|(member, index)| (member.element, index)).collect()
                }
                Err(reason) => {
                    let message = format!("`split` requires \"ends\", \"opposite\" or a kind of set: {reason}");
                    self.mistake("wrong-set", given.span, message);
                    return (found, Vec::new());
                }
            },
        };
        self.whole = cells_of(&found);
        let (mut pieces, mut counts) = (Vec::new(), Vec::new());
        for set in found {
            let divided = match word {
                "ends" => ends(set.members.len()),
                "opposite" => opposite(set.members.len()),
                _ => runs(&set, &by_cell),
            };
            counts.push(divided.len());
            for indices in divided {
                let members: Vec<_> = indices.into_iter().map(|index| set.members[index].clone()).collect();
                let cells =
                    members.iter().filter_map(|m| Some(self.symbols.topology.cells[m.element.cell()?])).collect();
                pieces.push(Set {
                    name: SetName::Cells(cells),
                    members,
                    key: Key::None,
                    own: set.own,
                    parts: Vec::new(),
                });
            }
        }
        (pieces, counts)
    }

    /// Makes one set of all that is compared with each other.
    pub(super) fn part(&mut self, rule: &Table) {
        let keys: Vec<&str> = rule.entries().map(|(key, _)| key).collect();
        let compares = |key: &str| {
            let found = self.versus_of(rule, key);
            !found.is_empty() && found.iter().all(Option::is_some)
        };
        let other = keys.iter().find(|key| !compares(key) && !BESIDE.contains(key));
        if let Some(&key) = other {
            let message = format!("`{key}` cannot be combined with \"same\" and \"than\", which compare whole sets");
            let wrong = mistake("wrong-condition", rule.span_of(key), message);
            self.wrong.push(wrong.help("put it in a rule of its own"));
            return;
        }
        if self.members_are_all_in(rule, "same").is_none() {
            return;
        }
        let found = std::mem::take(&mut self.sets);
        let groups: Vec<Vec<Set>> = match rule.get("than") {
            Some(given) => {
                let mut others = self.along(given);
                if let Some(is_held) = self.held_on(rule) {
                    let is_there = |member: &Member| member.element.cell().is_none_or(|cell| is_held[cell]);
                    others.iter_mut().for_each(|set| set.members.retain(is_there));
                }
                if others.len() != found.len() {
                    let message = format!("`than` has {} paths for {} sets", others.len(), found.len());
                    self.mistake("wrong-length", given.span, message);
                    return;
                }
                self.whole = cells_of(&found);
                self.whole.extend(cells_of(&others));
                found.into_iter().zip(others).map(|(set, other)| vec![set, other]).collect()
            }
            None if rule.get("split").is_some() => {
                let mut rest = found.into_iter();
                let counts = std::mem::take(&mut self.pieces);
                counts.into_iter().map(|count| rest.by_ref().take(count).collect()).collect()
            }
            None => vec![found],
        };
        let is_than = |versus: &Option<Versus>| matches!(versus, Some(Versus::Than { .. }));
        let wants_than = keys.iter().any(|key| self.versus_of(rule, key).iter().any(is_than));
        if wants_than && rule.get("than").is_none() {
            let wrong = mistake("no-comparison", rule.span, "\"than\" requires the key `than`, with what is compared");
            self.wrong.push(wrong.help("add than = \"r1c1 r1c2\", or write \"same\" to compare the sets of the rule"));
            return;
        }
        if let Some(alone) = groups.iter().find(|group| group.len() < 2 && rule.get("split").is_none()) {
            let name = alone.first().map_or(SetName::Board, |set| set.name.clone());
            let message = format!("\"same\" compares several sets, but {name} is the only one");
            self.mistake("wrong-set", rule.span, message);
            return;
        }
        self.sets = groups.into_iter().filter(|group| group.len() > 1).map(united).collect();
    }
}

/// Returns the cells of each set.
fn cells_of(sets: &[Set]) -> Vec<Vec<usize>> {
    let cells = |set: &Set| set.members.iter().filter_map(|member| member.element.cell()).collect();
    sets.iter().map(cells).collect()
}

/// Returns one set whose parts are these sets.
fn united(group: Vec<Set>) -> Set {
    let name = SetName::Parts(group.iter().map(|set| set.name.clone()).collect());
    let mut whole = Set { name, own: None, key: Key::None, members: Vec::new(), parts: Vec::new() };
    for set in group {
        whole.members.extend(set.members);
        whole.parts.push(Part { name: set.name, end: whole.members.len() });
    }
    whole
}

/// The two ends, and all between them.
fn ends(count: usize) -> Vec<Vec<usize>> {
    match count {
        0 | 1 => Vec::new(),
        _ => vec![vec![0, count - 1], (1..count - 1).collect()],
    }
}

/// The first and the last, the second and the last but one, ...; of an odd number, the middle one alone.
fn opposite(count: usize) -> Vec<Vec<usize>> {
    let pair = |index: usize| if index == count - 1 - index { vec![index] } else { vec![index, count - 1 - index] };
    (0..count.div_ceil(2)).map(pair).collect()
}

/// The runs of members in one and the same set; members in none are left out.
fn runs(set: &Set, by_cell: &BTreeMap<Element, usize>) -> Vec<Vec<usize>> {
    let mut divided: Vec<Vec<usize>> = Vec::new();
    let mut last = None;
    for (index, member) in set.members.iter().enumerate() {
        let of = by_cell.get(&member.element);
        match divided.last_mut().filter(|_| of.is_some() && of == last) {
            Some(run) => run.push(index),
            None => divided.extend(of.map(|_| vec![index])),
        }
        last = of;
    }
    divided
}

#[cfg(test)]
mod tests {
    use crate::tests::{agree, mistakes, model};

    #[test]
    fn a_number_of_members() {
        let row = |rule: &str| agree(&model(1, 3, "'1..3'", &format!("[[rule]]\neach = 'from left'\n{rule}")));
        assert_eq!(row("take = 2\nsum = 4"), 3 * 3);
        // 2 2 and any; 1 alone does not, and neither do 3 and two others.
        assert_eq!(row("take = 'first'\nsum = 4"), 3);
        assert_eq!(row("take = 'first + 1'\nsum = 4"), 3 + 1, "1 3 and any; 2 1 1");
        assert_eq!(row("nth = 2\nsum = 2"), 9);
        assert_eq!(row("nth = 'first'\nsum = 2"), 3 + 3, "2 2 and any; 3, any and 2");
        assert_eq!(row("nth = 'last'\nsum = 3"), 3 + 3 + 9, "3 . 1, . 3 2 and . . 3");
        assert_eq!(row("nth = 5\nsum = 2"), 0, "no member adds up to 0");
        assert_eq!(row("nth = 5\nis = '2'"), 27, "and is nothing else");
        let sides = "[[rule]]\neach = ['from left', 'from right']\ntake = 'first'\nexactly = { 2 = 1 }";
        assert!(agree(&model(1, 4, "'1..3'", sides)) > 0);
        let ahead = "[[rule]]\naround = 'right'\nnth = 'value'\nis = '1'";
        assert!(agree(&model(2, 3, "'1..3'", ahead)) > 0);
    }

    #[test]
    fn what_counts_no_members_is_told() {
        let wrong = |rule: &str| mistakes(&model(1, 3, "'1..3'", &format!("[[rule]]\neach = 'row'\n{rule}")));
        assert!(wrong("take = 1\nnth = 2\nsum = 3").contains("`take` and `nth` cannot be combined"));
        assert!(wrong("take = 2\npalindrome = true").contains("`palindrome` cannot be combined with `take`"));
        assert!(wrong("take = 'value'\nsum = 3").contains("row 1 has no cell of its own"));
    }
}
