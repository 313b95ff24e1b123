//! The search in the order of a [`Plan`]: numbers are tried, others follow, and bounds are checked.

use super::plan::{Level, Plan};
use super::{MOST_EXCLUSIONS, Numbers};
use crate::Direction;
use boardwright_base::budget::{Budget, Stop};
use std::ops::ControlFlow;

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// All solutions were found; with an objective, the last one found is the best.
    All,
    /// The receiver of solutions ended it.
    Enough,
    /// The number of nodes was reached.
    Reach,
    /// A limit was reached.
    Stopped(Stop),
}

/// The number of nodes between two looks at the limits.
const EVERY: u64 = 1 << 12;

const WORDS: usize = MOST_EXCLUSIONS / 64;
/// A set of exclusions.
type Used = [u64; WORDS];

/// The values of a variable.
struct Table {
    /// The number, the exclusions and the index in the form of each allowed value, by ascending number.
    values: Vec<(i64, Used, usize)>,
}

impl Table {
    fn with_number(&self, number: i64) -> Option<&(i64, Used, usize)> {
        let (first, last) = (self.values.first()?.0, self.values.last()?.0);
        if number < first || number > last {
            return None;
        }
        // Most variables have all numbers of a range.
        let offset = number.abs_diff(first) as usize;
        if last.abs_diff(first) as usize + 1 == self.values.len() {
            return self.values.get(offset);
        }
        self.values.binary_search_by_key(&number, |value| value.0).ok().map(|index| &self.values[index])
    }
}

/// A search for the solutions of a form.
pub struct Search<'a> {
    levels: &'a [Level],
    tables: Vec<Table>,
    must: Used,
    /// 1 to minimise, -1 to maximise; the objective, if there is one.
    goal: Option<(i64, &'a crate::Goal)>,
    nodes: u64,
    reach: u64,
    budget: &'a Budget,
    /// The number and the index of the value of each variable.
    numbers: Vec<i64>,
    chosen: Vec<usize>,
    /// The best value of the objective, minimised.
    best: Option<i64>,
}

impl<'a> Search<'a> {
    /// Prepares a search of at most `reach` nodes.
    pub fn new(form: &'a Numbers, plan: &'a Plan, reach: u64, budget: &'a Budget) -> Search<'a> {
        let bits = |exclusions: &[usize]| {
            let mut used = [0; WORDS];
            exclusions.iter().for_each(|&exclusion| used[exclusion / 64] |= 1 << (exclusion % 64));
            used
        };
        let table = |(values, indices): (&Vec<super::Value>, &Vec<usize>)| Table {
            values: indices.iter().map(|&i| (values[i].number, bits(&values[i].exclusions), i)).collect(),
        };
        let must: Vec<usize> = (0..form.exclusions.len()).filter(|&index| form.exclusions[index]).collect();
        let sign = |goal: &crate::Goal| if goal.direction == Direction::Minimise { 1 } else { -1 };
        Search {
            levels: &plan.levels,
            tables: form.variables.iter().zip(&plan.values).map(table).collect(),
            must: bits(&must),
            goal: form.goal.as_ref().map(|goal| (sign(goal), goal)),
            nodes: 0,
            reach,
            budget,
            numbers: vec![0; form.variables.len()],
            chosen: vec![0; form.variables.len()],
            best: None,
        }
    }

    /// Searches; `found` receives the values of each solution by index. With an objective, each solution is better than the one
    /// before.
    pub fn run(mut self, found: &mut dyn FnMut(&[usize]) -> ControlFlow<()>) -> End {
        let mut used = [0; WORDS];
        for variable in 0..self.tables.len() {
            if let [(number, exclusions, index)] = self.tables[variable].values[..] {
                if !take(&mut used, &exclusions) {
                    return End::All;
                }
                (self.numbers[variable], self.chosen[variable]) = (number, index);
            }
        }
        match self.enter(0, used, found) {
            ControlFlow::Break(end) => end,
            ControlFlow::Continue(()) => End::All,
        }
    }

    /// Goes on after the variable of a level is known.
    fn enter(
        &mut self,
        depth: usize,
        mut used: Used,
        found: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> ControlFlow<End> {
        let level = &self.levels[depth];
        for formula in &level.formulas {
            let sum = formula.constant + self.sum(&formula.terms);
            if sum % formula.divisor != 0 {
                return ControlFlow::Continue(());
            }
            let Some(&(number, exclusions, index)) = self.tables[formula.variable].with_number(sum / formula.divisor)
            else {
                return ControlFlow::Continue(());
            };
            // A variable of one value is in use from the start.
            if self.tables[formula.variable].values.len() > 1 && !take(&mut used, &exclusions) {
                return ControlFlow::Continue(());
            }
            (self.numbers[formula.variable], self.chosen[formula.variable]) = (number, index);
        }
        let is_broken = |check: &super::plan::Check| !(check.low..=check.high).contains(&self.sum(&check.terms));
        if level.checks.iter().any(is_broken) || self.is_worse(level) {
            return ControlFlow::Continue(());
        }
        let Some(next) = self.levels.get(depth + 1) else { return self.solved(used, found) };
        let Some(variable) = next.variable else { return ControlFlow::Continue(()) };
        let count = self.tables[variable].values.len();
        for step in 0..count {
            let place = if next.descending { count - 1 - step } else { step };
            let (number, exclusions, index) = self.tables[variable].values[place];
            let mut used = used;
            if !take(&mut used, &exclusions) {
                continue;
            }
            self.nodes += 1;
            if self.nodes.is_multiple_of(EVERY) {
                if self.nodes >= self.reach {
                    return ControlFlow::Break(End::Reach);
                }
                if let Some(stop) = self.budget.reached() {
                    return ControlFlow::Break(End::Stopped(stop));
                }
            }
            (self.numbers[variable], self.chosen[variable]) = (number, index);
            self.enter(depth + 1, used, found)?;
        }
        ControlFlow::Continue(())
    }

    fn sum(&self, terms: &[(usize, i64)]) -> i64 {
        terms.iter().map(|&(variable, coefficient)| coefficient * self.numbers[variable]).sum()
    }

    /// Returns whether no solution of this node is better than the best one.
    fn is_worse(&self, level: &Level) -> bool {
        let Some(best) = self.best else { return false };
        level.least.iter().any(|least| {
            let sum = i128::from(self.sum(&least.terms)) + i128::from(least.constant);
            sum > i128::from(least.divisor) * (i128::from(best) - 1)
        })
    }

    fn solved(&mut self, used: Used, found: &mut dyn FnMut(&[usize]) -> ControlFlow<()>) -> ControlFlow<End> {
        if used.iter().zip(&self.must).any(|(used, must)| used & must != *must) {
            return ControlFlow::Continue(());
        }
        if let Some((sign, goal)) = self.goal {
            let value = sign * (goal.constant + self.sum(&goal.terms));
            if self.best.is_some_and(|best| value >= best) {
                return ControlFlow::Continue(());
            }
            self.best = Some(value);
        }
        found(&self.chosen).map_break(|()| End::Enough)
    }
}

/// Adds exclusions to those in use, unless one is in use.
fn take(used: &mut Used, exclusions: &Used) -> bool {
    if used.iter().zip(exclusions).any(|(used, one)| used & one != 0) {
        return false;
    }
    used.iter_mut().zip(exclusions).for_each(|(used, one)| *used |= one);
    true
}
