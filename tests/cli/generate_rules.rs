//! `generate --from` leaves out clues and no rules: what is hidden stays, and every mark whose absence says something else. What a
//! limit ends is printed if it has one solution.

use crate::support::{boardwright, boardwright_with};
use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_tasks::task::generate::{GenerateError, Template, of_model};
use boardwright_tasks::task::{self, Ask, Options, Setup};

/// How many solutions a model has, two at most.
fn solutions(text: &str) -> usize {
    let source = Source::new("test.toml", text);
    let loaded = REGISTRY.load(&source, &Budget::none()).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    let setup = Setup::resolve(&loaded, &Options::default(), &Budget::none()).expect("the defaults exist");
    task::run(&task::Request::new(&loaded, &setup, Ask::UpTo(2)), &Budget::none(), &mut task::ignore)
        .expect("no check of ours fails")
        .solutions
        .len()
}

/// A cave: every rock reaches the edge, of which a picture that is not printed says where it is.
const CAVE: &str = r##"puzzle = "grid"
hidden = ["edge"]
[grid]
values = [".", "#"]
rows = 5
columns = 5
[picture]
clue = """
CLUES"""
edge = """
eeeee
e...e
e...e
e...e
eeeee
"""
[[rule]]
connected = "."
[[rule]]
group = "#"
at-least = { edge = 1 }
[[rule]]
at = "clue"
is = "."
[[rule]]
at = "clue"
around = "rook"
including = true
until = "#"
exactly = { "." = "clue" }
"##;

/// The caves with a number on each cell: the number of cells seen from it.
fn cave(rows: [&str; 5]) -> String {
    let at = |row: i64, column: i64| {
        let row = rows.get(usize::try_from(row).ok()?)?;
        row.as_bytes().get(usize::try_from(column).ok()?).filter(|&&cell| cell == b'.')
    };
    let mut clues = String::new();
    for row in 0..5 {
        for column in 0..5 {
            let seen = |(down, right): (i64, i64)| {
                (1..).take_while(|&far| at(row + far * down, column + far * right).is_some()).count()
            };
            let number = 1 + [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().map(seen).sum::<usize>();
            clues.push_str(&at(row, column).map_or(".".to_string(), |_| number.to_string()));
        }
        clues.push('\n');
    }
    CAVE.replace("CLUES", &clues)
}

#[test]
fn hidden_pictures_stay_as_they_are() {
    for rows in [[".....", "...##", "....#", "##...", "#...#"], [".#.#.", ".#...", "...##", "....#", "..#.."]] {
        let text = cave(rows);
        assert_eq!(solutions(&text), 1, "{text}");
        for (seed, hidden) in [("0", "hidden = [\"edge\"]\n"), ("1", "hidden = [\"edge\"]\n"), ("2", "")] {
            let text = text.replace("hidden = [\"edge\"]\n", hidden);
            let run = boardwright_with(&["generate", "--from", "-", "--seed", seed], &text, &[]);
            assert_eq!(run.code, 0, "{}", run.stderr);
            let edge = "edge = \"\"\"\neeeee\ne...e\ne...e\ne...e\neeeee\n\"\"\"\n";
            assert!(run.stdout.contains(edge), "the edge is a rule:\n{}", run.stdout);
            assert_eq!(solutions(&run.stdout), 1, "{}", run.stdout);
            assert!(!run.stdout.contains(&text[text.find("clue =").expect("it has clues")..]), "{}", run.stdout);
        }
    }
}

/// The hidden mark alone decides all cells, so that the given value is left out.
#[test]
fn hidden_marks_hold_while_clues_are_left_out() {
    let text = "puzzle = 'grid'\nhidden = ['one']\ngrid = { values = '1..2', given = \"\"\"\n.2\n..\n\"\"\" }\n\
                [picture]\none = \"\"\"\nx.\n..\n\"\"\"\n[[rule]]\nat = 'one'\nis = '1'\n\
                [[rule]]\neach = ['row', 'column']\nall-different = true\n";
    let run = boardwright_with(&["generate", "--from", "-"], text, &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("# 0 clues of 1; no clue can be left out."), "{}", run.stdout);
    let bars = boardwright(&["generate", "--from", "models/genres/yajitatami.toml", "--fill", "clue"]);
    assert_eq!(bars.code, 0, "its arrows are hidden: {}", bars.stderr);
}

/// A board with a wall, and pictures, signs and a list to speak of.
const BOARD: &str = "puzzle = 'grid'
HIDDEN
[grid]
values = '1..3'
LINES
cells = '''
.._
...
'''
given = '''
1._
.3.
'''
[picture]
a = '''
12x
.3.
'''
b = '''
>v<
^.>
'''
[between]
s = '''
.<.1.
w...>
.2...
'''
[list.l]
rows = [4, 5]
columns = [3, 3, 3]
";

/// The parts of the board that are no clues under a rule.
fn kept(hidden: &str, rule: &str) -> Vec<String> {
    let lines = if rule.contains("line") { "lines = 'links'" } else { "" };
    let text = BOARD.replace("HIDDEN", hidden).replace("LINES", lines) + "[[rule]]\n" + rule + "\n";
    let source = Source::new("test.toml", text.as_str());
    let loaded = REGISTRY.load(&source, &Budget::none()).unwrap_or_else(|error| panic!("{error:?}"));
    let printed = loaded.instance.printed_clues().expect("it is a grid").printed(&loaded.model, &text);
    for (name, _) in &printed.kept {
        assert!(printed.clues.iter().all(|clue| clue.part != *name), "{name} is kept\n{text}");
    }
    printed.kept.into_iter().map(|(name, why)| format!("{name}: {why}")).collect()
}

#[test]
fn a_mark_whose_absence_says_something_else_is_a_rule() {
    let clues = [
        "at = 'a'\naround = 'king'\nall-different = true",
        "at = ['a=1', 'b=>']\nis = '1'",
        "around = 'wazir'\nexactly = { 1 = 'a' }",
        "where = 'a'\nis-not = '3'",
        "at = 'b'\naround = 'ahead b'\nat-least = { 1 = 1 }",
        "group = '1'\nsize = 'a'",
        "each = 'pair'\nat = 's=<'\nincreasing = true",
        "each = 'pair'\ndifference = 's'",
        "each = 'row'\nsum = 'l'",
        "each = 'row'\nbetween = { 1 = [0, 'l'] }",
    ];
    for rule in clues {
        // Those that the rule does not use are not counted.
        assert_eq!(kept("", rule), [""; 0], "{rule}");
    }
    let rules = [
        ("at = 'not a'\nis = '1'", "a"),
        ("where = 'not a'\nis = '1'", "a"),
        ("each = 'row'\namong = 'a'\nall-different = true", "a"),
        ("each = 'row'\ninside = 'a'\nall-different = true", "a"),
        ("around = 'rook'\nuntil = 'a'\nall-different = true", "a"),
        ("each = 'row'\nexactly = { a = 2 }", "a"),
        ("is = ['1', 'a']", "a"),
        ("each = 'row'\namong = '1'\non = 'a'\nsum-at-most = 4", "a"),
        ("each = 'region a'\nall-different = true", "a"),
        ("each = 'over 2 a'\nall-different = true", "a"),
        ("each = 'row'\nall-different = 'a'\namong = '1'", "a"),
        ("group = '1'\nexactly = { a = 1 }", "a"),
        ("group = '1'\nall-equal = 'a'", "a"),
        ("matched = { 1 = 'a' }", "a"),
        ("as-many = ['1', 'a']", "a"),
        ("connected = ['1', 'a']", "a"),
        ("around = 'ahead b'\nat-least = { 1 = 1 }\nat = 'a'", "b"),
        ("each = 'lines between a'\nat-most = { line = 1 }", "a"),
        ("each = 'pair'\nat = 'not s'\ndifference = 1", "s"),
        ("at = 'given'\nis-not = '2'", "grid"),
        ("where = 'not given'\nis-not = '2'", "grid"),
    ];
    for (rule, name) in rules {
        assert_eq!(kept("", rule), [format!("{name}: part of the rules")], "{rule}");
    }
    for rule in [
        "group = '1'\nall-equal = 'a'",
        "each = 'row'\nis = ['1', 'a']",
        "each = 'row'\nall-different = 'a'\namong = '1'",
    ] {
        assert_eq!(kept("optional = ['a']", rule), [""; 0], "{rule}");
    }
    assert_eq!(kept("optional = ['a']", "at = 'a'\nis-not = '3'"), [""; 0], "it is a clue without that");
    let used = "at = 'a'\nis-not = '3'\n[[rule]]\neach = 'row'\nsum-at-most = 'l'";
    assert_eq!(kept("hidden = ['a', 'l', 'grid']", used), ["grid: hidden", "a: hidden", "l: hidden"]);
}

#[test]
fn values_are_not_given_where_that_would_say_more() {
    let rules = "[[rule]]\neach = ['row', 'column']\nall-different = true\n";
    let board =
        |more: &str| format!("puzzle = 'grid'\n{more}\n[grid]\nrows = 3\ncolumns = 3\nvalues = '1..3'\n{rules}");
    let refused = |text: String| {
        let run = boardwright_with(&["generate", "--from", "-"], &text, &[]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
        run.stderr
    };
    assert!(refused(board("hidden = ['grid']")).contains("cannot add given values: `grid` is hidden"));
    let asked = board("") + "[[rule]]\nat = 'given'\nis-not = '1'\n";
    assert!(refused(asked).contains("cannot add given values: `grid` is part of the rules"));
    // What solves the rest of the puzzle is in it.
    let hidden = "puzzle = 'grid'\nhidden = ['k']\n[grid]\nvalues = '1..2'\n[picture]\nk = '''\n12\n'''\n\
                  [[rule]]\nat = 'k=1'\nis = '1'\n[[rule]]\nall-different = true\n";
    assert!(refused(hidden.to_string()).contains("that can be left out (`k` is hidden): clues are"));
}

/// Without its last number a picture of signs and numbers would be one of signs, which ask for more.
#[test]
fn the_last_number_stays_where_signs_would_be_rules() {
    let text = "puzzle = 'grid'\n[grid]\nvalues = ['.', 'P']\n[picture]\nlit = '''\nxx0\n'''\n\
                [[rule]]\naround = 'wazir'\nincluding = true\nparity = { P = 'lit' }\n[[rule]]\nexactly = { P = 1 }\n";
    assert_eq!((solutions(text), solutions(&text.replace("xx0", "xx."))), (1, 1));
    let run = boardwright_with(&["generate", "--from", "-"], text, &[]);
    assert!(run.stdout.contains("# 1 clue of 1; no clue can be left out.\n"), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.ends_with(&text[15..]), "{}", run.stdout);
}

/// Whatever a limit leaves: a puzzle with one solution and why it has too many clues, or nothing and how far it was.
#[test]
fn what_a_limit_ends_is_printed_if_it_has_one_solution() {
    let unfinished = "before every clue had been tried.\n";
    let mut limit = 30;
    let (mut without, mut with) = (0, 0);
    loop {
        let limit_text = format!("{limit}ms");
        let flags = ["generate", "knightdoku", "--rows", "12", "--set", "per_line=4", "--set", "per_block=4"];
        let run = boardwright(&[&flags[..], &["--time-limit", &limit_text]].concat());
        match (run.code, run.stdout.is_empty()) {
            (0, false) => break,
            (3, true) => {
                assert!(run.stderr.contains("no puzzle was generated: the time limit was reached"), "{}", run.stderr);
                without += 1;
            }
            (3, false) => {
                assert!(
                    run.stderr.contains("the time limit was reached: the puzzle has one solution, but "),
                    "{}",
                    run.stderr
                );
                let is_checked = !run.stderr.contains("it was not checked");
                assert!(!is_checked || run.stdout.contains(unfinished), "{}", run.stdout);
                assert_eq!(solutions(&run.stdout), 1, "{}", run.stdout);
                with += 1;
            }
            _ => panic!("exit code {}: {}{}", run.code, run.stdout, run.stderr),
        }
        limit += limit / 4;
        assert!(limit < 600_000, "it never ends");
    }
    assert!(without + with > 0, "it is quicker than 30 ms");
}

#[test]
fn the_message_says_how_far_it_was() {
    let model = std::fs::read_to_string("models/grid/still-life.toml").expect("the model is there");
    let source = Source::new("still-life.toml", model.as_str());
    let loaded = REGISTRY.load(&source, &Budget::none()).unwrap_or_else(|error| panic!("{error:?}"));
    let budget = Budget::within(std::time::Duration::from_millis(1));
    match of_model(&source, &loaded, &Template::default(), &budget, &mut task::ignore) {
        Err(GenerateError::Stopped { progress, .. }) => {
            assert_eq!(progress, "the number of solutions of the model is unknown");
        }
        other => panic!("{other:?}"),
    }
}
