//! External programs named in files. A campaign file or the folder of a comparison may come from other people, so its solvers
//! (`exec:COMMAND`) run only with `--allow-exec`; a program on the command line needs no permission.

use super::Quit;
use boardwright_base::source::one_line;
use boardwright_solvers::backend::exec;
use boardwright_study::job::Job;
use clap::Args;
use std::collections::BTreeSet;
use std::path::Path;

/// The maximum number of programs named in an error.
const NAMED: usize = 8;

#[derive(Args)]
pub(super) struct Trust {
    /// Run the external programs (exec:COMMAND) that a campaign file or a plan names
    #[arg(long, help_heading = "Input")]
    pub(super) allow_exec: bool,
}

impl Trust {
    /// Rejects jobs of a file or folder that run programs, unless that is allowed.
    pub(super) fn check<'a>(&self, file: &Path, jobs: impl IntoIterator<Item = &'a Job>) -> Result<(), Quit> {
        let programs: BTreeSet<&str> = jobs.into_iter().filter_map(program).collect();
        if self.allow_exec || programs.is_empty() {
            return Ok(());
        }
        let mut list: Vec<String> = programs.iter().take(NAMED).map(|name| format!("  {}", one_line(name))).collect();
        if programs.len() > NAMED {
            list.push(format!("  and {} more", programs.len() - NAMED));
        }
        let (noun, pronoun) = if programs.len() == 1 { ("a program", "it") } else { ("programs", "them") };
        Err(Quit::wrong(format!(
            "{} names {noun} to run:\n{}\nhelp: add --allow-exec to run {pronoun}",
            file.display(),
            list.join("\n")
        )))
    }
}

/// Returns the backend of a job, if it runs a program.
pub(super) fn program(job: &Job) -> Option<&str> {
    let backend = &job.configuration.backend;
    exec::parse(backend).map(|_| backend.as_str())
}
