//! Reading models, and messages: files, standard input, the terminal.

use super::Quit;
use super::outputs;
use crate::budget::Budget;
use crate::compare::campaign::is_campaign;
use crate::diagnostic::Diagnostics;
use crate::puzzle::{self, Loaded};
use crate::source::Source;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

/// Reads a file as it is, or standard input for `-`.
pub(super) fn read_bytes(path: &Path) -> Result<Vec<u8>, Quit> {
    let name = path.display();
    outputs::note_read(path)?;
    if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin()
            .read_to_end(&mut bytes)
            .map_err(|error| Quit::wrong(format!("standard input cannot be read: {error}")))?;
        return Ok(bytes);
    }
    std::fs::read(path).map_err(|error| {
        let words = match error.kind() {
            ErrorKind::NotFound => "there is no such file".to_string(),
            _ if path.is_dir() => "it is a folder; give the files in it".to_string(),
            _ => error.to_string(),
        };
        Quit::wrong(format!("{name} cannot be read: {words}"))
    })
}

/// Reads a text file, or standard input for `-`.
pub(super) fn read_source(path: &Path) -> Result<Source, Quit> {
    let name = path.display().to_string();
    let bytes = read_bytes(path)?;
    String::from_utf8(bytes).map(|text| Source::new(name.clone(), text)).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let byte = error.as_bytes()[valid.len()];
        Quit::wrong(format!("{name}, line {line}: not a text file (byte 0x{byte:02x} is not UTF-8)"))
    })
}

/// Reads a model, or explains on stderr what is wrong with it.
pub(super) fn load(path: &Path, fewest: bool) -> Result<(Source, Loaded), Quit> {
    let source = read_source(path)?;
    let loaded = loaded(&source, fewest)?;
    Ok((source, loaded))
}

/// Reads a model's text, or explains on stderr what is wrong with it.
pub(super) fn loaded(source: &Source, fewest: bool) -> Result<Loaded, Quit> {
    if is_campaign(&source.text) {
        let name = &source.name;
        return Err(Quit::wrong(format!("{name} is a campaign, not a model; `boardwright compare {name}` runs it")));
    }
    let budget = Budget::none();
    let loaded = if fewest { puzzle::load_fewest(source, &budget) } else { puzzle::load(source, &budget) };
    loaded.map_err(|error| explained(error.diagnostics(), source))
}

/// So many warnings are printed; the others are counted.
const WARNINGS: usize = 20;

/// Prints what is odd about a model on stderr.
pub(super) fn warn(source: &Source, loaded: &Loaded) {
    let warnings = loaded.instance.warnings(&Budget::none()).unwrap_or_default();
    let shown = warnings.iter().take(WARNINGS).map(|warning| warning.warning(source, stderr_colour()));
    let mut blocks: Vec<String> = shown.collect();
    if warnings.len() > WARNINGS {
        blocks.push(format!("and {} more warnings\n", warnings.len() - WARNINGS));
    }
    if !blocks.is_empty() {
        print_error(&format!("{}\n", blocks.join("\n")));
    }
}

/// Prints diagnostics; the error that is left has nothing more to say.
pub(super) fn explained(diagnostics: &Diagnostics, source: &Source) -> Quit {
    print_error(&diagnostics.render(source, stderr_colour()));
    Quit::wrong("")
}

/// Whether escapes are welcome on stderr.
pub(super) fn stderr_colour() -> bool {
    colour_for(&std::io::stderr())
}

/// Writes to stderr; a closed stderr is nobody's concern.
pub(super) fn print_error(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Whether escapes are welcome: a terminal, and `NO_COLOR` and the like do not forbid them.
pub(super) fn colour_for(stream: &impl anstream::stream::RawStream) -> bool {
    anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never
}
