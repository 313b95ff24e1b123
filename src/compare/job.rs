//! One run of a campaign: everything that decides what is computed, and the key made of it.
//!
//! A job is one line of `jobs.jsonl`. It carries the text of its model, so that a machine that runs it needs no other file
//! and a model that is edited later is another job. Its [`Job::key`] is a digest of all that could change its record; a
//! record under the same key is the record of this job, on whatever machine and at whatever time it was made.

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
    /// Its literals: see [`crate::constraint::split::words`].
    pub cube: Vec<String>,
    /// The optimum of its part, where there is an objective.
    pub optimum: Option<i64>,
    /// The number of steps, for a plan.
    pub horizon: Option<usize>,
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
    /// Wall-clock seconds after which the run ends without an answer.
    pub time_limit: f64,
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
            &self.time_limit.to_string(),
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

    /// The command that does the same run by hand.
    pub fn command(&self) -> String {
        let task = if self.question == Question::Count { "count" } else { "solve" };
        let mut words = vec!["boardwright".to_string(), task.into(), self.model.clone()];
        words.extend(self.configuration.flags());
        if self.question == Question::All {
            words.push("--all".into());
        }
        words.extend(["--seed".into(), self.seed.to_string()]);
        words.extend(["--time-limit".into(), format!("{}s", self.time_limit)]);
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:".contains(c);
        let quoted = words.iter().map(|word| match word.chars().all(plain) {
            true => word.clone(),
            false => format!("'{}'", word.replace('\'', "'\\''")),
        });
        quoted.collect::<Vec<_>>().join(" ")
    }
}

/// A digest of some bytes: of a model's text, which says whether two records are of the same model, or of a program.
pub fn digest(bytes: impl AsRef<[u8]>) -> String {
    let mut digest = Digest::new();
    digest.add(bytes.as_ref());
    digest.hexadecimal()
}

/// FNV-1a with 128 bits (G. Fowler, L. C. Noll, K.-P. Vo; RFC 9923): the same on every machine and in every version of the
/// compiler. It tells jobs apart; it guards against nobody.
struct Digest(u128);

impl Digest {
    fn new() -> Digest {
        Digest(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }

    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }

    fn hexadecimal(&self) -> String {
        format!("{:032x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_fnv() {
        // The published vectors of FNV-1a, 128 bits: "", "a" and "foobar".
        assert_eq!(digest(""), "6c62272e07bb014262b821756295c58d");
        assert_eq!(digest("a"), "d228cb696f1a8caf78912b704e4a8964");
        assert_eq!(digest("foobar"), "343e1662793c64bf6f0d3597ba446f18");
    }
}
