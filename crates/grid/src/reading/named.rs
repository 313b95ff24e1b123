//! Keys that list names of the model: `hidden`, what drawings leave out because the puzzle does not print it, and
//! `optional`, what may be left out of the puzzle although rules test it.

use super::rules::rule_name;
use boardwright_base::diagnostic::{Diagnostic, Diagnostics, nearest};
use boardwright_model::{Spanned, Table, Value};
use std::collections::BTreeSet;

/// Returns the names that the model hides; each must exist.
pub(super) fn hidden(fields: &Table, wrong: &mut Diagnostics) -> BTreeSet<String> {
    let there = drawn(fields);
    let rules: Vec<String> = names_of_rules(fields, |_| true);
    let unknown = |name: &str| match rules.iter().any(|rule| rule == name) {
        true => format!("cannot hide the rule `{name}`: only rules with `along` are drawn"),
        false => format!("unknown name `{name}` in `hidden`"),
    };
    let none = "the model has no picture, list, layer or rule with `along` to hide";
    let known =
        listed(fields, "hidden").filter(|item| is_there(item, &there, ("unknown-hidden", none), unknown, wrong));
    known.map(|(name, _)| name.to_string()).collect()
}

/// Returns the names that the model states to be optional; each must exist and be printed.
pub(super) fn optional(fields: &Table, hidden: &BTreeSet<String>, wrong: &mut Diagnostics) -> BTreeSet<String> {
    let there = tables(fields, &["picture", "between", "corner", "list"]);
    let unknown = |name: &str| format!("unknown name `{name}` in `optional`");
    let none = "the model has no picture or list whose marks could be left out";
    let mut optional = BTreeSet::new();
    for item in listed(fields, "optional") {
        if !is_there(&item, &there, ("unknown-optional", none), unknown, wrong) {
            continue;
        }
        let (name, given) = item;
        if hidden.contains(name) {
            let message = format!("`{name}` is both hidden and optional");
            wrong.push(
                Diagnostic::new("unknown-optional", message)
                    .at(given.span, "")
                    .help("remove it from `optional`: hidden marks are not printed, so that no puzzle leaves them out"),
            );
        }
        optional.insert(name.to_string());
    }
    optional
}

/// The names that a key lists, with their places.
fn listed<'t>(fields: &'t Table, key: &str) -> impl Iterator<Item = (&'t str, &'t Spanned<Value>)> {
    let items = fields.list(key).unwrap_or_default().iter();
    items.filter_map(|item| Some((item.value.as_text()?, item)))
}

/// Checks that there is something with a listed name, and reports a name that is unknown. The help is `none` if there are no names.
fn is_there(
    &(name, given): &(&str, &Spanned<Value>),
    there: &[String],
    (code, none): (&'static str, &str),
    unknown: impl Fn(&str) -> String,
    wrong: &mut Diagnostics,
) -> bool {
    if there.iter().any(|known| known == name) {
        return true;
    }
    let near = nearest(name, there.iter().map(String::as_str));
    let label = match near {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => "unknown name".to_string(),
    };
    wrong.push(Diagnostic::new(code, unknown(name)).at(given.span, label).meant(name, near).help(
        match there.is_empty() {
            true => none.to_string(),
            false => format!("expected {}", there.join(", ")),
        },
    ));
    false
}

/// Returns the names of everything that drawings show by name.
fn drawn(fields: &Table) -> Vec<String> {
    let mut there = tables(fields, &["picture", "between", "corner", "anywhere", "list"]);
    there.extend(layers(fields));
    there.extend(names_of_rules(fields, |table| table.get("along").is_some()));
    there
}

/// Returns the names in these tables.
fn tables(fields: &Table, keys: &[&str]) -> Vec<String> {
    keys.iter().flat_map(|key| fields.map(key)).map(|(name, _)| name.value.clone()).collect()
}

/// Returns the names of the rules with this property.
fn names_of_rules(fields: &Table, is_wanted: impl Fn(&Table) -> bool) -> Vec<String> {
    let rules = fields.tables("rule").iter().enumerate().filter(|(_, table)| is_wanted(table));
    rules.map(|(index, table)| rule_name(index, table)).collect()
}

/// Returns the names of layers; the values of `[grid]` are a layer, named as in `on`.
fn layers(fields: &Table) -> Vec<String> {
    let first = fields.table("grid").is_some_and(|grid| grid.get("values").is_some());
    let others = fields.map("layer").iter().map(|(name, _)| name.value.clone());
    first.then(|| "grid".to_string()).into_iter().chain(others).collect()
}
