//! The sentence of sums that contradict each other.

use crate::origin::Shown;
use boardwright_tasks::task::explain::{Counted, NamedSum, Summed, Sums};

/// The maximum number of names in a list.
const NAMED: usize = 6;

/// Returns the origins of all sums, to tell apart equal names.
fn shown(sums: &Sums) -> Shown {
    let sums: Vec<&NamedSum> = match &sums.summed {
        Summed::Cancel { sums, .. } | Summed::Left { sums, .. } | Summed::Odd { sums, .. } => sums.iter().collect(),
        Summed::Differ { sums, .. } => sums.iter().flatten().collect(),
        Summed::Chequered { .. } => Vec::new(),
    };
    Shown::new(sums.into_iter().map(|sum| &sum.origin))
}

/// Returns the names of sums as a list, up to a maximum.
fn names(sums: &[NamedSum], shown: &Shown) -> String {
    let name = |sum: &NamedSum| {
        let name = shown.name(&sum.origin);
        match sum.times {
            1 => name,
            often => format!("{often} times {name}"),
        }
    };
    let listed = if sums.len() > NAMED + 1 { NAMED } else { sums.len() };
    let mut names: Vec<String> = sums[..listed].iter().map(name).collect();
    if listed < sums.len() {
        names.push(format!("{} more", sums.len() - listed));
    }
    let last = names.pop().unwrap_or_default();
    if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) }
}

/// Returns the sentence that sums contradict each other.
pub(super) fn sums(sums: &Sums) -> String {
    let shown = shown(sums);
    let names = |sums: &[NamedSum]| names(sums, &shown);
    let noun = match sums.counted {
        Counted::Lines => "line",
        Counted::Cells => "cell",
        Counted::Choices => "choice",
    };
    match &sums.summed {
        Summed::Cancel { sums: own, with_others } => {
            let with =
                if *with_others && sums.counted == Counted::Cells { ", with one value in each cell" } else { "" };
            format!(
                "By counting{with}: added and subtracted, these sums cancel, but their numbers do not: {}",
                names(own)
            )
        }
        Summed::Chequered { cells: [one, other], lines: [left, right] } => format!(
            "By counting: coloured like a chessboard, {one} cells of one colour have {left} {noun}s, and {other} of the other \
             have {right}; every {noun} joins the two colours, so the numbers would have to be equal"
        ),
        Summed::Left { sums, total } => {
            format!("By counting: {} add up to {total}, and no {noun} is left", names(sums))
        }
        Summed::Differ { sums: [one, other], totals: [left, right] } => format!(
            "By counting: {} add up to {left}, and {} add up to {right}; both count the same {noun}s, so the numbers \
             would have to be equal",
            names(one),
            names(other)
        ),
        Summed::Odd { sums, total } => format!(
            "By counting: {} add up to {total}, an odd number; they count every {noun} an even number of times, so the \
             number would have to be even",
            names(sums)
        ),
    }
}
