//! A list that is written line by line while it is found: to standard output, to a file that is replaced when the list is
//! complete, or to a file that grows in place with a checkpoint.

use super::files::visible;
use super::outputs::{Output, Target, cannot_write};
use super::{Quit, standard, watch};
use std::fs::OpenOptions;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The destination of the lines.
pub(super) struct Stream {
    out: Box<dyn Write>,
    name: PathBuf,
    to_stdout: bool,
    /// The bytes written, including those before a checkpoint.
    bytes: u64,
    /// The file that is renamed at the end.
    target: Option<Target>,
    /// Whether the reader closed the output, which is not an error.
    pub(super) closed: bool,
}

impl Stream {
    /// Opens a new list.
    pub(super) fn new(output: Output) -> Result<Stream, Quit> {
        let target = match output {
            Output::Stdout => {
                let out = Box::new(BufWriter::new(std::io::stdout().lock()));
                return Ok(Stream {
                    out,
                    name: "standard output".into(),
                    to_stdout: true,
                    bytes: 0,
                    target: None,
                    closed: false,
                });
            }
            Output::File(target) => target,
        };
        let out = Box::new(BufWriter::new(target.file()?));
        Ok(Stream { out, name: target.name().into(), to_stdout: false, bytes: 0, target: Some(target), closed: false })
    }

    /// Opens a list that continues after this number of bytes.
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
        Ok(Stream {
            out: Box::new(BufWriter::new(file)),
            name: path.into(),
            to_stdout: false,
            bytes,
            target: None,
            closed: false,
        })
    }

    /// Adds lines.
    pub(super) fn write(&mut self, text: &str) -> Result<(), Quit> {
        let _writing = watch::writing();
        let text = visible(text, self.to_stdout && standard::colour());
        let written = self.out.write_all(text.as_bytes());
        self.bytes += text.len() as u64;
        self.done(written)
    }

    /// Flushes the added lines; returns the length.
    pub(super) fn flush(&mut self) -> Result<u64, Quit> {
        let _writing = watch::writing();
        let flushed = self.out.flush();
        self.done(flushed)?;
        Ok(self.bytes)
    }

    /// Renames the file to its place.
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
