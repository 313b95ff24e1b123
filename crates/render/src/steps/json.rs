//! Steps as JSON. The keys are a contract; inapplicable values are null. Rows and columns count from 1, and so do facts of no cell.
//!
//! - `version` (1), `model`, `puzzle`, `answer`, `formulation`, `unique` (null if unknown), `optimum`, `complete` (all facts are reached),
//!   `reason` (why not, or null), `solutions` (the verified solution; a list), `calls` (solver calls), `wrong` (entries of the position that
//!   contradict the solution), `given` (names of the facts of the first position).
//! - `steps`, a list: `new` and `uses` (names of facts), `cells` (of the new facts), `reason` (each `rule`, `rule_line`, `detail`, `clue`,
//!   `line`, `column`, `cells`), `size`, `at_least` (a proved lower bound), `certified` (they are equal), `choices` (the number of smallest reasons,
//!   exact for size 1, otherwise a lower bound), `sentence`, `verified` (by another solver).
//! - `better`, why no board is better than the optimum: `reason` (as in a step), `minimal` (none can be left out); null if there is none.
//! - `difficulty`: `hardest`, `sizes` (by size, the number of steps), `merged` (steps if consecutive ones of size 1 count as one), `score`,
//!   `grade`, `certified`, `narrowest` (`step`, from 1, and `choices`); null without steps, and if a limit stopped
//!   the search.

use super::names;
use super::sentence::sentence;
use super::words;
use crate::origin::Shown;
use crate::reason;
use boardwright_base::source::Source;
use boardwright_ir::constraint::{Origin, OriginKind};
use boardwright_puzzle::Loaded;
use boardwright_tasks::task::steps::grade::difficulty;
use boardwright_tasks::task::steps::{Step, Steps};
use serde_json::{Map, Value, json};

/// The version of the keys.
const VERSION: u32 = 1;

/// Returns the steps as an object.
pub fn steps(source: &Source, loaded: &Loaded, steps: &Steps) -> Value {
    let names =
        |facts: &[usize]| -> Vec<String> { facts.iter().map(|&fact| names::fact(steps, &steps.facts[fact])).collect() };
    let step = |step: &Step| {
        let mut cells: Vec<_> = step.new.iter().flat_map(|&fact| &steps.facts[fact].cells).collect();
        cells.sort_unstable();
        cells.dedup();
        json!({
            "new": names(&step.new),
            "uses": names(&step.uses),
            "cells": cells.iter().map(|cell| json!([cell.row + 1, cell.column + 1])).collect::<Vec<_>>(),
            "reason": step.reason.iter().map(|own| origin(source, own)).collect::<Vec<_>>(),
            "size": step.size(),
            "at_least": step.at_least,
            "certified": step.is_certified(),
            "choices": step.choices,
            "sentence": sentence(steps, step),
            "verified": true,
        })
    };
    let grade = difficulty(steps);
    let sizes: Map<String, Value> = grade.sizes.iter().map(|(size, &count)| (size.to_string(), count.into())).collect();
    let graded = json!({
        "hardest": grade.hardest,
        "sizes": sizes,
        "merged": grade.merged,
        "score": grade.score,
        "grade": grade.grade,
        "certified": grade.is_certified,
        "narrowest": grade.narrowest.map(|(step, choices)| json!({ "step": step + 1, "choices": choices })),
    });
    let solutions: Vec<Value> = steps.solution.iter().map(|solution| solution.to_json(&*loaded.instance)).collect();
    json!({
        "version": VERSION,
        "model": source.name,
        "puzzle": loaded.puzzle.name(),
        "answer": steps.answer.name(),
        "formulation": steps.formulation,
        "unique": steps.unique,
        "optimum": steps.optimum,
        "complete": steps.solution.is_some() && words::known_at(steps, steps.steps.len()).len() == steps.facts.len(),
        "reason": if steps.reason.is_unstated() { Value::Null } else { reason::of(&steps.reason).into() },
        "better": steps.better.as_ref().map(|better| json!({
            "reason": better.reason.iter().map(|own| origin(source, own)).collect::<Vec<_>>(),
            "minimal": better.is_minimal,
        })),
        "solutions": solutions,
        "calls": steps.calls,
        "wrong": steps.wrong.iter().map(|wrong| names::entry(&steps.sheet, wrong)).collect::<Vec<_>>(),
        "given": names(&steps.given),
        "steps": steps.steps.iter().map(step).collect::<Vec<_>>(),
        "difficulty": if steps.steps.is_empty() || steps.stopped { Value::Null } else { graded },
    })
}

fn origin(source: &Source, origin: &Origin) -> Value {
    let place = origin.span.map(|span| source.position(span.start));
    json!({
        "rule": origin.rule_name(),
        "rule_line": origin.stated.line,
        "detail": Shown::default().part(origin),
        "clue": origin.kind == OriginKind::Clue,
        "line": place.map(|(line, _)| line),
        "column": place.map(|(_, column)| column),
        "cells": origin.cells.iter().map(|cell| json!([cell.row + 1, cell.column + 1])).collect::<Vec<_>>(),
    })
}
