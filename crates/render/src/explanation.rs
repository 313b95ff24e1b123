//! An explanation for people as text, as data, and as a picture.
//!
//! The text has three parts: sentences, the model with carets, and the board with marked cells. `words` has the sentences, `parts` what is in them, `json`
//! the keys. Start with [`text()`].

mod json;
mod parts;
mod words;

use super::text::Style;
use super::{svg, text};
use boardwright_base::board::Cell;
use boardwright_base::board::picture::Picture;
use boardwright_base::diagnostic::Diagnostic;
use boardwright_base::source::{Source, Span};
use boardwright_ir::constraint::{Origin, OriginKind};
use boardwright_puzzle::Loaded;
use boardwright_tasks::answer::Reason;
use boardwright_tasks::task::explain::{Explanation, Finding};

pub use json::explanation as json;
pub use parts::{change, part, value, values};

/// The maximum number of places shown in the model.
const PLACES: usize = 10;

/// Returns the explanation as a picture with captions.
pub fn svg(loaded: &Loaded, explanation: &Explanation) -> String {
    svg::titled(&picture(loaded, explanation, true), loaded.model.title.as_deref())
}

/// Returns the sentences of the explanation: the result, and possible changes (may be empty).
pub fn sentences(explanation: &Explanation) -> (String, String) {
    (words::paragraph(explanation), words::advice(explanation))
}

/// Returns the board with the cells of the explanation marked, without captions.
pub fn board(loaded: &Loaded, explanation: &Explanation) -> Picture {
    picture(loaded, explanation, false)
}

/// Returns the explanation for a person.
pub fn text(source: &Source, loaded: &Loaded, explanation: &Explanation, style: Style) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(loaded.model.title.as_ref().map(|title| format!("{title}\n")));
    parts.push(words::paragraph(explanation));
    parts.extend(places(explanation).map(|diagnostic| diagnostic.explanation(source, style.colour)));
    parts.push(text::render(&picture(loaded, explanation, false), style));
    parts.push(words::advice(explanation));
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// Shows the clues of the explanation in the model.
fn places(explanation: &Explanation) -> Option<Diagnostic> {
    let (code, message, origins): (_, _, Vec<&Origin>) = match &explanation.finding {
        Finding::Contradiction(found) => {
            ("contradiction", "these contradict each other, with the rules", found.origins.iter().collect())
        }
        Finding::Forced(forced) if !forced.needed.is_empty() && !forced.spare.is_empty() => {
            ("forced", "these clues can be left out", forced.spare.iter().collect())
        }
        _ => return None,
    };
    let mut with_place: Vec<(Span, &Origin)> =
        origins.into_iter().filter_map(|origin| Some((origin.span?, origin))).collect();
    // The board marks cells; other clues must remain visible among them.
    with_place.sort_by_key(|(span, origin)| (!origin.cells.is_empty(), *span));
    let message =
        if let ([_], "contradiction") = (with_place.as_slice(), code) { "this contradicts the rules" } else { message };
    let mut diagnostic = Diagnostic::new(code, message);
    let places: Vec<&[(Span, &Origin)]> = with_place.chunk_by(|one, other| one.0 == other.0).collect();
    let shown = words::shown(explanation);
    for origins in places.iter().take(PLACES) {
        let label = match origins {
            // The text contains the argument already.
            [(_, origin)] if says(explanation, origin) => String::new(),
            [(_, origin)] => words::name(origin, &shown),
            several => format!("{} of them", several.len()),
        };
        diagnostic = diagnostic.at(origins[0].0, label);
    }
    if places.len() > PLACES {
        diagnostic = diagnostic.help(format!("and {} more places", places.len() - PLACES));
    }
    (!places.is_empty()).then_some(diagnostic)
}

/// Returns whether the argument of an explanation is that this constraint has no solution.
fn says(explanation: &Explanation, origin: &Origin) -> bool {
    let Finding::Contradiction(found) = &explanation.finding else { return false };
    matches!(&found.argument, Reason::Contradicting(added) if matches!(&added[..], [(only, _)] if only == origin))
}

/// Returns the cells of the explanation.
fn marked(explanation: &Explanation) -> Vec<Cell> {
    let cells_of = |origins: &mut dyn Iterator<Item = &Origin>| -> Vec<Cell> {
        origins.flat_map(|origin| origin.cells.iter().copied()).collect()
    };
    let mut cells = match &explanation.finding {
        Finding::Nothing => Vec::new(),
        Finding::Contradiction(found) => {
            let clues = cells_of(&mut found.origins.iter().filter(|origin| origin.kind == OriginKind::Clue));
            // A row is marked only if there is no clue to mark.
            if clues.is_empty() { cells_of(&mut found.origins.iter()) } else { clues }
        }
        Finding::Differences(found) => found.varying.iter().filter_map(|varying| varying.cell).collect(),
        Finding::Forced(forced) => cells_of(&mut forced.needed.iter()),
    };
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Returns the board with marked cells; with captions if the picture stands alone.
fn picture(loaded: &Loaded, explanation: &Explanation, captions: bool) -> Picture {
    let instance = &loaded.instance;
    let mut picture = match &explanation.finding {
        Finding::Nothing => instance.draw_givens(),
        Finding::Contradiction(_) => instance.draw_givens(),
        Finding::Forced(forced) => instance.draw(&forced.solution),
        Finding::Differences(found) => {
            let apart: Vec<Cell> = found.apart.iter().filter_map(|&index| found.varying[index].cell).collect();
            let mut picture = Picture::default();
            for (solution, title) in found.pair.iter().zip(["one solution", "another"]) {
                let mut drawn = instance.draw(solution);
                drawn.mark(&apart);
                for panel in &mut drawn.panels {
                    panel.title = [title, &panel.title].join(" ").trim_end().to_string();
                }
                picture.panels.extend(drawn.panels);
            }
            picture
        }
    };
    if !matches!(explanation.finding, Finding::Differences(_)) {
        picture.mark(&marked(explanation));
    }
    if captions {
        picture.captions.extend(words::paragraph(explanation).lines().map(str::to_string));
        let advice = words::advice(explanation);
        if !advice.is_empty() {
            picture.captions.push(String::new());
            picture.captions.extend(advice.lines().map(str::to_string));
        }
    }
    picture
}
