//! Models with one rule changed. Examples of a model that say the same of such a model do not describe the rule.
//!
//! A change drops a `[[rule]]`, adds 1 to one of its numbers or subtracts 1 from it, or turns a comparison. It is applied to the
//! values that were read, so the rest of the model stays as it is. Start with [`Model::mutants`].

use super::{Model, Table, Value};

/// The change of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuleChange {
    /// The rule is dropped.
    Dropped,
    /// A number in the value of a key is another one.
    Number {
        /// The key.
        key: &'static str,
        /// Its number in the model.
        from: i64,
        /// Its number in the mutant.
        to: i64,
    },
    /// A comparison is replaced by the opposite one.
    Turned {
        /// The key in the model.
        from: &'static str,
        /// The key in the mutant.
        to: &'static str,
    },
}

/// A model with one rule changed.
#[derive(Debug, Clone)]
pub struct Mutant {
    /// The number of the rule, from 0.
    pub rule: usize,
    /// The name of the rule, if it has one.
    pub name: Option<String>,
    /// The change.
    pub change: RuleChange,
    /// The changed model.
    pub model: Model,
}

/// The comparisons, each beside the opposite one.
const COMPARISONS: [[&str; 2]; 2] = [["at-least", "at-most"], ["sum-at-least", "sum-at-most"]];

/// The keys whose texts have numbers, as in `window 2x2`.
const PHRASES: [&str; 3] = ["each", "around", "split"];

impl Model {
    /// Returns the names of the rules, in order.
    pub fn rule_names(&self) -> Vec<String> {
        let named = |(number, rule): (usize, &Table)| match rule.text("name") {
            Some(name) => name.to_string(),
            None => format!("rule {}", number + 1),
        };
        self.fields.tables("rule").iter().enumerate().map(named).collect()
    }

    /// Returns the names of the rules that follow from the others, as a genre states.
    pub fn implied_rules(&self) -> Vec<&str> {
        let names = self.genre.as_ref().and_then(|genre| genre.list("implied")).unwrap_or_default();
        names.iter().filter_map(|name| name.value.as_text()).collect()
    }

    /// Returns all mutants, rule by rule, but none without a rule that follows from the others. Some are no puzzles: numbers have ranges,
    /// which their family knows.
    pub fn mutants(&self) -> Vec<Mutant> {
        let implied = self.implied_rules();
        let rules = self.fields.tables("rule");
        let with = |rules: Vec<Table>| Model {
            fields: self.fields.with("rule", Value::Tables(rules)),
            examples: Vec::new(),
            ..self.clone()
        };
        let mut mutants = Vec::new();
        for (number, rule) in rules.iter().enumerate() {
            let mut add = |change, changed: Option<Table>| {
                let before = rules[..number].iter().cloned();
                let all = before.chain(changed).chain(rules[number + 1..].iter().cloned()).collect();
                let name = rule.text("name").map(str::to_string);
                mutants.push(Mutant { rule: number, name, change, model: with(all) });
            };
            if rule.text("name").is_none_or(|name| !implied.contains(&name)) {
                add(RuleChange::Dropped, None);
            }
            for (key, entry) in rule.entries() {
                for Other { value, from, to } in others(&entry.value, PHRASES.contains(&key)) {
                    add(RuleChange::Number { key, from, to }, Some(rule.with(key, value)));
                }
            }
            for [one, other] in COMPARISONS {
                for [from, to] in [[one, other], [other, one]] {
                    let Some(entry) = rule.get(from).filter(|_| rule.get(to).is_none()) else { continue };
                    let turned = rule.without(from).including(to, entry.value.clone());
                    add(RuleChange::Turned { from, to }, Some(turned));
                }
            }
        }
        mutants
    }
}

/// A value with another number.
struct Other {
    value: Value,
    from: i64,
    to: i64,
}

impl Other {
    fn within(self, whole: impl FnOnce(Value) -> Value) -> Other {
        Other { value: whole(self.value), ..self }
    }
}

/// Returns a value with one of its numbers changed by 1, for each number and both directions.
fn others(value: &Value, is_phrase: bool) -> Vec<Other> {
    match value {
        Value::Integer(from) => {
            let changed = [from.checked_sub(1), from.checked_add(1)].into_iter().flatten();
            changed.map(|to| Other { value: Value::Integer(to), from: *from, to }).collect()
        }
        Value::Text(text) if is_phrase => in_text(text),
        Value::List(items) => {
            let with = |place: usize, value: Value| {
                let mut items = items.clone();
                items[place].value = value;
                Value::List(items)
            };
            let of = |place: usize| others(&items[place].value, is_phrase).into_iter().map(move |one| (place, one));
            (0..items.len()).flat_map(of).map(|(place, one)| one.within(|value| with(place, value))).collect()
        }
        Value::Map(entries) => {
            let with = |place: usize, value: Value| {
                let mut entries = entries.clone();
                entries[place].1.value = value;
                Value::Map(entries)
            };
            let of = |place: usize| others(&entries[place].1.value, is_phrase).into_iter().map(move |one| (place, one));
            (0..entries.len()).flat_map(of).map(|(place, one)| one.within(|value| with(place, value))).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns a text with one of its numbers changed by 1.
fn in_text(text: &str) -> Vec<Other> {
    let mut found = Vec::new();
    let mut start = 0;
    while let Some(digit) = text[start..].find(|c: char| c.is_ascii_digit()) {
        let from = start + digit;
        let length = text[from..].find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len() - from);
        let (before, rest) = (&text[..from], &text[from + length..]);
        if let Ok(number) = text[from..from + length].parse::<i64>() {
            let changed = [number.checked_sub(1).filter(|&to| to >= 0), number.checked_add(1)].into_iter().flatten();
            found.extend(changed.map(|to| Other {
                value: Value::Text(format!("{before}{to}{rest}")),
                from: number,
                to,
            }));
        }
        start = from + length;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(value: &Value, is_phrase: bool) -> Vec<String> {
        others(value, is_phrase).iter().map(|other| other.value.toml()).collect()
    }

    #[test]
    fn each_number_is_changed_in_both_directions() {
        let item = |value| crate::Spanned { value, span: boardwright_base::source::Span::default() };
        let list = Value::List(vec![item(Value::Integer(1)), item(Value::Text("2".to_string()))]);
        assert_eq!(numbers(&list, false), ["[0, \"2\"]", "[2, \"2\"]"]);
        let phrase = Value::Text("block 2x10".to_string());
        let changed = ["\"block 1x10\"", "\"block 3x10\"", "\"block 2x9\"", "\"block 2x11\""];
        assert_eq!(numbers(&phrase, true), changed);
        assert!(numbers(&phrase, false).is_empty());
        assert_eq!(numbers(&Value::Integer(i64::MAX), false), [(i64::MAX - 1).to_string()]);
    }
}
