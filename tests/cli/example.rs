//! `[[example]]`: `check` and `example` compare boards with the rules, and `example --make` makes boards.

use crate::support::boardwright_with;

const NURIKABE: &str = "puzzle = 'grid'\n[grid]\nrows = 3\ncolumns = 3\nvalues = ['#', '.']\n[picture]\nclue = '''\n..3\n...\n...\n'''\n\
    [[rule]]\nname = 'numbers'\nat = 'clue'\nis = '.'\n[[rule]]\nname = 'one each'\ngroup = '.'\nexactly = { clue = 1 }\n\
    [[rule]]\nname = 'sizes'\ngroup = '.'\nsize = 'clue'\n[[rule]]\nname = 'one sea'\nconnected = '#'\n\
    [[rule]]\nname = 'no pools'\neach = 'window 2x2'\nat-least = { '.' = 1 }\n";

fn example(verdict: &str, board: &str) -> String {
    format!("[[example]]\n{verdict}\nboard = '''\n{board}'''\n")
}

fn run(command: &[&str], examples: &str) -> (i32, String, String) {
    let run = boardwright_with(&[command, &["-"]].concat(), &format!("{NURIKABE}{examples}"), &[]);
    (run.code, run.stdout, run.stderr)
}

#[test]
fn boards_are_what_they_state() {
    let right = [
        example("valid = true", "##.\n#..\n###\n"),
        example("valid = false", "...\n...\n...\n"),
        example("breaks = 'no pools'", "...\n###\n###\n"),
        example("valid = true", "###\n#.#\n###\n") + "[example.picture]\nclue = '''\n...\n.1.\n...\n'''\n",
    ];
    for example in &right {
        let (code, stdout, stderr) = run(&["example"], example);
        assert_eq!((code, stderr.as_str()), (0, ""), "{example}{stdout}");
    }
    let (code, stdout, _) = run(&["check"], &right[0]);
    assert_eq!(code, 0, "{stdout}");
}

#[test]
fn a_wrong_example_names_what_its_board_breaks() {
    let wrong = example("valid = true", "...\n###\n###\n") + &example("breaks = 'one sea'", "##.\n#..\n###\n");
    let (code, stdout, _) = run(&["check"], &wrong);
    assert_eq!(code, 1);
    assert!(stdout.contains("expected valid, but no pools: the window at r2c1 has 0 of `.`"), "{stdout}");
    assert!(stdout.contains("expected breaks `one sea`, but the board obeys all rules"), "{stdout}");
    // Two rules are broken, so it is no example of one.
    let both = example("breaks = 'no pools'", "###\n###\n###\n");
    assert_eq!(run(&["example"], &both).0, 1);
    let (code, stdout, _) = run(&["example"], &example("valid = true", "##\n##\n"));
    assert!(code == 1 && stdout.contains("cannot read the board"), "{stdout}");
}

#[test]
fn examples_without_a_verdict_and_unknown_pictures_are_errors() {
    let (code, stdout, stderr) = run(&["check"], "[[example]]\nboard = '...'\n");
    assert_eq!((code, stdout.as_str()), (2, ""));
    assert!(stderr.contains("an example requires one of `valid` and `breaks`"), "{stderr}");
    let other = example("valid = true", "##.\n#..\n###\n") + "[example.picture]\nclues = '...'\n";
    let (code, _, stderr) = run(&["check"], &other);
    assert!(code == 2 && stderr.contains("the model has no picture `clues`"), "{stderr}");
}

/// What is made is right: each board is checked as an example, and a rule without one follows from the others.
#[test]
fn made_examples_break_one_rule_each() {
    let (code, made, stderr) = run(&["example", "--make"], "");
    assert_eq!((code, stderr.as_str()), (0, ""));
    for rule in ["numbers", "one each", "sizes", "one sea", "no pools"] {
        let is_made = made.contains(&format!("breaks = \"{rule}\""));
        let follows = made.contains(&format!("no board breaks \"{rule}\" alone"));
        assert!(is_made != follows, "{rule}: {made}");
    }
    assert!(made.contains("valid = true"), "{made}");
    let (code, stdout, _) = run(&["example"], &made);
    assert_eq!(code, 0, "{stdout}");
    // One queen in each of two rows are two queens.
    let queens = "puzzle = 'grid'\n[grid]\nrows = 2\ncolumns = 2\nvalues = ['.', 'Q']\n[[rule]]\nname = 'rows'\neach = 'row'\n\
        exactly = { Q = 1 }\n[[rule]]\nname = 'two'\nexactly = { Q = 2 }\n";
    let run = boardwright_with(&["example", "-", "--make"], queens, &[]);
    assert_eq!(run.code, 0);
    assert!(
        run.stdout.contains("# no board breaks \"two\" alone: it follows from the other rules\n"),
        "{}",
        run.stdout
    );
}

/// A broken loop has no inside that its lines imply.
#[test]
fn lines_that_are_no_loop_have_sides() {
    let model = "puzzle = 'grid'\ngrid = { rows = 2, columns = 2, lines = 'borders' }\n[[rule]]\nname = 'loop'\nloop = true\n\
        [[rule]]\nname = 'corner'\nalong = 'r1c1'\nis = 'inside'\n";
    let made = boardwright_with(&["example", "-", "--make"], model, &[]);
    assert_eq!((made.code, made.stderr.as_str()), (0, ""));
    let broken: Vec<&str> = made.stdout.lines().filter_map(|line| line.strip_prefix("breaks = ")).collect();
    assert_eq!(broken, ["\"loop\"", "\"corner\""]);
    // What is made is checked as examples.
    let checked = boardwright_with(&["example", "-"], &format!("{model}{}", made.stdout), &[]);
    assert_eq!(checked.code, 0, "{}", checked.stdout);
}

/// Numbers of a list, given values and another size are parts of an example.
#[test]
fn an_example_has_a_puzzle_of_another_size() {
    let model = "puzzle = 'grid'\n[grid]\nvalues = '1..3'\ngiven = '''\n1.\n..\n'''\n[list]\ntotal = { rows = [3, '.'] }\n\
        [[rule]]\nname = 'once'\neach = ['row', 'column']\nall-different = true\n[[rule]]\nname = 'totals'\neach = 'row'\nsum = 'total'\n";
    let part = "given = '''\n1..\n...\n'''\n[example.list.total]\nrows = [6, 6]\n";
    let wide = example("valid = true", "123\n231\n") + part + &example("breaks = 'once'", "123\n132\n") + part;
    let own = example("breaks = 'totals'", "13\n21\n");
    let run = boardwright_with(&["example", "-"], &format!("{model}{wide}{own}"), &[]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    let lost = example("valid = true", "12\n21\n") + "cells = '..'\n[example.list.totals]\nrows = [3, 3]\n";
    let run = boardwright_with(&["example", "-"], &format!("{model}{lost}"), &[]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("the model has no list `totals` that an example could replace"), "{}", run.stderr);
    assert!(run.stderr.contains("the model has no `cells` that an example could replace"), "{}", run.stderr);
}

/// Each change is noticed by examples that `--make --mutants` makes, and few are without examples.
#[test]
fn made_examples_notice_changed_rules() {
    let valid = example("valid = true", "##.\n#..\n###\n");
    let (code, stdout, _) = run(&["example", "--mutants"], &valid);
    assert_eq!(code, 1, "{stdout}");
    assert!(stdout.contains("not noticed: \"no pools\" dropped\n"), "{stdout}");
    assert!(!stdout.contains("not noticed: \"one each\" with"), "{stdout}");
    let (code, made, stderr) = run(&["example", "--make", "--mutants"], &valid);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert_eq!(run(&["example", "--make", "--mutants"], &valid).1, made, "the seed determines the examples");
    let (code, stdout, _) = run(&["example"], &format!("{valid}{made}"));
    assert_eq!(code, 0, "{stdout}");
    let (_, stdout, _) = run(&["example", "--mutants"], &format!("{valid}{made}"));
    assert_eq!(stdout.matches("not noticed").count(), made.matches("# no example notices").count(), "{stdout}");
    assert!(made.matches("# no example notices").count() <= 1, "{made}");
}

#[test]
fn a_genre_is_named() {
    let run = |arguments: &[&str]| boardwright_with(&[&["example"], arguments].concat(), "", &[]);
    let checked = run(&["Slitherlink"]);
    assert!(checked.code == 0 && checked.stdout.contains("breaks `loop`"), "{}{}", checked.stdout, checked.stderr);
    let small = run(&["slitherlink", "--make", "--mutants", "--rows", "4"]);
    assert_eq!(small.code, 0, "{}", small.stderr);
    // Rows of four cells have five corners.
    assert!(small.stdout.contains("breaks = \"loop\"\nboard = \"\"\"\n.....\n"), "{}", small.stdout);
    assert!(small.stdout.contains("breaks = \"clues\""), "{}", small.stdout);
    let wrong = run(&["slitherlnk"]);
    assert!(wrong.code == 2 && wrong.stderr.contains("did you mean `slitherlink`?"), "{}", wrong.stderr);
    let sized = run(&["-", "--make", "--rows", "5"]);
    assert!(sized.code == 2 && sized.stderr.contains("--rows requires the name of a genre"), "{}", sized.stderr);
}
