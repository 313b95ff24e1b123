//! Thermometers and arrows: rules in a genre of numbers, and comments elsewhere.
//!
//! Start with [`rules`] and [`left_out`].

use super::drawing::{Drawing, PathKind};
use crate::genre::files::Opened;
use crate::genre::printed::Printed;

/// The kinds of paths that have one meaning in puzzles of numbers: the rule and its name, and the meaning in words.
const MEANINGS: [(PathKind, &str, &str, &str); 2] = [
    (
        PathKind::Thermometer,
        "thermometers",
        "increasing = true\n",
        "the numbers increase along thermometers, from the bulb",
    ),
    (
        PathKind::Arrow,
        "arrows",
        "including = false\nsum = \"value\"\n",
        "the number in the bulb of an arrow is the sum of those along it",
    ),
];

/// Writes the rules of the paths of a genre that has numbers, and returns the assumptions; what is written leaves the drawing.
pub(super) fn rules(opened: &Opened, drawing: &mut Drawing) -> (String, Vec<String>) {
    let (mut rules, mut remarks) = (String::new(), Vec::new());
    let printed = Printed::of(&opened.model);
    // The paths of the genre's own rules are not those of the drawing.
    if !printed.has_numbers() || !printed.paths.is_empty() {
        return (rules, remarks);
    }
    for (kind, name, condition, meaning) in MEANINGS {
        let (own, others): (Vec<_>, Vec<_>) = drawing.paths.drain(..).partition(|(other, _)| *other == kind);
        drawing.paths = others;
        if own.is_empty() {
            continue;
        }
        let lines: String = own.iter().map(|(_, cells)| format!("    {},\n", along(cells))).collect();
        rules.push_str(&format!("\n[[rule]]\nname = \"{name}\"\nalong = [\n{lines}]\n{condition}"));
        remarks.push(format!("Assumed: {meaning}."));
    }
    (rules, remarks)
}

/// Returns the comments on paths that are in no rule.
pub(super) fn left_out(drawing: &Drawing) -> Vec<String> {
    let paths = drawing.paths.iter().map(|(kind, cells)| format!("- {}: along = {}", words(*kind), along(cells)));
    let head = "Left out: the rules of these paths. Write them as [[rule]] with `along`:".to_string();
    if drawing.paths.is_empty() { Vec::new() } else { [head].into_iter().chain(paths).collect() }
}

fn words(kind: PathKind) -> &'static str {
    match kind {
        PathKind::Thermometer => "a thermometer",
        PathKind::Arrow => "an arrow with a bulb",
        PathKind::Direction => "an arrow",
    }
}

fn along(cells: &[(i64, i64)]) -> String {
    let cell = |(row, column): &(i64, i64)| format!("[{}, {}]", row.div_euclid(2) + 1, column.div_euclid(2) + 1);
    format!("[{}]", cells.iter().map(cell).collect::<Vec<_>>().join(", "))
}
