//! Requests and the events that answer them.

mod learning;

use super::request::{Ask, Coins, Entries, Generate, Lesson, New, Pages, Request};
use super::{VERSION, answer};
use boardwright_base::budget::Budget;
use boardwright_families::REGISTRY;
use serde_json::{Value, json};
use std::sync::atomic::Ordering;
use ts_rs::TS;

const QUEENS: &str = "puzzle = \"grid\"\n\n[grid]\nvalues = [\".\", \"Q\"]\ngiven = \"\"\"\n....\n....\n....\n....\n\"\"\"\n\n\
    [[rule]]\neach = [\"row\", \"column\"]\nexactly = { Q = 1 }\n\n\
    [[rule]]\neach = [\"diagonal\", \"antidiagonal\"]\nat-most = { Q = 1 }\n";

fn asked(request: Value, budget: &Budget) -> Vec<Value> {
    let mut request = request;
    request["boardwright-workbench"] = VERSION.into();
    let mut events = Vec::new();
    answer(REGISTRY, request.to_string().as_bytes(), budget, &mut |event| events.push(event.clone()));
    assert_eq!(events.last().map(|event| &event["event"]), Some(&json!("end")), "{events:?}");
    events
}

fn ask(ask: &str, model: &str) -> Vec<Value> {
    asked(json!({ "ask": ask, "model": model }), &Budget::none())
}

fn only<'e>(events: &'e [Value], name: &str) -> &'e Value {
    let mut found = events.iter().filter(|event| event["event"] == name);
    let event = found.next().unwrap_or_else(|| panic!("no {name} in {events:?}"));
    assert!(found.next().is_none(), "several {name}");
    event
}

fn last<'e>(events: &'e [Value], name: &str) -> &'e Value {
    events.iter().rfind(|event| event["event"] == name).unwrap_or_else(|| panic!("no {name} in {events:?}"))
}

#[test]
fn a_board_has_its_picture_and_the_place_of_each_mark() {
    let events = ask("draw", QUEENS);
    let board = only(&events, "board");
    assert!(board["svg"].as_str().unwrap().starts_with("<svg"));
    let margins = [0.0; 4];
    let place = json!({ "x": 20.0, "y": 20.0, "cell": 40.0, "rows": 4, "columns": 4, "top": 0, "margins": margins, "outlines": null });
    assert_eq!(board["panels"][0], place);
    let picture = &board["pictures"][0];
    assert_eq!((&picture["name"], &picture["columns"]), (&json!("grid.given"), &json!(4)));
    let place = picture["marks"][3][0][0].as_u64().unwrap() as usize;
    assert_eq!(place, QUEENS.find("....\n\"\"\"").unwrap(), "the fourth row");
    assert_eq!(board["values"][0]["values"], json!([".", "Q"]));
    assert_eq!(only(&events, "end"), &json!({ "event": "end", "stopped": false, "error": null }));
}

#[test]
fn a_diagnostic_has_its_place_and_a_fix() {
    let model = QUEENS.replace("[grid]", "# é\n[grid]").replace("exactly", "exactley");
    let events = ask("draw", &model);
    let wrong = &only(&events, "diagnostics")["diagnostics"][0];
    assert_eq!((&wrong["severity"], &wrong["code"]), (&json!("error"), &json!("unknown-key")));
    let before: usize = model[..model.find("exactley").unwrap()].chars().count();
    let fix = &wrong["fix"];
    assert_eq!((&fix["from"], &fix["to"], &fix["insert"]), (&json!(before), &json!(before + 8), &json!("exactly")));
    assert_eq!(only(&events, "end")["error"], "the model has errors");
}

/// A word that has a near one is replaced, wherever the message names it: in its label, in its text, or in its help.
#[test]
fn words_that_were_probably_meant_replace_the_written_ones() {
    let fixed = |from: &str, to: &str| {
        let model = QUEENS.replacen(from, to, 1);
        assert_ne!(model, QUEENS, "{from}");
        let events = ask("draw", &model);
        let fix = only(&events, "diagnostics")["diagnostics"][0]["fix"].clone();
        let at = |key: &str| usize::try_from(fix[key].as_u64().unwrap_or_else(|| panic!("no fix of {to}"))).unwrap();
        let letters: Vec<char> = model.chars().collect();
        let text = |range: std::ops::Range<usize>| letters[range].iter().collect::<String>();
        let (before, after) = (text(0..at("from")), text(at("to")..letters.len()));
        before + fix["insert"].as_str().unwrap() + &after
    };
    let each = ["row", "column"].map(|word| format!("\"{word}\"")).join(", ");
    assert!(QUEENS.contains(&each), "{QUEENS}");
    for (right, wrong) in [("exactly", "exactley"), ("\"column\"", "\"colum\""), ("\"grid\"", "\"gird\"")] {
        assert_eq!(fixed(right, wrong), QUEENS);
    }
    let around =
        |word: &str| format!("[[rule]]\neach = \"cell\"\naround = \"{word}\"\nat-least = {{ Q = 0 }}\n\n[[rule]]");
    assert_eq!(fixed("[[rule]]", &around("wazri")), QUEENS.replacen("[[rule]]", &around("wazir"), 1));
    // No word is replaced where none is near.
    let events = ask("draw", &QUEENS.replacen("\"grid\"", "\"zzzzzz\"", 1));
    assert_eq!(only(&events, "diagnostics")["diagnostics"][0]["fix"], Value::Null);
}

#[test]
fn the_verdict_counts_and_names_the_cells_that_differ() {
    let events = ask("verdict", QUEENS);
    let verdict = last(&events, "verdict");
    assert_eq!((&verdict["state"], &verdict["count"]), (&json!("several"), &json!(2)), "four queens: OEIS A000170");
    assert_eq!(events.iter().filter(|event| event["event"] == "solution").count(), 2);
    let cells = last(&events, "differences")["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 8, "the two solutions have no queen in common");
    let unique = QUEENS.replacen("....", ".Q..", 1);
    assert_eq!(last(&ask("verdict", &unique), "verdict")["state"], "unique");
    let none = QUEENS.replacen("....", "Q...", 1);
    assert_eq!(last(&ask("verdict", &none), "verdict")["state"], "none");
    let many = QUEENS
        .replace("....\n", "........\n")
        .replace("\"\"\"\n........\n", "\"\"\"\n........\n........\n........\n........\n........\n");
    let verdict = ask("verdict", &many);
    assert_eq!(last(&verdict, "verdict")["count"], 92, "eight queens: OEIS A000170");
    assert_eq!(last(&verdict, "verdict")["at_least"], 20);
    // Of 92 solutions, 20 are listed; every cell has a queen in one of all, and none in another.
    let differences = last(&verdict, "differences");
    assert_eq!((&differences["exact"], differences["cells"].as_array().map(Vec::len)), (&json!(true), Some(64)));
}

#[test]
fn candidates_are_the_values_of_all_solutions() {
    let events = ask("candidates", QUEENS);
    let candidates = only(&events, "candidates");
    assert_eq!(candidates["exact"], true);
    let at = |row: usize, column: usize| {
        let mut cells = candidates["cells"].as_array().unwrap().iter();
        cells.find(|cell| cell["cell"] == json!([row, column])).unwrap()["values"].clone()
    };
    assert_eq!((at(1, 1), at(1, 2)), (json!(["."]), json!([".", "Q"])));
}

/// Four rows with one queen each have four queens.
#[test]
fn rules_that_follow_from_the_others_have_places() {
    let model = QUEENS.to_string() + "\n[[rule]]\nname = \"four\"\nexactly = { Q = 4 }\n";
    let events = ask("superfluous", &model);
    let found = only(&events, "superfluous");
    assert_eq!((&found["complete"], &found["contradiction"]), (&json!(true), &json!([])));
    assert_eq!(found["rules"].as_array().map(Vec::len), Some(1), "{found}");
    let rule = &found["rules"][0];
    assert_eq!(rule["name"], "four");
    let from = rule["from"].as_u64().expect("a place") as usize;
    assert!(model[from..].starts_with("[[rule]]\nname = \"four\""), "{rule}");
    let moves = "puzzle = 'alternation'\nstart = 'BBWW..'\n";
    let events = ask("superfluous", moves);
    assert!(last(&events, "end")["error"].as_str().is_some_and(|error| error.contains("grids without moves")));
}

#[test]
fn a_contradiction_has_places_in_the_model() {
    let none = QUEENS.replacen("....", "Q...", 1);
    let events = ask("explain", &none);
    let origins = only(&events, "explanation")["origins"].as_array().unwrap();
    let clue = origins.iter().find(|origin| origin["clue"] == true).expect("the queen is at fault");
    let place = none.find("Q...").unwrap();
    assert_eq!(clue["place"], json!({ "from": place, "to": place + 1 }));
    assert_eq!(clue["cells"], json!([[1, 1]]));
    // The queen of the first row in the corner leaves no board; elsewhere or nowhere there is one.
    let giving = only(&events, "explanation")["giving"].as_array().unwrap();
    assert_eq!(giving[0]["title"], "with . instead of Q at r1c1");
    assert_eq!(giving[0]["edits"], json!([{ "from": place, "to": place + 1, "insert": "." }]));
}

#[test]
fn steps_have_a_position_each() {
    let unique = QUEENS.replacen("....", ".Q..", 1);
    let events = ask("steps", &unique);
    let way = only(&events, "way");
    let steps = way["steps"]["steps"].as_array().unwrap().len();
    assert!(steps > 0);
    assert_eq!(way["positions"].as_array().unwrap().len(), steps + 1);
    assert_eq!(way["reasons"].as_array().unwrap().len(), steps);
}

#[test]
fn models_come_from_links_and_kinds_and_leave_as_links() {
    let link = "https://puzz.link/p?slither/5/5/3222ddj1362ci";
    let imported = ask("import", link);
    let model = only(&imported, "model")["text"].as_str().unwrap();
    let exported = asked(json!({ "ask": "export", "what": "puzz-link", "model": model }), &Budget::none());
    assert_eq!(only(&exported, "exported")["text"], link);
    let new = asked(json!({ "ask": "new", "what": "slitherlink" }), &Budget::none());
    assert!(only(&new, "model")["text"].as_str().unwrap().contains("puzzle = \"grid\""));
    let kinds = ask("kinds", "");
    let kinds = only(&kinds, "kinds")["kinds"].as_array().unwrap();
    let kind = kinds.iter().find(|kind| kind["name"] == "slitherlink").unwrap();
    // What the page searches.
    assert!(kind["rules"].as_str().unwrap().contains("loop") && kind["size"] == "5x5", "{kind}");
}

#[test]
fn a_generated_puzzle_has_one_solution() {
    let events = ask("generate", QUEENS);
    let text = only(&events, "generated")["text"].as_str().unwrap();
    assert_eq!(last(&ask("verdict", text), "verdict")["state"], "unique");
}

/// A Slitherlink without numbers.
const LOOP: &str = "puzzle = \"grid\"\n[grid]\nrows = 3\ncolumns = 3\nlines = \"borders\"\n\
    [picture]\nclue = \"\"\"\n...\n...\n...\n\"\"\"\n[[rule]]\nname = \"loop\"\nloop = true\n\
    [[rule]]\nname = \"clues\"\nat = \"clue\"\naround = \"lines\"\nexactly = { line = \"clue\" }\n";

/// A Latin square without numbers.
const LATIN: &str = "puzzle = \"grid\"\n[parameter]\nn = { default = 2, min = 2, max = 4 }\n[grid]\nrows = \"n\"\ncolumns = \"n\"\n\
    values = \"1..n\"\n[[rule]]\neach = [\"row\", \"column\"]\nall-different = true\n";

fn made(model: &str, more: &Value) -> Vec<Value> {
    let mut request = json!({ "ask": "generate", "model": model, "seed": 3 });
    more.as_object().unwrap().iter().for_each(|(key, value)| request[key] = value.clone());
    asked(request, &Budget::none())
}

#[test]
fn clues_are_computed_on_request() {
    let making = only(&ask("draw", LOOP), "board")["making"].clone();
    let fills = json!([{ "name": "clue", "rooms": false }]);
    assert_eq!(making, json!({ "fills": fills, "rules": ["loop", "clues"], "parameters": [] }));
    let events = made(LOOP, &json!({ "fill": ["clue"], "difficulty": "0..100000", "must-use": ["loop"] }));
    let puzzle = only(&events, "generated");
    assert_eq!((&puzzle["missed"], puzzle["difficulty"]["grade"].is_string()), (&json!([]), true));
    assert_eq!(last(&ask("verdict", puzzle["text"].as_str().unwrap()), "verdict")["state"], "unique");
    let refused = |more: Value| last(&made(LOOP, &more), "end")["error"].as_str().unwrap().to_string();
    assert_eq!(
        refused(json!({ "difficulty": "soft" })),
        "difficulty: expected easy, medium, hard, very-hard, extreme, or scores such as 40..80"
    );
    assert!(refused(json!({ "fill": ["clu"] })).contains("did you mean `clue`?"));
    let rooms = refused(json!({ "fill": ["clue"], "rooms": 3 }));
    let words = "\"Cells in a room\" and \"Number of rooms\" require rooms in \"Compute the clues of\"";
    assert!(rooms.starts_with(&format!("error[no-rooms]: {words}")) && !rooms.contains("--fill"), "{rooms}");
}

#[test]
fn a_puzzle_is_made_with_other_parameters() {
    let making = only(&ask("draw", LATIN), "board")["making"].clone();
    assert_eq!(making["parameters"], json!([{ "name": "n", "value": 2, "min": 2, "max": 4 }]));
    let events = made(LATIN, &json!({ "set": [["n", 3]] }));
    let text = only(&events, "generated")["text"].as_str().unwrap();
    assert!(text.contains("default = 3"), "{text}");
    assert_eq!(last(&ask("verdict", text), "verdict")["state"], "unique");
    let error = last(&made(LATIN, &json!({ "set": [["n", 9]] })), "end")["error"].clone();
    assert!(
        error.as_str().unwrap().starts_with("error[out-of-range]: `n` is 9; expected a whole number from 2 to 4"),
        "{error}"
    );
}

/// The types of requests that the page imports. `BLESS=1` writes them.
#[test]
fn the_page_has_the_types_of_requests() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../workbench/src/request.ts");
    let config = ts_rs::Config::new().with_large_int("number");
    let types =
        [Request::decl, Ask::decl, New::decl, Generate::decl, Lesson::decl, Entries::decl, Coins::decl, Pages::decl];
    let mut text = String::from(
        "// Generated from crates/page/src/request.rs: `BLESS=1 cargo test -p boardwright-page the_page_has` writes this file.\n\n",
    );
    text += &format!("export const VERSION = {VERSION};\n");
    for declaration in types {
        text += &format!("\nexport {}\n", declaration(&config).replace(" \n", "\n"));
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), text, "BLESS=1 writes the file");
}

#[test]
fn wrong_requests_end_with_an_error() {
    let end = |text: &str| {
        let mut events = Vec::new();
        answer(REGISTRY, text.as_bytes(), &Budget::none(), &mut |event| events.push(event.clone()));
        assert_eq!(events.len(), 1, "{events:?}");
        events[0]["error"].as_str().expect("an error").to_string()
    };
    assert!(end("{").starts_with("cannot read the request"));
    assert!(end(r#"{"boardwright-workbench":1,"ask":"shell"}"#).starts_with("cannot read the request"));
    assert!(end(r#"{"boardwright-workbench":1,"ask":"draw","backend":"exec:sh"}"#).contains("unknown field `backend`"));
    // A key of another question has no meaning.
    assert!(end(r#"{"boardwright-workbench":1,"ask":"draw","most":3}"#).contains("unknown field `most`"));
    assert!(end(r#"{"boardwright-workbench":1,"ask":"new","seed":3}"#).contains("unknown field `seed`"));
    assert!(end(r#"{"boardwright-workbench":1,"ask":"export"}"#).contains("missing field `what`"));
    assert!(end(r#"{"boardwright-workbench":99,"ask":"draw"}"#).contains("reload the page"));
}

#[test]
fn an_interrupt_ends_a_request() {
    let budget = Budget::none();
    budget.interrupt.store(true, Ordering::Relaxed);
    let events = asked(json!({ "ask": "verdict", "model": QUEENS }), &budget);
    assert_eq!(only(&events, "end")["stopped"], true);
}

#[test]
fn lists_signs_and_paths_have_their_places() {
    let model = "puzzle = \"grid\"\n[grid]\nrows = 1\nvalues = \"1..3\"\ngiven = \"...\"\n[between]\nsign = \".<...\"\n\
        [list.top]\nrows = [6]\ncolumns = [\".\", 2, \".\"]\n\
        [[rule]]\nalong = [[1, 1], [1, 2]]\nincreasing = true\n";
    let board = only(&ask("draw", model), "board").clone();
    let pictures = board["pictures"].as_array().unwrap();
    let picture = |name: &str| pictures.iter().find(|picture| picture["name"] == name).unwrap();
    assert_eq!(picture("between.sign")["kind"], "between");
    let list = picture("list.top.columns");
    assert_eq!((&list["kind"], &list["rows"]), (&json!("top"), &json!(3)));
    let place = model.find("\".\", 2").unwrap();
    assert_eq!(list["marks"], json!([[[place, "\".\""]], [[place + 5, "2"]], [[place + 8, "\".\""]]]));
    let along = model.find("[[1, 1]").unwrap();
    let path = json!({ "name": "rule 1", "place": { "from": along, "to": along + 16 }, "paths": [[[1, 1], [1, 2]]], "places": [] });
    assert_eq!(board["paths"], json!([path]));
    let rows = model.find("1\nvalues").unwrap();
    assert_eq!(board["size"]["rows"], json!({ "place": { "from": rows, "to": rows + 1 }, "value": 1 }));
    assert_eq!(board["panels"][0]["margins"][0].as_f64().map(|width| width > 10.0), Some(true), "the 6 is at the left");
}

#[test]
fn a_clue_at_fault_can_be_left_out_and_a_difference_given() {
    let none = QUEENS.replacen("....", "Q...", 1);
    let events = ask("explain", &none);
    let origins = only(&events, "explanation")["origins"].as_array().unwrap();
    let fix = &origins.iter().find(|origin| origin["clue"] == true).unwrap()["fix"];
    let place = none.find("Q...").unwrap();
    assert_eq!(fix, &json!({ "from": place, "to": place + 1, "insert": "." }));
    let several = ask("explain", QUEENS);
    let giving = only(&several, "explanation")["giving"].as_array().unwrap();
    let given = giving.iter().find(|give| give["title"] == "r1c2 = Q").expect("the solutions differ there");
    let edit = &given["edits"][0];
    let (from, to) = (edit["from"].as_u64().unwrap() as usize, edit["to"].as_u64().unwrap() as usize);
    let text = format!("{}{}{}", &QUEENS[..from], edit["insert"].as_str().unwrap(), &QUEENS[to..]);
    assert_eq!(last(&ask("verdict", &text), "verdict")["state"], "unique");
}

/// A line of three cells: 1, 2 and 3 in some order, and a 3 behind.
const LINE: &str = "puzzle = \"grid\"\n[grid]\nvalues = \"1..3\"\ngiven = \"..3\"\n\
    [[rule]]\neach = \"row\"\nall-different = true\n[[rule]]\nalong = [[1, 1], [1, 2]]\nincreasing = true\n";

#[test]
fn a_board_that_is_filled_by_hand_is_verified() {
    let checked = |known: &[&str]| {
        let events = asked(json!({ "ask": "check", "model": LINE, "known": known }), &Budget::none());
        only(&events, "checked").clone()
    };
    assert_eq!(checked(&["r1c1=1", "r1c2=2", "r1c3=3"])["solved"], true);
    let wrong = checked(&["r1c1=2", "r1c2=1", "r1c3=3"]);
    assert_eq!(wrong["solved"], false);
    assert!(wrong["violation"].is_string());
    let broken = checked(&["r1c1=3", "r1c3=3"]);
    assert_eq!(broken["violation"], Value::Null);
    assert!(!broken["broken"].as_array().unwrap().is_empty(), "two cells of the row have 3");
    assert_eq!(checked(&["r1c1=1"])["broken"], json!([]));
    let unknown = asked(json!({ "ask": "check", "model": LINE, "known": ["r9c9=1"] }), &Budget::none());
    assert_eq!(only(&unknown, "end")["error"], "unknown entry `r9c9=1`");
}

#[test]
fn a_hint_is_the_next_step_or_the_wrong_entries() {
    let hint = |known: &[&str]| {
        let events = asked(json!({ "ask": "hint", "model": LINE, "known": known }), &Budget::none());
        only(&events, "hint").clone()
    };
    assert!(hint(&[])["step"]["sentence"].is_string());
    assert_eq!(hint(&["r1c1=2"])["wrong"], json!(["r1c1=2"]));
    let sheet = ask("sheet", LINE);
    assert_eq!(only(&sheet, "sheet")["layers"][0]["cells"], json!([[1, 1], [1, 2], [1, 3]]));
}

#[test]
fn the_most_similar_solutions_are_a_pair() {
    let model = "puzzle = \"grid\"\n[grid]\nvalues = \"1..2\"\ngiven = \"...\"\n";
    let events = ask("verdict", model);
    let found = last(&events, "differences");
    assert_eq!(found["apart"].as_array().unwrap().len(), 1, "of eight boards two differ in one cell");
    assert_eq!(found["cells"].as_array().unwrap().len(), 3);
}

#[test]
fn a_booklet_has_the_puzzles_and_their_solutions() {
    let models = json!([["one", QUEENS], ["two", QUEENS], ["three", QUEENS], ["wrong", "puzzle = "]]);
    let request =
        |solutions: bool| json!({ "ask": "booklet", "models": models, "solutions": solutions, "per-page": 2 });
    let events = asked(request(true), &Budget::none());
    let booklet = only(&events, "booklet");
    assert_eq!(booklet["pages"].as_array().unwrap().len(), 3, "three puzzles on two pages, and one of solutions");
    assert_eq!(booklet["skipped"], json!([{ "name": "wrong", "reason": "it has errors" }]));
    let events = asked(request(false), &Budget::none());
    assert_eq!(only(&events, "booklet")["pages"].as_array().unwrap().len(), 2);
}

#[test]
fn moves_follow_each_other_until_the_lights_are_out() {
    // Three lights in a row: the middle button changes all of them.
    let lights = "puzzle = \"lights-out\"\nlights = \"###\"\n";
    assert_eq!(only(&ask("draw", lights), "board")["hand"], "moves");
    let turns = |made: Value| asked(json!({ "ask": "turns", "model": lights, "made": made }), &Budget::none());
    let start = turns(json!([]));
    let start = only(&start, "turns");
    assert_eq!((&start["solved"], &start["turns"].as_array().unwrap().len()), (&json!(false), &3));
    assert_eq!(start["turns"][1], json!({ "token": [0, 1], "words": "press r1c2", "from": [[1, 2]], "to": [[1, 2]] }));
    let end = turns(json!([[0, 1]]));
    assert_eq!((&only(&end, "turns")["solved"], &only(&end, "turns")["cost"]), (&json!(true), &json!(1)));
    // The same button twice changes nothing, and a button that is not there is refused.
    assert_eq!(only(&turns(json!([[0, 1], [0, 1]])), "turns")["solved"], false);
    assert!(last(&turns(json!([[0, 7]])), "end")["error"].is_string());
    assert!(last(&turns(json!([[0]])), "end")["error"].is_string());
    let no_moves = asked(json!({ "ask": "turns", "model": QUEENS }), &Budget::none());
    assert_eq!(last(&no_moves, "end")["error"], "this `grid` model has no moves");
}

#[test]
fn coins_name_a_square_and_one_turn_names_the_devils() {
    let model = "puzzle = \"devils-chessboard\"\nsquares = 4\n";
    assert_eq!(only(&ask("draw", model), "board")["hand"], "coins");
    let coins = |coins: Value, square: Value| {
        asked(json!({ "ask": "coins", "model": model, "coins": coins, "square": square }), &Budget::none())
    };
    // Heads on 1 and 3: 1 xor 3 is 2; to name 0, turn 2 (by hand).
    let events = coins(json!([false, true, false, true]), json!(0));
    let laid = only(&events, "coins");
    assert_eq!((&laid["named"], &laid["flip"]), (&json!(2), &json!(2)));
    let events = coins(json!([false, true, true, true]), Value::Null);
    assert_eq!((&only(&events, "coins")["named"], &only(&events, "coins")["flip"]), (&json!(0), &Value::Null));
    assert!(last(&coins(json!([true]), Value::Null), "end")["error"].is_string());
    assert!(last(&coins(Value::Null, json!(4)), "end")["error"].is_string());
}

#[test]
fn every_request_uses_the_encodings_of_the_model() {
    let ladder = format!("{QUEENS}[encoding]\nat-most-one = \"ladder\"\n");
    assert_eq!(last(&ask("verdict", &ladder), "verdict")["count"], 2);
    let wrong = format!("{QUEENS}[encoding]\nat-most-one = \"lader\"\n");
    for name in ["verdict", "candidates", "explain"] {
        let events = ask(name, &wrong);
        let found = &last(&events, "diagnostics")["diagnostics"][0];
        assert_eq!(found["code"], "unknown-encoding", "{name}: {events:?}");
        assert_eq!(found["labels"][0]["from"], wrong.find("\"lader").unwrap(), "{name}: {events:?}");
        assert_eq!(only(&events, "end")["error"], "the model has errors", "{name}");
    }
}
