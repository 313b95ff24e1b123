//! The engine against brute force on random covers, and against published counts.

use super::*;
use crate::shuffled::ShuffledCover;
use crate::{Cube, Use};
use boardwright_base::budget::Stop;
use boardwright_base::random::Random;
use num_bigint::BigUint;
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

fn open(cover: &ExactCover) -> Box<dyn Cover> {
    let mut engine: Box<dyn Cover> = Box::new(Xcc { engine: None });
    engine.load(cover).expect("it is small");
    engine
}

/// All solutions, without duplicates.
fn all(engine: &mut dyn Cover, what: &str) -> BTreeSet<Vec<usize>> {
    let mut found = BTreeSet::new();
    loop {
        match engine.next(&Budget::none()) {
            CoverOutcome::Solution(chosen) => assert!(found.insert(chosen), "{what}: a solution twice"),
            CoverOutcome::Exhausted => break,
            CoverOutcome::Given(_) => panic!("{what}: nothing is to be given away"),
            CoverOutcome::Stopped(stop) => panic!("{what}: {stop:?}"),
        }
    }
    assert_eq!(engine.next(&Budget::none()), CoverOutcome::Exhausted, "{what}: it stays exhausted");
    found
}

fn counted(engine: &mut dyn Cover) -> BigUint {
    match engine.count(&Budget::none()) {
        CoverCount::Exactly(count) => count,
        CoverCount::Given(_) => panic!("nothing is to be given away"),
        CoverCount::AtLeast(..) => panic!("there is no limit"),
    }
}

fn brute_force(cover: &ExactCover) -> BTreeSet<Vec<usize>> {
    let options = cover.options().len();
    let chosen = |bits: u32| (0..options).filter(|option| bits >> option & 1 == 1).collect::<Vec<_>>();
    (0..1u32 << options).map(chosen).filter(|chosen| cover.holds(chosen)).collect()
}

/// Items of every kind, options with colours, some without any item.
fn random_cover(random: &mut Random) -> ExactCover {
    let mut cover = ExactCover::new();
    let mut secondary = Vec::new();
    let count = random.within(0, 7) as usize;
    for index in 0..count {
        let (min, max) =
            random.one_of(&[(1, 1), (1, 1), (0, 1), (0, 1), (1, 2), (2, 2), (0, 2), (1, 9), (3, 4), (0, 0)]);
        cover.item(min, max);
        if (min, max) == (0, 1) {
            secondary.push(index);
        }
    }
    for _ in 0..random.within(0, 11) {
        let mut uses = Vec::new();
        for item in 0..count {
            if random.within(0, 2) == 0 {
                let colour = secondary.contains(&item) && random.within(0, 2) > 0;
                uses.push(if colour { Use::coloured(item, random.within(3, 5) as usize) } else { Use::of(item) });
            }
        }
        cover.option(uses);
    }
    cover
}

#[test]
fn lists_and_counts_are_those_of_brute_force() {
    let (mut empty, mut many) = (0, 0);
    for seed in 0..700 {
        let cover = random_cover(&mut Random(seed));
        let what = format!("seed {seed}: {cover:?}");
        let expected = brute_force(&cover);
        empty += usize::from(expected.is_empty());
        many += usize::from(expected.len() > 5);
        let mut engine = open(&cover);
        assert_eq!(counted(&mut *engine), expected.len().into(), "{what}");
        assert_eq!(all(&mut *engine, &what), expected, "{what}");
        let mut shuffled: Box<dyn Cover> = Box::new(ShuffledCover::new(Box::new(Xcc { engine: None }), seed + 1));
        shuffled.load(&cover).expect("it is small");
        assert_eq!(all(&mut *shuffled, &what), expected, "{what}, shuffled");
    }
    assert!(empty > 50 && many > 50, "covers of both kinds: {empty} without a solution, {many} with more than five");
}

#[test]
fn cubes_divide_the_solutions() {
    for seed in 3000..3150 {
        let random = &mut Random(seed);
        let cover = random_cover(random);
        let options = cover.options().len();
        if options < 2 {
            continue;
        }
        let expected = brute_force(&cover);
        let (one, other) = (random.below(options), random.below(options));
        let mut engine = open(&cover);
        let mut found = BTreeSet::new();
        for (with, without) in
            [(vec![one, other], vec![]), (vec![one], vec![other]), (vec![other], vec![one]), (vec![], vec![one, other])]
        {
            if one == other && with.len() + without.len() == 2 && !with.is_empty() && !without.is_empty() {
                continue;
            }
            let dedup = |mut options: Vec<usize>| {
                options.dedup();
                options
            };
            engine.enter(&dedup(with), &dedup(without));
            let count = counted(&mut *engine);
            let part = all(&mut *engine, "a cube");
            assert_eq!(count, part.len().into(), "seed {seed}: {cover:?}");
            for solution in part {
                assert!(found.insert(solution), "seed {seed}: in two cubes");
            }
        }
        assert_eq!(found, expected, "seed {seed}: {cover:?}");
        engine.enter(&[], &[]);
        assert_eq!(all(&mut *engine, "everything"), expected, "seed {seed}: {cover:?}");
    }
}

/// The solutions in a cube and in the cubes that it gives away, in the order of the search, and their number.
fn divided(engine: &mut dyn Cover, cube: &Cube, gifts: &mut usize) -> (Vec<Vec<usize>>, BigUint) {
    let (mut lists, mut waiting, mut count) = (Vec::new(), vec![cube.clone()], BigUint::ZERO);
    while let Some(cube) = waiting.pop() {
        engine.enter(&cube.with, &cube.without);
        loop {
            match engine.next(&Budget::none()) {
                CoverOutcome::Solution(chosen) => lists.push(chosen),
                CoverOutcome::Given(given) => waiting.extend(given.cubes.into_iter().rev()),
                CoverOutcome::Exhausted => break,
                CoverOutcome::Stopped(stop) => panic!("{stop:?}"),
            }
        }
    }
    waiting.push(cube.clone());
    while let Some(cube) = waiting.pop() {
        engine.enter(&cube.with, &cube.without);
        loop {
            match engine.count(&Budget::none()) {
                CoverCount::Exactly(here) => break count += here,
                CoverCount::Given(given) => {
                    *gifts += usize::from(!given.cubes.is_empty());
                    waiting.extend(given.cubes);
                }
                CoverCount::AtLeast(_, stop) => panic!("{stop:?}"),
            }
        }
    }
    (lists, count)
}

#[test]
fn parts_given_away_are_searched_in_the_same_order() {
    let mut gifts = 0;
    for seed in 5000..5400 {
        let random = &mut Random(seed);
        let cover = random_cover(random);
        let mut engine = open(&cover);
        let cube =
            Cube { with: Vec::new(), without: (0..cover.options().len()).filter(|_| random.below(9) == 0).collect() };
        engine.enter(&cube.with, &cube.without);
        let mut whole = Vec::new();
        while let CoverOutcome::Solution(chosen) = engine.next(&Budget::none()) {
            whole.push(chosen);
        }
        engine.give_every(random.within(1, 3) as u64);
        let (lists, count) = divided(&mut *engine, &cube, &mut gifts);
        assert_eq!(lists, whole, "seed {seed}: {cover:?}");
        assert_eq!(count, whole.len().into(), "seed {seed}: {cover:?}");
    }
    assert!(gifts > 100, "{gifts} gifts");
    let mut engine = open(&dominoes(6, 6));
    engine.give_every(100);
    let (lists, count) = divided(&mut *engine, &Cube::default(), &mut 0);
    assert_eq!((lists.len(), count), (6728, 6728u32.into()));
    // A shuffled engine gives its own options away under their outer numbers.
    let mut shuffled: Box<dyn Cover> = Box::new(ShuffledCover::new(Box::new(Xcc { engine: None }), 3));
    shuffled.load(&dominoes(4, 6)).expect("it is small");
    shuffled.give_every(20);
    let (lists, count) = divided(&mut *shuffled, &Cube::default(), &mut 0);
    assert_eq!((lists.into_iter().collect::<BTreeSet<_>>().len(), count), (281, 281u32.into()));
}

/// The domino tilings of a board of `rows` by `columns` cells.
fn dominoes(rows: usize, columns: usize) -> ExactCover {
    let mut cover = ExactCover::new();
    let cells: Vec<usize> = (0..rows * columns).map(|_| cover.item(1, 1)).collect();
    for row in 0..rows {
        for column in 0..columns {
            let here = Use::of(cells[row * columns + column]);
            if column + 1 < columns {
                cover.option([here, Use::of(cells[row * columns + column + 1])]);
            }
            if row + 1 < rows {
                cover.option([here, Use::of(cells[(row + 1) * columns + column])]);
            }
        }
    }
    cover
}

/// OEIS A004003 (published): 2, 36, 6728, 12988816, 258584046368; A099390 for 6 x 8.
#[test]
fn dominoes_are_counted_as_published() {
    for (rows, columns, expected) in [
        (2, 2, 2u64),
        (4, 4, 36),
        (6, 6, 6728),
        (8, 8, 12_988_816),
        (10, 10, 258_584_046_368),
        (6, 8, 167_089),
        (3, 3, 0),
    ] {
        assert_eq!(counted(&mut *open(&dominoes(rows, columns))), expected.into(), "{rows} x {columns}");
    }
    assert_eq!(all(&mut *open(&dominoes(6, 6)), "6 x 6").len(), 6728);
}

/// 150 pairs of options that exclude each other, and 10 free ones: more than 2^128 solutions, in components.
#[test]
fn components_multiply_beyond_what_fits_in_words() {
    let mut cover = ExactCover::new();
    for _ in 0..150 {
        let item = cover.item(1, 1);
        cover.option([Use::of(item)]);
        cover.option([Use::of(item)]);
    }
    for _ in 0..10 {
        cover.option([]);
    }
    assert_eq!(counted(&mut *open(&cover)), BigUint::from(2u32).pow(160));
}

#[test]
fn the_share_of_the_tree_grows_to_one() {
    let mut engine = open(&dominoes(6, 6));
    let (mut last, mut steps) = (0.0, 0);
    while let CoverOutcome::Solution(_) = engine.next(&Budget::none()) {
        let share = engine.share();
        assert!((last..=1.0).contains(&share), "{share} after {last}");
        steps += usize::from(share > last);
        last = share;
    }
    assert_eq!(engine.share(), 1.0);
    // 6728 tilings.
    assert!(steps > 1000, "it reports {steps} times");
}

#[test]
fn limits_hold_and_the_list_goes_on() {
    let cover = dominoes(8, 8);
    let mut engine = open(&cover);
    let budget = Budget::none();
    budget.interrupt.store(true, Ordering::Relaxed);
    assert_eq!(engine.next(&budget), CoverOutcome::Stopped(Stop::Interrupted));
    budget.interrupt.store(false, Ordering::Relaxed);
    let CoverOutcome::Solution(first) = engine.next(&budget) else { panic!("there are solutions") };
    budget.interrupt.store(true, Ordering::Relaxed);
    assert_eq!(engine.next(&budget), CoverOutcome::Stopped(Stop::Interrupted));
    let CoverOutcome::Solution(second) = engine.next(&Budget::none()) else { panic!("there are more") };
    assert!(cover.holds(&first) && cover.holds(&second) && first != second);
    // Far more solutions than can be counted in that time.
    let mut large = open(&dominoes(24, 25));
    let CoverCount::AtLeast(_, stop) = large.count(&Budget::within(std::time::Duration::from_millis(50))) else {
        panic!("not so fast")
    };
    assert_eq!(stop, Stop::Time);
}

#[test]
fn covers_with_too_many_slots_are_rejected() {
    let mut cover = ExactCover::new();
    for _ in 0..MAX_SLOTS + 1 {
        cover.item(0, 1);
    }
    assert!(matches!(Xcc { engine: None }.load(&cover), Err(Fault::Unusable(_))));
    // 70 words of slots.
    let mut cover = ExactCover::new();
    let items: Vec<usize> = (0..64 * 70).map(|_| cover.item(1, 1)).collect();
    for pair in items.chunks(2) {
        cover.option([Use::of(pair[0]), Use::of(pair[1])]);
    }
    assert_eq!(all(&mut *open(&cover), "wide").len(), 1);
}

/// Every option uses one item, whose maximum is small, so that the covering bound applies.
#[test]
fn covers_by_a_limited_number_of_options_agree_with_brute_force() {
    let random = &mut Random(16);
    let mut applied = 0;
    for round in 0..400 {
        let mut cover = ExactCover::new();
        let (min, max) = random.one_of(&[(2, 2), (3, 3), (0, 3), (2, 4)]);
        let cap = cover.item(min, max);
        let cells: Vec<usize> = (0..random.within(1, 7))
            .map(|_| {
                let (min, max) = random.one_of(&[(1, 9), (1, 9), (2, 9), (1, 1), (0, 1), (0, 2)]);
                cover.item(min, max)
            })
            .collect();
        for _ in 0..random.within(4, 11) {
            let uses: Vec<usize> = cells.iter().copied().filter(|_| random.below(2) == 0).collect();
            cover.option([cap].into_iter().chain(uses).map(Use::of));
        }
        let expected = brute_force(&cover);
        applied += usize::from(!expected.is_empty());
        let what = format!("round {round}: {cover:?}");
        assert_eq!(all(&mut *open(&cover), &what), expected, "{what}");
        assert_eq!(counted(&mut *open(&cover)), BigUint::from(expected.len()), "{what}");
    }
    assert!(applied > 50, "{applied} covers have solutions");
}

/// A002566 of the OEIS: queens attack every cell, their own included.
#[test]
fn total_domination_by_queens_is_counted_within_few_nodes() {
    for (side, queens, count, nodes) in [(5, 3, 70, 2_000), (8, 5, 352, 60_000), (9, 4, 0, 4_000)] {
        let mut cover = ExactCover::new();
        let board = cover.item(queens, queens);
        let cells: Vec<usize> = (0..side * side).map(|_| cover.item(1, side * side)).collect();
        for queen in 0..side * side {
            let attacks = |&&cell: &&usize| {
                let at = cell - cells[0];
                let (rows, columns) = ((at / side).abs_diff(queen / side), (at % side).abs_diff(queen % side));
                at != queen && (rows == 0 || columns == 0 || rows == columns)
            };
            cover.option([board].iter().chain(cells.iter().filter(attacks)).copied().map(Use::of));
        }
        let mut engine = open(&cover);
        assert_eq!(counted(&mut *engine), BigUint::from(count as u32), "{queens} queens, side {side}");
        let visited = engine.nodes().expect("it counts nodes");
        assert!(visited < nodes, "{visited} nodes for {queens} queens, side {side}");
    }
}

/// Pairs of equal numbers in a row, each number k with k other numbers between.
fn langford(numbers: usize) -> ExactCover {
    let mut cover = ExactCover::new();
    let places: Vec<usize> = (0..2 * numbers).map(|_| cover.item(1, 1)).collect();
    for number in 1..=numbers {
        let pair = cover.item(1, 1);
        for first in 0..2 * numbers - number - 1 {
            cover.option([pair, places[first], places[first + number + 1]].map(Use::of));
        }
    }
    cover
}

/// Permutations of rows and columns, at most one on each diagonal.
fn queens(side: usize) -> ExactCover {
    let mut cover = ExactCover::new();
    let lines: Vec<usize> = (0..2 * side).map(|_| cover.item(1, 1)).collect();
    let diagonals: Vec<usize> = (0..4 * side).map(|_| cover.item(0, 1)).collect();
    for (row, column) in (0..side * side).map(|cell| (cell / side, cell % side)) {
        let down = diagonals[row + column];
        let up = diagonals[3 * side + row - column];
        cover.option([lines[row], lines[side + column], down, up].map(Use::of));
    }
    cover
}

#[test]
fn a_search_for_one_solution_lists_all_of_them_once() {
    for seed in 0..700 {
        let cover = random_cover(&mut Random(seed));
        let what = format!("seed {seed}: {cover:?}");
        let mut engine = open(&cover);
        engine.seek(seed);
        assert_eq!(all(&mut *engine, &what), brute_force(&cover), "{what}");
    }
    let cover = queens(10);
    let listed = all(&mut *open(&cover), "queens");
    assert_eq!(listed.len(), 724);
    for seed in 0..5 {
        let mut engine = open(&cover);
        engine.seek(seed);
        assert_eq!(all(&mut *engine, "queens"), listed, "seed {seed}");
    }
}

type Shape = Vec<(usize, usize)>;

/// Returns the shape with its cells in order and at the origin.
fn at_origin(cells: impl Iterator<Item = (usize, usize)> + Clone) -> Shape {
    let row = cells.clone().map(|cell| cell.0).min().expect("it has cells");
    let column = cells.clone().map(|cell| cell.1).min().expect("it has cells");
    let mut shape: Shape = cells.map(|(r, c)| (r - row, c - column)).collect();
    shape.sort_unstable();
    shape
}

/// Returns a shape turned and turned over.
fn turned(shape: &Shape) -> BTreeSet<Shape> {
    let images = (0..8).map(|way| {
        at_origin(shape.iter().map(move |&(row, column)| {
            let (row, column) = if way & 1 == 0 { (row, column) } else { (column, row) };
            (if way & 2 == 0 { row } else { 9 - row }, if way & 4 == 0 { column } else { 9 - column })
        }))
    });
    images.collect()
}

/// The 35 hexominoes, once each, in a square of side 15 without the 15 cells in its middle.
fn hexominoes() -> ExactCover {
    let mut shapes: BTreeSet<Shape> = [vec![(0, 0)]].into();
    for _ in 1..6 {
        let larger = |shape: &Shape| {
            let near = |&(row, column): &(usize, usize)| {
                [(row + 2, column + 1), (row, column + 1), (row + 1, column), (row + 1, column + 2)]
            };
            let moved: Shape = shape.iter().map(|&(row, column)| (row + 1, column + 1)).collect();
            let cells: BTreeSet<(usize, usize)> =
                shape.iter().flat_map(near).filter(|cell| !moved.contains(cell)).collect();
            let grown = cells.into_iter().map(|cell| at_origin(moved.iter().copied().chain([cell])));
            grown.map(|shape| turned(&shape).pop_first().expect("it has images")).collect::<Vec<Shape>>()
        };
        shapes = shapes.iter().flat_map(larger).collect();
    }
    assert_eq!(shapes.len(), 35);
    let mut cover = ExactCover::new();
    let is_hole = |row, column| (6..9).contains(&row) && (5..10).contains(&column);
    let cell = |at: usize| (!is_hole(at / 15, at % 15)).then(|| cover.item(1, 1));
    let cells: Vec<Option<usize>> = (0..225).map(cell).collect();
    for shape in &shapes {
        let piece = cover.item(1, 1);
        for image in turned(shape) {
            for (row, column) in (0..225).map(|at| (at / 15, at % 15)) {
                let place = |&(r, c): &(usize, usize)| {
                    (row + r < 15 && column + c < 15).then(|| cells[15 * (row + r) + column + c])?
                };
                if let Some(places) = image.iter().map(place).collect::<Option<Vec<usize>>>() {
                    cover.option(places.into_iter().chain([piece]).map(Use::of));
                }
            }
        }
    }
    cover
}

/// The search in the usual order needs 515,914 nodes. With another seed, the problem is shuffled as well, as it is by
/// `solve`.
#[test]
fn a_search_for_one_solution_restarts() {
    let cover = hexominoes();
    for seed in 0..50 {
        let seek = || {
            let mut engine: Box<dyn Cover> = Box::new(Xcc { engine: None });
            if seed > 0 {
                engine = Box::new(ShuffledCover::new(engine, seed));
            }
            engine.load(&cover).expect("it is small");
            engine.seek(seed);
            (engine.next(&Budget::none()), engine.nodes())
        };
        let (found, nodes) = seek();
        let CoverOutcome::Solution(chosen) = &found else { panic!("seed {seed}: there are solutions") };
        assert!(cover.holds(chosen), "seed {seed}");
        let nodes = nodes.expect("it counts nodes");
        println!("seed {seed}: {nodes} nodes");
        assert!(nodes < 200_000, "seed {seed}: {nodes} nodes");
        if seed < 6 {
            assert_eq!(seek(), (found, Some(nodes)), "seed {seed}: the same again");
        }
    }
}

#[test]
fn a_search_for_one_solution_ends_with_a_proof() {
    for numbers in [9, 10] {
        let cover = langford(numbers);
        let mut usual = open(&cover);
        assert_eq!(usual.next(&Budget::none()), CoverOutcome::Exhausted);
        let before = usual.nodes().expect("it counts nodes");
        for seed in 0..4 {
            let mut engine = open(&cover);
            engine.seek(seed);
            assert_eq!(engine.next(&Budget::none()), CoverOutcome::Exhausted, "seed {seed}");
            let nodes = engine.nodes().expect("it counts nodes");
            println!("{numbers} numbers, seed {seed}: {nodes} nodes, {before} in the usual order");
            assert!(nodes <= 3 * before, "{numbers} numbers, seed {seed}: {nodes} nodes instead of {before}");
        }
    }
}
