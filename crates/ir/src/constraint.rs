//! The constraint IR: a problem as a formulation states it, independent of how it is solved.
//!
//! A [`Problem`] has Boolean variables (*decision*: part of the solution; *auxiliary*: not), integer variables with a
//! finite domain, constraints with an [`Origin`] and a [`Role`], and at most one [`Objective`]. Integer variables
//! appear in the literals `[x = v]` and `[x >= v]` and as terms of sums; their representation is chosen when the
//! problem is lowered. This room knows no puzzle and no solver; it imports `board`, `budget` and `source`. Start
//! with [`Constraint`] and [`Problem`].
//!
//! ```
//! use boardwright_ir::constraint::{Assignment, Constraint, Origin, Problem};
//! let mut problem = Problem::new();
//! let (a, b) = (problem.boolean("a"), problem.boolean("b"));
//! let rule = problem.origin(Origin::named(0, "one of the two"));
//! problem.post(rule, Constraint::exactly(1, [a.into(), b.into()]));
//! assert!(problem.holds(&Assignment { booleans: vec![true, false], integers: vec![] }));
//! assert!(!problem.holds(&Assignment { booleans: vec![true, true], integers: vec![] }));
//! ```

mod absorb;
pub mod automaton;
pub mod components;
pub mod copies;
pub mod decompose;
pub mod decomposed;
mod digest;
pub mod dominance;
mod draft;
pub mod elimination;
pub mod equality;
pub mod fixed;
pub mod graph;
pub mod interchange;
pub mod intervals;
pub mod plain;
pub mod simplify;
pub mod split;
pub mod symmetric;
pub mod origin;
mod role;
mod same;
pub mod sums;
mod switch;
mod too_large;
mod violation;
mod visit;
mod watch;

pub use self::automaton::{Automaton, Regular};
pub use self::dominance::{Dominance, Kept};
pub use self::draft::Draft;
pub use self::graph::{Components, Demand, Edge, Graph, Measure};
pub use self::origin::{Origin, OriginId, OriginKind};

pub use self::role::{Role, Roles};
pub use self::same::Same;
pub use self::too_large::TooLarge;

use self::origin::BuiltIn;
use std::ops::{Not, RangeInclusive};

/// A Boolean variable of a [`Problem`]: its 0-based index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoolVar(pub u32);

/// An integer variable of a [`Problem`]: its 0-based index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IntVar(pub u32);

impl IntVar {
    /// Returns the literal `[self = value]`.
    pub fn equals(self, value: i64) -> Literal {
        Literal { atom: Atom::Equals(self, value), negated: false }
    }

    /// Returns the literal `[self >= value]`.
    pub fn at_least(self, value: i64) -> Literal {
        Literal { atom: Atom::AtLeast(self, value), negated: false }
    }
}

/// The statement that a literal asserts or negates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// A Boolean variable.
    Boolean(BoolVar),
    /// `[x = v]`; false for values outside the domain.
    Equals(IntVar, i64),
    /// `[x >= v]`; the value may lie outside the domain.
    AtLeast(IntVar, i64),
}

/// An atom or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal {
    /// The atom.
    pub atom: Atom,
    /// Whether the literal is true when the atom is false.
    pub negated: bool,
}

impl From<BoolVar> for Literal {
    fn from(variable: BoolVar) -> Self {
        Literal { atom: Atom::Boolean(variable), negated: false }
    }
}

impl Not for Literal {
    type Output = Literal;
    fn not(self) -> Literal {
        Literal { negated: !self.negated, ..self }
    }
}

impl Not for BoolVar {
    type Output = Literal;
    fn not(self) -> Literal {
        !Literal::from(self)
    }
}

/// The factor of a coefficient.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operand {
    /// 1 when true, 0 when false.
    Literal(Literal),
    /// The value of the variable.
    Integer(IntVar),
}

/// A term of a sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term {
    /// Any integer, zero included.
    pub coefficient: i64,
    /// The factor.
    pub operand: Operand,
}

impl Term {
    /// Returns `coefficient` times a literal.
    pub fn literal(coefficient: i64, literal: impl Into<Literal>) -> Term {
        Term { coefficient, operand: Operand::Literal(literal.into()) }
    }

    /// Returns `coefficient` times an integer variable.
    pub fn integer(coefficient: i64, variable: IntVar) -> Term {
        Term { coefficient, operand: Operand::Integer(variable) }
    }
}

/// The comparison of a sum with its bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `>=`
    AtLeast,
}

impl Relation {
    /// Returns whether `left relation right` holds.
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Relation::AtMost => left <= right,
            Relation::Equal => left == right,
            Relation::AtLeast => left >= right,
        }
    }
}

/// A constraint. Literals and variables may repeat; lists may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Constraint {
    /// At least one literal is true.
    Clause(Vec<Literal>),
    /// The sum of the terms compares with the bound. At-most-one, exactly-one and cardinality constraints are special
    /// cases, recognised by [`simplify::recognise`].
    Sum {
        /// The summands.
        terms: Vec<Term>,
        /// The comparison.
        relation: Relation,
        /// The right-hand side.
        bound: i64,
    },
    /// The sum of the terms is congruent to `residue` modulo `modulus`. Parity is modulus 2.
    Modular {
        /// The summands.
        terms: Vec<Term>,
        /// At least 1.
        modulus: i64,
        /// Any integer.
        residue: i64,
    },
    /// `then` holds if all literals of `when` are true.
    If {
        /// The conditions; empty: `then` always holds.
        when: Vec<Literal>,
        /// The conclusion.
        then: Box<Constraint>,
    },
    /// The present vertices are connected by the present edges; the empty graph counts as connected.
    Connected(Graph),
    /// The present edges between present vertices form no cycle. Two parallel edges are one, and so is a loop.
    Acyclic(Graph),
    /// Bounds on the weights of the connected components of a graph.
    Components(Components),
    /// Exactly one symbol literal is true at each position, and the automaton accepts the word of these symbols.
    Regular(Regular),
    /// Whether two values are the same.
    Same(Same),
}

impl Constraint {
    /// Returns the clause: at least one of the literals is true.
    pub fn clause(literals: impl IntoIterator<Item = Literal>) -> Constraint {
        Constraint::Clause(literals.into_iter().collect())
    }

    /// Returns the clause `from -> (at least one of to)`.
    pub fn implies(from: Literal, to: impl IntoIterator<Item = Literal>) -> Constraint {
        Constraint::clause(std::iter::once(!from).chain(to))
    }

    /// Returns the constraint that the number of true literals compares with `bound`.
    pub fn count(relation: Relation, bound: i64, literals: impl IntoIterator<Item = Literal>) -> Constraint {
        let terms = literals.into_iter().map(|literal| Term::literal(1, literal)).collect();
        Constraint::Sum { terms, relation, bound }
    }

    /// Returns the constraint that exactly `bound` of the literals are true.
    pub fn exactly(bound: i64, literals: impl IntoIterator<Item = Literal>) -> Constraint {
        Constraint::count(Relation::Equal, bound, literals)
    }

    /// Returns the constraint that at most `bound` of the literals are true.
    pub fn at_most(bound: i64, literals: impl IntoIterator<Item = Literal>) -> Constraint {
        Constraint::count(Relation::AtMost, bound, literals)
    }

    /// Returns the constraint that at least `bound` of the literals are true.
    pub fn at_least(bound: i64, literals: impl IntoIterator<Item = Literal>) -> Constraint {
        Constraint::count(Relation::AtLeast, bound, literals)
    }

    /// Returns the constraint that an odd (or even) number of the literals is true.
    pub fn parity(odd: bool, literals: impl IntoIterator<Item = Literal>) -> Constraint {
        let terms = literals.into_iter().map(|literal| Term::literal(1, literal)).collect();
        Constraint::Modular { terms, modulus: 2, residue: i64::from(odd) }
    }

    /// Returns whether the assignment satisfies the constraint.
    pub fn holds(&self, assignment: &Assignment) -> bool {
        match self {
            Constraint::Clause(literals) => literals.iter().any(|&literal| assignment.satisfies(literal)),
            Constraint::Sum { terms, relation, bound } => relation.holds(assignment.sum(terms), *bound),
            Constraint::Modular { terms, modulus, residue } => {
                (assignment.sum(terms) - residue).rem_euclid(*modulus) == 0
            }
            Constraint::If { when, then } => {
                !when.iter().all(|&literal| assignment.satisfies(literal)) || then.holds(assignment)
            }
            Constraint::Connected(graph) => graph.is_connected(assignment),
            Constraint::Acyclic(graph) => graph.is_acyclic(assignment),
            Constraint::Components(components) => components.holds(assignment),
            Constraint::Regular(regular) => regular.holds(assignment),
            Constraint::Same(same) => same.holds(assignment),
        }
    }
}

/// A constraint with its origin and role.
#[derive(Debug, Clone)]
pub struct Posted {
    /// The constraint.
    pub constraint: Constraint,
    /// The origin.
    pub origin: OriginId,
    /// The role.
    pub role: Role,
    /// Whether the other required constraints together with the redundant ones imply it. Clauses and integer programs
    /// drop it if they state the redundant ones.
    pub implied: bool,
}

/// The description of a Boolean variable.
#[derive(Debug, Clone)]
pub struct Boolean {
    /// A name such as `knight r3c4`; may be empty for auxiliary variables.
    pub name: String,
    /// Whether it is a decision variable.
    pub decision: bool,
}

/// The description of an integer variable.
#[derive(Debug, Clone)]
pub struct Integer {
    /// A name such as `presses r3c4`.
    pub name: String,
    /// The domain; never empty.
    pub domain: RangeInclusive<i64>,
    /// Whether it is a decision variable.
    pub decision: bool,
}

/// The direction of an objective.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Minimise the sum.
    Minimise,
    /// Maximise the sum.
    Maximise,
}

/// A sum to be minimised or maximised.
#[derive(Debug, Clone)]
pub struct Objective {
    /// The direction.
    pub direction: Direction,
    /// The terms.
    pub terms: Vec<Term>,
}

/// Interchangeable values; see [`interchange`].
///
/// `values[cell][value]` is the variable "the cell has the value"; every cell has the same number of values.
#[derive(Debug, Clone)]
pub struct Interchange {
    /// By cell and value.
    pub values: Vec<Vec<BoolVar>>,
}

/// Variables, constraints and at most one objective.
#[derive(Debug, Clone, Default)]
pub struct Problem {
    booleans: Vec<Boolean>,
    integers: Vec<Integer>,
    origins: Vec<Origin>,
    constraints: Vec<Posted>,
    objective: Option<Objective>,
    interchanges: Vec<Interchange>,
    dominance: Option<Dominance>,
}

impl Problem {
    /// Returns a problem without variables or constraints.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a Boolean decision variable.
    pub fn boolean(&mut self, name: impl Into<String>) -> BoolVar {
        self.booleans.push(Boolean { name: name.into(), decision: true });
        BoolVar(self.booleans.len() as u32 - 1)
    }

    /// Adds a Boolean auxiliary variable: not part of the solution, not counted.
    pub fn auxiliary(&mut self, name: impl Into<String>) -> BoolVar {
        self.booleans.push(Boolean { name: name.into(), decision: false });
        BoolVar(self.booleans.len() as u32 - 1)
    }

    /// Adds an integer decision variable.
    ///
    /// # Panics
    /// If the domain is empty.
    pub fn integer(&mut self, name: impl Into<String>, domain: RangeInclusive<i64>) -> IntVar {
        assert!(!domain.is_empty(), "an integer variable needs at least one value");
        self.integers.push(Integer { name: name.into(), domain, decision: true });
        IntVar(self.integers.len() as u32 - 1)
    }

    /// Adds an integer auxiliary variable: not part of the solution, not counted.
    ///
    /// # Panics
    /// If the domain is empty.
    pub fn auxiliary_integer(&mut self, name: impl Into<String>, domain: RangeInclusive<i64>) -> IntVar {
        let variable = self.integer(name, domain);
        self.integers[variable.0 as usize].decision = false;
        variable
    }

    /// Registers an origin.
    pub fn origin(&mut self, origin: Origin) -> OriginId {
        self.origins.push(origin);
        OriginId(self.origins.len() as u32 - 1)
    }

    /// Adds a required constraint.
    pub fn post(&mut self, origin: OriginId, constraint: Constraint) {
        self.add(origin, constraint, Role::Required);
    }

    /// Adds a required constraint that the other required ones together with the redundant ones imply.
    pub fn post_implied(&mut self, origin: OriginId, constraint: Constraint) {
        self.constraints.push(Posted { constraint, origin, role: Role::Required, implied: true });
    }

    /// Adds a redundant constraint: implied by the required ones.
    pub fn post_redundant(&mut self, origin: OriginId, constraint: Constraint) {
        self.add(origin, constraint, Role::Redundant);
    }

    /// Adds a symmetry-breaking constraint: it keeps at least one solution of each orbit.
    pub fn post_symmetry(&mut self, origin: OriginId, constraint: Constraint) {
        self.add(origin, constraint, Role::Symmetry);
    }

    /// Adds a constraint that removes solutions from which others follow, as [`Problem::set_dominance`] states.
    pub fn post_dominance(&mut self, origin: OriginId, constraint: Constraint) {
        self.add(origin, constraint, Role::Dominance);
    }

    /// States what the solutions that [`Problem::post_dominance`] removes have in common with those that follow from them.
    pub fn set_dominance(&mut self, dominance: Dominance) {
        self.dominance = Some(dominance);
    }

    /// Returns what dominated solutions have in common with those that follow from them; `None` if nothing removes any.
    pub fn dominance(&self) -> Option<&Dominance> {
        self.dominance.as_ref()
    }

    /// Sets the objective.
    pub fn set_objective(&mut self, direction: Direction, terms: Vec<Term>) {
        self.objective = Some(Objective { direction, terms });
    }

    /// Declares values as interchangeable; [`interchange`] checks this before it uses it.
    pub fn interchange(&mut self, interchange: Interchange) {
        self.interchanges.push(interchange);
    }

    /// Replaces the objective by the constraint that it has this value.
    #[must_use]
    pub fn with_objective_value(mut self, value: i64) -> Problem {
        if let Some(objective) = self.objective.take() {
            let origin = self.origin(Origin::built_in(BuiltIn::Optimum));
            self.post(origin, Constraint::Sum { terms: objective.terms, relation: Relation::Equal, bound: value });
        }
        self
    }

    /// Replaces the objective by the constraint that it is better than this value.
    #[must_use]
    pub fn with_better_objective(mut self, value: i64) -> Problem {
        if let Some(objective) = self.objective.take() {
            let origin = self.origin(Origin::built_in(BuiltIn::Better));
            let (relation, bound) = match objective.direction {
                Direction::Minimise => (Relation::AtMost, value - 1),
                Direction::Maximise => (Relation::AtLeast, value + 1),
            };
            self.post(origin, Constraint::Sum { terms: objective.terms, relation, bound });
        }
        self
    }

    fn add(&mut self, origin: OriginId, constraint: Constraint, role: Role) {
        self.constraints.push(Posted { constraint, origin, role, implied: false });
    }

    /// Drops the redundant constraints. What they imply together with required ones stays.
    pub fn drop_redundant(&mut self) {
        self.constraints.retain(|posted| posted.role != Role::Redundant);
        self.constraints.iter_mut().for_each(|posted| posted.implied = false);
    }

    /// Returns the Boolean variables, by index.
    pub fn booleans(&self) -> &[Boolean] {
        &self.booleans
    }

    /// Returns the integer variables, by index.
    pub fn integers(&self) -> &[Integer] {
        &self.integers
    }

    /// Returns all constraints in the order in which they were posted.
    pub fn constraints(&self) -> &[Posted] {
        &self.constraints
    }

    /// Returns the origin with an id of this problem.
    pub fn origin_of(&self, id: OriginId) -> &Origin {
        &self.origins[id.0 as usize]
    }

    /// Returns all origins, by id.
    pub fn origins(&self) -> &[Origin] {
        &self.origins
    }

    /// Returns the objective, if there is one.
    pub fn objective(&self) -> Option<&Objective> {
        self.objective.as_ref()
    }

    /// Returns whether another problem has the same variables, constraints and objective in the same order, whatever their names and
    /// origins are.
    pub fn is_renamed(&self, other: &Problem) -> bool {
        let booleans = |problem: &Problem| problem.booleans.iter().map(|own| own.decision).collect::<Vec<_>>();
        let integers = |problem: &Problem| {
            problem.integers.iter().map(|own| (own.domain.clone(), own.decision)).collect::<Vec<_>>()
        };
        let objective = |problem: &Problem| problem.objective.clone().map(|own| (own.direction, own.terms));
        let is_equal = |(own, other): (&Posted, &Posted)| {
            (own.role, own.implied) == (other.role, other.implied) && own.constraint == other.constraint
        };
        self.constraints.len() == other.constraints.len()
            && booleans(self) == booleans(other)
            && integers(self) == integers(other)
            && objective(self) == objective(other)
            && self.constraints.iter().zip(&other.constraints).all(is_equal)
    }

    /// Returns whether there are graph constraints outside conditionals.
    pub fn has_graphs(&self) -> bool {
        let is_graph =
            |posted: &Posted| matches!(posted.constraint, Constraint::Connected(_) | Constraint::Components(_));
        self.constraints.iter().any(is_graph)
    }

    /// Returns whether the assignment is complete, respects the domains and satisfies every required and redundant
    /// constraint.
    pub fn holds(&self, assignment: &Assignment) -> bool {
        self.holds_for(Roles::FAITHFUL, assignment)
    }

    /// Returns whether the assignment is complete, respects the domains and satisfies every constraint of these roles.
    pub fn holds_for(&self, roles: Roles, assignment: &Assignment) -> bool {
        assignment.booleans.len() == self.booleans.len()
            && assignment.integers.len() == self.integers.len()
            && self.integers.iter().zip(&assignment.integers).all(|(i, value)| i.domain.contains(value))
            && self
                .constraints
                .iter()
                .filter(|posted| roles.keep(posted.role))
                .all(|posted| posted.constraint.holds(assignment))
    }
}

/// A complete assignment.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Assignment {
    /// Values indexed by [`BoolVar`].
    pub booleans: Vec<bool>,
    /// Values indexed by [`IntVar`].
    pub integers: Vec<i64>,
}

impl Assignment {
    /// Returns the value of a Boolean variable.
    pub fn boolean(&self, variable: BoolVar) -> bool {
        self.booleans[variable.0 as usize]
    }

    /// Returns the value of an integer variable.
    pub fn integer(&self, variable: IntVar) -> i64 {
        self.integers[variable.0 as usize]
    }

    /// Returns whether a literal is true.
    pub fn satisfies(&self, literal: Literal) -> bool {
        let value = match literal.atom {
            Atom::Boolean(variable) => self.boolean(variable),
            Atom::Equals(variable, value) => self.integer(variable) == value,
            Atom::AtLeast(variable, value) => self.integer(variable) >= value,
        };
        value != literal.negated
    }

    /// Returns the value of a sum.
    pub fn sum(&self, terms: &[Term]) -> i64 {
        let value = |term: &Term| match term.operand {
            Operand::Literal(literal) => i64::from(self.satisfies(literal)),
            Operand::Integer(variable) => self.integer(variable),
        };
        terms.iter().map(|term| term.coefficient * value(term)).sum()
    }
}
