//! Terms of a sequence as campaigns: one for each term, in a folder of its own (`n-8`).

use super::{Question, Term, Value};
use crate::REGISTRY;
use crate::cli::Quit;
use crate::cli::campaign::cubes;
use crate::cli::choices::Choices;
use crate::cli::compare::spool::Spool;
use crate::cli::exit::Exit;
use crate::cli::input::Session;
use crate::cli::outputs::Output;
use boardwright_base::budget::Budget;
use boardwright_study::count::{self, Total};
use std::path::{Path, PathBuf};

/// Plans the count of each term, with `model` as the model's name in the jobs.
pub(super) fn plan(
    choices: &Choices,
    model: &str,
    question: &Question,
    pieces: usize,
    folder: &Path,
    session: &Session,
) -> Result<u8, Quit> {
    std::fs::create_dir_all(folder)
        .map_err(|error| Quit::wrong(format!("cannot write {}: {error}", folder.display())))?;
    for value in question.range.0..=question.range.1 {
        let source = question.settings.with(&question.parameter, value).apply(question.source.clone())?;
        let job = choices.job(model, &source.text)?;
        Output::Stdout.write(&format!("{} = {value}\n", question.parameter))?;
        cubes::plan(&job, pieces, &folder_of(question, value, folder), &session.budget)?;
    }
    Ok(Exit::Answered.code())
}

/// Returns the term that the records of its campaign give; `None` if it has no campaign.
pub(super) fn term(question: &Question, value: i64, folder: &Path, session: &Session) -> Result<Option<Term>, Quit> {
    let folder = folder_of(question, value, folder);
    if !folder.exists() {
        return Ok(None);
    }
    let spool = Spool::open(&folder)?;
    let source = question.settings.with(&question.parameter, value).apply(question.source.clone())?;
    if spool.jobs.iter().any(|job| job.text != source.text) {
        return Err(Quit::wrong(format!(
            "{} counts another model than {} with {} = {value}",
            folder.display(),
            question.source.name,
            question.parameter
        )));
    }
    let value = match total(&spool, &session.budget)? {
        Total::Known(total, _) => Value::Known(total.into()),
        Total::Missing { nodes, at_least } => Value::Open(format!(
            "at least {at_least}: {} of the search {} no count; `campaign submit {}` runs them",
            if nodes.len() == 1 { "1 leaf".into() } else { format!("{} leaves", nodes.len()) },
            if nodes.len() == 1 { "has" } else { "have" },
            folder.display()
        )),
    };
    Ok(Some(Term { value, seconds: None, trusted: None }))
}

fn total(spool: &Spool, budget: &Budget) -> Result<Total, Quit> {
    Ok(count::total(REGISTRY, &spool.jobs, &spool.records()?, budget)?)
}

fn folder_of(question: &Question, value: i64, folder: &Path) -> PathBuf {
    folder.join(format!("{}-{value}", question.parameter))
}
