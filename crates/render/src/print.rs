//! SVG documents as PNG and PDF.
//!
//! resvg reads a document and its fonts, and draws the pixels. The pages of a PDF are written here from the same tree: texts are
//! outlines of their glyphs, so that no font is embedded, with an invisible text above each, which can be searched and copied.
//! The same documents and fonts give the same bytes. Only what our own documents have is drawn: paths, texts and
//! groups with opacity; no gradients, images, clips or filters. Start with [`Fonts`], [`png`] and [`pdf`].

mod content;

use self::content::{POINTS, Painter};
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, TextStr};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Family, Query, Stretch, Style, Weight};
use resvg::usvg::{FontResolver, Options, Tree};
use std::io::Write;
use std::sync::Arc;

/// Why a document is not converted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PrintError {
    /// There is no font among the files.
    #[error("no font was found")]
    NoFont,
    /// The image has too many pixels.
    #[error("an image of {0} x {1} pixels is too large; expected at most {MAX_PIXELS} pixels")]
    TooLarge(u64, u64),
    /// The document is not read or drawn.
    #[error("the drawing is not converted: {0}")]
    Document(String),
}

/// The most pixels of an image.
const MAX_PIXELS: u64 = 100_000_000;

/// The fonts of documents: the first is used, and the others for characters that it does not have.
#[derive(Debug, Clone)]
pub struct Fonts {
    database: Arc<Database>,
    /// The family of the first font.
    family: String,
}

impl Fonts {
    /// Returns the fonts in these files.
    ///
    /// # Errors
    /// If none of them has a font.
    pub fn new(files: impl IntoIterator<Item = Vec<u8>>) -> Result<Fonts, PrintError> {
        let mut database = Database::new();
        for file in files {
            database.load_font_data(file);
        }
        let family = database.faces().next().and_then(|face| face.families.first().map(|(name, _)| name.clone()));
        Ok(Fonts { family: family.ok_or(PrintError::NoFont)?, database: Arc::new(database) })
    }

    fn tree(&self, svg: &str) -> Result<Tree, PrintError> {
        let family = self.family.clone();
        let select_font = move |font: &resvg::usvg::Font, database: &mut Arc<Database>| {
            let families = [Family::Name(&family)];
            let (weight, stretch, style) = (Weight(font.weight()), Stretch::Normal, Style::Normal);
            database.query(&Query { families: &families, weight, stretch, style })
        };
        let font_resolver = FontResolver {
            select_font: Box::new(select_font),
            select_fallback: FontResolver::default_fallback_selector(),
        };
        let options = Options { fontdb: Arc::clone(&self.database), font_resolver, ..Options::default() };
        Tree::from_str(svg, &options).map_err(|error| PrintError::Document(error.to_string()))
    }
}

/// Draws a document with a number of pixels for each unit.
///
/// # Errors
/// If the image is too large or the document is not read.
pub fn png(svg: &str, fonts: &Fonts, scale: f64) -> Result<Vec<u8>, PrintError> {
    let tree = fonts.tree(svg)?;
    let pixels = |length: f32| (f64::from(length) * scale).ceil().max(1.0) as u64;
    let (width, height) = (pixels(tree.size().width()), pixels(tree.size().height()));
    let sides = u32::try_from(width).ok().zip(u32::try_from(height).ok());
    let sides = sides.filter(|_| width.saturating_mul(height) <= MAX_PIXELS);
    let mut pixmap =
        sides.and_then(|(width, height)| Pixmap::new(width, height)).ok_or(PrintError::TooLarge(width, height))?;
    resvg::render(&tree, Transform::from_scale(scale as f32, scale as f32), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| PrintError::Document(error.to_string()))
}

/// Returns the pages as one document with a title.
///
/// # Errors
/// If a page is not read.
pub fn pdf(pages: &[String], title: &str, fonts: &Fonts) -> Result<Vec<u8>, PrintError> {
    let mut pdf = Pdf::new();
    let mut next = Ref::new(1);
    let (catalog, tree, info, font) = (next.bump(), next.bump(), next.bump(), next.bump());
    let kids: Vec<Ref> = pages.iter().map(|_| next.bump()).collect();
    pdf.catalog(catalog).pages(tree);
    pdf.pages(tree).count(pages.len() as i32).kids(kids.iter().copied());
    pdf.document_info(info).title(TextStr(title)).producer(TextStr("Boardwright"));
    pdf.type1_font(font).base_font(Name(b"Helvetica")).encoding_predefined(Name(b"WinAnsiEncoding"));
    for (svg, &id) in pages.iter().zip(&kids) {
        let page = fonts.tree(svg)?;
        let size = page.size();
        let mut painter = Painter::new(size.height() * POINTS);
        painter.group(page.root());
        let painted = painter.finish();
        let area = Rect::new(0.0, 0.0, size.width() * POINTS, size.height() * POINTS);
        let content = next.bump();
        pdf.stream(content, &deflated(&painted.content)).filter(Filter::FlateDecode);
        let mut forms = Vec::new();
        for form in &painted.forms {
            let (object, state) = (next.bump(), next.bump());
            pdf.ext_graphics(state).non_stroking_alpha(form.opacity).stroking_alpha(form.opacity);
            let data = deflated(&form.content);
            let mut written = pdf.form_xobject(object, &data);
            written.filter(Filter::FlateDecode);
            written.bbox(area);
            written.group().transparency().isolated(true).knockout(false).color_space().device_rgb();
            written.finish();
            forms.push((form.name.clone(), object, state));
        }
        let mut written = pdf.page(id);
        written.media_box(area).parent(tree).contents(content);
        let mut resources = written.resources();
        resources.fonts().pair(Name(content::FONT), font);
        if !forms.is_empty() {
            resources.x_objects().pairs(forms.iter().map(|(name, object, _)| (Name(name.as_bytes()), *object)));
            resources.ext_g_states().pairs(forms.iter().map(|(name, _, state)| (Name(name.as_bytes()), *state)));
        }
    }
    Ok(pdf.finish())
}

/// Compresses a stream.
fn deflated(data: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    // Writing to memory does not fail.
    let written = encoder.write_all(data).and_then(|()| encoder.finish());
    written.unwrap_or_default()
}
