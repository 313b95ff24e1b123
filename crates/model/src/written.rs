//! Values as TOML, for those who write tables of a model: pictures as multi-line strings, the rest on one line.
//!
//! Start with [`Example::toml`].

use super::{Example, Marks, Spanned, Table, Value, Verdict};

impl Example {
    /// Formats the example as the table of a model.
    pub fn toml(&self) -> String {
        let verdict = match &self.verdict {
            Verdict::Valid => "valid = true".to_string(),
            Verdict::Invalid => "valid = false".to_string(),
            Verdict::Breaks(name) => format!("breaks = {}", quoted(&name.value)),
        };
        let board = self.board.value.trim_end_matches('\n');
        format!("[[example]]\n{verdict}\nboard = {}\n{}", in_lines(board), parts(&self.parts))
    }
}

/// Formats the pictures and lists of an example: first those that are keys of their own, then the tables.
fn parts(parts: &Table) -> String {
    let mut keys = String::new();
    let mut tables = String::new();
    for (name, entry) in parts.entries() {
        match &entry.value {
            Value::Map(entries) if name == "list" => {
                for (list, value) in entries {
                    tables += &format!("[example.list.{}]\n", key(&list.value));
                    if let Value::Map(entries) = &value.value {
                        entries.iter().for_each(|(side, one)| tables += &line(&side.value, &one.value));
                    }
                }
            }
            Value::Map(entries) => {
                tables += &format!("[example.{name}]\n");
                entries.iter().for_each(|(picture, marks)| tables += &line(&picture.value, &marks.value));
            }
            value => keys += &line(name, value),
        }
    }
    keys + &tables
}

fn line(name: &str, value: &Value) -> String {
    format!("{} = {}\n", key(name), value.toml())
}

/// Formats a key, in quotes if it must have them.
fn key(name: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !name.is_empty() && name.chars().all(is_bare) { name.to_string() } else { quoted(name) }
}

/// Formats a text as a TOML string of one line.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", c as u32)),
            c => out.push(c),
        }
    }
    out + "\""
}

/// Formats a text as a TOML string of several lines.
fn in_lines(text: &str) -> String {
    let is_plain = !text.contains(['\\', '"']);
    let quotes = if is_plain { "\"\"\"" } else { "'''" };
    format!("{quotes}\n{text}\n{quotes}")
}

impl Value {
    /// Formats the value as TOML.
    pub fn toml(&self) -> String {
        let list = |items: &[Spanned<Value>]| items.iter().map(|item| item.value.toml()).collect::<Vec<_>>().join(", ");
        match self {
            Value::Boolean(value) => value.to_string(),
            Value::Integer(value) => value.to_string(),
            Value::Text(text) => quoted(text),
            Value::List(items) => format!("[{}]", list(items)),
            Value::Marks(marks) => in_lines(&marks.text()),
            Value::Map(entries) => {
                let entries = entries.iter().map(|(name, one)| format!("{} = {}", key(&name.value), one.value.toml()));
                format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
            }
            Value::Pairs(pairs) => {
                let pairs = pairs.iter().map(|(name, text)| format!("{} = {}", key(&name.value), quoted(&text.value)));
                format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", "))
            }
            Value::Table(table) => {
                let entries = table.entries().map(|(name, one)| format!("{} = {}", key(name), one.value.toml()));
                format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
            }
            Value::Tables(tables) => {
                let tables = tables.iter().map(|table| Value::Table(table.clone()).toml());
                format!("[{}]", tables.collect::<Vec<_>>().join(", "))
            }
            Value::Drawing(drawing) => {
                let marks = drawing.cells().map(|(cell, mark)| (cell.row, mark.to_string()));
                in_lines(&rows(marks))
            }
        }
    }
}

/// Joins marks with their rows, in reading order.
fn rows(marks: impl Iterator<Item = (usize, String)>) -> String {
    let mut text = String::new();
    let mut last = 0;
    for (row, mark) in marks {
        text.extend(std::iter::repeat_n('\n', row - last));
        text += &mark;
        last = row;
    }
    text
}

impl Marks {
    /// Formats the picture: characters, or words in columns where a mark is longer or the rows lie half a cell apart.
    pub fn text(&self) -> String {
        let width = self.cells().map(|(_, mark)| mark.value.chars().count()).max().unwrap_or(1);
        let drawn = self.drawn();
        let in_words = width > 1 || drawn.iter().any(|row| row.pitch.is_some_and(|pitch| pitch > 1));
        let least = drawn.iter().map(|row| row.indent).min().unwrap_or(0);
        let mut lines: Vec<String> = drawn.iter().map(|row| " ".repeat(row.indent - least)).collect();
        for (cell, mark) in self.cells().filter(|(cell, _)| cell.column < drawn[cell.row].length) {
            let line = &mut lines[cell.row];
            if in_words && cell.column > 0 {
                line.push(' ');
            }
            let pad = if in_words { width - mark.value.chars().count() } else { 0 };
            line.push_str(&" ".repeat(pad));
            line.push_str(&mark.value);
        }
        lines.join("\n")
    }
}
