//! What `draw` and `booklet` share: the colours, the fonts, and the solution of a model.

use super::input::Session;
use super::watch::{self, Phase};
use super::{Exit, Quit};
use boardwright_puzzle::Loaded;
use boardwright_puzzle::solution::Solution;
use boardwright_render::reason;
use boardwright_render::theme::Theme;
use boardwright_tasks::answer::Answer;
use boardwright_tasks::task::{Ask, Options, Request, Setup, detached};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

// The look of printed pages. A doc comment would become the description of every command.
#[derive(Args, Clone)]
pub(super) struct Look {
    /// Draw in colour, in monochrome for printing, or dark for screens
    #[arg(long, value_enum, value_name = "THEME", default_value_t = Themes::Colour, hide_possible_values = true)]
    #[arg(help_heading = "Output")]
    theme: Themes,
    /// Take the letters of PNG and PDF from this TTF, OTF or TTC file [default: a font of the system]
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(super) font: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Themes {
    Colour,
    Monochrome,
    Dark,
}

impl Look {
    pub(super) fn theme(&self) -> Theme {
        match self.theme {
            Themes::Colour => Theme::Colour,
            Themes::Monochrome => Theme::Monochrome,
            Themes::Dark => Theme::Dark,
        }
    }

    /// Returns the fonts for PNG and PDF.
    #[cfg(feature = "print")]
    pub(super) fn fonts(&self, session: &Session) -> Result<boardwright_render::print::Fonts, Quit> {
        super::fonts::load(&self.font, session)
    }
}

/// Returns the error for a format that the program was built without.
#[cfg(not(feature = "print"))]
pub(super) fn not_built(format: &str) -> Quit {
    Quit::wrong(format!("this program was built without the feature `print`, which {format} needs"))
}

/// Solves a model. `Err` if it has no solution, or a limit was reached.
pub(super) fn solution(loaded: &Loaded, name: &str, session: &Session) -> Result<Solution, Quit> {
    watch::enter(Phase::Solve);
    let setup = Setup::resolve(loaded, &Options::default(), &session.budget)?;
    let request = Request::new(loaded, &setup, Ask::One);
    let report = detached::run(&request, &session.budget, &mut |_| Ok(()))?;
    watch::enter(Phase::Answer);
    let reason = reason::of_report(&report);
    let because = if reason.is_empty() { reason } else { format!(": {reason}") };
    match (report.solutions.into_iter().next(), report.answer) {
        (Some(solution), _) => Ok(solution),
        (None, Answer::Unknown) => {
            Err(Quit { exit: Exit::Unknown, words: format!("{name}: the solution is unknown{because}") })
        }
        (None, _) => Err(Quit::wrong(format!("{name} has no solution{because}\nhelp: draw it without its solution"))),
    }
}
