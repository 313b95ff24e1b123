//! The commands of the README, of `docs/documents` and of the tutorial run and print what is shown there.
//!
//! In a `console` block a line `$ command` is a command and what follows is its output, to the byte; `$ cargo run
//! --release -- x` is `boardwright x`. Commands in a `sh` block are run when they are `boardwright` ones and have to
//! succeed.

use crate::support::boardwright;
use std::path::Path;

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn readme() -> String {
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"))
}

/// The pages that show commands, by name: the README, what the five documents claim, and the tutorial.
fn pages() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = vec![("README.md".to_string(), readme())];
    let folder = std::fs::read_dir(root.join("docs/documents")).expect("there is a page for each document");
    let mut paths: Vec<_> = folder.map(|entry| entry.expect("the folder is readable").path()).collect();
    paths.sort();
    paths.push(root.join("docs/documents.md"));
    paths.push(root.join("docs/grid-tutorial.md"));
    pages.extend(paths.iter().map(|path| (path.display().to_string(), read(path))));
    pages
}

/// The fenced blocks of a kind in a page.
fn blocks(text: &str, kind: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut inside: Option<String> = None;
    for line in text.lines() {
        match &mut inside {
            None if line == format!("```{kind}") => inside = Some(String::new()),
            None => {}
            Some(_) if line == "```" => found.extend(inside.take()),
            Some(block) => {
                block.push_str(line);
                block.push('\n');
            }
        }
    }
    found
}

/// The arguments of a command that is ours, however it is started.
fn arguments(command: &str) -> Option<Vec<&str>> {
    let rest = command.strip_prefix("cargo run --release -- ").or_else(|| command.strip_prefix("boardwright "))?;
    Some(rest.split_whitespace().collect())
}

#[test]
fn console_blocks_show_what_is_printed() {
    let shown: Vec<(String, String)> = pages()
        .iter()
        .flat_map(|(page, text)| {
            assert!(blocks(text, "console").len() + blocks(text, "sh").len() > 0, "{page} shows no command");
            blocks(text, "console").into_iter().map(|block| (page.clone(), block))
        })
        .collect();
    for (page, block) in shown {
        let mut lines = block.lines().peekable();
        while let Some(line) = lines.next() {
            let command = line.strip_prefix("$ ").unwrap_or_else(|| panic!("{page}: `{line}` is not a command"));
            let arguments =
                arguments(command).unwrap_or_else(|| panic!("{page}: `{command}` is not a command of ours"));
            let mut expected = String::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
                expected.push_str(line);
                expected.push('\n');
            }
            let run = boardwright(&arguments);
            let printed = format!("{}{}", run.stdout, run.stderr);
            assert_eq!(printed.trim_end(), expected.trim_end(), "{page}: `{command}` printed something else");
        }
    }
}

/// The models that the tutorial shows are the files that its commands take.
#[test]
fn the_tutorial_shows_its_models() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shown = blocks(&read(&root.join("docs/grid-tutorial.md")), "toml");
    for (index, block) in shown.iter().enumerate() {
        let file = root.join(format!("docs/tutorial/{}.toml", index + 1));
        assert_eq!(*block, read(&file), "{}", file.display());
    }
    assert!(shown.len() > 1);
}

#[test]
fn commands_succeed() {
    let mut ran = 0;
    let blocks = pages().iter().flat_map(|(_, text)| blocks(text, "sh")).collect::<Vec<String>>();
    for block in blocks {
        for command in block.lines().map(|line| line.split(" #").next().unwrap_or_default().trim()) {
            let Some(arguments) = arguments(command) else { continue };
            let run = boardwright(&arguments);
            assert_eq!(run.code, 0, "`{command}`: {}", run.stderr);
            ran += 1;
        }
    }
    assert!(ran > 0, "the README has commands to try");
}

#[test]
fn the_first_two_commands_solve_a_model_and_run_the_tests() {
    let text = readme();
    let commands: Vec<&str> = text.lines().filter(|line| line.starts_with("cargo ")).take(2).collect();
    assert!(commands[0].starts_with("cargo run --release -- solve models/"), "{}", commands[0]);
    assert_eq!(commands[1], "cargo test");
}
