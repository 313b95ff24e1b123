//! The compile pipeline: from the constraints of a formulation to the form that a solver takes.
//!
//! The passes, in their order; each accepts and leaves a type of its own:
//!
//! | pass | file | accepts | leaves |
//! | --- | --- | --- | --- |
//! | split | [`split`] | [`Problem`] | independent [`split::Part`]s, whose counts multiply |
//! | symmetry | [`boardwright_ir::constraint::symmetric`] | [`Problem`] | a [`Problem`] with fewer solutions, or branches |
//! | merge | [`boardwright_ir::constraint::intervals`] | [`Problem`] | a smaller [`Problem`] with intervals of values, for solvers that propagate graphs |
//! | decompose | [`decompose`] | [`Problem`] | [`Decomposed`](boardwright_ir::constraint::decomposed::Decomposed): plain constraints, and graphs only where they are propagated |
//! | simplify | [`boardwright_ir::constraint::simplify`] | a sum over literals | its [`Shape`](boardwright_ir::constraint::simplify::Shape); part of the lowering to clauses, covers and GF(2) |
//! | lower to CNF | [`boardwright_sat::cnf::lower`] | `Decomposed`, with or without graphs | [`cnf::lower::Lowered`] |
//! | lower to ILP | [`boardwright_ilp::linearize`] | `Decomposed` without graphs | [`Linearized`] |
//! | lower to exact cover | [`boardwright_cover::lower`] | [`Problem`] | [`exact_cover::lower::Lowered`], or why it is no cover |
//! | lower to a frontier | [`boardwright_frontier::lower`] | [`Problem`] | [`frontier::lower::Lowered`], or why it has no automata |
//! | lower to GF(2) | [`boardwright_linear::lower`] | [`Problem`] | [`gf2::lower::Linear`], or why it is no linear system |
//!
//! Every task asks for a form by a [`LoweringRequest`] and lowers nothing itself. May import the IR and the five forms. Start with
//! [`LoweringRequest`].

pub mod decompose;
pub mod split;

use boardwright_base::budget::{Budget, Refused};
use boardwright_cover as exact_cover;
use boardwright_cover::lower::NotCover;
use boardwright_frontier as frontier;
use boardwright_frontier::lower::NotFrontier;
use boardwright_ilp::linearize::{LinearizeError, Linearized, linearize};
use boardwright_ir::constraint::intervals::Merging;
use boardwright_ir::constraint::{Problem, Roles, TooLarge, intervals};
use boardwright_linear as gf2;
use boardwright_linear::lower::NotLinear;
use boardwright_sat::cnf;
use boardwright_sat::cnf::encode::selection::{AUTOMATIC, Selection};
use boardwright_sat::cnf::graph::Graphs;
use boardwright_sat::cnf::lower::{Choices, LowerError};

/// A problem, and what its form is for.
#[derive(Clone, Copy)]
pub struct LoweringRequest<'p, 'r> {
    /// The constraints.
    pub problem: &'p Problem,
    /// Which constraints are kept.
    pub roles: Roles,
    /// The encodings; those of graph constraints and words apply to rows, too.
    pub encoding: &'r Selection,
    /// The limits.
    pub budget: &'r Budget,
}

impl<'p, 'r> LoweringRequest<'p, 'r> {
    /// Returns the request with all encodings chosen by size.
    pub fn automatic(problem: &'p Problem, roles: Roles, budget: &'r Budget) -> LoweringRequest<'p, 'r> {
        LoweringRequest { problem, roles, encoding: &AUTOMATIC, budget }
    }

    /// Lowers the problem to clauses.
    ///
    /// # Errors
    /// If a chosen encoding does not support a constraint or names an unknown rule, a number is too large, or a limit was
    /// reached.
    pub fn to_cnf(&self, graphs: Graphs) -> Result<cnf::lower::Lowered, LowerError> {
        self.to_cnf_merging(graphs, Merging::USUAL)
    }

    /// Lowers the problem to clauses; where graphs are propagated, values are merged as given.
    ///
    /// # Errors
    /// As [`LoweringRequest::to_cnf`].
    pub fn to_cnf_merging(&self, graphs: Graphs, merging: Merging) -> Result<cnf::lower::Lowered, LowerError> {
        let LoweringRequest { problem, roles, encoding, budget } = *self;
        let merged = match graphs {
            Graphs::Decomposed => None,
            Graphs::Propagated => intervals::merged(problem, roles, merging, budget)?,
        };
        let relaxed = merged.as_ref().map_or(problem, |merged| &merged.problem);
        let lowered = self.clauses(relaxed, &Choices::new(problem, encoding)?, graphs)?;
        Ok(match &merged {
            Some(merged) => lowered.relaxes(problem.booleans().len(), merged),
            None => lowered,
        })
    }

    /// Lowers the problem to clauses such that those of each constraint state it even where others are left out.
    ///
    /// # Errors
    /// As [`LoweringRequest::to_cnf`].
    pub fn to_separate_cnf(&self, graphs: Graphs) -> Result<cnf::lower::Lowered, LowerError> {
        let choices = Choices::new(self.problem, self.encoding)?.separate();
        self.clauses(self.problem, &choices, graphs)
    }

    /// Lowers `problem`, which is this problem or relaxes it, to clauses with the given choices.
    fn clauses(&self, problem: &Problem, choices: &Choices, graphs: Graphs) -> Result<cnf::lower::Lowered, LowerError> {
        let LoweringRequest { roles, encoding, budget, .. } = *self;
        match graphs {
            Graphs::Decomposed => {
                cnf::lower::lower(&decompose::plain(problem, encoding, roles, budget)?, choices, budget)
            }
            Graphs::Propagated => {
                cnf::lower::lower(&decompose::with_graphs(problem, encoding, roles, budget)?, choices, budget)
            }
        }
    }

    /// Lowers the problem to rows; with `listing`, such that solutions can be excluded one by one.
    ///
    /// # Errors
    /// If a chosen encoding does not support a graph constraint or a word, a number is too large, or a limit was reached.
    pub fn to_ilp(&self, listing: bool) -> Result<Linearized, Refused<NoForm>> {
        let LoweringRequest { problem, roles, encoding, budget } = *self;
        let decomposed = decompose::plain(problem, encoding, roles, budget).map_err(NoForm::of_clauses)?;
        linearize(&decomposed, listing, budget).map_err(NoForm::of_rows)
    }

    /// Lowers the problem to an exact cover.
    ///
    /// # Errors
    /// Why it is none, or the limit that was reached.
    pub fn to_exact_cover(&self) -> Result<exact_cover::lower::Lowered, Refused<NoForm>> {
        exact_cover::lower::lower(self.problem, self.roles, self.budget).map_err(|refused| refused.map(NoForm::from))
    }

    /// Lowers the required constraints to a linear system.
    ///
    /// # Errors
    /// Why they are none, or the limit that was reached.
    pub fn to_gf2(&self) -> Result<gf2::lower::Linear, Refused<NoForm>> {
        gf2::lower::lower(self.problem, self.budget).map_err(|refused| refused.map(NoForm::from))
    }

    /// Lowers the required constraints to automata over a frontier.
    ///
    /// # Errors
    /// Why they have none, or the limit that was reached.
    pub fn to_frontier(&self) -> Result<frontier::lower::Lowered, Refused<NoForm>> {
        frontier::lower::lower(self.problem, self.budget).map_err(|refused| refused.map(NoForm::from))
    }
}

/// Why a problem has no form of a route.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoForm {
    /// It has no clauses.
    #[error(transparent)]
    Clauses(#[from] LowerError),
    /// A row or the objective does not fit into 64 bits.
    #[error(transparent)]
    Rows(#[from] TooLarge),
    /// It is no exact cover.
    #[error(transparent)]
    Cover(#[from] NotCover),
    /// It is no linear system.
    #[error(transparent)]
    Linear(#[from] NotLinear),
    /// It has no automata over a frontier.
    #[error(transparent)]
    Frontier(#[from] NotFrontier),
}

impl NoForm {
    /// Returns why there are no clauses, or the limit that was reached.
    pub fn of_clauses(error: LowerError) -> Refused<NoForm> {
        match error {
            LowerError::Stopped(stop) => Refused::Stopped(stop),
            other => Refused::Inapplicable(other.into()),
        }
    }

    /// Returns why there are no rows, or the limit that was reached.
    pub fn of_rows(error: LinearizeError) -> Refused<NoForm> {
        match error {
            LinearizeError::Stopped(stop) => Refused::Stopped(stop),
            LinearizeError::TooLarge(reason) => Refused::Inapplicable(reason.into()),
        }
    }
}

/// Lowers the constraints of the given roles to clauses only, without a limit.
///
/// # Errors
/// As [`LoweringRequest::to_cnf`].
pub fn to_cnf(problem: &Problem, encoding: &Selection, roles: Roles) -> Result<cnf::lower::Lowered, LowerError> {
    LoweringRequest { problem, roles, encoding, budget: &Budget::none() }.to_cnf(Graphs::Decomposed)
}

#[cfg(test)]
mod tests;
