//! Checks that the example link of a genre is its own puzzle: read, it gives the model's pictures; the model's pictures, written,
//! give it.
//!
//! Imports the parts of a genre. Start with [`examples`].

use super::address::address;
use super::contents::Contents;
use super::id::{self, Parameters};
use super::link::{Link, Site};
use super::scan::Scan;
use super::{Genre, own};
use boardwright_base::diagnostic::{Diagnostic, Diagnostics, quote};
use boardwright_base::source::Source;
use boardwright_model::Model;

/// Checks the examples of a genre.
///
/// # Errors
/// The examples that are not the model's own puzzle.
pub fn examples(genre: &Genre, model: &Model, source: &Source) -> Result<(), Diagnostics> {
    let mut mistakes = Diagnostics::none();
    for link in &genre.links {
        if let Err(wrong) = example(link, model, source) {
            mistakes.push(wrong);
        }
    }
    mistakes.into_result(())
}

fn example(link: &Link, model: &Model, source: &Source) -> Result<(), Diagnostic> {
    let own = own::contents(link, model, source);
    let at_example = |wrong: Diagnostic| {
        let help = wrong.help.clone();
        let moved =
            Diagnostic::new("genre-example", format!("the example: {}", wrong.message)).at(link.example_span, "");
        help.into_iter().fold(moved, Diagnostic::help)
    };
    let written = written(link, &own).map_err(at_example)?;
    let differs = |message: String| {
        Diagnostic::new("genre-example", message)
            .at(link.example_span, "another puzzle")
            .help(format!("the link of this model is {written}"))
    };
    let read = read(link, &link.example)
        .map_err(|wrong| at_example(wrong).help(format!("the link of this model is {written}")))?;
    if let Some(what) = differences(&read, &own).first() {
        return Err(differs(format!("the example is not the model's own puzzle: {what}")));
    }
    if written != link.example {
        return Err(differs("the example is not written as links are".to_string()));
    }
    Ok(())
}

/// Returns the link of contents.
///
/// # Errors
/// The first mark that it cannot hold.
pub fn written(link: &Link, contents: &Contents) -> Result<String, Diagnostic> {
    let ((rows, columns), body) = link.encode(contents)?;
    let kind = link.kinds.first().map_or("", String::as_str);
    Ok(match link.site {
        Site::PuzzLink if link.when.is_empty() => format!("https://puzz.link/p?{kind}/{columns}/{rows}/{body}"),
        Site::PuzzLink => format!("https://puzz.link/p?{kind}/{}/{columns}/{rows}/{body}", link.when),
        Site::Tatham => format!("{kind} {}:{body}", id::written(link, (rows, columns), contents)),
    })
}

/// Reads the text of a link, or a game ID with the name of its game.
///
/// # Errors
/// The first error in it.
pub(crate) fn read(link: &Link, text: &str) -> Result<Contents, Diagnostic> {
    if link.site == Site::Tatham {
        return read_id(link, text);
    }
    let mut address = address(text)?;
    check_kind(link, &address.kind_name())?;
    let size = address.size()?;
    let contents = link.decode(&mut address.rest, size)?;
    address.rest.ends()?;
    Ok(contents)
}

fn check_kind(link: &Link, kind: &str) -> Result<(), Diagnostic> {
    if link.kinds.iter().any(|own| own == kind) {
        return Ok(());
    }
    Err(Diagnostic::new("link-kind", format!("{} is not one of `kinds`", quote(kind))))
}

/// Reads `GAME PARAMETERS:DESCRIPTION`.
fn read_id(link: &Link, text: &str) -> Result<Contents, Diagnostic> {
    let mut rest = Scan::new(text, 0, text.len());
    check_kind(link, rest.until(' ').rest())?;
    let parameters = Parameters::read(rest.until(':'))?;
    let contents = parameters.decode(link, &mut rest)?;
    rest.ends()?;
    Ok(contents)
}

/// Returns the differences between what a link says and what the model says.
pub(crate) fn differences(link: &Contents, model: &Contents) -> Vec<String> {
    if link.tiled != model.tiled {
        return vec!["the link has another board than the model".to_string()];
    }
    if (link.rows, link.columns) != (model.rows, model.columns) {
        let (rows, columns) = (link.rows, link.columns);
        let model = format!("{} x {}", model.rows, model.columns);
        return vec![format!("the link has a board of {rows} x {columns}, the model one of {model}")];
    }
    let mut found = Vec::new();
    for (slot, picture) in &link.slots {
        let own = model.slot(slot);
        let width = link.size_of(slot).1.max(1);
        for at in (0..picture.marks().len()).filter(|at| picture.at(*at) != own.at(*at)) {
            let (row, column) = (at / width + 1, at % width + 1);
            let (theirs, own) = (quote(picture.at(at)), quote(own.at(at)));
            found.push(format!("{slot}, row {row}, column {column}: {theirs} in the link, {own} in the model"));
        }
    }
    for (name, entries) in &link.lists {
        let own = model.lists.get(name).map_or(&[][..], Vec::as_slice);
        for (key, entry) in entries {
            let same = own.iter().find(|(own, _)| own == key).map(|(_, entry)| entry);
            if same != Some(entry) {
                let model = same.map_or("nothing".to_string(), super::contents::Entries::toml);
                found.push(format!("list {}, {key}: {} in the link, {model} in the model", quote(name), entry.toml()));
            }
        }
    }
    let of_parameters = link.parameters.iter().filter(|(name, value)| model.parameters.get(*name) != Some(value));
    found.extend(of_parameters.map(|(name, value)| format!("parameter {} is {value} in the link", quote(name))));
    for ((rule, key), value) in &link.rules {
        if model.rules.get(&(rule.clone(), key.clone())) != Some(value) {
            found.push(format!("{} of the rule {} is {value} in the link", quote(key), quote(rule)));
        }
    }
    if link.values != model.values {
        let shown = |values: &Option<String>| values.clone().unwrap_or_default();
        let (theirs, own) = (shown(&link.values), shown(&model.values));
        found.push(format!("`values` is {theirs} for the link, {own} in the model"));
    }
    found
}
