//! Steps as text, as data, as a film strip and as a page.
//!
//! `detail` says what is printed beside the sentences, `names` has names of facts and reasons, `sentence` the sentence of a step, `words` the text around it, `json` the keys, `frames` the pictures of positions,
//! `page` the HTML. `moves` has all of them for plans. Start with [`text()`].

mod detail;
mod frames;
mod json;
pub mod moves;
mod names;
mod page;
mod sentence;
#[cfg(test)]
mod tests;
mod words;

use super::text::Style;
use super::{svg, text};
use boardwright_base::board::picture::Picture;
use boardwright_base::source::Source;
use boardwright_puzzle::Loaded;
use boardwright_tasks::task::steps::Steps;

pub use detail::Detail;
pub use json::steps as json;
pub use names::entry;
pub use page::page;

/// Returns the steps for a person.
pub fn text(source: &Source, loaded: &Loaded, steps: &Steps, detail: Detail, style: Style) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(loaded.model.title.as_ref().map(|title| format!("{title}\n")));
    parts.push(words::beginning(steps));
    parts.push((0..steps.steps.len()).map(|index| words::step(source, steps, index, detail)).collect());
    if let Some(solution) = &steps.solution {
        let picture = match steps.facts.len() == words::known_at(steps, steps.steps.len()).len() {
            true if steps.unique == Some(true) => loaded.instance.draw(solution),
            _ => frames::position(loaded, steps, steps.steps.len()),
        };
        parts.push(text::render(&picture, style));
    }
    parts.push(words::ending(steps, detail));
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// Returns the position after a number of steps; after the first one, the new facts and the reason of the last step are tinted.
pub fn board(loaded: &Loaded, steps: &Steps, count: usize) -> Picture {
    match count.checked_sub(1) {
        None => frames::position(loaded, steps, 0),
        Some(last) => frames::frame(loaded, steps, last),
    }
}

/// Returns the positions after each step as one picture.
pub fn film(loaded: &Loaded, steps: &Steps) -> String {
    svg::titled(&frames::film(loaded, steps), loaded.model.title.as_deref())
}
