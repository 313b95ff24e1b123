//! Drawings of penpa-edit, `https://swaroopg92.github.io/penpa-edit/#m=edit&p=...`: links to edit and to solve a puzzle.
//!
//! A drawing has no rules. If its tags, its title or the user name a genre, the model is one of the genre, with its pictures filled
//! ([`fill`]); otherwise it has the drawn pictures, and the rules are left to write ([`plain`]). What the model does not hold is
//! listed. [`link`] reads the address, [`header`] and [`objects`] the drawing. Source of the format: swaroopg92/penpa-edit,
//! `docs/js/class_p.js`, `class_square.js` and `general.js`. Start with [`FORMAT`].

mod beside;
mod drawing;
mod fill;
mod follow;
mod header;
mod link;
mod looks;
mod objects;
mod paths;
mod plain;
mod remarks;
mod rooms;

use self::drawing::Drawing;
use self::remarks::{omitted, origin};
use super::format::{Draft, Format, Order};
use crate::genre::files::{self, Fields, Opened};
use crate::genre::penpa::genre_of;
use crate::genre::write;
use boardwright_base::budget::Budget;
use boardwright_base::diagnostic::{Diagnostic, Diagnostics, Setting, Text};
use boardwright_base::source::Source;
use boardwright_puzzle::Registry;

pub(super) const FORMAT: Format = Format {
    name: "a drawing of penpa-edit",
    summary: || {
        Text::from("`https://swaroopg92.github.io/penpa-edit/#m=edit&p=...`, with ")
            .and(Setting::Genre)
            .and(" NAME if the drawing does not name it")
    },
    takes: &[],
    recognises: link::recognises,
    read,
    read_as: Some(read_as),
};

fn read(source: &Source, order: Order<'_>) -> Result<Draft, Diagnostics> {
    let found = link::lines(source)?;
    let mut drawing = header::read(&found)?;
    let Some((opened, remark)) = assumed(&drawing, order.fields()) else {
        return Ok(plain::draft(drawing, &found, source));
    };
    match of_genre(source, &found, &mut drawing, &opened, order.registry) {
        Ok(draft) => Ok(Draft { remarks: remark.into_iter().chain(draft.remarks).collect(), ..draft }),
        Err(wrong) => {
            let mut draft = plain::draft(header::read(&found)?, &found, source);
            let name = &opened.genre.name;
            draft.remarks.insert(
                0,
                format!("The drawing names the genre {name}, but it is no puzzle of it: {}.", wrong.message),
            );
            Ok(draft)
        }
    }
}

/// Reads a drawing as a puzzle of a genre.
///
/// # Errors
/// The link is damaged, or the drawing is no puzzle of the genre.
fn read_as(source: &Source, opened: &Opened, registry: Registry) -> Result<Draft, Diagnostics> {
    let found = link::lines(source)?;
    let mut drawing = header::read(&found)?;
    of_genre(source, &found, &mut drawing, opened, registry).map_err(|wrong| {
        let name = &opened.genre.name;
        let message = format!("the drawing is no puzzle of the genre {name}: {}", wrong.message);
        let located = Diagnostic::new("penpa-genre", message).at(found.span, "");
        wrong.help.into_iter().fold(located, Diagnostic::help).into()
    })
}

/// Returns the genre that the tags or the title of the drawing name, and the assumption.
fn assumed(drawing: &Drawing, fields: Fields) -> Option<(Opened, Option<String>)> {
    let by_tag = drawing.tags.iter().filter_map(|tag| files::named(genre_of(tag), fields));
    // A Killer Sudoku has the tag of a Sudoku, too.
    if let Some(opened) = by_tag.min_by_key(|opened| opened.genre.name == "Sudoku") {
        return Some((opened, None));
    }
    let title = drawing.title.split(',').next().unwrap_or_default();
    let opened = files::named(title, fields).filter(|_| !title.trim().is_empty())?;
    let remark = format!("Assumed by the title: the genre is {}.", opened.genre.name);
    Some((opened, Some(remark)))
}

fn of_genre(
    source: &Source,
    found: &link::Lines,
    drawing: &mut Drawing,
    opened: &Opened,
    registry: Registry,
) -> Result<Draft, Diagnostic> {
    let (mut contents, mut remarks) = fill::fill(opened, drawing)?;
    contents.title = Some(drawing.title.clone()).filter(|title| !title.is_empty());
    let mut model = write::model(&opened.source.text, &opened.genre.name, &contents, &origin(drawing, source));
    let (rules, assumed) = paths::rules(opened, drawing);
    model.push_str(&rules);
    remarks.extend(assumed);
    // The clues may be none of the genre.
    if let Err(wrong) = registry.load(&Source::new("-", model.clone()), &Budget::none()) {
        let first = wrong.diagnostics().iter().next().map(|first| first.message.to_string());
        return Err(Diagnostic::new("penpa-genre", first.unwrap_or_default()));
    }
    remarks.extend(omitted(drawing, found));
    Ok(Draft { remarks, model })
}
