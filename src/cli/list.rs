//! `boardwright list WHAT`: lists registries, one line per entry.

use super::Quit;
use super::outputs::Output;
use super::words::COMMAND_LINE;
use crate::REGISTRY;
use boardwright_exchange::genre::files;
use boardwright_exchange::import::FORMATS;
use boardwright_families::PUZZLES;
use boardwright_puzzle::{Named, Puzzle};
use boardwright_sat::cnf::encode::{ENCODINGS, Encoding, Kind};
use boardwright_solvers::backend::{BACKENDS, exec};
use boardwright_tasks::task::optimize::Strategy;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::path::PathBuf;

#[derive(Args)]
pub(super) struct Arguments {
    /// What to list
    #[arg(value_enum)]
    what: What,
    /// Print the list as text or json
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true, help_heading = "Output")]
    format: Format,
    /// Write the list to FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// Families of puzzles
    Puzzles,
    /// Kinds of puzzles with a template for `new`
    Kinds,
    /// Translations of a family's rules into constraints
    Formulations,
    /// Translations of constraints into clauses
    Encodings,
    /// Solvers
    Backends,
    /// Algorithms of a family that need no solver
    Methods,
    /// Strategies for an optimum on the SAT route
    Searches,
    /// File formats of other programs that `import` reads
    Formats,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Quit> {
    let output = Output::of(&arguments.output, arguments.format)?;
    let rows = rows(arguments.what);
    let answer = match arguments.format {
        Format::Json => format!("{:#}\n", Value::Array(rows)),
        Format::Text if arguments.what == What::Encodings => catalogue(),
        Format::Text => table(&rows),
    };
    output.write(&answer)?;
    Ok(0)
}

/// Formats the kinds of puzzles for people.
pub(super) fn kinds() -> String {
    table(&rows(What::Kinds))
}

/// Returns one object per entry; the last value of each is its summary.
fn rows(what: What) -> Vec<Value> {
    let of_families = |named: fn(&dyn Puzzle) -> &'static [Named]| -> Vec<Value> {
        let entries = PUZZLES.iter().flat_map(|&puzzle| named(puzzle).iter().map(move |entry| (puzzle, entry)));
        entries
            .map(|(puzzle, entry)| json!({ "puzzle": puzzle.name(), "name": entry.name, "summary": entry.summary }))
            .collect()
    };
    match what {
        What::Puzzles => {
            PUZZLES.iter().map(|puzzle| json!({ "name": puzzle.name(), "summary": puzzle.summary() })).collect()
        }
        What::Kinds => {
            let kinds = REGISTRY.kinds().map(|kind| (kind.family, kind.name, kind.summary.to_string()));
            let fields = REGISTRY.find("grid").map_or(&[][..], Puzzle::fields);
            let genres = files::FILES.iter().map(|file| ("grid", file.name, files::open(file, fields).genre.summary));
            let row = |(family, name, summary)| json!({ "puzzle": family, "name": name, "summary": summary });
            kinds.chain(genres).map(row).collect()
        }
        What::Formulations => of_families(|puzzle| puzzle.formulations()),
        What::Methods => of_families(|puzzle| puzzle.methods()),
        What::Searches => Strategy::ALL
            .iter()
            .map(|strategy| json!({ "name": strategy.name(), "summary": strategy.summary() }))
            .collect(),
        What::Formats => FORMATS
            .iter()
            .map(|format| json!({ "name": format.name, "summary": (format.summary)().worded(COMMAND_LINE) }))
            .collect(),
        What::Backends => BACKENDS
            .iter()
            .map(|backend| json!({ "route": backend.route().name(), "name": backend.name, "summary": backend.summary }))
            .chain(
                exec::FORMS
                    .iter()
                    .map(|form| json!({ "route": form.route().name(), "name": form.usage, "summary": form.summary })),
            )
            .collect(),
        What::Encodings => ENCODINGS
            .iter()
            .map(|encoding| {
                let mut row = json!({ "constraint": encoding.kind.name(), "name": encoding.name });
                for (label, text) in properties(encoding) {
                    row[label] = text.into();
                }
                row["summary"] = encoding.summary.into();
                row
            })
            .collect(),
    }
}

/// Returns the labelled properties of an encoding besides its name and summary, for both formats.
fn properties(encoding: &Encoding) -> [(&'static str, &'static str); 5] {
    [
        ("variables", encoding.variables),
        ("clauses", encoding.clauses),
        ("consistency", encoding.consistency.name()),
        ("counts", encoding.counts.name()),
        ("reference", encoding.reference),
    ]
}

/// Formats the encodings for people: by kind, 80 columns wide; neighbours with the same properties share them.
fn catalogue() -> String {
    let mut out = String::new();
    for kind in Kind::ALL {
        let entries: Vec<&Encoding> = ENCODINGS.iter().filter(|encoding| encoding.kind == kind).collect();
        let width = entries.iter().map(|encoding| encoding.name.len()).max().unwrap_or(0);
        out.push_str(&format!("{}{}: {}\n", if out.is_empty() { "" } else { "\n" }, kind.name(), kind.summary()));
        for alike in entries.chunk_by(|a, b| properties(a) == properties(b)) {
            out.push('\n');
            for encoding in alike {
                item(&mut out, 2, encoding.name, width, encoding.summary);
            }
            for (label, text) in properties(alike[0]) {
                item(&mut out, 6, label, "consistency".len(), text);
            }
        }
    }
    out
}

/// Formats a label and, beside it, a wrapped text.
fn item(out: &mut String, indent: usize, label: &str, label_width: usize, text: &str) {
    const COLUMNS: usize = 80;
    out.push_str(&format!("{:indent$}{label:label_width$} ", ""));
    let start = indent + label_width + 1;
    let mut column = start;
    for word in text.split(' ') {
        let length = word.chars().count() + 1;
        if column + length > COLUMNS && column > start {
            out.push_str(&format!("\n{:start$}", ""));
            column = start;
        }
        out.push(' ');
        out.push_str(word);
        column += length;
    }
    out.push('\n');
}

/// Formats columns with the necessary widths.
fn table(rows: &[Value]) -> String {
    let text = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_string();
    let group_key = ["puzzle", "route"].into_iter().find(|key| rows.first().is_some_and(|row| row.get(key).is_some()));
    let groups: Vec<String> = rows.iter().map(|row| group_key.map_or(String::new(), |key| text(row, key))).collect();
    let width = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
    let group_width = width(&mut groups.iter().map(String::len));
    let name_width = width(&mut rows.iter().map(|row| text(row, "name").len()));
    let mut out = String::new();
    for (row, group) in rows.iter().zip(&groups) {
        let name = text(row, "name");
        if group_key.is_some() {
            out.push_str(&format!("{group:group_width$}  "));
        }
        out.push_str(&format!("{name:name_width$}  {}\n", text(row, "summary")));
    }
    out
}
