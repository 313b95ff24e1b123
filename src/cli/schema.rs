//! `boardwright schema [FAMILY]`: the keys of models as a JSON Schema, for editors.

use super::Quit;
use super::outputs::Output;
use crate::REGISTRY;
use boardwright_base::diagnostic::nearest;
use boardwright_families::PUZZLES;
use boardwright_model::{Family, schema_of, schema_of_all, schema_of_table};
use boardwright_puzzle::Puzzle;
use boardwright_study::campaign;
use clap::Args;
use std::path::PathBuf;

/// The name for campaign files.
const CAMPAIGN: &str = "campaign";

#[derive(Args)]
#[command(
    after_help = "Editors with Taplo (\"Even Better TOML\") complete and check a model whose first line is\n\n  \
    #:schema PATH-OR-URL\n\nThe path is relative to the model."
)]
pub(super) struct Arguments {
    /// Family, or `campaign` for campaign files [default: all families]
    #[arg(value_name = "FAMILY")]
    of: Option<String>,
    /// Write the schema to FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Quit> {
    let output = Output::named(&arguments.output, "json")?;
    let schema = match arguments.of.as_deref() {
        None => schema_of_all(&PUZZLES.iter().copied().map(family).collect::<Vec<Family>>()),
        Some(CAMPAIGN) => schema_of_table("Boardwright campaign", "what to compare", campaign::FIELDS),
        Some(name) => schema_of(&family(REGISTRY.find(name).ok_or_else(|| unknown(name))?)),
    };
    output.write(&format!("{schema:#}\n"))?;
    Ok(0)
}

fn family(puzzle: &dyn Puzzle) -> Family {
    Family { name: puzzle.name(), summary: puzzle.summary(), fields: puzzle.fields() }
}

fn unknown(name: &str) -> Quit {
    let names: Vec<&str> = PUZZLES.iter().map(|puzzle| puzzle.name()).chain([CAMPAIGN]).collect();
    let meant = nearest(name, names.iter().copied()).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    Quit::wrong(format!("unknown family `{name}`{meant} (families: {})", names.join(", ")))
}
