//! The reason of an answer as text. Start with [`of_report`].

use super::contradicting::contradicting;
use super::explanation;
use crate::answer::Report;
use crate::task::explain::Argument;

/// Returns the reason why there is no solution or why the answer is unknown; empty if there is none.
pub fn of_report(report: &Report) -> String {
    match &report.sums {
        Some(sums) => explanation::argument(&Argument::Sums((**sums).clone())),
        None if report.contradicting.is_empty() => report.reason.clone(),
        None => contradicting(&report.contradicting),
    }
}
