//! Links to puzzles in the format of puzz.link, `https://puzz.link/p?KIND/COLUMNS/ROWS/BODY`, which pzv.jp, pzprxs and others
//! use too.
//!
//! ```text
//! https://puzz.link/p?kurodoko/5/5/3w5g6i9
//!                     kind     w h body: 3, 17 empty cells, 5, one empty, 6, three empty, 9
//! ```
//!
//! The kind names a genre ([`crate::genre`]), whose file says how the body is read. Source of the format: robx/pzprjs. Start with
//! [`read`].

use super::missing;
use super::{Draft, Format, Order, tatham};
use crate::genre::address::{Address, address, query};
use crate::genre::aliases;
use crate::genre::files::{self, Fields, Opened};
use crate::genre::link::{Link, Site};
use crate::genre::scan::Scan;
use crate::genre::{Genre, write};
use boardwright_base::budget::Budget;
use boardwright_base::diagnostic::{Command, Diagnostic, Diagnostics, Text, quote};
use boardwright_base::source::Source;
use boardwright_puzzle::Registry;

pub(super) const FORMAT: Format = Format {
    name: "a puzzle link",
    summary: || Text::from("`https://puzz.link/p?KIND/COLUMNS/ROWS/...`, and the links of pzv.jp and pzprxs"),
    takes: &[],
    recognises,
    read,
    read_as: Some(read_as),
};

/// Returns whether the text is an address with `?KIND/`.
fn recognises(text: &str) -> bool {
    let starts = text.trim_start();
    let is_address = starts.split_whitespace().next().is_some_and(|first| {
        let before = first.split('?').next().unwrap_or_default();
        before.contains("://") || before.contains('.')
    });
    is_address && query(text).is_some()
}

fn read(source: &Source, order: Order<'_>) -> Result<Draft, Diagnostics> {
    let address = address(&source.text)?;
    let kind = address.kind_name();
    if kind.starts_with("v:") {
        let message = "the link is of a variant; only the usual rules are supported";
        return Err(Diagnostic::new("link-variant", message).at(address.kind.span(), "a variant").into());
    }
    let genres = files::of_kind(Site::PuzzLink, &kind, order.fields());
    if genres.is_empty() {
        return Err(unknown(address.kind, &kind, order.fields()).into());
    }
    let genres: Vec<&Opened> = genres.iter().collect();
    Ok(draft(source, address, &kind, &genres)?)
}

/// Reads a link with the genre of a file, whatever the link's kind.
fn read_as(source: &Source, opened: &Opened, _: Registry) -> Result<Draft, Diagnostics> {
    let address = address(&source.text)?;
    let kind = address.kind_name();
    check_kind(address.kind, &kind, opened)?;
    Ok(draft(source, address, &kind, &[opened])?)
}

/// Reports a kind that the genre of a file does not have.
pub(super) fn check_kind(place: Scan<'_>, kind: &str, opened: &Opened) -> Result<(), Diagnostic> {
    if opened.genre.links_of(Site::PuzzLink, kind).next().is_some() {
        return Ok(());
    }
    let kinds: Vec<&str> = of_site(&opened.genre).flat_map(|link| &link.kinds).map(String::as_str).collect();
    let message = format!("the genre {} has no links of the kind {}", opened.genre.name, quote(kind));
    let wrong = Diagnostic::new("link-kind", message).at(place.span(), "another kind");
    Err(wrong.help(format!("its kinds: {}", kinds.join(", "))))
}

fn of_site(genre: &Genre) -> impl Iterator<Item = &Link> {
    genre.links.iter().filter(|link| link.site == Site::PuzzLink)
}

fn draft(source: &Source, mut address: Address<'_>, kind: &str, genres: &[&Opened]) -> Result<Draft, Diagnostic> {
    let (opened, link) = chosen(address.kind, address.flags, kind, genres)?;
    let size = address.size()?;
    let contents = link.decode(&mut address.rest, size)?;
    address.rest.ends()?;
    let text = &opened.source.text;
    let origin = source.text[..address.end].trim();
    Ok(Draft { remarks: Vec::new(), model: write::model(text, &opened.genre.name, &contents, origin) })
}

/// Returns the genre and the link for the flags before the size.
pub(super) fn chosen<'g>(
    place: Scan<'_>,
    given: Option<Scan<'_>>,
    kind: &'g str,
    genres: &[&'g Opened],
) -> Result<(&'g Opened, &'g Link), Diagnostic> {
    let flags = given.map_or("", |flags| flags.rest());
    let links =
        genres.iter().flat_map(|opened| opened.genre.links_of(Site::PuzzLink, kind).map(|link| (*opened, link)));
    let fitting = links.filter(|(_, link)| link.when.chars().all(|letter| flags.contains(letter)));
    let Some((opened, link)) = fitting.max_by_key(|(_, link)| link.when.len()) else {
        let message = format!("links of the kind {} without flags are not supported", quote(kind));
        return Err(Diagnostic::new("link-variant", message).at(place.span(), "a variant"));
    };
    let other = flags.chars().find(|flag| !link.flags.contains(*flag) && !link.when.contains(*flag));
    let Some((flag, at)) = other.zip(given) else { return Ok((opened, link)) };
    let message =
        format!("the link changes the rules of {} with the flag {}", opened.genre.name, quote(&flag.to_string()));
    let wrong = Diagnostic::new("link-variant", message).at(at.span(), "only the usual rules are supported");
    let reason = link.refused.iter().find(|(letters, _)| letters.contains(flag));
    Err(reason.into_iter().fold(wrong, |wrong, (letter, reason)| wrong.help(format!("`{letter}`: {reason}"))))
}

/// Returns the error for a kind that no genre has.
pub(super) fn unknown(place: Scan<'_>, kind: &str, fields: Fields) -> Diagnostic {
    let kinds = files::kinds(Site::PuzzLink, fields);
    let message = format!("links of the kind {} are not supported", quote(place.rest()));
    let same = kinds.iter().find(|(own, _)| aliases::are_one(own, kind));
    let wrong = match (same, missing::of(kind), aliases::names_of(kind)) {
        (Some((same, _)), ..) => {
            Diagnostic::new("link-kind", message).meant(kind, Some(same)).help(format!("did you mean `{same}`?"))
        }
        (None, missing, names) if missing.is_some() || names.is_some() => match tatham::name_of(kind, fields) {
            Some(game) => Diagnostic::new("link-kind", message)
                .help(format!("for this kind import a game ID of `{game}` from Simon Tatham's collection")),
            None => {
                let missing = missing.or_else(|| names?.iter().find_map(|name| missing::of(&aliases::plain(name))));
                let own = missing.map_or("", |missing| missing.name);
                let known = names.map_or_else(|| format!("{own} is not supported"), aliases::not_supported);
                let wrong = Diagnostic::new("link-kind", format!("{message}: {known}"));
                let lacks = missing.map(|missing| format!("no genre yet: {}", missing.lacks));
                lacks.into_iter().fold(wrong, Diagnostic::help)
            }
        },
        _ => {
            let near = super::near(kind, kinds.iter().map(|(own, _)| own.as_str()));
            let wrong = Diagnostic::new("link-kind", message);
            near.into_iter()
                .fold(wrong, |wrong, near| wrong.meant(kind, Some(near)).help(format!("did you mean `{near}`?")))
        }
    };
    let wrong = wrong.at(place.span(), "unknown kind");
    wrong.help(Text::default().refer("", Command::Genres, " lists the genres that are supported"))
}

/// Reads a genre from a file of a user.
pub(super) fn genre(
    source: Source,
    registry: Registry,
    budget: &Budget,
) -> Result<Opened, (Source, boardwright_model::LoadError)> {
    files::open_source(source, files::fields(registry), budget)
}
