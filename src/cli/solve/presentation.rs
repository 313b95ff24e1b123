//! The report of `solve` for a person: text, a drawing, and sentences about the answer.

use crate::cli::classes::up_to;
use crate::cli::outputs::Output;
use crate::cli::pace::Pace;
use crate::cli::proof;
use boardwright_base::board::picture::Picture;
use boardwright_puzzle::Loaded;
use boardwright_render::{json, reason, svg, text};
use boardwright_tasks::answer::{Answer, Breakdown, Report};
use num_bigint::BigUint;
use std::cell::RefCell;

/// Returns the model's title, on a line of its own.
pub(super) fn title(loaded: &Loaded) -> String {
    loaded.model.title.as_ref().map_or(String::new(), |title| format!("{title}\n\n"))
}

/// Returns the style of boards for an output.
pub(in crate::cli) fn style(output: &Output) -> text::Style {
    text::Style { colour: output.colour(), width: output.width() }
}

/// Formats the answer for a person: the boards, as long as `pace` allows, and a sentence about them.
pub(in crate::cli) fn describe(loaded: &Loaded, report: &Report, style: text::Style, pace: &mut Pace) -> String {
    let mut out = title(loaded);
    let several = report.solutions.len() > 1;
    for (index, solution) in report.solutions.iter().enumerate().filter(|_| pace.draws()) {
        if several {
            out.push_str(&format!("Solution {}\n", index + 1));
        }
        out.push_str(&text::render(&loaded.instance.draw(solution), style));
        out.push('\n');
    }
    out.push_str(&conclusion(&pace.reported(report.clone())));
    if let Some(proof) = &report.proof {
        out.push_str(&format!("{}\n", proof::sentence(proof)));
    }
    out
}

/// Draws the answer: the boards, as long as `pace` allows, and a sentence if there is none or some may be missing.
pub(in crate::cli) fn drawing(loaded: &Loaded, report: &Report, pace: &mut Pace) -> String {
    let title = loaded.model.title.as_deref();
    if report.solutions.is_empty() {
        return svg::titled(&Picture { captions: vec![sentence(report)], ..Picture::default() }, title);
    }
    let pictures = report.solutions.iter().enumerate().take_while(|(index, _)| *index == 0 || pace.prepares());
    let pictures: Vec<Picture> = pictures.map(|(_, solution)| loaded.instance.draw(solution)).collect();
    let pace = RefCell::new(pace);
    let caption = || {
        let mut pace = pace.borrow_mut();
        pace.stop_at(report.solutions.len());
        let report = pace.reported(report.clone());
        report.stopped.then(|| sentence(&report))
    };
    svg::list(&pictures, title, &mut || pace.borrow_mut().draws(), &caption)
}

/// Returns the conclusion, and facts from a method, in lines.
pub(super) fn conclusion(report: &Report) -> String {
    let mut out = sentence(report) + "\n";
    for fact in report.facts.iter().filter(|fact| !fact.words.is_empty()) {
        out.push_str(&format!("{}\n", fact.words));
    }
    out
}

/// Returns the conclusion as a sentence.
fn sentence(report: &Report) -> String {
    // Solutions that were written as they were found are not stored.
    let found = report.found.max(report.solutions.len() as u64);
    let distinct = if report.distinct.is_some() { "distinct " } else { "" };
    let up_to = report.distinct.as_ref().map_or(String::new(), up_to);
    let mut words = match report.answer {
        Answer::Unsatisfiable => "unsatisfiable: there is no solution".to_string(),
        Answer::Unknown => "unknown".to_string(),
        answer if report.drawn.is_some() || report.by.is_some() => ranked(answer, found, report),
        answer => {
            let name = answer.name();
            let optimum = report.optimum.map_or(String::new(), |optimum| format!(" ({optimum})"));
            match (found, report.complete) {
                (1, true) => format!("{name}{optimum}: the only {distinct}solution{up_to}, verified"),
                (1, false) => format!("{name}{optimum}: a verified solution"),
                (_, true) => format!("{name}{optimum}: all {found} {distinct}solutions{up_to}, verified"),
                (_, false) => {
                    format!("{name}{optimum}: {found} verified {distinct}solutions{up_to}, there may be more")
                }
            }
        }
    };
    if let Some(best) = report.best {
        words.push_str(&format!(", with {best}; better solutions are possible"));
    }
    if let Some(bound) = report.bound {
        words.push_str(&format!("; {} bound {bound}", json::bound_kind(report.maximises)));
    }
    let reason = reason::of_report(report);
    if !reason.is_empty() {
        words.push_str(&format!(" ({reason})"));
    }
    words
}

/// Returns the conclusion of solutions that were drawn, or of the best ones.
fn ranked(answer: Answer, found: u64, report: &Report) -> String {
    let optimum = report.optimum.map_or(String::new(), |optimum| format!(" ({optimum})"));
    let solutions = if found == 1 { "solution" } else { "solutions" };
    let mut words = format!("{}{optimum}: ", answer.name());
    if report.drawn.is_some() {
        let all = report.count.as_ref().map_or(String::new(), |count| format!(" from {count}"));
        words.push_str(&format!("{found} {solutions} drawn uniformly{all}, with replacement, verified"));
        return words;
    }
    words.push_str(&format!("the {found} best {solutions}, verified"));
    if let Some(Breakdown::Distribution { sums, .. }) = &report.by {
        let last = sums.len().saturating_sub(1);
        let before: BigUint = sums[..last].iter().map(|(_, count)| count).sum();
        let listed = BigUint::from(found) - before.min(BigUint::from(found));
        let values = sums.iter().enumerate().map(|(index, (sum, count))| match index == last && listed < *count {
            true => format!("{listed} of {count} with {sum}"),
            false => format!("{count} with {sum}"),
        });
        words.push_str(&format!(": {}", values.collect::<Vec<String>>().join(", ")));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_of_a_maximum_is_an_upper_one() {
        let bounded = |maximises| {
            let report = Report {
                answer: Answer::Satisfiable,
                found: 1,
                best: Some(71),
                bound: Some(136),
                maximises,
                ..Report::unanswered("")
            };
            (sentence(&report), json::summary("model.toml", "grid", &report)["bound_kind"].clone())
        };
        let (maximum, kind) = bounded(true);
        assert!(maximum.ends_with("with 71; better solutions are possible; upper bound 136"), "{maximum}");
        assert_eq!(kind, "upper");
        let (minimum, kind) = bounded(false);
        assert!(minimum.ends_with("; lower bound 136"), "{minimum}");
        assert_eq!(kind, "lower");
        let known = json::summary("model.toml", "grid", &Report::unanswered(""));
        assert!(known.get("bound_kind").is_none(), "{known}");
    }
}
