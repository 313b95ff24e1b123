//! `boardwright draw MODEL`: the unsolved puzzle as text, SVG, PNG or PDF; with its solution on request.

use super::Quit;
use super::input::Session;
use super::limits::Limits;
use super::outputs::{self, Output};
use super::printing::{self, Look};
use super::settings::Settings;
use super::solve;
use super::unanswered::{AnswerForm, Unanswered};
use boardwright_base::board::picture::Picture;
use boardwright_puzzle::Loaded;
use boardwright_render::page::{self, Paper};
use boardwright_render::{svg, text, theme};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    boardwright draw models/genres/slitherlink.toml\n  \
    boardwright draw models/genres/slitherlink.toml --solution=page -o slitherlink.pdf")]
pub(super) struct Arguments {
    /// Model file, or - for standard input
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    #[command(flatten)]
    settings: Settings,
    /// Draw a solution as well: beside the puzzle, or on the next page
    ///
    /// A page of its own is for text and PDF.
    #[arg(long, value_enum, value_name = "WHERE", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "beside", hide_possible_values = true, help_heading = "Question")]
    solution: Option<Where>,
    #[command(flatten)]
    limits: Limits,
    /// Print the drawing as text, svg, png, pdf or stones [default: by the ending of FILE, or text]
    ///
    /// With --solution, stones writes a dissection of a coloured board as a number and a colour for each cell: `7B 11W ...`.
    #[arg(long, value_enum, hide_possible_values = true, help_heading = "Output")]
    format: Option<Format>,
    /// Draw on paper of this size: a3, a4, a5, a6, letter, legal, or WIDTHxHEIGHT in millimetres
    ///
    /// The title is above the puzzle, which is as large as fits. Add -landscape to turn the paper. Default: a4 for PDF; SVG
    /// and PNG are as large as the drawing.
    #[arg(long, value_name = "SIZE", value_parser = Paper::parse, help_heading = "Output")]
    page: Option<Paper>,
    /// Draw PNG with N pixels to the inch
    #[arg(long, value_name = "N", default_value_t = 192, help_heading = "Output")]
    #[arg(value_parser = super::whole::whole::<u16, 24, 2400>)]
    dpi: u16,
    #[command(flatten)]
    look: Look,
    /// Write the drawing to FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Svg,
    Png,
    Pdf,
    Stones,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Where {
    Beside,
    Page,
}

impl Arguments {
    pub(super) fn limits(&self) -> (&Limits, Unanswered) {
        (&self.limits, Unanswered::new(&self.model, AnswerForm::File, &self.output))
    }

    /// Returns the format: the option, or the ending of the file.
    fn format(&self) -> Result<Format, Quit> {
        let path = self.output.as_ref().filter(|path| path.as_os_str() != "-");
        let ending = path.and_then(|path| outputs::ending(path));
        match (self.format, ending.as_deref()) {
            (Some(format), _) => Ok(format),
            (None, None | Some("txt")) => Ok(Format::Text),
            (None, Some("svg")) => Ok(Format::Svg),
            (None, Some("png")) => Ok(Format::Png),
            (None, Some("pdf")) => Ok(Format::Pdf),
            (None, Some(other)) => Err(Quit::wrong(format!(
                "unknown ending `.{other}`; expected .txt, .svg, .png or .pdf\nhelp: give the format with --format"
            ))),
        }
    }

    /// Rejects options that the format does not have.
    fn check(&self, format: Format) -> Result<(), Quit> {
        if self.solution == Some(Where::Page) && matches!(format, Format::Svg | Format::Png) {
            return Err(Quit::wrong("--solution=page requires --format text or pdf: other files have one page"));
        }
        if format == Format::Stones && self.solution.is_none() {
            return Err(Quit::wrong("--format stones requires --solution: it writes a solution"));
        }
        if matches!(format, Format::Text | Format::Stones) && self.page.is_some() {
            return Err(Quit::wrong("--page requires --format svg, png or pdf"));
        }
        Ok(())
    }
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Quit> {
    let format = arguments.format()?;
    arguments.check(format)?;
    let output = Output::of(&arguments.output, format)?;
    if matches!(format, Format::Png | Format::Pdf) {
        output.check_binary()?;
    }
    let (_, loaded) = session.load(&arguments.model, &arguments.settings, false)?;
    let name = arguments.model.display().to_string();
    if format == Format::Stones {
        let solution = printing::solution(&loaded, &name, session)?;
        let stones = loaded.instance.stones(&solution).ok_or_else(|| {
            Quit::wrong(
                "--format stones is not supported for this puzzle: expected a dissection of a flat coloured board",
            )
        })?;
        output.write(&stones)?;
        return Ok(0);
    }
    let puzzle = loaded.instance.draw_puzzle();
    let solved = match arguments.solution {
        Some(_) => Some(loaded.instance.draw(&printing::solution(&loaded, &name, session)?)),
        None => None,
    };
    let pages = match (solved, arguments.solution) {
        (Some(solved), Some(Where::Page)) => vec![puzzle, solved],
        (Some(solved), _) => vec![beside(puzzle, solved)],
        (None, _) => vec![puzzle],
    };
    match format {
        Format::Text => {
            let style = solve::style(&output);
            output.write(&as_text(&loaded, &pages, style))?;
        }
        Format::Svg | Format::Stones => output.write(&as_svg(arguments, &loaded, &pages[0]))?,
        Format::Png | Format::Pdf => output.write_bytes(&converted(arguments, &loaded, &pages, format, session)?)?,
    }
    Ok(0)
}

/// Returns the puzzle and its solution in one picture.
fn beside(mut puzzle: Picture, mut solved: Picture) -> Picture {
    for (picture, title) in [(&mut puzzle, "Puzzle"), (&mut solved, "Solution")] {
        if let Some(first) = picture.panels.first_mut().filter(|panel| panel.title.is_empty()) {
            first.title = title.into();
        }
    }
    puzzle.panels.append(&mut solved.panels);
    puzzle.captions.append(&mut solved.captions);
    puzzle
}

fn as_text(loaded: &Loaded, pages: &[Picture], style: text::Style) -> String {
    let title = loaded.model.title.as_ref().map_or(String::new(), |title| format!("{title}\n\n"));
    let pages: Vec<String> = pages.iter().map(|picture| text::render(picture, style)).collect();
    title + &pages.join("\nSolution\n\n")
}

fn as_svg(arguments: &Arguments, loaded: &Loaded, picture: &Picture) -> String {
    let title = loaded.model.title.as_deref();
    let document = match arguments.page {
        Some(paper) => page::single(paper, title, "", picture),
        None => svg::titled(picture, title),
    };
    theme::apply(&document, arguments.look.theme())
}

/// Returns the bytes of a PNG or PDF.
#[cfg(feature = "print")]
fn converted(
    arguments: &Arguments,
    loaded: &Loaded,
    pages: &[Picture],
    format: Format,
    session: &Session,
) -> Result<Vec<u8>, Quit> {
    use boardwright_render::print;
    let fonts = arguments.look.fonts(session)?;
    let converted = if format == Format::Png {
        print::png(&as_svg(arguments, loaded, &pages[0]), &fonts, f64::from(arguments.dpi) / 96.0)
    } else {
        let paper = arguments.page.unwrap_or(Paper::millimetres(210.0, 297.0));
        let title = loaded.model.title.as_deref();
        let page = |(index, picture): (usize, &Picture)| {
            let heading = if index == 0 { "" } else { "Solution" };
            theme::apply(&page::single(paper, title, heading, picture), arguments.look.theme())
        };
        let pages: Vec<String> = pages.iter().enumerate().map(page).collect();
        print::pdf(&pages, title.unwrap_or("Puzzle"), &fonts)
    };
    converted.map_err(Quit::wrong)
}

#[cfg(not(feature = "print"))]
fn converted(_: &Arguments, _: &Loaded, _: &[Picture], format: Format, _: &Session) -> Result<Vec<u8>, Quit> {
    Err(printing::not_built(if format == Format::Png { "png" } else { "pdf" }))
}
