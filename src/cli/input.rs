//! Reading models and other inputs: files, pipes and standard input, within a maximum size and the limits.
//!
//! A thread opens and reads: opening a FIFO blocks until a program writes to it, and so does reading a pipe. The caller waits,
//! polls the budget, and abandons the thread at a limit. Small regular files are read without a thread.

use super::exit::explained;
use super::files::{note_escapes, print_error, stderr_colour};
use super::limits::InputLimit;
use super::outputs;
use super::settings::Settings;
use super::watch::{self, Phase};
use super::{Exit, Quit};
use crate::REGISTRY;
use boardwright_base::budget::{Budget, Stop};
use boardwright_base::diagnostic::{Diagnostic, quote};
use boardwright_base::source::Source;
use boardwright_exchange::genre;
use boardwright_model::Spanned;
use boardwright_puzzle::{LoadError, Loaded};
use boardwright_study::campaign::is_campaign;
use boardwright_tasks::task::Setup;
use std::io::{ErrorKind, Read};
use std::path::{Component, Path};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// The limits of a command.
#[derive(Clone)]
pub(super) struct Session {
    /// The budget.
    pub(super) budget: Budget,
    /// What may be read.
    pub(super) input: InputLimit,
}

/// The interval at which the budget is polled while an input is read.
const TICK: Duration = Duration::from_millis(10);

/// Regular files up to this size, in bytes, are read much faster than a thread starts.
const MAX_UNTHREADED_BYTES: u64 = 1 << 20;

/// A reason why an input was not read.
enum Unread {
    Failed(std::io::Error),
    TooLarge,
}

impl Session {
    /// Reads a file as bytes, or standard input for `-`.
    pub(super) fn read_bytes(&self, path: &Path) -> Result<Vec<u8>, Quit> {
        outputs::note_read(path)?;
        watch::enter(Phase::Input);
        let small = std::fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() <= MAX_UNTHREADED_BYTES);
        let read = if small { all_of(path, self.input.max_input) } else { self.read_on_thread(path)? };
        let read = read.inspect(|bytes| note_escapes(bytes));
        read.map_err(|unread| match unread {
            Unread::Failed(error) => Quit::wrong(format!("cannot read {}: {}", named(path), words(path, &error))),
            Unread::TooLarge => Quit::wrong(format!(
                "{} is too large: expected at most {}; --max-input SIZE raises the limit",
                named(path),
                size(self.input.max_input)
            )),
        })
    }

    /// Reads on a thread that is abandoned at a limit.
    fn read_on_thread(&self, path: &Path) -> Result<Result<Vec<u8>, Unread>, Quit> {
        let (sender, receiver) = mpsc::sync_channel(1);
        let (opened, most) = (path.to_path_buf(), self.input.max_input);
        let spawned = std::thread::Builder::new().name("read".into()).spawn(move || {
            // The receiver is gone if a limit was reached first.
            let _ = sender.send(all_of(&opened, most));
        });
        if let Err(error) = spawned {
            return Ok(Err(Unread::Failed(error)));
        }
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(read) => return Ok(read),
                Err(RecvTimeoutError::Timeout) => self.budget.check().map_err(Quit::stopped)?,
                Err(RecvTimeoutError::Disconnected) => return Err(Quit::stopped(Stop::GaveUp)),
            }
        }
    }

    /// Reads a text file, or standard input for `-`.
    pub(super) fn read_source(&self, path: &Path) -> Result<Source, Quit> {
        let name = path.display().to_string();
        let bytes = self.read_bytes(path)?;
        String::from_utf8(bytes).map(|text| Source::new(name.clone(), text)).map_err(|error| {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = valid.iter().filter(|&&byte| byte == b'\n').count() + 1;
            let byte = error.as_bytes()[valid.len()];
            Quit::wrong(format!("{name}, line {line}: not a text file (byte 0x{byte:02x} is not UTF-8)"))
        })
    }

    /// Reads a model's text and puts the words of the files that it names in their places. Their paths are relative to the
    /// model's folder (of standard input: the current one), and lead out of it only with `--allow-files`.
    pub(super) fn read_model(&self, path: &Path) -> Result<Source, Quit> {
        let source = self.read_source(path)?;
        let files = boardwright_model::files(&source);
        let mut texts = Vec::with_capacity(files.len());
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        for file in files {
            if !self.input.allow_files && !is_below(folder, Path::new(&file.value)) {
                let help = "move the file into the folder, or add --allow-files if you trust the model";
                return Err(explained(&outside(&file).help(help).into(), &source));
            }
            let beside = folder.join(&file.value);
            let words = self.read_source(&beside).map_err(|quit| {
                let (line, column) = source.position(file.span.start);
                Quit { words: format!("{}, line {line}, column {column}: {}", source.name, quit.words), ..quit }
            })?;
            texts.push((file.span, words.text));
        }
        Ok(boardwright_model::include(&source, &texts))
    }

    /// Reads a model, or prints its errors on stderr.
    pub(super) fn load(&self, path: &Path, settings: &Settings, fewest: bool) -> Result<(Source, Loaded), Quit> {
        let source = settings.apply(self.read_model(path)?)?;
        let loaded = self.loaded(&source, fewest)?;
        Ok((source, loaded))
    }

    /// Reads a model's text, or prints its errors on stderr.
    pub(super) fn loaded(&self, source: &Source, fewest: bool) -> Result<Loaded, Quit> {
        if is_campaign(&source.text) {
            let name = &source.name;
            return Err(Quit::wrong(format!(
                "{name} is a campaign, not a model; `boardwright compare {name}` runs it"
            )));
        }
        watch::enter(Phase::Model);
        let loaded = match fewest {
            true => REGISTRY.load_fewest(source, &self.budget),
            false => REGISTRY.load(source, &self.budget),
        };
        let loaded = loaded.map_err(|error| match error {
            LoadError::Wrong(wrong) => explained(&wrong, source),
            LoadError::Stopped(stop, wrong) => {
                if !wrong.is_empty() {
                    explained(&wrong, source);
                }
                Quit::stopped(stop)
            }
        })?;
        watch::enter(Phase::Compile);
        Ok(loaded)
    }

    /// Prints warnings about a model on stderr.
    pub(super) fn warn(&self, source: &Source, loaded: &Loaded, setup: &Setup) -> Result<(), Quit> {
        let Some(lint) = loaded.instance.lint() else { return Ok(()) };
        let known = setup.prepared().map(|prepared| &*prepared.formulated.problem);
        let warnings = lint.warnings(known, &self.budget).map_err(Quit::stopped)?;
        let shown = warnings.iter().take(WARNINGS).map(|warning| warning.warning(source, stderr_colour()));
        let mut blocks: Vec<String> = shown.collect();
        if warnings.len() > WARNINGS {
            blocks.push(format!("and {} more warnings\n", warnings.len() - WARNINGS));
        }
        if !blocks.is_empty() {
            print_error(&format!("{}\n", blocks.join("\n")));
        }
        Ok(())
    }

    /// Checks that the example links of a genre are the model's own puzzle.
    pub(super) fn examples(&self, source: &Source, loaded: &Loaded) -> Result<(), Quit> {
        let wrong = match genre::read(&loaded.model) {
            Ok(None) => return Ok(()),
            Ok(Some(genre)) => genre::check::examples(&genre, &loaded.model, source),
            Err(wrong) => Err(wrong),
        };
        wrong.map_err(|wrong| explained(&wrong, source))
    }
}

impl Quit {
    /// Returns the end of a run at a limit before an answer.
    pub(super) fn stopped(stop: Stop) -> Quit {
        Quit { exit: Exit::Stopped, words: format!("{stop} while {}", watch::doing()) }
    }
}

/// Returns whether a path that a file in a folder names stays in it, symbolic links resolved. What does not exist is judged by
/// its name, so that the answer does not reveal whether it exists.
pub(super) fn is_below(folder: &Path, named: &Path) -> bool {
    let Ok(folder) = folder.canonicalize() else { return false };
    if let Ok(file) = folder.join(named).canonicalize() {
        return file.starts_with(&folder);
    }
    let mut depth = 0_usize;
    named.components().all(|part| match part {
        Component::Normal(_) => {
            depth += 1;
            true
        }
        Component::CurDir => true,
        Component::ParentDir => depth.checked_sub(1).inspect(|&above| depth = above).is_some(),
        Component::RootDir | Component::Prefix(_) => false,
    })
}

/// Returns the error for a file that a model may not name.
pub(super) fn outside(file: &Spanned<String>) -> Diagnostic {
    Diagnostic::new("outside-folder", format!("the file {} is outside the model's folder", quote(&file.value)))
        .at(file.span, "")
}

/// The maximum number of printed warnings; the others are counted.
const WARNINGS: usize = 20;

/// Returns the name of a file in messages.
fn named(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".to_string() } else { path.display().to_string() }
}

/// Reads a file or standard input, if it is not larger than `most` bytes.
fn all_of(path: &Path, most: u64) -> Result<Vec<u8>, Unread> {
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        std::io::stdin().lock().take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(Unread::Failed)?;
    } else {
        let file = std::fs::File::open(path).map_err(Unread::Failed)?;
        let length = file.metadata().ok().filter(std::fs::Metadata::is_file).map(|data| data.len());
        if length.is_some_and(|length| length > most) {
            return Err(Unread::TooLarge);
        }
        file.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(Unread::Failed)?;
    }
    if bytes.len() as u64 > most { Err(Unread::TooLarge) } else { Ok(bytes) }
}

fn words(path: &Path, error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "no such file".to_string(),
        _ if path.is_dir() => "it is a folder".to_string(),
        _ => error.to_string(),
    }
}

/// Formats a size for a person: `256 MB`.
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{bytes} bytes"),
        1_000_000..1_000_000_000 => format!("{} MB", bytes / 1_000_000),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}
