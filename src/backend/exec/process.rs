//! One run of a program: a folder of its own for its files, its output read from there, and an end to it when a limit is
//! met.
//!
//! The program is put into a process group of its own, so that what it starts ends with it and a Ctrl-C in the terminal
//! reaches us alone; on Linux it also dies with us. The folder is removed however the run ends. Output goes to files
//! rather than pipes: nobody has to read while the program writes.

use crate::budget::{Budget, Stop};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How a run ended.
pub(super) enum Ending {
    Ended(Ended),
    /// A limit was met and the program killed.
    Stopped(Stop),
}

/// What a program that ended left behind.
pub(super) struct Ended {
    /// `None` when a signal killed it.
    pub(super) code: Option<i32>,
    pub(super) stdout: String,
    pub(super) stderr: String,
    /// The text of `{out}`, if the program wrote one.
    pub(super) answer: Option<String>,
}

impl Ended {
    /// Whether the exit code is none that a solver has for an answer (10, 20, clasp's 30) or for having ended well.
    pub(super) fn failed(&self) -> bool {
        !matches!(self.code, Some(0 | 10 | 20 | 30))
    }
}

/// Runs a program on a file with this text. `{}`, `{out}` and `{proof}` in the words stand for the file, the answer's file
/// and the proof's, which is copied to `proof`. `extension` tells the program, or cbc at least, what the file holds.
pub(super) fn run(
    words: &[String],
    text: &str,
    extension: &str,
    proof: Option<&mut dyn Write>,
    budget: &Budget,
) -> io::Result<Ending> {
    let folder = Folder::new()?;
    let file = |name: &str| folder.0.join(name);
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
    let mut child = Running(command.spawn().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => io::Error::other(format!("there is no program {}", words[0])),
        _ => error,
    })?);
    let mut pause = Duration::from_micros(200);
    let status = loop {
        if let Some(status) = child.0.try_wait()? {
            break status;
        }
        if let Some(stop) = budget.reached() {
            return Ok(Ending::Stopped(stop));
        }
        // Short runs are noticed soon, long ones cost nothing to watch.
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    };
    // A program that refuted nothing need not write one; whether there is a proof in it is for a checker to say.
    if let (Some(proof), Ok(mut written)) = (proof, File::open(file("proof"))) {
        io::copy(&mut written, proof)?;
    }
    let read = |name| fs::read(file(name)).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Ok(Ending::Ended(Ended {
        code: status.code(),
        stdout: read("stdout")?,
        stderr: read("stderr")?,
        answer: read("out").ok(),
    }))
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

/// A program that is killed, with all it started, when this goes away.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // What the program left running in its group ends, too; a group that is gone is no error.
        #[cfg(unix)]
        {
            use nix::sys::signal::{Signal, killpg};
            let _ = killpg(nix::unistd::Pid::from_raw(self.0.id().cast_signed()), Signal::SIGKILL);
        }
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A folder of this run's own, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> io::Result<Folder> {
        static RUNS: AtomicU64 = AtomicU64::new(0);
        loop {
            let run = RUNS.fetch_add(1, Ordering::Relaxed);
            let path = std::env::temp_dir().join(format!("boardwright-{}-{run}", std::process::id()));
            let mut builder = fs::DirBuilder::new();
            #[cfg(unix)]
            std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
            match builder.create(&path) {
                Ok(()) => return Ok(Folder(path)),
                // Left by a process that had our number before us.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
