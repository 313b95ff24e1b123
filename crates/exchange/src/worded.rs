//! The rules of a grid in words, from the model alone: for puzzles to print that have neither instructions nor a genre.
//!
//! A rule of a known form is one sentence, with the name that the model gives it before a colon. The last sentence names the rules
//! that have no words, so that no page is silent about one. Start with [`rules`].

mod sentence;

use self::sentence::sentence;
use boardwright_model::{Model, Table, Value};

/// Returns the rules of a grid in words; `None` for other families, and for puzzles of positions.
pub(crate) fn rules(model: &Model) -> Option<String> {
    if model.puzzle != "grid" || !model.fields.tables("move").is_empty() {
        return None;
    }
    let fields = &model.fields;
    let values = fields.table("grid").map(stated_values).unwrap_or_default();
    let rules = further(model, |_| true);
    let found: Vec<String> = task(fields, &values).into_iter().chain(rules).collect();
    (!found.is_empty()).then(|| found.join(" "))
}

/// Returns the words of some rules of a grid, by their numbers from 0; `None` if there are none.
pub(crate) fn further(model: &Model, is_wanted: impl Fn(usize) -> bool) -> Option<String> {
    let fields = &model.fields;
    let values = fields.table("grid").map(stated_values).unwrap_or_default();
    let noun = if numbers(&values).is_some() { "number" } else { "value" };
    let mut sentences = Vec::new();
    let mut missing = Vec::new();
    for (index, rule) in fields.tables("rule").iter().enumerate().filter(|(index, _)| is_wanted(*index)) {
        let name = rule.text("name");
        match sentence(fields, rule, noun) {
            Some(words) => sentences.push(match name {
                Some(name) => format!("{}: {words}.", capital(name)),
                None => format!("{}.", capital(&words)),
            }),
            None => missing.push(name.map_or_else(|| format!("rule {}", index + 1), str::to_string)),
        }
    }
    if !missing.is_empty() {
        sentences.push(format!("Without words here, see the model: {}.", missing.join(", ")));
    }
    (!sentences.is_empty()).then(|| model.parameters.in_words(&sentences.join(" ")))
}

/// Returns what is to be found, in a sentence.
fn task(fields: &Table, values: &[String]) -> Option<String> {
    let grid = fields.table("grid")?;
    let lines = match grid.text("lines") {
        Some("borders") => Some("Draw lines along the sides of cells."),
        Some(_) => Some("Draw lines between the middles of cells."),
        None => None,
    };
    let cells = match (numbers(values), values) {
        (_, []) => None,
        (Some((least, most)), _) => Some(format!("Write a number from {least} to {most} in each cell.")),
        (None, [empty, value]) if empty == "." => Some(format!("Decide which cells hold {value}.")),
        (None, [empty, others @ ..]) if empty == "." => {
            Some(format!("Leave each cell empty or write one of {} in it.", others.join(", ")))
        }
        (None, values) => Some(format!("Write one of {} in each cell.", values.join(", "))),
    };
    let found: Vec<String> = cells.into_iter().chain(lines.map(str::to_string)).collect();
    (!found.is_empty()).then(|| found.join(" "))
}

/// Returns the values of a grid.
fn stated_values(grid: &Table) -> Vec<String> {
    let texts = |value: &Value| match value {
        Value::List(items) => items.iter().filter_map(|item| item.value.as_text()).map(str::to_string).collect(),
        Value::Text(text) => match text.split_once("..").map(|(from, to)| (from.trim().parse(), to.trim().parse())) {
            Some((Ok(from), Ok(to))) if from <= to && to - from < 1000 => {
                (from..=to).map(|number: i64| number.to_string()).collect()
            }
            _ => vec![text.clone()],
        },
        _ => Vec::new(),
    };
    grid.get("values").map_or_else(Vec::new, |entry| texts(&entry.value))
}

/// Returns the least and the greatest number, if all values are consecutive numbers.
fn numbers(values: &[String]) -> Option<(i64, i64)> {
    let all: Vec<i64> = values.iter().map(|value| value.parse().ok()).collect::<Option<_>>()?;
    let (first, last) = (*all.first()?, *all.last()?);
    all.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1])).then_some((first, last))
}

fn capital(words: &str) -> String {
    let mut characters = words.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

#[cfg(test)]
mod tests;
