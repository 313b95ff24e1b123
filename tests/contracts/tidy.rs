//! The layout's rules, checked on the source text: who may import whom, where foreign crates and the outside world may
//! appear, headers, sizes and names.

use crate::source_code::{room, sources};

/// A source file: its path in the project and below the `src` of its crate, its lines without the unit tests at its end.
struct File {
    path: String,
    inside: String,
    lines: Vec<String>,
    total: usize,
}

impl File {
    fn room(&self) -> &str {
        room(&self.inside)
    }

    /// Whether it is compiled for tests only.
    fn tests_only(&self) -> bool {
        self.path.ends_with("/tests.rs") || self.path.ends_with("/examples.rs")
    }

    /// The code: lines that are not comments, with their 1-based numbers.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.lines.iter().enumerate().map(|(index, line)| (index + 1, line.as_str()));
        lines.filter(|(_, line)| !line.trim_start().starts_with("//"))
    }
}

fn files() -> Vec<File> {
    let file = |source: crate::source_code::Source| {
        let lines = source.text.lines();
        let code = lines.clone().take_while(|line| line.trim() != "#[cfg(test)]").map(str::to_string).collect();
        File { total: lines.count(), lines: code, path: source.path, inside: source.inside }
    };
    sources().into_iter().map(file).collect()
}

/// The rooms and crates of ours that a line of code names: `crate::a::b` and `use crate::{a, b}` name `a` (and `b`),
/// `boardwright_a::b` names `a`.
fn rooms_named(line: &str) -> Vec<String> {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let word = |text: &str| text.chars().take_while(|&c| is_letter(c)).collect::<String>();
    let after = |prefix: &'static str| {
        let places = line.match_indices(prefix).filter(move |(at, _)| !line[..*at].ends_with(is_letter));
        places.map(move |(at, _)| &line[at + prefix.len()..])
    };
    let mut rooms: Vec<String> = after("boardwright_").map(word).collect();
    for rest in after("crate::") {
        match rest.strip_prefix('{') {
            Some(list) => rooms.extend(list.split(',').map(|part| word(part.trim()))),
            None => rooms.push(word(rest)),
        }
    }
    rooms.retain(|room| !room.is_empty());
    rooms
}

#[test]
fn the_check_of_imports_sees_imports() {
    assert_eq!(rooms_named("use crate::cnf::Lit;"), ["cnf"]);
    assert_eq!(rooms_named("use crate::{ilp, board::Cell};"), ["ilp", "board"]);
    assert_eq!(rooms_named("    crate::task::run(pub(crate) x)"), ["task"]);
    assert_eq!(rooms_named("use boardwright_ir::constraint::Origin;"), ["ir"]);
    assert!(rooms_named("pub(crate) fn x() {}").is_empty());
}

#[test]
fn verifiers_know_only_the_rules() {
    let files = files();
    let verifiers: Vec<&File> = files.iter().filter(|file| file.inside.contains("/verify")).collect();
    assert!(verifiers.len() >= 5, "every family has a verify.rs");
    for file in verifiers {
        for (number, line) in file.code() {
            for forbidden in ["constraint", "cnf", "constrain", "ir", "sat", "ilp", "cover", "linear", "frontier"] {
                let named = rooms_named(line).iter().any(|room| room == forbidden);
                let sibling = line.contains(&format!("super::{forbidden}::")) || line.contains("super::constrain");
                assert!(!named && !sibling, "{}:{number}: a verifier knows only the rules:\n{line}", file.path);
            }
        }
    }
}

#[test]
fn every_family_is_a_folder_with_a_verifier_and_registered() {
    let files = files();
    // The family `grid` is the language and, above it, moves.
    let documents = files.iter().filter(|file| file.path.starts_with("crates/documents/src/"));
    let mut folders: Vec<&str> = documents.map(File::room).filter(|room| *room != "lib").chain(["grid"]).collect();
    folders.sort_unstable();
    folders.dedup();
    let mut registered: Vec<String> =
        boardwright_families::PUZZLES.iter().map(|puzzle| puzzle.name().replace('-', "_")).collect();
    registered.sort();
    assert_eq!(folders, registered);
    for folder in folders {
        assert!(files.iter().any(|file| file.inside == format!("{folder}/verify.rs")), "{folder} has no verify.rs");
    }
}

/// The files of the solvers of others.
const SOLVER_FILES: [&str; 5] = ["batsat.rs", "cadical.rs", "ilp/microlp.rs", "ilp/minilp.rs", "varisat.rs"];

#[test]
fn solver_crates_appear_only_behind_backends() {
    const SOLVERS: &[&str] = &["varisat", "batsat", "cadical", "good_lp", "microlp", "minilp"];
    for file in files() {
        for (number, line) in file.code() {
            for solver in SOLVERS {
                let named = line.contains(&format!("use {solver}::")) || line.contains(&format!(" ::{solver}::"));
                let backend = SOLVER_FILES.contains(&&*file.inside);
                assert!(!named || backend, "{}:{number} names the solver {solver}:\n{line}", file.path);
            }
        }
    }
}

#[test]
fn only_the_command_line_touches_the_world() {
    const WORLD: &[&str] = &[
        "std::fs",
        "std::env",
        "println!",
        "eprintln!",
        "print!(",
        "process::exit",
        "std::io::stdout",
        "std::io::stdin",
    ];
    for file in files() {
        // Running a program takes a folder to run it in.
        if matches!(file.room(), "cli" | "main") || file.inside.starts_with("backend/exec/") || file.tests_only() {
            continue;
        }
        for (number, line) in file.code() {
            for word in WORLD {
                assert!(!line.contains(word), "{}:{number} uses {word}:\n{line}", file.path);
            }
        }
    }
}

/// The features that need an operating system: `cli` of the root turns on the others.
const SYSTEM_FEATURES: [&str; 5] = ["cli", "compare", "exec", "microlp", "threads"];

/// The files that are compiled only with such a feature, as their parents declare them: paths without `.rs`.
fn behind_cli(files: &[File]) -> Vec<String> {
    let gate = |line: &str| SYSTEM_FEATURES.iter().any(|name| line.trim() == format!("#[cfg(feature = \"{name}\")]"));
    let mut found = vec!["main".to_string()];
    for file in files {
        for pair in file.lines.windows(2).filter(|pair| gate(&pair[0])) {
            let declared = pair[1].trim().trim_start_matches("pub(crate) ").trim_start_matches("pub ");
            let Some(name) = declared.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';')) else { continue };
            let folder = file.inside.trim_end_matches(".rs").trim_end_matches("/mod");
            found.push(if folder == "lib" { name.to_string() } else { format!("{folder}/{name}") });
        }
    }
    found
}

#[test]
fn without_the_command_line_there_is_no_operating_system() {
    const SYSTEM: &[&str] =
        &["std::fs", "std::env", "std::net", "std::process", "std::thread", "thread::", "Instant", "SystemTime"];
    let files = files();
    let behind = behind_cli(&files);
    for needed in ["cli", "backend/exec", "frontier/layers/split", "ilp/microlp", "task/detached"] {
        assert!(behind.iter().any(|path| path == needed), "{needed} is compiled without the feature `cli`");
    }
    for file in &files {
        let path = file.inside.trim_end_matches(".rs");
        let is_behind = behind.iter().any(|gated| path == gated || path.starts_with(&format!("{gated}/")));
        if is_behind || file.inside == "clock.rs" || file.tests_only() {
            continue;
        }
        for (number, line) in file.code() {
            for word in SYSTEM {
                assert!(!line.contains(word), "{}:{number} uses {word}:\n{line}", file.path);
            }
        }
    }
}

#[test]
fn files_open_with_a_header_and_stay_readable() {
    for file in files() {
        assert!(file.lines.first().is_some_and(|line| line.starts_with("//!")), "{} has no `//!` header", file.path);
        assert!(file.total <= 600, "{} has {} lines: split it by concept", file.path, file.total);
    }
    let main = files().into_iter().find(|file| file.path == "src/main.rs").expect("there is a main.rs");
    assert!(main.total <= 60, "main.rs only calls the command line");
}

#[test]
fn crates_say_where_to_start() {
    let is_root = |file: &File| file.path.starts_with("crates/") && file.path.ends_with("/src/lib.rs");
    for file in files().into_iter().filter(is_root) {
        let header = file.lines.iter().map_while(|line| line.strip_prefix("//!")).map(str::trim);
        let header = header.collect::<Vec<_>>().join(" ");
        let starts = ["tart with", "tart reading", "start here"].iter().any(|word| header.contains(word));
        assert!(starts, "the header of {} does not say where to start reading", file.path);
    }
}

#[test]
fn names_say_what_is_inside() {
    for file in files() {
        for part in file.inside.trim_end_matches(".rs").split('/') {
            let vague = ["utils", "util", "helpers", "helper", "common", "manager", "misc"].contains(&part);
            assert!(!vague, "{}: `{part}` says nothing", file.path);
        }
    }
}

#[test]
fn nothing_is_left_undone() {
    // Spelled in halves, so that this file does not find itself elsewhere.
    let undone =
        [concat!("to", "do!"), concat!("unimpl", "emented!"), concat!("allow(dead", "_code)"), concat!("FIX", "ME")];
    for file in files() {
        for (index, line) in file.lines.iter().enumerate() {
            for word in undone {
                assert!(!line.contains(word), "{}:{} has {word}", file.path, index + 1);
            }
        }
    }
}

#[test]
fn all_crates_have_one_version() {
    assert_eq!(boardwright_base::program::VERSION, env!("CARGO_PKG_VERSION"));
    assert_eq!(boardwright_base::program::NAME, env!("CARGO_PKG_NAME"));
}

/// The tests that take long are run by `.ci/run`, which names where they are.
#[test]
fn long_tests_are_where_the_checks_run_them() {
    let script = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/.ci/run")).expect("there is a script");
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<std::path::PathBuf> = files().iter().map(|file| root.join(&file.path)).collect();
    crate::source_code::collect(&root.join("tests"), &mut paths);
    let mut number = 0;
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("it is readable");
        if !text.lines().any(|line| line.trim_start().starts_with("#[ignore")) {
            continue;
        }
        number += 1;
        let inside = path.strip_prefix(root).expect("it is below").to_string_lossy().replace('\\', "/");
        let words: Vec<&str> = inside.split('/').collect();
        let named = match words[..] {
            ["tests", target, ..] => format!(" --test {target}"),
            ["crates", name, ..] => format!(" -p boardwright-{name} --lib"),
            _ => panic!("{inside} has a long test, which no step runs"),
        };
        let is_run = script.lines().any(|line| line.contains("--ignored") && line.contains(&named));
        assert!(is_run, "{inside} has a long test, and no step of .ci/run has `{named}` with --ignored");
    }
    assert!(number >= 10, "the long tests were not found: {number}");
}
