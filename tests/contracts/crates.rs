//! The crates of the project, from their manifests: docs/architecture.md has what each holds, its size and what it imports.
//!
//! `BLESS=1 cargo test --test contracts crates::` writes the table.

use crate::readme::{read, root};
use crate::source_code::sources;
use std::fmt::Write;

const PAGE: &str = "docs/architecture.md";
const START: &str =
    "<!-- Generated: `BLESS=1 cargo test --test contracts crates::` writes this table from the manifests. -->";
const END: &str = "<!-- The generated table ends here. -->";
/// The most lines of a crate, with the unit tests beside its code.
const MOST: usize = 25_000;

struct Crate {
    name: String,
    holds: String,
    lines: usize,
    imports: Vec<String>,
}

fn manifest(path: &str) -> toml::Table {
    read(&root().join(path)).parse().unwrap_or_else(|wrong| panic!("{path}: {wrong}"))
}

/// Returns the crates of ours that a manifest imports, without the prefix that all have.
fn imports(manifest: &toml::Table) -> Vec<String> {
    let named = manifest.get("dependencies").and_then(toml::Value::as_table).into_iter().flat_map(toml::Table::keys);
    let mut found: Vec<String> =
        named.filter_map(|name| name.strip_prefix("boardwright-")).map(str::to_string).collect();
    found.sort();
    found
}

/// Returns the crates, each after those that it imports; the root is the last.
fn crates() -> Vec<Crate> {
    let sources = sources();
    let lines = |folder: &str| {
        let of_crate = sources.iter().filter(|file| file.path.starts_with(folder));
        of_crate.map(|file| file.text.lines().count()).sum()
    };
    let entries = std::fs::read_dir(root().join("crates")).expect("there are crates");
    let names = entries.map(|entry| entry.expect("it is readable").file_name().to_string_lossy().into_owned());
    let mut open: Vec<Crate> = names
        .map(|name| {
            let manifest = manifest(&format!("crates/{name}/Cargo.toml"));
            let holds = manifest["package"]["description"].as_str().expect("a description").to_string();
            Crate { lines: lines(&format!("crates/{name}/")), imports: imports(&manifest), holds, name }
        })
        .collect();
    open.sort_by(|a, b| a.name.cmp(&b.name));
    let mut sorted: Vec<Crate> = Vec::new();
    while !open.is_empty() {
        let is_above = |one: &Crate| one.imports.iter().all(|name| sorted.iter().any(|below| below.name == *name));
        let next = open.iter().position(is_above).expect("Cargo allows no circle");
        sorted.push(open.remove(next));
    }
    let holds = "the library as its users see it, the registry of families, and the command line".to_string();
    sorted.push(Crate {
        name: "boardwright".into(),
        holds,
        lines: lines("src/"),
        imports: imports(&manifest("Cargo.toml")),
    });
    sorted
}

fn list(names: &[impl AsRef<str>]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    if quoted.is_empty() { "nothing of ours".into() } else { quoted.join(", ") }
}

/// Returns the tables; lines are rounded, so that not every change changes the page.
fn tables(rounded: impl Fn(&Crate) -> usize) -> String {
    let mut page = "| crate | holds | lines | imports |\n| --- | --- | ---: | --- |\n".to_string();
    for one in crates() {
        let Crate { name, holds, imports, .. } = &one;
        let _ = writeln!(page, "| `{name}` | {holds} | {} | {} |", rounded(&one), list(imports));
    }
    page
}

#[test]
fn the_page_has_all_crates() {
    let path = root().join(PAGE);
    let text = read(&path);
    let start = text.find(START).expect("the page has the start of the tables") + START.len();
    let end = text.find(END).expect("the page has the end of the tables");
    let shown = text[start..end].trim();
    // A size that is right within a tenth, or a few hundred lines, may stay.
    let said = |one: &Crate| {
        let row = shown.lines().find(|line| line.starts_with(&format!("| `{}` |", one.name)))?;
        row.split('|').nth(3)?.trim().parse::<usize>().ok()
    };
    let rounded = |one: &Crate| one.lines.next_multiple_of(500);
    let kept = |one: &Crate| {
        let near = said(one).filter(|said| said.abs_diff(one.lines) <= (one.lines / 10).max(500));
        near.unwrap_or_else(|| rounded(one))
    };
    let now = tables(kept);
    if std::env::var_os("BLESS").is_some() {
        let page = format!("{}\n\n{}\n{}", &text[..start], tables(rounded), &text[end..]);
        std::fs::write(&path, page).expect("the page is writable");
    } else {
        assert_eq!(shown, now.trim(), "run `BLESS=1 cargo test --test contracts crates::`");
    }
}

#[test]
fn crates_are_small() {
    for one in crates().iter() {
        assert!(one.lines <= MOST, "{} has {} lines (at most {MOST})", one.name, one.lines);
    }
}

#[test]
fn routes_know_neither_each_other_nor_puzzles() {
    let routes = ["cover", "frontier", "ilp", "linear", "sat"];
    for one in crates().iter().filter(|one| routes.contains(&one.name.as_str())) {
        assert_eq!(one.imports, ["base", "ir"], "{}", one.name);
    }
}

#[test]
fn what_is_handed_the_registry_names_no_family() {
    let families = ["documents", "families", "grid", "moves"];
    for one in crates().iter().filter(|one| ["exchange", "puzzle", "render", "study", "tasks"].contains(&&*one.name)) {
        let named: Vec<&String> = one.imports.iter().filter(|name| families.contains(&name.as_str())).collect();
        assert!(named.is_empty(), "{} imports {named:?}", one.name);
    }
}
