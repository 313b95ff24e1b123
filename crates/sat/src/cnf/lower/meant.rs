//! What the auxiliary variables of a formula mean, recorded while it is lowered. Knows the encodings and their thresholds.

use super::sums::encode_shape;
use crate::cnf::encode::meaning::{Threshold, thresholds};
use crate::cnf::encode::{Choice, Kind, NotApplicable};
use crate::cnf::{Cnf, Lit};
use boardwright_ir::constraint::Relation;
use boardwright_ir::constraint::simplify::{self, Recognised, Shape};
use std::collections::HashMap;
use std::rc::Rc;

/// "The variable is true exactly if the sum of the terms is at least `least`."
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meaning {
    /// The auxiliary variable.
    pub variable: u32,
    /// The counted literals: distinct variables.
    pub literals: Vec<Lit>,
    /// The number of them that are true, at least.
    pub least: u64,
}

/// An encoding whose auxiliary variables have no meaning that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no meaning is known of the auxiliary variables of {} encodings{}", .kind.name(), .name.map_or(String::new(), |name| format!(" `{name}`")))]
pub struct Meaningless {
    /// The kind of the constraint.
    pub kind: Kind,
    /// The encoding, if one was chosen for the constraint as a whole.
    pub name: Option<&'static str>,
}

/// The encoding, the number of literals, the bound, and whether it is an equation.
type Form = (Kind, &'static str, usize, usize, bool);

/// The meanings of auxiliary variables.
#[derive(Debug, Clone, Default)]
pub struct Meanings {
    known: Vec<Meaning>,
    missing: Option<Meaningless>,
    /// The thresholds of encodings by their form.
    forms: HashMap<Form, Option<Rc<Vec<Threshold>>>>,
}

impl Meanings {
    /// Returns the meanings, ascending by variable.
    ///
    /// # Errors
    /// The first encoding with a variable of which no meaning is known.
    pub fn known(&self) -> Result<&[Meaning], Meaningless> {
        self.missing.map_or(Ok(&self.known), Err)
    }

    /// Encodes a simplified sum and records what its auxiliary variables mean.
    ///
    /// # Errors
    /// If the chosen encoding does not apply.
    pub fn encode_shape(
        &mut self,
        cnf: &mut Cnf,
        choice: &Choice,
        recognised: Recognised<Lit>,
    ) -> Result<(), NotApplicable> {
        let first = cnf.variables();
        let (kind, k, exactly, literals) = match &recognised.shape {
            Shape::AtMostOne(literals) => (Kind::AtMostOne, 1, false, literals.clone()),
            Shape::ExactlyOne(literals) => (Kind::AtMostOne, 1, true, literals.clone()),
            Shape::AtMost(k, literals) => (Kind::Cardinality, *k, false, literals.clone()),
            Shape::Exactly(k, literals) => (Kind::Cardinality, *k, true, literals.clone()),
            _ => (Kind::PseudoBoolean, 0, false, Vec::new()),
        };
        encode_shape(cnf, choice, recognised)?;
        if cnf.variables() == first {
            return Ok(());
        }
        if kind == Kind::PseudoBoolean {
            self.leave_out(cnf, first, kind);
            return Ok(());
        }
        let encoding = choice.for_size(kind, literals.len(), k)?;
        let form = (kind, encoding.name, literals.len(), k, exactly);
        let found =
            self.forms.entry(form).or_insert_with(|| thresholds(encoding, literals.len(), k, exactly).map(Rc::new));
        let Some(found) = found.as_ref().filter(|found| found.len() == cnf.variables() - first) else {
            self.missing.get_or_insert(Meaningless { kind, name: Some(encoding.name) });
            return Ok(());
        };
        self.known.extend(found.iter().enumerate().map(|(index, threshold)| Meaning {
            variable: (first + index) as u32,
            literals: threshold.members.iter().map(|&member| literals[member]).collect(),
            least: threshold.least as u64,
        }));
        Ok(())
    }

    /// Encodes that a weighted sum is at most a bound, and records what the auxiliary variables mean.
    ///
    /// # Errors
    /// If the chosen encoding does not apply.
    pub fn encode_at_most(
        &mut self,
        cnf: &mut Cnf,
        choice: &Choice,
        terms: &[(i64, Lit)],
        bound: u64,
    ) -> Result<(), NotApplicable> {
        let bound = i64::try_from(bound).unwrap_or(i64::MAX);
        self.encode_shape(cnf, choice, simplify::recognise(terms, Relation::AtMost, bound))
    }

    /// Notes that the variables from `first` on have no known meaning, if there are any.
    pub(super) fn leave_out(&mut self, cnf: &Cnf, first: usize, kind: Kind) {
        if cnf.variables() > first {
            self.missing.get_or_insert(Meaningless { kind, name: None });
        }
    }
}
