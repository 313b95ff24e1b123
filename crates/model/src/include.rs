//! Word lists in files: `words = "words.txt"`.
//!
//! The library reads no files. Whoever reads a model for a person asks [`files`] which files it names, reads them, and puts
//! their words into the text with [`include`]; whoever gets the text afterwards needs no file. Imports `source` only. Start
//! with [`include`].

use super::Spanned;
use boardwright_base::source::{Source, Span};
use std::ops::Range;
use toml::Spanned as At;
use toml::de::{DeTable, DeValue};

/// Returns the files whose words a model's rules take, in the order of the text. A text that is not TOML names none.
pub fn files(source: &Source) -> Vec<Spanned<String>> {
    // Most models name none, and their text is not read twice.
    if !source.text.contains("words") {
        return Vec::new();
    }
    let Ok(table) = DeTable::parse(&source.text) else { return Vec::new() };
    let Some(DeValue::Array(rules)) = table.get_ref().get("rule").map(At::get_ref) else { return Vec::new() };
    let mut found = Vec::new();
    for rule in rules.iter() {
        let DeValue::Table(rule) = rule.get_ref() else { continue };
        let Some(words) = rule.get("words") else { continue };
        if let DeValue::String(name) = words.get_ref() {
            found.push(Spanned { value: name.to_string(), span: words.span().into() });
        }
    }
    found.sort_by_key(|file| file.span);
    found
}

/// Returns a model's text with a list of words in place of each file, on the same line, so that the lines keep their numbers.
/// A text has a word on each line; blanks around it, empty lines and lines that begin with `#` do not count.
///
/// The places are those of [`files`], in the same order.
///
/// ```
/// use boardwright_model::{files, include};
/// use boardwright_base::source::Source;
/// let source = Source::new("m.toml", "puzzle = \"grid\"\n[[rule]]\nwords = \"w.txt\"\n");
/// let places = files(&source);
/// assert_eq!(places[0].value, "w.txt");
/// let whole = include(&source, &[(places[0].span, "# animals\nANT\n\nBEE\n".to_string())]);
/// assert_eq!(whole.text, "puzzle = \"grid\"\n[[rule]]\nwords = [\"ANT\", \"BEE\"]\n");
/// ```
pub fn include(source: &Source, texts: &[(Span, String)]) -> Source {
    let mut text = source.text.clone();
    for (span, words) in texts.iter().rev() {
        let words = words.lines().map(str::trim).filter(|word| !word.is_empty() && !word.starts_with('#'));
        let words: Vec<String> = words.map(quoted).collect();
        let place: Range<usize> = span.start..span.end;
        text.replace_range(place, &format!("[{}]", words.join(", ")));
    }
    Source { name: source.name.clone(), text }
}

/// Returns a basic string of TOML.
fn quoted(word: &str) -> String {
    // Strings of JSON are basic strings of TOML, but for this one control character.
    serde_json::Value::from(word).to_string().replace('\u{7f}', "\\u007f")
}
