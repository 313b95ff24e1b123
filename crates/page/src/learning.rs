//! Rules from solved boards: the next board to ask about, and the rules so far. Start with [`learn`].

use super::model::drawn;
use super::request::{Events, Lesson, Session, Wrong};
use super::words::PAGE;
use boardwright_base::source::Source;
use boardwright_exchange::library::{Boards, Library};
use boardwright_puzzle::Loaded;
use boardwright_puzzle::solution::notation::Written;
use boardwright_puzzle::solution::{Candidate, Solution};
use boardwright_render::learned::LearnReport;
use boardwright_tasks::task::learn::{self, Judged, LearnError, LearnRequest, Question, Reply};
use serde_json::Value;

/// Sends the first board that earlier answers leave open, at once, and then the rules so far; if no board is open, the learned rules.
pub(super) fn learn(session: &Session<'_>, lesson: &Lesson, write: &mut Events<'_>) -> Result<(), Wrong> {
    let rows: Vec<String> = lesson.boards.iter().map(|board| board.join("\n")).collect();
    let texts = if rows.is_empty() { Vec::new() } else { vec![("the boards".to_string(), rows.join("\n\n"))] };
    let boards = Boards::read(&texts, &lesson.values).map_err(|error| Wrong::Refused(error.to_string()))?;
    let all = Library::of(&boards);
    let blank = load(session, &all.without_rules())?;
    let judged = solved(session, &all, &boards)?;
    let mut is_broken = vec![false; all.len()];
    for one in &judged {
        one.breaks.iter().for_each(|&rule| is_broken[rule] = true);
    }
    let library = all.reduced(|rule| is_broken[rule]);
    let loaded = load(session, &library.candidates())?;
    let mut judged: Vec<Judged> = judged.into_iter().map(|one| one.judged).collect();
    for (rows, is_accepted) in &lesson.answers {
        let board = read(&loaded, &Written::new(rows.clone()))?;
        judged.push(Judged { board, is_accepted: *is_accepted, is_answer: true });
    }
    let number = lesson.answers.len() + 1;
    let request = LearnRequest {
        loaded,
        likelihoods: library.likelihoods(),
        judged,
        confirmations: lesson.confirm,
        until_proved: true,
        seed: 0,
    };
    let mut wrong = None;
    let answer = &mut |question: &Question<'_>| {
        match event(&blank, &library, number, question) {
            Ok(event) => write(&event),
            Err(violation) => wrong = Some(violation),
        }
        Reply::End
    };
    let learned = learn::run(&request, answer, session.budget).map_err(failed)?;
    if let Some(wrong) = wrong {
        return Err(wrong);
    }
    let report = LearnReport { library: &library, all: all.len(), blank: &*blank.instance, learned: &learned };
    let mut object = report.json();
    object["event"] = "learned".into();
    object["lines"] = learned.rules.iter().map(|one| library.one_line(one.rule)).collect();
    write(&object);
    Ok(())
}

/// Returns the solved boards, with the candidates that each breaks.
fn solved(session: &Session<'_>, all: &Library, boards: &Boards) -> Result<Vec<learn::Examined>, Wrong> {
    let loaded = load(session, &all.candidates())?;
    let examined = |written: &Written| {
        session.budget.check()?;
        let judged = Judged { board: read(&loaded, written)?, is_accepted: true, is_answer: false };
        learn::examine(&loaded, judged).map_err(failed)
    };
    boards.written.iter().map(examined).collect()
}

/// Returns the event that asks about a board.
fn event(blank: &Loaded, library: &Library, number: usize, question: &Question<'_>) -> Result<Value, Wrong> {
    let refused = |violation: boardwright_puzzle::solution::Violation| Wrong::Refused(violation.to_string());
    let solution = Solution::verified(&*blank.instance, question.board.clone()).map_err(refused)?;
    let mut object = drawn(blank, &blank.instance.draw(&solution));
    object["event"] = "question".into();
    object["number"] = number.into();
    object["board"] = solution.to_json(&*blank.instance)["board"].clone();
    object["breaks"] = question.breaks.iter().map(|&rule| library.one_line(rule)).collect();
    object["open"] = question.open.into();
    Ok(object)
}

/// Reads a model of boards.
fn load(session: &Session<'_>, text: &str) -> Result<Loaded, Wrong> {
    let source = Source::new("the model of the boards", text);
    session.registry.load(&source, session.budget).map_err(|error| match error.stop() {
        Some(stop) => Wrong::Stopped(stop),
        None => Wrong::Refused(error.diagnostics().worded(PAGE).to_string()),
    })
}

fn read(loaded: &Loaded, written: &Written) -> Result<Candidate, Wrong> {
    Candidate::read(&*loaded.instance, written).map_err(|violation| Wrong::Refused(violation.to_string()))
}

fn failed(error: LearnError) -> Wrong {
    match error {
        LearnError::Failed(failure) => Wrong::Failed(failure),
        other => Wrong::Refused(other.to_string()),
    }
}
