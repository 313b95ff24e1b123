//! Comparisons against all boards, and known counts.

use crate::tests::{agree, mistakes, model, solved};

fn rows(rows: usize, columns: usize, values: &str, rule: &str) -> usize {
    agree(&model(rows, columns, values, &format!("[[rule]]\n{rule}")))
}

#[test]
fn equal_sums_of_rows() {
    // Pairs of 1 to 3 with sums 2 to 6: 1, 2, 3, 2, 1 ways; equal in both rows, and in all three.
    assert_eq!(rows(2, 2, "'1..3'", "each = 'row'\nsum = 'same'"), 1 + 4 + 9 + 4 + 1);
    assert_eq!(rows(3, 2, "'1..3'", "each = 'row'\nsum = 'same'"), 1 + 8 + 27 + 8 + 1);
    // A row and a column share a cell: the other cells of both are equal.
    assert_eq!(rows(2, 2, "'1..3'", "each = ['row', 'column']\nsum = 'same'"), 3 * 3);
    // Cells without a number count 0: 2 = 2 + 0 = 0 + 2 = 1 + 1.
    assert_eq!(rows(2, 2, "['.', '1', '2']", "each = 'row'\nsum = 'same'"), 1 + 4 + 9 + 4 + 1);
}

#[test]
fn a_magic_square_without_its_sum() {
    let rest = "[[rule]]\nall-different = true\n[[rule]]\neach = ['row', 'column', 'main diagonal']\nsum = 'same'";
    // Eight squares with the sum 15, one up to symmetry; all boards are too many to check.
    assert_eq!(solved(&model(3, 3, "'1..9'", rest)).len(), 8);
}

#[test]
fn equal_counts_products_and_extremes() {
    assert_eq!(rows(3, 2, "['.', '#']", "each = 'row'\nexactly = { '#' = 'same' }"), 1 + 8 + 1);
    for values in ["'1..3'", "'0..2'", "['.', '2', '4', '0']"] {
        for key in ["product", "maximum", "minimum"] {
            assert!(rows(2, 2, values, &format!("each = 'row'\n{key} = 'same'")) > 0, "{key}");
            assert!(rows(2, 2, values, &format!("each = ['row', 'column']\n{key} = 'same'")) > 0, "{key}");
        }
    }
    // Products of two of 1 to 3: 1, 2, 2, 3, 3, 4, 6, 6, 9.
    assert_eq!(rows(2, 2, "'1..3'", "each = 'row'\nproduct = 'same'"), 1 + 4 + 4 + 1 + 4 + 1);
    // Greatest: 1 of 9 is 1, 3 are 2, 5 are 3.
    assert_eq!(rows(2, 2, "'1..3'", "each = 'row'\nmaximum = 'same'"), 1 + 9 + 25);
}

#[test]
fn one_set_against_another() {
    let row = |rule: &str| rows(1, 3, "'1..4'", &format!("along = 'r1c1 r1c2'\nthan = 'r1c3'\n{rule}"));
    // 2 = 1 + 1, 3 in two ways, 4 in three.
    assert_eq!(row("sum = 'than'"), 6);
    // Sums 3 to 5 for 1 to 3, and 6 for 4: two, three, four and three ways.
    assert_eq!(row("sum = 'than + 2'"), 2 + 3 + 4 + 3);
    // Below: sums 2 and 3 of 3 and 4; above: as before with one more.
    assert_eq!(row("sum = 'than +- 1'"), row("sum = 'than + 1'") + row("sum = 'than - 1'"));
    assert_eq!(row("sum-at-most = 'than'"), 1 + (1 + 2) + (1 + 2 + 3));
    assert_eq!(row("sum-at-least = 'than + 1'"), 64 - 10);
    assert_eq!(row("maximum = 'than'"), 1 + 3 + 5 + 7);
    assert_eq!(row("product = 'than'"), 1 + 2 + 2 + 3);
    assert_eq!(row("exactly = { 4 = 'than' }"), 9 * 3 + 2 * 3);
}

#[test]
fn a_bulb_of_two_digits() {
    // 11 to 18 as sums of two of 1 to 9, the bulb first: with 1 in front, 8 down to 1 ways.
    let rest = "[[rule]]\nalong = 'r1c3 r1c4'\nthan = 'r1c1 r1c2'\nsum = 'number than'";
    assert_eq!(agree(&model(1, 4, "'1..9'", rest)), (1..=8).sum::<usize>());
}

#[test]
fn pieces_of_a_path() {
    let path =
        |split: &str, rule: &str| rows(1, 4, "'1..3'", &format!("along = 'r1c1-r1c4'\nsplit = '{split}'\n{rule}"));
    // Two pairs of cells with equal sums, next to each other, opposite each other, or the ends and the rest.
    assert_eq!(path("block 1x2", "sum = 'same'"), 19);
    assert_eq!(path("opposite", "sum = 'same'"), 19);
    assert_eq!(path("ends", "sum = 'same'"), 19);
    // Without a comparison, each piece is a set.
    assert_eq!(path("opposite", "sum = 4"), 9);
    // The middle cell of an odd number stands alone: a zipper.
    assert_eq!(rows(1, 3, "'1..4'", "along = 'r1c1-r1c3'\nsplit = 'opposite'\nsum = 'same'"), 6);
}

#[test]
fn what_cannot_be_compared_is_told() {
    let wrong = |rule: &str| mistakes(&model(2, 2, "'1..3'", &format!("[[rule]]\n{rule}")));
    for (rule, said) in [
        ("each = 'row'\nsum-at-least = 'same'", "`sum-at-least` does not accept \"same\""),
        ("each = 'row'\nsum = 'than'", "\"than\" requires the key `than`"),
        ("sum = 'same'", "\"same\" compares several sets"),
        ("each = 'row'\nsum = 'same'\nall-different = true", "`all-different` cannot be combined"),
        ("each = 'row'\namong = '1'\nsum = 'same'", "`among` cannot be combined"),
        ("each = 'row'\nthan = 'r1c1'\nsum = 'than'", "`than` has 1 paths for 2 sets"),
        ("each = 'row'\nthan = ['r1c1', 'r2c1']\nproduct = 'than + 1'", "`product` does not accept a difference"),
    ] {
        let found = wrong(rule);
        assert!(found.contains(said), "{rule}: {found}");
    }
}
