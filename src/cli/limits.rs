//! The limits of a command: the arguments, and the budget made from them before anything is read.

use super::Quit;
use boardwright_base::budget::{self, Budget, MemoryLimit};
use clap::Args;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

// The limits of every command on a model.
#[derive(Args, Clone, Default)]
pub(super) struct Limits {
    /// Stop after this time, such as 10s, 500ms or 2m [default: none]
    ///
    /// Prints what was found until then and exits with 3.
    #[arg(long, value_name = "TIME", value_parser = budget::time, help_heading = "Limits")]
    pub(super) time_limit: Option<Duration>,
    /// Stop at this use of memory, such as 2GB or 512MB [default: none]
    #[arg(long, value_name = "SIZE", value_parser = budget::memory, help_heading = "Limits")]
    pub(super) memory_limit: Option<u64>,
    #[command(flatten)]
    pub(super) input: InputLimit,
}

// What may be read as input.
#[derive(Args, Clone)]
pub(super) struct InputLimit {
    /// Read files outside the model's folder that the model names
    #[arg(long, hide_short_help = true, help_heading = "Input")]
    pub(super) allow_files: bool,
    /// Reject larger inputs, such as 2GB or 512MB
    #[arg(
        long,
        value_name = "SIZE",
        value_parser = budget::memory,
        default_value = DEFAULT_INPUT,
        hide_short_help = true,
        help_heading = "Limits"
    )]
    pub(super) max_input: u64,
}

/// Larger inputs are rejected unless `--max-input` allows them: a model of this size has millions of clues.
const DEFAULT_INPUT: &str = "256MB";

impl Default for InputLimit {
    fn default() -> InputLimit {
        InputLimit { allow_files: false, max_input: budget::memory(DEFAULT_INPUT).unwrap_or(u64::MAX) }
    }
}

impl Limits {
    /// Returns the budget, starting now; Ctrl-C is part of it.
    pub(super) fn budget(&self) -> Result<Budget, Quit> {
        self.budget_until(super::watch::interrupt())
    }

    /// Returns the budget, starting now, with another flag than that of Ctrl-C.
    pub(super) fn budget_until(&self, interrupt: Arc<AtomicBool>) -> Result<Budget, Quit> {
        if self.memory_limit.is_some() && resident().is_none() {
            return Err(Quit::wrong(
                "--memory-limit is not supported on this system: it does not report the memory in use",
            ));
        }
        let memory = self.memory_limit.map(|bytes| MemoryLimit { bytes, held: resident });
        let budget = self.time_limit.map_or_else(Budget::none, Budget::within);
        Ok(Budget { interrupt, memory, ..budget })
    }
}

/// Returns the resident memory of the program in bytes, if the system reports it (Linux).
pub(super) fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}
