//! The exact search modulo 2.
//!
//! Let `d` be the number of cells of a class that are not pressed minus the number of those that are. The weight of the
//! sum with quiet pattern `u` is half of all cells of classes minus half of `W(u)`, where `W(u)` adds the `d` of the
//! classes that `u` does not press and subtracts the others: a Walsh-Hadamard transform. So the hardest pattern has
//! the least possible maximum of `W`, with `d` of the parity of the number of cells, between plus and minus that number.
//!
//! [`Search`] decides whether `W(u) <= b(u)` is possible, by recursion on the dimension:
//! - `b - W` is nowhere negative, and its average is that of `b`. So the average is not negative, and each coefficient of
//!   the transform of `b` differs from `d` by at most the average, or from 0 where there is no class. This leaves few
//!   values, and often one.
//! - A hyperplane divides the classes. The sum `g` of those outside has opposite signs at two quiet patterns `u` and `v`
//!   that agree on the hyperplane, so the sum of the inner classes is at most `b(u) - g` and `b(v) + g`. Each choice of the
//!   outer classes leaves a problem with one dimension less and a smaller average.
//!
//! Adding a quiet pattern changes signs of `d`, so those of independent classes with an odd number of cells are positive.
//! `W(u) mod 4` follows from `W(0) mod 4` and the odd classes, which lowers `b` where it has another remainder.

use super::code::Code;
use super::distribution::choices;
use num_bigint::BigUint;

/// The number of nodes between two polls of the budget.
const STRIDE: u64 = 1 << 10;

/// The most solutions that are counted.
const MAX_COUNTED: u64 = 1 << 22;

/// What a search found.
pub(super) enum Found {
    /// No pattern.
    Nothing,
    /// By class, the number of pressed cells.
    Pattern(Vec<usize>),
    Stopped,
}

/// The ways to reach a maximum of `W`.
pub(super) enum Counted {
    /// All ways to press the classes.
    All(BigUint),
    /// A lower bound: the count was not complete.
    AtLeast(BigUint),
}

/// The question whether `W` can be at most a maximum.
pub(super) struct Search<'a> {
    code: &'a Code,
    stop: &'a dyn Fn() -> bool,
    maximum: i32,
    /// By class, the allowed values of `d`.
    domains: Vec<Vec<i32>>,
    /// The number of classes whose sign is chosen.
    signed: usize,
    /// The current values of `d`.
    values: Vec<i32>,
    /// `W(0) mod 4` in the current branch.
    remainder: i32,
    visited: u64,
    mode: Mode,
}

enum Mode {
    First(Option<Vec<i32>>),
    Count { ways: BigUint, solutions: u64 },
}

/// The search ends: a solution suffices, enough are counted, or the budget is exhausted.
struct End {
    stopped: bool,
}

/// A class that is not decided: its column as bits, its index, and the possible values.
struct Open {
    column: usize,
    class: usize,
    values: Vec<i32>,
}

impl<'a> Search<'a> {
    /// Asks for a maximum of `W`, which has the parity of the number of cells in classes.
    pub(super) fn new(code: &'a Code, maximum: i32, stop: &'a dyn Fn() -> bool) -> Search<'a> {
        let mut independent: Vec<usize> = Vec::new();
        let domains: Vec<Vec<i32>> = code
            .classes
            .iter()
            .map(|class| {
                let cells = class.cells.len() as i32;
                // No value exceeds the average of `b`.
                let bound = if (cells - maximum) % 2 == 0 { cells.min(maximum) } else { cells.min(maximum - 1) };
                let chosen = cells % 2 == 1 && bound > 0 && {
                    let rest = independent.iter().fold(bits(&class.column), |rest, &known| rest.min(rest ^ known));
                    if rest > 0 {
                        independent.push(rest);
                    }
                    rest > 0
                };
                let least = if chosen { 1 } else { -bound };
                (least..=bound).step_by(2).collect()
            })
            .collect();
        let (values, signed) = (vec![0; domains.len()], independent.len());
        Search { code, stop, maximum, domains, signed, values, remainder: 0, visited: 0, mode: Mode::First(None) }
    }

    /// Searches for one pattern.
    pub(super) fn first(mut self) -> Found {
        let end = self.run();
        let pressed = |(class, value): (&super::code::Class, i32)| (class.cells.len() as i32 - value) as usize / 2;
        match (self.mode, end) {
            (Mode::First(Some(values)), _) => {
                Found::Pattern(self.code.classes.iter().zip(values).map(pressed).collect())
            }
            (_, Err(End { stopped: true })) => Found::Stopped,
            _ => Found::Nothing,
        }
    }

    /// Counts the ways to press the classes.
    pub(super) fn count(mut self) -> Counted {
        self.mode = Mode::Count { ways: BigUint::ZERO, solutions: 0 };
        let end = self.run();
        let Mode::Count { ways, .. } = self.mode else { return Counted::AtLeast(BigUint::ZERO) };
        let ways = ways << self.signed;
        if end.is_ok() { Counted::All(ways) } else { Counted::AtLeast(ways) }
    }

    fn run(&mut self) -> Result<(), End> {
        let size = 1usize << self.code.orders.len();
        let odd: Vec<usize> = self
            .code
            .classes
            .iter()
            .filter(|class| class.cells.len() % 2 == 1)
            .map(|class| bits(&class.column))
            .collect();
        let parity = (odd.len() % 2) as i32;
        for remainder in [parity, parity + 2] {
            self.remainder = remainder;
            let bound = |u: usize| {
                let changed = odd.iter().filter(|&&column| is_odd(u & column)).count() as i32;
                self.maximum - (self.maximum - remainder - 2 * changed).rem_euclid(4)
            };
            let bounds: Vec<i32> = (0..size).map(bound).collect();
            let open =
                self.code.classes.iter().enumerate().map(|(class, cells)| (bits(&cells.column), class)).collect();
            self.solve(&bounds, open)?;
        }
        Ok(())
    }

    /// Counts a node, and polls the budget from time to time.
    fn visit(&mut self) -> Result<(), End> {
        self.visited += 1;
        if self.visited.is_multiple_of(STRIDE) && (self.stop)() { Err(End { stopped: true }) } else { Ok(()) }
    }

    /// Searches for values of the open classes whose sums are at most the bounds.
    fn solve(&mut self, bounds: &[i32], open: Vec<(usize, usize)>) -> Result<(), End> {
        self.visit()?;
        let mut spectrum = bounds.to_vec();
        transform(&mut spectrum);
        let (size, total) = (bounds.len() as i32, spectrum[0]);
        if total < 0 {
            return Ok(());
        }
        let mut bounds = bounds.to_vec();
        let mut undecided: Vec<Open> = Vec::new();
        // What a coefficient of the bounds differs from those of the classes, at least.
        for (column, class) in open {
            let coefficient = std::mem::replace(&mut spectrum[column], 0);
            let near = |value: &i32| (coefficient - size * value).abs() <= total;
            let values: Vec<i32> = self.domains[class].iter().copied().filter(near).collect();
            match values[..] {
                [] => return Ok(()),
                [value] => {
                    self.values[class] = value;
                    spectrum[column] = coefficient - size * value;
                    subtract(&mut bounds, column, value);
                }
                _ => {
                    let least = values.iter().map(|value| (coefficient - size * value).abs()).min().unwrap_or(0);
                    spectrum[column] = least;
                    undecided.push(Open { column, class, values });
                }
            }
        }
        if spectrum[1..].iter().any(|coefficient| coefficient.abs() > total) {
            return Ok(());
        }
        if undecided.is_empty() {
            return if bounds.iter().all(|&bound| bound >= 0) { self.found() } else { Ok(()) };
        }
        let out_of_reach = |u: usize| {
            let lowest = |open: &Open| {
                open.values.iter().map(|value| if is_odd(u & open.column) { -value } else { *value }).min()
            };
            undecided.iter().filter_map(lowest).sum::<i32>() > bounds[u]
        };
        if (0..bounds.len()).any(out_of_reach) {
            return Ok(());
        }
        let normal = hyperplane(&spectrum, &undecided, size);
        self.divide(&bounds, normal, undecided)
    }

    /// Tries all values of the classes outside a hyperplane, and searches for those inside.
    fn divide(&mut self, bounds: &[i32], normal: usize, open: Vec<Open>) -> Result<(), End> {
        let dropped = normal.ilog2();
        let (low, half) = ((1usize << dropped) - 1, bounds.len() / 2);
        let with = |u: usize| (u & !low) << 1 | u & low;
        let without = |column: usize| (column >> 1) & !low | column & low;
        // The bounds at the two quiet patterns that agree on the hyperplane.
        let first: Vec<i32> = (0..half).map(|u| bounds[with(u)]).collect();
        let second: Vec<i32> = (0..half).map(|u| bounds[with(u) ^ normal]).collect();
        let (outside, inside): (Vec<Open>, Vec<Open>) = open.into_iter().partition(|open| is_odd(open.column & normal));
        let inside: Vec<(usize, usize)> = inside.iter().map(|open| (without(open.column), open.class)).collect();
        let outside: Vec<Open> =
            outside.into_iter().map(|open| Open { column: without(open.column), ..open }).collect();
        self.choose(&outside, &first, &second, &inside)
    }

    fn choose(
        &mut self,
        outside: &[Open],
        first: &[i32],
        second: &[i32],
        inside: &[(usize, usize)],
    ) -> Result<(), End> {
        self.visit()?;
        let Some((open, rest)) = outside.split_first() else {
            let bounds: Vec<i32> = first.iter().zip(second).map(|(&first, &second)| first.min(second)).collect();
            // Most choices end here.
            if bounds.iter().sum::<i32>() < 0 {
                return Ok(());
            }
            return self.solve(&bounds, inside.to_vec());
        };
        for &value in &open.values {
            self.values[open.class] = value;
            let (mut first, mut second) = (first.to_vec(), second.to_vec());
            subtract(&mut first, open.column, value);
            subtract(&mut second, open.column, -value);
            self.choose(rest, &first, &second, inside)?;
        }
        Ok(())
    }

    fn found(&mut self) -> Result<(), End> {
        match &mut self.mode {
            Mode::First(found) => {
                *found = Some(self.values.clone());
                Err(End { stopped: false })
            }
            Mode::Count { ways, solutions } => {
                // The bounds of the other branch may admit the same values.
                if self.values.iter().sum::<i32>().rem_euclid(4) != self.remainder {
                    return Ok(());
                }
                let classes = self.code.classes.iter().zip(&self.values);
                let pressed = classes.map(|(class, value)| {
                    let cells = class.cells.len();
                    choices(cells, (cells as i32 - value) as usize / 2)
                });
                *ways += pressed.product::<BigUint>();
                *solutions += 1;
                if *solutions < MAX_COUNTED { Ok(()) } else { Err(End { stopped: false }) }
            }
        }
    }
}

/// Returns the hyperplane, by its normal, that lowers the average of the bounds most for the choices it takes.
fn hyperplane(spectrum: &[i32], open: &[Open], size: i32) -> usize {
    // The sums of squares and the choices outside all hyperplanes are transforms, too.
    let mut squares: Vec<f64> =
        spectrum.iter().map(|&coefficient| (f64::from(coefficient) / f64::from(size)).powi(2)).collect();
    squares[0] = 0.0;
    let mut choices = vec![0.0; spectrum.len()];
    for open in open {
        // About the logarithm, from integers alone: the same on every machine.
        choices[open.column] = f64::from(open.values.len().saturating_pow(4).ilog2()) / 4.0;
        // The values are 2 apart; those beyond the nearest are further away.
        let spread = open.values.len() as f64;
        squares[open.column] += (spread * spread - 1.0) / 3.0;
    }
    transform(&mut squares);
    transform(&mut choices);
    let worth = |normal: usize| {
        let (square, choice) = (squares[0] - squares[normal], choices[0] - choices[normal]);
        square.max(0.0).sqrt() / (choice + 0.1)
    };
    (1..spectrum.len()).reduce(|best, normal| if worth(normal) > worth(best) { normal } else { best }).unwrap_or(1)
}

/// The Walsh-Hadamard transform.
fn transform<T: Copy + std::ops::Add<Output = T> + std::ops::Sub<Output = T>>(values: &mut [T]) {
    let mut step = 1;
    while step < values.len() {
        for block in values.chunks_mut(2 * step) {
            let (first, second) = block.split_at_mut(step);
            for (a, b) in first.iter_mut().zip(second) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        step *= 2;
    }
}

/// Subtracts a value times the character of a column.
fn subtract(bounds: &mut [i32], column: usize, value: i32) {
    for (u, bound) in bounds.iter_mut().enumerate() {
        *bound -= if is_odd(u & column) { -value } else { value };
    }
}

fn is_odd(bits: usize) -> bool {
    bits.count_ones() % 2 == 1
}

/// Returns a column modulo 2 as a number.
fn bits(column: &[u8]) -> usize {
    column.iter().enumerate().map(|(index, &part)| usize::from(part) << index).sum()
}
