//! Colours for names that the model does not have.

use crate::rule::Rule;
use crate::symbols::SymbolTable;
use boardwright_base::diagnostic::{Diagnostic, nearest};
use boardwright_model::{Table, Value};
use std::collections::BTreeSet;

/// Warns of names in `colours` that are no rule, picture on cells, mark or value.
pub(super) fn unknown(fields: &Table, symbols: &SymbolTable, rules: &[Rule], found: &mut Vec<Diagnostic>) {
    let Some(Value::Pairs(pairs)) = fields.get("colours").map(|entry| &entry.value) else { return };
    let pictures = symbols.pictures.iter().map(|picture| picture.name.as_str());
    let marks = symbols.pictures.iter().flat_map(|picture| &picture.marks).flatten().map(|mark| mark.text.as_str());
    let values = symbols.layers.iter().flat_map(|layer| &layer.values).map(String::as_str);
    let rules = rules.iter().map(|rule| rule.name.as_str());
    let known: BTreeSet<&str> = rules.chain(pictures).chain(marks).chain(values).collect();
    for (name, _) in pairs {
        let key = name.value.as_str();
        // A board may lack a mark of its genre, and a generator may take the last one away.
        if known.contains(key) || key.chars().count() == 1 {
            continue;
        }
        let near = nearest(key, known.iter().copied());
        let message = format!("unknown name `{key}` in `colours`");
        let help = match near {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => "expected the name of a rule, of a picture on cells, a mark or a value".to_string(),
        };
        found.push(Diagnostic::new("unknown-colour", message).at(name.span, "").meant(key, near).help(help));
    }
}
