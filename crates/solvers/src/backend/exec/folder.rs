//! Temporary folders: created exclusively, under an unused name, readable by their owner only, and removed with their content, at
//! the latest when the process exits.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A folder that is removed when this value is dropped.
pub struct TemporaryFolder(PathBuf);

/// The existing folders.
fn folders() -> MutexGuard<'static, Vec<PathBuf>> {
    static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    FOLDERS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl TemporaryFolder {
    /// Creates a folder in the system's folder for temporary files.
    ///
    /// # Errors
    /// If no folder can be created there.
    pub fn new() -> io::Result<TemporaryFolder> {
        static NAMES: AtomicU64 = AtomicU64::new(0);
        let mut folders = folders();
        loop {
            let name = format!("boardwright-{}-{}", std::process::id(), NAMES.fetch_add(1, Ordering::Relaxed));
            let path = std::env::temp_dir().join(name);
            let mut builder = fs::DirBuilder::new();
            #[cfg(unix)]
            std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
            match builder.create(&path) {
                Ok(()) => {
                    folders.push(path.clone());
                    return Ok(TemporaryFolder(path));
                }
                // The name is taken by an earlier process with our number, or by another program.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Returns the path.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        remove(&self.0);
        folders().retain(|other| *other != self.0);
    }
}

/// Removes all existing folders.
pub(super) fn remove_all() {
    for path in std::mem::take(&mut *folders()) {
        remove(&path);
    }
}

/// Removes a folder. It tries several times, because a detached thread may write another file meanwhile.
fn remove(path: &Path) {
    for _ in 0..3 {
        if !matches!(fs::remove_dir_all(path), Err(error) if error.kind() != io::ErrorKind::NotFound) {
            return;
        }
    }
}
