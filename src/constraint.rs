//! The constraint IR: what a formulation says, before anyone decides how to solve it.
//!
//! A [`Problem`] has Boolean variables (*decision*: part of the picture; *auxiliary*: not), integer variables with a
//! finite domain, constraints with an [`Origin`] and a [`Role`], and at most one [`Objective`]. Integer variables are
//! used through the literals `[x = v]` and `[x >= v]` or as terms of a sum; how they are represented is decided when
//! the problem is lowered. Knows no puzzle and no solver.
//!
//! ```
//! use boardwright::constraint::{Assignment, Constraint, Origin, Problem};
//! let mut problem = Problem::new();
//! let (a, b) = (problem.boolean("a"), problem.boolean("b"));
//! let rule = problem.origin(Origin::rule("one of the two"));
//! problem.post(rule, Constraint::exactly(1, [a.into(), b.into()]));
//! assert!(problem.holds(&Assignment { booleans: vec![true, false], integers: vec![] }));
//! assert!(!problem.holds(&Assignment { booleans: vec![true, true], integers: vec![] }));
//! ```

pub mod alike;
pub mod automaton;
pub mod components;
pub mod decomposed;
pub mod graph;
pub mod interchange;
pub mod simplify;
pub mod split;
pub mod symmetric;
mod visit;
mod watch;

pub use self::automaton::{Automaton, Regular};
pub use self::graph::{Components, Demand, Edge, Graph, Measure};

use self::interchange::Interchange;
use crate::board::Cell;
use crate::source::Span;
use std::borrow::Cow;
use std::ops::{Not, RangeInclusive};

/// A Boolean variable of one [`Problem`]: its index, 0-based.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoolVar(pub u32);

/// An integer variable of one [`Problem`]: its index, 0-based.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IntVar(pub u32);

impl IntVar {
    /// The literal `[self = value]`.
    pub fn equals(self, value: i64) -> Literal {
        Literal { atom: Atom::Equals(self, value), negated: false }
    }

    /// The literal `[self >= value]`.
    pub fn at_least(self, value: i64) -> Literal {
        Literal { atom: Atom::AtLeast(self, value), negated: false }
    }
}

/// What a literal is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// A Boolean variable.
    Boolean(BoolVar),
    /// `[x = v]`; values outside the domain are allowed and make it false.
    Equals(IntVar, i64),
    /// `[x >= v]`; values outside the domain are allowed.
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

/// What a coefficient multiplies: a literal counts 0 or 1, an integer variable its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operand {
    /// 1 when true, 0 when false.
    Literal(Literal),
    /// The value of the variable.
    Integer(IntVar),
}

/// One summand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term {
    /// Any integer, zero included.
    pub coefficient: i64,
    /// What it multiplies.
    pub operand: Operand,
}

impl Term {
    /// `coefficient` times a literal.
    pub fn literal(coefficient: i64, literal: impl Into<Literal>) -> Term {
        Term { coefficient, operand: Operand::Literal(literal.into()) }
    }

    /// `coefficient` times an integer variable.
    pub fn integer(coefficient: i64, variable: IntVar) -> Term {
        Term { coefficient, operand: Operand::Integer(variable) }
    }
}

/// How a sum compares with its bound.
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
    /// Whether `left relation right` holds.
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Relation::AtMost => left <= right,
            Relation::Equal => left == right,
            Relation::AtLeast => left >= right,
        }
    }
}

/// One constraint. Literals and variables may repeat; terms may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Constraint {
    /// At least one literal is true.
    Clause(Vec<Literal>),
    /// The sum of the terms compares with the bound. At-most-one, exactly-one and cardinality are special cases,
    /// recognised by [`simplify::recognise`].
    Sum {
        /// The summands.
        terms: Vec<Term>,
        /// The comparison.
        relation: Relation,
        /// The right-hand side.
        bound: i64,
    },
    /// The sum of the terms is congruent to `residue` modulo `modulus` (>= 1). Parity is modulus 2.
    Modular {
        /// The summands.
        terms: Vec<Term>,
        /// At least 1.
        modulus: i64,
        /// Any integer.
        residue: i64,
    },
    /// `then` holds whenever all literals of `when` are true.
    If {
        /// The condition; empty is always.
        when: Vec<Literal>,
        /// The conclusion.
        then: Box<Constraint>,
    },
    /// The vertices that are there are connected by the edges that are there; no vertex at all is connected, too.
    Connected(Graph),
    /// What the connected components of a graph have to add up to.
    Components(Components),
    /// The symbols, one at each position, form a word that the automaton accepts; exactly one symbol literal is true at
    /// each position.
    Regular(Regular),
}

impl Constraint {
    /// At least one of the literals.
    pub fn clause(literals: impl IntoIterator<Item = Literal>) -> Constraint {
        Constraint::Clause(literals.into_iter().collect())
    }

    /// `from` implies at least one of `to`.
    pub fn implies(from: Literal, to: impl IntoIterator<Item = Literal>) -> Constraint {
        Constraint::clause(std::iter::once(!from).chain(to))
    }

    /// The number of true literals compares with `bound`.
    pub fn count(relation: Relation, bound: i64, literals: impl IntoIterator<Item = Literal>) -> Constraint {
        let terms = literals.into_iter().map(|literal| Term::literal(1, literal)).collect();
        Constraint::Sum { terms, relation, bound }
    }

    /// Exactly `bound` of the literals.
    pub fn exactly(bound: i64, literals: impl IntoIterator<Item = Literal>) -> Constraint {
        Constraint::count(Relation::Equal, bound, literals)
    }

    /// At most `bound` of the literals.
    pub fn at_most(bound: i64, literals: impl IntoIterator<Item = Literal>) -> Constraint {
        Constraint::count(Relation::AtMost, bound, literals)
    }

    /// At least `bound` of the literals.
    pub fn at_least(bound: i64, literals: impl IntoIterator<Item = Literal>) -> Constraint {
        Constraint::count(Relation::AtLeast, bound, literals)
    }

    /// An odd (or even) number of the literals.
    pub fn parity(odd: bool, literals: impl IntoIterator<Item = Literal>) -> Constraint {
        let terms = literals.into_iter().map(|literal| Term::literal(1, literal)).collect();
        Constraint::Modular { terms, modulus: 2, residue: i64::from(odd) }
    }

    /// Whether the assignment satisfies the constraint.
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
            Constraint::Components(components) => components.holds(assignment),
            Constraint::Regular(regular) => regular.holds(assignment),
        }
    }
}

/// Where a constraint comes from: which rule, which clue or piece, which place in the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The name of the rule: `rows`, `clues`, `lights`.
    pub rule: Cow<'static, str>,
    /// Which instance of the rule: `row 3`, `the clue at r2c5`; may be empty.
    pub detail: String,
    /// The place in the model that says so, if one does.
    pub span: Option<Span>,
    /// What it is to somebody who looks for a mistake.
    pub kind: OriginKind,
    /// The cells it is about, of the board as it is drawn; may be empty.
    pub cells: Vec<Cell>,
}

/// What an origin is to somebody who looks for a mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OriginKind {
    /// Part of the rules.
    Rule,
    /// Told at a place of the model, where it could be told otherwise.
    Clue,
    /// What variables mean: a cell holds one value. It is never to blame.
    Meaning,
}

impl Origin {
    /// A rule as a whole.
    pub fn rule(rule: impl Into<Cow<'static, str>>) -> Origin {
        Origin { rule: rule.into(), detail: String::new(), span: None, kind: OriginKind::Rule, cells: Vec::new() }
    }

    /// Says which instance of the rule.
    #[must_use]
    pub fn detail(mut self, detail: impl Into<String>) -> Origin {
        self.detail = detail.into();
        self
    }

    /// Says which place in the model tells it, so that it is a clue.
    #[must_use]
    pub fn at(mut self, span: Span) -> Origin {
        self.span = Some(span);
        self.kind = OriginKind::Clue;
        self
    }

    /// Says which place in the model states the rule.
    #[must_use]
    pub fn stated_at(mut self, span: Span) -> Origin {
        self.span = Some(span);
        self
    }

    /// No more than what variables mean.
    #[must_use]
    pub fn meaning(mut self) -> Origin {
        self.kind = OriginKind::Meaning;
        self
    }

    /// Says which cells it is about.
    #[must_use]
    pub fn on(mut self, cells: impl IntoIterator<Item = Cell>) -> Origin {
        self.cells = cells.into_iter().collect();
        self
    }
}

/// The index of an [`Origin`] in its problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OriginId(u32);

impl OriginId {
    /// Where it stands in [`Problem::origins`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a constraint is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// Part of the rules.
    Required,
    /// Implied by the rules; there to make solvers fast.
    Redundant,
    /// Drops equivalent solutions; left out when solutions are counted or listed.
    Symmetry,
}

/// Which constraints to keep beside the required ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Roles {
    /// Keep [`Role::Redundant`].
    pub redundant: bool,
    /// Keep [`Role::Symmetry`].
    pub symmetry: bool,
}

impl Roles {
    /// Everything: for finding one solution.
    pub const ALL: Roles = Roles { redundant: true, symmetry: true };
    /// Nothing that drops a solution: for listing and counting.
    pub const FAITHFUL: Roles = Roles { redundant: true, symmetry: false };
    /// The rules and nothing that somebody concluded from them: for proofs.
    pub const REQUIRED: Roles = Roles { redundant: false, symmetry: false };

    /// Whether constraints of this role are kept.
    pub fn keep(self, role: Role) -> bool {
        match role {
            Role::Required => true,
            Role::Redundant => self.redundant,
            Role::Symmetry => self.symmetry,
        }
    }
}

/// A constraint with its origin and role.
#[derive(Debug, Clone)]
pub struct Posted {
    /// The constraint.
    pub constraint: Constraint,
    /// Where it comes from.
    pub origin: OriginId,
    /// What it is for.
    pub role: Role,
}

/// A Boolean variable's description.
#[derive(Debug, Clone)]
pub struct Boolean {
    /// Such as `knight r3c4`; may be empty for auxiliary variables.
    pub name: String,
    /// Whether it is part of the picture.
    pub decision: bool,
}

/// An integer variable's description.
#[derive(Debug, Clone)]
pub struct Integer {
    /// Such as `presses r3c4`.
    pub name: String,
    /// Its values, from the first to the last; never empty.
    pub domain: RangeInclusive<i64>,
    /// Whether it is part of the picture.
    pub decision: bool,
}

/// Whether an objective is to be small or large.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// As small as can be.
    Minimise,
    /// As large as can be.
    Maximise,
}

/// A sum to be minimised or maximised.
#[derive(Debug, Clone)]
pub struct Objective {
    /// Which way.
    pub direction: Direction,
    /// The summands.
    pub terms: Vec<Term>,
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
    /// While it grows within a budget.
    watch: Option<watch::Watch>,
}

impl Problem {
    /// A problem without variables or constraints.
    pub fn new() -> Self {
        Self::default()
    }

    /// A new decision variable.
    pub fn boolean(&mut self, name: impl Into<String>) -> BoolVar {
        self.booleans.push(Boolean { name: name.into(), decision: true });
        BoolVar(self.booleans.len() as u32 - 1)
    }

    /// A new auxiliary variable: not part of the picture, not counted.
    pub fn auxiliary(&mut self, name: impl Into<String>) -> BoolVar {
        self.booleans.push(Boolean { name: name.into(), decision: false });
        BoolVar(self.booleans.len() as u32 - 1)
    }

    /// A new integer decision variable.
    ///
    /// # Panics
    /// When the domain is empty: a variable needs a value.
    pub fn integer(&mut self, name: impl Into<String>, domain: RangeInclusive<i64>) -> IntVar {
        assert!(!domain.is_empty(), "an integer variable needs at least one value");
        self.integers.push(Integer { name: name.into(), domain, decision: true });
        IntVar(self.integers.len() as u32 - 1)
    }

    /// A new auxiliary integer variable: not part of the picture, not counted.
    ///
    /// # Panics
    /// When the domain is empty.
    pub fn auxiliary_integer(&mut self, name: impl Into<String>, domain: RangeInclusive<i64>) -> IntVar {
        let variable = self.integer(name, domain);
        self.integers[variable.0 as usize].decision = false;
        variable
    }

    /// Registers where constraints come from.
    pub fn origin(&mut self, origin: Origin) -> OriginId {
        self.origins.push(origin);
        OriginId(self.origins.len() as u32 - 1)
    }

    /// Adds a constraint that is part of the rules.
    pub fn post(&mut self, origin: OriginId, constraint: Constraint) {
        self.add(Posted { constraint, origin, role: Role::Required });
    }

    /// Adds a constraint that the others imply.
    pub fn post_redundant(&mut self, origin: OriginId, constraint: Constraint) {
        self.add(Posted { constraint, origin, role: Role::Redundant });
    }

    /// Adds a constraint that drops equivalent solutions and keeps at least one of each kind.
    pub fn post_symmetry(&mut self, origin: OriginId, constraint: Constraint) {
        self.add(Posted { constraint, origin, role: Role::Symmetry });
    }

    /// Sets the objective.
    pub fn set_objective(&mut self, direction: Direction, terms: Vec<Term>) {
        self.objective = Some(Objective { direction, terms });
    }

    /// Says that values can be exchanged for each other, which [`interchange`] checks before it makes use of it.
    pub fn interchange(&mut self, interchange: Interchange) {
        self.interchanges.push(interchange);
    }

    /// Asks for the assignments of this value of the objective, which no longer is one.
    #[must_use]
    pub fn at(mut self, value: i64) -> Problem {
        if let Some(objective) = self.objective.take() {
            let origin = self.origin(Origin::rule("optimum"));
            self.post(origin, Constraint::Sum { terms: objective.terms, relation: Relation::Equal, bound: value });
        }
        self
    }

    /// The Boolean variables, in order of their index.
    pub fn booleans(&self) -> &[Boolean] {
        &self.booleans
    }

    /// The integer variables, in order of their index.
    pub fn integers(&self) -> &[Integer] {
        &self.integers
    }

    /// All constraints, in the order they were posted.
    pub fn constraints(&self) -> &[Posted] {
        &self.constraints
    }

    /// The origin behind an id of this problem.
    pub fn origin_of(&self, id: OriginId) -> &Origin {
        &self.origins[id.0 as usize]
    }

    /// All origins, as their ids count them.
    pub fn origins(&self) -> &[Origin] {
        &self.origins
    }

    /// The objective, if there is one.
    pub fn objective(&self) -> Option<&Objective> {
        self.objective.as_ref()
    }

    /// Whether there are constraints of graphs that hold without conditions.
    pub fn has_graphs(&self) -> bool {
        let is_graph =
            |posted: &Posted| matches!(posted.constraint, Constraint::Connected(_) | Constraint::Components(_));
        self.constraints.iter().any(is_graph)
    }

    /// Whether the assignment has a value of the right domain for every variable and satisfies every required and
    /// redundant constraint.
    pub fn holds(&self, assignment: &Assignment) -> bool {
        assignment.booleans.len() == self.booleans.len()
            && assignment.integers.len() == self.integers.len()
            && self.integers.iter().zip(&assignment.integers).all(|(i, value)| i.domain.contains(value))
            && self
                .constraints
                .iter()
                .filter(|posted| Roles::FAITHFUL.keep(posted.role))
                .all(|posted| posted.constraint.holds(assignment))
    }
}

/// A value for every variable of a problem.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Assignment {
    /// Indexed by [`BoolVar`].
    pub booleans: Vec<bool>,
    /// Indexed by [`IntVar`].
    pub integers: Vec<i64>,
}

impl Assignment {
    /// The value of a Boolean variable.
    pub fn boolean(&self, variable: BoolVar) -> bool {
        self.booleans[variable.0 as usize]
    }

    /// The value of an integer variable.
    pub fn integer(&self, variable: IntVar) -> i64 {
        self.integers[variable.0 as usize]
    }

    /// Whether a literal is true.
    pub fn satisfies(&self, literal: Literal) -> bool {
        let value = match literal.atom {
            Atom::Boolean(variable) => self.boolean(variable),
            Atom::Equals(variable, value) => self.integer(variable) == value,
            Atom::AtLeast(variable, value) => self.integer(variable) >= value,
        };
        value != literal.negated
    }

    /// The value of a sum.
    pub fn sum(&self, terms: &[Term]) -> i64 {
        let value = |term: &Term| match term.operand {
            Operand::Literal(literal) => i64::from(self.satisfies(literal)),
            Operand::Integer(variable) => self.integer(variable),
        };
        terms.iter().map(|term| term.coefficient * value(term)).sum()
    }
}
