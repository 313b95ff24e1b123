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
                let broken = self.broken(condition, set, members);
                self.note(broken, None);
            }
            Stance::Either => {
                let holds = self.switched(|to| condition.constrain(to, set, members));
                let broken = self.broken(condition, set, members);
                self.note(broken, Some(holds));
            }
            Stance::Open => self.note(None, None),
        }
    }

    /// States a given value as its stance requires.
    pub(super) fn given(&mut self, value: Truth) {
        let stance = self.stance();
        match stance {
            Stance::Holds => self.clause([value]),
            Stance::Breaks | Stance::Either => {
                let broken = match value {
                    Truth::Open(literal) => vec![!literal],
                    Truth::Known(true) => Vec::new(),
                    Truth::Known(false) => vec![self.always()],
                };
                let holds = (stance == Stance::Either).then(|| self.switched(|to| to.clause([value])));
                self.note(Some(broken), holds);
            }
            Stance::Open => self.note(None, None),
        }
    }

    /// Returns literals, each of which implies that the set breaks the condition under all of `when`.
    fn broken(&mut self, condition: &dyn Condition, set: &Set, members: &[Candidate]) -> Option<Vec<Literal>> {
        let when = std::mem::take(&mut self.when);
        let literals = condition.violation(self, set, members);
        let literals = literals.map(|literals| match when[..] {
            [] => literals,
            _ => vec![self.under_all(&when, literals)],
        });
        self.when = when;
        literals
    }

    /// Returns a literal under which the required constraints that `post` posts hold.
    fn switched(&mut self, post: impl FnOnce(&mut Self)) -> Literal {
        let switch: Literal = self.problem.auxiliary("").into();
        let from = self.problem.constraints().len();
        post(self);
        for posted in self.problem.split_off(from) {
            if posted.origin == self.meaning {
                self.problem.post(posted.origin, posted.constraint);
            } else if posted.role == Role::Required {
                self.problem.post_under(posted.origin, switch, posted.constraint);
            }
        }
        switch
    }

    fn stance(&self) -> Stance {
        let origin = self.problem.origin_of(self.origin);
        self.stances.as_ref().map_or(Stance::Holds, |stances| (stances.of)(origin))
    }

    /// Notes what breaks the current part, and under what it holds.
    fn note(&mut self, broken: Option<Vec<Literal>>, holds: Option<Literal>) {
        let origin = self.problem.origin_of(self.origin).clone();
        if let Some(stances) = &mut self.stances {
            stances.parts.push(Part { origin, broken, holds });
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
