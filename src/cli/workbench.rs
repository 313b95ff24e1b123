//! `boardwright workbench [MODEL | FOLDER]`: the page for writing, drawing and solving models in the browser.
//!
//! The page and its server are part of the program only with the feature `workbench`, whose build needs Node.js. `server` answers the
//! page over `http`, `folder` has the files that it may read and write, `drafts` the texts that are kept over a crash, `guard` decides which requests are the page's own, `page` has the
//! files of the page and writes them as a folder for any web server, `compare` runs comparisons.

#[cfg(feature = "workbench")]
mod compare;
#[cfg(feature = "workbench")]
mod drafts;
#[cfg(feature = "workbench")]
mod folder;
#[cfg(feature = "workbench")]
mod guard;
#[cfg(feature = "workbench")]
mod http;
#[cfg(feature = "workbench")]
mod page;
#[cfg(feature = "workbench")]
mod server;
#[cfg(feature = "workbench")]
mod work;

use super::Quit;
use boardwright_base::budget;
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// The limit of memory where the system reports how much is in use.
#[cfg(feature = "workbench")]
const MEMORY: u64 = 4 << 30;

#[derive(Args)]
pub(super) struct Arguments {
    /// Model or folder to open [default: the current folder]
    #[arg(value_name = "MODEL|FOLDER")]
    open: Option<PathBuf>,
    /// Write the page to the folder DIR, for any web server; it solves in the browser
    #[arg(long, value_name = "DIR", conflicts_with = "open", help_heading = "Output")]
    export: Option<PathBuf>,
    /// WebAssembly module for --export, made by `wasm/build.sh` [default: boardwright_wasm.wasm beside the program]
    #[arg(long, value_name = "FILE", requires = "export", help_heading = "Input")]
    wasm: Option<PathBuf>,
    /// Port of the server on 127.0.0.1 [default: a free one]
    #[arg(long, value_name = "N", help_heading = "Output", value_parser = super::whole::whole::<u16, 0, 65_535>)]
    port: Option<u16>,
    /// Print the address, but do not open a browser
    #[arg(long, help_heading = "Output")]
    no_browser: bool,
    /// Stop each request of the page after this time
    #[arg(long, value_name = "TIME", value_parser = budget::time, default_value = "10m", help_heading = "Limits")]
    time_limit: Duration,
    /// Stop a request when the program uses this much memory, such as 2GB or 512MB [default: 4GB on Linux]
    #[arg(long, value_name = "SIZE", value_parser = budget::memory, help_heading = "Limits")]
    memory_limit: Option<u64>,
}

#[cfg(not(feature = "workbench"))]
pub(super) fn run(_: &Arguments) -> Result<u8, Quit> {
    Err(Quit::wrong(
        "this program was built without the workbench; `cargo install --path . --features workbench` builds it (needs Node.js)",
    ))
}

#[cfg(feature = "workbench")]
pub(super) fn run(arguments: &Arguments) -> Result<u8, Quit> {
    if let Some(to) = &arguments.export {
        return page::export(to, arguments.wasm.as_deref());
    }
    let open = arguments.open.clone().unwrap_or_else(|| PathBuf::from("."));
    let folder = folder::Folder::open(&open)?;
    let limits = super::limits::Limits {
        time_limit: Some(arguments.time_limit),
        memory_limit: arguments.memory_limit.or(cfg!(target_os = "linux").then_some(MEMORY)),
        ..Default::default()
    };
    let server = server::Server::bind(folder, arguments.port, limits)?;
    super::standard::write(&format!("{}\n", server.address()))?;
    if !arguments.no_browser {
        page::browse(&server.address());
    }
    server.serve()
}
