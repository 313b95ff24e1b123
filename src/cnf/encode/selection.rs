//! Which encoding every constraint gets: one choice for all, and others for the constraints of single rules.
//!
//! `cardinality=totalizer,clues.cardinality=sequential-counter` counts everything with totalizers but what the rule `clues`
//! posts. A rule is named as its [`crate::constraint::Origin`] names it; one that a problem does not have is an error
//! of the lowering, since only it knows the problem.

use super::{Choice, ChoiceError, Kind};
use std::collections::{BTreeMap, BTreeSet};

/// One choice for all constraints, and those of single rules.
#[derive(Clone, Default)]
pub struct Selection {
    general: Choice,
    /// By rule; a kind that is not chosen there follows the general choice.
    rules: BTreeMap<String, Choice>,
}

impl From<Choice> for Selection {
    fn from(general: Choice) -> Selection {
        Selection { general, rules: BTreeMap::new() }
    }
}

impl Selection {
    /// Chooses an encoding by name for a kind, `cardinality`, or for a kind and a rule, `clues.cardinality`; `auto` undoes
    /// an earlier choice.
    ///
    /// # Errors
    /// When there is no such kind or encoding; says what there is and what was probably meant.
    pub fn set(&mut self, key: &str, name: &str) -> Result<(), ChoiceError> {
        let Some((rule, kind)) = key.rsplit_once('.') else { return self.general.set(key, name) };
        if kind == Kind::Integer.name() {
            return Err(ChoiceError::Integer(rule.into()));
        }
        self.rules.entry(rule.trim().into()).or_default().set(kind.trim(), name)
    }

    /// Reads `kind=name,rule.kind=name`.
    ///
    /// # Errors
    /// As [`Selection::set`], and when a part has no `=` or a key comes twice.
    pub fn parse(&mut self, text: &str) -> Result<(), ChoiceError> {
        let mut seen = BTreeSet::new();
        for part in text.split(',') {
            let (key, name) = part.split_once('=').ok_or_else(|| ChoiceError::Form(part.trim().into()))?;
            if !seen.insert(key.trim()) {
                return Err(ChoiceError::Twice(key.trim().into()));
            }
            self.set(key.trim(), name.trim())?;
        }
        Ok(())
    }

    /// What is chosen where no rule says otherwise; what integer variables get.
    pub fn general(&self) -> &Choice {
        &self.general
    }

    /// What the constraints of a rule get.
    pub fn for_rule(&self, rule: &str) -> Choice {
        self.rules.get(rule).map_or(self.general, |choice| choice.or(&self.general))
    }

    /// Whether anything is chosen.
    pub fn is_chosen(&self) -> bool {
        let chosen = |choice: &Choice| Kind::ALL.into_iter().any(|kind| choice.name(kind) != "auto");
        chosen(&self.general) || self.rules.values().any(chosen)
    }

    /// Whether everything that is chosen is about graphs and words, which are decomposed for rows as for clauses.
    pub fn is_for_rows(&self) -> bool {
        let for_rows =
            |choice: &Choice| Kind::ALL.into_iter().all(|kind| kind.is_decomposed() || choice.name(kind) == "auto");
        for_rows(&self.general) && self.rules.values().all(for_rows)
    }

    /// The rules that have choices of their own.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        self.rules.keys().map(String::as_str)
    }

    /// Everything that is chosen, for reports: every kind with its name or `auto`, then `rule.kind` where a rule has its
    /// own.
    pub fn names(&self) -> Vec<(String, &'static str)> {
        let mut names: Vec<_> = Kind::ALL.map(|kind| (kind.name().to_string(), self.general.name(kind))).into();
        for (rule, choice) in &self.rules {
            let own = Kind::ALL.into_iter().filter(|&kind| choice.name(kind) != "auto");
            names.extend(own.map(|kind| (format!("{rule}.{}", kind.name()), choice.name(kind))));
        }
        names
    }
}
