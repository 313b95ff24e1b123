//! The CPU time of a process and of all its descendants.
//!
//! On Linux it is read from `/proc`: for each existing process, its own time and that of the children it has waited for, which
//! each parent inherits. So both ended and running programs count. Without `/proc` only this process and the children it has
//! waited for are known (`getrusage`); outside Unix nothing is.

/// Returns the CPU seconds of this process and its descendants so far; `None` if the system does not report them.
pub(super) fn own() -> Option<f64> {
    let waited_for = rusage();
    let tree = seconds(std::process::id());
    waited_for.into_iter().chain(tree).reduce(f64::max)
}

/// Returns the CPU seconds of a process and its descendants so far; `None` if the system does not report them.
#[cfg(target_os = "linux")]
pub(super) fn seconds(root: u32) -> Option<f64> {
    let tick = nix::unistd::sysconf(nix::unistd::SysconfVar::CLK_TCK).ok().flatten()?;
    let ticks = ticks_of(root)?;
    let below: u64 = descendants(root).into_iter().filter_map(ticks_of).sum();
    Some((ticks + below) as f64 / tick as f64)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn seconds(_: u32) -> Option<f64> {
    None
}

/// Returns the descendants of a process, parents before their children.
#[cfg(target_os = "linux")]
pub(super) fn descendants(root: u32) -> Vec<u32> {
    let listed = std::path::Path::new("/proc/thread-self/children").exists();
    // Some kernels do not list children; then all processes are searched by their parents.
    let parents: Vec<(u32, u32)> = if listed { Vec::new() } else { parents() };
    let mut found = vec![root];
    let mut next = 0;
    while let Some(&process) = found.get(next) {
        next += 1;
        let children = match listed {
            true => children_of(process),
            false => parents.iter().filter(|(_, parent)| *parent == process).map(|&(child, _)| child).collect(),
        };
        // A process number reused during the search could make a cycle.
        for child in children {
            if !found.contains(&child) {
                found.push(child);
            }
        }
    }
    found.split_off(1)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn descendants(_: u32) -> Vec<u32> {
    Vec::new()
}

/// Returns the children of all threads of a process.
#[cfg(target_os = "linux")]
fn children_of(process: u32) -> Vec<u32> {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{process}/task")) else { return Vec::new() };
    let lists = threads.flatten().filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_ascii_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<u32>>())
        .collect()
}

/// Returns all processes with their parents.
#[cfg(target_os = "linux")]
fn parents() -> Vec<(u32, u32)> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let ids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    ids.filter_map(|id| Some((id, fields(&stat(id)?)?.get(1)?.parse().ok()?))).collect()
}

#[cfg(target_os = "linux")]
fn stat(process: u32) -> Option<String> {
    std::fs::read_to_string(format!("/proc/{process}/stat")).ok()
}

/// Returns the fields after the name, which is in brackets and may contain anything: the state is the first of them.
#[cfg(target_os = "linux")]
fn fields(stat: &str) -> Option<Vec<&str>> {
    Some(stat.rsplit_once(')')?.1.split_ascii_whitespace().collect())
}

/// Returns user and system time of a process and of the children it has waited for, in clock ticks.
#[cfg(target_os = "linux")]
fn ticks_of(process: u32) -> Option<u64> {
    ticks(&stat(process)?)
}

#[cfg(target_os = "linux")]
fn ticks(stat: &str) -> Option<u64> {
    // utime, stime, cutime and cstime are the fields 14 to 17; the state is the third.
    fields(stat)?.get(11..15)?.iter().map(|field| field.parse::<u64>().ok()).sum()
}

/// Returns the CPU time of this process and of the children it has waited for.
#[cfg(unix)]
fn rusage() -> Option<f64> {
    use nix::sys::resource::{UsageWho, getrusage};
    let usages = [UsageWho::RUSAGE_SELF, UsageWho::RUSAGE_CHILDREN].map(getrusage);
    let times = usages.into_iter().flatten().flat_map(|usage| [usage.user_time(), usage.system_time()]);
    Some(times.map(|time| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6).sum())
}

#[cfg(not(unix))]
fn rusage() -> Option<f64> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn names_may_contain_anything() {
        let stat = "42 (a ) b) R 1 42 42 0 -1 4194304 100 0 0 0 7 5 3 2 20 0 1 0 100 0 0";
        assert_eq!(ticks(stat), Some(17));
        assert_eq!(ticks("42 (cut off) R 1"), None);
    }

    #[test]
    fn grandchildren_count_while_they_run_and_afterwards() {
        let burn = "i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done";
        let script = format!("sh -c '{burn}'; sh -c '{burn}; sleep 30' & wait");
        let mut child = std::process::Command::new("sh");
        std::os::unix::process::CommandExt::process_group(&mut child, 0);
        let mut child = child.args(["-c", &script]).spawn().expect("there is a shell");
        let start = std::time::Instant::now();
        let mut seen: f64 = 0.0;
        while (seen < 0.05 || descendants(child.id()).len() < 2) && start.elapsed().as_secs() < 30 {
            seen = seen.max(seconds(child.id()).unwrap_or(0.0));
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        assert!(descendants(child.id()).len() >= 2, "a shell and a sleep");
        assert!(seen >= 0.05, "{seen}");
        assert!(seconds(child.id()) >= Some(seen), "what has ended is still counted");
        let group = nix::unistd::Pid::from_raw(child.id() as i32);
        nix::sys::signal::killpg(group, nix::sys::signal::Signal::SIGKILL).expect("it is there");
        child.wait().expect("it ends");
    }
}
