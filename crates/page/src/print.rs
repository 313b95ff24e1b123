//! Pages to print: puzzles with their rules, several on a page, and their solutions at the end. Start with [`booklet`].

use super::request::{Events, Pages, Session, Wrong, working};
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_exchange::export;
use boardwright_puzzle::Loaded;
use boardwright_render::booklet::{self, Booklet, Entry};
use boardwright_render::page::Paper;
use boardwright_tasks::task::{self, Ask, Options, Setup};
use serde_json::json;

/// Sends the pages of a booklet of the models of the request, and the names of those that have no solution or do not load.
pub(super) fn booklet(session: &Session<'_>, request: &Pages, write: &mut Events<'_>) -> Result<(), Wrong> {
    let (mut entries, mut skipped) = (Vec::new(), Vec::new());
    for (index, (name, text)) in request.models.iter().enumerate() {
        session.budget.check()?;
        write(&working(format!("puzzle {} of {}", index + 1, request.models.len())));
        let source = Source::new(name.as_str(), text.as_str());
        let Ok(loaded) = session.registry.load(&source, session.budget) else {
            skipped.push(json!({ "name": name, "reason": "it has errors" }));
            continue;
        };
        match entry(&source, &loaded, request.solutions, session.budget)? {
            Some(entry) => entries.push(entry),
            None => skipped.push(json!({ "name": name, "reason": "no solution was found" })),
        }
    }
    let paper =
        Paper::parse(request.paper.as_deref().unwrap_or("a4")).map_err(|wrong| Wrong::Refused(wrong.to_string()))?;
    let per_page = request.per_page.unwrap_or(4).clamp(1, 6);
    let booklet = Booklet { title: request.title.clone(), entries, per_page, paper };
    write(&json!({ "event": "booklet", "pages": booklet::pages(&booklet), "skipped": skipped }));
    Ok(())
}

/// Returns a puzzle as the booklet has it; `None` if its solution is asked for and not found.
fn entry(source: &Source, loaded: &Loaded, solutions: bool, budget: &Budget) -> Result<Option<Entry>, Wrong> {
    let mut solution = None;
    if solutions {
        let setup = Setup::resolve(loaded, &Options::default(), budget)?;
        let report = task::run(&task::Request::new(loaded, &setup, Ask::One), budget, &mut task::ignore)?;
        let Some(found) = report.solutions.first() else { return Ok(None) };
        solution = Some(loaded.instance.draw(found));
    }
    let title = loaded.model.title.clone().unwrap_or_else(|| loaded.puzzle.name().to_string());
    let rules = export::rules_of(source, &loaded.model, loaded.registry).unwrap_or_default();
    Ok(Some(Entry { title, rules, difficulty: String::new(), puzzle: loaded.instance.draw_puzzle(), solution }))
}
