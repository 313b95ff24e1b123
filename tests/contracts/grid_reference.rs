//! The reference of the grid language: its examples are models with as many solutions as they say, and it leaves out no word.

use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_grid::{condition, fields, sets};
use boardwright_model::{Field, Kind};
use boardwright_puzzle::Loaded;
use boardwright_tasks::answer::Report;
use boardwright_tasks::task::{self, Ask, Options, Setup};
use std::path::Path;
use std::time::Duration;

fn reference() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/grid.md");
    std::fs::read_to_string(path).expect("the reference is there")
}

/// The `toml` blocks, each with the line that it starts on.
fn examples(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut inside: Option<(usize, String)> = None;
    for (number, line) in text.lines().enumerate() {
        match &mut inside {
            None if line == "```toml" => inside = Some((number + 2, String::new())),
            None => {}
            Some(_) if line == "```" => found.extend(inside.take()),
            Some((_, block)) => {
                block.push_str(line);
                block.push('\n');
            }
        }
    }
    found
}

/// What its comment says: `# 2 solutions`.
fn stated(block: &str) -> Option<u64> {
    let (_, comment) = block.split_once("# ")?;
    let (number, rest) = comment.split_once(' ')?;
    rest.starts_with("solution").then(|| number.parse().ok())?
}

fn load(line: usize, block: &str) -> Loaded {
    let head = if block.contains("puzzle = ") { "" } else { "puzzle = \"grid\"\n" };
    let source = Source::new(format!("docs/grid.md:{line}"), format!("{head}{block}"));
    REGISTRY
        .load(&source, &Budget::none())
        .unwrap_or_else(|diagnostics| panic!("{}", diagnostics.render(&source, false)))
}

fn solutions(loaded: &Loaded, ask: Ask) -> Report {
    let setup = Setup::resolve(loaded, &Options::default(), &Budget::none()).expect("there is a way");
    task::detached::run(
        &task::Request::new(loaded, &setup, ask),
        &Budget::within(Duration::from_secs(60)),
        &mut task::ignore,
    )
    .expect("no check of ours fails")
}

#[test]
fn examples_have_as_many_solutions_as_they_say() {
    let text = reference();
    let examples = examples(&text);
    assert!(examples.len() > 50, "{} examples", examples.len());
    for (line, block) in examples {
        let count = stated(&block).unwrap_or_else(|| panic!("line {line} does not say how many solutions there are"));
        let report = solutions(&load(line, &block), Ask::UpTo(count as usize + 1));
        assert!(report.complete, "line {line}: more than {count}, or out of time\n{block}");
        assert_eq!(report.count, Some(count.into()), "line {line}\n{block}");
    }
}

/// The names of fields, those inside tables too.
fn names(fields: &[Field], found: &mut Vec<&'static str>) {
    for field in fields {
        found.push(field.name);
        inner(&field.kind, found);
    }
}

fn inner(kind: &Kind, found: &mut Vec<&'static str>) {
    match kind {
        Kind::Table(fields) | Kind::Tables(fields) => names(fields, found),
        Kind::Map(item) | Kind::By(_, item) | Kind::List { item, .. } => inner(item, found),
        Kind::OneOf(kinds) => kinds.iter().for_each(|kind| inner(kind, found)),
        _ => {}
    }
}

/// Whether an example uses a key.
fn uses(examples: &str, key: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    examples.match_indices(key).any(|(at, _)| {
        let after = examples[at + key.len()..].trim_start();
        let alone = !examples[..at].ends_with(is_part) && !examples[at + key.len()..].starts_with(is_part);
        alone && (after.starts_with(['=', ']', '.']))
    })
}

#[test]
fn every_key_is_in_an_example() {
    let text = reference();
    let examples: String = examples(&text).into_iter().map(|(_, block)| block).collect();
    let mut keys = Vec::new();
    names(&fields::FIELDS, &mut keys);
    let missing: Vec<&str> = keys.into_iter().filter(|key| !uses(&examples, key)).collect();
    assert!(missing.is_empty(), "docs/grid.md has no example of {missing:?}");
}

#[test]
fn every_set_is_in_an_example() {
    let text = reference();
    let examples: String = examples(&text).into_iter().map(|(_, block)| block).collect();
    let missing: Vec<&str> = sets::EACH
        .iter()
        .map(|each| each.name)
        .filter(|name| !examples.contains(&format!("\"{name}\"")) && !examples.contains(&format!("\"{name} ")))
        .collect();
    assert!(missing.is_empty(), "docs/grid.md has no example of each = {missing:?}");
    let around = sets::AROUND.iter().flat_map(|(words, _)| words.split(", ")).filter(|word| *word != "...");
    let missing: Vec<&str> = around.filter(|word| !text.contains(&format!("`{word}`"))).collect();
    assert!(missing.is_empty(), "docs/grid.md says nothing of around = {missing:?}");
}

/// The normative page names every kind of set and every condition.
#[test]
fn the_semantics_leave_out_no_set_and_no_condition() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/grid-semantics.md");
    let text = std::fs::read_to_string(path).expect("the semantics are there");
    let tables: String = text.lines().filter(|line| line.starts_with('|')).collect();
    let is_named = |name: &str| tables.contains(&format!("`{name}`")) || tables.contains(&format!("`{name} "));
    let sets = sets::EACH.iter().map(|each| each.name);
    let around = sets::AROUND.iter().flat_map(|(words, _)| words.split(", ")).filter(|word| *word != "...");
    let conditions = condition::KINDS.iter().flat_map(|kind| kind.fields).map(|field| field.name);
    // These say more about other conditions.
    let conditions = conditions.filter(|name| !["on", "by", "turned"].contains(name));
    let missing: Vec<&str> = sets.chain(around).chain(conditions).filter(|name| !is_named(name)).collect();
    assert!(missing.is_empty(), "docs/grid-semantics.md says nothing of {missing:?}");
}
