//! The lines of a file of pzpr.
//!
//! Imports `scan` and `diagnostic`. Start with [`Lines::open`].

use crate::genre::link::MAX_SIDE;
use crate::genre::scan::Scan;
use boardwright_base::diagnostic::{Diagnostic, quote};
use boardwright_base::source::Span;

/// The word that a file starts with; a version may follow it.
pub(crate) const START: &str = "pzprv3";

/// What stands after the board: the time and the moves of a player, an address, trials.
const ENDS: [&str; 5] = ["info:", "history:", "__HISTORY__", "http", "TrialData"];

/// The unread lines of a file. A line ends with a line break or, as in addresses, with `/`.
#[derive(Debug, Clone)]
pub(crate) struct Lines<'t> {
    /// The name of the kind.
    pub(crate) kind: Scan<'t>,
    /// Single letters after the size, which may change the rules.
    pub(crate) flags: Option<Scan<'t>>,
    size: Vec<Scan<'t>>,
    rest: Vec<Scan<'t>>,
    end: Scan<'t>,
}

impl<'t> Lines<'t> {
    /// Splits a text that starts with [`START`].
    ///
    /// # Errors
    /// That it ends before the size of the board, or is of a variant.
    pub(crate) fn open(text: &'t str) -> Result<Self, Diagnostic> {
        let end = Scan::new(text, text.len(), text.len());
        let mut lines = split(text).into_iter().skip(1);
        let short = || Diagnostic::new("file-short", "the file ends before its board").at(end.span(), "it ends here");
        let kind = lines.next().ok_or_else(short)?;
        let side = lines.next().ok_or_else(short)?;
        // A Sudoku has one number for both sides.
        let size = if kind.rest() == "sudoku" { vec![side, side] } else { vec![side, lines.next().ok_or_else(short)?] };
        let rest = lines.take_while(|line| !ENDS.iter().any(|end| line.rest().starts_with(end)));
        Ok(Lines { kind, flags: None, size, rest: rest.collect(), end })
    }

    /// Reads the rows and columns.
    ///
    /// # Errors
    /// That one of them is not a number of lines.
    pub(crate) fn size(&self) -> Result<(usize, usize), Diagnostic> {
        let side = |part: &Scan<'t>, what: &str| {
            let number = part.rest().parse().ok().filter(|number| (1..=MAX_SIDE).contains(number));
            number.ok_or_else(|| {
                let message = format!("invalid number of {what}: {}", quote(part.rest()));
                Diagnostic::new("link-size", message).at(part.span(), format!("expected 1 to {MAX_SIDE}"))
            })
        };
        Ok((side(&self.size[0], "rows")?, side(&self.size[1], "columns")?))
    }

    /// Reads the lines before the board that have no items: a letter, which is a flag, a word about how it is drawn, or nothing.
    pub(crate) fn read_flags(&mut self) {
        let is_narrow = self.size.last().is_some_and(|columns| columns.rest() == "1");
        if !is_narrow && self.rest.len() > 1 && self.rest[0].rest().is_empty() {
            self.rest.remove(0);
        }
        let is_word =
            |line: &Scan<'t>| !line.rest().is_empty() && line.rest().bytes().all(|byte| byte.is_ascii_lowercase());
        while self.rest.first().is_some_and(is_word) {
            let line = self.rest.remove(0);
            if line.rest().len() == 1 {
                self.flags = Some(line);
            }
        }
    }

    /// Returns whether no line is left but empty ones.
    pub(super) fn are_read(&self) -> bool {
        self.rest.iter().all(|line| line.rest().is_empty())
    }

    /// Returns whether the next lines are a number of rooms and the rooms of cells, not borders.
    pub(super) fn starts_with_rooms(&self, columns: usize) -> bool {
        let width = |line: usize| self.rest.get(line).map(|line| line.rest().split_whitespace().count());
        width(0) == Some(1) && width(1) == Some(columns)
    }

    /// Reads the words of a line.
    pub(super) fn words(&mut self) -> Result<Vec<Scan<'t>>, Diagnostic> {
        match self.are_read() {
            true => Err(self.ends_early()),
            false => Ok(items(self.rest.remove(0))),
        }
    }

    /// Reads a line of items.
    pub(super) fn items(&mut self, wanted: usize) -> Result<Vec<Scan<'t>>, Diagnostic> {
        if wanted == 0 && self.rest.first().is_none_or(|line| line.rest().is_empty()) {
            self.rest.drain(..self.rest.len().min(1));
            return Ok(Vec::new());
        }
        let line = self.rest.first().copied();
        let found = self.words()?;
        checked(found, wanted, line)
    }

    /// Reads a line that has a character for each place.
    pub(super) fn characters(&mut self, wanted: usize) -> Result<Vec<Scan<'t>>, Diagnostic> {
        if self.are_read() {
            return Err(self.ends_early());
        }
        let line = self.rest.remove(0);
        let mut rest = line;
        let mut found = Vec::new();
        while rest.peek().is_some() {
            let before = rest;
            rest.take();
            found.push(before.before(&rest));
        }
        checked(found, wanted, Some(line))
    }

    fn ends_early(&self) -> Diagnostic {
        Diagnostic::new("file-short", "the file ends within its board").at(self.end.span(), "it ends here")
    }
}

/// Reports a line with another number of items.
fn checked<'t>(found: Vec<Scan<'t>>, wanted: usize, line: Option<Scan<'t>>) -> Result<Vec<Scan<'t>>, Diagnostic> {
    if found.len() == wanted {
        return Ok(found);
    }
    let span = line.map_or(Span::default(), |line| line.span());
    let message = format!("a line of the file has {} items; expected {wanted}", found.len());
    Err(Diagnostic::new("file-line", message).at(span, format!("expected {wanted} items")))
}

fn split(text: &str) -> Vec<Scan<'_>> {
    let mut lines = Vec::new();
    let mut start = 0;
    for part in text.split(['/', '\n']) {
        let trimmed = part.trim();
        let at = start + (part.len() - part.trim_start().len());
        lines.push(Scan::new(text, at, at + trimmed.len()));
        start += part.len() + 1;
    }
    lines
}

fn items(line: Scan<'_>) -> Vec<Scan<'_>> {
    let mut found = Vec::new();
    let mut rest = line;
    while !rest.rest().is_empty() {
        let item = rest.until(' ');
        if !item.rest().is_empty() {
            found.push(item);
        }
    }
    found
}
