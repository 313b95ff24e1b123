//! Explanations and steps, with the places of clues and rules in the model. Start with [`explain`].

use super::model::drawn;
use super::place::Places;
use super::request::{Events, Session, Wrong, working};
use boardwright_base::source::{Source, Span};
use boardwright_ir::constraint::{Origin, OriginKind};
use boardwright_puzzle::Loaded;
use boardwright_puzzle::capability::cells::Cells;
use boardwright_puzzle::capability::printed_clues::{Edit, edited};
use boardwright_render::origin::Shown;
use boardwright_render::{explanation, steps as render};
use boardwright_tasks::task::Event;
use boardwright_tasks::task::explain::{self, Contradiction, Differences, ExplainRequest, Finding};
use boardwright_tasks::task::steps::{self, StepsRequest};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The search for a smallest reason, in solver calls for each step: less than on the command line, since people wait.
const CALLS: u64 = 2_000;
/// The maximal number of values that are offered to be given.
const MOST_FIXES: usize = 24;
/// Positions of longer ways are not drawn.
const MOST_STEPS: usize = 500;

/// Sends the explanation of the answer.
pub(super) fn explain(session: &Session<'_>, write: &mut Events<'_>) -> Result<(), Wrong> {
    let loaded = session.load(write)?;
    let found = explain::run(&ExplainRequest::new(&loaded), session.budget, &mut |event| {
        if let Event::Core { size, .. } = event {
            write(&working(format!("{size} clues and rules contradict each other so far")));
        }
        Ok(())
    })?;
    let places = Places::of(&session.source);
    let (result, advice) = explanation::sentences(&found);
    let removals = removals(session, &loaded);
    let of = |found: &[Origin]| with_fixes(&places, origins(&places, found), found, &removals);
    let (at_fault, spare) = match &found.finding {
        Finding::Contradiction(found) => (of(&found.origins), json!([])),
        Finding::Forced(forced) => (of(&forced.needed), of(&forced.spare)),
        Finding::Nothing | Finding::Differences(_) => (json!([]), json!([])),
    };
    let giving = match &found.finding {
        Finding::Differences(found) => giving(session, &loaded, &places, found),
        Finding::Contradiction(found) => changes(session, &places, found),
        Finding::Nothing | Finding::Forced(_) => json!([]),
    };
    let mut object = drawn(&loaded, &explanation::board(&loaded, &found));
    object["event"] = "explanation".into();
    object["result"] = result.trim_end().into();
    object["advice"] = advice.trim_end().into();
    object["origins"] = at_fault;
    object["spare"] = spare;
    object["giving"] = giving;
    object["explanation"] = explanation::json(&session.source, &loaded, &found);
    write(&object);
    Ok(())
}

/// Returns the edits that leave out clues, by the place of the clue.
fn removals(session: &Session<'_>, loaded: &Loaded) -> BTreeMap<Span, Edit> {
    let Some(clues) = loaded.instance.printed_clues() else { return BTreeMap::new() };
    let printed = clues.printed(&loaded.model, &session.source.text);
    printed.clues.into_iter().map(|clue| (clue.span, clue.without)).collect()
}

/// Adds to each clue the edit that leaves it out.
fn with_fixes(places: &Places<'_>, mut list: Value, origins: &[Origin], removals: &BTreeMap<Span, Edit>) -> Value {
    for (object, origin) in list.as_array_mut().into_iter().flatten().zip(origins) {
        let edit = origin.span.filter(|_| origin.kind == OriginKind::Clue).and_then(|span| removals.get(&span));
        object["fix"] = edit.map_or(Value::Null, |edit| fix(places, edit));
    }
    list
}

/// Returns an edit as `{"from", "to", "insert"}`.
fn fix(places: &Places<'_>, edit: &Edit) -> Value {
    let mut object = places.span(edit.span);
    object["insert"] = edit.text.clone().into();
    object
}

/// Returns, for the cells in which the two most similar solutions differ, the edits that give a value.
fn giving(session: &Session<'_>, loaded: &Loaded, places: &Places<'_>, found: &Differences) -> Value {
    let Some(clues) = loaded.instance.printed_clues() else { return json!([]) };
    let sheet = loaded.instance.cells().map(Cells::sheet).unwrap_or_default();
    let Some(layer) = sheet.layers.first() else { return json!([]) };
    let mut list = Vec::new();
    for varying in found.apart.iter().map(|&index| &found.varying[index]) {
        let Some(cell) = varying.cell.filter(|cell| layer.cells.contains(&Some(*cell))) else { continue };
        for value in explanation::values(&varying.values).iter().filter(|value| layer.values.contains(value)) {
            let word = if value == "." { "x" } else { value };
            let edits = clues.giving(&loaded.model, &session.source.text, &[(cell, word.to_string())]);
            let edits: Vec<Value> = edits.iter().map(|edit| fix(places, edit)).collect();
            if list.len() < MOST_FIXES && !edits.is_empty() {
                list.push(json!({ "title": format!("{cell} = {value}"), "edits": edits }));
            }
        }
    }
    list.into()
}

/// Returns the edits that change a clue at fault so that there is a solution. Those that make the model invalid, such as a number that is
/// too long for its picture, are left out.
fn changes(session: &Session<'_>, places: &Places<'_>, found: &Contradiction) -> Value {
    let text = &session.source.text;
    let shown = Shown::new(&found.origins);
    let mut list = Vec::new();
    for suggestion in &found.suggestions {
        let span = found.origins.get(suggestion.origin).and_then(|origin| origin.span);
        let (Some(span), Some([old, new])) = (span, &suggestion.written) else { continue };
        let quoted = |clue: &str| format!("\"{clue}\"");
        let new = match text.get(span.start..span.end) {
            Some(clue) if clue == old => new.clone(),
            Some(clue) if clue == quoted(old) => quoted(new),
            _ => continue,
        };
        let edit = Edit::new(span, new);
        let changed = Source::new(session.source.name.as_str(), edited(text, std::slice::from_ref(&edit)));
        if list.len() < MOST_FIXES && session.registry.load(&changed, session.budget).is_ok() {
            list.push(json!({ "title": explanation::change(&suggestion.kind, &shown), "edits": [fix(places, &edit)] }));
        }
    }
    list.into()
}

/// Returns origins with their names and places.
pub(super) fn origins(places: &Places<'_>, origins: &[Origin]) -> Value {
    let shown = Shown::new(origins);
    origins
        .iter()
        .map(|own| {
            json!({
                "name": shown.name(own),
                "rule": shown.rule(own),
                "detail": shown.part(own),
                "clue": own.kind == OriginKind::Clue,
                "place": own.span.map(|span| places.span(span)),
                "cells": own.cells.iter().map(|cell| [cell.row + 1, cell.column + 1]).collect::<Vec<_>>(),
            })
        })
        .collect()
}

/// Sends the way to the solution: the steps, and the position before the first and after each.
pub(super) fn steps(session: &Session<'_>, write: &mut Events<'_>) -> Result<(), Wrong> {
    let loaded = session.load(write)?;
    if loaded.instance.plans().is_some() {
        return moves(session, &loaded, write);
    }
    let request = StepsRequest { calls: CALLS, ..StepsRequest::new(&loaded) };
    let found = steps::observed(&request, session.budget, &mut |known, of| {
        write(&working(format!("{known} of {of} facts are known")));
    })?;
    let places = Places::of(&session.source);
    let count = if found.solution.is_some() { found.steps.len().min(MOST_STEPS) + 1 } else { 0 };
    let positions: Vec<Value> =
        (0..count).map(|index| drawn(&loaded, &render::board(&loaded, &found, index))).collect();
    let reasons: Vec<Value> = found.steps.iter().map(|step| origins(&places, &step.reason)).collect();
    write(&json!({
        "event": "way",
        "steps": render::json(&session.source, &loaded, &found),
        "positions": positions,
        "reasons": reasons,
    }));
    Ok(())
}

/// Sends the moves of a shortest plan as its steps, and why fewer do not suffice.
fn moves(session: &Session<'_>, loaded: &Loaded, write: &mut Events<'_>) -> Result<(), Wrong> {
    let found = steps::moves::run(&StepsRequest::new(loaded), session.budget)?;
    let shown = &found.moves[..found.moves.len().min(MOST_STEPS)];
    let start = found.start.iter().map(render::moves::first_panel);
    let positions = start.chain(shown.iter().map(render::moves::board));
    let positions: Vec<Value> = positions.map(|picture| drawn(loaded, &picture)).collect();
    write(&json!({
        "event": "way",
        "steps": render::moves::json(&session.source, loaded, &found),
        "positions": positions,
        "reasons": vec![json!([]); shown.len()],
    }));
    Ok(())
}
