//! The sentences of an explanation: the result, and possible changes.

use super::parts;
use crate::origin::Shown;
use crate::reason;
use boardwright_ir::constraint::Origin;
use boardwright_ir::constraint::origin::{BuiltIn, Instance};
use boardwright_tasks::answer::Answer;
use boardwright_tasks::task::explain::{
    Contradiction, Decider, Differences, Explanation, Finding, Forced, Minimality, Suggestion,
};

/// The maximum number of names in a list.
const NAMED: usize = 12;
/// The maximum number of changes in a list.
const CHANGES: usize = 10;

/// Returns the name of an origin: the words for its part, or its rule if those alone say nothing.
pub(super) fn name(origin: &Origin, shown: &Shown) -> String {
    let part = shown.part(origin);
    match origin.instance {
        Instance::Cell(_) if origin.is(BuiltIn::Cells) => format!("the cell {part}"),
        Instance::Pieces(_) => format!("the number of copies: {part}"),
        Instance::Move(_) => format!("the {} of {part}", origin.rule_name()),
        _ if part.is_empty() => format!("the {}", shown.rule(origin)),
        _ => part,
    }
}

/// Returns the origins of an explanation, to tell apart equal names.
pub(super) fn shown(explanation: &Explanation) -> Shown {
    match &explanation.finding {
        Finding::Contradiction(found) => Shown::new(&found.origins),
        Finding::Forced(forced) => Shown::new(forced.needed.iter().chain(&forced.spare)),
        Finding::Nothing | Finding::Differences(_) => Shown::default(),
    }
}

/// Returns the first part: the result.
pub(super) fn paragraph(explanation: &Explanation) -> String {
    let mut words = match &explanation.finding {
        Finding::Nothing => match explanation.answer {
            Answer::Unknown => "unknown: no explanation".to_string(),
            Answer::Unsatisfiable => "unsatisfiable: there is no solution".to_string(),
            answer => format!("{}: a solution is known", answer.name()),
        },
        Finding::Contradiction(found) => contradiction(found),
        Finding::Differences(found) => differences(found, explanation.optimum),
        Finding::Forced(forced) => one(forced, explanation.optimum),
    };
    if !explanation.reason.is_unstated() {
        let missing = if explanation.stopped { "incomplete: " } else { "" };
        words.push_str(&format!("\n{missing}{}", reason::of(&explanation.reason)));
    }
    words + "\n"
}

/// Returns the last part: possible changes or additions. May be empty.
pub(super) fn advice(explanation: &Explanation) -> String {
    match &explanation.finding {
        Finding::Contradiction(found) => changes(found),
        Finding::Differences(found) => deciding(found),
        Finding::Forced(_) | Finding::Nothing => String::new(),
    }
}

fn contradiction(found: &Contradiction) -> String {
    let mut words = String::from("unsatisfiable: there is no solution");
    if !found.argument.is_unstated() {
        words.push_str(&format!("\n{}", reason::of(&found.argument)));
    }
    let Some(finder) = &found.found_by else { return words };
    let number = found.origins.len();
    words.push_str(&match (found.proved, number) {
        (Minimality::Unproved, _) => format!("\nThese {number} contradict each other; the set may not be minimal"),
        (Minimality::Minimal, 1) => "\nThis alone cannot hold".to_string(),
        (Minimality::Minimal, _) => {
            format!("\nThese {number} contradict each other, and none of them can be left out")
        }
        (Minimality::Smallest, 1) => "\nThis alone cannot hold".to_string(),
        (Minimality::Smallest, _) => format!("\nThese {number} contradict each other; no smaller set does"),
    });
    let checked = found.checked_by.as_ref().map_or(String::new(), |by| format!(", checked by {by}"));
    words.push_str(&format!(" (found by {finder}{checked}):"));
    let shown = Shown::new(&found.origins);
    for origins in by_rule(&found.origins) {
        let names = list(origins.iter().map(|origin| name(origin, &shown)));
        words.push_str(&format!("\n  {}: {names}", shown.rule(origins[0])));
    }
    words
}

/// Groups the origins by rule, rules in order of their first origins.
fn by_rule(origins: &[Origin]) -> Vec<Vec<&Origin>> {
    let mut rules: Vec<Vec<&Origin>> = Vec::new();
    for origin in origins {
        match rules.iter_mut().find(|origins| origins[0].rule == origin.rule) {
            Some(origins) => origins.push(origin),
            None => rules.push(vec![origin]),
        }
    }
    rules
}

/// Joins names by commas, up to a maximum.
fn list(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    let shown = if names.len() > NAMED + 1 { NAMED } else { names.len() };
    let mut words = names[..shown].join(", ");
    if shown < names.len() {
        words.push_str(&format!(" and {} more", names.len() - shown));
    }
    words
}

fn changes(found: &Contradiction) -> String {
    let shown = Shown::new(&found.origins);
    let mut words = String::new();
    for Suggestion { kind, .. } in found.suggestions.iter().take(CHANGES) {
        words.push_str(&format!("{} there is a solution\n", parts::change(kind, &shown)));
    }
    if found.suggestions.len() > CHANGES {
        words.push_str(&format!("and {} more such changes\n", found.suggestions.len() - CHANGES));
    }
    if !words.is_empty() {
        return format!("Possible changes, each with a verified solution:\n{}", indented(&words));
    }
    if found.all_tried && found.tried > 0 {
        return "No single change of these leads to a solution\n".to_string();
    }
    words
}

fn indented(lines: &str) -> String {
    lines.lines().map(|line| format!("  {line}\n")).collect()
}

fn kind(optimum: Option<i64>) -> String {
    optimum.map_or(String::new(), |optimum| format!(" with {optimum}"))
}

fn differences(found: &Differences, optimum: Option<i64>) -> String {
    let with = kind(optimum);
    let number = match (found.all_known, found.known) {
        (true, number) => format!("satisfiable: {number} solutions{with}"),
        (false, number) => format!("satisfiable: more than one solution{with}; {number} known"),
    };
    let names = list(found.varying.iter().map(|varying| parts::part(&varying.part)));
    let common = match (found.settled, found.common) {
        (true, 0) => "no place is the same in all solutions".to_string(),
        (true, common) => format!("all other {common} places are the same in all solutions"),
        (false, _) => "possibly in more places".to_string(),
    };
    let apart = found.apart.len();
    let nearest = if found.known > 2 { " of those known" } else { "" };
    format!(
        "{number}\nThey differ in {} places: {names}; {common}\nThese two differ in {apart}, the fewest of any \
            two{nearest}",
        found.varying.len()
    )
}

fn deciding(found: &Differences) -> String {
    let Some(Decider { part, clue, leaves, is_model, .. }) = &found.decider else {
        return match found.considered {
            0 => String::new(),
            tried => format!("None of the {tried} clues considered leaves one solution\n"),
        };
    };
    let fewest = match leaves {
        1 => "leaves exactly one solution".to_string(),
        leaves => format!("leaves {leaves} solutions, the fewest of any clue"),
    };
    let how = if *is_model { "The additional clue" } else { "Not expressible in the model:" };
    let (considered, clue, name) = (found.considered, parts::value(clue), parts::part(part));
    format!("{how} `{clue}` at {name} {fewest} ({considered} clues considered)\n")
}

fn one(forced: &Forced, optimum: Option<i64>) -> String {
    let with = kind(optimum);
    let clues = forced.needed.len() + forced.spare.len();
    let mut words = format!("satisfiable: one solution{with}");
    if clues == 0 && forced.proved == Minimality::Unproved {
        // A limit was reached before the clues were examined.
        return words;
    }
    if clues == 0 {
        words.push_str("\nThe model has no clues to leave out: its rules and given values force every cell");
        return words;
    }
    let checked = forced.checked_by.as_ref().map_or(String::new(), |by| format!(" (checked by {by})"));
    let needed = forced.needed.len();
    words.push_str(&match (forced.proved, forced.spare.is_empty()) {
        (Minimality::Unproved, true) => format!("\nIts {clues} clues force it; fewer may suffice"),
        (Minimality::Unproved, false) => format!("\n{needed} of the {clues} clues force it; fewer may suffice"),
        (_, true) => {
            format!("\nAll {clues} clues are needed: without any one of them there are other solutions{checked}")
        }
        (Minimality::Minimal, false) => {
            format!("\n{needed} of the {clues} clues suffice, and none of these can be left out{checked}")
        }
        (Minimality::Smallest, false) => format!("\n{needed} of the {clues} clues suffice; no fewer do{checked}"),
    });
    if !forced.spare.is_empty() {
        let shown = Shown::new(forced.needed.iter().chain(&forced.spare));
        words.push_str(&format!(
            "\nThese can be left out: {}",
            list(forced.spare.iter().map(|origin| name(origin, &shown)))
        ));
    }
    words
}
