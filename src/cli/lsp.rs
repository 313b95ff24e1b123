//! `boardwright lsp`: the language server on standard input and output.
//!
//! It is part of the program with the feature `lsp`. `serve` reads and writes messages, `work` runs jobs, `files` reads the files that models name, `event`
//! is what happens to the server.

#[cfg(feature = "lsp")]
mod event;
#[cfg(feature = "lsp")]
mod files;
#[cfg(feature = "lsp")]
mod serve;
#[cfg(feature = "lsp")]
mod work;

use super::Quit;
use boardwright_base::budget;
use clap::Args;

#[derive(Args)]
#[command(after_help = "Editors start this command; see docs/editors.md.\n\n\
    Exit codes: 0 after `shutdown` and `exit`, 1 if the input ends without them, 2 if it cannot be read.")]
pub(super) struct Arguments {
    /// Accepted for editors that add it; standard input and output are always used
    #[arg(long, hide = true)]
    stdio: bool,
    /// Stop a count or an answer when the program uses this much memory, such as 2GB or 512MB [default: 4GB on Linux]
    #[arg(long, value_name = "SIZE", value_parser = budget::memory, help_heading = "Limits")]
    memory_limit: Option<u64>,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Quit> {
    let Arguments { stdio: _, memory_limit } = arguments;
    served(*memory_limit)
}

#[cfg(feature = "lsp")]
fn served(memory_limit: Option<u64>) -> Result<u8, Quit> {
    serve::serve(memory_limit)
}

#[cfg(not(feature = "lsp"))]
fn served(_: Option<u64>) -> Result<u8, Quit> {
    Err(Quit::wrong(
        "this program was built without the language server; `cargo install --path . --features lsp` builds it",
    ))
}
