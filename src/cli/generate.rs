//! `boardwright generate FAMILY`: generates a puzzle with one solution as a model file; `generate --from MODEL` makes it from a
//! model. With --count, `batch` makes several.

mod batch;

use self::batch::{Batch, Row};
use super::events::EventWriter;
use super::exit::explained;
use super::input::Session;
use super::limits::Limits;
use super::long::ProgressLine;
use super::outputs::{self, Output};
use super::settings::Settings;
use super::unanswered::{AnswerForm, Unanswered};
use super::watch::{self, Phase};
use super::words::COMMAND_LINE;
use super::{Exit, Quit};
use crate::REGISTRY;
use boardwright_base::budget::Stop;
use boardwright_base::diagnostic::nearest;
use boardwright_exchange::genre::aliases;
use boardwright_exchange::genre::{files, write};
use boardwright_families::PUZZLES;
use boardwright_puzzle::capability::generation::GenerationRequest;

use boardwright_base::source::one_line;
use boardwright_tasks::task::generate::{GenerateError, Generated, Goals, Setting, Template, Wanted, sizes};
use boardwright_tasks::task::{Observer, detached};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

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
    /// Compute the clues of this picture or list from a random solution, with --from; may be repeated
    ///
    /// The marks that the model has there are replaced: they may all be `.`. A solution of the rules that do not use them is
    /// drawn, and each place gets a mark with which the other rules hold. Then only these clues are left out. `grid` allows given
    /// values besides. Example: --fill clue, or --fill clue,grid.
    #[arg(long, value_name = "NAME", value_delimiter = ',', requires = "from", help_heading = "Puzzle")]
    fill: Vec<String>,
    /// Set the number of cells of each room, such as 3..6, if --fill names a picture of rooms
    #[arg(long, hide_short_help = true, value_name = "N..M", value_parser = sizes, requires = "fill", help_heading = "Puzzle")]
    sizes: Option<RangeInclusive<usize>>,
    /// Set the number of rooms, if --fill names a picture of rooms [default: by --sizes, as in the model, or by 3..6]
    #[arg(long, hide_short_help = true, value_name = "N", requires = "fill", help_heading = "Puzzle", value_parser = super::whole::whole::<u16, 1, 10_000>)]
    rooms: Option<u16>,
    /// Replace computed numbers by `?` where the solution stays the only one, with --fill
    #[arg(long, hide_short_help = true, requires = "fill", help_heading = "Puzzle")]
    weaken: bool,
    /// Keep N clues, of those that may be left out; with --from or knightdoku
    ///
    /// Puzzles are made until one has as few; its other clues then stay. With --time-limit, the search goes on to the limit;
    /// without one, it ends after 30 puzzles, or 20 Knightdokus. Then the result is the nearest puzzle, with exit code 3.
    #[arg(long, value_name = "N", help_heading = "Goals", value_parser = super::whole::whole::<u16, 0, 65_535>)]
    clues: Option<u16>,
    /// Make a puzzle of this difficulty, with --from: easy, medium, hard, very-hard, extreme, or scores N..M
    ///
    /// The difficulty is that of `boardwright steps`. Clues that are not needed stay if the puzzle is too hard without them.
    #[arg(long, value_name = "GRADE", value_parser = Wanted::from_str, requires = "from", help_heading = "Goals")]
    difficulty: Option<Wanted>,
    /// Make a puzzle that has several solutions without this rule, with --from; may be repeated
    #[arg(long, hide_short_help = true, value_name = "RULE", requires = "from", help_heading = "Goals")]
    must_use: Vec<String>,
    /// Make N puzzles with consecutive seeds; -o is the folder for them and for a table
    #[arg(long, value_name = "N", requires = "output", conflicts_with = "format", help_heading = "Goals", value_parser = super::whole::whole::<u16, 1, 10_000>)]
    count: Option<u16>,
    /// Set the number of rows of the board
    #[arg(long, help_heading = "Puzzle", value_name = "N", value_parser = super::whole::whole::<u16, 1, 100>)]
    rows: Option<u16>,
    /// Set the number of columns of the board [default: as many as rows]
    #[arg(long, help_heading = "Puzzle", value_name = "N", value_parser = super::whole::whole::<u16, 1, 100>)]
    columns: Option<u16>,
    /// Set the number of pieces of a dissection
    #[arg(long, hide_short_help = true, help_heading = "Puzzle", value_name = "N", value_parser = super::whole::whole::<u16, 0, 65_535>)]
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
    /// Write the model to FILE instead of standard output; with --count, the models to this folder
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Replace existing files
    #[arg(long, hide_short_help = true, requires = "output", help_heading = "Output")]
    force: bool,
    /// Print only errors on stderr
    #[arg(long, short)]
    quiet: bool,
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
    if arguments.count.is_some() {
        return several(arguments, session);
    }
    // That the output is an input is the clearer error than that it exists.
    arguments.from.as_deref().map_or(Ok(()), outputs::note_read)?;
    let format = if arguments.format == Format::Events { "events" } else { "model" };
    let output = Output::open_new(&arguments.output, format, arguments.force)?;
    match (&arguments.from, &arguments.family) {
        (Some(path), _) => from_model(arguments, path, output, session),
        (None, Some(family)) => of_family(arguments, family, output, session),
        (None, None) => Err(Quit::wrong("missing family; or use --from MODEL")),
    }
}

/// Makes puzzles with consecutive seeds.
fn several(arguments: &Arguments, session: &Session) -> Result<u8, Quit> {
    let name = match (&arguments.from, &arguments.family) {
        (Some(path), _) => path.file_stem().map_or("puzzle".into(), |stem| stem.to_string_lossy().into_owned()),
        (None, Some(family)) => family.clone(),
        (None, None) => return Err(Quit::wrong("missing family; or use --from MODEL")),
    };
    let batch = Batch {
        folder: arguments.output.as_deref().unwrap_or(Path::new(".")),
        name: &name,
        force: arguments.force,
        seeds: (0..u64::from(arguments.count.unwrap_or(1))).map(|more| arguments.seed.wrapping_add(more)).collect(),
        budget: &session.budget,
    };
    batch.run(&|number, seed| match &arguments.from {
        Some(path) => {
            let (source, loaded) = session.load(path, &Settings::of(&arguments.settings)?, false)?;
            let template = template(arguments, seed);
            let made = watched(arguments, Some(number), |observe| {
                detached::of_model(&source, &loaded, &template, &session.budget, observe).map_err(quit)
            })?;
            let Setting { left, of, difficulty, missed, stopped, .. } = &made;
            let row = Row {
                clues: if *of == 0 { "all".to_string() } else { format!("{left} of {of}") },
                difficulty: difficulty.map_or(String::new(), |(grade, score)| format!("{grade} ({score})")),
                remark: stopped.map_or(missed.join(", "), |stop| stop.describe().to_string()),
            };
            Ok((text_of_setting(arguments, seed, &source.name, &made), row))
        }
        None => {
            let request = request_of(arguments)?;
            let made = watched(arguments, Some(number), |observe| {
                made_of_family(arguments, &name, &request, seed, session, observe)
            })?;
            let row = Row {
                clues: made.made.remarks.join(", "),
                difficulty: String::new(),
                remark: made.stopped.map_or(made.made.missed.join(", "), |stop| stop.describe().to_string()),
            };
            Ok((text(arguments, seed, &name, &made), row))
        }
    })
}

fn of_family(arguments: &Arguments, family: &str, output: Output, session: &Session) -> Result<u8, Quit> {
    let request = request_of(arguments)?;
    let made =
        |observe: &mut Observer<'_>| made_of_family(arguments, family, &request, arguments.seed, session, observe);
    let text = |generated: &Generated| text(arguments, arguments.seed, family, generated);
    let Some(generated) = written(arguments, output, made, text)? else { return Ok(Exit::Answered.code()) };
    let Generated { stopped, is_finished, checked_by, made } = &generated;
    ended(*stopped, *is_finished, checked_by.is_some(), &made.missed)
}

/// Returns the request for a puzzle of a family.
fn request_of(arguments: &Arguments) -> Result<GenerationRequest, Quit> {
    Ok(GenerationRequest {
        rows: arguments.rows.map(usize::from),
        columns: arguments.columns.map(usize::from),
        pieces: arguments.pieces.map(usize::from),
        symmetric: arguments.symmetric,
        clues: arguments.clues.map(usize::from),
        settings: arguments.settings.iter().map(|setting| setting_of(setting)).collect::<Result<_, _>>()?,
    })
}

fn made_of_family(
    arguments: &Arguments,
    family: &str,
    request: &GenerationRequest,
    seed: u64,
    session: &Session,
    observe: &mut Observer<'_>,
) -> Result<Generated, Quit> {
    // `requires = "from"` is not enough: clap does not require what a family conflicts with.
    let of_models = [
        ("--keep", !arguments.keep.is_empty()),
        ("--fill", !arguments.fill.is_empty()),
        ("--difficulty", arguments.difficulty.is_some()),
        ("--must-use", !arguments.must_use.is_empty()),
    ];
    if let Some((option, _)) = of_models.iter().find(|(_, is_set)| *is_set) {
        return Err(Quit::wrong(format!("{option} requires --from MODEL")));
    }
    let Some(puzzle) = REGISTRY.find(family) else { return Err(Quit::wrong(unknown(family))) };
    watch::enter(Phase::Solve);
    detached::generate(REGISTRY, puzzle, request, seed, &session.budget, observe).map_err(quit)
}

/// Returns the error for a name that is no family. A genre is generated from its model.
fn unknown(name: &str) -> String {
    let families = PUZZLES.iter().filter(|puzzle| puzzle.generator().is_some());
    let families: Vec<&str> = families.map(|puzzle| puzzle.name()).collect();
    let genres = files::FILES.iter().map(|file| file.name);
    match genres.clone().find(|genre| *genre == name || aliases::are_one(genre, name)) {
        Some(genre) => format!(
            "`{name}` is generated from a model: write one by `boardwright new {genre} -o {genre}.toml`, then use \
             `boardwright generate --from {genre}.toml`, with --fill to compute its clues"
        ),
        None => {
            let meant = nearest(name, families.iter().copied().chain(genres));
            let meant = meant.map_or(String::new(), |meant| format!(" (did you mean `{meant}`?)"));
            format!(
                "unknown puzzle `{name}`{meant}; expected {}, or --from MODEL to generate from a grid model",
                families.join(", ")
            )
        }
    }
}

/// Returns the end of a run that made a puzzle, possibly at a limit, or without meeting all goals.
fn ended(stopped: Option<Stop>, is_finished: bool, is_checked: bool, missed: &[String]) -> Result<u8, Quit> {
    let words = match stopped {
        None if missed.is_empty() => return Ok(Exit::Answered.code()),
        None => format!("no puzzle met the goals; of the nearest one, {}", missed.join(", ")),
        Some(stop) => {
            let what = match (is_finished, is_checked) {
                (false, _) => ", but the search was not finished",
                (true, false) => ", but it was not checked by another solver",
                (true, true) => "",
            };
            let missed: String = missed.iter().map(|goal| format!("; {goal}")).collect();
            format!("{}: the puzzle has one solution{what}{missed}", stop.describe())
        }
    };
    Err(Quit { exit: Exit::Unknown, words })
}

fn from_model(arguments: &Arguments, path: &Path, output: Output, session: &Session) -> Result<u8, Quit> {
    let (source, loaded) = session.load(path, &Settings::of(&arguments.settings)?, false)?;
    let template = template(arguments, arguments.seed);
    watch::enter(Phase::Solve);
    let made = |observe: &mut Observer<'_>| {
        detached::of_model(&source, &loaded, &template, &session.budget, observe).map_err(quit)
    };
    let text = |setting: &Setting| text_of_setting(arguments, arguments.seed, &source.name, setting);
    let Some(setting) = written(arguments, output, made, text)? else { return Ok(Exit::Answered.code()) };
    ended(setting.stopped, setting.is_finished, setting.checked_by.is_some(), &setting.missed)
}

fn template(arguments: &Arguments, seed: u64) -> Template {
    let goals = Goals {
        clues: arguments.clues.map(usize::from),
        difficulty: arguments.difficulty.clone(),
        must_use: arguments.must_use.clone(),
    };
    Template {
        keep: arguments.keep.clone(),
        fill: arguments.fill.clone(),
        sizes: arguments.sizes.clone(),
        rooms: arguments.rooms.map(usize::from),
        weaken: arguments.weaken,
        goals,
        symmetric: arguments.symmetric,
        seed,
    }
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
    let made = watched(arguments, None, made)?;
    watch::enter(Phase::Answer);
    output.write_file(&text(&made))?;
    Ok(Some(made))
}

/// Makes a puzzle, with the progress on a terminal; of a batch, the puzzle of this number.
fn watched<T>(
    arguments: &Arguments,
    number: Option<usize>,
    made: impl FnOnce(&mut Observer<'_>) -> Result<T, Quit>,
) -> Result<T, Quit> {
    let of = arguments.count.unwrap_or(1);
    let before = number.map_or(String::new(), |number| format!("puzzle {number} of {of}: "));
    let mut progress = ProgressLine::new(arguments.quiet).beginning(before);
    let made = made(&mut |event| {
        progress.take(&event);
        Ok(())
    });
    progress.clear();
    made
}

/// Returns the end of a run that made no puzzle.
fn quit(error: GenerateError) -> Quit {
    match error {
        GenerateError::Unsupported(reason) => Quit::wrong(reason.text().worded(COMMAND_LINE)),
        GenerateError::Model(source, wrong) => explained(&wrong, &source),
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
fn text(arguments: &Arguments, seed: u64, family: &str, generated: &Generated) -> String {
    let Generated { made, is_finished, stopped, checked_by } = generated;
    let mut command = format!("boardwright generate {family}");
    let numbers = [("rows", arguments.rows), ("columns", arguments.columns), ("pieces", arguments.pieces)];
    for (name, number) in numbers.into_iter().filter_map(|(name, number)| Some((name, number?))) {
        command.push_str(&format!(" --{name} {number}"));
    }
    if arguments.symmetric {
        command.push_str(" --symmetric");
    }
    if let Some(clues) = arguments.clues {
        command.push_str(&format!(" --clues {clues}"));
    }
    for setting in &arguments.settings {
        let quoted = shlex::try_quote(setting).unwrap_or(setting.into());
        command.push_str(&format!(" --set {quoted}"));
    }
    let remarks: String = made.remarks.iter().map(|remark| format!("# {remark}.\n")).collect();
    let one = if made.distinct { "one solution up to the symmetries of the board" } else { "one solution" };
    let unfinished = match stopped {
        Some(stop) if !is_finished => format!("# It is not fully reduced: {}.\n", untried(*stop)),
        _ => String::new(),
    };
    format!(
        "# Made by: {command} --seed {seed}\n# It has {one}, {}.\n{remarks}{unfinished}{}{}",
        checked(*checked_by),
        goals_missed(&made.missed),
        generated.text()
    )
}

/// Returns the comment on goals that are not met.
fn goals_missed(missed: &[String]) -> String {
    if missed.is_empty() { String::new() } else { format!("# Goals that are not met: {}.\n", missed.join(", ")) }
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
fn text_of_setting(arguments: &Arguments, seed: u64, name: &str, setting: &Setting) -> String {
    let Setting { text, left, of, is_finished, stopped, checked_by, .. } = setting;
    let command = command_of(arguments, name);
    let mut remarks = match setting.filled {
        0 => String::new(),
        1 => "# It had several solutions: a value of one of them was given.\n".to_string(),
        many => format!("# It had several solutions: {many} values of one of them were given.\n"),
    };
    remarks.push_str(&format!("# It has one solution, {}.\n", checked(*checked_by)));
    let none = match (stopped, arguments.symmetric) {
        (Some(stop), _) if !is_finished => format!("it is not fully reduced: {}", untried(*stop)),
        _ if !setting.is_last => "more could be left out".to_string(),
        (_, true) => "no pair of clues can be left out".to_string(),
        (_, false) => "no clue can be left out".to_string(),
    };
    let clues = if *left == 1 { "clue" } else { "clues" };
    match of {
        0 if arguments.symmetric => {
            remarks
                .push_str("# Its clues are part of the rules: none can be left out, and --symmetric has no effect.\n");
        }
        0 => remarks.push_str("# Its clues are part of the rules: none can be left out.\n"),
        of => remarks.push_str(&format!("# {left} {clues} of {of}; {none}.\n")),
    }
    match setting.weakened {
        0 if arguments.weaken => remarks.push_str("# No number could be replaced by a question mark.\n"),
        0 => {}
        1 => remarks.push_str("# A number was replaced by a question mark.\n"),
        many => remarks.push_str(&format!("# {many} numbers were replaced by question marks.\n")),
    }
    if let Some((grade, score)) = setting.difficulty {
        remarks.push_str(&format!("# Difficulty: {grade} (score {score}).\n"));
    }
    remarks.push_str(&goals_missed(&setting.missed));
    // The links of a genre's file are examples of another puzzle.
    let text = write::without_links(text);
    format!("# Made by: {command} --seed {seed}\n{remarks}{text}")
}

/// Returns the command that makes a puzzle from a model, without its seed.
fn command_of(arguments: &Arguments, name: &str) -> String {
    let quoted = |word: &str| shlex::try_quote(word).map_or(word.to_string(), |quoted| quoted.to_string());
    let mut command = format!("boardwright generate --from {}", quoted(name));
    for name in &arguments.keep {
        command.push_str(&format!(" --keep {}", quoted(name)));
    }
    for name in &arguments.fill {
        command.push_str(&format!(" --fill {}", quoted(name)));
    }
    if let Some(sizes) = &arguments.sizes {
        command.push_str(&format!(" --sizes {}..{}", sizes.start(), sizes.end()));
    }
    if let Some(rooms) = arguments.rooms {
        command.push_str(&format!(" --rooms {rooms}"));
    }
    for (option, is_set) in [("--weaken", arguments.weaken), ("--symmetric", arguments.symmetric)] {
        if is_set {
            command.push_str(&format!(" {option}"));
        }
    }
    if let Some(clues) = arguments.clues {
        command.push_str(&format!(" --clues {clues}"));
    }
    match &arguments.difficulty {
        Some(Wanted::Grade(grade)) => command.push_str(&format!(" --difficulty {}", grade.replace(' ', "-"))),
        Some(Wanted::Score(scores)) => {
            command.push_str(&format!(" --difficulty {}..{}", scores.start(), scores.end()));
        }
        None => {}
    }
    for rule in &arguments.must_use {
        command.push_str(&format!(" --must-use {}", quoted(rule)));
    }
    // A comment ends at the end of its line.
    if command.contains(char::is_control) {
        command = one_line(&command).into_owned();
    }
    command
}
