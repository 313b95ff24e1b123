//! Converts puzzles of other programs to models.
//!
//! The content of a file determines its format, not its name; [`FORMATS`] lists the formats. A format reads the text into a
//! `Draft`: a model, and comments on assumptions. The model is loaded before it is returned, so every imported model is
//! valid. Start with [`import()`] and [`FORMATS`].
//!
//! ```
//! use boardwright_base::budget::Budget;
//! use boardwright_exchange::import::{Options, import};
//! use boardwright_families::REGISTRY;
//! // Tiler: a board of 4 by 3 and any number of L-trominoes.
//! let model = import(REGISTRY, "-", b"4x3\n\n3L\n", &Options::default(), &Budget::none()).map_err(|refused| refused.render(false))?;
//! assert!(model.contains("copies = \"any\""));
//! // The content determines the format: these are stones of a draughts board without their line breaks.
//! assert!(import(REGISTRY, "-", b"B,W === W,B ===", &Options::default(), &Budget::none()).is_ok());
//! # Ok::<(), String>(())
//! ```
//!
//! Imports `puzzle` (to load the model), `genre`, `board`, `budget`, `source` and `diagnostic`. It reads no files.

mod format;
mod burrtools;
pub mod dissection;
mod fpuzzles;
pub mod missing;
mod packed;
mod penpa;
mod puzzlink;
mod saved;
mod stones;
mod tatham;
mod tiler;
mod wrapped;

use self::format::{Draft, MAX_PIECES, Order, near, plain};
pub use self::format::{Format, MAX_TEXT, Options};
use crate::genre::files::{self, Opened};
use boardwright_base::budget::{Budget, Stop};
use boardwright_base::diagnostic::{Command, Diagnostic, Diagnostics, Setting, Text};
use boardwright_base::source::Source;
use boardwright_model::Model;
use boardwright_puzzle::Registry;
use flate2::bufread::MultiGzDecoder;
use std::collections::BTreeSet;
use std::io::Read;

/// Returns the games whose IDs are supported.
pub fn games(registry: Registry) -> BTreeSet<String> {
    tatham::names(files::fields(registry))
}

/// The registry, in the order in which formats are tried.
pub static FORMATS: &[Format] = &[
    burrtools::FORMAT,
    fpuzzles::FORMAT,
    penpa::FORMAT,
    saved::FORMAT,
    puzzlink::FORMAT,
    tatham::FORMAT,
    stones::FORMAT,
    tiler::FORMAT,
];

/// A failed import: the errors, and the text that their spans refer to.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportError {
    /// The text, decompressed.
    pub source: Source,
    /// The errors in it.
    pub wrong: Diagnostics,
    /// The limit that was reached, if that is the reason.
    pub stopped: Option<Stop>,
}

impl ImportError {
    /// Formats the errors for a person; with `colour`, with ANSI escapes.
    pub fn render(&self, colour: bool) -> String {
        self.wrong.render(&self.source, colour)
    }
}

/// Converts a file to a model: TOML that loads, with comments on its origin and on assumptions. Messages call the file
/// `name`; `-` is standard input.
///
/// # Errors
/// The errors in the file, or the reason why no model can express its puzzle.
pub fn import(
    registry: Registry,
    name: &str,
    bytes: &[u8],
    options: &Options,
    budget: &Budget,
) -> Result<String, ImportError> {
    let (format, draft) = read(text(name, bytes)?, |source| drafted(source, Order { options, registry }))?;
    finished(registry, name, format, draft, budget)
}

/// Returns the model of a link.
///
/// # Errors
/// As [`import()`].
pub fn model_of(registry: Registry, link: &str, budget: &Budget) -> Result<Model, ImportError> {
    let source = Source::new("-", import(registry, "-", link.as_bytes(), &Options::default(), budget)?);
    match registry.load(&source, budget) {
        Ok(loaded) => Ok(loaded.model),
        Err(error) => Err(ImportError { source, stopped: error.stop(), wrong: error.diagnostics().clone() }),
    }
}

/// Converts a puzzle link or a drawing with the genre in the text of a file; otherwise as [`import()`].
///
/// # Errors
/// The errors in the genre, in the link, or in the model that they make.
pub fn import_as(
    registry: Registry,
    genre: Source,
    name: &str,
    bytes: &[u8],
    budget: &Budget,
) -> Result<String, ImportError> {
    let opened = puzzlink::genre(genre, registry, budget).map_err(|(source, wrong)| ImportError {
        source,
        stopped: wrong.stop(),
        wrong: wrong.diagnostics().clone(),
    })?;
    let (format, draft) = read(text(name, bytes)?, |source| drafted_as(source, &opened, registry))?;
    finished(registry, name, format, draft, budget)
}

type Drafted = Result<(&'static Format, Draft), Diagnostics>;

/// Reads a text; if it cannot be read, without the full stop after a link.
fn read(source: Source, drafted: impl Fn(&Source) -> Drafted) -> Result<(&'static Format, Draft), ImportError> {
    drafted(&source).or_else(|wrong| {
        let shorter = wrapped::without_stop(&source.text).map(|text| Source::new(source.name.clone(), text));
        let read = shorter.and_then(|shorter| drafted(&shorter).ok());
        read.ok_or(ImportError { source, wrong, stopped: None })
    })
}

/// Writes the model with its origin, and loads it.
fn finished(
    registry: Registry,
    name: &str,
    format: &Format,
    draft: Draft,
    budget: &Budget,
) -> Result<String, ImportError> {
    let from = if name == "-" { "standard input" } else { name };
    let mut model = format!("# Imported from {}, {}.\n", plain(from), format.name);
    for remark in &draft.remarks {
        model.push_str(&format!("# {}\n", plain(remark)));
    }
    model.push_str(&draft.model);
    let source = Source::new(format!("{name}, as a model"), model);
    match registry.load(&source, budget) {
        Ok(_) => Ok(source.text),
        Err(error) => Err(ImportError { source, stopped: error.stop(), wrong: error.diagnostics().clone() }),
    }
}

fn drafted(source: &Source, order: Order<'_>) -> Drafted {
    let Some(format) = FORMATS.iter().find(|format| (format.recognises)(&source.text)) else {
        return Err(unrecognised(&source.text).into());
    };
    if let Some(setting) = order.options.given().find(|setting| !format.takes.contains(setting)) {
        return Err(needless(setting, format).into());
    }
    Ok((format, (format.read)(source, order)?))
}

/// Reads a file with a genre that its format may need.
fn drafted_as(source: &Source, opened: &Opened, registry: Registry) -> Drafted {
    let Some(format) = FORMATS.iter().find(|format| (format.recognises)(&source.text)) else {
        return Err(unrecognised(&source.text).into());
    };
    let Some(read_as) = format.read_as else {
        return Err(needless(Setting::Genre, format).into());
    };
    Ok((format, read_as(source, opened, registry)?))
}

/// Returns the error for a setting that does not apply to a format.
fn needless(setting: Setting, format: &Format) -> Diagnostic {
    let message = Text::from(setting).and(format!(" does not apply to this file, which is {}", format.name));
    Diagnostic::new("needless-flag", message).help("leave it out")
}

fn unrecognised(text: &str) -> Diagnostic {
    if text.trim().is_empty() {
        return Diagnostic::new("empty", "the file is empty");
    }
    if wrapped::is_model(text) {
        let message = "this file is already a model and needs no import";
        return Diagnostic::new("model", message).help(Text::default().refer(
            "check the model with ",
            Command::Check,
            "",
        ));
    }
    let unknown = Diagnostic::new("unknown-format", "the format of the file is not supported");
    let known = FORMATS.iter().map(|format| Text::from(format!("{}: ", format.name)).and((format.summary)()));
    known.fold(unknown, Diagnostic::help)
}

/// Returns the text of a file, which may be compressed with gzip.
fn text(name: &str, bytes: &[u8]) -> Result<Source, ImportError> {
    let refused = |code, message: String| {
        let source = Source::new(name, "");
        ImportError { source, wrong: Diagnostic::new(code, message).into(), stopped: None }
    };
    let is_packed = bytes.starts_with(&[0x1f, 0x8b]);
    let unpacked = if is_packed {
        let mut unpacked = Vec::new();
        let mut reader = MultiGzDecoder::new(bytes).take(MAX_TEXT as u64 + 1);
        let done = reader.read_to_end(&mut unpacked);
        done.map_err(|error| refused("damaged", format!("the gzip data of the file is damaged: {error}")))?;
        unpacked
    } else {
        bytes[..bytes.len().min(MAX_TEXT + 1)].to_vec()
    };
    if unpacked.len() > MAX_TEXT {
        let once = if is_packed { " when decompressed" } else { "" };
        let message = format!("the file has more than {} MiB{once}, the maximum", MAX_TEXT >> 20);
        return Err(refused("too-large", message));
    }
    let text = String::from_utf8(unpacked).or_else(|error| {
        // Comments of old files of BurrTools are in Latin-1: a byte is a character.
        let bytes = error.as_bytes();
        if bytes.starts_with(b"<") {
            return Ok(bytes.iter().copied().map(char::from).collect());
        }
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let byte = error.as_bytes()[valid.len()];
        Err(refused("not-text", format!("line {line}: not a text file (byte 0x{byte:02x} is not UTF-8)")))
    })?;
    match wrapped::found(&text).as_slice() {
        [] => Ok(Source::new(name, text)),
        [link] => Ok(Source::new(name, link.as_str())),
        links => Err(refused("link-more", format!("expected one link, found {} links to puzzles", links.len()))),
    }
}
