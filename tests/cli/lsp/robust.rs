//! The server under wrong messages, ends of connections, large texts and changes during its work.

use super::client::{Client, MODEL, URI};
use serde_json::{Value, json};

/// A model whose count and explanation take far longer than the next message.
const HARD: &str = "puzzle = \"grid\"\n[grid]\nrows = 40\ncolumns = 40\nvalues = [\".\", \"Q\"]\n\
    [[rule]]\neach = [\"row\", \"column\"]\nexactly = { Q = 17 }\n[[rule]]\neach = \"window 3x3\"\nat-most = { Q = 4 }\n\
    [[rule]]\neach = \"window 5x5\"\nat-most = { Q = 11 }\n";

#[test]
fn the_life_of_a_server() {
    let mut client = Client::start();
    assert_eq!(client.try_ask("textDocument/hover", json!({})).expect_err("too early")["code"], -32002);
    let capabilities = client.ask("initialize", json!({ "capabilities": {} }))["capabilities"].clone();
    assert_eq!(capabilities["positionEncoding"], "utf-16");
    assert_eq!(client.try_ask("initialize", json!({})).expect_err("twice")["code"], -32600);
    assert_eq!(client.ask("shutdown", Value::Null), Value::Null);
    assert_eq!(client.try_ask("textDocument/hover", json!({})).expect_err("too late")["code"], -32600);
    client.notify("exit", &Value::Null);
    assert_eq!(client.close().code(), Some(0));

    let mut client = Client::initialized();
    client.notify("exit", &Value::Null);
    assert_eq!(client.close().code(), Some(1), "without shutdown");
    assert_eq!(Client::open(MODEL).close().code(), Some(1), "the client died");
    assert_eq!(Client::start().close().code(), Some(1), "the client died at once");
    let mut client = Client::initialized();
    client.ask("shutdown", Value::Null);
    assert_eq!(client.close().code(), Some(0), "the end of the input after shutdown is an end");
}

#[test]
fn wrong_messages_are_answered_and_the_server_goes_on() {
    let mut client = Client::open(MODEL);
    client.diagnostics();
    for (bytes, code) in [
        ("Content-Length: 5\r\n\r\n{\"a\":", -32700),
        ("Content-Length: x\r\n\r\n", -32700),
        ("Nothing: 1\r\n\r\n", -32700),
        ("Content-Length: 2\r\n\r\n[]", -32600),
        ("Content-Length: 4\r\n\r\nnull", -32600),
        ("Content-Length: 10\r\n\r\n{\"id\": []}", -32600),
    ] {
        client.bytes(bytes.as_bytes());
        let answer = client.receive();
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(code), &Value::Null), "{bytes:?}");
    }
    client.bytes(b"Content-Length: 3\r\n\r\n\xff\xfe\xfd");
    assert_eq!(client.receive()["error"]["code"], -32700);
    for (method, params, code) in [
        ("textDocument/unknown", json!({}), -32601),
        ("textDocument/hover", json!({}), -32602),
        (
            "textDocument/hover",
            json!({ "textDocument": { "uri": URI }, "position": { "line": -1, "character": 0 } }),
            -32602,
        ),
        (
            "textDocument/hover",
            json!({ "textDocument": { "uri": "other:1" }, "position": { "line": 0, "character": 0 } }),
            -32602,
        ),
        ("textDocument/rename", json!([1, 2]), -32602),
        ("workspace/executeCommand", json!({ "command": "boardwright.draw" }), -32602),
        ("codeLens/resolve", json!({ "range": null }), -32602),
    ] {
        assert_eq!(client.try_ask(method, params.clone()).expect_err("it is wrong")["code"], code, "{method} {params}");
    }
    for (method, params) in [
        ("textDocument/didOpen", json!({ "textDocument": 3 })),
        ("textDocument/didChange", json!({ "textDocument": { "uri": "other:1", "version": 2 }, "contentChanges": [] })),
        ("textDocument/didChange", json!(null)),
        ("textDocument/didClose", json!({ "textDocument": { "uri": "other:1" } })),
        ("$/cancelRequest", json!({ "id": 77 })),
        ("$/unknown", json!({})),
    ] {
        client.notify(method, &params);
    }
    client.send(&json!({ "jsonrpc": "2.0", "id": 9, "result": null }));
    // Positions outside the text are moved into it.
    let far =
        json!({ "textDocument": { "uri": URI }, "position": { "line": 4_000_000, "character": 4_000_000_000_u32 } });
    assert_eq!(client.ask("textDocument/hover", far), Value::Null);
    client.change(&MODEL.replace("exactly", "exactley"));
    assert_eq!(client.diagnostics()[0]["code"], "unknown-key");
}

#[test]
fn a_change_ends_the_work_on_the_older_text() {
    let mut client = Client::open(HARD);
    let whole = json!({ "textDocument": { "uri": URI } });
    let lenses = client.ask("textDocument/codeLens", whole);
    let lens = client.request("codeLens/resolve", lenses[0].clone());
    let explain =
        client.request("workspace/executeCommand", json!({ "command": "boardwright.explain", "arguments": [URI] }));
    client.change(MODEL);
    let mut codes = [Value::Null, Value::Null];
    for _ in 0..2 {
        let answer = next_response(&mut client);
        codes[usize::from(answer["id"] != lens)] = answer["error"]["code"].clone();
        assert!(answer["id"] == lens || answer["id"] == explain, "{answer}");
    }
    assert_eq!(codes, [json!(-32801), json!(-32801)]);
    assert_eq!(client.diagnostics(), json!([]));
    let wrong = client.try_ask("codeLens/resolve", lenses[0].clone()).expect_err("the lens is that of the older text");
    assert_eq!(wrong["code"], -32801);
}

fn next_response(client: &mut Client) -> Value {
    loop {
        let message = client.receive();
        if message.get("method").is_none() {
            return message;
        }
    }
}

#[test]
fn a_request_can_be_cancelled() {
    let mut client = Client::open(HARD);
    let explain =
        client.request("workspace/executeCommand", json!({ "command": "boardwright.explain", "arguments": [URI] }));
    client.notify("$/cancelRequest", &json!({ "id": explain }));
    let answer = next_response(&mut client);
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&explain, &json!(-32800)));
}

#[test]
fn large_and_deep_texts() {
    let mut client = Client::open(&"[".repeat(200_000));
    assert_eq!(client.diagnostics(), json!([]), "it is no model");
    client.change(&format!("puzzle = \"grid\"\na = {}", "[".repeat(200_000)));
    assert_eq!(client.diagnostics()[0]["code"], "too-deep");
    client.change(&format!("puzzle = \"grid\"\n{}", "# x\n".repeat(5 << 20)));
    assert_eq!(client.diagnostics()[0]["code"], "too-large");
    let rows = "[[rule]]\neach = \"row\"\nexactly = { Q = 1 }\n".repeat(2_000);
    client.change(&format!("puzzle = \"grid\"\n[grid]\nrows = 3\ncolumns = 3\nvalues = [\".\", \"Q\"]\n{rows}"));
    assert_eq!(client.diagnostics(), json!([]));
    let folds = client.ask("textDocument/foldingRange", json!({ "textDocument": { "uri": URI } }));
    assert_eq!(folds.as_array().map(Vec::len), Some(2_001));
    client.change(MODEL);
    assert_eq!(client.diagnostics(), json!([]));
}

#[test]
fn files_that_models_name() {
    let folder = crate::support::folder::Folder::new("lsp");
    folder.file("words.txt", "# words\nAB\nBA\n");
    let uri = format!("file://{}", folder.path("m.toml"));
    let text = "puzzle = \"grid\"\n[grid]\nrows = 1\ncolumns = 2\nvalues = [\"A\", \"B\"]\n[[rule]]\neach = \"row\"\nwords = \"words.txt\"\n";
    let mut client = Client::initialized();
    let mut open = |version: i64, text: &str| -> Value {
        let item = json!({ "uri": uri, "languageId": "toml", "version": version, "text": text });
        client.notify("textDocument/didOpen", &json!({ "textDocument": item }));
        client.diagnostics_of(&uri)["diagnostics"].clone()
    };
    assert_eq!(open(1, text), json!([]));
    let wrong = open(2, &text.replace("\"words.txt\"", "\"words.txt\"\nexactley = 1"));
    let expected = json!({ "start": { "line": 8, "character": 0 }, "end": { "line": 8, "character": 8 } });
    assert_eq!((&wrong[0]["code"], &wrong[0]["range"]), (&json!("unknown-key"), &expected), "places behind the words");
    assert_eq!(open(3, &text.replace("words.txt", "none.txt"))[0]["code"], "unread-file");
    assert_eq!(open(4, &text.replace("words.txt", "../other.txt"))[0]["code"], "outside-folder");
}
