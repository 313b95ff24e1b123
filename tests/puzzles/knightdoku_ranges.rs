//! Knightdoku with ranges: `per_line = { max = 3 }`, the article's "at most three". Every board of 4x4 is tried.

use crate::support::{boardwright, boardwright_with};

/// The number of boards of 4x4 with blocks of 2x2 and these numbers of knights, and a knight at the top left that sees one.
fn brute_force(line: (u32, u32), block: (u32, u32)) -> usize {
    let fits = |cells: u32, (min, max): (u32, u32), board: u32| (min..=max).contains(&(board & cells).count_ones());
    let sets = |masks: [u32; 4], range: (u32, u32), board: u32| masks.iter().all(|&mask| fits(mask, range, board));
    let holds = |board: &u32| {
        let board = *board;
        sets([0xf, 0xf0, 0xf00, 0xf000], line, board)
            && sets([0x1111, 0x2222, 0x4444, 0x8888], line, board)
            && sets([0x33, 0xcc, 0x3300, 0xcc00], block, board)
            && board & 1 == 1
            // From r1c1 a knight sees r2c3 and r3c2.
            && (board & (1 << 6 | 1 << 9)).count_ones() == 1
    };
    (0..1 << 16).filter(holds).count()
}

fn model(line: &str, block: &str) -> String {
    format!(
        "puzzle = \"knightdoku\"\nsize = 4\nblock = [2, 2]\nper_line = {line}\nper_block = {block}\nclues = [[1, 1, 1]]\n"
    )
}

#[test]
fn ranges_count_what_brute_force_counts() {
    for (line, block, range, of_block) in [
        ("{ max = 2 }", "{ max = 1 }", (0, 2), (0, 1)),
        ("{ max = 1 }", "{}", (0, 1), (0, 4)),
        ("{ min = 1, max = 3 }", "{ min = 2 }", (1, 3), (2, 4)),
        ("2", "{ max = 3 }", (2, 2), (0, 3)),
        ("{ min = 2, max = 2 }", "2", (2, 2), (2, 2)),
        ("{ min = 1 }", "{ max = 0 }", (1, 4), (0, 0)),
    ] {
        let expected = brute_force(range, of_block).to_string();
        for formulation in ["cardinality", "permutations"] {
            let call = ["count", "-", "--formulation", formulation];
            let run = boardwright_with(&call, &model(line, block), &[]);
            let number = run.stdout.split_whitespace().find(|word| word.chars().all(|c| c.is_ascii_digit()));
            assert_eq!(number, Some(expected.as_str()), "{line} {block} {formulation}: {}{}", run.stdout, run.stderr);
        }
    }
}

#[test]
fn a_range_is_checked_and_explained() {
    let wrong = boardwright_with(&["check", "-"], &model("{ min = 3, max = 2 }", "2"), &[]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.stderr.contains("`per_line` has min = 3, which is more than max = 2"), "{}", wrong.stderr);
    let many = boardwright_with(&["check", "-"], &model("{ max = 5 }", "2"), &[]);
    assert!(many.stderr.contains("`per_line` is 5, but a line has 4 cells"), "{}", many.stderr);
    let facts = boardwright_with(&["analyze", "-"], &model("{ max = 2 }", "{ min = 1 }"), &[]).stdout;
    assert!(facts.contains("at most 2 knights") && facts.contains("at least 1 knights"), "{facts}");
    // Three of six knights are too many for the rule of at most two.
    let folder = crate::support::folder::Folder::new("knightdoku-ranges");
    let path = folder.file("m.toml", model("{ max = 2 }", "{}"));
    let board = folder.file("board.txt", "KKK.\n..K.\n....\n....\n");
    let run = boardwright(&["verify", &path, &board]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stdout.contains("row 1 has 3 knights, expected at most 2"), "{}", run.stdout);
}
