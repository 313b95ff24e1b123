//! The names that strings of a model may use, with what they stand for. Start with [`words`].

use crate::document::Document;
use boardwright_base::budget::Budget;
use boardwright_base::source::Span;
use boardwright_exchange::genre::files;
use boardwright_model::Names;
use boardwright_puzzle::{Loaded, Puzzle, Registry};
use boardwright_sat::cnf::encode::{ENCODINGS, Kind};
use std::sync::OnceLock;
use std::time::Duration;

/// The time to read the model for the names that it defines.
const READING: Duration = Duration::from_millis(500);

/// A word with what it stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) name: String,
    pub(crate) about: String,
}

impl Word {
    fn new(name: impl Into<String>, about: impl Into<String>) -> Word {
        Word { name: name.into(), about: about.into() }
    }
}

/// The tables of pictures and lists, with what an entry is.
const PICTURES: [(&str, &str); 5] = [
    ("picture", "a picture"),
    ("between", "a picture between cells"),
    ("corner", "a picture at corners"),
    ("anywhere", "a picture anywhere"),
    ("list", "a list"),
];

/// Returns the words that a string may use. `edited` is the place that is being written: the model is read without it if it has errors.
pub(crate) fn words(document: &Document, of: Names, edited: Span, budget: &Budget) -> Vec<Word> {
    match of {
        Names::Family => {
            let families = document.host.registry.families().iter();
            families.map(|family| Word::new(family.name(), family.summary())).collect()
        }
        Names::Genre => genres(document.host.registry).to_vec(),
        Names::Sets | Names::Around | Names::Step | Names::Lines => fixed(document, of),
        Names::Picture => PICTURES.iter().flat_map(|&(table, about)| defined(document, table, about)).collect(),
        Names::Layer => {
            let grid = Word::new("grid", "the values of [grid]");
            std::iter::once(grid).chain(defined(document, "layer", "a layer")).collect()
        }
        Names::Rule => rules(document),
        Names::Drawn => [Names::Picture, Names::Layer, Names::Rule]
            .iter()
            .flat_map(|&of| words(document, of, edited, budget))
            .filter(|word| word.name != "grid")
            .collect(),
        Names::Test | Names::Number | Names::Value => {
            let Some(loaded) = read(document, edited, budget) else { return Vec::new() };
            let words = loaded.instance.words().map(|words| words.words(of)).unwrap_or_default();
            let about = |name: &str| describe(document, &loaded, name);
            words.into_iter().map(|name| Word::new(name.as_str(), about(&name))).collect()
        }
    }
}

/// Returns what a word of a test or a number stands for.
fn describe(document: &Document, loaded: &Loaded, name: &str) -> String {
    let values = loaded.instance.words().map(|words| words.words(Names::Value)).unwrap_or_default();
    if values.iter().any(|value| value == name) {
        return "a value".to_string();
    }
    let tables = PICTURES.iter().copied().chain([("names", "a name of several values")]);
    for (table, about) in tables {
        if defined(document, table, about).iter().any(|word| word.name == name) {
            return about.to_string();
        }
    }
    "a word of the language".to_string()
}

/// Returns the words of the family; `PICTURE` becomes the name of each picture.
fn fixed(document: &Document, of: Names) -> Vec<Word> {
    let pictures = defined(document, "picture", "a picture");
    let mut found = Vec::new();
    for word in document.family().map(|family| family.words(of)).unwrap_or_default() {
        match word.name.contains("PICTURE") {
            false => found.push(Word::new(word.name, word.summary)),
            true => {
                let of_picture = |picture: &Word| Word::new(word.name.replace("PICTURE", &picture.name), word.summary);
                found.extend(pictures.iter().map(of_picture));
            }
        }
    }
    found
}

/// Returns the keys of a table of the model.
pub(crate) fn defined(document: &Document, table: &str, about: &str) -> Vec<Word> {
    let mut names: Vec<&str> = Vec::new();
    for section in &document.tree.tables {
        match section.header.as_ref().map(|header| &header.keys[..]) {
            Some([own]) if own.name == table => {
                names
                    .extend(section.entries.iter().filter_map(|entry| entry.keys.first()).map(|key| key.name.as_str()));
            }
            Some([own, key, ..]) if own.name == table => names.push(&key.name),
            _ => {}
        }
    }
    let mut found: Vec<Word> = Vec::new();
    for name in names {
        if found.iter().all(|word| word.name != name) {
            found.push(Word::new(name, about));
        }
    }
    found
}

/// Returns the names of the rules.
fn rules(document: &Document) -> Vec<Word> {
    let mut found: Vec<Word> = Vec::new();
    for (index, rule) in document.tree.named("rule").enumerate() {
        let name = rule.text("name").map_or_else(|| format!("rule {}", index + 1), str::to_string);
        if found.iter().all(|word| word.name != name) {
            found.push(Word::new(name, format!("rule {}", index + 1)));
        }
    }
    found
}

/// Returns the kinds of encodings, or the encodings of a kind.
pub(crate) fn encodings(kind: Option<&str>) -> Vec<Word> {
    match kind {
        None => Kind::ALL.iter().map(|kind| Word::new(kind.name(), kind.summary())).collect(),
        Some(kind) => {
            let of_kind = ENCODINGS.iter().filter(|encoding| encoding.kind.name() == kind);
            let auto = Word::new("auto", "the encoding that the size suggests");
            std::iter::once(auto).chain(of_kind.map(|own| Word::new(own.name, own.summary))).collect()
        }
    }
}

/// Returns the genres of the program.
fn genres(registry: Registry) -> &'static [Word] {
    static GENRES: OnceLock<Vec<Word>> = OnceLock::new();
    GENRES.get_or_init(|| {
        let open = |file| files::open(file, files::fields(registry)).genre;
        files::FILES.iter().map(open).map(|genre| Word::new(genre.name, genre.summary)).collect()
    })
}

/// Reads the model; if it has errors, without the entry that is being written.
fn read(document: &Document, edited: Span, budget: &Budget) -> Option<Loaded> {
    let budget = budget.at_most(Some(READING));
    if let Ok(loaded) = document.load(&budget) {
        return Some(loaded);
    }
    let section = document.tree.section(edited.start)?;
    let entry = section.entries.iter().find(|entry| {
        let span = entry.span();
        span.start <= edited.end && edited.start <= span.end.max(edited.start.min(span.end + 2))
    });
    let line = line_of(&document.text, edited.start);
    let span = entry.map_or(line, |entry| {
        let span = entry.span();
        Span::new(span.start.min(line.start), span.end.max(line.end))
    });
    // Without its condition, a rule has an error: the whole table goes.
    let whole = section.header.as_ref().map_or(span, |_| section.span);
    [span, whole].iter().find_map(|cut| {
        let text = format!("{}\n{}", &document.text[..cut.start], &document.text[cut.end..]);
        document.load_text(&text, &budget).ok()
    })
}

fn line_of(text: &str, offset: usize) -> Span {
    let start = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
    Span::new(start, text[offset..].find('\n').map_or(text.len(), |at| offset + at))
}

impl Document {
    /// Returns the family of the model.
    pub(crate) fn family(&self) -> Option<&'static dyn Puzzle> {
        let name = &self.tree.top("puzzle")?.value.as_ref()?.text()?.value;
        self.host.registry.find(name)
    }
}
