//! `boardwright explain`: contradictions, differences and what forces a solution, against brute force and by hand.
//!
//! Every failure of a random test names the seed that reproduces it.

use crate::support::{boardwright, boardwright_with};
use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_base::source::{Source, Span};
use boardwright_ir::constraint::origin::{BuiltIn, RuleId};
use boardwright_ir::constraint::{Assignment, BoolVar, Constraint, IntVar, Literal, Origin, Problem, Relation, Term};
use boardwright_puzzle::{Part, PartValue};
use boardwright_render::explanation as render;
use boardwright_render::origin::Shown;
use boardwright_render::reason;
use boardwright_tasks::task::explain::{
    self, Contradiction, Differences, ExplainRequest, Explanation, Finding, Forced, Minimality,
};
use boardwright_tasks::task::ignore;
use serde_json::Value;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

fn explained(text: &str, smallest: bool) -> Explanation {
    let source = Source::new("test.toml", text);
    let loaded = REGISTRY
        .load(&source, &Budget::none())
        .unwrap_or_else(|wrong| panic!("{}\n{text}", wrong.render(&source, false)));
    let request = ExplainRequest { smallest, ..ExplainRequest::new(&loaded) };
    explain::run(&request, &Budget::none(), &mut ignore).unwrap_or_else(|failure| panic!("{failure}\n{text}"))
}

fn contradiction(text: &str) -> Contradiction {
    match explained(text, false).finding {
        Finding::Contradiction(found) => found,
        other => panic!("no contradiction, but {other:?}\n{text}"),
    }
}

fn differences(text: &str) -> Differences {
    match explained(text, false).finding {
        Finding::Differences(found) => *found,
        other => panic!("no differences, but {other:?}\n{text}"),
    }
}

fn forced(text: &str) -> Forced {
    match explained(text, false).finding {
        Finding::Forced(found) => found,
        other => panic!("not forced, but {other:?}\n{text}"),
    }
}

/// Returns the number of the rule of an origin.
fn number_of(origin: &Origin) -> usize {
    match origin.rule {
        RuleId::Model(number) => number,
        RuleId::BuiltIn(rule) => panic!("{rule:?} is no rule of the problem"),
    }
}

/// A problem whose constraint `i` has the rule `i % groups`; rules below `clues` have a place in a model.
fn random_problem(random: &mut Random, groups: usize, clues: usize) -> Problem {
    let mut problem = Problem::new();
    let booleans: Vec<BoolVar> = (0..random.within(2, 4)).map(|i| problem.boolean(format!("b{i}"))).collect();
    let integers: Vec<IntVar> =
        (0..random.within(0, 2)).map(|i| problem.integer(format!("x{i}"), 0..=random.within(1, 3))).collect();
    let literal = |random: &mut Random| -> Literal {
        let literal = match random.within(0, 3) {
            0 if !integers.is_empty() => random.one_of(&integers).equals(random.within(0, 3)),
            1 if !integers.is_empty() => random.one_of(&integers).at_least(random.within(0, 3)),
            _ => random.one_of(&booleans).into(),
        };
        if random.within(0, 1) == 0 { literal } else { !literal }
    };
    for index in 0..groups + random.below(groups) {
        let rule = index % groups;
        let origin = Origin::named(rule, "group");
        let origin = if rule < clues { origin.clue_at(Span::new(rule, rule + 1)) } else { origin };
        let origin = problem.origin(origin);
        let terms: Vec<Term> = (0..random.within(1, 4))
            .map(|_| match random.within(0, 3) {
                0 if !integers.is_empty() => Term::integer(random.within(-2, 2), random.one_of(&integers)),
                _ => Term::literal(random.within(-2, 2), literal(random)),
            })
            .collect();
        let constraint = match random.within(0, 3) {
            0 => Constraint::Sum {
                terms,
                relation: random.one_of(&[Relation::AtMost, Relation::Equal, Relation::AtLeast]),
                bound: random.within(-2, 3),
            },
            1 => Constraint::Modular { terms, modulus: random.within(2, 3), residue: random.within(0, 2) },
            _ => Constraint::clause((0..random.within(1, 2)).map(|_| literal(random)).collect::<Vec<_>>()),
        };
        problem.post(origin, constraint);
    }
    problem
}

/// For every assignment, the rules that hold, as bits.
fn holding(problem: &Problem, groups: usize) -> BTreeSet<u32> {
    let mut integer_parts: Vec<Vec<i64>> = vec![vec![]];
    for integer in problem.integers() {
        integer_parts = integer_parts
            .into_iter()
            .flat_map(|part| integer.domain.clone().map(move |value| [part.clone(), vec![value]].concat()))
            .collect();
    }
    let mut found = BTreeSet::new();
    for bits in 0..1u32 << problem.booleans().len() {
        for integers in &integer_parts {
            let booleans = (0..problem.booleans().len()).map(|i| bits >> i & 1 == 1).collect();
            let assignment = Assignment { booleans, integers: integers.clone() };
            let mut rules = (1u32 << groups) - 1;
            for posted in problem.constraints() {
                if !posted.constraint.holds(&assignment) {
                    let rule = number_of(problem.origin_of(posted.origin));
                    rules &= !(1 << rule);
                }
            }
            found.insert(rules);
        }
    }
    found
}

#[test]
fn contradictions_of_random_problems_are_minimal_and_smallest_by_brute_force() {
    let mut unsatisfiable = 0;
    for seed in 0..1500 {
        let mut random = Random(seed);
        let groups = 3 + random.below(6);
        let clues = random.below(groups + 1);
        let problem = random_problem(&mut random, groups, clues);
        let holding = holding(&problem, groups);
        let satisfiable = |rules: u32| holding.iter().any(|held| held & rules == rules);
        let everything = (1u32 << groups) - 1;
        let mut sizes = Vec::new();
        for smallest in [false, true] {
            let found = explain::contradiction(&problem, smallest, &Budget::none()).expect("it is answered");
            let Some((origins, proved)) = found else {
                assert!(satisfiable(everything), "seed {seed}");
                continue;
            };
            assert!(!satisfiable(everything), "seed {seed}");
            assert_eq!(proved, if smallest { Minimality::Smallest } else { Minimality::Minimal });
            let rule = number_of;
            let set = origins.iter().fold(0u32, |set, origin| set | 1 << rule(origin));
            assert_eq!(set.count_ones() as usize, origins.len(), "seed {seed}: no origin twice");
            assert!(!satisfiable(set), "seed {seed}: {set:b}");
            for left_out in origins.iter().map(rule) {
                assert!(satisfiable(set & !(1 << left_out)), "seed {seed}: {set:b} without {left_out}");
            }
            let places: Vec<bool> = origins.iter().map(|origin| origin.span.is_some()).collect();
            assert!(places.is_sorted_by(|one, other| one >= other), "seed {seed}: clues come first");
            if !smallest {
                // Few clues: all the rules do not make up for any one of them.
                let rules = everything & !((1 << clues) - 1);
                for left_out in origins.iter().map(rule).filter(|&rule| rule < clues) {
                    assert!(satisfiable((set | rules) & !(1 << left_out)), "seed {seed}: the clue {left_out}");
                }
            }
            sizes.push(origins.len());
        }
        if let [_, smallest] = sizes[..] {
            unsatisfiable += 1;
            let least = (0..=everything).filter(|&set| !satisfiable(set)).map(u32::count_ones).min();
            assert_eq!(Some(smallest as u32), least, "seed {seed}");
        }
    }
    assert!(unsatisfiable > 300, "only {unsatisfiable} of the problems have no solution");
}

/// A board of 4x4, a knight in every line and block, with clues as characters: nothing here is taken from the program.
#[derive(Clone, PartialEq)]
struct Knights(Vec<char>);

impl Knights {
    fn text(&self) -> String {
        let rows: Vec<String> = self.0.chunks(4).map(|row| row.iter().collect()).collect();
        format!(
            "puzzle = \"knightdoku\"\nblock = [2, 2]\nper_line = 1\nper_block = 1\nclues = \"\"\"\n{}\"\"\"",
            rows.join("\n")
        )
    }

    fn seen(cell: usize) -> impl Iterator<Item = usize> {
        (0..16).filter(move |&other| {
            let (down, right) = ((cell / 4).abs_diff(other / 4), (cell % 4).abs_diff(other % 4));
            down * right == 2
        })
    }

    /// The boards without clues.
    fn boards() -> Vec<Vec<bool>> {
        let mut boards = Vec::new();
        for code in 0..256usize {
            let columns: Vec<usize> = (0..4).map(|row| code >> (2 * row) & 3).collect();
            let distinct: BTreeSet<usize> = columns.iter().copied().collect();
            let blocks: BTreeSet<usize> = (0..4).map(|row| row / 2 * 2 + columns[row] / 2).collect();
            if distinct.len() == 4 && blocks.len() == 4 {
                boards.push((0..16).map(|cell| columns[cell / 4] == cell % 4).collect());
            }
        }
        boards
    }

    fn clue_of(board: &[bool], cell: usize) -> char {
        let seen = Knights::seen(cell).filter(|&seen| board[seen]).count() as u32;
        if board[cell] { char::from_digit(seen, 10).expect("at most 8") } else { 'x' }
    }

    fn solutions(&self, boards: &[Vec<bool>]) -> Vec<Vec<bool>> {
        let meets = |board: &&Vec<bool>| {
            self.0.iter().enumerate().all(|(cell, &clue)| match clue {
                '.' => true,
                'K' => board[cell],
                clue => Knights::clue_of(board, cell) == clue,
            })
        };
        boards.iter().filter(meets).cloned().collect()
    }

    fn with(&self, cell: usize, clue: char) -> Knights {
        let mut changed = self.clone();
        changed.0[cell] = clue;
        changed
    }

    fn clues(&self) -> Vec<usize> {
        (0..16).filter(|&cell| self.0[cell] != '.').collect()
    }

    /// With these clues alone.
    fn only(&self, clues: &[usize]) -> Knights {
        Knights((0..16).map(|cell| if clues.contains(&cell) { self.0[cell] } else { '.' }).collect())
    }
}

fn name(cell: usize) -> String {
    format!("r{}c{}", cell / 4 + 1, cell % 4 + 1)
}

fn index(cell: boardwright_base::board::Cell) -> usize {
    cell.row * 4 + cell.column
}

#[test]
fn knightdoku_is_explained_as_brute_force_explains_it() {
    let boards = Knights::boards();
    assert_eq!(boards.len(), 16, "4! permutations, of which 16 have a knight in every block");
    let mut kinds = [0; 3];
    for seed in 0..250 {
        let mut random = Random(seed);
        // Clues of a board, some of them spoilt.
        let board = random.below(boards.len());
        let mut model = Knights(vec!['.'; 16]);
        for _ in 0..random.within(1, 4) {
            let cell = random.below(16);
            model.0[cell] = match random.below(8) {
                0 => random.one_of(&['x', 'K', '0', '1', '2']),
                _ => Knights::clue_of(&boards[board], cell),
            };
        }
        let solutions = model.solutions(&boards);
        let text = model.text();
        match solutions.len() {
            0 => {
                kinds[0] += 1;
                let found = contradiction(&text);
                let mut expected = BTreeSet::new();
                for cell in model.clues() {
                    let clue = model.0[cell];
                    if !model.with(cell, '.').solutions(&boards).is_empty() {
                        expected.insert(format!("without the clue {clue} at {}", name(cell)));
                    }
                    for other in ('0'..='8').filter(|&other| clue.is_ascii_digit() && other != clue) {
                        if !model.with(cell, other).solutions(&boards).is_empty() {
                            expected.insert(format!("with {other} instead of {clue} at {}", name(cell)));
                        }
                    }
                }
                let words: BTreeSet<String> =
                    found.suggestions.iter().map(|s| render::change(&s.kind, &Shown::default())).collect();
                assert_eq!(words, expected, "seed {seed}\n{text}");
                assert_eq!((found.proved, found.all_tried), (Minimality::Minimal, true));
                assert_eq!(found.checked_by.as_deref(), Some("batsat"));
            }
            1 => {
                kinds[1] += 1;
                let suffices = |clues: &[usize]| model.only(clues).solutions(&boards).len() == 1;
                let mut sizes = Vec::new();
                for smallest in [false, true] {
                    let Finding::Forced(found) = explained(&text, smallest).finding else { panic!("seed {seed}") };
                    let needed: Vec<usize> = found.needed.iter().map(|origin| index(origin.cells[0])).collect();
                    assert!(suffices(&needed), "seed {seed}\n{text}");
                    for left_out in &needed {
                        let fewer: Vec<usize> = needed.iter().copied().filter(|cell| cell != left_out).collect();
                        assert!(!suffices(&fewer), "seed {seed}: {} is not needed\n{text}", name(*left_out));
                    }
                    assert_eq!(found.needed.len() + found.spare.len(), model.clues().len());
                    sizes.push(needed.len());
                }
                let clues = model.clues();
                let subsets = (0..1usize << clues.len()).map(|bits| -> Vec<usize> {
                    (0..clues.len()).filter(|i| bits >> i & 1 == 1).map(|i| clues[i]).collect()
                });
                let least = subsets.filter(|clues| suffices(clues)).map(|clues| clues.len()).min();
                assert_eq!(Some(sizes[1]), least, "seed {seed}\n{text}");
            }
            many => {
                kinds[2] += 1;
                let found = differences(&text);
                assert_eq!((found.known, found.all_known, found.settled), (many, true, true), "seed {seed}");
                let varies = |&cell: &usize| solutions.iter().any(|board| board[cell] != solutions[0][cell]);
                let expected: Vec<String> = (0..16).filter(varies).map(name).collect();
                let names: Vec<String> = found.varying.iter().map(|varying| render::part(&varying.part)).collect();
                assert_eq!(names, expected, "seed {seed}\n{text}");
                let met = |cell: usize, clue: char| {
                    solutions.iter().filter(|board| Knights::clue_of(board, cell) == clue).count()
                };
                let clues = (0..16).flat_map(|cell| solutions.iter().map(move |b| (cell, Knights::clue_of(b, cell))));
                let least = clues.map(|(cell, clue)| met(cell, clue)).filter(|&met| met < many).min();
                let decider = found.decider.expect("some clue distinguishes two solutions");
                let clue = render::value(&decider.clue).chars().next().expect("a character");
                assert_eq!(Some(decider.leaves), least, "seed {seed}\n{text}");
                assert_eq!(met(index(decider.cell.expect("a cell")), clue), decider.leaves, "seed {seed}\n{text}");
                let apart = |one: &[bool], other: &[bool]| one.iter().zip(other).filter(|(a, b)| a != b).count();
                let pairs =
                    solutions.iter().enumerate().flat_map(|(i, one)| solutions[..i].iter().map(move |o| (one, o)));
                assert_eq!(Some(found.apart.len()), pairs.map(|(one, other)| apart(one, other)).min(), "seed {seed}");
            }
        }
    }
    assert!(kinds.iter().all(|&kind| kind > 20), "too few of a kind: {kinds:?}");
}

#[test]
fn the_changes_that_help_a_board_of_lights_are_those_of_brute_force() {
    let mut unsolvable = 0;
    for seed in 0..60 {
        let mut random = Random(seed);
        let (states, height, width) = [(2, 2, 3), (2, 3, 3), (3, 2, 2), (2, 1, 5), (3, 1, 5)][random.below(5)];
        let cells = height * width;
        let lights: Vec<usize> = (0..cells).map(|_| random.below(states)).collect();
        let reaches = |button: usize, light: usize| {
            (button / width).abs_diff(light / width) + (button % width).abs_diff(light % width) <= 1
        };
        let solvable = |lights: &[usize]| {
            (0..states.pow(cells as u32)).any(|code| {
                let presses: Vec<usize> = (0..cells).map(|cell| code / states.pow(cell as u32) % states).collect();
                (0..cells).all(|light| {
                    let sum: usize = (0..cells).filter(|&b| reaches(b, light)).map(|b| presses[b]).sum();
                    (lights[light] + sum).is_multiple_of(states)
                })
            })
        };
        if solvable(&lights) {
            continue;
        }
        unsolvable += 1;
        let rows: Vec<String> = lights.chunks(width).map(|row| row.iter().map(ToString::to_string).collect()).collect();
        let text = format!("puzzle = \"lights-out\"\nstates = {states}\nlights = \"\"\"\n{}\"\"\"", rows.join("\n"));
        let mut expected = BTreeSet::new();
        for cell in 0..cells {
            for state in (0..states).filter(|&state| state != lights[cell]) {
                let mut changed = lights.clone();
                changed[cell] = state;
                if solvable(&changed) {
                    let name = |state: usize| match (states, state) {
                        (2, 0) => "dark".to_string(),
                        (2, _) => "lit".to_string(),
                        _ => format!("in state {state}"),
                    };
                    let place = format!("r{}c{}", cell / width + 1, cell % width + 1);
                    let (new, old) = (name(state), name(lights[cell]));
                    expected.insert(format!("with the light at {place} {new} instead of {old}"));
                }
            }
        }
        let found = contradiction(&text);
        let words: BTreeSet<String> =
            found.suggestions.iter().map(|suggestion| render::change(&suggestion.kind, &Shown::default())).collect();
        assert_eq!(words, expected, "seed {seed}\n{text}");
    }
    assert!(unsolvable > 10, "only {unsolvable} boards have no solution");
}

/// A bar of three cells upright fits nowhere on two rows, so nothing covers any one cell. By counting alone nothing is wrong:
/// two bars have six cells, four of one colour and two of the other or three of each.
#[test]
fn a_piece_that_fits_nowhere_contradicts_a_single_cell() {
    let text = "puzzle = 'dissection'\nboard = '''\n###\n###'''\nrotate = false\n[[piece]]\ncopies = 2\nshape = '''\n#\n#\n#'''";
    let found = contradiction(text);
    assert_eq!(found.origins.len(), 1);
    assert!(found.origins[0].is(BuiltIn::Cells));
    assert!(found.suggestions.is_empty() && found.tried == 1 && found.all_tried);
}

/// Two dominoes cover a square upright or across; both times every cell lies otherwise, and any one of them decides.
#[test]
fn two_dominoes_on_a_square_differ_everywhere() {
    let found = differences("puzzle = 'dissection'\nboard = '''\n##\n##'''\n[[piece]]\ncopies = 2\nshape = '##'");
    assert_eq!((found.known, found.all_known, found.common, found.apart.len()), (2, true, 0, 4));
    let decider = found.decider.expect("any cell");
    assert_eq!((render::part(&decider.part).as_str(), decider.leaves, decider.is_model), ("r1c1", 1, false));
    assert_eq!(render::values(&found.varying[0].values), ["A on r1c1 r1c2", "A on r1c1 r2c1"]);
}

/// Returns the argument of a contradiction as text.
fn argument(found: &Contradiction) -> String {
    reason::of(&found.argument)
}

/// Two dominoes have four cells, the board has six: three would do.
#[test]
fn areas_that_differ_say_how_many_copies_would_do() {
    let found = contradiction("puzzle = 'dissection'\nboard = '######'\n[[piece]]\ncopies = 2\nshape = '##'");
    assert_eq!(argument(&found), "the pieces have 4 cells, the board 6");
    let words: Vec<String> =
        found.suggestions.iter().map(|suggestion| render::change(&suggestion.kind, &Shown::default())).collect();
    assert_eq!(words, ["with 3 copies of A instead of 2"]);
}

/// Neighbours of 00 and of 11 are 01 and 10, which have to differ; those of 01 and 10 are 00 and 11, which also have to differ: two choices
/// for each pair, four strategies, and a colour fixes one of the pairs.
#[test]
fn two_squares_have_four_strategies_and_a_colour_leaves_two() {
    let found = differences("puzzle = 'devils-chessboard'\nsquares = 2");
    assert_eq!((found.known, found.all_known, found.varying.len(), found.apart.len()), (4, true, 4, 2));
    let decider = found.decider.expect("any colour");
    assert_eq!((decider.leaves, decider.is_model), (2, false));
}

#[test]
fn three_squares_have_an_argument_and_a_contradiction() {
    let found = contradiction("puzzle = 'devils-chessboard'\nsquares = 3");
    assert!(argument(&found).contains("which is not an integer"));
    // All colours and all neighbourhoods are fewer than sixteen only if the search has left some out.
    assert!((2..16).contains(&found.origins.len()) && found.proved == Minimality::Minimal);
    assert_eq!((found.checked_by.as_deref(), found.tried), (Some("batsat"), 0));
}

#[test]
fn plans_are_explained_in_words_moves_and_rules() {
    let two = contradiction("puzzle = 'alternation'\nstart = 'BBWW..'");
    let words = argument(&two);
    assert!(words.contains("states that can be reached were visited"), "published: two pairs have no plan: {words}");
    // Six like adjacencies have to vanish, two a move and one in the last: four moves, as `progress` derives.
    let fixed = contradiction("puzzle = 'alternation'\nstart = 'BBBBWWWW..'\nmoves = 3");
    assert!(argument(&fixed).starts_with("at least 4 moves are needed"));
    // One piece and one vacant cell: no move at all, or there and back. One move ends where it did not start.
    let line = "puzzle = 'alternation'\nblock = 1\nstart = 'B.'\ngoal = ['B.']\n";
    let odd = contradiction(&format!("{line}moves = 1"));
    assert!(odd.argument.is_unstated() && odd.proved == Minimality::Minimal);
    let rules: BTreeSet<_> = odd.origins.iter().map(Origin::rule_name).collect();
    assert!(rules.contains("goal"), "any row but the goal can be reached: {rules:?}");
    let even = forced(&format!("{line}moves = 2"));
    assert!(even.needed.is_empty() && even.spare.is_empty());
    // Two black pieces and a white one can stand in turns, two black ones and none cannot.
    let uneven = contradiction("puzzle = 'alternation'\nstart = 'BB..'");
    assert!(uneven.origins.iter().all(|origin| origin.is(BuiltIn::Goal)) && uneven.origins.len() == 1);
    assert_eq!(uneven.proved, Minimality::Minimal);
    // By way of the second cell or of the third.
    let many = differences("puzzle = 'alternation'\nblock = 1\nstart = 'B...'\ngoal = ['...B']\nmoves = 2");
    let parts: Vec<Part> = many.varying.into_iter().map(|varying| varying.part).collect();
    assert_eq!((many.known, many.all_known, parts), (2, true, vec![Part::Move(0), Part::Move(1)]));
    assert_eq!(many.decider.map(|decider| decider.clue), Some(PartValue::Move("1 -> 2".to_string())));
}

#[test]
fn an_unsolvable_knightdoku_shows_what_to_change() {
    let run = boardwright(&["explain", "models/knightdoku/impossible.toml"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let expected = "\
unsatisfiable: there is no solution
These 3 contradict each other, and none of them can be left out (found by varisat, checked by batsat):
  clues: the clue 1 at r6c4, the clue 3 at r7c6, the clue 3 at r9c3

explanation[contradiction]: these contradict each other, with the rules
  --> models/knightdoku/impossible.toml:14:4
   |
14 | ...1.....
   |    ^ the clue 1 at r6c4
15 | .....3...
   |      - the clue 3 at r7c6
16 | .........
17 | ..3....0.
   |   - the clue 3 at r9c3
";
    assert!(run.stdout.contains(expected), "{}", run.stdout);
    assert_eq!(run.stdout.matches('[').count(), 4, "three cells and the title are in brackets");
    // The regular puzzle has a 2 there.
    assert!(run.stdout.contains("  with 2 instead of 3 at r9c3 there is a solution\n"), "{}", run.stdout);
    let run = boardwright(&["explain", "models/knightdoku/miscounted.toml"]);
    assert!(run.stdout.contains("the lines require 27 knights, the blocks 18\n"), "{}", run.stdout);
    assert!(run.stdout.contains("with `per_block = 3` instead of 2 there is a solution"), "{}", run.stdout);
}

#[test]
fn the_json_keeps_its_contract() {
    let json = |model: &str| -> Value {
        let run = boardwright(&["explain", model, "--format", "json"]);
        serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("not JSON ({error}):\n{}", run.stdout))
    };
    let report = json("models/knightdoku/impossible.toml");
    assert_eq!((&report["answer"], &report["kind"]), (&"unsatisfiable".into(), &"contradiction".into()));
    assert_eq!((&report["minimal"], &report["smallest"]), (&true.into(), &false.into()));
    assert_eq!((&report["complete"], &report["verified"]), (&true.into(), &true.into()));
    assert_eq!(report["cells"], serde_json::json!([[6, 4], [7, 6], [9, 3]]));
    assert_eq!(report["origins"][0]["line"], 14);
    assert_eq!(report["origins"][0]["column"], 4);
    assert_eq!(report["suggestions"][0]["solution"]["board"].as_array().map(Vec::len), Some(9));
    let report = json("models/knightdoku/several.toml");
    assert_eq!((&report["kind"], &report["count"]), (&"differences".into(), &39.into()));
    assert_eq!(report["suggestion"]["leaves"], 1, "{report}");
    let report = json("models/knightdoku/warm-up.toml");
    assert_eq!(report["kind"], "forced");
    let number = |key: &str| report[key].as_array().map_or(0, Vec::len);
    assert_eq!(number("origins") + number("spare"), 17);
}

#[test]
fn the_clue_that_decides_does_decide() {
    let run = boardwright(&["explain", "models/knightdoku/several.toml", "--format", "json"]);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let decider = &report["suggestion"];
    let place = |index: usize| decider["cell"][index].as_u64().expect("a number") as usize - 1;
    let text = std::fs::read_to_string("models/knightdoku/several.toml").expect("the model is there");
    let start = text.find("clues = \"\"\"\n").expect("a picture") + "clues = \"\"\"\n".len() + 10 * place(0) + place(1);
    let clue = decider["clue"].as_str().expect("a clue");
    assert_eq!(&text[start..=start], ".", "nothing was given there");
    let changed = format!("{}{clue}{}", &text[..start], &text[start + 1..]).replace("count = 39", "count = 1");
    let run = boardwright_with(&["check", "-"], &changed, &[]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
}

#[test]
fn drawings_and_files_are_written() {
    let run = boardwright(&["explain", "models/lights-out/dugu-unsolvable.toml", "--format", "svg"]);
    assert_eq!(run.code, 0);
    assert!(run.stdout.starts_with("<svg") && run.stdout.trim_end().ends_with("</svg>"));
    assert_eq!(run.stdout.matches("rx=\"6\"").count(), 12, "twelve lights stand out");
    let run = boardwright(&["explain", "models/lights-out/dugu-unsolvable.toml", "--formulation", "pressed"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("did you mean `presses`?"), "{}", run.stderr);
}

#[test]
fn changes_are_found_for_chased_lights() {
    // Steps state each light twice; an explanation that did so would find no single change.
    let run = boardwright(&["explain", "models/lights-out/dugu-unsolvable.toml", "--formulation", "chased"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let conditions = run.stdout.matches("once those before it are out").count();
    assert!(conditions > 0, "the conditions are the reasons: {}", run.stdout);
    assert!(run.stdout.contains("with the light at r5c1 lit instead of dark there is a solution"), "{}", run.stdout);
}

#[test]
fn a_time_limit_holds_and_says_what_is_missing() {
    let start = Instant::now();
    let run = boardwright(&["explain", "models/dissection/draughts-board.toml", "--time-limit", "300ms"]);
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    assert_eq!(run.code, 3, "{}", run.stdout);
    assert!(run.stdout.contains("incomplete: the time limit was reached"), "{}", run.stdout);
}

/// Steps cost nothing in Sokoban, so plans with as many pushes have different numbers of moves.
#[test]
fn plans_of_one_cost_may_have_different_numbers_of_moves() {
    let run = boardwright(&["explain", "models/moves/sokoban-10.toml"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(
        run.stdout.contains("more than one solution with 15; 2 known\nThey differ in 33 places: move 26"),
        "{}",
        run.stdout
    );
}
