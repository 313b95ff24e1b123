//! Grids as they are drawn: small puzzles with one solution each, in full.

mod support;

use support::boardwright_with;

/// The drawing of the only solution of a grid.
fn drawn(model: &str) -> String {
    let model = format!("puzzle = \"grid\"\n{model}");
    let run = boardwright_with(&["solve", "-", "-q"], &model, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{model}");
    let (picture, rest) = run.stdout.split_once("\n\n").expect("a picture and the answer");
    assert!(rest.starts_with("satisfiable"), "{rest}");
    picture.to_string()
}

fn assert_drawn(model: &str, lines: &[&str]) {
    assert_eq!(drawn(model), lines.join("\n"), "of\n{model}");
}

#[test]
fn lines_along_sides_run_between_dots() {
    let model = "[grid]\nlines = \"borders\"\n[picture]\nclue = '''\n4.\n'''\n[[rule]]\nloop = true\n\
                 [[rule]]\naround = \"lines\"\nexactly = { line = \"clue\" }\n";
    assert_drawn(model, &["┏━━━┓   ·", "┃ 4 ┃", "┗━━━┛   ·"]);
}

#[test]
fn lines_through_cells_need_no_lines_between_them() {
    let model = "[grid]\nrows = 2\ncolumns = 3\nlines = \"links\"\n[picture]\npearl = '''\n.o.\n..b\n'''\n\
                 [[rule]]\nloop = true\n[[rule]]\nat = \"pearl\"\nis = \"visited\"\n[[rule]]\nat = \"pearl=o\"\nis = \"straight\"\n";
    assert_drawn(model, &["┌───────┐", "│ ┏━○━┓ │", "│ ┗━━━● │", "└───────┘"]);
}

#[test]
fn walls_are_solid_where_something_stops_at_them() {
    let model = "[grid]\ncells = '''\n.._\n'''\nvalues = [\".\", \"L\"]\n[picture]\nclue = '''\n..1\n'''\n\
                 [[rule]]\naround = \"rook\"\nincluding = true\nexactly = { L = 1 }\n\
                 [[rule]]\naround = \"wazir\"\nexactly = { L = \"clue\" }\n";
    assert_drawn(model, &["┏━━━┯━━━┳━━━┓", "┃   │ L ┃█1█┃", "┗━━━┷━━━┻━━━┛"]);
    let hole = "[grid]\ncells = '''\n.._\n'''\nvalues = [\".\", \"#\"]\n[[rule]]\neach = \"cell\"\nis = \"#\"\n";
    assert_drawn(hole, &["┏━━━┯━━━┓", "┃███│███┃", "┗━━━┷━━━┛"]);
}

#[test]
fn cages_have_their_sums_in_a_corner_and_no_lines_inside() {
    let model = "[grid]\nrows = 2\ncolumns = 3\nvalues = \"1..3\"\n[picture]\ncage = '''\naab\nccd\n'''\n\
                 [list]\ntotal = { a = 3, b = 3, c = 5, d = 1 }\n\
                 [[rule]]\neach = [\"row\", \"column\", \"block 1x3\"]\nall-different = true\n\
                 [[rule]]\neach = \"region cage\"\nsum = \"total\"\n[[rule]]\nalong = [[1, 1], [1, 2]]\nincreasing = true\n";
    assert_drawn(model, &["┏3━━━━━━┯3━━┓", "┃ 1   2 │ 3 ┃", "┣5━━━━━━┿1━━┫", "┃ 2   3 │ 1 ┃", "┗━━━━━━━┷━━━┛"]);
}

#[test]
fn clues_stand_at_the_ends_of_rows_and_above_columns() {
    let model = "[grid]\nrows = 2\ncolumns = 3\nvalues = [\".\", \"#\"]\n\
                 [list]\nclue = { rows = [[1, 1], [2]], columns = [[2], [1], [1]] }\n\
                 [[rule]]\neach = [\"row\", \"column\"]\nruns = { \"#\" = \"clue\" }\n";
    let lines = [
        "      2   1   1",
        "    ┏━━━┯━━━┯━━━┓",
        "1 1 ┃███│   │███┃",
        "    ┠───┼───┼───┨",
        "  2 ┃███│███│   ┃",
        "    ┗━━━┷━━━┷━━━┛",
    ];
    assert_drawn(model, &lines);
}

#[test]
fn signs_stand_between_cells_and_further_layers_beside_values() {
    let model = "[grid]\nrows = 2\ncolumns = 2\nvalues = \"1..2\"\n[between]\nsign = '''\n.<.\nv..\n...\n'''\n\
                 [[rule]]\neach = \"pair\"\nat = \"sign=<\"\nincreasing = true\n\
                 [[rule]]\neach = [\"row\", \"column\"]\nall-different = true\n";
    assert_drawn(model, &["┏━━━┯━━━┓", "┃ 1 < 2 ┃", "┠─∨─┼───┨", "┃ 2 │ 1 ┃", "┗━━━┷━━━┛"]);
    let layers = "[grid]\nrows = 1\ncolumns = 2\nvalues = [\"A\", \"B\"]\n[layer.other]\nvalues = [\"x\", \"y\"]\n\
                  [[rule]]\nalong = [[1, 1]]\nis = \"A\"\n[[rule]]\neach = \"row\"\nall-different = true\n\
                  [[rule]]\neach = \"cell\"\nis = \"x\"\n";
    assert_drawn(layers, &["┏━━━━┯━━━━┓", "┃ Ax │ Bx ┃", "┗━━━━┷━━━━┛"]);
}

/// The only closed tour of a knight around a hole: each square to the two that it reaches, the earlier first.
#[test]
fn moves_number_the_cells() {
    let model = "[grid]\ncells = '''\n...\n._.\n...\n'''\nlines = \"knight\"\n[[rule]]\neach = \"point\"\nexactly = { line = 2 }\n";
    let lines = [
        "┏━━━┯━━━┯━━━┓",
        "┃ 1 │ 4 │ 7 ┃",
        "┠───╆━━━╅───┨",
        "┃ 6 ┃   ┃ 2 ┃",
        "┠───╄━━━╃───┨",
        "┃ 3 │ 8 │ 5 ┃",
        "┗━━━┷━━━┷━━━┛",
    ];
    assert_drawn(model, &lines);
}
