//! Candidates: for each cell the values that it has in some solution, and for each line whether some solution has it, and whether
//! some lacks it; with an objective, in some optimal solution.
//!
//! One search is asked again and again, each time for a solution with a value that no solution so far has. What it finds marks
//! the values of a whole board, so far fewer questions are asked than there are values. A value counts as a candidate because
//! a verified solution has it, and as none because the search has proved that no solution has it.
//!
//! Imports searches and setups. Start with [`run`].

use super::failure::{Failure, Inapplicable, RejectedBoard};
use super::search::{NextAssignment, Optimum, Search, open};
use super::setup::{Setup, Solver};
use crate::answer::Answer;
use boardwright_base::board::Cell;
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::constraint::{Literal, Problem, Roles};
use boardwright_puzzle::capability::cells::{Cells, Sheet, SheetLayer};
use boardwright_puzzle::solution::Solution;
use boardwright_puzzle::{Decisions, Formulated, Loaded, Question};

/// What is known of a value of a cell, or of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Standing {
    /// A limit was reached first.
    #[default]
    Open,
    /// A verified solution has it.
    Possible,
    /// It is proved that no solution has it.
    Impossible,
}

/// The candidates of a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidates {
    /// The cells and lines.
    pub sheet: Sheet,
    /// By layer, cell and value.
    pub layers: Vec<Vec<Vec<Standing>>>,
    /// By line: that it is there, and that it is not.
    pub lines: Vec<[Standing; 2]>,
    /// Whether there is a solution; unknown if a limit was reached before the first one.
    pub answer: Answer,
    /// The optimum, if there is an objective.
    pub optimum: Option<i64>,
    /// The limit that was reached; then some values are open.
    pub stopped: Option<Stop>,
    /// The number of questions to the solver.
    pub questions: u64,
}

impl Candidates {
    fn new(sheet: Sheet) -> Candidates {
        let of_cell = |layer: &SheetLayer, place: &Option<Cell>| match place {
            Some(_) => vec![Standing::Open; layer.values.len()],
            None => Vec::new(),
        };
        let layer = |layer: &SheetLayer| layer.cells.iter().map(|place| of_cell(layer, place)).collect();
        Candidates {
            layers: sheet.layers.iter().map(layer).collect(),
            lines: vec![[Standing::Open; 2]; sheet.lines.len()],
            sheet,
            answer: Answer::Unknown,
            optimum: None,
            stopped: None,
            questions: 0,
        }
    }

    /// Returns all standings, of cells before lines.
    pub fn all(&self) -> impl Iterator<Item = Standing> {
        let cells = self.layers.iter().flatten().flatten();
        cells.chain(self.lines.iter().flatten()).copied()
    }

    /// Marks what a solution has.
    fn mark(&mut self, solution: &Solution) {
        let found = solution.candidate();
        for (cells, values) in self.layers.iter_mut().zip(&found.layers) {
            for (own, &value) in cells.iter_mut().zip(values) {
                // A place without a cell has no standings.
                own.get_mut(usize::from(value)).into_iter().for_each(|standing| *standing = Standing::Possible);
            }
        }
        for (line, &there) in self.lines.iter_mut().zip(&found.lines) {
            line[usize::from(!there)] = Standing::Possible;
        }
    }

    /// Sets all open values, since nothing else is possible.
    fn close(&mut self) {
        let cells = self.layers.iter_mut().flatten().flatten();
        for standing in cells.chain(self.lines.iter_mut().flatten()) {
            if *standing == Standing::Open {
                *standing = Standing::Impossible;
            }
        }
    }
}

/// A value of a cell, or a side of a line, and the literal that is true if a solution has it.
enum Target {
    Value { layer: usize, cell: usize, value: usize },
    Line { line: usize, side: usize },
}

/// Returns what has a literal. A cell without literals has the same value in every solution.
fn targets(decisions: &Decisions) -> Vec<(Target, Literal)> {
    let mut targets = Vec::new();
    for (layer, cells) in decisions.layers.iter().enumerate() {
        for (cell, literals) in cells.iter().enumerate() {
            let target = |(value, &literal)| (Target::Value { layer, cell, value }, literal);
            targets.extend(literals.iter().enumerate().map(target));
        }
    }
    for (line, &literal) in decisions.lines.iter().enumerate() {
        targets.push((Target::Line { line, side: 0 }, literal));
        targets.push((Target::Line { line, side: 1 }, !literal));
    }
    targets
}

/// Finds the candidates of a grid, on the calling thread; at a limit, returns those that are known. `observe` gets the numbers of
/// decided values and of all.
///
/// # Errors
/// If the model has no board of cells with values, the formulation or the solver does not apply, or a check fails.
pub fn run(
    loaded: &Loaded,
    setup: &Setup,
    budget: &Budget,
    observe: &mut dyn FnMut(usize, usize),
) -> Result<Candidates, Failure> {
    let family = loaded.puzzle.name();
    let none = || Failure::inapplicable(Inapplicable::Candidates { family });
    if loaded.instance.printed_clues().is_none() || loaded.instance.question() != Question::Board {
        return Err(none());
    }
    let Setup::Solver { formulation, solver, .. } = setup else { return Err(none()) };
    let mut candidates = Candidates::new(loaded.instance.cells().map(Cells::sheet).ok_or_else(none)?);
    let formulated = setup.formulated(loaded, formulation, None, budget)?.formulated;
    let decisions =
        formulated.decisions.clone().filter(|decisions| decisions.placements.is_empty()).ok_or_else(none)?;
    let mut problem = Problem::clone(&formulated.problem);
    if problem.objective().is_some() {
        let optimum = open(&problem, solver, Roles::FAITHFUL, false, budget)?.optimise(budget, &mut |_| Ok(()))?;
        match optimum {
            Optimum::Proved(value) => {
                candidates.optimum = Some(value);
                problem = problem.with_objective_value(value);
            }
            Optimum::Infeasible => {
                candidates.answer = Answer::Unsatisfiable;
                candidates.close();
                return Ok(candidates);
            }
            Optimum::Stopped(stop) => {
                candidates.stopped = Some(stop);
                return Ok(candidates);
            }
        }
    }
    let work = Work { loaded, formulated: &formulated, budget };
    work.decide(&problem, solver, &targets(&decisions), &mut candidates, observe)?;
    Ok(candidates)
}

struct Work<'a> {
    loaded: &'a Loaded,
    formulated: &'a Formulated,
    budget: &'a Budget,
}

impl Work<'_> {
    fn decide(
        &self,
        problem: &Problem,
        solver: &Solver,
        targets: &[(Target, Literal)],
        candidates: &mut Candidates,
        observe: &mut dyn FnMut(usize, usize),
    ) -> Result<(), Failure> {
        let mut search = open(problem, solver, Roles::FAITHFUL, true, self.budget)?;
        match self.ask(&mut *search, &[], candidates)? {
            Some(Standing::Possible) => {}
            Some(_) => {
                candidates.answer = Answer::Unsatisfiable;
                candidates.close();
                return Ok(());
            }
            None => return Ok(()),
        }
        candidates.answer = if candidates.optimum.is_some() { Answer::Optimal } else { Answer::Satisfiable };
        for (number, (target, literal)) in targets.iter().enumerate() {
            if *standing(candidates, target) != Standing::Open {
                continue;
            }
            match self.ask(&mut *search, &[*literal], candidates)? {
                Some(Standing::Impossible) => *standing(candidates, target) = Standing::Impossible,
                Some(_) => {}
                None => return Ok(()),
            }
            observe(number + 1, targets.len());
        }
        // What has no literal is the same in all solutions.
        candidates.close();
        Ok(())
    }

    /// Asks for a solution in which these literals hold, and marks it; `None` if a limit was reached. Solutions that were found
    /// before may be left out: what they have is marked.
    fn ask(
        &self,
        search: &mut dyn Search,
        literals: &[Literal],
        candidates: &mut Candidates,
    ) -> Result<Option<Standing>, Failure> {
        candidates.questions += 1;
        if !literals.is_empty() {
            search.enter(literals)?;
        }
        match search.next(self.budget)? {
            NextAssignment::Found(assignment) => {
                let board = (self.formulated.decode)(&assignment);
                let solution = Solution::verified(&*self.loaded.instance, board)
                    .map_err(|violation| Failure::check(RejectedBoard::Decoded(violation)))?;
                candidates.mark(&solution);
                Ok(Some(Standing::Possible))
            }
            NextAssignment::Exhausted => Ok(Some(Standing::Impossible)),
            NextAssignment::Stopped(stop) => {
                candidates.stopped = Some(stop);
                Ok(None)
            }
        }
    }
}

fn standing<'c>(candidates: &'c mut Candidates, target: &Target) -> &'c mut Standing {
    match *target {
        Target::Value { layer, cell, value } => &mut candidates.layers[layer][cell][value],
        Target::Line { line, side } => &mut candidates.lines[line][side],
    }
}
