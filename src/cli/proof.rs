//! `solve --proof FILE`: the files of a proof, FILE and FILE.cnf, which are there when both are complete and not before.

use super::Quit;
use super::files::apart;
use crate::answer::Proof;
use crate::budget::Budget;
use crate::task::proof::{Order, Proved, prove};
use clap::Args;
use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(super) struct Proving {
    /// Prove that there is no solution, no other than those listed (--all) or no better one: write the proof (DRAT) to
    /// FILE and the formula that it refutes to FILE.cnf
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Check the proof before it is reported
    #[arg(long, requires = "proof")]
    check_proof: bool,
}

impl Proving {
    /// Whether a proof was asked for.
    pub(super) fn is_asked(&self) -> bool {
        self.proof.is_some()
    }

    /// Makes the files under temporary names, so that a place that cannot be written is known before anything is solved.
    pub(super) fn prepare(&self, model: &Path, output: &Option<PathBuf>) -> Result<Option<Files>, Quit> {
        let Some(path) = &self.proof else { return Ok(None) };
        if path.file_name().is_none() || path.as_os_str() == "-" {
            return Err(Quit::wrong(format!("--proof {}: a proof and its formula are two files", path.display())));
        }
        let files = [path.clone(), beside(path, ".cnf")];
        for file in &files {
            apart("--proof", Some(file), &[Some(model), output.as_deref()])?;
            if file.exists() && !file.is_file() {
                return Err(Quit::wrong(format!("{} is no file that could be replaced", file.display())));
            }
        }
        let [proof, formula] = files.map(|path| {
            let part = beside(&path, &format!(".{}.part", std::process::id()));
            Place { path, part }
        });
        let files = Files { proof, formula };
        for place in [&files.proof, &files.formula] {
            File::create(&place.part)
                .map_err(|error| Quit::wrong(format!("{} cannot be written: {error}", place.path.display())))?;
        }
        Ok(Some(files))
    }

    /// Whether the proof is to be checked.
    pub(super) fn check(&self) -> bool {
        self.check_proof
    }
}

/// A file's name and the one it has until it is complete.
struct Place {
    path: PathBuf,
    part: PathBuf,
}

/// The two files; what is not complete is removed at the end.
pub(super) struct Files {
    proof: Place,
    formula: Place,
}

impl Drop for Files {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.proof.part);
        let _ = fs::remove_file(&self.formula.part);
    }
}

impl Files {
    /// Proves, and puts the files in their places; what to report, and whether a limit was met.
    pub(super) fn prove(self, order: &Order, budget: &Budget) -> Result<(Proof, bool), Quit> {
        let open = |place: &Place| {
            let file = OpenOptions::new().read(true).write(true).open(&place.part);
            file.map_err(|error| Quit::wrong(format!("{} cannot be written: {error}", place.path.display())))
        };
        let none = |reason| Proof { reason: Some(reason), ..Proof::default() };
        Ok(match prove(order, open(&self.formula)?, open(&self.proof)?, budget)? {
            Proved::Nothing(reason) => (none(reason), false),
            Proved::Stopped(stop) => (none(format!("{} before the proof was complete", stop.describe())), true),
            Proved::Written(proof) => {
                for place in [&self.formula, &self.proof] {
                    fs::rename(&place.part, &place.path)
                        .map_err(|error| Quit::wrong(format!("{} cannot be written: {error}", place.path.display())))?;
                }
                let name = |place: &Place| Some(place.path.display().to_string());
                (Proof { file: name(&self.proof), formula: name(&self.formula), ..proof }, false)
            }
        })
    }
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(ending);
    PathBuf::from(name)
}

/// The proof for a person.
pub(super) fn sentence(proof: &Proof) -> String {
    let Some(claim) = &proof.claim else {
        return format!("proof: none; {}", proof.reason.as_deref().unwrap_or_default());
    };
    let word = |word: &Option<String>| word.clone().unwrap_or_default();
    let mut words = format!(
        "proof: {claim}; {} steps of {} by {} in {}, which refute {}",
        thousands(proof.steps.unwrap_or(0)),
        proof.format.unwrap_or_default(),
        word(&proof.solver),
        word(&proof.file),
        word(&proof.formula),
    );
    match &proof.checked_by[..] {
        [] => {}
        checkers => words.push_str(&format!("; checked by {}", checkers.join(" and by "))),
    }
    words.push_str(&format!("\ntrusted: {}", proof.trusted.join("; ")));
    words
}

/// `1234567` as `1 234 567`.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let grouped =
        digits.as_bytes().rchunks(3).rev().map(|group| group.iter().map(|&digit| char::from(digit)).collect());
    grouped.collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::thousands;

    #[test]
    fn digits_are_grouped() {
        assert_eq!([0, 999, 1000, 1234567].map(thousands), ["0", "999", "1 000", "1 234 567"]);
    }
}
