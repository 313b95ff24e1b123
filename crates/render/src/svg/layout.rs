//! The layout of the panels, titles and captions of an SVG document.
//!
//! Two panels of 3x3 cells with titles: the first at (20, 42.4), the second at (180, 42.4), below a margin of 20 and a
//! title line of 16 units with its leading. Panels are placed on shelves of about 900 units, one shelf below another; a
//! wider panel has its own shelf. Captions are wrapped between words. Text widths are estimated, because no font is
//! available.

use super::element::CELL;
use boardwright_base::board::picture::{Margins, Panel, Picture};

/// The margin of the document.
pub(crate) const MARGIN: f64 = 20.0;
/// The distance between a row and its label.
pub(super) const LABEL_GAP: f64 = 16.0;
/// The width of a character in a sans-serif font relative to the font size: slightly more than the average.
pub(super) const CHARACTER: f64 = 0.6;
/// The line height relative to the font size.
pub(super) const LEADING: f64 = 1.4;
/// The font size of texts beside the cells.
pub(super) const MARGIN_LETTER: f64 = 17.0;
/// The line height of texts above and below columns.
pub(super) const MARGIN_LINE: f64 = 20.0;
/// The distance between panels.
const GAP: f64 = 40.0;
/// The maximal width of panels side by side.
const SHELF: f64 = 900.0;
/// The font size of titles and captions in a picture no wider than a shelf.
const LETTER: f64 = 16.0;

/// The position of a panel's cells.
pub(super) struct Place<'a> {
    pub(super) panel: &'a Panel,
    pub(super) x: f64,
    pub(super) y: f64,
}

/// The positions of everything.
pub(super) struct Layout<'a> {
    pub(super) places: Vec<Place<'a>>,
    /// The captions, wrapped into lines.
    pub(super) captions: Vec<String>,
    pub(super) captions_top: f64,
    /// The font size of titles and captions: larger in a large picture, to be legible when it is scaled down.
    pub(super) letter: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl<'a> Layout<'a> {
    pub(super) fn new(picture: &'a Picture) -> Layout<'a> {
        let widest = picture.panels.iter().map(grid_width).fold(0.0, f64::max);
        let letter = LETTER * (widest / SHELF).clamp(1.0, 2.5);
        // The frames of a film stand in columns.
        let frames = picture.panels.iter().filter(|panel| panel.frame);
        let frame = frames.map(|panel| panel_width(panel, letter)).fold(0.0, f64::max);
        let width_of = |panel: &Panel| if panel.frame { frame } else { panel_width(panel, letter) };
        let mut shelves: Vec<(f64, Vec<&Panel>)> = Vec::new();
        for panel in &picture.panels {
            let width = width_of(panel);
            match shelves.last_mut() {
                Some((taken, shelf))
                    if *taken + GAP + width <= SHELF && shelf.iter().all(|other| other.frame == panel.frame) =>
                {
                    *taken += GAP + width;
                    shelf.push(panel);
                }
                _ => shelves.push((width, vec![panel])),
            }
        }

        let mut places = Vec::new();
        let mut y = MARGIN;
        for (index, (_, shelf)) in shelves.iter().enumerate() {
            if index > 0 {
                y += GAP;
            }
            if shelf.iter().any(|panel| !panel.title.is_empty()) {
                y += letter * LEADING;
            }
            y += shelf.iter().map(|panel| margin_top(panel)).fold(0.0, f64::max);
            let mut x = MARGIN;
            for &panel in shelf {
                places.push(Place { panel, x: x + margin_left(panel) - rim(panel), y: y - rim(panel) });
                x += width_of(panel) + GAP;
            }
            let height = |panel: &&Panel| grid_height(panel) + margin_bottom(panel);
            y += shelf.iter().map(height).fold(0.0, f64::max);
        }

        let panels_width = shelves.iter().map(|shelf| shelf.0).fold(0.0, f64::max);
        let captions = wrap(&picture.captions, panels_width.max(SHELF / 2.0), letter);
        let captions_width = captions.iter().map(|line| text_width(line, letter)).fold(0.0, f64::max);
        let captions_top = if picture.panels.is_empty() { y } else { y + letter };
        let bottom = if captions.is_empty() { y } else { captions_top + captions.len() as f64 * LEADING * letter };
        let width = panels_width.max(captions_width) + 2.0 * MARGIN;
        Layout { places, captions, captions_top, letter, width, height: bottom + MARGIN }
    }
}

/// Returns the width of the cells alone.
pub(super) fn grid_width(panel: &Panel) -> f64 {
    if let Some(outlines) = &panel.outlines {
        return super::points::size(outlines).0;
    }
    if panel.dense.is_empty() { panel.width() as f64 * CELL - 2.0 * rim(panel) } else { SHELF }
}

/// Returns the width of the rim of a panel that is not drawn: all cells at its edge are holes, and nothing is beside it.
pub(super) fn rim(panel: &Panel) -> f64 {
    let (height, width) = (panel.height(), panel.width());
    let is_bare = panel.outlines.is_none() && panel.labels.is_empty() && panel.margins == Margins::default();
    let at_the_edge =
        |(row, column): (usize, usize)| row == 0 || column == 0 || row + 1 == height || column + 1 == width;
    let mut places = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
    let is_hole = |(row, column): (usize, usize)| panel.region(row, column).is_none();
    if is_bare && height > 2 && width > 2 && places.all(|at| !at_the_edge(at) || is_hole(at)) { CELL } else { 0.0 }
}

/// Returns the height of the cells alone.
fn grid_height(panel: &Panel) -> f64 {
    if let Some(outlines) = &panel.outlines {
        return super::points::size(outlines).1;
    }
    let dense = panel.dense.len() as f64 * dense_cell(panel);
    if panel.dense.is_empty() { panel.height() as f64 * CELL - 2.0 * rim(panel) } else { dense }
}

/// Returns the side length of a cell of a dense panel.
pub(super) fn dense_cell(panel: &Panel) -> f64 {
    SHELF / panel.dense.first().map_or(1, String::len).max(1) as f64
}

/// Returns the width of a panel with its labels and title.
fn panel_width(panel: &Panel, letter: f64) -> f64 {
    let labels = panel.labels.iter().map(|label| text_width(label, label_size(panel))).fold(0.0, f64::max);
    let labels = if labels > 0.0 { LABEL_GAP + labels } else { 0.0 };
    let cells = margin_left(panel) + grid_width(panel) + margin_right(panel);
    (cells + labels).max(text_width(&panel.title, letter))
}

/// Returns the width of the texts beside a row, with blanks between them.
pub(super) fn texts_width(texts: &[String]) -> f64 {
    let widths = texts.iter().map(|text| text_width(text, MARGIN_LETTER));
    widths.sum::<f64>() + texts.len().saturating_sub(1) as f64 * MARGIN_LETTER * 0.5
}

fn margin_width(rows: &[Vec<String>], corners: [&String; 2]) -> f64 {
    let corners = corners.into_iter().map(|text| text_width(text, MARGIN_LETTER));
    let width = rows.iter().map(|texts| texts_width(texts)).chain(corners).fold(0.0, f64::max);
    if width > 0.0 { width + 8.0 } else { 0.0 }
}

/// Returns the width of the texts at the left of rows.
pub(super) fn margin_left(panel: &Panel) -> f64 {
    let Margins { left, corners: [upper, _, lower, _], .. } = &panel.margins;
    margin_width(left, [upper, lower])
}

/// Returns the width of the texts at the right of rows.
pub(super) fn margin_right(panel: &Panel) -> f64 {
    let Margins { right, corners: [_, upper, _, lower], .. } = &panel.margins;
    margin_width(right, [upper, lower])
}

/// Returns the height of the texts above columns.
pub(super) fn margin_top(panel: &Panel) -> f64 {
    let Margins { top, corners: [left, right, ..], .. } = &panel.margins;
    margin_lines(top, [left, right])
}

/// Returns the height of the texts below columns.
pub(super) fn margin_bottom(panel: &Panel) -> f64 {
    let Margins { bottom, corners: [.., left, right], .. } = &panel.margins;
    margin_lines(bottom, [left, right])
}

fn margin_lines(columns: &[Vec<String>], corners: [&String; 2]) -> f64 {
    let corner = usize::from(corners.iter().any(|text| !text.is_empty()));
    let lines = columns.iter().map(Vec::len).max().unwrap_or(0).max(corner);
    if lines > 0 { lines as f64 * MARGIN_LINE + 4.0 } else { 0.0 }
}

/// Returns the font size of a panel's labels: that of titles, limited by the height of a row.
pub(super) fn label_size(panel: &Panel) -> f64 {
    LETTER * (grid_width(panel) / SHELF).clamp(1.0, 1.5)
}

pub(super) fn text_width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * CHARACTER * size
}

/// Wraps captions into lines of this width, between words. The first line keeps the caption's indentation; the others
/// have twice that.
fn wrap(captions: &[String], width: f64, size: f64) -> Vec<String> {
    let mut lines = Vec::new();
    for caption in captions {
        let text = caption.trim_start_matches(' ');
        let indent = &caption[..caption.len() - text.len()];
        let mut line = indent.to_string();
        let mut begun = false;
        for word in text.split(' ') {
            if begun && text_width(&line, size) + text_width(word, size) + CHARACTER * size > width {
                lines.push(std::mem::replace(&mut line, indent.repeat(2)));
                begun = false;
            }
            if std::mem::replace(&mut begun, true) {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}
