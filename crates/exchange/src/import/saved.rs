//! Files of pzpr, the program of puzz.link: `pzprv3`, the kind, the size, and the board line by line.
//!
//! ```text
//! pzprv3/nurikabe/2/2/- . /. . /
//! ```
//!
//! A link may hold such a file, `https://puzz.link/p?pzprv3/...`. The clues are read ([`crate::genre::saved`]); what a player filled in is left out.
//! Imports `puzzlink` for the choice of the genre. Start with [`read`].

use super::packed;
use super::puzzlink::{check_kind, chosen, unknown};
use super::{Draft, Format, Order};
use crate::genre::files::{self, Opened};
use crate::genre::link::Site;
use crate::genre::saved::{Lines, START, decode};
use crate::genre::scan::Scan;
use crate::genre::write;
use boardwright_base::diagnostic::{Diagnostic, Diagnostics, Text};
use boardwright_base::source::Source;
use boardwright_puzzle::Registry;

pub(super) const FORMAT: Format = Format {
    name: "a file of pzpr",
    summary: || Text::from("the text that the program of puzz.link saves, `pzprv3/KIND/ROWS/COLUMNS/...`"),
    takes: &[],
    recognises: |text| text.trim_start().starts_with(START),
    read,
    read_as: Some(read_as),
};

/// Returns the file in a link that holds one.
pub(super) fn in_link(link: &str) -> Option<String> {
    let (before, _) = link.split_once(START)?;
    let is_query = before.contains("://") && before.ends_with(['?', '&']);
    let text = link[before.len()..].trim_end().replace(' ', "%20");
    is_query.then(|| packed::plain(&text).0)
}

fn read(source: &Source, order: Order<'_>) -> Result<Draft, Diagnostics> {
    let lines = Lines::open(&source.text)?;
    let kind = lines.kind.rest().to_ascii_lowercase();
    let genres = files::of_kind(Site::PuzzLink, &kind, order.fields());
    if genres.is_empty() {
        return Err(unknown(lines.kind, &kind, order.fields()).into());
    }
    let genres: Vec<&Opened> = genres.iter().collect();
    Ok(draft(lines, &kind, &genres)?)
}

/// Reads a file with the genre of another file.
fn read_as(source: &Source, opened: &Opened, _: Registry) -> Result<Draft, Diagnostics> {
    let lines = Lines::open(&source.text)?;
    let kind = lines.kind.rest().to_ascii_lowercase();
    check_kind(lines.kind, &kind, opened)?;
    Ok(draft(lines, &kind, &[opened])?)
}

/// Kinds whose links have a flag for their encoding, or to distinguish kinds of the same name; their files have the kind alone.
const IMPLIED: [(&str, &str); 3] = [("kramma", "c"), ("bonsan", "c"), ("slalom", "d")];

fn draft(mut lines: Lines<'_>, kind: &str, genres: &[&Opened]) -> Result<Draft, Diagnostic> {
    let links = genres.iter().flat_map(|opened| opened.genre.links_of(Site::PuzzLink, kind));
    // A letter may also be a set of pieces.
    if !links.flat_map(|link| &link.steps).any(|step| step.codec.name == "pieces") {
        lines.read_flags();
    }
    let implied = IMPLIED.iter().find(|(of, _)| *of == kind).map(|(_, flag)| Scan::new(flag, 0, flag.len()));
    let (opened, link) = chosen(lines.kind, lines.flags.or(implied), kind, genres)?;
    if link.steps.iter().all(|step| step.file == 0) && !link.steps.is_empty() {
        let message = format!("files of the kind {kind} are not supported, only links");
        let wrong = Diagnostic::new("link-file", message).at(lines.kind.span(), "another layout");
        return Err(wrong.help("open the file in pzpr and export a link: File, Export URL"));
    }
    let size = lines.size()?;
    let contents = decode(link, &mut lines, size)?;
    let origin = format!("a file of pzpr, {kind}");
    Ok(Draft { remarks: Vec::new(), model: write::model(&opened.source.text, &opened.genre.name, &contents, &origin) })
}
