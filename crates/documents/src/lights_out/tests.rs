//! Tests of the field table, of reading, and of the picture.

use super::board::{HOLE, MAX_SIDE};
use super::reach::Reach;
use super::*;
use boardwright_base::source::{Source, Span};

/// The instance in a model's text, its first line left out.
pub(super) fn board(text: &str) -> Board {
    let source = Source::new("test.toml", format!("puzzle = \"lights-out\"\n{text}"));
    let model = boardwright_model::read(&source, &["lights-out"], &|_| Some(FIELDS), &Budget::none()).expect("a model");
    Board::read(&model.fields).expect("an instance")
}

/// The mistakes in a model's text: code and the text at the first place.
fn mistakes(text: &str) -> Vec<(&'static str, String)> {
    let source = Source::new("test.toml", format!("puzzle = \"lights-out\"\n{text}"));
    let Err(mistakes) = boardwright_families::load(&source, &Budget::none()) else { return Vec::new() };
    let place = |span: Span| source.text[span.start..span.end].to_string();
    mistakes.iter().map(|mistake| (mistake.code, place(mistake.labels[0].span))).collect()
}

#[test]
fn a_model_becomes_an_instance() {
    let read = board("states = 4\nwrap = true\nfewest = true\nreach = \"#o\"\nlights = \"\"\"\n.#_\n032\"\"\"");
    assert_eq!((read.states, read.wrap, read.fewest), (4, true, true));
    assert_eq!(read.reach, Reach::Steps(vec![(0, -1)]));
    assert_eq!(read.lights, [0, 1, HOLE, 0, 3, 2]);
    let plain = board("lights = \"#\"");
    assert_eq!((plain.states, plain.wrap, plain.fewest, plain.reach), (2, false, false, Reach::plus()));
}

#[test]
fn presses_reach_over_holes_but_never_into_them() {
    let board = board("reach = \"row-and-column\"\nlights = \"#_#\"");
    assert_eq!(board.reached(Cell::new(0, 0)), [Cell::new(0, 0), Cell::new(0, 2)]);
}

#[test]
fn too_large_states_are_shown_where_they_are() {
    let found = mistakes("lights = \"\"\"\n.2.\n#29\n1..\"\"\"");
    assert_eq!(found, [("state-too-large", "2".to_string()), ("state-too-large", "9".to_string())]);
    assert_eq!(mistakes("states = 3\nlights = \"0123\""), [("state-too-large", "3".to_string())]);
    assert_eq!(mistakes("states = 9\nlights = \"012345678\""), []);
}

#[test]
fn a_drawn_reach_has_one_press_and_changes_something() {
    let reach = |picture: &str| mistakes(&format!("reach = \"{picture}\"\nlights = \"#\""));
    assert_eq!(reach("#O#"), []);
    assert_eq!(reach("O"), []);
    assert_eq!(reach("#.#"), [("no-press", "\"#.#\"".to_string())]);
    assert_eq!(reach("O#o"), [("several-presses", "o".to_string())]);
    assert_eq!(reach(".o."), [("no-reach", "\".o.\"".to_string())]);
}

#[test]
fn a_list_says_what_each_press_changes() {
    let read = board("reach = [\"#._\", \"##_\"]\nlights = \"#._\"");
    assert_eq!(read.reached(Cell::new(0, 0)), [Cell::new(0, 0)]);
    assert_eq!(read.reached(Cell::new(0, 1)), [Cell::new(0, 0), Cell::new(0, 1)]);
    let square = "lights = \"\"\"\n##\n##\"\"\"";
    let drawn = board(&format!("reach = [\"\"\"\n#.\n.#\"\"\", \".#..\", \"....\", \"####\"]\n{square}"));
    let reached = |row, column| drawn.reached(Cell::new(row, column)).iter().map(Cell::to_string).collect::<String>();
    let all = [reached(0, 0), reached(0, 1), reached(1, 0), reached(1, 1)];
    assert_eq!(all, ["r1c1r2c2", "r1c2", "", "r1c1r1c2r2c1r2c2"]);
}

#[test]
fn a_list_fits_the_board() {
    let reach = |list: &str| mistakes(&format!("reach = [{list}]\nlights = \"#._\""));
    assert_eq!(reach("\"#._\", \".#.\""), []);
    assert_eq!(reach("\"#._\""), [("wrong-size", "[\"#._\"]".to_string())], "too few pictures");
    assert_eq!(reach("\"#._\", \"#.\""), [("wrong-size", "\"#.\"".to_string())], "a picture of another size");
    assert_eq!(reach("\"#._\", \".##\""), [("other-cells", "#".to_string())], "no light there");
    assert_eq!(reach("\"#._\", \"_#_\""), [("other-cells", "_".to_string())], "a light there");
    assert_eq!(reach("\"#._\", \"O#_\"")[0].0, "unknown-character");
    let round = mistakes("wrap = true\nreach = [\"#\"]\nlights = \"#\"");
    assert_eq!(round, [("needless-wrap", "true".to_string())]);
}

#[test]
fn several_mistakes_come_out_together() {
    let codes: Vec<&str> = mistakes("reach = \"OO\"\nlights = \"#5\"").into_iter().map(|(code, _)| code).collect();
    assert_eq!(codes, ["several-presses", "state-too-large"]);
}

#[test]
fn boards_without_cells_and_beyond_the_limits_are_refused() {
    assert_eq!(mistakes("lights = \"__\"")[0].0, "no-cells");
    assert_eq!(mistakes(&format!("lights = \"{}\"", ".".repeat(MAX_SIDE + 1)))[0].0, "too-large");
    assert_eq!(mistakes(&format!("lights = \"{}\"", ".".repeat(MAX_SIDE))), []);
    // 200 x 200 cells times 399 lights.
    let square = vec![".".repeat(200); 200].join("\n");
    let rooks = format!("reach = \"row-and-column\"\nlights = \"\"\"\n{square}\"\"\"");
    assert_eq!(mistakes(&rooks)[0].0, "too-large");
    assert_eq!(mistakes(&format!("lights = \"\"\"\n{square}\"\"\"")), []);
    // A picture may be larger than the board, but not without limit.
    let far = |side: usize| {
        let picture = vec!["#".repeat(side); side].join("\n").replacen('#', "O", 1);
        format!("reach = \"\"\"\n{picture}\"\"\"\nlights = \"##\"")
    };
    assert_eq!(mistakes(&far(20)), []);
    assert_eq!(mistakes(&far(1600))[0].0, "too-large");
}

#[test]
fn the_picture_shows_lights_and_presses() {
    let board = board("states = 3\nlights = \"22_\"");
    let solution = Solution::read(&board, &Written::new(vec!["10_".into()])).expect("one press");
    let picture = board.draw(&solution);
    assert_eq!(picture.captions, ["1 press"]);
    let titles: Vec<&str> = picture.panels.iter().map(|panel| panel.title.as_str()).collect();
    assert_eq!(titles, ["lights", "presses"]);
    let [lights, presses] = &picture.panels[..] else { panic!("two panels") };
    assert_eq!(lights.rows[0][0].text, "2");
    assert_eq!(presses.rows[0][0].text, "1");
    assert!(presses.rows[0][1].text.is_empty());
    assert!(lights.rows[0][2].region.is_none() && presses.rows[0][2].region.is_none());
}

#[test]
fn large_boards_without_holes_are_chased() {
    let method = |side: usize, rest: &str| {
        let lights = vec!["#".repeat(side); side].join("\n");
        board(&format!("{rest}\nlights = \"\"\"\n{lights}\"\"\"")).fast_method()
    };
    assert_eq!((method(31, ""), method(32, "")), (None, Some("hybrid")));
    assert_eq!(method(32, "states = 3"), Some("hybrid"));
    assert_eq!([method(32, "fewest = true"), method(32, "wrap = true"), method(32, "reach = \"king\"")], [None; 3]);
}
