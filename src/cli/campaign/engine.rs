//! What an engine is told: files that are written and commands that are run, which a person can do as well.
//!
//! An engine is a program that runs shell commands somewhere and tries again when a machine goes down; it need not know
//! what they do. It is given jobs by their numbers, from a list with a number a line:
//!
//! ```text
//! boardwright worker DIR --job N
//! ```
//!
//! Paths are absolute, since the other machines share the file system and not the current folder. Nothing here starts or
//! writes anything, so that `--dry-run` shows exactly what would be done: as a shell script.

pub(super) mod hyperqueue;
pub(super) mod local;
pub(super) mod parallel;
pub(super) mod slurm;

use super::super::Quit;
use std::path::{Path, PathBuf};

/// The jobs that are handed over, and what is known of them.
pub(super) struct Batch {
    /// The folder of the comparison; absolute.
    pub(super) folder: PathBuf,
    /// This program; absolute.
    pub(super) program: PathBuf,
    /// Numbers of jobs, ascending; at least one.
    pub(super) jobs: Vec<usize>,
    /// The longest limit on elapsed time among them, in seconds.
    pub(super) time_limit: f64,
    /// The largest memory limit among them in bytes, if all have one.
    pub(super) memory_limit: Option<u64>,
    /// How many at a time.
    pub(super) at_a_time: Option<u16>,
    /// What the person who submits adds for the engine; after what the program says, so that it wins.
    pub(super) options: Vec<String>,
    /// Cores to which runs are pinned; none: they are not.
    pub(super) cpus: Vec<usize>,
    /// Whether the output of external programs is kept.
    pub(super) keep_logs: bool,
    /// Whether jobs may run the programs that the plan names.
    pub(super) allow_exec: bool,
}

/// What is to be done so that an engine runs a batch.
pub(super) struct Handover {
    /// Files with their texts. A list that an earlier batch still reads is never among them.
    pub(super) files: Vec<(PathBuf, String)>,
    /// Program and arguments.
    pub(super) commands: Vec<Vec<String>>,
}

impl Batch {
    /// The options that `worker` and `compare` have in common, as they were given to `submit`.
    fn flags(&self) -> Vec<String> {
        let cpus: Vec<String> = self.cpus.iter().map(usize::to_string).collect();
        let mut flags = Vec::new();
        flags.extend((!cpus.is_empty()).then(|| format!("--cpus={}", cpus.join(","))));
        flags.extend(self.keep_logs.then(|| "--keep-logs".to_string()));
        flags.extend(self.allow_exec.then(|| "--allow-exec".to_string()));
        flags
    }

    /// Seconds after which a job that is still there hangs: starting and ending take a moment.
    fn patience(&self) -> u64 {
        self.time_limit.ceil() as u64 + 60
    }

    /// A folder of an engine's own, and the first name for a list in it that is not taken.
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

    /// The list: a number a line.
    fn lines(&self) -> String {
        self.jobs.iter().map(|job| format!("{job}\n")).collect()
    }

    /// The script that runs one task of an array: the line of the list that the engine's variable names.
    fn script(&self, variable: &str) -> String {
        format!(
            "#!/bin/sh\n\
             # One task of an array runs one job of the plan: that of line offset + task, from 0, of a list.\n\
             # usage: job.sh LIST OFFSET\n\
             set -eu\n\
             line=$(($2 + {variable} + 1))\n\
             job=$(sed -n \"${{line}}p\" \"$1\")\n\
             exec {} worker {} --job \"$job\"{}\n",
            quoted(&text(&self.program)),
            quoted(&text(&self.folder)),
            self.flags().iter().map(|flag| format!(" {flag}")).collect::<String>()
        )
    }
}

impl Handover {
    /// The same as a shell script.
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

/// A path as a word of a command. One that is not Unicode has been refused before.
fn text(path: &Path) -> String {
    path.display().to_string()
}

/// Refuses a path that cannot be written into a script.
pub(super) fn absolute(path: std::io::Result<PathBuf>) -> Result<PathBuf, Quit> {
    let path = path.map_err(Quit::wrong)?;
    match path.to_str() {
        Some(name) if !name.contains('\n') => Ok(path),
        _ => Err(Quit::wrong(format!("{} cannot be written into a script", path.display()))),
    }
}

/// A word as a shell reads it.
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

    /// Three jobs, of ten seconds and a gigabyte each, in a folder whose name has to be quoted.
    pub(super) fn batch() -> Batch {
        Batch {
            folder: "/data/it's one".into(),
            program: "/opt/boardwright".into(),
            jobs: vec![0, 4, 5],
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
    fn words_are_quoted_where_a_shell_would_read_something_else() {
        assert_eq!(quoted("--array=0-2%4"), "--array=0-2%4");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("it's $HOME"), "'it'\\''s $HOME'");
    }

    #[test]
    fn the_script_picks_a_line_of_the_list() {
        let script = batch().script("SLURM_ARRAY_TASK_ID");
        assert!(script.contains("line=$(($2 + SLURM_ARRAY_TASK_ID + 1))\n"), "{script}");
        assert!(script.ends_with("exec /opt/boardwright worker '/data/it'\\''s one' --job \"$job\"\n"), "{script}");
        let script = Batch { allow_exec: true, ..batch() }.script("HQ_TASK_ID");
        assert!(script.ends_with(" --job \"$job\" --allow-exec\n"), "{script}");
    }
}
