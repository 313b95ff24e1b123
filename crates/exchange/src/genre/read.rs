//! Reads `[genre]` of a model into a [`Genre`], with errors at the places in the file.
//!
//! Imports `model` for the checked table, and the parts of a genre. Start with [`read`].

use super::codec::{self, CODECS};
use super::contents::Slot;
use super::link::{Link, MAX_SIDE, NAMES, Site, Step};
use super::places::Over;
use super::target::{Target, To};
use super::{Genre, codec::Codec};
use boardwright_base::board::tiling::named;
use boardwright_base::diagnostic::{Diagnostic, Diagnostics, nearest, quote};
use boardwright_base::source::Span;
use boardwright_model::{Model, Spanned, Table, Value};

/// Reads the genre of a model, if it has one.
///
/// # Errors
/// All errors in the table.
pub fn read(model: &Model) -> Result<Option<Genre>, Diagnostics> {
    let Some(table) = &model.genre else { return Ok(None) };
    let mut mistakes = Diagnostics::none();
    let links = table.tables("link").iter().map(|own| link(own, model, &mut mistakes)).collect();
    let text = |key: &str| table.text(key).unwrap_or_default().to_string();
    let genre = Genre {
        name: text("name"),
        summary: text("summary"),
        aliases: words(table, "aliases"),
        rules: text("rules"),
        links,
    };
    mistakes.into_result(Some(genre))
}

fn words(table: &Table, key: &str) -> Vec<String> {
    let items = table.list(key).unwrap_or_default();
    items.iter().filter_map(|item| item.value.as_text().map(str::to_string)).collect()
}

fn pairs<'t>(table: &'t Table, key: &str) -> &'t [(Spanned<String>, Spanned<String>)] {
    match table.get(key).map(|entry| &entry.value) {
        Some(Value::Pairs(pairs)) => pairs,
        _ => &[],
    }
}

fn plain(pairs: &[(Spanned<String>, Spanned<String>)]) -> Vec<(String, String)> {
    pairs.iter().map(|(key, value)| (key.value.clone(), value.value.clone())).collect()
}

fn link(table: &Table, model: &Model, mistakes: &mut Diagnostics) -> Link {
    let text = |key: &str| table.text(key).unwrap_or_default().to_string();
    for key in ["rows", "columns"] {
        check_expression(&text(key), table.span_of(key), &NAMES[..3], mistakes);
    }
    for (name, value) in pairs(table, "set") {
        check_parameter(name, model, mistakes);
        check_expression(&value.value, value.span, NAMES, mistakes);
    }
    for (_, value) in pairs(table, "options").iter().filter(|(_, value)| value.value.parse::<i64>().is_err()) {
        check_parameter(value, model, mistakes);
    }
    let values = table.text("values");
    for (at, part) in values.unwrap_or_default().split('{').enumerate().filter(|(at, _)| *at > 0) {
        let expression = part.split('}').next().filter(|_| part.contains('}') && at > 0).unwrap_or_default();
        check_expression(expression, table.span_of("values"), NAMES, mistakes);
    }
    Link {
        site: if table.text("site") == Some("tatham") { Site::Tatham } else { Site::PuzzLink },
        kinds: words(table, "kinds"),
        example: text("example"),
        example_span: table.span_of("example"),
        steps: steps(table.tables("body"), model, mistakes),
        flags: text("flags"),
        refused: plain(pairs(table, "refused")),
        when: text("when"),
        tilings: tilings(table, mistakes),
        options: plain(pairs(table, "options")),
        rows: text("rows"),
        columns: text("columns"),
        frame: table.boolean("frame").unwrap_or(false),
        square: table.boolean("square").unwrap_or(false),
        longest: table.integer("longest").and_then(|side| usize::try_from(side).ok()).unwrap_or(MAX_SIDE),
        apart: table.text("apart").map(str::to_string),
        values: values.map(str::to_string),
        set: plain(pairs(table, "set")),
    }
}

/// Returns the tilings of letters; reports unknown ones.
fn tilings(table: &Table, mistakes: &mut Diagnostics) -> Vec<(String, String)> {
    let given = pairs(table, "tilings");
    for (_, name) in given.iter().filter(|(_, name)| named::find(&name.value).is_none()) {
        let help = format!("tilings: {}", named::all().map(|own| own.name).collect::<Vec<_>>().join(", "));
        let message = format!("unknown tiling {}", quote(&name.value));
        mistakes.push(Diagnostic::new("unknown-tiling", message).at(name.span, "").help(help));
    }
    plain(given)
}

/// Reports an expression of other names than these.
fn check_expression(text: &str, span: Span, names: &[&str], mistakes: &mut Diagnostics) {
    let known = |name: &str| names.contains(&name).then_some(4);
    if let Err(reason) = boardwright_model::evaluate(text, &known) {
        let help = format!("names: {}", names.join(", "));
        mistakes
            .push(Diagnostic::new("genre-expression", format!("{}: {reason}", quote(text))).at(span, "").help(help));
    }
}

/// Reports a parameter that the model does not declare.
fn check_parameter(name: &Spanned<String>, model: &Model, mistakes: &mut Diagnostics) {
    if model.parameters.value_of(&name.value).is_none() {
        let message = format!("unknown parameter {}", quote(&name.value));
        let help = format!("declare it: [parameter] and, below it, {} = 1", name.value);
        mistakes.push(Diagnostic::new("unknown-parameter", message).at(name.span, "").help(help));
    }
}

/// Reads the steps. Each has a block of its own in files of pzpr, unless it says another one.
fn steps(tables: &[Table], model: &Model, mistakes: &mut Diagnostics) -> Vec<Step> {
    let mut last = 0;
    let mut numbered = |table: &Table| {
        let is_text = table.text("code") == Some("text");
        let step = step(table, if is_text { 0 } else { last + 1 }, model, mistakes);
        last = last.max(step.file);
        step
    };
    tables.iter().map(&mut numbered).collect()
}

fn step(table: &Table, next_file: usize, model: &Model, mistakes: &mut Diagnostics) -> Step {
    let codec = code(table, mistakes);
    let over = over(table, codec, mistakes);
    let mut targets = target(table, model, mistakes).into_iter().collect::<Vec<_>>();
    targets.extend(table.tables("also").iter().filter_map(|own| {
        target(own, model, mistakes).or_else(|| {
            no_target(own, mistakes);
            None
        })
    }));
    if targets.is_empty() && codec.name != "text" {
        no_target(table, mistakes);
    }
    for target in &targets {
        check_place(target, &over, codec, table, mistakes);
    }
    let runs = table.text("runs").map(|text| (text, text.chars().collect::<Vec<_>>()));
    let runs = runs.and_then(|(text, letters)| match letters[..] {
        [first, '-', last] if first <= last => Some((first, last)),
        _ => {
            let message = format!("{} is not a range of letters", quote(text));
            mistakes.push(Diagnostic::new("genre-runs", message).at(table.span_of("runs"), "as in \"a-z\""));
            None
        }
    });
    let needs = [("symbols", "symbols", "[genre]"), ("text", "text", "")];
    for (name, key, _) in needs.into_iter().filter(|(name, key, _)| codec.name == *name && table.get(key).is_none()) {
        let message = format!("the code `{name}` needs `{key}`");
        mistakes.push(Diagnostic::new("missing-key", message).at(table.span, format!("add `{key}`")));
    }
    if let Some(most) = table.text("most") {
        check_expression(most, table.span_of("most"), &NAMES[..3], mistakes);
    }
    Step {
        codec,
        over,
        targets,
        symbols: plain(pairs(table, "symbols")),
        runs,
        most: table.text("most").map(str::to_string),
        text: table.text("text").unwrap_or_default().to_string(),
        fleets: plain(pairs(table, "fleets")),
        only: words(table, "only"),
        short: table.boolean("short").unwrap_or(false),
        optional: table.boolean("optional").unwrap_or(false),
        file: table.integer("file").and_then(|number| usize::try_from(number).ok()).unwrap_or(next_file),
        tokens: plain(pairs(table, "tokens")),
        span: table.span,
    }
}

fn code(table: &Table, mistakes: &mut Diagnostics) -> &'static Codec {
    let name = table.text("code").unwrap_or_default();
    codec::find(name).unwrap_or_else(|| {
        // A missing key is reported by the reader.
        if table.get("code").is_some() {
            let names: Vec<&str> = CODECS.iter().map(|codec| codec.name).collect();
            let near = nearest(name, names.iter().copied());
            let label = near.map(|near| format!("did you mean \"{near}\"?"));
            mistakes.push(
                Diagnostic::new("unknown-code", format!("unknown code {}", quote(name)))
                    .at(table.span_of("code"), label.unwrap_or_else(|| "unknown code".to_string()))
                    .meant(name, near)
                    .help(format!("codes: {}", names.join(", "))),
            );
        }
        &CODECS[0]
    })
}

fn over(table: &Table, codec: &Codec, mistakes: &mut Diagnostics) -> Vec<Over> {
    let given = table.text("over").unwrap_or("cells");
    // Borders have one order only; they need no word.
    let given = if codec.is_of_borders() && given == "cells" { "borders" } else { given };
    let read = |word: &str| {
        let found = Over::of(word);
        if found.is_none() {
            let message = format!("unknown places {}", quote(word));
            mistakes.push(Diagnostic::new("unknown-places", message).at(table.span_of("over"), "").help(
                "places: cells, board, borders, corners, points, dots, columns, rows, top, bottom, left, right, column runs, \
                        row runs, around, exits, holes, region PICTURE, first of PICTURE, once",
            ));
        }
        found
    };
    let once = matches!(table.text("code"), Some("number" | "pieces")) && given == "cells";
    if once { vec![Over::Once] } else { given.split(',').map(str::trim).filter_map(read).collect() }
}

/// The keys that name a target.
const TARGETS: &str = "picture, between, corner, anywhere, given, layer, walls, list, parameter, or rule and key";

fn no_target(table: &Table, mistakes: &mut Diagnostics) {
    let message = "the step says nowhere where its words go";
    mistakes.push(Diagnostic::new("no-target", message).at(table.span, "").help(format!("targets: {TARGETS}")));
}

fn target(table: &Table, model: &Model, mistakes: &mut Diagnostics) -> Option<Target> {
    let named = |key: &str| table.text(key).map(str::to_string);
    let is_set = |key: &str| table.boolean(key).unwrap_or(false);
    let rule = named("rule").zip(named("key")).map(|(rule, key)| To::Rule(rule, key));
    let all = [
        named("picture").map(|name| ("picture", To::Slot(Slot::Picture(name)))),
        named("between").map(|name| ("between", To::Slot(Slot::Between(name)))),
        named("corner").map(|name| ("corner", To::Slot(Slot::Corner(name)))),
        named("anywhere").map(|name| ("anywhere", To::Slot(Slot::Anywhere(name)))),
        is_set("given").then_some(("given", To::Slot(Slot::Given))),
        named("layer").map(|name| ("layer", To::Slot(Slot::Layer(name)))),
        is_set("walls").then_some(("walls", To::Slot(Slot::Walls))),
        named("list").map(|name| ("list", To::List(name))),
        named("parameter").map(|name| ("parameter", To::Parameter(name))),
        rule.map(|rule| ("rule", rule)),
    ];
    let mut all = all.into_iter().flatten();
    let (key, to) = all.next()?;
    if let Some((second, _)) = all.next() {
        let message = format!("the step has two targets, `{key}` and `{second}`");
        mistakes.push(
            Diagnostic::new("two-targets", message)
                .at(table.span_of(second), "")
                .help("put the second into `also`: also = [{ ... }]"),
        );
    }
    check_name(&to, key, table, model, mistakes);
    let mut marks = plain(pairs(table, "marks"));
    if to == To::Slot(Slot::Walls) && marks.is_empty() {
        marks.push(("*".to_string(), "_".to_string()));
    }
    Some(Target { to, marks, letters: is_set("letters"), first: is_set("first"), ring: named("ring") })
}

/// Reports a picture, list, layer, parameter or rule that the model does not have.
fn check_name(to: &To, key: &str, table: &Table, model: &Model, mistakes: &mut Diagnostics) {
    let has = |map: &str, name: &str| model.fields.map(map).iter().any(|(own, _)| own.value == name);
    let (is_there, name) = match to {
        To::Slot(Slot::Picture(name)) => (has("picture", name), name),
        To::Slot(Slot::Between(name)) => (has("between", name), name),
        To::Slot(Slot::Corner(name)) => (has("corner", name), name),
        To::Slot(Slot::Anywhere(name)) => (has("anywhere", name), name),
        To::Slot(Slot::Layer(name)) => (has("layer", name), name),
        To::Slot(_) => return,
        To::List(name) => (has("list", name), name),
        To::Parameter(name) => (model.parameters.value_of(name).is_some(), name),
        To::Rule(name, _) => {
            (model.fields.tables("rule").iter().any(|rule| rule.text("name") == Some(name.as_str())), name)
        }
    };
    if !is_there {
        let message = format!("the model has no {key} {}", quote(name));
        mistakes.push(
            Diagnostic::new("no-such-target", message)
                .at(table.span_of(key), "")
                .help("the example of a genre has everything that a link may fill"),
        );
    }
}

/// Reports a target that has no place for what the code is about.
fn check_place(target: &Target, over: &[Over], codec: &Codec, table: &Table, mistakes: &mut Diagnostics) {
    let fits = |over: &Over| match &target.to {
        To::Slot(Slot::Between(_)) => matches!(over, Over::Borders | Over::Dots),
        To::Slot(Slot::Anywhere(_)) => *over == Over::Dots,
        To::Slot(Slot::Corner(_)) => matches!(over, Over::Corners | Over::Points | Over::Dots),
        To::Slot(Slot::Picture(_)) if codec.is_of_borders() => true,
        To::Slot(_) => {
            matches!(
                over,
                Over::Cells | Over::Board | Over::Holes | Over::Region(_) | Over::First(_) | Over::Exits | Over::Dots
            )
        }
        To::List(_) => {
            let is_line =
                matches!(over, Over::Beside(_) | Over::Around | Over::Exits | Over::ColumnRuns | Over::RowRuns);
            is_line || matches!(over, Over::Region(_) | Over::First(_))
        }
        To::Parameter(_) | To::Rule(..) => *over == Over::Once,
    };
    // The code of Kakuro has cells and places beside them.
    let is_mixed = over.len() > 1;
    if !is_mixed && !over.iter().all(fits) {
        let message = "this target has no place for what the code is about";
        mistakes.push(Diagnostic::new("wrong-target", message).at(table.span, "").help(
            "cells go into picture, given, layer or walls; borders into between; corners into corner; lines, runs and \
                    regions into list; once into parameter, or rule and key",
        ));
    }
}
