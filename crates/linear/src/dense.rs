//! Systems of dense rows.
//!
//! `x + y = 1` modulo 2 is the row `1 1 1`: a coefficient for each unknown and, last, the constant; they add up to 0.
//! The solutions are the point `1 0`, which is 0 at all free unknowns, and the point plus the generator `1 1`.

use super::space::{Coset, Generator};
use super::vector::{Bits, Residues, Vector, substitute};
use super::{Halt, Solved, Space};

/// A solution, with 1 as its last entry (for the constant), and the generators, with 0 there. Inner `None`: the rows
/// are inconsistent. Outer `None`: halted.
pub(super) type Reduced<V> = Option<Option<(V, Vec<Generator<V>>)>>;

/// Solves rows of `unknowns` coefficients and a constant.
pub(super) fn reduce<V: Vector>(mut rows: Vec<V>, unknowns: usize, modulus: u8, halt: Halt<'_>) -> Reduced<V> {
    let pivots = V::echelon(&mut rows, unknowns + 1, modulus, halt)?;
    if pivots.last().is_some_and(|pivot| pivot.column == unknowns) {
        return Some(None);
    }
    let mut start = V::zero(unknowns + 1);
    start.set(unknowns, 1);
    let point = substitute(&rows, &pivots, start, modulus);
    let mut generators = Vec::new();
    let mut at = pivots.iter().peekable();
    for unknown in 0..unknowns {
        let order = at.next_if(|pivot| pivot.column == unknown).map_or(modulus, |pivot| pivot.value);
        if order == 1 {
            continue;
        }
        if halt() {
            return None;
        }
        let mut start = V::zero(unknowns + 1);
        start.set(unknown, modulus / order);
        generators.push(Generator { vector: substitute(&rows, &pivots, start, modulus), order });
    }
    Some(Some((point, generators)))
}

/// Solves rows of `unknowns` coefficients and a constant, modulo 2.
pub fn solve_bits(rows: Vec<Bits>, unknowns: usize, halt: Halt<'_>) -> Solved {
    solved(rows, unknowns, 2, halt, Space::Two)
}

/// Solves rows of `unknowns` coefficients and a constant, modulo any number up to [`super::MAX_MODULUS`].
pub fn solve_residues(rows: Vec<Residues>, unknowns: usize, modulus: u8, halt: Halt<'_>) -> Solved {
    solved(rows, unknowns, modulus, halt, Space::More)
}

fn solved<V: Vector>(
    rows: Vec<V>,
    unknowns: usize,
    modulus: u8,
    halt: Halt<'_>,
    space: fn(Coset<V>) -> Space,
) -> Solved {
    match reduce(rows, unknowns, modulus, halt) {
        None => Solved::Halted,
        Some(None) => Solved::Conflict,
        Some(Some((point, generators))) => {
            Solved::Space(space(Coset { modulus, length: unknowns, point, generators, loose: Vec::new() }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_base::random::Random;

    /// Compares with brute force.
    #[test]
    fn solutions_match_brute_force() {
        for seed in 0..200 {
            let mut dice = Random(seed);
            let modulus = 2 + dice.below(5) as u8;
            let unknowns = 1 + dice.below(4);
            let rows: Vec<Vec<u8>> = (0..dice.below(5))
                .map(|_| (0..=unknowns).map(|_| dice.below(usize::from(modulus)) as u8).collect())
                .collect();
            let solved = match modulus {
                2 => solve_bits(rows.iter().map(|row| Bits::of(row)).collect(), unknowns, &|| false),
                _ => solve_residues(rows.iter().map(|row| Residues::of(row)).collect(), unknowns, modulus, &|| false),
            };
            let m = usize::from(modulus);
            let all = (0..m.pow(unknowns as u32))
                .map(|number| (0..unknowns).map(|i| number / m.pow(i as u32) % m).collect::<Vec<usize>>())
                .filter(|x| {
                    rows.iter().all(|row| {
                        let sum: usize = row.iter().zip(x.iter().chain([&1])).map(|(&a, x)| usize::from(a) * x).sum();
                        sum.is_multiple_of(m)
                    })
                })
                .count();
            match solved {
                Solved::Space(space) => {
                    assert_eq!(space.count(), all.into(), "seed {seed}");
                    let point: Vec<usize> = space.at(&[]).iter().map(|&x| usize::from(x)).collect();
                    for row in &rows {
                        let sum: usize =
                            row.iter().zip(point.iter().chain([&1])).map(|(&a, x)| usize::from(a) * x).sum();
                        assert_eq!(sum % m, 0, "seed {seed}");
                    }
                }
                Solved::Conflict => assert_eq!(all, 0, "seed {seed}"),
                Solved::Halted => panic!("nothing halts it"),
            }
        }
    }
}
