//! Rules of which some parts are broken: each part holds, is broken or left open ([`Stance`]).
//!
//! The constraints of a condition have no other variables than those of the board and auxiliary ones. If the board determines
//! these, the condition is broken exactly where one of its required constraints does not hold, and
//! [`boardwright_ir::constraint::Problem::violation`] states that. Start with [`Builder::state`]. Imports the builder.

use super::{Builder, Candidate, Truth};
use crate::rule::{Condition, Set};
use boardwright_ir::constraint::{Constraint, Literal, Role};
use boardwright_puzzle::capability::stances::{Part, Stance};

impl Builder<'_> {
    /// States a condition for a set as its stance requires.
    pub(super) fn state(&mut self, condition: &dyn Condition, set: &Set, members: &[Candidate]) {
        match self.stance() {
            Stance::Holds => condition.constrain(self, set, members),
            Stance::Breaks => {
                let when = std::mem::take(&mut self.when);
                let literals = condition.violation(self, set, members);
                let literals = literals.map(|literals| match when[..] {
                    [] => literals,
                    _ => vec![self.under_all(&when, literals)],
                });
                self.when = when;
                self.note(literals);
            }
            Stance::Open => self.note(None),
        }
    }

    /// States a given value as its stance requires.
    pub(super) fn given(&mut self, holds: Truth) {
        match self.stance() {
            Stance::Holds => self.clause([holds]),
            Stance::Breaks => {
                let literals = match holds {
                    Truth::Open(literal) => vec![!literal],
                    Truth::Known(true) => Vec::new(),
                    Truth::Known(false) => vec![self.always()],
                };
                self.note(Some(literals));
            }
            Stance::Open => self.note(None),
        }
    }

    fn stance(&self) -> Stance {
        let origin = self.problem.origin_of(self.origin);
        self.stances.as_ref().map_or(Stance::Holds, |stances| (stances.of)(origin))
    }

    /// Notes what breaks the current part.
    fn note(&mut self, broken: Option<Vec<Literal>>) {
        let origin = self.problem.origin_of(self.origin).clone();
        if let Some(stances) = &mut self.stances {
            stances.parts.push(Part { origin, broken });
        }
    }

    /// Returns a literal that implies all of `when` and one of `literals`.
    fn under_all(&mut self, when: &[Literal], literals: Vec<Literal>) -> Literal {
        let whole: Literal = self.problem.auxiliary("").into();
        when.iter().for_each(|&literal| self.problem.post(self.meaning, Constraint::implies(whole, [literal])));
        self.problem.post(self.meaning, Constraint::implies(whole, literals));
        whole
    }

    /// Returns a literal that implies a constraint other than on graphs, and the current conditions.
    pub fn met(&mut self, constraint: Constraint) -> Literal {
        let whole: Literal = self.problem.auxiliary("").into();
        self.when
            .clone()
            .iter()
            .for_each(|&literal| self.problem.post(self.meaning, Constraint::implies(whole, [literal])));
        self.problem.post(self.meaning, Constraint::If { when: vec![whole], then: Box::new(constraint) });
        whole
    }

    /// Returns literals, each of which implies that a required constraint of those that `post` posts does not hold; `None` if
    /// they use an auxiliary variable that the board does not determine.
    pub fn violation(&mut self, post: impl FnOnce(&mut Self)) -> Option<Vec<Literal>> {
        let (from, undetermined) = (self.problem.constraints().len(), self.undetermined);
        post(self);
        let is_determined = self.undetermined == undetermined;
        let mut broken = Vec::new();
        for posted in self.problem.split_off(from) {
            if posted.origin == self.meaning {
                self.problem.post(posted.origin, posted.constraint);
            } else if is_determined && posted.role == Role::Required {
                broken.extend(self.problem.violation(self.meaning, &posted.constraint));
            }
        }
        is_determined.then_some(broken)
    }
}
