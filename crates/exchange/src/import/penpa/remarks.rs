//! What the comments of a model say: its source, and what is drawn and not in the model.
//!
//! Start with [`omitted`].

use super::drawing::Drawing;
use super::link::Lines;
use super::{looks, paths};
use boardwright_base::source::Source;

/// The most objects of a kind that are located.
const LOCATED: usize = 5;

/// Returns the source of the puzzle: its author, and the link.
pub(super) fn origin(drawing: &Drawing, source: &Source) -> String {
    let author = Some(drawing.author.as_str()).filter(|author| !author.is_empty());
    author.into_iter().chain([source.text.trim()]).collect::<Vec<_>>().join(", ")
}

/// Returns the remarks on what is drawn and not in the model.
pub(super) fn omitted(drawing: &Drawing, found: &Lines) -> Vec<String> {
    let mut kinds: Vec<(String, Vec<String>)> = Vec::new();
    for object in drawing.objects.iter().filter(|object| !object.is_used) {
        let (kind, place) = (looks::words(&object.look), drawing.located(object.at));
        match kinds.iter_mut().find(|(own, _)| *own == kind) {
            Some((_, places)) => places.push(place),
            None => kinds.push((kind, vec![place])),
        }
    }
    let mut remarks: Vec<String> = Vec::new();
    let mut left_out: Vec<String> = Vec::new();
    for (kind, places) in kinds {
        let more = if places.len() > LOCATED { ", ..." } else { "" };
        let first = places[..places.len().min(LOCATED)].join(", ");
        left_out.push(format!("{kind} ({}: {first}{more})", places.len()));
    }
    left_out.extend(drawing.unread.iter().map(|(kind, number)| format!("{kind} ({number})")));
    if found.has_answer {
        left_out.push("the setter's answer".to_string());
    }
    if !left_out.is_empty() {
        remarks.push("Left out, because the model has no place for them:".to_string());
        remarks.extend(left_out.into_iter().map(|what| format!("- {what}")));
    }
    remarks.extend(paths::left_out(drawing));
    remarks
}
