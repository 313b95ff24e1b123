//! `--format events`: the events of a request and its result as JSON lines (docs/events.md).

use super::Quit;
use super::outputs::Output;
use super::stream::Stream;
use super::watch::{self, Phase};
use boardwright_base::budget::Budget;
use boardwright_puzzle::Instance;
use boardwright_render::{events, json};
use boardwright_tasks::answer::Report;
use boardwright_tasks::task::{Event, Failure, Request, detached};
use serde_json::Value;
use std::sync::Arc;

/// Runs a request and writes its events, then the report; `None` if the reader closed the output.
pub(super) fn report(request: &Request, model: &str, output: Output, budget: &Budget) -> Result<Option<Report>, Quit> {
    let instance = Arc::clone(&request.loaded.instance);
    let mut writer = EventWriter::new(output, None)?;
    let prepare = move |event| events::line(Some(&*instance), &event);
    let ended = detached::run_prepared(request, budget, prepare, &mut |lines| writer.lines(&lines));
    writer.end(ended.map_err(Quit::from), |report| json::report(model, &request.loaded, report))
}

/// A writer of a stream of events.
pub(super) struct EventWriter<'a> {
    stream: Stream,
    instance: Option<&'a dyn Instance>,
    /// The error of writing.
    failed: Option<Quit>,
}

impl<'a> EventWriter<'a> {
    /// Returns a new stream.
    pub(super) fn new(output: Output, instance: Option<&'a dyn Instance>) -> Result<EventWriter<'a>, Quit> {
        Ok(EventWriter { stream: Stream::new(output)?, instance, failed: None })
    }

    /// Writes an event.
    pub(super) fn event(&mut self, event: &Event) -> Result<(), Failure> {
        self.lines(&[events::line(self.instance, event)])
    }

    /// Writes events that are formatted already.
    fn lines(&mut self, lines: &[String]) -> Result<(), Failure> {
        // A limit cuts no line.
        let _writing = watch::writing();
        let written = lines.iter().try_for_each(|line| self.stream.write(line));
        let written = written.and_then(|()| self.stream.flush().map(drop));
        written.map_err(|failed| {
            self.failed = Some(failed);
            Failure::Unobserved
        })
    }

    /// Writes the result as the summary; `None` if the reader closed the output.
    pub(super) fn end<T>(
        mut self,
        ended: Result<T, Quit>,
        summary: impl FnOnce(&T) -> Value,
    ) -> Result<Option<T>, Quit> {
        match self.failed.take() {
            Some(_) if self.stream.closed => return Ok(None),
            Some(failed) => return Err(failed),
            None => {}
        }
        let result = ended?;
        watch::enter(Phase::Answer);
        let written = self.stream.write(&events::summary(summary(&result)));
        if self.stream.closed {
            return Ok(None);
        }
        written.and_then(|()| self.stream.finish())?;
        Ok(Some(result))
    }
}
