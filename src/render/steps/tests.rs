//! The sentences of steps, word by word.

use super::sentence::sentence;
use crate::budget::Budget;
use crate::puzzle;
use crate::source::Source;
use crate::task::steps::{self, StepsRequest};

/// Returns the sentences of the steps of a model.
fn sentences(model: &str) -> Vec<String> {
    let source = Source::new("model.toml", model);
    let loaded =
        puzzle::load(&source, &Budget::none()).unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, false)));
    let found = steps::run(&StepsRequest::new(&loaded), &Budget::none()).expect("steps");
    found.steps.iter().map(|step| sentence(&found, step)).collect()
}

#[track_caller]
fn assert_sentences(model: &str, expected: &[&str]) {
    let found = sentences(model);
    assert_eq!(found.iter().take(expected.len()).collect::<Vec<_>>(), expected, "\n{}", found.join("\n"));
}

#[test]
fn counts_name_what_is_missing_and_what_is_there() {
    let model = "puzzle = 'grid'\n[grid]\nvalues = ['-', '*']\ngiven = \"\"\"\n*.--.\n..-..\n\"\"\"\n[[rule]]\nname = 'stars'\n\
        each = 'row'\nexactly = { '*' = 2 }\n[[rule]]\nname = 'few'\neach = 'column'\nat-most = { '*' = 1 }\n[[rule]]\n\
        name = 'first'\nat = ['r2c5']\nis = '-'\n[[rule]]\nname = 'last'\nat = ['r1c2']\nis = '-'\n";
    assert_sentences(model, &[]);
    panic!("{}", sentences(model).join("\n"));
}

#[test]
fn latin_squares_name_values_and_cells() {
    let model = "puzzle = 'grid'\n[grid]\nvalues = '1..4'\ngiven = \"\"\"\n1...\n..3.\n.4..\n3..2\n\"\"\"\n\
        [[rule]]\nname = 'lines'\neach = ['row', 'column']\nall-different = true\n";
    panic!("{}", sentences(model).join("\n"));
}

#[test]
fn sets_of_digits_need_their_cells() {
    let model = "puzzle = 'grid'\n[grid]\nvalues = '1..6'\ngiven = \"\"\"\n..3.1.\n.....6\n5.....\n.....2\n4.....\n.6.2..\n\"\"\"\n\
        [[rule]]\nname = 'once'\neach = ['row', 'column', 'block 2x3']\nall-different = true\n";
    panic!("{}", sentences(model).join("\n"));
}

#[test]
fn sums_and_runs_rule_out_values() {
    let model = "puzzle = 'grid'\n[grid]\nrows = 1\ncolumns = 2\nvalues = '1..9'\n[[rule]]\nname = 'sum'\neach = 'row'\nsum = 16\n\
        [[rule]]\nname = 'order'\neach = 'row'\nincreasing = true\n";
    panic!("{}", sentences(model).join("\n"));
}

#[test]
fn clues_of_knightdoku_give_their_knight() {
    let model = "puzzle = 'knightdoku'\nsize = 4\nblock = [2, 2]\nper_line = 1\nper_block = 1\nclues = \"\"\"\n1...\n....\n....\n....\n\"\"\"\n";
    panic!("{}", sentences(model).join("\n"));
}

#[test]
fn lights_are_chased_by_parity() {
    let model = "puzzle = 'lights-out'\nlights = \"\"\"\n###\n###\n###\n\"\"\"\n";
    panic!("{}", sentences(model).join("\n"));
}

#[test]
fn cells_of_a_dissection_are_covered_by_pieces() {
    let model = "puzzle = 'dissection'\nrotate = false\nflip = false\nboard = \"\"\"\n###\n###\n\"\"\"\n[[piece]]\nname = 'L'\nshape = \"\"\"\n##\n#_\n\"\"\"\n\
        [[piece]]\nname = 'I'\nshape = \"\"\"\n#\n\"\"\"\n[[piece]]\nname = 'D'\nshape = \"\"\"\n#\n#\n\"\"\"\n";
    panic!("{}", sentences(model).join("\n"));
}

#[test]
fn lines_are_counted_at_corners() {
    let model = "puzzle = 'grid'\n[grid]\nrows = 3\ncolumns = 3\nlines = 'borders'\n[picture]\nclue = \"\"\"\n3.3\n.0.\n...\n\"\"\"\n\
        [[rule]]\nname = 'loop'\nloop = true\n[[rule]]\nname = 'clues'\nat = 'clue'\naround = 'lines'\nexactly = { line = 'clue' }\n";
    panic!("{}", sentences(model).join("\n"));
}
