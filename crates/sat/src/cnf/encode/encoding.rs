//! The description of an encoding: its kind, size, properties and encoder.

use crate::cnf::{Cnf, Lit};
use boardwright_ir::constraint::decompose::TooManyPairs;
use boardwright_ir::constraint::decomposed::Replacement;
use boardwright_ir::constraint::{Components, Graph, Regular};

/// The kind of constraint that an encoding supports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// At most one, or exactly one, of the literals.
    AtMostOne,
    /// At most `k`, or exactly `k`, of the literals.
    Cardinality,
    /// A weighted sum at most, or equal to, a bound.
    PseudoBoolean,
    /// An odd, or even, number of the literals.
    Parity,
    /// The domain of an integer variable.
    Integer,
    /// The present vertices of a graph are connected.
    Connected,
    /// Weights of connected components.
    Components,
    /// A word accepted by an automaton.
    Regular,
}

impl Kind {
    /// All kinds, in listing order.
    pub const ALL: [Kind; 8] = [
        Kind::AtMostOne,
        Kind::Cardinality,
        Kind::PseudoBoolean,
        Kind::Parity,
        Kind::Integer,
        Kind::Connected,
        Kind::Components,
        Kind::Regular,
    ];

    /// Returns whether encodings of this kind produce constraints of the IR instead of clauses.
    pub fn is_decomposed(self) -> bool {
        matches!(self, Kind::Connected | Kind::Components | Kind::Regular)
    }

    /// Returns the name on the command line and in models.
    pub fn name(self) -> &'static str {
        match self {
            Kind::AtMostOne => "at-most-one",
            Kind::Cardinality => "cardinality",
            Kind::PseudoBoolean => "pseudo-boolean",
            Kind::Parity => "parity",
            Kind::Integer => "integer",
            Kind::Connected => "connected",
            Kind::Components => "components",
            Kind::Regular => "regular",
        }
    }

    /// Returns a one-line description.
    pub fn summary(self) -> &'static str {
        match self {
            Kind::AtMostOne => "at most one, or exactly one, of n literals",
            Kind::Cardinality => "at most k, or exactly k, of n literals",
            Kind::PseudoBoolean => "n weighted literals at most, or equal to, k",
            Kind::Parity => "an odd, or even, number of n literals",
            Kind::Integer => "an integer variable with n values",
            Kind::Connected => "the present ones of n vertices are connected by k edges",
            Kind::Components => "weights of connected components of n vertices and k edges",
            Kind::Regular => "n symbols form a word that an automaton of k transitions accepts",
        }
    }
}

/// How an encoding affects the number of models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Counts {
    /// Every solution of the constraint extends to exactly one model.
    Preserved,
    /// Preserved for exactly-k and equations; for at-most-k some solutions extend to several models, so models must be
    /// counted after projection to the constraint's own variables.
    PreservedExactly,
    /// Some solutions extend to several models, for every relation: count after projection.
    Projected,
}

impl Counts {
    /// Returns the name used in listings.
    pub fn name(self) -> &'static str {
        match self {
            Counts::Preserved => "preserved",
            Counts::PreservedExactly => "preserved for exactly, after projection for at most",
            Counts::Projected => "after projection",
        }
    }
}

/// What unit propagation achieves on the constraint's own literals, ignoring auxiliary variables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Consistency {
    /// Auxiliary variables may need search even if all literals are assigned.
    Search,
    /// Finds a conflict once all literals are assigned.
    Check,
    /// Finds every conflict: every partial assignment that extends to no solution.
    Conflict,
    /// [`Consistency::Arc`] for at-most constraints, weaker for exactly-k and equations.
    ArcAtMost,
    /// Finds every conflict and every literal implied by a partial assignment.
    Arc,
}

impl Consistency {
    /// Returns the name used in listings.
    pub fn name(self) -> &'static str {
        match self {
            Consistency::Search => "needs search",
            Consistency::Check => "checks assignments",
            Consistency::Conflict => "finds conflicts",
            Consistency::ArcAtMost => "arc consistent for at most",
            Consistency::Arc => "arc consistent",
        }
    }
}

/// The size of an encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// Exact numbers.
    Exact {
        /// Auxiliary variables (all variables for an integer).
        variables: usize,
        /// Clauses.
        clauses: usize,
    },
    /// Upper bounds.
    AtMost {
        /// Auxiliary variables.
        variables: usize,
        /// Clauses.
        clauses: usize,
    },
}

/// The variables that represent an integer variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Representation {
    /// One variable for each value.
    Direct,
    /// One variable for each threshold above the least value.
    Order,
    /// One variable for each bit of the difference to the least value.
    Log,
}

/// The encoder. Literals are over distinct variables.
#[derive(Clone, Copy)]
pub enum Encode {
    /// `(cnf, literals, exactly)`; at least two literals.
    AtMostOne(fn(&mut Cnf, &[Lit], bool)),
    /// `(cnf, literals, k, exactly)`; `2 <= k <= n - 2`.
    Cardinality(fn(&mut Cnf, &[Lit], usize, bool)),
    /// `(cnf, terms, bound, equal)`; weights from 1 to the bound, bound less than their sum.
    PseudoBoolean(fn(&mut Cnf, &[(u64, Lit)], u64, bool)),
    /// `(cnf, literals, odd)`; at least two literals.
    Parity(fn(&mut Cnf, &[Lit], bool)),
    /// The representation of the values; see [`super::integer`].
    Integer(Representation),
    /// Posts constraints that make a graph connected, or returns why there would be too many.
    Connected(fn(&mut Replacement<'_>, &Graph) -> Result<(), TooManyPairs>),
    /// Posts constraints on the weights of components, or returns why there would be too many.
    Components(fn(&mut Replacement<'_>, &Components) -> Result<(), TooManyPairs>),
    /// Posts constraints that make an automaton accept a word.
    Regular(fn(&mut Replacement<'_>, &Regular)),
    /// Nothing: the graph constraint is kept for a propagator ([`crate::cnf::graph`]).
    Propagated,
}

/// A catalogue entry.
#[derive(Clone, Copy)]
pub struct Encoding {
    /// The kind of constraint.
    pub kind: Kind,
    /// The name on the command line.
    pub name: &'static str,
    /// A one-line description.
    pub summary: &'static str,
    /// The number of auxiliary variables as a formula in `n` (literals or terms, values of an integer variable,
    /// vertices, positions) and `k` (the bound, edges, transitions of the automaton).
    pub variables: &'static str,
    /// The number of clauses as such a formula.
    pub clauses: &'static str,
    /// The size for `(n, k, exactly)`. `k` is 1 for at-most-one and ignored for parity and integers; `exactly` is the
    /// `equal` or `odd` of encoders that have these. For components: with one measure of weights 0 and 1.
    pub size: fn(usize, usize, bool) -> Size,
    /// Returns whether the encoding supports `n` literals and a bound of `k`, or a reason that completes "it does not
    /// apply: ".
    pub applies: fn(usize, usize) -> Result<(), Unsupported>,
    /// What unit propagation achieves.
    pub consistency: Consistency,
    /// The effect on the number of models.
    pub counts: Counts,
    /// The paper.
    pub reference: &'static str,
    /// The encoder.
    pub encode: Encode,
}

/// The [`Encoding::applies`] of encodings that support every constraint of their kind.
///
/// # Errors
/// Never.
pub fn always(_: usize, _: usize) -> Result<(), Unsupported> {
    Ok(())
}

/// A chosen encoding does not support a constraint.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the {kind} encoding `{name}` does not apply: {reason}")]
pub struct NotApplicable {
    /// The kind's name.
    pub kind: &'static str,
    /// The encoding's name.
    pub name: &'static str,
    /// The reason, from [`Encoding::applies`].
    pub reason: Unsupported,
}

/// Why an encoding does not support a constraint; completes "it does not apply: ".
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are the numbers of the messages")]
pub enum Unsupported {
    /// Too many literals.
    #[error("at most {most} literals are supported, found {found}")]
    Literals { most: usize, found: usize },
    /// Too many terms.
    #[error("at most {most} terms are supported, found {found}")]
    Terms { most: usize, found: usize },
    /// Too many vertices.
    #[error("at most {most} vertices are supported, found {found}")]
    Vertices { most: usize, found: usize },
    /// Weights that are too large.
    #[error("the weights of {n} terms with a bound of {k} may add up to more than 2^{exponent}")]
    Weights { n: usize, k: usize, exponent: u32 },
    /// Too many clauses for a cardinality.
    #[error("{k} of {n} literals need more than {most} clauses")]
    CardinalityClauses { n: usize, k: usize, most: usize },
    /// Too many clauses for a weighted sum.
    #[error("{n} terms with a bound of {k} may need more than {most} clauses")]
    SumClauses { n: usize, k: usize, most: usize },
    /// Too many clauses for a graph.
    #[error("{n} vertices and {k} edges may need more than {most} clauses")]
    GraphClauses { n: usize, k: usize, most: usize },
    /// Too many pairs in a graph.
    #[error(transparent)]
    Pairs(#[from] TooManyPairs),
    /// The constraint is kept for a propagator, and there is none.
    #[error(
        "it is not encoded as clauses or rows; only built-in SAT solvers support it, for constraints without conditions"
    )]
    Propagated,
}
