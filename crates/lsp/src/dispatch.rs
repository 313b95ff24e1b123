//! Requests about a document: which there are, and the work that answers them. Start with [`work`].

use crate::document::Document;
use crate::protocol::{Command, Placed, Position, Ranged, Whole, Wrong, parameters};
use crate::{complete, format, hover, outline, problems, rename, verdict};
use boardwright_base::budget::Budget;
use boardwright_base::program;
use serde_json::{Value, json};
use std::time::Duration;

/// The work that answers a request.
pub(crate) type Work = Box<dyn FnOnce(&Document, &Budget) -> Result<Value, Wrong> + Send>;

/// The time for an answer while somebody types.
const TYPING: Duration = Duration::from_secs(2);
/// The time for a change of the whole text, which is checked.
const CHANGE: Duration = Duration::from_secs(10);
/// The time for a drawing or an explanation.
const COMMAND: Duration = Duration::from_secs(60);

/// Returns the answer to `initialize`.
pub(crate) fn capabilities() -> Value {
    json!({
        "capabilities": {
            "positionEncoding": "utf-16",
            "textDocumentSync": { "openClose": true, "change": 2 },
            "completionProvider": { "triggerCharacters": ["\"", "'", "=", "[", "{", ".", ","] },
            "hoverProvider": true,
            "codeActionProvider": { "codeActionKinds": ["quickfix"] },
            "renameProvider": { "prepareProvider": true },
            "documentFormattingProvider": true,
            "foldingRangeProvider": true,
            "documentSymbolProvider": true,
            "codeLensProvider": { "resolveProvider": true },
            "executeCommandProvider": { "commands": [verdict::DRAW, verdict::EXPLAIN] },
        },
        "serverInfo": { "name": program::NAME, "version": program::VERSION },
    })
}

/// Returns the document that a request is about.
pub(crate) fn uri(method: &str, params: &Value) -> Result<String, Wrong> {
    if method == "workspace/executeCommand" {
        let command: Command = parameters(params)?;
        let uri = command.arguments.first().and_then(Value::as_str);
        let missing =
            || Wrong::new(Wrong::PARAMETERS, format!("`{}`: expected the URI of a document", command.command));
        return uri.map(str::to_string).ok_or_else(missing);
    }
    Ok(parameters::<Whole>(params)?.text_document.uri)
}

/// Returns the work that answers a request, and its time limit.
pub(crate) fn work(method: &str, params: &Value) -> Result<(Work, Duration), Wrong> {
    let at = |work: fn(&Document, usize, &Budget) -> Result<Value, Wrong>| -> Result<Work, Wrong> {
        let position: Position = parameters::<Placed>(params)?.position;
        Ok(Box::new(move |document, budget| work(document, document.offset(position), budget)))
    };
    let whole = |work: fn(&Document, &Budget) -> Result<Value, Wrong>| -> Result<Work, Wrong> { Ok(Box::new(work)) };
    let (work, limit) = match method {
        "textDocument/completion" => (at(complete::complete), TYPING),
        "textDocument/hover" => (at(|document, offset, budget| Ok(hover::hover(document, offset, budget))), TYPING),
        "textDocument/prepareRename" => (at(rename::prepare), TYPING),
        "textDocument/rename" => {
            let Placed { position, new_name, .. } = parameters(params)?;
            let work: Work = Box::new(move |document, budget| {
                rename::rename(document, document.offset(position), &new_name, budget)
            });
            (Ok(work), CHANGE)
        }
        "textDocument/codeAction" => {
            let Ranged { range, .. } = parameters(params)?;
            let work: Work =
                Box::new(move |document, budget| Ok(problems::fixes(document, document.span(range), budget)));
            (Ok(work), CHANGE)
        }
        "textDocument/formatting" => (whole(format::format), CHANGE),
        "textDocument/foldingRange" => (whole(|document, _| Ok(outline::folds(document))), TYPING),
        "textDocument/documentSymbol" => (whole(|document, _| Ok(outline::symbols(document))), TYPING),
        "textDocument/codeLens" => (whole(|document, _| Ok(verdict::lenses(document))), TYPING),
        "workspace/executeCommand" => match &*parameters::<Command>(params)?.command {
            verdict::DRAW => (whole(verdict::draw), COMMAND),
            verdict::EXPLAIN => (whole(verdict::explain), COMMAND),
            other => {
                let message = format!("unknown command `{other}`; expected {} or {}", verdict::DRAW, verdict::EXPLAIN);
                return Err(Wrong::new(Wrong::PARAMETERS, message));
            }
        },
        _ => return Err(Wrong::new(Wrong::METHOD, format!("unknown method `{method}`"))),
    };
    Ok((work?, limit))
}
