//! One run of a program: it has a folder for its files, its output is read from there, and it is ended at a limit.
//!
//! The program is in a process group of its own, so that its children end with it and Ctrl-C in the terminal reaches only this
//! process; on Linux it also ends with this process. The folder is always removed. Output goes to files instead of pipes: nobody
//! has to read while the program writes, and a process that the program leaves behind blocks nobody. The size of the output is
//! limited.

use super::folder::{self, TemporaryFolder};
use boardwright_base::budget::{Budget, Stop};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// The maximum number of bytes that a program may write to each of standard output, standard error and `{out}`; more if the
/// problem is larger than a quarter of this, because the answer grows with it.
pub(super) const OUTPUT_LIMIT: u64 = 64_000_000;

/// The end of a run.
pub(super) enum Ending {
    Ended(Ended),
    /// A limit was reached, and the program was killed.
    Stopped(Stop),
    /// The program wrote more than this number of bytes to one of its outputs, and was killed.
    TooMuch(&'static str, u64),
}

/// The results of a program that ended.
pub(super) struct Ended {
    /// The exit code; `None` if a signal killed it.
    pub(super) code: Option<i32>,
    pub(super) stdout: String,
    pub(super) stderr: String,
    /// The text of `{out}`, if the program wrote one.
    pub(super) answer: Option<String>,
}

impl Ended {
    /// Returns whether the exit code is an error: not one of a solver's answers (10, 20, clasp's 30) and not 0.
    pub(super) fn failed(&self) -> bool {
        !matches!(self.code, Some(0 | 10 | 20 | 30))
    }
}

/// The folder for the output of programs, if it is stored.
static LOGS: OnceLock<PathBuf> = OnceLock::new();

/// Stores the output of later programs: for run N, from 0, `N.command`, `N.stdout` and `N.stderr`.
pub(super) fn keep_logs(folder: PathBuf) {
    // A second folder is ignored: a process makes one run.
    let _ = LOGS.set(folder);
}

/// Copies the output of a program to that folder.
fn keep(command: &Command, files: &Path) -> io::Result<()> {
    static RUNS: AtomicU64 = AtomicU64::new(0);
    let Some(logs) = LOGS.get() else { return Ok(()) };
    fs::create_dir_all(logs)?;
    let run = RUNS.fetch_add(1, Ordering::Relaxed);
    let words = std::iter::once(command.get_program()).chain(command.get_args()).map(|word| word.to_string_lossy());
    let words: Vec<String> = words.map(Into::into).collect();
    let line = shlex::try_join(words.iter().map(String::as_str)).map_err(io::Error::other)?;
    fs::write(logs.join(format!("{run}.command")), line + "\n")?;
    for stream in ["stdout", "stderr"] {
        fs::copy(files.join(stream), logs.join(format!("{run}.{stream}")))?;
    }
    Ok(())
}

/// Runs a program on a file with this text. `{}`, `{out}` and `{proof}` in the words stand for the file, the answer's file and the
/// proof's, which is copied to `proof`. Some programs, such as cbc, detect the format by `extension`.
pub(super) fn run(
    words: &[String],
    text: &str,
    extension: &str,
    proof: Option<&mut dyn Write>,
    budget: &Budget,
) -> io::Result<Ending> {
    if let Some(stop) = budget.reached() {
        return Ok(Ending::Stopped(stop));
    }
    let folder = TemporaryFolder::new()?;
    let file = |name: &str| folder.path().join(name);
    let problem = file("problem").with_extension(extension);
    fs::write(&problem, text)?;
    let filled = |word: &String| {
        let word = word.replace("{out}", &file("out").to_string_lossy());
        let word = word.replace("{proof}", &file("proof").to_string_lossy());
        word.replace("{}", &problem.to_string_lossy())
    };
    let mut command = Command::new(&words[0]);
    command.args(words[1..].iter().map(filled)).stdin(Stdio::null());
    command.stdout(File::create(file("stdout"))?).stderr(File::create(file("stderr"))?);
    isolate(&mut command);
    let mut child = Running::start(&mut command).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => io::Error::other(format!("program not found: {}", words[0])),
        _ => error,
    })?;
    let limit = OUTPUT_LIMIT.max(4 * text.len() as u64);
    let outputs = [("stdout", "standard output"), ("stderr", "standard error"), ("out", "{out}")];
    let too_much = || {
        let larger = |name: &str| fs::metadata(file(name)).is_ok_and(|metadata| metadata.len() > limit);
        outputs.into_iter().find(|(name, _)| larger(name)).map(|(_, what)| Ending::TooMuch(what, limit))
    };
    let mut pause = Duration::from_micros(200);
    let status = loop {
        if let Some(status) = child.0.try_wait()? {
            break status;
        }
        if let Some(stop) = budget.reached() {
            keep(&command, folder.path())?;
            return Ok(Ending::Stopped(stop));
        }
        if let Some(ending) = too_much() {
            return Ok(ending);
        }
        // Short runs are noticed soon; long ones are polled rarely.
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    };
    // Remaining children would continue to write.
    drop(child);
    keep(&command, folder.path())?;
    if let Some(ending) = too_much() {
        return Ok(ending);
    }
    // A program that refuted nothing may write no file; a checker decides whether it is a proof.
    if let (Some(proof), Ok(mut written)) = (proof, File::open(file("proof")))
        && let Some(stop) = copy(&mut written, proof, budget)?
    {
        return Ok(Ending::Stopped(stop));
    }
    let read = |name| fs::read(file(name)).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Ok(Ending::Ended(Ended {
        code: status.code(),
        stdout: read("stdout")?,
        stderr: read("stderr")?,
        answer: read("out").ok(),
    }))
}

/// Copies a file, unless a limit is reached first.
fn copy(from: &mut File, to: &mut dyn Write, budget: &Budget) -> io::Result<Option<Stop>> {
    let mut block = vec![0; 1 << 20];
    loop {
        if let Some(stop) = budget.reached() {
            return Ok(Some(stop));
        }
        match from.read(&mut block)? {
            0 => return Ok(None),
            length => to.write_all(&block[..length])?,
        }
    }
}

#[cfg(unix)]
fn isolate(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
    #[cfg(target_os = "linux")]
    // SAFETY: between fork and exec the closure makes one system call, allocates nothing and takes no lock.
    unsafe {
        command.pre_exec(|| Ok(nix::sys::prctl::set_pdeathsig(nix::sys::signal::Signal::SIGKILL)?));
    }
}

#[cfg(not(unix))]
fn isolate(_: &mut Command) {}

/// A program that is killed with its descendants when this value is dropped.
struct Running(Child);

/// The process groups of running programs.
fn groups() -> MutexGuard<'static, Vec<u32>> {
    static GROUPS: Mutex<Vec<u32>> = Mutex::new(Vec::new());
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Set when the process is about to exit.
static OVER: AtomicBool = AtomicBool::new(false);

impl Running {
    fn start(command: &mut Command) -> io::Result<Running> {
        // Under the lock, so that no program starts after the last was killed.
        let mut groups = groups();
        if OVER.load(Ordering::Relaxed) {
            return Err(io::Error::other("the run is over"));
        }
        let child = command.spawn()?;
        groups.push(child.id());
        Ok(Running(child))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        kill_all(self.0.id());
        groups().retain(|&group| group != self.0.id());
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Kills the running programs and removes all temporary folders. No program is started from now on.
pub(super) fn end_all() {
    OVER.store(true, Ordering::Relaxed);
    for group in std::mem::take(&mut *groups()) {
        kill_all(group);
    }
    folder::remove_all();
}

/// Kills a process, its group and, if they can be found, the descendants that left the group; processes that have ended are
/// ignored.
#[cfg(unix)]
pub(super) fn kill_all(process: u32) {
    use nix::sys::signal::{Signal, kill, killpg};
    use nix::unistd::Pid;
    let id = |process: u32| Pid::from_raw(process.cast_signed());
    let descendants = descendants(process);
    let _ = killpg(id(process), Signal::SIGKILL);
    for descendant in descendants {
        let _ = kill(id(descendant), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
pub(super) fn kill_all(_: u32) {}

/// Returns the descendants of a process, as far as their parents are running.
#[cfg(unix)]
fn descendants(process: u32) -> Vec<u32> {
    let mut found = vec![process];
    let mut next = 0;
    while let Some(process) = found.get(next) {
        let tasks = fs::read_dir(format!("/proc/{process}/task"));
        for task in tasks.into_iter().flatten().flatten() {
            let children = fs::read_to_string(task.path().join("children")).unwrap_or_default();
            found.extend(children.split_whitespace().filter_map(|child| child.parse::<u32>().ok()));
        }
        next += 1;
    }
    found.split_off(1)
}
