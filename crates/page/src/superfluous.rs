//! The rules that nothing needs: those that follow from the other rules and the clues. Start with [`superfluous`].

use super::place::Places;
use super::request::{Events, Session, Wrong};
use boardwright_ir::constraint::Origin;
use boardwright_render::origin::Shown;
use boardwright_tasks::task::deep::{self, Grain};
use serde_json::{Value, json};

/// Sends the rules that follow from the others, all together, and rules that contradict each other if there is no solution.
pub(super) fn superfluous(session: &Session<'_>, write: &mut Events<'_>) -> Result<(), Wrong> {
    let loaded = session.load(write)?;
    let Some(deep) = deep::run(&loaded, Grain::Rules, session.budget)? else {
        return Err(Wrong::Refused("superfluous rules are found for grids without moves only".to_string()));
    };
    let places = Places::of(&session.source);
    let placed = |rules: &[Origin]| -> Vec<Value> {
        let shown = Shown::new(rules);
        let place = |rule: &Origin| {
            let mut object = places.span(rule.stated.span?);
            object["name"] = shown.rule(rule).into();
            Some(object)
        };
        rules.iter().filter_map(place).collect()
    };
    write(&json!({
        "event": "superfluous",
        "rules": placed(&deep.superfluous),
        "contradiction": placed(&deep.contradiction),
        "complete": deep.stop.is_none(),
    }));
    Ok(())
}
