//! The method `fewest-placements` of dissections against the routes: the same solutions, each once; and what it says it did.

use crate::support::boardwright;
use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_base::source::Source;
use boardwright_puzzle::Loaded;
use boardwright_puzzle::solution::Solution;
use boardwright_tasks::answer::{Answer, Report};
use boardwright_tasks::task::{self, Ask, Options, Setup};
use serde_json::Value;
use std::collections::{BTreeSet, HashSet};
use std::path::Path;
use std::time::Duration;

const METHOD: &str = "fewest-placements";

fn load(name: &str, text: &str) -> Loaded {
    let source = Source::new(name, text);
    REGISTRY.load(&source, &Budget::none()).unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, false)))
}

fn model(name: &str) -> Loaded {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/dissection").join(name);
    load(name, &std::fs::read_to_string(path).expect("the model is there"))
}

fn run(loaded: &Loaded, options: &Options, ask: Ask, budget: &Budget) -> Report {
    let setup = Setup::resolve(loaded, options, &Budget::none()).expect("the names exist");
    task::detached::run(&task::Request::new(loaded, &setup, ask), budget, &mut task::ignore)
        .expect("no check of ours fails")
}

fn by_method() -> Options {
    Options { method: Some(METHOD.into()), ..Options::default() }
}

fn by(backend: &str) -> Options {
    Options { backend: Some(backend.into()), ..Options::default() }
}

/// The solutions as text; equal pieces are named in the same order by everybody.
fn boards(report: &Report, what: &str) -> HashSet<Solution> {
    let boards: HashSet<Solution> = report.solutions.iter().cloned().collect();
    assert_eq!(boards.len(), report.solutions.len(), "{what}: a solution is found twice");
    boards
}

/// Every model that the search ends on in a moment, on the routes that end on it in a moment.
#[test]
fn the_method_and_every_route_find_the_same_solutions_of_the_models() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/dissection");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("there are models")
        .map(|entry| entry.expect("the folder is readable").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let (mut compared, mut solutions) = (0, 0);
    for name in names {
        let loaded = model(&name);
        let moment = || Budget::within(Duration::from_secs(3));
        let expect = loaded.model.expect.clone().unwrap_or_default();
        if expect.count.is_none_or(|count| count > 200) {
            continue;
        }
        let report = run(&loaded, &by_method(), Ask::All, &moment());
        if report.stopped {
            continue;
        }
        assert!(report.complete, "{name}");
        let found = boards(&report, &name);
        assert_eq!(Some(found.len() as u64), expect.count, "{name}");
        for backend in ["xcc", "varisat", "batsat", "minilp"] {
            let other = run(&loaded, &by(backend), Ask::All, &moment());
            if other.complete {
                assert_eq!(boards(&other, &name), found, "{name}, {backend}");
                compared += 1;
                solutions += found.len();
            }
        }
    }
    assert!(compared >= 20 && solutions >= 400, "{compared} comparisons of {solutions} solutions");
}

/// 104, as the model expects and another program has counted; and the figures of the document: 6.5 successors a board in
/// all, published by R. Findling for a search that does not distinguish the two equal stones either.
#[test]
#[ignore = "long: run by CI"]
fn the_draughts_board_has_its_solutions_and_its_branching_factor() {
    let loaded = model("draughts-board.toml");
    let report = run(&loaded, &by_method(), Ask::All, &Budget::within(Duration::from_secs(300)));
    assert!(report.complete);
    let found = boards(&report, "the draughts board");
    assert_eq!(found.len(), 104);
    assert_eq!(found, boards(&run(&loaded, &by("xcc"), Ask::All, &Budget::none()), "xcc"));
    let fact = |name: &str| &report.facts.iter().find(|fact| fact.name == name).expect("it says so").value;
    let all = fact("search")["branching_all"].as_f64().expect("a number");
    assert!((6.0..7.0).contains(&all), "6.5 are published: {all}");
    let course = fact("course").as_array().expect("a list");
    let early = course.iter().find(|work| work["boards"] == 500).expect("after 500 boards");
    let kept = early["branching_kept"].as_f64().expect("a number");
    assert!((1.1..1.35).contains(&kept), "1.2 are published: {kept}");
    // A tree has one edge less than nodes: whatever the search, its boards and solutions are the kept successors and one.
    let work = fact("search");
    let number = |name: &str| work[name].as_u64().expect("a number");
    assert_eq!(number("boards") + 104, number("kept") + 1);
    assert_eq!(number("successors"), number("kept") + number("without_place") + number("without_piece"));
}

/// The solution that the document prints, stones by number.
const PRINTED: &str = "
    7B 11W 11B 11W 2B 3W 3B 5W
    7W 11B 2W 2B 2W 3B 5W 5B
    7B 7W 2B 10W 3B 3W 5B 5W
    4W 7B 6W 10B 1W 1B 1W 5B
    4B 6W 6B 10W 10B 1W 1B 8W
    4W 4B 6W 10B 0W 0B 1W 8B
    9B 4W 6B 0W 0B 0W 0B 8W
    9W 9B 9W 9B 0W 0B 8W 8B";

type Cells = BTreeSet<(usize, usize)>;

/// Everywhere that a stone can lie on the chequered board, in any of its eight versions.
fn everywhere(stone: &[Vec<char>]) -> BTreeSet<Cells> {
    let mut found = BTreeSet::new();
    let mut stone = stone.to_vec();
    for version in 0..8 {
        let (height, width) = (stone.len(), stone[0].len());
        for (top, left) in (0..=8 - height).flat_map(|top| (0..=8 - width).map(move |left| (top, left))) {
            let fields = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
            let fields: Vec<(usize, usize)> = fields.filter(|&(row, column)| stone[row][column] != '_').collect();
            let colour = |row: usize, column: usize| if (row + column).is_multiple_of(2) { 'B' } else { 'W' };
            if fields.iter().all(|&(row, column)| stone[row][column] == colour(top + row, left + column)) {
                found.insert(fields.iter().map(|&(row, column)| (top + row, left + column)).collect());
            }
        }
        stone = (0..width).map(|column| (0..height).rev().map(|row| stone[row][column]).collect()).collect();
        if version == 3 {
            stone.iter_mut().for_each(|row| row.reverse());
        }
    }
    found
}

/// The document does not say what its numbers are. They are the order in which the rule lays the stones: each has, when it
/// is laid, as few places as any that is left.
#[test]
fn the_printed_solution_is_laid_by_fewest_placements() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/import/draughts-board.txt");
    let text = std::fs::read_to_string(path).expect("the stones are there");
    let stone = |text: &str| -> Vec<Vec<char>> {
        text.lines().filter(|row| !row.is_empty()).map(|row| row.chars().filter(|&c| c != ',').collect()).collect()
    };
    let stones = text.split("=====").map(stone).filter(|stone: &Vec<Vec<char>>| !stone.is_empty());
    let mut left: Vec<BTreeSet<Cells>> = stones.map(|stone| everywhere(&stone)).collect();
    assert_eq!((left.len(), left[2].len()), (12, 60));
    let mut laid: Vec<Cells> = vec![Cells::new(); 12];
    for (row, line) in PRINTED.lines().skip(1).enumerate() {
        for (column, field) in line.split_whitespace().enumerate() {
            let number: usize = field.trim_end_matches(['B', 'W']).parse().expect("a number and a colour");
            laid[number].insert((row, column));
        }
    }
    for cells in laid {
        let fewest = left.iter().map(BTreeSet::len).min();
        let stone = left.iter().position(|places| Some(places.len()) == fewest && places.contains(&cells));
        left.remove(stone.expect("it is one of those with the fewest places"));
        left.iter_mut().for_each(|places| places.retain(|place| place.is_disjoint(&cells)));
    }
    assert!(left.is_empty());
}

/// A board of 20 to 30 cells cut into pieces, some of them with other numbers of copies than it takes.
fn random_model(random: &mut Random) -> String {
    let (height, width) = random.one_of(&[(4, 5), (5, 5), (4, 7), (3, 8), (5, 6)]);
    let coloured = random.below(2) == 0;
    let ground = |cell: usize| match coloured {
        true if (cell / width + cell % width).is_multiple_of(2) => 'B',
        true => 'W',
        false => '#',
    };
    let row = |row: usize| (0..width).map(|column| ground(row * width + column)).collect::<String>();
    let board: Vec<String> = (0..height).map(row).collect();
    let flag = |random: &mut Random| random.below(4) > 0;
    let (rotate, flip) = (flag(random), flag(random));
    let mut text = format!("puzzle = \"dissection\"\nrotate = {rotate}\nflip = {flip}\n");
    text.push_str(&format!("board = \"\"\"\n{}\n\"\"\"\n", board.join("\n")));
    let mut free: BTreeSet<usize> = (0..height * width).collect();
    while let Some(first) = free.pop_first() {
        let mut piece = BTreeSet::from([first]);
        for _ in 0..random.within(2, 5) {
            let near = |cell: &&usize| {
                let (row, column) = (**cell / width, **cell % width);
                piece.iter().any(|other| (other / width).abs_diff(row) + (other % width).abs_diff(column) == 1)
            };
            let next: Vec<usize> = free.iter().filter(near).copied().collect();
            if !next.is_empty() {
                let next = random.one_of(&next);
                free.remove(&next);
                piece.insert(next);
            }
        }
        let copies = random.one_of(&["1", "1", "1", "1", "1", "{ min = 0, max = 2 }", "{ max = 1 }", "\"any\""]);
        let line = |row: usize| {
            let cell = |column: usize| row * width + column;
            let shown = |column: usize| if piece.contains(&cell(column)) { ground(cell(column)) } else { '_' };
            (0..width).map(shown).collect::<String>()
        };
        let shape: Vec<String> = (0..height).map(line).collect();
        text.push_str(&format!("[[piece]]\ncopies = {copies}\nshape = \"\"\"\n{}\n\"\"\"\n", shape.join("\n")));
    }
    text
}

#[test]
fn random_boards_have_the_same_solutions_by_exact_cover() {
    let (mut compared, mut solutions) = (0, 0);
    for seed in 1..=60 {
        let text = random_model(&mut Random(seed));
        let loaded = load("random", &text);
        let budget = || Budget::within(Duration::from_secs(5));
        let cover = run(&loaded, &by("xcc"), Ask::UpTo(2_000), &budget());
        if !cover.complete {
            continue;
        }
        let report = run(&loaded, &by_method(), Ask::All, &budget());
        if report.complete {
            assert_eq!(boards(&report, &text), boards(&cover, &text), "seed {seed}:\n{text}");
            compared += 1;
            solutions += cover.solutions.len();
        }
    }
    assert!(compared >= 40 && solutions >= 500, "{compared} boards with {solutions} solutions");
}

/// Tilings by dominoes are published as OEIS A004003; two equal pieces of one copy each are one kind.
#[test]
fn copies_and_equal_pieces_are_interchangeable() {
    let board = "puzzle = 'dissection'\nboard = '''\n####\n####\n####\n####'''\n";
    let domino = |copies: &str| format!("[[piece]]\ncopies = {copies}\nshape = '##'\n");
    let count = |pieces: &str| {
        let loaded = load("dominoes", &format!("{board}{pieces}"));
        let report = run(&loaded, &by_method(), Ask::Count, &Budget::none());
        (report.answer, report.count.map(|count| count.to_string()))
    };
    let solvable = (Answer::Satisfiable, Some("36".to_string()));
    assert_eq!(count(&domino("8")), solvable);
    assert_eq!(count(&domino("'any'")), solvable);
    assert_eq!(count(&domino("1").repeat(8)), solvable);
    assert_eq!(count(&format!("{}{}", domino("3"), domino("{ min = 2, max = 5 }"))), solvable);
    let none = (Answer::Unsatisfiable, Some("0".to_string()));
    assert_eq!(count(&domino("7")), none);
    assert_eq!(count(&domino("{ min = 9 }")), none);
    assert_eq!(count(&domino("0")), none);
}

/// How many there are of a kind of stone is what a person counts: on 8x8 a rectangle of 2x3 has 7 x 6 corners, two ways
/// round; the eight orientations of a stone in it make 336, of which a chequered board takes half.
#[test]
fn placements_on_the_empty_board_are_counted() {
    let stone = "[[piece]]\nshape = '''\nBW\n_B\n_W'''\n[[piece]]\ncopies = 'any'\nshape = 'W'\n";
    let chequered: Vec<String> =
        (0..8).map(|row| if row % 2 == 0 { "BWBWBWBW".into() } else { "WBWBWBWB".into() }).collect();
    for (board, expected) in [(chequered, 168), (vec!["########".to_string(); 8], 336)] {
        let text = format!("puzzle = 'dissection'\nboard = '''\n{}'''\n{stone}", board.join("\n"));
        let loaded = load("one stone", &text);
        let report = run(&loaded, &by_method(), Ask::One, &Budget::within(Duration::from_millis(300)));
        let fact = report.facts.iter().find(|fact| fact.name == "placements").expect("it says so");
        assert_eq!(fact.value[0]["placements"], expected);
    }
}

#[test]
fn limits_hold_and_what_was_found_before_stands() {
    let loaded = model("pentominoes-6x10.toml");
    let report = run(&loaded, &by_method(), Ask::All, &Budget::within(Duration::from_millis(300)));
    assert!(!report.complete && report.stopped);
    let two = run(&model("dominoes-4x4.toml"), &by_method(), Ask::UpTo(2), &Budget::none());
    assert_eq!((two.solutions.len(), two.complete, two.stopped), (2, false, false));
}

#[test]
fn the_command_line_knows_the_method() {
    let listed = boardwright(&["list", "methods"]);
    assert!(listed.stdout.contains(METHOD), "{}", listed.stdout);
    let solved =
        boardwright(&["solve", "models/dissection/flag.toml", "--method", METHOD, "--all", "--format", "jsonl"]);
    let lines: Vec<Value> = solved.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((solved.code, lines.len()), (0, 3), "two solutions and the summary");
    let search = &lines[2]["statistics"]["method"]["search"];
    assert_eq!(search["boards"].as_u64().map(|boards| boards + 2), search["kept"].as_u64().map(|kept| kept + 1));
    let mixture = "models/dissection/mixture.toml";
    let counted = boardwright(&["count", mixture, "--method", METHOD, "--distinct"]);
    let covered = boardwright(&["count", mixture, "--distinct"]);
    let number = |text: &str| text.split(' ').next().map(str::to_string);
    assert_eq!(number(&counted.stdout), number(&covered.stdout), "{}{}", counted.stdout, counted.stderr);
}
