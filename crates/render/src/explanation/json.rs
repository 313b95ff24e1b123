//! An explanation as JSON. The keys are a contract; inapplicable values are null. Rows and columns count from 1.
//!
//! Always: `model`, `puzzle`, `answer`, `optimum`, `kind` (`contradiction`, `differences`, `forced` or null), `complete` (no part
//! is missing), `reason`, `formulation`, and `cells`, the marked cells of the board. An origin is `rule`, `rule_line`
//! (the line of the rule in the model, which distinguishes rules of one name), `detail`, `clue` (whether it has a place in the
//! model), `line` and `column` of it or its rule, and `cells`.
//!
//! - Contradiction: `argument` (text that needs no search), `origins`, `minimal`, `smallest`, `found_by` (a solver, or
//!   `counting`), `checked_by`, `verified` (null if there is only the argument), `suggestions` (each `change` as text, the index
//!   of its `origin`, and a `solution` of the changed model, `verified`), `tried` (the number of changed origins) and `all_tried`.
//! - Differences: `count` or, if not all solutions are known, `at_least`; `varying` (each `name`, `cell`, and its `values` in
//!   known solutions), `common` (the number of features with one value), `settled` (whether it is proved that no other feature
//!   varies), two `solutions` and the names of the features in which they are `apart`, and as `suggestion` the clue that decides
//!   most: `name`, `cell`, `clue`, the number of solutions that it `leaves`, and whether a `model` can express it.
//! - Forced: `origins` (the clues that suffice), `spare` (the others), `minimal`, `smallest`, `solutions`, `checked_by`.

use super::{marked, parts, words};
use crate::origin::Shown;
use crate::reason;
use boardwright_base::board::Cell;
use boardwright_base::source::Source;
use boardwright_ir::constraint::{Origin, OriginKind};
use boardwright_puzzle::{Instance, Loaded};
use boardwright_tasks::answer::Reason;
use boardwright_tasks::task::explain::{Contradiction, Differences, Explanation, Finding, Forced, Minimality};
use serde_json::{Map, Value, json};

/// Returns the explanation as an object.
pub fn explanation(source: &Source, loaded: &Loaded, explanation: &Explanation) -> Value {
    let instance = &*loaded.instance;
    let (kind, own) = match &explanation.finding {
        Finding::Nothing => (Value::Null, Map::new()),
        Finding::Contradiction(found) => ("contradiction".into(), contradiction(source, found)),
        Finding::Differences(found) => ("differences".into(), differences(instance, found)),
        Finding::Forced(forced) => ("forced".into(), one(source, instance, forced)),
    };
    let mut object = object(json!({
        "model": source.name,
        "puzzle": loaded.puzzle.name(),
        "answer": explanation.answer.name(),
        "optimum": explanation.optimum,
        "kind": kind,
        "complete": !explanation.stopped && !matches!(explanation.finding, Finding::Nothing),
        "reason": stated(&explanation.reason),
        "formulation": explanation.formulation,
        "cells": cells(&marked(explanation)),
    }));
    object.extend(own);
    Value::Object(object)
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}

fn cell(cell: Cell) -> Value {
    json!([cell.row + 1, cell.column + 1])
}

fn cells(cells: &[Cell]) -> Value {
    cells.iter().copied().map(cell).collect()
}

fn origin(source: &Source, origin: &Origin, shown: &Shown) -> Value {
    let place = origin.span.map(|span| source.position(span.start));
    json!({
        "rule": origin.rule_name(),
        "rule_line": origin.stated.line,
        "detail": words::name(origin, shown),
        "clue": origin.kind == OriginKind::Clue,
        "line": place.map(|(line, _)| line),
        "column": place.map(|(_, column)| column),
        "cells": cells(&origin.cells),
    })
}

fn origins(source: &Source, origins: &[Origin]) -> Value {
    let shown = Shown::new(origins);
    origins.iter().map(|found| origin(source, found, &shown)).collect()
}

fn contradiction(source: &Source, found: &Contradiction) -> Map<String, Value> {
    let shown = Shown::new(&found.origins);
    let suggestions: Vec<Value> = found
        .suggestions
        .iter()
        .map(|suggestion| {
            json!({
                "change": parts::change(&suggestion.kind, &shown),
                "origin": suggestion.origin,
                "solution": suggestion.solution,
                "verified": true,
            })
        })
        .collect();
    object(json!({
        "argument": stated(&found.argument),
        "minimal": found.proved != Minimality::Unproved,
        "smallest": found.proved == Minimality::Smallest,
        "origins": origins(source, &found.origins),
        "suggestions": suggestions,
        "tried": found.tried,
        "all_tried": found.all_tried,
        "found_by": found.found_by,
        "checked_by": found.checked_by,
        "verified": found.found_by.as_ref().map(|_| found.checked_by.is_some()),
    }))
}

fn differences(instance: &dyn Instance, found: &Differences) -> Map<String, Value> {
    let varying: Vec<Value> = found
        .varying
        .iter()
        .map(|varying| {
            json!({
                "name": parts::part(&varying.part), "cell": varying.cell.map(cell), "values": parts::values(&varying.values),
            })
        })
        .collect();
    let decider = found.decider.as_ref().map(|decider| {
        json!({
            "name": parts::part(&decider.part),
            "cell": decider.cell.map(cell),
            "clue": parts::value(&decider.clue),
            "leaves": decider.leaves,
            "model": decider.is_model,
        })
    });
    object(json!({
        "count": if found.all_known { found.known.into() } else { Value::Null },
        "at_least": if found.all_known { Value::Null } else { found.known.into() },
        "varying": varying,
        "common": found.common,
        "settled": found.settled,
        "solutions": found.pair.iter().map(|solution| solution.to_json(instance)).collect::<Vec<_>>(),
        "apart": found.apart.iter().map(|&index| parts::part(&found.varying[index].part)).collect::<Vec<_>>(),
        "suggestion": decider,
        "considered": found.considered,
        "verified": true,
    }))
}

fn one(source: &Source, instance: &dyn Instance, forced: &Forced) -> Map<String, Value> {
    object(json!({
        "minimal": forced.proved != Minimality::Unproved,
        "smallest": forced.proved == Minimality::Smallest,
        "origins": origins(source, &forced.needed),
        "spare": origins(source, &forced.spare),
        "solutions": [forced.solution.to_json(instance)],
        "checked_by": forced.checked_by,
        "verified": true,
    }))
}

/// Returns a reason as text; null if there is none.
fn stated(stated: &Reason) -> Value {
    if stated.is_unstated() { Value::Null } else { reason::of(stated).into() }
}
