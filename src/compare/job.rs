//! One run of a campaign: everything that decides what is computed, and the key made of it.
//!
//! A job is one line of `jobs.jsonl`. It carries the text of its model, so that a machine that runs it needs no other file
//! and a model that is edited later is another job. Its [`Job::key`] is a digest of all that could change its record; a
//! record under the same key is the record of this job, on whatever machine and at whatever time it was made.

use crate::digest::Digest;
use serde::{Deserialize, Serialize};

/// What is asked of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// One solution; an optimal one, where there is an objective.
    One,
    /// All solutions, and so their number.
    All,
    /// Their number.
    Count,
}

impl Question {
    /// The name in campaigns and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Question::One => "one",
            Question::All => "all",
            Question::Count => "count",
        }
    }
}

/// A way of solving: what the columns of a comparison are.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Configuration {
    /// The formulation's name, or `auto`: the family's first.
    pub formulation: String,
    /// As on the command line (`at-most-one=ladder`), or `auto`: the model's own, and by size.
    pub encoding: String,
    /// How an optimum is found on the SAT route, or `auto`.
    pub search: String,
    /// The backend, as on the command line.
    pub backend: String,
}

impl Configuration {
    /// What was chosen, in a line: `varisat, cardinality, at-most-one=ladder`.
    pub fn describe(&self) -> String {
        let chosen = [&self.backend, &self.formulation, &self.encoding, &self.search];
        let chosen: Vec<&str> = chosen.into_iter().map(String::as_str).filter(|name| *name != "auto").collect();
        if chosen.is_empty() { "auto".into() } else { chosen.join(", ") }
    }

    /// The flags that choose it on the command line.
    pub fn flags(&self) -> Vec<String> {
        let flags = [
            ("--formulation", &self.formulation),
            ("--encoding", &self.encoding),
            ("--search", &self.search),
            ("--backend", &self.backend),
        ];
        let chosen = flags.into_iter().filter(|(_, value)| *value != "auto");
        chosen.flat_map(|(flag, value)| [flag.to_string(), value.clone()]).collect()
    }
}

/// A leaf of a count that was cut into jobs: see [`crate::task::cubes`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leaf {
    /// The node, such as `0.0.3`: which horizon, which part, and then which child each time.
    pub path: String,
    /// Into how many its parent was cut, itself included; 1 for a root.
    pub siblings: u32,
    /// Its literals: see [`crate::constraint::split::format`].
    pub cube: Vec<String>,
    /// The optimum of its part, where there is an objective.
    pub optimum: Option<i64>,
    /// The number of steps, for a plan.
    pub horizon: Option<usize>,
}

/// Returns the limit on elapsed time that goes with a limit on CPU time where none is chosen: three times as much, to the
/// millisecond.
pub fn wall_limit_for(time_limit: f64) -> f64 {
    (3000.0 * time_limit).round() / 1000.0
}

/// One run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The part of the campaign it belongs to.
    pub group: String,
    /// The model's path as the campaign names it.
    pub model: String,
    /// The model's text.
    pub text: String,
    /// The way of solving.
    pub configuration: Configuration,
    /// How the problem is shuffled before the solver sees it; 0: not at all.
    pub seed: u64,
    /// What is asked.
    pub question: Question,
    /// Seconds of CPU, over all processes of the run, after which it ends without an answer.
    pub time_limit: f64,
    /// Elapsed seconds after which the run ends without a result that counts; see [`super::record::Status::WallLimit`].
    pub wall_limit: f64,
    /// Bytes of address space the run may take, if limited.
    pub memory_limit: Option<u64>,
    /// Whether to measure what unit propagation leaves of the formula: once for each model and configuration, since a
    /// seed does not change it. Not in the key.
    pub sizes: bool,
    /// For a backend that is a program of its own (`exec:`): the digest of its file when the job was planned. Another
    /// version of it is another job.
    #[serde(default)]
    pub program: Option<String>,
    /// Only this leaf of the search is counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaf: Option<Leaf>,
    /// The program that planned it; another version is another job.
    pub version: String,
}

impl Job {
    /// 128 bits of everything that could change the record, in hexadecimal. The name of the model's file is not in it, its
    /// text is; nor is the group.
    pub fn key(&self) -> String {
        let Configuration { formulation, encoding, search, backend } = &self.configuration;
        let parts = [
            self.text.as_str(),
            formulation,
            encoding,
            search,
            backend,
            &self.seed.to_string(),
            self.question.name(),
            &format!("cpu {}", self.time_limit),
            &format!("wall {}", self.wall_limit),
            &self.memory_limit.map_or("none".to_string(), |bytes| bytes.to_string()),
            &self.version,
        ];
        let mut digest = Digest::new();
        let leaf = self.leaf.as_ref().map(|leaf| format!("{leaf:?}"));
        for part in parts.into_iter().chain(self.program.as_deref()).chain(leaf.as_deref()) {
            digest.add(&(part.len() as u64).to_le_bytes());
            digest.add(part.as_bytes());
        }
        digest.hexadecimal()
    }

    /// The command that does the same run by hand. `solve` and `count` limit elapsed time, so they get the limit of that.
    pub fn command(&self) -> String {
        let task = if self.question == Question::Count { "count" } else { "solve" };
        let mut words = vec!["boardwright".to_string(), task.into(), self.model.clone()];
        words.extend(self.configuration.flags());
        if self.question == Question::All {
            words.push("--all".into());
        }
        words.extend(["--seed".into(), self.seed.to_string()]);
        words.extend(["--time-limit".into(), format!("{}s", self.wall_limit)]);
        if let Some(bytes) = self.memory_limit {
            words.extend(["--memory-limit".into(), bytes.to_string()]);
        }
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:".contains(c);
        let quoted = words.iter().map(|word| match word.chars().all(plain) {
            true => word.clone(),
            false => format!("'{}'", word.replace('\'', "'\\''")),
        });
        quoted.collect::<Vec<_>>().join(" ")
    }
}
