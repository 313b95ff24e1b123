//! The stream of events that answers a request.
//!
//! The first event is `start`; the last one is `end`, with the reason if the answer is incomplete. Start with [`answer`].

use super::request::{Ask, Events, Request, Session, VERSION, Wrong};
use super::{coins, convert, learning, making, model, play, print, problem, reason, superfluous, verdict};
use boardwright_base::budget::{self, Budget};
use boardwright_base::source::Source;
use boardwright_puzzle::Registry;
use boardwright_tasks::task::Failure;
use serde_json::{Value, json};

/// Answers the request in this text: each event is a JSON object. The budget holds together with the time limit of the request.
pub fn answer(registry: Registry, text: &[u8], budget: &Budget, write: &mut dyn FnMut(&Value)) {
    let end = match serde_json::from_slice(text) {
        Err(error) => ended(&Err(Wrong::Malformed(error))),
        Ok(request) => ended(&run(registry, &request, budget, write)),
    };
    write(&end);
}

/// Returns the last event.
fn ended(result: &Result<(), Wrong>) -> Value {
    let stopped = matches!(result, Err(Wrong::Stopped(_) | Wrong::Unmade(..) | Wrong::Failed(Failure::Stopped(_))));
    let error = result.as_ref().err().map(ToString::to_string);
    json!({ "event": "end", "stopped": stopped, "error": error })
}

fn run(registry: Registry, request: &Request, budget: &Budget, write: &mut Events<'_>) -> Result<(), Wrong> {
    if request.boardwright_workbench != VERSION {
        return Err(Wrong::Version(request.boardwright_workbench));
    }
    let limit = request.time_limit.as_deref().map(budget::time).transpose()?;
    let budget = budget.at_most(limit);
    let name = if request.name.is_empty() { "model" } else { &request.name };
    let session = Session { registry, source: Source::new(name, request.model.as_str()), budget: &budget };
    write(&json!({ "event": "start", "boardwright-workbench": VERSION, "request": request.ask.name() }));
    let answered = match &request.ask {
        Ask::Draw {} => model::draw(&session, write),
        Ask::Verdict { most } => verdict::verdict(&session, *most, write),
        Ask::Candidates {} => verdict::candidates(&session, write),
        Ask::Explain {} => reason::explain(&session, write),
        Ask::Steps {} => reason::steps(&session, write),
        Ask::Superfluous {} => superfluous::superfluous(&session, write),
        Ask::Learn(lesson) => learning::learn(&session, lesson, write),
        Ask::Import {} => convert::import(&session, write),
        Ask::Export { what } => convert::export(&session, what, write),
        Ask::Kinds {} => convert::kinds(registry, write),
        Ask::New(wish) => convert::new(&session, wish, write),
        Ask::Schema {} => convert::schema(registry, write),
        Ask::Generate(wish) => making::generate(&session, wish, write),
        Ask::Sheet {} => play::sheet(&session, write),
        Ask::Check(entries) => play::check(&session, &entries.known, write),
        Ask::Hint(entries) => play::hint(&session, &entries.known, write),
        Ask::Turns { made } => play::turns(&session, made, write),
        Ask::Coins(laid) => coins::coins(&session, laid, write),
        Ask::Booklet(pages) => print::booklet(&session, pages, write),
    };
    answered.map_err(|wrong| match wrong {
        Wrong::Failed(Failure::Model(found)) => {
            write(&problem::diagnostics(&session.source, &found, "error"));
            Wrong::Model
        }
        other => other,
    })
}
