//! Nobody reads sentences back: where clues, facts, features and changes are handled, no text is taken apart.

use std::path::{Path, PathBuf};

/// Where facts, steps, features and changes are found and worded.
const ROOMS: [&str; 8] = [
    "src/constraint/origin",
    "src/puzzle/capability/change.rs",
    "src/puzzle/capability/explanation.rs",
    "src/puzzle/grid/edit.rs",
    "src/render/explanation",
    "src/render/steps",
    "src/task/explain",
    "src/task/steps",
];
/// A position is typed by a person, and a move in the notation of its family gets a capital letter.
const READERS: [&str; 2] = ["src/task/steps/position.rs", "src/render/steps/names.rs"];
/// What takes a text apart or compares a part of it.
const APART: [&str; 15] = [
    ".split(\"",
    ".split('",
    ".split_once(",
    ".rsplit_once(",
    ".split_whitespace(",
    ".strip_prefix(",
    ".strip_suffix(",
    ".starts_with(",
    ".ends_with(",
    ".trim_start_matches(",
    ".trim_end_matches(",
    ".contains(\"",
    ".find(\"",
    ".replacen(",
    ".name ==",
];

fn files(at: &Path, found: &mut Vec<PathBuf>) {
    if at.is_dir() {
        let mut entries: Vec<PathBuf> =
            std::fs::read_dir(at).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
        entries.sort();
        entries.iter().for_each(|entry| files(entry, found));
    } else {
        found.push(at.to_path_buf());
    }
}

/// Returns the lines of code with their numbers, without comments and tests.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let before_tests = text.lines().take_while(|line| !line.starts_with("#[cfg(test)]"));
    before_tests.enumerate().map(|(index, line)| (index + 1, line.trim())).filter(|(_, line)| !line.starts_with("//"))
}

fn taken_apart(text: &str) -> Vec<usize> {
    code(text).filter(|(_, line)| APART.iter().any(|way| line.contains(way))).map(|(number, _)| number).collect()
}

#[test]
fn no_words_of_steps_and_explanations_are_read_back() {
    let mut all = Vec::new();
    ROOMS.iter().for_each(|room| files(Path::new(room), &mut all));
    assert!(all.len() > 40, "the rooms have files");
    let mut wrong = Vec::new();
    for path in all.iter().filter(|path| path.file_name().is_some_and(|name| name != "tests.rs")) {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).expect("a file of the source");
        if !READERS.contains(&name.as_str()) {
            wrong.extend(taken_apart(&text).into_iter().map(|line| format!("{name}:{line}")));
        }
    }
    // A layer is found by its name, and a word that a model uses among all of them.
    wrong.retain(|place| !place.starts_with("src/puzzle/grid/edit.rs") || !is_lookup(place));
    assert!(wrong.is_empty(), "texts are taken apart:\n{}", wrong.join("\n"));
}

/// Returns whether a line looks up a layer or a word.
fn is_lookup(place: &str) -> bool {
    let (path, line) = place.split_once(':').expect("a place");
    let text = std::fs::read_to_string(path).expect("a file of the source");
    let number: usize = line.parse().expect("a number");
    text.lines()
        .nth(number - 1)
        .is_some_and(|line| line.contains("layers.iter") || line.contains("uses.words.contains"))
}

#[test]
fn texts_that_are_taken_apart_are_found() {
    let text =
        "//! x.split(\"a\")\nlet a = name.split_once('=');\nlet b = &list[..];\n#[cfg(test)]\nx.ends_with(\"y\")\n";
    assert_eq!(taken_apart(text), [2]);
}
