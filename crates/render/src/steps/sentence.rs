//! The sentence of a step: its clues and rules, what they do, and what follows.
//!
//! `Row 3 (`stars`) needs two more `*`; only r3c4 and r3c8 are free`. Start with [`sentence`].

use super::detail::Detail;
use super::names::{self, Form, alternatives, facts, list};
use crate::origin::{self, Shown};
use boardwright_base::board::Cell;
use boardwright_ir::constraint::Origin;
use boardwright_ir::constraint::origin::{BuiltIn, Instance};
use boardwright_puzzle::{Placeable, PlaceableKind};
use boardwright_tasks::task::steps::{Argument, Fact, Fit, Part, Step, Steps, Subject, ValueAt};
use std::collections::BTreeSet;

/// The number of excluded placements up to which a sentence names each.
const NAMED: usize = 4;

/// The clues and rules of a step as the subject of its sentence.
struct Reasons {
    words: String,
    /// Whether its verb is in the plural.
    is_plural: bool,
    /// Whether it begins with the name of a cell or a piece, which stays as it is.
    is_name: bool,
}

impl Reasons {
    /// Returns the subject of clues and rules. Consecutive instances of one rule share its name: `rows 3 and 4 (`stars`)`.
    fn new(reason: &[Origin], shown: &Shown) -> Reasons {
        let mut parts: Vec<String> = Vec::new();
        for same in reason.chunk_by(origin::are_named_together) {
            let [first, ..] = same else { continue };
            parts.push(match (same, counted_places(same)) {
                ([only], _) => shown.with_rule(only, &shown.part(only)),
                (_, Some((noun, _))) => {
                    let condition = origin::condition(&first.instance);
                    let each = condition.map_or(String::new(), |condition| format!(", each {condition}"));
                    shown.with_rule(first, &format!("{} {noun}{each}", number(same.len() as i64)))
                }
                _ => shown.with_rule(first, &shown.together(same)),
            });
        }
        Reasons {
            words: list(&parts),
            is_plural: reason.len() > 1 || reason.iter().any(|origin| origin::is_plural(&origin.instance)),
            is_name: reason.first().is_some_and(|first| origin::begins_with_name(&first.instance)),
        }
    }

    /// Returns the words at the beginning of a sentence.
    fn capital(&self) -> String {
        let mut letters = self.words.chars();
        match letters.next() {
            Some(first) if !self.is_name => first.to_uppercase().chain(letters).collect(),
            _ => self.words.clone(),
        }
    }
}

/// Returns the noun and the places of many instances of one rule, such as `lights` and `r1c1`, which a sentence counts.
fn counted_places(same: &[Origin]) -> Option<(&'static str, Vec<Cell>)> {
    let found: Vec<(&str, Cell)> = same.iter().map(|own| origin::counted(&own.instance)).collect::<Option<_>>()?;
    let (noun, _) =
        *found.first().filter(|(noun, _)| found.len() > NAMED && found.iter().all(|(own, _)| own == noun))?;
    Some((noun, found.into_iter().map(|(_, place)| place).collect()))
}

/// Returns the places that the sentence of a step counts, as lines.
pub(super) fn places(reason: &[Origin]) -> Vec<String> {
    let counted = reason.chunk_by(origin::are_named_together).filter_map(counted_places);
    let line = |(noun, places): (&str, Vec<Cell>)| {
        format!("{noun}: {}", places.iter().map(Cell::to_string).collect::<Vec<_>>().join(", "))
    };
    counted.map(line).collect()
}

/// Returns the origins of all steps, to tell apart equal names.
pub(super) fn shown(steps: &Steps) -> Shown {
    let better = steps.better.iter().flat_map(|better| &better.reason).filter(|origin| !origin.is(BuiltIn::Better));
    Shown::new(steps.steps.iter().flat_map(|step| &step.reason).chain(better))
}

/// What facts have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Thing {
    /// A value, by its name.
    Value(String),
    Line,
    Placement,
}

impl Thing {
    /// Returns its name for a number of instances.
    fn named(&self, count: i64) -> String {
        let ending = if count == 1 { "" } else { "s" };
        match self {
            Thing::Value(name) => format!("`{name}`"),
            Thing::Line => format!("line{ending}"),
            Thing::Placement => format!("placement{ending}"),
        }
    }

    /// Returns the words after the places of a number of instances.
    fn verb(&self, count: i64) -> &'static str {
        match (self, count) {
            (Thing::Line | Thing::Placement, 1) => "is there",
            (Thing::Line | Thing::Placement, _) => "are there",
            (Thing::Value(_), 1) => "has it",
            (Thing::Value(_), _) => "have them",
        }
    }
}

/// Returns what facts have in common and where each is: the value `*` at `r3c4` and `r3c8`; `None` for different values.
fn common(steps: &Steps, indices: &[usize]) -> Option<(Thing, Vec<String>)> {
    let thing = |fact: &Fact| match fact.subject {
        Subject::Value(at) => Thing::Value(names::value(&steps.sheet, at.layer, at.value)),
        Subject::Line(_) => Thing::Line,
        Subject::Placement(_) => Thing::Placement,
    };
    let own = || indices.iter().map(|&fact| &steps.facts[fact]);
    let what = thing(own().next()?);
    let is_common = own().all(|fact| fact.holds && thing(fact) == what);
    is_common.then(|| (what, own().map(|fact| names::subject(steps, fact)).collect()))
}

/// Returns a number in words.
fn number(count: i64) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    usize::try_from(count).ok().and_then(|at| words.get(at)).map_or_else(|| count.to_string(), ToString::to_string)
}

/// Returns the fact that a cell has a value, if the reason of the step leaves the value no other cell.
fn only_place(steps: &Steps, step: &Step) -> Option<(usize, ValueAt)> {
    let mut positive = step.new.iter().copied().filter(|&fact| steps.facts[fact].holds);
    let ([reason], Some(index), None) = (&step.reason[..], positive.next(), positive.next()) else { return None };
    let fact = &steps.facts[index];
    let (at, &[cell]) = (fact.value_at()?, &fact.cells[..]) else { return None };
    let used = || step.uses.iter().map(|&used| &steps.facts[used]);
    let excludes = |cell| {
        let says = |used: &Fact| {
            used.holds || used.value_at().is_some_and(|own| (own.layer, own.value) == (at.layer, at.value))
        };
        used().any(|used| used.cells[..] == [cell] && says(used))
    };
    let is_only = reason.cells.contains(&cell)
        && reason.cells.len() > 1
        && used().all(|used| used.cells[..] != [cell])
        && reason.cells.iter().all(|&other| other == cell || excludes(other));
    is_only.then_some((index, at))
}

/// Returns the sentence of a step.
pub(super) fn sentence(steps: &Steps, step: &Step) -> String {
    let shown = shown(steps);
    let reasons = Reasons::new(&step.reason, &shown);
    let confined = step.parts.iter().find_map(|part| match part.argument {
        Argument::Confined { from, .. } => Some(Reasons::new(&step.reason[from..=from], &shown)),
        _ => None,
    });
    let mut subject = confined.as_ref().unwrap_or(&reasons).capital();
    if let ([origin], [Part { argument: Argument::Stated | Argument::Left(_), .. }]) =
        (&step.reason[..], &step.parts[..])
        && origin::only_cell(&origin.instance).is_some_and(|cell| origin.cells.contains(&cell))
    {
        // The fact names the cell.
        subject = format!("The rule {}", shown.with_rule(origin, ""));
    }
    if let Some(words) = of_lights(steps, step, &reasons) {
        return words;
    }
    let verb = Verb { is_plural: reasons.is_plural };
    let mut words = subject;
    for (index, part) in step.parts.iter().enumerate() {
        if index > 0 {
            let then = if matches!(part.argument, Argument::Has(_)) { "then " } else { "" };
            words += &format!("; {then}{}", verb.of("it", "they"));
        }
        words += &format!(" {}", predicate((steps, &shown), step, part, verb));
    }
    words
}

/// Returns the sentence of a step with the places that it counts: pictures do not tint all of them.
pub(super) fn placed(steps: &Steps, step: &Step) -> String {
    let lines: Vec<String> = places(&step.reason).iter().map(|line| format!(" ({line})")).collect();
    sentence(steps, step) + &lines.concat()
}

/// Returns the sentence of a step that decides a press by the lights that stay on without it; `None` for other steps.
fn of_lights(steps: &Steps, step: &Step, reasons: &Reasons) -> Option<String> {
    let is_light = |origin: &Origin| matches!(origin.instance, Instance::Light { .. });
    let [Part { argument: Argument::Parity { odd, there }, facts }] = &step.parts[..] else { return None };
    let button = names::subject(steps, &steps.facts[*facts.first()?]);
    if !step.reason.iter().all(is_light) {
        return None;
    }
    let is_odd = *odd == (there % 2 == 0);
    let press = if is_odd { "press it" } else { "do not press it" };
    Some(match step.size() {
        1 => {
            let stays = if is_odd { "on" } else { "off" };
            format!("{} stays {stays} without {button}: {press}", reasons.capital())
        }
        _ => {
            let number = if is_odd { "an odd number" } else { "an even number" };
            format!("Of {} {number} stays on without {button}: {press}", reasons.words)
        }
    })
}

/// Returns the sentence why no board is better than the optimum; `None` without an optimum.
pub(super) fn better(steps: &Steps, detail: Detail) -> Option<String> {
    let optimum = steps.optimum?;
    let Some(better) = &steps.better else {
        return Some(format!("no board is better than {optimum}, by a complete search"));
    };
    let others: Vec<Origin> = better.reason.iter().filter(|origin| !origin.is(BuiltIn::Better)).cloned().collect();
    let minimal = if better.is_minimal { "; none of them can be left out" } else { "" };
    let reasons = Reasons::new(&others, &shown(steps));
    let exclude = if reasons.is_plural { "together exclude" } else { "excludes" };
    Some(match others.len() {
        0 => format!("no board is better than {optimum}: the objective allows no more"),
        number => {
            let size = if detail.sizes { format!(" [size {number}{minimal}]") } else { String::new() };
            format!("{} {exclude} a board better than {optimum}{size}", reasons.capital())
        }
    })
}

/// The number of a verb.
#[derive(Clone, Copy)]
struct Verb {
    is_plural: bool,
}

impl Verb {
    fn of<'a>(self, singular: &'a str, plural: &'a str) -> &'a str {
        if self.is_plural { plural } else { singular }
    }
}

/// Returns what the clues and rules of a step do, for a part of its facts.
fn predicate((steps, shown): (&Steps, &Shown), step: &Step, part: &Part, verb: Verb) -> String {
    let new = new_facts(steps, &part.facts, Form::Stated);
    let (needs, allows) = (verb.of("needs", "need"), verb.of("allows", "allow"));
    let with_at = |at: &Option<Cell>| at.map_or_else(String::new, |at| format!(" at {at}"));
    let cell = |at: &ValueAt| names::place(&steps.sheet, at.layer, at.cell);
    let value = |at: &ValueAt| names::value(&steps.sheet, at.layer, at.value);
    let values = |fit: &Fit| -> String {
        let ticked = fit.values.iter().map(|&value| format!("`{}`", names::value(&steps.sheet, fit.layer, value)));
        list(&ticked.collect::<Vec<_>>())
    };
    let cells = |fit: &Fit| -> Vec<String> {
        fit.cells.iter().map(|&cell| names::place(&steps.sheet, fit.layer, cell)).collect()
    };
    match &part.argument {
        Argument::Stated => match ruled_out(steps, &part.facts) {
            Some(ruled_out) => format!("{} {ruled_out}", verb.of("rules out", "rule out")),
            None => format!("{} {new}", verb.of("gives", "give")),
        },
        Argument::Remaining { count, at } => match common(steps, &part.facts) {
            Some((what, places)) if places.len() as i64 == *count => {
                let are = if *count == 1 { "is" } else { "are" };
                let (more, what) = (number(*count), what.named(*count));
                format!("{needs} {more} more {what}{}; only {} {are} free", with_at(at), list(&places))
            }
            _ => format!("{needs} {} more{}, and no other place is free: {new}", number(*count), with_at(at)),
        },
        Argument::Complete { count: 0, at } => {
            let is_of_lines = part.facts.iter().all(|&fact| steps.facts[fact].is_of_line());
            let none = if is_of_lines { "no line" } else { "none" };
            format!("{allows} {none}{}: {new}", with_at(at))
        }
        Argument::Complete { count, at } => complete(steps, step, part, (*count, at.as_ref()), verb),
        Argument::Parity { odd, there } => {
            let odd = if *odd { "an odd" } else { "an even" };
            let there = if *there == 0 { "none".to_string() } else { number(*there as i64) };
            let (together, others) =
                if verb.is_plural { ("together ", "; what else is unknown counts twice") } else { ("", "") };
            format!("{together}{} {there} so far and {needs} {odd} number{others}: {new}", verb.of("has", "have"))
        }
        Argument::Has(has) if verb.is_plural && has.len() == 1 => {
            format!("{allows} one `{}`, and {} has it: {new}", value(&has[0]), cell(&has[0]))
        }
        Argument::Has(has) => {
            let has: Vec<String> = has.iter().map(|at| format!("`{}` at {}", value(at), cell(at))).collect();
            format!("{} {}: {new}", verb.of("has", "have"), list(&has))
        }
        Argument::Only(at) => format!("{} only {} for `{}`", verb.of("leaves", "leave"), cell(at), value(at)),
        Argument::Left(at) => format!("{} only `{}` for {}", verb.of("leaves", "leave"), value(at), cell(at)),
        Argument::Needed(fit) => format!("{needs} {} for {}: {new}", values(fit), list(&cells(fit))),
        Argument::Room(fit) => {
            format!("{} room for {} only at {}: {new}", verb.of("has", "have"), values(fit), list(&cells(fit)))
        }
        Argument::Confined { from, fit } => {
            let into = Reasons::new(&step.reason[1 - from..=1 - from], shown).words;
            format!("has room for {} only in {into}, at {}: {new}", values(fit), alternatives(&cells(fit)))
        }
        Argument::Other => match only_place(steps, step) {
            Some((fact, at)) if names::stated(steps, &part.facts) == [fact] => {
                format!("{} only {} for `{}`", verb.of("leaves", "leave"), cell(&at), value(&at))
            }
            _ => implication(steps, step, &part.facts, verb),
        },
    }
}

/// Returns new facts as text. Many excluded placements are counted: `r1c2=F, none of 17 placements of B and C, such as B at r1c3`.
fn new_facts(steps: &Steps, indices: &[usize], form: Form) -> String {
    let of = |fact: &usize| match &steps.facts[*fact] {
        Fact { subject: Subject::Placement(placed), holds: false, .. } => Some(placed),
        _ => None,
    };
    let (excluded, others): (Vec<usize>, Vec<usize>) = indices.iter().copied().partition(|fact| of(fact).is_some());
    if excluded.len() <= NAMED {
        return facts(steps, indices, form);
    }
    // A class of pieces, or a placement of something else.
    let kind = |placed: &Placeable| match placed.kind {
        PlaceableKind::Piece(_) => (placed.class, None),
        PlaceableKind::Code { .. } | PlaceableKind::Block => (placed.class, Some(placed.cells.clone())),
    };
    let mut met = BTreeSet::new();
    let pieces: Vec<&Placeable> = excluded.iter().filter_map(of).filter(|placed| met.insert(kind(placed))).collect();
    let pieces: Vec<String> = pieces.into_iter().map(|placed| names::placed(&steps.sheet, placed)).collect();
    let of = if pieces.len() < NAMED { list(&pieces) } else { format!("{} pieces", number(pieces.len() as i64)) };
    let first = names::subject(steps, &steps.facts[excluded[0]]);
    let none = if form == Form::Stated { "none of " } else { "" };
    let counted = format!("{none}{} placements of {of}, such as {first}", excluded.len());
    let words = [facts(steps, &others, form), counted];
    words.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(", ")
}

/// Returns that all are there already.
fn complete(steps: &Steps, step: &Step, part: &Part, (count, at): (i64, Option<&Cell>), verb: Verb) -> String {
    let new = new_facts(steps, &part.facts, Form::Stated);
    let allows = verb.of("allows", "allow");
    let at = at.map_or_else(String::new, |at| format!(" at {at}"));
    let used: Vec<usize> = step.uses.iter().copied().filter(|&fact| steps.facts[fact].holds).collect();
    match common(steps, &used) {
        Some((what, places)) if places.len() as i64 == count => {
            let (number, has) = (number(count), what.verb(count));
            format!("{allows} {number} {}{at}, and {} {has}: {new}", what.named(count), list(&places))
        }
        _ if count == 1 => format!("{allows} one{at}, which is known: {new}"),
        _ => format!("{allows} {}{at}, which are known: {new}", number(count)),
    }
}

/// Returns that facts follow; what is excluded is ruled out.
fn implication(steps: &Steps, step: &Step, indices: &[usize], verb: Verb) -> String {
    let together = if step.size() > 1 { "together " } else { "" };
    match ruled_out(steps, indices) {
        Some(ruled_out) => format!("{together}{} {ruled_out}", verb.of("rules out", "rule out")),
        None => format!("{together}{} {}", verb.of("implies", "imply"), new_facts(steps, indices, Form::Stated)),
    }
}

/// Returns what facts exclude, if they exclude values or placements only: `r1c1=1,2`.
fn ruled_out(steps: &Steps, indices: &[usize]) -> Option<String> {
    let is_excluded = |&fact: &usize| !steps.facts[fact].holds && !steps.facts[fact].is_of_line();
    indices.iter().all(is_excluded).then(|| new_facts(steps, indices, Form::RuledOut))
}
