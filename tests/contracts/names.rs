//! The files, types and functions that the pages name in backticks exist.
//!
//! `src/cli.rs` is a path; `boardwright_cover::ExactCover` is an item of a crate, `cnf::Cnf` of a room, `Constraint::holds` of a type.

use crate::readme::{pages, root};
use crate::source_code::{Source, sources};

/// The words in backticks outside fenced blocks, with their page.
fn codes() -> Vec<(String, String)> {
    let mut found = Vec::new();
    // These list what was, and what names were.
    let pages = pages().into_iter().filter(|(page, _)| !["CHANGELOG.md", "docs/decisions.md"].contains(&page.as_str()));
    for (page, text) in pages {
        let mut inside = false;
        let prose = text.lines().filter(|line| {
            inside ^= line.starts_with("```");
            !inside
        });
        for line in prose {
            found.extend(line.split('`').skip(1).step_by(2).map(|code| (page.clone(), code.to_string())));
        }
    }
    found
}

#[test]
fn files_exist() {
    const FOLDERS: &[&str] =
        &["src/", "crates/", "tests/", "docs/", "models/", "benches/", "examples/", "fuzz/", ".ci/"];
    let mut count = 0;
    let mut wrong = Vec::new();
    for (page, code) in codes() {
        let is_path = FOLDERS.iter().any(|folder| code.starts_with(folder)) && !code.contains(['<', '*', ' ']);
        // `cargo fuzz` makes the corpus.
        if is_path && !code.starts_with("fuzz/corpus") {
            count += 1;
            if !root().join(&code).exists() {
                wrong.push(format!("{page}: `{code}`"));
            }
        }
    }
    assert!(count > 50, "{count} paths");
    assert!(wrong.is_empty(), "no such file:\n{}", wrong.join("\n"));
}

/// Whether a source defines an item of this name; variants, fields and words of macros are not looked for.
fn defines(source: &str, name: &str) -> bool {
    ["struct", "enum", "trait", "fn", "const", "static", "type", "mod"].iter().any(|keyword| {
        let start = format!("{keyword} {name}");
        let is_end = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        source.match_indices(&start).any(|(at, _)| is_end(&source[at + start.len()..]))
    })
}

#[test]
fn items_exist() {
    let sources = sources();
    let all: String = sources.iter().map(|file| &*file.text).collect();
    let mut count = 0;
    let mut wrong = Vec::new();
    for (page, code) in codes() {
        let parts: Vec<&str> = code.trim_end_matches("()").split("::").collect();
        let is_name = |part: &&str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || c == '_');
        if parts.len() < 2 || !parts.iter().all(is_name) || parts[0] == "std" {
            continue;
        }
        count += 1;
        let of_crate = parts[0].strip_prefix("boardwright_").map(|name| format!("crates/{name}/"));
        let is_in = |file: &&Source| match &of_crate {
            Some(folder) => file.path.starts_with(folder),
            None => file.room() == parts[0],
        };
        let room: String = sources.iter().filter(is_in).map(|file| &*file.text).collect();
        let name = parts[parts.len() - 1];
        let found = if !room.is_empty() {
            defines(&room, name)
        } else {
            // A method, a constant or a variant of a type.
            defines(&all, parts[0]) && all.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
        };
        if !found {
            wrong.push(format!("{page}: `{code}`"));
        }
    }
    assert!(count > 20, "{count} items");
    assert!(wrong.is_empty(), "no such item:\n{}", wrong.join("\n"));
}

#[test]
fn definitions_are_found() {
    assert!(defines("pub struct Cnf {", "Cnf") && defines("fn load(", "load"));
    assert!(!defines("pub struct Cnfs {", "Cnf") && !defines("let load = 1;", "load"));
}

/// The worked diffs of `CONTRIBUTING.md` still apply: their context is in the files, and the files that they add are new.
#[test]
fn worked_diffs_apply() {
    let text = crate::readme::read(&root().join("CONTRIBUTING.md"));
    let mut hunks = 0;
    let mut wrong = Vec::new();
    let (mut file, mut old, mut inside) = (String::new(), Vec::<&str>::new(), false);
    for line in text.lines().chain([""]) {
        let ends = line.starts_with("@@") || line.starts_with("--- ") || line.starts_with("```") || line.is_empty();
        if ends && !old.is_empty() {
            let source = crate::readme::read(&root().join(&file));
            let lines: Vec<&str> = source.lines().collect();
            if !lines.windows(old.len()).any(|window| window == old) {
                wrong.push(format!("{file} does not have the lines\n{}\n", old.join("\n")));
            }
            hunks += 1;
            old.clear();
        }
        if line.starts_with("```") {
            inside = line.ends_with("diff");
        } else if let Some(path) = line.strip_prefix("--- a/").filter(|_| inside) {
            file = path.to_string();
        } else if let Some(path) = line.strip_prefix("+++ b/").filter(|_| inside) {
            if file != path && root().join(path).exists() {
                wrong.push(format!("{path} exists already\n"));
            }
        } else if inside && let Some(line) = line.strip_prefix([' ', '-']).filter(|_| !line.starts_with("---")) {
            old.push(line);
        }
    }
    assert!(hunks > 8, "{hunks} hunks");
    assert!(
        wrong.is_empty(),
        "worked diffs of CONTRIBUTING.md do not apply:\n\n{}\nChange the diffs in CONTRIBUTING.md. If you applied one, revert it, or \
         replace it by your change.",
        wrong.join("\n")
    );
}
