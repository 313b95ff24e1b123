//! `figures`: how drawings show values, marks and pictures: a tree, a star, a circle around a number, a bar between cells.
//!
//! Imports the symbols of a grid. Start with [`read`].

use crate::symbols::{Drawn, SymbolTable};
use boardwright_base::board::picture::{FIGURES, Figure};
use boardwright_base::diagnostic::{Diagnostic, Diagnostics, nearest};
use boardwright_model::{Spanned, Table, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The figures of the marks between cells.
const BETWEEN: [(&str, Drawn); 2] = [("bar", Drawn::Bar), ("line", Drawn::Line)];

/// Returns the figures that the model names.
pub(super) fn read(fields: &Table, symbols: &SymbolTable, wrong: &mut Diagnostics) -> BTreeMap<String, Drawn> {
    let mut figures = BTreeMap::new();
    let Some(Value::Pairs(pairs)) = fields.get("figures").map(|entry| &entry.value) else { return figures };
    let between: BTreeSet<&str> = symbols.between.iter().map(|(name, _)| name.as_str()).collect();
    let pictures: BTreeSet<&str> = symbols.pictures.iter().map(|picture| picture.name.as_str()).collect();
    let marks = symbols.pictures.iter().flat_map(|picture| &picture.marks).flatten().map(|mark| mark.text.as_str());
    let values = symbols.layers.iter().flat_map(|layer| &layer.values).map(String::as_str);
    let texts: BTreeSet<&str> = marks.chain(values).collect();
    for (name, figure) in pairs {
        let key = name.value.as_str();
        // A board may lack a mark of its genre, and a generator may take the last one away.
        let is_text = texts.contains(key) || key.chars().count() == 1;
        let drawn = match (between.contains(key), pictures.contains(key), is_text) {
            (true, false, _) => named(figure, &BETWEEN, wrong),
            (_, true, _) => named(figure, &[("circle", Drawn::Figure(Figure::Around))], wrong),
            (.., true) => {
                let figures = FIGURES.iter().map(|&(name, figure)| (name, Drawn::Figure(figure)));
                named(figure, &figures.chain([("shade", Drawn::Shade)]).collect::<Vec<_>>(), wrong)
            }
            _ => {
                let names = || between.iter().chain(&pictures).chain(&texts).copied();
                let near = nearest(key, names());
                let label = near.map_or(String::new(), |near| format!("did you mean \"{near}\"?"));
                let message = format!("unknown name `{key}` in `figures`");
                wrong.push(
                    Diagnostic::new("unknown-figure", message)
                        .at(name.span, label)
                        .meant(key, near)
                        .help("expected a value, a mark, or the name of a picture"),
                );
                continue;
            }
        };
        figures.extend(drawn.map(|drawn| (key.to_string(), drawn)));
    }
    figures
}

/// Returns the figure of a name.
fn named(figure: &Spanned<String>, among: &[(&str, Drawn)], wrong: &mut Diagnostics) -> Option<Drawn> {
    let found = among.iter().find(|(name, _)| *name == figure.value).map(|(_, drawn)| *drawn);
    if found.is_none() {
        let names: Vec<&str> = among.iter().map(|(name, _)| *name).collect();
        let message = format!("unknown figure `{}`", figure.value);
        let help = format!("expected {}", names.join(", "));
        wrong.push(Diagnostic::new("unknown-figure", message).at(figure.span, "").help(help));
    }
    found
}
