//! The selected encodings: a general choice, and choices for single rules.
//!
//! `cardinality=totalizer,clues.cardinality=sequential-counter` uses totalizers except for constraints of the rule
//! `clues`. Rules are named as in their [`boardwright_ir::constraint::Origin`]; an unknown rule is an error of the lowering,
//! which knows the problem.

use super::{Choice, ChoiceError, Kind};
use std::collections::{BTreeMap, BTreeSet};

/// A general choice and choices for single rules.
#[derive(Clone, Default)]
pub struct Selection {
    general: Choice,
    /// The choices by rule; kinds not chosen there follow the general choice.
    rules: BTreeMap<String, Choice>,
    /// The valid choices by key, `auto` included, for [`Selection::over`].
    named: BTreeMap<String, String>,
}

/// The selection without a choice: every encoding is chosen by size.
pub static AUTOMATIC: Selection =
    Selection { general: Choice::AUTOMATIC, rules: BTreeMap::new(), named: BTreeMap::new() };

impl From<Choice> for Selection {
    fn from(general: Choice) -> Selection {
        let named = |kind: Kind| (kind.name().to_string(), general.name(kind).to_string());
        let named = Kind::ALL.into_iter().map(named).filter(|(_, name)| name != "auto").collect();
        Selection { general, rules: BTreeMap::new(), named }
    }
}

impl Selection {
    /// Chooses an encoding by name for a kind, `cardinality`, or for a kind and a rule, `clues.cardinality`; `auto`
    /// resets an earlier choice.
    ///
    /// # Errors
    /// If there is no such kind or encoding; lists the existing ones and suggests a similar name.
    pub fn set(&mut self, key: &str, name: &str) -> Result<(), ChoiceError> {
        let (choice, kind) = match key.rsplit_once('.') {
            None => (&mut self.general, key),
            Some((rule, kind)) if kind == Kind::Integer.name() => return Err(ChoiceError::Integer(rule.into())),
            Some((rule, kind)) => (self.rules.entry(rule.trim().into()).or_default(), kind.trim()),
        };
        choice.set(kind, name)?;
        self.named.insert(key.to_string(), name.to_string());
        Ok(())
    }

    /// Returns this selection, with another one for what it does not choose. A choice of `auto` is a choice.
    #[must_use]
    pub fn over(&self, mut other: Selection) -> Selection {
        for (key, name) in &self.named {
            // It was accepted before.
            let _ = other.set(key, name);
        }
        other
    }

    /// Parses `kind=name,rule.kind=name`.
    ///
    /// # Errors
    /// Those of [`Selection::set`], a part without `=`, or a repeated key.
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

    /// Returns the general choice, which also applies to integer variables.
    pub fn general(&self) -> &Choice {
        &self.general
    }

    /// Returns the choice for the constraints of a rule.
    pub fn for_rule(&self, rule: &str) -> Choice {
        self.rules.get(rule).map_or(self.general, |choice| choice.or(&self.general))
    }

    /// Returns whether any encoding is chosen.
    pub fn is_chosen(&self) -> bool {
        let chosen = |choice: &Choice| Kind::ALL.into_iter().any(|kind| choice.name(kind) != "auto");
        chosen(&self.general) || self.rules.values().any(chosen)
    }

    /// Returns whether all choices are for graph and regular constraints, whose decompositions apply to integer
    /// programs too.
    pub fn is_for_rows(&self) -> bool {
        let for_rows =
            |choice: &Choice| Kind::ALL.into_iter().all(|kind| kind.is_decomposed() || choice.name(kind) == "auto");
        for_rows(&self.general) && self.rules.values().all(for_rows)
    }

    /// Returns the rules with choices of their own.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        self.rules.keys().map(String::as_str)
    }

    /// Returns all choices for reports: every kind with its name or `auto`, then `rule.kind` for each choice of a rule.
    pub fn names(&self) -> Vec<(String, &'static str)> {
        let mut names: Vec<_> = Kind::ALL.map(|kind| (kind.name().to_string(), self.general.name(kind))).into();
        for (rule, choice) in &self.rules {
            let own = Kind::ALL.into_iter().filter(|&kind| choice.name(kind) != "auto");
            names.extend(own.map(|kind| (format!("{rule}.{}", kind.name()), choice.name(kind))));
        }
        names
    }
}
