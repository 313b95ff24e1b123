//! The parameters of game IDs of Simon Tatham's collection, `5x4n5:...`: the size, and letters with or without numbers.
//!
//! Imports `scan` and `link`. Start with [`Parameters::read`].

use super::contents::Contents;
use super::link::{Link, MAX_SIDE};
use super::scan::Scan;
use super::tiled::Tiled;
use boardwright_base::diagnostic::{Diagnostic, quote};

/// The parameters of an ID.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Parameters<'t> {
    /// The rows and columns.
    pub(crate) size: (usize, usize),
    /// Whether the size is one number and not two.
    pub(crate) is_square: bool,
    /// What follows the size, such as `xk`.
    pub(crate) letters: Scan<'t>,
}

impl<'t> Parameters<'t> {
    /// Reads parameters.
    pub(crate) fn read(parameters: Scan<'t>) -> Result<Self, Diagnostic> {
        let mut more = parameters;
        let columns = more.number();
        let is_square = more.peek() != Some('x');
        let rows = if is_square { columns } else { more.take().and_then(|_| more.number()) };
        let is_side = |side: &usize| (1..=MAX_SIDE).contains(side);
        let (Some(columns), Some(rows)) = (columns.filter(is_side), rows.filter(is_side)) else {
            let message = format!("invalid size of a board: {}", quote(parameters.rest()));
            let accepted = format!("expected sides from 1 to {MAX_SIDE}");
            return Err(Diagnostic::new("game-size", message).at(parameters.span(), accepted));
        };
        Ok(Parameters { size: (rows, columns), is_square, letters: more })
    }

    /// Returns whether the letters are those of a link: `when` is letters, with or without the number that must follow.
    pub(crate) fn fit(&self, link: &Link) -> bool {
        let own = items(self.letters);
        let is_there = |(letter, number): &(char, Option<usize>)| {
            own.iter().any(|item| item.0 == *letter && (number.is_none() || item.1 == *number))
        };
        let has = |letters: &str| items(Scan::new(letters, 0, letters.len())).iter().all(is_there);
        has(&link.when) && (link.tilings.is_empty() || link.tilings.iter().any(|(letters, _)| has(letters)))
    }

    /// Reads the board of an ID.
    pub(crate) fn decode(&self, link: &Link, text: &mut Scan<'_>) -> Result<Contents, Diagnostic> {
        let set = self.set(link)?;
        let mut contents = match self.tiling(link) {
            Some(name) => {
                let empty = Contents::of_tiling(Tiled::read(name, self.size, text)?);
                link.fill(text, self.size, empty)?
            }
            None => link.decode(text, self.size)?,
        };
        contents.parameters.extend(set);
        Ok(contents)
    }

    /// Returns the name of the tiling.
    fn tiling<'l>(&self, link: &'l Link) -> Option<&'l str> {
        let own = items(self.letters);
        let is_own = |letters: &str| items(Scan::new(letters, 0, letters.len())).iter().all(|item| own.contains(item));
        link.tilings.iter().find(|(letters, _)| is_own(letters)).map(|(_, name)| name.as_str())
    }

    /// Returns the parameters of the letters that a link knows.
    fn set(&self, link: &Link) -> Result<Vec<(String, i64)>, Diagnostic> {
        if link.square && !self.is_square {
            let message = "the size of this game is one number";
            return Err(Diagnostic::new("game-size", message).at(self.letters.span(), "as in `5:`"));
        }
        let mut rest = self.letters;
        let mut set = Vec::new();
        while let Some(letter) = rest.peek() {
            let start = rest;
            rest.take();
            let number = rest.number();
            if let Some((own, reason)) = link.refused.iter().find(|(own, _)| own.contains(letter)) {
                let message = format!("the letter {} changes the rules: {reason}", quote(own));
                return Err(Diagnostic::new("game-variant", message).at(rest.since(&start), "not supported"));
            }
            let Some((_, to)) = link.options.iter().find(|(own, _)| own.starts_with(letter)) else { continue };
            let Some(number) = number else { return Err(rest.unexpected("a number")) };
            match to.parse::<usize>() {
                Ok(wanted) if wanted != number => {
                    let message = format!("only `{letter}{wanted}` is supported");
                    return Err(Diagnostic::new("game-variant", message).at(rest.since(&start), "another variant"));
                }
                Ok(_) => {}
                Err(_) => set.push((to.clone(), i64::try_from(number).unwrap_or(i64::MAX))),
            }
        }
        Ok(set)
    }
}

/// Returns the letters of a text, each with the number after it.
fn items(mut text: Scan<'_>) -> Vec<(char, Option<usize>)> {
    std::iter::from_fn(|| text.take().map(|letter| (letter, text.number()))).collect()
}

/// Writes the parameters of an ID.
pub(crate) fn written(link: &Link, size: (usize, usize), contents: &Contents) -> String {
    let (rows, columns) = size;
    let mut text = if link.square { columns.to_string() } else { format!("{columns}x{rows}") };
    text.push_str(&link.when);
    let own = |tiled: &Tiled| link.tilings.iter().find(|(_, name)| *name == tiled.name);
    text.push_str(contents.tiled.as_ref().and_then(own).map_or("", |(letters, _)| letters));
    for (letter, to) in &link.options {
        let number = contents.parameters.get(to).map_or_else(|| to.clone(), ToString::to_string);
        text.push_str(&format!("{letter}{number}"));
    }
    text
}
