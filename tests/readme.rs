//! The README's commands run and print what it shows.
//!
//! In a `console` block a line `$ command` is a command and what follows is its output, to the byte; `$ cargo run
//! --release -- x` is `boardwright x`. Commands in a `sh` block are run when they are `boardwright` ones and have to
//! succeed.

mod support;

use std::path::Path;
use support::boardwright;

fn readme() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    std::fs::read_to_string(path).expect("there is a README")
}

/// The fenced blocks of a kind.
fn blocks(kind: &str) -> Vec<String> {
    let text = readme();
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
    let blocks = blocks("console");
    assert!(!blocks.is_empty(), "the README shows commands with their output");
    for block in blocks {
        let mut lines = block.lines().peekable();
        while let Some(line) = lines.next() {
            let command = line.strip_prefix("$ ").unwrap_or_else(|| panic!("`{line}` is not a command"));
            let arguments = arguments(command).unwrap_or_else(|| panic!("`{command}` is not a command of ours"));
            let mut expected = String::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
                expected.push_str(line);
                expected.push('\n');
            }
            let run = boardwright(&arguments);
            let printed = format!("{}{}", run.stdout, run.stderr);
            assert_eq!(printed.trim_end(), expected.trim_end(), "`{command}` printed something else");
        }
    }
}

#[test]
fn commands_succeed() {
    let mut ran = 0;
    for block in blocks("sh") {
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
