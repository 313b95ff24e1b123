//! `boardwright campaign submit DIR --engine E`: submits the jobs that have no result.
//!
//! Safe to repeat, also to fill gaps: finished jobs are not submitted, and the first worker runs a job that was submitted twice.
//! `--dry-run` prints the actions as a shell script.

use super::super::compare::spool::Spool;
use super::super::files::print_error;
use super::super::outputs::{self, Output};
use super::super::trust::Trust;
use super::super::{Exit, Quit};
use super::engine::{Batch, Handover, absolute, hyperqueue, local, parallel, quoted, slurm};
use super::jobs::{longest, missing, runs};
use super::tasks::packed;
use super::traces;
use boardwright_base::budget;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

#[derive(Args)]
pub(super) struct Arguments {
    /// Folder that `campaign plan` or `count --split` wrote
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Engine: local, slurm, parallel or hyperqueue
    #[arg(long, value_enum, hide_possible_values = true)]
    engine: Engine,
    /// Print the commands as a shell script, without running them
    #[arg(long)]
    dry_run: bool,
    /// Run at most N jobs at a time [default: 1, for slurm no limit]
    ///
    /// For the engine parallel, N jobs on each machine.
    #[arg(long, value_name = "N", value_parser = super::super::whole::whole::<u16, 1, 65_535>)]
    at_a_time: Option<u16>,
    /// Give each task of the engine several jobs, whose limits add up to at most TIME, such as 15m
    ///
    /// The default is one job. The engine local takes none.
    #[arg(long, value_name = "TIME", value_parser = budget::time)]
    chunk: Option<Duration>,
    /// Pin runs to these cores, such as 0,1
    ///
    /// The engine local divides them among its jobs; every job of another engine gets all of them.
    #[arg(long, value_name = "CORE,...", value_delimiter = ',', value_parser = super::super::whole::any::<usize>)]
    cpus: Vec<usize>,
    /// Keep the output of external programs in logs/ of the folder
    #[arg(long)]
    keep_logs: bool,
    #[command(flatten)]
    trust: Trust,
    /// Options for the engine's command; they override those of Boardwright
    #[arg(last = true, value_name = "ENGINE OPTIONS")]
    options: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Engine {
    /// This machine, through `boardwright compare`
    Local,
    /// Job arrays of a Slurm cluster
    Slurm,
    /// GNU parallel, here or over ssh
    Parallel,
    /// An array of tasks of a HyperQueue server
    Hyperqueue,
}

impl Engine {
    /// Returns a hint for installing the engine's command.
    fn origin(self) -> &'static str {
        match self {
            Engine::Local => "it is this program",
            Engine::Slurm => "it belongs to Slurm (Debian: slurm-client) and needs a cluster",
            Engine::Parallel => "it is GNU parallel (Debian: parallel)",
            Engine::Hyperqueue => {
                "it is HyperQueue, whose releases are at https://github.com/It4innovations/hyperqueue"
            }
        }
    }
}

impl Arguments {
    /// Returns the jobs of each task of the engine.
    fn tasks(&self, spool: &Spool, jobs: &[usize]) -> Result<Vec<Vec<usize>>, Quit> {
        if self.engine == Engine::Local && self.chunk.is_some() {
            return Err(Quit::wrong("--chunk is not supported for local, which starts no tasks"));
        }
        let limits: Vec<(usize, f64)> = jobs.iter().map(|&number| (number, spool.jobs[number].wall_limit)).collect();
        Ok(packed(&limits, self.chunk.map_or(0.0, |chunk| chunk.as_secs_f64())))
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Quit> {
    let spool = Spool::open(&arguments.folder)?;
    let engine = arguments.engine;
    if engine == Engine::Hyperqueue && arguments.at_a_time.is_some() {
        return Err(Quit::wrong("--at-a-time is not supported for hyperqueue: its workers decide"));
    }
    let jobs = missing(&spool, &spool.records()?);
    let folder = quoted(&arguments.folder.display().to_string());
    if jobs.is_empty() && (engine != Engine::Local || arguments.dry_run) {
        Output::Stdout.write(&format!("nothing is missing; next: boardwright campaign merge {folder}\n"))?;
        return Ok(Exit::Answered.code());
    }
    arguments.trust.check(&arguments.folder, jobs.iter().map(|&number| &spool.jobs[number]))?;
    let tasks = arguments.tasks(&spool, &jobs)?;
    let budget = || jobs.iter().map(|&number| &spool.jobs[number]);
    let batch = Batch {
        folder: absolute(arguments.folder.canonicalize())?,
        program: absolute(std::env::current_exe())?,
        time_limit: tasks.iter().map(|task| longest(&spool, task)).fold(0.0, f64::max),
        memory_limit: budget()
            .map(|job| job.memory_limit)
            .collect::<Option<Vec<u64>>>()
            .and_then(|all| all.into_iter().max()),
        at_a_time: arguments.at_a_time,
        options: arguments.options.clone(),
        cpus: arguments.cpus.clone(),
        keep_logs: arguments.keep_logs,
        allow_exec: arguments.trust.allow_exec,
        tasks,
    };
    let handover = match engine {
        Engine::Local => local::handover(&batch),
        Engine::Slurm => slurm::handover(&batch, slurm::array_size()),
        Engine::Parallel => parallel::handover(&batch),
        Engine::Hyperqueue => hyperqueue::handover(&batch),
    };
    if arguments.dry_run {
        Output::Stdout.write(&handover.shell())?;
        return Ok(Exit::Answered.code());
    }
    traces::sweep(&spool)?;
    let at_it = traces::taken_up(&spool)?;
    let twice = jobs.iter().filter(|&&number| at_it.get(&spool.jobs[number].key()) == Some(&true)).count();
    if twice > 0 {
        print_error(&format!("note: {} of these may still be running elsewhere, which is harmless\n", runs(twice)));
    }
    write(&handover)?;
    match engine {
        Engine::Local => become_local(&handover),
        Engine::Parallel => {
            let outcome = call(engine, &handover.commands[0], Stdio::inherit());
            let left = missing(&spool, &spool.records()?).len();
            match outcome {
                // The exit code is the number of failed jobs; only missing jobs matter here.
                Ok(_) | Err(Failure::Ended(_)) if left == 0 => {
                    Output::Stdout
                        .write(&format!("nothing is missing; next: boardwright campaign merge {folder}\n"))?;
                    Ok(Exit::Answered.code())
                }
                Err(Failure::Unusable(words)) => Err(Quit::wrong(words)),
                Ok(_) | Err(Failure::Ended(_)) => Err(Quit {
                    exit: Exit::Unknown,
                    words: format!("{} failed; run `submit` again for the missing runs", runs(left)),
                }),
            }
        }
        Engine::Slurm | Engine::Hyperqueue => {
            for command in &handover.commands {
                match call(engine, command, Stdio::piped()) {
                    Ok(answer) => Output::Stdout.write(&format!("{}: {}\n", command[0], answer.trim_end()))?,
                    Err(Failure::Unusable(words) | Failure::Ended(words)) => return Err(Quit::wrong(words)),
                }
            }
            let count = runs(jobs.len());
            Output::Stdout.write(&format!("{count} submitted; next: boardwright campaign status {folder}\n"))?;
            Ok(Exit::Answered.code())
        }
    }
}

fn write(handover: &Handover) -> Result<(), Quit> {
    for (path, content) in &handover.files {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|error| Quit::wrong(format!("cannot create {}: {error}", folder.display())))?;
        }
        outputs::save("the job file", path, content)?;
    }
    Ok(())
}

/// A reason why a command of an engine failed.
enum Failure {
    /// The command could not be started.
    Unusable(String),
    /// The command ended with an exit code other than 0.
    Ended(String),
}

/// Runs a command of the engine to its end and returns its output, if requested.
fn call(engine: Engine, command: &[String], stdout: Stdio) -> Result<String, Failure> {
    let program = &command[0];
    let child = Command::new(program).args(&command[1..]).stdin(Stdio::null()).stdout(stdout).spawn();
    let output = child.and_then(std::process::Child::wait_with_output).map_err(|error| {
        Failure::Unusable(match error.kind() {
            std::io::ErrorKind::NotFound => format!("program not found: `{program}`; {}", engine.origin()),
            _ => format!("cannot run `{program}`: {error}"),
        })
    })?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(Failure::Ended(format!("`{program}` refused them ({})", output.status)))
    }
}

/// Replaces this process by the comparison, which then handles Ctrl-C and the terminal.
fn become_local(handover: &Handover) -> Result<u8, Quit> {
    let command = &handover.commands[0];
    let mut program = Command::new(&command[0]);
    program.args(&command[1..]);
    #[cfg(unix)]
    {
        let error = std::os::unix::process::CommandExt::exec(&mut program);
        Err(Quit::wrong(format!("cannot run {}: {error}", command[0])))
    }
    #[cfg(not(unix))]
    {
        let status = program.status().map_err(|error| Quit::wrong(format!("cannot run {}: {error}", command[0])))?;
        Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(Exit::Wrong.code()))
    }
}
