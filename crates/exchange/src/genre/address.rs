//! Addresses of puzzles on puzz.link: `https://puzz.link/p?KIND/FLAGS/COLUMNS/ROWS/BODY`.
//!
//! Imports `scan` and `diagnostic`. Start with [`address`].

use super::link::{Link, MAX_SIDE};
use super::scan::Scan;
use boardwright_base::diagnostic::{Diagnostic, quote};
use boardwright_base::source::Span;

/// The parts of an address.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Address<'t> {
    /// The name of the kind.
    pub(crate) kind: Scan<'t>,
    /// The flags before the size.
    pub(crate) flags: Option<Scan<'t>>,
    /// The size and the body.
    pub(crate) rest: Scan<'t>,
    /// The end of the address in the text.
    pub(crate) end: usize,
}

/// Returns the part `KIND/...` of a text: after the `?` of an address and after `type=player&`.
pub(crate) fn query(text: &str) -> Option<Scan<'_>> {
    let trimmed = text.trim();
    let offset = text.len() - text.trim_start().len();
    let first = trimmed.split_whitespace().next()?;
    let (mut start, end) = (first.find('?')? + 1, first.len());
    while let Some(more) = first[start..].find('/').and_then(|slash| first[start..start + slash].find('&')) {
        start += more + 1;
    }
    (start < end && first[start..].contains('/')).then(|| Scan::new(text, offset + start, offset + end))
}

/// Splits an address.
///
/// # Errors
/// That the text is no address, or has more than one.
pub(crate) fn address(text: &str) -> Result<Address<'_>, Diagnostic> {
    let Some(mut rest) = query(text) else {
        return Err(Diagnostic::new("link-file", "expected a link to a puzzle, `https://puzz.link/p?KIND/...`"));
    };
    let end = rest.span().end;
    if let Some(word) = text[end..].split_whitespace().next() {
        let start = end + text[end..].find(word).unwrap_or_default();
        return Err(Diagnostic::new("link-more", "expected one link")
            .at(Span::new(start, start + word.len()), "unexpected text"));
    }
    let kind = rest.until('/');
    // A damaged size is reported as such: -5 columns are no flags.
    let next = rest.rest().split('/').next().unwrap_or_default();
    let flags = (!next.trim_start_matches(['-', '+']).starts_with(|first: char| first.is_ascii_digit()))
        .then(|| rest.until('/'));
    Ok(Address { kind, flags, rest, end })
}

impl Address<'_> {
    /// Returns the name of the kind as it is compared.
    pub(crate) fn kind_name(&self) -> String {
        self.kind.rest().trim_end_matches("_edit").trim_end_matches("_play").to_ascii_lowercase()
    }

    /// Reads the rows and columns; the rest is the body.
    ///
    /// # Errors
    /// That one of them is not a number of lines.
    pub(crate) fn size(&mut self) -> Result<(usize, usize), Diagnostic> {
        let columns = side(&mut self.rest, "columns")?;
        let rows = side(&mut self.rest, "rows")?;
        Ok((rows, columns))
    }
}

impl Link {
    /// Returns the rows and columns of the example, if it is an address that has them.
    pub fn example_size(&self) -> Option<(usize, usize)> {
        address(&self.example).ok()?.size().ok()
    }
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
