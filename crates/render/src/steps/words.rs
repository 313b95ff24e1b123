//! A step with its size, and the text before and after the steps.

use super::detail::Detail;
use super::names::{self, Form, facts};
use super::sentence::{better, places as counted_places, sentence, shown};
use crate::reason;
use boardwright_base::source::Source;
use boardwright_tasks::answer::Answer;
use boardwright_tasks::task::steps::grade::difficulty;
use boardwright_tasks::task::steps::{Step, Steps};

/// The maximum number of known facts that a text names.
const USED: usize = 16;

/// Returns the size with what is proved about it: `size 2, certified smallest`.
pub(super) fn size(step: &Step) -> String {
    match step.is_certified() {
        true => format!("size {}, certified smallest", step.size()),
        false => format!("size {}, at least {}", step.size(), step.at_least),
    }
}

/// Returns a step with its number.
pub(super) fn step(source: &Source, steps: &Steps, index: usize, detail: Detail) -> String {
    let step = &steps.steps[index];
    let size = if detail.sizes { format!(" [{}]", size(step)) } else { String::new() };
    let mut words = format!("{}. {}{size}\n", index + 1, sentence(steps, step));
    words.extend(counted_places(&step.reason).iter().map(|line| format!("   {line}\n")));
    if !step.uses.is_empty() {
        let more = step.uses.len().saturating_sub(USED);
        words += &format!("   known: {}", facts(steps, &step.uses[..step.uses.len() - more], Form::Stated));
        words += &if more > 0 { format!(" and {more} more\n") } else { "\n".to_string() };
    }
    let shown = shown(steps);
    for origin in step.reason.iter().filter(|_| detail.places) {
        if let Some(span) = origin.span {
            let (line, column) = source.position(span.start);
            words += &format!("   {}:{line}:{column}: {}\n", source.name, shown.with_rule(origin, &shown.part(origin)));
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
    if !steps.reason.is_unstated() {
        let missing = if steps.stopped { "incomplete: " } else { "" };
        words += &format!("\n{missing}{}", reason::of(&steps.reason));
    }
    for wrong in &steps.wrong {
        words += &format!("\nwrong: {} is in no solution", names::entry(&steps.sheet, wrong));
    }
    words + "\n"
}

/// Returns the difficulty.
pub(super) fn ending(steps: &Steps, detail: Detail) -> String {
    let better = better(steps, detail).map_or_else(String::new, |words| format!("why not better: {words}\n"));
    if steps.steps.is_empty() {
        return better;
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
    words + &better
}
