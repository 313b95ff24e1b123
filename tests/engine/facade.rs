//! What the package promises to programs: models, questions and answers.

use boardwright::{Backend, Budget, Encoding, Model, Question, Verdict};
use std::time::Duration;

const QUEENS: &str = include_str!("../../models/grid/queens-4.toml");

#[test]
fn a_model_is_read_asked_and_drawn() {
    let model = Model::read(QUEENS).expect("it is a model");
    assert_eq!(model.family(), "grid");
    let answer = model.solve().expect("no check fails");
    assert_eq!(answer.verdict(), Verdict::Satisfiable);
    let [board] = &answer.boards()[..] else { panic!("one board: {answer}") };
    assert!(
        [[".Q..", "...Q", "Q...", "..Q."], ["..Q.", "Q...", "...Q", ".Q.."]].iter().any(|rows| board.rows() == *rows)
    );
    assert_eq!(board.json()["board"], serde_json::json!(board.rows()));
    assert!(board.svg().starts_with("<svg") && model.svg().starts_with("<svg"));
    assert!(answer.to_string().contains(&board.to_string()));
    // Ahrens (1910): 2 solutions on four columns, 92 on eight.
    let count =
        |n| Model::read_with(include_str!("../../models/sequences/queens.toml"), &[("n", n)]).map(|m| m.count());
    for (n, known) in [(4, 2_u32), (8, 92)] {
        assert_eq!(count(n).expect("it is a model").expect("it is counted"), known.into());
    }
    assert!(!model.is_unique().expect("it is decided"));
    let all = model.ask(Question::All).backend("batsat").run().expect("the solver exists");
    assert_eq!((all.boards().len(), all.is_complete()), (2, true));
    assert_eq!(all.json()["backend"], "batsat");
}

#[test]
fn mistakes_have_places_and_choices_are_checked() {
    let wrong = Model::read("puzzle = 'lights-out'\nlihgts = '#'").expect_err("a key is wrong");
    assert_eq!(wrong.mistakes()[0].0, Some((2, 1)), "{wrong}");
    assert!(wrong.to_string().contains("error[unknown-key]"), "{wrong}");
    assert!(Model::read_with(QUEENS, &[("m", 3)]).is_err(), "the model has no parameter m");
    assert!(Model::kind("slitherlnik").is_err());
    let model = Model::read(QUEENS).expect("it is a model");
    assert!(model.ask(Question::Solve).backend("none").run().is_err());
    assert!(model.ask(Question::Solve).encoding("cardinality=none").is_err());
    let chosen = model.ask(Question::Solve).route("sat").encoding("at-most-one=product").expect("it exists");
    assert_eq!(chosen.run().expect("it applies").json()["encoding"]["at-most-one"], "product");
}

#[test]
fn a_limit_is_an_answer() {
    let model = Model::read(QUEENS).expect("it is a model");
    let answer = model.ask(Question::Count).within(&Budget::within(Duration::ZERO)).run();
    match answer {
        Ok(answer) => assert!(answer.was_stopped() && answer.verdict() == Verdict::Unknown, "{answer}"),
        Err(failure) => assert!(failure.to_string().contains("time limit"), "{failure}"),
    }
}

#[test]
fn kinds_links_and_reasons() {
    for kind in ["slitherlink", "lights-out", "dissection"] {
        let model = Model::kind(kind).unwrap_or_else(|wrong| panic!("{kind}: {wrong}"));
        assert!(model.is_unique().is_ok(), "{kind}");
    }
    let model = Model::import("https://puzz.link/p?nurikabe/2/2/g1h").expect("it is a link");
    assert_eq!(model.family(), "grid");
    assert!(Model::import("https://puzz.link/p?nurikabe/2").is_err());
    let model = Model::kind("sudoku").expect("a genre");
    let steps = model.steps().expect("it is followed");
    assert!(steps.json()["steps"].as_array().is_some_and(|steps| !steps.is_empty()) && !steps.to_string().is_empty());
    let mutilated = Model::read(include_str!("../../models/dissection/mutilated-chessboard.toml")).expect("a model");
    let explained = mutilated.explain().expect("it is explained");
    assert_eq!(explained.verdict(), Verdict::Unsatisfiable, "{explained}");
    assert!(!explained.to_string().is_empty() && explained.svg().starts_with("<svg"));
}

#[test]
fn the_lists_are_the_registries() {
    assert!(Backend::all().any(|one| one.name == "varisat" && one.route == "sat"));
    assert_eq!(Encoding::all().count(), boardwright_sat::cnf::encode::ENCODINGS.len());
    assert!(Encoding::all().all(|one| !one.source.is_empty()));
}
