//! The strategies of the devil's chessboard with eight squares: how many, and of which kinds.
//!
//! ```text
//! cargo run --release --example eight-squares
//! ```
//!
//! A strategy colours the 256 vertices of the cube so that the neighbours of every vertex have all eight colours. The
//! vertices with an even number of ones (one *half* of the cube) and the others are coloured independently, and a colour
//! class in a half is 16 words at distance 4 or more: an extended perfect code. So a half is coloured by cutting it into
//! eight such codes, a *partition*, and naming them in one of 8! ways. All else is here counted over partitions: their
//! orbits under the symmetries of the cube, those that are all cosets of one code, those that the half-board construction
//! of the document "The Devil's Chessboard and Error Correcting Codes" reaches.
//!
//! It shares no code with the program, so that both can be wrong only independently: `boardwright count
//! models/devils-chessboard/strategy-8.toml` gives the number on the first line by exact cover. docs/devils-chessboard.md
//! explains the figures.

use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The results for boards of `n` squares.
pub struct Findings {
    /// `n`.
    pub squares: usize,
    /// Perfect codes of length `n - 1`.
    pub codes: usize,
    /// Ways to cut a half of the cube into such codes.
    pub partitions: usize,
    /// Strategies, with colours and vertices distinguished.
    pub strategies: BigUint,
    /// Up to one renaming of the colours.
    pub up_to_colours: BigUint,
    /// Up to the symmetries of the cube, colours staying.
    pub up_to_cube: BigUint,
    /// Up to both.
    pub up_to_both: BigUint,
    /// The orbits of partitions under the symmetries of the cube that keep the half.
    pub kinds: Vec<Kind>,
    /// Partitions that the half-board construction reaches with the board cut in the middle, and with any pairs of squares.
    pub half_board: (usize, usize),
}

/// An orbit of partitions of a half under the symmetries of the cube.
pub struct Kind {
    /// How many.
    pub partitions: usize,
    /// How many of the eight codes are cosets of the same linear code, largest first: 8 for a coset strategy.
    pub directions: Vec<usize>,
    /// How many of them the half-board construction reaches, with any pairs of squares.
    pub half_board: usize,
}

/// A set of words of `n - 1` bits: a code of a half, the lowest bit of each vertex left out.
type Code = u128;

/// A symmetry of the cube: the squares are permuted, then some are turned.
#[derive(Clone)]
struct Symmetry {
    squares: Vec<usize>,
    turned: usize,
}

impl Symmetry {
    fn of(&self, vertex: usize) -> usize {
        let permuted = self.squares.iter().enumerate().filter(|(from, _)| vertex >> from & 1 == 1);
        permuted.fold(0, |image, (_, to)| image | 1 << to) ^ self.turned
    }

    fn keeps_halves(&self) -> bool {
        self.turned.count_ones().is_multiple_of(2)
    }

    /// The image of a code of the half of that parity, which is a code of the half it goes to.
    fn of_code(&self, code: Code, parity: usize, words: usize) -> Code {
        let members = (0..words).filter(|word| code >> word & 1 == 1);
        members.fold(0, |image, word| image | 1 << (self.of(vertex(word, parity)) >> 1))
    }
}

/// The vertex of a half that has these bits above the lowest.
fn vertex(word: usize, parity: usize) -> usize {
    (word << 1) | ((word.count_ones() as usize + parity) % 2)
}

/// All perfect codes: sets of words such that every word is in one of them or one bit from exactly one.
fn perfect_codes(bits: usize) -> Vec<Code> {
    fn extend(covered: Code, code: Code, bits: usize, all: Code, found: &mut Vec<Code>) {
        if covered == all {
            found.push(code);
            return;
        }
        let first = (!covered).trailing_zeros() as usize;
        for centre in std::iter::once(first).chain((0..bits).map(|bit| first ^ 1 << bit)) {
            let ball = (0..bits).fold(1u128 << centre, |ball, bit| ball | 1 << (centre ^ 1 << bit));
            if ball & covered == 0 {
                extend(covered | ball, code | 1 << centre, bits, all, found);
            }
        }
    }
    let all = if bits == 7 { Code::MAX } else { (1 << (1 << bits)) - 1 };
    let mut found = Vec::new();
    extend(0, 0, bits, all, &mut found);
    found.sort_unstable();
    found
}

/// All ways to cut the words into codes, each a list of their numbers in order.
fn partitions(codes: &[Code], bits: usize) -> Vec<Vec<u8>> {
    fn extend(codes: &[Code], all: Code, covered: Code, chosen: &mut Vec<u8>, found: &mut Vec<Vec<u8>>) {
        if covered == all {
            let mut partition = chosen.clone();
            partition.sort_unstable();
            found.push(partition);
            return;
        }
        let first = 1 << (!covered).trailing_zeros();
        for (number, &code) in codes.iter().enumerate() {
            if code & first != 0 && code & covered == 0 {
                chosen.push(number as u8);
                extend(codes, all, covered | code, chosen, found);
                chosen.pop();
            }
        }
    }
    let all = if bits == 7 { Code::MAX } else { (1 << (1 << bits)) - 1 };
    let mut found = Vec::new();
    extend(codes, all, 0, &mut Vec::new(), &mut found);
    found
}

/// The conjugacy classes of the symmetries of the cube: a representative and how many they are. A class is given by the
/// lengths of the cycles of the squares, each with an even or an odd number of turned squares.
fn classes(squares: usize) -> Vec<(Symmetry, BigUint)> {
    fn cycles(
        left: usize,
        longest: usize,
        odd: bool,
        chosen: &mut Vec<(usize, bool)>,
        all: &mut Vec<Vec<(usize, bool)>>,
    ) {
        if left == 0 {
            all.push(chosen.clone());
            return;
        }
        for length in (1..=longest.min(left)).rev() {
            for turned in [true, false] {
                if length == longest && turned && !odd {
                    continue;
                }
                chosen.push((length, turned));
                cycles(left - length, length, turned, chosen, all);
                chosen.pop();
            }
        }
    }
    let mut all = Vec::new();
    cycles(squares, squares, true, &mut Vec::new(), &mut all);
    let order = factorial(squares) << squares;
    let class = |cycles: Vec<(usize, bool)>| {
        let mut symmetry = Symmetry { squares: vec![0; squares], turned: 0 };
        let mut first = 0;
        let mut centraliser = BigUint::from(1u32);
        let mut same: BTreeMap<(usize, bool), usize> = BTreeMap::new();
        for &(length, turned) in &cycles {
            (0..length).for_each(|index| symmetry.squares[first + index] = first + (index + 1) % length);
            symmetry.turned |= usize::from(turned) << first;
            first += length;
            let times = same.entry((length, turned)).or_default();
            *times += 1;
            centraliser *= 2 * length * *times;
        }
        (symmetry, &order / centraliser)
    };
    all.into_iter().map(class).collect()
}

fn factorial(n: usize) -> BigUint {
    (1..=n).map(BigUint::from).product()
}

/// What a symmetry does to the codes: for each, the number of its image.
fn on_codes(symmetry: &Symmetry, parity: usize, codes: &[Code], numbers: &HashMap<Code, u8>, bits: usize) -> Vec<u8> {
    codes.iter().map(|&code| numbers[&symmetry.of_code(code, parity, 1 << bits)]).collect()
}

/// The lengths of the cycles in which a map permutes the codes of a partition, ascending; `None` if it does not.
fn cycle_type(partition: &[u8], map: &[u8]) -> Option<Vec<usize>> {
    let images: Option<Vec<usize>> =
        partition.iter().map(|&code| partition.binary_search(&map[usize::from(code)]).ok()).collect();
    let images = images?;
    let mut seen = vec![false; images.len()];
    let mut lengths = Vec::new();
    for start in 0..images.len() {
        let (mut at, mut length) = (start, 0);
        while !std::mem::replace(&mut seen[at], true) {
            at = images[at];
            length += 1;
        }
        if length > 0 {
            lengths.push(length);
        }
    }
    lengths.sort_unstable();
    Some(lengths)
}

/// How many partitions a map keeps, by the cycles in which it permutes their codes.
fn kept(partitions: &[Vec<u8>], map: &[u8]) -> BTreeMap<Vec<usize>, usize> {
    let mut kept = BTreeMap::new();
    for lengths in partitions.iter().filter_map(|partition| cycle_type(partition, map)) {
        *kept.entry(lengths).or_default() += 1;
    }
    kept
}

/// By length, how many cycles.
fn lengths(cycles: &[usize]) -> BTreeMap<usize, usize> {
    cycles.iter().fold(BTreeMap::new(), |mut counts, &length| {
        *counts.entry(length).or_default() += 1;
        counts
    })
}

/// How many permutations commute with one of this cycle type.
fn centraliser(cycles: &[usize]) -> BigUint {
    lengths(cycles)
        .into_iter()
        .map(|(length, times)| factorial(times) * BigUint::from(length).pow(times as u32))
        .product()
}

/// How many permutations have a square of this cycle type: a cycle of even length is half of a cycle twice as long, as one
/// of odd length may be; two of length `k` join in `k` ways.
fn square_roots(cycles: &[usize]) -> BigUint {
    let roots = |(length, times): (usize, usize)| -> BigUint {
        let joined = |pairs: usize| {
            let ways = factorial(times) / ((factorial(times - 2 * pairs) * factorial(pairs)) << pairs);
            ways * BigUint::from(length).pow(pairs as u32)
        };
        match (length % 2, times % 2) {
            (1, _) => (0..=times / 2).map(joined).sum(),
            (_, 0) => joined(times / 2),
            _ => BigUint::ZERO,
        }
    };
    lengths(cycles).into_iter().map(roots).product()
}

/// The partitions that the half-board construction reaches when the squares are cut into these pairs: the smaller board
/// determines the pair, by the sums of the pairs; an arbitrary function of these sums, with the parity of the first squares of
/// the pairs, determines the square in it.
fn half_board(pairs: &[(usize, usize)], numbers: &HashMap<Code, u8>, bits: usize) -> BTreeSet<Vec<u8>> {
    let half = pairs.len();
    let sums = |vertex: usize| {
        pairs
            .iter()
            .enumerate()
            .fold(0usize, |sums, (pair, (one, other))| sums | (vertex >> one & 1 ^ vertex >> other & 1) << pair)
    };
    // A strategy of the smaller board, on sums with an even number of ones; any other is this one renamed.
    let small = |sums: usize| (0..half).filter(|pair| sums >> pair & 1 == 1).fold(0, |colour, pair| colour ^ pair);
    let even: Vec<usize> = (0..1usize << half).filter(|sums| sums.count_ones() % 2 == 0).collect();
    let mut found = BTreeSet::new();
    for function in 0..1u32 << even.len() {
        let mut classes = vec![0u128; 2 * half];
        for word in 0..1usize << bits {
            let vertex = vertex(word, 0);
            let sums = sums(vertex);
            let place = even.iter().position(|&found| found == sums).expect("an even vertex has an even sum");
            let parity = pairs.iter().fold(0, |parity, (one, _)| parity ^ vertex >> one & 1);
            let second = parity ^ (function >> place & 1) as usize;
            classes[small(sums) + half * second] |= 1 << word;
        }
        let mut partition: Vec<u8> = classes.iter().map(|class| numbers[class]).collect();
        partition.sort_unstable();
        found.insert(partition);
    }
    found
}

/// All ways to cut the squares into pairs.
fn pairings(squares: &[usize]) -> Vec<Vec<(usize, usize)>> {
    let Some((&first, rest)) = squares.split_first() else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for (index, &other) in rest.iter().enumerate() {
        let left: Vec<usize> = rest.iter().enumerate().filter(|(i, _)| *i != index).map(|(_, &s)| s).collect();
        for mut pairing in pairings(&left) {
            pairing.push((first, other));
            all.push(pairing);
        }
    }
    all
}

/// The linear code that a code is a coset of: its words, each added to the first.
fn direction(code: Code, bits: usize) -> Code {
    let first = code.trailing_zeros() as usize;
    (0..1usize << bits).filter(|word| code >> word & 1 == 1).fold(0, |moved, word| moved | 1 << (word ^ first))
}

/// Boards of 2, 4 or 8 squares.
pub fn findings(squares: usize) -> Findings {
    let bits = squares - 1;
    let codes = perfect_codes(bits);
    let numbers: HashMap<Code, u8> = codes.iter().enumerate().map(|(number, &code)| (code, number as u8)).collect();
    let partitions = partitions(&codes, bits);
    let names = factorial(squares);
    let (mut cube, mut both, mut order) = (BigUint::ZERO, BigUint::ZERO, BigUint::ZERO);
    for (symmetry, size) in classes(squares) {
        let of_half = |parity: usize| on_codes(&symmetry, parity, &codes, &numbers, bits);
        let (even, odd) = (of_half(0), of_half(1));
        let fixed = vec![1; squares];
        let (with_names, without) = if symmetry.keeps_halves() {
            // Both halves are kept; with names, every class is. Without, the names of one half go with those of the other.
            let (even, odd) = (kept(&partitions, &even), kept(&partitions, &odd));
            let named = |kept: &BTreeMap<Vec<usize>, usize>| &names * kept.get(&fixed).copied().unwrap_or(0);
            let matched = even
                .iter()
                .filter_map(|(cycles, &times)| odd.get(cycles).map(|&others| centraliser(cycles) * times * others));
            (named(&even) * named(&odd), matched.sum::<BigUint>())
        } else {
            // The odd half is the image of the even one, which has to come back to itself.
            let twice: Vec<u8> = even.iter().map(|&image| odd[usize::from(image)]).collect();
            let kept = kept(&partitions, &twice);
            let roots = kept.iter().map(|(cycles, &times)| square_roots(cycles) * times);
            (&names * kept.get(&fixed).copied().unwrap_or(0), roots.sum())
        };
        cube += with_names * &size;
        both += without * &size;
        order += size;
    }
    assert_eq!(order, factorial(squares) << squares, "the classes are all of the group");
    assert!(
        &cube % &order == BigUint::ZERO && &both % &order == BigUint::ZERO,
        "Burnside's average is a number of orbits"
    );

    let cut_in_the_middle: Vec<(usize, usize)> = (0..squares / 2).map(|low| (low, low + squares / 2)).collect();
    let middle = half_board(&cut_in_the_middle, &numbers, bits);
    let any: BTreeSet<Vec<u8>> = pairings(&(0..squares).collect::<Vec<_>>())
        .iter()
        .flat_map(|pairs| half_board(pairs, &numbers, bits))
        .collect();
    let squared = |number: usize| BigUint::from(number) * number;
    Findings {
        squares,
        codes: codes.len(),
        partitions: partitions.len(),
        strategies: squared(partitions.len()) * &names * &names,
        up_to_colours: squared(partitions.len()) * &names,
        up_to_cube: cube / &order,
        up_to_both: both / &order,
        kinds: kinds(squares, &codes, &numbers, &partitions, &any),
        half_board: (middle.len(), any.len()),
    }
}

/// The orbits of the partitions of the even half.
fn kinds(
    squares: usize,
    codes: &[Code],
    numbers: &HashMap<Code, u8>,
    partitions: &[Vec<u8>],
    half_board: &BTreeSet<Vec<u8>>,
) -> Vec<Kind> {
    let bits = squares - 1;
    // Exchanges of neighbouring squares, and two squares turned, make all symmetries that keep the half.
    let identity: Vec<usize> = (0..squares).collect();
    let mut generators: Vec<Symmetry> = (1..squares)
        .map(|square| {
            let mut exchanged = identity.clone();
            exchanged.swap(square - 1, square);
            Symmetry { squares: exchanged, turned: 0 }
        })
        .collect();
    generators.push(Symmetry { squares: identity, turned: 3 });
    let maps: Vec<Vec<u8>> = generators.iter().map(|g| on_codes(g, 0, codes, numbers, bits)).collect();
    let mut left: BTreeSet<&Vec<u8>> = partitions.iter().collect();
    let mut kinds = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut orbit: BTreeSet<Vec<u8>> = BTreeSet::from([first.clone()]);
        let mut open = vec![first.clone()];
        while let Some(partition) = open.pop() {
            for map in &maps {
                let mut image: Vec<u8> = partition.iter().map(|&code| map[usize::from(code)]).collect();
                image.sort_unstable();
                if orbit.insert(image.clone()) {
                    left.remove(&image);
                    open.push(image);
                }
            }
        }
        let mut directions: BTreeMap<Code, usize> = BTreeMap::new();
        for &code in first {
            *directions.entry(direction(codes[usize::from(code)], bits)).or_default() += 1;
        }
        let mut directions: Vec<usize> = directions.into_values().collect();
        directions.sort_unstable_by(|a, b| b.cmp(a));
        kinds.push(Kind { partitions: orbit.len(), directions, half_board: orbit.intersection(half_board).count() });
    }
    kinds.sort_by(|a, b| b.directions.cmp(&a.directions).then(a.partitions.cmp(&b.partitions)));
    kinds
}

impl std::fmt::Display for Findings {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Findings { squares, codes, partitions, .. } = self;
        writeln!(out, "{squares} squares: {} strategies", self.strategies)?;
        writeln!(out, "  up to one renaming of the colours            {}", self.up_to_colours)?;
        writeln!(out, "  up to the symmetries of the cube             {}", self.up_to_cube)?;
        writeln!(out, "  up to both                                   {}", self.up_to_both)?;
        writeln!(out, "a half of the cube is cut into {squares} of {codes} codes in {partitions} ways:")?;
        writeln!(out, "  kind  partitions  cosets of one code  by the half-board construction")?;
        for (number, kind) in self.kinds.iter().enumerate() {
            let directions: Vec<String> = kind.directions.iter().map(usize::to_string).collect();
            let (number, directions) = (number + 1, directions.join("+"));
            writeln!(out, "  {number:>4}  {:>10}  {directions:<18}  {}", kind.partitions, kind.half_board)?;
        }
        let (middle, any) = self.half_board;
        writeln!(
            out,
            "the half-board construction reaches {middle} of them with the board cut in the middle, {any} with any pairs"
        )
    }
}

#[allow(dead_code)] // The test that includes this file does not print.
fn main() {
    for squares in [2, 4, 8] {
        println!("{}", findings(squares));
    }
}
