//! Contents that were seen in a drawing: which marks a picture may have, and what follows from those that are printed.
//!
//! The steps of a genre's links say which words a clue may have, and which marks of hidden pictures go with it. Imports the parts of
//! a link. Start with [`takes`] and `Link::complete`.

use super::Genre;
use super::contents::{Contents, Slot};
use super::link::{Link, Step};
use super::target::{Target, To, word_for};
use boardwright_base::diagnostic::Diagnostic;
use std::collections::BTreeMap;

/// Returns whether a link of the genre has a word for a mark of a picture, on a board of this size; `None` if no link says it.
pub(crate) fn takes(genre: &Genre, slot: &Slot, mark: &str, size: (usize, usize)) -> Option<bool> {
    let mut is_said = None;
    for (link, step, target) in of_slot(genre, slot) {
        let words = target.words(mark).into_iter().flatten();
        let mut words = words.filter(|word| target.mark(Some(word)) == mark);
        if step.codec.is_of_single_words() {
            let is_taken = words.any(|word| step.writes(word, size, link.site));
            is_said = Some(is_said.unwrap_or(false) || is_taken);
        }
    }
    is_said
}

/// Returns whether a text is a word of the links for which a picture has no mark, such as a clue without a number.
pub(crate) fn is_idle(genre: &Genre, slot: &Slot, text: &str, size: (usize, usize)) -> bool {
    of_slot(genre, slot)
        .any(|(link, step, target)| target.mark(Some(text)) == "." && step.writes(text.to_string(), size, link.site))
}

/// Returns the targets that are a picture, with their links and steps.
fn of_slot<'g>(genre: &'g Genre, slot: &Slot) -> impl Iterator<Item = (&'g Link, &'g Step, &'g Target)> {
    let to = To::Slot(slot.clone());
    let steps = genre.links.iter().flat_map(|link| link.steps.iter().map(move |step| (link, step)));
    let all = steps.flat_map(|(link, step)| step.targets.iter().map(move |target| (link, step, target)));
    all.filter(move |(.., target)| target.to == to)
}

/// Returns whether the links of a genre have a picture.
pub(crate) fn has(genre: &Genre, slot: &Slot) -> bool {
    of_slot(genre, slot).next().is_some()
}

impl Link {
    /// Returns whether a word may stand in a cell, on a board of this size.
    pub(crate) fn says(&self, word: &str, size: (usize, usize)) -> bool {
        let mut steps = self.steps.iter().filter(|step| step.is_of_cells() && !step.targets.is_empty());
        steps.any(|step| step.writes(word.to_string(), size, self.site))
    }

    /// Fills in what follows from what is printed, and from words that stand in cells: marks of other pictures, numbers that are
    /// computed, and values.
    ///
    /// # Errors
    /// No link has such a board.
    pub(crate) fn complete(
        &self,
        contents: &mut Contents,
        is_printed: &dyn Fn(&To) -> bool,
        said: &BTreeMap<usize, String>,
    ) -> Result<(), Diagnostic> {
        let (rows, columns) = (contents.rows, contents.columns);
        let Some(size) = self.size(contents) else {
            let message = format!("no puzzle of this genre has a board of {rows} x {columns}");
            return Err(Diagnostic::new("link-size", message));
        };
        self.check(size)?;
        for step in self.steps.iter().filter(|step| step.regions().is_none()) {
            let places = step.places(contents, self.size_of(step, size, contents), self.frame_width());
            let printed = |to: &To| matches!(to, To::Slot(_) | To::List(_)) && is_printed(to);
            let marks: Vec<Vec<Option<String>>> = step
                .targets
                .iter()
                .map(|target| match printed(&target.to) {
                    true => target.marks_of(&places, contents),
                    false => vec![None; places.len()],
                })
                .collect();
            let word = |at: usize| {
                let here: Vec<Option<&str>> = marks.iter().map(|marks| marks.get(at)?.as_deref()).collect();
                if here.iter().flatten().all(|mark| *mark == ".") {
                    return None;
                }
                // What is not drawn may be left to follow from the rest, such as the wall under a clue.
                let drawn: Vec<Option<&str>> = here.iter().map(|mark| mark.filter(|mark| *mark != ".")).collect();
                let word = |here: &[Option<&str>]| word_for(&step.targets, here, step.codec.usual()).flatten();
                word(&here).or_else(|| word(&drawn))
            };
            let said =
                |at: usize| places[at].cell.and_then(|cell| said.get(&cell)).filter(|_| step.is_of_cells()).cloned();
            let words: Vec<_> = (0..places.len()).map(|at| said(at).or_else(|| word(at))).collect();
            for target in &step.targets {
                match target.to {
                    To::Slot(_) => target.put(&places, &words, contents),
                    To::List(_) if !is_printed(&target.to) => target.put(&places, &words, contents),
                    _ => {}
                }
            }
        }
        self.computed(contents, size)
    }
}
