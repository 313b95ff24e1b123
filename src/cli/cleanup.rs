//! Cleanup before the process exits without running destructors: running programs, and incomplete files.

use boardwright_solvers::backend::exec;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Returns the incomplete files under temporary names. It is locked while a file is created, so that none is missed.
pub(super) fn incomplete() -> MutexGuard<'static, Vec<PathBuf>> {
    static INCOMPLETE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    INCOMPLETE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the programs that are still running and removes temporary files, before the process exits.
pub(super) fn clean_up() {
    exec::end_all();
    for path in std::mem::take(&mut *incomplete()) {
        let _ = std::fs::remove_file(path);
    }
}
