//! Rules from solved boards, one question at a time.

use super::{asked, last, only};
use boardwright_base::budget::Budget;
use serde_json::{Value, json};

fn learn(more: &Value) -> Vec<Value> {
    let mut request = json!({ "ask": "learn", "model": "" });
    more.as_object().unwrap().iter().for_each(|(key, value)| request[key] = value.clone());
    asked(request, &Budget::none())
}

fn boards() -> Value {
    json!([["1234", "2143", "3412", "4321"], ["1234", "2341", "3412", "4123"]])
}

/// Whether each row and each column has four different characters.
fn is_latin(board: &Value) -> bool {
    let rows: Vec<Vec<char>> =
        board.as_array().unwrap().iter().map(|row| row.as_str().unwrap().chars().collect()).collect();
    let differ = |line: Vec<char>| line.iter().enumerate().all(|(at, value)| !line[..at].contains(value));
    (0..4).all(|at| differ(rows[at].clone()) && differ(rows.iter().map(|row| row[at]).collect()))
}

#[test]
fn a_latin_square_is_learned_one_question_at_a_time() {
    let mut answers: Vec<Value> = Vec::new();
    let mut is_confirmed = false;
    for _ in 0..20 {
        let confirm = usize::from(!is_confirmed);
        let events = learn(&json!({ "boards": boards(), "answers": answers, "confirm": confirm }));
        assert_eq!(only(&events, "end")["error"], Value::Null, "{events:?}");
        let learned = only(&events, "learned");
        let Some(question) = events.iter().find(|event| event["event"] == "question") else {
            assert_eq!((&learned["answer"], &learned["complete"]), (&json!("learned"), &json!(true)), "{learned:#}");
            assert!(is_confirmed, "{learned:#}");
            // OEIS A002860.
            let verdict = asked(json!({ "ask": "verdict", "model": learned["model"] }), &Budget::none());
            assert_eq!(last(&verdict, "verdict")["count"], 576);
            return;
        };
        // A question comes before the rules so far.
        let place = |name: &str| events.iter().position(|event| event["event"] == name);
        assert!(place("question") < place("learned"));
        assert_eq!(question["number"], answers.len() + 1);
        assert!(question["svg"].as_str().unwrap().starts_with("<svg"));
        is_confirmed = question["breaks"] == json!([]);
        assert_eq!(is_confirmed, learned["answer"] == "learned", "{learned:#}");
        answers.push(json!([question["board"], is_latin(&question["board"])]));
    }
    panic!("20 questions did not suffice: {answers:?}");
}

#[test]
fn answers_that_contradict_each_other_are_named() {
    let events = learn(&json!({ "boards": boards(), "answers": [[["1234", "2143", "3412", "4321"], false]] }));
    let learned = only(&events, "learned");
    assert_eq!((&learned["answer"], &learned["model"]), (&json!("none"), &Value::Null));
    assert_eq!(learned["conflict"]["questions"], json!([1]));
}

#[test]
fn boards_that_are_no_boards_are_refused() {
    let error = |more: Value| last(&learn(&more), "end")["error"].as_str().expect("an error").to_string();
    assert_eq!(error(json!({ "boards": [] })), "expected at least one solved board");
    let sizes = error(json!({ "boards": [["12", "21"], ["12"]] }));
    assert_eq!(sizes, "the boards, board 2: 1 rows of 2 cells; expected 2 rows of 2, as in the first board");
    let value = error(json!({ "boards": [["12", "21"]], "values": ["1", "3"] }));
    assert_eq!(value, "the boards, board 1: unknown value `2` in row 1, column 2; expected one of `1`, `3`");
    assert!(error(json!({ "boards": boards(), "answers": [[["12"], true]] })).contains("rows"));
}
