//! `boardwright analyze MODEL`: what a family can tell about a puzzle without solving it.

use super::choices::interrupt;
use super::files::{Output, apart, load};
use super::{Exit, Quit};
use crate::backend::{Limits, limits};
use crate::cnf::encode::selection::Selection;
use crate::puzzle::Loaded;
use crate::puzzle::analysis::Analysis;
use crate::puzzle::method::Fact;
use crate::render::{json, svg, text};
use crate::task::sizes::{Sizes, sizes};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
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
    /// How large each formulation is as clauses, with the usual encodings
    #[arg(long, conflicts_with = "card")]
    sizes: bool,
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
    apart("-o", arguments.output.as_deref(), &[Some(&arguments.model)])?;
    let (_, loaded) = load(&arguments.model, false)?;
    let limits = arguments.time_limit.map_or_else(Limits::none, Limits::within);
    let limits = Limits { interrupt: interrupt(), ..limits };
    let family = loaded.puzzle.name();
    let analysis = loaded.instance.analyze(&|| limits.reached().is_some());
    if analysis.is_none() && !arguments.sizes {
        let words = format!("there is nothing to tell about {family} without solving it but --sizes");
        return Err(Quit::wrong(words));
    }
    let mut analysis = analysis.unwrap_or_default();
    if arguments.sizes {
        analysis.facts.push(sizes_of(&loaded));
    }
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

/// The formulations side by side.
fn sizes_of(loaded: &Loaded) -> Fact {
    let (sizes, horizon) = sizes(loaded, &Selection::default());
    let list = sizes.iter().flatten().map(|size| {
        json!({ "formulation": size.formulation, "decisions": size.decisions, "variables": size.variables,
                "clauses": size.clauses, "literals": size.literals })
    });
    let list: Vec<Value> = list.collect();
    let words = sizes.iter().map(|size| match size {
        Ok(Sizes { formulation, decisions, variables, clauses, literals }) => format!(
            "{formulation}: {variables} variables, {decisions} of them decisions, {clauses} clauses, {literals} literals"
        ),
        Err(reason) => reason.clone(),
    });
    let moves = horizon.map_or(String::new(), |moves| format!(" for {moves} moves, the fewest that are not ruled out"));
    let words: Vec<String> = std::iter::once(format!("as clauses{moves}:")).chain(words).collect();
    Fact::new("sizes", list, words.join("\n  "))
}

fn describe(loaded: &Loaded, analysis: &Analysis, output: &Output) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(loaded.model.title.as_ref().map(|title| format!("{title}\n")));
    parts.push(analysis.facts.iter().map(|fact| format!("{}\n", fact.words)).collect());
    if !analysis.picture.panels.is_empty() {
        let style = text::Style { colour: output.colour(), width: output.width() };
        parts.push(text::render(&analysis.picture, style));
    }
    parts.join("\n")
}
