//! Writes contents and the file of a genre as a model: the file with its board replaced.
//!
//! Rules, names and layers are kept as they stand, with their comments; of `[genre]` the name is kept, and `[expect]` and
//! `[[example]]` are left out. Imports `model` for the parts of a text. Start with [`model()`].

use super::contents::{Contents, Entries, Marks, Slot, escaped};
use boardwright_model::{Section, sections};

/// The longest link that is repeated as the source of a puzzle, in characters.
const LONGEST_SOURCE: usize = 2000;

/// The way in which a picture is written.
type Draw<'d> = &'d dyn Fn(&Marks) -> String;

fn is_of_hexagons(section: &Section<'_>) -> bool {
    section.name == "grid" && section.entry("shape").is_some_and(|shape| shape.contains("\"hexagons\""))
}

/// Returns the model of a board of a genre; `text` is the genre's file, `name` its name, `source` the origin of the board.
pub fn model(text: &str, name: &str, contents: &Contents, source: &str) -> String {
    let mut out = String::new();
    let sections = sections(text);
    let is_of_hexagons = sections.iter().any(|section| is_of_hexagons(section));
    let draw = |marks: &Marks| match &contents.tiled {
        Some(tiled) => marks.rows(&tiled.lengths),
        None if is_of_hexagons => marks.hexagons(),
        None => marks.toml(),
    };
    for section in sections {
        let part = match section.name {
            "" => top(&section, name, contents, source),
            "genre" | "genre.link" | "expect" => continue,
            name if is_of_example(name) => continue,
            "grid" => grid(&section, contents, &draw),
            "picture" => pictures(&section, contents, &Slot::Picture, &draw),
            "between" => pictures(&section, contents, &Slot::Between, &Marks::toml),
            "corner" => pictures(&section, contents, &Slot::Corner, &Marks::toml),
            "anywhere" => pictures(&section, contents, &Slot::Anywhere, &Marks::toml),
            "list" => lists(&section, contents),
            "parameter" => parameters(&section, contents),
            "rule" => rule(&section, contents),
            other => match other.split_once('.') {
                Some(("layer", layer)) => given(&section, layer, contents),
                Some(("list", list)) => list_of_its_own(&section, list, contents),
                _ => section.text(),
            },
        };
        out.push_str(part.trim_end());
        out.push_str("\n\n");
    }
    let text = out.trim_end();
    format!("{text}\n")
}

/// Returns the file of a genre as a model to start from: without `[genre]` and `[[example]]`.
pub fn template(text: &str) -> String {
    let is_left_out = |name: &str| matches!(name, "genre" | "genre.link") || is_of_example(name);
    let kept = sections(text).into_iter().filter(|section| !is_left_out(section.name));
    kept.map(|section| section.text()).collect()
}

/// Returns whether a section is an example or a part of one.
fn is_of_example(name: &str) -> bool {
    name == "example" || name.starts_with("example.")
}

/// Returns a model without the links of its genre and without examples, which are about its own puzzle.
pub fn without_links(text: &str) -> String {
    let is_left_out = |name: &str| name == "genre.link" || is_of_example(name);
    let kept = sections(text).into_iter().filter(|section| !is_left_out(section.name));
    kept.map(|section| section.text()).collect()
}

fn top(section: &Section<'_>, name: &str, contents: &Contents, source: &str) -> String {
    let (rows, columns) = contents.tiled.as_ref().map_or((contents.rows, contents.columns), |tiled| tiled.size);
    let title = contents.title.clone().unwrap_or_else(|| format!("{name}, {rows} x {columns}"));
    let mut out = format!("puzzle = \"grid\"\ntitle = \"{}\"\nsource = \"{}\"\n", escaped(&title), cut(source));
    out.push_str(&format!("genre = {{ name = \"{}\" }}\n", escaped(name)));
    if let Some(rules) = &contents.instructions {
        out.push_str(&format!("instructions = {}\n", in_lines(rules)));
    }
    for (key, entry) in &section.entries {
        match *key {
            "puzzle" | "title" | "source" | "genre" => {}
            "instructions" if contents.instructions.is_some() => {}
            "parameter" => out.push_str(&inline_parameters(entry, contents)),
            _ => out.push_str(value_of(entry)),
        }
    }
    out
}

/// Formats a text as a TOML string of several lines.
pub(crate) fn in_lines(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| escaped(line.trim_end())).collect();
    format!("\"\"\"\n{}\n\"\"\"", lines.join("\n"))
}

/// Cuts and escapes the origin of a board.
fn cut(source: &str) -> String {
    let cut: String = source.chars().take(LONGEST_SOURCE).collect();
    let more = if cut.len() < source.len() { "..." } else { "" };
    format!("{}{more}", escaped(cut.trim()))
}

/// Returns an entry up to the end of its value's last line; comments on lines of their own after it are left out.
fn value_of(entry: &str) -> &str {
    let trimmed = entry.trim_end();
    let mut end = trimmed.len();
    while let Some(start) = trimmed[..end].rfind('\n').filter(|at| trimmed[*at + 1..end].trim_start().starts_with('#'))
    {
        end = trimmed[..start].trim_end().len();
    }
    entry.get(..=end).unwrap_or(entry)
}

fn header(section: &Section<'_>) -> String {
    format!("[{}]\n", section.name)
}

fn grid(section: &Section<'_>, contents: &Contents, draw: Draw<'_>) -> String {
    let mut out = header(section);
    let drawn = |slot: &Slot, key: &str| contents.slots.get(slot).map(|marks| format!("{key} = {}\n", draw(marks)));
    let (mut cells, given) = (drawn(&Slot::Walls, "cells"), drawn(&Slot::Given, "given"));
    if is_of_hexagons(section) {
        // `rows` and `columns` alone are a rhombus.
        cells = Some(format!("cells = {}\n", draw(&contents.slot(&Slot::Walls))));
    }
    let has_holes = contents.slot(&Slot::Walls).marks().iter().any(|mark| mark == "_");
    if !has_holes && section.entry("cells").is_none() {
        cells = None;
    }
    if let Some(tiled) = &contents.tiled {
        out.push_str(&tiled.toml());
    } else if cells.is_none() && given.is_none() {
        out.push_str(&format!("rows = {}\ncolumns = {}\n", contents.rows, contents.columns));
    }
    out.push_str(&cells.unwrap_or_default());
    for (key, entry) in &section.entries {
        match (*key, &contents.values) {
            ("rows" | "columns" | "tiling" | "patch" | "cells" | "given", _) => {}
            ("values", Some(values)) => out.push_str(&format!("values = {values}\n")),
            _ => out.push_str(value_of(entry)),
        }
    }
    out + &given.unwrap_or_default()
}

fn pictures(section: &Section<'_>, contents: &Contents, slot: &dyn Fn(String) -> Slot, draw: Draw<'_>) -> String {
    section.entries.iter().fold(header(section), |out, (key, _)| {
        out + &format!("{key} = {}\n", draw(&contents.slot(&slot((*key).to_string()))))
    })
}

fn lists(section: &Section<'_>, contents: &Contents) -> String {
    section.entries.iter().fold(header(section), |out, (key, entry)| {
        out + &match contents.lists.get(*key) {
            Some(entries) => list(key, entry, entries),
            None => value_of(entry).to_string(),
        }
    })
}

/// Formats the table of one list, `[list.seen]`.
fn list_of_its_own(section: &Section<'_>, name: &str, contents: &Contents) -> String {
    let Some(entries) = contents.lists.get(name) else { return section.text() };
    let place = |key: &str| section.entries.iter().position(|(own, _)| *own == key).unwrap_or(usize::MAX);
    let mut entries: Vec<&(String, Entries)> = entries.iter().collect();
    entries.sort_by_key(|(key, _)| place(key));
    entries.iter().fold(header(section), |out, (key, entry)| out + &format!("{key} = {}\n", entry.toml()))
}

/// Formats a list; its keys are in the order of the genre's own list as far as they are there.
fn list(name: &str, own: &str, entries: &[(String, Entries)]) -> String {
    let place = |key: &str| own.find(&format!("{key} =")).unwrap_or(usize::MAX);
    let mut entries: Vec<&(String, Entries)> = entries.iter().collect();
    if entries.iter().all(|(_, entry)| !matches!(entry, Entries::One(_))) {
        entries.sort_by_key(|(key, _)| place(key));
    }
    let entries: Vec<String> = entries.iter().map(|(key, entry)| format!("{key} = {}", entry.toml())).collect();
    format!("{name} = {{ {} }}\n", entries.join(", "))
}

fn parameters(section: &Section<'_>, contents: &Contents) -> String {
    section.entries.iter().fold(header(section), |out, (key, entry)| {
        out + &match contents.parameters.get(*key) {
            Some(value) => {
                let comment = entry.lines().next().and_then(|line| line.split_once('#'));
                let comment = comment.map_or(String::new(), |(_, comment)| format!(" #{comment}"));
                format!("{key} = {value}{comment}\n")
            }
            None => value_of(entry).to_string(),
        }
    })
}

/// `parameter = { n = 4, m = 2 }` with the new values.
fn inline_parameters(entry: &str, contents: &Contents) -> String {
    let mut out = value_of(entry).to_string();
    for (name, value) in &contents.parameters {
        let is_start = |at: usize| !out[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let found = out.match_indices(&format!("{name} =")).map(|(at, _)| at).find(|at| is_start(*at));
        if let Some(at) = found {
            let start = at + name.len() + 2;
            let rest = &out[start..];
            let digits = rest.trim_start().find(|c: char| !c.is_ascii_digit() && c != '-').unwrap_or(0);
            let end = start + rest.len() - rest.trim_start().len() + digits;
            out.replace_range(start..end, &format!(" {value}"));
        }
    }
    out
}

fn given(section: &Section<'_>, layer: &str, contents: &Contents) -> String {
    let own: Option<&Marks> = contents.slots.get(&Slot::Layer(layer.to_string()));
    let kept = section.entries.iter().filter(|(key, _)| *key != "given");
    let out = kept.fold(header(section), |out, (_, entry)| out + value_of(entry));
    out + &own.map_or(String::new(), |marks| format!("given = {}\n", marks.toml()))
}

fn rule(section: &Section<'_>, contents: &Contents) -> String {
    let name = section.entry("name").and_then(|entry| entry.split('"').nth(1)).unwrap_or_default();
    section.entries.iter().fold(section.opening.to_string(), |out, (key, entry)| {
        out + &match contents.rules.get(&(name.to_string(), (*key).to_string())) {
            Some(value) => format!("{key} = {value}\n"),
            None => (*entry).to_string(),
        }
    })
}
