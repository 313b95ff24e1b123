//! The files that the page may read and write: the models of the opened folder. Start with [`Folder`].
//!
//! A path of the page has plain names only: no `..`, no root, no link that leads out of the folder. A file is saved only if it is
//! still what the page has read, beside the old one and then renamed; one save at a time.

use super::super::{Quit, outputs};
use boardwright_base::digest::digest;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The maximum number of files in the list, and of folders below each other.
const MOST_FILES: usize = 2000;
const DEEPEST: usize = 6;
/// The maximum size of a file.
const LARGEST: u64 = 8 << 20;

/// An opened folder.
pub(super) struct Folder {
    root: PathBuf,
    /// The path of the model that was opened, if it was one.
    pub(super) model: Option<String>,
    /// Held while a file is compared and replaced.
    saving: Mutex<()>,
}

/// A reason why a file is not read or written.
#[derive(Debug, thiserror::Error)]
pub(super) enum Refusal {
    /// The path leads elsewhere.
    #[error("only files of the opened folder can be used")]
    Outside,
    /// It is not a model.
    #[error("only files with the extension .toml can be used")]
    NotAModel,
    /// It is too large.
    #[error("the file is too large: expected at most 8 MiB")]
    TooLarge,
    /// It was changed by another program.
    #[error("the file has changed on disk")]
    Changed,
    /// The system refuses.
    #[error(transparent)]
    Failed(#[from] io::Error),
}

/// The text of a file, and its digest.
pub(super) struct Opened {
    pub(super) text: String,
    pub(super) digest: String,
}

impl Folder {
    /// Opens a folder, or the folder of a model.
    pub(super) fn open(path: &Path) -> Result<Folder, Quit> {
        let wrong = |error: io::Error| Quit::wrong(format!("cannot open {}: {error}", path.display()));
        let full = path.canonicalize().map_err(wrong)?;
        if full.is_dir() {
            return Ok(Folder { root: full, model: None, saving: Mutex::default() });
        }
        let name = full.file_name().and_then(|name| name.to_str()).map(str::to_string);
        let (Some(root), Some(name)) = (full.parent(), name) else {
            return Err(Quit::wrong(format!("cannot open {}: it has no name", path.display())));
        };
        let folder = Folder { root: root.to_path_buf(), model: Some(name.clone()), saving: Mutex::default() };
        folder.read(&name).map_err(|refusal| Quit::wrong(format!("cannot open {}: {refusal}", path.display())))?;
        Ok(folder)
    }

    /// Returns the paths of the models, sorted.
    pub(super) fn list(&self) -> Vec<String> {
        let mut found = Vec::new();
        collect(&self.root, "", DEEPEST, &mut found);
        found.sort();
        found
    }

    /// Reads a file.
    pub(super) fn read(&self, path: &str) -> Result<Opened, Refusal> {
        let file = self.path(path)?.canonicalize()?;
        if !file.starts_with(&self.root) {
            return Err(Refusal::Outside);
        }
        let data = fs::metadata(&file)?;
        if !data.is_file() {
            return Err(Refusal::NotAModel);
        }
        if data.len() > LARGEST {
            return Err(Refusal::TooLarge);
        }
        let bytes = fs::read(&file)?;
        let digest = digest(&bytes);
        let text = String::from_utf8(bytes).map_err(|error| io::Error::new(ErrorKind::InvalidData, error))?;
        Ok(Opened { text, digest })
    }

    /// Writes a file, which must still have the digest `known`, or not exist if that is `None`; returns the new digest.
    pub(super) fn save(&self, path: &str, text: &str, known: Option<&str>) -> Result<String, Refusal> {
        if text.len() as u64 > LARGEST {
            return Err(Refusal::TooLarge);
        }
        let file = self.path(path)?;
        let folder = file.parent().unwrap_or(&self.root).canonicalize()?;
        // A link is not replaced: it may lead to a file that others use.
        let is_link = fs::symlink_metadata(&file).is_ok_and(|data| data.is_symlink());
        if !folder.starts_with(&self.root) || is_link {
            return Err(Refusal::Outside);
        }
        let _saving = self.saving.lock().unwrap_or_else(PoisonError::into_inner);
        let now = match self.read(path) {
            Ok(opened) => Some(opened.digest),
            Err(Refusal::Failed(error)) if error.kind() == ErrorKind::NotFound => None,
            Err(refusal) => return Err(refusal),
        };
        if now.as_deref() != known {
            return Err(Refusal::Changed);
        }
        outputs::replace(&file, text.as_bytes())?;
        Ok(digest(text))
    }

    /// Returns the full path of a model.
    fn path(&self, path: &str) -> Result<PathBuf, Refusal> {
        let relative = Path::new(path);
        let plain = |part: Component<'_>| matches!(part, Component::Normal(name) if !name.to_string_lossy().contains(['\\', ':', '\0']));
        if path.is_empty() || !relative.components().all(plain) {
            return Err(Refusal::Outside);
        }
        if relative.extension().is_none_or(|extension| extension != "toml") {
            return Err(Refusal::NotAModel);
        }
        Ok(self.root.join(relative))
    }
}

/// Collects the models below a folder; links and hidden folders are left out.
fn collect(folder: &Path, prefix: &str, depth: usize, found: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut entries: Vec<fs::DirEntry> = entries.filter_map(Result::ok).collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name();
        let (Some(name), Ok(kind)) = (name.to_str(), entry.file_type()) else { continue };
        if found.len() >= MOST_FILES || name.starts_with('.') || matches!(name, "target" | "node_modules") {
            continue;
        }
        if kind.is_dir() && depth > 0 {
            collect(&entry.path(), &format!("{prefix}{name}/"), depth - 1, found);
        } else if kind.is_file() && name.ends_with(".toml") {
            found.push(format!("{prefix}{name}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> (PathBuf, Folder) {
        let root = std::env::temp_dir().join(format!("boardwright-folder-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(root.join("inside/below")).expect("the folder for temporary files is writable");
        fs::write(root.join("secret.toml"), "secret").expect("writable");
        fs::write(root.join("inside/a.toml"), "a = 1\n").expect("writable");
        fs::write(root.join("inside/below/b.toml"), "b = 1\n").expect("writable");
        let opened = Folder::open(&root.join("inside")).unwrap_or_else(|quit| panic!("{}", quit.words));
        (root, opened)
    }

    #[test]
    fn only_files_of_the_folder_are_read() {
        let (root, folder) = folder("read");
        assert_eq!(folder.list(), ["a.toml", "below/b.toml"]);
        assert_eq!(folder.read("below/b.toml").expect("it is there").text, "b = 1\n");
        let absolute = root.join("secret.toml");
        for path in [
            "",
            "../secret.toml",
            "below/../../secret.toml",
            "./../secret.toml",
            absolute.to_str().unwrap(),
            "..\\secret.toml",
        ] {
            assert!(matches!(folder.read(path), Err(Refusal::Outside)), "{path}");
            assert!(matches!(folder.save(path, "x", None), Err(Refusal::Outside)), "{path}");
        }
        assert!(matches!(folder.read("a.txt"), Err(Refusal::NotAModel)));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(root.join("secret.toml"), root.join("inside/link.toml")).expect("writable");
            std::os::unix::fs::symlink(&root, root.join("inside/up")).expect("writable");
            for path in ["link.toml", "up/secret.toml"] {
                assert!(matches!(folder.read(path), Err(Refusal::Outside)), "{path}");
                assert!(matches!(folder.save(path, "x", Some(&digest("secret"))), Err(Refusal::Outside)), "{path}");
            }
            assert_eq!(folder.list(), ["a.toml", "below/b.toml"], "links are not listed");
        }
        assert_eq!(fs::read_to_string(root.join("secret.toml")).expect("it is there"), "secret");
        fs::remove_dir_all(root).expect("removable");
    }

    #[test]
    fn a_file_that_changed_is_not_overwritten() {
        let (root, folder) = folder("save");
        let read = folder.read("a.toml").expect("it is there");
        let saved = folder.save("a.toml", "a = 2\n", Some(&read.digest)).unwrap_or_else(|refusal| panic!("{refusal}"));
        assert_eq!(folder.read("a.toml").expect("it is there").digest, saved);
        fs::write(root.join("inside/a.toml"), "a = 3\n").expect("writable");
        assert!(matches!(folder.save("a.toml", "a = 4\n", Some(&saved)), Err(Refusal::Changed)));
        assert!(matches!(folder.save("a.toml", "a = 4\n", None), Err(Refusal::Changed)), "a new file");
        assert!(matches!(folder.save("c.toml", "c = 1\n", Some(&saved)), Err(Refusal::Changed)), "it was removed");
        assert!(folder.save("c.toml", "c = 1\n", None).is_ok());
        assert_eq!(fs::read_to_string(root.join("inside/a.toml")).expect("it is there"), "a = 3\n");
        assert_eq!(folder.list(), ["a.toml", "below/b.toml", "c.toml"], "nothing else is left");
        fs::remove_dir_all(root).expect("removable");
    }

    #[test]
    fn of_saves_at_once_one_wins() {
        let (root, folder) = folder("race");
        for round in 0..40 {
            // A new file in the first round.
            let known = folder.read("b.toml").ok().map(|opened| opened.digest);
            let texts: Vec<String> = (0..8).map(|number| format!("{round} {number}\n")).collect();
            let save = |text| folder.save("b.toml", text, known.as_deref());
            let saved: Vec<Result<String, Refusal>> = std::thread::scope(|scope| {
                let running: Vec<_> = texts.iter().map(|text| scope.spawn(|| save(text))).collect();
                running.into_iter().map(|thread| thread.join().expect("it does not panic")).collect()
            });
            let won: Vec<usize> = (0..8).filter(|&number| saved[number].is_ok()).collect();
            assert_eq!(won.len(), 1, "round {round}: {saved:?}");
            assert!(
                saved.iter().flat_map(|saved| saved.as_ref().err()).all(|refusal| matches!(refusal, Refusal::Changed))
            );
            assert_eq!(folder.read("b.toml").expect("it is there").text, texts[won[0]]);
        }
        assert_eq!(folder.list(), ["a.toml", "b.toml", "below/b.toml"], "nothing else is left");
        fs::remove_dir_all(root).expect("removable");
    }
}
