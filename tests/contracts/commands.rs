//! `docs/commands.md`, the reference of the command line, is generated from the definitions of the arguments.
//!
//! `BLESS=1 cargo test --test contracts commands::` writes the page.

use crate::readme::{read, root};
use clap::{Arg, Command};
use std::fmt::Write;

const HEAD: &str = "\
# Commands

<!-- Generated: `BLESS=1 cargo test --test contracts commands::` writes this page from the definitions in src/cli. -->

`--help` after a command prints the same texts, `-h` a summary. [Answers](answers.md) describes answers, output and exit
codes; [Limits](limits.md) describes `--time-limit`, `--memory-limit` and `--max-input`.
";

/// The page.
fn page() -> String {
    let mut program = boardwright::cli::definition();
    program.build();
    let mut commands = Vec::new();
    collect(&program, "", &mut commands);
    let mut page = format!("{HEAD}\n| command | purpose |\n| --- | --- |\n");
    for (name, command) in &commands {
        let _ = writeln!(page, "| [`{name}`](#{}) | {} |", name.replace(' ', "-"), about(command));
    }
    for (name, command) in &commands {
        let _ = write!(page, "\n## {name}\n\n{}\n", section(command));
    }
    page
}

/// The visible commands below one, those with commands of their own before these, with their names.
fn collect<'a>(parent: &'a Command, prefix: &str, found: &mut Vec<(String, &'a Command)>) {
    let visible = parent.get_subcommands().filter(|command| !command.is_hide_set() && command.get_name() != "help");
    for command in visible {
        let name = format!("{prefix}{}", command.get_name());
        found.push((name.clone(), command));
        collect(command, &format!("{name} "), found);
    }
}

fn about(command: &Command) -> String {
    command.get_about().map(|text| cell(&text.to_string())).unwrap_or_default()
}

/// The section of a command: purpose, usage, and a table for the arguments and for each heading of options.
fn section(command: &Command) -> String {
    let purpose = command.get_long_about().or(command.get_about()).map(ToString::to_string).unwrap_or_default();
    let mut section = format!("{purpose}\n\n```text\n{}\n```\n", command.clone().render_usage());
    let shown = |arg: &&Arg| !arg.is_hide_set() && !["help", "version"].contains(&arg.get_id().as_str());
    let mut tables: Vec<(&str, Vec<&Arg>)> = Vec::new();
    for arg in command.get_arguments().filter(shown) {
        let usual = if arg.is_positional() { "Arguments" } else { "Options" };
        let heading = arg.get_help_heading().unwrap_or(usual);
        match tables.iter_mut().find(|(name, _)| *name == heading) {
            Some((_, rows)) => rows.push(arg),
            None => tables.push((heading, vec![arg])),
        }
    }
    for (heading, rows) in tables {
        let _ = write!(section, "\n| {heading} | | default |\n| --- | --- | --- |\n");
        rows.iter().for_each(|arg| section.push_str(&row(arg)));
    }
    if let Some(text) = command.get_after_long_help().or(command.get_after_help()) {
        let _ = write!(section, "\n```text\n{text}\n```\n");
    }
    section.trim_end().to_string()
}

/// The row of an argument: its form, its help with the possible values, and its default.
fn row(arg: &Arg) -> String {
    let short = arg.get_short().filter(|_| arg.get_long().is_some()).map(|c| format!("-{c}, ")).unwrap_or_default();
    let mut help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string).unwrap_or_default();
    let values = if arg.get_action().takes_values() { arg.get_possible_values() } else { Vec::new() };
    let values = values.iter().filter(|value| !value.is_hide_set());
    let values: Vec<String> = values
        .map(|value| match value.get_help() {
            Some(help) => format!("`{}` ({help})", value.get_name()),
            None => format!("`{}`", value.get_name()),
        })
        .collect();
    if !values.is_empty() {
        let _ = write!(help, "\n\nValues: {}", values.join(", "));
    }
    let defaults = if arg.get_action().takes_values() { arg.get_default_values() } else { &[] };
    let defaults: Vec<String> = defaults.iter().map(|value| format!("`{}`", value.to_string_lossy())).collect();
    format!("| `{short}{arg}` | {} | {} |\n", cell(&help), defaults.join(", "))
}

/// Text for a cell of a table: paragraphs become sentences.
fn cell(text: &str) -> String {
    let paragraphs = text.split("\n\n").map(|lines| lines.split_whitespace().collect::<Vec<_>>().join(" "));
    let mut cell = String::new();
    for paragraph in paragraphs.filter(|paragraph| !paragraph.is_empty()) {
        let ends = cell.is_empty() || cell.ends_with(['.', ':', ';', '!', '?', ']']);
        cell.push_str(if ends { "" } else { "." });
        cell.push_str(if cell.is_empty() { "" } else { " " });
        cell.push_str(&paragraph);
    }
    cell.replace('|', "\\|")
}

#[test]
fn the_command_reference_is_up_to_date() {
    let path = root().join("docs/commands.md");
    let page = page();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &page).expect("the page can be written");
    }
    assert!(page.lines().filter(|line| line.starts_with("## ")).count() > 20, "some commands are missing");
    assert!(read(&path) == page, "run BLESS=1 cargo test --test contracts commands::");
}
