//! Parts of messages: positions, ranges, errors, and parameters of requests.

use serde::Deserialize;
use serde_json::{Value, json};

/// An error of a request: its code in the protocol and the message.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Wrong {
    pub(crate) code: i64,
    pub(crate) message: String,
}

impl Wrong {
    pub(crate) const PARSE: i64 = -32700;
    pub(crate) const REQUEST: i64 = -32600;
    pub(crate) const METHOD: i64 = -32601;
    pub(crate) const PARAMETERS: i64 = -32602;
    pub(crate) const INTERNAL: i64 = -32603;
    pub(crate) const NOT_INITIALIZED: i64 = -32002;
    pub(crate) const CANCELLED: i64 = -32800;
    pub(crate) const MODIFIED: i64 = -32801;
    pub(crate) const SERVER_CANCELLED: i64 = -32802;
    /// A request that is valid and cannot be done.
    pub(crate) const FAILED: i64 = -32803;

    pub(crate) fn new(code: i64, message: impl Into<String>) -> Wrong {
        Wrong { code, message: message.into() }
    }

    /// Returns a refusal of a valid request.
    pub(crate) fn refused(message: impl Into<String>) -> Wrong {
        Wrong::new(Wrong::FAILED, message)
    }
}

/// Returns the response to a request.
pub(crate) fn response(id: &Value, answer: Result<Value, Wrong>) -> Value {
    match answer {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(wrong) => {
            let error = json!({ "code": wrong.code, "message": wrong.message });
            json!({ "jsonrpc": "2.0", "id": id, "error": error })
        }
    }
}

/// Returns a notification.
pub(crate) fn notification(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

/// Reads parameters.
pub(crate) fn parameters<T: for<'d> Deserialize<'d>>(given: &Value) -> Result<T, Wrong> {
    T::deserialize(given).map_err(|error| Wrong::new(Wrong::PARAMETERS, format!("wrong parameters: {error}")))
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub(crate) struct Position {
    pub(crate) line: u32,
    pub(crate) character: u32,
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub(crate) struct Range {
    pub(crate) start: Position,
    pub(crate) end: Position,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Identifier {
    pub(crate) uri: String,
    #[serde(default)]
    pub(crate) version: Option<i64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Opened {
    pub(crate) text_document: Item,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Item {
    pub(crate) uri: String,
    pub(crate) version: i64,
    pub(crate) text: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Changed {
    pub(crate) text_document: Identifier,
    pub(crate) content_changes: Vec<Change>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Change {
    pub(crate) range: Option<Range>,
    pub(crate) text: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Whole {
    pub(crate) text_document: Identifier,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Placed {
    pub(crate) position: Position,
    /// Of a renaming.
    #[serde(default)]
    pub(crate) new_name: String,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Ranged {
    pub(crate) range: Range,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Command {
    pub(crate) command: String,
    #[serde(default)]
    pub(crate) arguments: Vec<Value>,
}
