//! Renaming of values, layers and rules in the whole text. The renamed text is read, and must state the same problem. Start with [`rename`].

use crate::complete::quoted_key;
use crate::document::Document;
use crate::protocol::Wrong;
use crate::uses::{Form, Target, target, uses};
use crate::words::words;
use boardwright_base::budget::{Budget, Refused};
use boardwright_base::source::{Edit, Span, edited};
use boardwright_model::{LoadError, Names};
use boardwright_puzzle::{Formulated, Loaded};
use serde_json::{Value, json};

/// Returns the place and the name at an offset, if it can be renamed.
pub(crate) fn prepare(document: &Document, offset: usize, budget: &Budget) -> Result<Value, Wrong> {
    let (target, span, _) = resolved(document, offset, budget)?;
    Ok(json!({ "range": document.range(span), "placeholder": target.name() }))
}

/// Returns the edits that rename what is at an offset.
pub(crate) fn rename(document: &Document, offset: usize, new: &str, budget: &Budget) -> Result<Value, Wrong> {
    let (target, _, before) = resolved(document, offset, budget)?;
    fits(&target, new)?;
    collides(document, &target, new, budget)?;
    let mut edits = Vec::new();
    for own in uses(document, &target)? {
        let text = match own.form {
            Form::Key { is_negated: false } => quoted_key(new),
            Form::Key { is_negated: true } => quoted_key(&format!("not {new}")),
            Form::Text => new.to_string(),
            Form::Character if new.chars().count() == 1 => new.to_string(),
            Form::Character => {
                let message = format!("`{}` is a character of a picture; expected one character", target.name());
                return Err(Wrong::refused(message));
            }
        };
        edits.push(Edit::new(own.span, text));
    }
    let renamed = edited(&document.text, &edits);
    let after = document.load_text(&renamed, budget).map_err(|error| unreadable(document, &error))?;
    if !is_same(&before, &after, budget)? {
        let message = format!("`{new}` instead of `{}` would change the rules", target.name());
        return Err(Wrong::refused(message));
    }
    Ok(document.workspace_edit(&edits))
}

/// Returns what an offset names, its place, and the model.
fn resolved(document: &Document, offset: usize, budget: &Budget) -> Result<(Target, Span, Loaded), Wrong> {
    let nothing = || Wrong::refused("only values, layers and rules can be renamed");
    if !document.is_model() {
        return Err(nothing());
    }
    let (target, span) = target(document, offset).ok_or_else(nothing)?;
    let loaded = document.load(budget).map_err(|_| Wrong::refused("the model has errors: correct them first"))?;
    let is_known = match &target {
        Target::Value(name) => is_among(&loaded, Names::Value, name) && name != ".",
        Target::Layer(name) => name != "grid" && is_defined(document, Names::Layer, name, budget),
        Target::Rule(name) => document.tree.named("rule").any(|rule| rule.text("name") == Some(name)),
    };
    // `hidden` names layers and rules alike.
    let target = match target {
        Target::Rule(name) if !is_known && is_defined(document, Names::Layer, &name, budget) => Target::Layer(name),
        target if is_known => target,
        _ => return Err(nothing()),
    };
    Ok((target, span, loaded))
}

fn is_among(loaded: &Loaded, of: Names, name: &str) -> bool {
    loaded.instance.words().is_some_and(|words| words.words(of).iter().any(|word| word == name))
}

fn is_defined(document: &Document, of: Names, name: &str, budget: &Budget) -> bool {
    words(document, of, Span::default(), budget).iter().any(|word| word.name == name)
}

/// Checks that a name can be written in every place.
fn fits(target: &Target, new: &str) -> Result<(), Wrong> {
    let is_blank = |c: char| c.is_whitespace() && !matches!(target, Target::Rule(_));
    if new.trim().is_empty() || new.trim() != new {
        return Err(Wrong::refused("expected a name without blanks around it"));
    }
    if let Some(c) = new.chars().find(|&c| c.is_control() || "\"'\\".contains(c) || is_blank(c)) {
        return Err(Wrong::refused(format!("a name cannot have {c:?}")));
    }
    let is_reserved = [".", "_", "?", "x"].contains(&new) || new.contains('=') || new.contains("..");
    if matches!(target, Target::Value(_)) && is_reserved {
        return Err(Wrong::refused(format!("`{new}` has a meaning of its own and cannot be a value")));
    }
    Ok(())
}

/// Checks that a name is not taken.
fn collides(document: &Document, target: &Target, new: &str, budget: &Budget) -> Result<(), Wrong> {
    let (kinds, taken): (&[Names], &str) = match target {
        Target::Value(_) => {
            (&[Names::Test, Names::Number, Names::Picture], "a value, a picture or a word of the language")
        }
        Target::Layer(_) => (&[Names::Layer, Names::Drawn], "a layer, a picture, a list or a rule"),
        Target::Rule(_) => (&[Names::Drawn], "a rule, a layer, a picture or a list"),
    };
    let is_taken = kinds.iter().any(|&of| is_defined(document, of, new, budget));
    let is_given = matches!(target, Target::Rule(_)) && new == "given";
    if target.name() != new && (is_taken || is_given) {
        return Err(Wrong::refused(format!("the name `{new}` is taken: it is already {taken}")));
    }
    Ok(())
}

fn unreadable(document: &Document, error: &LoadError) -> Wrong {
    let first = error.iter().next().map(|own| own.message.worded(document.host.words));
    let reason = first.or_else(|| error.stop().map(|stop| stop.describe().to_string())).unwrap_or_default();
    Wrong::refused(format!("the renamed model has an error: {reason}"))
}

/// Returns whether two models state the same problem, apart from names.
fn is_same(before: &Loaded, after: &Loaded, budget: &Budget) -> Result<bool, Wrong> {
    for formulation in before.puzzle.formulations() {
        for horizon in [None, Some(2)] {
            match [
                formulated(before, formulation.name, horizon, budget)?,
                formulated(after, formulation.name, horizon, budget)?,
            ] {
                [Some(one), Some(other)] if !one.problem.is_renamed(&other.problem) => return Ok(false),
                [Some(_), None] | [None, Some(_)] => return Ok(false),
                _ => {}
            }
        }
    }
    Ok(true)
}

fn formulated(
    loaded: &Loaded,
    formulation: &str,
    horizon: Option<usize>,
    budget: &Budget,
) -> Result<Option<Formulated>, Wrong> {
    match loaded.instance.constrain(formulation, horizon, budget) {
        Ok(formulated) => Ok(Some(formulated)),
        Err(Refused::Stopped(stop)) => {
            Err(Wrong::refused(format!("{} before the renaming was checked", stop.describe())))
        }
        Err(_) => Ok(None),
    }
}
