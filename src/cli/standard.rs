//! Standard output: whether it is open, and writing to it.
//!
//! Rust's runtime opens `/dev/null` for closed standard streams, so an answer would vanish without an error. Therefore a function
//! that the loader calls checks whether standard output is open before the runtime starts.

use super::files::{colour_for, visible};
use super::{Quit, watch};
use std::io::{ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether standard output was closed; set before `main`.
static CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(unix)]
extern "C" fn observe() {
    // SAFETY: the call reads the flags of a descriptor, which need not be open.
    let flags = unsafe { nix::libc::fcntl(nix::libc::STDOUT_FILENO, nix::libc::F_GETFD) };
    CLOSED.store(flags == -1, Ordering::Relaxed);
}

// SAFETY: the section holds functions that take no arguments they need and return nothing; this one uses nothing of the
// runtime.
#[cfg(unix)]
#[used]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
static BEFORE_MAIN: extern "C" fn() = observe;

/// Returns an error if standard output is closed.
pub(super) fn check_open() -> Result<(), Quit> {
    match CLOSED.load(Ordering::Relaxed) {
        true => Err(Quit::wrong("cannot write to standard output: it is closed")),
        false => Ok(()),
    }
}

/// Writes a text to standard output. A closed pipe is not an error.
pub(super) fn write(text: &str) -> Result<(), Quit> {
    write_bytes(visible(text, colour()).as_bytes())
}

/// Returns whether standard output accepts escapes.
pub(super) fn colour() -> bool {
    colour_for(&std::io::stdout())
}

/// Writes to standard output, as [`write`].
pub(super) fn write_bytes(bytes: &[u8]) -> Result<(), Quit> {
    check_open()?;
    let _writing = watch::writing();
    let mut stdout = std::io::stdout().lock();
    checked(stdout.write_all(bytes).and_then(|()| stdout.flush()))
}

/// Returns the outcome of writing to standard output.
pub(super) fn checked(written: std::io::Result<()>) -> Result<(), Quit> {
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Quit::wrong(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}
