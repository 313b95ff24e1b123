//! One rule as a sentence: its sets, and what holds for them. A key that has no words leaves the whole rule without.

use boardwright_model::{Table, Value};

/// What a condition is about: it decides its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sets {
    /// Cells in an order, such as a row or a path.
    Many,
    /// Two cells.
    Two,
    /// One cell.
    Cell,
}

/// The keys that say which sets a rule is about.
const SELECTORS: [&str; 9] = ["name", "each", "along", "at", "around", "split", "inside", "take", "including"];

/// Returns the words of a rule; `None` if they would leave something out.
pub(super) fn sentence(fields: &Table, rule: &Table, noun: &str) -> Option<String> {
    let conditions: Vec<(&str, &Value)> =
        rule.entries().map(|(key, entry)| (key, &entry.value)).filter(|(key, _)| !SELECTORS.contains(key)).collect();
    if let Some(known) = of_elements(rule, &conditions) {
        return Some(known);
    }
    if ["around", "split", "take", "including"].iter().any(|key| rule.get(key).is_some()) {
        return None;
    }
    let (place, sets) = place(fields, rule)?;
    let words = conditions.iter().map(|(key, value)| holds(key, value, sets, noun)).collect::<Option<Vec<_>>>()?;
    let between = match rule.list("inside") {
        Some([first, last]) => format!("between {} and {} ", first.value.as_text()?, last.value.as_text()?),
        Some(_) => return None,
        None => String::new(),
    };
    (!words.is_empty()).then(|| format!("{place} {between}{}", words.join(", and ")))
}

/// Returns the words of rules whose keys have a meaning together.
fn of_elements(rule: &Table, conditions: &[(&str, &Value)]) -> Option<String> {
    let is = |key: &str, words: &str| rule.text(key) == Some(words);
    let list = |value: &Value| value.as_text().map(str::to_string);
    match conditions {
        [("sum", sum)] if is("along", "") || rule.get("along").is_some() => {
            if sum.as_text() == Some("value") && rule.boolean("including") == Some(false) {
                return Some("the numbers along the arrow add up to the number in its circle".to_string());
            }
            if sum.as_text() != Some("same") {
                return None;
            }
            match rule.text("split")? {
                "opposite" => {
                    Some("cells at the same distance from the middle of the line have the same sum".to_string())
                }
                "ends" => Some("both ends have the sum of the cells between them".to_string()),
                word => Some(format!("the line has the same sum in each {} that it passes", region(word)?)),
            }
        }
        [("sum", sum)] if is("take", "first") && seen_from(rule) => list(sum).map(|_| {
            "a number beside the board is the sum of the first cells from there, as many as the first of them says"
                .to_string()
        }),
        [("visible", clue)] if seen_from(rule) => list(clue).map(|_| {
            "a number beside the board says how many cells are visible from there, above all lower ones before them"
                .to_string()
        }),
        [("all-equal", Value::Boolean(true))] if is("each", "region clone") => {
            Some("the tinted groups hold the same in the same places".to_string())
        }
        [("at-least", Value::Map(counts))] if is("each", "corner") && rule.text("at").is_some() => {
            let all: Vec<String> = counts
                .iter()
                .flat_map(|(value, count)| {
                    let times = usize::try_from(count.value.as_integer().unwrap_or(1)).unwrap_or(1).min(4);
                    std::iter::repeat_n(value.value.clone(), times)
                })
                .collect();
            Some(format!("the cells around the circle hold {}", listed(&all)))
        }
        _ => None,
    }
}

/// Returns whether the sets of a rule are lines as they are seen from sides.
fn seen_from(rule: &Table) -> bool {
    rule.get("at").is_none() && words_of(rule, "each").is_some_and(|all| all.iter().all(|set| kind(set).0 == "from"))
}

/// Returns where a rule holds, and what its sets are.
fn place(fields: &Table, rule: &Table) -> Option<(String, Sets)> {
    let marks = rule.get("at").map(|_| words_of(rule, "at")?.into_iter().map(mark).collect::<Option<Vec<_>>>());
    let marks = match marks {
        Some(found) => Some(found?),
        None => None,
    };
    if rule.get("along").is_some() {
        return match (rule.text("each"), marks) {
            (Some("pair"), None) => Some(("neighbours on the line".to_string(), Sets::Two)),
            (None, None) => Some(("along the line".to_string(), Sets::Many)),
            _ => None,
        };
    }
    let Some(each) = words_of(rule, "each") else {
        let marks = marks?;
        let looks = marks.iter().map(|mark| look(fields, mark)).collect::<Vec<_>>().join(" or ");
        return Some((format!("a cell with {looks}"), Sets::Cell));
    };
    if let [pair] = each[..]
        && let ("pair", apart) = kind(pair)
    {
        let cells = match apart {
            "" => "neighbouring cells",
            "knight" => "cells a knight's move apart",
            "king" => "cells that touch, also at a corner",
            "ferz" => "cells that touch at a corner only",
            _ => return None,
        };
        let with = match marks {
            Some(marks) => {
                format!(" with {} between them", marks.iter().map(|mark| sign(mark)).collect::<Vec<_>>().join(" or "))
            }
            None => String::new(),
        };
        return Some((format!("{cells}{with}"), Sets::Two));
    }
    if marks.is_some() {
        return None;
    }
    let names = each.iter().map(|word| region(word)).collect::<Option<Vec<_>>>()?;
    let names: Vec<String> = names.iter().map(|name| format!("each {name}")).collect();
    Some((format!("in {}", listed(&names)), Sets::Many))
}

/// Splits a set of the language into its kind and what follows: `block 3x3`, `region cage`, `row`.
fn kind(set: &str) -> (&str, &str) {
    set.split_once(' ').map_or((set, ""), |(kind, of)| (kind, of.trim()))
}

/// Returns a kind of sets in words.
fn region(set: &str) -> Option<String> {
    Some(match kind(set) {
        ("row" | "column" | "diagonal" | "antidiagonal", "") | ("main", "diagonal") => set.to_string(),
        ("region", "cage") => "cage".to_string(),
        ("region", "extra") => "extra region".to_string(),
        ("region", "place") => "group of cells with the same place in their blocks".to_string(),
        ("region", _) => "region".to_string(),
        ("block", size) => {
            let is_number = |side: &str| side.chars().all(|digit| digit.is_ascii_digit());
            match size.split_once('x') {
                // The values of parameters follow.
                Some((height, width)) if !is_number(height) || !is_number(width) => {
                    format!("{{{height}}}x{{{width}}} block")
                }
                _ => format!("{size} block"),
            }
        }
        _ => return None,
    })
}

/// Returns what holds for the sets.
fn holds(key: &str, value: &Value, sets: Sets, noun: &str) -> Option<String> {
    let yes = value.as_boolean() == Some(true);
    let number = value.as_integer();
    Some(match (key, sets) {
        ("all-different", Sets::Many) if yes => format!("all {noun}s are different"),
        ("all-different", Sets::Two) if yes => format!("hold different {noun}s"),
        ("all-equal", Sets::Many) if yes => format!("all {noun}s are equal"),
        ("all-equal", Sets::Two) if yes => format!("hold the same {noun}"),
        ("increasing", Sets::Many) if yes => "the numbers increase from the first cell on".to_string(),
        ("increasing", Sets::Many) if value.as_text() == Some("never-decreasing") => {
            "the numbers never decrease".to_string()
        }
        ("increasing", Sets::Two) if yes => "hold a smaller number and then a larger one".to_string(),
        ("decreasing", Sets::Many) if yes => "the numbers decrease from the first cell on".to_string(),
        ("decreasing", Sets::Two) if yes => "hold a larger number and then a smaller one".to_string(),
        ("consecutive", Sets::Many) if yes => "the numbers are consecutive, in any order".to_string(),
        ("palindrome", Sets::Many) if yes => format!("the {noun}s read the same from both ends"),
        ("between-ends", Sets::Many) if yes => "each number lies between those at both ends".to_string(),
        ("difference", Sets::Two) => format!("differ by {}", number?),
        ("difference-at-least", Sets::Two) => format!("differ by at least {}", number?),
        ("difference-not", Sets::Two) => format!("do not differ by {}", number?),
        ("ratio", Sets::Two) => format!("hold a number and {} times it", number?),
        ("sum", Sets::Two) => format!("add up to {}", number?),
        ("sum", Sets::Many) => match (number, value.as_text()) {
            (Some(sum), _) => format!("the numbers add up to {sum}"),
            (None, Some("same")) => "the numbers have the same sum".to_string(),
            (None, Some("value")) | (None, None) => return None,
            (None, Some(_)) => "the numbers add up to the one that is printed there".to_string(),
        },
        ("product", Sets::Many) => format!("the product of the numbers is {}", number?),
        ("is", Sets::Cell) => format!("holds {}", any(value)?),
        ("is-not", Sets::Cell) => format!("does not hold {}", any(value)?),
        ("exactly" | "at-least" | "at-most", Sets::Many) => {
            let Value::Map(counts) = value else { return None };
            let counts = counts
                .iter()
                .map(|(name, count)| counted(key, &name.value, &count.value))
                .collect::<Option<Vec<_>>>()?;
            listed(&counts)
        }
        _ => return None,
    })
}

/// Returns how often a value is there.
fn counted(key: &str, value: &str, count: &Value) -> Option<String> {
    let how = if key == "exactly" { String::new() } else { format!("{} ", key.replace('-', " ")) };
    match (count.as_integer(), count.as_text()) {
        (Some(1), _) => Some(format!("{value} is there {how}once")),
        (Some(count), _) => Some(format!("{value} is there {how}{count} times")),
        (None, Some(word)) if !matches!(word, "same" | "value" | "than") && !word.contains(' ') => {
            Some(format!("{value} is there {how}as often as the printed number says"))
        }
        _ => None,
    }
}

/// Returns one of several values in words.
fn any(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text.clone()),
        Value::List(items) => {
            let all: Vec<&str> = items.iter().map(|item| item.value.as_text()).collect::<Option<_>>()?;
            let (last, others) = all.split_last()?;
            Some(if others.is_empty() { (*last).to_string() } else { format!("{} or {last}", others.join(", ")) })
        }
        _ => None,
    }
}

/// Returns the mark of a test such as `dot=w`, or the picture of one such as `odd`; other tests have no words.
fn mark(test: &str) -> Option<&str> {
    match test.split_once('=') {
        Some((_, mark)) if !mark.is_empty() => Some(mark),
        None if !test.contains(' ') => Some(test),
        _ => None,
    }
}

/// Returns a mark between cells in words.
fn sign(mark: &str) -> String {
    match mark {
        "w" | "o" => "a white dot".to_string(),
        "b" => "a black dot".to_string(),
        other => format!("`{other}`"),
    }
}

/// Returns the look of the marks of a picture in words: their figure, if they have one.
fn look(fields: &Table, name: &str) -> String {
    let figures = match fields.get("figures").map(|entry| &entry.value) {
        Some(Value::Pairs(pairs)) => pairs.as_slice(),
        _ => &[],
    };
    let pictures = fields.map("picture");
    let marks = pictures.iter().find(|(own, _)| own.value == name).and_then(|(_, picture)| picture.value.as_marks());
    let printed: Vec<&str> = match marks {
        Some(marks) => {
            marks.cells().map(|(_, mark)| mark.value.as_str()).filter(|mark| !matches!(*mark, "." | "_")).collect()
        }
        None => vec![name],
    };
    let figure = figures.iter().find(|(mark, _)| printed.contains(&mark.value.as_str()));
    figure.map_or_else(|| format!("`{name}`"), |(_, figure)| format!("a {}", figure.value))
}

/// Returns the words of a key: one, or a list.
fn words_of<'t>(rule: &'t Table, key: &str) -> Option<Vec<&'t str>> {
    match &rule.get(key)?.value {
        Value::Text(text) => Some(vec![text]),
        Value::List(items) => items.iter().map(|item| item.value.as_text()).collect(),
        _ => None,
    }
}

/// Returns several things in one phrase.
fn listed(all: &[String]) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}
