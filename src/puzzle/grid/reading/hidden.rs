//! `hidden`: pictures, lists, layers and paths that drawings leave out, because the puzzle does not print them.

use super::rules::rule_name;
use crate::diagnostic::{Diagnostic, Diagnostics, nearest};
use crate::model::Table;
use std::collections::BTreeSet;

/// Returns the names that the model hides; each must exist.
pub(super) fn read(fields: &Table, wrong: &mut Diagnostics) -> BTreeSet<String> {
    let there = drawn(fields);
    let mut hidden = BTreeSet::new();
    for item in fields.list("hidden").unwrap_or_default() {
        let Some(name) = item.value.as_text() else { continue };
        if there.iter().any(|known| known == name) {
            hidden.insert(name.to_string());
            continue;
        }
        let label = match nearest(name, there.iter().map(String::as_str)) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => "unknown name".to_string(),
        };
        let rules = fields.tables("rule").iter().enumerate();
        let message = match rules.map(|(index, table)| rule_name(index, table)).any(|rule| rule == name) {
            true => format!("cannot hide the rule `{name}`: only rules with `along` are drawn"),
            false => format!("unknown name `{name}` in `hidden`"),
        };
        wrong.push(Diagnostic::new("unknown-hidden", message).at(item.span, label).help(match there.is_empty() {
            true => "the model has no picture, list, layer or rule with `along` to hide".to_string(),
            false => format!("expected {}", there.join(", ")),
        }));
    }
    hidden
}

/// Returns the names of everything that drawings show by name.
fn drawn(fields: &Table) -> Vec<String> {
    let tables = ["picture", "between", "corner", "anywhere", "list"].into_iter().flat_map(|key| fields.map(key));
    let mut there: Vec<String> = tables.map(|(name, _)| name.value.clone()).collect();
    there.extend(layers(fields));
    let rules = fields.tables("rule").iter().enumerate();
    let paths = rules.filter(|(_, table)| table.get("along").is_some());
    there.extend(paths.map(|(index, table)| rule_name(index, table)));
    there
}

/// Returns the names of layers; the values of `[grid]` are a layer, named as in `on`.
fn layers(fields: &Table) -> Vec<String> {
    let first = fields.table("grid").is_some_and(|grid| grid.get("values").is_some());
    let others = fields.map("layer").iter().map(|(name, _)| name.value.clone());
    first.then(|| "grid".to_string()).into_iter().chain(others).collect()
}
