//! Events of a request as JSON lines, a documented and versioned format (docs/events.md).
//!
//! A stream is a line for each [`Event`], which begins with `start`, and a last line `summary` with the result. Start with
//! [`line()`].

use super::json;
use boardwright_puzzle::Instance;
use boardwright_puzzle::solution::Solution;
use boardwright_tasks::task::{Event, Start};
use serde_json::{Map, Value, json};

/// The version of the format. It changes if an event or a key changes its meaning or is removed; readers skip unknown events and
/// keys.
pub const VERSION: u32 = 1;

/// Returns an event as a line. `instance` writes solutions; requests without a model have none.
pub fn line(instance: Option<&dyn Instance>, event: &Event) -> String {
    let object = |solution: &Solution| instance.map(|instance| solution.to_json(instance));
    let value = match event {
        Event::Start(start) => started(start),
        Event::Solution { number, solution } => {
            json!({ "event": "solution", "number": number, "solution": object(solution) })
        }
        Event::Steps(steps) => json!({ "event": "steps", "steps": steps }),
        Event::Board(board) => json!({ "event": "board", "board": board }),
        Event::Goal(board) => json!({ "event": "goal", "board": board }),
        Event::Better { value, solution } => {
            json!({ "event": "better", "value": value, "solution": object(solution) })
        }
        Event::Bound { value, is_upper } => {
            json!({ "event": "bound", "value": value, "kind": json::bound_kind(*is_upper) })
        }
        Event::Split { node, children } => {
            json!({ "event": "split", "node": node.to_string(), "children": children })
        }
        Event::Cube { node, count } => {
            json!({ "event": "cube", "node": node.to_string(), "count": json::count(count) })
        }
        Event::Layer { node, layer } => {
            json!({ "event": "layer", "node": node.to_string(), "variables": layer.variables })
        }
        Event::Progress { share, found, part } => {
            json!({ "event": "progress", "share": share, "found": json::count(found), "part": part })
        }
        Event::Core { size, minimal, smallest } => {
            json!({ "event": "core", "size": size, "minimal": minimal, "smallest": smallest })
        }
        Event::Draft { left, of } => json!({ "event": "draft", "left": left, "of": of }),
        Event::Stage(words) => json!({ "event": "stage", "words": words }),
    };
    format!("{value}\n")
}

fn started(start: &Start) -> Value {
    json!({
        "event": "start",
        "boardwright-events": VERSION,
        "request": start.request,
        "puzzle": start.puzzle,
        "method": start.method,
        "route": start.route.map(boardwright_ir::route::Route::name),
        "backend": start.backend,
        "formulation": start.formulation,
    })
}

/// Returns the last line: the result, an object.
pub fn summary(result: Value) -> String {
    let mut object = Map::from_iter([("event".to_string(), Value::from("summary"))]);
    match result {
        Value::Object(result) => object.extend(result),
        other => drop(object.insert("result".into(), other)),
    }
    format!("{}\n", Value::Object(object))
}
