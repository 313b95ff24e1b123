//! Slurm: arrays of jobs (A. Yoo, M. Jette, M. Grondona, SLURM, JSSPP 2003; the options are those of 22.05 and later).
//!
//! Each task of an array takes its jobs from the list, so that gaps cost nothing. A cluster limits the size of an
//! array: with MaxArraySize = 1001 the tasks of one are 0 to 1000, and 2500 jobs are three arrays with offsets 0, 1001 and
//! 2002. A task whose node fails is queued again (`--requeue`); a task that failed is not, and is missing until the next
//! `submit`.

use super::{Batch, Handover, text};
use std::process::Command;

/// The default of Slurm.
const USUAL_ARRAY_SIZE: usize = 1001;
/// Memory for the worker besides the run, and for parts of a run outside its address space, in MiB.
const WORKER_MEMORY: u64 = 256;

/// Returns the maximum number of tasks of an array here, as reported by `scontrol` if it exists.
pub(in crate::cli::campaign) fn array_size() -> usize {
    let output = Command::new("scontrol").args(["show", "config"]).output();
    output.ok().and_then(|output| read_array_size(&String::from_utf8_lossy(&output.stdout))).unwrap_or(USUAL_ARRAY_SIZE)
}

fn read_array_size(config: &str) -> Option<usize> {
    let line = config.lines().find(|line| line.trim_start().starts_with("MaxArraySize"))?;
    line.split_once('=')?.1.trim().parse().ok().filter(|&size| size > 0)
}

/// Returns arrays of at most `array_size` tasks. The number of jobs at a time is divided among them.
pub(in crate::cli::campaign) fn handover(batch: &Batch, array_size: usize) -> Handover {
    let (folder, list) = batch.list("slurm");
    let script = folder.join("job.sh");
    let arrays = batch.tasks.len().div_ceil(array_size);
    let at_a_time = batch.at_a_time.map_or(String::new(), |count| format!("%{}", (usize::from(count) / arrays).max(1)));
    let log = text(&folder).replace('%', "%%") + "/%A.log";
    let commands = (0..arrays).map(|array| {
        let offset = array * array_size;
        let last = (batch.tasks.len() - offset).min(array_size) - 1;
        let mut command = vec![
            "sbatch".into(),
            "--parsable".into(),
            "--job-name=boardwright".into(),
            "--requeue".into(),
            format!("--array=0-{last}{at_a_time}"),
            format!("--time={}", batch.patience().div_ceil(60)),
        ];
        command.extend(batch.memory_limit.map(|bytes| format!("--mem={}M", bytes.div_ceil(1 << 20) + WORKER_MEMORY)));
        command.extend([format!("--output={log}"), "--open-mode=append".into()]);
        command.extend(batch.options.iter().cloned());
        command.extend([text(&script), text(&list), offset.to_string()]);
        command
    });
    let commands = commands.collect();
    Handover { files: vec![(list, batch.lines()), (script, batch.script("SLURM_ARRAY_TASK_ID"))], commands }
}

#[cfg(test)]
mod tests {
    use super::super::tests::batch;
    use super::*;

    #[test]
    fn the_size_of_arrays_is_read() {
        let config =
            "MailProg                = /bin/mail\nMaxArraySize            = 10001\nMaxBatchRequeue         = 5\n";
        assert_eq!(read_array_size(config), Some(10001));
        assert_eq!(read_array_size("slurm_load_ctl_conf error"), None);
    }

    #[test]
    fn one_array_is_one_command() {
        let handover = handover(&batch(), 1001);
        assert_eq!(handover.files[0].1, "0\n4\n5\n");
        // Ten seconds and a minute are two minutes; 10^9 bytes are 953.7 MiB.
        let expected = [
            "sbatch",
            "--parsable",
            "--job-name=boardwright",
            "--requeue",
            "--array=0-2",
            "--time=2",
            "--mem=1210M",
            "--output=/data/it's one/slurm/%A.log",
            "--open-mode=append",
            "--partition=long",
            "/data/it's one/slurm/job.sh",
            "/data/it's one/slurm/jobs-1.txt",
            "0",
        ];
        assert_eq!(handover.commands, [expected]);
    }

    #[test]
    fn jobs_above_the_array_size_are_several_arrays() {
        let many =
            Batch { tasks: (0..25).map(|job| vec![job]).collect(), at_a_time: Some(7), memory_limit: None, ..batch() };
        let commands = handover(&many, 10).commands;
        let parts = |index: usize| commands.iter().map(move |command| command[command.len() - index].as_str());
        assert_eq!(parts(1).collect::<Vec<_>>(), ["0", "10", "20"]);
        let arrays: Vec<&str> = commands.iter().map(|command| command[4].as_str()).collect();
        assert_eq!(arrays, ["--array=0-9%2", "--array=0-9%2", "--array=0-4%2"]);
        assert!(commands.iter().flatten().all(|word| !word.starts_with("--mem")), "no limit, no request");
    }
}
