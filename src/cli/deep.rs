//! `boardwright check --deep`: superfluous rules and clues, and values that no solution has.

use super::Quit;
use super::diff::without_clues;
use super::input::Session;
use boardwright_base::source::Source;
use boardwright_ir::constraint::Origin;
use boardwright_puzzle::Loaded;
use boardwright_render::origin::Shown;
use boardwright_tasks::task::deep::{self, Deep, Grain, OpenQuestion};
use serde_json::{Value, json};
use std::time::Duration;

/// The time for a model without `--time-limit`.
const LIMIT: Duration = Duration::from_secs(60);

/// What is known about the rules of a model, with its clues and without.
pub(super) struct Findings {
    /// `None` if the family does not state what breaks a rule.
    scopes: Option<[Deep; 2]>,
}

/// Examines the rules of a model.
pub(super) fn examine(
    source: &Source,
    loaded: &Loaded,
    limit: Option<Duration>,
    session: &Session,
) -> Result<Findings, Quit> {
    let budget = session.budget.at_most(Some(limit.unwrap_or(LIMIT)));
    let Some(own) = deep::run(loaded, Grain::Rules, &budget)? else { return Ok(Findings { scopes: None }) };
    let bare = without_clues(source.clone(), loaded.clone(), session)?;
    let bare = deep::run(&bare, Grain::Sets, &budget)?;
    Ok(Findings { scopes: bare.map(|bare| [own, bare]) })
}

impl Findings {
    /// Returns whether a limit left a question open.
    pub(super) fn is_open(&self) -> bool {
        self.scopes.iter().flatten().any(|deep| deep.stop.is_some())
    }

    pub(super) fn to_json(&self) -> Value {
        let Some([own, bare]) = &self.scopes else { return Value::Null };
        json!({ "with_clues": scope(own), "without_clues": scope(bare) })
    }

    /// Returns a line for each finding.
    pub(super) fn lines(&self) -> Vec<String> {
        let Some(scopes) = &self.scopes else { return vec!["--deep is not supported for this family".into()] };
        let mut lines = Vec::new();
        for (deep, scope) in scopes.iter().zip(["with its clues", "without clues"]) {
            if deep.has_board == Some(false) {
                let names = named(&deep.contradiction).join(", ");
                lines.push(match names.is_empty() {
                    true => format!("{scope}: the rules contradict each other"),
                    false => format!("{scope}: these rules contradict each other: {names}"),
                });
            }
            if !deep.superfluous.is_empty() {
                let (names, needed) = (named(&deep.superfluous).join(", "), deep.needed);
                lines.push(format!("{scope}: superfluous: {names} (implied by the other {needed})"));
            }
            if !deep.clues.is_empty() {
                lines.push(format!("{scope}: each of these clues follows: {}", named(&deep.clues).join(", ")));
            }
            for (layer, value) in &deep.unused {
                lines.push(format!("{scope}: no solution has the value `{value}` of the layer `{layer}`"));
            }
            if !deep.unstated.is_empty() {
                let names = named(&deep.unstated).join(", ");
                lines.push(format!("{scope}: not examined, since violations cannot be stated: {names}"));
            }
            if let Some(stop) = deep.stop {
                let questions = open(deep).join("; ");
                lines.push(format!("{scope}: open ({}): {questions}", stop.describe()));
            } else if deep.has_board == Some(true) && deep.superfluous.is_empty() {
                lines.push(format!("{scope}: no rule is superfluous"));
            }
        }
        lines
    }
}

fn named(origins: &[Origin]) -> Vec<String> {
    let shown = Shown::new(origins);
    origins.iter().map(|origin| shown.name(origin)).collect()
}

/// Returns the questions that are open.
fn open(deep: &Deep) -> Vec<String> {
    let rules = deep.open.iter().filter_map(|question| match question {
        OpenQuestion::Clue(origin) | OpenQuestion::Rule(origin) => Some(origin.clone()),
        _ => None,
    });
    let mut names = named(&rules.collect::<Vec<_>>()).into_iter();
    let question = |question: &OpenQuestion| match question {
        OpenQuestion::All => "whether there is a solution".to_string(),
        OpenQuestion::Value(layer, value) => {
            format!("whether a solution has the value `{value}` of the layer `{layer}`")
        }
        OpenQuestion::Clue(_) => format!("whether the clue {} follows", names.next().unwrap_or_default()),
        OpenQuestion::Rule(_) => format!("whether {} is superfluous", names.next().unwrap_or_default()),
        OpenQuestion::Fewer => "whether fewer rules imply the others".to_string(),
    };
    deep.open.iter().map(question).collect()
}

fn scope(deep: &Deep) -> Value {
    let unused = deep.unused.iter().map(|(layer, value)| json!({ "layer": layer, "value": value }));
    json!({
        "has_board": deep.has_board,
        "contradiction": named(&deep.contradiction),
        "superfluous": named(&deep.superfluous),
        "needed": deep.needed,
        "smallest": deep.is_smallest,
        "clues": named(&deep.clues),
        "unused": unused.collect::<Vec<_>>(),
        "unstated": named(&deep.unstated),
        "open": open(deep),
        "stop": deep.stop.map(boardwright_base::budget::Stop::describe),
    })
}
