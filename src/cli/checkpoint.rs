//! The file of a long run: the split nodes of its search tree and the results of its leaves, one per line, appended as they
//! happen. A killed run resumes from it; an incomplete last line is dropped.
//!
//! ```text
//! {"checkpoint":2,"run":"0f6b...","model":"models/dissection/pentominoes-6x10.toml","sum":"c0ab..."}
//! {"split":"0.0","children":17,"sum":"7d35..."}
//! {"done":"0.0.3","count":"582","bytes":91002,"sum":"19fe..."}
//! ```
//!
//! `sum` is a checksum of the line and of all lines before it: a changed, missing or moved line is an error, and the file stays as
//! it is.
//!
//! A sweep has layers instead of a tree: `{"layer":"0.0","variables":40,"words":"00..."}` has the states after 40 variables, 16
//! hexadecimal digits a word. Each layer replaces the one before: the file is written anew beside the old one and renamed.
//!
//! `run` is a digest of everything that determines the count or list; the file of another run is rejected. `bytes` is the length
//! of the list of solutions at that time: a list is truncated to it before it continues.

use super::Quit;
use super::cleanup::incomplete;
use boardwright_base::digest::{Digest, digest};
use boardwright_frontier::SavedLayer;
use boardwright_tasks::task::cubes::{NodePath, NodeState};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
    Layer { layer: String, variables: usize, words: String },
}

/// The version of the format.
const FORMAT: u32 = 2;

/// An open checkpoint, which no other run may use at the same time.
pub(super) struct Checkpoint {
    path: PathBuf,
    file: File,
    /// The first line, without its checksum.
    header: String,
    /// The checksum of the last line.
    sum: String,
    /// The latest layer of each part, of a sweep.
    pub(super) layers: HashMap<NodePath, SavedLayer>,
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
        let (mut finished, mut layers) = (HashMap::new(), HashMap::new());
        let (mut bytes, mut sum) = (0, String::new());
        match lines.next() {
            None => {}
            Some((_, line)) => {
                let checked = checked(line, &mut sum);
                let header = checked.as_deref().unwrap_or(line);
                let header: Header = serde_json::from_str(header).map_err(|_| damaged(1))?;
                if checked.is_none() && header.checkpoint == FORMAT {
                    return Err(damaged(1));
                }
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
            let line = checked(line, &mut sum).ok_or_else(|| damaged(index + 1))?;
            let line: Line = serde_json::from_str(&line).map_err(|_| damaged(index + 1))?;
            let (node, fact) = match line {
                Line::Split { split, children } => (split, NodeState::Split(children)),
                Line::Done { done, count, bytes: length } => {
                    bytes = length.unwrap_or(0).max(bytes);
                    (done, NodeState::Done(count.parse().map_err(|_| damaged(index + 1))?))
                }
                Line::Layer { layer, variables, words } => {
                    let node: NodePath = layer.parse().map_err(|_| damaged(index + 1))?;
                    let words = from_digits(&words).ok_or_else(|| damaged(index + 1))?;
                    let layer = SavedLayer { variables, words: Arc::new(words) };
                    layer.content().ok_or_else(|| damaged(index + 1))?;
                    layers.insert(node, layer);
                    continue;
                }
            };
            let node: NodePath = node.parse().map_err(|_| damaged(index + 1))?;
            if finished.insert(node.clone(), fact).is_some() {
                return Err(Quit::wrong(format!("{}, line {}: duplicate node {node}", path.display(), index + 1)));
            }
        }
        file.set_len(whole as u64).map_err(|error| failed("mended", error))?;
        let header = Header { checkpoint: FORMAT, run, model: model.to_string() };
        let text = serde_json::to_string(&header).map_err(Quit::wrong)?;
        let path = path.to_path_buf();
        let mut checkpoint = Checkpoint { path, file, header: text, sum, layers, finished, bytes };
        if whole == 0 {
            checkpoint.append(&header)?;
        }
        Ok(checkpoint)
    }

    /// Records a layer of a sweep, in place of the one before. A run has either layers or nodes.
    pub(super) fn layer(&mut self, node: &NodePath, layer: &SavedLayer) -> Result<(), Quit> {
        self.layers.insert(node.clone(), layer.clone());
        let failed = |path: &Path, error: std::io::Error| {
            Quit::wrong(format!("cannot write the checkpoint {}: {error}", path.display()))
        };
        let mut name = self.path.as_os_str().to_os_string();
        name.push(".new");
        let new = PathBuf::from(name);
        incomplete().push(new.clone());
        let file = File::create(&new).map_err(|error| failed(&new, error))?;
        let written = self.written(&file).and_then(|sum| {
            // Another run that finds the new file must wait for this one.
            let _ = file.try_lock();
            std::fs::rename(&new, &self.path).map(|()| sum)
        });
        incomplete().retain(|path| *path != new);
        match written {
            Ok(sum) => (self.file, self.sum) = (file, sum),
            Err(error) => {
                let _ = std::fs::remove_file(&new);
                return Err(failed(&self.path, error));
            }
        }
        Ok(())
    }

    /// Writes the header and the layers; returns the last checksum.
    fn written(&self, file: &File) -> std::io::Result<String> {
        let mut out = BufWriter::new(file);
        let mut sum = String::new();
        out.write_all(sealed(&self.header, &mut sum).as_bytes())?;
        let mut layers: Vec<(&NodePath, &SavedLayer)> = self.layers.iter().collect();
        layers.sort_by_key(|(node, _)| *node);
        for (node, SavedLayer { variables, words }) in layers {
            let words: String = words.iter().map(|word| format!("{word:016x}")).collect();
            let line = format!("{{\"layer\":\"{node}\",\"variables\":{variables},\"words\":\"{words}\"}}");
            out.write_all(sealed(&line, &mut sum).as_bytes())?;
        }
        out.flush().map(|()| sum)
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
        let line = sealed(&serde_json::to_string(line).map_err(Quit::wrong)?, &mut self.sum);
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| Quit::wrong(format!("cannot write the checkpoint {}: {error}", self.path.display())))
    }
}

/// The start of the last key of a line, and the number of digits in it.
const SUM: &str = ",\"sum\":\"";
const DIGITS: usize = 16;

/// Returns the checksum of an object after the lines with this checksum.
fn sum_of(object: &str, before: &str) -> String {
    let mut sum = Digest::new();
    [before, object].iter().for_each(|part| sum.add(part.as_bytes()));
    sum.hexadecimal()[..DIGITS].to_string()
}

/// Returns an object as a line with its checksum, which takes the place of the one before.
fn sealed(object: &str, sum: &mut String) -> String {
    *sum = sum_of(object, sum);
    format!("{}{SUM}{sum}\"}}\n", object.strip_suffix('}').unwrap_or(object))
}

/// Returns the object of a line if its checksum is right, which takes the place of the one before.
fn checked(line: &str, sum: &mut String) -> Option<String> {
    let (object, found) = line.strip_suffix("\"}")?.rsplit_once(SUM)?;
    let object = format!("{object}}}");
    let expected = sum_of(&object, sum);
    let is_right = found == expected;
    *sum = expected;
    is_right.then_some(object)
}

/// Reads words of 16 hexadecimal digits each.
fn from_digits(text: &str) -> Option<Vec<u64>> {
    let is_whole = text.is_ascii() && text.len().is_multiple_of(16);
    let word = |digits: &[u8]| u64::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok();
    text.as_bytes().chunks(16).map(word).collect::<Option<Vec<u64>>>().filter(|_| is_whole)
}
