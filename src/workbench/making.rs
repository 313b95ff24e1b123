//! Puzzles made from the model, as `boardwright generate --from` makes them. Start with [`generate`].

use super::request::{Events, Session, Wrong};
use crate::model::{self, Model};
use crate::puzzle::capability::printed_clues::PrintedClues;
use crate::puzzle::{self, Loaded};
use crate::source::Source;
use crate::task::Event;
use crate::task::generate::{GenerateError, Goals, Template, of_model, sizes};
use serde_json::{Value, json};

/// Returns what can be chosen for a model besides the parts whose clues are kept: those that can be computed (`fills`), the `rules`, the
/// `parameters`; null if no puzzle is made from it.
pub(super) fn choices(loaded: &Loaded, source: &Source) -> Value {
    let Some(family) = loaded.instance.printed_clues() else { return Value::Null };
    let model = &loaded.model;
    let parts = family.printed(model, &source.text).parts;
    json!({ "fills": fills(family, model, &parts), "rules": family.rules(), "parameters": parameters(model) })
}

/// Returns the pictures and lists whose clues can be computed, and whether they are rooms.
fn fills(family: &dyn PrintedClues, model: &Model, parts: &[String]) -> Value {
    let fit = family.computable(model).into_iter().filter(|part| parts.contains(&part.name));
    fit.map(|part| json!({ "name": part.name, "rooms": part.is_rooms })).collect()
}

fn parameters(model: &Model) -> Value {
    let number =
        |own: &model::Parameter| json!({ "name": own.name, "value": own.value, "min": own.min, "max": own.max });
    model.parameters.iter().map(number).collect()
}

/// Generates a puzzle with one solution from the model; drafts are sent as progress.
pub(super) fn generate(session: &Session<'_>, write: &mut Events<'_>) -> Result<(), Wrong> {
    let template = template(session)?;
    let (source, loaded) = read(session, write)?;
    let made = of_model(&source, &loaded, &template, session.budget, &mut |event| {
        if let Event::Draft { left, of } = event {
            write(&json!({ "event": "draft", "left": left, "of": of }));
        }
        Ok(())
    });
    let made = made.map_err(|error| match error {
        GenerateError::Unsupported(reason) => Wrong::Refused(reason),
        GenerateError::Model(source, wrong) => Wrong::Refused(wrong.render(&source, false)),
        GenerateError::Stopped { stop, progress } if progress.is_empty() => Wrong::Stopped(stop),
        GenerateError::Stopped { stop, progress } => Wrong::Unmade(stop, progress),
        GenerateError::Failed(failure) => Wrong::Failed(failure),
    })?;
    let difficulty = made.difficulty.map(|(grade, score)| json!({ "grade": grade, "score": score }));
    write(&json!({
        "event": "generated", "text": made.text, "left": made.left, "of": made.of, "filled": made.filled,
        "weakened": made.weakened, "difficulty": difficulty, "missed": made.missed,
        "finished": made.is_finished, "checked_by": made.checked_by,
    }));
    Ok(())
}

/// Reads the model with its parameters set.
fn read(session: &Session<'_>, write: &mut Events<'_>) -> Result<(Source, Loaded), Wrong> {
    let set = &session.request.set;
    if set.is_empty() {
        return Ok((session.source.clone(), session.load(write)?));
    }
    let source = model::set(&session.source, set);
    let source = source.map_err(|wrong| Wrong::Refused(wrong.render(&session.source, false)))?;
    let loaded = puzzle::load(&source, session.budget).map_err(|error| match error.stop() {
        Some(stop) => Wrong::Stopped(stop),
        None => Wrong::Refused(error.diagnostics().render(&source, false)),
    })?;
    Ok((source, loaded))
}

fn template(session: &Session<'_>) -> Result<Template, Wrong> {
    let request = session.request;
    let difficulty = request.difficulty.as_deref().map(str::parse).transpose();
    Ok(Template {
        keep: request.keep.clone(),
        fill: request.fill.clone(),
        sizes: request.sizes.as_deref().map(sizes).transpose().map_err(|wrong| Wrong::Setting("sizes", wrong))?,
        rooms: request.rooms.map(usize::from),
        weaken: request.weaken,
        goals: Goals {
            clues: request.clues.map(usize::from),
            difficulty: difficulty.map_err(|wrong| Wrong::Setting("difficulty", wrong))?,
            must_use: request.must_use.clone(),
        },
        symmetric: request.symmetric,
        seed: request.seed,
    })
}
