//! The iterator over the solutions of a model. A thread finds them, at most [`WAITING`] ahead.

use super::answer::Solution;
use super::{error, work};
use boardwright::{Answer, Board, Budget, Failure, Query, Question};
use pyo3::prelude::*;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver};

/// The number of boards that wait to be taken; the thread pauses when there are more.
const WAITING: usize = 64;

enum Message {
    Board(Box<Board>),
    End(Box<Result<Answer, Failure>>),
}

/// An iterator over the solutions of a model, which `Model.solutions` returns.
#[pyclass(frozen, module = "boardwright")]
pub(crate) struct Solutions {
    model: boardwright::Model,
    budget: Budget,
    state: Mutex<State>,
}

struct State {
    /// `None` after the last board, and while another thread waits for a board.
    messages: Option<Receiver<Message>>,
    found: usize,
}

impl Solutions {
    /// Starts the search. `choose` sets the options of the query.
    pub(crate) fn start(
        model: &boardwright::Model,
        question: Question,
        budget: Budget,
        choose: impl FnOnce(Query<'_>) -> Query<'_> + Send + 'static,
    ) -> PyResult<Solutions> {
        let (sender, messages) = mpsc::sync_channel(WAITING);
        let (its_model, its_budget) = (model.clone(), budget.clone());
        work::start(move || {
            let query = choose(its_model.ask(question).within(&its_budget));
            let ended = query.each(&mut |board| sender.send(Message::Board(Box::new(board))).is_ok());
            // The receiver is gone if the iterator was left.
            let _ = sender.send(Message::End(Box::new(ended)));
        })?;
        let state = Mutex::new(State { messages: Some(messages), found: 0 });
        Ok(Solutions { model: model.clone(), budget, state })
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Drop for Solutions {
    fn drop(&mut self) {
        self.budget.interrupt.store(true, Ordering::Relaxed);
    }
}

#[pymethods]
impl Solutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Solution>> {
        let Some(messages) = self.state().messages.take() else { return Ok(None) };
        let (messages, message) = work::receive(py, &self.budget, messages)?;
        match message {
            Some(Message::Board(board)) => {
                let mut state = self.state();
                state.found += 1;
                state.messages = Some(messages);
                Ok(Some(Solution::new(&self.model, *board, None)))
            }
            Some(Message::End(ended)) => {
                let answer = ended.map_err(|failure| error::failure(py, &failure))?;
                if answer.was_stopped() && !self.budget.interrupt.load(Ordering::Relaxed) {
                    return Err(error::limit(py, super::model::reason(&answer), self.state().found));
                }
                Ok(None)
            }
            None => Err(work::lost(py)),
        }
    }

    /// Ends the search. The iterator has no further solutions.
    fn close(&self) {
        self.budget.interrupt.store(true, Ordering::Relaxed);
        self.state().messages = None;
    }

    fn __repr__(&self) -> String {
        format!("<boardwright.Solutions of {}>", super::model::described(&self.model))
    }
}
