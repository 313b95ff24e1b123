//! Answers to questions: from a person, from a file, or by a model.

use super::arguments::{Arguments, Format};
use super::start::Start;
use crate::cli::Quit;
use crate::cli::files::{print_error, stderr_colour};
use crate::cli::input::Session;
use crate::cli::prompt::line;
use crate::cli::settings::Settings;
use boardwright_puzzle::Loaded;
use boardwright_puzzle::solution::notation::Written;
use boardwright_puzzle::solution::{Candidate, Solution};
use boardwright_render::learned::LearnReport;
use boardwright_render::text;
use boardwright_tasks::task::learn::Question;
use serde_json::Value;
use std::collections::VecDeque;
use std::io::IsTerminal;

/// What came in answer to a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Heard {
    /// The board is a solution, or is not.
    Answer(bool),
    /// The last answer was wrong.
    Undo,
    /// There are no more answers.
    End,
}

/// Where answers come from.
enum From {
    Model(Box<Loaded>),
    /// Words of a file.
    Words(VecDeque<Heard>),
    Input,
    Nowhere,
}

pub(super) struct Teacher {
    from: From,
    /// Boards and answers of an earlier run.
    known: Vec<(Written, bool)>,
    /// Whether questions are printed.
    is_shown: bool,
    /// Whether a person answers.
    is_terminal: bool,
}

impl Teacher {
    pub(super) fn new(arguments: &Arguments, start: &Start, session: &Session) -> Result<Teacher, Quit> {
        let is_terminal = std::io::stdin().is_terminal();
        let is_input_boards = arguments.boards.iter().chain(&arguments.rejected).any(|path| path.as_os_str() == "-");
        let is_silent = is_terminal && (arguments.quiet || arguments.format == Format::Json);
        let mut known = Vec::new();
        let mut from = if is_input_boards || is_silent { From::Nowhere } else { From::Input };
        if let Some(path) = &arguments.oracle {
            let (_, model) = session.load(path, &Settings::default(), false)?;
            for written in &start.library.boards().written {
                Candidate::read(&*model.instance, written)
                    .map_err(|why| Quit::wrong(format!("{}: the boards are not its boards: {why}", path.display())))?;
            }
            from = From::Model(Box::new(model));
        }
        if let Some(path) = &arguments.answers {
            let source = session.read_source(path)?;
            let wrong = |why: &str| Quit::wrong(format!("{}: {why}", path.display()));
            if source.text.trim_start().starts_with('{') {
                known = earlier(&source.text).map_err(|why| wrong(&why.to_string()))?;
            } else if arguments.oracle.is_some() {
                return Err(wrong("expected JSON of `learn`; words do not go together with --oracle"));
            } else {
                from = From::Words(words(&source.text).map_err(|why| wrong(&why.to_string()))?);
            }
        }
        let is_asking = matches!(from, From::Input) && is_terminal;
        let is_shown = !arguments.quiet && arguments.format == Format::Text && matches!(from, From::Input);
        Ok(Teacher { from, known, is_shown, is_terminal: is_asking })
    }

    /// Returns boards and answers of an earlier run.
    pub(super) fn known(&self) -> Vec<(Written, bool)> {
        self.known.clone()
    }

    /// Asks a question.
    pub(super) fn ask(&mut self, number: usize, question: &Question<'_>, start: &Start) -> Result<Heard, Quit> {
        if self.is_shown {
            print_error(&shown(number, question, start)?);
        }
        match &mut self.from {
            From::Model(model) => judged(question.board, start, model).map(Heard::Answer),
            From::Words(words) => Ok(words.pop_front().unwrap_or(Heard::End)),
            From::Nowhere => Ok(Heard::End),
            From::Input => Ok(self.heard(question, start)),
        }
    }

    /// Reads an answer from standard input; what is none is explained.
    fn heard(&self, question: &Question<'_>, start: &Start) -> Heard {
        loop {
            let Some(typed) = self.typed("yes, no, undo or quit; ? lists the rules in question") else {
                return Heard::End;
            };
            match (typed.as_str(), heard(&typed)) {
                (_, Some(heard)) => return heard,
                ("", _) => {}
                ("?", _) => question.breaks.iter().for_each(|&rule| {
                    print_error(&format!("  it breaks: {}\n", start.library.one_line(rule)));
                }),
                _ => {
                    print_error(&format!(
                        "unknown answer `{}`; expected yes, no, undo or quit\n",
                        typed.escape_debug()
                    ));
                }
            }
        }
    }

    /// Prints a prompt and reads a line; `None` at the end of the input.
    fn typed(&self, prompt: &str) -> Option<String> {
        if self.is_shown {
            print_error(&format!("{prompt}\n> "));
        }
        let typed = line();
        if self.is_shown && (!self.is_terminal || typed.is_none()) {
            // A terminal shows what is typed.
            print_error(&format!("{}\n", typed.as_deref().unwrap_or("")));
        }
        typed
    }

    /// Asks a person whether the last answer is to be undone after a conflict.
    pub(super) fn is_undoing(&self, report: &LearnReport<'_>) -> bool {
        if !self.is_terminal {
            return false;
        }
        print_error(&report.text());
        loop {
            match self.typed("undo or quit").as_deref().map(heard) {
                Some(Some(Heard::Undo)) => return true,
                None | Some(Some(Heard::End)) => return false,
                _ => {}
            }
        }
    }
}

/// Draws a question.
fn shown(number: usize, question: &Question<'_>, start: &Start) -> Result<String, Quit> {
    let solution = Solution::verified(&*start.blank.instance, question.board.clone());
    let solution = solution.map_err(Quit::check_failed)?;
    let style = text::Style { colour: stderr_colour(), ..text::Style::default() };
    let drawn = text::render(&start.blank.instance.draw(&solution), style);
    let mut what = match (question.breaks.len(), question.open) {
        (0, _) => "It obeys all candidate rules that are left.".to_string(),
        (1, open) => format!("It breaks 1 of {open} candidate rules."),
        (broken, open) => format!("It breaks {broken} of {open} candidate rules."),
    };
    if question.is_for_proof {
        what.push_str(" No board is found that distinguishes likely rule sets; this one distinguishes unlikely ones.");
    }
    Ok(format!("\nQuestion {number}: is this board a solution? {what}\n\n{drawn}\n"))
}

/// Judges a board by the rules of a model.
fn judged(board: &Candidate, start: &Start, model: &Loaded) -> Result<bool, Quit> {
    let written = Written::from_json(&board.to_json(&*start.blank.instance)).map_err(Quit::check_failed)?;
    let board = Candidate::read(&*model.instance, &written).map_err(Quit::wrong)?;
    Ok(Solution::verified(&*model.instance, board).is_ok())
}

fn heard(word: &str) -> Option<Heard> {
    Some(match word.to_lowercase().as_str() {
        "y" | "yes" => Heard::Answer(true),
        "n" | "no" => Heard::Answer(false),
        "u" | "undo" => Heard::Undo,
        "q" | "quit" => Heard::End,
        _ => return None,
    })
}

/// Why a file has no answers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum NoAnswers {
    #[error("line {line}: unknown answer `{}`; expected yes, no, undo or quit", word.escape_debug())]
    Word { line: usize, word: String },
    #[error("not valid JSON: {0}")]
    NotJson(String),
    #[error("expected the JSON of `learn`, with a list `questions` of objects with `board` and `answer`")]
    Form,
    #[error("question {0}: expected `answer` to be \"yes\" or \"no\"")]
    Answer(usize),
}

/// Reads answers, one a line; lines that begin with `#` are comments.
fn words(text: &str) -> Result<VecDeque<Heard>, NoAnswers> {
    let lines = text.lines().map(str::trim).enumerate();
    let lines = lines.filter(|(_, word)| !word.is_empty() && !word.starts_with('#'));
    let word =
        |(at, word): (usize, &str)| heard(word).ok_or_else(|| NoAnswers::Word { line: at + 1, word: word.to_string() });
    lines.map(word).collect()
}

/// Reads the boards and answers of an earlier run; the question that was open counts if it has an answer now.
fn earlier(text: &str) -> Result<Vec<(Written, bool)>, NoAnswers> {
    let report: Value = serde_json::from_str(text).map_err(|error| NoAnswers::NotJson(error.to_string()))?;
    let questions = report["questions"].as_array().ok_or(NoAnswers::Form)?;
    let open = report.get("open").filter(|open| open.get("answer").is_some());
    let mut known = Vec::new();
    for (number, question) in questions.iter().chain(open).enumerate() {
        let rows = question["board"].as_array().ok_or(NoAnswers::Form)?;
        let rows: Option<Vec<String>> = rows.iter().map(|row| row.as_str().map(str::to_string)).collect();
        let is_accepted = match question["answer"].as_str().and_then(heard) {
            Some(Heard::Answer(is_accepted)) => is_accepted,
            _ => return Err(NoAnswers::Answer(number + 1)),
        };
        known.push((Written::new(rows.ok_or(NoAnswers::Form)?), is_accepted));
    }
    Ok(known)
}
