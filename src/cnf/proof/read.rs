//! The steps of a proof file, one by one, so that a file of any size is read in constant memory.
//!
//! Text has a clause a line, `d` before those that are deleted, `c` before comments. Binary has `a` or `d`, every literal
//! as `2 * variable + sign` (variables from 1) in groups of seven bits, the lowest first, the high bit saying that more
//! follow, and a zero byte at the end. Every binary step holds a zero byte and no text does: that tells them apart.

use crate::cnf::Lit;
use crate::source::one_line;
use std::io::{self, BufRead, BufReader, Read};

/// The most variables a literal can name.
const MAX_VARIABLE: u64 = 1 << 30;
/// How much of a file is looked at to tell binary from text.
const LOOK: usize = 1 << 16;

/// How a proof is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// DRAT, a clause a line.
    Text,
    /// DRAT in bytes.
    Binary,
}

impl Format {
    /// In words.
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

/// Why a proof cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Broken {
    /// The file cannot be read.
    #[error("it cannot be read: {0}")]
    Io(#[from] io::Error),
    /// A step is not as it should be.
    #[error("step {step}: {reason}")]
    Malformed {
        /// 1-based.
        step: u64,
        /// In words.
        reason: String,
    },
}

/// Reads the steps of a proof.
pub struct Steps<R> {
    input: BufReader<R>,
    format: Format,
    /// Steps read so far.
    step: u64,
    word: Vec<u8>,
}

impl<R: Read> Steps<R> {
    /// Opens a proof, whichever its format.
    ///
    /// # Errors
    /// When nothing can be read.
    pub fn new(input: R) -> io::Result<Steps<R>> {
        let mut input = BufReader::with_capacity(LOOK, input);
        let format = if input.fill_buf()?.contains(&0) { Format::Binary } else { Format::Text };
        Ok(Steps { input, format, step: 0, word: Vec::new() })
    }

    /// How it is written.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Steps read so far.
    pub fn count(&self) -> u64 {
        self.step
    }

    /// The next step; its literals replace what is in `clause`, in the file's order. `None` at the end.
    ///
    /// # Errors
    /// What is not as it should be, with the number of the step.
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

    /// The next word and the byte that ended it; an empty word at the end of the file.
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
