//! Requests as JSON objects, and their results as lines.
//!
//! The last line of a result is an object with one of the keys `report`, `explanation`, `picture` and `error`. Start with
//! [`Request`], whose fields are the keys of a request.

use boardwright::REGISTRY;
use boardwright_base::board::picture::Picture;
use boardwright_base::budget::{self, Budget};
use boardwright_base::source::Source;
use boardwright_puzzle::Loaded;
use boardwright_render::{explanation, json, svg};
use boardwright_sat::cnf::encode::selection::Selection;
use boardwright_tasks::task::explain::{self, ExplainRequest};
use boardwright_tasks::task::{self, Ask, Options, Setup};
use serde::Deserialize;
use serde_json::{Value, json};
use std::fmt::Display;

/// A request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Request {
    task: Task,
    /// The text of the model.
    model: String,
    /// The name of the model in messages and reports.
    #[serde(default)]
    name: String,
    /// As on the command line, like the following choices; it includes reading.
    time_limit: Option<String>,
    method: Option<String>,
    formulation: Option<String>,
    route: Option<String>,
    backend: Option<String>,
    encoding: Option<String>,
    #[serde(default)]
    seed: u64,
    /// Whether the solutions of a report, or the explanation, are drawn.
    #[serde(default)]
    pictures: bool,
}

#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "kebab-case")]
enum Task {
    /// One solution.
    Solve,
    /// All solutions.
    List,
    /// The number of solutions.
    Count,
    /// Why there is no solution, where several differ, or how few clues force the only one.
    Explain,
    /// The board without a solution.
    Draw,
}

/// Works on the request in this text and writes the lines of its result.
pub fn run(text: &[u8], write: &mut dyn FnMut(&str)) {
    let result = serde_json::from_slice(text)
        .map_err(|error| format!("the request cannot be read: {error}"))
        .and_then(|request: Request| request.result());
    let line = result.unwrap_or_else(|error| json!({ "error": error }));
    write(&line.to_string());
}

impl Request {
    fn result(&self) -> Result<Value, String> {
        let budget = match &self.time_limit {
            Some(limit) => Budget::within(budget::time(limit).map_err(words)?),
            None => Budget::none(),
        };
        let source = Source::new(self.name.as_str(), self.model.as_str());
        let loaded = REGISTRY.load(&source, &budget).map_err(|wrong| wrong.render(&source, false))?;
        match self.task {
            Task::Solve => self.report(&loaded, Ask::One, &budget),
            Task::List => self.report(&loaded, Ask::All, &budget),
            Task::Count => self.report(&loaded, Ask::Count, &budget),
            Task::Explain => self.explanation(&source, &loaded, &budget),
            Task::Draw => Ok(json!({ "picture": drawn(&loaded, &loaded.instance.draw_givens()) })),
        }
    }

    fn report(&self, loaded: &Loaded, ask: Ask, budget: &Budget) -> Result<Value, String> {
        let mut encoding = Selection::default();
        for (kind, name) in &loaded.model.encoding {
            encoding.set(&kind.value, &name.value).map_err(words)?;
        }
        if let Some(chosen) = &self.encoding {
            encoding.parse(chosen).map_err(words)?;
        }
        let options = Options {
            method: self.method.clone(),
            formulation: self.formulation.clone(),
            route: self.route.clone(),
            backend: self.backend.clone(),
            encoding,
            seed: self.seed,
            several: ask != Ask::One,
            ..Options::default()
        };
        let setup = Setup::resolve(loaded, &options, budget).map_err(words)?;
        let report = task::run(&task::Request::new(loaded, &setup, ask), budget, &mut task::ignore).map_err(words)?;
        let mut line = json!({ "report": json::report(&self.name, loaded, &report) });
        if self.pictures {
            let pictures = report.solutions.iter().map(|solution| drawn(loaded, &loaded.instance.draw(solution)));
            line["pictures"] = pictures.collect();
        }
        Ok(line)
    }

    fn explanation(&self, source: &Source, loaded: &Loaded, budget: &Budget) -> Result<Value, String> {
        let request = ExplainRequest { formulation: self.formulation.clone(), ..ExplainRequest::new(loaded) };
        let found = explain::run(&request, budget, &mut task::ignore).map_err(words)?;
        let mut line = json!({ "explanation": explanation::json(source, loaded, &found) });
        if self.pictures {
            line["pictures"] = json!([explanation::svg(loaded, &found)]);
        }
        Ok(line)
    }
}

fn drawn(loaded: &Loaded, picture: &Picture) -> String {
    svg::titled(picture, loaded.model.title.as_deref())
}

fn words(error: impl Display) -> String {
    error.to_string()
}
