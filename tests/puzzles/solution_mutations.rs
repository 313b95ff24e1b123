//! `verify` looks at every field: solutions as the program prints them are right, and wrong once anything in them is changed, left
//! out or added, unless what comes of it is another solution.

use crate::support::boardwright;
use crate::support::folder::Folder;
use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_base::source::Source;
use boardwright_puzzle::Loaded;
use boardwright_puzzle::solution::Solution;
use boardwright_puzzle::solution::notation::Written;
use boardwright_tasks::task::{self, Ask, Options, Setup};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

/// Models of every family and of every field that solutions have.
const MODELS: [&str; 32] = [
    "alternation/three",
    "alternation/turned",
    "alternation/five",
    "devils-chessboard/code-8",
    "devils-chessboard/code-64",
    "devils-chessboard/partition-4",
    "devils-chessboard/round-8",
    "devils-chessboard/round-64",
    "devils-chessboard/strategy-4",
    "devils-chessboard/strategy-64",
    "devils-chessboard/xor-8",
    "dissection/dominoes-4x4",
    "dissection/gaps",
    "dissection/tetrominoes-twice",
    "grid/country-road",
    "grid/dominosa",
    "grid/hidato",
    "grid/kakuro",
    "grid/knights-tour",
    "grid/light-up",
    "grid/masyu",
    "grid/numberlink",
    "grid/slant",
    "grid/slitherlink",
    "grid/sudoku",
    "grid/yajilin",
    "knightdoku/six",
    "knightdoku/warm-up",
    "lights-out/dugu",
    "lights-out/holes",
    "lights-out/king",
    "lights-out/three-states",
];

/// Two layers, of which one has values of several characters.
const LAYERS: &str = "puzzle = 'grid'\n[grid]\nrows = 2\ncolumns = 3\nvalues = '1..3'\ngiven = '''\n12.\n2..\n'''\n\
                      [layer.colour]\nvalues = ['red', 'blue']\ngiven = '''\nred . .\n. . .\n'''\n\
                      [[rule]]\neach = ['row', 'column']\nall-different = true\n\
                      [[rule]]\neach = 'pair'\nall-different = true\non = 'colour'\n";

fn model(name: &str) -> (String, Loaded) {
    let text = match name {
        "layers" => LAYERS.to_string(),
        name => {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(name).with_extension("toml");
            std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"))
        }
    };
    let source = Source::new(name, text.as_str());
    let loaded = REGISTRY.load(&source, &Budget::none()).unwrap_or_else(|error| panic!("{error:?}"));
    (text, loaded)
}

/// A few solutions, and whether they are all there are.
fn solutions(loaded: &Loaded) -> Vec<Value> {
    let setup = Setup::resolve(loaded, &Options::default(), &Budget::none()).expect("the defaults exist");
    let ask = if loaded.puzzle.name() == "grid" { Ask::UpTo(2) } else { Ask::One };
    let report = task::run(&task::Request::new(loaded, &setup, ask), &Budget::none(), &mut task::ignore)
        .expect("no check of ours fails");
    report.solutions.iter().map(|solution| solution.to_json(&*loaded.instance)).collect()
}

/// Why an object is no solution; `None` where it is one.
fn violation(loaded: &Loaded, object: &Value) -> Option<String> {
    let written = match Written::from_json(object) {
        Ok(written) => written,
        Err(malformed) => return Some(malformed.to_string()),
    };
    Solution::read(&*loaded.instance, &written).err().map(|violation| violation.to_string())
}

/// The same for all ways of writing the same.
fn canonical(family: &str, value: &Value) -> Value {
    match value {
        Value::String(text) if text.contains(' ') => text.split_whitespace().collect::<Vec<_>>().join(" ").into(),
        // A cell that is not pressed, or no cell; a cell that is pressed once.
        Value::String(text) if family == "lights-out" => text.replace(['0', '_'], ".").replace('1', "#").into(),
        Value::Array(items) => items.iter().map(|item| canonical(family, item)).collect(),
        Value::Object(object) => object.iter().map(|(key, value)| (key.clone(), canonical(family, value))).collect(),
        other => other.clone(),
    }
}

/// Changes of a value, each with what it is.
struct Changes<'r> {
    random: &'r mut Random,
    /// All characters of texts.
    alphabet: Vec<char>,
}

impl Changes<'_> {
    /// At most this number of the numbers below one.
    fn some(&mut self, of: usize, most: usize) -> Vec<usize> {
        let mut picked = self.random.permutation(of);
        picked.truncate(most);
        picked
    }

    fn of(&mut self, value: &Value, is_ordered: bool) -> Vec<(String, Value)> {
        let mut changes: Vec<(String, Value)> = [json!(null), json!({}), json!("x"), json!(7), json!([[]])]
            .map(|other| ("another type".into(), other))
            .into();
        match value {
            Value::String(text) => self.of_text(text, &mut changes),
            Value::Number(number) => {
                let number = number.as_i64().expect("numbers are whole");
                let others =
                    [json!(number + 1), json!(number - 1), json!(-1), json!(1_000_000_000), json!(number.to_string())];
                changes.extend(others.map(|other| ("another number".to_string(), other)));
                changes.push(("a fraction".into(), json!(number as f64 + 0.5)));
            }
            Value::Array(items) => {
                let mut change = |what: &str, items: Vec<Value>| changes.push((what.to_string(), items.into()));
                change("nothing", Vec::new());
                change("without the first", items.iter().skip(1).cloned().collect());
                change("without the last", items.iter().take(items.len().saturating_sub(1)).cloned().collect());
                change("the last twice", items.iter().chain(items.last()).cloned().collect());
                for at in self.some(items.len().saturating_sub(1), if is_ordered { 3 } else { 0 }) {
                    let mut swapped = items.clone();
                    swapped.swap(at, at + 1);
                    change("swapped", swapped);
                }
                for at in self.some(items.len(), 8) {
                    for (what, other) in self.of(&items[at], is_ordered) {
                        let mut changed = items.clone();
                        changed[at] = other;
                        changes.push((format!("item {at}: {what}"), changed.into()));
                    }
                }
            }
            Value::Object(object) => {
                for (key, value) in object {
                    let mut without = object.clone();
                    without.shift_remove(key);
                    changes.push((format!("without {key}"), without.clone().into()));
                    without.insert(format!("{key}s"), value.clone());
                    changes.push((format!("{key} misspelt"), without.into()));
                    for (what, other) in self.of(value, is_ordered) {
                        let mut changed = object.clone();
                        changed.insert(key.clone(), other);
                        changes.push((format!("{key}: {what}"), changed.into()));
                    }
                }
                let mut more = object.clone();
                more.insert("more".into(), json!([]));
                changes.push(("an unknown field".into(), more.into()));
            }
            Value::Bool(_) | Value::Null => panic!("no solution has {value}"),
        }
        changes
    }

    fn of_text(&mut self, text: &str, changes: &mut Vec<(String, Value)>) {
        let characters: Vec<char> = text.chars().collect();
        let shorter: String = characters.iter().skip(1).collect();
        changes.push(("a character less".into(), shorter.into()));
        changes.push(("a character more".into(), format!("{text}{}", characters.last().unwrap_or(&'x')).into()));
        for at in self.some(characters.len(), 3) {
            let known = self.alphabet[self.random.below(self.alphabet.len())];
            for other in ['Z', '_', '.', known] {
                let mut changed = characters.clone();
                changed[at] = other;
                changes.push((format!("{other} at {at}"), changed.into_iter().collect::<String>().into()));
            }
        }
    }
}

fn characters(value: &Value, found: &mut BTreeSet<char>) {
    match value {
        Value::String(text) => found.extend(text.chars()),
        Value::Array(items) => items.iter().for_each(|item| characters(item, found)),
        Value::Object(object) => object.values().for_each(|value| characters(value, found)),
        _ => {}
    }
}

/// What is not a solution and is taken for one.
fn accepted(name: &str, random: &mut Random) -> (usize, Vec<String>) {
    let (_, loaded) = model(name);
    let family = loaded.puzzle.name();
    let right = solutions(&loaded);
    assert!(
        !right.is_empty() && (family != "grid" || right.len() == 1 || name.contains("knights")),
        "{name} has one solution"
    );
    let known: Vec<Value> = right.iter().map(|solution| canonical(family, solution)).collect();
    let solution = &right[0];
    assert_eq!(violation(&loaded, solution), None, "{name}");
    let mut alphabet = BTreeSet::from(['x']);
    characters(solution, &mut alphabet);
    let mut changes = Changes { random, alphabet: alphabet.into_iter().collect() };
    let fields = solution.as_object().expect("a solution is an object");
    let (mut tried, mut accepted) = (0, Vec::new());
    let mut check = |what: String, changed: Value| {
        if known.contains(&canonical(family, &changed)) {
            return;
        }
        tried += 1;
        if violation(&loaded, &changed).is_none() {
            accepted.push(format!("{name}: {what}: {changed}"));
        }
    };
    for (field, value) in fields {
        let rows = value.as_array().is_some_and(|items| items.iter().all(Value::is_string));
        // The words of a code are in any order, and so are pieces and pairs of cells.
        let is_ordered = rows && field != "code" || ["moves", "strategy", "layers"].contains(&field.as_str());
        for (what, other) in changes.of(value, is_ordered) {
            let mut changed = fields.clone();
            changed.insert(field.clone(), other);
            check(format!("{field}: {what}"), changed.into());
        }
        let mut misspelt = fields.clone();
        misspelt.shift_remove(field);
        misspelt.insert(format!("{field}s"), value.clone());
        check(format!("{field} misspelt"), misspelt.into());
    }
    for unknown in
        ["more", "presses", "placements", "moves", "states", "lines", "layers", "strategy", "flip", "code", "partition"]
    {
        if !fields.contains_key(unknown) {
            let mut more = fields.clone();
            more.insert(unknown.to_string(), json!([]));
            check(format!("with `{unknown}`"), more.into());
        }
    }
    (tried, accepted)
}

#[test]
fn solutions_with_a_mistake_in_any_field_are_none() {
    let mut random = Random(13);
    let (mut tried, mut wrong) = (0, Vec::new());
    for name in MODELS.iter().copied().chain(["layers"]) {
        let (number, accepted) = accepted(name, &mut random);
        assert!(number > 30, "{name}: only {number} changes");
        tried += number;
        wrong.extend(accepted);
    }
    assert!(wrong.is_empty(), "{} of {tried} wrong solutions were accepted:\n{}", wrong.len(), wrong.join("\n"));
}

/// What the program prints is accepted in each of its formats, beside the family's name or without.
#[test]
fn everything_that_is_printed_is_accepted() {
    let folder = Folder::new("solution-mutations");
    for name in [
        "alternation/three",
        "devils-chessboard/round-8",
        "dissection/gaps",
        "grid/slant",
        "grid/yajilin",
        "lights-out/dugu",
    ] {
        let path = format!("models/{name}.toml");
        for flags in [&["--format", "json"][..], &["--format", "jsonl", "--limit", "2"], &["--format", "json", "--all"]]
        {
            let run = boardwright(&[&["solve", &path], flags].concat());
            assert_eq!(run.code, 0, "{name}: {}", run.stderr);
            let file = folder.file("solution.json", &run.stdout);
            let verified = boardwright(&["verify", &path, &file]);
            assert_eq!(verified.code, 0, "{name} {flags:?}: {}{}", verified.stdout, verified.stderr);
        }
    }
    let slant = boardwright(&["solve", "models/grid/slant.toml", "--format", "json"]).stdout;
    let report: Value = serde_json::from_str(&slant).expect("it is JSON");
    let mut solution = report["solutions"][0].clone();
    let verify = |solution: &Value| {
        let file = folder.file("slant.json", solution.to_string());
        let run = boardwright(&["verify", "models/grid/slant.toml", &file]);
        (run.code, format!("{}{}", run.stdout, run.stderr))
    };
    solution["puzzle"] = json!("grid");
    assert_eq!(verify(&solution), (0, "verified\n".to_string()));
    solution["puzzle"] = json!("dissection");
    let (code, words) = verify(&solution);
    assert!(code == 2 && words.contains("expected `puzzle` to be \"grid\", found \"dissection\""), "{code} {words}");
    solution["puzzle"] = json!("grid");
    solution["linse"] = json!([]);
    let (code, words) = verify(&solution);
    assert!(
        code == 1 && words.contains("unknown field `linse` in the solution (expected `board`, `lines`)"),
        "{code} {words}"
    );
    solution.as_object_mut().expect("an object").shift_remove("linse");
    let rows = solution["board"].as_array().expect("rows").len();
    solution["board"] = json!(vec!["Z".repeat(rows); rows]);
    let (code, words) = verify(&solution);
    assert!(code == 1 && words.contains("expected `o`, found `Z` at r1c1 of the board"), "{code} {words}");
}
