//! The genres in the program: the files of `models/genres`, put there by the build.
//!
//! A file is read when it is needed. [`of_kind`] finds the files that mention a kind by searching their texts, so that a
//! link costs the reading of one file. Imports `model` and the reader of genres. Start with [`FILES`].

use super::link::Site;
use super::{Genre, read};
use boardwright_base::budget::Budget;
use boardwright_base::diagnostic::{Command, Diagnostic, Diagnostics, Text, nearest, quote};
use boardwright_base::source::Source;
use boardwright_model::{Field, LoadError, Model};
use boardwright_puzzle::{Puzzle, Registry};

/// A file of a genre.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct File {
    /// Its name without `.toml`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/genres.rs"));

/// The keys of models of genres.
pub type Fields = &'static [Field];

/// Returns the keys of the family of genres.
pub fn fields(registry: Registry) -> Fields {
    registry.find("grid").map_or(&[][..], Puzzle::fields)
}

/// A genre file, read.
pub struct Opened {
    /// Its source.
    pub source: Source,
    /// The model.
    pub model: Model,
    /// The genre.
    pub genre: Genre,
}

/// Returns the file of this name.
pub fn find(name: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.name == name)
}

/// Reads a genre file of the program.
pub fn open(file: &File, fields: Fields) -> Opened {
    let source = Source::new(format!("models/genres/{}.toml", file.name), file.text);
    match open_source(source, fields, &Budget::none()) {
        Ok(opened) => opened,
        Err((source, wrong)) => {
            panic!("a genre in the program is well formed: {}", wrong.diagnostics().render(&source, false))
        }
    }
}

/// Reads a genre file.
///
/// # Errors
/// All errors in it, also that it has no `[genre]`; with its source.
pub fn open_source(source: Source, fields: Fields, budget: &Budget) -> Result<Opened, (Source, LoadError)> {
    let model = match boardwright_model::read(&source, &["grid"], &|_| Some(fields), budget) {
        Ok(model) => model,
        Err(wrong) => return Err((source, wrong)),
    };
    match read(&model) {
        Ok(Some(genre)) => Ok(Opened { source, model, genre }),
        Ok(None) => {
            let missing = Diagnostic::new("no-genre", "the model has no [genre]");
            let missing = missing.help("add [genre] with name, summary and, for links, [[genre.link]]");
            Err((source, Diagnostics::from(missing).into()))
        }
        Err(wrong) => Err((source, wrong.into())),
    }
}

/// Returns the genre of this name: that of a file, of the genre or another one, or a kind of links.
pub fn named(name: &str, fields: Fields) -> Option<Opened> {
    let wanted = plain(name);
    if let Some(file) = FILES.iter().find(|file| plain(file.name) == wanted) {
        return Some(open(file, fields));
    }
    // Most files do not have the word, and reading them all takes time.
    let with_word = || FILES.iter().filter(|file| plain(file.text).contains(&wanted)).map(|file| open(file, fields));
    let has_name = |opened: &Opened| opened.genre.names().any(|own| plain(own) == wanted);
    let has_kind = |opened: &Opened| {
        let plainly = opened.genre.links.iter().filter(|link| link.when.is_empty());
        plainly.flat_map(|link| &link.kinds).any(|kind| *kind == wanted)
    };
    with_word().find(|opened| plain(&opened.genre.name) == wanted).or_else(|| {
        let by_name = with_word().find(has_name);
        by_name.or_else(|| with_word().find(has_kind))
    })
}

/// Returns a name as it is compared: without case, blanks and signs.
pub(super) fn plain(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns the error for a name that no genre has.
pub fn unknown(name: &str) -> Diagnostic {
    let wrong = Diagnostic::new("unknown-genre", format!("unknown genre {}", quote(name)));
    let near = nearest(name, FILES.iter().map(|file| file.name));
    let wrong = near
        .into_iter()
        .fold(wrong, |wrong, near| wrong.meant(name, Some(near)).help(format!("did you mean `{near}`?")));
    wrong.help(Text::default().refer("", Command::Genres, " lists the genres"))
}

/// Returns the genres that have links of this kind.
pub fn of_kind(site: Site, kind: &str, fields: Fields) -> Vec<Opened> {
    let quoted = format!("\"{kind}\"");
    let files = FILES.iter().filter(|file| file.text.contains(&quoted));
    let opened = files.map(|file| open(file, fields));
    opened.filter(|opened| opened.genre.links_of(site, kind).next().is_some()).collect()
}

/// Returns the kinds of all links of a site, the usual names first, with the names of their files.
pub fn kinds(site: Site, fields: Fields) -> Vec<(String, &'static str)> {
    let of = |file: &'static File| {
        let links = open(file, fields).genre.links.into_iter().filter(move |link| link.site == site);
        links.flat_map(move |link| link.kinds.into_iter().map(move |kind| (kind, file.name))).collect::<Vec<_>>()
    };
    FILES.iter().flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::genre::check::examples;

    fn fields() -> Fields {
        boardwright_families::find("grid").expect("a family").fields()
    }

    /// Also holds every file well formed, which the program assumes.
    #[test]
    fn the_examples_of_all_genres_are_their_own_puzzles() {
        let mut wrong = String::new();
        for file in FILES {
            let opened = open(file, fields());
            assert!(!opened.genre.summary.is_empty() && !opened.genre.rules.is_empty(), "{} has no rules", file.name);
            if let Err(mistakes) = examples(&opened.genre, &opened.model, &opened.source) {
                wrong.push_str(&mistakes.render(&opened.source, false));
            }
        }
        assert_eq!(wrong, "");
        assert!(FILES.len() >= 37, "{} genres", FILES.len());
    }
}
