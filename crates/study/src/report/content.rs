//! The content of a report, which every format renders.

use crate::job::Question;
use crate::record::{Machine, Record};
use crate::report::number;
use crate::report::section::Section;
use std::collections::{BTreeMap, BTreeSet};

/// The sorted records, and facts about all of them.
#[derive(Debug, Clone)]
pub struct Report {
    pub(super) title: String,
    pub(super) records: Vec<Record>,
    /// Runs whose elapsed time is far above their CPU time.
    pub(super) waited: Vec<Record>,
    pub(super) warnings: Vec<String>,
}

/// The machines, and the number of records of each.
pub(super) fn machines(records: &[Record]) -> BTreeMap<&Machine, usize> {
    let mut machines = BTreeMap::new();
    for record in records {
        *machines.entry(&record.machine).or_default() += 1;
    }
    machines
}

pub(super) fn versions(records: &[Record]) -> BTreeSet<&str> {
    records.iter().map(|record| record.version.as_str()).collect()
}

/// Returns the question as text.
pub(super) fn asked(question: Question) -> &'static str {
    match question {
        Question::One => "one solution",
        Question::All => "all solutions",
        Question::Count => "their number",
    }
}

/// Formats the limits: `10 s of CPU, 30 s elapsed and 2 GiB a run`.
pub(super) fn limit(section: &Section) -> String {
    let mut limits = match section.wall_limit {
        Some(wall) => vec![format!("{} s of CPU", section.time_limit), format!("{wall} s elapsed")],
        // For records of versions without a limit on CPU time.
        None => vec![format!("{} s elapsed", section.time_limit)],
    };
    limits.extend(section.memory_limit.map(number::bytes));
    let last = limits.pop().unwrap_or_default();
    let before = if limits.is_empty() { String::new() } else { format!("{} and ", limits.join(", ")) };
    format!("{before}{last} a run")
}
