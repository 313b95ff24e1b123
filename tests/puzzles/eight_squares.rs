//! The figures of docs/devils-chessboard.md: from the example that works them out, by trying all where that can be done,
//! and by the program.

#[allow(unreachable_pub)]
#[path = "../../examples/eight-squares.rs"]
mod example;

use crate::support::boardwright;
use example::{Findings, findings};
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// All strategies of a board of four squares, by trying: a colour for each of the 16 vertices.
fn strategies_of_four() -> BTreeSet<Vec<usize>> {
    fn extend(colours: &mut Vec<usize>, found: &mut BTreeSet<Vec<usize>>) {
        let vertex = colours.len();
        if vertex == 16 {
            found.insert(colours.clone());
            return;
        }
        for colour in 0..4 {
            // Two vertices with a common neighbour, which is two squares away, have different colours.
            let twice = (0..vertex).any(|other| (other ^ vertex).count_ones() == 2 && colours[other] == colour);
            if !twice {
                colours.push(colour);
                extend(colours, found);
                colours.pop();
            }
        }
    }
    let mut found = BTreeSet::new();
    extend(&mut Vec::new(), &mut found);
    found
}

/// What a symmetry makes of a strategy.
type Map = Box<dyn Fn(&[usize]) -> Vec<usize>>;

/// How many orbits the maps make of a set.
fn orbits(of: &BTreeSet<Vec<usize>>, maps: &[Map]) -> usize {
    let mut left = of.clone();
    let mut count = 0;
    while let Some(first) = left.pop_first() {
        count += 1;
        let mut open = vec![first];
        while let Some(one) = open.pop() {
            for image in maps.iter().map(|map| map(&one)) {
                assert!(of.contains(&image), "a symmetry keeps the rules");
                if left.remove(&image) {
                    open.push(image);
                }
            }
        }
    }
    count
}

#[test]
fn four_squares_are_as_trying_all_says() {
    let all = strategies_of_four();
    let Findings { strategies, up_to_colours, partitions, kinds, .. } = findings(4);
    assert_eq!((all.len(), partitions, kinds.len()), (576, 1, 1), "published: 576 strategies");
    let moved = |to: fn(usize) -> usize| -> Map {
        Box::new(move |colours| (0..16).map(|vertex| colours[to(vertex)]).collect())
    };
    let renamed =
        |names: [usize; 4]| -> Map { Box::new(move |colours| colours.iter().map(|&colour| names[colour]).collect()) };
    // A square turned, two exchanged, all moved on by one: these make all symmetries of the cube.
    let cube = || {
        vec![
            moved(|vertex| vertex ^ 1),
            moved(|vertex| vertex & 12 | vertex >> 1 & 1 | vertex << 1 & 2),
            moved(|vertex| vertex << 1 & 15 | vertex >> 3),
        ]
    };
    let colours = || vec![renamed([1, 0, 2, 3]), renamed([1, 2, 3, 0])];
    let numbers = [
        576,
        orbits(&all, &colours()),
        orbits(&all, &cube()),
        orbits(&all, &[cube(), colours()].into_iter().flatten().collect::<Vec<_>>()),
    ];
    assert_eq!(numbers, [576, 24, 5, 3]);
    assert_eq!([strategies, up_to_colours], [576u32, 24].map(BigUint::from));
}

#[test]
fn eight_squares_have_ten_kinds_of_halves() {
    let Findings { codes, partitions, strategies, kinds, half_board, .. } = findings(8);
    assert_eq!(codes, 240, "30 Hamming codes of length 7, 8 cosets each");
    // K. T. Phelps, "An enumeration of 1-perfect binary codes of length 15", Australas. J. Combin. 21 (2000), counts ten
    // ways to cut the even words of length 8 into extended perfect codes, up to equivalence.
    assert_eq!(kinds.len(), 10);
    assert_eq!(kinds.iter().map(|kind| kind.partitions).sum::<usize>(), partitions);
    let names = BigUint::from(40320u32);
    assert_eq!(strategies, BigUint::from(partitions).pow(2) * &names * &names);
    // A code and its cosets: as many partitions as linear codes.
    assert_eq!((kinds[0].directions.as_slice(), kinds[0].partitions), (&[8][..], 30));
    // Four pairs of sums, each with two ways to split it: the document's arbitrary function, but for names.
    assert_eq!(half_board.0, 16);
    let reached: BTreeMap<usize, usize> = kinds.iter().map(|kind| (kind.partitions, kind.half_board)).collect();
    assert_eq!(half_board.1, reached.values().sum::<usize>());
    for kind in &kinds {
        assert!(kind.half_board == 0 || kind.half_board == kind.partitions, "the construction knows no favourites");
    }
}

#[test]
fn the_document_says_what_the_example_prints() {
    let document = std::fs::read_to_string("docs/devils-chessboard.md").expect("the document");
    for line in findings(8).to_string().lines() {
        assert!(document.contains(line), "docs/devils-chessboard.md lacks the line\n{line}");
    }
}

fn counted_as_by_the_example(squares: usize) {
    let run = boardwright(&["count", &format!("models/devils-chessboard/strategy-{squares}.toml")]);
    let expected = findings(squares).strategies.to_string();
    assert!(run.stdout.starts_with(&format!("{expected} solutions")), "{}{}", run.stdout, run.stderr);
}

#[test]
fn the_program_counts_the_same() {
    counted_as_by_the_example(2);
    counted_as_by_the_example(4);
}

#[test]
#[ignore = "long: run by CI"]
fn the_program_counts_the_same_for_eight() {
    counted_as_by_the_example(8);
}

fn counted_up_to_symmetry(model: &str, by: &str) -> String {
    let path = format!("models/devils-chessboard/{model}.toml");
    let run = boardwright(&["count", &path, &format!("--distinct{by}")]);
    let number = run.stdout.split_once(" distinct solution").map(|(number, _)| number.to_string());
    number.unwrap_or_else(|| panic!("{model}, {by}: {}{}", run.stdout, run.stderr))
}

/// Up to the symmetries of the cube: for four squares the number of orbits among all (above).
#[test]
fn the_program_counts_up_to_the_cube() {
    assert_eq!(counted_up_to_symmetry("strategy-2", ""), "1");
    assert_eq!(counted_up_to_symmetry("strategy-4", ""), "5");
    assert_eq!(counted_up_to_symmetry("strategy-4", "=colours"), "3");
    // All perfect codes of length 7 are images of one.
    assert_eq!(counted_up_to_symmetry("code-8", ""), "1");
}

/// For eight squares as computed from the partitions of the halves and the matchings of their codes, by a program that
/// shared no code with this one.
#[test]
#[ignore = "long: run by CI"]
fn the_program_counts_up_to_the_cube_for_eight() {
    let Findings { up_to_cube, up_to_both, .. } = findings(8);
    assert_eq!(counted_up_to_symmetry("strategy-8", ""), up_to_cube.to_string());
    assert_eq!(counted_up_to_symmetry("strategy-8", "=colours"), up_to_both.to_string());
    // The partitions into perfect codes of length 7 have 11 kinds.
    assert_eq!(counted_up_to_symmetry("partition-8", ""), "11");
}
