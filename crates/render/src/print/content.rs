//! The content of a page: paths, texts, and groups with opacity, from the tree of an SVG document.
//!
//! Points are transformed here, so that a page has one matrix: from pixels, downwards, to points, upwards.

use pdf_writer::types::{LineCapStyle, LineJoinStyle, TextRenderingMode};
use pdf_writer::{Content, Name, Str};
use resvg::tiny_skia::PathSegment;
use resvg::usvg::{
    Fill, FillRule, Group, LineCap, LineJoin, Node, Paint, PaintOrder, Path, Stroke, Text, TextAnchor, Transform,
};

/// The points of a unit: there are 96 units to an inch, and 72 points.
pub(super) const POINTS: f32 = 0.75;

/// The name of the font of invisible texts.
pub(super) const FONT: &[u8] = b"F";

/// A group with opacity.
pub(super) struct Form {
    pub(super) name: String,
    pub(super) opacity: f32,
    pub(super) content: Vec<u8>,
}

/// What was painted.
pub(super) struct Painted {
    pub(super) content: Vec<u8>,
    pub(super) forms: Vec<Form>,
}

/// Writes the content of a page.
pub(super) struct Painter {
    content: Content,
    forms: Vec<Form>,
}

impl Painter {
    /// Returns a painter for a page of this height in points.
    pub(super) fn new(height: f32) -> Painter {
        let mut content = Content::new();
        content.transform([POINTS, 0.0, 0.0, -POINTS, 0.0, height]);
        Painter { content, forms: Vec::new() }
    }

    pub(super) fn finish(self) -> Painted {
        Painted { content: self.content.finish().to_vec(), forms: self.forms }
    }

    /// Paints a group.
    pub(super) fn group(&mut self, group: &Group) {
        let opacity = group.opacity().get();
        if opacity >= 1.0 {
            return self.children(group);
        }
        let before = std::mem::replace(&mut self.content, Content::new());
        self.children(group);
        let content = std::mem::replace(&mut self.content, before).finish().to_vec();
        let name = format!("G{}", self.forms.len());
        self.content.save_state();
        self.content.set_parameters(Name(name.as_bytes()));
        self.content.x_object(Name(name.as_bytes()));
        self.content.restore_state();
        self.forms.push(Form { name, opacity, content });
    }

    fn children(&mut self, group: &Group) {
        for child in group.children() {
            match child {
                Node::Group(group) => self.group(group),
                Node::Path(path) => self.path(path),
                Node::Text(text) => {
                    self.group(text.flattened());
                    self.searchable(text);
                }
                Node::Image(_) => {}
            }
        }
    }

    fn path(&mut self, path: &Path) {
        if !path.is_visible() {
            return;
        }
        let transform = path.abs_transform();
        let fill = |painter: &mut Painter| {
            if let Some(fill) = path.fill() {
                painter.fill(path, fill, transform);
            }
        };
        let stroke = |painter: &mut Painter| {
            if let Some(stroke) = path.stroke() {
                painter.stroke(path, stroke, transform);
            }
        };
        match path.paint_order() {
            PaintOrder::FillAndStroke => {
                fill(self);
                stroke(self);
            }
            PaintOrder::StrokeAndFill => {
                stroke(self);
                fill(self);
            }
        }
    }

    fn fill(&mut self, path: &Path, fill: &Fill, transform: Transform) {
        let [red, green, blue] = rgb(fill.paint());
        self.content.set_fill_rgb(red, green, blue);
        self.outline(path, transform);
        match fill.rule() {
            FillRule::NonZero => self.content.fill_nonzero(),
            FillRule::EvenOdd => self.content.fill_even_odd(),
        };
    }

    fn stroke(&mut self, path: &Path, stroke: &Stroke, transform: Transform) {
        // Drawings are scaled, but not stretched.
        let scale = (transform.sx * transform.sy - transform.kx * transform.ky).abs().sqrt();
        let [red, green, blue] = rgb(stroke.paint());
        self.content.set_stroke_rgb(red, green, blue);
        self.content.set_line_width(rounded(stroke.width().get() * scale));
        self.content.set_line_cap(match stroke.linecap() {
            LineCap::Butt => LineCapStyle::ButtCap,
            LineCap::Round => LineCapStyle::RoundCap,
            LineCap::Square => LineCapStyle::ProjectingSquareCap,
        });
        self.content.set_line_join(match stroke.linejoin() {
            LineJoin::Round => LineJoinStyle::RoundJoin,
            LineJoin::Bevel => LineJoinStyle::BevelJoin,
            LineJoin::Miter | LineJoin::MiterClip => LineJoinStyle::MiterJoin,
        });
        let dashes = stroke.dasharray().into_iter().flatten().map(|dash| rounded(dash * scale));
        self.content.set_dash_pattern(dashes.collect::<Vec<f32>>(), rounded(stroke.dashoffset() * scale));
        self.outline(path, transform);
        self.content.stroke();
    }

    fn outline(&mut self, path: &Path, transform: Transform) {
        let Some(path) = path.data().clone().transform(transform) else { return };
        let mut last = (0.0, 0.0);
        for segment in path.segments() {
            match segment {
                PathSegment::MoveTo(to) => {
                    self.content.move_to(rounded(to.x), rounded(to.y));
                    last = (to.x, to.y);
                }
                PathSegment::LineTo(to) => {
                    self.content.line_to(rounded(to.x), rounded(to.y));
                    last = (to.x, to.y);
                }
                PathSegment::QuadTo(by, to) => {
                    let near = |from: f32, by: f32| rounded(from + (by - from) * 2.0 / 3.0);
                    let (x1, y1) = (near(last.0, by.x), near(last.1, by.y));
                    let (x2, y2) = (near(to.x, by.x), near(to.y, by.y));
                    self.content.cubic_to(x1, y1, x2, y2, rounded(to.x), rounded(to.y));
                    last = (to.x, to.y);
                }
                PathSegment::CubicTo(a, b, to) => {
                    let [a, b, end] = [a, b, to].map(|at| (rounded(at.x), rounded(at.y)));
                    self.content.cubic_to(a.0, a.1, b.0, b.1, end.0, end.1);
                    last = (to.x, to.y);
                }
                PathSegment::Close => {
                    self.content.close_path();
                }
            }
        }
    }

    /// Writes a text invisibly, where the outlines of its glyphs are.
    fn searchable(&mut self, text: &Text) {
        let place = text.abs_transform();
        let scale = (place.sx * place.sy - place.kx * place.ky).abs().sqrt();
        let area = text.abs_bounding_box();
        for chunk in text.chunks() {
            let Some(span) = chunk.spans().first() else { continue };
            // Characters that the encoding does not have are outlines only.
            let letter = |c: char| u8::try_from(u32::from(c)).ok().filter(|_| c == ' ' || c.is_ascii_graphic());
            let letters: Vec<u8> = chunk.text().chars().filter_map(letter).collect();
            if letters.is_empty() {
                continue;
            }
            let y = chunk.y().unwrap_or(0.0) * place.sy + place.ty;
            let x = match chunk.anchor() {
                TextAnchor::Start => chunk.x().unwrap_or(0.0) * place.sx + place.tx,
                TextAnchor::Middle | TextAnchor::End => area.x(),
            };
            self.content.begin_text();
            self.content.set_text_rendering_mode(TextRenderingMode::Invisible);
            self.content.set_font(Name(FONT), rounded(span.font_size().get() * scale));
            // The page is upside down.
            self.content.set_text_matrix([1.0, 0.0, 0.0, -1.0, rounded(x), rounded(y)]);
            self.content.show(Str(&letters));
            self.content.end_text();
        }
    }
}

/// Returns the parts of a colour; drawings have no other paints.
fn rgb(paint: &Paint) -> [f32; 3] {
    match paint {
        Paint::Color(colour) => [colour.red, colour.green, colour.blue].map(|part| rounded(f32::from(part) / 255.0)),
        _ => [0.0; 3],
    }
}

/// Rounds to thousandths.
fn rounded(value: f32) -> f32 {
    (value * 1000.0).round() / 1000.0
}
