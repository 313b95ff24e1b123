//! The state of the server: its documents, the requests without an answer, and the jobs that work on them.
//!
//! Every message and every end of a job changes the state and returns what is to be done. A change of a document ends the jobs on its older
//! text. Start with [`Server::receive`].

use crate::dispatch;
use crate::document::{Document, Host, Shared, replaced};
use crate::frame::Incoming;
use crate::problems;
use crate::protocol::{Changed, Opened, Whole, Wrong, notification, parameters, response};
use crate::verdict;
use boardwright_base::budget::Budget;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The time without a change before a document is checked.
const PAUSE: Duration = Duration::from_millis(120);
/// The time for the check of a document.
const CHECK: Duration = Duration::from_secs(20);
/// The maximum number of requests at work.
const MAX_REQUESTS: usize = 64;

/// What is to be done.
pub enum Effect {
    /// Send a message.
    Send(Value),
    /// Start a job, and report its end to [`Server::ended`].
    Start(Job),
    /// End the program; whether the editor said so before.
    Exit {
        /// Whether `shutdown` came before.
        is_clean: bool,
    },
}

/// Work for a thread of its own.
pub struct Job {
    /// The number that its end is reported with.
    pub number: u64,
    /// The time to wait before it starts; it does not start if its budget is used up by then.
    pub delay: Duration,
    /// Its limits.
    pub budget: Budget,
    /// The work.
    pub work: Box<dyn FnOnce(&Budget) -> Outcome + Send>,
}

/// The end of a job.
pub enum Ended {
    /// It has a result.
    Done(Outcome),
    /// It did not react to a limit.
    Overdue,
    /// It panicked.
    Lost,
}

/// The result of a job.
#[derive(Debug)]
pub struct Outcome(pub(crate) Result<Value, Wrong>);

/// What a job is for.
#[derive(Debug)]
enum Purpose {
    /// The diagnostics of a document.
    Problems,
    /// The number of solutions.
    Verdict,
    /// The answer of a request.
    Request(Value),
}

#[derive(Debug)]
struct Running {
    purpose: Purpose,
    uri: String,
    budget: Budget,
}

/// The number of solutions of a document's text.
#[derive(Debug)]
enum Verdict {
    /// The job counts; these requests wait, each with its lens.
    Pending(Vec<(Value, Value)>),
    Known(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Fresh,
    Running,
    Down,
}

/// A language server.
#[derive(Debug)]
pub struct Server {
    host: Host,
    state: State,
    documents: BTreeMap<String, Shared>,
    verdicts: BTreeMap<String, Verdict>,
    jobs: BTreeMap<u64, Running>,
    next: u64,
}

impl Server {
    /// Returns a server that waits for `initialize`.
    pub fn new(host: Host) -> Server {
        Server {
            host,
            state: State::Fresh,
            documents: BTreeMap::new(),
            verdicts: BTreeMap::new(),
            jobs: BTreeMap::new(),
            next: 0,
        }
    }

    /// Receives a message of the editor.
    pub fn receive(&mut self, incoming: Incoming) -> Vec<Effect> {
        let message = match incoming {
            Incoming::Message(message) => message,
            Incoming::Malformed(reason) => {
                return vec![Effect::Send(response(&Value::Null, Err(Wrong::new(Wrong::PARSE, reason.to_string()))))];
            }
        };
        let id = message.get("id").filter(|id| id.is_number() || id.is_string());
        let params = message.get("params").unwrap_or(&Value::Null);
        match (message.get("method").and_then(Value::as_str), id) {
            (Some(method), Some(id)) => self.request(method, id, params),
            (Some(method), None) => self.notified(method, params),
            // A response: the server asks nothing.
            (None, Some(_)) if message.get("result").is_some() || message.get("error").is_some() => Vec::new(),
            _ => {
                let wrong = Wrong::new(Wrong::REQUEST, "a message is an object with `method`");
                vec![Effect::Send(response(id.unwrap_or(&Value::Null), Err(wrong)))]
            }
        }
    }

    fn request(&mut self, method: &str, id: &Value, params: &Value) -> Vec<Effect> {
        let answered = |answer| vec![Effect::Send(response(id, answer))];
        match (self.state, method) {
            (State::Fresh, "initialize") => {
                self.state = State::Running;
                answered(Ok(dispatch::capabilities()))
            }
            (State::Fresh, _) => answered(Err(Wrong::new(Wrong::NOT_INITIALIZED, "expected `initialize` first"))),
            (State::Running, "shutdown") => {
                self.state = State::Down;
                let mut effects: Vec<Effect> = Vec::new();
                let wrong = Wrong::new(Wrong::CANCELLED, "the server ends");
                let uris: Vec<String> = self.documents.keys().cloned().collect();
                uris.iter().for_each(|uri| effects.extend(self.stop(uri, &wrong)));
                effects.extend(answered(Ok(Value::Null)));
                effects
            }
            (State::Running, "initialize") => answered(Err(Wrong::new(Wrong::REQUEST, "`initialize` came twice"))),
            (State::Running, "codeLens/resolve") => {
                self.resolve(id, params).unwrap_or_else(|wrong| answered(Err(wrong)))
            }
            (State::Running, method) => match self.prepare(method, params) {
                Ok((document, budget, work)) => {
                    let work = Box::new(move |budget: &Budget| Outcome(work(&document, budget)));
                    let uri = dispatch::uri(method, params).unwrap_or_default();
                    vec![self.start(Purpose::Request(id.clone()), uri, Duration::ZERO, budget, work)]
                }
                Err(wrong) => answered(Err(wrong)),
            },
            (State::Down, _) => answered(Err(Wrong::new(Wrong::REQUEST, "the server was shut down"))),
        }
    }

    /// Returns the document and the work of a request about it.
    fn prepare(&self, method: &str, params: &Value) -> Result<(Shared, Budget, dispatch::Work), Wrong> {
        let (work, limit) = dispatch::work(method, params)?;
        let uri = dispatch::uri(method, params)?;
        let Some(document) = self.documents.get(&uri) else {
            return Err(Wrong::new(Wrong::PARAMETERS, format!("the document `{uri}` is not open")));
        };
        let is_busy =
            self.jobs.values().filter(|job| matches!(job.purpose, Purpose::Request(_))).count() >= MAX_REQUESTS;
        if is_busy {
            return Err(Wrong::new(Wrong::SERVER_CANCELLED, "the server is busy with too many requests"));
        }
        Ok((Arc::clone(document), self.budget(limit), work))
    }

    /// Returns the limits of an answer.
    fn budget(&self, time: Duration) -> Budget {
        Budget { memory: self.host.memory, ..Budget::within(time) }
    }

    fn notified(&mut self, method: &str, params: &Value) -> Vec<Effect> {
        // Notifications have no answer; those with wrong parameters and unknown ones are ignored.
        match (self.state, method) {
            (state, "exit") => vec![Effect::Exit { is_clean: state == State::Down }],
            (State::Running, "textDocument/didOpen") => {
                let Ok(Opened { text_document: item }) = parameters(params) else { return Vec::new() };
                self.opened(Document::new(self.host, item.uri, item.version, item.text), Duration::ZERO)
            }
            (State::Running, "textDocument/didChange") => {
                let Ok(changed) = parameters::<Changed>(params) else { return Vec::new() };
                self.changed(&changed)
            }
            (State::Running, "textDocument/didClose") => {
                let Ok(Whole { text_document: own }) = parameters(params) else { return Vec::new() };
                self.closed(&own.uri)
            }
            (State::Running, "$/cancelRequest") => self.cancelled(&params["id"]),
            _ => Vec::new(),
        }
    }

    fn opened(&mut self, document: Document, delay: Duration) -> Vec<Effect> {
        let uri = document.uri.clone();
        let mut effects = self.stop(&uri, &Wrong::new(Wrong::MODIFIED, "the text was changed"));
        let document = Arc::new(document);
        self.documents.insert(uri.clone(), Arc::clone(&document));
        let work = Box::new(move |budget: &Budget| Outcome(Ok(problems::analyse(&document, budget))));
        effects.push(self.start(Purpose::Problems, uri, delay, Budget::within(CHECK), work));
        effects
    }

    fn changed(&mut self, changed: &Changed) -> Vec<Effect> {
        let Some(before) = self.documents.get(&changed.text_document.uri) else { return Vec::new() };
        let version = changed.text_document.version.unwrap_or(before.version + 1);
        let mut text = before.text.clone();
        for change in &changed.content_changes {
            text = replaced(&text, change.range, &change.text);
        }
        let document = Document::new(self.host, before.uri.clone(), version, text);
        self.opened(document, PAUSE)
    }

    fn closed(&mut self, uri: &str) -> Vec<Effect> {
        let mut effects = self.stop(uri, &Wrong::new(Wrong::MODIFIED, "the document was closed"));
        if self.documents.remove(uri).is_some() {
            let params = json!({ "uri": uri, "diagnostics": [] });
            effects.push(Effect::Send(notification("textDocument/publishDiagnostics", params)));
        }
        effects
    }

    /// Ends the jobs on a document, and answers their requests.
    fn stop(&mut self, uri: &str, wrong: &Wrong) -> Vec<Effect> {
        let mut effects = Vec::new();
        let numbers: Vec<u64> = self.jobs.iter().filter(|(_, job)| job.uri == uri).map(|(number, _)| *number).collect();
        for job in numbers.iter().filter_map(|number| self.jobs.remove(number)) {
            job.budget.interrupt.store(true, Ordering::Relaxed);
            if let Purpose::Request(id) = job.purpose {
                effects.push(Effect::Send(response(&id, Err(wrong.clone()))));
            }
        }
        if let Some(Verdict::Pending(waiting)) = self.verdicts.remove(uri) {
            effects.extend(waiting.iter().map(|(id, _)| Effect::Send(response(id, Err(wrong.clone())))));
        }
        effects
    }

    fn cancelled(&mut self, id: &Value) -> Vec<Effect> {
        let wrong = Wrong::new(Wrong::CANCELLED, "the request was cancelled");
        let is_own = |job: &Running| matches!(&job.purpose, Purpose::Request(own) if own == id);
        if let Some(number) = self.jobs.iter().find(|(_, job)| is_own(job)).map(|(number, _)| *number)
            && let Some(job) = self.jobs.remove(&number)
        {
            job.budget.interrupt.store(true, Ordering::Relaxed);
            return vec![Effect::Send(response(id, Err(wrong)))];
        }
        // The count goes on: its result is needed for the next request.
        for verdict in self.verdicts.values_mut() {
            if let Verdict::Pending(waiting) = verdict
                && let Some(index) = waiting.iter().position(|(own, _)| own == id)
            {
                waiting.remove(index);
                return vec![Effect::Send(response(id, Err(wrong)))];
            }
        }
        Vec::new()
    }

    fn start(
        &mut self,
        purpose: Purpose,
        uri: String,
        delay: Duration,
        budget: Budget,
        work: Box<dyn FnOnce(&Budget) -> Outcome + Send>,
    ) -> Effect {
        let number = self.next;
        self.next += 1;
        self.jobs.insert(number, Running { purpose, uri, budget: budget.clone() });
        Effect::Start(Job { number, delay, budget, work })
    }

    /// Answers with the number of solutions, now or when it is known.
    fn resolve(&mut self, id: &Value, lens: &Value) -> Result<Vec<Effect>, Wrong> {
        let uri = lens["data"]["uri"].as_str().unwrap_or_default().to_string();
        let Some(document) = self.documents.get(&uri) else {
            return Err(Wrong::new(Wrong::PARAMETERS, format!("the document `{uri}` is not open")));
        };
        if lens["data"]["version"].as_i64() != Some(document.version) {
            return Err(Wrong::new(Wrong::MODIFIED, "the text was changed"));
        }
        match self.verdicts.get_mut(&uri) {
            Some(Verdict::Known(title)) => Ok(vec![Effect::Send(response(id, Ok(verdict::resolved(lens, title))))]),
            Some(Verdict::Pending(waiting)) => {
                waiting.push((id.clone(), lens.clone()));
                Ok(Vec::new())
            }
            None => {
                let document = Arc::clone(document);
                self.verdicts.insert(uri.clone(), Verdict::Pending(vec![(id.clone(), lens.clone())]));
                let work = Box::new(move |budget: &Budget| Outcome(Ok(verdict::title(&document, budget).into())));
                Ok(vec![self.start(Purpose::Verdict, uri, Duration::ZERO, self.budget(verdict::LIMIT), work)])
            }
        }
    }

    /// Returns how the program ends if the editor sends nothing more.
    pub fn is_shut_down(&self) -> bool {
        self.state == State::Down
    }

    /// Receives the end of a job.
    pub fn ended(&mut self, number: u64, ended: Ended) -> Vec<Effect> {
        // A job that was stopped has been answered.
        let Some(job) = self.jobs.remove(&number) else { return Vec::new() };
        let answer = match ended {
            Ended::Done(Outcome(answer)) => answer,
            Ended::Overdue => Err(Wrong::refused("the time limit was reached")),
            Ended::Lost => Err(Wrong::new(Wrong::INTERNAL, "internal error: the work on this request failed")),
        };
        match job.purpose {
            Purpose::Problems => {
                let found = answer.unwrap_or_else(|wrong| problems::unchecked(&wrong.message));
                let Some(document) = self.documents.get(&job.uri) else { return Vec::new() };
                let params = json!({ "uri": job.uri, "version": document.version, "diagnostics": found });
                vec![Effect::Send(notification("textDocument/publishDiagnostics", params))]
            }
            Purpose::Request(id) => vec![Effect::Send(response(&id, answer))],
            Purpose::Verdict => {
                let title = answer.ok().and_then(|title| title.as_str().map(str::to_string));
                let title = title.unwrap_or_else(|| verdict::UNKNOWN.to_string());
                let before = self.verdicts.insert(job.uri, Verdict::Known(title.clone()));
                let Some(Verdict::Pending(waiting)) = before else { return Vec::new() };
                waiting
                    .iter()
                    .map(|(id, lens)| Effect::Send(response(id, Ok(verdict::resolved(lens, &title)))))
                    .collect()
            }
        }
    }
}
