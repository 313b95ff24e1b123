//! Words are not keys: only `render` and `cli` word origins, clues, places and steps, and nobody reads such words back.
//!
//! Messages of errors and diagnostics stay with their enums, and readers take apart what people write; each of these files is listed with its
//! reason.

use crate::source_code::sources;

/// Rooms that hold data of models, constraints and answers. The others read and write texts of files, so their words are diagnostics.
const WORDLESS: [&str; 32] = [
    "alternation",
    "answer",
    "backend",
    "batsat",
    "board",
    "cadical",
    "cnf",
    "constraint",
    "cover",
    "devils_chessboard",
    "dissection",
    "effort",
    "families",
    "fault",
    "frontier",
    "graph",
    "grid",
    "ilp",
    "knightdoku",
    "lights_out",
    "linear",
    "moves",
    "page",
    "pipeline",
    "puzzle",
    "refutation",
    "route",
    "shuffled",
    "solver",
    "study",
    "task",
    "varisat",
];
/// Where origins, facts, steps, features and changes are found, passed on and worded.
const TYPED: [&str; 17] = [
    "answer",
    "cnf",
    "constraint",
    "cover",
    "frontier",
    "linear",
    "ilp",
    "pipeline",
    "puzzle/capability",
    "grid/edit",
    "grid/warnings",
    "lights_out/unbalanced",
    "render",
    "task",
    "page/play",
    "page/problem",
    "page/reason",
];

/// Lines that are allowed: a file or folder, a part of the line, and the reason.
type Allowed = (&'static str, &'static str, &'static str);

/// Lines that use the names of rules or the words for origins.
const WORDING: &[Allowed] = &[
    ("constraint/origin.rs", "stated.name", "the name by which an encoding is chosen"),
    ("constraint/origin/words.rs", "", "messages of errors"),
    ("constraint/too_large.rs", "use super::origin::words;", "messages of errors"),
    ("cover/lower.rs", "use boardwright_ir::constraint::origin::words;", "messages of errors"),
    ("frontier/lower/unfit.rs", "use boardwright_ir::constraint::origin::words;", "messages of errors"),
    ("linear/lower.rs", "use boardwright_ir::constraint::origin::words;", "messages of errors"),
    ("cnf/lower.rs", ".rule_name()", "an encoding is chosen for a rule by its name"),
    ("pipeline/decompose.rs", "selection.for_rule(", "an encoding is chosen for a rule by its name"),
    ("grid/warnings.rs", "words::part(origin, false)", "a diagnostic"),
];

/// Lines that word places of data.
const PLACES: &[Allowed] = &[
    ("board/names.rs", "SetName::", "the names of sets, which messages of errors and `render` share"),
    ("constraint/origin/words.rs", "Instance::", "messages of errors"),
    ("cnf/encode/integer/log.rs", "bit {i}", "the name of a variable in files"),
    ("alternation/constrain.rs", "move {", "the name of a variable in files"),
    ("devils_chessboard/constrain/codes.rs", "problem.boolean(", "the name of a variable in files"),
    ("alternation/analyze.rs", "move {}", "the text of an analysis of the family"),
    ("knightdoku/analyze.rs", "the clue {number} at {cell}", "the text of an analysis of the family"),
    ("lights_out/analyze/card.rs", "lights {first}", "the text of an analysis of the family"),
    ("lights_out/by_rows.rs", "after row {}", "the text of an analysis of the family"),
    ("devils_chessboard/error_correction.rs", "the word {} is", "the text of an analysis of the family"),
    ("alternation/read.rs", "block", "diagnostics and their help"),
    ("alternation/verify.rs", "row {} of {what}", "messages of errors"),
    ("devils_chessboard/notation.rs", "Wrong::new(", "messages of errors"),
    ("dissection/board.rs", "levels of", "diagnostics and their help"),
    ("grid/condition/words.rs", "let help", "diagnostics and their help"),
    ("grid/reading", "", "diagnostics and their help"),
    ("grid/symmetry/automorphisms.rs", "moves {moved}", "the name of a symmetry"),
    ("knightdoku/board.rs", "", "diagnostics and their help"),
    ("task/generate/maker.rs", "given {values} of one", "messages of errors"),
    ("task/generate/unsupported.rs", "clues of {}", "messages of errors"),
    ("task/proof.rs", "of {optimum} steps", "the claim that the comments of a formula state"),
];

/// Lines that take a text apart or compare it.
const READERS: &[Allowed] = &[
    ("cnf/encode.rs", "", "settings that people write"),
    ("cnf/encode/selection.rs", "", "settings that people write"),
    ("cnf/lower.rs", "origin.rule_name() != rule", "an encoding is chosen for a rule by its name"),
    ("cnf/lower/sums.rs", "\"auto\"", "settings that people write"),
    ("cnf/objective.rs", "\"auto\"", "settings that people write"),
    ("constraint/split.rs", "", "the choices of a cube, which jobs contain"),
    ("ilp", "text.ends_with(", "the text of a file"),
    ("puzzle/capability/generation.rs", "field.name == key", "keys of models"),
    ("grid/edit.rs", "uses.words.contains(\"given\")", "a word that a model uses"),
    ("grid/edit.rs", "own.name == **layer", "the name of a layer of the model"),
    ("grid/warnings.rs", "**value != \".\"", "a value of the model"),
    ("grid/warnings/changed.rs", "", "words of a model"),
    ("render/booklet", "", "paragraphs and pictures of a page"),
    ("render/breakdown.rs", "*name != \".\"", "a value of the model"),
    ("render/page.rs", "", "names of page sizes that people write"),
    ("render/page/letters.rs", "split_whitespace", "line breaks"),
    ("render/steps/names.rs", "name.contains([',', '`'])", "a value of the model is quoted"),
    ("render/steps/names.rs", "let is_cell =", "a move in the notation of its family gets a capital letter"),
    ("render/svg/layout.rs", "", "line breaks"),
    ("render/text/symbols.rs", "let apart", "letters of a drawing"),
    ("render/theme.rs", "", "colours of a drawing"),
    ("task/cubes.rs", "text.split('.')", "the path of a cube, which jobs contain"),
    ("task/diff/matching.rs", "layer.name == name", "names by which two models are matched"),
    ("task/examples.rs", "rule.name == name.value", "the rule that an example names"),
    ("task/generate/computed.rs", "\"grid\"", "a name that people write"),
    ("task/generate/fill.rs", "\"grid\"", "a name that people write"),
    ("task/generate/goal.rs", "", "a range that people write"),
    ("task/generate/maker.rs", "\"grid\"", "a name that people write"),
    ("task/generate/maker.rs", "trim_end_matches('=')", "the key before a value in the text of a model"),
    ("task/generate/maker.rs", "strip_suffix(',')", "the comma beside an entry in the text of a model"),
    ("task/recipe.rs", "", "the text of a file"),
    ("task/setup.rs", "\"auto\"", "settings that people write"),
    ("task/steps/position.rs", "", "a position that people write"),
    ("page/play.rs", "value == \".\"", "a value of the model"),
    ("page/reason.rs", "value == \".\"", "a value of the model"),
];

/// Names of rules and words for origins.
const NAMES: [&str; 4] = ["origin::words", "words::part", ".rule_name()", "stated.name"];
/// Nouns for parts of rules and for steps.
const NOUNS: [&str; 17] = [
    "antidiagonal",
    "bit",
    "block",
    "clue",
    "column",
    "corner",
    "diagonal",
    "given",
    "level",
    "light",
    "move",
    "pillar",
    "row",
    "step",
    "tile",
    "window",
    "word",
];
/// What takes a text apart or compares it.
const APART: [&str; 20] = [
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
    ".replace(\"",
    ".replacen(",
    ".name ==",
    "== \"",
    "!= \"",
    "rule_name() ==",
    "rule_name() !=",
];

/// Returns the path below `src` and the text of each file of these rooms and folders.
fn texts(rooms: &[&str]) -> Vec<(String, String)> {
    let is_in = |inside: &str| {
        rooms.iter().any(|room| inside.strip_prefix(room).is_some_and(|rest| rest == ".rs" || rest.starts_with('/')))
    };
    let of_rooms = sources().into_iter().filter(|file| is_in(&file.inside) && !file.inside.ends_with("tests.rs"));
    of_rooms.map(|file| (file.inside, file.text)).collect()
}

/// Returns the lines of code with their numbers, without comments, tests and messages of errors.
fn code(text: &str) -> Vec<(usize, &str)> {
    let mut is_message = false;
    let mut found = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        if line.trim() == "#[cfg(test)]" {
            break;
        }
        is_message |= line.trim().starts_with("#[error(");
        if !is_message && !line.trim().starts_with("//") {
            found.push((number, line.trim()));
        }
        is_message &= !line.ends_with(")]");
    }
    found
}

fn uses_words(line: &str) -> bool {
    NAMES.iter().any(|name| line.contains(name))
}

/// Returns whether a text of the line has a noun that its data follows: `row {`, `the light at {`.
fn names_a_place(line: &str) -> bool {
    NOUNS.iter().any(|noun| {
        ["", "s"].iter().any(|plural| {
            [" {", " at {", " of {"].iter().any(|then| {
                let words = format!("{noun}{plural}{then}");
                line.match_indices(&words).any(|(at, _)| {
                    let before = line[..at].chars().next_back();
                    // A text has begun, and the noun is a whole word.
                    line[..at].matches('"').count() % 2 == 1 && matches!(before, Some(' ' | '"' | '('))
                })
            })
        })
    })
}

fn takes_apart(line: &str) -> bool {
    APART.iter().any(|way| line.contains(way))
}

/// Checks that only allowed lines are so, and that each allowance is used.
fn check(rooms: &[&str], least: usize, is_wrong: fn(&str) -> bool, allowed: &[Allowed], help: &str) {
    let texts = texts(rooms);
    let lines: usize = texts.iter().map(|(_, text)| code(text).len()).sum();
    assert!(texts.len() >= least && lines > 60 * least, "{} files with {lines} lines", texts.len());
    let (mut wrong, mut used) = (Vec::new(), vec![false; allowed.len()]);
    for (name, text) in &texts {
        for (number, line) in code(text).into_iter().filter(|(_, line)| is_wrong(line)) {
            match allowed.iter().position(|(file, part, _)| name.starts_with(file) && line.contains(part)) {
                Some(index) => used[index] = true,
                None => wrong.push(format!("{name}:{number}: {line}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{help}:\n{}", wrong.join("\n"));
    let unused: Vec<_> = allowed.iter().zip(&used).filter(|(_, used)| !**used).map(|(allowed, _)| allowed).collect();
    assert!(unused.is_empty(), "these have no such line any more: {unused:?}");
}

#[test]
fn only_faces_word_origins() {
    check(&WORDLESS, 400, uses_words, WORDING, "pass on the origin; `render::origin` words it");
}

#[test]
fn only_faces_word_places_and_steps() {
    check(&WORDLESS, 400, names_a_place, PLACES, "pass on the data; `render` words it");
}

#[test]
fn no_words_are_read_back() {
    check(&TYPED, 280, takes_apart, READERS, "texts are taken apart or compared");
}

#[test]
fn lines_of_old_are_found() {
    for line in [
        "let (noun, place) = origin.detail.split_once(\", \")?;",
        "if origin.detail.starts_with(\"the light at \") {",
        "let is_better = rule == \"better\";",
        "if group.rule_name() == other.rule_name() {",
        "let named = origin.detail.strip_suffix(\", once those before it are out\");",
    ] {
        assert!(takes_apart(line), "{line}");
    }
    for line in [
        "let detail = format!(\"the light at {cell}\");",
        "origin.detail = format!(\"row {}\", index + 1);",
        "Fact { name: format!(\"the {mark}s given at {cell}\") }",
    ] {
        assert!(names_a_place(line), "{line}");
    }
    assert!(!names_a_place("let row { at } = the_row;") && !names_a_place("\"arrow {}\""));
    assert!(uses_words("json!({ \"rule\": origin.rule_name(), \"detail\": words::part(origin, false) })"));
    let text = "//! x.split(\"a\")\n#[error(\n    \"row {at}\"\n)]\nlet a = 1;\n    #[cfg(test)]\nx.ends_with(\"y\")\n";
    assert_eq!(code(text), [(5, "let a = 1;")]);
}
