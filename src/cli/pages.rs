//! `boardwright completions SHELL` and `boardwright man`: completion scripts and manual pages, generated from the
//! definition of the command line.

use super::Quit;
use super::outputs::Output;
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub(super) struct Completions {
    /// Shell
    #[arg(value_enum)]
    shell: clap_complete::Shell,
    /// Write the script to FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

#[derive(Args)]
pub(super) struct Man {
    /// Subcommand [default: the page of boardwright itself]
    #[arg(value_name = "SUBCOMMAND")]
    of: Option<String>,
    /// Write the page to FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

pub(super) fn completions(arguments: &Completions, mut definition: clap::Command) -> Result<u8, Quit> {
    let output = Output::named(&arguments.output, "text")?;
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut definition, "boardwright", &mut script);
    output.write_file(&String::from_utf8_lossy(&script))?;
    Ok(0)
}

pub(super) fn man(arguments: &Man, mut command: clap::Command) -> Result<u8, Quit> {
    let output = Output::named(&arguments.output, "text")?;
    command.build();
    if let Some(name) = &arguments.of {
        let names: Vec<String> = command.get_subcommands().map(|found| found.get_name().to_string()).collect();
        let found = command.find_subcommand(name).cloned();
        command =
            found.ok_or_else(|| Quit::wrong(format!("unknown subcommand `{name}`; expected {}", names.join(", "))))?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command)
        .render(&mut page)
        .map_err(|error| Quit::wrong(format!("cannot write the page: {error}")))?;
    output.write(&String::from_utf8_lossy(&page))?;
    Ok(0)
}
