//! `boardwright analyze MODEL`: what a family can tell about a puzzle without solving it.

use super::choices::interrupt;
use super::files::{Output, apart, load};
use super::{Exit, Quit};
use crate::backend::{Limits, limits};
use crate::puzzle::Loaded;
use crate::puzzle::analysis::Analysis;
use crate::render::{json, svg, text};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
pub(super) struct Arguments {
    /// The model file, or - for standard input
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    /// Instructions for solving the puzzle by hand, to be printed, as SVG
    #[arg(long, conflicts_with = "format")]
    card: bool,
    /// How to print what there is to tell
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Write it to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Stop after this time, such as 10s, 500ms or 2m, and say what is known
    #[arg(long, value_name = "TIME", value_parser = limits::time)]
    time_limit: Option<Duration>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Svg,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Quit> {
    apart(&arguments.output, &[Some(&arguments.model)])?;
    let (_, loaded) = load(&arguments.model, false)?;
    let limits = arguments.time_limit.map_or_else(Limits::none, Limits::within);
    let limits = Limits { interrupt: interrupt(), ..limits };
    let family = loaded.puzzle.name();
    let Some(analysis) = loaded.instance.analyze(&|| limits.reached().is_some()) else {
        return Err(Quit::wrong(format!("there is nothing to tell about {family} without solving it")));
    };
    let output = Output::new(&arguments.output);
    let answer = match arguments.format {
        _ if arguments.card => match &analysis.card {
            Some(card) => svg::render(card),
            None => return Err(Quit::wrong("there is no card for this puzzle: solving it by hand is not for it")),
        },
        Format::Text => describe(&loaded, &analysis, &output),
        Format::Json => {
            let model = arguments.model.display().to_string();
            format!("{:#}\n", json!({ "model": model, "puzzle": family, "facts": json::facts(&analysis.facts) }))
        }
        Format::Svg => svg::render(&analysis.picture),
    };
    output.write(&answer)?;
    let cut = limits.reached().is_some();
    Ok(if cut { Exit::Unknown.code() } else { Exit::Answered.code() })
}

fn describe(loaded: &Loaded, analysis: &Analysis, output: &Output) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(loaded.model.title.as_ref().map(|title| format!("{title}\n")));
    let spoken = analysis.facts.iter().filter(|fact| !fact.words.is_empty());
    parts.push(spoken.map(|fact| format!("{}\n", fact.words)).collect());
    if !analysis.picture.panels.is_empty() {
        let style = text::Style { colour: output.colour(), width: output.width() };
        parts.push(text::render(&analysis.picture, style));
    }
    parts.join("\n")
}
