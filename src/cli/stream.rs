//! A list that is written line by line while it is found: to standard output, to a file that replaces another only once it
//! is whole, or to a file that grows with a checkpoint.

use super::Quit;
use super::files::Output;
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Where the lines go.
pub(super) struct Stream {
    out: Box<dyn Write>,
    name: String,
    /// What was written, and, with a checkpoint, what was there.
    bytes: u64,
    /// The unfinished file and the name it gets.
    moves: Option<(PathBuf, PathBuf)>,
    /// Whether the reader went away, which is no error.
    pub(super) closed: bool,
}

impl Stream {
    /// A new list.
    pub(super) fn new(output: &Output) -> Result<Stream, Quit> {
        let path = match output {
            Output::Stdout => {
                let out = Box::new(BufWriter::new(std::io::stdout().lock()));
                return Ok(Stream { out, name: "standard output".into(), bytes: 0, moves: None, closed: false });
            }
            Output::File(path) => path,
        };
        let name = path.display().to_string();
        // A device or a pipe is written through, not replaced.
        let through = path.exists() && !path.is_file();
        let part = if through { path.clone() } else { part(path) };
        let file = File::create(&part).map_err(|error| failed(&name, &error))?;
        let moves = (!through).then(|| (part, path.clone()));
        Ok(Stream { out: Box::new(BufWriter::new(file)), name, bytes: 0, moves, closed: false })
    }

    /// A list that goes on after so many bytes.
    pub(super) fn resumed(path: &Path, bytes: u64) -> Result<Stream, Quit> {
        let name = path.display().to_string();
        if bytes > 0 && !path.exists() {
            return Err(Quit::wrong(format!(
                "{name} is missing; according to the checkpoint it has {bytes} bytes of solutions: put it back, or start anew"
            )));
        }
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(|error| failed(&name, &error))?;
        let length = file.metadata().map_err(|error| failed(&name, &error))?.len();
        if length < bytes {
            return Err(Quit::wrong(format!(
                "{name} has {length} bytes; according to the checkpoint it had {bytes}: solutions were lost, start anew"
            )));
        }
        file.set_len(bytes).map_err(|error| failed(&name, &error))?;
        Ok(Stream { out: Box::new(BufWriter::new(file)), name, bytes, moves: None, closed: false })
    }

    /// Adds lines.
    pub(super) fn write(&mut self, text: &str) -> Result<(), Quit> {
        let written = self.out.write_all(text.as_bytes());
        self.bytes += text.len() as u64;
        self.done(written)
    }

    /// Puts down what was added; its length.
    pub(super) fn flush(&mut self) -> Result<u64, Quit> {
        let flushed = self.out.flush();
        self.done(flushed)?;
        Ok(self.bytes)
    }

    /// Puts the file in its place.
    pub(super) fn finish(mut self) -> Result<(), Quit> {
        self.flush()?;
        if let Some((part, path)) = self.moves.take() {
            std::fs::rename(&part, &path).map_err(|error| failed(&self.name, &error))?;
        }
        Ok(())
    }

    fn done(&mut self, written: std::io::Result<()>) -> Result<(), Quit> {
        written.map_err(|error| {
            self.closed = error.kind() == ErrorKind::BrokenPipe;
            failed(&self.name, &error)
        })
    }
}

impl Drop for Stream {
    /// An unfinished file is not left behind.
    fn drop(&mut self) {
        if let Some((part, _)) = &self.moves {
            let _ = std::fs::remove_file(part);
        }
    }
}

fn failed(name: &str, error: &std::io::Error) -> Quit {
    Quit::wrong(format!("{name} cannot be written: {error}"))
}

/// The name of a file that is not whole yet, beside its place.
pub(super) fn part(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}
