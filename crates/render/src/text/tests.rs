//! The text renderer: small pictures in full, and properties of every picture.

use super::*;
use crate::examples;
use boardwright_base::board::picture::Mark;
use boardwright_base::random::Random;

fn plain(picture: &Picture, width: usize) -> String {
    render(picture, Style { colour: false, width })
}

fn coloured(picture: &Picture) -> String {
    render(picture, Style { colour: true, width: 80 })
}

/// The expected text from lines.
fn lines(lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Removes `ESC[...m`.
fn strip(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |stripped, part| stripped + part.split_once('m').expect("an escape ends in m").1)
}

#[test]
fn knightdoku_has_heavy_lines_between_blocks_and_numbers_on_clues() {
    let expected = lines(&[
        "┏━━━━┯━━━━┳━━━━┯━━━━┓",
        "┃ ♞1 │    ┃ ♞  │    ┃",
        "┠────┼────╂────┼────┨",
        "┃    │    ┃ ♞  │    ┃",
        "┗━━━━┷━━━━┻━━━━┷━━━━┛",
    ]);
    assert_eq!(plain(&examples::knightdoku(&["1.K.", "..K."], &["aabb", "aabb"]), 80), expected);
}

#[test]
fn blocks_may_have_any_shape() {
    let expected = lines(&["┏━━━┯━━━┳━━━┓", "┃ ♞ │   ┃   ┃", "┠───╆━━━╃───┨", "┃   ┃   │ ♞ ┃", "┗━━━┻━━━┷━━━┛"]);
    assert_eq!(plain(&examples::knightdoku(&["K..", "..K"], &["aab", "abb"]), 80), expected);
}

#[test]
fn lights_and_presses_stand_side_by_side_and_holes_are_left_out() {
    let expected = lines(&[
        "lights       presses",
        "┏━━━┯━━━┓    ┏━━━┯━━━┓",
        "┃ ■ │ · ┃    ┃ ● │   ┃",
        "┗━━━╅───┨    ┗━━━╅───┨",
        "    ┃ ■ ┃        ┃ 2 ┃",
        "    ┗━━━┛        ┗━━━┛",
        "",
        "The fewest presses.",
    ]);
    assert_eq!(plain(&examples::lights_out(&["#.", "_#"], &["#.", "_2"]), 80), expected);
}

#[test]
fn panels_that_do_not_fit_side_by_side_stand_one_under_another() {
    let picture = examples::lights_out(&["#."], &["#."]);
    let stacked = lines(&[
        "lights",
        "┏━━━┯━━━┓",
        "┃ ■ │ · ┃",
        "┗━━━┷━━━┛",
        "",
        "presses",
        "┏━━━┯━━━┓",
        "┃ ● │   ┃",
        "┗━━━┷━━━┛",
        "",
        "The fewest presses.",
    ]);
    // Two panels of 9 columns, 4 between them.
    assert_eq!(plain(&picture, 21), stacked);
    assert!(plain(&picture, 22).starts_with("lights       presses\n"));
}

#[test]
fn a_dissection_has_lines_between_pieces_only() {
    let expected = lines(&["┏━━━━━━━┳━━━┓", "┃ A   A ┃ B ┃", "┃   ┏━━━┫   ┃", "┃ A ┃   ┃ B ┃", "┗━━━┛   ┗━━━┛"]);
    assert_eq!(plain(&examples::dissection(&["AAB", "A_B"], false), 80), expected);
}

#[test]
fn cells_that_stand_out_are_in_brackets() {
    let expected = lines(&[
        "┏━━━━┯━━━━┓",
        "┃ H  │[T ]┃",
        "┠────┼────┨",
        "┃[T*]│ H  ┃",
        "┗━━━━┷━━━━┛",
        "",
        "The devil's square is 1.",
        "Flip square 2 (*).",
    ]);
    let captions = ["The devil's square is 1.", "Flip square 2 (*)."];
    let picture = examples::coins(&["HT", "TH"], &[((0, 1), ""), ((1, 0), "*")], &captions);
    assert_eq!(plain(&picture, 80), expected);
}

#[test]
fn a_coin_and_its_name_are_two_words() {
    let expected = lines(&["┏━━━━━┯━━━━━┓", "┃  H  │[T 5]┃", "┗━━━━━┷━━━━━┛"]);
    assert_eq!(plain(&examples::coins(&["HT"], &[((0, 1), "5")], &[]), 80), expected);
}

#[test]
fn numbers_are_aligned_at_the_right() {
    // Four coins; heads of coin i contribute i. The row is coins 3 and 2, the column coins 1 and 0.
    let expected = lines(&[
        "┏━━━┯━━━┯━━━┯━━━┓",
        "┃ 0 │ 0 │ 1 │ 1 ┃",
        "┠───┼───┼───┼───┨",
        "┃ 2 │ 2 │ 3 │ 3 ┃",
        "┠───┼───┼───┼───┨",
        "┃ 3 │ 3 │ 2 │ 2 ┃",
        "┠───┼───┼───┼───┨",
        "┃ 1 │ 1 │ 0 │ 0 ┃",
        "┗━━━┷━━━┷━━━┷━━━┛",
    ]);
    assert_eq!(plain(&examples::strategy(2), 80), expected);
    let numbers = vec![vec![Square::new(0).text("7"), Square::new(0).text("10")]];
    let picture = Picture { panels: vec![Panel { rows: numbers, ..Panel::default() }], captions: vec![] };
    assert_eq!(plain(&picture, 80), lines(&["┏━━━━┯━━━━┓", "┃  7 │ 10 ┃", "┗━━━━┷━━━━┛"]));
}

#[test]
fn moves_are_rows_of_pieces_with_labels() {
    let expected = lines(&[
        " ● ○ · ·   start", //
        " · ·[● ○]  1: 1,2 -> 3,4",
    ]);
    assert_eq!(plain(&examples::alternation(&[("bw..", "start"), ("..BW", "1: 1,2 -> 3,4")]), 80), expected);
}

#[test]
fn a_panel_too_wide_loses_its_fine_lines() {
    let picture = examples::knightdoku(&["1.K.", "..K."], &["aabb", "aabb"]);
    let expected = lines(&[
        "┏━━━━━━━┳━━━━━━━┓", //
        "┃ ♞1 ·  ┃ ♞  ·  ┃",
        "┃ ·  ·  ┃ ♞  ·  ┃",
        "┗━━━━━━━┻━━━━━━━┛",
    ]);
    assert_eq!(plain(&picture, 20), expected);
    assert_eq!(plain(&picture, 1), expected, "still too wide: as it is");
    assert!(plain(&picture, 21).starts_with("┏━━━━┯"));
}

#[test]
fn colours_distinguish_found_lit_and_marked() {
    let knights = coloured(&examples::knightdoku(&["1K"], &["aa"]));
    assert!(knights.contains("┃ ♞1 │ \x1b[1;32m♞\x1b[0m  ┃"), "{knights}");
    let lights = coloured(&examples::lights_out(&["#."], &[".#"]));
    assert!(lights.contains("┃ \x1b[33m■\x1b[0m │ · ┃"), "{lights}");
    let coins = coloured(&examples::coins(&["HT"], &[((0, 1), "")], &[]));
    assert!(coins.contains("┃ H │\x1b[7m[T]\x1b[0m┃"), "{coins}");
}

#[test]
fn a_piece_has_one_background_and_its_neighbour_another() {
    // The colours of the palette in order: the vertical domino and the single cell touch, so they differ.
    let text = coloured(&examples::dissection(&["AB", "A_"], false));
    let background = |line: &str, index: usize| line.split("48;5;").nth(index).map(|code| code[..3].to_string());
    let rows: Vec<&str> = text.lines().collect();
    let (a, b) = (background(rows[1], 1), background(rows[1], 2));
    assert!(a.is_some() && b.is_some() && a != b, "{text:?}");
    // The seam inside the domino and its second cell have the same colour.
    assert_eq!((background(rows[2], 1), background(rows[3], 1)), (a.clone(), a));
    assert_eq!(text.matches("48;5;").count(), 4);
}

#[test]
fn dark_squares_are_darker() {
    let text = coloured(&examples::dissection(&["AA"], true));
    let (light, dark) = paint::PIECES[0];
    assert!(text.contains(&format!("48;5;{light}m A ")) && text.contains(&format!("48;5;{dark}m A ")), "{text:?}");
}

#[test]
fn names_cannot_leave_their_column() {
    let cell = Square::new(0).text("\x1b[2J\n");
    let panel = Panel { title: "a\tb".into(), rows: vec![vec![cell]], ..Panel::default() };
    let text = plain(&Picture { panels: vec![panel], captions: vec!["c\rd".into()] }, 80);
    let expected = ["a\u{FFFD}b", "┏━━━━━━━┓", "┃ \u{FFFD}[2J\u{FFFD} ┃", "┗━━━━━━━┛", "", "c\u{FFFD}d"];
    assert_eq!(text, lines(&expected));
}

#[test]
fn little_or_nothing_to_draw() {
    assert_eq!(plain(&Picture::default(), 80), "");
    assert_eq!(plain(&Picture { panels: vec![], captions: vec!["No moves.".into()] }, 80), "No moves.\n");
    let untitled = Picture { panels: vec![Panel { title: "nothing".into(), ..Panel::default() }], captions: vec![] };
    assert_eq!(plain(&untitled, 80), "nothing\n");
}

#[test]
fn the_largest_boards_are_drawn() {
    let row = "#.".repeat(30);
    let lights = vec![row.as_str(); 60];
    let picture = examples::lights_out(&lights, &lights);
    // 60 cells of 4 columns and a last line; 60 cells of 2 columns and both borders with a blank.
    assert_eq!(plain(&picture, 241).lines().nth(1).map(|line| line.chars().count()), Some(241));
    assert_eq!(plain(&picture, 240).lines().nth(1).map(|line| line.chars().count()), Some(60 + 59 + 4));
}

/// Random panels and pictures, of a seed each.
const SEEDS: std::ops::Range<u64> = 0..256;

fn any_square(random: &mut Random) -> Square {
    let grounds = [Ground::Plain, Ground::Light, Ground::Dark, Ground::Wall, Ground::Filled, Ground::Tinted([0; 3])];
    let marks = [Mark::None, Mark::Knight, Mark::Press, Mark::Black, Mark::Heads, Mark::Dot];
    Square {
        region: (random.below(5) > 0).then(|| random.below(5)),
        ground: random.one_of(&grounds),
        lit: random.below(4) == 0,
        mark: random.one_of(&marks),
        text: random.one_of(&["", "", "A", "12"]).to_string(),
        given: random.below(2) == 0,
        marked: random.below(2) == 0,
        ..Square::default()
    }
}

fn any_panel(random: &mut Random) -> Panel {
    let (width, height) = (1 + random.below(6), 1 + random.below(5));
    let rows = (0..height).map(|_| (0..width).map(|_| any_square(random)).collect()).collect();
    let lines = random.one_of(&[Lines::All, Lines::Regions, Lines::None]);
    Panel { title: "title".into(), rows, lines, ..Panel::default() }
}

#[test]
fn all_lines_of_a_panel_are_equally_wide() {
    for seed in SEEDS {
        let random = &mut Random(seed);
        let (panel, compact) = (any_panel(random), random.below(2) == 0);
        let drawn = Layout::new(&panel, compact).draw();
        assert!(drawn.iter().all(|line| line.width() == drawn[0].width()), "seed {seed}: {panel:?}");
    }
}

#[test]
fn colours_only_add_escapes_and_no_line_ends_in_a_blank() {
    for seed in SEEDS {
        let random = &mut Random(seed);
        let panels = (0..random.below(4)).map(|_| any_panel(random)).collect();
        let (picture, width) = (Picture { panels, captions: vec!["caption".into()] }, random.below(60));
        let text = plain(&picture, width);
        assert!(!text.contains('\x1b'), "seed {seed}");
        assert!(text.lines().all(|line| !line.ends_with(' ')), "seed {seed}, width {width}:\n{text}");
        assert_eq!(strip(&render(&picture, Style { colour: true, width })), text, "seed {seed}, width {width}");
    }
}

#[test]
fn a_dense_panel_is_printed_as_it_is() {
    let dense = |rows: &[&str]| Panel {
        title: "presses".into(),
        dense: rows.iter().copied().map(str::to_string).collect(),
        ..Panel::default()
    };
    let picture =
        Picture { panels: vec![dense(&["#.", "_#"]), dense(&["##", ".."])], captions: vec!["2 presses".into()] };
    let expected = lines(&["presses", "#.", "_#", "", "presses", "##", "..", "", "2 presses"]);
    assert_eq!(plain(&picture, 80), expected);
}
