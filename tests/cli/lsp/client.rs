//! A client of the language server. A server that hangs ends the test: it is killed after [`PATIENCE`].

use boardwright_lsp::frame::{self, Incoming};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// The time after which a test has failed, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

pub(super) const URI: &str = "untitled:Untitled-1";

pub(super) const MODEL: &str = "# a model\npuzzle = \"grid\"\n\n[grid]\nrows = 3\ncolumns = 3\nvalues = [\".\", \"Q\"]\ngiven = \"\"\"\nQ..\n...\n...\n\"\"\"\n\n\
    [layer.colour]\nvalues = [\"r\", \"b\"]\n\n[picture]\nclue = \"\"\"\n1..\n.2.\n...\n\"\"\"\n\n\
    [[rule]]\nname = \"regions\"\neach = \"region clue\"\non = \"colour\"\nall-equal = true\n\n[[rule]]\nname = \"lines\"\neach = [\"row\"]\nexactly = { Q = 1 }\n";

pub(super) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    next: i64,
    version: i64,
    /// Notifications that no one waited for yet.
    kept: VecDeque<Value>,
    _watch: mpsc::Sender<()>,
}

impl Client {
    /// Starts a server without a message.
    pub(super) fn start() -> Client {
        let mut child = Command::new(env!("CARGO_BIN_EXE_boardwright"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the binary was built");
        let (input, output) = (child.stdin.take(), child.stdout.take().expect("it is piped"));
        let (watch, ended) = mpsc::channel::<()>();
        let id = child.id().to_string();
        std::thread::spawn(move || {
            if ended.recv_timeout(PATIENCE) == Err(mpsc::RecvTimeoutError::Timeout) {
                let _ = Command::new("kill").args(["-9", &id]).status();
            }
        });
        let output = BufReader::new(output);
        Client { child, input, output, next: 1, version: 0, kept: VecDeque::new(), _watch: watch }
    }

    /// Starts a server and initializes it.
    pub(super) fn initialized() -> Client {
        let mut client = Client::start();
        client.ask("initialize", json!({ "processId": null, "rootUri": null, "capabilities": {} }));
        client.notify("initialized", &json!({}));
        client
    }

    /// Starts a server with a document.
    pub(super) fn open(text: &str) -> Client {
        let mut client = Client::initialized();
        client.version = 1;
        let item = json!({ "uri": URI, "languageId": "toml", "version": 1, "text": text });
        client.notify("textDocument/didOpen", &json!({ "textDocument": item }));
        client
    }

    /// Replaces the text of the document.
    pub(super) fn change(&mut self, text: &str) {
        self.changed(&json!([{ "text": text }]));
    }

    pub(super) fn changed(&mut self, changes: &Value) {
        self.version += 1;
        let own = json!({ "uri": URI, "version": self.version });
        self.notify("textDocument/didChange", &json!({ "textDocument": own, "contentChanges": changes }));
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("it is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the server reads");
    }

    pub(super) fn send(&mut self, message: &Value) {
        frame::write(self.input.as_mut().expect("it is open"), message).expect("the server reads");
    }

    pub(super) fn notify(&mut self, method: &str, params: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request and returns its id.
    pub(super) fn request(&mut self, method: &str, params: Value) -> Value {
        let id = json!(self.next);
        self.next += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// Receives the next message.
    pub(super) fn receive(&mut self) -> Value {
        match frame::read(&mut self.output).expect("the server writes") {
            Some(Incoming::Message(message)) => message,
            other => panic!("no message: {other:?}"),
        }
    }

    /// Waits for the response to a request; notifications are kept.
    pub(super) fn response(&mut self, id: &Value) -> Value {
        loop {
            let message = self.receive();
            if message.get("method").is_none() {
                assert_eq!(&message["id"], id, "{message}");
                return message;
            }
            self.kept.push_back(message);
        }
    }

    pub(super) fn try_ask(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let id = self.request(method, params);
        let response = self.response(&id);
        match response.get("error") {
            Some(error) => Err(error.clone()),
            None => Ok(response["result"].clone()),
        }
    }

    pub(super) fn ask(&mut self, method: &str, params: Value) -> Value {
        self.try_ask(method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Waits for the diagnostics of the newest version.
    pub(super) fn diagnostics(&mut self) -> Value {
        loop {
            let params = self.diagnostics_of(URI);
            if params["version"] == self.version {
                return params["diagnostics"].clone();
            }
        }
    }

    /// Waits for the next diagnostics of a document.
    pub(super) fn diagnostics_of(&mut self, uri: &str) -> Value {
        loop {
            let message = self.kept.pop_front().unwrap_or_else(|| self.receive());
            if message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == uri {
                return message["params"].clone();
            }
        }
    }

    /// Ends the input, and waits for the end of the server.
    pub(super) fn close(mut self) -> ExitStatus {
        drop(self.input.take());
        self.child.wait().expect("it ends")
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.child.wait();
    }
}

/// Returns the line and the UTF-16 units in it of a byte offset.
pub(super) fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (line, before[start..].encode_utf16().count())
}

/// Returns a text with edits.
pub(super) fn applied(text: &str, edits: &Value) -> String {
    let offset = |position: &Value| {
        let (line, units) =
            (position["line"].as_u64().expect("a line"), position["character"].as_u64().expect("units"));
        let start: usize = text.split_inclusive('\n').take(line as usize).map(str::len).sum();
        let mut left = units as usize;
        let mut at = start;
        for c in text[start..].chars() {
            if left == 0 {
                break;
            }
            left -= c.len_utf16();
            at += c.len_utf8();
        }
        at
    };
    let mut edits: Vec<(usize, usize, &str)> = (edits.as_array().unwrap_or_else(|| panic!("no edits: {edits}")).iter())
        .map(|edit| {
            let range = &edit["range"];
            (offset(&range["start"]), offset(&range["end"]), edit["newText"].as_str().expect("a text"))
        })
        .collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.0));
    edits.iter().fold(text.to_string(), |text, (start, end, new)| format!("{}{new}{}", &text[..*start], &text[*end..]))
}
