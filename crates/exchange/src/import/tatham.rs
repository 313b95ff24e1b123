//! Game IDs of Simon Tatham's Portable Puzzle Collection, `PARAMETERS:DESCRIPTION`, and its saved games.
//!
//! ```text
//! 9x6:c6_5e9b10c9g6b5g6c2b7e8_7c
//! size  three empty cells, 6, 5 (`_` separates them), five empty, ...
//! ```
//!
//! An ID does not state its game. A saved game names it, a name may precede the ID (`range 9x6:...`, or on a line of its
//! own), and `--from` names it. Otherwise the game is the only one that can read the ID. Genre files describe the games; only a few
//! have a reader of their own, [`GAMES`]: `flip` is a model of Lights Out, an ID of `mines` has the solution in place of the puzzle, and
//! `fifteen`, `sixteen` and `pegs` are models with moves. Source of the formats: the comments and `validate_desc` of each game in the collection.

mod flip;
mod id;
mod mines;
mod moves;

use self::id::Id;
use super::{Draft, Format, Order};
use crate::genre::aliases;
use crate::genre::files::{self, Fields};
use crate::genre::id::Parameters;
use crate::genre::link::{Link, Site};
use crate::genre::scan::Scan;
use crate::genre::write;
use boardwright_base::diagnostic::{Diagnostic, Diagnostics, Setting, Text, quote};
use boardwright_base::source::{Source, Span};
use std::collections::BTreeSet;

pub(super) const FORMAT: Format = Format {
    name: "a game ID of Simon Tatham's collection",
    summary: || Text::from("`solo 3x3:...`, the ID alone with ").and(Setting::Game).and(" solo, or a saved game"),
    takes: &[Setting::Game],
    recognises,
    read,
    read_as: None,
};

/// A game with a reader of its own.
struct Game {
    /// The name of the game's program in the collection.
    name: &'static str,
    /// Writes the model; the second argument is the origin of the puzzle.
    read: fn(&mut Id<'_>, &str) -> Result<String, Diagnostic>,
}

/// The games with a reader of their own.
static GAMES: &[Game] = &[
    Game { name: "flip", read: flip::flip },
    Game { name: "mines", read: mines::mines },
    Game { name: "fifteen", read: moves::fifteen },
    Game { name: "sixteen", read: moves::sixteen },
    Game { name: "pegs", read: moves::pegs },
];

/// All supported games: those of this folder and those of genre files.
pub(super) fn names(fields: Fields) -> BTreeSet<String> {
    let own = GAMES.iter().map(|game| game.name.to_string());
    own.chain(files::kinds(Site::Tatham, fields).into_iter().map(|(kind, _)| kind)).collect()
}

/// Returns the supported game for the kind of puzzle of this name.
pub(super) fn name_of(kind: &str, fields: Fields) -> Option<String> {
    names(fields).into_iter().find(|game| aliases::are_one(game, kind))
}

/// The first line of a saved game.
const SAVED: &str = "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection";

/// Returns whether the text is a saved game or an ID, possibly after the name of a game.
fn recognises(text: &str) -> bool {
    text.starts_with(SAVED) || located(text).is_some()
}

/// The name of the game, if present, the parameters and the description.
#[derive(Clone, Copy)]
struct Parts<'a> {
    name: Option<Scan<'a>>,
    parameters: Scan<'a>,
    description: Scan<'a>,
}

fn located(text: &str) -> Option<Parts<'_>> {
    let start = text.len() - text.trim_start().len();
    let mut rest = Scan::new(text, start, start + text.trim().len());
    let word = rest.rest().bytes().take_while(u8::is_ascii_alphabetic).count();
    let name = (word > 0).then(|| Scan::new(text, start, start + word));
    (0..word).for_each(|_| _ = rest.take());
    let behind = rest.rest();
    while matches!(rest.peek(), Some(' ' | '\t' | '\r' | '\n' | ':')) {
        rest.take();
    }
    let is_apart = word == 0 || rest.rest().len() < behind.len();
    let description = &mut rest.clone();
    let parameters = description.until(':');
    let is_id = parameters.peek().is_some_and(|first| first.is_ascii_digit())
        && parameters.rest().bytes().all(|byte| byte.is_ascii_alphanumeric())
        && parameters.rest().len() < rest.rest().len();
    (is_apart && is_id).then_some(Parts { name, parameters, description: *description })
}

/// Reads a saved game: lines of `KEY     :length:value`.
fn saved(text: &str) -> Result<Parts<'_>, Diagnostic> {
    let value = |key: &str| {
        let is_it = |(at, _): &(usize, &str)| {
            text[..*at].ends_with('\n') && text[at + key.len()..].trim_start_matches(' ').starts_with(':')
        };
        let (at, _) = text.match_indices(key).find(is_it)?;
        let line = text[at..].lines().next().unwrap_or_default();
        let mut line = Scan::new(text, at, at + line.trim_end().len());
        line.until(':');
        line.until(':');
        Some(line)
    };
    let missing = |key: &str| Diagnostic::new("game-saved", format!("the saved game has no line {key}"));
    let of = |key: &str| value(key).ok_or_else(|| missing(key));
    Ok(Parts { name: Some(of("GAME")?), parameters: of("PARAMS")?, description: of("DESC")? })
}

fn read(source: &Source, order: Order<'_>) -> Result<Draft, Diagnostics> {
    let (text, fields) = (&source.text, order.fields());
    let parts = match located(text) {
        Some(parts) if !text.starts_with(SAVED) => parts,
        _ => saved(text)?,
    };
    let description = parts.description;
    if let Some(gap) = description.rest().find(char::is_whitespace) {
        let start = description.span().start + gap;
        let message = "expected one game ID without blanks";
        let place = Span::new(start, description.span().end);
        return Err(Diagnostic::new("game-more", message).at(place, "unexpected text").into());
    }
    let named = match (&parts.name, &order.options.from) {
        (Some(name), _) => Some(find(name.rest(), Some(name.span()), fields)?),
        (None, Some(name)) => Some(find(name, None, fields)?),
        (None, None) => None,
    };
    let mut remarks = Vec::new();
    let model = match named {
        Some(game) => draft(&game, parts, fields)?,
        None => {
            let can = |game: String| draft(&game, parts, fields).ok().map(|model| (game, model));
            let mut read: Vec<_> = names(fields).into_iter().filter_map(can).collect();
            match read.pop() {
                Some((game, model)) if read.is_empty() => {
                    remarks.push(format!("Assumed: the game is {game}, the only one that can read this ID."));
                    model
                }
                last => {
                    return Err(
                        nameless(parts, read.into_iter().chain(last).map(|(game, _)| game).collect(), fields).into()
                    );
                }
            }
        }
    };
    Ok(Draft { remarks, model })
}

/// Returns the error for an ID that no game or more than one can read.
fn nameless(parts: Parts<'_>, mut read: Vec<String>, fields: Fields) -> Diagnostic {
    let message = if read.is_empty() { "no supported game can read this ID" } else { "several games can read this ID" };
    if read.is_empty() {
        read = names(fields).into_iter().collect();
    }
    Diagnostic::new("game-name", message)
        .at(parts.parameters.span(), "unknown game")
        .help(Text::from("name the game with ").and(Setting::Game).and(format!(": {}", read.join(", "))))
}

fn find(name: &str, span: Option<Span>, fields: Fields) -> Result<String, Diagnostic> {
    let lower = name.to_ascii_lowercase().replace([' ', '-'], "");
    let known = names(fields);
    if let Some(game) = known.get(&lower) {
        return Ok(game.clone());
    }
    let same = known.iter().find(|game| aliases::are_one(game, &lower)).map(String::as_str);
    let message = match aliases::names_of(&lower) {
        Some(names) if same.is_none() => {
            format!("IDs of {} are not supported: {}", quote(name), aliases::not_supported(names))
        }
        _ => format!("unknown game {}", quote(name)),
    };
    let mut wrong = Diagnostic::new("game-name", message);
    if let Some(span) = span {
        wrong = wrong.at(span, "");
    }
    let near = same.or_else(|| super::near(&lower, known.iter().map(String::as_str)));
    if let Some(near) = near.filter(|_| same.is_some() || aliases::names_of(&lower).is_none()) {
        wrong = wrong.meant(&lower, Some(near)).help(format!("did you mean `{near}`?"));
    }
    Err(wrong.help(format!("supported: {}", known.iter().map(String::as_str).collect::<Vec<_>>().join(", "))))
}

/// Reads the ID of a game as a model.
fn draft(game: &str, parts: Parts<'_>, fields: Fields) -> Result<String, Diagnostic> {
    let parameters = Parameters::read(parts.parameters)?;
    let origin = format!("Simon Tatham's Portable Puzzle Collection, {game} {}", parts.parameters.rest());
    let source = format!("{origin}:{}", parts.description.rest());
    let Some(own) = GAMES.iter().find(|own| own.name == game) else {
        return of_genre(game, parameters, parts.description, &source, fields);
    };
    let (rows, columns) = parameters.size;
    let mut id = Id { rows, columns, description: parts.description, fields };
    let model = (own.read)(&mut id, &origin)?;
    id.description.ends()?;
    Ok(model)
}

/// Returns the letters that make an ID one of another genre of the game, or of another tiling.
fn variants(game: &str, fields: Fields) -> Vec<String> {
    let genres = files::of_kind(Site::Tatham, game, fields);
    let links = genres.iter().flat_map(|opened| opened.genre.links_of(Site::Tatham, game));
    let letters = |link: &Link| {
        let tilings = link.tilings.iter().map(|(letters, name)| format!("{letters} ({name})"));
        let own = (!link.when.is_empty()).then(|| link.when.clone());
        own.into_iter().chain(tilings).collect::<Vec<_>>()
    };
    links.flat_map(letters).collect()
}

/// Reads the ID of a game that a genre file describes.
fn of_genre(
    game: &str,
    parameters: Parameters<'_>,
    mut text: Scan<'_>,
    source: &str,
    fields: Fields,
) -> Result<String, Diagnostic> {
    let genres = files::of_kind(Site::Tatham, game, fields);
    let links =
        genres.iter().flat_map(|opened| opened.genre.links_of(Site::Tatham, game).map(move |link| (opened, link)));
    let fitting = links
        .filter(|(_, link)| parameters.fit(link))
        .max_by_key(|(_, link)| (!link.tilings.is_empty(), link.when.len()));
    let Some((opened, link)) = fitting else {
        let message = format!("no genre of {game} has these letters");
        return Err(Diagnostic::new("game-variant", message).at(parameters.letters.span(), ""));
    };
    let contents = parameters.decode(link, &mut text).map_err(|wrong| match variants(game, fields) {
        known if wrong.code == "game-variant" && !known.is_empty() => {
            wrong.help(format!("further boards of {game}: {}", known.join(", ")))
        }
        _ => wrong,
    })?;
    text.ends()?;
    Ok(write::model(&opened.source.text, &opened.genre.name, &contents, source))
}
