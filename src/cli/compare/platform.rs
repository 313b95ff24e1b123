//! The services of the operating system for runs: limits, cores, costs, and ending processes.

pub(super) use system::*;

/// A service that the operating system does not provide.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unavailable {
    /// It rejected a memory limit.
    #[cfg(unix)]
    #[error("the memory limit cannot be set: {0}")]
    MemoryLimit(nix::Error),
    /// It has no memory limits.
    #[cfg(not(unix))]
    #[error("memory limits need Unix")]
    MemoryLimit,
    /// It rejected pinning a run.
    #[cfg(target_os = "linux")]
    #[error("the run cannot be pinned to cores {cores:?}: {error}")]
    Cores {
        /// The cores.
        cores: Vec<usize>,
        /// The reason.
        error: nix::Error,
    },
    /// It cannot pin runs.
    #[cfg(not(target_os = "linux"))]
    #[error("runs are pinned to cores on Linux only")]
    Cores,
}

#[cfg(unix)]
mod system {
    use crate::cli::compare::platform::Unavailable;
    use boardwright_study::record::Cost;
    use nix::sys::resource::{Resource, Usage, UsageWho, getrusage, setrlimit};
    use nix::sys::signal::{Signal, kill, killpg};
    use nix::unistd::Pid;
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::process::{Child, Command, ExitStatus};

    /// Limits the address space of this process and its children.
    pub(in crate::cli::compare) fn limit_memory(bytes: u64) -> Result<(), Unavailable> {
        setrlimit(Resource::RLIMIT_AS, bytes, bytes).map_err(Unavailable::MemoryLimit)
    }

    /// Limits the CPU time of this process and, separately, of each child, in whole seconds.
    pub(in crate::cli::compare) fn limit_cpu(seconds: u64) {
        // This is a backstop: if it fails, polling still enforces the limit.
        let _ = setrlimit(Resource::RLIMIT_CPU, seconds, seconds + 2);
    }

    /// Returns the cost so far of this process and the children it has waited for.
    pub(in crate::cli::compare) fn cost() -> Cost {
        let usages = [UsageWho::RUSAGE_SELF, UsageWho::RUSAGE_CHILDREN].map(getrusage);
        let usages: Vec<Usage> = usages.into_iter().flatten().collect();
        // Linux measures the peak in KiB.
        let memory = usages.iter().map(|usage| usage.max_rss().unsigned_abs() * 1024).max().unwrap_or(0);
        Cost { cpu: crate::cli::compare::tree::own().unwrap_or(0.0), wall: 0.0, memory }
    }

    /// Ends this run when its supervisor ends: nobody would read its result, and it would slow down later runs. Processes left by its
    /// programs remain its children, so that they are counted.
    pub(in crate::cli::compare) fn belong_to_supervisor() {
        // Without this service the run continues to its limits.
        #[cfg(target_os = "linux")]
        {
            let _ = nix::sys::prctl::set_pdeathsig(Signal::SIGTERM);
            let _ = nix::sys::prctl::set_child_subreaper(true);
        }
    }

    pub(in crate::cli::compare) fn was_asked_to_stop(status: &ExitStatus) -> bool {
        status.signal().is_some_and(|signal| signal == Signal::SIGTERM as i32 || signal == Signal::SIGINT as i32)
    }

    pub(in crate::cli::compare) fn was_killed(status: &ExitStatus) -> bool {
        status.signal() == Some(Signal::SIGKILL as i32)
    }

    /// Returns whether the operating system ended it at its limit on CPU time.
    pub(in crate::cli::compare) fn met_cpu_limit(status: &ExitStatus) -> bool {
        status.signal() == Some(Signal::SIGXCPU as i32)
    }

    /// Starts it in a process group of its own, so that Ctrl-C reaches it only through its supervisor.
    pub(in crate::cli::compare) fn apart(command: &mut Command) {
        command.process_group(0);
    }

    pub(in crate::cli::compare) fn ask_to_stop(child: &Child) {
        // It may have ended already.
        let _ = killpg(Pid::from_raw(child.id() as i32), Signal::SIGTERM);
    }

    /// Kills the rest of a process group, if there is one.
    pub(in crate::cli::compare) fn kill_group(child: &Child) {
        let _ = killpg(Pid::from_raw(child.id() as i32), Signal::SIGKILL);
    }

    /// Kills processes that still exist.
    pub(in crate::cli::compare) fn kill_all(processes: &[u32]) {
        for &process in processes {
            let _ = kill(Pid::from_raw(process as i32), Signal::SIGKILL);
        }
    }
}

#[cfg(not(unix))]
mod system {
    use crate::cli::compare::platform::Unavailable;
    use boardwright_study::record::Cost;
    use std::process::{Child, Command, ExitStatus};

    pub(in crate::cli::compare) fn limit_memory(_: u64) -> Result<(), Unavailable> {
        Err(Unavailable::MemoryLimit)
    }

    pub(in crate::cli::compare) fn limit_cpu(_: u64) {}

    pub(in crate::cli::compare) fn cost() -> Cost {
        Cost::default()
    }

    pub(in crate::cli::compare) fn belong_to_supervisor() {}

    pub(in crate::cli::compare) fn was_asked_to_stop(_: &ExitStatus) -> bool {
        false
    }

    pub(in crate::cli::compare) fn was_killed(_: &ExitStatus) -> bool {
        false
    }

    pub(in crate::cli::compare) fn met_cpu_limit(_: &ExitStatus) -> bool {
        false
    }

    pub(in crate::cli::compare) fn apart(_: &mut Command) {}

    pub(in crate::cli::compare) fn ask_to_stop(_: &Child) {}

    pub(in crate::cli::compare) fn kill_group(_: &Child) {}

    pub(in crate::cli::compare) fn kill_all(_: &[u32]) {}
}

/// Returns the cores that this process may use; `None` if the system does not report them.
#[cfg(target_os = "linux")]
pub(super) fn cores() -> Option<Vec<usize>> {
    use nix::sched::{CpuSet, sched_getaffinity};
    let set = sched_getaffinity(nix::unistd::Pid::from_raw(0)).ok()?;
    Some((0..CpuSet::count()).filter(|&core| set.is_set(core).unwrap_or(false)).collect())
}

#[cfg(not(target_os = "linux"))]
pub(super) fn cores() -> Option<Vec<usize>> {
    None
}

/// Pins this thread and its later children to some cores.
#[cfg(target_os = "linux")]
pub(super) fn pin(cores: &[usize]) -> Result<(), Unavailable> {
    use nix::sched::{CpuSet, sched_setaffinity};
    let mut set = CpuSet::new();
    let pinned = cores.iter().try_for_each(|&core| set.set(core));
    let pinned = pinned.and_then(|()| sched_setaffinity(nix::unistd::Pid::from_raw(0), &set));
    pinned.map_err(|error| Unavailable::Cores { cores: cores.to_vec(), error })
}

#[cfg(not(target_os = "linux"))]
pub(super) fn pin(_: &[usize]) -> Result<(), Unavailable> {
    Err(Unavailable::Cores)
}
