//! Certificates of the claims of an answer: rows that state the rules and the claim, and a VeriPB proof that they have no solution.
//!
//! ```text
//! no solution                          the rows of the rules
//! no solution other than these         the rows, and one that excludes each of them
//! no solution better than 15           the rows and the objective; the proof has a solution of 15 and the bound
//! no better, none other as good        the rows, the objective at most 15, and one that excludes each one in the list
//! ```
//!
//! The rows are those that `compile` writes for the rules, and the formula is derived from them
//! ([`boardwright_solvers::certificate`]); so formulation, not encodings, is trusted. [`check`] says before anything is solved why a
//! model cannot be certified. Start with [`prove`].

use super::failure::{BadProof, Disagreement, Failure, Inapplicable, Invariant, Misuse, ProgramFailure, RejectedBoard};
use super::proof::{self, Order, ProofOutcome, others};
use super::recipe::{Content, Form, Recipe};
use super::search::checked;
use super::setup::Setup;
pub use super::statement::Statement;
use crate::answer::{Answer, Proof, Report};
use boardwright_base::budget::{Budget, Refused};
use boardwright_ir::constraint::Problem;
use boardwright_puzzle::solution::Solution;
use boardwright_puzzle::{Formulated, Loaded, Question};
use boardwright_sat::cnf::encode::selection::Selection;
use boardwright_solvers::backend::{self, Opened, Route, SatOutcome};
use boardwright_solvers::certificate::{Certificate, Ended, Proved, Uncertified};
use std::collections::HashSet;
use std::io::{Read, Seek, Write};

/// Checks that the claims of a model can be certified, before it is solved.
///
/// # Errors
/// Why they cannot, or the limit that was reached.
pub fn check(loaded: &Loaded, setup: &Setup, statement: &Statement, budget: &Budget) -> Result<(), Failure> {
    if let Question::Plan { .. } = loaded.instance.question() {
        return Err(Misuse::CertificateOfPlan.into());
    }
    let (_, formulated) = statement.formulated(loaded, setup, budget)?;
    certificate(&formulated.problem, setup.encoding(), budget)?;
    Ok(())
}

fn certificate(problem: &Problem, encoding: &Selection, budget: &Budget) -> Result<Certificate, Failure> {
    Certificate::new(problem, encoding, budget).map_err(|refused| match refused {
        Refused::Stopped(stop) => Failure::Stopped(stop),
        Refused::Inapplicable(reason) => uncertified(reason),
    })
}

/// A certificate with the claim, before it is proved.
struct Claim {
    certificate: Certificate,
    /// The values of all variables of the rows, in a best solution.
    best: Option<Vec<bool>>,
    words: String,
}

/// Writes what is proved, and the proof, on the calling thread: the formula or, for a certificate, the rows.
///
/// # Errors
/// As [`proof::prove`]; for a certificate if the model cannot be certified, a file cannot be written, a program fails, or the claim
/// is false.
pub fn prove<F: Read + Write + Seek>(
    order: &Order,
    formula: F,
    proof: F,
    budget: &Budget,
) -> Result<ProofOutcome, Failure> {
    match &order.certificate {
        Some(statement) => certified(order, statement, formula, proof, budget),
        None => proof::prove(order, formula, proof, budget),
    }
}

fn certified<F: Write>(
    order: &Order,
    statement: &Statement,
    mut rows: F,
    proof: F,
    budget: &Budget,
) -> Result<ProofOutcome, Failure> {
    let report = &order.report;
    if report.stopped || report.answer == Answer::Unknown {
        return Ok(ProofOutcome::Nothing(NO_ANSWER.into()));
    }
    if report.answer == Answer::Satisfiable && !report.complete {
        return Ok(ProofOutcome::Nothing(OWN_PROOF.into()));
    }
    let (formulation, formulated) = statement.formulated(&order.loaded, &order.setup, budget)?;
    let claim = match claimed(order, &formulated, budget) {
        Err(Failure::Stopped(stop)) => return Ok(ProofOutcome::Stopped(stop)),
        claim => claim?,
    };
    let text = text(order, statement, formulation, &formulated.problem, &claim);
    let stored = |error: std::io::Error| Failure::Program(ProgramFailure::ProofNotWritten(error.into()));
    rows.write_all(text.as_bytes()).and_then(|()| rows.flush()).map_err(stored)?;
    let prover = order.prover();
    let out = std::io::BufWriter::with_capacity(1 << 16, proof);
    let Claim { certificate, best, words } = claim;
    match certificate.prove(out, best.as_deref(), &prover, order.check, budget) {
        Ok(Proved { steps, is_sum }) => Ok(ProofOutcome::Written(Proof {
            file: None,
            formula: None,
            claim: Some(words),
            format: Some("VeriPB"),
            solver: Some(if is_sum { "a sum of rows".into() } else { prover.name.to_string() }),
            steps: Some(steps),
            checked_by: Vec::new(),
            trusted: vec![format!("that the rows say what the rules say (formulation {formulation})")],
            reason: None,
        })),
        Err(Ended::Stopped(stop)) => Ok(ProofOutcome::Stopped(stop)),
        Err(Ended::Io(error)) => Err(stored(error)),
        Err(Ended::Failed(fault)) => Err(fault.into()),
        Err(Ended::Satisfiable) => {
            Err(Failure::check(BadProof::Model { prover: prover.name.to_string(), claim: words }))
        }
        Err(Ended::Broken(reason)) => Err(proof::wrong_proof(&prover, reason)),
        Err(Ended::Uncertified(reason)) => Err(uncertified(reason)),
    }
}

const NO_ANSWER: &str = "there is nothing to prove: a limit was reached before there was an answer";
const OWN_PROOF: &str = "there is nothing to prove: a verified board is its own proof; the list of all boards may have one that \
    there are no others";

/// Returns the certificate of what a report claims.
fn claimed(order: &Order, formulated: &Formulated, budget: &Budget) -> Result<Claim, Failure> {
    let problem = &*formulated.problem;
    let Report { optimum, complete, solutions, .. } = &order.report;
    let mut certificate = certificate(problem, order.setup.encoding(), budget)?;
    let (mut words, mut best) = (Vec::new(), None);
    match *optimum {
        Some(optimum) if *complete => {
            words.push(format!("no solution is better than {optimum}"));
            certificate.require(optimum, format!("claim: at least as good as {optimum}")).map_err(uncertified)?;
        }
        Some(optimum) => {
            words.push(format!("no solution is better than {optimum}"));
            let found = found(order, formulated, &mut certificate, Some(optimum), budget)?;
            let model = found.first().ok_or_else(|| Failure::check(Invariant::IncompleteList))?;
            let completed = certificate.completed(model);
            best = Some(completed.ok_or_else(|| Failure::check(Invariant::Assignment))?);
        }
        None => {}
    }
    if *complete && !solutions.is_empty() {
        for (index, model) in found(order, formulated, &mut certificate, None, budget)?.iter().enumerate() {
            certificate.exclude(problem, model, format!("claim: other than solution {}", index + 1));
        }
        words.push(others(solutions.len()));
    }
    if words.is_empty() {
        words.push("there is no solution".into());
    }
    Ok(Claim { certificate, best, words: words.join(", and ") })
}

fn uncertified(reason: Uncertified) -> Failure {
    Failure::inapplicable(Inapplicable::Uncertified(reason))
}

/// Finds the solutions of the list again as models of the formula: all of them, or one of an optimum.
fn found(
    order: &Order,
    formulated: &Formulated,
    certificate: &mut Certificate,
    optimum: Option<i64>,
    budget: &Budget,
) -> Result<Vec<Vec<bool>>, Failure> {
    let Formulated { problem, decode, .. } = formulated;
    let Opened::Sat(mut solver) = backend::default_for(Route::Sat).open() else {
        return Err(Failure::check(Invariant::NoSatSolver));
    };
    let mut lowered = certificate.lowered().clone();
    if let Some(optimum) = optimum {
        let weight = lowered.cost.as_ref().and_then(|cost| cost.weight_of(optimum));
        let weight = weight.ok_or_else(|| Failure::check(Invariant::NoValue))?;
        let cost = lowered.cost.clone().ok_or_else(|| Failure::check(Invariant::NoObjective))?;
        let mut bounds = boardwright_sat::cnf::objective::Bounds::new(&cost);
        for literal in bounds.at_most(&mut lowered.cnf, weight)? {
            lowered.cnf.add(&[literal]);
        }
    }
    solver.load(&lowered.cnf);
    let mut listed: HashSet<Solution> = order.report.solutions.iter().cloned().collect();
    let mut models = Vec::new();
    while !listed.is_empty() {
        let model = match solver.solve(&[], budget) {
            SatOutcome::Satisfiable(model) => model,
            SatOutcome::Stopped(stop) => return Err(Failure::Stopped(stop)),
            SatOutcome::Failed(fault) => return Err(fault.into()),
            SatOutcome::Unsatisfiable => {
                return Err(Failure::check(Disagreement::Listed { solutions: listed.len() }));
            }
        };
        let assignment = checked(problem, lowered.assignment(&model))?;
        let solution = Solution::verified(&*order.loaded.instance, decode(&assignment))
            .map_err(|violation| Failure::check(RejectedBoard::Decoded(violation)))?;
        solver.add(&lowered.blocking_clause(problem, &assignment, &[]));
        models.push(model);
        if optimum.is_some() {
            break;
        }
        if !listed.remove(&solution) {
            return Err(Failure::check(Invariant::IncompleteList));
        }
    }
    Ok(models)
}

/// Returns the file of the rows.
fn text(order: &Order, statement: &Statement, formulation: &str, problem: &Problem, claim: &Claim) -> String {
    let recipe = Recipe {
        form: Form::Opb,
        formulation: None,
        content: Content::Rules,
        encoding: order.setup.encoding().clone(),
        horizon: None,
        fewest: order.fewest,
        seed: 0,
    };
    let mut lines = recipe.lines(&order.model, formulation);
    lines.push(format!("note: claim: {}", claim.words));
    let words = statement.words.map(|words| words(problem.origins())).unwrap_or_default();
    claim.certificate.text(&lines, &|constraint| {
        let origin = problem.constraints().get(constraint).map(|posted| posted.origin.index());
        origin.and_then(|origin| words.get(origin)).cloned().unwrap_or_default()
    })
}
