//! The genre of a model: named by the user or by the model, or found by its title or its rules.
//!
//! Imports `genre` and `model`. Start with [`of`].

use super::request::{Format, Request};
use crate::genre::Genre;
use crate::genre::files::{self, FILES, Opened, named, unknown};
use crate::worded;
use boardwright_base::diagnostic::{Command, Diagnostic, Setting, Text};
use boardwright_base::source::Source;
use boardwright_model::{Model, Section, sections};
use boardwright_puzzle::Registry;

/// A genre, and how it was found if the model does not say it.
pub(super) struct Found {
    pub(super) opened: Opened,
    pub(super) remark: Option<String>,
}

/// Returns the genre of a model.
///
/// # Errors
/// That the name is unknown, or that no genre was found.
pub(super) fn of(request: &Request<'_>) -> Result<Found, Diagnostic> {
    if let Some(name) = request.genre {
        let opened = named(name, request.fields()).ok_or_else(|| unknown(name))?;
        return Ok(Found { opened, remark: None });
    }
    if let Ok(Some(genre)) = crate::genre::read(request.model) {
        return of_model(genre, request);
    }
    if let Some(opened) = titled(request) {
        let remark = format!("assumed by the title: the genre is {}", opened.genre.name);
        return Ok(Found { opened, remark: Some(remark) });
    }
    let own = rules(&request.source.text);
    let mut same = FILES.iter().filter(|file| rules(file.text) == own);
    if let (Some(file), None) = (same.next(), same.next()) {
        let opened = files::open(file, request.fields());
        let remark = format!("assumed by the rules: the genre is {}", opened.genre.name);
        return Ok(Found { opened, remark: Some(remark) });
    }
    Err(Diagnostic::new("no-genre", "the genre of the model is not known")
        .help(Text::from("name it with ").and(Setting::Genre).and(" NAME, or in the model: genre = { name = \"...\" }"))
        .help(Text::default().refer("", Command::Genres, " lists the genres")))
}

/// Returns the genre of a model, if it is known: named by the model, or found by its title or its rules.
pub fn genre_of(source: &Source, model: &Model, registry: Registry) -> Option<Genre> {
    let request = Request { source, model, genre: None, format: Format::PuzzLink, registry };
    of(&request).ok().map(|found| found.opened.genre)
}

/// Returns the rules of a model in words, with the values of its parameters: its own instructions, the rules of its genre and those that it
/// adds, or for a grid its rules one by one.
pub fn rules_of(source: &Source, model: &Model, registry: Registry) -> Option<String> {
    if let Some(own) = &model.instructions {
        return Some(model.parameters.in_words(own));
    }
    let request = Request { source, model, genre: None, format: Format::PuzzLink, registry };
    let Ok(Found { opened, .. }) = of(&request) else { return worded::rules(model) };
    let known = model.parameters.in_words(&opened.genre.printed_rules());
    let further = added(&source.text, &opened.source.text);
    let is_aligned = each_rule(&source.text).len() == model.fields.tables("rule").len();
    let further = worded::further(model, |index| is_aligned && further.contains(&index));
    Some([Some(known), further].into_iter().flatten().collect::<Vec<_>>().join(" "))
}

/// Returns the rules of a text, by their numbers, that its genre does not have; none if it lacks rules of the genre.
fn added(text: &str, genre: &str) -> Vec<usize> {
    let mut left = rules(genre);
    let is_own = |rule: &String| match left.iter().position(|other| other == rule) {
        Some(place) => {
            left.remove(place);
            false
        }
        None => true,
    };
    let (numbers, all): (Vec<usize>, Vec<String>) = each_rule(text).into_iter().enumerate().unzip();
    let is_own: Vec<bool> = all.iter().map(is_own).collect();
    if left.is_empty() { numbers.into_iter().filter(|&number| is_own[number]).collect() } else { Vec::new() }
}

/// Returns the genre of a model with `[genre]`: its own links, or those of the genre that it names.
fn of_model(genre: Genre, request: &Request<'_>) -> Result<Found, Diagnostic> {
    if genre.links.is_empty() {
        let opened = named(&genre.name, request.fields()).ok_or_else(|| {
            let span = request.model.genre.as_ref().map(|table| table.span_of("name"));
            span.into_iter().fold(unknown(&genre.name), |wrong, span| wrong.at(span, ""))
        })?;
        return Ok(Found { opened, remark: None });
    }
    let opened = Opened { source: request.source.clone(), model: request.model.clone(), genre };
    Ok(Found { opened, remark: None })
}

/// Returns the genre whose name the title has, up to a comma.
fn titled(request: &Request<'_>) -> Option<Opened> {
    let title = request.model.title.as_deref()?;
    named(title.split(',').next().unwrap_or(title), request.fields())
}

/// Returns the rules of a text without names, comments and layout, sorted.
pub(super) fn rules(text: &str) -> Vec<String> {
    let mut rules = each_rule(text);
    rules.sort();
    rules
}

/// Returns the rules in the order of the text, each without its name and with its entries in order.
fn each_rule(text: &str) -> Vec<String> {
    let of_rule = |section: &Section<'_>| {
        let kept = section.entries.iter().filter(|(key, _)| *key != "name");
        let mut entries: Vec<String> = kept.map(|(_, entry)| bare(entry)).collect();
        entries.sort();
        entries.join("; ")
    };
    sections(text).iter().filter(|section| section.name == "rule").map(of_rule).collect()
}

/// Returns an entry without comments and without blanks at line breaks.
pub(super) fn bare(entry: &str) -> String {
    let (mut out, mut is_text, mut is_comment) = (String::new(), false, false);
    for character in entry.chars() {
        match character {
            '\n' => is_comment = false,
            '#' if !is_text => is_comment = true,
            '"' if !is_comment => is_text = !is_text,
            _ => {}
        }
        if !is_comment {
            out.push(character);
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_compared_without_names_and_comments() {
        let one = "[[rule]]\nname = \"a\"\nis = \"#\" # painted\nat = \"clue\"\n";
        let two = "# first\n[[rule]]\nat = \"clue\"\n\nis = \"#\"\n";
        assert_eq!(rules(one), rules(two));
        assert_eq!(rules(one), ["at = \"clue\"; is = \"#\""]);
    }

    #[test]
    fn rules_beyond_those_of_the_genre_are_found() {
        let genre = "[[rule]]\nis = \"a\"\n[[rule]]\nis = \"b\"\n";
        let own = "[[rule]]\nname = \"new\"\nis = \"c\"\n[[rule]]\nname = \"old\"\nis = \"a\"\n[[rule]]\nis = \"b\"\n";
        assert_eq!(added(own, genre), [0]);
        assert_eq!(added(genre, genre), Vec::<usize>::new());
        // A rule of the genre is missing: which ones were added is not known.
        assert_eq!(added("[[rule]]\nis = \"a\"\n[[rule]]\nis = \"c\"\n", genre), Vec::<usize>::new());
    }
}
