//! The words for origins. Imports origins only.

use super::{BuiltIn, Copies, Instance, Origin, RuleId, Word};
use boardwright_base::board::Cell;

/// Returns the words for the part of a rule; empty for the whole rule. `exact` adds the size or the number that
/// distinguishes sets of one name.
pub fn part(origin: &Origin, exact: bool) -> String {
    match &origin.instance {
        Instance::Whole => whole(origin.rule).to_string(),
        Instance::Set(set) if exact => format!("{set:#}"),
        Instance::Set(set) => set.to_string(),
        Instance::Clue(clue) if origin.is(BuiltIn::Clues) => format!("the clue {} at {}", clue.value, clue.set),
        Instance::Clue(clue) if exact => format!("{clue:#}"),
        Instance::Clue(clue) => clue.to_string(),
        Instance::Marks { mark, cells } => marks(mark, cells),
        Instance::Given { cell, value, .. } => format!("the {value} given at {cell}"),
        Instance::Cell(cell) => cell.to_string(),
        Instance::Light { cell, chased: false } => format!("the light at {cell}"),
        Instance::Light { cell, chased: true } => format!("the light at {cell}, once those before it are out"),
        Instance::Pieces(pieces) => pieces.iter().map(copies).collect::<Vec<_>>().join(", "),
        Instance::Placement(_) => "a placement that leaves cells that no pieces fill".to_string(),
        Instance::Move(step) => format!("move {}", step + 1),
        Instance::Word(word) => match origin.rule {
            RuleId::BuiltIn(BuiltIn::Neighbours) => format!("the neighbours of {}", bits(*word)),
            RuleId::BuiltIn(BuiltIn::Partition) => format!("the code of {}", bits(*word)),
            _ => format!("the colour of {}", bits(*word)),
        },
        Instance::Near { word, code: None } => format!("one word of the code near {}", bits(*word)),
        Instance::Near { word, code: Some(code) } => format!("one word of the code {code} near {}", bits(*word)),
        Instance::Bit(bit) => format!("bit {bit} of the square that the coins name"),
        Instance::Method(name) => format!("the strategy `{name}`"),
        Instance::Bound(bound) => bound.to_string(),
        Instance::Argument(argument) => argument.to_string(),
    }
}

/// Returns the rule with its part, as messages of errors name it: `` `stars` (row 3) ``.
pub fn rule_and_part(origin: &Origin) -> String {
    match part(origin, false) {
        part if part.is_empty() => format!("`{}`", origin.rule_name()),
        part => format!("`{}` ({part})", origin.rule_name()),
    }
}

/// Returns the part, or the rule if it is the whole.
pub fn part_or_rule(origin: &Origin) -> String {
    Some(part(origin, false)).filter(|part| !part.is_empty()).unwrap_or_else(|| origin.rule_name().into_owned())
}

/// Returns what a whole rule of a puzzle says, where its name does not.
fn whole(rule: RuleId) -> &'static str {
    match rule {
        RuleId::BuiltIn(BuiltIn::Cells) => "a cell holds one piece at most",
        RuleId::BuiltIn(BuiltIn::Code) => "the code asked for",
        RuleId::BuiltIn(BuiltIn::Flip) => "exactly one coin is turned",
        RuleId::BuiltIn(BuiltIn::Names) => "the numbers of the codes",
        RuleId::BuiltIn(BuiltIn::Target) => "the square that the coins name",
        _ => "",
    }
}

/// Names equal marks: `the 3 at r1c2`, `the 3s at r1c2 and r4c5`.
fn marks(mark: &str, cells: &[Cell]) -> String {
    let cells: Vec<String> = cells.iter().map(Cell::to_string).collect();
    match &cells[..] {
        [first @ .., last] if !first.is_empty() => format!("the {mark}s at {} and {last}", first.join(", ")),
        _ => format!("the {mark} at {}", cells.concat()),
    }
}

fn copies(copies: &Copies) -> String {
    let Copies { piece, least, most } = copies;
    let times = |n: usize| if n == 1 { "once".to_string() } else { format!("{n} times") };
    let often = match (*least, *most) {
        (least, Some(most)) if least == most => times(least),
        (0, Some(most)) => format!("at most {}", times(most)),
        (least, Some(most)) => format!("{least} to {most} times"),
        (0, None) => "any number of times".to_string(),
        (least, None) => format!("at least {}", times(least)),
    };
    format!("{piece} {often}")
}

/// Writes a word, bit 0 at the right.
fn bits(word: Word) -> String {
    format!("{:0width$b}", word.number, width = word.bits)
}
