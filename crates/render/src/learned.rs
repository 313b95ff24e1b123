//! Rules that were learned from boards, as a model with comments and as JSON. Start with [`LearnReport`].

use boardwright_exchange::library::{Example, Library};
use boardwright_puzzle::Instance;
use boardwright_puzzle::solution::Candidate;
use boardwright_puzzle::solution::notation::Written;
use boardwright_tasks::task::learn::{Conflict, End, Learned, LearnedRule};
use serde_json::{Value, json};

/// What was learned, with the candidates.
pub struct LearnReport<'a> {
    /// The candidates that hold on the solved boards.
    pub library: &'a Library,
    /// The number of candidates before those that a solved board breaks were dropped.
    pub all: usize,
    /// The puzzle of the boards without rules.
    pub blank: &'a dyn Instance,
    /// What was learned.
    pub learned: &'a Learned,
}

impl LearnReport<'_> {
    /// Returns the name of a known board: an example or a question, counted from 1.
    fn name(&self, number: usize) -> String {
        match self.question(number) {
            Some(question) => format!("question {question}"),
            None => format!("example {}", number + 1),
        }
    }

    /// Returns the number of the question that a known board was, from 1.
    fn question(&self, number: usize) -> Option<usize> {
        let known = &self.learned.known;
        known[number].judged.is_answer.then(|| known[..=number].iter().filter(|one| one.judged.is_answer).count())
    }

    /// Returns the number of questions that were answered.
    pub fn questions(&self) -> usize {
        self.learned.known.iter().filter(|one| one.judged.is_answer).count()
    }

    fn written(&self, board: &Candidate) -> Written {
        // The board without rules has one layer and no further fields.
        Written::from_json(&board.to_json(self.blank)).unwrap_or_default()
    }

    /// Returns the model, or the boards that no model of the library accepts and rejects.
    pub fn text(&self) -> String {
        if let End::Conflict(conflict) = &self.learned.end {
            return self.conflict(conflict);
        }
        let comment = |rule: &LearnedRule| match &rule.confirmed_by[..] {
            [] => "not confirmed".to_string(),
            boards => {
                let names: Vec<String> = boards.iter().map(|&number| self.name(number)).collect();
                format!("confirmed by {}", names.join(", "))
            }
        };
        let rules: Vec<(usize, String)> = self.learned.rules.iter().map(|rule| (rule.rule, comment(rule))).collect();
        self.library.model(&rules, &self.examples())
    }

    fn examples(&self) -> Vec<Example> {
        let known = self.learned.known.iter();
        known.map(|one| Example { board: self.written(&one.judged.board), is_valid: one.judged.is_accepted }).collect()
    }

    /// Says that no rule set fits, and names the boards.
    fn conflict(&self, conflict: &Conflict) -> String {
        let name = self.name(conflict.rejected);
        let accepted: Vec<String> = conflict.accepted.iter().map(|&number| self.name(number)).collect();
        let why = match &accepted[..] {
            [] => "no candidate rule is broken by it".to_string(),
            names => {
                format!("each candidate rule that it breaks is also broken by an accepted board: {}", names.join(", "))
            }
        };
        let mut text = format!(
            "no rule set of the library fits: the board of {name} is rejected, but {why}\n\
             help: one of these answers is wrong, or the puzzle has a rule that is not in the library\n"
        );
        for number in [conflict.rejected].iter().chain(&conflict.accepted) {
            let one = &self.learned.known[*number];
            let verdict = if one.judged.is_accepted { "accepted" } else { "rejected" };
            let rows: String = self.written(&one.judged.board).board.iter().map(|row| format!("{row}\n")).collect();
            text.push_str(&format!("\n{}, {verdict}:\n{rows}", self.name(*number)));
        }
        text
    }

    /// Returns the object of `learn --format json`.
    pub fn json(&self) -> Value {
        let learned = self.learned;
        let rows = |board: &Candidate| self.written(board).board;
        let numbers = |boards: &[usize], is_question: bool| -> Vec<usize> {
            let number = |&board: &usize| match self.question(board) {
                Some(question) => is_question.then_some(question),
                None => (!is_question).then_some(board + 1),
            };
            boards.iter().filter_map(number).collect()
        };
        let rules: Vec<Value> = learned
            .rules
            .iter()
            .map(|rule| {
                json!({
                    "rule": self.library.rule(rule.rule),
                    "questions": numbers(&rule.confirmed_by, true),
                    "examples": numbers(&rule.confirmed_by, false),
                })
            })
            .collect();
        let of =
            |is_answer: bool| learned.known.iter().map(|one| &one.judged).filter(move |one| one.is_answer == is_answer);
        let questions: Vec<Value> = of(true)
            .map(|one| json!({ "board": rows(&one.board), "answer": if one.is_accepted { "yes" } else { "no" } }))
            .collect();
        let examples: Vec<Value> =
            of(false).map(|one| json!({ "board": rows(&one.board), "valid": one.is_accepted })).collect();
        let (answer, reason) = match &learned.end {
            End::Proved | End::Likely => ("learned", None),
            End::Asked(_) => ("unknown", Some("a question is not answered")),
            End::Conflict(_) => ("none", None),
            End::Limit(stop) => ("unknown", Some(stop.describe())),
        };
        let conflict = match &learned.end {
            End::Conflict(conflict) => {
                let boards: Vec<usize> = [conflict.rejected].iter().chain(&conflict.accepted).copied().collect();
                json!({ "questions": numbers(&boards, true), "examples": numbers(&boards, false) })
            }
            _ => Value::Null,
        };
        let open = match &learned.end {
            End::Asked(board) => json!({ "board": rows(board) }),
            _ => Value::Null,
        };
        let model = match &learned.end {
            End::Conflict(_) => Value::Null,
            _ => self.text().into(),
        };
        json!({
            "answer": answer,
            "proved": matches!(learned.end, End::Proved),
            "complete": matches!(learned.end, End::Proved | End::Likely) && learned.is_minimal,
            "reason": reason,
            "library": self.all,
            "candidates": self.library.len(),
            "left": learned.open,
            "rules": rules,
            "examples": examples,
            "questions": questions,
            "open": open,
            "conflict": conflict,
            "model": model,
        })
    }
}
