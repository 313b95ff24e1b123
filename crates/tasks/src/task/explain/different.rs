//! Explanations of models with several solutions: the differences, two similar solutions, and the clue that would decide.
//!
//! A decision on which some solution differs from the first is not asked about again. When the solver finds no solution that
//! differs in one of the other decisions, these are the *backbone*: the same in all solutions (as M. Janota, I. Lynce,
//! J. Marques-Silva, "Algorithms for computing backbones of propositional formulae", AI Communications 28, 2015, with one group
//! of all literals). Then solutions are listed up to a maximum, and the number that a clue leaves is counted among them, which
//! is exact if they are all. Otherwise a clue that several known solutions satisfy does not decide, and some of the clues that
//! one of them satisfies are tried on the changed model.

use super::explainer::{Explainer, Halt, checker, finder};
use super::explanation::{Decider, Differences, Finding, Varying};
use crate::answer::Report;
use crate::task::failure::{Disagreement, Failure, Inapplicable, Invariant, RejectedBoard};
use crate::task::search::checked;
use boardwright_base::budget::Budget;
use boardwright_ir::constraint::{Assignment, BoolVar, IntVar, Literal, Problem, Roles};
use boardwright_puzzle::capability::filling::FurtherClue;
use boardwright_puzzle::solution::Solution;
use boardwright_puzzle::{Feature, Formulated, Part, PartValue};
use boardwright_sat::cnf::Lit;
use boardwright_sat::cnf::graph::Graphs;
use boardwright_sat::cnf::lower::Lowered;
use boardwright_solvers::backend::{Opened, Sat, SatOutcome};
use boardwright_solvers::pipeline::LoweringRequest;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The maximum number of listed solutions, besides those found for the backbone.
const MAX_LISTED: usize = 100;
/// The maximum number of clues tried on the changed model if not all solutions are known.
const MAX_TRIED: usize = 20;

impl Explainer<'_> {
    /// Explains where the solutions differ; `report` has two of them.
    pub(super) fn differences(
        &self,
        formulation: Option<&'static str>,
        horizon: Option<usize>,
        report: &Report,
    ) -> Result<(), Halt> {
        let mut known = Solutions::default();
        for solution in &report.solutions {
            known.add(solution.clone(), self.request.loaded.instance.features(solution))?;
        }
        self.publish_differences(known.differences(false, report.complete, None, 0));
        let Some(formulation) = formulation else { return Ok(()) };
        let Formulated { problem, decode, .. } = self.optimal(formulation, horizon)?;
        let mut search = Listing::new(&problem, self.budget)?;
        let take = |known: &mut Solutions, assignment: &Assignment| -> Result<(), Halt> {
            let solution = Solution::verified(&*self.request.loaded.instance, decode(assignment))
                .map_err(|violation| Failure::check(RejectedBoard::Decoded(violation)))?;
            let features = self.request.loaded.instance.features(&solution);
            known.add(solution, features)
        };
        // The list starts anew: the solutions of the report may come from another formulation.
        known = Solutions::default();
        let mut settled = false;
        let mut all_known = false;
        let mut list = || -> Result<(), Halt> {
            let Some(first) = search.next(&[])? else {
                return Err(Failure::check(Invariant::ReportedSolution).into());
            };
            take(&mut known, &first)?;
            let mut same = decisions(&problem, &first);
            // If everything differs already, there is no backbone.
            while !known.vary_everywhere() {
                let Some(other) = search.with_some(&same)? else { break };
                same.retain(|&otherwise| !other.satisfies(otherwise));
                take(&mut known, &other)?;
            }
            settled = true;
            while known.solutions.len() < MAX_LISTED && !all_known {
                match search.next(&[])? {
                    Some(other) => take(&mut known, &other)?,
                    None => all_known = true,
                }
            }
            Ok(())
        };
        let listed = list();
        self.publish_differences(known.differences(settled, all_known, None, 0));
        listed?;
        let (decider, considered) = self.decider(&known, all_known)?;
        self.publish_differences(known.differences(true, all_known, decider, considered));
        Ok(())
    }

    fn publish_differences(&self, differences: Option<Differences>) {
        if let Some(differences) = differences {
            self.known.update(|known| known.finding = Finding::Differences(Box::new(differences)));
        }
    }

    /// Returns the clue that leaves the fewest solutions, and the number of clues considered.
    fn decider(&self, known: &Solutions, all_known: bool) -> Result<(Option<Decider>, usize), Halt> {
        let (printed, considered) = self.printed_decider(known, all_known)?;
        if printed.is_some() {
            return Ok((printed, considered));
        }
        let clues = known.clues();
        let considered = clues.len();
        let least = clues.iter().map(|(_, met)| *met).min().unwrap_or(0);
        let mut tried = 0;
        for (feature, met) in clues.iter().filter(|(_, met)| *met == least) {
            let changed = self.request.loaded.instance.variations().and_then(|family| family.with(feature));
            let is_model = changed.is_some();
            match changed {
                // A claim about a model is checked on the model.
                Some(changed) if least == 1 => {
                    tried += 1;
                    if !all_known && tried > MAX_TRIED {
                        break;
                    }
                    if self.solutions_of(changed)? != 1 {
                        if all_known {
                            let checker = checker().name.to_string();
                            return Err(Failure::check(Disagreement::MoreSolutions { checker }).into());
                        }
                        continue;
                    }
                }
                _ if !all_known => continue,
                _ => {}
            }
            let Feature { part, cell, clue, .. } = feature.clone();
            return Ok((Some(Decider { part, cell, clue, leaves: *met, is_model }), considered));
        }
        Ok((None, considered))
    }
}

impl Explainer<'_> {
    /// Returns the clue of the puzzle's own pictures and lists that leaves the fewest solutions, if there are such clues, and their
    /// number.
    fn printed_decider(&self, known: &Solutions, all_known: bool) -> Result<(Option<Decider>, usize), Halt> {
        let loaded = &self.request.loaded;
        let variations = loaded.instance.variations();
        let Some(mut further) = variations.and_then(|family| family.further_clues(&loaded.model)) else {
            return Ok((None, 0));
        };
        let mut clues: BTreeMap<FurtherClue, usize> = BTreeMap::new();
        for solution in &known.solutions {
            for clue in further.holding(solution.candidate(), self.budget).map_err(Halt::Stopped)? {
                *clues.entry(clue).or_default() += 1;
            }
        }
        clues.retain(|_, met| *met < known.solutions.len());
        let least = clues.values().copied().min().unwrap_or(0);
        for (clue, &met) in clues.iter().filter(|(_, met)| **met == least).take(MAX_TRIED) {
            let Some(changed) = further.with(std::slice::from_ref(clue), self.budget).map_err(Halt::Stopped)? else {
                continue;
            };
            // If not all solutions are known, only one that leaves a single solution is known to be the best.
            let is_best = if least == 1 { self.solutions_of(changed)? == 1 } else { all_known };
            if is_best {
                let FurtherClue { at: part, cell, word, .. } = clue.clone();
                let clue = PartValue::symbol(word);
                return Ok((Some(Decider { part, cell, clue, leaves: met, is_model: true }), clues.len()));
            }
        }
        Ok((None, clues.len()))
    }
}

/// Returns for every open decision variable the literal that it differs from its value here.
fn decisions(problem: &Problem, assignment: &Assignment) -> Vec<Literal> {
    let booleans = problem.booleans().iter().enumerate().filter(|(_, boolean)| boolean.decision);
    let booleans = booleans.map(|(index, _)| BoolVar(index as u32));
    let booleans = booleans.map(|variable| if assignment.boolean(variable) { !variable } else { variable.into() });
    let integers = problem.integers().iter().enumerate();
    let integers = integers.filter(|(_, integer)| integer.decision && integer.domain.clone().count() > 1);
    let integers = integers.map(|(index, _)| IntVar(index as u32));
    booleans.chain(integers.map(|variable| !variable.equals(assignment.integer(variable)))).collect()
}

/// A solver that never returns the same decisions twice.
struct Listing<'a> {
    problem: &'a Problem,
    budget: &'a Budget,
    solver: Box<dyn Sat>,
    lowered: Lowered,
    /// The number of clauses that the solver has.
    handed: usize,
    /// The variables that blocking clauses need not contain.
    implied: Vec<bool>,
}

impl<'a> Listing<'a> {
    fn new(problem: &'a Problem, budget: &'a Budget) -> Result<Listing<'a>, Halt> {
        let lowered = LoweringRequest::automatic(problem, Roles::FAITHFUL, budget).to_cnf(Graphs::Decomposed)?;
        let Opened::Sat(solver) = finder().open() else {
            return Err(Failure::inapplicable(Inapplicable::NotSat(finder().name.to_string())).into());
        };
        Ok(Listing { problem, budget, solver, lowered, handed: 0, implied: Lowered::implied(problem) })
    }

    fn hand_over(&mut self) {
        self.solver.reserve(self.lowered.cnf.variables());
        for clause in self.lowered.cnf.clauses_from(self.handed) {
            self.solver.add(clause);
        }
        self.handed = self.lowered.cnf.len();
    }

    /// Returns another assignment.
    fn next(&mut self, assumptions: &[Lit]) -> Result<Option<Assignment>, Halt> {
        self.hand_over();
        match self.solver.solve(assumptions, self.budget) {
            SatOutcome::Satisfiable(model) => {
                let assignment = checked(self.problem, self.lowered.assignment(&model))?;
                let clause = self.lowered.blocking_clause(self.problem, &assignment, &self.implied);
                self.lowered.cnf.add(&clause);
                Ok(Some(assignment))
            }
            SatOutcome::Unsatisfiable => Ok(None),
            SatOutcome::Stopped(stop) => Err(Halt::Stopped(stop)),
            SatOutcome::Failed(fault) => Err(Halt::Failed(fault.into())),
        }
    }

    /// Returns another assignment in which one of these holds.
    fn with_some(&mut self, literals: &[Literal]) -> Result<Option<Assignment>, Halt> {
        let mut clause: Vec<Lit> = Vec::with_capacity(literals.len() + 1);
        for &literal in literals {
            clause.extend(self.lowered.cube(&[literal]).into_iter().flatten());
        }
        let asked = self.lowered.cnf.variable();
        clause.push(!asked);
        self.lowered.cnf.add(&clause);
        let found = self.next(&[asked]);
        self.lowered.cnf.add(&[!asked]);
        found
    }
}

/// Adds the moves that another plan has besides.
fn extend(features: &mut Vec<Feature>, other: &[Feature]) {
    let ended = |feature: &Feature| {
        let is_move = matches!(feature.part, Part::Move(_));
        let value = PartValue::NoMove;
        is_move.then(|| Feature { part: feature.part.clone(), cell: None, clue: value.clone(), value })
    };
    features.extend(other.iter().skip(features.len()).map_while(ended));
}

/// Solutions with their features; all solutions have the same features in the same order.
#[derive(Default)]
struct Solutions {
    solutions: Vec<Solution>,
    features: Vec<Vec<Feature>>,
    seen: HashSet<Solution>,
}

impl Solutions {
    fn add(&mut self, solution: Solution, mut features: Vec<Feature>) -> Result<(), Halt> {
        // Plans of one cost may have different numbers of moves.
        for other in &mut self.features {
            extend(other, &features);
            extend(&mut features, other);
        }
        if !self.seen.insert(solution.clone()) {
            return Err(Failure::check(Invariant::FoundTwice).into());
        }
        let parts = |features: &[Feature]| features.iter().map(|feature| feature.part.clone()).collect::<Vec<_>>();
        if self.features.first().is_some_and(|first| parts(first) != parts(&features)) {
            return Err(Failure::check(Invariant::SameFeatures).into());
        }
        self.solutions.push(solution);
        self.features.push(features);
        Ok(())
    }

    /// Returns whether every feature has at least two values.
    fn vary_everywhere(&self) -> bool {
        let Some((first, others)) = self.features.split_first() else { return false };
        let varies = |index: usize| others.iter().any(|other| other[index].value != first[index].value);
        (0..first.len()).all(varies)
    }

    /// Returns every clue that some solutions satisfy and others do not, with the number that satisfy it, in order of the features.
    fn clues(&self) -> Vec<(Feature, usize)> {
        let mut clues = Vec::new();
        for index in 0..self.features.first().map_or(0, Vec::len) {
            let mut met: BTreeMap<&PartValue, (&Feature, usize)> = BTreeMap::new();
            for features in &self.features {
                met.entry(&features[index].clue).or_insert((&features[index], 0)).1 += 1;
            }
            let some = met.into_values().filter(|(_, met)| *met < self.solutions.len());
            clues.extend(some.map(|(feature, met)| (feature.clone(), met)));
        }
        clues
    }

    /// Returns the differences of at least two solutions.
    fn differences(
        &self,
        settled: bool,
        all_known: bool,
        decider: Option<Decider>,
        considered: usize,
    ) -> Option<Differences> {
        let mut varying = Vec::new();
        // The values as numbers: by solution, for the features that vary.
        let mut numbers: Vec<Vec<usize>> = vec![Vec::new(); self.solutions.len()];
        let count = self.features.first()?.len();
        for index in 0..count {
            let values: BTreeSet<&PartValue> = self.features.iter().map(|features| &features[index].value).collect();
            if values.len() < 2 {
                continue;
            }
            let values: Vec<&PartValue> = values.into_iter().collect();
            for (numbers, features) in numbers.iter_mut().zip(&self.features) {
                numbers.push(values.binary_search(&&features[index].value).unwrap_or(0));
            }
            let Feature { part, cell, .. } = self.features[0][index].clone();
            varying.push(Varying { part, cell, values: values.into_iter().cloned().collect() });
        }
        let apart = |one: usize, other: usize| -> Vec<usize> {
            (0..varying.len()).filter(|&index| numbers[one][index] != numbers[other][index]).collect()
        };
        let pairs = (0..numbers.len()).flat_map(|other| (0..other).map(move |one| (one, other)));
        let (one, other) = pairs.min_by_key(|&(one, other)| apart(one, other).len())?;
        Some(Differences {
            known: self.solutions.len(),
            all_known,
            common: count - varying.len(),
            settled,
            pair: [self.solutions[one].clone(), self.solutions[other].clone()],
            apart: apart(one, other),
            varying,
            decider,
            considered,
        })
    }
}
