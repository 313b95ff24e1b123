//! `generate --fill`: clues are computed from a solution. What is printed has one solution and loses no clue, and what cannot be
//! computed is refused with the reason.

use crate::support::folder::Folder;
use crate::support::{boardwright, boardwright_with};
use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_tasks::task::{self, Ask, Options, Setup};

/// The number of solutions of a model, two at most.
fn solutions(text: &str) -> usize {
    let source = Source::new("test.toml", text);
    let loaded = REGISTRY.load(&source, &Budget::none());
    let loaded = loaded.unwrap_or_else(|wrong| panic!("{}\n{text}", wrong.render(&source, false)));
    let setup = Setup::resolve(&loaded, &Options::default(), &Budget::none()).expect("the defaults exist");
    let request = task::Request::new(&loaded, &setup, Ask::UpTo(2));
    task::run(&request, &Budget::none(), &mut task::ignore).expect("no check of ours fails").solutions.len()
}

fn made(text: &str, flags: &[&str]) -> String {
    let run = boardwright_with(&[&["generate", "--from", "-"], flags].concat(), text, &[]);
    assert_eq!(run.code, 0, "{}\n{text}", run.stderr);
    assert_eq!(solutions(&run.stdout), 1, "{}", run.stdout);
    run.stdout
}

/// The places of the words of the picture of a name that are marks.
fn marks(text: &str, name: &str) -> Vec<(usize, String)> {
    let opening = format!("{name} = \"\"\"\n");
    let start = text.find(&opening).unwrap_or_else(|| panic!("no `{name}` in\n{text}")) + opening.len();
    let rows = &text[start..start + text[start..].find("\"\"\"").expect("it ends")];
    let is_in_words = rows.trim().contains(' ');
    let mut found = Vec::new();
    let mut at = start;
    for word in rows.split_inclusive(|c: char| !is_in_words || c.is_whitespace()) {
        let mark = word.trim();
        if !mark.is_empty() && mark != "." && mark != "_" {
            found.push((at, mark.to_string()));
        }
        at += word.len();
    }
    found
}

/// Checks that no mark of a picture can be left out.
fn assert_irreducible(text: &str, name: &str) {
    let marks = marks(text, name);
    assert!(!marks.is_empty(), "{text}");
    for (at, mark) in &marks {
        let without = format!("{}.{}{}", &text[..*at], " ".repeat(mark.len() - 1), &text[at + mark.len()..]);
        assert_eq!(solutions(&without), 2, "{mark} can be left out of\n{text}");
    }
}

/// Checks that without any one mark of a picture there is not one solution: there may be none.
fn assert_all_needed(text: &str, name: &str) {
    for (at, mark) in marks(text, name) {
        let without = format!("{}.{}{}", &text[..at], " ".repeat(mark.len() - 1), &text[at + mark.len()..]);
        assert_ne!(solutions(&without), 1, "{mark} can be left out of\n{text}");
    }
}

fn blank(side: usize) -> String {
    vec![".".repeat(side); side].join("\n")
}

fn model(grid: &str, name: &str, picture: &str, rules: &str) -> String {
    format!("puzzle = \"grid\"\n# A comment.\n[grid]\n{grid}\n[picture]\n{name} = \"\"\"\n{picture}\n\"\"\"\n{rules}")
}

fn loop_puzzle() -> String {
    let rules = "[[rule]]\nname = \"loop\"\nloop = true\n[[rule]]\nname = \"clues\"\nat = \"clue\"\naround = \"lines\"\n\
                 exactly = { line = \"clue\" }\n";
    model("rows = 4\ncolumns = 4\nlines = \"borders\"", "clue", &blank(4), rules)
}

fn islands() -> String {
    let rules = "[[rule]]\nat = \"clue\"\nis = \".\"\n[[rule]]\nname = \"one number each\"\ngroup = \".\"\n\
                 exactly = { clue = 1 }\n[[rule]]\ngroup = \".\"\nsize = \"clue\"\n[[rule]]\nname = \"one sea\"\n\
                 connected = \"#\"\n[[rule]]\neach = \"window 2x2\"\nat-least = { \".\" = 1 }\n";
    model("rows = 4\ncolumns = 4\nvalues = [\"#\", \".\"]", "clue", &blank(4), rules)
}

#[test]
fn numbers_of_a_loop_are_computed_and_needed() {
    let text = made(&loop_puzzle(), &["--fill", "clue", "--seed", "3"]);
    assert!(text.starts_with("# Made by: boardwright generate --from - --fill clue --seed 3\n"), "{text}");
    assert!(text.contains("# A comment.\n"), "{text}");
    assert_irreducible(&text, "clue");
    assert_eq!(made(&loop_puzzle(), &["--fill", "clue", "--seed", "3"]), text, "the same seed");
    assert_ne!(marks(&made(&loop_puzzle(), &["--fill", "clue"]), "clue"), marks(&text, "clue"), "another seed");
}

/// A rule about groups needs one mark in each: which cells have one is chosen, too.
#[test]
fn each_island_gets_one_number_and_some_become_question_marks() {
    let text = made(&islands(), &["--fill", "clue", "--seed", "1"]);
    assert!(text.contains("# Its clues are part of the rules: none can be left out.\n"), "{text}");
    let numbers = marks(&text, "clue");
    assert!(!numbers.is_empty() && numbers.iter().all(|(_, mark)| mark.parse::<u8>().is_ok()), "{text}");
    let weaker = made(&islands(), &["--fill", "clue", "--seed", "1", "--weaken"]);
    let marks = marks(&weaker, "clue");
    assert_eq!(marks.len(), numbers.len(), "{weaker}");
    // No other number can be a question mark.
    for (at, mark) in marks.iter().filter(|(_, mark)| mark != "?") {
        let more = format!("{}?{}", &weaker[..*at], &weaker[at + mark.len()..]);
        assert_eq!(solutions(&more), 2, "{weaker}");
    }
}

#[test]
fn signs_runs_and_entries_of_lists_are_computed() {
    // A sign holds where its two cells differ by 1; the sums are beside the rows.
    let rules = "[between]\nsign = \"\"\"\n.......\n.......\n.......\n.......\n.......\n.......\n.......\n\"\"\"\n\
                 [[rule]]\neach = [\"row\", \"column\"]\nall-different = true\n\
                 [[rule]]\neach = \"pair\"\nat = \"sign\"\ndifference = 1\n";
    let signs = format!("puzzle = \"grid\"\n[grid]\nrows = 4\ncolumns = 4\nvalues = \"1..4\"\n{rules}");
    let text = made(&signs, &["--fill", "sign,grid", "--seed", "1"]);
    assert!(!marks(&text, "sign").is_empty(), "{text}");
    let runs = "puzzle = \"grid\"\n[grid]\nrows = 5\ncolumns = 5\nvalues = [\".\", \"#\"]\n[list]\n\
                clues = { rows = [\".\", \".\", \".\", \".\", \".\"], columns = [\".\", \".\", \".\", \".\", \".\"] }\n\
                [[rule]]\neach = [\"row\", \"column\"]\nruns = { \"#\" = \"clues\" }\n";
    let text = made(runs, &["--fill", "clues"]);
    let list = text.lines().find(|line| line.starts_with("clues = ")).expect("it has the list");
    assert!(list.contains('['), "{text}");
    // Numbers at walls stay there.
    let rules = "[[rule]]\nat = \"clue\"\naround = \"wazir\"\nexactly = { \"#\" = \"clue\" }\n\
                 [[rule]]\neach = [\"row\", \"column\"]\nexactly = { \"#\" = 1 }\n";
    let walls = "values = [\".\", \"#\"]\ncells = \"\"\"\n....\n._..\n.._.\n....\n\"\"\"";
    let text = made(&model(walls, "clue", "....\n.?..\n..?.\n....", rules), &["--fill", "clue,grid"]);
    let start = text.find("clue = \"\"\"\n").expect("it has the picture") + "clue = \"\"\"\n".len();
    let rows: Vec<&str> = text[start..].lines().take(4).collect();
    assert!(rows[0] == "...." && rows[3] == "....", "{text}");
}

#[test]
fn goals_choose_the_puzzle() {
    let text = made(&loop_puzzle(), &["--fill", "clue", "--clues", "12"]);
    assert_eq!(marks(&text, "clue").len(), 12, "{text}");
    assert!(text.contains(" --clues 12 --seed 0\n") && text.contains("more could be left out"), "{text}");
    let text = made(&loop_puzzle(), &["--fill", "clue", "--difficulty", "0..100000", "--must-use", "loop"]);
    assert!(text.contains("# Difficulty: "), "{text}");
    // One clue is not enough: the nearest puzzle is printed, with exit code 3.
    let run = boardwright_with(&["generate", "--from", "-", "--fill", "clue", "--clues", "1"], &loop_puzzle(), &[]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stdout.contains("# Goals that are not met: ") && run.stderr.contains("instead of 1"), "{}", run.stderr);
    assert_eq!(solutions(&run.stdout), 1);
    let paired = dominoes(3, 4);
    let run = boardwright_with(&["generate", "--from", "-", "--fill", "number", "--clues", "3"], &paired, &[]);
    assert!(run.code == 3 && run.stderr.contains("all clues are part of the rules"), "{}", run.stderr);
    let run = boardwright(&[
        "generate",
        "knightdoku",
        "--rows",
        "4",
        "--set",
        "per_line=2",
        "--set",
        "per_block=2",
        "--clues",
        "8",
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("# 8 clues of 8 knights.\n"), "{}", run.stdout);
    // Without a clue, most boards have several solutions.
    let none = boardwright(&["generate", "knightdoku", "--clues", "0"]);
    assert_eq!(none.code, 3, "{}", none.stderr);
    assert!(
        none.stdout.contains("# Goals that are not met: ") && none.stderr.contains("instead of 0"),
        "{}",
        none.stderr
    );
    assert_eq!(solutions(&none.stdout), 1);
    // The numbers of a Dominosa stay, so that there is nothing to arrange.
    let text = made(&paired, &["--fill", "number", "--symmetric"]);
    assert!(text.contains("none can be left out, and --symmetric has no effect."), "{text}");
    let text = made(&loop_puzzle(), &["--fill", "clue", "--weaken"]);
    assert!(text.contains("# No number could be replaced by a question mark.\n"), "{text}");
}

#[test]
fn a_batch_has_a_table() {
    let folder = Folder::new("generate-batch");
    let file = folder.file("loop.toml", loop_puzzle());
    let made = folder.path("made");
    let run = boardwright(&["generate", "--from", &file, "--fill", "clue", "--count", "2", "--seed", "5", "-o", &made]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let table = std::fs::read_to_string(format!("{made}/table.txt")).expect("the table is there");
    assert_eq!(run.stdout, table);
    assert!(table.starts_with("file") && table.lines().count() == 3, "{table}");
    for name in ["loop-5.toml", "loop-6.toml"] {
        assert!(table.contains(name), "{table}");
        assert_eq!(solutions(&std::fs::read_to_string(format!("{made}/{name}")).expect("it is there")), 1);
    }
    // Another batch replaces neither the table nor a puzzle.
    let seeds = [("9", "table.txt"), ("6", "loop-6.toml")];
    for (seed, known) in seeds {
        let again = ["generate", "--from", &file, "--fill", "clue", "--count", "2", "--seed", seed, "-o", &made];
        let run = boardwright(&again);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
        assert!(run.stderr.contains(&format!("{known} already exists; name another folder with -o")), "{}", run.stderr);
        assert_eq!(std::fs::read_to_string(format!("{made}/table.txt")).expect("the table is there"), table);
    }
}

#[test]
fn what_cannot_be_computed_is_refused_with_the_reason() {
    let refused = |text: &str, flags: &[&str], words: &str| {
        let run = boardwright_with(&[&["generate", "--from", "-"], flags].concat(), text, &[]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
        assert!(run.stderr.contains(words), "{}", run.stderr);
    };
    refused(&loop_puzzle(), &["--fill", "clu"], "--fill clu: unknown picture, list or layer (did you mean `clue`?)");
    refused(&loop_puzzle(), &["--fill", "clue", "--must-use", "lop"], "unknown rule (did you mean `loop`?)");
    refused(&loop_puzzle(), &["--fill", "clue", "--difficulty", "soft"], "expected easy, medium, hard");
    refused(&loop_puzzle(), &["--weaken"], "--fill");
    let unused = loop_puzzle().replace("[[rule]]\nname = \"clues\"", "[[rule]]\nname = \"other\"");
    let unused = unused.replace("at = \"clue\"\n", "").replace("\"clue\" }", "2 }");
    refused(&unused, &["--fill", "clue"], "the marks of `clue` cannot be computed: no rule uses them");
    let none = loop_puzzle() + "[[rule]]\neach = \"edge\"\nis = \"line\"\n";
    refused(&none, &["--fill", "clue"], "the model has no solution even without the rules about `clue`");
    // Every number needs a neighbour that no board has.
    let unfit = islands().replace("at = \"clue\"\nis = \".\"", "at = \"clue\"\nis-not = [\".\", \"#\"]");
    refused(&unfit, &["--fill", "clue"], "no clues of `clue` fit any of");
    let stars = "puzzle = \"grid\"\n[grid]\nrows = 2\ncolumns = 2\nvalues = [\".\", \"#\"]\n[anywhere]\nstar = \"\"\"\n...\n.o.\n...\n\"\"\"\n\
                 [[rule]]\ngroup = \"same\"\nsymmetric = \"star\"\n";
    refused(stars, &["--fill", "star"], "write lines = \"borders\" instead of `values`");
    // 4 x 4 cells have eight lines; numbers have three, six or ten pairs.
    refused(&dominoes(4, 4), &["--fill", "number"], "use a board of N x (N + 1) cells, such as 3x4 or 4x5");
    // Marks on visited cells leave the lines open, and lines cannot be given.
    let lines = "puzzle = \"grid\"\ngrid = { rows = 1, columns = 4, lines = \"links\" }\n[picture]\nclue = \"....\"\n\
                 [[rule]]\nat = \"clue\"\nis = \"visited\"\n";
    refused(lines, &["--fill", "clue"], "did not determine any of 20 drawn boards; use another --seed");
    let best = loop_puzzle() + "[minimize]\ncount = \"line\"\n";
    refused(&best, &["--fill", "clue"], "marks are not computed for a model with an objective");
}

#[test]
fn options_that_cannot_apply_are_errors() {
    let refused = |flags: &[&str], text: &str, words: &str| {
        let run = boardwright_with(&[&["generate"], flags].concat(), text, &[]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
        assert!(run.stderr.contains(words), "{}", run.stderr);
    };
    for (option, value) in [("--fill", "clue"), ("--difficulty", "easy"), ("--must-use", "loop")] {
        refused(&["knightdoku", option, value], "", &format!("{option} requires --from MODEL"));
    }
    refused(&["slitherlink"], "", "boardwright new slitherlink -o slitherlink.toml");
    refused(&["slitherlin"], "", "unknown puzzle `slitherlin` (did you mean `slitherlink`?)");
    refused(&["grid"], "", "--from MODEL generates from a grid model");
    // 36 cells.
    let rooms = |flags: &[&str], words: &str| refused(&[&["--from", "-"], flags].concat(), &rooms_of_two(6), words);
    rooms(&["--fill", "room", "--rooms", "40"], "40 rooms do not fit a board of 36 cells");
    rooms(&["--fill", "room", "--rooms", "37"], "expected --rooms from 1 to 36");
    rooms(&["--fill", "room", "--rooms", "5", "--sizes", "3..7"], "5 rooms of 3 to 7 cells do not fit");
    rooms(&["--fill", "room", "--rooms", "5", "--sizes", "3..7"], "expected --rooms from 6 to 12");
    rooms(&["--fill", "room", "--sizes", "25..30"], "choose sizes that add up to 36 cells");
    rooms(
        &["--fill", "room", "--rooms", "1", "--sizes", "3..4"],
        "one room of 3 to 4 cells does not fit a board of 36",
    );
    // Each of six rows has two stars, and so has each room.
    let stars = "[[rule]]\neach = [\"row\", \"column\", \"region room\"]\nexactly = { \"*\" = 2 }\n";
    let stars = model("rows = 6\ncolumns = 6\nvalues = [\".\", \"*\"]", "room", &blank(6), stars);
    let stars =
        |flags: &[&str], words: &str| refused(&[&["--from", "-", "--fill", "room"], flags].concat(), &stars, words);
    stars(&["--rooms", "5"], "5 rooms do not fit the rules: the board has 12 of `*`, and each room has 2");
    stars(&["--rooms", "5"], "expected --rooms 6");
    stars(&["--sizes", "8..9"], "rooms of 8 to 9 cells do not fit");
}

/// No mark is without its partner under a half turn, where rules keep marks off painted cells.
#[test]
fn symmetric_marks_are_all_in_pairs() {
    let rules = "[[rule]]\nat = \"clue\"\nis = \".\"\n[[rule]]\nat = \"clue\"\naround = \"king\"\nexactly = { \"#\" = \"clue\" }\n\
                 [[rule]]\neach = \"pair\"\nat-most = { \"#\" = 1 }\n";
    let text = model("rows = 6\ncolumns = 6\nvalues = [\".\", \"#\"]", "clue", &blank(6), rules);
    for seed in ["1", "2", "3"] {
        let text = made(&text, &["--fill", "clue", "--symmetric", "--seed", seed]);
        let first = text.find("clue = \"\"\"\n").expect("a picture") + "clue = \"\"\"\n".len();
        // Rows of six cells and a line break.
        let found: Vec<usize> =
            marks(&text, "clue").iter().map(|(at, _)| (at - first) / 7 * 6 + (at - first) % 7).collect();
        assert!(!found.is_empty() && found.iter().all(|at| found.contains(&(35 - at))), "{text}");
    }
}

/// Each tent gets a tree of its own.
#[test]
fn marks_that_are_matched_are_as_many_as_their_partners() {
    let rules = "[list.count]\nrows = [\".\", \".\", \".\", \".\", \".\"]\ncolumns = [\".\", \".\", \".\", \".\", \".\"]\n\
                 [[rule]]\neach = [\"row\", \"column\"]\nexactly = { T = \"count\" }\n[[rule]]\nat = \"tree\"\nis = \".\"\n\
                 [[rule]]\nmatched = { T = \"tree\" }\n[[rule]]\neach = \"pair king\"\nat-most = { T = 1 }\n";
    let tents = model("rows = 5\ncolumns = 5\nvalues = [\".\", \"T\"]", "tree", &blank(5), rules);
    for seed in ["1", "2", "3"] {
        let text = made(&tents, &["--fill", "tree,count", "--seed", seed]);
        let solved = boardwright_with(&["solve", "-", "--format", "json"], &text, &[]).stdout;
        let placed = solved.split("\"board\"").nth(1).and_then(|rest| rest.split(']').next()).expect("a board");
        assert_eq!(marks(&text, "tree").len(), placed.matches('T').count(), "{text}{solved}");
        assert!(!marks(&text, "tree").is_empty(), "{text}");
    }
}

/// A Norinori without rooms.
fn rooms_of_two(side: usize) -> String {
    let rules = "[[rule]]\nname = \"two\"\neach = \"region room\"\nexactly = { \"#\" = 2 }\n\
                 [[rule]]\nname = \"dominoes\"\nwhere = \"#\"\naround = \"wazir\"\nexactly = { \"#\" = 1 }\n";
    let grid = format!("rows = {side}\ncolumns = {side}\nvalues = [\".\", \"#\"]");
    model(&grid, "room", &blank(side), rules)
}

#[test]
fn errors_name_the_model_and_a_name_given_twice_counts_once() {
    let counted = rooms_of_two(6).replace("{ \"#\" = 2 }", "{ \"#\" = \"count\" }") + "[list]\ncount = { a = \".\" }\n";
    let run = boardwright_with(&["generate", "--from", "-", "--fill", "room"], &counted, &[]);
    let at = counted.lines().position(|line| line.starts_with("count =")).expect("it is there") + 1;
    assert!(run.stderr.contains(&format!("--> -:{at}:1")), "{}", run.stderr);
    assert_eq!(
        made(&loop_puzzle(), &["--fill", "clue,clue"]),
        made(&loop_puzzle(), &["--fill", "clue", "--fill", "clue"])
    );
    let galaxies = boardwright(&["generate", "--from", "models/genres/galaxies.toml", "--fill", "stars"]);
    assert!(galaxies.stderr.contains("(did you mean `star`?); expected star\n"), "{}", galaxies.stderr);
}

fn dominoes(rows: usize, columns: usize) -> String {
    let board = format!("rows = {rows}\ncolumns = {columns}\nlines = \"links\"");
    let picture = vec![".".repeat(columns); rows].join("\n");
    let rules = "[[rule]]\naround = \"lines\"\nexactly = { line = 1 }\n\
                 [[rule]]\neach = \"lines between number\"\nexactly = { line = 1 }\n";
    model(&board, "number", &picture, rules)
}

/// Marks that decide which boards there are: pairs of numbers, centres of groups, ends of paths, and islands. The models are the
/// files of genres, whose marks are replaced.
#[test]
fn marks_that_define_the_puzzle_are_chosen_with_the_board() {
    let text = made(&dominoes(4, 5), &["--fill", "number", "--seed", "1"]);
    let numbers = marks(&text, "number");
    // Each of four numbers is in a pair with each of four, and twice in that with itself.
    for number in ["0", "1", "2", "3"] {
        assert_eq!(numbers.iter().filter(|(_, own)| own == number).count(), 5, "{text}");
    }
    for (genre, name) in [("galaxies", "star"), ("arukone", "clue"), ("numberlink", "clue"), ("bridges", "island")] {
        let model = std::fs::read_to_string(format!("models/genres/{genre}.toml")).expect("the genre exists");
        for seed in ["1", "2"] {
            let text = made(&model, &["--fill", name, "--seed", seed]);
            let all = marks(&text, name);
            assert!(all.len() > 3 && all != marks(&model, name), "{text}");
            if name == "clue" {
                let is_twice = |mark: &String| all.iter().filter(|(_, other)| other == mark).count() == 2;
                assert!(all.iter().all(|(_, mark)| is_twice(mark)), "{text}");
                let are_numbers = all.iter().all(|(_, mark)| mark.parse::<u8>().is_ok());
                assert_eq!(are_numbers, genre == "numberlink", "as in the model: {text}");
            }
            assert_all_needed(&text, name);
            // The links of the file are examples of its own puzzle: `check` would find that they are of another one.
            let check = boardwright_with(&["check", "-"], &text, &[]);
            assert!(check.code == 0 && text.contains("[genre]"), "{}\n{text}", check.stderr);
        }
    }
}

/// Marks without which cells have other rules: a board is drawn for cells of both kinds, or for marks at random places.
#[test]
fn marks_of_genres_are_chosen_with_their_boards() {
    let sum =
        |found: &[(usize, String)]| found.iter().filter_map(|(_, mark)| mark.parse::<usize>().ok()).sum::<usize>();
    let count = |found: &[(usize, String)], word: &str| found.iter().filter(|(_, mark)| mark == word).count();
    let all = [
        ("geradeweg", "number"),
        ("wall-logic", "clue"),
        ("wblink", "pearl"),
        ("sansa-road", "junction,side,point"),
        ("forest-walk", "forest,number"),
        ("family-photo", "circle,number"),
        ("family-photo", "number"),
        ("dominion", "first,letter"),
        ("signpost", "arrow,grid"),
        ("slalom", "clue"),
    ];
    for (genre, names) in all {
        let model = std::fs::read_to_string(format!("models/genres/{genre}.toml")).expect("the genre exists");
        let text = made(&model, &["--fill", names, "--seed", "2"]);
        let names: Vec<&str> = names.split(',').filter(|name| *name != "grid").collect();
        let found: Vec<Vec<(usize, String)>> = names.iter().map(|name| marks(&text, name)).collect();
        assert!(found.iter().any(|own| !own.is_empty()), "{text}");
        assert!(names.iter().any(|name| marks(&text, name) != marks(&model, name)), "{text}");
        match genre {
            // Every cell is in an arm or has a number; two cells of the file are walls.
            "wall-logic" => assert_eq!(sum(&found[0]) + found[0].len(), 34, "{text}"),
            "wblink" => assert_eq!(count(&found[0], "w"), count(&found[0], "b"), "{text}"),
            // Forest that the network does not visit is seldom needed.
            "forest-walk" => assert!((2..14).contains(&count(&found[0], "f")) && sum(&found[1]) > 0, "{text}"),
            "family-photo" => {
                let circles = marks(&text, "circle");
                assert_eq!(sum(&marks(&text, "number")), circles.len(), "each circle is in one rectangle: {text}");
            }
            // One of each letter is marked.
            "dominion" => {
                let letters: std::collections::BTreeSet<&String> = found[1].iter().map(|(_, mark)| mark).collect();
                assert_eq!(found[0].len(), letters.len(), "{text}");
                // Each area needs a letter, and few need more; cells without a letter are not all painted.
                assert!(found[1].len() < 12, "{text}");
                assert_all_needed(&text, "letter");
            }
            // The last number leads nowhere.
            "signpost" => assert_eq!(found[0].len(), 15, "{text}"),
            _ => {}
        }
    }
}

/// Few boards are determined by their sums: one cell after the other changes until all cells have one value.
#[test]
fn sums_alone_determine_a_board() {
    let rows = "__..._\n......\n..._..\n.._...\n......\n_...__";
    let list = |count: usize| vec!["\".\""; count].join(", ");
    let text = format!(
        "puzzle = \"grid\"\n[grid]\nvalues = \"1..9\"\ncells = \"\"\"\n{rows}\n\"\"\"\n[list]\ntotal = {{ across = [{}], down = [{}] \
         }}\n[[rule]]\neach = [\"across\", \"down\"]\nall-different = true\n[[rule]]\neach = [\"across\", \"down\"]\nsum = \"total\"\n",
        list(8),
        list(8)
    );
    let text = made(&text, &["--fill", "total", "--seed", "1"]);
    let line = text.lines().find(|line| line.starts_with("total")).expect("the list stays");
    let words: Vec<&str> = line.split(' ').collect();
    let digits = |word: &str| word.chars().filter(char::is_ascii_digit).collect::<String>();
    let sums: Vec<usize> = (0..words.len()).filter(|&index| !digits(words[index]).is_empty()).collect();
    assert!(sums.len() > 8, "{text}");
    for index in sums {
        let (sum, mut fewer) = (digits(words[index]), words.clone());
        let left_out = words[index].replace(&sum, "\".\"");
        fewer[index] = &left_out;
        assert_eq!(solutions(&text.replacen(line, &fewer.join(" "), 1)), 2, "{sum} can be left out of\n{text}");
    }
}

/// Only cages of two cells have differences; old cages and new ones.
#[test]
fn entries_of_lists_are_computed_where_rules_allow_them() {
    let entries = ["a", "b", "c", "d"].map(|cage| format!("{cage} = \".\"")).join(", ");
    let rules = format!(
        "[list]\napart = {{ {entries} }}\n[[rule]]\neach = [\"row\", \"column\"]\nall-different = true\n\
         [[rule]]\neach = \"region cage\"\ndifference = \"apart\"\n"
    );
    let cages = model("values = \"1..3\"\ncells = \"\"\"\n...\n...\n...\n\"\"\"", "cage", "aab\nadb\ncdd", &rules);
    for flags in [vec!["apart,grid"], vec!["cage,apart,grid", "--sizes", "1..2"]] {
        let text = made(&cages, &[&["--fill"], &flags[..], &["--seed", "1"]].concat());
        let line = text.lines().find(|line| line.starts_with("apart")).expect("the list stays");
        assert!(line.chars().any(|c| c.is_ascii_digit()), "{text}");
    }
    // No cage of three cells has one.
    let text = made(&cages, &["--fill", "cage,apart,grid", "--sizes", "3..3", "--seed", "1"]);
    assert!(text.contains("apart = { a = \".\", b = \".\", c = \".\" }"), "{text}");
}

/// As many rooms as the board needs: two cells of each are painted.
#[test]
fn rooms_are_divided_and_united() {
    for seed in ["1", "2"] {
        let text = made(&rooms_of_two(7), &["--fill", "room", "--seed", seed]);
        let rooms = marks(&text, "room");
        assert_eq!(rooms.len(), 49, "{text}");
        let names: std::collections::BTreeSet<&String> = rooms.iter().map(|(_, name)| name).collect();
        let solved = boardwright_with(&["solve", "-", "--format", "json"], &text, &[]).stdout;
        assert_eq!(solved.matches('#').count(), 2 * names.len(), "{text}{solved}");
    }
}

/// Rooms with 1 to n exist for few boards: rooms and board are found together, and old given values are replaced.
#[test]
fn rooms_are_changed_until_there_is_a_board() {
    for (genre, sizes) in [("suguru", "4..5"), ("ripple", "1..4")] {
        let model = std::fs::read_to_string(format!("models/genres/{genre}.toml")).expect("the genre exists");
        let opening =
            |name: &str, text: &str| text.find(&format!("{name} = \"\"\"\n")).expect("it is there") + name.len() + 7;
        let mut text = model.clone();
        for name in ["cells", "given", "room"] {
            let start = opening(name, &text);
            let end = start + text[start..].find("\"\"\"").expect("it ends");
            text.replace_range(start..end, &(blank(5) + "\n"));
        }
        let made = made(&text, &["--fill", "room,grid", "--sizes", sizes, "--seed", "1"]);
        assert_eq!(marks(&made, "room").len(), 25, "{made}");
        assert_all_needed(&made, "given");
    }
}

/// Rooms are drawn around a solution, and the list of their numbers has new keys.
#[test]
fn rooms_are_drawn_with_their_numbers() {
    let rules = "[list]\ntotal = {}\n[[rule]]\neach = [\"row\", \"column\", \"region cage\"]\nall-different = true\n\
                 [[rule]]\neach = \"region cage\"\nsum = \"total\"\n";
    let cages = model("rows = 4\ncolumns = 4\nvalues = \"1..4\"", "cage", &blank(4), rules);
    let text = made(&cages, &["--fill", "cage,total", "--sizes", "1..3", "--seed", "2"]);
    let rooms = marks(&text, "cage");
    assert_eq!(rooms.len(), 16, "{text}");
    for (_, name) in &rooms {
        let size = rooms.iter().filter(|(_, other)| other == name).count();
        assert!(size <= 3 && text.contains(&format!("{name} = ")), "{text}");
    }
    let run = boardwright_with(&["generate", "--from", "-", "--fill", "cage"], &cages.replace("{}", "{ a = 3 }"), &[]);
    assert!(run.code == 2 && run.stderr.contains("write --fill cage,total"), "{}", run.stderr);
    let run = boardwright_with(&["generate", "--from", "-", "--fill", "clue", "--rooms", "3"], &loop_puzzle(), &[]);
    assert!(run.code == 2 && run.stderr.contains("--sizes and --rooms require rooms in --fill"), "{}", run.stderr);
}

/// A loop puzzle with several solutions needs a number, not a given line.
#[test]
fn explain_suggests_a_clue_of_the_puzzle() {
    let made = made(&loop_puzzle(), &["--fill", "clue", "--seed", "3"]);
    let (at, _) = marks(&made, "clue").remove(0);
    let fewer = format!("{}.{}", &made[..at], &made[at + 1..]);
    let run = boardwright_with(&["explain", "-"], &fewer, &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stdout.contains("The additional clue `") && run.stdout.contains(" of `clue` leaves "),
        "{}",
        run.stdout
    );
}
