//! Random puzzles of positions on all shapes: the program against a second reading of moves.
//!
//! The second reading (`board`, `reading`) is written from docs/grid.md and shares no code with the program. The fewest moves and
//! the number of shortest plans agree by the search, by SAT and by the second reading; `verify` accepts exactly the changes that the
//! second reading finds.

mod board;
mod game;
mod reading;

use self::board::Shape;
use self::game::{Form, Game, Move, VALUES};
use self::reading::{Found, Position, after, is_allowed, is_end, search};
use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_base::source::Source;
use boardwright_puzzle::Loaded;
use boardwright_puzzle::solution::Candidate;
use boardwright_tasks::answer::{Answer, Report};
use boardwright_tasks::task::{self, Ask, Failure, Options, Setup};

const SHAPES: [Shape; 7] =
    [Shape::Square, Shape::Torus, Shape::Hexagons, Shape::Triangles, Shape::Cubes, Shape::Graph, Shape::Polygons];

/// The most positions of a game.
const POSITIONS: usize = 800;

fn load(text: &str) -> Result<Loaded, String> {
    let source = Source::new("game.toml", text.to_string());
    REGISTRY.load(&source, &Budget::none()).map_err(|wrong| wrong.render(&source, false))
}

/// Asks by the search or by SAT; `None` where the route does not have this kind of model.
fn ask(loaded: &Loaded, by: &str, ask: Ask) -> Option<Report> {
    let options = match by {
        "search" => Options { method: Some("search".into()), ..Options::default() },
        _ => Options { route: Some(by.into()), ..Options::default() },
    };
    let setup = Setup::resolve(loaded, &options, &Budget::none()).ok()?;
    let answered = task::run(&task::Request::new(loaded, &setup, ask), &Budget::none(), &mut task::ignore);
    match answered {
        Ok(report) => Some(report),
        Err(Failure::Check(wrong)) => panic!("{wrong}"),
        Err(_) => None,
    }
}

/// How often each kind of comparison was made.
#[derive(Debug, Default)]
struct Tally {
    plans: usize,
    none: usize,
    sat: usize,
    refused: usize,
    changes: usize,
}

/// Makes most of the moves of a game possible, and its goals such that some position may be one.
fn tamed(mut game: Game, random: &mut Random) -> Game {
    if random.below(6) == 0 {
        return game;
    }
    let Some(found) = search(&game, POSITIONS) else { return game };
    let is_made = |one: &Move| found.changes.keys().any(|position| !after(&game, one, position).is_empty());
    let made: Vec<Move> = game.moves.iter().filter(|one| is_made(one)).cloned().collect();
    let reached: Vec<&Position> = found.changes.keys().collect();
    for goal in &mut game.goals {
        let reached = reached[random.below(reached.len())];
        goal.iter_mut().zip(reached).filter(|(mark, _)| **mark != '?').for_each(|(mark, value)| *mark = *value);
    }
    let moves = if made.is_empty() { game.moves.clone() } else { made };
    Game { moves, ..game }
}

fn compare(game: &Game, what: &str, tally: &mut Tally) {
    let Some(found) = search(game, POSITIONS) else { return };
    let text = game.model();
    let loaded = match load(&text) {
        Ok(loaded) => loaded,
        Err(wrong) => return is_refused(game, &found, &wrong, (what, &text), tally),
    };
    let report = ask(&loaded, "search", Ask::Count).expect("the search has every model");
    let counted = |report: &Report| {
        let number = report.count.as_ref().map(ToString::to_string);
        (report.answer == Answer::Optimal).then_some((report.optimum, number))
    };
    let expected = found.shortest.map(|(length, plans)| (Some(length as i64), Some(plans.to_string())));
    assert_eq!(counted(&report), expected, "{what}: by the search\n{text}");
    match expected {
        Some(_) => tally.plans += 1,
        None => {
            tally.none += 1;
            assert_eq!(report.answer, Answer::Unsatisfiable, "{what}\n{text}");
        }
    }
    if found.changes.len() <= POSITIONS / 3
        && let Some(report) = ask(&loaded, "sat", Ask::Count)
    {
        tally.sat += 1;
        assert_eq!(counted(&report), expected, "{what}: by SAT\n{text}");
    }
    // Plans of one move, to every position that is a goal.
    let mut accepts = |positions: Vec<&Position>| {
        tally.changes += 1;
        let values = |position: &&Position| position.iter().map(|value| index(*value)).collect::<Vec<u16>>();
        let layers = positions.iter().map(values).collect();
        loaded.instance.verify(Candidate { layers, ..Candidate::default() }).is_ok()
    };
    let next = &found.changes[&game.start];
    let starts = is_allowed(game, &game.start);
    for position in every(game.start.len()).iter().filter(|position| **position != game.start) {
        let is_plan = starts && next.contains_key(position) && is_allowed(game, position) && is_end(game, position);
        assert_eq!(accepts(vec![&game.start, position]), is_plan, "{what}: to {position:?}\n{text}");
    }
}

/// Checks the reason why a game is no model.
fn is_refused(game: &Game, found: &Found, wrong: &str, (what, text): (&str, &str), tally: &mut Tally) {
    tally.refused += 1;
    let is_made = |one: &Move| found.changes.keys().any(|position| !after(game, one, position).is_empty());
    let are_free = game.moves.iter().filter(|one| one.cost == 0);
    let are_whole = |one: &Move| matches!(&one.form, Form::Piece(piece) if piece.whole);
    let is_right =
        wrong.split("error").filter(|error| error.starts_with('[')).all(|error| match error.split(']').next() {
            Some("[no-change") => !game.moves.iter().all(is_made),
            Some("[other-pieces") => found.shortest.is_none(),
            Some("[not-reversible") => are_free.clone().count() > 0,
            Some("[whole-piece") => game.moves.iter().any(are_whole),
            _ => false,
        });
    assert!(is_right, "{what}\n{text}\n{wrong}");
}

fn index(value: char) -> u16 {
    VALUES.iter().position(|own| *own == value).expect("it is a value") as u16
}

/// Returns up to 300 positions of a number of cells, spread over all.
fn every(cells: usize) -> Vec<Position> {
    let all = 3usize.pow(cells as u32);
    let step = all.div_ceil(300) | 1;
    let value = |number: usize, cell: usize| VALUES[number / 3usize.pow(cell as u32) % 3];
    (0..all).step_by(step).map(|number| (0..cells).map(|cell| value(number, cell)).collect()).collect()
}

/// Set `SEED` to repeat one game, and `ROUNDS` for more of them.
fn games_of(shape: Shape) {
    let read = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let seeds: Vec<u64> = match read("SEED") {
        Some(seed) => vec![seed],
        None => (0..read("ROUNDS").unwrap_or(60)).collect(),
    };
    let (mut tally, rounds) = (Tally::default(), seeds.len());
    for seed in seeds {
        let mut random = Random(seed);
        let game = Game::random(&mut random, shape);
        let game = tamed(game, &mut random);
        compare(&game, &format!("{shape:?}, SEED={seed}"), &mut tally);
    }
    println!("{shape:?}: {tally:?}");
    let is_enough = tally.plans > rounds / 8 && tally.none > 0 && tally.changes > rounds * 10;
    assert!(rounds == 1 || is_enough, "{shape:?}: {tally:?}");
}

#[test]
fn squares() {
    games_of(SHAPES[0]);
}

#[test]
fn tori() {
    games_of(SHAPES[1]);
}

#[test]
fn hexagons() {
    games_of(SHAPES[2]);
}

#[test]
fn triangles() {
    games_of(SHAPES[3]);
}

#[test]
fn cubes() {
    games_of(SHAPES[4]);
}

#[test]
fn graphs() {
    games_of(SHAPES[5]);
}

#[test]
fn polygons() {
    games_of(SHAPES[6]);
}
