//! The reason of an answer as text. Start with [`of_report`].

use super::contradicting::contradicting;
use super::explanation;
use crate::answer::Report;
use crate::constraint::Origin;
use crate::constraint::sums::Sums;
use crate::task::explain::Argument;

/// Returns the reason why there is no solution or why the answer is unknown; empty if there is none.
pub fn of_report(report: &Report) -> String {
    of(&report.reason, &report.contradicting, report.sums.as_deref())
}

/// Returns the sums or the constraints that contradict each other as a reason or, if there are none, the reason that is stated.
pub(super) fn of(stated: &str, added: &[(Origin, u8)], sums: Option<&Sums>) -> String {
    match sums {
        Some(sums) => explanation::argument(&Argument::Sums(sums.clone())),
        None if added.is_empty() => stated.to_string(),
        None => contradicting(added),
    }
}
