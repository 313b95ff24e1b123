//! The family from the outside, against an independent search over strings.

use super::FIELDS;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_families::load;
use boardwright_model::check_fields;
use boardwright_puzzle::capability::argument::Argument;
use boardwright_puzzle::capability::objective::Objective;
use boardwright_puzzle::capability::plans::Plans;
use boardwright_puzzle::solution::notation::Written;
use boardwright_puzzle::solution::{Solution, Violation};
use boardwright_puzzle::{Loaded, Reachable};
use boardwright_render::text::{Style, render};
use boardwright_solvers::backend::{self, Route};
use boardwright_tasks::answer::{Answer, Report};
use boardwright_tasks::task::{Ask, Options, Request, Setup, ignore, run};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// A game without any of the family's types.
#[derive(Debug, Clone)]
pub(super) struct Game {
    pub(super) start: String,
    pub(super) block: usize,
    pub(super) reverse: bool,
    pub(super) goal: Goal,
}

#[derive(Debug, Clone)]
pub(super) enum Goal {
    Alternating,
    Separated,
    Rows(Vec<String>),
}

impl Game {
    pub(super) fn pairs(pairs: usize) -> Game {
        let start = format!("{}{}..", "B".repeat(pairs), "W".repeat(pairs));
        Game { start, block: 2, reverse: false, goal: Goal::Alternating }
    }

    pub(super) fn loaded(&self, moves: Option<usize>) -> Loaded {
        let goal = match &self.goal {
            Goal::Alternating => "\"alternating\"".to_string(),
            Goal::Separated => "\"separated\"".to_string(),
            Goal::Rows(rows) => format!("{rows:?}"),
        };
        let Game { start, block, reverse, .. } = self;
        let moves = moves.map_or(String::new(), |moves| format!("moves = {moves}\n"));
        let text = format!(
            "puzzle = \"alternation\"\nstart = \"{start}\"\ngoal = {goal}\nblock = {block}\nreverse = \
            {reverse}\n{moves}"
        );
        let source = Source::new("test", text);
        load(&source, &Budget::none()).unwrap_or_else(|mistakes| panic!("{}", mistakes.render(&source, false)))
    }

    /// Returns every row that one move leads to.
    pub(super) fn after(&self, row: &str) -> Vec<String> {
        let mut rows = Vec::new();
        for from in 0..=row.len() - self.block {
            let block = &row[from..from + self.block];
            if block.contains('.') {
                continue;
            }
            let block: String = if self.reverse { block.chars().rev().collect() } else { block.to_string() };
            let gap = ".".repeat(self.block);
            for to in (0..=row.len() - self.block).filter(|&to| row[to..].starts_with(&gap)) {
                let mut next = row.to_string();
                next.replace_range(from..from + self.block, &gap);
                next.replace_range(to..to + self.block, &block);
                rows.push(next);
            }
        }
        rows
    }

    pub(super) fn is_over(&self, row: &str) -> bool {
        let run = row.trim_matches('.');
        match &self.goal {
            Goal::Rows(rows) => rows.iter().any(|accepted| accepted == row),
            Goal::Alternating => !run.contains('.') && !run.contains("BB") && !run.contains("WW"),
            Goal::Separated => {
                let change = |at: usize| run[at..].starts_with("BW") || run[at..].starts_with("WB");
                !run.contains('.') && (0..run.len()).filter(|&at| change(at)).count() <= 1
            }
        }
    }

    /// Returns the number of walks of that length to each row.
    fn walks(&self, length: usize) -> BTreeMap<String, u64> {
        let mut walks = BTreeMap::from([(self.start.clone(), 1)]);
        for _ in 0..length {
            let mut longer = BTreeMap::new();
            for (row, count) in &walks {
                for next in self.after(row) {
                    *longer.entry(next).or_default() += count;
                }
            }
            walks = longer;
        }
        walks
    }

    pub(super) fn plans(&self, moves: usize) -> u64 {
        self.walks(moves).iter().filter(|(row, _)| self.is_over(row)).map(|(_, count)| count).sum()
    }

    /// Returns the fewest moves, or the number of reachable rows when none of them ends the game.
    pub(super) fn fewest(&self) -> Result<usize, usize> {
        let mut seen = BTreeSet::from([self.start.clone()]);
        let mut layer = vec![self.start.clone()];
        for moves in 0.. {
            if layer.iter().any(|row| self.is_over(row)) {
                return Ok(moves);
            }
            let next: Vec<String> = layer.iter().flat_map(|row| self.after(row)).collect();
            layer = next.into_iter().filter(|row| seen.insert(row.clone())).collect();
            if layer.is_empty() {
                break;
            }
        }
        Err(seen.len())
    }
}

pub(super) fn ask(loaded: &Loaded, backend: &str, ask: Ask) -> Report {
    let options = Options { backend: Some(backend.into()), ..Options::default() };
    let setup = Setup::resolve(loaded, &options, &Budget::none()).expect("the names exist");
    run(&Request::new(loaded, &setup, ask), &Budget::none(), &mut ignore).expect("every check of ours passes")
}

pub(super) struct Random(pub(super) u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    /// Returns a game with two to four pieces of each colour and enough vacant cells.
    pub(super) fn game(&mut self) -> Game {
        let block = 1 + self.below(3);
        let vacant = block + self.below(3);
        let cells = "B".repeat(2 + self.below(3)) + &"W".repeat(2 + self.below(3)) + &".".repeat(vacant);
        let start = loop {
            let start = self.shuffled(&cells);
            if start.contains(&".".repeat(block)) {
                break start;
            }
        };
        let mut game = Game { start, block, reverse: self.below(2) == 1, goal: Goal::Alternating };
        game.goal = match self.below(4) {
            0 => Goal::Separated,
            1 => Goal::Rows((0..3).map(|_| self.shuffled(&cells)).collect()),
            2 => {
                let walks: Vec<String> = game.walks(3).into_keys().chain([game.start.clone()]).collect();
                Goal::Rows(vec![walks[self.below(walks.len())].clone()])
            }
            _ => Goal::Alternating,
        };
        game
    }

    fn shuffled(&mut self, cells: &str) -> String {
        let mut cells: Vec<char> = cells.chars().collect();
        for index in (1..cells.len()).rev() {
            cells.swap(index, self.below(index + 1));
        }
        cells.into_iter().collect()
    }
}

/// The fewest moves, all plans of that length, and all plans of a few given lengths, on random lines.
#[test]
fn random_lines_against_brute_force() {
    let (mut solvable, mut impossible) = (0, 0);
    for seed in 0..150 {
        let game = Random(seed).game();
        let what = format!("seed {seed}: {game:?}");
        let backend = ["varisat", "batsat"][seed as usize % 2];
        let loaded = game.loaded(None);
        match game.fewest() {
            Ok(fewest) => {
                solvable += 1;
                let plans = game.plans(fewest);
                let wanted = if plans <= 200 { Ask::All } else { Ask::One };
                let report = ask(&loaded, backend, wanted);
                assert_eq!((report.answer, report.optimum), (Answer::Optimal, Some(fewest as i64)), "{what}");
                if wanted == Ask::All {
                    assert_eq!(report.count, Some(plans.into()), "{what}");
                }
                assert_eq!(
                    loaded.instance.plans().expect("it has plans").reachable(&|| false),
                    Reachable::Yes,
                    "{what}"
                );
            }
            Err(states) => {
                impossible += 1;
                let report = ask(&loaded, backend, Ask::All);
                assert_eq!((report.answer, report.count), (Answer::Unsatisfiable, Some(0u32.into())), "{what}");
                assert_eq!(
                    loaded.instance.plans().expect("it has plans").reachable(&|| false),
                    Reachable::No { states: states as u64 },
                    "{what}"
                );
            }
        }
        for moves in 0..=3 {
            let plans = game.plans(moves);
            if plans <= 100 {
                let report = ask(&game.loaded(Some(moves)), backend, Ask::All);
                assert_eq!(report.count, Some(plans.into()), "{what}, {moves} moves");
            }
        }
    }
    assert!(solvable >= 40 && impossible >= 10, "{solvable} solvable and {impossible} impossible games");
}

#[test]
fn integer_programs_agree_on_tiny_lines() {
    for (start, block, reverse) in [("BBW.", 1, false), ("BBWW.", 1, false), ("WBBW..", 2, true), ("WB.BW..", 2, false)]
    {
        let game = Game { start: start.into(), block, reverse, goal: Goal::Alternating };
        for backend in backend::names_of(Route::Ilp) {
            for moves in 0..=2 {
                let report = ask(&game.loaded(Some(moves)), backend, Ask::All);
                assert_eq!(report.count, Some(game.plans(moves).into()), "{game:?}, {moves} moves, {backend}");
            }
        }
    }
}

/// Known since Delannoy (1887) and searched independently: 0, impossible, 4, 4, 5, 6, 7 moves; for four pairs and more
/// the vacant cells end at the other end and the colours start with white.
#[test]
fn pairs_need_the_known_numbers_of_moves() {
    for (pairs, fewest) in [(1, 0), (3, 4), (4, 4), (5, 5), (6, 6), (7, 7)] {
        let loaded = Game::pairs(pairs).loaded(None);
        let report = ask(&loaded, "varisat", Ask::One);
        assert_eq!((report.answer, report.optimum), (Answer::Optimal, Some(fewest)), "{pairs} pairs");
        if pairs >= 4 {
            assert_eq!(report.solutions[0].written(&*loaded.instance).board, [format!("..{}", "WB".repeat(pairs))]);
        }
    }
    let report = ask(&Game::pairs(2).loaded(None), "varisat", Ask::One);
    assert_eq!(report.answer, Answer::Unsatisfiable);
    assert_eq!(report.reason, Argument::Visited { states: 10 }.into());
    let wide = Game { start: "BBBWWW....".into(), ..Game::pairs(3) };
    assert_eq!(ask(&wide.loaded(None), "varisat", Ask::One).optimum, Some(3));
}

#[test]
fn pieces_that_cannot_alternate_end_the_search_at_once() {
    for moves in [None, Some(3)] {
        let uneven = Game { start: "BBBBBBBBBBBBBBBBBBBBWWWWWW..".into(), ..Game::pairs(1) };
        let report = ask(&uneven.loaded(moves), "varisat", Ask::All);
        assert_eq!((report.answer, report.count), (Answer::Unsatisfiable, Some(0u32.into())));
    }
}

#[test]
fn pieces_of_one_colour_are_separated_once_they_are_together() {
    let lonely = Game { start: "BB..B".into(), goal: Goal::Separated, ..Game::pairs(1) };
    assert_eq!(lonely.fewest(), Ok(1));
    assert_eq!(ask(&lonely.loaded(None), "varisat", Ask::One).optimum, Some(1));
    assert_eq!(ask(&lonely.loaded(Some(1)), "varisat", Ask::All).count, Some(lonely.plans(1).into()));
}

#[test]
fn only_what_fits_is_visited() {
    let isolated = |cells: usize| Game { start: format!("B.{}W", ".".repeat(cells - 3)), ..Game::pairs(1) };
    for (cells, expected) in
        [(40, Reachable::No { states: 1 }), (80, Reachable::No { states: 1 }), (81, Reachable::Unknown)]
    {
        assert_eq!(
            isolated(cells).loaded(None).instance.plans().expect("it has plans").reachable(&|| false),
            expected,
            "{cells} cells"
        );
    }
    // Both widths of numbers, on lines where the last cells move.
    for cells in [39, 40, 41, 79, 80] {
        let goal = Goal::Rows(vec![format!("{}BW", ".".repeat(cells - 2))]);
        let game = Game { start: format!("{}W.B", ".".repeat(cells - 3)), block: 1, reverse: false, goal };
        assert_eq!(
            game.loaded(None).instance.plans().expect("it has plans").reachable(&|| false),
            Reachable::Yes,
            "{cells} cells"
        );
    }
    let stopped = Game::pairs(9).loaded(None).instance.plans().expect("it has plans").reachable(&|| true);
    assert_eq!(stopped, Reachable::Unknown);
}

#[test]
fn too_large_for_a_formula_is_said() {
    let long = Game { start: format!("{}..", "BWWB".repeat(500)), goal: Goal::Separated, ..Game::pairs(1) };
    let loaded = long.loaded(None);
    let setup = Setup::resolve(&loaded, &Options::default(), &Budget::none()).expect("the defaults exist");
    let failure = run(&Request::new(&loaded, &setup, Ask::One), &Budget::none(), &mut ignore)
        .expect_err("a thousand pairs are too many");
    assert!(failure.to_string().contains("500 moves of 2 on 2002 cells"), "{failure}");
    let vast = Game { start: format!("WB{}", ".".repeat(1500)), goal: Goal::Separated, ..Game::pairs(1) };
    let refused = vast
        .loaded(None)
        .instance
        .constrain("vacancy", Some(1), &Budget::none())
        .err()
        .expect("any of 3002 rows is too much");
    assert!(refused.to_string().contains("3002 goal rows of 1502 cells"), "{refused}");
}

fn verify(loaded: &Loaded, written: &Written) -> Result<(), Violation> {
    Solution::read(&*loaded.instance, written).map(drop)
}

fn three() -> (Loaded, Written) {
    let moves = json!([[1, 7], [3, 1], [6, 3], [1, 6]]);
    let states = ["BBBWWW..", "..BWWWBB", "BW..WWBB", "BWWBW..B", "..WBWBWB"];
    let written = Written::new(vec!["..WBWBWB".into()]).with("moves", moves).with("states", states.to_vec());
    (Game::pairs(3).loaded(None), written)
}

#[test]
fn moves_states_or_a_drawing_are_enough() {
    let (loaded, full) = three();
    let without = |name: &str| {
        let mut written = full.clone();
        written.details.shift_remove(name);
        written
    };
    let rows: Vec<String> = full.details["states"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|row| row.as_str().unwrap_or_default().into())
        .collect();
    let mut drawn_with_moves = without("states");
    drawn_with_moves.board = rows.clone();
    for written in [full.clone(), without("moves"), without("states"), Written::new(rows), drawn_with_moves] {
        assert_eq!(verify(&loaded, &written), Ok(()), "{written:?}");
    }
    let already = Game::pairs(1).loaded(None);
    assert_eq!(verify(&already, &Written::new(vec!["BW..".into()])), Ok(()), "no move is needed");
}

#[test]
fn wrong_plans_are_rejected_in_words() {
    let (loaded, full) = three();
    let reason = |written: &Written| verify(&loaded, written).expect_err("it is wrong").to_string();
    let with = |name: &str, value: Value| reason(&full.clone().with(name, value));
    let moves = |value: Value| reason(&Written::new(full.board.clone()).with("moves", value));
    let drawn = |rows: &[&str]| reason(&Written::new(rows.iter().map(|&row| row.into()).collect()));
    for (reason, expected) in [
        (drawn(&["..WBWBWB"]), "missing moves: expected `moves`"),
        (drawn(&[]), "expected the last row"),
        (drawn(&["BBBWWW."]), "row 1 of the board has 7 cells, expected 8"),
        (drawn(&["BBBWWW..", "..BWwWBB"]), "`w` at r2c5 of the board"),
        (drawn(&["BBBWWW..", "BW..WWBB"]), "no move of a block of 2 leads from BBBWWW.. to BW..WWBB (move 1)"),
        (drawn(&["BBBWWW..", "BBBWWW.."]), "no move of a block of 2"),
        (drawn(&["BBBWWW..", "..BWWWBB"]), "the last row, ..BWWWBB, has neighbours of one colour"),
        (drawn(&["BBBWWW..", "B..WWWBB"]), "the last row, B..WWWBB, is not unbroken"),
        (drawn(&["BBBWWWWW", "..BWWWBB"]), "the first row has to be the start, BBBWWW.."),
        (moves(json!([[1, 7], [3, 1], [6, 3]])), "the last row of the board is ..WBWBWB, but the moves make BWWBW..B"),
        (moves(json!([[1, 7], [1, 3]])), "move 2: cell 1 is vacant, so 1,2 is not a block"),
        (moves(json!([[1, 6]])), "move 1: cell 6 is not vacant, so there is no room at 6,7"),
        (moves(json!([[1, 8]])), "move 1, 1 -> 8: a block of 2 starting there is not on the line of 8 cells"),
        (moves(json!([[0, 7]])), "not on the line"),
        (moves(json!([[u64::MAX, 7]])), "not on the line"),
        (with("states", json!(["BBBWWW..", "..WBWBWB"])), "`states` has 2 rows, but the moves make 5"),
        (with("states", json!([])), "`states` has 0 rows"),
    ] {
        assert!(reason.contains(expected), "{reason}, not {expected}");
    }
    for malformed in [
        json!(3),
        json!("1"),
        json!([[1]]),
        json!([[1, 2, 3]]),
        json!([["1", "7"]]),
        json!([[-1, 7]]),
        json!([[1.5, 7]]),
        json!([[1e300, 7]]),
        json!([null]),
    ] {
        assert!(moves(malformed.clone()).starts_with("expected a list of [from, to]"), "{malformed}");
    }
    for malformed in [json!(3), json!([3]), json!([["BBBWWW.."]])] {
        assert!(with("states", malformed.clone()).starts_with("expected a list of rows"), "{malformed}");
    }
    let exact = Game::pairs(3).loaded(Some(5));
    assert_eq!(verify(&exact, &full).expect_err("four moves").to_string(), "4 moves, expected 5");
}

#[test]
fn the_other_goals_say_what_is_missing() {
    let ducks = Game { start: "BWBW..".into(), goal: Goal::Separated, ..Game::pairs(1) };
    let reason = verify(&ducks.loaded(None), &Written::new(vec!["BWBW..".into()])).expect_err("nothing moved");
    assert_eq!(reason.to_string(), "the last row, BWBW.., changes its colour 3 times, expected once");
    let listed = Game { goal: Goal::Rows(vec!["WBWB..".into()]), ..ducks };
    let reason = verify(&listed.loaded(None), &Written::new(vec!["BWBW..".into()])).expect_err("nothing moved");
    assert_eq!(reason.to_string(), "the last row, BWBW.., is not an accepted row");
}

/// A solver's plan with one changed cell in a state, or one changed move, is invalid.
#[test]
fn spoilt_solutions_are_rejected() {
    let loaded = Game::pairs(5).loaded(None);
    let report = ask(&loaded, "varisat", Ask::One);
    let solution = report.solutions[0].written(&*loaded.instance);
    let rows = solution.details["states"].as_array().expect("a list of rows").len();
    for row in 0..rows {
        for cell in 0..12 {
            let mut spoilt = solution.clone();
            let text = spoilt.details["states"][row].as_str().expect("a row").to_string();
            let other = if &text[cell..=cell] == "B" { "W" } else { "B" };
            spoilt.details["states"][row] = format!("{}{other}{}", &text[..cell], &text[cell + 1..]).into();
            assert!(verify(&loaded, &spoilt).is_err(), "row {row}, cell {cell}");
            spoilt.details.shift_remove("moves");
            assert!(verify(&loaded, &spoilt).is_err(), "row {row}, cell {cell}, without moves");
        }
    }
    for step in 0..rows - 1 {
        for end in 0..2 {
            let mut spoilt = solution.clone();
            let place = spoilt.details["moves"][step][end].as_u64().expect("a place");
            spoilt.details["moves"][step][end] = (place + 1).into();
            assert!(verify(&loaded, &spoilt).is_err(), "move {step}, end {end}");
        }
    }
}

#[test]
fn a_row_is_drawn_for_every_state() {
    let (loaded, full) = three();
    let solution = Solution::read(&*loaded.instance, &full).expect("it is a plan");
    let picture = loaded.instance.draw(&solution);
    let panel = &picture.panels[0];
    assert_eq!(panel.labels, ["start", "1: 1,2 -> 7,8", "2: 3,4 -> 1,2", "3: 6,7 -> 3,4", "4: 1,2 -> 6,7"]);
    let marked = |row: usize| -> Vec<usize> { (0..8).filter(|&cell| panel.rows[row][cell].marked).collect() };
    assert_eq!((marked(0), marked(1), marked(4)), (vec![], vec![6, 7], vec![5, 6]));
    let drawn = render(&picture, Style { colour: false, width: 80 });
    assert!(drawn.contains("[● ○]· · ○ ○ ● ●   2: 3,4 -> 1,2"), "{drawn}");
}

#[test]
fn the_fewest_can_be_asked_for_instead_of_a_number() {
    let mut five = super::Line::read(&Game::pairs(4).loaded(Some(5)).model.fields).expect("it was read before");
    five.ask_fewest();
    assert_eq!(five.at_least(), Some(4));
    let (_, full) = three();
    assert!(Solution::read(&five, &full).is_err(), "three pairs are not four");
}

#[test]
fn pairs_are_short_for_a_start() {
    for (short, long) in
        [("pairs = 3", "start = \"BBBWWW..\""), ("pairs = 2\nblock = 3", "start = \"BBWW...\"\nblock = 3")]
    {
        let read = |body: &str| {
            let source = Source::new("test", format!("puzzle = \"alternation\"\n{body}"));
            let loaded =
                load(&source, &Budget::none()).unwrap_or_else(|mistakes| panic!("{}", mistakes.render(&source, false)));
            super::Line::read(&loaded.model.fields).expect("it was read before").start
        };
        assert_eq!(read(short), read(long));
    }
}

/// The longest run of vacant cells is found in one pass: with a quadratic search this would take minutes.
#[test]
fn long_lines_are_read_at_once() {
    assert_eq!(codes(&format!("start = \"B{}\"", ".".repeat(2_000_000))), [""; 0]);
    assert_eq!(codes(&format!("start = \"{}B.\"", "BW".repeat(1_000_000))), ["no-room"]);
}

fn codes(body: &str) -> Vec<&'static str> {
    let source = Source::new("test", format!("puzzle = \"alternation\"\n{body}"));
    match load(&source, &Budget::none()) {
        Ok(_) => Vec::new(),
        Err(mistakes) => mistakes.iter().map(|mistake| mistake.code).collect(),
    }
}

#[test]
fn mistakes_have_their_codes() {
    assert_eq!(check_fields(FIELDS), Ok(()));
    let none: [&str; 0] = [];
    assert_eq!(codes("start = \"BW..\""), none);
    assert_eq!(codes("start = \"\"\"\n  .BW..B\n\"\"\"\ngoal = [\"..BWB.\"]"), none);
    assert_eq!(codes("start = \"BWBW\""), ["no-vacancy"]);
    assert_eq!(codes("start = \".BW.\""), ["no-room"]);
    assert_eq!(codes("start = \"BW..\"\nblock = 3"), ["no-room"]);
    assert_eq!(codes("start = \"....\""), ["no-pieces"]);
    assert_eq!(codes("start = \"\"\"\nBW..\nWB..\n\"\"\""), ["not-a-line"]);
    assert_eq!(codes("start = \"BW..\"\ngoal = [\"WB..\", \"WB...\", \"WW..\"]"), ["wrong-length", "wrong-pieces"]);
    assert_eq!(codes(&format!("start = \"{}..\"", "BW".repeat(5_000_000))), ["too-large"]);
    assert_eq!(codes("pairs = 3\nblock = 3"), none);
    assert_eq!(codes(""), ["missing-key"]);
    assert_eq!(codes("start = \"BW..\"\npairs = 1"), ["two-starts"]);
    assert_eq!(codes("pairs = 0"), ["out-of-range"]);
    assert_eq!(codes("pairs = 5000001"), ["out-of-range"]);
    assert_eq!(codes("start = \"BWBW\"\ngoal = [\"BWB\", \"BBBW\"]\n"), ["no-vacancy", "wrong-length", "wrong-pieces"]);
}

#[test]
fn a_mistake_in_an_accepted_row_is_shown_there() {
    let source = Source::new("x.toml", "puzzle = \"alternation\"\nstart = \"BW..\"\ngoal = [\"WB..\", \"WX..\"]\n");
    let Err(mistakes) = load(&source, &Budget::none()) else { panic!("X is no piece") };
    let shown = mistakes.render(&source, false);
    assert!(shown.contains("x.toml:3:19"), "{shown}");
}
