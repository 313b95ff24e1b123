//! A problem in which some constraints stand as others that say the same over further auxiliary variables.
//!
//! Every constraint that takes the place of another has its origin and its role, and is told to be of it
//! ([`Decomposed::of`]), so that clauses and rows still belong to what the model says. The variables of the problem keep
//! their numbers; what is added follows them.
//!
//! ```
//! use boardwright::budget::Budget;
//! use boardwright::constraint::decomposed::Decomposed;
//! use boardwright::constraint::{Constraint, Origin, Problem};
//! // Of three, a and b exclude each other where c holds.
//! let mut problem = Problem::new();
//! let [a, b, c] = ["a", "b", "c"].map(|name| problem.boolean(name));
//! let rule = problem.origin(Origin::rule("rule"));
//! let one = Constraint::at_most(1, [a.into(), b.into()]);
//! problem.post(rule, Constraint::If { when: vec![c.into()], then: Box::new(one) });
//! let whole = Decomposed::whole(&problem);
//! assert_eq!(whole.problem().constraints().len(), 1);
//! let mut parts = Decomposed::parts(&problem, &Budget::none());
//! let mut place = parts.place(0);
//! let both = place.all(&[a.into(), b.into()]);
//! place.clause([!both]);
//! // both -> a, both -> b, a and b -> both; and where c holds, not both.
//! assert_eq!(parts.problem().constraints().len(), 4);
//! assert!((0..4).all(|index| parts.of(index) == 0));
//! assert_eq!(parts.problem().booleans().len(), 4);
//! ```

use super::{Assignment, Constraint, Literal, OriginId, Posted, Problem, Role};
use crate::budget::{Budget, Stop};
use std::borrow::Cow;

/// A problem with parts in the place of some constraints.
pub struct Decomposed<'a> {
    whole: &'a Problem,
    problem: Cow<'a, Problem>,
    /// By constraint, the one that it is a part of.
    of: Vec<usize>,
}

impl<'a> Decomposed<'a> {
    /// Every constraint as it is.
    pub fn whole(problem: &'a Problem) -> Decomposed<'a> {
        let of = (0..problem.constraints.len()).collect();
        Decomposed { whole: problem, problem: Cow::Borrowed(problem), of }
    }

    /// The variables and the objective, and no constraint yet: each is kept ([`Decomposed::keep`]) or has parts in its place
    /// ([`Decomposed::place`]).
    /// The budget is polled; see [`Decomposed::finish`].
    pub fn parts(problem: &'a Problem, budget: &Budget) -> Decomposed<'a> {
        let empty = Problem {
            booleans: problem.booleans.clone(),
            integers: problem.integers.clone(),
            origins: problem.origins.clone(),
            objective: problem.objective.clone(),
            ..Problem::within(budget)
        };
        Decomposed { whole: problem, problem: Cow::Owned(empty), of: Vec::new() }
    }

    /// Takes over a constraint as it is.
    pub fn keep(&mut self, index: usize) {
        if self.problem.to_mut().add(self.whole.constraints[index].clone()) {
            self.of.push(index);
        }
    }

    /// The place of a constraint, for parts of its conclusion ([`Constraint::conclusion`]): what is posted holds where its
    /// conditions do.
    pub fn place(&mut self, index: usize) -> Place<'_> {
        let Posted { constraint, origin, role } = &self.whole.constraints[index];
        let when = constraint.conclusion().0;
        Place {
            problem: self.problem.to_mut(),
            of: &mut self.of,
            index,
            origin: *origin,
            role: *role,
            when,
            sure: None,
        }
    }

    /// Ends the decomposition.
    ///
    /// # Errors
    /// The limit that was reached; then constraints are missing.
    pub fn finish(mut self) -> Result<Self, Stop> {
        if let Cow::Owned(problem) = &mut self.problem {
            problem.finish()?;
        }
        Ok(self)
    }

    /// What is to be lowered.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The constraint of the first problem that a constraint of [`Decomposed::problem`] is, or is a part of.
    pub fn of(&self, index: usize) -> usize {
        self.of[index]
    }

    /// The variables of the first problem: so many Boolean and so many integer ones, which come first.
    pub fn variables(&self) -> (usize, usize) {
        (self.whole.booleans.len(), self.whole.integers.len())
    }

    /// The first problem's part of an assignment.
    pub fn assignment(&self, mut assignment: Assignment) -> Assignment {
        let (booleans, integers) = self.variables();
        assignment.booleans.truncate(booleans);
        assignment.integers.truncate(integers);
        assignment
    }
}

impl Constraint {
    /// What holds under all conditions together, and these.
    pub fn conclusion(&self) -> (Vec<Literal>, &Constraint) {
        let (mut conditions, mut constraint) = (Vec::new(), self);
        while let Constraint::If { when, then } = constraint {
            conditions.extend(when);
            constraint = then;
        }
        (conditions, constraint)
    }
}

/// Where the parts of one constraint go.
pub struct Place<'p> {
    problem: &'p mut Problem,
    of: &'p mut Vec<usize>,
    index: usize,
    origin: OriginId,
    role: Role,
    when: Vec<Literal>,
    /// A literal that is true, once it was needed.
    sure: Option<Literal>,
}

impl Place<'_> {
    /// A new auxiliary variable.
    pub fn auxiliary(&mut self) -> Literal {
        self.problem.auxiliary("").into()
    }

    /// The problem so far: its variables and their domains.
    pub fn problem(&self) -> &Problem {
        self.problem
    }

    /// A part that holds where the conditions do.
    pub fn post(&mut self, constraint: Constraint) {
        let constraint = match constraint {
            constraint if self.when.is_empty() => constraint,
            Constraint::Clause(mut literals) => {
                literals.extend(self.when.iter().map(|&literal| !literal));
                Constraint::Clause(literals)
            }
            constraint => Constraint::If { when: self.when.clone(), then: Box::new(constraint) },
        };
        self.define(constraint);
    }

    /// Likewise, at least one of the literals.
    pub fn clause(&mut self, literals: impl IntoIterator<Item = Literal>) {
        self.post(Constraint::clause(literals));
    }

    /// A part that holds whatever the conditions are: it says what an auxiliary variable means.
    pub fn define(&mut self, constraint: Constraint) {
        if self.problem.add(Posted { constraint, origin: self.origin, role: self.role }) {
            self.of.push(self.index);
        }
    }

    /// A literal that is always true.
    pub fn sure(&mut self) -> Literal {
        if let Some(sure) = self.sure {
            return sure;
        }
        let sure = self.auxiliary();
        self.define(Constraint::clause([sure]));
        self.sure = Some(sure);
        sure
    }

    /// The literal that is true when all of these are.
    pub fn all(&mut self, literals: &[Literal]) -> Literal {
        let negated: Vec<Literal> = literals.iter().map(|&literal| !literal).collect();
        !self.any(&negated)
    }

    /// The literal that is true when one of these is.
    pub fn any(&mut self, literals: &[Literal]) -> Literal {
        let mut literals = literals.to_vec();
        if let Some(sure) = self.sure {
            if literals.contains(&sure) {
                return sure;
            }
            literals.retain(|&literal| literal != !sure);
        }
        literals.sort_unstable();
        literals.dedup();
        if literals.windows(2).any(|pair| pair[0] == !pair[1]) {
            return self.sure();
        }
        match literals[..] {
            [] => !self.sure(),
            [only] => only,
            _ => {
                let some = self.auxiliary();
                for &literal in &literals {
                    self.define(Constraint::clause([!literal, some]));
                }
                literals.push(!some);
                self.define(Constraint::Clause(literals));
                some
            }
        }
    }
}
