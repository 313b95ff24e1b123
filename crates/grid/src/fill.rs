//! Clues that are computed from a solution: for each place of a picture or a list, the marks with which the rules hold.
//!
//! Nothing here knows a genre. The model is read once for every possible mark, with this mark at all places, and the
//! check of solutions ([`Condition::breaches`](super::rule::Condition::breaches)) says for every set whether a board satisfies it. A set that has a place of its own decides
//! about the mark there: in a Slitherlink, the cell of a number. A breach often names the number that would have been right,
//! which is then tried as well: sums and lists of runs are found in this way. The other rules are about several marks together,
//! such as one number in each island of a Nurikabe: marks are added in random order as long as no more groups break such a
//! rule than before.
//!
//! - `tables`: the model with other marks and fewer rules. `words`: the possible marks. `check`: whether rules hold with them. `part`: the marks of one picture or list; `places`: where they are.
//!   `rooms`: a partition of the board; `room_numbers`: into how many rooms. `pairs`: numbers of which each pair is on one line. `centres`: groups that are symmetric about
//!   marks. `arrows`: arrows to the next number. `passing`: numbers in the order of a loop. `united`: what rules about marks say without them. `advice`: clues that a model could have besides its own, for `explain`.
//!
//! Start with [`GridFilling`].

mod advice;
mod arrows;
mod centres;
mod check;
mod pairs;
mod part;
mod passing;
mod places;
mod room_numbers;
mod rooms;
mod tables;
mod united;
mod words;

pub(super) use self::advice::Advice;
use self::check::{Unmarked, part_id};
use self::part::{Part, Way};
use self::rooms::Wanted;
use self::tables::{entries, filled, of_table};
use self::united::loosened;
use self::words::{PartId, takes_numbers};
use super::Grid;
use super::printed;
use super::reading;
use super::symbols::SymbolTable;
use boardwright_base::board::Cell;
use boardwright_base::budget::{Budget, Stop};
use boardwright_base::diagnostic::{Diagnostic, Diagnostics, Setting, Text};
use boardwright_base::random::Random;
use boardwright_base::source::Span;
use boardwright_ir::constraint::Draft;
use boardwright_model::{LoadError, Model, Spanned, Table, Value};
use boardwright_puzzle::Formulated;
use boardwright_puzzle::capability::filling::{
    Changed, Computable, FillRequest, Filling, Marked, Marks, Place, first_places,
};
use boardwright_puzzle::capability::printed_clues::Edit;
use boardwright_puzzle::solution::Candidate;
use std::collections::BTreeSet;

/// The tables of a model that contain pictures and lists.
const TABLES: [&str; 5] = ["picture", "between", "corner", "anywhere", "list"];

/// A model whose marks are computed.
pub(super) struct GridFilling {
    /// The model, without the marks.
    fields: Table,
    /// The model as it is, for the places of its marks.
    printed: Table,
    parts: Vec<Part>,
    free: Grid,
}

fn mistake(code: &'static str, span: Span, message: impl Into<Text>) -> Diagnostic {
    Diagnostic::new(code, message).at(span, "")
}

impl GridFilling {
    /// Prepares to fill the pictures and lists of these names, which the model has.
    pub(super) fn new(
        grid: &Grid,
        model: &Model,
        request: &FillRequest,
        budget: &Budget,
    ) -> Result<GridFilling, LoadError> {
        let mut wrong = Diagnostics::none();
        let mut found: Vec<(&'static str, &Spanned<String>)> = Vec::new();
        for name in &request.names {
            let of = |table: &'static str| model.fields.map(table).iter().map(move |(key, value)| (table, key, value));
            let all = TABLES.iter().flat_map(|&table| of(table));
            for (table, key, value) in all.filter(|(_, key, _)| key.value == *name) {
                match refusal(grid, &model.fields, table, key, value) {
                    Some(reason) => wrong.push(reason),
                    None => found.push((table, key)),
                }
            }
        }
        let is_rooms = |table: &str, name: &str| is_region(grid, table, name);
        // Numbers of rooms are computed for rooms that exist.
        found.sort_by_key(|(table, key)| !is_rooms(table, &key.value));
        if !found.iter().any(|(table, key)| is_rooms(table, &key.value))
            && (request.sizes.is_some() || request.rooms.is_some())
        {
            let rooms = Text::from(Setting::Sizes).and(" and ").and(Setting::Rooms).and(" require rooms in ");
            let help = Text::from("add a picture of regions to ").and(Setting::Fill).and(", such as ");
            let wrong_rooms = Diagnostic::new("no-rooms", rooms.and(Setting::Fill));
            wrong.push(wrong_rooms.help(help.and(Setting::Fill).and(" room")));
        }
        for (_, key) in found.iter().filter(|(table, key)| is_rooms(table, &key.value)) {
            let kept = kept_list(&model.fields, &key.value, &request.names);
            let needed = room_numbers::needed(grid, &model.fields, &key.value);
            let unfit = room_numbers::unfit(request, needed, grid.symbols.topology.cells.len());
            kept.into_iter().chain(unfit).for_each(|reason| wrong.push(reason));
        }
        wrong.into_result(())?;
        let all: Vec<&str> = found.iter().map(|(_, key)| key.value.as_str()).collect();
        let fields = found
            .iter()
            .fold(model.fields.clone(), |fields, (table, key)| filled(&fields, (table, &key.value), &|_| None));
        let free = reading::read(&loosened(&fields, &all), budget)?;
        let mut parts = Vec::new();
        for (index, &(table, key)) in found.iter().enumerate() {
            let (earlier, later) = (&all[..index], &all[index + 1..]);
            let mut part = Part::new((&grid.symbols, &model.fields), (table, &key.value), earlier, later);
            part.is_symmetric = request.symmetric;
            part.may_be_placed = says_what_others_are(grid, &model.fields, table, &key.value);
            if is_rooms(table, &key.value) {
                // A finished puzzle is a model for others with as many rooms.
                let as_before = (request.sizes.is_none() && part.count > 1).then_some(part.count);
                let needed = room_numbers::needed(grid, &model.fields, &key.value).and_then(|needed| needed.rooms());
                let rooms = request.rooms.or(as_before).or(needed);
                part.way = Way::Rooms(Wanted { sizes: request.sizes.clone(), rooms });
            } else if table == "anywhere" {
                part.way = Way::Centres;
            } else if pairs::are_pairs(&model.fields, &key.value) {
                part.way = Way::Pairs;
            } else if model.fields.tables("rule").iter().any(|rule| arrows::leads(rule, &key.value)) {
                part.way = Way::Arrows;
            } else if model.fields.tables("rule").iter().any(|rule| passing::orders(rule, &key.value)) {
                part.way = Way::Passing;
            }
            parts.push(part);
        }
        Ok(GridFilling { fields, printed: model.fields.clone(), parts, free })
    }
}

/// Returns the pictures and lists whose marks and entries can be computed.
pub(super) fn computable(grid: &Grid, model: &Model) -> Vec<Computable> {
    let fields = &model.fields;
    let of = |table: &'static str| fields.map(table).iter().map(move |(key, value)| (table, key, value));
    let all = TABLES.iter().flat_map(|&table| of(table));
    let fit = all.filter(|(table, key, value)| refusal(grid, fields, table, key, value).is_none());
    fit.map(|(table, key, _)| Computable { name: key.value.clone(), is_rooms: is_region(grid, table, &key.value) })
        .collect()
}

/// Returns the reason why the marks of a picture or a list cannot be computed, if there is one.
fn refusal(
    grid: &Grid,
    fields: &Table,
    table: &str,
    key: &Spanned<String>,
    value: &Spanned<Value>,
) -> Option<Diagnostic> {
    let name = &key.value;
    let cannot = |why: &str| {
        let what = if table == "list" { "entries" } else { "marks" };
        Some(mistake("not-computed", key.span, format!("the {what} of `{name}` cannot be computed: {why}")))
    };
    if let Some(objective) = ["minimize", "maximize"].iter().find_map(|key| fields.table(key)) {
        let message = "marks are not computed for a model with an objective".to_string();
        return Some(mistake("not-computed", objective.span, message).help("state the objective as a rule"));
    }
    if !fields.tables("rule").iter().any(|rule| of_table(rule, &[name])) {
        return cannot("no rule uses them").map(|wrong| wrong.help(format!("write a rule with `{name}`")));
    }
    let symbols = &grid.symbols;
    if table == "anywhere" && !symbols.layers.is_empty() {
        return cannot("they are in the middle of groups of values; borders can be drawn instead")
            .map(|wrong| wrong.help("write lines = \"borders\" instead of `values`, and group = \"enclosed\""));
    }
    if let Some(PartId::Picture(picture)) = part_id(symbols, table, name)
        && grid.uses.structural.contains(&picture)
        && !pairs::are_pairs(fields, name)
    {
        return cannot("they are mirrors, which decide what every cell sees");
    }
    if table == "list" {
        let entries = value.value.as_map().unwrap_or_default();
        if let Some((_, value)) =
            entries.iter().find(|(_, value)| value.value.as_text().is_some_and(|t| t.contains("..")))
        {
            let message = format!("the entries of `{name}` cannot be computed: they are written as a range");
            return Some(mistake("not-computed", value.span, message).help("write an entry for each, such as \".\""));
        }
    }
    None
}

/// Checks whether rules say what the cells without a mark are, and take numbers from the marks.
fn says_what_others_are(grid: &Grid, fields: &Table, table: &str, name: &str) -> bool {
    let without = format!("not {name}");
    let is_without = |rule: &Table| rule.get("at").is_some_and(|at| united::words(&at.value).contains(&without));
    table == "picture"
        && fields.tables("rule").iter().any(is_without)
        && part_id(&grid.symbols, table, name)
            .is_some_and(|part| grid.rules.iter().any(|rule| takes_numbers(rule, part)))
}

/// Checks whether the marks of a part are regions.
fn is_region(grid: &Grid, table: &str, name: &str) -> bool {
    match part_id(&grid.symbols, table, name) {
        Some(PartId::Picture(picture)) => grid.uses.regions.contains(&picture),
        _ => false,
    }
}

/// Checks whether a list has entries for regions.
fn is_by_region(value: &Value) -> bool {
    value.as_map().is_some_and(|entries| entries.iter().all(|(key, _)| !reading::SIDES.contains(&key.value.as_str())))
}

/// Returns the error for a list of numbers of rooms that are new while the list stays.
fn kept_list(fields: &Table, rooms: &str, names: &[String]) -> Option<Diagnostic> {
    let mut lists =
        fields.map("list").iter().filter(|(name, value)| !names.contains(&name.value) && is_by_region(&value.value));
    let is_used =
        |list: &str| fields.tables("rule").iter().any(|rule| of_table(rule, &[list]) && of_table(rule, &[rooms]));
    let (list, _) = lists.find(|(name, _)| is_used(&name.value))?;
    let message = Text::from(format!("the entries of `{}` are for the rooms that ", list.value));
    let message = message.and(Setting::Fill).and(format!(" {rooms} replaces"));
    let help = Text::from("write ").and(Setting::Fill).and(format!(" {rooms},{}", list.value));
    Some(mistake("kept-list", list.span, message).help(help))
}

/// Returns the model with an entry without a number for each room in the lists of these parts.
fn with_rooms(fields: &Table, parts: &[Part], marks: &Marks) -> Table {
    let names: BTreeSet<&String> = marks.values().collect();
    let entries = fields.map("list").iter().map(|(name, value)| {
        let is_new =
            parts.iter().any(|part| part.table == "list" && part.name == name.value) && is_by_region(&value.value);
        let entry = |room: &&String| {
            let key = Spanned { value: room.to_string(), span: value.span };
            (key, Spanned { value: Value::Text(".".to_string()), span: value.span })
        };
        let new = || Spanned { value: Value::Map(names.iter().map(entry).collect()), span: value.span };
        (name.clone(), if is_new { new() } else { value.clone() })
    });
    fields.with("list", Value::Map(entries.collect()))
}

impl Filling for GridFilling {
    fn free(&self, budget: &Budget) -> Result<Formulated, Stop> {
        Ok(self.free.built(Draft::new(budget))?.formulated())
    }

    fn rooms(
        &mut self,
        before: Option<&Changed<'_>>,
        random: &mut Random,
        budget: &Budget,
    ) -> Result<Option<Vec<Marks>>, Stop> {
        let mut marks = vec![Marks::new(); self.parts.len()];
        let Some(first) = self.parts.first_mut() else { return Ok(None) };
        let before = before.map(|before| (&before.marks[0], before));
        match first.wanted().cloned() {
            Some(wanted) => match first.rooms(&self.fields, &wanted, None, before, random, budget) {
                Ok(rooms) => marks[0] = rooms,
                Err(Unmarked::Stopped(stop)) => return Err(stop),
                Err(Unmarked::Unfit(_)) => return Ok(None),
            },
            None if first.may_be_placed => {
                first.way = Way::Places;
                marks[0] = first.placed(&self.free.symbols, &self.fields, before, random);
            }
            None => return Ok(None),
        }
        Ok(Some(marks))
    }

    fn with_rooms(&self, rooms: &[Marks], count: usize, budget: &Budget) -> Result<Option<Formulated>, Stop> {
        let (Some(first), Some(rooms)) = (self.parts.first(), rooms.first()) else { return Ok(None) };
        let known = first_places(rooms).into_iter().take(count);
        let known: BTreeSet<&String> = known.filter_map(|at| rooms.get(&Place::Mark(at))).collect();
        let name = |place: &Place| rooms.get(place).filter(|name| known.contains(name)).cloned();
        let fields = filled(&self.fields, (first.table, &first.name), &name);
        let others: Vec<&str> = self.parts[1..].iter().map(|part| part.name.as_str()).collect();
        let fields = if first.wanted().is_some() { with_rooms(&fields, &self.parts, rooms) } else { fields };
        match reading::read(&loosened(&fields, &others), budget) {
            Ok(grid) => Ok(Some(grid.built(Draft::new(budget))?.formulated())),
            Err(LoadError::Stopped(stop, _)) => Err(stop),
            Err(LoadError::Wrong(_)) => Ok(None),
        }
    }

    fn drawn(&self, near: Option<(&Candidate, Cell, usize)>, random: &mut Random) -> Option<Candidate> {
        let has_centres = self.parts.iter().any(|part| matches!(part.way, Way::Centres));
        if has_centres {
            return Some(centres::drawn(&self.free.symbols, near, random));
        }
        let arrows = self.parts.iter().find(|part| matches!(part.way, Way::Arrows))?;
        arrows::drawn(&self.free.symbols, &self.fields, &arrows.name, near, random)
    }

    fn places(&self) -> [Vec<Cell>; 2] {
        let symbols = &self.free.symbols;
        let lines = symbols.lines.iter().flat_map(|lines| lines.lines.iter().map(|line| lines.points[line.ends[0]]));
        [symbols.topology.cells.clone(), lines.collect()]
    }

    fn marks(
        &mut self,
        board: &Candidate,
        before: Option<&Changed<'_>>,
        random: &mut Random,
        budget: &Budget,
    ) -> Result<Marked, Stop> {
        let mut fields = self.fields.clone();
        let (mut all, mut edits) = (Vec::new(), Vec::new());
        let has_rooms = self.parts.iter().any(|part| part.wanted().is_some());
        for index in 0..self.parts.len() {
            let part = &mut self.parts[index];
            let before = before.map(|before| (&before.marks[index], before));
            let marks = match part.way.clone() {
                Way::Rooms(wanted) => part.rooms(&fields, &wanted, Some(board), before, random, budget),
                Way::Pairs => pairs::pairs((&self.free.symbols, &fields, &part.name), board, before, random),
                Way::Places => match before {
                    Some((marks, _)) => part.choose_at(marks, &fields, board, random, budget),
                    None => Err(Unmarked::Unfit(format!("a board is found for the places of `{}`", part.name).into())),
                },
                Way::Arrows => arrows::marks(&self.free.symbols, &fields, &part.name, board),
                Way::Passing => {
                    let of = (&*self.free.symbols, &fields, part.name.as_str());
                    passing::marks(of, &part.open(&self.free.symbols), board, before, random)
                }
                Way::Centres => Ok(centres::marks(&self.free.symbols, board, part.only_mark())),
                Way::Rules => {
                    let kept = before.map_or_else(Marks::new, |(marks, before)| part.kept(marks, before));
                    part.choose(&fields, board, &kept, random, budget)
                }
            };
            let marks = match marks {
                Ok(marks) => marks,
                Err(Unmarked::Stopped(stop)) => return Err(stop),
                Err(Unmarked::Unfit(reason)) => return Ok(Marked::Unfit(reason)),
            };
            fields = filled(&fields, (part.table, &part.name), &|place| marks.get(place).cloned());
            if part.wanted().is_some() {
                fields = with_rooms(&fields, &self.parts, &marks);
            }
            let part = &self.parts[index];
            let rooms = if has_rooms { entries(&fields, (part.table, &part.name)) } else { Vec::new() };
            match printing(&self.free.symbols, &self.printed, (part, &rooms), &marks) {
                Some(own) => edits.extend(own),
                None => return Ok(Marked::Unfit(format!("the marks of `{}` cannot be written", part.name).into())),
            }
            all.push(marks);
        }
        Ok(Marked::Printed(all, edits))
    }
}

/// Returns the edits that print the marks of a part; `None` if there is no text for them. `rooms` are the entries of a list for new
/// rooms.
fn printing(
    symbols: &SymbolTable,
    printed: &Table,
    (part, rooms): (&Part, &[Place]),
    marks: &Marks,
) -> Option<Vec<Edit>> {
    let (_, value) = printed.map(part.table).iter().find(|(key, _)| key.value == part.name)?;
    match &value.value {
        Value::Marks(drawn) => {
            let word = |at: Cell| {
                let is_hole = drawn.at(at).value == "_" && !marks.contains_key(&Place::Mark(at));
                let none = || if is_hole { "_".to_string() } else { ".".to_string() };
                Some(marks.get(&Place::Mark(at)).cloned().unwrap_or_else(none))
            };
            Some(vec![Edit::new(drawn.span(), printed::literal(&symbols.topology, drawn, word)?)])
        }
        Value::Map(entries) => {
            let text = |key: &str, index: usize| {
                let Some(word) = marks.get(&Place::Entry(key.to_string(), index)) else { return "\".\"".to_string() };
                let is_number = word.starts_with('[') || word.parse::<i64>().is_ok();
                if is_number { word.clone() } else { format!("\"{word}\"") }
            };
            if !rooms.is_empty() && is_by_region(&value.value) {
                let room = |place: &Place| match place {
                    Place::Entry(room, _) => Some(format!("{room} = {}", text(room, 0))),
                    Place::Mark(_) => None,
                };
                let rooms: Vec<String> = rooms.iter().filter_map(room).collect();
                let is_inside = entries
                    .iter()
                    .all(|(key, entry)| value.span.start <= key.span.start && entry.span.end <= value.span.end);
                return is_inside.then(|| vec![Edit::new(value.span, format!("{{ {} }}", rooms.join(", ")))]);
            }
            let mut edits = Vec::new();
            let mut seen = BTreeSet::new();
            for (key, value) in entries {
                match &value.value {
                    Value::List(items) if items.iter().all(|item| item.span != value.span) => {
                        let items = items.iter().enumerate();
                        edits.extend(items.map(|(index, item)| Edit::new(item.span, text(&key.value, index))));
                    }
                    _ => edits.push(Edit::new(value.span, text(&key.value, 0))),
                }
            }
            edits.iter().all(|edit| seen.insert(edit.span)).then_some(edits)
        }
        _ => None,
    }
}
