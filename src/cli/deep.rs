//! `boardwright check --deep`: superfluous rules and clues, and values that no solution has.

use super::Quit;
use super::diff::without_clues;
use super::input::Session;
use super::settings::Settings;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_ir::constraint::Origin;
use boardwright_ir::constraint::origin::RuleId;
use boardwright_puzzle::Loaded;
use boardwright_render::origin::Shown;
use boardwright_tasks::task::deep::{self, Deep, Grain, OneSided, OpenQuestion, Reflection};
use serde_json::{Value, json};
use std::time::Duration;

/// The time for a model without `--time-limit`.
const LIMIT: Duration = Duration::from_secs(60);

/// What is known about the rules of a model, with its clues and without.
pub(super) struct Findings {
    /// `None` if the family does not state what breaks a rule.
    scopes: Option<[Deep; 2]>,
    /// The parameter of `--sizes`, and what is known for each of its numbers, without clues.
    sizes: Option<(String, Vec<(i64, Deep)>)>,
}

/// Examines the rules of a model.
pub(super) fn examine(
    source: &Source,
    loaded: &Loaded,
    sizes: Option<&(String, [i64; 2])>,
    limit: Option<Duration>,
    session: &Session,
) -> Result<Findings, Quit> {
    let budget = session.budget.at_most(Some(limit.unwrap_or(LIMIT)));
    let with_clues = deep::run(loaded, Grain::Rules, &budget)?;
    let Some(with_clues) = with_clues else { return Ok(Findings { scopes: None, sizes: None }) };
    let bare = without_clues(source.clone(), loaded.clone(), session)?;
    let bare = deep::run(&bare, Grain::Sets, &budget)?;
    let sizes = sizes.map(|(name, range)| of_sizes(source, name, *range, &budget, session)).transpose()?;
    Ok(Findings { scopes: bare.map(|bare| [with_clues, bare]), sizes })
}

/// Examines the rules for each number of a parameter, without clues. After a limit, numbers are missing.
fn of_sizes(
    source: &Source,
    name: &str,
    [from, to]: [i64; 2],
    budget: &Budget,
    session: &Session,
) -> Result<(String, Vec<(i64, Deep)>), Quit> {
    let mut known = Vec::new();
    for value in from..=to {
        let source = Settings::new(vec![(name.to_string(), value)]).apply(source.clone())?;
        let loaded = session.loaded(&source, false)?;
        let bare = without_clues(source, loaded, session)?;
        let Some(deep) = deep::run(&bare, Grain::Rules, budget)? else { break };
        let is_stopped = deep.stop.is_some();
        known.push((value, deep));
        if is_stopped {
            break;
        }
    }
    Ok((name.to_string(), known))
}

/// Returns the rules that are superfluous for each number for which there is a board. The others of one number imply them together.
fn always_superfluous(sizes: &[(i64, Deep)]) -> Vec<Origin> {
    let mut with_board = sizes.iter().map(|(_, deep)| deep).filter(|deep| deep.has_board != Some(false));
    let Some(first) = with_board.next() else { return Vec::new() };
    let mut rules = first.superfluous.clone();
    for deep in with_board {
        rules.retain(|rule| deep.superfluous.iter().any(|other| other.rule == rule.rule));
    }
    rules
}

impl Findings {
    /// Returns whether a limit left a question open.
    pub(super) fn is_open(&self) -> bool {
        let sizes = self.sizes.iter().flat_map(|(_, sizes)| sizes.iter().map(|(_, deep)| deep));
        self.scopes.iter().flatten().chain(sizes).any(|deep| deep.stop.is_some())
    }

    /// Compares the rules that are superfluous with the clues with the expected ones; `None` if they are equal, or a question is open.
    pub(super) fn differs(&self, expected: &[String]) -> Option<String> {
        let [with_clues, _] = self.scopes.as_ref()?;
        let (mut found, mut expected) = (named(&with_clues.superfluous), expected.to_vec());
        found.sort();
        expected.sort();
        let list = |names: &[String]| match names {
            [] => "no superfluous rules".to_string(),
            names => format!("the superfluous rules {}", names.join(", ")),
        };
        (with_clues.stop.is_none() && found != expected)
            .then(|| format!("expected {}, found {}", list(&expected), list(&found)))
    }

    pub(super) fn to_json(&self) -> Value {
        let Some([own, bare]) = &self.scopes else { return Value::Null };
        let mut object = json!({ "with_clues": scope(own), "without_clues": scope(bare) });
        if let Some((name, sizes)) = &self.sizes {
            let each = sizes.iter().map(|(value, deep)| {
                let mut known = scope(deep);
                known["value"] = json!(value);
                known
            });
            let always = named(&always_superfluous(sizes));
            object["sizes"] =
                json!({ "parameter": name, "each": each.collect::<Vec<_>>(), "always_superfluous": always });
        }
        object
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
            for OneSided { rule, reflection } in &deep.one_sided {
                let (name, how) = (named(std::slice::from_ref(rule)).join(""), exchanged(*reflection));
                lines.push(format!(
                    "{scope}: one-sided: a solution with {how} exchanged can break {name}, and no other rule"
                ));
            }
            if !deep.superfluous.is_empty() {
                let (names, needed) = (brief(&deep.superfluous).join(", "), deep.needed);
                lines.push(format!("{scope}: superfluous: {names} (implied by the other {needed})"));
            }
            if !deep.clues.is_empty() {
                lines.push(format!("{scope}: each of these clues follows: {}", brief(&deep.clues).join(", ")));
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
        lines.extend(self.sizes.iter().flat_map(|(name, sizes)| size_lines(name, sizes)));
        lines
    }
}

/// The maximum number of parts of a rule that are named one by one.
const NAMED: usize = 12;

/// Returns the names of parts, or for a rule with many of them, their number.
fn brief(origins: &[Origin]) -> Vec<String> {
    let shown = Shown::new(origins);
    let mut rules: Vec<(RuleId, Vec<&Origin>)> = Vec::new();
    for origin in origins {
        match rules.iter_mut().find(|(rule, _)| *rule == origin.rule) {
            Some((_, parts)) => parts.push(origin),
            None => rules.push((origin.rule, vec![origin])),
        }
    }
    let names = rules.into_iter().flat_map(|(_, parts)| match parts.len() {
        ..=NAMED => parts.into_iter().map(|part| shown.name(part)).collect(),
        number => vec![format!("{number} parts of {}", shown.rule(parts[0]))],
    });
    names.collect()
}

/// Returns a line for each number of a parameter, and one for all of them.
fn size_lines(name: &str, sizes: &[(i64, Deep)]) -> Vec<String> {
    let mut lines = Vec::new();
    for (value, deep) in sizes {
        let known = match (deep.has_board, deep.stop) {
            (_, Some(stop)) => format!("open ({})", stop.describe()),
            (Some(false), None) => "no board obeys the rules".to_string(),
            _ if deep.superfluous.is_empty() => "no rule is superfluous".to_string(),
            _ => format!("superfluous: {}", named(&deep.superfluous).join(", ")),
        };
        lines.push(format!("{name} = {value}, without clues: {known}"));
    }
    let (Some((from, _)), Some((to, last))) = (sizes.first(), sizes.last()) else { return lines };
    if last.stop.is_none() {
        let always = named(&always_superfluous(sizes));
        let known = if always.is_empty() { "no rule".to_string() } else { always.join(", ") };
        lines.push(format!("superfluous for each {name} from {from} to {to} with a board: {known}"));
    }
    lines
}

fn exchanged(reflection: Reflection) -> &'static str {
    match reflection {
        Reflection::LeftRight => "left and right",
        Reflection::TopBottom => "top and bottom",
        Reflection::RowsColumns => "rows and columns",
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
    let one_sided = deep.one_sided.iter().map(|OneSided { rule, reflection }| {
        let reflection = match reflection {
            Reflection::LeftRight => "left-right",
            Reflection::TopBottom => "top-bottom",
            Reflection::RowsColumns => "rows-columns",
        };
        json!({ "rule": named(std::slice::from_ref(rule)).join(""), "reflection": reflection })
    });
    json!({
        "has_board": deep.has_board,
        "contradiction": named(&deep.contradiction),
        "superfluous": named(&deep.superfluous),
        "needed": deep.needed,
        "smallest": deep.is_smallest,
        "clues": named(&deep.clues),
        "unused": unused.collect::<Vec<_>>(),
        "unstated": named(&deep.unstated),
        "one_sided": one_sided.collect::<Vec<_>>(),
        "open": open(deep),
        "stop": deep.stop.map(boardwright_base::budget::Stop::describe),
    })
}
