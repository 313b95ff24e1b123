//! Requests for puzzles that cannot be satisfied. Start with [`Unsupported`].

use boardwright_base::diagnostic::{Command, Setting, Text};
use boardwright_puzzle::capability::generation::Unmet;
use std::fmt;

/// The reason why a request for a puzzle cannot be satisfied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unsupported {
    /// The family generates no puzzles.
    Family {
        /// The family.
        family: &'static str,
        /// The families that do.
        supported: Vec<&'static str>,
    },
    /// The family cannot make such a puzzle.
    Unmet(Unmet),
    /// The family has no models to generate from.
    Template {
        /// The family.
        family: &'static str,
    },
    /// The model has no such picture, list or layer.
    UnknownPart {
        /// The setting that names it.
        setting: Setting,
        /// The name.
        name: String,
        /// The most similar name.
        suggestion: Option<String>,
        /// The names of the model.
        expected: Vec<String>,
    },
    /// The model has no such rule.
    UnknownRule {
        /// The name.
        name: String,
        /// The most similar name.
        suggestion: Option<String>,
        /// The names of the model.
        expected: Vec<String>,
    },
    /// The model has no solution.
    NoSolution,
    /// The model has no solution even without the rules about the computed parts.
    NoSolutionWithout {
        /// The parts.
        parts: Vec<String>,
    },
    /// The model has several solutions, and its cells have no values to give.
    NoValues,
    /// The model has several solutions, and values cannot be added to a layer.
    KeptValues {
        /// The layer.
        layer: String,
        /// What it is in the model.
        what: &'static str,
    },
    /// The solutions of the model are equal in all cells that can be given.
    EqualCells,
    /// The model has no clues that can be left out.
    NoClues {
        /// Whether clues are protected by the request.
        protected: bool,
        /// The parts whose clues cannot be left out, and what they are.
        kept: Vec<(String, &'static str)>,
    },
    /// The clues determined no board.
    Undetermined {
        /// The computed parts.
        parts: Vec<String>,
        /// The number of boards drawn.
        boards: usize,
        /// Whether given values can be allowed.
        can_give: bool,
    },
    /// No clues fit a board.
    Unfit {
        /// The computed parts.
        parts: Vec<String>,
        /// The number of boards drawn.
        boards: usize,
        /// The reason of the first board.
        reason: Text,
    },
}

impl Unsupported {
    /// Returns the message, in which each face names settings in its way.
    pub fn text(&self) -> Text {
        match self {
            Unsupported::Family { family, supported } => Text::from(Command::Generate)
                .and(format!(" does not support `{family}` (supported: {}); ", supported.join(", ")))
                .and(Setting::Template)
                .and(" MODEL generates from a grid model"),
            Unsupported::Unmet(unmet) => unmet.text(),
            Unsupported::Template { family } => Text::from(Setting::Template)
                .and(format!(" does not support `{family}` models (supported: grid)"))
                .refer("; use ", Command::GenerateFamily, " for lights-out, dissection and knightdoku"),
            Unsupported::UnknownPart { setting, name, suggestion, expected } => {
                let expected = match &expected[..] {
                    [] => "the model has none".to_string(),
                    names => format!("expected {}", names.join(", ")),
                };
                let words = format!(" {name}: unknown picture, list or layer{}; {expected}", meant(suggestion));
                Text::from(*setting).and(words)
            }
            Unsupported::UnknownRule { name, suggestion, expected } => {
                let words = format!(" {name}: unknown rule{}; expected {}", meant(suggestion), expected.join(", "));
                Text::from(Setting::MustUse).and(words)
            }
            Unsupported::NoSolution => Text::from("the model has no solution").refer("; see ", Command::Explain, ""),
            Unsupported::NoSolutionWithout { parts } => {
                let words = format!("the model has no solution even without the rules about {}", quoted(parts));
                Text::from(words).refer("; see ", Command::Explain, "")
            }
            Unsupported::NoValues => several("its cells have no values".into()),
            Unsupported::KeptValues { layer, what } => several(format!("cannot add given values: `{layer}` is {what}")),
            Unsupported::EqualCells => Text::from(
                "the model has several solutions that are equal in the cells of its first layer, so given values \
                 cannot exclude all but one: print clues for the rest in the model",
            )
            .refer(" (", Command::Explain, " shows where solutions differ)"),
            Unsupported::NoClues { protected, kept } => {
                let words = Text::from("the model has one solution and no clues that can be left out");
                let words = match protected {
                    true => words.and(" besides what ").and(Setting::Keep).and(" protects"),
                    false => words,
                };
                let kept: Vec<String> = kept.iter().map(|(name, what)| format!("`{name}` is {what}")).collect();
                let kept = if kept.is_empty() { String::new() } else { format!(" ({})", kept.join(", ")) };
                words.and(format!(
                    "{kept}: clues are values in `given`, marks of pictures without which a condition is dropped and no \
                     other changes, entries of lists, and what the model lists in `optional`"
                ))
            }
            Unsupported::Undetermined { parts, boards, can_give } => {
                let words = format!("the clues of {} did not determine any of {boards} drawn boards; ", quoted(parts));
                let words = match can_give {
                    true => Text::from(words + "add `grid` to ").and(Setting::Fill).and(" to allow given values, or "),
                    false => words.into(),
                };
                words.and("use another ").and(Setting::Seed)
            }
            Unsupported::Unfit { parts, boards, reason } => {
                Text::from(format!("no clues of {} fit any of {boards} drawn boards: ", quoted(parts)))
                    .and(reason.clone())
            }
        }
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for Unsupported {}

impl From<Unmet> for Unsupported {
    fn from(unmet: Unmet) -> Unsupported {
        Unsupported::Unmet(unmet)
    }
}

/// Returns the message for several solutions that no given value distinguishes.
fn several(why: String) -> Text {
    let words = format!(
        "the model has several solutions, and {why}: print more clues in it, such as all numbers of one solution"
    );
    Text::from(words).refer(" (", Command::Solve, " prints one)").and(", and generate from that")
}

fn meant(suggestion: &Option<String>) -> String {
    suggestion.as_ref().map_or(String::new(), |near| format!(" (did you mean `{near}`?)"))
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
