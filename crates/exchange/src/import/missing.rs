//! The kinds of puzz.link that no genre has, and what the language lacks for their rules.
//!
//! `missing.txt` is the list: the kind, the usual name, and what is missing, separated by ` | `. A genre file for a kind takes its
//! line out; a test holds both apart. Start with `of`.

use crate::genre::aliases;

/// A kind without a genre.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missing {
    /// The name in links.
    pub kind: &'static str,
    /// The usual name.
    pub name: &'static str,
    /// What the rules need that the language lacks.
    pub lacks: &'static str,
}

/// The list.
const LIST: &str = include_str!("missing.txt");

/// Returns all missing kinds.
pub fn all() -> impl Iterator<Item = Missing> {
    LIST.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut parts = line.split(" | ");
        Some(Missing { kind: parts.next()?, name: parts.next()?, lacks: parts.next()? })
    })
}

/// Returns the kind without a genre that has this name, in links or as people write it.
pub fn named(name: &str) -> Option<Missing> {
    let name = aliases::plain(name);
    all().find(|missing| missing.kind == name || aliases::plain(missing.name) == name)
}

/// Returns what is known about a kind without a genre.
pub(super) fn of(kind: &str) -> Option<Missing> {
    all().find(|missing| missing.kind == kind)
}
