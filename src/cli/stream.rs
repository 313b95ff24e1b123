//! A list that is written line by line while it is found: to standard output, to a file that replaces another only once it
//! is complete, or to a file that grows in place with a checkpoint.

use super::outputs::{Output, Target, cannot_write};
use super::{Quit, watch};
use std::fs::OpenOptions;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Where the lines go.
pub(super) struct Stream {
    out: Box<dyn Write>,
    name: PathBuf,
    /// What was written, and, with a checkpoint, what was there.
    bytes: u64,
    /// The file that is replaced at the end.
    target: Option<Target>,
    /// Whether the reader went away, which is no error.
    pub(super) closed: bool,
}

impl Stream {
    /// A new list.
    pub(super) fn new(output: Output) -> Result<Stream, Quit> {
        let target = match output {
            Output::Stdout => {
                let out = Box::new(BufWriter::new(std::io::stdout().lock()));
                return Ok(Stream { out, name: "standard output".into(), bytes: 0, target: None, closed: false });
            }
            Output::File(target) => target,
        };
        let out = Box::new(BufWriter::new(target.file()?));
        Ok(Stream { out, name: target.name().into(), bytes: 0, target: Some(target), closed: false })
    }

    /// A list that goes on after so many bytes.
    pub(super) fn resumed(path: &Path, bytes: u64) -> Result<Stream, Quit> {
        let name = path.display().to_string();
        if bytes > 0 && !path.exists() {
            return Err(Quit::wrong(format!(
                "{name} is missing; according to the checkpoint it has {bytes} bytes of solutions: restore it, or \
                    remove the checkpoint"
            )));
        }
        let file =
            OpenOptions::new().create(true).append(true).open(path).map_err(|error| cannot_write(path, &error))?;
        let length = file.metadata().map_err(|error| cannot_write(path, &error))?.len();
        if length < bytes {
            return Err(Quit::wrong(format!(
                "{name} has {length} bytes, but the checkpoint expects {bytes}: solutions are missing, remove the \
                    checkpoint"
            )));
        }
        file.set_len(bytes).map_err(|error| cannot_write(path, &error))?;
        Ok(Stream { out: Box::new(BufWriter::new(file)), name: path.into(), bytes, target: None, closed: false })
    }

    /// Adds lines.
    pub(super) fn write(&mut self, text: &str) -> Result<(), Quit> {
        let _writing = watch::writing();
        let written = self.out.write_all(text.as_bytes());
        self.bytes += text.len() as u64;
        self.done(written)
    }

    /// Puts down what was added; its length.
    pub(super) fn flush(&mut self) -> Result<u64, Quit> {
        let _writing = watch::writing();
        let flushed = self.out.flush();
        self.done(flushed)?;
        Ok(self.bytes)
    }

    /// Puts the file in its place.
    pub(super) fn finish(mut self) -> Result<(), Quit> {
        match self.flush() {
            Err(_) if self.closed => return Ok(()),
            flushed => flushed?,
        };
        self.target.take().map_or(Ok(()), Target::commit)
    }

    fn done(&mut self, written: std::io::Result<()>) -> Result<(), Quit> {
        written.map_err(|error| {
            self.closed = error.kind() == ErrorKind::BrokenPipe;
            cannot_write(&self.name, &error)
        })
    }
}
