//! Parses the steps of a proof file one by one, in constant memory.
//!
//! The text format has one clause on each line, `d` before deleted clauses and `c` before comments. In the binary
//! format a step is `a` or `d`, the literals as `2 * variable + sign` (variables from 1) in groups of seven bits,
//! lowest first, with the high bit set on all groups but the last, and a zero byte. Every binary step contains a zero
//! byte and text contains none, which distinguishes the formats.

use crate::cnf::Lit;
use boardwright_base::source::one_line;
use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};

/// The largest variable that a literal can name.
const MAX_VARIABLE: u64 = 1 << 30;
/// The number of bytes used to detect the format.
const DETECTION_BYTES: u64 = 1 << 16;

/// The format of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// DRAT as text.
    Text,
    /// Binary DRAT.
    Binary,
}

impl Format {
    /// Returns the name of the format.
    pub fn name(self) -> &'static str {
        match self {
            Format::Text => "DRAT",
            Format::Binary => "binary DRAT",
        }
    }
}

/// One step of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The clause is added.
    Add,
    /// The clause is deleted.
    Delete,
}

/// Why a proof cannot be parsed.
#[derive(Debug, thiserror::Error)]
pub enum Broken {
    /// The file cannot be read.
    #[error("it cannot be read: {0}")]
    Io(#[from] io::Error),
    /// A step is malformed.
    #[error("step {step}: {reason}")]
    Malformed {
        /// The 1-based number of the step.
        step: u64,
        /// The reason.
        reason: String,
    },
}

/// A parser for the steps of a proof.
pub struct Steps<R> {
    /// The bytes that were read to detect the format, then the others.
    input: BufReader<Chain<Cursor<Vec<u8>>, R>>,
    format: Format,
    /// The number of steps read so far.
    step: u64,
    word: Vec<u8>,
}

impl<R: Read> Steps<R> {
    /// Opens a proof and detects its format.
    ///
    /// # Errors
    /// If reading fails.
    pub fn new(mut input: R) -> io::Result<Steps<R>> {
        let mut start = Vec::new();
        input.by_ref().take(DETECTION_BYTES).read_to_end(&mut start)?;
        let format = if start.contains(&0) { Format::Binary } else { Format::Text };
        let input = BufReader::with_capacity(1 << 16, Cursor::new(start).chain(input));
        Ok(Steps { input, format, step: 0, word: Vec::new() })
    }

    /// Returns the format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Returns the number of steps read so far.
    pub fn count(&self) -> u64 {
        self.step
    }

    /// Reads the next step; `clause` receives its literals in the file's order. Returns `None` at the end.
    ///
    /// # Errors
    /// The first malformed step, with its number.
    pub fn next(&mut self, clause: &mut Vec<Lit>) -> Result<Option<Step>, Broken> {
        clause.clear();
        let step = match self.format {
            Format::Text => self.text(clause),
            Format::Binary => self.binary(clause),
        }?;
        self.step += u64::from(step.is_some());
        Ok(step)
    }

    fn wrong(&self, reason: impl Into<String>) -> Broken {
        Broken::Malformed { step: self.step + 1, reason: reason.into() }
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        let byte = self.input.fill_buf()?.first().copied();
        self.input.consume(usize::from(byte.is_some()));
        Ok(byte)
    }

    /// Reads the next word and returns the byte after it; the word is empty at the end of the file.
    fn word(&mut self) -> io::Result<u8> {
        self.word.clear();
        loop {
            match self.byte()? {
                None => return Ok(b'\n'),
                Some(end) if end.is_ascii_whitespace() => {
                    if !self.word.is_empty() {
                        return Ok(end);
                    }
                }
                Some(byte) => self.word.push(byte),
            }
        }
    }

    fn text(&mut self, clause: &mut Vec<Lit>) -> Result<Option<Step>, Broken> {
        let mut kind = Step::Add;
        let mut begun = false;
        loop {
            let mut end = self.word()?;
            match &self.word[..] {
                [] if begun => return Err(self.wrong("it is cut off: it does not end with 0")),
                [] => return Ok(None),
                b"c" if !begun => {
                    while end != b'\n' {
                        end = self.byte()?.unwrap_or(b'\n');
                    }
                }
                b"d" if !begun => {
                    (kind, begun) = (Step::Delete, true);
                }
                b"0" => return Ok(Some(kind)),
                word => {
                    begun = true;
                    let text = std::str::from_utf8(word).ok();
                    let number = text.and_then(|text| text.parse::<i32>().ok());
                    match number.filter(|&number| number != 0 && u64::from(number.unsigned_abs()) <= MAX_VARIABLE) {
                        Some(number) => clause.push(Lit::from_dimacs(number)),
                        None => {
                            let word = String::from_utf8_lossy(&word[..word.len().min(40)]).into_owned();
                            return Err(self.wrong(format!("`{}` is not a literal", one_line(&word))));
                        }
                    }
                }
            }
        }
    }

    fn binary(&mut self, clause: &mut Vec<Lit>) -> Result<Option<Step>, Broken> {
        let kind = match self.byte()? {
            None => return Ok(None),
            Some(b'a') => Step::Add,
            Some(b'd') => Step::Delete,
            Some(other) => return Err(self.wrong(format!("it begins with the byte 0x{other:02x}, not with a or d"))),
        };
        loop {
            let mut code: u64 = 0;
            for shift in (0..).step_by(7) {
                let Some(byte) = self.byte()? else { return Err(self.wrong("it is cut off")) };
                if shift > 28 {
                    return Err(self.wrong("a literal is too large"));
                }
                code |= u64::from(byte & 0x7f) << shift;
                if byte & 0x80 == 0 {
                    break;
                }
            }
            match code {
                0 => return Ok(Some(kind)),
                1 => return Err(self.wrong("a literal has no variable")),
                _ if code >> 1 > MAX_VARIABLE => return Err(self.wrong("a literal is too large")),
                _ => clause.push(Lit::new((code >> 1) as u32 - 1, code & 1 == 1)),
            }
        }
    }
}
