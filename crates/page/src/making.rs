//! Puzzles made from the model, as `boardwright generate` makes them. Start with [`generate`].

use super::request::{Events, Generate, Session, Wrong};
use super::words::PAGE;
use boardwright_base::source::Source;
use boardwright_model::Model;
use boardwright_puzzle::Loaded;
use boardwright_puzzle::capability::generation::{GenerationRequest, Generator};
use boardwright_puzzle::capability::printed_clues::PrintedClues;
use boardwright_tasks::task::generate::{self, GenerateError, Goals, Template, of_model, sizes};
use boardwright_tasks::task::{Event, ignore};
use serde_json::{Value, json};

/// Returns what can be chosen for a model besides the parts whose clues are kept: those that can be computed (`fills`), the `rules`, the
/// `parameters`. Where a `family` makes puzzles of its own, whether it has `clues` and `pieces`, and its `settings` as in the model; null
/// if neither is so.
pub(super) fn choices(loaded: &Loaded, source: &Source) -> Value {
    let Some(family) = loaded.instance.printed_clues() else {
        return loaded.puzzle.generator().map_or(Value::Null, |generator| own(&generator, &loaded.model, source));
    };
    let model = &loaded.model;
    let parts = family.printed(model, &source.text).parts;
    json!({ "fills": fills(family, model, &parts), "rules": family.rules(), "parameters": parameters(model) })
}

fn own(generator: &Generator, model: &Model, source: &Source) -> Value {
    let written = |key: &str| {
        // A value in the model stands behind its key; the span of a default is that of its own text.
        let entry = model.fields.get(key).filter(|entry| entry.span.start > 0);
        entry.and_then(|entry| source.text.get(entry.span.start..entry.span.end))
    };
    let settings = generator.settings.iter().map(|&key| json!({ "name": key, "value": written(key).unwrap_or("") }));
    let settings: Value = settings.collect();
    let family = json!({ "clues": generator.clues, "pieces": generator.pieces, "settings": settings });
    json!({ "fills": [], "rules": [], "parameters": [], "family": family })
}

/// Returns the pictures and lists whose clues can be computed, and whether they are rooms.
fn fills(family: &dyn PrintedClues, model: &Model, parts: &[String]) -> Value {
    let fit = family.computable(model).into_iter().filter(|part| parts.contains(&part.name));
    fit.map(|part| json!({ "name": part.name, "rooms": part.is_rooms })).collect()
}

fn parameters(model: &Model) -> Value {
    let number = |own: &boardwright_model::Parameter| json!({ "name": own.name, "value": own.value, "min": own.min, "max": own.max });
    model.parameters.iter().map(number).collect()
}

/// Generates a puzzle with one solution: from the model, with drafts as progress, or another one of its family.
pub(super) fn generate(session: &Session<'_>, wish: &Generate, write: &mut Events<'_>) -> Result<(), Wrong> {
    let template = template(wish)?;
    let (source, loaded) = read(session, &wish.set, write)?;
    if loaded.instance.printed_clues().is_none() && loaded.puzzle.generator().is_some() {
        return generate_own(&loaded, session, wish, write);
    }
    let made = of_model(&source, &loaded, &template, session.budget, &mut |event| {
        if let Event::Draft { left, of } = event {
            write(&json!({ "event": "draft", "left": left, "of": of }));
        }
        Ok(())
    });
    let made = made.map_err(wrong)?;
    let difficulty = made.difficulty.map(|(grade, score)| json!({ "grade": grade, "score": score }));
    write(&json!({
        "event": "generated", "text": made.text, "left": made.left, "of": made.of, "filled": made.filled,
        "weakened": made.weakened, "difficulty": difficulty, "missed": made.missed,
        "finished": made.is_finished, "checked_by": made.checked_by, "remarks": [],
    }));
    Ok(())
}

/// Generates another puzzle of the model's family.
fn generate_own(loaded: &Loaded, session: &Session<'_>, wish: &Generate, write: &mut Events<'_>) -> Result<(), Wrong> {
    let request = GenerationRequest {
        rows: wish.rows.map(usize::from),
        columns: wish.columns.map(usize::from),
        pieces: wish.pieces.map(usize::from),
        symmetric: wish.symmetric,
        clues: wish.clues.map(usize::from),
        settings: wish.settings.clone(),
    };
    let made = generate::generate(loaded.registry, loaded.puzzle, &request, wish.seed, session.budget, &mut ignore)
        .map_err(wrong)?;
    write(&json!({
        "event": "generated", "text": made.text(), "left": 0, "of": 0, "filled": 0, "weakened": 0, "difficulty": null,
        "missed": made.made.missed, "finished": made.is_finished, "checked_by": made.checked_by, "remarks": made.made.remarks,
    }));
    Ok(())
}

fn wrong(error: GenerateError) -> Wrong {
    match error {
        GenerateError::Unsupported(reason) => Wrong::Refused(reason.text().worded(PAGE)),
        GenerateError::Model(source, wrong) => Wrong::Refused(wrong.worded(PAGE).render(&source, false)),
        GenerateError::Stopped { stop, progress } if progress.is_empty() => Wrong::Stopped(stop),
        GenerateError::Stopped { stop, progress } => Wrong::Unmade(stop, progress),
        GenerateError::Failed(failure) => Wrong::Failed(failure),
    }
}

/// Reads the model with its parameters set.
fn read(session: &Session<'_>, set: &[(String, i64)], write: &mut Events<'_>) -> Result<(Source, Loaded), Wrong> {
    if set.is_empty() {
        return Ok((session.source.clone(), session.load(write)?));
    }
    let source = boardwright_model::set(&session.source, set);
    let source = source.map_err(|wrong| Wrong::Refused(wrong.worded(PAGE).render(&session.source, false)))?;
    let loaded = session.registry.load(&source, session.budget).map_err(|error| match error.stop() {
        Some(stop) => Wrong::Stopped(stop),
        None => Wrong::Refused(error.diagnostics().worded(PAGE).render(&source, false)),
    })?;
    Ok((source, loaded))
}

fn template(request: &Generate) -> Result<Template, Wrong> {
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
