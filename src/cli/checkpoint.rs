//! The file of a long run: the split nodes of its search tree and the results of its leaves, one per line, appended as they
//! happen. A killed run resumes from it; an incomplete last line is dropped.
//!
//! ```text
//! {"checkpoint":1,"run":"0f6b...","model":"models/dissection/pentominoes-6x10.toml"}
//! {"split":"0.0","children":17}
//! {"done":"0.0.3","count":"582","bytes":91002}
//! ```
//!
//! `run` is a digest of everything that determines the count or list; the file of another run is rejected. `bytes` is the length
//! of the list of solutions at that time: a list is truncated to it before it continues.

use super::Quit;
use crate::digest::digest;
use crate::task::cubes::{NodePath, NodeState};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

#[derive(Serialize, Deserialize)]
struct Header {
    checkpoint: u32,
    run: String,
    model: String,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Line {
    Split { split: String, children: u32 },
    Done { done: String, count: String, bytes: Option<u64> },
}

/// The version of the format.
const FORMAT: u32 = 1;

/// An open checkpoint, which no other run may use at the same time.
pub(super) struct Checkpoint {
    path: PathBuf,
    file: File,
    /// The nodes that were finished when the file was opened.
    pub(super) finished: HashMap<NodePath, NodeState>,
    /// The length of the list of solutions that is known to be complete.
    pub(super) bytes: u64,
}

impl Checkpoint {
    /// Opens or creates the file for a run that these parts determine.
    pub(super) fn open(path: &Path, model: &str, parts: &[&str]) -> Result<Checkpoint, Quit> {
        let run = digest(parts.join("\u{0}"));
        let failed = |what: &str, error: std::io::Error| {
            Quit::wrong(format!("the checkpoint {} cannot be {what}: {error}", path.display()))
        };
        let file = OpenOptions::new().create(true).read(true).append(true).open(path);
        let mut file = file.map_err(|error| failed("opened", error))?;
        if file.try_lock().is_err() {
            return Err(Quit::wrong(format!("the checkpoint {} is in use by another run", path.display())));
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(|error| failed("read", error))?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let damaged = |number: usize| {
            Quit::wrong(format!(
                "{}, line {number}: not a checkpoint, or damaged; choose another file, or remove it",
                path.display()
            ))
        };
        // A file that is not a checkpoint must not be overwritten.
        let is_ours = text.is_empty() || text.starts_with(b"{\"checkpoint\"") || b"{\"checkpoint\"".starts_with(&text);
        let text = std::str::from_utf8(&text[..whole]).ok().filter(|_| is_ours).ok_or_else(|| damaged(1))?;
        let mut lines = text.lines().enumerate();
        let mut finished = HashMap::new();
        let mut bytes = 0;
        match lines.next() {
            None => {}
            Some((_, line)) => {
                let header: Header = serde_json::from_str(line).map_err(|_| damaged(1))?;
                if header.checkpoint != FORMAT || header.run != run {
                    return Err(Quit::wrong(format!(
                        "the checkpoint {} belongs to another run: of {}, or with other options or another version; \
                            choose another file, or remove it",
                        path.display(),
                        header.model
                    )));
                }
            }
        }
        for (index, line) in lines {
            let line: Line = serde_json::from_str(line).map_err(|_| damaged(index + 1))?;
            let (node, fact) = match line {
                Line::Split { split, children } => (split, NodeState::Split(children)),
                Line::Done { done, count, bytes: length } => {
                    bytes = length.unwrap_or(0).max(bytes);
                    (done, NodeState::Done(count.parse().map_err(|_| damaged(index + 1))?))
                }
            };
            let node: NodePath = node.parse().map_err(|_| damaged(index + 1))?;
            if finished.insert(node.clone(), fact).is_some() {
                return Err(Quit::wrong(format!("{}, line {}: duplicate node {node}", path.display(), index + 1)));
            }
        }
        file.set_len(whole as u64).map_err(|error| failed("mended", error))?;
        let mut checkpoint = Checkpoint { path: path.to_path_buf(), file, finished, bytes };
        if whole == 0 {
            checkpoint.append(&Header { checkpoint: FORMAT, run, model: model.to_string() })?;
        }
        Ok(checkpoint)
    }

    /// Records that a node was split.
    pub(super) fn split(&mut self, path: &NodePath, children: u32) -> Result<(), Quit> {
        self.append(&Line::Split { split: path.to_string(), children })
    }

    /// Records that a leaf is done; with a list, also the current length of the list.
    pub(super) fn done(&mut self, path: &NodePath, count: &str, bytes: Option<u64>) -> Result<(), Quit> {
        self.append(&Line::Done { done: path.to_string(), count: count.to_string(), bytes })
    }

    /// Writes one line at once, so that a kill leaves it complete or truncated.
    fn append(&mut self, line: &impl Serialize) -> Result<(), Quit> {
        let line = serde_json::to_string(line).map_err(Quit::wrong)? + "\n";
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| Quit::wrong(format!("cannot write the checkpoint {}: {error}", self.path.display())))
    }
}
