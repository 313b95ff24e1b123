//! One run of a campaign: all inputs of the computation, and their key.
//!
//! A job is one line of `jobs.jsonl`. It contains the text of its model, so the machine that runs it needs no other file, and a
//! later edit of the model makes another job. Its [`Job::key`] is a digest of everything that can change the record. A
//! record with the same key is the record of this job, on any machine and at any time.

use boardwright_base::digest::Digest;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The question about a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// One solution; an optimal one if there is an objective.
    One,
    /// All solutions, and therefore their number.
    All,
    /// The number of solutions.
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

/// A way of solving: one column of a comparison.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Configuration {
    /// The name of the formulation, or `auto`: the first of the family.
    pub formulation: String,
    /// The encodings, as on the command line (`at-most-one=ladder`), or `auto`: those of the model, otherwise by size.
    pub encoding: String,
    /// The search for an optimum on the SAT route, or `auto`.
    pub search: String,
    /// The backend, as on the command line.
    pub backend: String,
    /// Whether symmetries are broken: `off`, `break`, or `auto`, where the formulation does or it is known to help.
    #[serde(default = "auto")]
    pub symmetry: String,
    /// Whether the redundant constraints of the formulation are kept: `auto`, or `off`.
    #[serde(default = "auto")]
    pub redundant: String,
}

/// The value of what an earlier version did not write.
fn auto() -> String {
    "auto".into()
}

impl Configuration {
    /// Formats the choices on one line: `varisat, cardinality, at-most-one=ladder`.
    pub fn describe(&self) -> String {
        let chosen = [&self.backend, &self.formulation, &self.encoding, &self.search];
        let chosen = chosen.into_iter().filter(|name| *name != "auto").cloned();
        let posed = self.posed().into_iter().filter(|(_, value)| *value != "auto");
        let chosen: Vec<String> = chosen.chain(posed.map(|(kind, value)| format!("{kind}={value}"))).collect();
        if chosen.is_empty() { "auto".into() } else { chosen.join(", ") }
    }

    /// Returns the choices that change the problem before any encoding, with their names.
    pub(crate) fn posed(&self) -> [(&'static str, &str); 2] {
        [("symmetry", &self.symmetry), ("redundant", &self.redundant)]
    }

    /// Returns the flags of the command line for the choices.
    pub fn flags(&self) -> Vec<String> {
        let flags = [
            ("--formulation", &self.formulation),
            ("--encoding", &self.encoding),
            ("--search", &self.search),
            ("--backend", &self.backend),
            ("--symmetry", &self.symmetry),
            ("--redundant", &self.redundant),
        ];
        let chosen = flags.into_iter().filter(|(_, value)| *value != "auto");
        chosen.flat_map(|(flag, value)| [flag.to_string(), value.clone()]).collect()
    }
}

/// A leaf of a count that is split into jobs: see [`boardwright_tasks::task::cubes`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leaf {
    /// The node, such as `0.0.3`: horizon, part, then the child at each level.
    pub path: String,
    /// The number of children of its parent; 1 for a root.
    pub siblings: u32,
    /// Its literals: see [`boardwright_ir::constraint::split::format`].
    pub cube: Vec<String>,
    /// The optimum of its part, if there is an objective.
    pub optimum: Option<i64>,
    /// The number of steps of a plan.
    pub horizon: Option<usize>,
}

/// Returns the default limit on elapsed time for a limit on CPU time: three times as much, in whole milliseconds.
pub fn wall_limit_for(time_limit: f64) -> f64 {
    (3000.0 * time_limit).round() / 1000.0
}

/// One run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The group of the campaign.
    pub group: String,
    /// The path of the model in the campaign.
    pub model: String,
    /// The values of its parameters that were set; the text has them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<String, i64>,
    /// The text of the model.
    pub text: String,
    /// The configuration.
    pub configuration: Configuration,
    /// The seed that shuffles the problem before solving; 0 for none.
    pub seed: u64,
    /// The question.
    pub question: Question,
    /// CPU seconds, over all processes of the run, after which it ends without an answer.
    pub time_limit: f64,
    /// Elapsed seconds after which the run ends and is not scored; see [`super::record::Status::WallLimit`].
    pub wall_limit: f64,
    /// The limit on address space in bytes, if any.
    pub memory_limit: Option<u64>,
    /// Whether to measure the formula after unit propagation: once per model and configuration, because a seed does not change
    /// the result. Not part of the key.
    pub sizes: bool,
    /// For an external program (`exec:`): the digest of its file when the job was planned. Another version makes another job.
    #[serde(default)]
    pub program: Option<String>,
    /// Restricts the count to this leaf of the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaf: Option<Leaf>,
    /// The version of the program that planned the job; another version makes another job.
    pub version: String,
}

impl Job {
    /// Returns 128 bits of everything that can change the record, in hexadecimal. The text of the model is included; the name
    /// of its file and the group are not.
    pub fn key(&self) -> String {
        let Configuration { formulation, encoding, search, backend, .. } = &self.configuration;
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
        // Not part of the key if not chosen: earlier versions had no such choice.
        let posed = self.configuration.posed().into_iter().filter(|(_, value)| *value != "auto");
        let posed: Vec<String> = posed.map(|(kind, value)| format!("{kind} {value}")).collect();
        let posed = posed.iter().map(String::as_str);
        for part in parts.into_iter().chain(self.program.as_deref()).chain(leaf.as_deref()).chain(posed) {
            digest.add(&(part.len() as u64).to_le_bytes());
            digest.add(part.as_bytes());
        }
        digest.hexadecimal()
    }

    /// Returns the command that repeats the run. `solve` and `count` limit elapsed time, so it has that limit.
    pub fn command(&self) -> String {
        let task = if self.question == Question::Count { "count" } else { "solve" };
        let mut words = vec!["boardwright".to_string(), task.into(), self.model.clone()];
        words.extend(self.set.iter().flat_map(|(name, value)| ["--set".to_string(), format!("{name}={value}")]));
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
