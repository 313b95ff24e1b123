//! Genres: kinds of puzzles that people know by name, each a model file with a `[genre]` table.
//!
//! A file `models/genres/<name>.toml` is a puzzle with its rules; its table has the names, and for each program with links the
//! steps that turn a link into the model's pictures and lists, and back. A step is a code and a target. The
//! files are part of the program ([`files`]): a new genre is a new file. `docs/genres-format.md` is the reference.
//!
//! ```text
//! address   an address or an ID: kind, flags, size, body          files    the files in the program
//! read      `[genre]` to Genre, with errors                        own      a model's own contents
//! link      body to Contents and back, step by step                write    Contents and a file to a model
//! codec     text to words and back                                 check    a genre's example is its own puzzle
//! printed   what a drawing shows of a model                        seen     what follows from what a drawing shows
//! penpa, lz the packed texts of penpa and of f-puzzles        saved    the files of pzpr
//! ```
//!
//! Imports `model`, `source`, `diagnostic`, `board` and `budget`; knows no family. Start with [`Genre`] and [`link::Link`].

pub(crate) mod address;
pub mod aliases;
pub mod blank;
pub mod check;
pub mod codec;
pub mod contents;
pub mod files;
pub(crate) mod id;
pub mod link;
pub mod lz;
pub mod own;
pub mod penpa;
pub mod places;
pub(crate) mod printed;
mod read;
pub(crate) mod rooms;
pub(crate) mod saved;
pub(crate) mod scan;
pub(crate) mod seen;
pub mod target;
mod tiled;
pub mod write;

pub use self::read::read;

use self::link::{Link, Site};

/// A kind of puzzle.
pub struct Genre {
    /// The usual name.
    pub name: String,
    /// The rules in a line.
    pub summary: String,
    /// Other names.
    pub aliases: Vec<String>,
    /// The rules in words.
    pub rules: String,
    /// The links.
    pub links: Vec<Link>,
}

impl Genre {
    /// Returns all names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        [self.name.as_str()].into_iter().chain(self.aliases.iter().map(String::as_str))
    }

    /// Returns the rules for a printed puzzle: on one line, without the symbols of the model in parentheses, such as `(#)`,
    /// because a drawing shows shapes instead.
    pub fn printed_rules(&self) -> String {
        let symbol = |word: &str| {
            let inner =
                word.strip_prefix('(').and_then(|rest| rest.trim_end_matches([',', '.', ';', ':']).strip_suffix(')'));
            inner.is_some_and(|inner| (1..=2).contains(&inner.chars().count()))
        };
        let mut out = String::new();
        for word in self.rules.split_whitespace() {
            if symbol(word) {
                out += word.trim_start_matches(|c| c != ')').trim_start_matches(')');
            } else {
                out += if out.is_empty() { "" } else { " " };
                out += word;
            }
        }
        out
    }

    /// Returns the numbers of the parameters in rules in words that are those of this genre; `None` if they are other words.
    pub(crate) fn numbers_in(&self, words: &str) -> Option<Vec<(String, i64)>> {
        let words: Vec<&str> = words.split_whitespace().collect();
        let (words, own) = (words.join(" "), self.printed_rules());
        let (mut rest, mut numbers) = (words.as_str(), Vec::new());
        for (at, part) in own.split('{').enumerate() {
            let (name, plain) = if at == 0 { ("", part) } else { part.split_once('}').unwrap_or(("", part)) };
            if !name.is_empty() {
                let (name, other) = name.split_once('|').unwrap_or((name, ""));
                let digits = rest.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(rest.len());
                match rest[..digits].parse() {
                    Ok(number) => numbers.push((name.to_string(), number)),
                    Err(_) => rest = rest.strip_prefix(other)?,
                }
                rest = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
            }
            rest = rest.strip_prefix(plain)?;
        }
        rest.is_empty().then_some(numbers)
    }

    /// Returns the links of a site that have this kind.
    pub fn links_of<'g>(&'g self, site: Site, kind: &'g str) -> impl Iterator<Item = &'g Link> {
        self.links.iter().filter(move |link| link.site == site && link.kinds.iter().any(|own| own == kind))
    }
}

#[cfg(test)]
mod tests {
    use super::Genre;
    use super::files::{FILES, open};
    use boardwright_puzzle::Puzzle;

    /// Every example prints its parameters, and a model without them the other words.
    #[test]
    fn rules_in_words_have_values_for_parameters() {
        let fields = boardwright_families::find("grid").map_or(&[][..], Puzzle::fields);
        for file in FILES {
            let opened = open(file, fields);
            let rules = opened.genre.printed_rules();
            for parameters in [&opened.model.parameters, &boardwright_model::Parameters::default()] {
                let words = parameters.in_words(&rules);
                assert!(!words.contains(['{', '}']), "{}: {words}", file.name);
            }
        }
    }

    #[test]
    fn printed_rules_leave_symbols_out() {
        let rules = "Paint cells (#), but no circles (w).\nA number (of a room) counts them (R1); (a) is free.\n";
        let [name, summary] = [String::new(), String::new()];
        let genre = Genre { name, summary, aliases: Vec::new(), rules: rules.into(), links: Vec::new() };
        assert_eq!(genre.printed_rules(), "Paint cells, but no circles. A number (of a room) counts them; is free.");
    }
}
