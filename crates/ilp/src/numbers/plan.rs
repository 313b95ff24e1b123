//! The order of a search: which variable is tried at each level, which others then follow from equations, and which bounds hold.
//!
//! At each level the equations are reduced over the variables that are not known yet. An equation with one unknown variable
//! determines it. Another one bounds the sum of what is known by the least and the greatest sum of the rest; of variables that
//! exclude each other's numbers, the rest has different ones. The next variable is one of the equation with the fewest unknown
//! variables. In a magic square of order 4 seven of 16 numbers are tried, and nine follow.

use super::Numbers;
use super::equations::{Equation, equation, equations, reduced};
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::constraint::{Direction, Relation};

/// Pairs of variable and coefficient.
type Terms = Vec<(usize, i64)>;

/// A variable that follows: its number is `(constant + sum of coefficient * number) / divisor`.
#[derive(Debug, Clone)]
pub(super) struct Formula {
    pub variable: usize,
    pub divisor: i64,
    pub constant: i64,
    pub terms: Terms,
}

/// Bounds of a sum over known variables.
#[derive(Debug, Clone)]
pub(super) struct Check {
    pub terms: Terms,
    pub low: i64,
    pub high: i64,
}

/// A lower bound of the objective, which is minimised: `(constant + sum of coefficient * number) / divisor`.
#[derive(Debug, Clone)]
pub(super) struct Least {
    pub terms: Terms,
    pub constant: i64,
    pub divisor: i64,
}

/// What happens at a level of the search.
#[derive(Debug, Clone, Default)]
pub(super) struct Level {
    /// The variable that is tried; `None` at the first level, whose variables have one value.
    pub variable: Option<usize>,
    /// Whether its numbers are tried from the greatest one down.
    pub descending: bool,
    pub formulas: Vec<Formula>,
    pub checks: Vec<Check>,
    pub least: Vec<Least>,
}

/// An order of a search.
#[derive(Debug, Clone)]
pub struct Plan {
    pub(super) levels: Vec<Level>,
    /// The values of each variable that bounds allow, by index in the form.
    pub(super) values: Vec<Vec<usize>>,
}

/// Why there is no plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoPlan {
    /// Equations and bounds contradict each other: there is no solution.
    Contradiction,
    /// Numbers become too large.
    TooLarge,
    /// A limit was reached.
    Stopped(Stop),
}

impl Plan {
    /// Plans a search.
    ///
    /// # Errors
    /// If there is no solution, numbers become too large, or a limit was reached.
    pub fn new(numbers: &Numbers, budget: &Budget) -> Result<Plan, NoPlan> {
        let values = bounded(numbers, budget)?;
        let different = different(numbers, &values);
        Planner { numbers, values, different, known: vec![false; numbers.variables.len()] }.plan(budget)
    }

    /// Returns the decimal logarithm of the number of combinations of the variables that are tried.
    pub fn combinations(&self) -> f64 {
        let tried = self.levels.iter().filter_map(|level| level.variable);
        tried.map(|variable| (self.values[variable].len() as f64).log10()).sum()
    }
}

/// Returns the values of each variable after bounds were propagated to a fixed point.
fn bounded(numbers: &Numbers, budget: &Budget) -> Result<Vec<Vec<usize>>, NoPlan> {
    let ends =
        numbers.variables.iter().map(|values| Some([values.first()?.number.into(), values.last()?.number.into()]));
    let Some(mut ends) = ends.collect::<Option<Vec<[i128; 2]>>>() else { return Err(NoPlan::Contradiction) };
    loop {
        budget.check().map_err(NoPlan::Stopped)?;
        let mut changed = false;
        for row in &numbers.rows {
            let range = |&(variable, coefficient): &(usize, i64)| {
                let [a, b] = ends[variable].map(|end| end * i128::from(coefficient));
                [a.min(b), a.max(b)]
            };
            let whole = row.terms.iter().map(range).fold([0, 0], |sum, one| [sum[0] + one[0], sum[1] + one[1]]);
            let bound = i128::from(row.bound);
            if row.relation != Relation::AtLeast && whole[0] > bound
                || row.relation != Relation::AtMost && whole[1] < bound
            {
                return Err(NoPlan::Contradiction);
            }
            for term in &row.terms {
                let [low, high] = range(term);
                let (variable, coefficient) = (term.0, i128::from(term.1));
                // The least and the greatest of coefficient times number.
                let most = (row.relation != Relation::AtLeast).then(|| bound - (whole[0] - low));
                let least = (row.relation != Relation::AtMost).then(|| bound - (whole[1] - high));
                let [down, up] = if coefficient > 0 { [least, most] } else { [most, least] };
                let down = down.map(|end| -floor(-end, coefficient));
                let up = up.map(|end| floor(end, coefficient));
                let numbers = || numbers.variables[variable].iter().map(|value| i128::from(value.number));
                let allowed = |number: &i128| {
                    *number >= ends[variable][0].max(down.unwrap_or(i128::MIN))
                        && *number <= ends[variable][1].min(up.unwrap_or(i128::MAX))
                };
                let new = (numbers().find(allowed), numbers().rev().find(allowed));
                let (Some(first), Some(last)) = new else { return Err(NoPlan::Contradiction) };
                if [first, last] != ends[variable] {
                    ends[variable] = [first, last];
                    changed = true;
                    break;
                }
            }
        }
        if !changed {
            let within = |(values, ends): (&Vec<super::Value>, &[i128; 2])| {
                let inside = |number: i64| (ends[0]..=ends[1]).contains(&number.into());
                (0..values.len()).filter(|&index| inside(values[index].number)).collect()
            };
            return Ok(numbers.variables.iter().zip(&ends).map(within).collect());
        }
    }
}

/// Returns the quotient, rounded down.
fn floor(number: i128, by: i128) -> i128 {
    number / by - i128::from(number % by != 0 && (number < 0) != (by < 0))
}

/// Returns which pairs of variables have the same numbers and exclude each other's.
fn different(numbers: &Numbers, values: &[Vec<usize>]) -> Vec<Vec<bool>> {
    let count = numbers.variables.len();
    let differ = |one: usize, other: usize| {
        one != other
            && values[one].len() == values[other].len()
            && values[one].iter().zip(&values[other]).all(|(&a, &b)| {
                let (a, b) = (&numbers.variables[one][a], &numbers.variables[other][b]);
                a.number == b.number && a.exclusions.iter().any(|exclusion| b.exclusions.contains(exclusion))
            })
    };
    (0..count).map(|one| (0..count).map(|other| differ(one, other)).collect()).collect()
}

struct Planner<'a> {
    numbers: &'a Numbers,
    values: Vec<Vec<usize>>,
    different: Vec<Vec<bool>>,
    known: Vec<bool>,
}

impl Planner<'_> {
    fn plan(mut self, budget: &Budget) -> Result<Plan, NoPlan> {
        let count = self.known.len();
        let mut system = equations(self.numbers);
        let mut levels = Vec::new();
        let mut level = Level::default();
        let mut new: Vec<usize> = (0..count).filter(|&variable| self.values[variable].len() == 1).collect();
        loop {
            budget.check().map_err(NoPlan::Stopped)?;
            new.iter().for_each(|&variable| self.known[variable] = true);
            let unknown: Vec<bool> = self.known.iter().map(|known| !known).collect();
            let rows = reduced(system, &unknown).ok_or(NoPlan::TooLarge)?;
            system = Vec::new();
            let mut pivots = Vec::new();
            for (row, pivot) in rows {
                let open = row.variables().filter(|&variable| unknown[variable]).count();
                match pivot {
                    Some(pivot) if open == 1 => {
                        level.formulas.push(formula(&row, pivot).ok_or(NoPlan::TooLarge)?);
                        self.known[pivot] = true;
                        new.push(pivot);
                    }
                    Some(pivot) => {
                        pivots.push(pivot);
                        system.push(row);
                    }
                    None if row.variables().next().is_none() && row.bound != 0 => return Err(NoPlan::Contradiction),
                    None if row.variables().next().is_none() => {}
                    None => level.checks.push(self.check(&row, Relation::Equal).ok_or(NoPlan::TooLarge)?),
                }
            }
            for row in &self.numbers.rows {
                let touched = row.terms.iter().any(|(variable, _)| new.contains(variable));
                let open = row.terms.iter().any(|(variable, _)| !self.known[*variable]);
                if touched && (open || row.relation != Relation::Equal) {
                    let row_terms = equation(count, &row.terms, row.bound);
                    level.checks.extend(self.check(&row_terms, row.relation));
                }
            }
            let is_original =
                |row: &Equation| self.numbers.rows.iter().any(|one| equation(count, &one.terms, one.bound) == *row);
            for row in system.iter().filter(|row| !is_original(row)) {
                level.checks.extend(self.check(row, Relation::Equal));
            }
            let goal = self.goal(&system, &pivots, &mut level);
            levels.push(std::mem::take(&mut level));
            let Some(next) = self.next(&system) else { break };
            level.variable = Some(next);
            level.descending = goal.is_some_and(|goal| goal.coefficients[next] < 0);
            new = vec![next];
        }
        let plan = Plan { levels, values: self.values };
        match plan.levels.iter().all(|level| fits(self.numbers, level)) {
            true => Ok(plan),
            false => Err(NoPlan::TooLarge),
        }
    }

    /// Returns the next variable to try: of the row with the fewest unknown ones, the one that most rows have.
    fn next(&self, system: &[Equation]) -> Option<usize> {
        let open = |variables: &[usize]| variables.iter().filter(|&&variable| !self.known[variable]).count();
        let rows = self.numbers.rows.iter().map(|row| row.terms.iter().map(|term| term.0).collect::<Vec<_>>());
        let rows: Vec<Vec<usize>> = rows.chain(system.iter().map(|row| row.variables().collect())).collect();
        let shortest = rows.iter().map(|row| open(row)).filter(|&open| open > 0).min();
        let in_rows = |variable: usize, open_in: Option<usize>| {
            rows.iter()
                .filter(|row| row.contains(&variable) && open_in.is_none_or(|wanted| open(row) == wanted))
                .count()
        };
        let unknown = (0..self.known.len()).filter(|&variable| !self.known[variable]);
        unknown.min_by_key(|&variable| {
            let short = in_rows(variable, shortest);
            let size = self.values[variable].len();
            (std::cmp::Reverse((short > 0, in_rows(variable, None))), size, variable)
        })
    }

    /// Returns the bounds of the known part of a row; `None` if they do not fit, or cannot be broken.
    fn check(&self, row: &Equation, relation: Relation) -> Option<Check> {
        let (terms, [low, high]) = self.parted(row)?;
        let least = if relation == Relation::AtMost { i128::MIN } else { row.bound - high };
        let most = if relation == Relation::AtLeast { i128::MAX } else { row.bound - low };
        let clamped = |bound: i128| bound.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        (!terms.is_empty()).then(|| Check { terms, low: clamped(least), high: clamped(most) })
    }

    /// Returns the known terms of a row, and the least and the greatest sum of the others; `None` if they do not fit.
    fn parted(&self, row: &Equation) -> Option<(Terms, [i128; 2])> {
        let (mut terms, mut open) = (Vec::new(), Vec::new());
        for variable in row.variables() {
            match self.known[variable] {
                true => terms.push((variable, row.coefficients[variable].try_into().ok()?)),
                false => open.push(variable),
            }
        }
        let mut sum = [0i128; 2];
        while let Some(variable) = open.first().copied() {
            // Variables with one coefficient that all exclude each other.
            let coefficient = row.coefficients[variable];
            let mut group: Vec<usize> = Vec::new();
            for &other in open.iter().filter(|&&other| row.coefficients[other] == coefficient) {
                if group.iter().all(|&one| self.different[one][other]) {
                    group.push(other);
                }
            }
            open.retain(|other| !group.contains(other));
            let number = |&index: &usize| i128::from(self.numbers.variables[variable][index].number);
            let values = &self.values[variable];
            let ends = [
                values.iter().take(group.len()).map(number).sum::<i128>(),
                values.iter().rev().take(group.len()).map(number).sum::<i128>(),
            ];
            let ends = [ends[0].checked_mul(coefficient)?, ends[1].checked_mul(coefficient)?];
            sum = [sum[0].checked_add(ends[0].min(ends[1]))?, sum[1].checked_add(ends[0].max(ends[1]))?];
        }
        Some((terms, sum))
    }

    /// Adds the lower bounds of the objective to a level; returns the objective without the variables that follow.
    fn goal(&self, system: &[Equation], pivots: &[usize], level: &mut Level) -> Option<Equation> {
        let goal = self.numbers.goal.as_ref()?;
        let count = self.known.len();
        let sign = if goal.direction == Direction::Minimise { 1 } else { -1 };
        // `goal - objective = 0`, where the last variable is the objective.
        let mut plain = equation(count + 1, &goal.terms, 0);
        plain.coefficients.iter_mut().for_each(|one| *one *= sign);
        plain.coefficients[count] = -1;
        plain.bound = -i128::from(goal.constant) * sign;
        let mut fewer = Some(plain.clone());
        for (row, &pivot) in system.iter().zip(pivots) {
            let mut row = row.clone();
            row.coefficients.push(0);
            fewer = fewer.and_then(|fewer| fewer.without(pivot, &row));
        }
        for form in [Some(&plain), fewer.as_ref()].into_iter().flatten() {
            level.least.extend(self.least(form, count));
        }
        fewer.or(Some(plain))
    }

    fn least(&self, form: &Equation, count: usize) -> Option<Least> {
        let divisor = i64::try_from(-form.coefficients[count]).ok()?;
        let mut sum = form.clone();
        sum.coefficients.truncate(count);
        let (terms, [low, _]) = self.parted(&sum)?;
        Some(Least { terms, constant: i64::try_from(low - form.bound).ok()?, divisor })
    }
}

/// Returns whether all sums of a level fit into 64 bits, whatever the numbers are.
fn fits(numbers: &Numbers, level: &Level) -> bool {
    let largest = |&(variable, coefficient): &(usize, i64)| {
        let ends = [numbers.variables[variable].first(), numbers.variables[variable].last()];
        let most = ends.iter().flatten().map(|value| i128::from(value.number).abs()).max().unwrap_or(0);
        most * i128::from(coefficient).abs()
    };
    let sum = |terms: &[(usize, i64)], constant: i64| {
        terms.iter().map(largest).fold(i128::from(constant).abs(), i128::saturating_add) < i64::MAX.into()
    };
    level.formulas.iter().all(|formula| sum(&formula.terms, formula.constant))
        && level.checks.iter().all(|check| sum(&check.terms, 0))
        && level.least.iter().all(|least| sum(&least.terms, least.constant))
}

/// Returns the formula of the one unknown variable of a row; `None` if it does not fit.
fn formula(row: &Equation, variable: usize) -> Option<Formula> {
    let divisor = i64::try_from(row.coefficients[variable]).ok()?;
    let others = row.variables().filter(|&other| other != variable);
    let terms = others.map(|other| Some((other, i64::try_from(-row.coefficients[other]).ok()?)));
    Some(Formula { variable, divisor, constant: row.bound.try_into().ok()?, terms: terms.collect::<Option<_>>()? })
}
