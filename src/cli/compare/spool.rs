//! The folder of a comparison: its plan and its records.
//!
//! ```text
//! campaign.json     the title
//! jobs.jsonl        one job per line; job N is line N, from 0
//! jobs.index        the offset of each line, 16 digits and a line break, so that a worker reads only its jobs
//! records.jsonl     results of `compare` here: one record per line, appended as runs finish
//! results/KEY.json  the result of a `worker` on any machine: written under another name and renamed
//! logs/KEY/N.*      output of external programs, with `--keep-logs`
//! attempts/KEY.*    an empty file for each attempt of a worker: KEY.HOST.PROCESS
//! ```
//!
//! An incomplete last line of `records.jsonl` is dropped when the folder is opened again. A key has one record, the first one.
//! A lock prevents two programs from appending to the same records at the same time.

use super::super::Quit;
use super::super::outputs::{self, RECORDS};
use super::super::watch::handle_interrupts;
use boardwright_solvers::backend::exec::TemporaryFolder;
use boardwright_study::job::Job;
use boardwright_study::record::Record;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The bytes of a line of the index.
const OFFSET: usize = 17;

/// The folder of a comparison.
pub(in crate::cli) struct Spool {
    folder: PathBuf,
    pub(in crate::cli) title: String,
    pub(in crate::cli) jobs: Vec<Job>,
    /// The cores that the campaign pins runs to; empty for none.
    pub(in crate::cli) cpus: Vec<usize>,
    /// A temporary folder, which is removed with this value.
    temporary: Option<TemporaryFolder>,
}

#[derive(Serialize, Deserialize)]
struct Header {
    title: String,
    jobs: usize,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    cpus: Vec<usize>,
}

fn failed(path: &Path, what: &str, error: impl std::fmt::Display) -> Quit {
    Quit::wrong(format!("{} cannot be {what}: {error}", path.display()))
}

impl Spool {
    /// Writes the plan of a comparison. An existing folder keeps its records; its plan is replaced, and a record belongs to the job
    /// with its key.
    pub(in crate::cli) fn plan(folder: &Path, title: &str, jobs: Vec<Job>, cpus: &[usize]) -> Result<Spool, Quit> {
        reserve(folder)?;
        for part in ["results", "attempts"] {
            fs::create_dir_all(folder.join(part)).map_err(|error| failed(&folder.join(part), "made", error))?;
        }
        let spool = Spool { folder: folder.into(), title: title.into(), jobs, cpus: cpus.into(), temporary: None };
        // The plan of a running comparison is not replaced.
        let _lock = spool.journal()?;
        let (mut lines, mut index) = (String::new(), String::new());
        for job in &spool.jobs {
            index.push_str(&format!("{:0width$}\n", lines.len(), width = OFFSET - 1));
            lines.push_str(&serde_json::to_string(job).map_err(Quit::wrong)?);
            lines.push('\n');
        }
        let header = Header { title: title.into(), jobs: spool.jobs.len(), cpus: cpus.into() };
        let header = serde_json::to_string(&header).map_err(Quit::wrong)?;
        for (name, text) in [("jobs.jsonl", lines), ("jobs.index", index), ("campaign.json", header + "\n")] {
            outputs::save(RECORDS, &folder.join(name), &text)?;
        }
        Ok(spool)
    }

    /// Writes a plan to a temporary folder.
    pub(in crate::cli) fn passing(title: &str, jobs: Vec<Job>) -> Result<Spool, Quit> {
        handle_interrupts();
        let folder = TemporaryFolder::new()
            .map_err(|error| Quit::wrong(format!("cannot create a temporary folder: {error}")))?;
        let spool = Spool::plan(folder.path(), title, jobs, &[])?;
        Ok(Spool { temporary: Some(folder), ..spool })
    }

    /// Reads the plan of a folder.
    pub(in crate::cli) fn open(folder: &Path) -> Result<Spool, Quit> {
        reserve(folder)?;
        let header = header(folder)?;
        let jobs = text_of(folder, "jobs.jsonl")?;
        let path = folder.join("jobs.jsonl");
        if jobs.lines().next().is_some_and(|line| !line.contains("\"wall_limit\":")) {
            let words = "an earlier version planned it, whose time limits were of elapsed time: plan it again";
            return Err(failed(&path, "used", words));
        }
        let jobs: Result<Vec<Job>, _> = jobs.lines().map(serde_json::from_str).collect();
        let jobs = jobs.map_err(|error| failed(&path, "understood", error))?;
        if jobs.len() != header.jobs {
            return Err(failed(&path, "used", format!("it has {} of {} jobs", jobs.len(), header.jobs)));
        }
        Ok(Spool { folder: folder.into(), title: header.title, jobs, cpus: header.cpus, temporary: None })
    }

    /// Reads these jobs of the plan of a folder, and no others if the folder has an index.
    pub(in crate::cli) fn some(folder: &Path, numbers: &[usize]) -> Result<Spool, Quit> {
        let header = header(folder)?;
        if let Some(unknown) = numbers.iter().find(|&&number| number >= header.jobs) {
            let last = header.jobs.max(1) - 1;
            return Err(Quit::wrong(format!("unknown job {unknown}; the plan has jobs 0 to {last}")));
        }
        match indexed(folder, numbers, &header) {
            Some(jobs) => {
                reserve(folder)?;
                Ok(Spool { folder: folder.into(), title: header.title, jobs, cpus: header.cpus, temporary: None })
            }
            None => {
                let whole = Spool::open(folder)?;
                let jobs = numbers.iter().map(|&number| whole.jobs[number].clone()).collect();
                Ok(Spool { jobs, ..whole })
            }
        }
    }

    /// Returns whether the folder is permanent.
    pub(in crate::cli) fn lasting(&self) -> bool {
        self.temporary.is_none()
    }

    /// Returns all records by key: those appended here and those of workers.
    pub(in crate::cli) fn records(&self) -> Result<BTreeMap<String, Record>, Quit> {
        let mut records = BTreeMap::new();
        let path = self.folder.join("records.jsonl");
        for (index, line) in complete_lines(&path)?.0.lines().enumerate() {
            let record: Record = serde_json::from_str(line)
                .map_err(|error| failed(&path, "understood", format!("line {}: invalid record: {error}", index + 1)))?;
            records.entry(record.key.clone()).or_insert(record);
        }
        for job in &self.jobs {
            let key = job.key();
            if !records.contains_key(&key)
                && let Some(record) = self.result(&key)?
            {
                records.insert(key, record);
            }
        }
        Ok(records)
    }

    /// Returns the jobs to run for a record of every job: those without one, and of several with the same key (a run in several
    /// groups) the first.
    pub(in crate::cli) fn missing(&self, records: &BTreeMap<String, Record>) -> Vec<&Job> {
        let mut seen = HashSet::new();
        let new = |job: &&Job| !records.contains_key(&job.key()) && seen.insert(job.key());
        self.jobs.iter().filter(new).collect()
    }

    /// Returns the result of a worker for a key.
    pub(in crate::cli) fn result(&self, key: &str) -> Result<Option<Record>, Quit> {
        let path = self.folder.join("results").join(format!("{key}.json"));
        match fs::read_to_string(&path) {
            Ok(text) => serde_json::from_str(&text).map(Some).map_err(|error| failed(&path, "understood", error)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(failed(&path, "read", error)),
        }
    }

    /// Takes up a job and returns the number of attempts, including this one.
    pub(in crate::cli) fn attempt(&self, key: &str, host: &str) -> Result<u32, Quit> {
        let folder = self.folder.join("attempts");
        let marker = folder.join(format!("{key}.{}", worker(host)));
        // An existing marker counts as well; a link there is not followed.
        let _ = fs::remove_file(&marker);
        File::create_new(&marker).map_err(|error| failed(&marker, "written", error))?;
        let entries = fs::read_dir(&folder).map_err(|error| failed(&folder, "read", error))?;
        let prefix = format!("{key}.");
        let mine = entries.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix));
        Ok(mine.count().max(1) as u32)
    }

    /// Stores the result of a worker: writes it under another name and renames it, so that it is complete or absent, however many
    /// workers run the job.
    pub(in crate::cli) fn keep(&self, record: &Record) -> Result<(), Quit> {
        let folder = self.folder.join("results");
        let path = folder.join(format!("{}.json", record.key));
        let part = folder.join(format!("{}.json.tmp.{}", record.key, worker(&record.machine.host)));
        let text = serde_json::to_string(record).map_err(Quit::wrong)? + "\n";
        let write = || -> std::io::Result<()> {
            // An existing file is of an earlier process with our number; a link there is not followed.
            let _ = fs::remove_file(&part);
            let mut file = File::create_new(&part)?;
            file.write_all(text.as_bytes())?;
            // After a crash of the machine the name must not exist without the text.
            file.sync_all()?;
            fs::rename(&part, &path)
        };
        let written = write();
        written.map_err(|error| {
            let _ = fs::remove_file(&part);
            failed(&path, "written", error)
        })
    }

    /// Opens `records.jsonl` for appending: locked, and without an incomplete last line.
    pub(in crate::cli) fn journal(&self) -> Result<Journal, Quit> {
        let path = self.folder.join("records.jsonl");
        if path.is_symlink() {
            return Err(failed(&path, "written", "it is a symbolic link"));
        }
        let file = OpenOptions::new().create(true).append(true).open(&path);
        let file = file.map_err(|error| failed(&path, "written", error))?;
        if file.try_lock().is_err() {
            return Err(Quit::wrong(format!(
                "{}: another comparison is running in this folder",
                self.folder.display()
            )));
        }
        let whole = complete_lines(&path)?.1;
        file.set_len(whole).map_err(|error| failed(&path, "mended", error))?;
        Ok(Journal { path, file })
    }

    /// Returns a file of the folder.
    pub(in crate::cli) fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

/// Returns the text of a file of the folder.
fn text_of(folder: &Path, name: &str) -> Result<String, Quit> {
    let path = folder.join(name);
    fs::read_to_string(&path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => Quit::wrong(format!(
            "{} is not the folder of a comparison: missing {name}; `boardwright campaign plan` or `count --split` creates one",
            folder.display()
        )),
        _ => failed(&path, "read", error),
    })
}

fn header(folder: &Path) -> Result<Header, Quit> {
    serde_json::from_str(&text_of(folder, "campaign.json")?)
        .map_err(|error| failed(&folder.join("campaign.json"), "understood", error))
}

/// Returns some jobs of a plan by its index; `None` if the folder has none, as those of earlier versions, or it is not of this
/// plan.
fn indexed(folder: &Path, numbers: &[usize], header: &Header) -> Option<Vec<Job>> {
    let mut index = File::open(folder.join("jobs.index")).ok()?;
    if index.metadata().ok()?.len() != (header.jobs * OFFSET) as u64 {
        return None;
    }
    let mut lines = BufReader::new(File::open(folder.join("jobs.jsonl")).ok()?);
    let mut job = |number: &usize| {
        let mut digits = [0; OFFSET - 1];
        index.seek(SeekFrom::Start((number * OFFSET) as u64)).ok()?;
        index.read_exact(&mut digits).ok()?;
        lines.seek(SeekFrom::Start(std::str::from_utf8(&digits).ok()?.parse().ok()?)).ok()?;
        let mut line = String::new();
        lines.read_line(&mut line).ok()?;
        serde_json::from_str(&line).ok()
    };
    numbers.iter().map(&mut job).collect()
}

/// Rejects a folder whose files are an input or another output.
fn reserve(folder: &Path) -> Result<(), Quit> {
    const PARTS: [&str; 6] = ["campaign.json", "jobs.jsonl", "jobs.index", "records.jsonl", "results", "attempts"];
    PARTS.iter().try_for_each(|part| outputs::reserve(RECORDS, &folder.join(part)))
}

/// Returns the name of a worker: letters and digits of the host's name, a dot, the number of this process.
fn worker(host: &str) -> String {
    format!("{}.{}", plain(host), std::process::id())
}

/// Returns a host's name as used in names of files.
pub(in crate::cli) fn plain(host: &str) -> String {
    host.chars().filter(char::is_ascii_alphanumeric).collect()
}

/// Returns the text of a file up to the last line break, and its length in bytes. A missing file is empty.
fn complete_lines(path: &Path) -> Result<(String, u64), Quit> {
    let mut bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(failed(path, "read", error)),
    };
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    bytes.truncate(whole);
    let text = String::from_utf8(bytes).map_err(|error| failed(path, "understood", error))?;
    Ok((text, whole as u64))
}

/// The file that records are appended to.
pub(in crate::cli) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Appends a record in one write.
    pub(in crate::cli) fn append(&mut self, record: &Record) -> Result<(), Quit> {
        let line = serde_json::to_string(record).map_err(Quit::wrong)? + "\n";
        self.file.write_all(line.as_bytes()).map_err(|error| failed(&self.path, "written", error))
    }
}
