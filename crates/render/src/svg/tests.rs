//! The SVG document: well-formed, complete, and one small picture in full.

use super::element::CELL;
use super::element::STANDS_OUT;
use super::*;
use crate::examples;
use boardwright_base::board::picture::{Figure, Mark, Square, Under};
use boardwright_base::board::picture::{Ground, Panel};
use std::collections::BTreeMap;

/// An element: its name and attributes.
type Element = (String, BTreeMap<String, String>);

/// All elements in order; panics unless tags are closed in order, attributes are quoted and distinct, and every `&`
/// starts an entity.
fn parse(document: &str) -> Vec<Element> {
    let mut elements: Vec<Element> = Vec::new();
    let mut open: Vec<String> = Vec::new();
    for (index, part) in document.split('<').enumerate() {
        if index == 0 {
            assert_eq!(part, "");
            continue;
        }
        let (tag, content) = part.split_once('>').expect("a tag ends");
        assert!(!content.contains('>') && content.split('&').skip(1).all(is_entity), "{content:?}");
        assert!(!open.is_empty() || index == 1, "one root");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
            continue;
        }
        let (tag, empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, mut rest) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut attributes = BTreeMap::new();
        while !rest.is_empty() {
            let (key, value) = rest.split_once("=\"").expect("an attribute has a value in quotes");
            let (value, after) = value.split_once('"').expect("a value ends in a quote");
            assert!(attributes.insert(key.trim().to_string(), value.to_string()).is_none(), "{key} twice");
            rest = after;
        }
        elements.push((name.to_string(), attributes));
        if !empty {
            open.push(name.to_string());
        }
    }
    assert!(open.is_empty(), "{open:?}");
    elements
}

fn is_entity(after: &str) -> bool {
    ["amp;", "lt;", "gt;", "quot;"].iter().any(|entity| after.starts_with(entity))
}

fn count(document: &str, name: &str) -> usize {
    parse(document).iter().filter(|element| element.0 == name).count()
}

fn value(element: &Element, attribute: &str) -> f64 {
    element.1[attribute].parse().expect("a number")
}

/// The fill of each cell in a document with one panel, by row and column: the squares of the rectangles without stroke.
fn fills(document: &str) -> BTreeMap<(usize, usize), String> {
    let mut fills = BTreeMap::new();
    for rect in parse(document).iter().filter(|element| element.0 == "rect" && !element.1.contains_key("stroke")) {
        let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| (value(rect, name) / CELL) as usize);
        assert_eq!(height, 1);
        for column in x..x + width {
            assert!(fills.insert((y, column), rect.1["fill"].clone()).is_none(), "drawn once");
        }
    }
    fills
}

/// One picture of each kind.
fn pictures() -> Vec<Picture> {
    let lights = vec!["#..#"; 30];
    let mut evil = examples::coins(&["HT"], &[((0, 0), "<&\">")], &["a < b & \"c\" > 'd' \u{1b}[0m \u{0}"]);
    evil.panels[0].title = "</title><script>".into();
    evil.panels[0].labels = vec!["]]>&amp;".into()];
    vec![
        examples::large_knightdoku(),
        examples::jigsaw_knightdoku(),
        examples::lights_out(&["#"], &["#"]),
        examples::lights_out(&lights, &lights),
        examples::large_dissection(false, true),
        examples::large_dissection(true, false),
        examples::strategy(4),
        examples::alternation(&[("bbw..", "start"), ("..wBB", "1: 1,2 -> 4,5")]),
        evil,
        Picture::default(),
    ]
}

#[test]
fn a_small_document() {
    let rows = vec![vec![Square::new(0).mark(Mark::Press), Square::new(0)]];
    let picture = Picture { panels: vec![Panel { rows, ..Panel::default() }], captions: vec![] };
    let expected = r##"<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80" viewBox="0 0 120 80" font-family="Helvetica, Arial, sans-serif" fill="#1a1a1a">
<title>Board</title>
<path d="M0 0H120V80H0Z" fill="#ffffff"/>
<g transform="translate(20 20)">
<g shape-rendering="crispEdges" fill="none">
<rect x="0" y="0" width="80" height="40" fill="#ffffff"/>
<path d="M40 0V40" stroke="#b4b4b4" stroke-width="1"/>
<path d="M0 0V40M80 0V40M0 0H80M0 40H80" stroke="#1a1a1a" stroke-width="3" stroke-linecap="square"/>
</g>
<circle cx="20" cy="20" r="11" fill="#1f4e79" stroke="#1f4e79" stroke-width="1.5"/>
</g>
</svg>
"##;
    assert_eq!(render(&picture), expected);
}

#[test]
fn documents_are_well_formed_with_short_numbers() {
    for picture in pictures() {
        let document = render(&picture);
        let elements = parse(&document);
        assert_eq!((elements[0].0.as_str(), elements[1].0.as_str()), ("svg", "title"));
        for (name, attributes) in &elements {
            for text in attributes.values() {
                assert!(!text.contains("NaN") && !text.contains("inf"), "{name} {text}");
                let decimals = |after: &str| after.chars().take_while(char::is_ascii_digit).count();
                assert!(
                    text.starts_with("http") || text.split('.').skip(1).all(|after| decimals(after) <= 2),
                    "{text}"
                );
            }
        }
        assert!(document.chars().all(|c| c == '\n' || !c.is_control()));
    }
}

#[test]
fn a_name_is_text_and_nothing_else() {
    let picture = examples::coins(&["H"], &[((0, 0), "<b>&\u{7}")], &["\"quoted\""]);
    let document = render(&picture);
    assert!(document.contains(">&lt;b&gt;&amp;\u{FFFD}</text>") && document.contains(">&quot;quoted&quot;</text>"));
}

#[test]
fn as_many_knights_as_in_the_picture() {
    let picture = examples::large_knightdoku();
    let knights = picture.panels[0].rows.iter().flatten().filter(|square| square.mark == Mark::Knight).count();
    let given = picture.panels[0].rows.iter().flatten().filter(|square| square.given).count();
    let document = render(&picture);
    assert_eq!((count(&document, "use"), document.matches("id=\"knight\"").count()), (knights, 1));
    // The numbers of the clues are the only texts, and their knights the only black ones.
    assert_eq!(count(&document, "text"), given);
    assert_eq!(parse(&document).iter().filter(|e| e.0 == "use" && e.1["fill"] == INK).count(), given);
    assert!(!render(&examples::strategy(1)).contains("knight"));
}

#[test]
fn lamps_presses_coins_and_stones_are_discs() {
    // Three lamps of which one is on, two presses, a number of presses instead of a third.
    let document = render(&examples::lights_out(&["#..", "___"], &["##2", "___"]));
    assert_eq!(count(&document, "circle"), 3 + 2);
    assert_eq!(document.matches("#ffd43b").count(), 1);
    assert!(document.contains(">2</text>"));

    let document = render(&examples::coins(&["HTT"], &[], &[]));
    assert_eq!((document.matches(">H</text>").count(), document.matches(">T</text>").count()), (1, 2));
    assert_eq!(count(&document, "circle"), 3);

    let document = render(&examples::alternation(&[("bw..", "start")]));
    assert_eq!(count(&document, "circle"), 4);
    assert_eq!(count(&document, "rect"), 0, "rows of pieces have no cells");
    assert!(document.contains(">start</text>"));
}

#[test]
fn holes_leave_no_cell() {
    let picture = examples::large_dissection(false, true);
    let fills = fills(&render(&picture));
    for row in 0..8 {
        for column in 0..8 {
            assert_eq!(fills.contains_key(&(row, column)), picture.panels[0].cell(row, column).is_some());
        }
    }
    assert_eq!(fills.len(), 60);
}

#[test]
fn neighbours_have_different_fills_and_pieces_one() {
    let picture = examples::large_dissection(false, false);
    let fills = fills(&render(&picture));
    let region = |cell: (usize, usize)| picture.panels[0].region(cell.0, cell.1);
    for (&(row, column), fill) in &fills {
        for near in [(row + 1, column), (row, column + 1)] {
            let same = region((row, column)) == region(near);
            assert!(fills.get(&near).is_none_or(|other| (other == fill) == same), "r{row}c{column}");
        }
    }
}

#[test]
fn a_chequered_piece_has_two_shades() {
    let fills = fills(&render(&examples::dissection(&["AAA"], true)));
    assert_ne!(fills[&(0, 0)], fills[&(0, 1)]);
    assert_eq!(fills[&(0, 0)], fills[&(0, 2)]);
}

#[test]
fn cells_that_stand_out_have_a_frame_each_unless_they_moved_together() {
    let frames = |picture: &Picture| render(picture).matches(STANDS_OUT).count();
    assert_eq!(frames(&examples::coins(&["HT"], &[((0, 0), ""), ((0, 1), "")], &[])), 2);
    assert_eq!(frames(&examples::alternation(&[("bwBW", ""), ("BbwW", "")])), 1 + 2);
}

#[test]
fn panels_stand_on_shelves_and_nothing_is_cut_off() {
    let place = |side: usize| {
        let row = "#".repeat(side);
        let rows = vec![row.as_str(); side];
        let picture = examples::lights_out(&rows, &rows);
        let layout = Layout::new(&picture);
        let places: Vec<(f64, f64)> = layout.places.iter().map(|place| (place.x, place.y)).collect();
        let end = places.iter().fold(0.0, |end: f64, place| end.max(place.0 + side as f64 * CELL));
        let bottom = places.iter().fold(0.0, |end: f64, place| end.max(place.1 + side as f64 * CELL));
        assert!(end + MARGIN <= layout.width && bottom + MARGIN < layout.height, "{side}");
        places
    };
    // Margin 20; a title of 16 units with its leading; 3 cells of 40 and a gap of 40.
    assert_eq!(place(3), [(20.0, 42.4), (180.0, 42.4)]);
    assert_eq!(place(60)[0].0, place(60)[1].0);
    place(1);
}

#[test]
fn long_captions_are_broken_between_words() {
    let caption =
        "The second prisoner adds up the numbers of all squares with heads and finds the devil's square at once.";
    let picture = examples::coins(&["HT"], &[], &[caption]);
    let layout = Layout::new(&picture);
    assert_eq!(layout.captions.join(" "), caption);
    assert!(layout.captions.len() > 1);
    assert!(layout.width <= 450.0 + 2.0 * MARGIN);
}

#[test]
fn a_dense_panel_has_a_stroke_for_each_run() {
    let dense = ["##.#", "_.22"].map(str::to_string).to_vec();
    let document = render(&Picture { panels: vec![Panel { dense, ..Panel::default() }], captions: Vec::new() });
    let paths: Vec<String> = parse(&document).into_iter().filter_map(|element| element.1.get("d").cloned()).collect();
    assert_eq!(paths[1..], ["M0 0.5h2M3 0.5h1", "M2 1.5h2", "M0 1.5h1"]);
    assert!(document.contains("scale(225.000000)") && document.contains("width=\"940\" height=\"490\""), "{document}");
}

#[test]
fn a_text_inside_a_white_disc_is_legible() {
    let square = Square::new(0).ground(Ground::Filled).mark(Mark::White).text("3");
    let document =
        render(&Picture { panels: vec![Panel { rows: vec![vec![square]], ..Panel::default() }], captions: vec![] });
    let elements = parse(&document);
    let disc = elements.iter().find(|element| element.0 == "circle").expect("there is a disc");
    let text = elements.iter().find(|element| element.0 == "text").expect("there is a text");
    assert_eq!((value(disc, "cx"), value(text, "x")), (20.0, 20.0));
    assert!(!text.1.contains_key("fill"), "{text:?}");
}

#[test]
fn paths_have_their_shapes_and_colours() {
    use boardwright_base::board::Cell;
    use boardwright_base::board::picture::{Path, PathShape};
    let drawn = |shape, colour| {
        let cells = vec![Cell::new(0, 0), Cell::new(0, 1)];
        let rows = vec![vec![Square::new(0), Square::new(0)]];
        let panel = Panel { rows, paths: vec![Path { cells, shape, colour }], ..Panel::default() };
        let elements = parse(&render(&Picture { panels: vec![panel], captions: Vec::new() }));
        let circles: Vec<f64> = elements.iter().filter(|own| own.0 == "circle").map(|own| value(own, "cx")).collect();
        let group = elements.iter().find(|own| own.0 == "g" && own.1.contains_key("stroke-linejoin"));
        let group = group.expect("a path has a group").1.clone();
        (circles, group["stroke"].clone(), group.contains_key("opacity"))
    };
    assert_eq!(drawn(PathShape::Line, None), (vec![], INK.to_string(), true));
    assert_eq!(drawn(PathShape::Line, Some([0x67, 0xf0, 0x67])), (vec![], "#67f067".to_string(), false));
    assert_eq!(drawn(PathShape::Thermometer, Some([0; 3])), (vec![20.0], "#000000".to_string(), false));
    assert_eq!(drawn(PathShape::Arrow, None), (vec![20.0], "#aaaaaa".to_string(), false));
    assert_eq!(drawn(PathShape::Between, None), (vec![20.0, 60.0], "#aaaaaa".to_string(), false));
}

#[test]
fn a_filled_figure_lies_under_the_number_and_stands_for_itself_in_text() {
    let under = Under { figure: Figure::Square, colour: [0xcc; 3], text: "e".to_string() };
    let square = Square { under: Some(under), ..Square::new(0).text("4") };
    let panel = |square: &Square| Picture {
        panels: vec![Panel { rows: vec![vec![square.clone()]], ..Panel::default() }],
        captions: Vec::new(),
    };
    let document = render(&panel(&square));
    let (figure, text) = (document.find("fill=\"#cccccc\""), document.find(">4<"));
    assert!(figure.is_some() && figure < text, "{document}");
    let empty = crate::text::render(&panel(&Square { text: String::new(), ..square }), crate::text::Style::default());
    assert!(empty.contains(" e "), "{empty}");
}

#[test]
fn texts_in_the_middle_of_cells_have_one_size() {
    let rows = vec![vec![Square::new(0).text("7"), Square::new(0).text("1000"), Square::new(0).text("1 2 3")]];
    let document = render(&Picture { panels: vec![Panel { rows, ..Panel::default() }], captions: Vec::new() });
    let texts = parse(&document).into_iter().filter(|own| own.0 == "text");
    let sizes: Vec<f64> = texts.map(|own| value(&own, "font-size")).collect();
    assert!(sizes[0] == sizes[1] && sizes[0] < 20.0 && sizes[2] < sizes[0], "{sizes:?}");
}

#[test]
fn a_given_title_is_used() {
    let picture = Picture { panels: Vec::new(), captions: vec!["no solution".into()] };
    let title = |title| titled(&picture, title).lines().nth(1).map(str::to_string);
    assert_eq!(title(Some("</title> & <b>")).as_deref(), Some("<title>&lt;/title&gt; &amp; &lt;b&gt;</title>"));
    assert_eq!(title(Some(" ")).as_deref(), Some("<title>no solution</title>"));
    assert_eq!(title(None).as_deref(), Some("<title>no solution</title>"));
}
