//! Models from elsewhere and for elsewhere: imports, exports, kinds to start from, the schema.
//!
//! Start with [`import`] and [`kinds`].

use super::problem::diagnostics;
use super::request::{Events, New, Session, Wrong};
use super::words::PAGE;
use boardwright_base::diagnostic::Diagnostics;
use boardwright_exchange::export::{self, Format};
use boardwright_exchange::genre::link::Site;
use boardwright_exchange::genre::{Genre, blank, files, write as genre};
use boardwright_exchange::import::{self, Options};
use boardwright_model::{Family, Model, Parameters, schema_of_all};
use boardwright_puzzle::{Puzzle, Registry};
use serde_json::{Value, json};

/// The formats of exports with their names.
const FORMATS: [(&str, Format); 4] = [
    ("puzz-link", Format::PuzzLink),
    ("penpa", Format::Penpa),
    ("tatham", Format::Tatham),
    ("f-puzzles", Format::FPuzzles),
];

/// Sends the event `model`.
fn model(write: &mut Events<'_>, text: &str) {
    write(&json!({ "event": "model", "text": text }));
}

/// Converts a link, a game ID or a file of another program.
pub(super) fn import(session: &Session<'_>, write: &mut Events<'_>) -> Result<(), Wrong> {
    let text = session.source.text.trim().as_bytes();
    match import::import(session.registry, "the page", text, &Options::default(), session.budget) {
        Ok(text) => model(write, &text),
        Err(refused) => match refused.stopped {
            Some(stop) => return Err(stop.into()),
            None => {
                write(&diagnostics(&refused.source, &refused.wrong, "error"));
                return Err(Wrong::Refused(refused.wrong.worded(PAGE).to_string()));
            }
        },
    }
    Ok(())
}

/// Converts the model to a link or an ID.
pub(super) fn export(session: &Session<'_>, what: &str, write: &mut Events<'_>) -> Result<(), Wrong> {
    let Some((_, format)) = FORMATS.into_iter().find(|(name, _)| *name == what) else {
        let names: Vec<&str> = FORMATS.iter().map(|(name, _)| *name).collect();
        return Err(Wrong::Refused(format!("unknown format `{what}`; expected {}", names.join(", "))));
    };
    let loaded = session.load(write)?;
    let request = export::Request {
        source: &session.source,
        model: &loaded.model,
        genre: None,
        format,
        registry: session.registry,
    };
    match export::export(&request) {
        Ok(exported) => write(&json!({ "event": "exported", "text": exported.text, "remarks": exported.remarks() })),
        Err(wrong) => {
            let message = wrong.message.worded(PAGE);
            write(&diagnostics(&session.source, &Diagnostics::from(wrong), "error"));
            return Err(Wrong::Refused(message));
        }
    }
    Ok(())
}

/// Sends the kinds of puzzles that one can start from.
pub(super) fn kinds(registry: Registry, write: &mut Events<'_>) -> Result<(), Wrong> {
    let kinds = registry
        .kinds()
        .map(|kind| json!({ "name": kind.name, "title": kind.name, "family": kind.family, "summary": kind.summary, "group": "family" }));
    let genres = files::FILES.iter().map(|file| {
        let opened = files::open(file, files::fields(registry));
        let genre = &opened.genre;
        let rules = Parameters::default().in_words(&genre.printed_rules());
        json!({
            "name": file.name, "title": genre.name, "family": "grid",
            "summary": genre.summary, "aliases": genre.aliases, "rules": rules, "size": size(genre),
            "group": group(&opened.model),
        })
    });
    let all: Vec<Value> = kinds.chain(genres).collect();
    write(&json!({ "event": "kinds", "kinds": all }));
    Ok(())
}

/// Returns the group in which the page shows a genre: what is drawn on its board.
fn group(model: &Model) -> &'static str {
    let grid = model.fields.table("grid");
    let rules = model.fields.tables("rule");
    let values: Vec<&str> = match grid.and_then(|grid| grid.list("values")) {
        Some(values) => values.iter().filter_map(|value| value.value.as_text()).collect(),
        None => Vec::new(),
    };
    match () {
        () if !model.fields.tables("move").is_empty() => "movement",
        () if grid.is_some_and(|grid| grid.get("lines").is_some()) => {
            if rules.iter().any(|rule| rule.get("loop").is_some() || rule.get("connected").is_some()) {
                "loop"
            } else {
                "region"
            }
        }
        () if values.is_empty() => "number",
        () if values.len() == 2 && values.iter().all(|value| [".", "#"].contains(value)) => "shading",
        () if rules.iter().any(|rule| rule.get("group").is_some()) => "region",
        () => "object",
    }
}

/// Returns the size of a genre's example, such as `5x5`, if its link has one.
fn size(genre: &Genre) -> Option<String> {
    let link = genre.links.iter().find(|link| link.site == Site::PuzzLink)?;
    let (rows, columns) = link.example_size()?;
    Some(format!("{rows}x{columns}"))
}

/// Sends the model of a kind.
pub(super) fn new(session: &Session<'_>, wish: &New, write: &mut Events<'_>) -> Result<(), Wrong> {
    let what = wish.what.as_str();
    if wish.empty {
        let (rows, columns) = (wish.rows.unwrap_or(10), wish.columns.unwrap_or(10));
        let text = match files::find(what) {
            Some(file) => blank::blank(session.registry, file, rows, columns, session.budget)?,
            None if what.is_empty() => blank::plain(rows, columns)?,
            None => return Err(Wrong::Refused(format!("empty boards are not supported for `{what}`"))),
        };
        model(write, &text);
        return Ok(());
    }
    match (session.registry.kinds().find(|kind| kind.name == what), files::find(what)) {
        (Some(kind), _) => model(write, kind.text),
        (None, Some(file)) => model(write, &genre::template(file.text)),
        (None, None) => return Err(Wrong::Refused(format!("unknown kind of puzzle `{what}`"))),
    }
    Ok(())
}

/// Sends the JSON Schema of all models.
pub(super) fn schema(registry: Registry, write: &mut Events<'_>) -> Result<(), Wrong> {
    let family =
        |puzzle: &&dyn Puzzle| Family { name: puzzle.name(), summary: puzzle.summary(), fields: puzzle.fields() };
    let families: Vec<Family> = registry.families().iter().map(family).collect();
    write(&json!({ "event": "schema", "schema": schema_of_all(&families) }));
    Ok(())
}
