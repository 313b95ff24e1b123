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
