//! What the route `frontier` says about all solutions together, against the list of another route.

use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::diagnostic::Command;
use boardwright_base::source::Source;
use boardwright_puzzle::Loaded;
use boardwright_puzzle::solution::{Candidate, Solution};
use boardwright_tasks::answer::{Answer, Breakdown, Report};
use boardwright_tasks::task::failure::{Inapplicable, Misuse, NoDiagram};
use boardwright_tasks::task::{self, Ask, By, Failure, Options, Request, Setup};
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

fn load(text: &str) -> Loaded {
    let source = Source::new("test.toml", text);
    REGISTRY.load(&source, &Budget::none()).unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, false)))
}

fn asked(loaded: &Loaded, ask: Ask, seed: u64) -> Result<Report, Failure> {
    let route = ask.of_diagram().map(|_| "frontier".to_string());
    let options = Options { route, seed, several: true, ..Options::default() };
    let setup = Setup::resolve(loaded, &options, &Budget::none())?;
    task::run(&Request::new(loaded, &setup, ask), &Budget::none(), &mut task::ignore)
}

fn answer(loaded: &Loaded, ask: Ask) -> Report {
    asked(loaded, ask, 0).unwrap_or_else(|failure| panic!("{failure}"))
}

/// Boards of every kind: cells with one of several values, two layers, lines between cells and along sides, knights and presses.
fn models() -> Vec<Loaded> {
    let mut models: Vec<Loaded> = [
        "models/grid/queens-6.toml",
        "models/grid/latin-4.toml",
        "models/grid/most-knights-5.toml",
        "models/knightdoku/several.toml",
        "models/grid/minesweeper.toml",
        "models/grid/slitherlink.toml",
    ]
    .map(|path| load(&std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))))
    .into();
    let texts = [
        "puzzle = 'grid'\ngrid = { rows = 4, columns = 4, lines = 'links' }\n[[rule]]\nloop = true\n",
        "puzzle = 'grid'\ngrid = { rows = 3, columns = 3, lines = 'borders' }\n[[rule]]\nloop = true\n",
        "puzzle = 'grid'\ngrid = { rows = 2, columns = 3, values = ['.', 'K'] }\nlayer.extra = { values = '1..2' }\n\
            [[rule]]\neach = 'row'\nexactly = { K = 1 }\n[[rule]]\neach = 'column'\nat-most = { '2' = 1 }\n",
        "puzzle = 'lights-out'\nstates = 3\nlights = '''\n12_\n021\n112'''\n",
        "puzzle = 'grid'\ngrid = { rows = 2, columns = 2, values = ['.', 'K'] }\n[[rule]]\neach = 'row'\nexactly = { K = 3 }\n",
    ];
    models.extend(texts.map(load));
    models
}

/// Counts boards by a number.
fn tally(boards: &[&Candidate], of: impl Fn(&Candidate) -> usize) -> Vec<(i64, BigUint)> {
    let mut sums: BTreeMap<i64, BigUint> = BTreeMap::new();
    boards.iter().for_each(|board| *sums.entry(of(board) as i64).or_default() += 1u32);
    sums.into_iter().collect()
}

#[test]
fn tables_agree_with_lists() {
    let mut compared = 0;
    for loaded in models() {
        let list = answer(&loaded, Ask::All);
        assert!(list.complete);
        let boards: Vec<&Candidate> = list.solutions.iter().map(Solution::candidate).collect();
        let table = answer(&loaded, Ask::CountBy(By::Cell));
        assert_eq!(table.count, Some(boards.len().into()));
        let Some(Breakdown::Cells(cells)) = &table.by else {
            assert!(boards.is_empty() && table.answer == Answer::Unsatisfiable);
            continue;
        };
        let count =
            |holds: &dyn Fn(&Candidate) -> bool| BigUint::from(boards.iter().filter(|board| holds(board)).count());
        for (layer, counts) in cells.layers.iter().enumerate() {
            let places = &cells.sheet.layers[layer].cells;
            for (cell, counts) in counts.iter().enumerate().filter(|(cell, _)| places[*cell].is_some()) {
                for (value, counted) in counts.iter().enumerate() {
                    assert_eq!(*counted, count(&|board| usize::from(board.layers[layer][cell]) == value));
                    compared += 1;
                }
            }
            for value in 0..cells.sheet.layers[layer].values.len() {
                let on = |board: &Candidate| {
                    let held = board.layers[layer].iter().zip(places);
                    held.filter(|(held, place)| place.is_some() && usize::from(**held) == value).count()
                };
                let report = answer(&loaded, Ask::CountBy(By::Value { layer, value }));
                let Some(Breakdown::Distribution { sums, .. }) = report.by else { panic!("there is no distribution") };
                assert_eq!(sums, tally(&boards, on));
            }
        }
        for (line, counted) in cells.lines.iter().enumerate() {
            assert_eq!(*counted, count(&|board| board.lines[line]));
            compared += 1;
        }
        match asked(&loaded, Ask::CountBy(By::Lines), 0) {
            Ok(report) => {
                let Some(Breakdown::Distribution { sums, .. }) = report.by else { panic!("there is no distribution") };
                assert_eq!(sums, tally(&boards, |board| board.lines.iter().filter(|&&line| line).count()));
            }
            Err(failure) => assert!(cells.lines.is_empty(), "{failure}"),
        }
    }
    assert!(compared > 600, "{compared}");
}

/// Kings that reach every cell: all of them, and the same with an objective.
#[test]
fn the_objective_is_distributed_as_the_value_that_it_counts() {
    const RULES: &str = "puzzle = 'grid'\ngrid = { rows = 4, columns = 4, values = ['.', 'K'] }\n\
        [[rule]]\neach = 'cell'\naround = 'king'\nincluding = true\nat-least = { K = 1 }\n";
    let (free, least) = (load(RULES), load(&format!("{RULES}[minimize]\ncount = 'K'\n")));
    let all = answer(&free, Ask::All);
    let boards: Vec<&Candidate> = all.solutions.iter().map(Solution::candidate).collect();
    let kings = |board: &Candidate| board.layers[0].iter().filter(|&&value| value == 1).count();
    let report = answer(&least, Ask::CountBy(By::Objective));
    assert_eq!(report.count, Some(boards.len().into()));
    let Some(Breakdown::Distribution { sums, .. }) = report.by else { panic!("there is no distribution") };
    assert_eq!(sums, tally(&boards, kings));
    // The best ones, up to all of them and beyond.
    for number in [1, 3, 300, boards.len() + 1] {
        let best = answer(&least, Ask::Best(number));
        assert_eq!(best.complete, number > boards.len());
        let found: Vec<&Candidate> = best.solutions.iter().map(Solution::candidate).collect();
        assert_eq!(found.len(), number.min(boards.len()));
        assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), found.len(), "every solution once");
        assert!(found.iter().map(|board| kings(board)).is_sorted());
        let worst = found.last().map_or(0, |board| kings(board));
        let better = boards.iter().filter(|board| kings(board) < worst).count();
        assert!(better <= found.len(), "no better one is left out");
        assert_eq!(found.iter().filter(|board| kings(board) < worst).count(), better);
        let Some(Breakdown::Distribution { sums: listed, .. }) = &best.by else { panic!("there are no values") };
        assert_eq!(listed[..], sums[..listed.len()]);
        assert_eq!(listed.last().map(|(sum, _)| *sum), Some(worst as i64));
        assert_eq!(best.optimum, sums.first().map(|(sum, _)| *sum));
    }
}

/// Of 92 boards, 4600 are drawn: chi-square has 91 degrees of freedom, mean 91 and standard deviation 13.5; beyond 180 it is with
/// a probability below one in ten million.
#[test]
fn boards_are_drawn_uniformly() {
    const SEED: u64 = 16;
    let queens = load(&std::fs::read_to_string("models/grid/queens-8.toml").expect("it is shipped"));
    let drawn = asked(&queens, Ask::Random(4600), SEED).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!((drawn.count, drawn.found, drawn.drawn), (Some(92u32.into()), 4600, Some(SEED)));
    let mut often: BTreeMap<&Candidate, f64> = BTreeMap::new();
    drawn.solutions.iter().for_each(|solution| *often.entry(solution.candidate()).or_default() += 1.0);
    assert_eq!(often.len(), 92, "seed {SEED}");
    let square: f64 = often.values().map(|often| (often - 50.0).powi(2) / 50.0).sum();
    println!("seed {SEED}: chi-square {square:.1} with 91 degrees of freedom");
    assert!((40.0..180.0).contains(&square), "seed {SEED}: chi-square {square}");
    let again = asked(&queens, Ask::Random(4600), SEED).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(drawn.solutions, again.solutions, "seed {SEED}");
    let other = asked(&queens, Ask::Random(20), SEED + 1).unwrap_or_else(|failure| panic!("{failure}"));
    assert_ne!(drawn.solutions[..20], other.solutions[..], "seed {}", SEED + 1);
}

/// With an objective, only optimal boards are drawn.
#[test]
fn optimal_boards_are_drawn() {
    let kings = load(&std::fs::read_to_string("models/grid/domination-kings.toml").expect("it is shipped"));
    let drawn = asked(&kings, Ask::Random(50), 1).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!((drawn.answer, drawn.optimum, drawn.count), (Answer::Optimal, Some(9), Some(3600u32.into())));
    let kings = |board: &Candidate| board.layers[0].iter().filter(|&&value| value == 1).count();
    assert!(drawn.solutions.iter().all(|solution| kings(solution.candidate()) == 9));
}

#[test]
fn questions_without_a_meaning_are_refused() {
    let refused = |text: &str, ask: Ask| match asked(&load(text), ask, 0) {
        Err(Failure::Inapplicable(Inapplicable::Misuse(Misuse::Diagram { reason, .. }))) => reason,
        other => panic!("{other:?}"),
    };
    let plan = "puzzle = 'alternation'\nstart = 'BBBWWW..'\n";
    assert_eq!(refused(plan, Ask::Random(1)), NoDiagram::Plans);
    assert_eq!(refused(plan, Ask::CountBy(By::Cell)), NoDiagram::Plans);
    let queens = std::fs::read_to_string("models/grid/queens-6.toml").expect("it is shipped");
    assert_eq!(refused(&queens, Ask::Best(3)), NoDiagram::NoObjective);
    assert_eq!(refused(&queens, Ask::CountBy(By::Objective)), NoDiagram::NoObjective);
    assert_eq!(refused(&queens, Ask::CountBy(By::Lines)), NoDiagram::NoLines);
    let loaded = load(&queens);
    let options = Options { route: Some("sat".into()), ..Options::default() };
    let setup = Setup::resolve(&loaded, &options, &Budget::none()).expect("the route exists");
    let off_route = task::run(&Request::new(&loaded, &setup, Ask::Random(1)), &Budget::none(), &mut task::ignore);
    let refused = off_route.expect_err("another route has no diagram");
    assert_eq!(refused, Misuse::Diagram { question: Command::Random, reason: NoDiagram::Route }.into());
    let words = refused.to_string();
    assert!(words.contains("use `route` frontier") && !words.contains("--"), "{words}");
}
