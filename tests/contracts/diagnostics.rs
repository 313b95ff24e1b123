//! Wrong models and the whole error each of them gets: `tests/diagnostics/<case>.toml` and `<case>.stderr` beside it.
//!
//! The same for `tests/warnings`: valid models and their warnings.
//!
//! `BLESS=1 cargo test --test contracts diagnostics::` writes what is printed now; read it before you keep it.

use crate::support::{boardwright, boardwright_with};
use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use std::path::{Path, PathBuf};

fn cases() -> Vec<PathBuf> {
    cases_in("tests/diagnostics")
}

fn cases_in(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(folder).expect("the cases are there");
    let mut cases: Vec<PathBuf> = entries
        .map(|entry| entry.expect("the cases are readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    cases.sort();
    cases
}

#[test]
fn every_wrong_model_is_explained() {
    let cases = cases();
    assert!(cases.len() >= 20, "there are {} cases", cases.len());
    let bless = std::env::var_os("BLESS").is_some();
    let mut differ = Vec::new();
    for case in cases {
        let name = case.file_name().expect("it is a file").to_string_lossy().into_owned();
        let run = boardwright(&["check", &format!("tests/diagnostics/{name}")]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{name}: {}", run.stderr);
        let solved = boardwright(&["solve", &format!("tests/diagnostics/{name}")]);
        assert_eq!((solved.code, solved.stdout.as_str()), (2, ""), "{name}: {}", solved.stderr);
        let expected = case.with_extension("stderr");
        if bless {
            std::fs::write(&expected, &run.stderr).expect("the expectation can be written");
        } else if std::fs::read_to_string(&expected).unwrap_or_default() != run.stderr {
            differ.push(format!("{name}:\n{}", run.stderr));
        }
    }
    assert!(differ.is_empty(), "these errors are not as expected:\n\n{}\n{BLESS}", differ.join("\n"));
}

#[test]
fn what_is_odd_is_told_and_changes_nothing() {
    let cases = cases_in("tests/warnings");
    assert!(cases.len() >= 10, "there are {} cases", cases.len());
    let bless = std::env::var_os("BLESS").is_some();
    let mut differ = Vec::new();
    for case in cases {
        let name = case.file_name().expect("it is a file").to_string_lossy().into_owned();
        let model = format!("tests/warnings/{name}");
        let run = boardwright(&["solve", &model, "--exit-code"]);
        let quiet = boardwright(&["solve", &model, "--exit-code", "-q"]);
        assert_eq!((run.code, &run.stdout), (quiet.code, &quiet.stdout), "{name}");
        assert!(run.code != 2 && run.stderr.starts_with("warning["), "{name}: {}", run.stderr);
        assert_eq!(quiet.stderr, "", "{name}");
        let json = boardwright(&["solve", &model, "--format", "json"]);
        assert_eq!(json.stderr, run.stderr, "{name}");
        assert!(json.stdout.starts_with('{'), "{name}");
        let expected = case.with_extension("stderr");
        if bless {
            std::fs::write(&expected, &run.stderr).expect("the expectation can be written");
        } else if std::fs::read_to_string(&expected).unwrap_or_default() != run.stderr {
            differ.push(format!("{name}:\n{}", run.stderr));
        }
    }
    assert!(differ.is_empty(), "these warnings are not as expected:\n\n{}\n{BLESS}", differ.join("\n"));
}

#[test]
fn models_of_the_collection_are_not_odd() {
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("models/grid")).expect("there are models")
    {
        let path = entry.expect("models is readable").path();
        let source = Source::new(path.display().to_string(), std::fs::read_to_string(&path).expect("a model is text"));
        let loaded =
            REGISTRY.load(&source, &Budget::none()).unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, false)));
        let odd: Vec<String> = loaded
            .instance
            .lint()
            .expect("grids have warnings")
            .warnings(None, &Budget::none())
            .expect("no limit")
            .iter()
            .map(|odd| odd.warning(&source, false))
            .collect();
        assert!(odd.is_empty(), "{}", odd.join("\n"));
    }
}

/// What to do if a message differs.
const BLESS: &str = "run `BLESS=1 cargo test --test contracts diagnostics::` and read the difference";

/// What every message has: a code, the file, and for all but missing things a line and a caret.
#[test]
fn every_explanation_points_somewhere() {
    for case in cases() {
        let text = std::fs::read_to_string(case.with_extension("stderr")).expect("there is an expectation");
        let name = case.file_name().expect("it is a file").to_string_lossy().into_owned();
        assert!(text.starts_with("error["), "{name}: {text}");
        assert!(text.contains(&format!("--> tests/diagnostics/{name}:")), "{name} names no line: {text}");
        assert!(text.contains('^'), "{name} points nowhere: {text}");
    }
}

#[test]
fn deep_nesting_is_refused() {
    for (open, close) in [("[", "]"), ("{a=", "}")] {
        let deep = format!("puzzle = \"knightdoku\"\nclues = {}{}\n", open.repeat(100_000), close.repeat(100_000));
        let run = boardwright_with(&["solve", "-"], &deep, &[]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""));
        assert!(run.stderr.contains("-:2"), "{}", &run.stderr[..run.stderr.len().min(500)]);
        assert!(run.stderr.len() < 5_000, "the message is short");
    }
}
