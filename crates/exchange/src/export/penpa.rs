//! Edit links of penpa-edit: a square grid with what the model prints on it. Rules and answers are not part of them, except as words.
//!
//! A link is lines of settings and JSON; [`crate::genre::penpa`] packs them and counts the places of the sheet. Source of the format:
//! swaroopg92/penpa-edit, `docs/js/class_p.js` and `class_square.js`. Start with [`export`].

mod beside;
mod marks;
mod rooms;
mod sheet;
mod walls;

use self::sheet::Sheet;
use super::request::{Exported, Request};
use super::{back, kind};
use crate::genre::Genre;
use crate::genre::penpa::pack;
use crate::genre::printed::Printed;
use boardwright_base::diagnostic::Diagnostic;
use boardwright_model::Table;

/// Writes the link of a model.
///
/// # Errors
/// That nothing of the model is printed.
pub(super) fn export(request: &Request<'_>) -> Result<Exported, Diagnostic> {
    let printed = Printed::of(request.model);
    let found = kind::of(request);
    if request.genre.is_some() {
        // A wrong name is an error here, too.
        found.as_ref().map_err(Clone::clone)?;
    }
    let genre = found.ok().map(|found| found.opened.genre);
    let of_genre = || genre.as_ref().map_or(String::new(), Genre::printed_rules);
    let rules = request.model.instructions.clone().unwrap_or_else(of_genre);
    let rules = request.model.parameters.in_words(&rules);
    let mut sheet = Sheet::new(&printed);
    sheet.walls();
    sheet.regions();
    sheet.cells();
    sheet.between();
    sheet.corners();
    sheet.paths();
    sheet.beside();
    for (name, _) in request.model.fields.map("layer").iter().filter(|(name, _)| printed.shows(&name.value)) {
        sheet.lost.push(format!("the layer \"{}\" is not drawn", name.value));
    }
    for rule in request.model.fields.tables("rule").iter().filter(|rule| has_pieces(rule)) {
        let name = rule.text("name").unwrap_or("shapes");
        sheet.lost.push(format!("the pieces of the rule \"{name}\" are not drawn"));
    }
    if rules.is_empty() {
        sheet.lost.push("the link does not say the rules: write them as `instructions`".to_string());
    }
    let name = genre.as_ref().map(|genre| genre.name.as_str());
    let text = sheet.text(request.model.title.as_deref().unwrap_or_default(), &rules, name);
    let text = format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={}", pack(&text));
    let mut lost = sheet.lost;
    if name.is_some() {
        lost.extend(back::lost(request.registry, &text, request.model));
    }
    Ok(Exported { text, assumed: None, lost })
}

/// Returns whether a rule requires numbers of pieces.
fn has_pieces(rule: &Table) -> bool {
    let has_copies = |piece: &Table| piece.get("copies").is_some();
    match rule.get("shapes").map(|shapes| &shapes.value) {
        Some(boardwright_model::Value::List(items)) => {
            items.iter().filter_map(|item| item.value.as_table()).any(has_copies)
        }
        Some(boardwright_model::Value::Tables(tables)) => tables.iter().any(has_copies),
        _ => false,
    }
}
