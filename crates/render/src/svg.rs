//! Renders a picture as a standalone SVG document, for the screen or for printing.
//!
//! A cell is a square of 40 units; panels are placed side by side on shelves of about 900 units. Two cells of one
//! region:
//!
//! ```text
//! <g transform="translate(20 20)">
//! <g shape-rendering="crispEdges" fill="none">
//! <rect x="0" y="0" width="80" height="40" fill="#ffffff"/>
//! <path d="M40 0V40" stroke="#b4b4b4" stroke-width="1"/>
//! <path d="M0 0V40M80 0V40M0 0H80M0 40H80" .../>
//! ```
//!
//! Invariants: the `rect`s without a stroke cover each cell of a panel once and no hole (a panel without lines has
//! none); numbers have at most two decimals; the document is well-formed XML for all texts.
//!
//! Walls are dark, cages have dashed outlines, printed paths are light, and lines of the solution are green.
//!
//! The document is written with plain formatting, because seven kinds of elements need no tree and the order of
//! elements and the format of numbers are fixed.

mod element;
mod cages;
mod figures;
mod film;
mod ground;
mod layout;
mod margin;
mod outlined;
mod panel;
mod paths;
mod points;
mod squares;
mod corners;
mod strokes;
#[cfg(test)]
mod tests;

use self::element::{BASELINE, CELL, FINE, FOUND, INK, runs};
pub(super) use self::element::{Text, escape, number};
use self::layout::LEADING;
use self::layout::Layout;
pub(super) use self::layout::MARGIN;
pub use self::outlined::Corners;

use boardwright_base::board::picture::Picture;

/// Renders a whole SVG document.
pub fn render(picture: &Picture) -> String {
    titled(picture, None)
}

/// Renders a whole SVG document with a title; the default title is derived from the picture.
pub fn titled(picture: &Picture, title: Option<&str>) -> String {
    document(picture, title, &Drawn::new(picture))
}

fn document(picture: &Picture, title: Option<&str>, drawn: &Drawn) -> String {
    let name = title.filter(|title| !title.trim().is_empty()).map_or_else(|| name(picture), str::to_string);
    let out = head("", drawn.width, drawn.height, &name, &definitions([picture]));
    out + &drawn.body + "</svg>\n"
}

/// Renders pictures into one document as [`titled`] does, the first and then others while `more` agrees. `caption` returns a
/// last line for the number of pictures that were drawn.
pub fn list(
    pictures: &[Picture],
    title: Option<&str>,
    more: &mut dyn FnMut() -> bool,
    caption: &dyn Fn() -> Option<String>,
) -> String {
    let whole = merged(pictures);
    let places = Layout::new(&whole);
    let mut bodies = Vec::new();
    let mut next = 0;
    for picture in pictures {
        if !more() {
            break;
        }
        let mut body = String::new();
        let end = next + picture.panels.len();
        places.places[next..end].iter().for_each(|place| panel::draw(&mut body, place, places.letter));
        bodies.push(body);
        next = end;
    }
    let mut picture = merged(&pictures[..bodies.len()]);
    picture.captions.extend(caption());
    let layout = Layout::new(&picture);
    let moved = layout.letter != places.letter
        || layout.places.iter().zip(&places.places).any(|(now, before)| (now.x, now.y) != (before.x, before.y));
    if moved || film::with_screen(&picture).is_some() {
        return titled(&picture, title);
    }
    let mut body = bodies.concat();
    captions(&mut body, &layout);
    document(&picture, title, &Drawn { body, width: layout.width, height: layout.height })
}

/// Returns the panels and the captions of all pictures.
fn merged(pictures: &[Picture]) -> Picture {
    Picture {
        panels: pictures.iter().flat_map(|picture| picture.panels.clone()).collect(),
        captions: pictures.iter().flat_map(|picture| picture.captions.clone()).collect(),
    }
}

/// Returns the beginning of a document: the root element, its title and its definitions, and a white ground. The size is in
/// CSS pixels, followed by `unit` of the same length.
pub(super) fn head(unit: &str, width: f64, height: f64, title: &str, definitions: &str) -> String {
    let (width, height) = (number(width), number(height));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}{unit}\" height=\"{height}{unit}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"Helvetica, Arial, sans-serif\" fill=\"{INK}\">\n\
         <title>{}</title>\n{definitions}<path d=\"M0 0H{width}V{height}H0Z\" fill=\"#ffffff\"/>\n",
        escape(title)
    )
}

/// Returns the definitions of the marks in the pictures.
pub(super) fn definitions<'a>(pictures: impl IntoIterator<Item = &'a Picture> + Clone) -> String {
    let mut out = String::new();
    for (mark, name, path) in squares::CHESS {
        let squares = pictures.clone().into_iter().flat_map(|picture| &picture.panels).flat_map(|panel| &panel.rows);
        if squares.flatten().any(|square| square.mark == mark) {
            out += &format!("<defs><path id=\"{name}\" fill-rule=\"evenodd\" d=\"{path}\"/></defs>\n");
        }
    }
    out
}

/// A drawn picture without its document.
pub(super) struct Drawn {
    /// The elements.
    pub(super) body: String,
    /// The size in units, with a margin of [`MARGIN`] on each side.
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Drawn {
    /// Draws a picture for a screen: films are animated.
    pub(super) fn new(picture: &Picture) -> Drawn {
        Drawn::with(picture, film::with_screen(picture))
    }

    /// Draws a picture for paper.
    pub(super) fn still(picture: &Picture) -> Drawn {
        Drawn::with(picture, None)
    }

    fn with(picture: &Picture, screen: Option<Picture>) -> Drawn {
        let layout = Layout::new(screen.as_ref().unwrap_or(picture));
        let mut out = String::new();
        for (index, place) in layout.places.iter().enumerate() {
            if index == 0 && screen.is_some() {
                film::draw(&mut out, place, &film::frames(picture), layout.letter);
            } else {
                panel::draw(&mut out, place, layout.letter);
            }
        }
        captions(&mut out, &layout);
        Drawn { body: out, width: layout.width, height: layout.height }
    }
}

/// Draws the captions.
fn captions(out: &mut String, layout: &Layout<'_>) {
    for (index, line) in layout.captions.iter().enumerate() {
        let y = layout.captions_top + (index as f64 * LEADING + 1.0) * layout.letter;
        let text = line.trim_start_matches(' ');
        // Leading blanks would otherwise not be drawn.
        let x = MARGIN + layout::text_width(&line[..line.len() - text.len()], layout.letter);
        if !text.is_empty() {
            Text { x, y, size: layout.letter, ..Text::default() }.draw(out, text);
        }
    }
}

/// The place of a panel's cells in the document, for programs that point into the picture.
#[derive(Debug, Clone, PartialEq)]
pub struct PanelPlace {
    /// The left edge of the first cell.
    pub x: f64,
    /// The upper edge of the first cell.
    pub y: f64,
    /// The side length of a cell.
    pub cell: f64,
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The row of the board that is the first of the panel.
    pub top: usize,
    /// The widths of the texts at the left and right, and the heights of those above and below.
    pub margins: [f64; 4],
    /// The corners of cells that are no squares, by row and column: right and down in the document. Holes have none; a vertex has
    /// those of the square around it.
    pub outlines: Option<Vec<Vec<Corners>>>,
}

/// Returns the places of the panels in the document that [`render`] makes of the picture; `None` for a panel whose cells are not
/// drawn one by one.
pub fn places(picture: &Picture) -> Vec<Option<PanelPlace>> {
    let screen = film::with_screen(picture);
    let layout = Layout::new(screen.as_ref().unwrap_or(picture));
    let places = layout.places.iter().skip(usize::from(screen.is_some()));
    let place = |place: &layout::Place<'_>| {
        let panel = place.panel;
        let (rows, columns) = (panel.height(), panel.width());
        let (above, below) = (layout::margin_top(panel), layout::margin_bottom(panel));
        let margins = [layout::margin_left(panel), layout::margin_right(panel), above, below];
        let outlines = panel.outlines.as_ref().map(|outlines| outlined::corners(panel, outlines, (place.x, place.y)));
        let (x, y, top) = (place.x, place.y, panel.top);
        panel.dense.is_empty().then_some(PanelPlace { x, y, cell: CELL, rows, columns, top, margins, outlines })
    };
    places.map(place).collect()
}

/// Returns the default title: the titles of the panels, or the first caption.
fn name(picture: &Picture) -> String {
    let titles: Vec<&str> = picture.panels.iter().map(|panel| panel.title.as_str()).filter(|t| !t.is_empty()).collect();
    match (titles.is_empty(), picture.captions.first()) {
        (false, _) => titles.join(", "),
        (true, Some(caption)) => caption.clone(),
        (true, None) => "Board".to_string(),
    }
}
