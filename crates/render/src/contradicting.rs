//! The reason that constraints contradict each other, as text. Start with [`contradicting`].

use super::origin::Shown;
use boardwright_ir::constraint::Origin;
use boardwright_ir::constraint::origin::{Instance, RuleId};

/// The maximum number of constraints that a sum names.
const NAMED: usize = 8;

/// Returns the reason that constraints contradict each other, each added so often.
pub(super) fn contradicting(added: &[(Origin, u8)]) -> String {
    let shown = Shown::new(added.iter().map(|(origin, _)| origin));
    if let [(origin, _)] = added {
        return alone(origin, &shown);
    }
    let named = |(origin, often): &(Origin, u8)| {
        let name = shown.name(origin);
        if *often == 1 { name } else { format!("{often} times {name}") }
    };
    let names: Vec<String> = added.iter().take(NAMED).map(named).collect();
    let more = added.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("added up, these contradict each other: {}{more}", names.join(", "))
}

/// Returns that one constraint has no solution, whatever the others are.
fn alone(origin: &Origin, shown: &Shown) -> String {
    let (rule, part) = (shown.rule(origin), shown.part(origin));
    match (origin.rule, &origin.instance) {
        (RuleId::Model(_), Instance::Clue(_) | Instance::Marks { .. }) => format!("`{rule}` cannot hold with {part}"),
        (RuleId::Model(_), Instance::Whole) => format!("`{rule}` cannot hold"),
        (RuleId::Model(_), _) => format!("`{rule}` cannot hold for {part}"),
        (RuleId::BuiltIn(_), _) => part,
    }
}
