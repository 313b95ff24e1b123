//! Symmetries of grids, and solutions up to them: listed, counted, and by looking at every image of every solution.

use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_tasks::task::distinct::{Distinct, Symmetries};
use boardwright_tasks::task::{Ask, Options, Request, Setup, ignore, run};
use std::collections::BTreeSet;

/// The symbol of a model's symmetries, the number of its solutions, and the number of those that are distinct: listed
/// one by one, counted, and by comparing every image of every solution.
fn of(model: &str) -> (String, usize, usize) {
    let source = Source::new("test.toml", format!("puzzle = \"grid\"\n{model}"));
    let loaded =
        REGISTRY.load(&source, &Budget::none()).unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, false)));
    let setup = Setup::resolve(&loaded, &Options::default(), &Budget::none()).expect("a solver takes it");
    let all =
        run(&Request::new(&loaded, &setup, Ask::All), &Budget::none(), &mut ignore).expect("it is solved").solutions;
    let group = loaded.instance.symmetries(false).expect("they are known");
    let elements = group.elements(&|| false).expect("they are few");
    let mut orbits: BTreeSet<BTreeSet<String>> = BTreeSet::new();
    for solution in &all {
        let image = |by| {
            let image = loaded.instance.image(solution, by);
            loaded.instance.verify(image.clone()).expect("an image is a solution");
            image.to_json(&*loaded.instance).to_string()
        };
        let still = image(&elements[0]);
        assert_eq!(still, solution.to_json(&*loaded.instance).to_string(), "left as it is");
        orbits.insert(elements.iter().map(image).collect());
    }
    let symmetries = Symmetries { distinct: Some(Distinct::Symmetries), breaking: None };
    let listed = run(&Request::new(&loaded, &setup, Ask::All).up_to(symmetries), &Budget::none(), &mut ignore)
        .expect("they are listed");
    assert_eq!(listed.solutions.len(), orbits.len(), "listed");
    let counted = run(&Request::new(&loaded, &setup, Ask::Count).up_to(symmetries), &Budget::none(), &mut ignore)
        .expect("they are counted");
    assert_eq!(counted.count, Some(orbits.len().into()), "counted");
    (group.symbol().to_string(), all.len(), orbits.len())
}

#[test]
fn values_of_several_characters_and_layers_move_along() {
    let queens = "[grid]\nrows = 6\ncolumns = 6\nvalues = [\"none\", \"queen\"]\n[[rule]]\neach = [\"row\", \"column\"]\n\
                  exactly = { queen = 1 }\n[[rule]]\neach = [\"diagonal\", \"antidiagonal\"]\nat-most = { queen = 1 }\n";
    assert_eq!(of(queens), ("D4".to_string(), 4, 1), "published: OEIS A000170, A002562");
    let pairs = "[grid]\nrows = 2\ncolumns = 2\nvalues = [\"A\", \"B\"]\n[layer.colour]\nvalues = [\"red\", \"blue\"]\n\
                 [[rule]]\non = [\"grid\", \"colour\"]\nall-different = true\n";
    // The four pairs on four cells in any order, up to the eight symmetries of the square: none keeps one of them.
    assert_eq!(of(pairs), ("D4".to_string(), 24, 3));
}

/// A ring around one cell, two cells or more of a small board, by borders; and through cells, by links.
#[test]
fn lines_move_along() {
    let borders = "[grid]\nrows = 2\ncolumns = 2\nlines = \"borders\"\n[[rule]]\nloop = true\n";
    // Cells inside: one (4), two side by side (4), three (4), all (1).
    assert_eq!(of(borders), ("D4".to_string(), 13, 4));
    let strip = "[grid]\nrows = 1\ncolumns = 3\nlines = \"borders\"\n[[rule]]\nloop = true\n";
    assert_eq!(of(strip), ("D2".to_string(), 6, 4));
    let links = "[grid]\nrows = 3\ncolumns = 3\nlines = \"links\"\n[[rule]]\nloop = true\n";
    assert_eq!(of(links), ("D4".to_string(), 13, 4));
    let clue = "[grid]\nlines = \"borders\"\n[picture]\nclue = \"\"\"\n3.\n..\n\"\"\"\n[[rule]]\nloop = true\n\
                [[rule]]\naround = \"lines\"\nexactly = { line = \"clue\" }\n";
    assert_eq!(of(clue).0, "D1");
}

/// A board of one row has one symmetry besides the identity, a half turn as well as a flip: `C2`. It turns `<` into `>`, and
/// rows read from the left into rows read from the right.
#[test]
fn signs_and_directions_turn_with_the_board() {
    let signs = "[grid]\nrows = 1\ncolumns = 3\nvalues = \"1..3\"\n[between]\nsign = \"\"\"\n.<.>.\n\"\"\"\n\
                 [[rule]]\neach = \"pair\"\nat = \"sign=<\"\nincreasing = true\n\
                 [[rule]]\neach = \"pair\"\nat = \"sign=>\"\ndecreasing = true\n";
    // a < b > c: b = 2 (1) and b = 3 (4); flipped: 1, and 1 2, 2 1, 1 1, 2 2 around 3.
    assert_eq!(of(signs), ("C2".to_string(), 5, 4));
    let arrows = "[grid]\nrows = 1\ncolumns = 4\nvalues = [\".\", \"#\"]\n[picture]\narrow = \"\"\"\n1> . . 1<\n\"\"\"\n\
                  [[rule]]\naround = \"ahead arrow\"\nexactly = { \"#\" = \"arrow\" }\n";
    // One of the last three and one of the first three: in the middle (2 ways), or at both ends (1).
    assert_eq!(of(arrows), ("C2".to_string(), 3, 2));
    let apart = arrows.replace("1> . . 1<", "1> . . 2<");
    assert_eq!(of(&apart).0, "trivial");
    let seen = "[grid]\nrows = 1\ncolumns = 3\nvalues = \"1..3\"\n[list]\nseen = { left = [2], right = [2] }\n\
                [[rule]]\neach = \"row\"\nall-different = true\n\
                [[rule]]\neach = [\"from left\", \"from right\"]\nvisible = \"seen\"\n";
    assert_eq!(of(seen), ("C2".to_string(), 2, 1), "1 3 2 and 2 3 1");
    let runs = "[grid]\nrows = 1\ncolumns = 5\nvalues = [\".\", \"#\"]\n[list]\nclue = { rows = [[1, 1]] }\n\
                [[rule]]\neach = \"row\"\nruns = { \"#\" = \"clue\" }\n";
    assert_eq!(of(runs), ("C2".to_string(), 6, 4));
    assert_eq!(of(&runs.replace("[1, 1]", "[1, 2]")).0, "trivial");
    // Lengths that stand in the rule itself are reversed as well.
    let fixed = |rules: &str| of(&format!("[grid]\nrows = 1\ncolumns = 6\nvalues = [\".\", \"#\"]\n{rules}"));
    let rule = |lengths: &str| format!("[[rule]]\neach = \"row\"\nruns = {{ \"#\" = {lengths} }}\n");
    assert_eq!(fixed(&rule("[1, 1]")), ("C2".to_string(), 10, 6));
    assert_eq!(fixed(&rule("[2, 1]")), ("trivial".to_string(), 6, 6));
    assert_eq!(fixed(&(rule("[2, '?']") + &rule("['?', 2]"))).0, "C2", "each rule is the other one reversed");
}

/// What the marks of a picture are compared for stays; where only their regions matter, names do not.
#[test]
fn marks_matter_as_far_as_rules_ask() {
    let numbers = "[grid]\nvalues = [\".\", \"#\"]\n[picture]\nnumber = \"\"\"\n12\n21\n\"\"\"\n[[rule]]\n\
                   each = \"row\"\namong = \".\"\nall-different = \"number\"\n";
    assert_eq!(of(numbers).0, "C2");
    let regions = "[grid]\nvalues = [\".\", \"#\"]\n[picture]\nroom = \"\"\"\nab\nab\n\"\"\"\n[[rule]]\n\
                   each = \"region room\"\nexactly = { \"#\" = 1 }\n";
    assert_eq!(of(regions), ("D2".to_string(), 4, 2));
}
