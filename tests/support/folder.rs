//! A folder of a test's own.

#![allow(unreachable_pub)]

use std::path::PathBuf;

/// A folder that is gone at its end.
pub struct Folder(pub PathBuf);

impl Folder {
    /// `name` is this test's alone.
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("boardwright-test-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder can be made");
        Folder(path)
    }

    /// Writes a file into it and answers with its path.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, content).expect("a temporary file can be written");
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
