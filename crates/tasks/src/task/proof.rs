//! Proofs of the claims of an answer that boards do not show: there is no solution, no other one, no better one.
//!
//! The claim becomes a formula without a model, for every route:
//!
//! ```text
//! no solution                          the model's formula
//! no solution other than these         the formula, and a clause that excludes each of them
//! no solution better than 15           the formula, and the objective at most 14
//! no better, none other as good        the formula, the objective at most 15, and a clause for each one in the list
//! no plan of fewer than 4 steps        one of the formulas for 0, 1, 2 and 3 steps
//! ```
//!
//! The formula has only the rules ([`Roles::REQUIRED`]). Conclusions of a formulation that speed up solvers (a bound on the
//! moves, an invariant, unequal areas) would be trusted and not proved. So a proof can take far longer than the answer. The
//! solutions are found again as assignments of the formula and compared with the list; a missing one is a bug and stops the
//! run. Then a new solver refutes the formula and writes a proof, and the checker of [`boardwright_sat::cnf::proof`] reads it.

use super::failure::{BadProof, Disagreement, Failure, Invariant, ProgramFailure, ProofReason, RejectedBoard};
use super::prepared::Prepared;
use super::recipe::{Content, Form, Recipe};
use super::search::checked;
use super::setup::Setup;
use super::statement::Statement;
use crate::answer::{Answer, Proof, Report};
use boardwright_base::budget::{Budget, Refused, Stop};
use boardwright_ir::constraint::{Problem, Roles};
use boardwright_puzzle::solution::Solution;
use boardwright_puzzle::{Formulated, Loaded, Question};
use boardwright_sat::cnf::encode::selection::Selection;
use boardwright_sat::cnf::graph::Graphs;
use boardwright_sat::cnf::lower::Lowered;
use boardwright_sat::cnf::objective::Bounds;
use boardwright_sat::cnf::proof::{Broken, Rejected, Steps, check};
use boardwright_sat::cnf::{Cnf, Lit, dimacs};
use boardwright_solvers::backend::refute::Refutation;
use boardwright_solvers::backend::{self, Backend, Opened, Route, SatOutcome};
use boardwright_solvers::pipeline::LoweringRequest;
use std::collections::HashSet;
use std::io::{self, BufWriter, Read, Seek, Write};

/// A request for a proof.
#[derive(Clone)]
pub struct Order {
    /// The model.
    pub loaded: Loaded,
    /// The setup of the answer: its formulation, encodings and solver are used if they apply.
    pub setup: Setup,
    /// The answer.
    pub report: Report,
    /// The name of the model's file, for the formula's comments.
    pub model: String,
    /// Whether the command line requested the best board, for the comments as well.
    pub fewest: bool,
    /// Whether the proof is checked; the checker of a certificate is a program, which the caller runs.
    pub check: bool,
    /// The statement of a certificate from the rules; `None` for a refuted formula.
    pub certificate: Option<Statement>,
}

/// The result of a proof.
#[derive(Debug, Clone, PartialEq)]
pub enum ProofOutcome {
    /// The proof is written, and checked if requested; the caller adds the names of the files.
    Written(Proof),
    /// The answer has no claim that a formula could refute, for this reason.
    Nothing(String),
    /// A limit was reached; the output is unusable.
    Stopped(Stop),
}

/// Writes the formula and the proof, on the calling thread; not a certificate.
///
/// # Errors
/// If a formulation or an encoding does not apply, a file cannot be written, a program fails, or a check fails: the solver
/// finds a model of an unsatisfiable formula, or the checker rejects the proof.
pub fn prove<F: Read + Write + Seek>(
    order: &Order,
    formula: F,
    proof: F,
    budget: &Budget,
) -> Result<ProofOutcome, Failure> {
    order.written(formula, proof, budget).or_else(Ended::result)
}

/// The reason why a proof ends early.
enum Ended {
    Nothing(String),
    Stopped(Stop),
    Failed(Failure),
}

impl Ended {
    fn nothing(words: &str) -> Ended {
        Ended::Nothing(format!("there is nothing to prove: {words}"))
    }

    fn result(self) -> Result<ProofOutcome, Failure> {
        match self {
            Ended::Nothing(words) => Ok(ProofOutcome::Nothing(words)),
            Ended::Stopped(stop) => Ok(ProofOutcome::Stopped(stop)),
            Ended::Failed(failure) => Err(failure),
        }
    }
}

impl From<Failure> for Ended {
    fn from(failure: Failure) -> Ended {
        Ended::Failed(failure)
    }
}

impl From<io::Error> for Ended {
    fn from(error: io::Error) -> Ended {
        Ended::Failed(Failure::Program(ProgramFailure::ProofNotWritten(error.into())))
    }
}

/// A claim as a formula without a model.
struct Claim {
    /// The claim as text.
    words: String,
    cnf: Cnf,
    /// The names of decision variables, ascending.
    names: Vec<(u32, String)>,
    /// The number of steps of the formula, if it is about one number.
    horizon: Option<usize>,
}

/// A problem as clauses.
struct LoweredProblem {
    formulated: Formulated,
    lowered: Lowered,
}

impl LoweredProblem {
    fn names(&self) -> Vec<(u32, String)> {
        self.lowered.names(&self.formulated.problem)
    }
}

impl Order {
    fn written<F: Read + Write + Seek>(
        &self,
        mut formula: F,
        mut proof: F,
        budget: &Budget,
    ) -> Result<ProofOutcome, Ended> {
        let formulation = self.formulation()?;
        let claim = self.claim(formulation, budget)?;
        formula.write_all(self.text(&claim, formulation).as_bytes())?;
        formula.flush()?;

        let prover = self.prover();
        let mut target = BufWriter::with_capacity(1 << 16, &mut proof);
        match prover.refute(&claim.cnf, &mut target, self.check, budget) {
            Refutation::Refuted => target.flush()?,
            Refutation::Stopped(stop) => return Err(Ended::Stopped(stop)),
            Refutation::Failed(fault) => return Err(Failure::from(fault).into()),
            Refutation::Satisfiable => {
                let (prover, claim) = (prover.name.to_string(), claim.words.clone());
                return Err(Failure::check(BadProof::Model { prover, claim }).into());
            }
        }
        drop(target);

        let (steps, format) = counted(&mut proof, &prover, &claim.cnf)?;
        let mut checked_by = Vec::new();
        let mut trusted = Vec::new();
        if self.check {
            proof.rewind()?;
            match check(&claim.cnf, &mut proof, &|| budget.reached().is_some()) {
                Ok(_) => checked_by.push("boardwright's DRAT checker".to_string()),
                Err(Rejected::Stopped) => return Err(Ended::Stopped(budget.reached().unwrap_or(Stop::Interrupted))),
                Err(rejected) => {
                    return Err(wrong_proof(&prover, rejected).into());
                }
            }
            checked_by.extend(prover.self_check().map(str::to_string));
        } else {
            trusted.push("the proof, which was not checked".to_string());
        }
        trusted.push(format!("that the formula says what the model says (formulation {formulation}, encodings)"));
        Ok(ProofOutcome::Written(Proof {
            file: None,
            formula: None,
            claim: Some(claim.words),
            format: Some(format),
            solver: Some(prover.name.to_string()),
            steps: Some(steps),
            checked_by,
            trusted,
            reason: None,
        }))
    }

    /// Returns the solver that writes the proof.
    pub(super) fn prover(&self) -> Backend {
        match &self.setup {
            Setup::Solver { solver, .. } => solver.backend.prover().into_owned(),
            Setup::Method(_) => backend::default_for(Route::Sat).clone(),
        }
    }

    /// Returns the formulation: that of the answer if it has clauses, otherwise the one for SAT.
    fn formulation(&self) -> Result<&'static str, Failure> {
        match &self.setup {
            Setup::Solver { formulation, solver, .. } if solver.backend.route() == Route::Sat => Ok(formulation),
            _ => super::options::formulation(&self.loaded, None, Route::Sat),
        }
    }

    fn encoding(&self) -> Selection {
        self.setup.encoding().clone()
    }

    fn part(&self, formulation: &str, horizon: Option<usize>, budget: &Budget) -> Result<LoweredProblem, Ended> {
        // A method may apply where no formulation does.
        let prepared = self.setup.formulated(&self.loaded, formulation, horizon, budget);
        let Prepared { formulated, .. } = prepared.map_err(|refused| match refused {
            Refused::Inapplicable(reason) => Ended::Nothing(format!("there is no formula: {reason}")),
            Refused::Stopped(stop) => Ended::Stopped(stop),
        })?;
        let lowered = self.lowered(&formulated.problem, Roles::REQUIRED, budget)?;
        Ok(LoweredProblem { formulated, lowered })
    }

    fn lowered(&self, problem: &Problem, roles: Roles, budget: &Budget) -> Result<Lowered, Failure> {
        Ok(LoweringRequest { problem, roles, encoding: &self.encoding(), budget }.to_cnf(Graphs::Decomposed)?)
    }

    fn claim(&self, formulation: &str, budget: &Budget) -> Result<Claim, Ended> {
        let report = &self.report;
        if report.stopped || report.answer == Answer::Unknown {
            return Err(Ended::nothing("a limit was reached before there was an answer"));
        }
        if report.answer == Answer::Satisfiable && !report.complete {
            return Err(Ended::nothing(
                "a verified board is its own proof; the list of all boards may have one that there are no others",
            ));
        }
        match self.loaded.instance.question() {
            Question::Board => self.board(self.part(formulation, None, budget)?, budget),
            Question::Plan { .. } => self.plan(formulation, budget),
        }
    }

    /// Claims that there is no board, no other, or no better one.
    fn board(&self, mut part: LoweredProblem, budget: &Budget) -> Result<Claim, Ended> {
        let report = &self.report;
        let mut words = Vec::new();
        if let Some(optimum) = report.optimum {
            let cost = part.lowered.cost.clone();
            let cost = cost.ok_or_else(|| Failure::check(Invariant::NoObjective))?;
            let weight = cost.weight_of(optimum);
            let weight = weight.ok_or_else(|| Failure::check(Invariant::NoValue))?;
            let mut bounds = Bounds::new(&cost);
            let bound = if report.complete { Some(weight) } else { weight.checked_sub(bounds.unit()) };
            let Some(bound) = bound else {
                return Err(Ended::nothing(&format!("the objective cannot be better than {optimum}")));
            };
            for literal in bounds.at_most(&mut part.lowered.cnf, bound).map_err(Failure::from)? {
                part.lowered.cnf.add(&[literal]);
            }
            words.push(format!("no solution is better than {optimum}"));
        }
        if report.complete && !report.solutions.is_empty() {
            self.exclude(&mut part, report.optimum, budget)?;
            words.push(others(report.solutions.len()));
        }
        if words.is_empty() {
            words.push("there is no solution".into());
        }
        Ok(Claim { words: words.join(", and "), names: part.names(), horizon: None, cnf: part.lowered.cnf })
    }

    /// Claims that there is no plan of fewer steps, or no other one of as many.
    fn plan(&self, formulation: &str, budget: &Budget) -> Result<Claim, Ended> {
        let report = &self.report;
        let Some(optimum) = report.optimum.and_then(|optimum| usize::try_from(optimum).ok()) else {
            return Err(Ended::nothing("a formula cannot state that no number of steps is enough"));
        };
        let mut parts = Vec::new();
        for horizon in 0..optimum {
            if let Some(stop) = budget.reached() {
                return Err(Ended::Stopped(stop));
            }
            parts.push((horizon, self.part(formulation, Some(horizon), budget)?));
        }
        let mut words = Vec::new();
        if optimum > 0 {
            words.push(format!("there is no plan of fewer than {optimum} steps"));
        }
        if report.complete {
            let mut last = self.part(formulation, Some(optimum), budget)?;
            self.exclude(&mut last, None, budget)?;
            parts.push((optimum, last));
            words.push(format!("of {optimum} steps {}", others(report.solutions.len())));
        }
        if parts.is_empty() {
            return Err(Ended::nothing("no plan has fewer than 0 steps"));
        }
        Ok(either(words.join(", and "), parts))
    }

    /// Adds a clause that excludes each solution of the list (of the optimal ones, if there is an optimum), which are found
    /// again as assignments.
    fn exclude(&self, part: &mut LoweredProblem, optimum: Option<i64>, budget: &Budget) -> Result<(), Ended> {
        let LoweredProblem { formulated: Formulated { problem, decode, .. }, lowered } = part;
        let mut listed: HashSet<Solution> = self.report.solutions.iter().cloned().collect();
        // Redundant constraints help to find them.
        let mut whole = self.lowered(problem, Roles::FAITHFUL, budget)?;
        let Opened::Sat(mut solver) = backend::default_for(Route::Sat).open() else {
            return Err(Failure::check(Invariant::NoSatSolver).into());
        };
        let bound = whole.cost.as_ref().zip(optimum);
        if let Some((mut bounds, Some(weight))) = bound.map(|(cost, best)| (Bounds::new(cost), cost.weight_of(best))) {
            for literal in bounds.at_most(&mut whole.cnf, weight).map_err(Failure::from)? {
                whole.cnf.add(&[literal]);
            }
        }
        solver.load(&whole.cnf);
        while !listed.is_empty() {
            let assignment = match solver.solve(&[], budget) {
                SatOutcome::Satisfiable(model) => checked(problem, whole.assignment(&model))?,
                SatOutcome::Stopped(stop) => return Err(Ended::Stopped(stop)),
                SatOutcome::Failed(fault) => return Err(Failure::from(fault).into()),
                SatOutcome::Unsatisfiable => {
                    return Err(Failure::check(Disagreement::Listed { solutions: listed.len() }).into());
                }
            };
            let solution = Solution::verified(&*self.loaded.instance, decode(&assignment))
                .map_err(|violation| Failure::check(RejectedBoard::Decoded(violation)))?;
            if !listed.remove(&solution) {
                return Err(Failure::check(Invariant::IncompleteList).into());
            }
            let clause = lowered.blocking_clause(problem, &assignment, &[]);
            lowered.cnf.add(&clause);
            solver.add(&whole.blocking_clause(problem, &assignment, &[]));
        }
        Ok(())
    }

    /// Returns the file of the formula.
    fn text(&self, claim: &Claim, formulation: &str) -> String {
        let recipe = Recipe {
            form: Form::Cnf,
            formulation: None,
            content: Content::Rules,
            encoding: self.encoding(),
            horizon: claim.horizon,
            fewest: self.fewest,
            seed: 0,
        };
        let mut lines = recipe.lines(&self.model, formulation);
        lines.push(format!("note: no model of this formula means: {}", claim.words));
        dimacs::write_named(&claim.cnf, &lines, &claim.names)
    }
}

pub(super) fn others(listed: usize) -> String {
    match listed {
        1 => "there is no solution other than the one shown".into(),
        number => format!("there are no solutions other than the {number} listed"),
    }
}

/// Returns a formula that is satisfiable if one of these is. Each has variables of its own and a selector, whose negation
/// begins all its clauses; one of the selectors is true.
fn either(words: String, mut parts: Vec<(usize, LoweredProblem)>) -> Claim {
    if let [(horizon, part)] = &mut parts[..] {
        return Claim {
            words,
            names: part.names(),
            horizon: Some(*horizon),
            cnf: std::mem::take(&mut part.lowered.cnf),
        };
    }
    let mut claim = Claim { words, cnf: Cnf::new(), names: Vec::new(), horizon: None };
    let mut selectors = Vec::new();
    for (horizon, part) in &parts {
        let selector = claim.cnf.variable();
        selectors.push(selector);
        claim.names.push((selector.variable(), format!("{horizon} steps")));
        let first = claim.cnf.variables() as u32;
        claim.names.extend(part.names().into_iter().map(|(v, name)| (first + v, format!("{horizon} steps: {name}"))));
        for _ in 0..part.lowered.cnf.variables() {
            claim.cnf.variable();
        }
        for clause in part.lowered.cnf.clauses() {
            let moved = clause.iter().map(|literal| Lit::new(first + literal.variable(), literal.negated()));
            let clause: Vec<Lit> = std::iter::once(!selector).chain(moved).collect();
            claim.cnf.add(&clause);
        }
    }
    claim.cnf.add(&selectors);
    claim
}

/// Returns the failure for a proof that is wrong.
pub(super) fn wrong_proof(prover: &Backend, reason: impl Into<ProofReason>) -> Failure {
    Failure::check(BadProof::Rejected { prover: prover.name.to_string(), reason: reason.into() })
}

/// Returns the number of steps of a proof and its format.
fn counted<F: Read + Seek>(proof: &mut F, prover: &Backend, cnf: &Cnf) -> Result<(u64, &'static str), Ended> {
    proof.rewind()?;
    let broken = |reason: Broken| wrong_proof(prover, reason);
    let mut steps = Steps::new(proof)?;
    let mut clause = Vec::new();
    while steps.next(&mut clause).map_err(broken)?.is_some() {}
    // Propagation alone refutes some formulas; for others an empty file is not a proof.
    if steps.count() == 0 && check(cnf, io::empty(), &|| false).is_err() {
        return Err(Failure::Program(ProgramFailure::NoProof { program: prover.name.to_string() }).into());
    }
    Ok((steps.count(), steps.format().name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_ir::constraint::{Constraint, Origin};
    use std::sync::Arc;

    #[test]
    fn one_of_two_formulas_has_a_model_when_one_of_them_has() {
        let part = |contradiction: bool| {
            let mut problem = Problem::new();
            let a = problem.boolean("a");
            let rule = problem.origin(Origin::named(0, "rule"));
            problem.post(rule, Constraint::clause([a.into()]));
            if contradiction {
                problem.post(rule, Constraint::clause([!a]));
            }
            let lowered = boardwright_solvers::pipeline::to_cnf(&problem, &Selection::default(), Roles::FAITHFUL)
                .expect("it can be lowered");
            LoweredProblem {
                formulated: Formulated {
                    problem: problem.into(),
                    decode: Arc::new(|_| Default::default()),
                    decisions: None,
                },
                lowered,
            }
        };
        for first in [false, true] {
            for second in [false, true] {
                let claim = either(String::new(), vec![(3, part(first)), (4, part(second))]);
                assert_eq!(claim.cnf.variables(), 4);
                let names: Vec<&str> = claim.names.iter().map(|(_, name)| &name[..]).collect();
                assert_eq!(names, ["3 steps", "3 steps: a", "4 steps", "4 steps: a"]);
                let models = (0..16u32).filter(|bits| {
                    let model: Vec<bool> = (0..4).map(|variable| bits >> variable & 1 == 1).collect();
                    claim.cnf.holds(&model)
                });
                assert_eq!(models.count() > 0, !(first && second), "{first} {second}");
            }
        }
    }
}
