//! `boardwright new`: every kind is a small puzzle that holds its `[expect]`, and documents every key.

use crate::support::folder::Folder;
use crate::support::{boardwright, boardwright_with};
use boardwright::REGISTRY;
use boardwright_exchange::genre::files::FILES;
use boardwright_exchange::genre::write::template;
use boardwright_families::PUZZLES;
use boardwright_model::COMMON;

#[test]
fn every_kind_is_a_puzzle_that_holds_what_it_expects() {
    let kinds = REGISTRY.kinds().map(|kind| (kind.name, kind.text.to_string()));
    for (name, text) in kinds.chain(FILES.iter().map(|file| (file.name, template(file.text)))) {
        let run = boardwright(&["new", name]);
        assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, text.as_str(), ""), "{name}");
        assert!(text.starts_with("# "), "{name} does not open with its rules");
        assert!(text.contains("\n[expect]\n"), "{name} says nothing of its answer");
        assert!(!text.contains("unsatisfiable\"\n"), "{name} has a solution");
        let lines = text.lines().count();
        // These have a rule for each direction.
        let most = if ["pencils", "tren"].contains(&name) { 200 } else { 120 };
        assert!(lines <= most, "{name} has {lines} lines: too many to start from");
        // A rule of a list stands on one line, which a wide window shows.
        let long = text.lines().find(|line| line.chars().count() > 175);
        assert_eq!(long, None, "{name}: a long line");
        let checked = boardwright_with(&["check", "-"], &text, &[]);
        assert_eq!((checked.code, checked.stderr.as_str()), (0, ""), "{name}");
        assert!(checked.stdout.starts_with("ok "), "{name}: {}", checked.stdout);
    }
}

/// A family whose models are all of one kind has one of its own name: whoever reads it has met every key.
#[test]
fn the_kind_of_a_family_tells_all_its_keys() {
    for puzzle in PUZZLES {
        let of_family = || REGISTRY.kinds().filter(|kind| kind.family == puzzle.name());
        assert!(of_family().count() > 0, "there is nothing to start a {} from", puzzle.name());
        let Some(own) = of_family().find(|kind| kind.name == puzzle.name()) else { continue };
        for field in
            COMMON.iter().filter(|field| !["encoding", "example", "genre"].contains(&field.name)).chain(puzzle.fields())
        {
            assert!(own.text.contains(field.name), "{} does not document `{}`", puzzle.name(), field.name);
        }
    }
}

#[test]
fn names_are_said_once_and_family_by_family() {
    let kinds: Vec<_> = REGISTRY.kinds().collect();
    for (index, kind) in kinds.iter().enumerate() {
        assert!(kinds[..index].iter().all(|other| other.name != kind.name), "{} is there twice", kind.name);
        assert!(
            kind.text.contains(&format!("\npuzzle = \"{}\"\n", kind.family)),
            "{} is of {}",
            kind.name,
            kind.family
        );
    }
    let families: Vec<usize> = kinds
        .iter()
        .map(|kind| PUZZLES.iter().position(|puzzle| puzzle.name() == kind.family).expect("a family"))
        .collect();
    assert!(families.is_sorted(), "kinds stand family by family");
}

#[test]
fn kinds_are_listed() {
    let listed = boardwright(&["new"]);
    assert_eq!((listed.code, listed.stderr.as_str()), (0, ""));
    assert_eq!(listed.stdout, boardwright(&["list", "kinds"]).stdout);
    assert_eq!(listed.stdout.lines().count(), REGISTRY.kinds().count() + FILES.len());
    assert!(listed.stdout.starts_with("lights-out"), "{}", listed.stdout);
}

#[test]
fn empty_boards_have_the_rules_of_their_genre_and_no_clues() {
    let run = boardwright(&["new", "Slitherlink", "--empty", "--rows", "2", "--columns", "2"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    // Without clues, the loops of a board of 2 x 2 cells: OEIS A140517.
    assert_eq!(boardwright_with(&["count", "-"], &run.stdout, &[]).stdout, "13 solutions\n");
    let plain = boardwright(&["new", "--empty", "--rows", "2", "--columns", "2"]);
    let counted = boardwright_with(&["count", "-"], &plain.stdout, &[]).stdout;
    assert!(counted.starts_with("16 solutions"), "{counted}");
    for arguments in [&["lights-out", "--empty"][..], &["sudoku", "--empty", "--rows", "7"], &["sudoku", "--rows", "9"]]
    {
        let run = boardwright(&[&["new"], arguments].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments:?}");
    }
}

#[test]
fn unknown_kinds_are_refused() {
    let run = boardwright(&["new", "nightdoku"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("`nightdoku`; did you mean `knightdoku`?"), "{}", run.stderr);
}

#[test]
fn a_file_that_is_there_is_kept() {
    let folder = Folder::new("new");
    let mine = folder.file("mine.toml", "mine");
    let new = folder.0.join("new.toml");
    let run = boardwright(&["new", "lights-out", "-o", new.to_str().expect("it is text")]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
    let written = |path: &str| std::fs::read_to_string(path).expect("it was written");
    assert!(written(new.to_str().expect("it is text")).starts_with("# Lights Out"));
    let run = boardwright(&["new", "dissection", "-o", &mine]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("mine.toml already exists; --force overwrites it"), "{}", run.stderr);
    assert_eq!(written(&mine), "mine");
    assert_eq!(boardwright(&["new", "dissection", "-o", &mine, "--force"]).code, 0);
    assert!(written(&mine).starts_with("# Dissection"));
}
