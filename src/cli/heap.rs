//! The heap: settings of the system's allocator for a process with one busy thread. Imports nothing; see [`settle`].

/// Makes the heap grow in large steps and keep what is freed. All threads share one unless they work at the same time.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(super) fn settle(parallel: bool) {
    use nix::libc::{M_ARENA_MAX, M_MMAP_THRESHOLD, M_TOP_PAD, M_TRIM_THRESHOLD, mallopt};
    let steps = [(M_TOP_PAD, 1 << 20), (M_TRIM_THRESHOLD, 64 << 20), (M_MMAP_THRESHOLD, 4 << 20)];
    for (option, value) in steps.into_iter().chain((!parallel).then_some((M_ARENA_MAX, 1))) {
        // SAFETY: the call changes numbers of the allocator; other threads do not exist yet.
        unsafe { mallopt(option, value) };
    }
}

/// Gives freed memory back to the system, so that what one request used does not count against the next one.
#[cfg(all(any(feature = "lsp", feature = "workbench"), target_os = "linux", target_env = "gnu"))]
pub(super) fn trim() {
    // SAFETY: the call may be made at any time, from any thread.
    unsafe { nix::libc::malloc_trim(0) };
}

/// Other systems decide themselves what they take back.
#[cfg(all(any(feature = "lsp", feature = "workbench"), not(all(target_os = "linux", target_env = "gnu"))))]
pub(super) fn trim() {}

/// Other systems have no such settings.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(super) fn settle(_: bool) {}
