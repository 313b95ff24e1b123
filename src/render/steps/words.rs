//! The sentences of steps.

use crate::answer::Answer;
use crate::constraint::Origin;
use crate::source::Source;
use crate::task::steps::grade::difficulty;
use crate::task::steps::{Argument, Step, Steps};

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

/// Returns the sentence of a step.
pub(super) fn sentence(steps: &Steps, step: &Step) -> String {
    let names: Vec<String> = step.reason.iter().map(name).collect();
    let new = facts(steps, &step.new);
    let subject = capital(&list(&names));
    match (step.argument, names.len()) {
        (Argument::Remaining(1), _) => format!("{subject}: one more is needed, and only one place remains: {new}"),
        (Argument::Remaining(count), _) => {
            format!("{subject}: {count} more are needed, and only {count} places remain: {new}")
        }
        (Argument::Complete(0), _) => format!("{subject}: there are none: {new}"),
        (Argument::Complete(1), _) => format!("{subject}: the only one is known: {new}"),
        (Argument::Complete(count), _) => format!("{subject}: all {count} are known: {new}"),
        (Argument::Other, 1) => format!("{subject}: {new}"),
        (Argument::Other, _) => format!("{subject} together: {new}"),
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
        "{} steps ({}); {} if consecutive steps of size 1 count as one\n",
        steps.steps.len(),
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
