//! This machine: `boardwright compare --folder DIR` runs the missing jobs and resumes where it stopped.
//!
//! No worker is involved: `compare` runs the same list, each job in a process of its own, shows its progress, and stops if two
//! answers contradict each other.

use super::{Batch, Handover, text};

pub(in crate::cli::campaign) fn handover(batch: &Batch) -> Handover {
    let mut command = vec![text(&batch.program), "compare".into(), "--folder".into(), text(&batch.folder)];
    command.extend(["--jobs".into(), batch.at_a_time.unwrap_or(1).to_string()]);
    command.extend(batch.flags());
    command.extend(batch.options.iter().cloned());
    Handover { files: Vec::new(), commands: vec![command] }
}
