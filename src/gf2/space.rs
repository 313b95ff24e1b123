//! The solutions of a system: a point, and generators that may be added so many times each.
//!
//! Modulo 2, `101` with the generators `110` and `011` are the four vectors `101`, `011`, `110`, `000`. Every solution is
//! reached in one way: generator `i` is added less than `order` times, which is the modulus where that is prime, and
//! otherwise a divisor of it. [`Gray`] goes through them so that one step adds or subtracts one generator once; [`Scan`]
//! keeps the weight of a solution up to date on the way, packed: numbers of equal weight lie side by side and are counted
//! together.

use super::Halt;
use super::vector::{Bits, Residues, Vector};
use num_bigint::BigUint;
use std::collections::BTreeSet;
use std::ops::Range;

/// All solutions of a system.
#[derive(Debug, Clone)]
pub enum Space {
    /// Modulo 2.
    Two(Coset<Bits>),
    /// Modulo anything else.
    More(Coset<Residues>),
}

/// A point and what may be added to it.
#[derive(Debug, Clone)]
pub struct Coset<V> {
    pub(super) modulus: u8,
    /// The numbers of a solution.
    pub(super) length: usize,
    pub(super) point: V,
    pub(super) generators: Vec<Generator<V>>,
    /// Whether variables that are not decisions can change when no decision does.
    pub(super) loose: Vec<V>,
}

/// What may be added less than `order` times.
#[derive(Debug, Clone)]
pub(super) struct Generator<V> {
    pub(super) vector: V,
    pub(super) order: u8,
}

/// Does the same for both ways of packing.
macro_rules! either {
    ($space:expr, $coset:ident => $work:expr) => {
        match $space {
            Space::Two($coset) => $work,
            Space::More($coset) => $work,
        }
    };
}

impl Space {
    /// A point, and vectors that may be added to it less often than their order; every solution is reached in one way.
    pub fn new(modulus: u8, point: &[u8], generators: &[(Vec<u8>, u8)]) -> Space {
        match modulus {
            2 => Space::Two(Coset::new(modulus, point, generators)),
            _ => Space::More(Coset::new(modulus, point, generators)),
        }
    }

    /// The number of solutions.
    pub fn count(&self) -> BigUint {
        self.orders().into_iter().fold(BigUint::from(1u8), |product, order| product * order)
    }

    /// How often each generator may be added, and one more.
    pub fn orders(&self) -> Vec<u8> {
        either!(self, coset => coset.generators.iter().map(|generator| generator.order).collect())
    }

    /// The number of generators: the nullity, where the modulus is prime.
    pub fn generators(&self) -> usize {
        either!(self, coset => coset.generators.len())
    }

    /// A generator, by index.
    pub fn generator(&self, index: usize) -> Vec<u8> {
        either!(self, coset => coset.unpacked(&coset.generators[index].vector))
    }

    /// The solution that has generator `i` added `digits[i]` times.
    pub fn at(&self, digits: &[u8]) -> Vec<u8> {
        either!(self, coset => coset.at(digits))
    }

    /// The first variable with a weight that can change while all decisions stay, if there is one.
    pub fn loose(&self, weights: &[i64]) -> Option<usize> {
        let weighs = |index: &usize| weights[*index] != 0;
        either!(self, coset => {
            let changed = |vector| (0..coset.length).filter(weighs).find(|&index| Vector::get(vector, index) != 0);
            coset.loose.iter().find_map(changed)
        })
    }

    /// Goes through all solutions by their weights: number `i` counts `weights[i]` times.
    pub fn scan(&self, weights: &[i64]) -> Scan {
        match self {
            Space::Two(coset) => Scan::Two(Weighed::new(coset, weights)),
            Space::More(coset) => Scan::More(Weighed::new(coset, weights)),
        }
    }

    /// What it takes to go through all solutions by their weights: words of 64 bits that are added up.
    pub fn effort(&self, weights: &[i64]) -> BigUint {
        let words = match self {
            Space::Two(_) => Layout::new(weights, Bits::LANES).length.div_ceil(64),
            Space::More(_) => Layout::new(weights, Residues::LANES).length.div_ceil(8),
        };
        self.count() * words.max(1)
    }
}

impl<V: Vector> Coset<V> {
    fn new(modulus: u8, point: &[u8], generators: &[(Vec<u8>, u8)]) -> Coset<V> {
        let generator = |(vector, order): &(Vec<u8>, u8)| Generator { vector: V::of(vector), order: *order };
        let generators = generators.iter().map(generator).collect();
        Coset { modulus, length: point.len(), point: V::of(point), generators, loose: Vec::new() }
    }

    fn unpacked(&self, vector: &V) -> Vec<u8> {
        (0..self.length).map(|index| vector.get(index)).collect()
    }

    fn at(&self, digits: &[u8]) -> Vec<u8> {
        let mut solution = self.point.clone();
        for (generator, &digit) in self.generators.iter().zip(digits) {
            solution.add(&generator.vector, digit % self.modulus, self.modulus);
        }
        self.unpacked(&solution)
    }

    /// Keeps generators that differ on the first so many numbers, and puts aside what changes only others.
    pub(super) fn project(&mut self, decisions: usize, halt: Halt<'_>) -> Option<()> {
        if decisions == self.length {
            return Some(());
        }
        let mut rows: Vec<V> = self.generators.drain(..).map(|generator| generator.vector).collect();
        let pivots = V::echelon(&mut rows, decisions, self.modulus, halt)?;
        self.loose = rows.split_off(pivots.len());
        self.generators = rows
            .into_iter()
            .zip(pivots)
            .map(|(vector, pivot)| Generator { vector, order: self.modulus / pivot.value })
            .collect();
        Some(())
    }
}

/// Mixed-radix numbers, each differing from the last by 1 in one digit: reflected Gray code without a loop (D. E. Knuth,
/// The Art of Computer Programming 4A, 7.2.1.1, Algorithm H).
#[derive(Debug, Clone)]
pub struct Gray {
    orders: Vec<u8>,
    digits: Vec<u8>,
    up: Vec<bool>,
    focus: Vec<usize>,
}

impl Gray {
    /// Starts at 0; `digits[i]` is less than `orders[i]`, which is at least 2.
    pub fn new(orders: Vec<u8>) -> Gray {
        let count = orders.len();
        Gray { digits: vec![0; count], up: vec![true; count], focus: (0..=count).collect(), orders }
    }

    /// The digits now.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// Changes one digit: which, and whether it grew. `None` when all numbers were passed.
    pub fn step(&mut self) -> Option<(usize, bool)> {
        let digit = std::mem::replace(&mut self.focus[0], 0);
        let &order = self.orders.get(digit)?;
        let up = self.up[digit];
        let value = &mut self.digits[digit];
        *value = if up { *value + 1 } else { *value - 1 };
        if *value == 0 || *value == order - 1 {
            self.up[digit] = !up;
            self.focus[digit] = self.focus[digit + 1];
            self.focus[digit + 1] = digit + 1;
        }
        Some((digit, up))
    }
}

/// Goes through a space by weights.
#[derive(Debug, Clone)]
pub enum Scan {
    /// Modulo 2.
    Two(Weighed<Bits>),
    /// Modulo anything else.
    More(Weighed<Residues>),
}

impl Scan {
    /// The weight of the next solution.
    pub fn next_weight(&mut self) -> Option<i64> {
        match self {
            Scan::Two(weighed) => weighed.next(),
            Scan::More(weighed) => weighed.next(),
        }
    }

    /// How often each generator is added in the solution that was weighed last.
    pub fn digits(&self) -> &[u8] {
        match self {
            Scan::Two(weighed) => weighed.gray.digits(),
            Scan::More(weighed) => weighed.gray.digits(),
        }
    }
}

/// Where numbers go so that those of equal weight share units of storage.
struct Layout {
    /// By weight, the units.
    parts: Vec<(Range<usize>, i64)>,
    /// By number, its place; none without a weight.
    places: Vec<Option<usize>>,
    length: usize,
}

impl Layout {
    fn new(weights: &[i64], lanes: usize) -> Layout {
        let distinct: BTreeSet<i64> = weights.iter().copied().filter(|&weight| weight != 0).collect();
        let mut layout = Layout { parts: Vec::new(), places: vec![None; weights.len()], length: 0 };
        for weight in distinct {
            let first = layout.length;
            for index in (0..weights.len()).filter(|&index| weights[index] == weight) {
                layout.places[index] = Some(layout.length);
                layout.length += 1;
            }
            layout.length = layout.length.next_multiple_of(lanes);
            layout.parts.push((first / lanes..layout.length / lanes, weight));
        }
        layout
    }

    fn packed<V: Vector>(&self, vector: &V) -> V {
        let mut packed = V::zero(self.length);
        for (index, place) in self.places.iter().enumerate() {
            if let Some(place) = *place {
                packed.set(place, vector.get(index));
            }
        }
        packed
    }
}

/// A solution and its weight, on its way through a space.
#[derive(Debug, Clone)]
pub struct Weighed<V> {
    modulus: u8,
    parts: Vec<(Range<usize>, i64)>,
    current: V,
    generators: Vec<V>,
    gray: Gray,
    started: bool,
}

impl<V: Vector> Weighed<V> {
    fn new(coset: &Coset<V>, weights: &[i64]) -> Weighed<V> {
        let layout = Layout::new(weights, V::LANES);
        Weighed {
            modulus: coset.modulus,
            current: layout.packed(&coset.point),
            generators: coset.generators.iter().map(|generator| layout.packed(&generator.vector)).collect(),
            gray: Gray::new(coset.generators.iter().map(|generator| generator.order).collect()),
            parts: layout.parts,
            started: false,
        }
    }

    fn next(&mut self) -> Option<i64> {
        if self.started {
            let (index, up) = self.gray.step()?;
            self.current.add(&self.generators[index], if up { 1 } else { self.modulus - 1 }, self.modulus);
        }
        self.started = true;
        Some(self.parts.iter().map(|(units, weight)| self.current.sum(units.clone()) as i64 * weight).sum())
    }
}
