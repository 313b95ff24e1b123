//! What stands above a model: its number of solutions, and commands that draw and explain it. Start with [`lenses`].

use crate::document::Document;
use crate::protocol::Wrong;
use boardwright_base::budget::{Budget, Stop};
use boardwright_puzzle::{LoadError, Loaded};
use boardwright_render::{explanation, svg, text};
use boardwright_tasks::answer::{Answer, Report};
use boardwright_tasks::task::explain::{self, ExplainRequest};
use boardwright_tasks::task::{self, Ask, Failure, Options, Request, Setup, ignore};
use serde_json::{Value, json};
use std::time::Duration;

/// The time for the number of solutions.
pub(crate) const LIMIT: Duration = Duration::from_secs(2);
/// Up to this number, solutions are listed; more are counted.
const LISTED: usize = 20;
/// The title if nothing is known.
pub(crate) const UNKNOWN: &str = "not known within 2 s";

/// The command that returns the puzzle as SVG.
pub(crate) const DRAW: &str = "boardwright.draw";
/// The command that returns an explanation of the answer.
pub(crate) const EXPLAIN: &str = "boardwright.explain";

/// Returns the lenses of a document; that of the number of solutions is resolved by a request of its own.
pub(crate) fn lenses(document: &Document) -> Value {
    if !document.is_model() {
        return json!([]);
    }
    let range = document.range(document.heading());
    let command = |title: &str, command: &str| {
        let command = json!({ "title": title, "command": command, "arguments": [document.uri] });
        json!({ "range": range, "command": command })
    };
    let data = json!({ "uri": document.uri, "version": document.version });
    json!([{ "range": range, "data": data }, command("draw", DRAW), command("explain", EXPLAIN)])
}

/// Returns the lens of the number of solutions with its title. A click on it explains the answer.
pub(crate) fn resolved(lens: &Value, title: &str) -> Value {
    let mut lens = lens.clone();
    lens["command"] = json!({ "title": title, "command": EXPLAIN, "arguments": [lens["data"]["uri"]] });
    lens
}

/// Returns the number of solutions in words.
pub(crate) fn title(document: &Document, budget: &Budget) -> String {
    match document.load(budget) {
        Ok(loaded) => solutions(&loaded, budget),
        Err(LoadError::Wrong(_)) => "has errors".to_string(),
        Err(LoadError::Stopped(..)) => UNKNOWN.to_string(),
    }
}

fn solutions(loaded: &Loaded, budget: &Budget) -> String {
    let report = match task::listed(loaded, LISTED + 1, budget, &mut ignore) {
        Ok(report) => report,
        Err(Failure::Stopped(_)) => return UNKNOWN.to_string(),
        Err(failure) => return failure.text().to_string(),
    };
    let is_complete = report.complete && report.answer != Answer::Unknown;
    let found = Found { listed: report.solutions.len(), is_complete, is_optimal: report.optimum.is_some() };
    found.in_words(|| Some(counted(loaded, budget).ok()?.count?.to_string()))
}

/// What is known about the number of solutions.
struct Found {
    listed: usize,
    /// Whether there are no others.
    is_complete: bool,
    /// Whether they are the best ones.
    is_optimal: bool,
}

impl Found {
    /// Returns the number in words; if not all were listed, they are counted.
    fn in_words(&self, count: impl FnOnce() -> Option<String>) -> String {
        let optimal = if self.is_optimal { "optimal " } else { "" };
        match (self.listed, self.is_complete) {
            (0, true) => "none".to_string(),
            (0, false) => UNKNOWN.to_string(),
            (1, true) if self.is_optimal => "unique optimum".to_string(),
            (1, true) => "unique".to_string(),
            (1, false) => format!("at least 1 {optimal}solution"),
            (listed, true) => format!("{listed} {optimal}solutions"),
            (listed, false) => match count() {
                Some(count) => format!("{count} {optimal}solutions"),
                None => format!("more than {} {optimal}solutions", listed - 1),
            },
        }
    }
}

fn counted(loaded: &Loaded, budget: &Budget) -> Result<Report, Failure> {
    let options = Options { several: true, ..Options::default() };
    let setup = Setup::resolve(loaded, &options, budget)?;
    task::run(&Request::new(loaded, &setup, Ask::Count).with_other_ways(), budget, &mut ignore)
}

/// Returns the puzzle as SVG.
pub(crate) fn draw(document: &Document, budget: &Budget) -> Result<Value, Wrong> {
    let loaded = loaded(document, budget)?;
    let drawn = svg::titled(&loaded.instance.draw_puzzle(), loaded.model.title.as_deref());
    Ok(drawn.into())
}

/// Returns why there is no solution, where solutions differ, or which clues force the only one.
pub(crate) fn explain(document: &Document, budget: &Budget) -> Result<Value, Wrong> {
    let loaded = loaded(document, budget)?;
    let found = explain::run(&ExplainRequest::new(&loaded), budget, &mut ignore)
        .map_err(|failure| Wrong::refused(failure.text().worded(document.host.words)))?;
    let (source, _) = document.included(&document.text).map_err(|error| wrong(document, &error))?;
    Ok(explanation::text(&source, &loaded, &found, text::Style::default()).into())
}

fn loaded(document: &Document, budget: &Budget) -> Result<Loaded, Wrong> {
    document.load(budget).map_err(|error| wrong(document, &error))
}

/// Returns the first error of a model as that of a request.
fn wrong(document: &Document, error: &LoadError) -> Wrong {
    let first = error.iter().next().map(|own| own.message.worded(document.host.words));
    let stopped = error.stop().map(Stop::describe).map(str::to_string);
    Wrong::refused(format!("the model has errors: {}", stopped.or(first).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_words() {
        let words = |listed, is_complete, is_optimal, count: Option<&str>| {
            Found { listed, is_complete, is_optimal }.in_words(|| count.map(str::to_string))
        };
        assert_eq!(words(0, true, false, None), "none");
        assert_eq!(words(0, false, false, None), UNKNOWN);
        assert_eq!(words(1, true, false, None), "unique");
        assert_eq!(words(1, true, true, None), "unique optimum");
        assert_eq!(words(1, false, false, None), "at least 1 solution");
        assert_eq!(words(3, true, false, None), "3 solutions");
        assert_eq!(words(21, false, false, Some("504")), "504 solutions");
        assert_eq!(words(21, false, true, None), "more than 20 optimal solutions");
    }
}
