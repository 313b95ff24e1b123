//! What rules about marks say where marks are unknown.
//!
//! A board is drawn before its marks are, by the rules that do not use them. Two rules about a mark say something without
//! it, too: if one is about the cells with a mark and one about the cells without, each cell keeps one of the two. In an Arukone, a
//! cell with a letter is an end and any other cell is on the way, so that each cell is an end or on the way.
//!
//! Imports `model` only.

use super::tables::{freed, of_table, with_rules};
use crate::model::{Spanned, Table, Value};

/// Returns the model without the rules about some marks, and with what they say without the marks.
pub(super) fn loosened(fields: &Table, names: &[&str]) -> Table {
    let rules = fields.tables("rule");
    let mut added = Vec::new();
    for name in names {
        for with in rules.iter().filter(|rule| is_at(rule, name)) {
            let without = rules.iter().filter(|rule| is_at(rule, &format!("not {name}")));
            added.extend(without.filter_map(|without| united(with, without, name)));
        }
        added.extend(rules.iter().filter_map(|rule| without_loops(rules, rule, name)));
    }
    let free = with_rules(fields, |rule| freed(rule, names));
    let rules = free.tables("rule").iter().cloned().chain(added).collect();
    free.with("rule", Value::Tables(rules))
}

fn is_at(rule: &Table, word: &str) -> bool {
    rule.text("at") == Some(word)
}

/// Returns a rule for all cells that follows from one for the cells with a mark and one for those without.
fn united(with: &Table, without: &Table, name: &str) -> Option<Table> {
    let is_known = |rule: &Table| rule.entries().all(|(key, _)| ["name", "at", "where", "is", "is-not"].contains(&key));
    let [here, there] =
        [with, without].map(|rule| rule.without("at").including("each", Value::Text("cell".to_string())));
    if !is_known(with) || !is_known(without) || of_table(&here, &[name]) || of_table(&there, &[name]) {
        return None;
    }
    let when = match [&here, &there].map(|rule| rule.get("where")) {
        [Some(one), Some(other)] => (one.value == other.value).then_some(Some(one))?,
        [one, other] => one.or(other),
    };
    let words = [&here, &there].map(|rule| {
        let words = allowed(rule);
        words.map(|words| words.into_iter().map(|value| Spanned { value: Value::Text(value), span: rule.span }))
    });
    let [Some(own), Some(others)] = words else { return None };
    let rule = here.without("is-not").including("is", Value::List(own.chain(others).collect()));
    Some(when.map_or(rule.clone(), |when| rule.including("where", when.value.clone())))
}

/// Returns the words of which a rule requires one.
fn allowed(rule: &Table) -> Option<Vec<String>> {
    let words = |key: &str| match &rule.get(key)?.value {
        Value::Text(word) => Some(vec![word.clone()]),
        Value::List(words) => words.iter().map(|word| word.value.as_text().map(str::to_string)).collect(),
        _ => None,
    };
    match (words("is"), words("is-not")) {
        (Some(words), None) => Some(words),
        (None, Some(words)) => match &words[..] {
            [word] => Some(vec![word.strip_prefix("not ").map_or(format!("not {word}"), str::to_string)]),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the rule that lines form no loop, if marks are on ends of lines only and all that lines join has a mark.
fn without_loops(rules: &[Table], rule: &Table, name: &str) -> Option<Table> {
    let are_ends = rules.iter().any(|rule| is_at(rule, name) && rule.text("is") == Some("end"));
    let has_mark = ["exactly", "at-least"].iter().any(|key| rule.map(key).iter().any(|(key, _)| key.value == name));
    if rule.text("group") != Some("linked") || !are_ends || !has_mark {
        return None;
    }
    let keys: Vec<&'static str> = rule.entries().map(|(key, _)| key).collect();
    let bare = keys.into_iter().filter(|key| *key != "name").fold(rule.clone(), |rule, key| rule.without(key));
    Some(bare.including("no-loop", Value::Boolean(true)))
}
