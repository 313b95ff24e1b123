//! The language server from outside: a scripted client waits for messages, never for time.

mod client;
mod robust;

use self::client::{Client, MODEL, URI};
use crate::support::boardwright_with;
use serde_json::{Value, json};

/// The labels of completion at the end of a text.
fn labels(client: &mut Client, before: &str, after: &str) -> Vec<String> {
    let text = format!("{before}{after}");
    client.change(&text);
    let lines: Vec<&str> = before.split('\n').collect();
    let (line, character) = (lines.len() - 1, lines.last().map_or(0, |line| line.encode_utf16().count()));
    let params = json!({ "textDocument": { "uri": URI }, "position": { "line": line, "character": character } });
    let answer = client.ask("textDocument/completion", params);
    let items = answer["items"].as_array().unwrap_or_else(|| panic!("{before:?}: {answer}"));
    items.iter().map(|item| item["label"].as_str().expect("a label").to_string()).collect()
}

#[test]
fn diagnostics_are_those_of_the_command_line() {
    let mut client = Client::open(MODEL);
    assert_eq!(client.diagnostics(), json!([]));
    for (from, to) in
        [("exactly", "exactley"), ("\"row\"", "\"rwo\""), ("Q = 1", "K = 1"), ("= 3", "= \"x\""), ("[grid]", "[grid")]
    {
        let text = MODEL.replacen(from, to, 1).replace("# a", "# 𝔸é");
        assert_ne!(text, MODEL);
        client.change(&text);
        let sent = client.diagnostics();
        let printed = boardwright_with(&["check", "-"], &text, &[]).stderr;
        let sent = sent.as_array().expect("a list");
        assert_eq!(sent.len(), printed.matches("error[").count(), "{printed}");
        for own in sent {
            let code = own["code"].as_str().expect("a code");
            let message = own["message"].as_str().expect("a message").lines().next().expect("a line");
            let title = format!("error[{code}]: {message}\n");
            let place = printed.split_once(&title).unwrap_or_else(|| panic!("{title} in {printed}")).1;
            let place = place.lines().next().and_then(|place| place.split_once("--> -:")).expect("a place").1;
            let (line, column) = place.split_once(':').expect("a line and a column");
            let start = &own["range"]["start"];
            assert_eq!(start["line"].as_u64().map(|line| line + 1), line.parse().ok(), "{printed}");
            assert_eq!(start["character"].as_u64().map(|unit| unit + 1), column.parse().ok(), "{printed}");
        }
    }
}

#[test]
fn positions_are_utf_16_units() {
    let mut client = Client::open("puzzle = \"grid\"\ntitle = \"𝔸\" # 𝔸\n[grid]\n\"𝔸é\" = 1\nrows = 3\n");
    let own = &client.diagnostics()[0];
    let expected = json!({ "start": { "line": 3, "character": 0 }, "end": { "line": 3, "character": 5 } });
    assert_eq!((&own["code"], &own["range"]), (&json!("unknown-key"), &expected));
}

#[test]
fn warnings_are_those_of_the_command_line() {
    let text = include_str!("../warnings/unused.toml");
    let mut client = Client::open(text);
    let sent = client.diagnostics();
    let printed = boardwright_with(&["check", "-"], text, &[]).stderr;
    let sent = sent.as_array().expect("a list");
    assert_eq!(sent.len(), printed.matches("warning[").count(), "{printed}");
    for own in sent {
        let line = own["range"]["start"]["line"].as_u64().expect("a line") + 1;
        let code = own["code"].as_str().expect("a code");
        assert_eq!(own["severity"], 2);
        assert!(printed.contains(&format!("warning[{code}]")) && printed.contains(&format!(" --> -:{line}:")), "{own}");
    }
}

#[test]
fn changes_of_parts_and_other_files() {
    let mut client = Client::open(MODEL);
    assert_eq!(client.diagnostics(), json!([]));
    let key = MODEL.lines().position(|line| line.starts_with("exactly")).expect("a rule");
    let range = |from: usize, to: usize| json!({ "start": { "line": key, "character": from }, "end": { "line": key, "character": to } });
    client.changed(&json!([{ "range": range(0, 7), "text": "" }, { "range": range(0, 0), "text": "is" }]));
    assert_eq!(client.diagnostics()[0]["code"], "wrong-type");
    client.change("[package]\nname = \"x\"\ngenre = \"rock\"\nbroken = \n");
    assert_eq!(client.diagnostics(), json!([]), "it is no model");
    client.change("[genre]\nname = \"Nurikabe\"\n");
    assert_eq!(client.diagnostics()[0]["code"], "missing-puzzle");
    client.notify("textDocument/didClose", &json!({ "textDocument": { "uri": URI } }));
    assert_eq!(client.diagnostics_of(URI)["diagnostics"], json!([]));
}

#[test]
fn quick_fixes_replace_what_was_misspelt() {
    let mut client = Client::open(MODEL);
    let misspelt = [
        ("exactly", "exactley"),
        ("\"row\"", "\"rwo\""),
        ("puzzle = \"grid\"", "puzzle = \"grdi\""),
        ("\"colour\"", "colour"),
        ("Q = 1", "glue = 1"),
        ("\"region clue\"", "\"clue\""),
        ("\"region clue\"", "\"region clu\""),
    ];
    for (from, to) in misspelt {
        let text = MODEL.replacen(from, to, 1);
        client.change(&text);
        let own = client.diagnostics()[0].clone();
        let params =
            json!({ "textDocument": { "uri": URI }, "range": own["range"], "context": { "diagnostics": [own] } });
        let actions = client.ask("textDocument/codeAction", params);
        assert_eq!((&actions[0]["kind"], &actions[0]["isPreferred"]), (&json!("quickfix"), &json!(true)), "{actions}");
        assert_eq!(actions[0]["diagnostics"][0], own);
        let fixed = client::applied(&text, &actions[0]["edit"]["changes"][URI]);
        assert_eq!(fixed, MODEL.replacen("Q = 1", if to == "glue = 1" { "clue = 1" } else { "Q = 1" }, 1));
    }
    client.change(MODEL);
    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let params = json!({ "textDocument": { "uri": URI }, "range": whole, "context": { "diagnostics": [] } });
    assert_eq!(client.ask("textDocument/codeAction", params), json!([]));
}

#[test]
fn completion_offers_keys_values_and_names() {
    let mut client = Client::open(MODEL);
    let mut has = |before: &str, after: &str, expected: &[&str], not: &[&str]| {
        let found = labels(&mut client, before, after);
        for word in expected {
            assert!(found.iter().any(|own| own == word), "{before:?} has no {word}: {found:?}");
        }
        for word in not {
            assert!(!found.iter().any(|own| own == word), "{before:?} has {word}: {found:?}");
        }
    };
    has(MODEL, "\n", &["at-least", "at-most", "[grid]", "[[rule]]"], &["each", "name", "rows", "exactly"]);
    has(&format!("{MODEL}[grid]\nro"), "", &["columns", "values"], &["exactly"]);
    has(&format!("{MODEL}[gr"), "", &["grid", "rule"], &[]);
    has("puzzle = \"", "\"\n", &["grid", "lights-out"], &[]);
    has("puzzle = \"grid\"\n[grid]\nshape = ", "\n", &["hexagons", "graph"], &[]);
    has("puzzle = \"grid\"\n[grid]\nwrap = ", "\n", &["true", "false"], &[]);
    let (before, after) = MODEL.split_once("\"row\"").expect("a set");
    has(
        &format!("{before}\""),
        &format!("\"{after}"),
        &["row", "column", "region clue", "block 3x3"],
        &["region PICTURE"],
    );
    let (before, after) = MODEL.split_once("Q = 1").expect("a test");
    has(before, after, &["Q", ".", "clue", "given"], &[]);
    has(before, &after.replacen('}', "", 1), &["Q", "clue"], &[]);
    has(&format!("{MODEL}on = \""), "\"\n", &["grid", "colour"], &[]);
    has(&format!("{MODEL}sum = \""), "\"\n", &["clue", "value"], &[]);
    has(&format!("{MODEL}around = \""), "\"\n", &["knight", "rook", "ahead clue"], &[]);
    has(&format!("{MODEL}[[example]]\nboard = \"Q..\"\nbreaks = "), "\n", &["lines"], &[]);
    has(&format!("{MODEL}[encoding]\n"), "\n", &["cardinality", "at-most-one", "lines"], &[]);
    has(&format!("{MODEL}[encoding]\ncardinality = "), "\n", &["totalizer", "auto"], &["ladder"]);
    has(&format!("{MODEL}[genre]\nname = \""), "\"\n", &["Nurikabe", "Slitherlink"], &[]);
    client.change(&format!("{MODEL}is = \"not K\"\n"));
    let position = json!({ "line": MODEL.lines().count(), "character": 11 });
    let params = json!({ "textDocument": { "uri": URI }, "position": position });
    let item = client.ask("textDocument/completion", params)["items"][0].clone();
    assert_eq!(item["textEdit"]["range"]["start"]["character"], 10, "`not ` stays: {item}");
    let none = labels(&mut client, "[package]\n", "");
    assert!(none.is_empty(), "it is no model: {none:?}");
}

#[test]
fn hover_describes_keys_and_names() {
    let mut client = Client::open(MODEL);
    let mut about = |needle: &str, shift: usize| -> String {
        let at = MODEL.find(needle).expect("it is there") + shift;
        let (line, character) = client::position(MODEL, at);
        let params = json!({ "textDocument": { "uri": URI }, "position": { "line": line, "character": character } });
        let answer = client.ask("textDocument/hover", params);
        answer["contents"]["value"].as_str().unwrap_or_default().to_string()
    };
    let key = about("exactly", 2);
    assert!(key.contains("this number of members pass the test") && key.contains("exactly = { Q = 1 }"), "{key}");
    let rows = about("rows = 3", 0);
    assert!(rows.contains("a whole number from 1 to 1000"), "{rows}");
    assert!(about("\"row\"", 1).contains("the cells of each row"));
    assert!(about("Q = 1", 0).contains("a value"));
    assert!(about("values", 0).contains("the values of a cell"));
    assert_eq!(about("# a", 0), "");
}

#[test]
fn renaming_covers_pictures_and_rules() {
    let mut client = Client::open(MODEL);
    let mut at = |method: &str, needle: &str, new: &str| -> Result<Value, Value> {
        let (line, character) = client::position(MODEL, MODEL.find(needle).expect("it is there") + 1);
        let position = json!({ "line": line, "character": character });
        client.try_ask(method, json!({ "textDocument": { "uri": URI }, "position": position, "newName": new }))
    };
    let prepared = at("textDocument/prepareRename", "\"Q\"", "").expect("it can be renamed");
    assert_eq!(prepared["placeholder"], "Q");
    let renamed = |edit: Value| client::applied(MODEL, &edit["changes"][URI]);
    let text = renamed(at("textDocument/rename", "\"Q\"", "K").expect("it is free"));
    assert_eq!(text, MODEL.replace('Q', "K"));
    let text = renamed(at("textDocument/rename", "colour]", "hue").expect("it is free"));
    assert_eq!(text, MODEL.replace("colour", "hue"));
    let text = renamed(at("textDocument/rename", "lines\"", "all rows").expect("it is free"));
    assert_eq!(text, MODEL.replace("\"lines\"", "\"all rows\""));
    for (needle, new, reason) in [
        ("\"Q\"", "r", "the name `r` is taken"),
        ("\"Q\"", "clue", "the name `clue` is taken"),
        ("\"Q\"", "queen", "expected one character"),
        ("exactly", "x", "only values, layers and rules can be renamed"),
    ] {
        let wrong = at("textDocument/rename", needle, new).expect_err("it is refused");
        assert!(wrong["message"].as_str().is_some_and(|message| message.contains(reason)), "{wrong}");
    }
}

#[test]
fn formatting_folding_and_symbols() {
    let spoilt = MODEL.replace(" = ", "=").replace("\nQ..\n", "\n   Q..\n").replace("\n...\n", "\n   ...\n");
    let mut client = Client::open(&spoilt);
    let whole = json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true } });
    let edits = client.ask("textDocument/formatting", whole.clone());
    assert_ne!(edits, json!([]));
    let text = client::applied(&spoilt, &edits);
    assert!(text.contains("\nrows = 3\n"), "{text}");
    client.change(&text);
    assert_eq!(client.ask("textDocument/formatting", whole.clone()), json!([]), "idempotent");
    client.change("puzzle = \"grid\"\n[grid\n");
    assert_eq!(client.ask("textDocument/formatting", whole.clone()), Value::Null, "it has errors");
    client.change(MODEL);
    let symbols = client.ask("textDocument/documentSymbol", whole.clone());
    let names: Vec<&str> = symbols.as_array().expect("a list").iter().filter_map(|own| own["name"].as_str()).collect();
    assert_eq!(names, ["puzzle", "grid", "layer.colour", "picture", "rule", "rule"]);
    assert_eq!(symbols[5]["detail"], "lines");
    let folds = client.ask("textDocument/foldingRange", whole);
    let line = |needle: &str| MODEL.lines().position(|line| line == needle).expect("it is there");
    let fold = json!({ "startLine": line("[grid]"), "endLine": line("[layer.colour]") - 2 });
    assert!(folds.as_array().is_some_and(|folds| folds.contains(&fold)), "{folds}");
}

#[test]
fn a_lens_counts_the_solutions() {
    let counted = |text: &str| -> String {
        let mut client = Client::open(text);
        let lenses = client.ask("textDocument/codeLens", json!({ "textDocument": { "uri": URI } }));
        assert_eq!(lenses[1]["command"]["command"], "boardwright.draw");
        assert_eq!(lenses[2]["command"]["command"], "boardwright.explain");
        let first = client.ask("codeLens/resolve", lenses[0].clone());
        assert_eq!(client.ask("codeLens/resolve", lenses[0].clone()), first, "it is kept");
        first["command"]["title"].as_str().expect("a title").to_string()
    };
    let board = |values: &str, rest: &str| {
        format!(
            "puzzle = \"grid\"\n[grid]\nrows = 1\ncolumns = 3\nvalues = {values}\n[[rule]]\neach = \"row\"\n{rest}\n"
        )
    };
    assert_eq!(counted(&board("[\".\", \"Q\"]", "exactly = { Q = 3 }")), "unique");
    assert_eq!(counted(&board("[\".\", \"Q\"]", "exactly = { Q = 1 }")), "3 solutions");
    assert_eq!(counted(&board("[\".\", \"Q\"]", "exactly = { Q = 4 }")), "none");
    // 9 * 8 * 7
    assert_eq!(counted(&board("\"1..9\"", "all-different = true")), "504 solutions");
    assert_eq!(counted("puzzle = \"grid\"\n[grid\n"), "has errors");
}

#[test]
fn commands_draw_and_explain() {
    let mut client = Client::open(MODEL);
    let command = |name: &str| json!({ "command": name, "arguments": [URI] });
    let drawn = client.ask("workspace/executeCommand", command("boardwright.draw"));
    let printed = boardwright_with(&["draw", "-", "--format", "svg"], MODEL, &[]).stdout;
    assert_eq!(drawn.as_str(), Some(printed.as_str()));
    let explained = client.ask("workspace/executeCommand", command("boardwright.explain"));
    let printed = boardwright_with(&["explain", "-"], MODEL, &[]).stdout;
    assert_eq!(explained.as_str(), Some(printed.as_str()));
    let wrong = client.try_ask("workspace/executeCommand", command("boardwright.other")).expect_err("it is unknown");
    assert_eq!(wrong["code"], -32602);
    client.change("puzzle = \"grid\"\n");
    let wrong = client.try_ask("workspace/executeCommand", command("boardwright.draw")).expect_err("it has errors");
    assert!(wrong["message"].as_str().is_some_and(|message| message.contains("missing key `grid`")), "{wrong}");
}
