//! `boardwright solve --candidates`: the values that occur in solutions, by cell.
//!
//! `render::candidates` writes them.

use super::arguments::{Arguments, Format};
use crate::cli::exit::failed;
use crate::cli::files::print_error;
use crate::cli::input::Session;
use crate::cli::outputs::{self, Output};
use crate::cli::watch::{self, Phase};
use crate::cli::{Exit, Quit};
use boardwright_ir::route::Route;
use boardwright_render::{candidates as render, svg};
use boardwright_tasks::task::{Ask, candidates};
use std::io::IsTerminal;
use std::time::Instant;

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Quit> {
    if !matches!(arguments.format, Format::Text | Format::Json | Format::Svg) {
        return Err(Quit::wrong("--candidates supports --format text, json and svg"));
    }
    outputs::check_ending(&arguments.output, arguments.format)?;
    let output = Output::open(&arguments.output)?;
    let (source, loaded) = session.load(&arguments.model, &arguments.settings, arguments.fewest)?;
    // One search is asked many questions, which a solver of clauses learns from.
    let route = Some(Route::Sat);
    let setup = arguments.choices.setup_for(&loaded, &source, route, Ask::All, true, &session.budget)?;
    if !arguments.choices.quiet {
        session.warn(&source, &loaded, &setup)?;
    }
    let start = Instant::now();
    watch::enter(Phase::Solve);
    let found = candidates::run(&loaded, &setup, &session.budget, &mut |_, _| ());
    let found = found.map_err(|failure| failed(failure, &source))?;
    watch::enter(Phase::Answer);
    let _writing = watch::writing();
    let answer = match arguments.format {
        Format::Json => format!("{:#}\n", render::json(&arguments.model.display().to_string(), &loaded, &found)),
        Format::Svg => svg::titled(&render::picture(&loaded, &found), loaded.model.title.as_deref()),
        _ => render::text(&loaded, &found),
    };
    output.write(&answer)?;
    if !arguments.choices.quiet && std::io::stderr().is_terminal() {
        print_error(&format!("{:.3} s, {} questions\n", start.elapsed().as_secs_f64(), found.questions));
    }
    Ok(if found.stopped.is_some() { Exit::Unknown } else { Exit::Answered }.code())
}
