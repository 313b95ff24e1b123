//! `sequence`: the terms of the models in `models/sequences`, the formats, checkpoints and limits.

use crate::support::boardwright;
use crate::support::folder::Folder;
use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use serde_json::Value;

const QUEENS: &str = "models/sequences/queens.toml";

/// The first four terms of every model; `check` goes further.
#[test]
fn the_first_terms_are_those_of_the_encyclopedia() {
    let (mut models, mut listed) = (0, 0);
    for entry in std::fs::read_dir("models/sequences").expect("there are models") {
        let path = entry.expect("it is readable").path();
        let name = path.display().to_string();
        let source = Source::new(name.clone(), std::fs::read_to_string(&path).expect("it is text"));
        let loaded = REGISTRY
            .load(&source, &Budget::none())
            .unwrap_or_else(|wrong| panic!("{name}: {}", wrong.render(&source, false)));
        let sequence = loaded.model.expect.and_then(|expect| expect.sequence).expect("it has a sequence");
        // A few models have no entry; their header states how the terms were confirmed.
        let source = sequence.source.as_deref().unwrap_or_else(|| panic!("{name} has a source"));
        listed += usize::from(source.starts_with('A'));
        let (from, to) = sequence.range();
        let range = format!("{}={from}..{}", sequence.parameter, to.min(from + 3));
        let run = boardwright(&["sequence", &name, "--set", &range, "--format", "json"]);
        assert_eq!(run.code, 0, "{name}: {}{}", run.stdout, run.stderr);
        let table: Value = serde_json::from_str(&run.stdout).expect("it is JSON");
        let terms = table["terms"].as_array().expect("there are terms");
        assert!(terms.iter().all(|term| term["term"] == term["expected"]), "{name}: {table:#}");
        models += 1;
    }
    assert!(listed >= 60, "{listed} of {models} models have a number of the OEIS");
}

/// OEIS A000170.
#[test]
fn every_format_has_the_terms() {
    let run = |format: &str| {
        let run = boardwright(&["sequence", QUEENS, "--set", "n=4..6", "--format", format]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stdout
    };
    assert_eq!(run("b-file"), "4 2\n5 10\n6 4\n");
    let text = run("text");
    assert!(text.starts_with("     n  count\n     4  2  (") && text.contains("\n     6  4  ("), "{text}");
    let markdown = run("markdown");
    assert!(markdown.starts_with("| n | count | s |\n| ---: | ---: | ---: |\n| 4 | 2 | 0."), "{markdown}");
    let svg = run("svg");
    assert!(svg.starts_with("<svg") && svg.contains("<title>5: 10</title>"), "{svg}");
}

#[test]
fn a_term_is_what_is_asked_for() {
    let of = |model: &str, options: &[&str]| {
        let arguments = [&["sequence", model, "--set", "n=4..6", "--format", "b-file"][..], options].concat();
        let run = boardwright(&arguments);
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stdout
    };
    assert_eq!(of(QUEENS, &["--distinct"]), "4 1\n5 2\n6 1\n", "OEIS A002562");
    let domination = "models/sequences/domination-queens.toml";
    assert_eq!(of(domination, &[]), "4 2\n5 3\n6 3\n", "the model says optimum; OEIS A075458");
    assert_eq!(of(domination, &["--optimum"]), "4 2\n5 3\n6 3\n");
}

#[test]
fn a_checkpoint_keeps_terms() {
    let folder = Folder::new("sequence-checkpoint");
    let checkpoint = folder.path("terms");
    let run = |range: &str| boardwright(&["sequence", QUEENS, "--set", range, "--checkpoint", &checkpoint]);
    assert!(!run("n=1..6").stdout.contains("from the checkpoint"));
    let longer = run("n=1..8").stdout;
    assert_eq!(longer.matches("from the checkpoint").count(), 6, "{longer}");
    assert!(longer.contains("     8  92  ("), "{longer}");
    let other = run("n=2..8");
    assert!(other.code == 2 && other.stderr.contains("belongs to another run"), "{}", other.stderr);
}

#[test]
fn a_damaged_checkpoint_is_reported_and_kept() {
    let folder = Folder::new("sequence-damaged");
    let checkpoint = folder.path("terms");
    let run = || boardwright(&["sequence", QUEENS, "--set", "n=1..6", "--checkpoint", &checkpoint]);
    assert_eq!(run().code, 0);
    let text = std::fs::read_to_string(&checkpoint).expect("it is written");
    let lines: Vec<&str> = text.lines().collect();
    let without = |left_out: usize| {
        let kept = lines.iter().enumerate().filter(|(index, _)| *index != left_out);
        kept.map(|(_, line)| format!("{line}\n")).collect::<String>()
    };
    // Six queens have 4 placements.
    let changed = text.replace("\"count\":\"4\"", "\"count\":\"5\"");
    let model = text.replace("queens.toml", "queenz.toml");
    let swapped = format!("{}\n{}\n{}\n", lines[0], lines[2], lines[1]);
    assert!(changed != text && model != text);
    for (damaged, line) in [(changed, 7), (without(2), 3), (without(1), 2), (swapped, 2), (model, 1)] {
        std::fs::write(&checkpoint, &damaged).expect("writable");
        let run = run();
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
        assert!(run.stderr.contains(&format!("line {line}: not a checkpoint, or damaged")), "{}", run.stderr);
        assert_eq!(std::fs::read_to_string(&checkpoint).expect("it is there"), damaged, "it stays");
    }
    // A last line that was cut off is dropped.
    std::fs::write(&checkpoint, &text[..text.len() - 9]).expect("writable");
    assert_eq!(run().stdout.matches("from the checkpoint").count(), 5);
    assert_eq!(std::fs::read_to_string(&checkpoint).expect("it is there"), text);
}

#[test]
fn a_limit_ends_the_table_after_the_last_term() {
    let run = boardwright(&["sequence", QUEENS, "--set", "n=4..40", "--time-limit", "1s"]);
    assert_eq!(run.code, 3, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("     4  2  ("), "{}", run.stdout);
    let last = run.stdout.lines().last().expect("there are lines");
    assert!(last.contains("unknown: "), "{}", run.stdout);
}

#[test]
fn wrong_terms_and_wrong_ranges_are_reported() {
    let folder = Folder::new("sequence-wrong");
    let text = std::fs::read_to_string(QUEENS).expect("it is text").replace("2, 10, 4", "2, 11, 4");
    let model = folder.file("queens.toml", &text);
    let run = boardwright(&["sequence", &model, "--set", "n=4..6"]);
    assert!(run.code == 1 && run.stdout.contains("(expected 11)"), "{}", run.stdout);
    let check = boardwright(&["check", &model]);
    assert!(check.code == 1 && check.stdout.contains("expected 11 for n = 5, found 10"), "{}", check.stdout);
    let error = |arguments: &[&str]| {
        let run = boardwright(&[&["sequence"], arguments].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
        run.stderr
    };
    assert!(error(&["models/grid/queens-4.toml"]).contains("expected --set NAME=FROM..TO"));
    assert!(error(&[QUEENS, "--set", "n=5..2"]).contains("the range 5..2 is empty"));
    assert!(error(&[QUEENS, "--set", "m=1..2"]).contains("unknown parameter `m`"));
    assert!(error(&[QUEENS, "--set", "n=1..2", "--set", "m=1..2"]).contains("supports one range"));
    for range in ["1..x", "a..b", "1..", "..3"] {
        let wrong = error(&[QUEENS, "--set", &format!("n={range}")]);
        assert!(wrong.contains(&format!("`{range}` is not a range; expected FROM..TO, such as 1..12")), "{wrong}");
    }
    let wrong = error(&[QUEENS, "--set", "n=1..99999999999999999999"]);
    assert!(wrong.contains("`99999999999999999999` is out of range"), "{wrong}");
    assert!(error(&[QUEENS, "--set", "n=0..3"]).contains("`n` is 0; expected"), "without a header");
    let undeclared = folder.file("undeclared.toml", text.replace("parameter = \"n\"", "parameter = \"k\""));
    assert!(error(&[&undeclared]).contains("unknown parameter `k` in `sequence`"));
    let term = folder.file("term.toml", text.replace("2, 11", "\"two\", 11"));
    assert!(error(&[&term]).contains("the term `two` is not a whole number"));
}

/// Two ways of counting that share little: wherever a route supports a model, its terms are those that the model expects.
#[test]
#[ignore = "long: run by CI"]
fn the_terms_agree_on_all_routes() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("models/sequences");
    let mut models: Vec<_> =
        std::fs::read_dir(folder).expect("the folder exists").flatten().map(|it| it.path()).collect();
    models.sort();
    let mut complete = [0; 3];
    for model in models {
        let name = model.to_str().expect("its name is UTF-8");
        for (route, complete) in ["sat", "exact-cover", "frontier"].into_iter().zip(&mut complete) {
            let run = boardwright(&["sequence", name, "--route", route, "--time-limit", "2s"]);
            assert!(!run.stdout.contains("(expected"), "{name} on {route}:\n{}", run.stdout);
            assert!([0, 2, 3].contains(&run.code), "{name} on {route}: {}", run.stderr);
            *complete += usize::from(run.code == 0);
        }
    }
    // 31, 33 and 36 of the first 44 in a release build on the machine where this was written.
    assert!(complete.iter().all(|&complete| complete >= 20), "complete on sat, exact-cover and frontier: {complete:?}");
}

#[test]
fn terms_are_split_into_campaigns() {
    let folder = Folder::new("sequence-split");
    let terms = folder.0.join("terms").display().to_string();
    let run = boardwright(&["sequence", QUEENS, "--set", "n=3..6", "--split", "3", "-o", &terms]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(run.stdout.matches("planned in").count(), 4, "{}", run.stdout);
    assert!(run.stdout.contains("\nn = 6\nThe count of "), "{}", run.stdout);
    for (value, count) in [(3, "0 solutions"), (6, "4 solutions")] {
        let own = format!("{terms}/n-{value}");
        let run = boardwright(&["campaign", "submit", &own, "--engine", "local"]);
        assert!(run.code == 0 && run.stdout.contains(count), "n = {value}: {}{}", run.stdout, run.stderr);
    }
    let read = |range: &str| boardwright(&["sequence", QUEENS, "--set", range, "--campaigns", &terms]);
    // The campaign of 3 is done, 4 has not run, and 7 has none.
    let run = read("n=3..4");
    assert_eq!(run.code, 3, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("at least 0: ") && run.stdout.contains("n-4` runs them"), "{}", run.stdout);
    let run = read("n=6..7");
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    let numbers = |line: &str| line.split_whitespace().take(2).map(String::from).collect::<Vec<_>>();
    let found: Vec<Vec<String>> = run.stdout.lines().map(numbers).collect();
    assert!(
        found.contains(&vec!["6".into(), "4".into()]) && found.contains(&vec!["7".into(), "40".into()]),
        "{}",
        run.stdout
    );
    let kings = "models/sequences/kings.toml";
    let run = boardwright(&["sequence", kings, "--set", "n=6..6", "--campaigns", &terms]);
    assert!(run.code == 2 && run.stderr.contains("counts another model"), "{}", run.stderr);
    let domination = "models/sequences/domination-queens.toml";
    let run = boardwright(&["sequence", domination, "--split", "3", "-o", &format!("{terms}/other")]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("--split requires terms that are counts"), "{}", run.stderr);
}

/// No queens fit boards of side 2 and 3, so that the objective cannot be seen from an answer.
#[test]
fn an_optimum_requires_an_objective() {
    let folder = Folder::new("sequence-objective");
    let wrong = "requires a model with an objective (`[minimize]` or `[maximize]`)";
    let error = |arguments: &[&str]| {
        let run = boardwright(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.contains(wrong), "{arguments:?}: {}", run.stderr);
        run.stderr
    };
    for (range, format) in [("n=1..8", "text"), ("n=2..3", "text"), ("n=2..3", "json")] {
        error(&["sequence", QUEENS, "--optimum", "--set", range, "--format", format]);
    }
    let text = std::fs::read_to_string(QUEENS).expect("it is text");
    let optimum = text.replace("parameter = \"n\",", "parameter = \"n\", of = \"optimum\",");
    assert_ne!(text, optimum);
    let model = folder.file("queens.toml", optimum);
    let place = format!("{model}:{}:", text.lines().position(|line| line.starts_with("sequence")).expect("a line") + 1);
    for arguments in [&["sequence", &model][..], &["check", &model]] {
        let run = boardwright(arguments);
        assert!(run.code == 2 && run.stderr.contains(wrong), "{arguments:?}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(&place), "{arguments:?}: {}", run.stderr);
    }
    // The fewest moves are an optimum.
    let moves = boardwright(&["sequence", "models/sequences/alternation.toml", "--set", "n=3..4", "--optimum"]);
    assert_eq!(moves.code, 0, "{}", moves.stderr);
}

/// OEIS A000170: 1, 0, 0, 2, 10.
#[test]
fn a_plot_has_gaps_where_terms_have_no_logarithm() {
    let draw = |options: &[&str]| {
        let run = boardwright(&[&["sequence", QUEENS, "--format", "svg"], options].concat());
        (run.code, run.stdout)
    };
    let (code, svg) = draw(&["--set", "n=1..5"]);
    assert_eq!(code, 0);
    let circle = |title: &str| {
        let line = svg.lines().find(|line| line.contains(&format!("<title>{title}</title>")));
        line.unwrap_or_else(|| panic!("no circle {title}: {svg}"))
    };
    let hollow = |title: &str| circle(title).contains("fill=\"white\"");
    assert!(hollow("2: 0") && hollow("3: 0"), "{svg}");
    assert!(!hollow("1: 1") && !hollow("4: 2"), "{svg}");
    let (terms, _) = svg.split_once(">seconds<").expect("two panels");
    let lines: Vec<&str> = terms.lines().filter(|line| line.starts_with("<polyline")).collect();
    assert_eq!(lines.len(), 1, "from 4 to 5, and nothing to the lone 1: {terms}");
    assert_eq!(lines[0].matches(',').count(), 2, "{terms}");
    let (code, svg) = draw(&["--set", "n=4..40", "--time-limit", "1s"]);
    let unknown = svg.lines().find(|line| line.contains(": unknown: "));
    assert!(code == 3 && unknown.is_some_and(|line| line.contains("fill=\"white\"")), "{svg}");
}

/// 2^1521 and 2^1600, between 10^457 and 10^482: more than a float can hold.
#[test]
fn a_plot_of_huge_terms_ends() {
    let folder = Folder::new("sequence-huge");
    let text =
        "puzzle = \"grid\"\nparameter = { n = 2 }\n[grid]\nrows = \"n\"\ncolumns = \"n\"\nvalues = [\"a\", \"b\"]\n";
    let run = boardwright(&["sequence", &folder.file("free.toml", text), "--set", "n=39..40", "--format", "svg"]);
    assert!(
        run.code == 0 && run.stdout.contains(">1e457<") && run.stdout.contains(">1e482<"),
        "{}{}",
        run.stdout,
        run.stderr
    );
}

/// OEIS A000170.
#[test]
fn one_number_is_a_range_of_one_term() {
    let run = boardwright(&["sequence", QUEENS, "--set", "n=5", "--format", "json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let table: Value = serde_json::from_str(&run.stdout).expect("it is JSON");
    let terms = table["terms"].as_array().expect("there are terms");
    assert_eq!((terms.len(), &terms[0]["term"], &terms[0]["expected"]), (1, &"10".into(), &"10".into()), "{table:#}");
    for settings in [["n=1..3", "n=4"], ["n=4", "n=5"], ["n=1..3", "n=4..5"]] {
        let run = boardwright(&["sequence", QUEENS, "--set", settings[0], "--set", settings[1]]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
        assert!(run.stderr.contains("--set gives the parameter `n` twice"), "{}", run.stderr);
    }
}
