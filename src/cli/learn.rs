//! `boardwright learn BOARD...`: proposes rules that hold on solved boards, and asks about boards until one rule set is left.
//!
//! The candidates are those of `exchange::library`. Questions go to stderr, so that stdout has the learned model alone.

mod arguments;
mod start;
mod summary;
mod teacher;

pub(super) use self::arguments::Arguments;

use self::arguments::Format;
use self::start::{Start, board, failed};
use self::summary::summary;
use self::teacher::{Heard, Teacher};
use super::files::print_error;
use super::input::Session;
use super::outputs::{self, Output};
use super::watch::{self, Phase};
use super::{Exit, Quit};
use boardwright_tasks::task::learn::{self, End, Judged, LearnRequest, Learned, Reply};

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Quit> {
    let output = Output::of(&arguments.output, arguments.format)?;
    for path in arguments.oracle.iter().chain(&arguments.answers) {
        outputs::note_read(path)?;
    }
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
    let report = start.report(&learned);
    let text = match arguments.format {
        Format::Json => format!("{:#}\n", report.json()),
        Format::Text => report.text(),
    };
    if !arguments.quiet && arguments.format == Format::Text {
        print_error(&summary(&report));
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
            until_proved: !arguments.likely,
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
                End::Conflict(_) => teacher.is_undoing(&start.report(&learned)),
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
