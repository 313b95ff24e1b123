//! Pages: pictures on paper of a given size, as SVG documents.
//!
//! Lengths are CSS pixels, of which 96 are an inch. A [`Page`] is filled from the top with [`Page::text`] and
//! [`Page::picture`]; [`Page::finish`] returns its document. Imports pictures and the parts of SVG documents.

mod letters;

pub use self::letters::{width, wrap};

use super::svg::{Drawn, MARGIN, Text, definitions, head, number};
use boardwright_base::board::picture::Picture;

/// The pixels of a millimetre.
const MILLIMETRE: f64 = 96.0 / 25.4;

/// The largest scale of a picture: cells of 13 millimetres.
pub(super) const LARGEST: f64 = 1.25;

/// The size of paper.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paper {
    /// The width in pixels.
    pub width: f64,
    /// The height in pixels.
    pub height: f64,
}

/// The papers with names: the width and height in millimetres.
const PAPERS: [(&str, f64, f64); 6] = [
    ("a3", 297.0, 420.0),
    ("a4", 210.0, 297.0),
    ("a5", 148.0, 210.0),
    ("a6", 105.0, 148.0),
    ("letter", 215.9, 279.4),
    ("legal", 215.9, 355.6),
];

/// The least and the greatest length of a side in millimetres.
const SIDES: [f64; 2] = [50.0, 2000.0];

/// Why a text is no size of paper.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotPaper {
    /// It is neither a name nor two lengths.
    #[error(
        "expected a3, a4, a5, a6, letter, legal, one of them with -landscape, or WIDTHxHEIGHT in millimetres such as 200x150"
    )]
    Form,
    /// A side is too short or too long.
    #[error("a side of paper is between {} and {} millimetres", SIDES[0], SIDES[1])]
    Side,
}

impl Paper {
    /// Returns paper with sides in millimetres.
    pub fn millimetres(width: f64, height: f64) -> Paper {
        Paper { width: width * MILLIMETRE, height: height * MILLIMETRE }
    }

    /// Parses `a4`, `a4-landscape` or `200x150`.
    ///
    /// # Errors
    /// If the text is no size of paper.
    pub fn parse(text: &str) -> Result<Paper, NotPaper> {
        let text = text.to_ascii_lowercase();
        let (name, turned) = text.strip_suffix("-landscape").map_or((text.as_str(), false), |name| (name, true));
        if let Some(&(_, width, height)) = PAPERS.iter().find(|paper| paper.0 == name) {
            return Ok(if turned { Paper::millimetres(height, width) } else { Paper::millimetres(width, height) });
        }
        let sides = text.split_once('x').and_then(|(w, h)| Some((w.parse::<f64>().ok()?, h.parse::<f64>().ok()?)));
        let (width, height) = sides.ok_or(NotPaper::Form)?;
        match [width, height].iter().all(|side| (SIDES[0]..=SIDES[1]).contains(side)) {
            true => Ok(Paper::millimetres(width, height)),
            false => Err(NotPaper::Side),
        }
    }
}

/// A rectangle on a page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    /// The left side.
    pub x: f64,
    /// The upper side.
    pub y: f64,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
}

impl Area {
    /// Returns the part for a row and a column of a division into equal parts with gaps.
    pub fn part(&self, rows: usize, columns: usize, index: usize, gap: f64) -> Area {
        let (row, column) = (index / columns, index % columns);
        let width = (self.width - gap * (columns - 1) as f64) / columns as f64;
        let height = (self.height - gap * (rows - 1) as f64) / rows as f64;
        Area { x: self.x + column as f64 * (width + gap), y: self.y + row as f64 * (height + gap), width, height }
    }

    /// Returns whether texts stand beside a picture instead of above it.
    pub(super) fn is_flat(&self) -> bool {
        self.width > 1.7 * self.height
    }

    /// Removes a strip at the top and returns its upper side.
    fn take(&mut self, height: f64) -> f64 {
        let y = self.y;
        self.y += height;
        self.height = (self.height - height).max(0.0);
        y
    }
}

/// The look of a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Letters {
    /// The font size.
    pub size: f64,
    /// Whether it is bold.
    pub bold: bool,
    /// Whether lines are centred.
    pub centred: bool,
}

/// A page that is being filled.
#[derive(Debug, Clone)]
pub struct Page {
    paper: Paper,
    title: String,
    pictures: Vec<Picture>,
    body: String,
}

impl Page {
    /// Returns an empty page; the title is that of the document.
    pub fn new(paper: Paper, title: &str) -> Page {
        Page { paper, title: title.to_string(), pictures: Vec::new(), body: String::new() }
    }

    /// Returns the part of the page inside its margins.
    pub fn inside(&self) -> Area {
        let margin = (self.paper.width.min(self.paper.height) * 0.08).min(15.0 * MILLIMETRE);
        let Paper { width, height } = self.paper;
        Area { x: margin, y: margin, width: width - 2.0 * margin, height: height - 2.0 * margin }
    }

    /// Writes a text at the top of an area, wrapped into lines, and leaves the rest of the area.
    pub fn text(&mut self, area: &mut Area, text: &str, letters: Letters) {
        let Letters { size, bold, centred } = letters;
        for line in wrap(text, area.width, size, bold) {
            if area.height < size {
                return;
            }
            let y = area.take(size * 1.35) + size;
            let (x, anchor) = if centred { (area.x + area.width / 2.0, "middle") } else { (area.x, "start") };
            Text { x, y, size, anchor, bold, style: "" }.draw(&mut self.body, &line);
        }
    }

    /// Leaves a strip at the top of an area empty.
    pub fn skip(area: &mut Area, height: f64) {
        area.take(height);
    }

    /// Draws a picture at the top of an area, as large as fits, and centred.
    pub fn picture(&mut self, area: Area, picture: &Picture) {
        let drawn = Drawn::still(picture);
        // The picture has margins of its own.
        let (width, height) = (drawn.width - 2.0 * MARGIN, drawn.height - 2.0 * MARGIN);
        let edge = 3.0;
        let fits = |room: f64, length: f64| (room - 2.0 * edge).max(1.0) / length.max(1.0);
        let scale = fits(area.width, width).min(fits(area.height, height)).min(LARGEST);
        let x = area.x + (area.width - width * scale) / 2.0 - MARGIN * scale;
        let y = area.y + edge - MARGIN * scale;
        let scale = format!("{scale:.4}");
        self.body += &format!("<g transform=\"translate({} {}) scale({scale})\">\n", number(x), number(y));
        self.body += &drawn.body;
        self.body += "</g>\n";
        self.pictures.push(picture.clone());
    }

    /// Writes a text in the middle of the lower margin.
    pub fn footer(&mut self, text: &str) {
        let (x, y) = (self.paper.width / 2.0, self.paper.height - self.inside().y * 0.45);
        Text { x, y, size: 11.0, anchor: "middle", ..Text::default() }.draw(&mut self.body, text);
    }

    /// Returns the document.
    pub fn finish(self) -> String {
        let definitions = definitions(&self.pictures);
        head("px", self.paper.width, self.paper.height, &self.title, &definitions) + &self.body + "</svg>\n"
    }
}

/// Draws a picture with a title on a page.
pub fn single(paper: Paper, title: Option<&str>, heading: &str, picture: &Picture) -> String {
    let mut page = Page::new(paper, title.unwrap_or("Puzzle"));
    let mut area = page.inside();
    if let Some(title) = title.filter(|title| !title.trim().is_empty()) {
        page.text(&mut area, title, Letters { size: 20.0, bold: true, centred: true });
    }
    if !heading.is_empty() {
        page.text(&mut area, heading, Letters { size: 14.0, bold: false, centred: true });
    }
    Page::skip(&mut area, 10.0);
    page.picture(area, picture);
    page.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_base::board::picture::{Panel, Square};

    #[test]
    fn papers_have_names_and_sides() {
        let a4 = Paper::parse("A4").expect("it is a name");
        assert_eq!((a4.width.round(), a4.height.round()), (794.0, 1123.0));
        let turned = Paper::parse("a4-landscape").expect("it is a name");
        assert_eq!((turned.width, turned.height), (a4.height, a4.width));
        assert_eq!(Paper::parse("200x150"), Ok(Paper::millimetres(200.0, 150.0)));
        assert_eq!(Paper::parse("b9"), Err(NotPaper::Form));
        assert_eq!(Paper::parse("10x10"), Err(NotPaper::Side));
        assert_eq!(Paper::parse("nanx100"), Err(NotPaper::Side));
    }

    #[test]
    fn a_picture_stays_inside_its_area() {
        let panel = Panel { rows: vec![vec![Square::new(0); 60]; 10], ..Panel::default() };
        let picture = Picture { panels: vec![panel], captions: Vec::new() };
        let svg = single(Paper::millimetres(100.0, 100.0), Some("Wide"), "", &picture);
        let scale = svg.split("scale(").nth(1).and_then(|rest| rest.split(')').next()).expect("it is scaled");
        let scale: f64 = scale.parse().expect("it is a number");
        assert!(scale * 60.0 * 40.0 < 100.0 * MILLIMETRE && scale > 0.1, "{scale}");
        roxmltree::Document::parse(&svg).expect("it is XML");
    }
}
