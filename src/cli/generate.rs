//! `boardwright generate FAMILY`: generates a puzzle with one solution as a model file; `generate --from MODEL` makes it from a
//! model.

use super::events::EventWriter;
use super::files::{colour_for, print_error};
use super::input::Session;
use super::limits::Limits;
use super::outputs::Output;
use super::settings::Settings;
use super::unanswered::{AnswerForm, Unanswered};
use super::watch::{self, Phase};
use super::{Exit, Quit};
use crate::budget::Stop;
use crate::diagnostic::nearest;
use crate::puzzle::capability::generation::GenerationRequest;
use crate::puzzle::{self, PUZZLES};
use crate::source::one_line;
use crate::task::generate::{GenerateError, Generated, Setting, Template};
use crate::task::{Observer, detached, ignore};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(super) struct Arguments {
    /// Family of the puzzle: knightdoku, lights-out or dissection
    #[arg(value_name = "FAMILY", required_unless_present = "from")]
    family: Option<String>,
    /// Generate from a grid model: fill in and reduce its clues
    ///
    /// If the model has several solutions, values of one solution are added as given values. Then clues (given values, marks
    /// of pictures, entries of lists) are removed until no clue can be removed without a second solution. Everything else in
    /// the file stays, including hidden clues and clues that are part of the rules.
    #[arg(long, value_name = "MODEL", conflicts_with_all = ["family", "rows", "columns", "pieces"], help_heading = "Input")]
    from: Option<PathBuf>,
    /// Keep all clues of this picture, list or layer, with --from; may be repeated
    ///
    /// The name of the first layer is `grid`.
    #[arg(long, value_name = "NAME", help_heading = "Puzzle")]
    keep: Vec<String>,
    /// Set the number of rows of the board
    #[arg(long, help_heading = "Puzzle", value_name = "N", value_parser = super::whole::whole::<u16, 1, 100>)]
    rows: Option<u16>,
    /// Set the number of columns of the board [default: as many as rows]
    #[arg(long, help_heading = "Puzzle", value_name = "N", value_parser = super::whole::whole::<u16, 1, 100>)]
    columns: Option<u16>,
    /// Set the number of pieces of a dissection
    #[arg(long, help_heading = "Puzzle", value_name = "N", value_parser = super::whole::whole::<u16, 0, 65_535>)]
    pieces: Option<u16>,
    /// Arrange the clues symmetrically under a half turn
    ///
    /// For a dissection: use a complete board with one tiling up to symmetry. With --from: remove clues of pictures in pairs
    /// that a half turn exchanges.
    #[arg(long, help_heading = "Puzzle")]
    symmetric: bool,
    /// Set another key of the model, such as per_line=2, states=3 or flip=false; with --from, a parameter of it
    #[arg(long = "set", value_name = "KEY=VALUE", help_heading = "Puzzle")]
    settings: Vec<String>,
    /// Random seed: the same seed makes the same puzzle
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Puzzle", value_parser = super::whole::any::<u64>)]
    seed: u64,
    #[command(flatten)]
    limits: Limits,
    /// Print the puzzle as text (the model) or events
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true, help_heading = "Output")]
    format: Format,
    /// Write the model to FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Events,
}

impl Arguments {
    pub(super) fn limits(&self) -> (&Limits, Unanswered) {
        let model = self.from.as_deref().unwrap_or(Path::new(""));
        (&self.limits, Unanswered::new(model, AnswerForm::File, &None))
    }
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Quit> {
    let output = Output::open(&arguments.output)?;
    match (&arguments.from, &arguments.family) {
        (Some(path), _) => from_model(arguments, path, output, session),
        (None, Some(family)) => of_family(arguments, family, output, session),
        (None, None) => Err(Quit::wrong("missing family; or use --from MODEL")),
    }
}

fn of_family(arguments: &Arguments, family: &str, output: Output, session: &Session) -> Result<u8, Quit> {
    if !arguments.keep.is_empty() {
        return Err(Quit::wrong("--keep requires --from MODEL"));
    }
    let Some(puzzle) = puzzle::find(family) else {
        let names: Vec<&str> = PUZZLES.iter().map(|puzzle| puzzle.name()).collect();
        let meant = nearest(family, names.iter().copied()).map_or(String::new(), |m| format!(" (did you mean `{m}`?)"));
        return Err(Quit::wrong(format!("unknown puzzle `{family}`{meant}; expected {}", names.join(", "))));
    };
    let request = GenerationRequest {
        rows: arguments.rows.map(usize::from),
        columns: arguments.columns.map(usize::from),
        pieces: arguments.pieces.map(usize::from),
        symmetric: arguments.symmetric,
        settings: arguments.settings.iter().map(|setting| setting_of(setting)).collect::<Result<_, _>>()?,
    };
    watch::enter(Phase::Solve);
    let made = |observe: &mut Observer<'_>| {
        detached::generate(puzzle, &request, arguments.seed, &session.budget, observe).map_err(quit)
    };
    let text = |generated: &Generated| text(arguments, family, generated);
    let Some(generated) = written(arguments, output, made, text)? else { return Ok(Exit::Answered.code()) };
    ended(generated.stopped, generated.is_finished)
}

/// Returns the end of a run that made a puzzle, possibly at a limit.
fn ended(stopped: Option<Stop>, is_finished: bool) -> Result<u8, Quit> {
    let Some(stop) = stopped else { return Ok(Exit::Answered.code()) };
    let what = if is_finished { "it was not checked by another solver" } else { "not every clue was tried" };
    Err(Quit { exit: Exit::Unknown, words: format!("{}: the puzzle has one solution, but {what}", stop.describe()) })
}

fn from_model(arguments: &Arguments, path: &Path, output: Output, session: &Session) -> Result<u8, Quit> {
    let (source, loaded) = session.load(path, &Settings::of(&arguments.settings)?, false)?;
    let Arguments { keep, symmetric, seed, .. } = arguments;
    let template = Template { keep: keep.clone(), symmetric: *symmetric, seed: *seed };
    watch::enter(Phase::Solve);
    let made = |observe: &mut Observer<'_>| {
        detached::of_model(&source, &loaded, &template, &session.budget, observe).map_err(quit)
    };
    let text = |setting: &Setting| text_of_setting(arguments, &source.name, setting);
    let Some(setting) = written(arguments, output, made, text)? else { return Ok(Exit::Answered.code()) };
    ended(setting.stopped, setting.is_finished)
}

/// Makes a puzzle and writes its text, alone or after the events; `None` if the reader closed the output.
fn written<T>(
    arguments: &Arguments,
    output: Output,
    made: impl FnOnce(&mut Observer<'_>) -> Result<T, Quit>,
    text: impl Fn(&T) -> String,
) -> Result<Option<T>, Quit> {
    if arguments.format == Format::Events {
        let mut writer = EventWriter::new(output, None)?;
        let made = made(&mut |event| writer.event(&event));
        return writer.end(made, |made| json!({ "text": text(made) }));
    }
    let made = made(&mut ignore)?;
    watch::enter(Phase::Answer);
    output.write(&text(&made))?;
    Ok(Some(made))
}

/// Returns the end of a run that made no puzzle.
fn quit(error: GenerateError) -> Quit {
    match error {
        GenerateError::Unsupported(words) => Quit::wrong(words),
        GenerateError::Model(source, wrong) => {
            print_error(&wrong.render(&source, colour_for(&std::io::stderr())));
            Quit::wrong("")
        }
        GenerateError::Stopped { stop, progress } => {
            let progress = if progress.is_empty() { String::new() } else { format!("; {progress}") };
            Quit { exit: Exit::Unknown, words: format!("no puzzle was generated: {}{progress}", stop.describe()) }
        }
        GenerateError::Failed(failure) => failure.into(),
    }
}

/// Parses `states=3` as key and value.
fn setting_of(text: &str) -> Result<(String, String), Quit> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() && !value.trim().is_empty() && !value.contains('\n') => {
            Ok((key.trim().to_string(), value.trim().to_string()))
        }
        _ => Err(Quit::wrong(format!("--set {text}: expected KEY=VALUE, such as --set states=3"))),
    }
}

/// Returns the model with comments and `[expect]`.
fn text(arguments: &Arguments, family: &str, generated: &Generated) -> String {
    let Generated { made, is_finished, stopped, checked_by } = generated;
    let mut command = format!("boardwright generate {family}");
    let numbers = [("rows", arguments.rows), ("columns", arguments.columns), ("pieces", arguments.pieces)];
    for (name, number) in numbers.into_iter().filter_map(|(name, number)| Some((name, number?))) {
        command.push_str(&format!(" --{name} {number}"));
    }
    if arguments.symmetric {
        command.push_str(" --symmetric");
    }
    for setting in &arguments.settings {
        let quoted = shlex::try_quote(setting).unwrap_or(setting.into());
        command.push_str(&format!(" --set {quoted}"));
    }
    let remarks: String = made.remarks.iter().map(|remark| format!("# {remark}.\n")).collect();
    let (one, expect) = match made.distinct {
        false => ("one solution", "count = 1"),
        true => ("one solution up to the symmetries of the board", "distinct = 1"),
    };
    let unfinished = match stopped {
        Some(stop) if !is_finished => format!("# It is not fully reduced: {}.\n", untried(*stop)),
        _ => String::new(),
    };
    format!(
        "# Made by: {command} --seed {}\n# It has {one}, {}.\n{remarks}{unfinished}{}\n[expect]\n{expect}\n",
        arguments.seed,
        checked(*checked_by),
        made.model
    )
}

/// Names the solver that checked that there is one solution.
fn checked(by: Option<&str>) -> String {
    match by {
        Some(solver) => format!("checked by {solver}"),
        None => "not checked by another solver".to_string(),
    }
}

/// Returns the reason why unneeded clues may remain.
fn untried(stop: Stop) -> String {
    format!("{} before every clue had been tried", stop.describe())
}

/// Returns the model with comments on the changes made to it.
fn text_of_setting(arguments: &Arguments, name: &str, setting: &Setting) -> String {
    let Setting { text, filled, left, of, is_finished, stopped, checked_by } = setting;
    let quoted = |word: &str| shlex::try_quote(word).map_or(word.to_string(), |quoted| quoted.to_string());
    let mut command = format!("boardwright generate --from {}", quoted(name));
    for name in &arguments.keep {
        command.push_str(&format!(" --keep {}", quoted(name)));
    }
    if arguments.symmetric {
        command.push_str(" --symmetric");
    }
    // A comment ends at the end of its line.
    if command.contains(char::is_control) {
        command = one_line(&command).into_owned();
    }
    let filled = match filled {
        0 => String::new(),
        1 => "# It had several solutions: a value of one of them was given.\n".to_string(),
        many => format!("# It had several solutions: {many} values of one of them were given.\n"),
    };
    let none = match (stopped, arguments.symmetric) {
        (Some(stop), _) if !is_finished => format!("it is not fully reduced: {}", untried(*stop)),
        (_, true) => "no pair of clues can be left out".to_string(),
        (_, false) => "no clue can be left out".to_string(),
    };
    let clues = if *left == 1 { "clue" } else { "clues" };
    format!(
        "# Made by: {command} --seed {}\n{filled}# It has one solution, {}.\n# {left} {clues} of {of}; {none}.\n{text}",
        arguments.seed,
        checked(*checked_by)
    )
}
