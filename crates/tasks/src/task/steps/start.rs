//! What the steps of a model start from: a formulation that decides its cells, the optimum as a rule, and the formulas by group.

use super::formula::Formula;
use super::step::{Steps, StepsRequest};
use crate::answer::Answer;
use crate::task::explain::Halt;
use crate::task::explain::groups::{Group, groups};
use crate::task::failure::{Failure, Named, NoSteps};
use crate::task::options::by_name;
use crate::task::{Ask, Options, Setup, decide};
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::constraint::copies::Copied;
use boardwright_ir::constraint::origin::BuiltIn;
use boardwright_ir::constraint::{Constraint, Problem, Roles};
use boardwright_puzzle::{Decisions, Formulated, Loaded};
use boardwright_sat::cnf::graph::Graphs;
use boardwright_sat::cnf::lower::Lowered;
use boardwright_solvers::backend::Route;
use boardwright_solvers::pipeline::LoweringRequest;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Returns the formulations whose decisions may be facts, the best first.
pub(super) fn formulations(request: &StepsRequest) -> Result<Vec<&'static str>, Failure> {
    let Loaded { instance, puzzle, .. } = &request.loaded;
    if instance.plans().is_some() {
        return Err(Failure::inapplicable(NoSteps::Plans { family: puzzle.name() }));
    }
    let names: Vec<&'static str> = puzzle.formulations().iter().map(|named| named.name).collect();
    Ok(match &request.formulation {
        Some(name) => vec![by_name(name, Named::Formulation, *puzzle, puzzle.formulations())?],
        None => instance.followed().into_iter().chain(instance.formulation(Route::Sat)).chain(names).collect(),
    })
}

/// Returns the formulation whose decisions are facts.
pub(super) fn formulated(request: &StepsRequest, budget: &Budget) -> Result<(&'static str, Formulated), Failure> {
    let Loaded { instance, puzzle, .. } = &request.loaded;
    let tried = formulations(request)?;
    let mut refused = None;
    for name in tried {
        match instance.constrain_to_follow(name, budget).map_err(Failure::from) {
            Ok(formulated) if formulated.decisions.is_some() => return Ok((name, formulated)),
            Ok(_) => {}
            Err(Failure::Stopped(stop)) => return Err(Failure::Stopped(stop)),
            Err(failure) => refused = Some(failure),
        }
    }
    Err(refused.unwrap_or_else(|| Failure::inapplicable(NoSteps::NoDecisions { family: puzzle.name() })))
}

/// Records that there is no solution, and therefore no step.
pub(super) fn unsatisfiable(steps: &mut Steps) {
    steps.answer = Answer::Unsatisfiable;
    steps.reason = "there is no solution; an explanation says why".into();
}

/// Decides whether there is a solution and a second one, and which value is the best, as all commands do; returns whether
/// there is a solution.
pub(super) fn decided(request: &StepsRequest, budget: &Budget, steps: &mut Steps) -> Result<bool, Halt> {
    let loaded = &request.loaded;
    let setup = Setup::resolve(loaded, &Options::default(), budget)?;
    let first = decide(loaded, &setup, Ask::One, budget)?;
    match first.answer {
        Answer::Unknown => return Err(Halt::Stopped(budget.reached().unwrap_or(Stop::GaveUp))),
        Answer::Unsatisfiable => {
            unsatisfiable(steps);
            return Ok(false);
        }
        Answer::Satisfiable | Answer::Optimal => {}
    }
    (steps.answer, steps.optimum) = (first.answer, first.optimum);
    steps.unique = first.complete.then_some(true);
    steps.solution = first.solutions.into_iter().next();
    Ok(true)
}

/// Replaces the objective by the rule that the board has the optimum.
pub(super) fn with_optimum(problem: Arc<Problem>, steps: &Steps) -> Arc<Problem> {
    match (problem.objective(), steps.optimum) {
        (Some(_), Some(value)) => Arc::new(Problem::clone(&problem).with_objective_value(value)),
        _ => problem,
    }
}

/// The groups of a problem, and its formulas by group.
pub(super) struct Compiled {
    pub(super) groups: Vec<Group>,
    /// With propagated graphs.
    pub(super) lowered: Lowered,
    pub(super) formula: Formula,
    /// With clauses only.
    pub(super) decomposed: Lowered,
    pub(super) checks: Formula,
}

impl Compiled {
    pub(super) fn new(problem: &Problem, decisions: &Decisions, budget: &Budget) -> Result<Compiled, Halt> {
        let groups = groups(problem);
        let mut group_of = vec![None; problem.constraints().len()];
        for (number, group) in groups.iter().enumerate() {
            group.constraints.iter().for_each(|&index| group_of[index] = Some(number));
        }
        let is_base: Vec<bool> = groups.iter().map(|group| is_given(group, problem)).collect();
        let Copied { problem: copied, part_of } = Copied::new(problem, &group_of);
        let request_of = |problem| LoweringRequest::automatic(problem, Roles::REQUIRED, budget);
        let mut lowered = request_of(&copied).to_separate_cnf(Graphs::Propagated)?;
        let mut decomposed = request_of(problem).to_separate_cnf(Graphs::Decomposed)?;
        let decided = decisions.layers.iter().flatten().flatten().chain(&decisions.lines).copied();
        let (mut facts, mut checked) = (BTreeSet::new(), BTreeSet::new());
        for literal in decided.chain(decisions.placements.iter().map(|placed| placed.literal)) {
            facts.extend(lowered.cube(&[literal]).iter().flatten().map(|literal| literal.variable()));
            checked.extend(decomposed.cube(&[literal]).iter().flatten().map(|literal| literal.variable()));
        }
        let formula = Formula::new(&lowered, &copied, |index| group_of[part_of[index]], is_base.clone(), &facts);
        let checks = Formula::new(&decomposed, problem, |index| group_of[index], is_base, &checked);
        Ok(Compiled { groups, lowered, formula, decomposed, checks })
    }
}

/// Returns whether a group gives a value, which is on the board from the beginning.
fn is_given(group: &Group, problem: &Problem) -> bool {
    let is_unit =
        |&index: &usize| matches!(&problem.constraints()[index].constraint, Constraint::Clause(own) if own.len() == 1);
    group.is_clue() && group.origin.is(BuiltIn::Given) && group.constraints.iter().all(is_unit)
}
