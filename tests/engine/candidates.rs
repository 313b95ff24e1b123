//! Candidates against the list of all solutions.

use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_base::source::Source;
use boardwright_puzzle::Loaded;
use boardwright_tasks::answer::Answer;
use boardwright_tasks::task::candidates::{self, Candidates, Standing};
use boardwright_tasks::task::{self, Ask, Failure, Options, Request, Setup};
use std::sync::atomic::Ordering;

fn load(text: &str) -> Loaded {
    let source = Source::new("test.toml", text);
    REGISTRY.load(&source, &Budget::none()).unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, false)))
}

fn found(loaded: &Loaded, route: &str, budget: &Budget) -> Result<Candidates, Failure> {
    let options = Options { route: Some(route.into()), solver: true, several: true, ..Options::default() };
    let setup = Setup::resolve(loaded, &options, &Budget::none())?;
    candidates::run(loaded, &setup, budget, &mut |_, _| ())
}

/// What the solutions have, from all of them.
fn listed(loaded: &Loaded, empty: &Candidates) -> Candidates {
    let setup = Setup::resolve(loaded, &Options::default(), &Budget::none()).expect("there is a way");
    let request = Request::new(loaded, &setup, Ask::All);
    let report = task::run(&request, &Budget::none(), &mut task::ignore).expect("they are listed");
    assert!(report.complete);
    let mut listed = Candidates { optimum: report.optimum, questions: empty.questions, ..empty.clone() };
    let cells = listed.layers.iter_mut().flatten().flatten();
    cells.chain(listed.lines.iter_mut().flatten()).for_each(|standing| *standing = Standing::Impossible);
    for solution in &report.solutions {
        for (cells, values) in listed.layers.iter_mut().zip(&solution.candidate().layers) {
            for (own, &value) in cells.iter_mut().zip(values) {
                own[usize::from(value)] = Standing::Possible;
            }
        }
        for (line, &there) in listed.lines.iter_mut().zip(&solution.candidate().lines) {
            line[usize::from(!there)] = Standing::Possible;
        }
    }
    listed.answer = report.answer;
    listed
}

/// Returns a small model: a Latin board, a count of marks, or a loop, with random clues; sometimes with an objective.
fn random(dice: &mut Random) -> String {
    let side = 2 + dice.below(2);
    let mark = |dice: &mut Random, marks: &[&str]| marks[dice.below(marks.len())].to_string();
    let mut picture = |marks: &[&str]| -> String {
        let row = |dice: &mut Random| (0..side).map(|_| mark(dice, marks)).collect::<String>();
        (0..side).map(|_| row(dice) + "\n").collect()
    };
    match picture(&["a", "b", "c", "d"]).bytes().map(usize::from).sum::<usize>() % 4 {
        0 => {
            let given = picture(&[".", ".", ".", ".", "1", "2"]);
            format!(
                "puzzle = 'grid'\n[grid]\nvalues = '1..4'\ngiven = '''\n{given}'''\n[[rule]]\neach = ['row', 'column']\n\
                 all-different = true\n"
            )
        }
        1 => {
            let clue = picture(&[".", ".", ".", "2", "3"]);
            format!(
                "puzzle = 'grid'\n[grid]\nrows = {side}\ncolumns = {side}\nlines = 'borders'\n[picture]\nclue = '''\n{clue}'''\n\
                 [[rule]]\nloop = true\n[[rule]]\nat = 'clue'\naround = 'lines'\nexactly = {{ line = 'clue' }}\n"
            )
        }
        kind => {
            let clue = picture(&[".", ".", "1", "2"]);
            let objective = if kind == 2 { "[maximize]\ncount = '#'\n" } else { "" };
            format!(
                "puzzle = 'grid'\n[grid]\nrows = {side}\ncolumns = {side}\nvalues = ['.', '#']\n[picture]\nclue = '''\n\
                 {clue}'''\n[[rule]]\nat = 'clue'\naround = 'king'\nat-most = {{ '#' = 'clue' }}\n[[rule]]\nconnected = '.'\n{objective}"
            )
        }
    }
}

#[test]
fn candidates_are_what_all_solutions_have() {
    let (mut without, mut optimal, mut lines) = (0, 0, 0);
    for seed in 0..150 {
        let text = random(&mut Random(seed));
        let loaded = load(&text);
        for route in ["sat", "ilp"] {
            let own =
                found(&loaded, route, &Budget::none()).unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}\n{text}"));
            assert_eq!(own, listed(&loaded, &own), "seed {seed}, {route}\n{text}");
            assert!(own.all().all(|standing| standing != Standing::Open));
            without += usize::from(own.answer == Answer::Unsatisfiable);
            optimal += usize::from(own.optimum.is_some());
            lines += usize::from(!own.lines.is_empty());
        }
    }
    assert!(without > 5 && optimal > 20 && lines > 20, "{without} without, {optimal} optimal, {lines} with lines");
}

/// A German whisper of five cells on an empty Sudoku. The cells of it are not 5, and the one with two neighbours in its block is
/// none of three more: 722 of 729 values, found by another program (CaDiCaL with one assumption a value).
#[test]
fn a_whisper_leaves_722_values_of_an_empty_sudoku() {
    let text = "puzzle = 'grid'\n[grid]\nrows = 9\ncolumns = 9\nvalues = '1..9'\n[[rule]]\neach = ['row', 'column', 'block 3x3']\n\
        all-different = true\n[[rule]]\nalong = [[[5, 1], [6, 2], [7, 3], [8, 3], [9, 3]]]\neach = 'pair'\ndifference-at-least = 5\n";
    let found = found(&load(text), "sat", &Budget::none()).expect("it is a grid");
    assert_eq!(found.all().filter(|&standing| standing == Standing::Possible).count(), 722);
    assert!(found.questions < 400, "{} questions", found.questions);
}

#[test]
fn at_a_limit_only_what_is_proved_is_told() {
    let loaded = load("puzzle = 'grid'\n[grid]\nrows = 3\ncolumns = 3\nvalues = '1..9'\n");
    let options = Options { route: Some("sat".into()), solver: true, several: true, ..Options::default() };
    let setup = Setup::resolve(&loaded, &options, &Budget::none()).expect("a solver takes it");
    let budget = Budget::none();
    let interrupt = &mut |_, _| budget.interrupt.store(true, Ordering::Relaxed);
    let found = candidates::run(&loaded, &setup, &budget, interrupt).expect("the first board is known");
    assert_eq!((found.answer, found.stopped.is_some()), (Answer::Satisfiable, true));
    let number = |wanted: Standing| found.all().filter(|&standing| standing == wanted).count();
    // Two boards have at most 18 values, and every value is possible.
    assert!((9..=18).contains(&number(Standing::Possible)), "{} possible", number(Standing::Possible));
    assert_eq!(number(Standing::Impossible), 0);
}

#[test]
fn plans_and_families_have_no_candidates() {
    let lights = load("puzzle = 'lights-out'\nlights = '''\n##\n..\n'''");
    assert!(matches!(found(&lights, "sat", &Budget::none()), Err(Failure::Inapplicable(_))));
    let frogs = load(
        "puzzle = 'grid'\n[grid]\nvalues = ['.', 'F']\nstart = 'F.'\n[goal]\ncells = '.F'\n[[move]]\nname = 'step'\nbefore = 'F.'\n\
         after = '.F'\n",
    );
    assert!(matches!(found(&frogs, "sat", &Budget::none()), Err(Failure::Inapplicable(_))));
}
