//! Converts puzzles of other programs to models.
//!
//! The content of a file determines its format, not its name; [`FORMATS`] lists the formats. A format reads the text into a
//! `Draft`: a model, and comments on assumptions. The model is loaded before it is returned, so every imported model is
//! valid. Start with [`import()`] and [`FORMATS`].
//!
//! ```
//! use boardwright::{budget::Budget, import::{Wishes, import}};
//! // Tiler: a board of 4 by 3, and as many L-trominoes as it takes.
//! let model = import("-", b"4x3\n\n3L\n", &Wishes::default(), &Budget::none()).map_err(|refused| refused.render(false))?;
//! assert!(model.contains("copies = \"any\""));
//! // The content determines the format: these are stones of a draughts board without their line breaks.
//! assert!(import("-", b"B,W === W,B ===", &Wishes::default(), &Budget::none()).is_ok());
//! # Ok::<(), String>(())
//! ```
//!
//! Imports `puzzle` (to load the model), `board`, `budget`, `source` and `diagnostic`. It reads no files.

mod format;
mod burrtools;
mod dissection;
mod grid;
mod kinds;
mod puzzlink;
mod rooms;
mod scan;
mod stones;
mod tatham;
mod tiler;

use self::format::{Draft, MAX_PIECES, near, plain};
pub use self::format::{Format, Wishes};
use crate::budget::{Budget, Stop};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::puzzle;
use crate::source::Source;
use flate2::bufread::MultiGzDecoder;
use std::io::Read;

/// The longest text that is read, in bytes; of a packed file, once unpacked.
pub const MAX_TEXT: usize = 16 << 20;

/// The games whose IDs are read.
pub fn games() -> impl Iterator<Item = &'static str> {
    tatham::names()
}

/// The registry, in the order in which they are tried.
pub static FORMATS: &[Format] = &[burrtools::FORMAT, puzzlink::FORMAT, tatham::FORMAT, stones::FORMAT, tiler::FORMAT];

/// Why a file was not imported: what is wrong, and the text in which the places are.
#[derive(Debug, Clone, PartialEq)]
pub struct Refused {
    /// The text, unpacked.
    pub source: Source,
    /// What is wrong with it.
    pub wrong: Diagnostics,
    /// The limit that was reached, where that is the reason.
    pub stopped: Option<Stop>,
}

impl Refused {
    /// In words for a person; with `colour`, with ANSI escapes.
    pub fn render(&self, colour: bool) -> String {
        self.wrong.render(&self.source, colour)
    }
}

/// Makes a model of a file: TOML that loads, opening with comments on where it came from and what was assumed. `name` is
/// what messages call the file, `-` for standard input.
///
/// # Errors
/// What is wrong with the file, or why its puzzle is none that a model can say.
pub fn import(name: &str, bytes: &[u8], wishes: &Wishes, budget: &Budget) -> Result<String, Refused> {
    let source = text(name, bytes)?;
    let drafted = drafted(&source, wishes);
    let (format, draft) = match drafted {
        Ok(drafted) => drafted,
        Err(wrong) => return Err(Refused { source, wrong, stopped: None }),
    };
    let from = if name == "-" { "standard input" } else { name };
    let mut model = format!("# Imported from {}, {}.\n", plain(from), format.name);
    for remark in &draft.remarks {
        model.push_str(&format!("# {}\n", plain(remark)));
    }
    model.push_str(&draft.model);
    let source = Source::new(format!("{name}, as a model"), model);
    match puzzle::load(&source, budget) {
        Ok(_) => Ok(source.text),
        Err(error) => Err(Refused { source, stopped: error.stop(), wrong: error.diagnostics().clone() }),
    }
}

fn drafted(source: &Source, wishes: &Wishes) -> Result<(&'static Format, Draft), Diagnostics> {
    let Some(format) = FORMATS.iter().find(|format| (format.recognises)(&source.text)) else {
        return Err(unrecognised(&source.text).into());
    };
    if let Some(flag) = wishes.given().find(|flag| !format.takes.contains(flag)) {
        let message = format!("{flag} says nothing about this file, which is {}", format.name);
        return Err(Diagnostic::new("needless-flag", message).help("leave it out").into());
    }
    Ok((format, (format.read)(source, wishes)?))
}

fn unrecognised(text: &str) -> Diagnostic {
    if text.trim().is_empty() {
        return Diagnostic::new("empty", "the file is empty");
    }
    if text.lines().any(|line| line.trim_start().starts_with("puzzle") && line.contains('=')) {
        let message = "this looks like a model already, which needs no import";
        return Diagnostic::new("model", message).help("`boardwright check` says what is wrong with a model");
    }
    let unknown = Diagnostic::new("unknown-format", "the file is in none of the formats that can be imported");
    let known = FORMATS.iter().map(|format| format!("{}: {}", format.name, format.summary));
    known.fold(unknown, Diagnostic::help)
}

/// The text of a file, which may be packed with gzip.
fn text(name: &str, bytes: &[u8]) -> Result<Source, Refused> {
    let refused = |code, message: String| {
        let source = Source::new(name, "");
        Refused { source, wrong: Diagnostic::new(code, message).into(), stopped: None }
    };
    let is_packed = bytes.starts_with(&[0x1f, 0x8b]);
    let unpacked = if is_packed {
        let mut unpacked = Vec::new();
        let mut reader = MultiGzDecoder::new(bytes).take(MAX_TEXT as u64 + 1);
        let done = reader.read_to_end(&mut unpacked);
        done.map_err(|error| refused("damaged", format!("the file is packed with gzip, but damaged: {error}")))?;
        unpacked
    } else {
        bytes[..bytes.len().min(MAX_TEXT + 1)].to_vec()
    };
    if unpacked.len() > MAX_TEXT {
        let once = if is_packed { " once unpacked" } else { "" };
        let message = format!("the file has more than {} MiB{once}; no puzzle takes so many", MAX_TEXT >> 20);
        return Err(refused("too-large", message));
    }
    String::from_utf8(unpacked).map(|text| Source::new(name, text)).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let byte = error.as_bytes()[valid.len()];
        refused("not-text", format!("line {line}: not a text file (byte 0x{byte:02x} is not UTF-8)"))
    })
}
