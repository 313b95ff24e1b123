//! The reason of an answer as text. Start with [`of_report`].

use super::contradicting::contradicting;
use super::sums::sums as contradicting_sums;
use boardwright_tasks::answer::{Reason, Report};

/// Returns the reason why there is no solution or why the answer is unknown; empty if there is none.
pub fn of_report(report: &Report) -> String {
    of(&report.reason)
}

/// Returns a reason as text; empty if there is none.
pub fn of(reason: &Reason) -> String {
    match reason {
        Reason::Unstated => String::new(),
        Reason::Stated(stated) => stated.clone(),
        Reason::Argument(argument) => argument.to_string(),
        Reason::Contradicting(added) => contradicting(added),
        Reason::Sums(sums) => contradicting_sums(sums),
    }
}
