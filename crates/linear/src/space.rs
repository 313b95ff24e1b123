//! The solutions of a system: a point and generators.
//!
//! Modulo 2, the point `101` with the generators `110` and `011` has the four solutions `101`, `011`, `110`, `000`.
//! Each solution has a unique representation in which generator `i` is added fewer than `order` times; the order is the
//! modulus if that is prime, and a divisor of it otherwise. [`Gray`] enumerates the solutions so that each step adds or
//! subtracts one generator once. [`Scan`] keeps the weight of the current solution up to date; entries of equal weight
//! are packed next to each other and summed together.

use super::Halt;
use super::vector::{Bits, Residues, Vector};
use num_bigint::BigUint;
use std::collections::BTreeSet;
use std::iter::FusedIterator;
use std::ops::Range;

/// All solutions of a system.
#[derive(Debug, Clone)]
pub enum Space {
    /// Modulo 2.
    Two(Coset<Bits>),
    /// Modulo anything else.
    More(Coset<Residues>),
}

/// A point and its generators.
#[derive(Debug, Clone)]
pub struct Coset<V> {
    pub(super) modulus: u8,
    /// The length of a solution.
    pub(super) length: usize,
    pub(super) point: V,
    pub(super) generators: Vec<Generator<V>>,
    /// Generators of the solutions of the homogeneous system that are 0 at all decisions.
    pub(super) loose: Vec<V>,
}

/// A vector that is added fewer than `order` times.
#[derive(Debug, Clone)]
pub(super) struct Generator<V> {
    pub(super) vector: V,
    pub(super) order: u8,
}

/// Applies the same expression to both representations.
macro_rules! either {
    ($space:expr, $coset:ident => $work:expr) => {
        match $space {
            Space::Two($coset) => $work,
            Space::More($coset) => $work,
        }
    };
}

impl Space {
    /// Builds a space from a point and generators with their orders; the representations must be unique.
    pub fn new(modulus: u8, point: &[u8], generators: &[(Vec<u8>, u8)]) -> Space {
        match modulus {
            2 => Space::Two(Coset::new(modulus, point, generators)),
            _ => Space::More(Coset::new(modulus, point, generators)),
        }
    }

    /// Returns the number of solutions.
    pub fn count(&self) -> BigUint {
        self.orders().into_iter().fold(BigUint::from(1u8), |product, order| product * order)
    }

    /// Returns the order of each generator: one more than the maximal number of times it is added.
    pub fn orders(&self) -> Vec<u8> {
        either!(self, coset => coset.generators.iter().map(|generator| generator.order).collect())
    }

    /// Returns the number of generators: the nullity if the modulus is prime.
    pub fn generators(&self) -> usize {
        either!(self, coset => coset.generators.len())
    }

    /// Returns a generator by index.
    pub fn generator(&self, index: usize) -> Vec<u8> {
        either!(self, coset => unpacked(&coset.generators[index].vector, coset.length))
    }

    /// Returns the solution with generator `i` added `digits[i]` times.
    pub fn at(&self, digits: &[u8]) -> Vec<u8> {
        either!(self, coset => coset.at(digits))
    }

    /// Returns all solutions one by one, each once, with a value for each variable. The order is that of [`Gray`]
    /// numbers: the first is the point, and each differs from the one before by a generator. A step takes time linear
    /// in the number of variables, so the list may be left at any time.
    pub fn solutions(&self) -> Solutions {
        Solutions(match self {
            Space::Two(coset) => Walks::Two(coset.length, Walk::new(coset, Clone::clone)),
            Space::More(coset) => Walks::More(coset.length, Walk::new(coset, Clone::clone)),
        })
    }

    /// Returns the first variable with a nonzero weight that the decisions do not determine, if there is one.
    pub fn loose(&self, weights: &[i64]) -> Option<usize> {
        let weighs = |index: &usize| weights[*index] != 0;
        either!(self, coset => {
            let changed = |vector| (0..coset.length).filter(weighs).find(|&index| Vector::get(vector, index) != 0);
            coset.loose.iter().find_map(changed)
        })
    }

    /// Enumerates the weights of all solutions; entry `i` is counted `weights[i]` times.
    pub fn scan(&self, weights: &[i64]) -> Scan {
        match self {
            Space::Two(coset) => Scan::Two(Weighed::new(coset, weights)),
            Space::More(coset) => Scan::More(Weighed::new(coset, weights)),
        }
    }

    /// Estimates the work of a scan: the number of 64-bit words to add up.
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

    fn at(&self, digits: &[u8]) -> Vec<u8> {
        let mut solution = self.point.clone();
        for (generator, &digit) in self.generators.iter().zip(digits) {
            solution.add(&generator.vector, digit % self.modulus, self.modulus);
        }
        unpacked(&solution, self.length)
    }

    /// Reduces the generators to those that differ at the first `decisions` entries; the others are moved to `loose`.
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

/// Enumerates mixed-radix numbers in loopless reflected Gray order: each step changes one digit by 1 (D. E. Knuth, The
/// Art of Computer Programming 4A, 7.2.1.1, Algorithm H).
#[derive(Debug, Clone)]
pub struct Gray {
    orders: Vec<u8>,
    digits: Vec<u8>,
    up: Vec<bool>,
    focus: Vec<usize>,
}

impl Gray {
    /// Starts at 0. `digits[i]` is less than `orders[i]`, which is at least 2.
    pub fn new(orders: Vec<u8>) -> Gray {
        let count = orders.len();
        Gray { digits: vec![0; count], up: vec![true; count], focus: (0..=count).collect(), orders }
    }

    /// Returns the current digits.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// Changes one digit and returns its index and whether it increased; `None` at the end, and from then on.
    pub fn step(&mut self) -> Option<(usize, bool)> {
        let digit = self.focus[0];
        let &order = self.orders.get(digit)?;
        self.focus[0] = 0;
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

/// Enumerates a space by weights.
#[derive(Debug, Clone)]
pub enum Scan {
    /// Modulo 2.
    Two(Weighed<Bits>),
    /// Modulo anything else.
    More(Weighed<Residues>),
}

impl Scan {
    /// Returns the weight of the next solution.
    pub fn next_weight(&mut self) -> Option<i64> {
        match self {
            Scan::Two(weighed) => weighed.next(),
            Scan::More(weighed) => weighed.next(),
        }
    }

    /// Returns the digits of the solution weighed last.
    pub fn digits(&self) -> &[u8] {
        match self {
            Scan::Two(weighed) => weighed.walk.gray.digits(),
            Scan::More(weighed) => weighed.walk.gray.digits(),
        }
    }
}

/// A permutation of entries in which entries of equal weight share storage units.
struct Layout {
    /// Storage units and their weight.
    parts: Vec<(Range<usize>, i64)>,
    /// The new position of each entry; `None` for weight 0.
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

/// A walk through a space in Gray order.
#[derive(Debug, Clone)]
struct Walk<V> {
    modulus: u8,
    current: V,
    generators: Vec<V>,
    gray: Gray,
    started: bool,
}

impl<V: Vector> Walk<V> {
    /// Starts before the point; `stored` is the form in which vectors are kept.
    fn new(coset: &Coset<V>, stored: impl Fn(&V) -> V) -> Walk<V> {
        Walk {
            modulus: coset.modulus,
            current: stored(&coset.point),
            generators: coset.generators.iter().map(|generator| stored(&generator.vector)).collect(),
            gray: Gray::new(coset.generators.iter().map(|generator| generator.order).collect()),
            started: false,
        }
    }

    /// Goes to the next solution and returns it.
    fn step(&mut self) -> Option<&V> {
        if self.started {
            let (index, up) = self.gray.step()?;
            self.current.add(&self.generators[index], if up { 1 } else { self.modulus - 1 }, self.modulus);
        }
        self.started = true;
        Some(&self.current)
    }
}

/// The solutions of a space, one by one; see [`Space::solutions`].
#[derive(Debug, Clone)]
pub struct Solutions(Walks);

/// The number of variables and the walk.
#[derive(Debug, Clone)]
enum Walks {
    Two(usize, Walk<Bits>),
    More(usize, Walk<Residues>),
}

impl Iterator for Solutions {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        match &mut self.0 {
            Walks::Two(length, walk) => walk.step().map(|solution| unpacked(solution, *length)),
            Walks::More(length, walk) => walk.step().map(|solution| unpacked(solution, *length)),
        }
    }
}

impl FusedIterator for Solutions {}

/// The current solution of a scan.
#[derive(Debug, Clone)]
pub struct Weighed<V> {
    parts: Vec<(Range<usize>, i64)>,
    walk: Walk<V>,
}

impl<V: Vector> Weighed<V> {
    fn new(coset: &Coset<V>, weights: &[i64]) -> Weighed<V> {
        let layout = Layout::new(weights, V::LANES);
        let walk = Walk::new(coset, |vector| layout.packed(vector));
        Weighed { walk, parts: layout.parts }
    }

    fn next(&mut self) -> Option<i64> {
        let current = self.walk.step()?;
        Some(self.parts.iter().map(|(units, weight)| current.sum(units.clone()) as i64 * weight).sum())
    }
}

/// Returns the first `length` entries of a vector.
fn unpacked<V: Vector>(vector: &V, length: usize) -> Vec<u8> {
    (0..length).map(|index| vector.get(index)).collect()
}
