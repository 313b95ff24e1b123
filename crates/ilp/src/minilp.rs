//! minilp: a simplex solver in Rust, with our own branch and bound.
//!
//! The search is depth-first. A node is the program with narrower column bounds; its relaxation starts from its
//! parent's ([`minilp::Solution::fix_var`] or an additional row). At every node the rounded relaxed vector is tried as
//! a solution. The objective is an integer, so a relaxed minimum of 3.2 gives a lower bound of 4. The search branches
//! on the most fractional column, the nearer side first:
//!
//! ```text
//! maximise x + y, 2x + 2y <= 3, x, y in 0..=1     relaxed x = 1, y = 1/2: at most 1
//!   rounded (1, 1) no; y <= 0: relaxed x = 1, rounded (1, 0) holds with value 1: optimal
//! ```
//!
//! Floating-point results are never trusted alone. A node that is infeasible in its parent's tableau, or panics there,
//! is solved again from scratch; a solution must pass [`Program::holds`]. minilp's tolerance is absolute, so rows are
//! scaled: with unscaled coefficients of 20000 it reported 2 of 100 feasible programs as infeasible, with scaling 0 of
//! 300.
//!
//! The budget is checked before every node; a relaxation cannot be interrupted. That takes milliseconds for up to some
//! hundred columns and seconds for thousands (a 16 by 16 Sudoku: 4096 columns, 2 s).

use crate::exact;
use crate::{Direction, Relation};
use crate::{Ilp, IlpOutcome};
use crate::{Program, Row};
use ::minilp::{ComparisonOp, Error, LinearExpr, OptimizationDirection, Problem, Solution, Variable};
use boardwright_base::budget::Budget;
use boardwright_ir::fault::{Fault, WrongResult};
use std::rc::Rc;

/// The name of the solver.
pub const NAME: &str = "minilp";
/// What it is, in a line.
pub const SUMMARY: &str = "minilp 0.2.2, a simplex in Rust, with our own branch and bound";

/// Opens a new solver.
pub fn open() -> Box<dyn Ilp> {
    Box::new(Minilp)
}

/// The integrality tolerance, and the relative tolerance of a relaxed objective.
const TOLERANCE: f64 = 1e-6;

struct Minilp;

impl Ilp for Minilp {
    fn solve(&mut self, program: &Program, budget: &Budget) -> IlpOutcome {
        exact::settle(program, budget).unwrap_or_else(|| search(program, budget).unwrap_or_else(IlpOutcome::Failed))
    }
}

/// The column bounds at a node.
type Bounds = Vec<(i64, i64)>;

/// An open node of the search.
struct Node {
    bounds: Bounds,
    /// The parent's relaxation and the cut that distinguishes this node; `None` at the root.
    parent: Option<(Rc<Solution>, Cut)>,
    /// A lower bound on the (minimised) objective of the solutions in this node.
    bound: i64,
}

/// The row `column relation limit`.
struct Cut {
    column: usize,
    relation: ComparisonOp,
    limit: i64,
}

/// Searches until no node is open; fails if minilp fails.
fn search(program: &Program, budget: &Budget) -> Result<IlpOutcome, Fault> {
    let objective = Objective::new(program);
    let bounds = program.columns.iter().map(|column| (column.lower, column.upper)).collect();
    let mut open = vec![Node { bounds, parent: None, bound: i64::MIN }];
    let mut best: Option<(i64, Vec<i64>)> = None;
    while let Some(node) = open.pop() {
        let worth = |bound: i64, best: &Option<(i64, Vec<i64>)>| best.as_ref().is_none_or(|&(least, _)| bound < least);
        if !worth(node.bound, &best) {
            continue;
        }
        if let Some(stop) = budget.reached() {
            return Ok(match best {
                Some((_, values)) => IlpOutcome::Feasible(values, stop),
                None => IlpOutcome::Stopped(stop),
            });
        }
        let Some(relaxed) = relax(program, &objective, &node)? else {
            continue;
        };
        let values: Vec<f64> = relaxed.iter().map(|(_, &value)| value).collect();
        if let Some(rounded) = exact::accept(program, values.iter().copied()) {
            let value = objective.value(program, &rounded);
            if worth(value, &best) {
                best = Some((value, rounded));
            }
        }
        let bound = objective.bound(&values).max(node.bound);
        if worth(bound, &best)
            && let Some(column) = most_fractional(&values, &node.bounds)
        {
            branch(&mut open, node.bounds, column, values[column], relaxed, bound);
        }
    }
    Ok(best.map_or(IlpOutcome::Infeasible, |(_, values)| IlpOutcome::Optimal(values)))
}

/// The objective as a minimisation; all zero if there is none, so that the first solution ends the search.
struct Objective {
    /// 1, or -1 if the program maximises.
    sign: i64,
    /// The cost of each column, multiplied by the sign.
    costs: Vec<f64>,
    /// The constant, multiplied by the sign.
    constant: i64,
}

impl Objective {
    fn new(program: &Program) -> Objective {
        let mut costs = vec![0.0; program.columns.len()];
        let Some(goal) = &program.goal else {
            return Objective { sign: 1, costs, constant: 0 };
        };
        let sign = match goal.direction {
            Direction::Minimise => 1,
            Direction::Maximise => -1,
        };
        for &(column, coefficient) in &goal.terms {
            costs[column] = (sign * coefficient) as f64;
        }
        Objective { sign, costs, constant: sign * goal.constant }
    }

    fn value(&self, program: &Program, values: &[i64]) -> i64 {
        self.sign * program.value(values)
    }

    /// Returns the integer lower bound for a node with this relaxed optimum.
    fn bound(&self, values: &[f64]) -> i64 {
        let relaxed: f64 = self.costs.iter().zip(values).map(|(cost, value)| cost * value).sum();
        (relaxed - TOLERANCE * relaxed.abs().max(1.0)).ceil() as i64 + self.constant
    }
}

/// Returns the column to branch on: the most fractional one; the first that is not fixed if all are integers; `None` if
/// all are fixed.
fn most_fractional(values: &[f64], bounds: &[(i64, i64)]) -> Option<usize> {
    let mut choice = None;
    let mut farthest = -1.0;
    for (column, (&value, &(lower, upper))) in values.iter().zip(bounds).enumerate() {
        let distance = (value - value.round()).abs();
        let distance = if distance < TOLERANCE { 0.0 } else { distance };
        if lower < upper && distance > farthest {
            (choice, farthest) = (Some(column), distance);
        }
    }
    choice
}

/// Opens the two sides of a column that is not fixed; the nearer one is searched first.
fn branch(open: &mut Vec<Node>, bounds: Bounds, column: usize, value: f64, relaxed: Solution, bound: i64) {
    let relaxed = Rc::new(relaxed);
    let (lower, upper) = bounds[column];
    let below = (value.floor() as i64).clamp(lower, upper - 1);
    let side = |range: (i64, i64), relation: ComparisonOp, limit: i64| {
        let mut bounds = bounds.clone();
        bounds[column] = range;
        Node { bounds, parent: Some((Rc::clone(&relaxed), Cut { column, relation, limit })), bound }
    };
    let low = side((lower, below), ComparisonOp::Le, below);
    let high = side((below + 1, upper), ComparisonOp::Ge, below + 1);
    if value - (below as f64) < 0.5 {
        open.extend([high, low]);
    } else {
        open.extend([low, high]);
    }
}

/// Returns the relaxation at a node, or `None` if it is infeasible.
fn relax(program: &Program, objective: &Objective, node: &Node) -> Result<Option<Solution>, Fault> {
    if let Some((parent, cut)) = &node.parent
        && let Ok(Ok(relaxed)) = exact::caught(|| narrow(parent, cut, node.bounds[cut.column]))
    {
        return Ok(Some(relaxed));
    }
    match exact::caught(|| fresh(program, objective, &node.bounds))? {
        Ok(relaxed) => Ok(Some(relaxed)),
        Err(Error::Infeasible) => Ok(None),
        Err(Error::Unbounded) => Err(WrongResult::Unbounded("minilp").into()),
    }
}

/// Returns a parent's relaxation with one column restricted to these bounds.
fn narrow(parent: &Solution, cut: &Cut, (lower, upper): (i64, i64)) -> Result<Solution, Error> {
    let (variable, _) = parent.iter().nth(cut.column).expect("a relaxation has a value for every column");
    if lower == upper {
        parent.clone().fix_var(variable, lower as f64)
    } else {
        parent.clone().add_constraint([(variable, 1.0)], cut.relation, cut.limit as f64)
    }
}

/// Returns the power of two, to avoid rounding, that scales a row's largest coefficient to 1 or slightly less. minilp's
/// tolerance is absolute.
fn scale(row: &Row) -> f64 {
    let largest = row.terms.iter().map(|&(_, coefficient)| coefficient.unsigned_abs()).max().unwrap_or(1);
    1.0 / largest.next_power_of_two() as f64
}

/// Returns the relaxation within these bounds, solved from scratch.
fn fresh(program: &Program, objective: &Objective, bounds: &[(i64, i64)]) -> Result<Solution, Error> {
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let variables: Vec<Variable> = objective
        .costs
        .iter()
        .zip(bounds)
        .map(|(&cost, &(lower, upper))| problem.add_var(cost, (lower as f64, upper as f64)))
        .collect();
    for row in &program.rows {
        let scale = scale(row);
        let terms: LinearExpr =
            row.terms.iter().map(|&(column, coefficient)| (variables[column], coefficient as f64 * scale)).collect();
        let relation = match row.relation {
            Relation::AtMost => ComparisonOp::Le,
            Relation::Equal => ComparisonOp::Eq,
            Relation::AtLeast => ComparisonOp::Ge,
        };
        problem.add_constraint(terms, relation, row.bound as f64 * scale);
    }
    problem.solve()
}

/// A vector of greatest value.
pub(crate) struct Maximised {
    /// The value.
    pub value: f64,
    /// The vector.
    pub point: Vec<f64>,
}

/// Maximises `Σ value · x` over `0 <= x <= limit`, given as pairs, where each of the sums is at most 0; `None` if minilp fails.
pub(crate) fn maximised(variables: &[(f64, f64)], sums: &[Vec<(usize, f64)>]) -> Option<Maximised> {
    let solve = || {
        let mut problem = Problem::new(OptimizationDirection::Maximize);
        let added: Vec<Variable> =
            variables.iter().map(|&(value, limit)| problem.add_var(value, (0.0, limit))).collect();
        for terms in sums {
            let terms: LinearExpr =
                terms.iter().map(|&(variable, coefficient)| (added[variable], coefficient)).collect();
            problem.add_constraint(terms, ComparisonOp::Le, 0.0);
        }
        problem.solve().ok()
    };
    let solution = exact::caught(solve).ok()??;
    Some(Maximised { value: solution.objective(), point: solution.iter().map(|(_, &value)| value).collect() })
}
