//! The output files of a run. One function opens them all, [`Target::open`].
//!
//! It rejects a file that the run reads, before or later, and a file that another output of the run names, also through
//! symbolic and hard links, as `./x`, and by case if the file system ignores it. A regular file is written under an unused
//! name in the same folder and renamed once it is complete: the old content stays until then, and its permissions remain.
//! For a symbolic link to a file, the file is replaced. Devices and pipes are written directly.
//!
//! ```text
//! solve m.toml -o board.svg    .boardwright-4711-0.part   ->   board.svg
//! ```
//!
//! `new`, `import` and `generate` replace no file without `--force`; other commands replace files. An ending of another format
//! is an error (`endings`).
//!
//! Checkpoints, and the plan and the records of a comparison's folder, are both read and written. They are reserved
//! ([`reserve`]) so that no other output names them.

mod beside;
mod endings;

pub(super) use self::endings::ending;

use self::beside::Beside;
use super::exit::Quit;
use super::files::visible;
use super::{standard, watch};
use clap::ValueEnum;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The name for the files of a comparison's folder.
pub(super) const RECORDS: &str = "the comparison's folder";

/// The files of this process.
struct Files {
    read: Vec<Identity>,
    /// The written files, with descriptions for messages.
    written: Vec<(&'static str, Identity)>,
}

fn files() -> MutexGuard<'static, Files> {
    static FILES: Mutex<Files> = Mutex::new(Files { read: Vec::new(), written: Vec::new() });
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The identity of a file.
#[derive(Clone)]
struct Identity {
    /// The name in messages.
    name: PathBuf,
    /// The path, absolute and without symbolic links.
    path: PathBuf,
    /// Device and inode, if the file exists and the system has such numbers.
    node: Option<(u64, u64)>,
}

impl Identity {
    fn of(name: &Path, path: PathBuf, metadata: Option<&fs::Metadata>) -> Identity {
        Identity { name: name.to_path_buf(), path, node: metadata.and_then(node) }
    }

    /// Returns the file at a path; `None` for a folder, a device, a pipe or nothing.
    fn of_regular(name: &Path, path: &Path) -> Option<Identity> {
        let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        Some(Identity::of(name, path.canonicalize().ok()?, Some(&metadata)))
    }

    fn is(&self, other: &Identity) -> bool {
        self.node.is_some() && self.node == other.node || same_path(&self.path, &other.path)
    }

    /// Returns whether this is the other file, or a folder that contains it.
    fn covers(&self, other: &Identity) -> bool {
        self.is(other) || other.path.starts_with(&self.path)
    }
}

#[cfg(unix)]
fn node(metadata: &fs::Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn node(_: &fs::Metadata) -> Option<(u64, u64)> {
    None
}

/// On systems whose file systems usually ignore case, names of new files are compared without it.
fn same_path(one: &Path, other: &Path) -> bool {
    if cfg!(any(windows, target_vendor = "apple")) {
        one.to_string_lossy().to_lowercase() == other.to_string_lossy().to_lowercase()
    } else {
        one == other
    }
}

/// Records that this run reads a file (`-`: standard input), and rejects one that it writes.
pub(super) fn note_read(path: &Path) -> Result<(), Quit> {
    let place = if path.as_os_str() == "-" { Path::new("/dev/stdin") } else { path };
    let Some(identity) = Identity::of_regular(path, place) else { return Ok(()) };
    let mut files = files();
    let clash = files.written.iter().find(|(_, written)| written.covers(&identity));
    let clash = clash.map(|(what, written)| overwrites(what, &written.name, "an input"));
    files.read.push(identity);
    clash.map_or(Ok(()), Err)
}

/// Records that this run writes a file, and rejects one that it reads or that another output names. `what` is the flag or a
/// description of the file.
fn claim(what: &'static str, identity: Identity) -> Result<(), Quit> {
    let mut files = files();
    if files.read.iter().any(|read| identity.covers(read)) {
        return Err(overwrites(what, &identity.name, "an input"));
    }
    let other = files
        .written
        .iter()
        .find(|(other, written)| *other != what && (written.covers(&identity) || identity.covers(written)));
    if let Some((other, written)) = other {
        let other = if *other == RECORDS { other.to_string() } else { format!("{other} {}", written.name.display()) };
        return Err(overwrites(what, &identity.name, &other));
    }
    files.written.push((what, identity));
    Ok(())
}

fn overwrites(what: &str, path: &Path, other: &str) -> Quit {
    let path = path.display();
    Quit::wrong(format!("{what} {path} would overwrite {other}\nhelp: choose another file"))
}

/// Reserves a file, or a folder with its content, that is both read and written.
pub(super) fn reserve(what: &'static str, path: &Path) -> Result<(), Quit> {
    let metadata = fs::metadata(path).ok();
    let special = metadata.as_ref().is_some_and(|metadata| !metadata.is_file() && !metadata.is_dir());
    let resolved = if metadata.is_some() { path.canonicalize() } else { free(path) };
    match resolved {
        Ok(resolved) if !special => claim(what, Identity::of(path, resolved, metadata.as_ref())),
        // Opening it will report the error.
        _ => Ok(()),
    }
}

/// Writes a file beside its place and renames it, outside the outputs of a run.
#[cfg(feature = "workbench")]
pub(super) fn replace(place: &Path, bytes: &[u8]) -> io::Result<()> {
    let permissions = fs::metadata(place).ok().map(|metadata| plain(metadata.permissions()));
    let beside = Beside::create(place.to_path_buf(), permissions, false)?;
    (&beside.file).write_all(bytes)?;
    beside.commit()
}

/// As [`replace`]; only the user can read the file.
#[cfg(feature = "workbench")]
pub(super) fn replace_private(place: &Path, bytes: &[u8]) -> io::Result<()> {
    #[cfg(unix)]
    let permissions = Some(std::os::unix::fs::PermissionsExt::from_mode(0o600));
    #[cfg(not(unix))]
    let permissions = None;
    let beside = Beside::create(place.to_path_buf(), permissions, false)?;
    (&beside.file).write_all(bytes)?;
    beside.commit()
}

/// Rejects a file whose name ends like those of another format.
pub(super) fn check_ending(path: &Option<PathBuf>, format: impl ValueEnum) -> Result<(), Quit> {
    endings::check(path, &endings::name(&format))
}

/// Replaces a file by a text.
pub(super) fn save(what: &'static str, path: &Path, text: &str) -> Result<(), Quit> {
    Target::open(what, path)?.write(text.as_bytes())
}

/// The destination of the answer.
pub(super) enum Output {
    /// Standard output.
    Stdout,
    /// A file.
    File(Target),
}

impl Output {
    /// Opens the file that `--output` names, or standard output.
    pub(super) fn open(path: &Option<PathBuf>) -> Result<Output, Quit> {
        if let Some(path) = path.as_ref().filter(|path| path.as_os_str() != "-") {
            return Target::open("--output", path).map(Output::File);
        }
        standard::check_open()?;
        // A shell may redirect to an input: `boardwright compile m.toml >> m.toml`.
        let redirected = Identity::of_regular(Path::new("(redirected)"), Path::new("/dev/stdout"));
        redirected.map_or(Ok(()), |identity| claim("standard output", identity))?;
        Ok(Output::Stdout)
    }

    /// Opens the file that `--output` names for an answer of this format, or standard output.
    pub(super) fn of(path: &Option<PathBuf>, format: impl ValueEnum) -> Result<Output, Quit> {
        check_ending(path, format)?;
        Output::open(path)
    }

    /// Opens the file that `--output` names for an answer of the format of this name, or standard output.
    pub(super) fn named(path: &Option<PathBuf>, format: &str) -> Result<Output, Quit> {
        endings::check(path, format)?;
        Output::open(path)
    }

    /// Opens the file of a command that makes models and replaces none without `--force`, or standard output.
    pub(super) fn open_new(path: &Option<PathBuf>, format: &str, force: bool) -> Result<Output, Quit> {
        endings::check(path, format)?;
        match path.as_ref().filter(|path| path.as_os_str() != "-") {
            Some(path) => Target::opened("--output", path, !force).map(Output::File),
            None => Output::open(path),
        }
    }

    /// Returns whether to write escapes there.
    pub(super) fn colour(&self) -> bool {
        matches!(self, Output::Stdout) && standard::colour()
    }

    /// Returns the width of drawings: the terminal's, or 100.
    pub(super) fn width(&self) -> usize {
        let size = terminal_size::terminal_size().filter(|_| io::stdout().is_terminal());
        size.map_or(100, |(width, _)| usize::from(width.0))
    }

    /// Rejects a terminal for an answer that is no text.
    pub(super) fn check_binary(&self) -> Result<(), Quit> {
        match matches!(self, Output::Stdout) && io::stdout().is_terminal() {
            true => {
                Err(Quit::wrong("the answer is no text, which a terminal cannot show\nhelp: name a file with -o FILE"))
            }
            false => Ok(()),
        }
    }

    /// Writes the whole answer, a text for people or with strings of JSON.
    pub(super) fn write(self, text: &str) -> Result<(), Quit> {
        let text = visible(text, self.colour());
        self.write_bytes(text.as_bytes())
    }

    /// Writes a file for a program, such as a model, as it is, but to a terminal as [`Output::write`].
    pub(super) fn write_file(self, text: &str) -> Result<(), Quit> {
        match matches!(self, Output::Stdout) && io::stdout().is_terminal() {
            true => self.write(text),
            false => self.write_bytes(text.as_bytes()),
        }
    }

    /// Writes the whole answer, which need not be text.
    pub(super) fn write_bytes(self, bytes: &[u8]) -> Result<(), Quit> {
        match self {
            Output::Stdout => standard::write_bytes(bytes),
            Output::File(target) => target.write(bytes),
        }
    }
}

/// An open output file.
pub(super) struct Target {
    what: &'static str,
    name: PathBuf,
    /// The file; `None` for a device or a pipe.
    beside: Option<Beside>,
}

impl Target {
    /// Opens a file for writing; nothing is replaced before [`Target::commit`].
    pub(super) fn open(what: &'static str, name: &Path) -> Result<Target, Quit> {
        Target::opened(what, name, false)
    }

    /// Opens a file that must be new, if `is_new`.
    fn opened(what: &'static str, name: &Path, is_new: bool) -> Result<Target, Quit> {
        let failed = |error| cannot_write(name, &error);
        let Some((place, metadata)) = resolve(name).map_err(failed)? else {
            let regular = Identity::of_regular(name, name);
            regular.map_or(Ok(()), |identity| claim(what, identity))?;
            return Ok(Target { what, name: name.to_path_buf(), beside: None });
        };
        claim(what, Identity::of(name, place.clone(), metadata.as_ref()))?;
        if metadata.is_some() && is_new {
            return Err(Quit::wrong(format!("{} already exists; --force overwrites it", name.display())));
        }
        if metadata.is_some() {
            // A file without write permission is not replaced either.
            OpenOptions::new().write(true).open(&place).map_err(failed)?;
        }
        watch::handle_interrupts();
        let permissions = metadata.map(|metadata| plain(metadata.permissions()));
        let beside = Beside::create(place, permissions, is_new).map_err(failed)?;
        Ok(Target { what, name: name.to_path_buf(), beside: Some(beside) })
    }

    /// Returns a handle for writing; all handles share one position.
    pub(super) fn file(&self) -> Result<File, Quit> {
        let file = match &self.beside {
            Some(beside) => beside.file.try_clone(),
            None => OpenOptions::new().append(true).open(&self.name),
        };
        file.map_err(|error| cannot_write(&self.name, &error))
    }

    /// Returns the name as given.
    pub(super) fn name(&self) -> &Path {
        &self.name
    }

    /// Returns the name under which the file is complete before [`Target::commit`].
    pub(super) fn part(&self) -> &Path {
        self.beside.as_ref().map_or(&self.name, Beside::part)
    }

    /// Returns whether it is a device or a pipe.
    pub(super) fn is_special(&self) -> bool {
        self.beside.is_none()
    }

    fn write(self, bytes: &[u8]) -> Result<(), Quit> {
        let _writing = watch::writing();
        match self.file()?.write_all(bytes) {
            // A closed pipe is not an error.
            Err(error) if self.is_special() && error.kind() == ErrorKind::BrokenPipe => Ok(()),
            Err(error) => Err(cannot_write(&self.name, &error)),
            Ok(()) => self.commit(),
        }
    }

    /// Renames the complete file to its place.
    pub(super) fn commit(self) -> Result<(), Quit> {
        let Some(beside) = &self.beside else { return Ok(()) };
        let _writing = watch::writing();
        // Inputs may have been read since.
        let identity = Identity::of(&self.name, beside.place.clone(), fs::metadata(&beside.place).ok().as_ref());
        if files().read.iter().any(|read| identity.is(read)) {
            return Err(overwrites(self.what, &self.name, "an input"));
        }
        beside.commit().map_err(|error| cannot_write(&self.name, &error))
    }
}

pub(super) fn cannot_write(name: &Path, error: &io::Error) -> Quit {
    Quit::wrong(format!("cannot write {}: {error}", name.display()))
}

/// Returns the place of a regular file, without symbolic links, and its metadata; `None` for a device or a pipe.
fn resolve(name: &Path) -> io::Result<Option<(PathBuf, Option<fs::Metadata>)>> {
    match fs::metadata(name) {
        Ok(metadata) if metadata.is_dir() => Err(io::Error::other("it is a folder")),
        Ok(metadata) if metadata.is_file() && !is_descriptor(name) => Ok(Some((name.canonicalize()?, Some(metadata)))),
        Ok(_) => Ok(None),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            if name.symlink_metadata().is_ok() {
                return Err(io::Error::other("it is a symbolic link to a file that does not exist"));
            }
            free(name).map(|place| Some((place, None)))
        }
        Err(error) => Err(error),
    }
}

/// Returns whether a path names an open file of this process, such as `/dev/stdout`. It must not be replaced, even if it leads to
/// a regular file.
fn is_descriptor(name: &Path) -> bool {
    ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"].iter().any(|start| name.starts_with(start))
}

/// Returns the place of a file that does not exist yet.
fn free(name: &Path) -> io::Result<PathBuf> {
    let is_folder = name.as_os_str().as_encoded_bytes().ends_with(b"/");
    let last = name.file_name().filter(|_| !is_folder).ok_or_else(|| io::Error::other("it is a folder"))?;
    let folder = name.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = folder.canonicalize().map_err(|error| match error.kind() {
        ErrorKind::NotFound => io::Error::other(format!("no such folder: {}", folder.display())),
        _ => error,
    })?;
    Ok(folder.join(last))
}

/// Returns permissions without the set-user-ID and set-group-ID bits.
#[cfg(unix)]
fn plain(permissions: fs::Permissions) -> fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    fs::Permissions::from_mode(permissions.mode() & 0o777)
}

#[cfg(not(unix))]
fn plain(permissions: fs::Permissions) -> fs::Permissions {
    permissions
}
