//! Systems of sparse rows, and the two-stage solver.
//!
//! Most rows have few variables and contain one that no earlier row contains. Such a row *defines* that variable: on a
//! lights-out board in reading order, each light defines the button below it. Stage one processes the rows in order:
//! each row defines one of its new variables, and its other new variables become *seeds*. Every variable is then an
//! affine function of the seeds, and each row that defines nothing is a condition on the seeds. Stage two eliminates
//! the conditions, which are dense. A lights-out board of 1000 by 1000 has a million variables and 1000 seeds. An
//! affine function is dropped after its last use; the solutions are computed from the seeds in a second pass over the
//! rows.
//!
//! `x + y = 1`, `x + y + z = 0`, `y + z = 0`: `x` is a seed, `y = 1 + x`, `z = x + y = 1`, and the third row is the
//! condition `x = 0`.

use super::dense::reduce;
use super::space::{Coset, Generator};
use super::vector::{Bits, Pivot, Residues, Vector, reciprocal, substitute};
use super::{Halt, Space, gcd, negative, times};
pub use crate::solved::Solved;
use num_bigint::BigUint;

/// A system of sparse rows; each row adds up to 0 modulo a number.
#[derive(Debug, Clone)]
pub struct System {
    modulus: u8,
    variables: usize,
    decisions: usize,
    /// Pairs of variable and coefficient, by row; sorted by variable, without repeats or zeros.
    terms: Vec<(u32, u8)>,
    /// The end of each row in `terms`.
    ends: Vec<usize>,
    constants: Vec<u8>,
}

/// Rows by index, with multipliers: in the sum of the multiplied rows all terms vanish and the constant does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict(pub Vec<(usize, u8)>);

/// The part that a variable plays in the plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// No row has contained it yet.
    New,
    /// A seed, with its number.
    Seed(u32),
    /// Defined by this row.
    Defined(u32),
    /// Fixed to this value.
    Fixed(u8),
}

/// The order of the rows, and which row defines which variable.
struct Plan {
    /// Row indices; rows with at most one term come first.
    order: Vec<usize>,
    parts: Vec<Part>,
    /// For each row, the variable it defines and its coefficient.
    defines: Vec<Option<(u32, u8)>>,
    seeds: usize,
}

impl System {
    /// Returns a system without rows. Solutions that agree on the first `decisions` variables count as one.
    ///
    /// # Panics
    /// If the modulus is not in `2..=`[`super::MAX_MODULUS`].
    pub fn new(modulus: u8, variables: usize, decisions: usize) -> System {
        assert!((2..=super::MAX_MODULUS).contains(&modulus), "{modulus} is no modulus for residues in a byte");
        System { modulus, variables, decisions, terms: Vec::new(), ends: Vec::new(), constants: Vec::new() }
    }

    /// Adds a row: the terms and the constant add up to 0. Variables may repeat; all numbers are less than the modulus.
    pub fn push(&mut self, terms: &[(u32, u8)], constant: u8) {
        let from = self.terms.len();
        self.terms.extend_from_slice(terms);
        let row = &mut self.terms[from..];
        row.sort_unstable_by_key(|&(variable, _)| variable);
        let mut kept = from;
        for index in from..self.terms.len() {
            let (variable, coefficient) = self.terms[index];
            match self.terms[from..kept].last_mut() {
                Some((last, sum)) if *last == variable => {
                    *sum = ((u16::from(*sum) + u16::from(coefficient)) % u16::from(self.modulus)) as u8;
                }
                _ => {
                    self.terms[kept] = (variable, coefficient);
                    kept += 1;
                }
            }
        }
        self.terms.truncate(kept);
        let mut kept = from;
        for index in from..self.terms.len() {
            if self.terms[index].1 != 0 {
                self.terms[kept] = self.terms[index];
                kept += 1;
            }
        }
        self.terms.truncate(kept);
        self.ends.push(kept);
        self.constants.push(constant);
    }

    /// Returns the modulus.
    pub fn modulus(&self) -> u8 {
        self.modulus
    }

    /// Returns the number of variables.
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.ends.len()
    }

    fn row(&self, row: usize) -> &[(u32, u8)] {
        let from = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.terms[from..self.ends[row]]
    }

    /// Solves the system with some variables fixed, each at most once.
    pub fn solve(&self, fixed: &[(u32, u8)], halt: Halt<'_>) -> Solved {
        let solved = match self.modulus {
            2 => self.solved::<Bits>(fixed, halt).map(|coset| coset.map(Space::Two)),
            _ => self.solved::<Residues>(fixed, halt).map(|coset| coset.map(Space::More)),
        };
        match solved {
            Some(Some(space)) => Solved::Space(space),
            Some(None) => Solved::Conflict,
            None => Solved::Halted,
        }
    }

    /// Returns the rank of the coefficients: the number of independent rows, whatever their constants and the decisions
    /// are. `None` if the modulus is not prime: independence is not defined where numbers have no inverse.
    /// [`System::count`] takes every modulus.
    ///
    /// ```
    /// let mut system = boardwright_linear::System::new(3, 2, 2);
    /// system.push(&[(0, 1), (1, 2)], 0);
    /// system.push(&[(0, 2), (1, 1)], 1);
    /// // The second row is twice the first one but for its constant.
    /// assert_eq!(system.rank(), Some(1));
    /// assert_eq!(system.count(), 0u32.into());
    /// ```
    pub fn rank(&self) -> Option<usize> {
        if (2..self.modulus).any(|divisor| self.modulus.is_multiple_of(divisor)) {
            return None;
        }
        Some(if self.modulus == 2 { self.ranked::<Bits>() } else { self.ranked::<Residues>() })
    }

    /// Returns the number of solutions, 0 if the rows are inconsistent. Solutions that agree on the decisions count as
    /// one.
    pub fn count(&self) -> BigUint {
        match self.solve(&[], &|| false) {
            Solved::Space(space) => space.count(),
            Solved::Conflict | Solved::Halted => BigUint::ZERO,
        }
    }

    /// Returns the solutions one by one, in the order of [`Space::solutions`], one of those that agree on the
    /// decisions. There are none if the rows are inconsistent. This call solves the system; each solution is computed
    /// when it is asked for.
    ///
    /// ```
    /// let mut system = boardwright_linear::System::new(2, 3, 3);
    /// system.push(&[(0, 1), (1, 1), (2, 1)], 1);
    /// let with_last: Vec<Vec<u8>> = system.solutions().filter(|values| values[2] == 1).collect();
    /// assert_eq!(with_last.len(), 2);
    /// ```
    pub fn solutions(&self) -> impl Iterator<Item = Vec<u8>> + use<> {
        let space = match self.solve(&[], &|| false) {
            Solved::Space(space) => Some(space.solutions()),
            Solved::Conflict | Solved::Halted => None,
        };
        space.into_iter().flatten()
    }

    /// Returns inconsistent rows if the system has no solution; `None` if it has one or if halted.
    pub fn conflict(&self, halt: Halt<'_>) -> Option<Conflict> {
        match self.modulus {
            2 => self.contradicting::<Bits>(halt),
            _ => self.contradicting::<Residues>(halt),
        }
    }

    /// Returns whether the rows of a conflict are inconsistent.
    pub fn contradicts(&self, conflict: &Conflict) -> bool {
        let mut sums = vec![0; self.variables];
        let mut constant = 0;
        for &(row, often) in &conflict.0 {
            for &(variable, coefficient) in self.row(row) {
                let sum = &mut sums[variable as usize];
                *sum = (*sum + times(coefficient, often, self.modulus)) % self.modulus;
            }
            constant = (constant + times(self.constants[row], often, self.modulus)) % self.modulus;
        }
        constant != 0 && sums.iter().all(|&sum| sum == 0)
    }

    fn plan(&self, fixed: &[(u32, u8)]) -> Plan {
        let short = |row: &usize| self.row(*row).len() <= 1;
        let rows = 0..self.rows();
        let order: Vec<usize> = rows.clone().filter(short).chain(rows.filter(|row| !short(row))).collect();
        let mut parts = vec![Part::New; self.variables];
        for &(variable, value) in fixed {
            parts[variable as usize] = Part::Fixed(value);
        }
        let mut plan = Plan { order, parts, defines: vec![None; self.rows()], seeds: 0 };
        for &row in &plan.order {
            let new = |&&(variable, coefficient): &&(u32, u8)| {
                plan.parts[variable as usize] == Part::New && gcd(coefficient, self.modulus) == 1
            };
            if let Some(&(variable, coefficient)) = self.row(row).iter().rev().find(new) {
                plan.parts[variable as usize] = Part::Defined(row as u32);
                plan.defines[row] = Some((variable, coefficient));
            }
            for &(variable, _) in self.row(row) {
                plan.seeds += seed(&mut plan.parts[variable as usize], plan.seeds);
            }
        }
        for part in &mut plan.parts {
            plan.seeds += seed(part, plan.seeds);
        }
        plan
    }

    /// Returns the indices of the rows that define nothing, and these rows as affine functions of the seeds, the
    /// constant last.
    fn conditions<V: Vector>(&self, plan: &Plan, halt: Halt<'_>) -> Option<(Vec<usize>, Vec<V>)> {
        let modulus = self.modulus;
        let mut uses = vec![0u32; self.variables];
        for &(variable, _) in &self.terms {
            uses[variable as usize] += 1;
        }
        let mut forms: Vec<Option<V>> = vec![None; self.variables];
        let (mut indices, mut conditions) = (Vec::new(), Vec::new());
        for (count, &row) in plan.order.iter().enumerate() {
            if count % 256 == 0 && halt() {
                return None;
            }
            let mut sum = V::zero(plan.seeds + 1);
            let mut constant = self.constants[row];
            for &(variable, coefficient) in self.row(row) {
                let index = variable as usize;
                uses[index] -= 1;
                match plan.parts[index] {
                    Part::Seed(seed) => sum.set(seed as usize, (sum.get(seed as usize) + coefficient) % modulus),
                    Part::Fixed(value) => constant = (constant + times(coefficient, value, modulus)) % modulus,
                    Part::Defined(by) if by as usize == row => {}
                    Part::Defined(_) | Part::New => {
                        let form = forms[index].as_ref().expect("a variable is defined before it is used");
                        sum.add(form, coefficient, modulus);
                        if uses[index] == 0 {
                            forms[index] = None;
                        }
                    }
                }
            }
            sum.set(plan.seeds, (sum.get(plan.seeds) + constant) % modulus);
            match plan.defines[row] {
                Some((variable, _)) if uses[variable as usize] == 0 => {}
                Some((variable, coefficient)) => {
                    let factor = negative(reciprocal(coefficient, modulus), modulus);
                    let form = if factor == 1 {
                        sum
                    } else {
                        let mut form = V::zero(plan.seeds + 1);
                        form.add(&sum, factor, modulus);
                        form
                    };
                    forms[variable as usize] = Some(form);
                }
                None => {
                    indices.push(row);
                    conditions.push(sum);
                }
            }
        }
        Some((indices, conditions))
    }

    /// Returns the number of rows that define a variable, and of independent conditions on the seeds.
    fn ranked<V: Vector>(&self) -> usize {
        let never: Halt<'_> = &|| false;
        let plan = self.plan(&[]);
        let conditions = self.conditions::<V>(&plan, never);
        let (_, mut rows) = conditions.expect("nothing halts it");
        let pivots = V::echelon(&mut rows, plan.seeds, self.modulus, never).expect("nothing halts it");
        plan.defines.iter().flatten().count() + pivots.len()
    }

    fn solved<V: Vector>(&self, fixed: &[(u32, u8)], halt: Halt<'_>) -> Option<Option<Coset<V>>> {
        let modulus = self.modulus;
        let plan = self.plan(fixed);
        let (_, rows) = self.conditions::<V>(&plan, halt)?;
        let Some((point, seeds)) = reduce(rows, plan.seeds, modulus, halt)? else { return Some(None) };
        let point = self.spread(&plan, &point);
        let mut coset = Coset { modulus, length: self.variables, point, generators: Vec::new(), loose: Vec::new() };
        for Generator { vector, order } in seeds {
            if halt() {
                return None;
            }
            coset.generators.push(Generator { vector: self.spread(&plan, &vector), order });
        }
        coset.project(self.decisions, halt)?;
        Some(Some(coset))
    }

    /// Computes the values of all variables from those of the seeds. The last entry of `seeds` is the factor of the
    /// constants: 1 for a solution, 0 for a difference of solutions.
    fn spread<V: Vector>(&self, plan: &Plan, seeds: &V) -> V {
        let modulus = self.modulus;
        let constant = seeds.get(plan.seeds);
        let mut values: Vec<u8> = plan
            .parts
            .iter()
            .map(|part| match part {
                Part::Seed(seed) => seeds.get(*seed as usize),
                Part::Fixed(value) => times(*value, constant, modulus),
                Part::Defined(_) | Part::New => 0,
            })
            .collect();
        for &row in &plan.order {
            let Some((variable, coefficient)) = plan.defines[row] else { continue };
            let start = times(self.constants[row], constant, modulus);
            let sum = self.row(row).iter().fold(start, |sum, &(variable, coefficient)| {
                (sum + times(coefficient, values[variable as usize], modulus)) % modulus
            });
            values[variable as usize] = times(negative(sum, modulus), reciprocal(coefficient, modulus), modulus);
        }
        V::of(&values)
    }

    fn contradicting<V: Vector>(&self, halt: Halt<'_>) -> Option<Conflict> {
        let modulus = self.modulus;
        let plan = self.plan(&[]);
        let (indices, conditions) = self.conditions::<V>(&plan, halt)?;
        let mut rows = conditions.clone();
        let pivots = V::echelon(&mut rows, plan.seeds + 1, modulus, halt)?;
        let left = pivots.last().filter(|pivot: &&Pivot| pivot.column == plan.seeds)?.value;
        drop(rows);
        // The multipliers of the conditions solve another system: the sum for every seed is 0, and the constant is
        // `left`.
        let mut transposed: Vec<V> = (0..=plan.seeds).map(|_| V::zero(conditions.len() + 1)).collect();
        for (index, condition) in conditions.iter().enumerate() {
            for (seed, row) in transposed.iter_mut().enumerate() {
                row.set(index, condition.get(seed));
            }
        }
        transposed[plan.seeds].set(conditions.len(), negative(left, modulus));
        let pivots = V::echelon(&mut transposed, conditions.len() + 1, modulus, halt)?;
        let mut start = V::zero(conditions.len() + 1);
        start.set(conditions.len(), 1);
        let multipliers = substitute(&transposed, &pivots, start, modulus);
        // The multiplier of a defining row cancels its variable in the later rows.
        let mut often = vec![0; self.rows()];
        for (index, &row) in indices.iter().enumerate() {
            often[row] = multipliers.get(index);
        }
        let mut sums = vec![0; self.variables];
        for &row in plan.order.iter().rev() {
            if let Some((variable, coefficient)) = plan.defines[row] {
                let sum = negative(sums[variable as usize], modulus);
                often[row] = times(sum, reciprocal(coefficient, modulus), modulus);
            }
            for &(variable, coefficient) in self.row(row) {
                let sum = &mut sums[variable as usize];
                *sum = (*sum + times(coefficient, often[row], modulus)) % modulus;
            }
        }
        Some(Conflict(often.into_iter().enumerate().filter(|&(_, often)| often != 0).collect()))
    }
}

/// Makes a new variable a seed. Returns the number of seeds added.
fn seed(part: &mut Part, seeds: usize) -> usize {
    if *part != Part::New {
        return 0;
    }
    *part = Part::Seed(seeds as u32);
    1
}
