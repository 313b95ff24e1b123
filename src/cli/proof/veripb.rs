//! The program veripb, which checks certificates: found in the environment, run as a child process within the limits.

use crate::cli::Quit;
use boardwright_base::budget::{Budget, Stop};
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// The variable that names the program.
const VARIABLE: &str = "BOARDWRIGHT_VERIPB";
/// The time between two looks at the process.
const PAUSE: Duration = Duration::from_millis(10);

/// The program.
pub(super) struct Veripb(PathBuf);

impl Veripb {
    /// Finds the program.
    pub(super) fn find() -> Result<Veripb, Quit> {
        if let Some(named) = env::var_os(VARIABLE) {
            let named = PathBuf::from(named);
            if !named.is_file() {
                return Err(Quit::wrong(format!("{VARIABLE} names {}, which is not a file", named.display())));
            }
            return Ok(Veripb(named));
        }
        let folders = env::var_os("PATH").unwrap_or_default();
        let found = env::split_paths(&folders).map(|folder| folder.join("veripb")).find(|path| path.is_file());
        found.map(Veripb).ok_or_else(|| {
            Quit::wrong(format!(
                "--check-proof needs the program veripb, which is not in the PATH\nhelp: `cargo install veripb --version \
                3.0.2` installs it; {VARIABLE} names another place"
            ))
        })
    }

    /// Checks a proof; returns the limit that was reached, if one was.
    pub(super) fn check(&self, rows: &Path, proof: &Path, budget: &Budget) -> Result<Option<Stop>, Quit> {
        let failed = |error| Quit::wrong(format!("cannot run {}: {error}", self.0.display()));
        let mut command = Command::new(&self.0);
        command.arg("--opb").arg(rows).arg(proof);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(failed)?;
        loop {
            if child.try_wait().map_err(failed)?.is_some() {
                break;
            }
            if let Some(stop) = budget.reached() {
                let _ = child.kill();
                let _ = child.wait();
                return Ok(Some(stop));
            }
            thread::sleep(PAUSE);
        }
        let output = child.wait_with_output().map_err(failed)?;
        let printed = String::from_utf8_lossy(&output.stdout);
        if output.status.success() && printed.lines().any(is_verdict) {
            return Ok(None);
        }
        let errors = String::from_utf8_lossy(&output.stderr);
        let reason = errors.lines().find(|line| line.starts_with("Error")).unwrap_or("it prints no verdict");
        Err(Quit::check_failed(format!("veripb rejects the proof: {reason}")))
    }
}

/// Checks whether a line is the status line of a proof that holds: `s VERIFIED`, then what was concluded, as the competitions
/// of solvers define it.
fn is_verdict(line: &str) -> bool {
    let mut fields = line.split(' ');
    fields.next() == Some("s") && fields.next() == Some("VERIFIED")
}
