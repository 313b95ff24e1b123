//! The sentences of steps.

use crate::answer::Answer;
use crate::constraint::Origin;
use crate::source::Source;
use crate::task::steps::grade::difficulty;
use crate::task::steps::{Argument, Step, Steps, Subject};

/// The maximum number of known facts that a text names.
const USED: usize = 16;

/// Returns the name of a clue or an instance of a rule.
pub(super) fn name(origin: &Origin) -> String {
    match (origin.rule.as_ref(), origin.detail.as_str()) {
        (rule, "") => format!("`{rule}`"),
        (rule, detail) if rule.starts_with("rule ") => format!("{detail} ({rule})"),
        (rule, detail) => format!("{detail} (`{rule}`)"),
    }
}

/// Returns names as a list: `a, b and c`.
fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Returns facts as text; exclusions of one cell stand together: `r3c4!=5,7`.
pub(super) fn facts(steps: &Steps, indices: &[usize]) -> String {
    let value_of = |name: &str| name.split_once("!=").map(|(cell, _)| format!("{cell}="));
    let positive: Vec<&str> = indices.iter().map(|&fact| steps.facts[fact].name.as_str()).collect();
    // The value of a cell says what is excluded.
    let is_said = |fact: &usize| {
        value_of(&steps.facts[*fact].name).is_some_and(|own| positive.iter().any(|name| name.starts_with(&own)))
    };
    let mut order: Vec<usize> = indices.iter().copied().filter(|fact| !is_said(fact)).collect();
    // What is there stands before what is excluded.
    order.sort_by_key(|&fact| (!steps.facts[fact].is_positive(), fact));
    let mut words: Vec<String> = Vec::new();
    for fact in order {
        let own = &steps.facts[fact].name;
        match (own.split_once("!="), words.last_mut()) {
            (Some((cell, value)), Some(last)) if last.starts_with(&format!("{cell}!=")) => {
                last.push(',');
                last.push_str(value);
            }
            _ => words.push(own.clone()),
        }
    }
    words.join(", ")
}

/// Returns the clues and rules of a step as the subject of its sentence, and whether its verb is in the plural. Consecutive
/// instances of one rule share its name: `row 3 and row 4 (`stars`)`.
fn subject(reason: &[Origin]) -> (String, bool) {
    let is_list = |origin: &Origin| origin.detail.starts_with('r') && origin.detail.contains(" and ");
    let mut parts: Vec<String> = Vec::new();
    let is_simple = |origin: &Origin| !is_list(origin) && !origin.detail.contains(", ");
    for same in reason.chunk_by(|a, b| a.rule == b.rule && is_simple(a) && is_simple(b)) {
        match same {
            [only] => parts.push(name(only)),
            _ => {
                let details: Vec<String> = same.iter().map(|origin| origin.detail.clone()).collect();
                let shared = Origin { detail: list(&details), ..same[0].clone() };
                parts.push(name(&shared));
            }
        }
    }
    (capital(&list(&parts)), reason.len() > 1 || reason.iter().any(is_list))
}

/// Returns what facts have in common and where each is: the value `*` at `r3c4` and `r3c8`; `None` for different values.
fn common(steps: &Steps, indices: &[usize]) -> Option<(String, Vec<String>)> {
    let mut found: Option<String> = None;
    let mut places = Vec::new();
    for fact in indices.iter().map(|&fact| &steps.facts[fact]) {
        let (place, what) = match fact.subject {
            Subject::Value { holds: true, .. } => {
                let (cell, value) = fact.name.split_once('=')?;
                (cell, format!("`{value}`"))
            }
            Subject::Line { holds: true, .. } => (fact.name.as_str(), "line".to_string()),
            Subject::Placement { holds: true, .. } => (fact.name.as_str(), "placement".to_string()),
            _ => return None,
        };
        if *found.get_or_insert_with(|| what.clone()) != what {
            return None;
        }
        places.push(place.to_string());
    }
    found.map(|what| (what, places))
}

/// Returns whether something is named by a word and not by its symbol.
fn is_noun(what: &str) -> bool {
    !what.starts_with('`')
}

/// Returns the number of things in words: `one line`, `two lines`.
fn counted(count: i64, what: &str) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let count_in_words =
        usize::try_from(count).ok().and_then(|at| words.get(at)).map_or_else(|| count.to_string(), ToString::to_string);
    let ending = if is_noun(what) && count != 1 { "s" } else { "" };
    format!("{count_in_words} {what}{ending}")
}

/// Returns the cell and the value of a step whose reason leaves the value no other cell.
fn only_place<'a>(steps: &'a Steps, step: &Step) -> Option<(&'a str, &'a str)> {
    let mut positive = step.new.iter().map(|&fact| &steps.facts[fact]).filter(|fact| fact.is_positive());
    let ([reason], Some(fact), None) = (&step.reason[..], positive.next(), positive.next()) else { return None };
    let (place, value) = fact.name.split_once('=').filter(|_| matches!(fact.subject, Subject::Value { .. }))?;
    let [cell] = fact.cells[..] else { return None };
    let used = || step.uses.iter().map(|&used| &steps.facts[used]);
    let excludes = |cell| {
        used()
            .any(|used| used.cells[..] == [cell] && (used.is_positive() || used.name.ends_with(&format!("!={value}"))))
    };
    let is_only = reason.cells.contains(&cell)
        && reason.cells.len() > 1
        && used().all(|used| used.cells[..] != [cell])
        && reason.cells.iter().all(|&other| other == cell || excludes(other));
    is_only.then_some((place, value))
}

/// Returns the sentence of a step.
pub(super) fn sentence(steps: &Steps, step: &Step) -> String {
    let new = facts(steps, &step.new);
    let (subject, is_plural) = subject(&step.reason);
    let verb = |singular: &str, plural: &str| if is_plural { plural.to_string() } else { singular.to_string() };
    let (needs, allows) = (verb("needs", "need"), verb("allows", "allow"));
    match step.argument {
        Argument::Remaining(count) => match common(steps, &step.new) {
            Some((what, places)) if places.len() as i64 == count => {
                let are = if count == 1 { "is" } else { "are" };
                let needed = counted(count, "more");
                let plural = if is_noun(&what) && count != 1 { "s" } else { "" };
                format!("{subject} {needs} {needed} {what}{plural}; only {} {are} free", list(&places))
            }
            _ => format!("{subject} {needs} {} more, and no other place is free: {new}", counted(count, "").trim_end()),
        },
        Argument::Complete(0) => {
            let is_line = |&fact: &usize| matches!(steps.facts[fact].subject, Subject::Line { .. });
            let none = if step.new.iter().all(is_line) { "no line" } else { "none" };
            format!("{subject} {allows} {none}: {new}")
        }
        Argument::Complete(count) => {
            let positive = |fact: &usize| steps.facts[*fact].is_positive();
            let used: Vec<usize> = step.uses.iter().copied().filter(positive).collect();
            match common(steps, &used) {
                Some((what, places)) if places.len() as i64 == count => {
                    let has = match (is_noun(&what), count) {
                        (true, 1) => "is there",
                        (true, _) => "are there",
                        (_, 1) => "has it",
                        _ => "have them",
                    };
                    format!("{subject} {allows} {}, and {} {has}: {new}", counted(count, &what), list(&places))
                }
                _ if count == 1 => format!("{subject} {allows} one, which is known: {new}"),
                _ => format!("{subject} {allows} {}, which are known: {new}", counted(count, "").trim_end()),
            }
        }
        Argument::Other => match only_place(steps, step) {
            Some((place, value)) if new == format!("{place}={value}") => {
                format!("{subject} {} only {place} for `{value}`", verb("leaves", "leave"))
            }
            _ if step.size() > 1 => format!("{subject} together imply {new}"),
            _ => format!("{subject} {} {new}", verb("implies", "imply")),
        },
    }
}

/// Returns a text with a capital letter, unless it begins with a cell.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let is_cell = text.starts_with('r') && text[1..].starts_with(|letter: char| letter.is_ascii_digit());
    match letters.next() {
        Some(first) if !is_cell => first.to_uppercase().chain(letters).collect(),
        _ => text.to_string(),
    }
}

/// Returns the size with what is proved about it: `size 2, certified smallest`.
pub(super) fn size(step: &Step) -> String {
    match step.is_certified() {
        true => format!("size {}, certified smallest", step.size()),
        false => format!("size {}, at least {}", step.size(), step.at_least),
    }
}

/// Returns a step with its number.
pub(super) fn step(source: &Source, steps: &Steps, index: usize, places: bool) -> String {
    let step = &steps.steps[index];
    let mut words = format!("{}. {} [{}]\n", index + 1, sentence(steps, step), size(step));
    if !step.uses.is_empty() {
        let more = step.uses.len().saturating_sub(USED);
        words += &format!("   known: {}", facts(steps, &step.uses[..step.uses.len() - more]));
        words += &if more > 0 { format!(" and {more} more\n") } else { "\n".to_string() };
    }
    for origin in step.reason.iter().filter(|_| places) {
        if let Some(span) = origin.span {
            let (line, column) = source.position(span.start);
            words += &format!("   {}:{line}:{column}: {}\n", source.name, name(origin));
        }
    }
    words
}

/// Returns the facts that are known after a number of steps.
pub(super) fn known_at(steps: &Steps, count: usize) -> Vec<usize> {
    steps.given.iter().chain(steps.steps[..count].iter().flat_map(|step| &step.new)).copied().collect()
}

/// Returns the optimum, which is one of the rules.
fn optimum(steps: &Steps) -> String {
    steps.optimum.map_or_else(String::new, |optimum| format!("optimum {optimum}, which is the rule `optimum`"))
}

/// Returns the text before the steps.
pub(super) fn beginning(steps: &Steps) -> String {
    let mut words = match (steps.answer, steps.unique) {
        (Answer::Unsatisfiable, _) => String::from("unsatisfiable"),
        (Answer::Satisfiable, Some(true)) => String::from("satisfiable: there is one solution"),
        (Answer::Optimal, Some(true)) => {
            format!("optimal: there is one solution with the {}", optimum(steps))
        }
        (Answer::Optimal, Some(false)) => format!(
            "optimal: there are several solutions with the {}; these steps lead to what they have in common",
            optimum(steps)
        ),
        (Answer::Optimal, None) => {
            format!("optimal: whether there is one solution with the {} is unknown", optimum(steps))
        }
        (Answer::Satisfiable, Some(false)) => {
            String::from("satisfiable: there are several solutions; these steps lead to what they have in common")
        }
        (Answer::Satisfiable, None) => String::from("satisfiable: whether there is one solution is unknown"),
        _ => String::from("unknown"),
    };
    if !steps.reason.is_empty() {
        let missing = if steps.stopped { "incomplete: " } else { "" };
        words += &format!("\n{missing}{}", steps.reason);
    }
    for wrong in &steps.wrong {
        words += &format!("\nwrong: {wrong} is in no solution");
    }
    words + "\n"
}

/// Returns the difficulty.
pub(super) fn ending(steps: &Steps) -> String {
    if steps.steps.is_empty() {
        return String::new();
    }
    let difficulty = difficulty(steps);
    let sizes: Vec<String> = difficulty.sizes.iter().map(|(size, count)| format!("{count} of size {size}")).collect();
    let mut words = format!(
        "{} step{} ({}); {} if consecutive steps of size 1 count as one\n",
        steps.steps.len(),
        if steps.steps.len() == 1 { "" } else { "s" },
        sizes.join(", "),
        difficulty.merged
    );
    let certified = if difficulty.is_certified { "every step is certified" } else { "not every step is certified" };
    let of = if steps.stopped { "difficulty of these steps" } else { "difficulty" };
    words += &format!("{of}: {}, score {} ({certified})\n", difficulty.grade, difficulty.score);
    if let Some((step, choices)) = difficulty.narrowest {
        let exact = if steps.steps[step].size() == 1 { "" } else { "at least " };
        let noun = if choices == 1 { "reason" } else { "reasons" };
        words += &format!("narrowest point: step {}, with {exact}{choices} {noun} of its size\n", step + 1);
    }
    words
}
