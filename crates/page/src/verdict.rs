//! The verdict: no solution, one, or several; the solutions one by one; and the values that occur in solutions.
//!
//! A verdict is sent as soon as it is known, and again when more is known: two solutions suffice for `several`, their exact number
//! may follow. Start with [`verdict`].

use super::model::drawn;
use super::play::is_hidden;
use super::request::{Events, Session, Wrong, working};
use boardwright_base::board::Cell;
use boardwright_base::budget::Budget;
use boardwright_puzzle::solution::Solution;
use boardwright_puzzle::{Loaded, Part, PartValue};
use boardwright_render::explanation;
use boardwright_render::json::count;
use boardwright_render::reason;
use boardwright_tasks::answer::{Answer, Report};
use boardwright_tasks::task::candidates::{Candidates, Standing};
use boardwright_tasks::task::{self, Ask, Event, Failure, Options, Setup};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The number of solutions to deliver by default.
const SOLUTIONS: usize = 20;
/// The time for an exact count, after several solutions were found.
const COUNT: Duration = Duration::from_secs(2);
/// The time for exact candidates, after several solutions were found.
const CANDIDATES: Duration = Duration::from_secs(2);
/// The number of solutions whose values are united for a family without exact candidates.
const UNITED: usize = 300;

/// What is known about the number of solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    None,
    Unique,
    Several,
    /// A solution is known, but not whether there is another one.
    Some,
    Unknown,
}

impl State {
    fn name(self) -> &'static str {
        match self {
            State::None => "none",
            State::Unique => "unique",
            State::Several => "several",
            State::Some => "some",
            State::Unknown => "unknown",
        }
    }

    /// Returns the state for a number of solutions; `complete`: there are no others.
    fn of(found: usize, complete: bool) -> State {
        match (found, complete) {
            (0, true) => State::None,
            (0, false) => State::Unknown,
            (1, true) => State::Unique,
            (1, false) => State::Some,
            _ => State::Several,
        }
    }
}

/// Sends the solutions, up to the requested number, and the verdict.
pub(super) fn verdict(session: &Session<'_>, most: Option<usize>, write: &mut Events<'_>) -> Result<(), Wrong> {
    let loaded = session.load(write)?;
    let most = most.unwrap_or(SOLUTIONS).max(2);
    let mut found: Vec<Solution> = Vec::new();
    let report = listed(session, &loaded, most, &mut |event| match event {
        Event::Solution { solution, .. } => deliver(&loaded, &solution, &mut found, write),
        other => progress(&other, write),
    })?;
    for solution in report.solutions.iter().skip(found.len()) {
        deliver(&loaded, solution, &mut found, write);
    }
    let complete = report.complete && report.answer != Answer::Unknown;
    let state = State::of(found.len(), complete);
    write(&event(state, &found, complete, &report));
    if state == State::Several && !complete && session.budget.reached().is_none() {
        let limit = session.budget.at_most(Some(CANDIDATES));
        if let Some(Ok(exact)) = decided(&loaded, &limit, &mut |_, _| ())
            && exact.stopped.is_none()
            && exact.lines.is_empty()
        {
            let (pair, apart) = nearest(&loaded, &found);
            let cells = varying(&loaded, &exact);
            write(&json!({ "event": "differences", "cells": cells, "exact": true, "nearest": pair, "apart": apart }));
        }
        let limit = session.budget.at_most(Some(COUNT));
        // Not every question can be counted; the solutions found so far are a lower bound.
        if let Ok(counted) = counted(&loaded, &limit, write)
            && counted.count.is_some()
        {
            write(&event(state, &found, false, &counted));
        }
    }
    Ok(())
}

/// Sends a solution and, with the second one, the cells that differ.
fn deliver(loaded: &Loaded, solution: &Solution, found: &mut Vec<Solution>, write: &mut Events<'_>) {
    let mut object = drawn(loaded, &loaded.instance.draw(solution));
    object["event"] = "solution".into();
    object["number"] = (found.len() + 1).into();
    object["solution"] = solution.to_json(&*loaded.instance);
    write(&object);
    found.push(solution.clone());
    if found.len() == 2 {
        write(&json!({ "event": "verdict", "state": State::Several.name(), "at_least": 2 }));
    }
    if found.len() > 1 {
        let (pair, apart) = nearest(loaded, found);
        let cells = differing(loaded, found);
        write(&json!({ "event": "differences", "cells": cells, "exact": false, "nearest": pair, "apart": apart }));
    }
}

/// Returns the cells in which solutions differ, 1-based.
fn differing(loaded: &Loaded, found: &[Solution]) -> Vec<[usize; 2]> {
    let mut times: BTreeMap<(Cell, Part), (BTreeSet<PartValue>, usize)> = BTreeMap::new();
    for solution in found {
        for feature in loaded.instance.features(solution) {
            let Some(cell) = feature.cell else { continue };
            let entry = times.entry((cell, feature.part)).or_default();
            entry.0.insert(feature.value);
            entry.1 += 1;
        }
    }
    let differ = times.iter().filter(|(_, (values, times))| values.len() > 1 || *times < found.len());
    let cells: BTreeSet<Cell> = differ.map(|((cell, _), _)| *cell).collect();
    cells.into_iter().map(|cell| [cell.row + 1, cell.column + 1]).collect()
}

/// Returns the numbers of the two most similar solutions, and the cells in which they differ.
fn nearest(loaded: &Loaded, found: &[Solution]) -> ([usize; 2], Vec<[usize; 2]>) {
    let features = |solution: &Solution| -> BTreeSet<(Option<Cell>, Part, PartValue)> {
        let features = loaded.instance.features(solution).into_iter();
        features.map(|feature| (feature.cell, feature.part, feature.value)).collect()
    };
    let all: Vec<_> = found.iter().take(SOLUTIONS).map(features).collect();
    let pairs = (1..all.len()).flat_map(|other| (0..other).map(move |one| (one, other)));
    let best = pairs.min_by_key(|&(one, other)| all[one].symmetric_difference(&all[other]).count());
    let Some((one, other)) = best else { return ([1, 1], Vec::new()) };
    let cells: BTreeSet<Cell> = all[one].symmetric_difference(&all[other]).filter_map(|feature| feature.0).collect();
    ([one + 1, other + 1], cells.into_iter().map(|cell| [cell.row + 1, cell.column + 1]).collect())
}

/// Returns the event `verdict`.
fn event(state: State, found: &[Solution], complete: bool, report: &Report) -> Value {
    let exact = report.count.as_ref().map(count);
    let own = found.len();
    json!({
        "event": "verdict",
        "state": state.name(),
        "count": exact.or(complete.then(|| own.into())),
        "at_least": own,
        "optimum": report.optimum,
        "reason": Some(reason::of_report(report)).filter(|reason| !reason.is_empty()),
        "stopped": report.stopped,
        "backend": report.backend,
        "route": report.route,
        "method": report.method,
    })
}

/// Lists solutions, or finds one where the family cannot list them.
fn listed(session: &Session<'_>, loaded: &Loaded, most: usize, take: &mut dyn FnMut(Event)) -> Result<Report, Failure> {
    let mut observe = |event: Event| {
        take(event);
        Ok(())
    };
    task::listed(loaded, most, session.budget, &mut observe)
}

fn counted(loaded: &Loaded, budget: &Budget, write: &mut Events<'_>) -> Result<Report, Failure> {
    let options = Options { several: true, ..Options::default() };
    let setup = Setup::resolve(loaded, &options, budget)?;
    task::run(&task::Request::new(loaded, &setup, Ask::Count).with_other_ways(), budget, &mut |event| {
        progress(&event, write);
        Ok(())
    })
}

/// Sends the share of the search that is done, and the solutions so far.
fn progress(event: &Event, write: &mut Events<'_>) {
    let Event::Progress { share, found, .. } = event else { return };
    let share = share.map_or(String::new(), |share| format!("{:.0} % done, ", 100.0 * share));
    write(&working(format!("{share}{found} solutions so far")));
}

/// Returns the exact candidates; `None` for a family that has none, and for plans.
fn decided(
    loaded: &Loaded,
    budget: &Budget,
    observe: &mut dyn FnMut(usize, usize),
) -> Option<Result<Candidates, Failure>> {
    let options = Options { route: Some("sat".into()), several: true, solver: true, ..Options::default() };
    let found = Setup::resolve(loaded, &options, budget)
        .and_then(|setup| task::candidates::run(loaded, &setup, budget, observe));
    match found {
        Err(Failure::Inapplicable(_)) => None,
        found => Some(found),
    }
}

/// Returns the possible values of each cell in the layers that are shown.
fn possible(loaded: &Loaded, found: &Candidates) -> BTreeMap<Cell, Vec<Vec<String>>> {
    let mut cells: BTreeMap<Cell, Vec<Vec<String>>> = BTreeMap::new();
    for (layer, standings) in found.sheet.layers.iter().zip(&found.layers) {
        if is_hidden(loaded, &layer.name) {
            continue;
        }
        for (place, own) in layer.cells.iter().zip(standings) {
            let Some(cell) = place else { continue };
            let values = layer.values.iter().zip(own).filter(|&(_, &standing)| standing == Standing::Possible);
            cells.entry(*cell).or_default().push(values.map(|(value, _)| value.clone()).collect());
        }
    }
    cells
}

/// Returns the cells that have several values in solutions, 1-based.
fn varying(loaded: &Loaded, found: &Candidates) -> Vec<[usize; 2]> {
    let values = possible(loaded, found).into_iter().filter(|(_, layers)| layers.iter().any(|own| own.len() > 1));
    values.map(|(cell, _)| [cell.row + 1, cell.column + 1]).collect()
}

/// Sends the values that each cell has in some solution: exactly for a grid, otherwise those of the first solutions.
pub(super) fn candidates(session: &Session<'_>, write: &mut Events<'_>) -> Result<(), Wrong> {
    let loaded = session.load(write)?;
    let progress = &mut |known: usize, of: usize| write(&working(format!("{known} of {of} values")));
    if let Some(found) = decided(&loaded, session.budget, progress) {
        let found = found?;
        let cells = possible(&loaded, &found);
        let cells: Vec<Value> = cells
            .into_iter()
            .map(|(cell, layers)| json!({ "cell": [cell.row + 1, cell.column + 1], "values": layers.concat() }))
            .collect();
        let exact = found.stopped.is_none();
        write(&json!({ "event": "candidates", "exact": exact, "total": null, "cells": cells }));
        return Ok(());
    }
    united(session, &loaded, write)
}

/// Sends the values of the first solutions.
fn united(session: &Session<'_>, loaded: &Loaded, write: &mut Events<'_>) -> Result<(), Wrong> {
    let mut found: Vec<Solution> = Vec::new();
    let report = listed(session, loaded, UNITED, &mut |event| match event {
        Event::Solution { solution, .. } => {
            found.push(*solution);
            write(&working(format!("{} solutions so far", found.len())));
        }
        other => progress(&other, write),
    })?;
    let known = found.len();
    found.extend(report.solutions.iter().skip(known).cloned());
    let complete = report.complete && report.answer != Answer::Unknown;
    let mut values: BTreeMap<Cell, BTreeSet<PartValue>> = BTreeMap::new();
    for feature in found.iter().flat_map(|solution| loaded.instance.features(solution)) {
        if let Some(cell) = feature.cell {
            values.entry(cell).or_default().insert(feature.value);
        }
    }
    let cells: Vec<Value> = values
        .iter()
        .map(|(cell, values)| json!({ "cell": [cell.row + 1, cell.column + 1], "values": explanation::values(values) }))
        .collect();
    let total = complete.then_some(found.len());
    write(&json!({ "event": "candidates", "exact": complete, "total": total, "cells": cells }));
    Ok(())
}
