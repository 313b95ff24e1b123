//! Warnings about a valid model: words that no rule uses, rules without effect, numbers that cannot be reached.
//!
//! A warning is not an error: a puzzle without a solution is valid. `exactly = { Q = 5 }` for a row of four cells
//! cannot hold, and is most probably a mistake.

mod changed;
mod coloured;

use super::Grid;
use super::condition::{adjacent, parts};
use super::reading::Uses;
use super::rule::{Key, Number, Rule};
use super::symbols::{Atom, Entry, SymbolTable, Test};
use boardwright_base::budget::{Budget, Stop};
use boardwright_base::diagnostic::Diagnostic;
use boardwright_base::source::Span;
use boardwright_ir::constraint::origin::{Instance, words};
use boardwright_ir::constraint::{Constraint, Operand, Origin, OriginKind, Problem, Relation, Role, Term};
use boardwright_model::Table;
use std::collections::{BTreeMap, BTreeSet};

/// The number of impossible clues that are listed.
const IMPOSSIBLE: usize = 5;
/// The number of values that are named.
const VALUES: usize = 12;

fn warning(code: &'static str, span: Span, message: String) -> Diagnostic {
    Diagnostic::new(code, message).at(span, "")
}

/// Returns the warnings that follow from the tables and the rules; `Grid::new` has computed the uses.
pub(super) fn of_words(fields: &Table, symbols: &SymbolTable, rules: &[Rule], uses: &Uses) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if rules.is_empty() {
        let message = "the model has no rules: every board with the given values is a solution".to_string();
        found.push(warning("no-rules", fields.span_of("grid"), message).help("add rules as tables [[rule]]"));
        return found;
    }
    split(symbols, uses, &mut found);
    unused(fields, uses, &mut found);
    values(fields, symbols, uses, &mut found);
    for rule in rules {
        silent(symbols, rule, &mut found);
    }
    lists(symbols, rules, &mut found);
    changed::of_rules(fields, symbols, rules, &mut found);
    coloured::unknown(fields, symbols, rules, &mut found);
    found
}

/// Warns of regions in several pieces, where most are in one: a mistyped or reused letter.
fn split(symbols: &SymbolTable, uses: &Uses, found: &mut Vec<Diagnostic>) {
    let topology = &symbols.topology;
    for &picture in &uses.regions {
        let mut regions: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (id, &at) in topology.cells.iter().enumerate() {
            if let Some(mark) = symbols.mark(picture, at) {
                regions.entry(&mark.text).or_default().push(id);
            }
        }
        let (all, large) = (regions.len(), regions.values().filter(|cells| cells.len() > 1).count());
        // The first cell of each piece.
        let pieces = |cells: &[usize]| -> Vec<usize> {
            let joined = adjacent(symbols, cells, &[(0, 1), (1, 0), (0, -1), (-1, 0)]);
            parts(cells.len(), joined).into_iter().map(|part| cells[part[0]]).collect()
        };
        let is_apart = |cells: &Vec<usize>| pieces(cells).len() == cells.len();
        let apart = regions.values().all(is_apart);
        let split: Vec<(&str, Vec<usize>)> = regions
            .into_iter()
            .map(|(name, cells)| (name, pieces(&cells)))
            .filter(|(_, pieces)| pieces.len() > 1)
            .collect();
        // If all regions are in pieces, the model intends it.
        if split.is_empty() || (split.len() == large && (all > 2 || apart)) {
            continue;
        }
        let name = &symbols.pictures[picture].name;
        let places = |pieces: &[usize]| {
            let at: Vec<String> = pieces.iter().take(4).map(|&id| topology.cells[id].to_string()).collect();
            at.join(", ")
        };
        let message = match &split[..] {
            [(region, pieces)] => {
                format!("the region `{region}` of `{name}` is in {} pieces: {}", pieces.len(), places(pieces))
            }
            several => {
                let named = several.iter().take(8).map(|(region, pieces)| format!("`{region}` ({})", places(pieces)));
                let more = several.len().saturating_sub(8);
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                let named = named.collect::<Vec<_>>().join(", ");
                format!("{} regions of `{name}` are in several pieces: {named}{more}", several.len())
            }
        };
        let (_, pieces) = &split[0];
        let mark = pieces.last().and_then(|&id| symbols.mark(picture, topology.cells[id]));
        let span = mark.map_or(symbols.pictures[picture].span, |mark| mark.span);
        let help = "all cells with the same mark are one region; give each piece a mark of its own, unless this is \
            intended";
        found.push(warning("split-region", span, message).help(help));
    }
}

/// Warns of names of tables that no rule uses.
fn unused(fields: &Table, uses: &Uses, found: &mut Vec<Diagnostic>) {
    for (key, what) in
        [("picture", "the picture"), ("between", "the picture"), ("list", "the list"), ("names", "the name")]
    {
        for (name, _) in fields.map(key).iter().filter(|(name, _)| !uses.words.contains(&name.value)) {
            let message = format!("no rule uses {what} `{}`", name.value);
            found.push(warning("unused", name.span, message));
        }
    }
}

/// Warns of values that no rule distinguishes from others.
fn values(fields: &Table, symbols: &SymbolTable, uses: &Uses, found: &mut Vec<Diagnostic>) {
    for (index, layer) in symbols.layers.iter().enumerate().filter(|(index, _)| !uses.layers.contains(index)) {
        let span = match layer.name.as_str() {
            "" => fields.table("grid").map(|grid| grid.span_of("values")),
            name => {
                let own = fields.map("layer").iter().find(|(own, _)| own.value == name);
                own.and_then(|(_, value)| Some(value.value.as_table()?.span_of("values")))
            }
        };
        let Some(span) = span else { continue };
        let named = |value: &String| {
            let mut names = symbols.names.iter().filter(|(name, _)| uses.words.contains(name));
            names.any(|(_, members)| members.contains(value))
        };
        let is_told = |value: &String| uses.words.contains(value) || named(value);
        let silent: Vec<&String> = layer.values.iter().filter(|value| !is_told(value)).collect();
        let given: BTreeSet<usize> = layer.given.iter().flatten().map(|(value, _)| *value).collect();
        if silent.len() == layer.values.len() && layer.values.len() > 1 && given.is_empty() {
            let what = if index == 0 { String::new() } else { format!(" in the layer `{}`", layer.name) };
            let message = format!("no rule mentions any value{what}");
            found.push(warning("unmentioned-value", span, message));
            continue;
        }
        // One value may be unmentioned: a cell without a queen is empty.
        if silent.len() < 2 {
            continue;
        }
        let at = |value: &String| layer.values.iter().position(|own| own == value).unwrap_or(0);
        let is_open = |value: &&&String| **value != "." && !given.contains(&at(value));
        let open: Vec<&String> = silent.iter().filter(is_open).copied().collect();
        let message = match &open[..] {
            [] => continue,
            [value] if *value == silent[0] => format!("no rule mentions the value `{value}`"),
            [value] => format!("no rule mentions the value `{value}`: it is interchangeable with `{}`", silent[0]),
            several => {
                let named: Vec<String> = several.iter().take(VALUES).map(|value| format!("`{value}`")).collect();
                let more = several.len().saturating_sub(VALUES);
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                let (count, named) = (several.len(), named.join(", "));
                let like = if several[0] == silent[0] { "another".to_string() } else { format!("`{}`", silent[0]) };
                format!("no rule mentions {count} values: {named}{more}; each is interchangeable with {like}")
            }
        };
        found.push(warning("unmentioned-value", span, message));
    }
}

/// Warns of a rule that has no effect.
fn silent(symbols: &SymbolTable, rule: &Rule, found: &mut Vec<Diagnostic>) {
    let name = &rule.name;
    if rule.sets.is_empty() {
        found.push(
            warning("empty-rule", rule.span, format!("`{name}` has no effect: it has no sets"))
                .help("no cell passes `at`, or the board is too small for the sets of `each`"),
        );
        return;
    }
    if rule.sets.iter().all(|set| set.members.is_empty()) {
        found.push(warning("empty-rule", rule.span, format!("`{name}` has no effect: its sets have no members")));
        return;
    }
    let speaks =
        |condition: &dyn super::rule::Condition| rule.sets.iter().any(|set| rule.constrains(symbols, condition, set));
    if !rule.conditions.iter().any(|condition| speaks(&**condition)) {
        let message = format!("`{name}` has no effect: none of its sets has a number");
        found.push(warning("empty-rule", rule.span, message).help(sources(symbols, rule)));
    }
    if let Some(test) = &rule.when
        && !rule.sets.iter().any(|set| can_pass(symbols, set.own, test))
    {
        let message = format!("`{name}` has no effect: no cell of its sets can be `{}`", test.text);
        found.push(warning("idle-where", rule.span, message));
    }
}

/// Describes where the numbers of a rule come from.
fn sources(symbols: &SymbolTable, rule: &Rule) -> String {
    let mut said = BTreeSet::new();
    for number in rule.conditions.iter().flat_map(|condition| condition.numbers()) {
        match number {
            Number::Picture(picture) if rule.sets.iter().all(|set| set.own.is_none()) => {
                let name = &symbols.pictures[*picture].name;
                said.insert(format!(
                    "the picture `{name}` has numbers for cells, but these sets have no cell of their own"
                ));
            }
            Number::Picture(picture) => {
                let name = &symbols.pictures[*picture].name;
                said.insert(format!("the picture `{name}` has no numbers at the cells of these sets"));
            }
            Number::List(list) => {
                let keys: BTreeSet<String> = rule.sets.iter().filter_map(|set| key(&set.key)).collect();
                let name = &symbols.lists[*list].name;
                let keys: Vec<String> = keys.into_iter().take(5).map(|key| format!("`{key}`")).collect();
                said.insert(match keys.is_empty() {
                    true => format!("the list `{name}` supports only rows, columns, sides and regions"),
                    false => format!("add numbers for {} to the list `{name}`", keys.join(", ")),
                });
            }
            Number::Between(picture) => {
                let name = &symbols.between[*picture].0;
                said.insert(format!("the picture `{name}` has numbers between neighbours; use each = \"pair\""));
            }
            Number::Fixed(_) | Number::Held(..) => {}
        }
    }
    said.into_iter().collect::<Vec<_>>().join("; ")
}

/// Returns the name of this key in a list.
fn key(key: &Key) -> Option<String> {
    match key {
        Key::None | Key::Block | Key::Corner(_) | Key::Tile(_) => None,
        Key::Side(side, _) => Some(side.to_string()),
        Key::Region(mark) => Some(mark.clone()),
    }
}

/// Checks whether the cell can pass in some solution.
fn can_pass(symbols: &SymbolTable, own: Option<boardwright_base::board::Cell>, test: &Test) -> bool {
    let Some((at, id)) = own.and_then(|at| Some((at, symbols.topology.id(at)?))) else { return false };
    test.any.iter().any(|(negated, atom)| match atom {
        Atom::Value(layer, wanted) => {
            let of = &symbols.layers[*layer];
            if of.is_held[id] { of.given[id].is_none_or(|(value, _)| wanted[value] != *negated) } else { *negated }
        }
        Atom::Mark(..) | Atom::Given => {
            symbols.passes(at, &Test { any: vec![(*negated, atom.clone())], text: String::new() })
        }
        Atom::Line | Atom::Lines(_) | Atom::Within(_) => true,
    })
}

/// Warns of list entries without a set, and of regions without an entry.
fn lists(symbols: &SymbolTable, rules: &[Rule], found: &mut Vec<Diagnostic>) {
    for (index, list) in symbols.lists.iter().enumerate() {
        let uses = |rule: &&Rule| {
            rule.conditions.iter().flat_map(|condition| condition.numbers()).any(|n| *n == Number::List(index))
        };
        let sets = || rules.iter().filter(uses).flat_map(|rule| &rule.sets);
        let asked: BTreeSet<String> = sets().filter_map(|set| key(&set.key)).collect();
        if asked.is_empty() {
            continue;
        }
        for (key, (entries, span)) in &list.entries {
            if asked.contains(key) {
                beside_nothing(symbols, &list.name, key, entries, found);
                continue;
            }
            let message = format!("no rule uses `{key}` of the list `{}`", list.name);
            let keys: Vec<&str> = asked.iter().take(12).map(String::as_str).collect();
            let help = format!("the rules with this list have sets for {}", keys.join(", "));
            found.push(warning("unused", *span, message).help(help));
        }
        let without: BTreeSet<&String> = sets()
            .filter_map(|set| if let Key::Region(mark) = &set.key { Some(mark) } else { None })
            .filter(|mark| !list.entries.contains_key(*mark))
            .collect();
        // If most regions have no number, the model intends it; if few have none, they were forgotten.
        if !without.is_empty() && 2 * without.len() < list.entries.len() {
            let all: Vec<String> = without.iter().take(12).map(|mark| format!("`{mark}`")).collect();
            let regions = if all.len() == 1 { "the region" } else { "the regions" };
            let message = format!("the list `{}` has no number for {regions} {}", list.name, all.join(", "));
            let help =
                format!("for an unknown number, write {} = \".\"", without.iter().next().map_or("a", |mark| mark));
            found.push(warning("no-entry", list.span, message).help(help));
        }
    }
}

/// Warns of numbers for rows and columns without cells.
fn beside_nothing(
    symbols: &SymbolTable,
    list: &str,
    key: &str,
    entries: &[(Entry, Span)],
    found: &mut Vec<Diagnostic>,
) {
    let topology = &symbols.topology;
    let is_row = match key {
        "rows" | "left" | "right" => true,
        "columns" | "top" | "bottom" => false,
        _ => return,
    };
    for (index, (entry, span)) in entries.iter().enumerate() {
        let asks = match entry {
            Entry::None => false,
            Entry::Number(number) => *number != 0,
            Entry::Numbers(numbers) => !numbers.is_empty(),
            Entry::Word(_) => true,
            Entry::Runs(runs) => !runs.is_empty(),
        };
        let is_there = |at: &boardwright_base::board::Cell| if is_row { at.row == index } else { at.column == index };
        if asks && !topology.cells.iter().any(is_there) {
            let line = if is_row { "row" } else { "column" };
            let message = format!("the list `{list}` has a number for {line} {}, which has no cells", index + 1);
            found.push(warning("no-cells", *span, message).help("write \".\": no rule constrains it"));
        }
    }
}

/// Warns of numbers that no filled board has.
pub(super) fn impossible(grid: &Grid, problem: &Problem, budget: &Budget) -> Result<Vec<Diagnostic>, Stop> {
    // By place and reason: the rule, the first set, and the other sets.
    let mut met: Vec<(Span, String, &Origin, BTreeSet<&Instance>)> = Vec::new();
    for (index, posted) in problem.constraints().iter().enumerate() {
        if index % 64 == 0 {
            budget.check()?;
        }
        let origin = problem.origin_of(posted.origin);
        if posted.role != Role::Required || origin.kind == OriginKind::Definition {
            continue;
        }
        let (Some(why), Some(span)) = (why_never(problem, &posted.constraint), origin.span) else { continue };
        if grid.uses.roomless.contains(&span) {
            continue;
        }
        match met.iter().position(|(own, reason, ..)| *own == span && *reason == why) {
            Some(known) => {
                met[known].3.insert(&origin.instance);
            }
            None if met.len() < IMPOSSIBLE => met.push((span, why, origin, BTreeSet::from([&origin.instance]))),
            None => {}
        }
    }
    let described = |(span, why, origin, sets): (Span, String, &Origin, BTreeSet<&Instance>)| {
        let (rule, detail) = (origin.rule_name(), words::part(origin, false));
        let with = if origin.kind == OriginKind::Clue { "with" } else { "for" };
        let more = match sets.len() - 1 {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        warning("impossible", span, format!("`{rule}` cannot hold {with} {detail}{more}{why}"))
    };
    Ok(met.into_iter().map(described).collect())
}

/// Returns the reason why no assignment satisfies a constraint, as far as its numbers show it.
fn why_never(problem: &Problem, constraint: &Constraint) -> Option<String> {
    match constraint {
        Constraint::Clause(literals) if literals.is_empty() => Some(", whatever the values".to_string()),
        Constraint::Sum { terms, relation, bound } => {
            let range = |term: &Term| {
                let (low, high) = match term.operand {
                    Operand::Literal(_) => (0, 1),
                    Operand::Integer(variable) => {
                        let domain = &problem.integers()[variable.0 as usize].domain;
                        (*domain.start(), *domain.end())
                    }
                };
                let (a, b) = (term.coefficient.saturating_mul(low), term.coefficient.saturating_mul(high));
                (a.min(b), a.max(b))
            };
            let (mut low, mut high) = (0i64, 0i64);
            for (from, to) in terms.iter().map(range) {
                (low, high) = (low.saturating_add(from), high.saturating_add(to));
            }
            let possible = match relation {
                Relation::AtMost => low <= *bound,
                Relation::AtLeast => high >= *bound,
                Relation::Equal => (low..=high).contains(bound),
            };
            let words = match relation {
                Relation::AtMost => "at most",
                Relation::AtLeast => "at least",
                Relation::Equal => "exactly",
            };
            (!possible).then(|| match low {
                0 if terms.iter().all(|term| term.coefficient == 1) => format!(": {words} {bound} of {high}"),
                _ => format!(": {words} {bound}, but only {low} to {high} are possible"),
            })
        }
        _ => None,
    }
}
