//! The number of strategies up to symmetry, by their structure.
//!
//! A vertex of one *half* of the cube (an even number of heads, or an odd number) has all its neighbours in the other. The two
//! halves are therefore coloured independently. A colour class of a half is a perfect code of the words without the lowest
//! bit, so a coloured half is a partition of these words into `n` codes and a name for each of them: 27,360 partitions
//! and 8! names for eight squares.
//!
//! The orbits are counted by Burnside's lemma over the conjugacy classes of the cube, and over all renamings in one step. Let
//! `p` be a partition that a symmetry `g` keeps, and `s` the permutation of its codes under `g`.
//!
//! - If `g` keeps the halves, a strategy is fixed under `g` and a renaming `r` if and only if `s` in either half, written with
//!   the names, is `r`. Of each partition that has the cycle type of `r`, as many namings do so as there are permutations that
//!   commute with `r`.
//! - If `g` exchanges the halves, one half determines the other, and is fixed under `g` twice and `r` twice. Over all renamings,
//!   these are as many as `s` (under `g` twice) has square roots.
//!
//! Memory: a byte for each code of each partition. Time: for eight squares, 185 classes by 27,360 partitions.

use super::cube::{cube, vertex};
use boardwright_base::board::symmetry::{Permutation, Unlisted};
use num_bigint::BigUint;
use std::collections::{BTreeMap, HashMap};

/// A set of words of at most 7 bits, a bit each.
type Words = u128;

/// The most squares for which the partitions are listed.
const MAX_SQUARES: usize = 8;

/// How many cycles of each length a permutation has, by length.
type CycleType = BTreeMap<usize, usize>;

/// Returns the number of strategies of a board up to the symmetries of the cube and, with `colours`, up to renaming. `None` if
/// the board is too large to list its partitions, or if `stop` returned true.
pub(super) fn strategies(squares: usize, colours: bool, stop: &dyn Fn() -> bool) -> Option<BigUint> {
    if !squares.is_power_of_two() || squares > MAX_SQUARES {
        return None;
    }
    let halves = Halves::new(squares, stop)?;
    let group = cube(squares, 0, false);
    let classes = match group.classes(stop) {
        Ok(classes) => classes,
        Err(Unlisted::TooMany | Unlisted::Stopped) => return None,
    };
    let mut sum = BigUint::ZERO;
    for (symmetry, size) in classes {
        if stop() {
            return None;
        }
        sum += halves.fixed(&symmetry, colours) * size;
    }
    // Burnside's sum is a multiple of the order of the group: anything else would be a mistake here.
    (&sum % group.order() == BigUint::ZERO).then(|| sum / group.order())
}

/// The codes of a half, which are those of the other half as well.
struct Halves {
    squares: usize,
    codes: Vec<Words>,
    /// The number of each code.
    numbers: HashMap<Words, u8>,
    /// The codes of each partition, ascending.
    partitions: Vec<Vec<u8>>,
}

impl Halves {
    fn new(squares: usize, stop: &dyn Fn() -> bool) -> Option<Halves> {
        let words = 1usize << (squares - 1);
        let all: Words = if words == 128 { Words::MAX } else { (1 << words) - 1 };
        // A word and those one bit away: the words that it covers.
        let ball = |word: usize| (0..squares - 1).fold(1 << word, |ball: Words, bit| ball | 1 << (word ^ 1 << bit));
        let balls: Vec<Words> = (0..words).map(ball).collect();
        let mut codes = Vec::new();
        exact_covers(&balls, all, 0, &mut Vec::new(), stop, &mut |chosen| {
            codes.push(chosen.iter().fold(0, |code: Words, &word| code | 1 << word));
        })?;
        codes.sort_unstable();
        let numbers = codes.iter().zip(0..).map(|(&code, number)| (code, number)).collect();
        let mut partitions = Vec::new();
        exact_covers(&codes, all, 0, &mut Vec::new(), stop, &mut |chosen| {
            let mut partition: Vec<u8> = chosen.iter().map(|&code| code as u8).collect();
            partition.sort_unstable();
            partitions.push(partition);
        })?;
        Some(Halves { squares, codes, numbers, partitions })
    }

    /// Returns the number of strategies that a symmetry of the cube fixes; with `colours`, the mean over all renamings of the
    /// number that it fixes together with the renaming.
    fn fixed(&self, symmetry: &Permutation, colours: bool) -> BigUint {
        let exchanges = vertex(0, self.squares, symmetry).count_ones() % 2 == 1;
        let maps = [0, 1].map(|parity| self.images(symmetry, parity));
        let names = factorial(self.squares);
        let identity = CycleType::from([(1, self.squares)]);
        let number =
            |types: &BTreeMap<CycleType, u32>, of: &CycleType| BigUint::from(types.get(of).copied().unwrap_or(0));
        if exchanges {
            let twice: Vec<u8> = maps[0].iter().map(|&image| maps[1][usize::from(image)]).collect();
            let types = self.types(&twice);
            return match colours {
                true => types.iter().map(|(cycles, &number)| square_roots(cycles) * number).sum(),
                false => number(&types, &identity) * names,
            };
        }
        let [even, odd] = maps.map(|map| self.types(&map));
        match colours {
            true => even.iter().map(|(cycles, &kept)| commuting(cycles) * kept * number(&odd, cycles)).sum(),
            false => number(&even, &identity) * number(&odd, &identity) * &names * &names,
        }
    }

    /// Returns the image of each code of the half of that parity, by number.
    fn images(&self, symmetry: &Permutation, parity: usize) -> Vec<u8> {
        let image = |word: usize| {
            let lowest = (word.count_ones() as usize + parity) % 2;
            vertex(word << 1 | lowest, self.squares, symmetry) >> 1
        };
        let images: Vec<usize> = (0..1 << (self.squares - 1)).map(image).collect();
        let moved = |&code: &Words| {
            let members = images.iter().enumerate().filter(|(word, _)| code >> word & 1 == 1);
            members.fold(0, |moved: Words, (_, image)| moved | 1 << image)
        };
        // A symmetry of the cube takes codes to codes, and all codes were listed.
        self.codes.iter().map(|code| self.numbers[&moved(code)]).collect()
    }

    /// Returns how many partitions a map of the codes keeps, by the cycle type with which it permutes their codes.
    fn types(&self, map: &[u8]) -> BTreeMap<CycleType, u32> {
        let mut types = BTreeMap::new();
        for partition in &self.partitions {
            let place = |code: &u8| partition.binary_search(&map[usize::from(*code)]).ok();
            if let Some(images) = partition.iter().map(place).collect::<Option<Vec<usize>>>() {
                *types.entry(cycle_type(&images)).or_insert(0) += 1;
            }
        }
        types
    }
}

/// Passes to `found` the numbers of every choice of options, sets of words, that covers each word of `all` exactly once. `None`
/// if `stop` returned true.
fn exact_covers(
    options: &[Words],
    all: Words,
    covered: Words,
    chosen: &mut Vec<usize>,
    stop: &dyn Fn() -> bool,
    found: &mut dyn FnMut(&[usize]),
) -> Option<()> {
    if covered == all {
        found(chosen);
        return Some(());
    }
    if stop() {
        return None;
    }
    let first = 1 << covered.trailing_ones();
    for (number, &option) in options.iter().enumerate() {
        if option & first != 0 && option & covered == 0 {
            chosen.push(number);
            exact_covers(options, all, covered | option, chosen, stop, found)?;
            chosen.pop();
        }
    }
    Some(())
}

fn cycle_type(images: &[usize]) -> CycleType {
    let mut met = vec![false; images.len()];
    let mut cycles = CycleType::new();
    for start in 0..images.len() {
        let (mut at, mut length) = (start, 0);
        while !std::mem::replace(&mut met[at], true) {
            (at, length) = (images[at], length + 1);
        }
        if length > 0 {
            *cycles.entry(length).or_insert(0) += 1;
        }
    }
    cycles
}

/// Returns the number of permutations that commute with one of this cycle type.
fn commuting(cycles: &CycleType) -> BigUint {
    cycles.iter().map(|(&length, &times)| factorial(times) * BigUint::from(length).pow(times as u32)).product()
}

/// Returns the number of permutations whose square is a given one of this cycle type. The square of a cycle of odd length is
/// one of the same length; that of a cycle of length `2 l` is two of length `l`, which `l` cycles have as their square.
fn square_roots(cycles: &CycleType) -> BigUint {
    let of_length = |(&length, &times): (&usize, &usize)| -> BigUint {
        let pairs = (0..=times / 2).filter(|pairs| length % 2 == 1 || 2 * pairs == times);
        let ways = |pairs: usize| {
            let paired = factorial(times) / ((factorial(times - 2 * pairs) * factorial(pairs)) << pairs);
            paired * BigUint::from(length).pow(pairs as u32)
        };
        pairs.map(ways).sum()
    };
    cycles.iter().map(of_length).product()
}

fn factorial(n: usize) -> BigUint {
    (1..=n).map(BigUint::from).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns all permutations of this number of points.
    fn permutations(points: usize) -> Vec<Vec<usize>> {
        if points == 0 {
            return vec![Vec::new()];
        }
        let extended = |shorter: Vec<usize>| {
            (0..points).map(move |at| {
                let mut longer = shorter.clone();
                longer.insert(at, points - 1);
                longer
            })
        };
        permutations(points - 1).into_iter().flat_map(extended).collect()
    }

    #[test]
    fn permutations_are_counted_as_by_trying_all() {
        let all = permutations(5);
        let then = |one: &[usize], other: &[usize]| one.iter().map(|&image| other[image]).collect::<Vec<usize>>();
        for given in &all {
            let cycles = cycle_type(given);
            let roots = all.iter().filter(|root| then(root, root) == *given).count();
            assert_eq!(square_roots(&cycles), BigUint::from(roots), "{given:?}");
            let commute = all.iter().filter(|other| then(given, other) == then(other, given)).count();
            assert_eq!(commuting(&cycles), BigUint::from(commute), "{given:?}");
        }
    }

    /// One and two squares have one strategy up to symmetry. `tests/puzzles/eight_squares.rs` lists those of four
    /// squares: 5 orbits, and 3 with renaming.
    #[test]
    fn small_boards_are_as_listing_says() {
        for (squares, orbits, renamed) in [(1, 1u32, 1u32), (2, 1, 1), (4, 5, 3)] {
            assert_eq!(strategies(squares, false, &|| false), Some(orbits.into()), "{squares}");
            assert_eq!(strategies(squares, true, &|| false), Some(renamed.into()), "{squares}");
        }
        assert_eq!(strategies(16, true, &|| false), None);
        assert_eq!(strategies(4, true, &|| true), None);
    }
}
