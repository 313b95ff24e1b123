//! A code, and what it needs to know: the types that all codes share.
//!
//! Imports `scan` and `diagnostic`. Start with [`Codec`].

use crate::genre::scan::Scan;
use boardwright_base::diagnostic::Diagnostic;

/// What an item says.
pub type Word = Option<String>;

/// What a code needs to know beside the text.
#[derive(Debug, Clone, Default)]
pub struct Settings<'s> {
    /// The number of items.
    pub wanted: usize,
    /// The plural noun for messages, such as `cells`.
    pub what: &'s str,
    /// The rows and columns of the board of the link.
    pub size: (usize, usize),
    /// Further symbols, and their words.
    pub symbols: &'s [(String, String)],
    /// The letters for one and for the most empty places, of the code `symbols`.
    pub runs: Option<(char, char)>,
    /// The largest number.
    pub most: Option<usize>,
    /// The text of the code `text`.
    pub text: &'s str,
    /// Sets of pieces with a letter.
    pub fleets: &'s [(String, String)],
    /// Whether empty places at the end may be left out.
    pub short: bool,
    /// Whether the text is a game ID, for messages.
    pub is_id: bool,
}

/// Why words cannot be written: the item and its word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unwritable {
    /// The number of the item.
    pub place: usize,
    /// Its word.
    pub word: String,
}

/// The reader of a code.
pub(crate) type Read = fn(&mut Scan<'_>, &Settings<'_>) -> Result<Vec<Word>, Diagnostic>;

/// The writer of a code.
pub(crate) type Write = fn(&[Word], &Settings<'_>) -> Result<String, Unwritable>;

/// A code.
pub struct Codec {
    /// Its name in `code`.
    pub name: &'static str,
    /// What it writes, in a line.
    pub summary: &'static str,
    /// A text of a few items.
    pub example: &'static str,
    pub(crate) read: Read,
    pub(crate) write: Write,
}

impl Settings<'_> {
    /// Returns the error code and the noun of the text.
    pub(super) fn subject(&self) -> (&'static str, &'static str) {
        if self.is_id { ("game-cells", "ID") } else { ("link-cells", "link") }
    }
}

/// Returns the first word, among those at places from `from` on, that is not nothing.
pub(super) fn unwritable(words: &[Word], place: usize) -> Unwritable {
    let word = words.get(place).cloned().flatten().unwrap_or_else(|| ".".to_string());
    Unwritable { place, word }
}

/// Returns the error for a link that ends too early.
pub(super) fn ends_early(scan: &Scan<'_>, found: usize, settings: &Settings<'_>) -> Diagnostic {
    let (code, noun) = settings.subject();
    let message = format!("the {noun} has {found} {}; expected {}", settings.what, settings.wanted);
    Diagnostic::new(code, message).at(scan.here(), "it ends here")
}

impl Codec {
    /// Returns whether its places are the borders between cells, which part regions.
    pub(crate) fn is_of_borders(&self) -> bool {
        matches!(self.name, "borders" | "edges" | "fences" | "halves")
    }

    /// Returns whether a word is written alike wherever it stands, whatever the other words are.
    pub(crate) fn is_of_single_words(&self) -> bool {
        let depends = [
            "text",
            "number",
            "place",
            "pieces",
            "kakuro",
            "tilepaint",
            "minarism",
            "sides",
            "dotted",
            "directions",
            "squares",
            "larger",
            "railway",
            "honeycomb",
            "triangles",
        ];
        !self.is_of_borders() && !depends.contains(&self.name)
    }

    /// Returns the word for a place of which only is known that something is there.
    pub(crate) fn usual(&self) -> &'static str {
        let is_mark =
            matches!(self.name, "bits" | "things" | "crosses" | "trits" | "dots" | "pairs" | "sides" | "railway");
        if is_mark || self.is_of_borders() { "1" } else { "?" }
    }
}
