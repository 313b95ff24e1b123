//! `colours`: the colours of lines, cells and figures in drawings, by the name of a rule, a picture, a mark or a value.
//!
//! Names that the model does not have are a warning, since a rule may be taken out for a while. Start with [`colours`].

use crate::{Spanned, Table, Value};
use boardwright_base::board::picture::{COLOURS, colour};
use boardwright_base::diagnostic::{Diagnostic, Diagnostics, nearest};
use std::collections::BTreeMap;

/// Returns the colours that the key `colours` of a model gives names.
pub fn colours(fields: &Table, wrong: &mut Diagnostics) -> BTreeMap<String, [u8; 3]> {
    let mut found = BTreeMap::new();
    let Some(Value::Pairs(pairs)) = fields.get("colours").map(|entry| &entry.value) else { return found };
    for (name, stated) in pairs {
        match colour(&stated.value) {
            Some(colour) => drop(found.insert(name.value.clone(), colour)),
            None => wrong.push(unknown(stated)),
        }
    }
    found
}

fn unknown(stated: &Spanned<String>) -> Diagnostic {
    let names = COLOURS.map(|(name, _)| name);
    let near = nearest(&stated.value, names);
    let label = near.map_or(String::new(), |near| format!("did you mean \"{near}\"?"));
    Diagnostic::new("unknown-colour", format!("unknown colour `{}`", stated.value))
        .at(stated.span, label)
        .meant(&stated.value, near)
        .help(format!("expected six hexadecimal digits, such as \"#2ecbff\", or {}", names.join(", ")))
}
