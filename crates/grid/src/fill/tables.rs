//! The tables of a model with other marks, and with fewer rules.
//!
//! Imports `model`, the capability and the kinds of conditions.

use crate::condition::KINDS;
use boardwright_model::{Spanned, Table, Value};
use boardwright_puzzle::capability::filling::{Marks, Place};

/// Checks whether a value names one of these: in a text, as a word of it, or as a key.
pub(super) fn mentions(value: &Value, names: &[&str]) -> bool {
    let in_text = |text: &str| text.split([' ', '=']).any(|word| names.contains(&word));
    match value {
        Value::Text(text) => in_text(text),
        Value::List(items) => items.iter().any(|item| mentions(&item.value, names)),
        Value::Map(entries) => entries.iter().any(|(key, value)| in_text(&key.value) || mentions(&value.value, names)),
        Value::Pairs(pairs) => pairs.iter().any(|(key, value)| in_text(&key.value) || in_text(&value.value)),
        Value::Table(table) => of_table(table, names),
        Value::Tables(tables) => tables.iter().any(|table| of_table(table, names)),
        Value::Boolean(_) | Value::Integer(_) | Value::Drawing(_) | Value::Marks(_) => false,
    }
}

/// Checks whether a table names one of these in a value; the name of a rule is not a use.
pub(super) fn of_table(table: &Table, names: &[&str]) -> bool {
    table.entries().any(|(key, value)| key != "name" && mentions(&value.value, names))
}

/// Returns the tables with the rules that `keep` returns for them, and without an objective.
pub(super) fn with_rules(fields: &Table, keep: impl Fn(&Table) -> Option<Table>) -> Table {
    let rules = fields.tables("rule").iter().filter_map(keep).collect();
    fields.with("rule", Value::Tables(rules)).without("minimize").without("maximize").without("double")
}

/// The keys of a rule that are no conditions, although kinds of conditions have them.
const NO_CONDITIONS: [&str; 5] = ["on", "by", "group", "turned", "closed"];

/// Returns what is left of a rule without its uses of some names: fewer sets, or fewer conditions.
pub(super) fn freed(rule: &Table, names: &[&str]) -> Option<Table> {
    if !of_table(rule, names) {
        return Some(rule.clone());
    }
    let conditions: Vec<&str> = KINDS
        .iter()
        .flat_map(|kind| kind.fields)
        .map(|field| field.name)
        .filter(|key| !NO_CONDITIONS.contains(key))
        .collect();
    let mut freed = rule.clone();
    for (key, value) in rule.entries().filter(|(_, value)| mentions(&value.value, names)) {
        match &value.value {
            Value::List(sets) if key == "each" => {
                let others: Vec<Spanned<Value>> =
                    sets.iter().filter(|set| !mentions(&set.value, names)).cloned().collect();
                if others.is_empty() {
                    return None;
                }
                freed = freed.with(key, Value::List(others));
            }
            Value::Map(entries) if conditions.contains(&key) => {
                let is_used = |(test, number): &(Spanned<String>, Spanned<Value>)| {
                    mentions(&Value::Text(test.value.clone()), names) || mentions(&number.value, names)
                };
                let others: Vec<_> = entries.iter().filter(|entry| !is_used(entry)).cloned().collect();
                freed = if others.is_empty() { freed.without(key) } else { freed.with(key, Value::Map(others)) };
            }
            _ if conditions.contains(&key) => freed = freed.without(key),
            _ => return None,
        }
    }
    let is_condition = |key: &str, value: &Spanned<Value>| {
        conditions.contains(&key) && value.value.as_map().is_none_or(|entries| !entries.is_empty())
    };
    let has_conditions = freed.entries().any(|(key, value)| is_condition(key, value));
    (has_conditions && !of_table(&freed, names)).then_some(freed)
}

/// Returns the tables with other marks in a picture or a list; `None` is no mark.
pub(super) fn filled(fields: &Table, (table, name): (&str, &str), mark: &dyn Fn(&Place) -> Option<String>) -> Table {
    let of = |value: &Value| match value {
        Value::Marks(marks) => Value::Marks(marks.map(|at, old| {
            let is_place = old != "_" && (table != "between" || at.row % 2 != at.column % 2);
            mark(&Place::Mark(at)).filter(|_| is_place).unwrap_or(if old == "_" { "_" } else { "." }.to_string())
        })),
        Value::Map(entries) => {
            let entry = |key: &str, index: usize| {
                mark(&Place::Entry(key.to_string(), index)).map_or(Value::Text(".".to_string()), |word| entry_of(&word))
            };
            let side = |(key, value): &(Spanned<String>, Spanned<Value>)| {
                let own = match &value.value {
                    Value::List(items) => {
                        let items = items.iter().enumerate();
                        Value::List(items.map(|(index, item)| spanned(item, entry(&key.value, index))).collect())
                    }
                    _ => entry(&key.value, 0),
                };
                (key.clone(), spanned(value, own))
            };
            Value::Map(entries.iter().map(side).collect())
        }
        other => other.clone(),
    };
    let entries = fields.map(table).iter().map(|(key, value)| match key.value == name {
        true => (key.clone(), spanned(value, of(&value.value))),
        false => (key.clone(), value.clone()),
    });
    fields.with(table, Value::Map(entries.collect()))
}

/// Returns the entries of a list; none if the part is no list.
pub(super) fn entries(fields: &Table, (table, name): (&str, &str)) -> Vec<Place> {
    let value = fields.map(table).iter().find(|(key, _)| key.value == name).map(|(_, value)| &value.value);
    let Some(Value::Map(entries)) = value else { return Vec::new() };
    let count = |value: &Value| match value {
        Value::List(items) => items.len(),
        _ => 1,
    };
    let of = |(key, value): &(Spanned<String>, Spanned<Value>)| {
        (0..count(&value.value)).map(|index| Place::Entry(key.value.clone(), index)).collect::<Vec<_>>()
    };
    entries.iter().flat_map(of).collect()
}

fn spanned(value: &Spanned<Value>, other: Value) -> Spanned<Value> {
    Spanned { value: other, span: value.span }
}

/// Returns the entry of a list that a word stands for: `3`, `[1, 3]`, or a value.
fn entry_of(word: &str) -> Value {
    let numbers = word.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let number = |text: &str| text.trim().parse().ok().map(Value::Integer);
    match (numbers, number(word)) {
        (Some(numbers), _) => {
            let items = numbers.split(',').filter_map(number);
            Value::List(items.map(|value| Spanned { value, span: boardwright_base::source::Span::default() }).collect())
        }
        (None, Some(number)) => number,
        (None, None) => Value::Text(word.to_string()),
    }
}

/// Returns the marks of a picture or the entries of a list.
pub(super) fn present(fields: &Table, (table, name): (&str, &str)) -> Marks {
    let mut found = Marks::new();
    match fields.map(table).iter().find(|(key, _)| key.value == name).map(|(_, value)| &value.value) {
        Some(Value::Marks(marks)) => {
            let marks = marks.cells().filter(|(_, mark)| mark.value != "." && mark.value != "_");
            found.extend(marks.map(|(at, mark)| (Place::Mark(at), mark.value.clone())));
        }
        Some(Value::Map(entries)) => {
            for (key, value) in entries {
                let items: Vec<&Value> = match &value.value {
                    Value::List(items) => items.iter().map(|item| &item.value).collect(),
                    other => vec![other],
                };
                let words = items.into_iter().enumerate().filter_map(|(index, item)| Some((index, word_of(item)?)));
                found.extend(words.map(|(index, word)| (Place::Entry(key.value.clone(), index), word)));
            }
        }
        _ => {}
    }
    found
}

/// Returns the word for an entry of a list; `None` for an unknown one.
fn word_of(value: &Value) -> Option<String> {
    match value {
        Value::Integer(number) => Some(number.to_string()),
        Value::Text(text) if text != "." && text != "?" => Some(text.clone()),
        Value::List(items) => {
            let number = |item: &Spanned<Value>| item.value.as_integer().map(|number| number.to_string());
            let numbers: Option<Vec<String>> = items.iter().map(number).collect();
            numbers.map(|numbers| format!("[{}]", numbers.join(", ")))
        }
        _ => None,
    }
}
