//! What rules about marks say where marks are unknown.
//!
//! A board is drawn before its marks are, by the rules that do not use them. Two rules about a mark say something without
//! it, too: if one is about the cells with a mark and one about the cells without, each cell keeps one of the two. In an Arukone, a
//! cell with a letter is an end and any other cell is on the way, so that each cell is an end or on the way. In a Sansa Road, a cell of the
//! road has three neighbours on it if it has a mark, and two otherwise, so that each has two or three.
//!
//! Imports `model` and `source` only.

use super::tables::{freed, of_table, with_rules};
use super::{arrows, passing};
use boardwright_base::source::Span;
use boardwright_model::{Spanned, Table, Value};

/// Returns the model without the rules about some marks, and with what they say without the marks.
pub(super) fn loosened(fields: &Table, names: &[&str]) -> Table {
    let rules = fields.tables("rule");
    let mut added = Vec::new();
    for name in names {
        for with in rules.iter().filter(|rule| is_at(rule, name)) {
            let without = rules.iter().filter(|rule| is_at(rule, &format!("not {name}")));
            added.extend(without.flat_map(|without| united(with, without, name)));
        }
        added.extend(rules.iter().filter_map(|rule| without_loops(rules, rule, name)));
        let toured = rules.iter().filter_map(|rule| arrows::freed(rule, name));
        added.extend(toured.filter(|rule| !of_table(rule, names)));
    }
    let free = with_rules(fields, |rule| freed(&passing::freed(rule, names), names));
    let rules = free.tables("rule").iter().cloned().chain(added).collect();
    free.with("rule", Value::Tables(rules))
}

fn is_at(rule: &Table, word: &str) -> bool {
    rule.text("at") == Some(word)
}

/// The keys of a rule that say for which sets it holds, besides `at`.
const SETS: [&str; 7] = ["each", "around", "until", "including", "among", "inside", "where"];

/// Returns rules for all cells that follow from one for the cells with a mark and one for those without: each cell satisfies
/// one of the two. Either both say what a cell is, or both count the same cells around it.
fn united(with: &Table, without: &Table, name: &str) -> Vec<Table> {
    let [with, without] = [with, without].map(|rule| rule.without("at").without("name"));
    if of_table(&with, &[name]) || of_table(&without, &[name]) {
        return Vec::new();
    }
    // A cell that `where` leaves out satisfies the rule.
    let own = if with.get("where").is_some() { &with } else { &without };
    let is_same = |key: &&str| match (with.get(key), without.get(key)) {
        (Some(one), Some(other)) => words(&one.value) == words(&other.value),
        (one, other) => *key == "where" || (one.is_none() && other.is_none()),
    };
    if !SETS.iter().all(is_same) {
        return Vec::new();
    }
    let mut place = conditions(own).into_iter().fold(own.clone(), |rule, key| rule.without(key));
    if place.get("each").is_none() && place.get("around").is_none() {
        place = place.including("each", Value::Text("cell".to_string()));
    }
    if let (Some(own), Some(others)) = (required(&with), required(&without)) {
        let joined = own.iter().flat_map(|own| others.iter().map(move |others| [&own[..], &others[..]].concat()));
        let limits = joined.filter(|words| !words.iter().any(|word| words.contains(&negated(word))));
        limits.map(|words| place.including("is", texts(&words, place.span))).collect()
    } else if let (Some((test, own)), Some((other, others))) = (counted(&with), counted(&without))
        && test == other
    {
        let hull = [own[0].min(others[0]), own[1].max(others[1])];
        let gap = own[1].min(others[1]).saturating_add(1)..own[0].max(others[0]);
        let rule = |key: &'static str, number: Value| {
            let entry = |value| Spanned { value, span: place.span };
            let test = Spanned { value: test.clone(), span: place.span };
            place.including(key, Value::Map(vec![(test, entry(number))]))
        };
        let ends =
            [("at-least", hull[0]), ("at-most", hull[1])].into_iter().filter(|(_, end)| (0..UNREQUIRED).contains(end));
        let others = gap.take(GAP).map(|number| ("not-exactly", number));
        ends.chain(others).map(|(key, number)| rule(key, Value::Integer(number))).collect()
    } else {
        Vec::new()
    }
}

/// A number that no rule requires.
const UNREQUIRED: i64 = i64::MAX;
/// The numbers between two ranges that are excluded.
const GAP: usize = 64;

/// Returns the keys of a rule that state its condition.
fn conditions(rule: &Table) -> Vec<&'static str> {
    rule.entries().map(|(key, _)| key).filter(|key| !SETS.contains(key)).collect()
}

/// Returns the words of a text or a list of texts.
pub(super) fn words(value: &Value) -> Vec<String> {
    match value {
        Value::Text(word) => vec![word.clone()],
        Value::Boolean(value) => vec![value.to_string()],
        Value::List(words) => words.iter().filter_map(|word| word.value.as_text().map(str::to_string)).collect(),
        _ => Vec::new(),
    }
}

fn texts(words: &[String], span: Span) -> Value {
    Value::List(words.iter().map(|word| Spanned { value: Value::Text(word.clone()), span }).collect())
}

fn negated(word: &str) -> String {
    word.strip_prefix("not ").map_or_else(|| format!("not {word}"), str::to_string)
}

/// Returns lists of words of each of which a cell passes one, if that is all that a rule states.
fn required(rule: &Table) -> Option<Vec<Vec<String>>> {
    if !conditions(rule).iter().all(|key| ["is", "is-not"].contains(key)) {
        return None;
    }
    let of = |key: &str| rule.get(key).map(|given| words(&given.value));
    let none = of("is-not").unwrap_or_default();
    Some(of("is").into_iter().chain(none.iter().map(|word| vec![negated(word)])).collect())
}

/// Returns the test of a rule that only counts, and the least and the greatest number that it allows.
fn counted(rule: &Table) -> Option<(String, [i64; 2])> {
    let [key] = conditions(rule)[..] else { return None };
    let [(test, number)] = rule.map(key) else { return None };
    let numbers: Vec<i64> = match &number.value {
        Value::List(items) => items.iter().filter_map(|item| item.value.as_integer()).collect(),
        value => value.as_integer().into_iter().collect(),
    };
    let range = match (key, &numbers[..]) {
        ("exactly", &[number]) => [number, number],
        ("at-least", &[number]) => [number, UNREQUIRED],
        ("at-most", &[number]) => [0, number],
        ("between", &[least, most]) => [least, most],
        _ => return None,
    };
    Some((test.value.clone(), range))
}

/// Returns the rule that lines form no loop, if marks are on ends of lines only and all that lines join has a mark.
fn without_loops(rules: &[Table], rule: &Table, name: &str) -> Option<Table> {
    let are_ends = rules.iter().any(|rule| is_at(rule, name) && rule.text("is") == Some("end"));
    let has_mark = ["exactly", "at-least"].iter().any(|key| rule.map(key).iter().any(|(key, _)| key.value == name));
    if rule.text("group") != Some("linked") || !are_ends || !has_mark {
        return None;
    }
    let keys: Vec<&'static str> = rule.entries().map(|(key, _)| key).collect();
    let bare = keys.into_iter().filter(|key| *key != "name").fold(rule.clone(), |rule, key| rule.without(key));
    Some(bare.including("no-loop", Value::Boolean(true)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_base::source::Source;
    use boardwright_families::find;

    /// Returns the rules that follow from two for the marks `m`, without their names and places.
    fn follows(with: &str, without: &str) -> Vec<Vec<(String, String)>> {
        let text = format!(
            "puzzle = 'grid'\ngrid = {{ rows = 1, columns = 2, values = ['.', '#'] }}\n[picture]\nm = '..'\n[[rule]]\n\
             at = 'm'\n{with}\n[[rule]]\nat = 'not m'\n{without}\n"
        );
        let fields = find("grid").expect("the family exists").fields();
        let model = boardwright_model::read(
            &Source::new("test.toml", text),
            &["grid"],
            &|_| Some(fields),
            &boardwright_base::budget::Budget::none(),
        );
        let fields = model.expect("a model").fields;
        let free = loosened(&fields, &["m"]);
        let entry = |(key, value): (&'static str, &Spanned<Value>)| {
            let text = match &value.value {
                Value::Map(entries) => {
                    let entry = |(test, number): &(Spanned<String>, Spanned<Value>)| {
                        format!("{} = {}", test.value, number.value.as_integer().unwrap_or(-1))
                    };
                    entries.iter().map(entry).collect::<Vec<_>>().join(", ")
                }
                value => words(value).join(", "),
            };
            (key.to_string(), text)
        };
        free.tables("rule").iter().map(|rule| rule.entries().map(entry).collect()).collect()
    }

    fn rule(entries: &[(&str, &str)]) -> Vec<(String, String)> {
        entries.iter().map(|(key, text)| (key.to_string(), text.to_string())).collect()
    }

    #[test]
    fn each_cell_satisfies_one_of_two_rules() {
        assert_eq!(
            follows("is = '#'", "is-not = ['#', 'a']"),
            [rule(&[("each", "cell"), ("is", "#, not a")])],
            "a cell is # or not #, and # or not a"
        );
        let around = "around = 'king'\n";
        assert_eq!(
            follows(
                &format!("{around}exactly = {{ '#' = 4 }}"),
                &format!("where = '.'\n{around}exactly = {{ '#' = 2 }}")
            ),
            [("at-least", "# = 2"), ("at-most", "# = 4"), ("not-exactly", "# = 3")].map(|(key, number)| rule(&[
                ("where", "."),
                ("around", "king"),
                (key, number)
            ]))
        );
        assert!(follows("is = '#'", "around = 'king'\nis = '.'").is_empty(), "about different cells");
        assert!(follows("is = '#'", "exactly = { '#' = 1 }").is_empty(), "of different kinds");
        assert!(
            follows("around = 'king'\nexactly = { '#' = 'm' }", "around = 'king'\nexactly = { '#' = 1 }").is_empty()
        );
    }
}
