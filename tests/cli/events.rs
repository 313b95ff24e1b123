//! `--format events`: every event has the keys that docs/events.md documents, and the summary is the answer.

use crate::support::boardwright;
use crate::support::folder::Folder;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The documented events with their keys; those of the summary depend on the command.
fn documented() -> BTreeMap<String, BTreeSet<String>> {
    let page = include_str!("../../docs/events.md");
    let mut events: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut event = None;
    for line in page.lines() {
        let ticked = |line: &str| line.split('`').nth(1).map(str::to_string);
        if let Some(title) = line.strip_prefix("## ") {
            event = ticked(title);
            events.extend(event.clone().map(|event| (event, BTreeSet::new())));
        } else if let (Some(event), true) = (&event, line.starts_with("| `")) {
            events.entry(event.clone()).or_default().extend(ticked(line));
        }
    }
    events
}

/// The events of a command, each of which has the documented keys and no others.
fn events(arguments: &[&str]) -> Vec<Value> {
    let run = boardwright(&[arguments, &["--format", "events"]].concat());
    let documented = documented();
    let events: Vec<Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).expect("every line is JSON")).collect();
    for event in &events {
        let object = event.as_object().expect("every line is an object");
        let name = object["event"].as_str().expect("every object has an event");
        let keys: BTreeSet<String> = object.keys().filter(|key| *key != "event").cloned().collect();
        let expected = documented.get(name).unwrap_or_else(|| panic!("`{name}` is not documented"));
        assert!(name == "summary" || keys == *expected, "{name}: {keys:?}, documented: {expected:?}");
    }
    assert_eq!(name(&events[0]), "start", "{}", run.stderr);
    assert_eq!(events[0]["boardwright-events"], 1);
    assert_eq!(name(events.last().expect("there is a start")), "summary", "{}", run.stderr);
    events
}

fn name(event: &Value) -> &str {
    event["event"].as_str().unwrap_or_default()
}

fn of<'a>(events: &'a [Value], wanted: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| name(event) == wanted).collect()
}

#[test]
fn solutions_are_events_and_the_same_as_in_the_list() {
    for threads in ["1", "3"] {
        let arguments = ["solve", "models/grid/queens-4.toml", "--all", "--threads", threads];
        let streamed = events(&arguments);
        let lines = boardwright(&[&arguments[..], &["--format", "jsonl"]].concat());
        let listed: Vec<Value> = lines.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let solutions: Vec<&Value> = of(&streamed, "solution").iter().map(|event| &event["solution"]).collect();
        let (summary, listed) = listed.split_last().expect("there is a summary");
        assert_eq!(solutions, listed.iter().collect::<Vec<_>>());
        assert_eq!(solutions.len(), 2);
        let last = streamed.last().expect("there is a summary");
        assert_eq!((&last["count"], &last["complete"]), (&summary["count"], &summary["complete"]));
        assert_eq!(of(&streamed, "split").is_empty(), threads == "1");
    }
}

#[test]
fn counts_explanations_and_puzzles_have_events_of_their_own() {
    let counted = events(&["count", "models/grid/queens-4.toml", "--threads", "2"]);
    assert_eq!(counted.last().expect("a summary")["count"], 2);
    assert!(!of(&counted, "cube").is_empty());
    let best = events(&["solve", "models/alternation/four.toml", "--backend", "varisat"]);
    assert_eq!(best.last().expect("a summary")["answer"], "optimal");
    assert!(!of(&best, "bound").is_empty() && of(&best, "solution").len() == 1);

    let folder = Folder::new("events");
    let contradictory = folder.file(
        "two.toml",
        "puzzle = 'grid'\n[grid]\nvalues = '1..3'\ngiven = '''\n11.\n...\n...\n'''\n[[rule]]\neach = ['row']\nall-different = true\n",
    );
    let explained = events(&["explain", &contradictory]);
    assert!(of(&explained, "core").iter().any(|core| core["minimal"] == true), "{explained:?}");
    assert_eq!(explained.last().expect("a summary")["answer"], "unsatisfiable");

    let latin = folder.file(
        "latin.toml",
        "puzzle = 'grid'\n[grid]\nvalues = '1..3'\ngiven = '''\n12.\n23.\n...\n'''\n[[rule]]\neach = ['row', 'column']\nall-different = true\n",
    );
    let made = events(&["generate", "--from", &latin]);
    assert!(of(&made, "draft").len() > 1, "clues were left out: {made:?}");
    let stages = of(&made, "stage");
    assert_eq!(stages[0]["words"], "the number of solutions of the model is unknown");
    assert!(stages.windows(2).all(|two| two[0] != two[1]), "{stages:?}");
    let text = boardwright(&["generate", "--from", &latin]).stdout;
    assert_eq!(made.last().expect("a summary")["text"], text.as_str());
}
