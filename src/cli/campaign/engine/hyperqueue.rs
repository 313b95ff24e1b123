//! HyperQueue (J. Beranek et al., HyperQueue: Efficient and ergonomic task graphs on HPC clusters, SoftwareX 2024): many
//! short tasks inside few allocations of a cluster.
//!
//! One array of tasks, each of which takes its jobs from the list. A task that was running when a worker was lost
//! three times is given up, and is missing until the next `submit`. The running workers determine how many tasks run at a
//! time.

use super::{Batch, Handover, text};

pub(in crate::cli::campaign) fn handover(batch: &Batch) -> Handover {
    let (folder, list) = batch.list("hyperqueue");
    let script = folder.join("job.sh");
    let mut command: Vec<String> = ["hq", "submit", "--name", "boardwright", "--array"].map(String::from).into();
    command.push(format!("0-{}", batch.tasks.len() - 1));
    command.extend(["--crash-limit", "3", "--time-limit"].map(String::from));
    command.push(format!("{}s", batch.patience()));
    command.extend(["--stdout", "none", "--stderr"].map(String::from));
    command.push(text(&folder) + "/%{JOB_ID}-%{TASK_ID}.log");
    command.extend(batch.options.iter().cloned());
    command.extend(["--".into(), "/bin/sh".into(), text(&script), text(&list), "0".into()]);
    Handover { files: vec![(list, batch.lines()), (script, batch.script("HQ_TASK_ID"))], commands: vec![command] }
}

#[cfg(test)]
mod tests {
    use super::super::tests::batch;

    #[test]
    fn hyperqueue_gets_an_array_over_the_list() {
        let handover = super::handover(&batch());
        let expected = "hq submit --name boardwright --array 0-2 --crash-limit 3 --time-limit 70s --stdout none \
                        --stderr '/data/it'\\''s one/hyperqueue/%{JOB_ID}-%{TASK_ID}.log' --partition=long -- \
                        /bin/sh '/data/it'\\''s one/hyperqueue/job.sh' '/data/it'\\''s one/hyperqueue/jobs-1.txt' 0\n";
        let shell = handover.shell();
        assert!(shell.ends_with(expected), "{shell}");
        assert!(handover.files[1].1.contains("$2 + HQ_TASK_ID + 1"));
    }
}
