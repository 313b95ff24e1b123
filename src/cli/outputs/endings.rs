//! The endings of files' names: an output whose name has the ending of another format is an error, which a person noticed too late
//! (a PNG that was a link). Start with [`check`].

use super::super::exit::Quit;
use clap::ValueEnum;
use std::path::{Path, PathBuf};

/// The endings of each format, by the name that `--format` or `--to` has for it.
const ENDINGS: [(&str, &[&str]); 19] = [
    ("text", &["txt", "md"]),
    ("stones", &["txt"]),
    ("b-file", &["txt"]),
    ("markdown", &["md"]),
    ("json", &["json"]),
    ("jsonl", &["jsonl", "ndjson"]),
    ("events", &["jsonl", "ndjson", "json"]),
    ("csv", &["csv"]),
    ("html", &["html", "htm"]),
    ("latex", &["tex"]),
    ("svg", &["svg"]),
    ("png", &["png"]),
    ("pdf", &["pdf"]),
    ("model", &["toml"]),
    ("cnf", &["cnf"]),
    ("wcnf", &["wcnf"]),
    ("opb", &["opb"]),
    ("mps", &["mps"]),
    ("lp", &["lp"]),
];

/// Rejects a file whose name ends like those of another format. Unknown endings are allowed.
pub(super) fn check(path: &Option<PathBuf>, format: &str) -> Result<(), Quit> {
    let Some(path) = path.as_deref().filter(|path| path.as_os_str() != "-") else { return Ok(()) };
    let Some(ending) = ending(path) else { return Ok(()) };
    let of = |name: &str| ENDINGS.iter().find(|(own, _)| *own == name).map_or(&[][..], |(_, endings)| *endings);
    // A model is usually an input, which no output replaces; that error is clearer.
    let others: Vec<&str> = ENDINGS
        .iter()
        .filter(|(name, endings)| *name != "model" && endings.contains(&&ending[..]))
        .map(|(name, _)| *name)
        .collect();
    if others.is_empty() || of(format).contains(&&ending[..]) {
        return Ok(());
    }
    let expected: Vec<String> = of(format).iter().map(|ending| format!("`.{ending}`")).collect();
    let expected = if expected.is_empty() { "another ending".to_string() } else { expected.join(" or ") };
    Err(Quit::wrong(format!(
        "{}: the format is {format}, but the name ends like a file of the format {}\nhelp: end the name with {expected}, or \
         choose another format",
        path.display(),
        others[0]
    )))
}

/// Returns the name of a format.
pub(super) fn name(format: &impl ValueEnum) -> String {
    format.to_possible_value().map_or(String::new(), |value| value.get_name().to_string())
}

/// Returns the ending of a file's name in small letters; `None` for standard output and names without an ending.
pub(in crate::cli) fn ending(path: &Path) -> Option<String> {
    Some(path.extension()?.to_string_lossy().to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_endings_of_other_formats_are_rejected() {
        let accepts = |name: &str, format| check(&Some(PathBuf::from(name)), format).is_ok();
        for (name, format) in
            [("a.txt", "text"), ("a.SVG", "svg"), ("a", "png"), ("a.out", "json"), ("a.b.md", "text"), ("-", "svg")]
        {
            assert!(accepts(name, format), "{name} {format}");
        }
        for (name, format) in [
            ("a.png", "text"),
            ("a.PNG", "svg"),
            ("a.txt", "model"),
            ("a.json", "jsonl"),
            ("a.lp", "cnf"),
            ("a.cnf", "mps"),
        ] {
            assert!(!accepts(name, format), "{name} {format}");
        }
    }
}
