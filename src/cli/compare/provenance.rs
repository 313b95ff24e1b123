//! The provenance of a run: this machine, the programs and crates involved, and the invocation of this program.
//!
//! Versions of crates are those of the Cargo.lock of this build. The version of a program is the first line that it prints with
//! `--version`, if it succeeds within a second. Only solvers known to support this option are called: a script that ignores it
//! would do a whole run.

use boardwright_base::digest::digest;
use boardwright_base::program;
use boardwright_solvers::backend;
use boardwright_study::record::{Invocation, Machine, Program};
use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Solvers that print their version.
const ASKED: &[&str] =
    &["cadical", "clasp", "cryptominisat5", "glpsol", "highs", "kissat", "lingeling", "plingeling", "scip"];

const LOCK: &str = include_str!("../../../Cargo.lock");

/// The time limit for printing a version.
const VERSION_TIME: Duration = Duration::from_secs(1);
/// The maximum number of bytes read.
const MAX_VERSION_BYTES: u64 = 4096;

/// Returns this machine.
pub(in crate::cli) fn machine() -> Machine {
    let line = |path: &str| std::fs::read_to_string(path).ok().map(|text| text.trim().to_string());
    let value = |path: &str, key: &str| {
        let text = std::fs::read_to_string(path).ok()?;
        text.lines()
            .find_map(|line| Some(line.strip_prefix(key)?.trim_start_matches([':', '=', ' ', '\t']).to_string()))
    };
    let kernel = line("/proc/sys/kernel/osrelease").map(|release| format!("Linux {release}"));
    let name = value("/etc/os-release", "PRETTY_NAME").map(|name| name.trim_matches('"').to_string());
    let os: Vec<String> = name.into_iter().chain(kernel).collect();
    let memory = value("/proc/meminfo", "MemTotal").and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
    Machine {
        host: line("/proc/sys/kernel/hostname").unwrap_or_else(|| "unknown".into()),
        cpu: value("/proc/cpuinfo", "model name").unwrap_or_else(|| std::env::consts::ARCH.to_string()),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        memory: memory.map(|kilobytes| kilobytes * 1024),
        os: (!os.is_empty()).then(|| os.join(", ")),
    }
}

/// Returns the load of this machine over the last minute, if the system reports it.
pub(super) fn load() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

/// Returns how this program was called.
pub(super) fn invocation() -> Invocation {
    let arguments = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let folder = std::env::current_dir().map(|folder| folder.display().to_string()).unwrap_or_default();
    Invocation { arguments, folder }
}

/// Returns this program and the solver of a backend.
pub(super) fn programs(backend: &str) -> Vec<Program> {
    let mut programs: Vec<Program> = std::env::current_exe().iter().map(|path| program(path)).collect();
    match program_file(backend) {
        Some(path) => programs.push(program(&path)),
        None => programs.extend(crates_of(backend).iter().filter_map(|name| locked(name))),
    }
    programs
}

/// Returns the file of the program that a backend runs, if it can be found.
pub(super) fn program_file(backend: &str) -> Option<PathBuf> {
    let command = backend.split_once(':').filter(|(form, _)| form.starts_with("exec"))?.1;
    let program = shlex::split(command)?.into_iter().next()?;
    let folders: Vec<PathBuf> = match program.contains('/') {
        true => vec![PathBuf::new()],
        false => std::env::split_paths(&std::env::var_os("PATH")?).collect(),
    };
    folders.into_iter().map(|folder| folder.join(&program)).find(|path| path.is_file())
}

/// Returns a program with its version and digest, which are determined once.
fn program(path: &Path) -> Program {
    static KNOWN: Mutex<Option<HashMap<PathBuf, Program>>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    if let Some(program) = known.get(path) {
        return program.clone();
    }
    let own = std::env::current_exe().is_ok_and(|own| own == path);
    let program = Program {
        name: match own {
            true => program::NAME.into(),
            false => path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        },
        version: if own { Some(program::VERSION.into()) } else { version(path) },
        digest: std::fs::read(path).ok().map(digest),
        path: Some(path.canonicalize().unwrap_or_else(|_| path.into()).display().to_string()),
    };
    known.insert(path.into(), program.clone());
    program
}

/// Returns the first line that a program prints about its version.
fn version(path: &Path) -> Option<String> {
    if !ASKED.iter().any(|name| path.file_name().is_some_and(|own| own == *name)) {
        return None;
    }
    let mut command = Command::new(path);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    super::platform::apart(&mut command);
    let mut child = command.spawn().ok()?;
    let start = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Some(status),
            Ok(None) if start.elapsed() < VERSION_TIME => std::thread::sleep(Duration::from_millis(2)),
            _ => break None,
        }
    };
    // Its children may hold the pipe open.
    super::platform::kill_group(&child);
    let _ = child.kill();
    let _ = child.wait();
    status.filter(std::process::ExitStatus::success)?;
    let mut text = Vec::new();
    child.stdout.take()?.take(MAX_VERSION_BYTES).read_to_end(&mut text).ok()?;
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    Some(line.chars().filter(|character| !character.is_control()).take(200).collect())
}

/// Returns the crates behind a backend of the registry, except this one.
fn crates_of(backend: &str) -> &'static [&'static str] {
    match backend {
        "varisat" => &["varisat"],
        "batsat" => &["batsat"],
        "cadical" => &["cadical"],
        "microlp" => &["microlp", "good_lp"],
        "minilp" => &["minilp"],
        "auto" => crates_of(&backend::default_for(backend::Route::Sat).name),
        _ => &[],
    }
}

/// Returns the entry of a crate in Cargo.lock.
fn locked(name: &str) -> Option<Program> {
    let entry = LOCK.split("[[package]]").find(|entry| entry.contains(&format!("\nname = \"{name}\"\n")))?;
    let value = |key: &str| {
        let line = entry.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "))?;
        Some(line.trim_matches('"').to_string())
    };
    Some(Program { name: name.into(), version: value("version"), digest: value("checksum"), path: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_solvers::backend::{BACKENDS, Engine};

    #[test]
    fn crates_are_locked_and_summaries_name_their_versions() {
        for backend in BACKENDS {
            let crates: Vec<Program> = crates_of(&backend.name).iter().filter_map(|name| locked(name)).collect();
            assert_eq!(crates.len(), crates_of(&backend.name).len(), "{}", backend.name);
            assert!(crates.iter().all(|it| it.version.is_some() && it.digest.as_ref().is_some_and(|d| d.len() == 64)));
            let own = matches!(backend.engine, Engine::Linear(_) | Engine::Cover(_) | Engine::Frontier(_));
            assert_eq!(crates.is_empty(), own, "{}", backend.name);
            // The summaries of `list backends` are correct; the version of CaDiCaL differs from that of its crate.
            if let Some(version) = crates.first().and_then(|first| first.version.as_ref())
                && backend.name != "cadical"
            {
                assert!(backend.summary.contains(version.as_str()), "{}: {version}", backend.summary);
            }
        }
    }

    #[test]
    fn programs_report_their_version_if_they_do_so_soon() {
        let shell = program_file("exec:sh -c 'exit 0'").expect("there is a shell");
        assert!(program(&shell).digest.is_some());
        let start = Instant::now();
        let folder = std::env::temp_dir().join(format!("boardwright-version-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("it can be made");
        for (name, script, expected) in [
            ("kissat", "#!/bin/sh\necho '4.0.1'\n", Some("4.0.1")),
            ("clasp", "#!/bin/sh\necho 'what?'\nexit 1\n", None),
            ("highs", "#!/bin/sh\nsleep 30\necho '1.2'\n", None),
            ("unknown", "#!/bin/sh\necho '1.2'\n", None),
        ] {
            let path = folder.join(name);
            std::fs::write(&path, script).expect("it can be written");
            let made = Command::new("chmod").args(["+x", &path.display().to_string()]).status();
            assert!(made.is_ok_and(|status| status.success()));
            assert_eq!(program(&path).version.as_deref(), expected, "{name}");
        }
        assert!(start.elapsed() < Duration::from_secs(20));
        let _ = std::fs::remove_dir_all(&folder);
    }
}
