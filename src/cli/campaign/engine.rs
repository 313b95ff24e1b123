//! The files and commands for an engine, which a person can also write and run by hand.
//!
//! An engine is a program that runs shell commands on some machine and retries after a machine fails; it does not know what they
//! do. It gets jobs by their numbers, from a list with those of one task per line:
//!
//! ```text
//! boardwright worker DIR --jobs N
//! ```
//!
//! Paths are absolute, because the other machines share the file system but not the current folder. This file only describes
//! the actions, so that `--dry-run` can print them as a shell script.

pub(super) mod hyperqueue;
pub(super) mod local;
pub(super) mod parallel;
pub(super) mod slurm;

use super::super::Quit;
use super::tasks::ranges;
use std::path::{Path, PathBuf};

/// The jobs for an engine, and their properties.
pub(super) struct Batch {
    /// The folder of the comparison, absolute.
    pub(super) folder: PathBuf,
    /// The path of this program, absolute.
    pub(super) program: PathBuf,
    /// Numbers of jobs, ascending, by task of the engine; at least one.
    pub(super) tasks: Vec<Vec<usize>>,
    /// The longest limit on elapsed time of a task, in seconds.
    pub(super) time_limit: f64,
    /// The largest memory limit among them in bytes, if all have one.
    pub(super) memory_limit: Option<u64>,
    /// The number of jobs at a time.
    pub(super) at_a_time: Option<u16>,
    /// Options of the user for the engine; after those of the program, so that they take precedence.
    pub(super) options: Vec<String>,
    /// The cores to pin runs to; empty for none.
    pub(super) cpus: Vec<usize>,
    /// Whether the output of external programs is stored.
    pub(super) keep_logs: bool,
    /// Whether jobs may run the programs that the plan names.
    pub(super) allow_exec: bool,
}

/// The actions that make an engine run a batch.
pub(super) struct Handover {
    /// Files with their contents. A list that an earlier batch still reads is never among them.
    pub(super) files: Vec<(PathBuf, String)>,
    /// Commands: program and arguments.
    pub(super) commands: Vec<Vec<String>>,
}

impl Batch {
    /// Returns the common options of `worker` and `compare`, as given to `submit`.
    fn flags(&self) -> Vec<String> {
        let cpus: Vec<String> = self.cpus.iter().map(usize::to_string).collect();
        let mut flags = Vec::new();
        flags.extend((!cpus.is_empty()).then(|| format!("--cpus={}", cpus.join(","))));
        flags.extend(self.keep_logs.then(|| "--keep-logs".to_string()));
        flags.extend(self.allow_exec.then(|| "--allow-exec".to_string()));
        flags
    }

    /// Returns the seconds after which a job is considered hung: its limit and time to start and end.
    fn patience(&self) -> u64 {
        self.time_limit.ceil() as u64 + 60
    }

    /// Returns the folder of an engine, and the first unused name for a list in it.
    fn list(&self, engine: &str) -> (PathBuf, PathBuf) {
        let folder = self.folder.join(engine);
        let mut round = 1;
        loop {
            let list = folder.join(format!("jobs-{round}.txt"));
            if !list.exists() {
                return (folder, list);
            }
            round += 1;
        }
    }

    /// Returns the list: one task per line, a number or numbers such as `0..9,12`.
    fn lines(&self) -> String {
        self.tasks.iter().map(|jobs| ranges(jobs, "..", ",") + "\n").collect()
    }

    /// Returns the script that runs one task of an array: the line of the list with the number in the engine's variable.
    fn script(&self, variable: &str) -> String {
        format!(
            "#!/bin/sh\n\
             # One task of an array runs jobs of the plan: those of line offset + task, from 0, of a list.\n\
             # usage: job.sh LIST OFFSET\n\
             set -eu\n\
             line=$(($2 + {variable} + 1))\n\
             jobs=$(sed -n \"${{line}}p\" \"$1\")\n\
             exec {} worker {} --jobs \"$jobs\"{}\n",
            quoted(&text(&self.program)),
            quoted(&text(&self.folder)),
            self.flags().iter().map(|flag| format!(" {flag}")).collect::<String>()
        )
    }
}

impl Handover {
    /// Returns the actions as a shell script.
    pub(super) fn shell(&self) -> String {
        let mut out = String::new();
        let mut folders: Vec<&Path> = self.files.iter().filter_map(|(path, _)| path.parent()).collect();
        folders.dedup();
        for folder in folders {
            out.push_str(&format!("mkdir -p {}\n", quoted(&text(folder))));
        }
        for (path, content) in &self.files {
            out.push_str(&format!("cat > {} <<'END'\n{content}END\n", quoted(&text(path))));
        }
        for command in &self.commands {
            let words: Vec<String> = command.iter().map(|word| quoted(word)).collect();
            out.push_str(&words.join(" "));
            out.push('\n');
        }
        out
    }
}

/// Returns a path as an argument. Paths that are not Unicode have been rejected before.
fn text(path: &Path) -> String {
    path.display().to_string()
}

/// Rejects a path that cannot be written into a script.
pub(super) fn absolute(path: std::io::Result<PathBuf>) -> Result<PathBuf, Quit> {
    let path = path.map_err(Quit::wrong)?;
    match path.to_str() {
        Some(name) if !name.contains('\n') => Ok(path),
        _ => Err(Quit::wrong(format!("{} cannot be written into a script", path.display()))),
    }
}

/// Quotes a word for a shell.
pub(super) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:%@+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns three jobs of ten seconds and a gigabyte each, in a folder whose name needs quotes.
    pub(super) fn batch() -> Batch {
        Batch {
            folder: "/data/it's one".into(),
            program: "/opt/boardwright".into(),
            tasks: vec![vec![0], vec![4], vec![5]],
            time_limit: 10.0,
            memory_limit: Some(1_000_000_000),
            at_a_time: None,
            options: vec!["--partition=long".into()],
            cpus: Vec::new(),
            keep_logs: false,
            allow_exec: false,
        }
    }

    #[test]
    fn words_are_quoted_if_a_shell_would_interpret_them() {
        assert_eq!(quoted("--array=0-2%4"), "--array=0-2%4");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("it's $HOME"), "'it'\\''s $HOME'");
    }

    #[test]
    fn the_script_picks_a_line_of_the_list() {
        let script = batch().script("SLURM_ARRAY_TASK_ID");
        assert!(script.contains("line=$(($2 + SLURM_ARRAY_TASK_ID + 1))\n"), "{script}");
        assert!(script.ends_with("exec /opt/boardwright worker '/data/it'\\''s one' --jobs \"$jobs\"\n"), "{script}");
        let script = Batch { allow_exec: true, ..batch() }.script("HQ_TASK_ID");
        assert!(script.ends_with(" --jobs \"$jobs\" --allow-exec\n"), "{script}");
    }
}
