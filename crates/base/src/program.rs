//! The name and the version of the program, which files and records state.
//!
//! Imports nothing of ours; start with [`VERSION`]. All crates of the project have one version, so this is the program's, whichever
//! crate asks.

/// The name of the program.
pub const NAME: &str = "boardwright";
/// The version of the program and of its crates.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
