//! Links to puzzles in the format of puzz.link, `https://puzz.link/p?KIND/COLUMNS/ROWS/BODY`, which pzv.jp, pzprxs and others
//! use too.
//!
//! ```text
//! https://puzz.link/p?kurodoko/5/5/3w5g6i9
//!                     kind     w h body: 3, 17 empty cells, 5, one empty, 6, three empty, 9
//! ```
//!
//! [`KINDS`] lists the supported kinds, one per line. A kind is a function in `kinds`, which reads the body with the decoders
//! in `numbers` and `borders`; the rules come from a template. Source of the format: robx/pzprjs,
//! `src/variety-common/Encode.js` and `src/variety`.

mod link;
mod borders;
mod kinds;
mod numbers;

use self::link::Link;
use super::grid::Grid;
use super::scan::Scan;
use super::{Draft, Format, Options, tatham};
use crate::diagnostic::{Diagnostic, Diagnostics, quote};
use crate::puzzle::aliases;
use crate::source::{Source, Span};

pub(super) const FORMAT: Format = Format {
    name: "a puzzle link",
    summary: "`https://puzz.link/p?KIND/COLUMNS/ROWS/...`, and the links of pzv.jp and pzprxs",
    takes: &[],
    recognises,
    read,
};

/// The longest side of a board.
const MAX_SIDE: usize = 200;

/// The decoder of the body of a kind.
type Read = fn(&mut Link<'_>) -> Result<Grid, Diagnostic>;

/// A kind of puzzle.
struct Kind {
    /// The names in links, the usual one first.
    names: &'static [&'static str],
    /// The flags that do not change the rules.
    flags: &'static str,
    read: Read,
}

const fn kind(names: &'static [&'static str], read: Read) -> Kind {
    Kind { names, flags: "", read }
}

static KINDS: &[Kind] = &[
    kind(&["akari", "lightup", "bijutsukan"], kinds::akari),
    kind(&["battleship"], kinds::battleship),
    kind(&["dominion"], kinds::dominion),
    kind(&["fillomino"], kinds::fillomino),
    kind(&["heyawake", "heyawacky"], kinds::heyawake),
    kind(&["hitori"], kinds::hitori),
    kind(&["kakuro"], kinds::kakuro),
    kind(&["kropki"], kinds::kropki),
    kind(&["kurodoko"], kinds::kurodoko),
    kind(&["lits"], kinds::lits),
    kind(&["mashu", "masyu", "pearl"], kinds::masyu),
    kind(&["minarism"], kinds::minarism),
    kind(&["mines"], kinds::mines),
    kind(&["nonogram"], kinds::nonogram),
    kind(&["numlin", "numberlink"], kinds::numlin),
    kind(&["nurikabe"], kinds::nurikabe),
    kind(&["shakashaka"], kinds::shakashaka),
    kind(&["shikaku"], kinds::shikaku),
    kind(&["skyscrapers", "skyscraper", "building"], kinds::skyscrapers),
    kind(&["slither", "slitherlink"], kinds::slither),
    kind(&["starbattle"], kinds::starbattle),
    kind(&["sudoku"], kinds::sudoku),
    kind(&["tents"], kinds::tents),
    // b: the style in which clues are drawn.
    Kind { names: &["yajilin", "yajirin"], flags: "b", read: kinds::yajilin },
];

/// Returns the part `KIND/...` of a text: after the `?` of an address and after `type=player&`.
fn query(text: &str) -> Option<Scan<'_>> {
    let trimmed = text.trim();
    let offset = text.len() - text.trim_start().len();
    let first = trimmed.split_whitespace().next()?;
    let (mut start, end) = (first.find('?')? + 1, first.len());
    while let Some(more) = first[start..].find('/').and_then(|slash| first[start..start + slash].find('&')) {
        start += more + 1;
    }
    (start < end && first[start..].contains('/')).then(|| Scan::new(text, offset + start, offset + end))
}

/// Returns whether the text is an address with `?KIND/`, or a puzzle in the file format of the same program.
fn recognises(text: &str) -> bool {
    let starts = text.trim_start();
    let is_address = starts.split_whitespace().next().is_some_and(|first| {
        let before = first.split('?').next().unwrap_or_default();
        before.contains("://") || before.contains('.')
    });
    starts.starts_with("pzprv3") || is_address && query(text).is_some()
}

fn read(source: &Source, _: &Options) -> Result<Draft, Diagnostics> {
    let text = &source.text;
    let Some(mut rest) = query(text).filter(|rest| !rest.rest().starts_with("pzprv3")) else {
        return Err(Diagnostic::new("link-file", "pzpr files are not supported, only links")
            .help("open the file in pzpr and export a link: File, Export URL")
            .into());
    };
    let link_end = rest.span().end;
    if let Some(word) = text[link_end..].split_whitespace().next() {
        let start = link_end + text[link_end..].find(word).unwrap_or_default();
        return Err(Diagnostic::new("link-more", "expected one link")
            .at(Span::new(start, start + word.len()), "unexpected text")
            .into());
    }
    let address = text[..link_end].trim();
    let name = rest.until('/');
    let kind = find(&name)?;
    // Flags before the size, such as `f`.
    if !rest.peek().is_some_and(|first| first.is_ascii_digit()) {
        let part = rest.until('/');
        if let Some(flag) = part.rest().chars().find(|flag| !kind.flags.contains(*flag)) {
            let message =
                format!("the link changes the rules of {} with the flag {}", kind.names[0], quote(&flag.to_string()));
            return Err(Diagnostic::new("link-variant", message)
                .at(part.span(), "only the usual rules are supported")
                .into());
        }
    }
    let columns = side(&mut rest, "columns")?;
    let rows = side(&mut rest, "rows")?;
    let mut link = Link { rows, columns, cells: rows * columns, body: rest };
    let grid = (kind.read)(&mut link)?;
    link.body.ends()?;
    Ok(Draft { remarks: Vec::new(), model: grid.toml(address) })
}

fn find(name: &Scan<'_>) -> Result<&'static Kind, Diagnostic> {
    let written = name.rest().trim_end_matches("_edit").trim_end_matches("_play").to_ascii_lowercase();
    if written.starts_with("v:") {
        return Err(Diagnostic::new("link-variant", "the link is of a variant; only the usual rules are supported")
            .at(name.span(), "a variant"));
    }
    if let Some(kind) = KINDS.iter().find(|kind| kind.names.contains(&written.as_str())) {
        return Ok(kind);
    }
    let known: Vec<&str> = KINDS.iter().map(|kind| kind.names[0]).collect();
    let is_same = |kind: &&Kind| kind.names.iter().any(|own| aliases::are_one(own, &written));
    let near = super::near(&written, KINDS.iter().flat_map(|kind| kind.names).copied());
    let message = format!("links of the kind {} are not supported", quote(name.rest()));
    let wrong = match (KINDS.iter().find(is_same), aliases::names_of(&written), near) {
        (Some(kind), ..) => Diagnostic::new("link-kind", message).help(format!("did you mean `{}`?", kind.names[0])),
        (None, Some(names), _) => {
            let wrong = Diagnostic::new("link-kind", format!("{message}: {}", aliases::not_supported(names)));
            match tatham::name_of(&written) {
                Some(game) => Diagnostic::new("link-kind", message)
                    .help(format!("for this kind import a game ID of `{game}` from Simon Tatham's collection")),
                None => wrong,
            }
        }
        (None, None, Some(near)) => Diagnostic::new("link-kind", message).help(format!("did you mean `{near}`?")),
        (None, None, None) => Diagnostic::new("link-kind", message),
    };
    let wrong = wrong.at(name.span(), "unknown kind");
    Err(wrong.help(format!("supported: {}", known.join(", "))))
}

/// Reads a part of the size.
fn side(rest: &mut Scan<'_>, what: &str) -> Result<usize, Diagnostic> {
    let part = rest.until('/');
    let number = part.rest().parse().ok().filter(|number| (1..=MAX_SIDE).contains(number));
    number.ok_or_else(|| {
        let message = format!("invalid number of {what}: {}", quote(part.rest()));
        Diagnostic::new("link-size", message).at(part.span(), format!("expected 1 to {MAX_SIDE}"))
    })
}
