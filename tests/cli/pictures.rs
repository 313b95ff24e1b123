//! Grids as they are drawn: small puzzles with one solution each, in full.

use crate::support::boardwright_with;

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

/// The document of the only solution of a grid.
fn document(model: &str) -> String {
    let model = format!("puzzle = \"grid\"\n{model}");
    let run = boardwright_with(&["solve", "-", "-q", "--format", "svg"], &model, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{model}");
    run.stdout
}

/// A margin of 20 on each side of one cell of 40, and of three where another cell is given, too.
#[test]
fn a_rim_of_one_given_value_is_not_drawn() {
    let model = |given: &str| {
        format!(
            "[grid]\nvalues = [\".\", \"E\"]\ngiven = '''\n{given}\n'''\n[[rule]]\nat = \"not given\"\nis = \".\"\n"
        )
    };
    let rim = document(&model("EEE\nE.E\nEEE"));
    assert!(rim.contains("viewBox=\"0 0 80 80\"") && !rim.contains(">E<"), "{rim}");
    for given in ["EEE\nEEE\nEEE", "EEE\nE.E\nEE.", "...\n.E.\n..."] {
        let board = document(&model(given));
        assert!(board.contains("viewBox=\"0 0 160 160\"") && board.contains(">E<"), "{board}");
    }
}

/// The four cells of a square are the points of a Slant, around one square of 40, and no frame is around them.
#[test]
fn cells_that_diagonals_join_are_points() {
    let square = "[grid]\nrows = 2\ncolumns = 2\nlines = \"ferz\"\n[[rule]]\neach = \"window 2x2\"\naround = \"lines inside\"\nexactly = { line = 1 }\n";
    let points = document(square);
    assert!(points.contains("<path d=\"M20 20h40M20 20v40M60 20v40M20 60h40\""), "{points}");
    assert!(!points.contains("stroke-width=\"3\""), "{points}");
}

/// Two dominoes: printed lines are drawn to the sides, and not where the solution turns them.
#[test]
fn signs_of_lines_lead_to_the_sides() {
    let model = |pipe: &str| {
        format!(
            "[grid]\nrows = 1\ncolumns = 2\nlines = \"links\"\n[picture]\npipe = '{pipe}'\n[[rule]]\nat = \"pipe\"\nis = \"end\"\n"
        )
    };
    let kept = document(&model("╶╴"));
    assert!(kept.contains("d=\"M20 20l20 0\"") && kept.contains("d=\"M60 20l-20 0\""), "{kept}");
    let turned = document(&model("╷╴"));
    assert!(!turned.contains("l20 0\"") && !turned.contains("l0 20\"") && !turned.contains('╷'), "{turned}");
}

#[test]
fn what_is_hidden_is_not_drawn() {
    let rest = "[grid]\nrows = 2\ncolumns = 2\nvalues = \"1..2\"\n[layer.other]\nvalues = [\"x\", \"y\"]\n\
                [picture]\nhalf = '''\nab\nab\n'''\n[between]\ngap = '''\n.1.\n...\n...\n'''\n\
                [list]\nsum = { rows = [3, 3], a = 2, b = 4 }\n\
                [[rule]]\neach = \"row\"\nsum = \"sum\"\n[[rule]]\neach = \"region half\"\nsum = \"sum\"\n\
                [[rule]]\neach = \"pair\"\nat = \"gap\"\ndifference = \"gap\"\n[[rule]]\neach = \"cell\"\nis = \"x\"\n";
    let with = |names: &str| format!("hidden = [{names}]\n{rest}");
    let all = ["  ┏2━━━┳4━━━┓", "3 ┃ 1x 1 2x ┃", "  ┠────╂────┨", "3 ┃ 1x ┃ 2x ┃", "  ┗━━━━┻━━━━┛"];
    assert_drawn(rest, &all);
    let names = "\"other\", \"half\", \"gap\"";
    let lines = ["  ┏━━━┯━━━┓", "3 ┃ 1 │ 2 ┃", "  ┠───┼───┨", "3 ┃ 1 │ 2 ┃", "  ┗━━━┷━━━┛"];
    assert_drawn(&with(names), &lines);
    let lines = ["┏━━━━┳━━━━┓", "┃ 1x 1 2x ┃", "┠────╂────┨", "┃ 1x ┃ 2x ┃", "┗━━━━┻━━━━┛"];
    assert_drawn(&with("\"sum\""), &lines);
    let lines = ["  ┏2━━┳4━━┓", "3 ┃ x 1 x ┃", "  ┠───╂───┨", "3 ┃ x ┃ x ┃", "  ┗━━━┻━━━┛"];
    assert_drawn(&with("\"grid\""), &lines);
    // The answer has all of it; pictures of explanations do not.
    let model = format!("puzzle = \"grid\"\n{}", with(names));
    let json = boardwright_with(&["solve", "-", "-q", "--format", "json"], &model, &[]).stdout;
    assert!(json.contains("\"layers\"") && json.contains("\"other\""), "{json}");
    let wrong = format!("{model}[[rule]]\neach = \"row\"\nis = \"1\"\n");
    let explained = boardwright_with(&["explain", "-", "-q"], &wrong, &[]).stdout;
    assert!(explained.contains('┏') && !explained.contains('┳'), "{explained}");
}

/// Of the paths, one leaps, one is about a hidden layer, and the others are hidden one by one.
#[test]
fn paths_are_drawn_from_cell_to_neighbouring_cell() {
    let rest = "[grid]\nrows = 2\ncolumns = 3\nvalues = \"1..6\"\n[layer.other]\nvalues = [\"x\", \"y\"]\n\
                [[rule]]\nname = \"up\"\nalong = [[[1, 1], [2, 2], [1, 3]], [[1, 1], [1, 3]]]\nincreasing = true\n\
                [[rule]]\nname = \"down\"\nalong = [[2, 3], [1, 3]]\ndecreasing = true\n\
                [[rule]]\nname = \"sum\"\nalong = [[2, 1], [1, 2]]\nsum-at-least = 3\n\
                [[rule]]\nalong = [[2, 1], [2, 2]]\nall-different = true\non = \"other\"\n";
    let thermometers = "<path d=\"M20 20L60 60L100 20M100 20L100 60\" stroke-width=\"14\"/>";
    let thin = |path: &str| format!("<path d=\"{path}\" stroke-width=\"6\"/>");
    let all = document(rest);
    assert!(all.contains(thermometers) && all.contains(&thin("M20 60L60 20M20 60L60 60")), "{all}");
    let bulbs: Vec<&str> = all.lines().filter(|line| line.contains("r=\"15\"")).collect();
    assert!(bulbs.len() == 2 && bulbs[0].contains("cx=\"20\" cy=\"20\""), "{bulbs:?}");
    assert!(bulbs[1].contains("cx=\"100\" cy=\"20\""), "the last of falling numbers is the least: {bulbs:?}");
    let fewer = document(&format!("hidden = [\"up\", \"down\", \"other\"]\n{rest}"));
    assert!(fewer.contains(&thin("M20 60L60 20")) && !fewer.contains("stroke-width=\"14\""), "{fewer}");
    let none = document(&format!("hidden = [\"up\", \"down\", \"other\", \"sum\"]\n{rest}"));
    assert!(!none.contains("opacity"), "{none}");
}

/// The first cell must hold what is printed in it; the second happens to.
#[test]
fn what_was_found_does_not_look_given() {
    let model = "title = '1 < 2 & \"3\"'\n[grid]\nrows = 1\ncolumns = 3\nvalues = \"1..3\"\n[picture]\nclue = \"12.\"\n\
                 [[rule]]\neach = \"row\"\nall-different = true\nincreasing = true\n[[rule]]\nat = \"clue=1\"\nis = \"1\"\n\
                 [[rule]]\nat = \"clue\"\naround = \"wazir\"\nsum-at-least = \"clue\"\n";
    let drawn = document(model);
    assert!(drawn.contains("<title>1 &lt; 2 &amp; &quot;3&quot;</title>"), "{drawn}");
    let texts: Vec<&str> = drawn.lines().filter(|line| line.starts_with("<text")).collect();
    assert_eq!(texts.len(), 4, "{texts:?}");
    assert!(texts[0].contains("bold") && texts[0].ends_with(">1</text>"), "{texts:?}");
    assert!(!texts[1].contains("bold") && texts[1].ends_with(">2</text>"), "{texts:?}");
    assert!(texts[2].contains("font-size=\"11\"") && texts[2].ends_with(">2</text>"), "{texts:?}");
    let untitled = document(model.split_once('\n').expect("it has lines").1);
    assert!(untitled.contains("<title>Board</title>"), "{untitled}");
}

#[test]
fn circles_among_numbers_are_circles() {
    let model = "[grid]\nrows = 2\ncolumns = 2\nvalues = [\".\", \"#\"]\n[picture]\nclue = '''\no2\n..\n'''\n\
                 [[rule]]\nat = \"clue\"\nis = \".\"\n[[rule]]\nexactly = { \"#\" = 2 }\n";
    assert_drawn(model, &["┏━━━┯━━━┓", "┃ ○ │ 2 ┃", "┠───┼───┨", "┃███│███┃", "┗━━━┷━━━┛"]);
    // Among letters it is one.
    assert_drawn(&model.replace("o2", "oa"), &["┏━━━┯━━━┓", "┃ o │ a ┃", "┠───┼───┨", "┃███│███┃", "┗━━━┷━━━┛"]);
}

/// The first list has no number for row 2, the second none for row 1, and the third none at all.
#[test]
fn lists_at_one_side_keep_their_places() {
    let model = "[grid]\nrows = 2\ncolumns = 2\nvalues = \"5..6\"\n\
                 [list]\nall = { rows = [11, \".\"], columns = [\".\", 11] }\nsome = { rows = [\".\", 6], columns = [5, 6] }\n\
                 none = { rows = [\".\", \".\"] }\n\
                 [[rule]]\neach = [\"row\", \"column\"]\nsum = \"all\"\n[[rule]]\neach = [\"row\", \"column\"]\nat-least = { 5 = 1 }\n\
                 sum-at-least = \"some\"\n[[rule]]\neach = [\"row\", \"column\"]\nsum = 11\n[[rule]]\nalong = [[1, 1]]\nis = \"5\"\n\
                 [[rule]]\neach = \"row\"\nat-least = { 6 = 1 }\nsum-at-least = \"none\"\n";
    let lines = [
        "            11",
        "        5    6",
        "     ┏━━━━┯━━━━┓",
        "11   ┃  5 │  6 ┃",
        "     ┠────┼────┨",
        "   6 ┃  6 │  5 ┃",
        "     ┗━━━━┷━━━━┛",
    ];
    assert_drawn(model, &lines);
}

/// A sum of a whole diagonal is outside, where the diagonal begins: at sides beside a list, and at a corner. Other sums are not.
#[test]
fn sums_of_diagonals_are_beside_the_board() {
    let path = |cells: &str, condition: &str| format!("[[rule]]\nalong = [{cells}]\n{condition}\n");
    let rules = "[grid]\nvalues = \"1..3\"\ngiven = '''\n12.\n2..\n...\n'''\n[list]\nseen = { top = [3, \".\", 1] }\n\
                 [[rule]]\neach = [\"row\", \"column\"]\nall-different = true\n[[rule]]\neach = \"from top\"\nvisible = \"seen\"\n";
    let model = [
        rules.to_string(),
        path("[1, 1], [2, 2], [3, 3]", "sum = 6"),
        path("[1, 3], [2, 2], [3, 1]", "sum = 9"),
        path("[1, 2], [2, 1]", "sum = 4"),
        path("[1, 2], [2, 3]", "sum = 3"),
        path("[3, 2], [2, 1]", "sum = 3"),
        path("[2, 3], [3, 2]", "sum = 2"),
        path("[2, 1], [3, 2]", "sum = 3"),
        path("[1, 2], [2, 2]", "sum = 5"),
        path("[2, 2], [3, 3]", "sum = 5"),
        path("[2, 1], [1, 2]", "sum-at-least = 4"),
    ];
    let expected = [
        "      3         1",
        "6↘   3↘        4↙   9↙",
        "   ┏━━━━┯━━━━┯━━━━┓",
        "3↘ ┃  1 │  2 │  3 ┃ 2↙",
        "   ┠────┼────┼────┨",
        "   ┃  2 │  3 │  1 ┃",
        "   ┠────┼────┼────┨",
        "   ┃  3 │  1 │  2 ┃",
        "   ┗━━━━┷━━━━┷━━━━┛",
        "               3↖",
    ];
    assert_eq!(drawn(&model.concat()).lines().collect::<Vec<_>>(), expected);
}
