//! Reading models and writing answers: files, standard input, standard output, the terminal.

use super::Quit;
use super::stream::part;
use crate::budget::Budget;
use crate::compare::campaign::is_campaign;
use crate::diagnostic::Diagnostics;
use crate::puzzle::{self, Loaded};
use crate::source::Source;
use std::io::{ErrorKind, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

/// Reads a file as it is, or standard input for `-`.
pub(super) fn read_bytes(path: &Path) -> Result<Vec<u8>, Quit> {
    let name = path.display();
    if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin()
            .read_to_end(&mut bytes)
            .map_err(|error| Quit::wrong(format!("standard input cannot be read: {error}")))?;
        return Ok(bytes);
    }
    std::fs::read(path).map_err(|error| {
        let words = match error.kind() {
            ErrorKind::NotFound => "there is no such file".to_string(),
            _ if path.is_dir() => "it is a folder; give the files in it".to_string(),
            _ => error.to_string(),
        };
        Quit::wrong(format!("{name} cannot be read: {words}"))
    })
}

/// Reads a text file, or standard input for `-`.
pub(super) fn read_source(path: &Path) -> Result<Source, Quit> {
    let name = path.display().to_string();
    let bytes = read_bytes(path)?;
    String::from_utf8(bytes).map(|text| Source::new(name.clone(), text)).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let byte = error.as_bytes()[valid.len()];
        Quit::wrong(format!("{name}, line {line}: not a text file (byte 0x{byte:02x} is not UTF-8)"))
    })
}

/// Reads a model, or explains on stderr what is wrong with it.
pub(super) fn load(path: &Path, fewest: bool) -> Result<(Source, Loaded), Quit> {
    let source = read_source(path)?;
    let loaded = loaded(&source, fewest)?;
    Ok((source, loaded))
}

/// Reads a model's text, or explains on stderr what is wrong with it.
pub(super) fn loaded(source: &Source, fewest: bool) -> Result<Loaded, Quit> {
    if is_campaign(&source.text) {
        let name = &source.name;
        return Err(Quit::wrong(format!("{name} is a campaign, not a model; `boardwright compare {name}` runs it")));
    }
    let budget = Budget::none();
    let loaded = if fewest { puzzle::load_fewest(source, &budget) } else { puzzle::load(source, &budget) };
    loaded.map_err(|error| explained(error.diagnostics(), source))
}

/// So many warnings are printed; the others are counted.
const WARNINGS: usize = 20;

/// Prints what is odd about a model on stderr.
pub(super) fn warn(source: &Source, loaded: &Loaded) {
    let warnings = loaded.instance.warnings(&Budget::none()).unwrap_or_default();
    let shown = warnings.iter().take(WARNINGS).map(|warning| warning.warning(source, stderr_colour()));
    let mut blocks: Vec<String> = shown.collect();
    if warnings.len() > WARNINGS {
        blocks.push(format!("and {} more warnings\n", warnings.len() - WARNINGS));
    }
    if !blocks.is_empty() {
        print_error(&format!("{}\n", blocks.join("\n")));
    }
}

/// Prints diagnostics; the error that is left has nothing more to say.
pub(super) fn explained(diagnostics: &Diagnostics, source: &Source) -> Quit {
    print_error(&diagnostics.render(source, stderr_colour()));
    Quit::wrong("")
}

/// Whether escapes are welcome on stderr.
pub(super) fn stderr_colour() -> bool {
    colour_for(&std::io::stderr())
}

/// Writes to stderr; a closed stderr is nobody's concern.
pub(super) fn print_error(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Whether escapes are welcome: a terminal, and `NO_COLOR` and the like do not forbid them.
pub(super) fn colour_for(stream: &impl anstream::stream::RawStream) -> bool {
    anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never
}

/// Where the answer goes.
pub(super) enum Output {
    /// Standard output.
    Stdout,
    /// A file, replaced as a whole at the end.
    File(PathBuf),
}

impl Output {
    /// The place that `-o` names.
    pub(super) fn new(path: &Option<PathBuf>) -> Output {
        match path {
            Some(path) if path.as_os_str() != "-" => Output::File(path.clone()),
            _ => Output::Stdout,
        }
    }

    /// Whether to write escapes there.
    pub(super) fn colour(&self) -> bool {
        matches!(self, Output::Stdout) && colour_for(&std::io::stdout())
    }

    /// The width to draw for: the terminal's, or 100.
    pub(super) fn width(&self) -> usize {
        let size = terminal_size::terminal_size().filter(|_| std::io::stdout().is_terminal());
        size.map_or(100, |(width, _)| usize::from(width.0))
    }

    /// Writes the whole answer. A file is written beside its place and then moved there, so that it is never half
    /// written and what was there is not lost; a pipe that nobody reads any more is no error.
    pub(super) fn write(&self, text: &str) -> Result<(), Quit> {
        match self {
            Output::Stdout => {
                let mut stdout = std::io::stdout().lock();
                match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
                    Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                        Err(Quit::wrong(format!("standard output cannot be written: {error}")))
                    }
                    _ => Ok(()),
                }
            }
            Output::File(path) => replace(path, text)
                .map_err(|error| Quit::wrong(format!("{} cannot be written: {error}", path.display()))),
        }
    }
}

/// Refuses to write over a file that is read or written besides.
pub(super) fn apart(flag: &str, output: Option<&Path>, others: &[Option<&Path>]) -> Result<(), Quit> {
    let same = |one: &Path, other: &Path| match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other && one.is_file(),
        _ => one == other && one.as_os_str() != "-",
    };
    let Some(output) = output else { return Ok(()) };
    match others.iter().flatten().find(|other| same(output, other)) {
        Some(other) => Err(Quit::wrong(format!("{flag} would write over {}", other.display()))),
        None => Ok(()),
    }
}

fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    if path.exists() && !path.is_file() {
        // A device or a pipe is written through, not replaced.
        return if path.is_dir() { Err(std::io::Error::other("it is a folder")) } else { std::fs::write(path, text) };
    }
    let part = part(path);
    let written = std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    written
}
