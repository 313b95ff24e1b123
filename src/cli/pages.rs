//! `boardwright completions SHELL` and `boardwright man`: what shells and manual readers want, made from the command
//! line's own definition.

use super::outputs::Output;
use super::{Quit, definition};
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: clap_complete::Shell,
    /// Write the script to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Args)]
pub(super) struct Man {
    /// The page of one subcommand
    #[arg(value_name = "SUBCOMMAND")]
    of: Option<String>,
    /// Write the page to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn completions(arguments: &Completions) -> Result<u8, Quit> {
    let output = Output::open(&arguments.output)?;
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut definition(), "boardwright", &mut script);
    output.write(&String::from_utf8_lossy(&script))?;
    Ok(0)
}

pub(super) fn man(arguments: &Man) -> Result<u8, Quit> {
    let output = Output::open(&arguments.output)?;
    let mut command = definition();
    command.build();
    if let Some(name) = &arguments.of {
        let names: Vec<String> = command.get_subcommands().map(|found| found.get_name().to_string()).collect();
        let found = command.find_subcommand(name).cloned();
        command = found
            .ok_or_else(|| Quit::wrong(format!("there is no subcommand `{name}`; there is {}", names.join(", "))))?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command)
        .render(&mut page)
        .map_err(|error| Quit::wrong(format!("the page cannot be written: {error}")))?;
    output.write(&String::from_utf8_lossy(&page))?;
    Ok(0)
}
