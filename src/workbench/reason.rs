//! Explanations and steps, with the places of clues and rules in the model. Start with [`explain`].

use super::model::drawn;
use super::place::Places;
use super::request::{Events, Session, Wrong};
use crate::constraint::{Origin, OriginKind};
use crate::render::{explanation, steps as render};
use crate::task::explain::{self, ExplainRequest, Finding};
use crate::task::steps::{self, StepsRequest};
use serde_json::{Value, json};

/// The search for a smallest reason, in solver calls for each step: less than on the command line, since people wait.
const CALLS: u64 = 2_000;
/// Positions of longer ways are not drawn.
const MOST_STEPS: usize = 500;

/// Sends the explanation of the answer.
pub(super) fn explain(session: &Session<'_>, write: &mut Events<'_>) -> Result<(), Wrong> {
    let loaded = session.load(write)?;
    let found = explain::run(&ExplainRequest::new(&loaded), session.budget, &mut crate::task::ignore)?;
    let places = Places::of(&session.source);
    let (result, advice) = explanation::sentences(&found);
    let (at_fault, spare) = match &found.finding {
        Finding::Contradiction(found) => (origins(&places, &found.origins), json!([])),
        Finding::Forced(forced) => (origins(&places, &forced.needed), origins(&places, &forced.spare)),
        Finding::Nothing | Finding::Differences(_) => (json!([]), json!([])),
    };
    let mut object = drawn(&loaded, &explanation::board(&loaded, &found));
    object["event"] = "explanation".into();
    object["result"] = result.trim_end().into();
    object["advice"] = advice.trim_end().into();
    object["origins"] = at_fault;
    object["spare"] = spare;
    object["explanation"] = explanation::json(&session.source, &loaded, &found);
    write(&object);
    Ok(())
}

/// Returns origins with their places.
fn origins(places: &Places<'_>, origins: &[Origin]) -> Value {
    origins
        .iter()
        .map(|own| {
            json!({
                "rule": own.rule,
                "detail": own.detail,
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
    let request = StepsRequest { calls: CALLS, ..StepsRequest::new(&loaded) };
    let found = steps::run(&request, session.budget)?;
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
