//! A problem in which some constraints are replaced by equivalent ones over auxiliary variables.
//!
//! Each replacement keeps the origin and role of the constraint it belongs to ([`Decomposed::of`]), so clauses and rows
//! can still be traced to the model. The variables of the original problem keep their numbers; auxiliary variables
//! follow them.
//!
//! ```
//! use boardwright::budget::Budget;
//! use boardwright::constraint::decomposed::Decomposed;
//! use boardwright::constraint::{Constraint, Origin, Problem};
//! // Among three variables, a and b exclude each other if c holds.
//! let mut problem = Problem::new();
//! let [a, b, c] = ["a", "b", "c"].map(|name| problem.boolean(name));
//! let rule = problem.origin(Origin::rule("rule"));
//! let one = Constraint::at_most(1, [a.into(), b.into()]);
//! problem.post(rule, Constraint::If { when: vec![c.into()], then: Box::new(one) });
//! let whole = Decomposed::whole(&problem);
//! assert_eq!(whole.problem().constraints().len(), 1);
//! let mut parts = Decomposed::parts(&problem, &Budget::none());
//! let mut replacement = parts.replace(0);
//! let both = replacement.all(&[a.into(), b.into()]);
//! replacement.clause([!both]);
//! // both -> a, both -> b, a and b -> both; and if c holds, not both.
//! assert_eq!(parts.problem().constraints().len(), 4);
//! assert!((0..4).all(|index| parts.of(index) == 0));
//! assert_eq!(parts.problem().booleans().len(), 4);
//! ```

use super::{Assignment, Constraint, Literal, OriginId, Posted, Problem, Role};
use crate::budget::{Budget, Stop};
use std::borrow::Cow;

/// A problem with some constraints replaced by parts.
pub struct Decomposed<'a> {
    whole: &'a Problem,
    problem: Cow<'a, Problem>,
    /// For each constraint, the original constraint that it is, or is part of.
    of: Vec<usize>,
}

impl<'a> Decomposed<'a> {
    /// Keeps every constraint.
    pub fn whole(problem: &'a Problem) -> Decomposed<'a> {
        let of = (0..problem.constraints.len()).collect();
        Decomposed { whole: problem, problem: Cow::Borrowed(problem), of }
    }

    /// Starts with the variables and the objective but no constraints: each constraint is then either kept
    /// ([`Decomposed::keep`]) or replaced ([`Decomposed::replace`]). The budget is polled; see [`Decomposed::finish`].
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

    /// Keeps a constraint.
    pub fn keep(&mut self, index: usize) {
        if self.problem.to_mut().add(self.whole.constraints[index].clone()) {
            self.of.push(index);
        }
    }

    /// Starts the replacement of a constraint by parts. Parts are stated for its conclusion
    /// ([`Constraint::conclusion`]); [`Replacement::post`] adds its conditions.
    pub fn replace(&mut self, index: usize) -> Replacement<'_> {
        let Posted { constraint, origin, role } = &self.whole.constraints[index];
        let when = constraint.conclusion().0;
        Replacement {
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

    /// Returns the problem to be lowered.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the index of the original constraint for a constraint of [`Decomposed::problem`].
    pub fn of(&self, index: usize) -> usize {
        self.of[index]
    }

    /// Returns the numbers of Boolean and integer variables of the original problem, which come first.
    pub fn variables(&self) -> (usize, usize) {
        (self.whole.booleans.len(), self.whole.integers.len())
    }

    /// Restricts an assignment to the variables of the original problem.
    pub fn assignment(&self, mut assignment: Assignment) -> Assignment {
        let (booleans, integers) = self.variables();
        assignment.booleans.truncate(booleans);
        assignment.integers.truncate(integers);
        assignment
    }
}

impl Constraint {
    /// Splits nested conditionals into all their conditions and the conclusion.
    pub fn conclusion(&self) -> (Vec<Literal>, &Constraint) {
        let (mut conditions, mut constraint) = (Vec::new(), self);
        while let Constraint::If { when, then } = constraint {
            conditions.extend(when);
            constraint = then;
        }
        (conditions, constraint)
    }
}

/// Collects the parts that replace one constraint.
pub struct Replacement<'p> {
    problem: &'p mut Problem,
    of: &'p mut Vec<usize>,
    index: usize,
    origin: OriginId,
    role: Role,
    when: Vec<Literal>,
    /// A literal that is always true, created on first use.
    sure: Option<Literal>,
}

impl Replacement<'_> {
    /// Adds an auxiliary variable.
    pub fn auxiliary(&mut self) -> Literal {
        self.problem.auxiliary("").into()
    }

    /// Returns the problem built so far.
    pub fn problem(&self) -> &Problem {
        self.problem
    }

    /// Adds a part that holds if the conditions of the constraint hold.
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

    /// Adds a clause that holds if the conditions of the constraint hold.
    pub fn clause(&mut self, literals: impl IntoIterator<Item = Literal>) {
        self.post(Constraint::clause(literals));
    }

    /// Adds a part that holds regardless of the conditions, such as the definition of an auxiliary variable.
    pub fn define(&mut self, constraint: Constraint) {
        if self.problem.add(Posted { constraint, origin: self.origin, role: self.role }) {
            self.of.push(self.index);
        }
    }

    /// Returns a literal that is always true.
    pub fn sure(&mut self) -> Literal {
        if let Some(sure) = self.sure {
            return sure;
        }
        let sure = self.auxiliary();
        self.define(Constraint::clause([sure]));
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
                    self.define(Constraint::clause([!literal, some]));
                }
                literals.push(!some);
                self.define(Constraint::Clause(literals));
                some
            }
        }
    }
}
