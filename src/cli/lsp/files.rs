//! The files that models in an editor name, such as word lists. Start with [`text`].

use super::super::input::{is_below, outside};
use boardwright_base::diagnostic::{Diagnostic, quote};
use boardwright_model::Spanned;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Larger files are not read.
const MAX_BYTES: u64 = 64 << 20;

/// Returns the text of a file that the model of a URI names, relative to the model's folder and below it.
///
/// # Errors
/// Why it is not read, at its name.
pub(super) fn text(uri: &str, file: &Spanned<String>) -> Result<String, Diagnostic> {
    let unread = |reason: &str| {
        let message = format!("cannot read {}: {reason}", quote(&file.value));
        Diagnostic::new("unread-file", message).at(file.span, "")
    };
    let Some(model) = path(uri) else {
        return Err(unread("the model is not saved as a file").help("save the model beside the file"));
    };
    let folder = model.parent().unwrap_or(Path::new("."));
    if !is_below(folder, Path::new(&file.value)) {
        return Err(outside(file).help("move the file into the folder"));
    }
    let opened = std::fs::File::open(folder.join(&file.value)).map_err(|error| unread(&error.to_string()))?;
    let mut text = String::new();
    match opened.take(MAX_BYTES + 1).read_to_string(&mut text) {
        Err(error) => Err(unread(&error.to_string())),
        Ok(length) if length as u64 > MAX_BYTES => Err(unread("it is larger than 64 MB")),
        Ok(_) => Ok(text),
    }
}

/// Returns the path of a `file:` URI.
fn path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let mut bytes = Vec::with_capacity(rest.len());
    let mut left = rest.bytes();
    while let Some(byte) = left.next() {
        bytes.push(match byte {
            b'%' => {
                let digits = [left.next()?, left.next()?];
                u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
            }
            byte => byte,
        });
    }
    let path = String::from_utf8(bytes).ok()?;
    // `file:///C:/models`
    let has_drive = path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if has_drive { path.trim_start_matches('/') } else { &path }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uris_are_paths() {
        assert_eq!(path("file:///a%20b/c.toml"), Some(PathBuf::from("/a b/c.toml")));
        assert_eq!(path("file:///C:/c.toml"), Some(PathBuf::from("C:/c.toml")));
        assert_eq!(path("file:///%C3%A9"), Some(PathBuf::from("/é")));
        for uri in ["untitled:Untitled-1", "file:///a%2", "file:///%zz", "file:///%ff", ""] {
            assert_eq!(path(uri), None, "{uri}");
        }
    }
}
