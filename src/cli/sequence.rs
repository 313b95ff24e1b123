//! `boardwright sequence MODEL --set n=1..12`: a number of the model (solutions, distinct solutions, optimum) for each value of a
//! parameter.
//!
//! Each term is a run of its own on the text with the parameter set. Terms are printed as they are found; a limit ends the
//! table after the last complete term. `terms` computes them, `planned` makes campaigns of them and reads
//! these, `table` formats them, `plot` draws them.

mod planned;
mod plot;
mod table;
mod terms;

pub(super) use self::terms::{Kind, Question, Term, Value};

use self::table::{Format, Table};
use super::Quit;
use super::checkpoint::Checkpoint;
use super::choices::Choices;
use super::classes::Classes;
use super::exit::Exit;
use super::input::Session;
use super::limits::Limits;
use super::outputs::{self, Output};
use super::settings::{Range, Settings};
use super::stream::Stream;
use super::unanswered::{AnswerForm, Unanswered};
use super::watch::{self, Phase};
use boardwright_base::program;
use boardwright_tasks::task::cubes::{NodePath, NodeState};
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub(super) struct Arguments {
    /// Model file with a `[parameter]`, or - for standard input
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    /// Set a parameter to each number of a range, such as n=1..12, or to one number; may be repeated
    ///
    /// One parameter has a range [default: the range of the model's `[expect] sequence`]; one number for the parameter of that
    /// sequence is a range of one term.
    #[arg(long = "set", value_name = "NAME=RANGE", value_parser = super::settings::range, help_heading = "Question")]
    settings: Vec<(String, Range)>,
    #[command(flatten)]
    classes: Classes,
    /// Print the optimum of each term instead of the number of solutions
    #[arg(long, conflicts_with = "distinct", help_heading = "Question")]
    optimum: bool,
    #[command(flatten)]
    choices: Choices,
    /// Split the count of each term into at least N jobs; see `campaign`
    ///
    /// Writes the jobs of a term to a folder of its own in the folder --output.
    #[arg(long, help_heading = "Method", value_name = "N", requires = "output")]
    #[arg(conflicts_with_all = ["distinct", "optimum", "checkpoint", "format"])]
    #[arg(value_parser = super::whole::whole::<u32, 1, 1_000_000>)]
    split: Option<u32>,
    /// Read terms from the campaigns that --split wrote to FOLDER, and compute terms that have none
    #[arg(long, help_heading = "Input", value_name = "FOLDER")]
    #[arg(conflicts_with_all = ["distinct", "optimum", "checkpoint", "split"])]
    campaigns: Option<PathBuf>,
    /// Save terms in FILE, and resume from it if it exists
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    checkpoint: Option<PathBuf>,
    /// Print the terms as text, json, markdown, b-file (OEIS) or svg (a plot)
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true, help_heading = "Output")]
    format: Format,
    /// Write the terms to FILE; with --split, the folder of the jobs
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

impl Arguments {
    pub(super) fn limits(&self) -> (&Limits, Unanswered) {
        let form = match self.format {
            _ if self.split.is_some() => AnswerForm::File,
            Format::Text => AnswerForm::Text,
            Format::Json => AnswerForm::Object,
            _ => AnswerForm::File,
        };
        (&self.choices.limits, Unanswered::new(&self.model, form, &self.output))
    }

    /// Returns what a term is: chosen here, or by the model, or the number of solutions.
    fn kind(&self, expected: Option<Kind>) -> Kind {
        match self.classes.distinct() {
            Some(distinct) => Kind::Distinct(distinct),
            None if self.optimum => Kind::Optimum,
            None => expected.unwrap_or(Kind::Count),
        }
    }
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Quit> {
    // With --split it is a folder.
    let output =
        if arguments.split.is_some() { Output::Stdout } else { Output::of(&arguments.output, arguments.format)? };
    let mut stream = Stream::new(output)?;
    arguments.checkpoint.as_deref().map_or(Ok(()), |path| outputs::reserve("--checkpoint", path))?;
    let source = session.read_model(&arguments.model)?;
    let loaded = session.loaded(&source, false)?;
    let expected = loaded.model.expect.as_ref().and_then(|expect| expect.sequence.clone());
    let question =
        question(arguments, source, expected.as_ref().map(|expected| (&expected.parameter[..], expected.range())))?;
    let kind = arguments.kind(expected.as_ref().and_then(|expected| Kind::named(&expected.of)));
    let known = expected.as_ref().filter(|expected| {
        expected.parameter == question.parameter
            && Kind::named(&expected.of) == Some(kind)
            && question.settings.is_empty()
    });
    // A parameter that the model lacks is reported before anything is printed.
    question.settings.with(&question.parameter, question.range.0).apply(question.source.clone())?;
    if let (Some(pieces), Some(folder)) = (arguments.split, &arguments.output) {
        only_counts("--split", kind)?;
        let model = arguments.model.display().to_string();
        return planned::plan(&arguments.choices, &model, &question, pieces as usize, folder, session);
    }
    if arguments.campaigns.is_some() {
        only_counts("--campaigns", kind)?;
    }
    let mut checkpoint = checkpoint(arguments, &question, kind)?;
    let mut table = Table::new(arguments.format, &arguments.model.display().to_string(), &question.parameter, kind);
    let (mut differs, mut stopped) = (false, false);
    // It is written with the first term: an error in that has no header.
    let mut head = table.head();
    for value in question.range.0..=question.range.1 {
        let path = NodePath(vec![0, value.abs_diff(question.range.0) as u32]);
        let kept = checkpoint.as_ref().and_then(|checkpoint| checkpoint.finished.get(&path)).cloned();
        let planned = arguments.campaigns.as_deref().map(|folder| planned::term(&question, value, folder, session));
        let term = match (&kept, planned.transpose()?.flatten()) {
            (Some(NodeState::Done(number)), _) => {
                Term { value: Value::Known(number.clone().into()), seconds: None, trusted: None }
            }
            (_, Some(term)) => term,
            _ => question.term(value, kind, &arguments.choices, session)?,
        };
        if let (Some(checkpoint), Value::Known(number), None) = (&mut checkpoint, &term.value, kept)
            && number.sign() != num_bigint::Sign::Minus
            && term.trusted.is_none()
        {
            checkpoint.done(&path, &number.to_string(), None)?;
        }
        watch::enter(Phase::Answer);
        let right = known.and_then(|known| known.term(value));
        differs |= right.is_some_and(|right| term.value.differs(right));
        stopped = matches!(term.value, Value::Open(_));
        let head = std::mem::take(&mut head);
        if !written(&mut stream, &(head + &table.row(value, term, right)))? {
            return Ok(Exit::Answered.code());
        }
        if stopped {
            break;
        }
    }
    if written(&mut stream, &table.end())? {
        stream.finish()?;
    }
    Ok(match () {
        () if differs => Exit::No,
        () if stopped => Exit::Unknown,
        () => Exit::Answered,
    }
    .code())
}

/// Requires terms that are counts.
fn only_counts(option: &str, kind: Kind) -> Result<(), Quit> {
    if kind == Kind::Count {
        return Ok(());
    }
    let name = kind.name();
    Err(Quit::wrong(format!("{option} requires terms that are counts; a term of this model is of kind `{name}`")))
}

/// Writes and flushes; returns whether somebody still reads.
fn written(stream: &mut Stream, text: &str) -> Result<bool, Quit> {
    match stream.write(text).and_then(|()| stream.flush().map(drop)) {
        Err(_) if stream.closed => Ok(false),
        done => done.map(|()| true),
    }
}

/// Returns the parameter with its range, and the other settings.
fn question(
    arguments: &Arguments,
    source: boardwright_base::source::Source,
    expected: Option<(&str, (i64, i64))>,
) -> Result<Question, Quit> {
    let names = || arguments.settings.iter().map(|(name, _)| name);
    if let Some((_, name)) = names().enumerate().find(|(index, name)| names().take(*index).any(|other| other == *name))
    {
        return Err(Quit::wrong(format!("--set gives the parameter `{name}` twice")));
    }
    let is_range = |(_, range): &&(String, Range)| matches!(range, Range::FromTo(..));
    let mut ranges = arguments.settings.iter().filter(is_range);
    let (parameter, range) = match (ranges.next(), ranges.next(), expected) {
        (Some((name, Range::FromTo(from, to))), None, _) => (name.clone(), (*from, *to)),
        (Some(_), Some((second, _)), _) => {
            return Err(Quit::wrong(format!("`sequence` supports one range; set `{second}` to one number")));
        }
        (_, _, Some((name, range))) => match arguments.settings.iter().find(|(set, _)| set == name) {
            Some((_, Range::One(value))) => (name.to_string(), (*value, *value)),
            _ => (name.to_string(), range),
        },
        _ => return Err(Quit::wrong("missing range; expected --set NAME=FROM..TO, such as --set n=1..12")),
    };
    let one = |(name, range): &(String, Range)| match range {
        Range::One(value) if *name != parameter => Some((name.clone(), *value)),
        _ => None,
    };
    let settings = Settings::new(arguments.settings.iter().filter_map(one).collect());
    Ok(Question { source, parameter, range, settings })
}

/// Opens the checkpoint, which belongs to the model, the parameter, the kind of terms and the version.
fn checkpoint(arguments: &Arguments, question: &Question, kind: Kind) -> Result<Option<Checkpoint>, Quit> {
    let Some(path) = &arguments.checkpoint else { return Ok(None) };
    // The end of the range may change: a longer table continues a shorter one.
    let (settings, from) = (format!("{:?}", question.settings), question.range.0.to_string());
    let text = &question.source.text;
    let parts = [text, &question.parameter, &from, &settings, kind.name(), "sequence", program::VERSION];
    Checkpoint::open(path, &question.source.name, &parts).map(Some)
}
