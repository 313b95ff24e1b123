//! The whole family against brute force, against known figures, and against invalid models.

use super::claim::{Claim, Code, Function, Strategy};
use super::{Asked, Chessboard, DevilsChessboard};
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_base::source::{Source, Span};
use boardwright_ir::constraint::{Assignment, Role};
use boardwright_model::check_fields;
use boardwright_puzzle::capability::methods::{self, Methods, Outcome};
use boardwright_puzzle::solution::notation::Written;
use boardwright_puzzle::solution::{Candidate, Solution, Violation};
use boardwright_puzzle::{Instance, Puzzle, Registry};
use boardwright_solvers::backend::{self, BACKENDS, Route};
use boardwright_tasks::task::{self, Ask, Options, Setup};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The family of this crate, whose details its tests can read.
const OWN: Registry = Registry::of(&[&DevilsChessboard]);

fn asking(squares: usize, asked: Asked) -> Chessboard {
    Chessboard { squares, asked, received: None, place: Span::default() }
}

fn any_strategy(squares: usize) -> Chessboard {
    asking(squares, Asked::Strategy)
}

fn table(colours: &[usize]) -> Written {
    Written::default().with("strategy", colours.to_vec())
}

fn verify(board: &Chessboard, written: &Written) -> Result<(), Violation> {
    Solution::read(board, written).map(drop)
}

/// Verifies the board of a method.
fn checked(board: &Chessboard, made: &Candidate) -> Solution {
    Solution::verified(board, made.clone()).expect("a method makes solutions")
}

/// The rule, stated differently than in `verify`: the sorted colours around each vertex are 0, 1, 2, ...
fn is_strategy(squares: usize, colours: &[usize]) -> bool {
    (0..1 << squares).all(|vertex: usize| {
        let mut around: Vec<usize> = (0..squares).map(|square| colours[vertex ^ (1 << square)]).collect();
        around.sort_unstable();
        around.iter().enumerate().all(|(index, &colour)| index == colour)
    })
}

/// All lists of `digits` digits below `base`.
fn lists(base: usize, digits: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..base.pow(digits as u32)).map(move |number| {
        let digit = |place: usize| number / base.pow(place as u32) % base;
        (0..digits).map(digit).collect()
    })
}

/// All strategies, by trying every colouring of the even and of the odd vertices.
fn all_strategies(squares: usize) -> BTreeSet<Vec<usize>> {
    let vertices = 1 << squares;
    let half = |odd: u32| -> Vec<Vec<usize>> {
        let of_half: Vec<usize> = (0..vertices).filter(|vertex: &usize| vertex.count_ones() % 2 == odd).collect();
        let spread = |colours: Vec<usize>| {
            let mut all = vec![0; vertices];
            of_half.iter().zip(colours).for_each(|(&vertex, colour)| all[vertex] = colour);
            all
        };
        let all_colours = |all: &Vec<usize>| {
            // The vertices of the other half have all their neighbours here.
            (0..vertices).filter(|vertex| vertex.count_ones() % 2 != odd).all(|vertex| {
                (0..squares).map(|square| all[vertex ^ (1 << square)]).collect::<BTreeSet<_>>().len() == squares
            })
        };
        lists(squares, of_half.len()).map(spread).filter(all_colours).collect()
    };
    let (even, odd) = (half(0), half(1));
    let both = |even: &Vec<usize>, odd: &Vec<usize>| even.iter().zip(odd).map(|(a, b)| a + b).collect();
    even.iter().flat_map(|even| odd.iter().map(move |odd| both(even, odd))).collect()
}

/// The strategy for eight squares in the last of the blog posts, after Vasil'ev's construction of nonlinear perfect codes.
fn strategy_of_the_post() -> Vec<usize> {
    let of_four = |x: usize| (0..4).filter(|place| x >> place & 1 == 1).fold(0, |a, b| a ^ b);
    let colour = |x: usize| {
        let (u, v) = (x >> 4, x & 0xF);
        let arbitrary = (u ^ v).count_ones() >= 3;
        let upper = (u.count_ones() % 2 == 1) != arbitrary;
        of_four(u ^ v) + if upper { 4 } else { 0 }
    };
    (0..256).map(colour).collect()
}

/// The post's second strategy: the square to turn, in addition to square 0, to reach a vertex to which the first
/// gives 0.
fn coset_strategy_of_the_post() -> Vec<usize> {
    let zero: BTreeSet<usize> =
        strategy_of_the_post().iter().enumerate().filter(|(_, c)| **c == 0).map(|(v, _)| v).collect();
    let colour = |x: usize| (0..8).find(|square| zero.contains(&(x ^ (1 << square) ^ 1))).expect("a perfect code");
    (0..256).map(colour).collect()
}

/// All solutions of a model's text by a formulation and a backend.
fn solved(text: &str, formulation: &str, backend: &str, ask: Ask) -> Vec<Solution> {
    let source = Source::new("test", format!("puzzle = \"devils-chessboard\"\n{text}"));
    let loaded = OWN.load(&source, &Budget::none()).unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, false)));
    let options =
        Options { formulation: Some(formulation.into()), backend: Some(backend.into()), ..Options::default() };
    let setup = Setup::resolve(&loaded, &options, &Budget::none()).expect("the names exist");
    let report = task::run(&task::Request::new(&loaded, &setup, ask), &Budget::none(), &mut task::ignore)
        .expect("no check fails");
    assert!(ask == Ask::One || report.complete, "{text}, {formulation}, {backend}: not complete");
    report.solutions
}

fn colours(solution: &Solution) -> Vec<usize> {
    let Some(Claim::Strategy(Strategy::Table(colours))) = solution.candidate().claims().next() else {
        panic!("a list of colours")
    };
    colours.clone()
}

#[test]
fn the_field_table_keeps_its_promises() {
    assert_eq!(check_fields(DevilsChessboard.fields()), Ok(()));
}

#[test]
fn verify_accepts_exactly_the_strategies() {
    for (squares, known) in [(1, 1), (2, 4), (3, 0)] {
        let board = any_strategy(squares);
        let mut found = 0;
        for colours in lists(squares, 1 << squares) {
            let accepted = verify(&board, &table(&colours)).is_ok();
            assert_eq!(accepted, is_strategy(squares, &colours), "{colours:?}");
            found += usize::from(accepted);
        }
        assert_eq!(found, known, "{squares} squares");
    }
}

#[test]
fn four_squares_have_576_strategies() {
    let all = all_strategies(4);
    assert_eq!(all.len(), 576);
    for colours in &all {
        assert!(is_strategy(4, colours) && verify(&any_strategy(4), &table(colours)).is_ok(), "{colours:?}");
    }
}

#[test]
fn solvers_list_exactly_the_strategies() {
    let sat = vec!["varisat", "batsat"];
    let all = [sat.clone(), backend::names_of(Route::Ilp)].concat();
    for (squares, backends) in [(1, &all), (2, &all), (3, &all), (4, &sat)] {
        let expected = all_strategies(squares);
        for formulation in ["colouring", "sums"] {
            for backend in backends {
                let found = solved(&format!("squares = {squares}"), formulation, backend, Ask::All);
                let found: BTreeSet<Vec<usize>> = found.iter().map(colours).collect();
                assert_eq!(found, expected, "{squares} squares, {formulation}, {backend}");
            }
        }
    }
}

#[test]
fn the_search_finds_out_where_there_is_no_strategy() {
    for backend in BACKENDS.iter().filter(|backend| backend.route() == Route::Sat) {
        for squares in [3, 5, 6, 7] {
            for ask in [Ask::One, Ask::All] {
                let found = solved(&format!("squares = {squares}"), "colouring", &backend.name, ask);
                assert_eq!(found, [], "{squares} squares, {}", backend.name);
            }
        }
        let found = solved("squares = 8", "colouring", &backend.name, Ask::One);
        assert!(is_strategy(8, &colours(&found[0])), "{}", backend.name);
    }
}

#[test]
fn symmetry_keeps_every_strategy_up_to_the_names_of_colours() {
    let (large, coset) = (strategy_of_the_post(), coset_strategy_of_the_post());
    let all = all_strategies(4).into_iter().chain(all_strategies(2)).chain(all_strategies(1)).chain([large, coset]);
    for colours in all {
        let squares = colours.len().ilog2() as usize;
        // The neighbours of 0 are odd, those of 1 even: each half's colours get the names of their squares.
        let mut renamed = colours.clone();
        for centre in [0, 1] {
            for vertex in (0..colours.len()).filter(|vertex: &usize| vertex.count_ones() as usize % 2 != centre) {
                let namesake = |square: &usize| colours[centre ^ (1 << square)] == colours[vertex];
                renamed[vertex] = (0..squares).find(namesake).expect("every colour is around every vertex");
            }
        }
        assert!(is_strategy(squares, &renamed));
        let problem = (&any_strategy(squares) as &dyn Instance)
            .constrain("sums", None, &Budget::none())
            .expect("it applies")
            .problem;
        let booleans = renamed.iter().flat_map(|&own| (0..squares).map(move |colour| own == colour)).collect();
        let assignment = Assignment { booleans, integers: vec![] };
        for posted in problem.constraints() {
            assert!(posted.constraint.holds(&assignment), "{renamed:?}: {:?}", problem.origin_of(posted.origin));
        }
        let fixed = problem.constraints().iter().filter(|posted| posted.role == Role::Symmetry).count();
        assert_eq!(fixed, 2 * squares);
    }
}

#[test]
fn the_strategies_of_the_post_are_accepted_and_no_change_of_them_is() {
    let board = any_strategy(8);
    let strategy = strategy_of_the_post();
    // From the table that the post prints: 11110011 has the new colour 1, 10100000 has 2, 00000110 the coset's 7.
    let coset = coset_strategy_of_the_post();
    assert_eq!((strategy[0b1111_0011], strategy[0b1010_0000], coset[0b0000_0110]), (1, 2, 7));
    for strategy in [strategy, coset] {
        assert_eq!(verify(&board, &table(&strategy)), Ok(()));
        for vertex in 0..256 {
            for other in (0..8).filter(|&other| other != strategy[vertex]) {
                let mut mutated = strategy.clone();
                mutated[vertex] = other;
                assert!(verify(&board, &table(&mutated)).is_err(), "vertex {vertex} of colour {other}");
            }
        }
    }
}

#[test]
fn xor_is_a_strategy_for_every_power_of_two_and_for_nothing_else() {
    for squares in 1..=1024 {
        let board = any_strategy(squares);
        let by_name = Written::default().with("strategy", "xor");
        assert_eq!(verify(&board, &by_name).is_ok(), squares.is_power_of_two(), "{squares} squares");
        match methods::all(&board, "xor") {
            (found, result) if result.outcome == Outcome::Incomplete => {
                assert!(squares.is_power_of_two());
                let written = checked(&board, &found[0]).written(&board);
                assert_eq!(written.details["strategy"].is_array(), squares <= 16);
            }
            (_, result) => assert!(!squares.is_power_of_two(), "{squares} squares: {result:?}"),
        }
        let excluded = matches!(methods::all(&board, "counting").1.outcome, Outcome::Refuted(_));
        assert_eq!(excluded, !squares.is_power_of_two(), "{squares} squares");
        let direct = match squares {
            ..=8 => None,
            16 | 32 | 64 | 128 | 256 | 512 | 1024 => Some("xor"),
            _ => Some("counting"),
        };
        assert_eq!(board.direct_method(), direct, "{squares} squares");
    }
}

#[test]
fn asked_for_by_name_xor_is_the_only_answer() {
    let board = asking(8, Asked::Named(Strategy::Xor));
    let (found, result) = methods::all(&board, "xor");
    assert_eq!(result.outcome, Outcome::Complete, "one strategy has that name");
    let made = checked(&board, &found[0]);
    assert!(verify(&board, &table(&strategy_of_the_post())).is_err(), "it is another strategy");
    for formulation in ["colouring", "sums"] {
        let searched = solved("squares = 8\nstrategy = \"xor\"", formulation, "varisat", Ask::All);
        assert_eq!(searched.len(), 1);
        assert_eq!(searched[0], made);
    }
}

/// Plays a round by the method, and checks it without `verify`, too.
fn play(coins: &[bool], target: usize) -> (Chessboard, Solution) {
    let board = asking(coins.len(), Asked::Round { coins: coins.to_vec(), target, strategy: Strategy::Xor });
    let (found, result) = methods::all(&board, "xor");
    assert_eq!(result.outcome, Outcome::Complete, "a round has one answer");
    assert_eq!(found.len(), 1);
    let played = checked(&board, &found[0]);
    let written = played.written(&board);
    let flip = written.details["flip"].as_u64().expect("a square") as usize;
    let after: Vec<bool> = written.board.concat().chars().map(|coin| coin == 'H').collect();
    let differ: Vec<usize> = (0..coins.len()).filter(|&square| after[square] != coins[square]).collect();
    assert_eq!(differ, [flip], "{coins:?}, {target}");
    let bit = |bit: usize| (0..coins.len()).filter(|square| square >> bit & 1 == 1 && after[*square]).count() % 2;
    assert_eq!((0..10).map(|b| bit(b) << b).sum::<usize>(), target, "{coins:?}");
    (board, played)
}

#[test]
fn every_round_on_small_boards_is_won() {
    for squares in [1, 2, 4, 8] {
        for vertex in 0..1 << squares {
            let coins: Vec<bool> = (0..squares).map(|square| vertex >> square & 1 == 1).collect();
            for target in 0..squares {
                play(&coins, target);
            }
        }
    }
}

#[test]
fn on_large_boards_only_one_flip_wins() {
    for seed in 1..=20 {
        let mut random = Random(seed);
        let squares = [64, 1024][seed as usize % 2];
        let coins: Vec<bool> = (0..squares).map(|_| random.below(2) == 1).collect();
        let (board, played) = play(&coins, random.below(squares));
        let played = played.written(&board);
        assert_eq!(played.board.len(), squares.isqrt(), "seed {seed}");
        let flip = played.details["flip"].as_u64().expect("a square") as usize;
        let turned = |flips: &[usize]| {
            let mut coins = coins.clone();
            flips.iter().for_each(|&square| coins[square] = !coins[square]);
            Written::new(vec![coins.iter().map(|&heads| if heads { 'H' } else { 'T' }).collect()])
        };
        for other in 0..squares {
            assert_eq!(verify(&board, &turned(&[other])).is_ok(), other == flip, "seed {seed}, flip {other}");
        }
        assert!(verify(&board, &turned(&[])).is_err(), "seed {seed}");
        let (a, b) = (random.below(squares), random.below(squares));
        if a != b && a != flip && b != flip {
            assert!(verify(&board, &turned(&[flip, a, b])).is_err(), "seed {seed}: three flips");
        }
    }
}

#[test]
fn solvers_play_the_same_rounds() {
    let model = |coins: &[bool], target: usize| {
        let coins: String = coins.iter().map(|&heads| if heads { 'H' } else { 'T' }).collect();
        format!("squares = {}\ncoins = \"{coins}\"\ntarget = {target}", coins.len())
    };
    let backends = [vec!["varisat", "batsat"], backend::names_of(Route::Ilp)].concat();
    for squares in [1, 2, 4] {
        for vertex in 0..1 << squares {
            let coins: Vec<bool> = (0..squares).map(|square| vertex >> square & 1 == 1).collect();
            for target in 0..squares {
                let (_, played) = play(&coins, target);
                for backend in &backends {
                    let found = solved(&model(&coins, target), "round", backend, Ask::All);
                    assert_eq!(found.len(), 1, "{coins:?}, {target}, {backend}");
                    assert_eq!(found[0], played, "{coins:?}, {target}, {backend}");
                }
            }
        }
    }
    for seed in 1..=5 {
        let mut random = Random(seed);
        let squares = 8 << random.below(5);
        let coins: Vec<bool> = (0..squares).map(|_| random.below(2) == 1).collect();
        let target = random.below(squares);
        let found = solved(&model(&coins, target), "round", "varisat", Ask::All);
        assert_eq!(found.len(), 1, "seed {seed}");
        assert_eq!(found[0], play(&coins, target).1, "seed {seed}");
    }
}

#[test]
fn formulations_say_what_they_are_for() {
    let round = asking(4, Asked::Round { coins: vec![true; 4], target: 2, strategy: Strategy::Xor });
    let reason = |board: &Chessboard, formulation: &str| {
        let refused = (board as &dyn Instance).constrain(formulation, None, &Budget::none()).err();
        refused.map_or(String::new(), |refused| refused.to_string())
    };
    assert!(reason(&round, "colouring").contains("use `round`"));
    assert!(reason(&round, "sums").contains("use `round`"));
    assert!(reason(&any_strategy(4), "round").contains("requires `coins` and `target`"));
    assert!(reason(&asking(4, Asked::Named(Strategy::Xor)), "round").contains("requires `coins` and `target`"));
    assert!(reason(&any_strategy(1024), "colouring").contains("maximum is 12 squares"));
}

fn refused(board: &Chessboard, candidate: &Value) -> String {
    let candidate = Written::from_json(candidate).expect("it has a board");
    verify(board, &candidate).expect_err(&format!("{candidate:?} was accepted")).to_string()
}

#[test]
fn malformed_strategies_are_refused_in_words() {
    let board = any_strategy(2);
    for (strategy, words) in [
        (Value::Null, "a list of colours"),
        (json!("hamming"), "a list of colours"),
        (json!(3), "a list of colours"),
        (json!([]), "0 colours, expected 2^2 = 4"),
        (json!([0, 0, 1]), "3 colours, expected 2^2 = 4"),
        (json!([0, 0, 1, 2]), "the colour of 11 is not an integer from 0 to 1"),
        (json!([0, "0", 1, 1]), "the colour of 01 is"),
        (json!([0, -1, 1, 1]), "the colour of 01 is"),
        (json!([0, 0.5, 1, 1]), "the colour of 01 is"),
        (json!([0, 0, 1e300, 1]), "the colour of 10 is"),
        (json!([u64::MAX, 0, 1, 1]), "the colour of 00 is"),
        (json!([0, [0], {}, null]), "the colour of 01 is"),
        (json!([0, 1, 1, 0]), "two neighbours of 00 have the colour 1: 01 and 10"),
    ] {
        let said = refused(&board, &json!({ "board": [], "strategy": strategy }));
        assert!(said.contains(words), "{said}");
    }
    assert_eq!(refused(&board, &json!({ "board": [] })), "missing `strategy`");
    let right = json!([0, 0, 1, 1]);
    assert!(refused(&board, &json!({ "board": ["HT"], "strategy": right })).contains("has no coins"));
    assert!(refused(&board, &json!({ "board": [], "strategy": right, "flip": 1 })).contains("belongs to a round"));
    assert!(refused(&any_strategy(32), &json!({ "board": [], "strategy": [] })).contains("its name"));
    let xor_of_six = refused(&any_strategy(6), &json!({ "board": [], "strategy": "xor" }));
    assert_eq!(xor_of_six, "`xor` is not a strategy for 6 squares: not a power of two");
}

#[test]
fn malformed_rounds_are_refused_in_words() {
    // Heads on 0 and 3 read 3; to name 2, turn 1.
    let board = asking(4, Asked::Round { coins: vec![true, false, false, true], target: 2, strategy: Strategy::Xor });
    for right in [
        json!({ "board": ["HH", "TH"] }),
        json!({ "board": ["HHTH"], "flip": 1 }),
        json!({ "board": ["H", "H", "T", "H"], "flip": 1, "strategy": "xor" }),
    ] {
        assert_eq!(verify(&board, &Written::from_json(&right).expect("it has a board")), Ok(()), "{right}");
    }
    for (wrong, words) in [
        (json!({ "board": [] }), "0 coins, expected 4"),
        (json!({ "board": [], "flip": 1 }), "0 coins, expected 4"),
        (json!({ "board": ["HH", "T"] }), "3 coins, expected 4"),
        (json!({ "board": ["HH", "TH", "T"] }), "5 coins, expected 4"),
        (json!({ "board": ["HH", "Th"] }), "`h` at r2c2: expected `H` or `T`"),
        (json!({ "board": ["HT", "TH"] }), "no coin was turned"),
        (json!({ "board": ["TT", "HH"] }), "square 0 (r1c1), square 2 (r2c1) differ"),
        (json!({ "board": ["TH", "HT"] }), "square 0 (r1c1), square 1 (r1c2) and more differ"),
        (json!({ "board": ["TT", "TH"] }), "reads square 3 (r2c2), expected square 2 (r2c1)"),
        (json!({ "board": ["HH", "TH"], "flip": 2 }), "`flip` does not name the coin"),
        (json!({ "board": ["HH", "TH"], "flip": "1" }), "`flip` does not name the coin"),
        (json!({ "board": ["HH", "TH"], "flip": -1 }), "`flip` does not name the coin"),
        (json!({ "board": ["HH", "TH"], "flip": 1e300 }), "`flip` does not name the coin"),
        (json!({ "board": ["HH", "TH"], "flip": null }), "`flip` does not name the coin"),
        (json!({ "board": ["HH", "TH"], "strategy": [0] }), "played by the strategy"),
    ] {
        let said = refused(&board, &wrong);
        assert!(said.contains(words), "{said}");
    }
}

/// The codes and the marked texts of the errors in a model.
fn wrong(text: &str) -> Vec<(&'static str, String)> {
    let source = Source::new("test", format!("puzzle = \"devils-chessboard\"\n{text}\n"));
    let Err(diagnostics) = OWN.load(&source, &Budget::none()) else { panic!("{text} was accepted") };
    let marked = |span: Span| source.text[span.start..span.end].to_string();
    diagnostics.iter().map(|mistake| (mistake.code, marked(mistake.labels[0].span))).collect()
}

#[test]
fn mistakes_of_a_model_come_out_together_and_at_their_place() {
    assert_eq!(wrong("squares = 4\ncoins = \"HTH\"\ntarget = 2"), [("wrong-size", "\"HTH\"".to_string())]);
    assert_eq!(wrong("squares = 4\ncoins = \"HTHT\""), [("no-target", "\"HTHT\"".to_string())]);
    assert_eq!(wrong("squares = 4\ntarget = 3"), [("no-coins", "3".to_string())]);
    assert_eq!(
        wrong("squares = 4\ncoins = \"HTHT\"\ntarget = 4"),
        [("off-board", "4".to_string())],
        "squares count from 0"
    );
    assert_eq!(wrong("squares = 6\nstrategy = \"xor\""), [("no-power-of-two", "6".to_string())]);
    assert_eq!(
        wrong("squares = 6\ncoins = \"HTHTHTH\"\ntarget = 6").iter().map(|(code, _)| *code).collect::<Vec<_>>(),
        ["no-power-of-two", "wrong-size", "off-board"]
    );
    assert_eq!(wrong("squares = 4\ncoins = \"\"\"\nHT\nTX\n\"\"\"\ntarget = 1")[0].1, "X");
    for squares in ["0", "-8", "1025", "99999999999"] {
        assert_eq!(wrong(&format!("squares = {squares}"))[0].1, squares);
    }
    let source = Source::new("test", "puzzle = \"devils-chessboard\"\nsquares = 1000\nstrategy = \"xor\"\n");
    let Err(diagnostics) = OWN.load(&source, &Budget::none()) else { panic!("1000 is no power of two") };
    assert!(diagnostics.render(&source, false).contains("the nearest are 512 and 1024"));
}

#[test]
fn coins_may_be_drawn_in_rows_of_any_length() {
    for drawing in ["HTTHHTHT", "HTTH\nHTHT", "HT\nTH\nHT\nHT"] {
        let text = format!("squares = 8\ncoins = \"\"\"\n{drawing}\n\"\"\"\ntarget = 5");
        let found = solved(&text, "round", "varisat", Ask::All);
        // Heads on 0, 3, 4 and 6 read 1; to name 5, turn 4.
        let coins = "HTTHHTHT".chars().map(|coin| coin == 'H').collect();
        let written = found[0].written(&asking(8, Asked::Round { coins, target: 5, strategy: Strategy::Xor }));
        assert_eq!(written.board, ["HTTHTTHT"]);
        assert_eq!(written.details["flip"], 4);
    }
}

#[test]
fn pictures_say_what_to_flip_and_what_is_read() {
    let coins = vec![false; 1024];
    for squares in [1, 2, 4, 8, 32, 64, 512, 1024] {
        let (board, played) = play(&coins[..squares], squares - 1);
        let picture = board.draw(&played);
        let rows = &picture.panels[0].rows;
        assert_eq!(rows.iter().map(Vec::len).sum::<usize>(), squares);
        assert!(rows.iter().all(|row| row.len() == rows[0].len() && row.len() <= 32), "{squares} squares");
        assert_eq!(rows.iter().flatten().filter(|square| square.text == "*").count(), 1, "{squares} squares");
        assert!(picture.captions[0].starts_with(&format!("flip square {}", squares - 1)), "{picture:?}");
    }
    let board = any_strategy(8);
    let strategy = Solution::read(&board, &table(&strategy_of_the_post())).expect("it is a strategy");
    let picture = board.draw(&strategy);
    assert_eq!((picture.panels[0].rows.len(), picture.panels[0].rows[0].len()), (16, 16));
    // Row 1111, column 0011: the vertex 11110011, whose colour the post prints as 1.
    assert_eq!(picture.panels[0].rows[0b1111][0b0011].text, "1");
    assert!(picture.captions.iter().all(|caption| !caption.contains("xor")), "{picture:?}");
}

/// `verify` computes by definition the same colours and words as the constructions.
#[test]
fn verify_reads_notations_as_they_are_built() {
    let functions = || [Function::Zero, Function::Parity, Function::Majority, Function::Threshold(1)];
    let mut random = Random(7);
    for squares in [2, 4, 8, 64] {
        let mut codes = vec![Code::Hamming];
        for function in functions().into_iter().filter(|_| squares > 2) {
            let once = Code::vasilev(function.clone());
            codes.extend((squares > 4).then(|| Code::Vasilev { function, of: Box::new(once.clone()) }));
            codes.push(once);
        }
        let cosets = codes.iter().map(|code| Strategy::Coset { code: Code::Hamming, odd: Some(code.clone()) });
        let halves = functions().map(Strategy::half_board);
        let strategies: Vec<Strategy> = std::iter::once(Strategy::Xor).chain(cosets).chain(halves).collect();
        for _ in 0..64 {
            let coins: Vec<bool> = (0..squares).map(|_| random.below(2) == 1).collect();
            for code in &codes {
                assert_eq!(
                    super::verify::is_member(code, &coins[1..]),
                    code.contains(&coins[1..]),
                    "{code:?} {coins:?}"
                );
            }
            for strategy in &strategies {
                assert_eq!(super::verify::colour(strategy, &coins), strategy.colour(&coins), "{strategy:?} {coins:?}");
            }
        }
    }
}
