//! `boardwright learn BOARD...`: proposes rules that hold on solved boards, and asks about boards until one rule set is left.
//!
//! The candidates are those of `exchange::library`. Questions go to stderr, so that stdout has the learned model alone.

mod report;
mod teacher;

use self::report::Told;
use self::teacher::{Heard, Teacher};
use super::exit::explained;
use super::files::print_error;
use super::input::Session;
use super::limits::Limits;
use super::outputs::Output;
use super::unanswered::{AnswerForm, Unanswered};
use super::watch::{self, Phase};
use super::{Exit, Quit};
use crate::REGISTRY;
use boardwright_base::source::Source;
use boardwright_exchange::library::{Boards, Library};
use boardwright_puzzle::solution::Candidate;
use boardwright_puzzle::solution::notation::Written;
use boardwright_puzzle::{LoadError, Loaded};
use boardwright_tasks::task::learn::{self, End, Judged, LearnError, LearnRequest, Learned, Reply};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(
    after_help = "A question shows a board. Answer y if it is a solution of the puzzle that you have in mind, and n if it is not.\n\nExamples:\n  boardwright learn solved.txt\n  printf 'n\\ny\\nn\\n' | boardwright learn solved.txt -o learned.toml\n  boardwright learn solved.txt --oracle model.toml"
)]
pub(super) struct Arguments {
    /// Files of solved boards, or - for standard input: rows with an empty line between two boards, or JSON that `solve` prints
    #[arg(value_name = "BOARD", required = true)]
    boards: Vec<PathBuf>,
    /// File of boards that break a rule; may be repeated
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    rejected: Vec<PathBuf>,
    /// Values that cells may have, such as "1..4" or ".,Q" [default: those on the boards]
    #[arg(long, value_name = "VALUES", help_heading = "Input")]
    values: Option<String>,
    /// Read answers from FILE: words such as yes and no, one a line, or the JSON of an earlier run
    #[arg(long, value_name = "FILE", help_heading = "Question", conflicts_with = "oracle")]
    answers: Option<PathBuf>,
    /// Answer by the rules of this model
    #[arg(long, value_name = "MODEL", help_heading = "Question")]
    oracle: Option<PathBuf>,
    /// Ask about N random boards of the learned rules in the end
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Question", value_parser = super::whole::whole::<usize, 0, 100>)]
    confirm: usize,
    /// Ask until it is proved that no other rule set fits, also about rule sets that are unlikely
    #[arg(long, help_heading = "Question")]
    prove: bool,
    /// Random seed of the choice among questions
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Method", value_parser = super::whole::any::<u64>)]
    seed: u64,
    #[command(flatten)]
    limits: Limits,
    /// Print the result as text (a model) or json
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true, help_heading = "Output")]
    format: Format,
    /// Write the result to FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Print only errors on stderr; answers that are not in a file or of a model are not asked for
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

impl Arguments {
    pub(super) fn limits(&self) -> (&Limits, Unanswered) {
        let form = if self.format == Format::Json { AnswerForm::Object } else { AnswerForm::Text };
        let first = self.boards.first().map_or(Path::new("-"), PathBuf::as_path);
        (&self.limits, Unanswered::new(first, form, &self.output))
    }

    /// Reads the boards: those that are solved, then those that break a rule.
    fn read(&self, session: &Session) -> Result<(Boards, usize), Quit> {
        let mut texts = Vec::new();
        for path in &self.boards {
            let source = session.read_source(path)?;
            texts.push((source.name, source.text));
        }
        let values = self.values.as_deref().map(values).unwrap_or_default();
        let solved = Boards::read(&texts, &values).map_err(Quit::wrong)?.written.len();
        for path in &self.rejected {
            let source = session.read_source(path)?;
            texts.push((source.name, source.text));
        }
        Ok((Boards::read(&texts, &values).map_err(Quit::wrong)?, solved))
    }
}

/// Returns the values in a text such as `1..9` or `.,#,1..3`.
fn values(text: &str) -> Vec<String> {
    let mut values = Vec::new();
    for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
        let ends = part.split_once("..").and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
        match ends {
            Some((from, to)) => values.extend((from..=to).take(1000).map(|number: i64| number.to_string())),
            None => values.push(part.to_string()),
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    values.retain(|value| seen.insert(value.clone()));
    values
}

/// The boards, and the candidates that hold on them, as models.
struct Start {
    library: Library,
    /// The number of candidates before those that a board breaks were dropped.
    all: usize,
    candidates: Loaded,
    /// The board without rules, which draws any board.
    blank: Loaded,
}

impl Start {
    fn new(boards: &Boards, solved: usize, session: &Session) -> Result<Start, Quit> {
        let all = Library::of(boards);
        let blank = load(&all.without_rules(), session)?;
        let loaded = load(&all.candidates(), session)?;
        let mut is_broken = vec![false; all.len()];
        for written in &boards.written[..solved] {
            session.budget.check().map_err(Quit::stopped)?;
            let judged = Judged { board: board(&loaded, written)?, is_accepted: true, is_answer: false };
            let examined = learn::examine(&loaded, judged).map_err(failed)?;
            examined.breaks.into_iter().for_each(|rule| is_broken[rule] = true);
        }
        let library = all.reduced(|rule| is_broken[rule]);
        let candidates = load(&library.candidates(), session)?;
        Ok(Start { library, all: all.len(), candidates, blank })
    }
}

/// Reads a model of boards.
fn load(text: &str, session: &Session) -> Result<Loaded, Quit> {
    let source = Source::new("the model of the boards", text);
    REGISTRY.load(&source, &session.budget).map_err(|error| match error {
        LoadError::Wrong(wrong) => explained(&wrong, &source),
        LoadError::Stopped(stop, _) => Quit::stopped(stop),
    })
}

/// Returns a board as the model of the candidates has it.
fn board(loaded: &Loaded, written: &Written) -> Result<Candidate, Quit> {
    Candidate::read(&*loaded.instance, written).map_err(Quit::wrong)
}

fn failed(error: LearnError) -> Quit {
    match error {
        LearnError::Failed(failure) => failure.into(),
        other => Quit::wrong(other),
    }
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Quit> {
    let output = Output::of(&arguments.output, arguments.format)?;
    let (boards, solved) = arguments.read(session)?;
    watch::enter(Phase::Model);
    let start = Start::new(&boards, solved, session)?;
    let mut judged = Vec::new();
    for (number, written) in boards.written.iter().enumerate() {
        judged.push(Judged {
            board: board(&start.candidates, written)?,
            is_accepted: number < solved,
            is_answer: false,
        });
    }
    let mut teacher = Teacher::new(arguments, &start, session)?;
    for (written, is_accepted) in teacher.known() {
        judged.push(Judged { board: board(&start.candidates, &written)?, is_accepted, is_answer: true });
    }
    let learned = learn(arguments, &start, judged, &mut teacher, session)?;
    watch::enter(Phase::Answer);
    let told = Told { start: &start, learned: &learned };
    let text = match arguments.format {
        Format::Json => format!("{:#}\n", told.json()),
        Format::Text => told.text(),
    };
    if !arguments.quiet && arguments.format == Format::Text {
        print_error(&told.summary());
    }
    output.write(&text)?;
    Ok(match learned.end {
        End::Proved | End::Likely if learned.is_minimal => Exit::Answered,
        End::Conflict(_) => Exit::No,
        _ => Exit::Unknown,
    }
    .code())
}

/// Learns; an answer that is undone begins the work again without it.
fn learn(
    arguments: &Arguments,
    start: &Start,
    mut judged: Vec<Judged>,
    teacher: &mut Teacher,
    session: &Session,
) -> Result<Learned, Quit> {
    loop {
        let request = LearnRequest {
            loaded: start.candidates.clone(),
            likelihoods: start.library.likelihoods(),
            judged: judged.clone(),
            confirmations: arguments.confirm,
            until_proved: arguments.prove,
            seed: arguments.seed,
        };
        let mut end = None;
        let mut number = judged.iter().filter(|one| one.is_answer).count();
        watch::enter(Phase::Solve);
        let learned = learn::run(
            &request,
            &mut |question| {
                number += 1;
                match teacher.ask(number, question, start) {
                    Ok(Heard::Answer(is_accepted)) => Reply::Accepted(is_accepted),
                    other => {
                        end = Some(other);
                        Reply::End
                    }
                }
            },
            &session.budget,
        );
        let learned = learned.map_err(failed)?;
        let is_undone = match end.transpose()? {
            Some(Heard::Undo) => true,
            _ => match &learned.end {
                End::Conflict(_) => teacher.is_undoing(&Told { start, learned: &learned }),
                _ => false,
            },
        };
        if !is_undone {
            return Ok(learned);
        }
        judged = learned.known.into_iter().map(|one| one.judged).collect();
        match judged.iter().rposition(|one| one.is_answer) {
            Some(last) => drop(judged.remove(last)),
            None => print_error("there is no answer to undo\n"),
        }
    }
}
