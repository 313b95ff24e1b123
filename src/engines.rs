//! The solvers and the encodings that a query can choose.

use boardwright_sat::cnf::encode::ENCODINGS;
use boardwright_solvers::backend::BACKENDS;

/// A solver of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Backend {
    /// Its name, for [`Query::backend`](crate::Query::backend).
    pub name: &'static str,
    /// A description in one line, with the version.
    pub summary: &'static str,
    /// The route on which it works.
    pub route: &'static str,
}

impl Backend {
    /// Returns the solvers in the program; the first of each route is its default.
    pub fn all() -> impl Iterator<Item = Backend> {
        BACKENDS.iter().map(|one| Backend { name: &one.name, summary: &one.summary, route: one.route().name() })
    }
}

/// An encoding of a kind of constraint as clauses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Encoding {
    /// The kind of constraint: `cardinality`.
    pub kind: &'static str,
    /// Its name: `totalizer`. [`Query::encoding`](crate::Query::encoding) takes `cardinality=totalizer`.
    pub name: &'static str,
    /// The paper or the book that describes it.
    pub source: &'static str,
}

impl Encoding {
    /// Returns the catalogue.
    pub fn all() -> impl Iterator<Item = Encoding> {
        ENCODINGS.iter().map(|one| Encoding { kind: one.kind.name(), name: one.name, source: one.reference })
    }
}
