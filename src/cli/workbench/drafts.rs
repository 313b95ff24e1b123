//! Drafts: the texts that were edited on the page, kept over a crash in the user's state folder. Start with [`Drafts`].
//!
//! A draft is a file `ID.json` that only the user can read. There are at most [`MAX_DRAFTS`]: a further one is refused, and none is
//! removed but by the page's request.

use super::super::outputs;
use serde_json::{Value, json};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// The maximum number of drafts.
const MAX_DRAFTS: usize = 50;
/// The maximum size of a draft.
const LARGEST: usize = 8 << 20;
/// The number of digits of an ID.
const DIGITS: usize = 32;

/// The store of drafts.
pub(super) struct Drafts {
    /// `None`: the system names no folder for the state of programs.
    folder: Option<PathBuf>,
    /// Held while drafts are counted and written.
    writing: Mutex<()>,
}

/// The reason why a draft is not kept.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unkept {
    /// There is no folder.
    #[error("the system names no folder for drafts: set XDG_STATE_HOME or HOME")]
    NoFolder,
    /// There is no room.
    #[error("there are {MAX_DRAFTS} drafts, the maximum: remove one to keep another")]
    Full,
    /// It is too large.
    #[error("the draft is too large: expected at most 8 MiB")]
    TooLarge,
    /// The ID is not of its form.
    #[error("the ID of a draft has {DIGITS} hexadecimal digits")]
    Id,
    /// The system refuses.
    #[error(transparent)]
    Failed(#[from] io::Error),
}

impl Drafts {
    /// Returns the store in the user's state folder.
    pub(super) fn of_user() -> Drafts {
        Drafts { folder: folder(), writing: Mutex::default() }
    }

    #[cfg(test)]
    fn in_folder(folder: PathBuf) -> Drafts {
        Drafts { folder: Some(folder), writing: Mutex::default() }
    }

    /// Returns the drafts, the latest first. Files that are no drafts are left out.
    pub(super) fn list(&self) -> Result<Value, Unkept> {
        let mut all: Vec<Value> = self.paths()?.iter().filter_map(|path| read(path)).collect();
        all.sort_by_key(|draft| std::cmp::Reverse(draft["when"].as_u64()));
        Ok(json!({ "drafts": all, "most": MAX_DRAFTS }))
    }

    /// Keeps a draft, in place of the one with the same ID.
    pub(super) fn keep(&self, asked: &Value) -> Result<Value, Unkept> {
        let path = self.path(asked)?;
        let text = |key: &str| asked[key].as_str().unwrap_or_default().to_string();
        let when = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64);
        let draft = json!({
            "id": text("id"), "name": text("name"), "text": text("text"), "state": text("state"), "when": when,
        });
        let draft = draft.to_string();
        if draft.len() > LARGEST {
            return Err(Unkept::TooLarge);
        }
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        if !path.exists() && self.paths()?.len() >= MAX_DRAFTS {
            return Err(Unkept::Full);
        }
        let parent = path.parent().unwrap_or(Path::new("."));
        private_folder(parent)?;
        outputs::replace_private(&path, draft.as_bytes())?;
        Ok(json!({ "when": when }))
    }

    /// Removes a draft, if it is there.
    pub(super) fn remove(&self, asked: &Value) -> Result<Value, Unkept> {
        let path = self.path(asked)?;
        match fs::remove_file(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
            _ => Ok(json!({})),
        }
    }

    fn paths(&self) -> Result<Vec<PathBuf>, Unkept> {
        let folder = self.folder.as_ref().ok_or(Unkept::NoFolder)?;
        let entries = match fs::read_dir(folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        Ok(paths.filter(|path| path.file_stem().is_some_and(|stem| is_id(&stem.to_string_lossy()))).collect())
    }

    fn path(&self, asked: &Value) -> Result<PathBuf, Unkept> {
        let folder = self.folder.as_ref().ok_or(Unkept::NoFolder)?;
        let id = asked["id"].as_str().filter(|id| is_id(id)).ok_or(Unkept::Id)?;
        Ok(folder.join(format!("{id}.json")))
    }
}

fn is_id(text: &str) -> bool {
    text.len() == DIGITS && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn read(path: &Path) -> Option<Value> {
    if fs::metadata(path).ok()?.len() > LARGEST as u64 {
        return None;
    }
    let draft: Value = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
    ["id", "name", "text", "state"].iter().all(|key| draft[*key].is_string()).then_some(draft)
}

/// Creates a folder that only the user can open.
fn private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Returns the folder of drafts, as the system places the state of programs.
fn folder() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = match std::env::consts::OS {
        "windows" => variable("LOCALAPPDATA"),
        "macos" => variable("HOME").map(|home| home.join("Library/Application Support")),
        _ => variable("XDG_STATE_HOME").or_else(|| Some(variable("HOME")?.join(".local/state"))),
    };
    Some(state?.join("boardwright").join("drafts"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(number: usize, text: &str) -> Value {
        json!({ "id": format!("{number:032x}"), "name": "a.toml", "text": text, "state": "unique" })
    }

    #[test]
    fn drafts_are_private_and_have_a_number() {
        let root = std::env::temp_dir().join(format!("boardwright-drafts-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        let drafts = Drafts::in_folder(root.join("boardwright/drafts"));
        assert_eq!(drafts.list().expect("no folder is an empty list")["drafts"], json!([]));
        for number in 0..MAX_DRAFTS {
            drafts.keep(&draft(number, "a = 1\n")).unwrap_or_else(|wrong| panic!("{wrong}"));
        }
        assert!(matches!(drafts.keep(&draft(MAX_DRAFTS, "a = 1\n")), Err(Unkept::Full)));
        drafts.keep(&draft(7, "a = 2\n")).expect("one that is there is replaced");
        let all = drafts.list().expect("readable");
        assert_eq!(all["drafts"].as_array().map(Vec::len), Some(MAX_DRAFTS), "nothing was removed");
        assert!(all["drafts"].as_array().unwrap().iter().any(|draft| draft["text"] == "a = 2\n"));
        drafts.remove(&draft(7, "")).expect("removable");
        drafts.keep(&draft(MAX_DRAFTS, "a = 1\n")).expect("there is room again");
        for id in ["", "../../../etc/passwd", "0123", &"G".repeat(32)] {
            assert!(matches!(drafts.keep(&json!({ "id": id, "text": "" })), Err(Unkept::Id)), "{id}");
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
            let folder = root.join("boardwright/drafts");
            assert_eq!(mode(&folder), 0o700);
            assert_eq!(mode(&folder.join(format!("{:032x}.json", 1))), 0o600);
        }
        fs::remove_dir_all(root).expect("removable");
    }
}
