//! The sentences of steps, word by word.

use super::sentence::sentence;
use super::{frames, names};
use boardwright_base::board::picture::{Ground, Mark, Picture, Square};
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_puzzle::Loaded;
use boardwright_tasks::task::steps::{self, Entered, Steps, StepsRequest, Subject};

/// Returns a model and its steps.
fn stepped(model: &str) -> (Loaded, Steps) {
    let source = Source::new("model.toml", model);
    let loaded = boardwright_families::load(&source, &Budget::none())
        .unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, false)));
    let found = steps::run(&StepsRequest::new(&loaded), &Budget::none()).expect("steps");
    (loaded, found)
}

/// Returns the sentences of the steps of a model.
fn sentences(model: &str) -> Vec<String> {
    let (_, found) = stepped(model);
    found.steps.iter().map(|step| sentence(&found, step)).collect()
}

#[track_caller]
fn assert_begins(model: &str, expected: &[&str]) {
    let found = sentences(model);
    assert_eq!(found.iter().take(expected.len()).collect::<Vec<_>>(), expected, "\n{}", found.join("\n"));
}

#[track_caller]
fn assert_has(model: &str, expected: &[&str]) {
    let found = sentences(model);
    for &sentence in expected {
        assert!(found.iter().any(|own| own == sentence), "no step says: {sentence}\n{}", found.join("\n"));
    }
}

#[test]
fn counts_name_what_is_missing_and_what_is_there() {
    let model = "puzzle = 'grid'\n[grid]\nvalues = ['-', '*']\ngiven = \"\"\"\n**..\n..--\n....\n....\n\"\"\"\n[[rule]]\n\
        name = 'stars'\neach = ['row', 'column']\nexactly = { '*' = 2 }\n";
    assert_has(
        model,
        &[
            "Row 1 (`stars`) allows two `*`, and r1c1 and r1c2 have them: r1c3=-, r1c4=-",
            "Row 2 (`stars`) needs two more `*`; only r2c1 and r2c2 are free",
        ],
    );
}

#[test]
fn latin_squares_name_values_and_cells() {
    let model = "puzzle = 'grid'\n[grid]\nvalues = '1..4'\ngiven = \"\"\"\n1...\n..3.\n.4..\n3..2\n\"\"\"\n\
        [[rule]]\nname = 'lines'\neach = ['row', 'column']\nall-different = true\n";
    assert_begins(
        model,
        &[
            "Row 1 (`lines`) has `1` at r1c1: r1c2!=1, r1c3!=1, r1c4!=1",
            "Column 2 (`lines`) has `4` at r3c2: r1c2!=4, r2c2!=4, r4c2!=4",
            "Row 2 (`lines`) has `3` at r2c3: r2c1!=3, r2c2!=3, r2c4!=3",
            "Column 1 (`lines`) has `1` at r1c1 and `3` at r4c1: r2c1!=1, r3c1!=1,3",
            "Row 3 (`lines`) has `4` at r3c2: r3c1=2, r3c3!=4, r3c4!=4; then it has `2` at r3c1: r3c3!=2, r3c4!=2",
        ],
    );
}

/// A Sudoku made by qqwing, of its grade "intermediate".
#[test]
fn sets_of_digits_fit_sets_of_cells() {
    let model = "puzzle = 'grid'\n[grid]\nvalues = '1..9'\ngiven = \"\"\"\n..17.....\n.7....24.\n85....7..\n..8..29.6\n.6.......\n\
        5.21..8..\n..45.....\n..7..9.2.\n2.....6.8\n\"\"\"\n[[rule]]\nname = 'once'\n\
        each = ['row', 'column', 'block 3x3']\nall-different = true\n";
    assert_has(
        model,
        &[
            "The block at r7c7 (`once`) has room for `4` and `5` only at r8c7 and r8c9: r8c7!=1,3, r8c9!=1,3",
            "Row 8 (`once`) needs `4` and `5` for r8c7 and r8c9: r8c5!=4",
            "The block at r7c1 (`once`) has room for `9` only in column 2 (`once`), at r7c2 or r9c2: r6c2!=9",
        ],
    );
}

#[test]
fn sums_and_orders_rule_out_values() {
    let model = "puzzle = 'grid'\n[grid]\nrows = 1\ncolumns = 2\nvalues = '1..9'\n[[rule]]\nname = 'sum'\neach = 'row'\nsum = 16\n\
        [[rule]]\nname = 'order'\neach = 'row'\nincreasing = true\n";
    assert_begins(
        model,
        &[
            "Row 1 (`sum`) rules out r1c1=1..6, r1c2=1..6",
            "Row 1 (`order`) rules out r1c1=9, r1c2=7",
            "Row 1 (`sum`) and row 1 (`order`) together imply r1c1=7, r1c2=9",
        ],
    );
}

#[test]
fn clues_of_knightdoku_give_their_knight() {
    let model = "puzzle = 'knightdoku'\nsize = 4\nblock = [2, 2]\nper_line = 1\nper_block = 1\nclues = \"\"\"\n1...\n....\n....\n....\n\"\"\"\n";
    assert_begins(
        model,
        &[
            "The clue 1 at r1c1 (`clues`) gives r1c1=K",
            "Row 1 (`rows`) allows one `K`, and r1c1 has it: r1c2=., r1c3=., r1c4=.",
        ],
    );
    assert_has(
        model,
        &["The clue 1 at r1c1 (`clues`), row 4 (`rows`) and columns 2 and 3 (`columns`) together imply r4c4=."],
    );
}

#[test]
fn lights_are_chased_by_parity() {
    let model = "puzzle = 'lights-out'\nlights = \"\"\"\n###\n###\n###\n\"\"\"\n";
    assert_begins(
        model,
        &[
            "Of the lights at r3c1 and r3c2, each once those before it are out (`lights`) an odd number stays on without \
                r1c1: press it",
            "The light at r3c3, once those before it are out (`lights`) stays off without r1c2: do not press it",
            "The light at r3c1, once those before it are out (`lights`) stays on without r1c3: press it",
        ],
    );
}

#[test]
fn cells_of_a_dissection_are_covered_by_pieces() {
    let model = "puzzle = 'dissection'\nrotate = false\nflip = false\nboard = \"\"\"\n###\n###\n\"\"\"\n[[piece]]\nname = 'L'\n\
        shape = \"\"\"\n##\n#_\n\"\"\"\n[[piece]]\nname = 'I'\nshape = \"\"\"\n#\n\"\"\"\n[[piece]]\nname = 'D'\nshape = \"\"\"\n#\n#\n\"\"\"\n";
    assert_begins(
        model,
        &[
            "L once (`pieces`) implies r1c2=L",
            // D on r2c2 would lie on r1c2, too.
            "r1c2 (`cells`) rules out r1c2=I,D, r2c2=D, I at r1c2, D at r1c2",
            "r1c1 and r2c1 (`cells`) and I once (`pieces`) together rule out r1c1=I, r2c1=I, I at r1c1, I at r2c1",
        ],
    );
}

#[test]
fn many_excluded_placements_are_counted() {
    // Its steps begin with r2c3=A/D, so r2c3 has none of the other two pieces.
    assert_has(
        include_str!("../../../../models/dissection/flag.toml"),
        &["r2c3 (`cells`) rules out r1c4=C, r2c3=B,C, r3c3=B, 17 placements of B and C, such as B at r1c3 turned 90"],
    );
}

#[test]
fn lines_are_counted_where_they_meet() {
    assert_has(
        include_str!("../../../../models/genres/slitherlink.toml"),
        &[
            "The 3 at r2c3 (`clues`) needs one more line; only r2c3-r3c3 is free",
            "The board (`loop`) allows two lines at r3c3, and r2c3-r3c3 and r3c3-r3c4 are there: no r3c2-r3c3, no r3c3-r4c3",
        ],
    );
}

/// A layer whose name has the signs of facts, and values that look like facts, lists and words.
const ODD_LAYERS: &str = "puzzle = 'grid'\n[grid]\nvalues = ['!', 'at', '1,2', 'no', '3..']\ngiven = '''\n! at . . .\n. . at . .\n. 1,2 . ! .\n\
    . . . no .\n. . . . 3..\n'''\n[layer.'a=b !=c no ']\nvalues = ['x', 'r1c1', 'r1c1-r1c2', 'y', 'z']\ngiven = '''\nx . y . .\n. z . . .\n. . . . .\n. . . . .\n\
    . . . . .\n'''\n[[rule]]\nname = 'no r1c1=!, a'\neach = ['row', 'column']\nall-different = true\non = 'grid'\n[[rule]]\nname = ' at '\n\
    each = 'row'\nall-different = true\non = 'a=b !=c no '\n";
/// Pieces that are named like lines and words.
const ODD_PIECES: &str = "puzzle = 'dissection'\nrotate = false\nflip = false\nboard = '''\n###\n###\n'''\n[[piece]]\nname = 'no'\nshape = '''\n##\n#_\n'''\n\
    [[piece]]\nname = 'at'\nshape = '''\n#\n'''\n[[piece]]\nname = 'r1c1-r1c2'\nshape = '''\n#\n#\n'''\n";

#[test]
fn names_are_no_grammar() {
    assert_has(
        ODD_LAYERS,
        &[
            "Row 2 (` at `) allows one `z`, and a=b !=c no  r2c2 has it: a=b !=c no  r2c1!=z, a=b !=c no  r2c3!=z, a=b !=c no  r2c4!=z, \
             a=b !=c no  r2c5!=z",
            "Column 4 (`no r1c1=!, a`) leaves only grid r5c4 for `at`",
            "Column 1 (`no r1c1=!, a`) allows one `!`, and grid r1c1 has it: grid r2c1!=!, grid r3c1!=!, grid r4c1!=!, grid r5c1!=!",
        ],
    );
}

/// A sentence that begins with the name of a piece leaves it as it is.
#[test]
fn names_of_pieces_get_no_capital_letter() {
    assert_begins(
        ODD_PIECES,
        &[
            "no once (`pieces`) implies r1c2=no",
            "r1c2 (`cells`) rules out r1c2=at,r1c1-r1c2, r2c2=r1c1-r1c2, at at r1c2, r1c1-r1c2 at r1c2",
        ],
    );
}

/// Each fact is read as an entry from its text, whatever names it has.
#[test]
fn facts_are_read_as_they_are_written() {
    let slitherlink = include_str!("../../../../models/genres/slitherlink.toml");
    let turned = include_str!("../../../../models/dissection/trominoes-4x4.toml");
    for model in [ODD_LAYERS, ODD_PIECES, slitherlink, turned] {
        let (_, found) = stepped(model);
        assert!(found.facts.len() > 9, "there is something to read");
        for fact in &found.facts {
            let text = names::fact(&found, fact);
            let entry = steps::entry(&text, &found.sheet).unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
            assert_eq!(names::entry(&found.sheet, &entry), text);
            let is_same = match (&fact.subject, &entry.subject) {
                (Subject::Value(own), Entered::Value(at)) => own == at,
                (Subject::Line(own), Entered::Line(line)) => own == line,
                (Subject::Placement(own), Entered::Piece { class, at, .. }) => {
                    own.class == *class && fact.cells.first() == Some(at)
                }
                _ => false,
            };
            assert!(is_same && entry.holds == fact.holds, "{text}: {entry:?} is not {fact:?}");
        }
    }
}

/// The lamps stay as they are, a pressed one has a disc, and one that is not pressed a dot.
#[test]
fn pictures_of_lights_tell_pressed_from_not_pressed() {
    // One press at r1c1 puts out the three lights.
    let (loaded, steps) = stepped("puzzle = 'lights-out'\nlights = '''\n##.\n#..\n...\n'''\n");
    let squares = |picture: Picture| picture.panels[0].rows.concat();
    let lit = [true, true, false, true, false, false, false, false, false];
    let last = squares(frames::position(&loaded, &steps, steps.steps.len()));
    let pressed = |index: usize| if index == 0 { Mark::Press } else { Mark::Dot };
    let expected: Vec<(bool, Mark)> = (0..9).map(|index| (lit[index], pressed(index))).collect();
    assert_eq!(last.iter().map(|square| (square.lit, square.mark)).collect::<Vec<_>>(), expected);
    let first = squares(frames::position(&loaded, &steps, 0));
    assert!(first.iter().all(|square| square.mark == Mark::None), "nothing is known");
    // A new fact is tinted on a lit lamp, too.
    let is_new = |index: usize| {
        let frame = squares(frames::frame(&loaded, &steps, index));
        steps.steps[index].new.iter().all(|&fact| {
            let at = 3 * steps.facts[fact].cells[0].row + steps.facts[fact].cells[0].column;
            matches!(frame[at].ground, Ground::Tinted(_)) && frame[at].lit == lit[at]
        })
    };
    assert!((0..steps.steps.len()).all(is_new));
}

/// With three states, the number of presses is beside the state of the light.
#[test]
fn pictures_of_lights_number_the_presses() {
    let (loaded, steps) = stepped("puzzle = 'lights-out'\nstates = 3\nlights = '''\n.12\n2..\n.11\n'''\n");
    let rows = frames::position(&loaded, &steps, steps.steps.len()).panels[0].rows.concat();
    let solved = loaded.instance.draw(steps.solution.as_ref().expect("it is solved")).panels[1].rows.concat();
    let presses = |square: &Square| if square.text.is_empty() { "0".to_string() } else { square.text.clone() };
    assert!(rows.iter().zip(&solved).all(|(own, found)| own.second == presses(found)), "{rows:?}");
    assert_eq!(
        rows.iter().map(|square| square.text.as_str()).collect::<Vec<_>>(),
        ["", "1", "2", "2", "", "", "", "1", "1"]
    );
}
