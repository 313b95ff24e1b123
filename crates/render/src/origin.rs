//! The words for origins: which rule, and which part of it; and the grammar of several parts named together.
//!
//! Everything here is made from the data of origins. Start with [`Shown`].

use boardwright_base::board::Cell;
use boardwright_base::board::names::{Line, Rectangle, SetName, Slope};
use boardwright_ir::constraint::Origin;
use boardwright_ir::constraint::origin::{Instance, RuleId, words};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The origins that are shown together, so that equal names of different things get a distinction.
#[derive(Default)]
pub struct Shown {
    /// The rules whose name another one has.
    ambiguous: BTreeSet<RuleId>,
    /// The parts whose text another part of the same rule has.
    alike: BTreeSet<(RuleId, Instance)>,
    /// The texts of parts of several rules.
    shared: BTreeSet<String>,
}

impl Shown {
    /// Compares these origins.
    pub fn new<'o>(origins: impl IntoIterator<Item = &'o Origin>) -> Shown {
        let mut rules: BTreeMap<Cow<'_, str>, BTreeSet<RuleId>> = BTreeMap::new();
        let mut parts: BTreeMap<(RuleId, String), BTreeSet<&Instance>> = BTreeMap::new();
        for origin in origins {
            rules.entry(origin.rule_name()).or_default().insert(origin.rule);
            parts.entry((origin.rule, words::part(origin, false))).or_default().insert(&origin.instance);
        }
        let mut texts: BTreeMap<&str, BTreeSet<RuleId>> = BTreeMap::new();
        for (rule, text) in parts.keys() {
            texts.entry(text).or_default().insert(*rule);
        }
        let shared = texts.into_iter().filter(|(_, rules)| rules.len() > 1).map(|(text, _)| text.to_string()).collect();
        let ambiguous = rules.into_values().filter(|rules| rules.len() > 1).flatten().collect();
        let parts = parts.into_iter().filter(|(_, parts)| parts.len() > 1);
        let alike = parts.flat_map(|((rule, _), parts)| parts.into_iter().map(move |part| (rule, part.clone())));
        Shown { ambiguous, alike: alike.collect(), shared }
    }

    /// Returns the words for the part of the rule; empty for the whole rule.
    pub fn part(&self, origin: &Origin) -> String {
        words::part(origin, self.is_exact(origin))
    }

    /// Returns the words for the part, with its rule if a part of another one has the same words; the rule for the whole.
    pub fn name(&self, origin: &Origin) -> String {
        let part = self.part(origin);
        match part.is_empty() {
            true => self.rule(origin),
            false if self.shared.contains(&words::part(origin, false)) => self.with_rule(origin, &part),
            false => part,
        }
    }

    /// Returns whether another part of the rule has the same short words.
    fn is_exact(&self, origin: &Origin) -> bool {
        !self.alike.is_empty() && self.alike.contains(&(origin.rule, origin.instance.clone()))
    }

    /// Returns the name of the rule, with its line if another one has the same name: `stars`, `stars (line 12)`.
    pub fn rule(&self, origin: &Origin) -> String {
        match self.line(origin) {
            Some(line) => format!("{} (line {line})", origin.rule_name()),
            None => origin.rule_name().into_owned(),
        }
    }

    fn line(&self, origin: &Origin) -> Option<usize> {
        origin.stated.line.filter(|_| self.ambiguous.contains(&origin.rule))
    }

    /// Returns the words for parts of a rule with its name: `row 1 (`stars`)`, or the name alone for the whole rule.
    pub(super) fn with_rule(&self, origin: &Origin, parts: &str) -> String {
        let is_named = origin.stated.name.is_some() || matches!(origin.rule, RuleId::BuiltIn(_));
        let name = origin.rule_name();
        match (parts, self.line(origin)) {
            ("", None) => format!("`{name}`"),
            ("", Some(line)) => format!("`{name}` (line {line})"),
            (parts, None) if !is_named => format!("{parts} ({name})"),
            (parts, None) => format!("{parts} (`{name}`)"),
            (parts, Some(line)) if !is_named => format!("{parts} ({name}, line {line})"),
            (parts, Some(line)) => format!("{parts} (`{name}`, line {line})"),
        }
    }

    /// Returns the words for several parts of one rule; those of one kind share their noun: `rows 3 and 4`, `the lights at r1c1 and r1c2`.
    pub(super) fn together(&self, origins: &[Origin]) -> String {
        let places: Option<Vec<Place>> = origins.iter().map(|own| place(&own.instance, self.is_exact(own))).collect();
        let words = match places {
            Some(places) if places.iter().all(|place| place.head == places[0].head) => {
                format!("{} {}", places[0].head, list(&places.iter().map(|place| place.at.clone()).collect::<Vec<_>>()))
            }
            _ => list(&origins.iter().map(|origin| self.bare(origin)).collect::<Vec<_>>()),
        };
        match origins.first().and_then(|first| condition(&first.instance)) {
            Some(condition) => format!("{words}, each {condition}"),
            None => words,
        }
    }

    /// Returns the words for the part without its condition.
    fn bare(&self, origin: &Origin) -> String {
        match origin.instance {
            Instance::Light { cell, .. } => self.part(&origin.clone().part(Instance::Light { cell, chased: false })),
            _ => self.part(origin),
        }
    }
}

/// A part of a rule as a plural noun with a preposition, and its place.
struct Place {
    /// `rows`, `the lights at`.
    head: Cow<'static, str>,
    /// `3`, `r1c1`.
    at: String,
}

/// Returns a part as a place of its kind; `None` where the kind has no plural.
fn place(instance: &Instance, exact: bool) -> Option<Place> {
    let of = |head: &'static str, at: &dyn ToString| Place { head: Cow::Borrowed(head), at: at.to_string() };
    let rectangle = |noun: &str, Rectangle { at, size: (rows, columns) }: &Rectangle| Place {
        head: Cow::Owned(if exact { format!("the {rows}x{columns} {noun}s at") } else { format!("the {noun}s at") }),
        at: at.to_string(),
    };
    let set = match instance {
        Instance::Light { cell, .. } => return Some(of("the lights at", cell)),
        Instance::Move(step) => return Some(of("moves", &(step + 1))),
        Instance::Set(set) => set,
        _ => return None,
    };
    Some(match set {
        SetName::Line(Line::Row, index) => of("rows", &(index + 1)),
        SetName::Line(Line::Column, index) => of("columns", &(index + 1)),
        SetName::Level(index) => of("levels", &(index + 1)),
        SetName::Pillar(cell) => of("the pillars at", cell),
        SetName::Corner(at) => of("the corners at", at),
        SetName::Diagonal(Slope::Falling, first) => of("the diagonals at", first),
        SetName::Diagonal(Slope::Rising, first) => of("the antidiagonals at", first),
        SetName::Block(block) => rectangle("block", block),
        SetName::Window(window) => rectangle("window", window),
        SetName::Edge(a, b) => of("the lines at", &format!("{a}-{b}")),
        SetName::Around(cell) => of("around", cell),
        SetName::Tile(tile) => of("tiles", tile),
        SetName::Region(region) if region.picture.chars().all(char::is_alphabetic) => {
            Place { head: Cow::Owned(format!("{}s", region.picture)), at: region.mark.to_string() }
        }
        _ => return None,
    })
}

/// Returns the noun of parts that a sentence counts if there are many, and the place of this one.
pub(super) fn counted(instance: &Instance) -> Option<(&'static str, Cell)> {
    Some(match instance {
        Instance::Light { cell, .. } => ("lights", *cell),
        Instance::Set(SetName::Block(block)) => ("blocks", block.at),
        Instance::Set(SetName::Window(window)) => ("windows", window.at),
        Instance::Set(SetName::Diagonal(Slope::Falling, first)) => ("diagonals", *first),
        Instance::Set(SetName::Diagonal(Slope::Rising, first)) => ("antidiagonals", *first),
        _ => return None,
    })
}

/// Returns the condition under which a part holds.
pub(super) fn condition(instance: &Instance) -> Option<&'static str> {
    matches!(instance, Instance::Light { chased: true, .. }).then_some("once those before it are out")
}

/// Returns whether a part is named by several things: its verb is in the plural.
pub(super) fn is_plural(instance: &Instance) -> bool {
    match instance {
        Instance::Marks { cells, .. } => cells.len() > 1,
        Instance::Set(set) => match set {
            SetName::Pair(..) | SetName::Both(_) | SetName::Ahead(_) => true,
            SetName::Lines(..) | SetName::LinesBetween(..) => true,
            SetName::Cells(cells) => cells.len() > 1,
            _ => false,
        },
        _ => false,
    }
}

/// Returns whether two parts of rules are named together, with the rule once.
pub(super) fn are_named_together(a: &Origin, b: &Origin) -> bool {
    a.rule == b.rule
        && condition(&a.instance) == condition(&b.instance)
        && !is_list(&a.instance)
        && !is_list(&b.instance)
}

/// Returns whether a part is named by a list, which no longer list may contain.
fn is_list(instance: &Instance) -> bool {
    match instance {
        Instance::Pieces(pieces) => pieces.len() > 1,
        Instance::Set(set) => matches!(set, SetName::Pair(..) | SetName::Both(_) | SetName::Cells(_)),
        _ => false,
    }
}

/// Returns the cell that names a part alone: `r1c1`.
pub(super) fn only_cell(instance: &Instance) -> Option<Cell> {
    match instance {
        Instance::Cell(cell) | Instance::Set(SetName::Cell(cell)) => Some(*cell),
        _ => None,
    }
}

/// Returns whether the words for a part begin with the name of a cell or a piece, which stays as it is.
pub(super) fn begins_with_name(instance: &Instance) -> bool {
    let is_of_pieces = matches!(instance, Instance::Pieces(_));
    let is_of_cells = matches!(instance, Instance::Set(SetName::Pair(..) | SetName::Cells(_)));
    only_cell(instance).is_some() || is_of_cells || is_of_pieces
}

/// Returns names as a list: `a, b and c`.
pub(super) fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
