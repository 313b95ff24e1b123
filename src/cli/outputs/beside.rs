//! Files under temporary names, which are renamed once they are complete.
//!
//! A file is locked while its process lives. Another process that writes to the folder removes what is not locked: it was left
//! by a process that was killed. Start with [`Beside`].

use super::super::cleanup;
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// An incomplete file, removed when dropped.
pub(super) struct Beside {
    pub(super) file: File,
    part: PathBuf,
    /// The final name.
    pub(super) place: PathBuf,
    /// Whether a file at the final name is kept, which is then an error.
    is_new: bool,
}

impl Beside {
    /// Creates a file in the folder of its place, exclusively: it opens no existing file and follows no link.
    pub(super) fn create(place: PathBuf, permissions: Option<fs::Permissions>, is_new: bool) -> io::Result<Beside> {
        sweep(place.parent().unwrap_or(Path::new(".")));
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        if permissions.is_some() {
            // A temporary copy of a private file stays private.
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        }
        /// The number of temporary names so far.
        static NAMES: AtomicU64 = AtomicU64::new(0);
        loop {
            let mut incomplete = cleanup::incomplete();
            let number = NAMES.fetch_add(1, Ordering::Relaxed);
            let part = place.with_file_name(format!("{START}{}-{number}{END}", std::process::id()));
            let file = match options.open(&part) {
                Ok(file) => file,
                // The file is of an earlier process with our number.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(error),
            };
            if matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock)) || !part.exists() {
                // Another process found it before it was locked, and removes it.
                continue;
            }
            incomplete.push(part.clone());
            drop(incomplete);
            let beside = Beside { file, part, place, is_new };
            permissions.map_or(Ok(()), |permissions| beside.file.set_permissions(permissions))?;
            return Ok(beside);
        }
    }

    /// Returns the temporary name.
    pub(super) fn part(&self) -> &Path {
        &self.part
    }

    /// Renames the complete file to its place.
    pub(super) fn commit(&self) -> io::Result<()> {
        // Some file systems report a full disk only here.
        self.file.sync_all()?;
        if !self.is_new {
            return fs::rename(&self.part, &self.place);
        }
        match fs::hard_link(&self.part, &self.place) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
            // Not every file system has hard links.
            Err(_) if self.place.symlink_metadata().is_ok() => Err(ErrorKind::AlreadyExists.into()),
            Err(_) => fs::rename(&self.part, &self.place),
        }
    }
}

impl Drop for Beside {
    /// Removes the temporary name, which a renamed file no longer has.
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.part);
        cleanup::incomplete().retain(|other| *other != self.part);
    }
}

/// Temporary names: the number of the process and a number of its file between these.
const START: &str = ".boardwright-";
const END: &str = ".part";

/// Removes the incomplete files of processes that were killed, once for each folder.
fn sweep(folder: &Path) {
    static SWEPT: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);
    let mut swept = SWEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if !swept.get_or_insert_default().insert(folder.to_path_buf()) {
        return;
    }
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let numbers = name.to_str().and_then(|name| name.strip_prefix(START)?.strip_suffix(END));
        let is_ours = numbers.is_some_and(|numbers| numbers.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'));
        if !is_ours || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        // Without the lock, or a way to lock, its process may live. The lock is held until the file is gone.
        if let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}
