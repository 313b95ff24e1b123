//! The files of the page, as they were bundled when the program was built, and the page as a folder for any web server.

use super::super::Quit;
use super::super::files::print_error;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The name of the module in the exported folder and beside the program.
const MODULE: &str = "boardwright_wasm.wasm";
/// The file that says how the page reaches the engine.
const CONFIGURATION: &str = "config.json";

/// Returns a file of the page with its type.
pub(super) fn file(name: &str) -> Option<(&'static [u8], &'static str)> {
    let name = if name.is_empty() { "index.html" } else { name };
    let (name, bytes) = PAGE.iter().find(|(own, _)| *own == name)?;
    Some((bytes, kind(name)))
}

/// Returns the media type of a file.
fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

/// Writes the page to a new or empty folder, or over an earlier export.
pub(super) fn export(to: &Path, wasm: Option<&Path>) -> Result<u8, Quit> {
    let module = match wasm {
        Some(path) => path.to_path_buf(),
        None => beside()?,
    };
    let wasm = fs::read(&module).map_err(|error| {
        Quit::wrong(format!(
            "cannot read {}: {error}; `wasm/build.sh` builds it, --wasm FILE names it",
            module.display()
        ))
    })?;
    if !wasm.starts_with(b"\0asm") {
        return Err(Quit::wrong(format!("{} is not a WebAssembly module", module.display())));
    }
    let wrong = |error: std::io::Error| Quit::wrong(format!("cannot write {}: {error}", to.display()));
    fs::create_dir_all(to).map_err(wrong)?;
    let is_empty = fs::read_dir(to).map_err(wrong)?.next().is_none();
    if !is_empty && !to.join(CONFIGURATION).is_file() {
        return Err(Quit::wrong(format!("{} is not empty and not an earlier export", to.display())));
    }
    for (name, bytes) in PAGE {
        fs::write(to.join(name), bytes).map_err(wrong)?;
    }
    fs::write(to.join(MODULE), wasm).map_err(wrong)?;
    fs::write(to.join(CONFIGURATION), json!({ "transport": "wasm" }).to_string()).map_err(wrong)?;
    Ok(0)
}

/// Returns the path of the module beside the program.
fn beside() -> Result<PathBuf, Quit> {
    let program = std::env::current_exe().map_err(|error| Quit::wrong(format!("cannot find the program: {error}")))?;
    Ok(program.with_file_name(MODULE))
}

/// Opens a browser; the address is on stdout for people whose system has none.
pub(super) fn browse(address: &str) {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        _ => ("xdg-open", &[]),
    };
    let null = std::process::Stdio::null;
    let command =
        std::process::Command::new(program).args(arguments).arg(address).stdout(null()).stderr(null()).spawn();
    if command.is_err() {
        print_error("no browser was found: open the address above\n");
    }
}
