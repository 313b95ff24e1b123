//! A problem whose constraints are plain: graph and regular constraints are replaced by parts over auxiliary variables.
//!
//! This is what the lowerings to clauses and rows accept. The type `G` says which graph constraints are left: none by
//! default ([`Infallible`]), or those that a solver propagates ([`KeptGraph`]); see `pipeline::decompose`. Each part
//! keeps the origin of the constraint it belongs to ([`Part::of`]), so clauses and rows can be traced to the model. The
//! variables of the problem keep their numbers; auxiliary Boolean variables follow. Constraints that are not replaced are
//! borrowed. Imports the IR and the budget. Start with [`Decomposed`].
//!
//! ```
//! use boardwright_base::budget::Budget;
//! use boardwright_ir::constraint::decomposed::Decomposed;
//! use boardwright_ir::constraint::{Constraint, Origin, Problem};
//! // Among three variables, a and b exclude each other if c holds.
//! let mut problem = Problem::new();
//! let [a, b, c] = ["a", "b", "c"].map(|name| problem.boolean(name));
//! let rule = problem.origin(Origin::named(0, "rule"));
//! let one = Constraint::at_most(1, [a.into(), b.into()]);
//! problem.post(rule, Constraint::If { when: vec![c.into()], then: Box::new(one) });
//! let mut decomposed: Decomposed = Decomposed::new(&problem, &Budget::none());
//! decomposed.replace(0, |parts| {
//!     let both = parts.all(&[a.into(), b.into()]);
//!     parts.clause([!both]);
//! });
//! let decomposed = decomposed.finish().unwrap();
//! // both -> a, both -> b, a and b -> both; and if c holds, not both.
//! assert_eq!(decomposed.parts().len(), 4);
//! assert!(decomposed.parts().iter().all(|part| part.of == 0));
//! assert_eq!(decomposed.booleans(), 4);
//! ```

use super::plain::{KeptGraph, Plain};
use super::watch::Watch;
use super::{BoolVar, Literal, OriginId, Problem};
use boardwright_base::budget::{Budget, Stop};
use std::borrow::Cow;
use std::convert::Infallible;

/// A problem with plain constraints, and graph constraints of the type `G`.
pub struct Decomposed<'a, G = Infallible> {
    problem: &'a Problem,
    /// The number of auxiliary variables.
    auxiliary: u32,
    parts: Vec<Part<'a, G>>,
    watch: Watch,
}

/// A constraint of a decomposed problem.
#[derive(Debug, Clone)]
pub struct Part<'a, G = Infallible> {
    /// The constraint.
    pub body: Body<'a, G>,
    /// The origin of the constraint that it is, or is part of.
    pub origin: OriginId,
    /// The index of that constraint in the problem.
    pub of: usize,
}

/// The statement of a part.
#[derive(Debug, Clone)]
pub enum Body<'a, G = Infallible> {
    /// A constraint that holds if all conditions are true.
    Plain {
        /// The conditions.
        when: Cow<'a, [Literal]>,
        /// The conclusion.
        then: Plain<'a>,
    },
    /// A graph constraint that holds unconditionally.
    Graph(G),
}

impl From<Infallible> for KeptGraph<'_> {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl<'a, G> Decomposed<'a, G> {
    /// Starts without constraints: each is then either kept ([`Decomposed::keep`]) or replaced ([`Decomposed::replace`]).
    /// The budget is polled; see [`Decomposed::finish`].
    pub fn new(problem: &'a Problem, budget: &Budget) -> Decomposed<'a, G> {
        let parts = Vec::with_capacity(problem.constraints.len());
        Decomposed { problem, auxiliary: 0, parts, watch: Watch::new(budget) }
    }

    /// Adds the constraint with this index, which is stated by `body`.
    pub fn keep(&mut self, index: usize, body: Body<'a, G>) {
        if self.watch.is_open() {
            self.parts.push(Part { body, origin: self.problem.constraints[index].origin, of: index });
        }
    }

    /// Replaces the constraint with this index by the parts that `post` adds. They are stated for its conclusion
    /// ([`super::Constraint::conclusion`]); [`Replacement::post`] adds its conditions.
    pub fn replace<T>(&mut self, index: usize, post: impl FnOnce(&mut Replacement<'_>) -> T) -> T {
        let posted = &self.problem.constraints[index];
        let mut replacement = Replacement {
            problem: self.problem,
            auxiliary: &mut self.auxiliary,
            watch: &mut self.watch,
            when: posted.constraint.conclusion().0,
            sure: None,
            added: Vec::new(),
        };
        let result = post(&mut replacement);
        let added = replacement.added.into_iter();
        let part = |(when, then)| Part { body: Body::Plain { when, then }, origin: posted.origin, of: index };
        self.parts.extend(added.map(part));
        result
    }

    /// Ends the decomposition.
    ///
    /// # Errors
    /// The limit that was reached; then constraints are missing.
    pub fn finish(self) -> Result<Self, Stop> {
        self.watch.finish().map(|()| self)
    }

    /// Returns the problem that was decomposed, with the integer variables and the objective.
    pub fn problem(&self) -> &'a Problem {
        self.problem
    }

    /// Returns the constraints, in the order of the problem.
    pub fn parts(&self) -> &[Part<'a, G>] {
        &self.parts
    }

    /// Returns the number of Boolean variables, auxiliary ones included.
    pub fn booleans(&self) -> usize {
        self.problem.booleans.len() + self.auxiliary as usize
    }
}

/// Collects the parts that replace one constraint.
pub struct Replacement<'p> {
    problem: &'p Problem,
    auxiliary: &'p mut u32,
    watch: &'p mut Watch,
    when: Cow<'p, [Literal]>,
    /// A literal that is always true, created on first use.
    sure: Option<Literal>,
    added: Vec<(Cow<'static, [Literal]>, Plain<'static>)>,
}

impl Replacement<'_> {
    /// Adds an auxiliary variable.
    pub fn auxiliary(&mut self) -> Literal {
        *self.auxiliary += 1;
        BoolVar(self.problem.booleans.len() as u32 + *self.auxiliary - 1).into()
    }

    /// Returns the problem that is decomposed.
    pub fn problem(&self) -> &Problem {
        self.problem
    }

    /// Adds a part that holds if the conditions of the constraint hold.
    pub fn post(&mut self, constraint: Plain<'static>) {
        match constraint {
            Plain::Clause(literals) => {
                let mut literals = literals.into_owned();
                literals.extend(self.when.iter().map(|&literal| !literal));
                self.define(Plain::Clause(literals.into()));
            }
            constraint => self.add(self.when.to_vec(), constraint),
        }
    }

    /// Adds a clause that holds if the conditions of the constraint hold.
    pub fn clause(&mut self, literals: impl IntoIterator<Item = Literal>) {
        self.post(Plain::clause(literals));
    }

    /// Adds a part that holds regardless of the conditions, such as the definition of an auxiliary variable.
    pub fn define(&mut self, constraint: Plain<'static>) {
        self.add(Vec::new(), constraint);
    }

    fn add(&mut self, when: Vec<Literal>, then: Plain<'static>) {
        if self.watch.is_open() {
            self.added.push((when.into(), then));
        }
    }

    /// Returns a literal that is always true.
    pub fn sure(&mut self) -> Literal {
        if let Some(sure) = self.sure {
            return sure;
        }
        let sure = self.auxiliary();
        self.define(Plain::clause([sure]));
        self.sure = Some(sure);
        sure
    }

    /// Returns a literal equivalent to the conjunction of the literals.
    pub fn all(&mut self, literals: &[Literal]) -> Literal {
        let negated: Vec<Literal> = literals.iter().map(|&literal| !literal).collect();
        !self.any(&negated)
    }

    /// Returns a literal equivalent to the disjunction of the literals.
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
                    self.define(Plain::clause([!literal, some]));
                }
                literals.push(!some);
                self.define(Plain::Clause(literals.into()));
                some
            }
        }
    }
}
