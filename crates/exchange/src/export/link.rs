//! Links of puzz.link and game IDs of Tatham's collection, by the codes of a genre.
//!
//! A link is read back before it is returned, and what differs is lost. Imports `genre`, and `kind` for the genre. Start with
//! [`export`].

use super::back;
use super::kind::{self, Found, bare, rules};
use super::request::{Exported, Request};
use crate::genre::contents::{Contents, Slot};
use crate::genre::files::Opened;
use crate::genre::link::{Link, Site, Step};
use crate::genre::printed::Printed;
use crate::genre::target::To;
use crate::genre::{check, own};
use boardwright_base::diagnostic::{Diagnostic, Setting, Text, quote};
use boardwright_model::{Model, Value, sections};

/// The number of differences of a kind that are listed.
const LISTED: usize = 20;

/// Writes the link of a model.
///
/// # Errors
/// That no genre or no link fits, or the first mark that the link cannot hold.
pub(super) fn export(request: &Request<'_>, site: Site) -> Result<Exported, Diagnostic> {
    let Found { opened, remark } = kind::of(request)?;
    let name = &opened.genre.name;
    let links: Vec<&Link> = opened.genre.links.iter().filter(|link| link.site == site).collect();
    if links.is_empty() {
        return Err(no_link(&opened, site));
    }
    let mut best: Option<Exported> = None;
    let mut wrong = None;
    for link in links {
        match of_link(link, &opened, request) {
            Ok(found) if best.as_ref().is_none_or(|best| found.lost.len() < best.lost.len()) => {
                best = Some(found);
            }
            Ok(_) => {}
            Err(error) => wrong = wrong.or(Some(error)),
        }
    }
    let Some(mut best) = best else {
        let wrong = wrong.unwrap_or_else(|| no_link(&opened, site));
        let help = Text::from(format!("the link is one of the genre {name}; "));
        return Err(wrong.help(help.and(Setting::Genre).and(" NAME chooses another")));
    };
    best.assumed = remark;
    Ok(best)
}

fn no_link(opened: &Opened, site: Site) -> Diagnostic {
    let (site, other) = match site {
        Site::PuzzLink => ("links of puzz.link", "tatham"),
        Site::Tatham => ("game IDs of Tatham's collection", "puzz.link"),
    };
    let name = &opened.genre.name;
    let wrong = Diagnostic::new("no-link", format!("the genre {name} has no {site}"));
    let formats = if opened.genre.links.is_empty() { "penpa".to_string() } else { format!("{other} or penpa") };
    wrong.help(format!("export it to {formats}"))
}

fn of_link(link: &Link, opened: &Opened, request: &Request<'_>) -> Result<Exported, Diagnostic> {
    fits(link, opened, request)?;
    let own = own::contents(link, request.model, request.source);
    check_shape(link, opened, &own, request)?;
    let text = check::written(link, &own)?;
    let read = check::read(link, &text)?;
    let mut lost = not_said(link, request);
    lost.extend(split_regions(link, request));
    let differences = check::differences(&read, &own);
    lost.extend(differences.iter().take(LISTED).cloned());
    if differences.len() > LISTED {
        lost.push(format!("{} more marks differ", differences.len() - LISTED));
    }
    lost.extend(other_rules(link, opened, &own, request));
    Ok(Exported { text, assumed: None, lost })
}

/// Checks that the board of the model lies as that of the genre; on other shapes than squares, `cells` or `tiling` shows it.
fn check_shape(link: &Link, opened: &Opened, own: &Contents, request: &Request<'_>) -> Result<(), Diagnostic> {
    let shape = shape_of(request.model);
    let wanted = shape_of(&opened.model);
    if shape != wanted {
        let name = &opened.genre.name;
        let message = format!("the board has the shape `{shape}`; the genre {name} has boards of the shape `{wanted}`");
        return Err(Diagnostic::new("export-shape", message));
    }
    if own.tiled.is_some() {
        // A polygon that is left out is a hole.
        let has_holes = request.model.fields.table("grid").is_some_and(|grid| grid.get("cells").is_some());
        let message = "game IDs have all polygons of a tiling, without `cells`";
        return if has_holes { Err(Diagnostic::new("export-shape", message)) } else { Ok(()) };
    }
    if shape == "polygons" {
        let help =
            format!("tilings: {}", link.tilings.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(", "));
        let message = "game IDs have boards of a tiling with a name, without `polygons`";
        return Err(Diagnostic::new("export-shape", message).help(help));
    }
    let walls = own.slot(&Slot::Walls);
    let drawn = if shape == "hexagons" { walls.hexagons() } else { walls.toml() };
    if shape == "square" || request.source.text.contains(&drawn) {
        return Ok(());
    }
    let message = format!("game IDs have other boards of the shape `{shape}`");
    Err(Diagnostic::new("export-shape", message).help(format!("for this size, they have cells = {drawn}")))
}

/// Returns the regions that the link cannot hold as they are.
fn split_regions(link: &Link, request: &Request<'_>) -> Vec<String> {
    let printed = Printed::of(request.model);
    let is_region = |step: &Step, slot: &Slot| {
        step.regions() == Some(slot) || printed.regions.iter().any(|(name, _)| *slot == Slot::Picture(name.clone()))
    };
    let slots = link.steps.iter().flat_map(|step| step.targets.iter().map(move |target| (step, &target.to)));
    let regions = slots.filter_map(|(step, to)| match to {
        To::Slot(slot @ Slot::Picture(name)) if is_region(step, slot) => {
            Some((name, own::picture(request.model, slot)?))
        }
        _ => None,
    });
    regions.flat_map(|(name, marks)| back::split_regions(&printed, name, &marks)).collect()
}

fn shape_of(model: &Model) -> &str {
    model.fields.table("grid").and_then(|grid| grid.text("shape")).unwrap_or("square")
}

/// Checks that the model has the pictures and lists of the link.
fn fits(link: &Link, opened: &Opened, request: &Request<'_>) -> Result<(), Diagnostic> {
    let fields = &request.model.fields;
    let has = |map: &str, name: &str| fields.map(map).iter().any(|(own, _)| own.value == name);
    let targets = link.steps.iter().filter(|step| !step.optional).flat_map(|step| &step.targets);
    for target in targets {
        let missing = match &target.to {
            To::Slot(Slot::Picture(name)) if !has("picture", name) => Some(("picture", name)),
            To::Slot(Slot::Between(name)) if !has("between", name) => Some(("picture between cells", name)),
            To::Slot(Slot::Anywhere(name)) if !has("anywhere", name) => Some(("picture of cells and corners", name)),
            To::Slot(Slot::Corner(name)) if !has("corner", name) => Some(("picture of corners", name)),
            To::List(name) if !has("list", name) => Some(("list", name)),
            _ => None,
        };
        if let Some((what, name)) = missing {
            let genre = &opened.genre.name;
            let message = format!("the model does not fit the genre {genre}: it has no {what} {}", quote(name));
            return Err(Diagnostic::new("export-fit", message));
        }
    }
    Ok(())
}

/// Makes the slot of a picture.
type ToSlot = fn(String) -> Slot;

/// Returns what the model prints and no step of the link writes.
fn not_said(link: &Link, request: &Request<'_>) -> Vec<String> {
    let slots: Vec<&To> = link.steps.iter().flat_map(|step| &step.targets).map(|target| &target.to).collect();
    let fields = &request.model.fields;
    let has_marks = |value: &Value| {
        let mut pictures = Vec::new();
        value.marks_within(&mut pictures);
        pictures.iter().any(|marks| marks.cells().any(|(_, mark)| !matches!(mark.value.as_str(), "." | "_")))
    };
    let mut lost = Vec::new();
    let maps: [(&str, &str, ToSlot); 4] = [
        ("picture", "the picture", Slot::Picture),
        ("between", "the picture between cells", Slot::Between),
        ("corner", "the picture of corners", Slot::Corner),
        ("anywhere", "the picture of cells and corners", Slot::Anywhere),
    ];
    for (map, what, slot) in maps {
        for (name, _) in fields.map(map).iter().filter(|(_, value)| has_marks(&value.value)) {
            if !slots.contains(&&To::Slot(slot(name.value.clone()))) {
                lost.push(format!("the link has no place for {what} {}", quote(&name.value)));
            }
        }
    }
    for (name, _) in fields.map("list") {
        if !slots.contains(&&To::List(name.value.clone())) {
            lost.push(format!("the link has no place for the list {}", quote(&name.value)));
        }
    }
    let grid = fields.table("grid");
    for (key, slot) in [("given", Slot::Given), ("cells", Slot::Walls)] {
        let marks = grid.and_then(|grid| grid.marks(key));
        // Holes may be part of `given`.
        let is_known = slots.contains(&&To::Slot(slot)) || slots.contains(&&To::Slot(Slot::Given));
        let counts = |mark: &str| if key == "cells" { mark == "_" } else { !matches!(mark, "." | "_") };
        if !is_known && marks.is_some_and(|marks| marks.cells().any(|(_, mark)| counts(&mark.value))) {
            lost.push(format!("the link has no place for `{key}`"));
        }
    }
    for (name, layer) in fields.map("layer") {
        let is_known = slots.contains(&&To::Slot(Slot::Layer(name.value.clone())));
        if !is_known && layer.value.as_table().is_some_and(|layer| layer.marks("given").is_some()) {
            lost.push(format!("the link has no place for the given values of the layer {}", quote(&name.value)));
        }
        if layer.value.as_table().is_some_and(|layer| layer.get("cells").is_some()) {
            lost.push(format!("the link has no place for the cells of the layer {}", quote(&name.value)));
        }
    }
    lost
}

/// Returns the rules that the model has and the genre has not, and those of the genre that the model has not.
fn other_rules(link: &Link, opened: &Opened, own: &Contents, request: &Request<'_>) -> Vec<String> {
    let keys: Vec<&String> = own.rules.keys().map(|(_, key)| key).collect();
    let of = |text: &str| -> Vec<String> {
        let all = rules(text).into_iter();
        let is_content = |part: &str| keys.iter().any(|key| part.starts_with(&format!("{key} = ")));
        all.map(|rule| rule.split("; ").filter(|part| !is_content(part)).collect::<Vec<_>>().join("; ")).collect()
    };
    let (mine, theirs) = (of(&request.source.text), of(&opened.source.text));
    let name = &opened.genre.name;
    let only_in = |some: &[String], others: &[String]| -> Vec<String> {
        some.iter().filter(|rule| !others.contains(rule)).cloned().collect()
    };
    let mut lost: Vec<String> = only_in(&mine, &theirs)
        .iter()
        .map(|rule| format!("the link has the rules of {name}, without the model's {}", quote(&shortened(rule))))
        .collect();
    let more = only_in(&theirs, &mine);
    lost.extend(more.iter().map(|rule| format!("the link has the rules of {name}, with {}", quote(&shortened(rule)))));
    let entry = |text: &str, key: &str| {
        let all = sections(text);
        all.iter().find(|section| section.name == "grid").and_then(|grid| grid.entry(key).map(bare))
    };
    let keys = ["values", "lines"].into_iter().filter(|key| *key != "values" || link.values.is_none());
    let other = keys.filter(|key| entry(&request.source.text, key) != entry(&opened.source.text, key));
    lost.extend(other.map(|key| format!("`{key}` of the model differs from that of {name}")));
    lost
}

fn shortened(rule: &str) -> String {
    const LONGEST: usize = 100;
    let cut: String = rule.chars().take(LONGEST).collect();
    if cut.len() < rule.len() { format!("{cut}...") } else { cut }
}
