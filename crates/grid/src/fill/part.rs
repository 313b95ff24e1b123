//! The marks of one picture, or the entries of one list, for a board.

use super::check::{Broken, Unmarked, broken, constraining, part_id};
use super::places::{is_none, only, place, places, put, turned};
use super::rooms::{Wanted, rooms};
use super::tables::{entries, filled, of_table, with_rules};
use super::words::{PartId, first, named_in, proposals, takes_numbers};
use crate::Grid;
use crate::position::Position;
use crate::reading;
use crate::rule::{At, Rule};
use crate::symbols::SymbolTable;
use boardwright_base::board::Cell;
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_model::{LoadError, Table, Value};
use boardwright_puzzle::capability::filling::{Changed, Marks, Place, PossibleClues};
use boardwright_puzzle::solution::Candidate;
use std::collections::{BTreeMap, BTreeSet};

/// The proposals that are tried one after the other at a place.
const ROUNDS: usize = 6;
/// The number that a rule about groups is tried with; the breach says the right one.
const PROBE: &str = "1";
/// A mark without its number.
const UNKNOWN: &str = "?";

/// How marks are found.
#[derive(Debug, Clone)]
pub(super) enum Way {
    /// Every rule is tried with every mark.
    Rules,
    /// The marks are rooms.
    Rooms(Wanted),
    /// Each line has a pair of numbers of its own.
    Pairs,
    /// The marks are in the middle of groups.
    Centres,
    /// The marks are arrows to the next number.
    Arrows,
    /// The marks are numbers in the order in which a loop passes cells.
    Passing,
    /// Marks without their numbers are put at random places, and a board is found for them.
    Places,
}

/// A picture or a list whose marks are computed.
pub(super) struct Part {
    pub(super) table: &'static str,
    pub(super) name: String,
    /// The names of the parts that are filled after it: their rules are not considered yet.
    later: Vec<String>,
    /// Whether its rules use marks of parts that are filled before it.
    is_dependent: bool,
    /// Whether marks name the groups of a board: all in one group are equal, and those of different groups may differ.
    names_groups: bool,
    /// How its marks are found.
    pub(super) way: Way,
    /// Whether rules say what cells without a mark are, and take numbers from the marks.
    pub(super) may_be_placed: bool,
    /// Whether a mark needs another one at the place that a half turn exchanges with its own.
    pub(super) is_symmetric: bool,
    /// The number of different marks in the model.
    pub(super) count: usize,
    /// The number of marks in the model.
    printed: usize,
    /// The only places for marks, if the model restricts them.
    only: Option<BTreeSet<Place>>,
    /// The marks in the model.
    present: BTreeSet<String>,
    /// By word, the model with this word wherever it may be and the rules that use the part; `None` if such a model cannot be
    /// read. The empty word is a model without marks.
    readings: BTreeMap<String, Option<Grid>>,
}

/// Where a mark holds, for one word.
#[derive(Default)]
struct Tally {
    /// The conditions that use the mark.
    uses: usize,
    is_broken: bool,
}

/// By place, the words that were evaluated there, and those that are proposed.
#[derive(Default)]
struct Tallies {
    places: BTreeMap<Place, BTreeMap<String, Tally>>,
    proposed: BTreeMap<Place, Vec<String>>,
}

impl Tallies {
    /// Evaluates the words that a model has at its places.
    fn evaluate<'w>(
        &mut self,
        grid: &Grid,
        (table, name): (&str, &str),
        board: &Candidate,
        word: &dyn Fn(&Place) -> Option<&'w str>,
    ) {
        let Some(part) = part_id(&grid.symbols, table, name) else { return };
        let position = Position { symbols: &grid.symbols, values: &board.layers, lines: &board.lines };
        for rule in grid.rules.iter().filter(|rule| !is_joint(rule, part)) {
            for (set, condition) in constraining(rule, &position) {
                let Some(place) = place(&grid.symbols, part, set) else { continue };
                let Some(word) = word(&place) else { continue };
                let tally = self.places.entry(place.clone()).or_default().entry(word.to_string()).or_default();
                tally.uses += 1;
                for breach in condition.breaches(&position, set, &rule.members(&position, set)) {
                    tally.is_broken = true;
                    let proposals = proposals(&breach, word, matches!(part, PartId::List(_)));
                    self.proposed.entry(place.clone()).or_default().extend(proposals);
                }
            }
        }
    }

    /// Returns for each place a word that is proposed and was not evaluated there.
    fn next(&mut self) -> BTreeMap<Place, String> {
        let places = &self.places;
        self.proposed.retain(|place, words| {
            words.retain(|word| !places[place].contains_key(word));
            !words.is_empty()
        });
        self.proposed.iter().map(|(place, words)| (place.clone(), words[0].clone())).collect()
    }
}

/// The words that hold at each place that may have a mark, as far as the sets of the place decide it.
struct Local {
    fitting: BTreeMap<Place, Vec<String>>,
    /// The places where some mark breaks a rule.
    decided: BTreeSet<Place>,
}

impl Part {
    /// Prepares a part of a model: `fields` are its keys.
    pub(super) fn new(
        (symbols, fields): (&SymbolTable, &Table),
        (table, name): (&'static str, &str),
        earlier: &[&str],
        later: &[&str],
    ) -> Part {
        let rules = fields.tables("rule").iter().filter(|rule| of_table(rule, &[name]));
        let is_dependent = rules.into_iter().any(|rule| of_table(rule, earlier));
        let value = fields.map(table).iter().find(|(key, _)| key.value == name).map(|(_, value)| &value.value);
        let marks = value.and_then(Value::as_marks).into_iter().flat_map(boardwright_model::Marks::cells);
        let marks: Vec<(Cell, &str)> =
            marks.map(|(at, mark)| (at, mark.value.as_str())).filter(|(_, mark)| !is_none(mark)).collect();
        let only = only(symbols, table, &marks);
        let mut present: BTreeSet<String> = marks.iter().map(|(_, mark)| mark.to_string()).collect();
        let count = present.len();
        named_in(fields, name, &mut present);
        let later = later.iter().map(ToString::to_string).collect();
        Part {
            table,
            name: name.to_string(),
            later,
            is_dependent,
            names_groups: fields.tables("rule").iter().any(|rule| names_groups(rule, name)),
            way: Way::Rules,
            may_be_placed: false,
            is_symmetric: false,
            count,
            printed: marks.len(),
            only,
            present,
            readings: BTreeMap::new(),
        }
    }

    /// Returns the places that may have numbers in the order of a loop: where the model restricts them, these; where its marks are on
    /// cells, all places; without marks walls, if there are any.
    pub(super) fn open<'s>(&'s self, symbols: &'s SymbolTable) -> impl Fn(&Place) -> bool + 's {
        let topology = &symbols.topology;
        let has_walls = topology.cells.len() < topology.height * topology.width;
        move |place| match (&self.only, place) {
            (Some(only), place) => only.contains(place),
            (None, Place::Mark(at)) => self.printed > 0 || !has_walls || topology.id(*at).is_none(),
            (None, Place::Entry(..)) => false,
        }
    }

    /// Returns the words that hold at each place of a board.
    pub(super) fn fitting(
        &mut self,
        fields: &Table,
        board: &Candidate,
        budget: &Budget,
    ) -> Result<BTreeMap<Place, Vec<String>>, Unmarked> {
        let tied = self.tied(fields);
        let words = self.words(&tied, budget)?;
        Ok(self.local(&tied, board, &words, budget)?.fitting)
    }

    /// Returns what a model with these marks could print besides them.
    pub(super) fn possible(
        &mut self,
        fields: &Table,
        present: &Marks,
        budget: &Budget,
    ) -> Result<PossibleClues, Unmarked> {
        let tied = self.tied(fields);
        let words = self.words(&tied, budget)?;
        let (table, name) = (self.table, self.name.clone());
        let only = self.only.clone();
        let names_groups = self.names_groups;
        let without = self.reading(&tied, "", budget)?.is_some();
        let probe = words.first().cloned().unwrap_or_default();
        let none = || Unmarked::Unfit(format!("`{name}` cannot be read").into());
        let grid = self.reading(&tied, if without { "" } else { &probe }, budget)?.ok_or_else(none)?;
        let part = part_id(&grid.symbols, table, &name).ok_or_else(none)?;
        let is_open = |place: &Place| {
            let is_inside = match place {
                Place::Mark(at) if table == "picture" => grid.symbols.topology.id(*at).is_some(),
                _ => true,
            };
            is_inside && !present.contains_key(place) && only.as_ref().is_none_or(|only| only.contains(place))
        };
        let all: Vec<Place> = match table {
            "list" => entries(&tied, (table, &name)),
            _ => places(&grid.symbols, part, &tied, (table, &name)).collect(),
        };
        Ok(PossibleClues {
            places: all.into_iter().filter(is_open).collect(),
            words,
            has_numbers: grid.rules.iter().any(|rule| takes_numbers(rule, part)),
            is_independent: without && !names_groups && !grid.rules.iter().any(|rule| is_joint(rule, part)),
            part: name,
        })
    }

    /// Returns rooms for a board, around which marks are chosen later.
    pub(super) fn rooms(
        &self,
        fields: &Table,
        wanted: &Wanted,
        board: Option<&Candidate>,
        before: Option<(&Marks, &Changed<'_>)>,
        random: &mut Random,
        budget: &Budget,
    ) -> Result<Marks, Unmarked> {
        rooms((&self.tied(fields), &self.name), wanted, board, before, random, budget)
    }

    /// Returns the model with the rules that use the part, and none that is filled after it.
    fn tied(&self, fields: &Table) -> Table {
        let later: Vec<&str> = self.later.iter().map(String::as_str).collect();
        let own = |rule: &Table| (of_table(rule, &[&self.name]) && !of_table(rule, &later)).then(|| rule.clone());
        with_rules(fields, own)
    }

    /// Returns marks without numbers at random places: as many as in the model, or at a quarter of the places. With `before`,
    /// they equal others except around a place.
    pub(super) fn placed(
        &self,
        symbols: &SymbolTable,
        fields: &Table,
        before: Option<(&Marks, &Changed<'_>)>,
        random: &mut Random,
    ) -> Marks {
        let Some(part) = part_id(symbols, self.table, &self.name) else { return Marks::new() };
        let all = places(symbols, part, fields, (self.table, &self.name));
        let is_cell = |place: &Place| matches!(place, Place::Mark(at) if symbols.topology.id(*at).is_some());
        let is_open = |place: &Place| self.only.as_ref().map_or(is_cell(place), |only| only.contains(place));
        let all: Vec<Place> = all.filter(is_open).collect();
        let count = if self.printed > 0 { self.printed } else { all.len().div_ceil(4) };
        let chosen: Vec<&Place> = match before.filter(|(marks, _)| !marks.is_empty()) {
            None => random.permutation(all.len()).into_iter().take(count).map(|index| &all[index]).collect(),
            Some((marks, before)) => {
                let is_chosen = |place: &&Place| match self.is_far(place, before) {
                    true => marks.contains_key(place),
                    false => random.below(all.len()) < count,
                };
                all.iter().filter(is_chosen).collect()
            }
        };
        chosen.into_iter().map(|place| (place.clone(), UNKNOWN.to_string())).collect()
    }

    /// Chooses marks at these places only.
    pub(super) fn choose_at(
        &mut self,
        chosen: &Marks,
        fields: &Table,
        board: &Candidate,
        random: &mut Random,
        budget: &Budget,
    ) -> Result<Marks, Unmarked> {
        let only = self.only.replace(chosen.keys().cloned().collect());
        let marks = self.choose(fields, board, chosen, random, budget);
        self.only = only;
        marks
    }

    /// Returns the wanted rooms, if its marks are rooms.
    pub(super) fn wanted(&self) -> Option<&Wanted> {
        match &self.way {
            Way::Rooms(wanted) => Some(wanted),
            Way::Rules | Way::Pairs | Way::Centres | Way::Arrows | Way::Passing | Way::Places => None,
        }
    }

    /// Returns the mark that stands for all marks, if only their places matter.
    pub(super) fn only_mark(&self) -> &str {
        self.present.first().map_or("o", String::as_str)
    }

    /// Chooses marks for a board. `fields` is the model with the marks of the parts before this one.
    pub(super) fn choose(
        &mut self,
        fields: &Table,
        board: &Candidate,
        kept: &Marks,
        random: &mut Random,
        budget: &Budget,
    ) -> Result<Marks, Unmarked> {
        if self.is_dependent {
            self.readings.clear();
        }
        let tied = self.tied(fields);
        let words = self.words(&tied, budget)?;
        let local = self.local(&tied, board, &words, budget)?;
        let (table, name) = (self.table, self.name.clone());
        let is_joint = self.reading(&tied, "", budget)?.is_some_and(|grid| {
            let part = part_id(&grid.symbols, table, &name);
            grid.rules.iter().any(|rule| part.is_some_and(|part| is_joint(rule, part)))
        });
        if is_joint {
            return self.joint(&tied, board, (&local, &words, kept), random, budget);
        }
        let chosen = local.fitting.into_iter().map(|(place, words)| {
            let old = kept.get(&place).filter(|old| words.contains(old));
            let new = &words[random.below(words.len())];
            (place.clone(), old.unwrap_or(new).clone())
        });
        let marks: Marks = chosen.collect();
        if !self.is_symmetric {
            return Ok(marks);
        }
        let other = |place: &Place| turned(fields, (table, &name), place);
        let is_paired = |place: &Place| other(place).is_none_or(|other| marks.contains_key(&other));
        let paired = marks.iter().filter(|(place, _)| is_paired(place));
        Ok(paired.map(|(place, word)| (place.clone(), word.clone())).collect())
    }

    /// Returns the marks before a change that are far enough from it to stay.
    pub(super) fn kept(&self, marks: &Marks, before: &Changed<'_>) -> Marks {
        let far = marks.iter().filter(|(place, _)| self.is_far(place, before));
        far.map(|(place, word)| (place.clone(), word.clone())).collect()
    }

    fn is_far(&self, place: &Place, before: &Changed<'_>) -> bool {
        let scale = if self.table == "between" { 2 } else { 1 };
        match place {
            Place::Entry(..) => false,
            Place::Mark(at) => {
                let apart = |a: usize, b: usize| (a / scale).abs_diff(b);
                apart(at.row, before.at.row).max(apart(at.column, before.at.column)) > before.radius
            }
        }
    }

    /// Returns the model with a word everywhere, or at the entries of a list that may have it; `None` if it cannot be read.
    fn reading(&mut self, tied: &Table, word: &str, budget: &Budget) -> Result<Option<&Grid>, Unmarked> {
        if !self.readings.contains_key(word) {
            let part = (self.table, self.name.as_str());
            let read = |has_word: &dyn Fn(&Place) -> bool| {
                let mark = |place: &Place| (!word.is_empty() && has_word(place)).then(|| word.to_string());
                match reading::read(&filled(tied, part, &mark), budget) {
                    Ok(grid) => Ok(Some(grid)),
                    Err(LoadError::Wrong(_)) => Ok(None),
                    Err(LoadError::Stopped(stop, _)) => Err(Unmarked::Stopped(stop)),
                }
            };
            let mut grid = read(&|_| true)?;
            if grid.is_none() && !word.is_empty() {
                // A cage of three cells has no difference.
                let mut able = BTreeSet::new();
                for entry in entries(tied, part) {
                    if read(&|place| *place == entry)?.is_some() {
                        able.insert(entry);
                    }
                }
                if !able.is_empty() {
                    grid = read(&|place| able.contains(place))?;
                }
            }
            self.readings.insert(word.to_string(), grid);
        }
        Ok(self.readings.get(word).and_then(Option::as_ref))
    }

    /// Returns the words to try first.
    fn words(&mut self, tied: &Table, budget: &Budget) -> Result<Vec<String>, Unmarked> {
        let present = self.present.clone();
        let (table, name) = (self.table, self.name.clone());
        // Without a mark on the board, a condition on marks may not be read.
        let readable = match self.reading(tied, "", budget)? {
            Some(_) => "",
            None => PROBE,
        };
        let Some(grid) = self.reading(tied, readable, budget)? else { return Ok(present.into_iter().collect()) };
        let Some(part) = part_id(&grid.symbols, table, &name) else { return Ok(Vec::new()) };
        let mut words = first(grid, part, &present, tied);
        // Their names are chosen when it is known which groups there are.
        if self.names_groups {
            words.truncate(1);
        }
        // The model is read again for every board: the breach of one number says the right one.
        if self.is_dependent && words.iter().any(|word| word == "0") {
            words.retain(|word| word == "0" || word.parse::<i64>().is_err());
        }
        Ok(words)
    }

    /// Evaluates words at every place, by the sets that have a place of their own: first each of these at all places, then at
    /// each place what its breaches propose.
    fn local(&mut self, tied: &Table, board: &Candidate, words: &[String], budget: &Budget) -> Result<Local, Unmarked> {
        let mut tallies = Tallies::default();
        for word in words {
            budget.check()?;
            let (table, name) = (self.table, self.name.clone());
            let Some(grid) = self.reading(tied, word, budget)? else { continue };
            tallies.evaluate(grid, (table, &name), board, &|_| Some(word.as_str()));
        }
        for _ in 0..ROUNDS {
            budget.check()?;
            let next = tallies.next();
            if next.is_empty() {
                break;
            }
            let grid =
                reading::read(&filled(tied, (self.table, &self.name), &|place| next.get(place).cloned()), budget);
            match grid {
                Ok(grid) => {
                    tallies
                        .evaluate(&grid, (self.table, &self.name), board, &|place| next.get(place).map(String::as_str));
                }
                Err(LoadError::Wrong(_)) => break,
                Err(LoadError::Stopped(stop, _)) => return Err(Unmarked::Stopped(stop)),
            }
        }
        let mut local = Local { fitting: BTreeMap::new(), decided: tallies.places.keys().cloned().collect() };
        let is_open = |place: &Place| self.only.as_ref().is_none_or(|only| only.contains(place));
        for (place, words) in tallies.places.into_iter().filter(|(place, _)| is_open(place)) {
            let fitting = words.into_iter().filter(|(_, tally)| !tally.is_broken);
            let fitting: Vec<(String, usize)> = fitting.map(|(word, tally)| (word, tally.uses)).collect();
            // A mark that more rules use says more.
            let Some(most) = fitting.iter().map(|(_, uses)| *uses).max() else { continue };
            let best = fitting.into_iter().filter(|(_, uses)| *uses == most).map(|(word, _)| word);
            local.fitting.insert(place, best.collect());
        }
        Ok(local)
    }

    /// Adds marks in random order as long as the rules about several marks are broken no more than before.
    fn joint(
        &mut self,
        tied: &Table,
        board: &Candidate,
        (local, words, kept): (&Local, &[String], &Marks),
        random: &mut Random,
        budget: &Budget,
    ) -> Result<Marks, Unmarked> {
        let (table, name) = (self.table, self.name.clone());
        let only = self.only.clone();
        let names = self.names_groups.then(|| self.present.clone());
        let none = || Unmarked::Unfit(format!("`{name}` cannot be read without marks").into());
        let grid = self.reading(tied, "", budget)?.ok_or_else(none)?;
        let part = part_id(&grid.symbols, table, &name).ok_or_else(none)?;
        let rules: Vec<&Rule> = grid.rules.iter().filter(|rule| is_joint(rule, part)).collect();
        let has_numbers = rules.iter().any(|rule| takes_numbers(rule, part));
        let mut symbols = SymbolTable::clone(&grid.symbols);
        let all = places(&symbols, part, tied, (table, &name));
        let places: Vec<Place> = all.filter(|place| only.as_ref().is_none_or(|only| only.contains(place))).collect();
        let mut marks = Marks::new();
        let mut current = broken(&rules, &symbols, board);
        let mut order: Vec<&Place> = random.permutation(places.len()).into_iter().map(|index| &places[index]).collect();
        order.sort_by_key(|place| !kept.contains_key(place));
        for place in order {
            budget.check().map_err(Unmarked::Stopped)?;
            let mut fitting = match local.fitting.get(place) {
                None if local.decided.contains(place) => continue,
                _ if names.is_some() => group_names(names.iter().flatten(), kept, &marks, place),
                Some(fitting) => fitting.clone(),
                None => words.to_vec(),
            };
            if has_numbers {
                put(&mut symbols, part, place, Some(PROBE));
                let found = broken(&rules, &symbols, board).breaches;
                fitting = found.iter().flat_map(|breach| proposals(breach, PROBE, false)).collect();
                fitting.push(PROBE.to_string());
                fitting.sort();
                fitting.dedup();
            }
            if names.is_none() {
                fitting = random.permutation(fitting.len()).into_iter().map(|index| fitting[index].clone()).collect();
            }
            let mut best: Option<(Broken, String)> = None;
            for word in &fitting {
                put(&mut symbols, part, place, Some(word));
                let now = broken(&rules, &symbols, board);
                if now.weight <= current.weight && best.as_ref().is_none_or(|(best, _)| now.weight < best.weight) {
                    best = Some((now, word.clone()));
                }
            }
            put(&mut symbols, part, place, best.as_ref().map(|(_, word)| word.as_str()));
            if let Some((now, word)) = best {
                current = now;
                marks.insert(place.clone(), word);
            }
        }
        match current.first {
            None => Ok(marks),
            Some((rule, breach)) => {
                let words = "boards are drawn without the rule";
                let words = format!("{words} `{rule}`, and no marks of `{name}` satisfy it: {breach}");
                Err(Unmarked::Unfit(words.into()))
            }
        }
    }
}

/// Checks whether a rule requires the marks in each group to be equal.
fn names_groups(rule: &Table, name: &str) -> bool {
    rule.get("group").is_some() && rule.text("all-equal") == Some(name)
}

/// Returns the names that a group may get at a place, the preferred one first: that before a change, a new one, and those of other groups. Different
/// names exclude more solutions.
fn group_names<'n>(
    mut present: impl Iterator<Item = &'n String>,
    kept: &Marks,
    marks: &Marks,
    place: &Place,
) -> Vec<String> {
    let has_numbers = present.any(|word| word.parse::<u64>().is_ok());
    let used: BTreeSet<&String> = marks.values().collect();
    let is_new = |name: &String| !used.contains(name) && !kept.values().any(|other| other == name);
    let name = |number: usize| match (has_numbers, u8::try_from(number)) {
        (false, Ok(number @ 0..26)) => char::from(b'A' + number).to_string(),
        (false, Ok(number @ 26..52)) => char::from(b'a' + number - 26).to_string(),
        (false, _) => format!("A{number}"),
        (true, _) => (number + 1).to_string(),
    };
    let new = (0..).map(name).find(is_new);
    let old = kept.get(place).filter(|old| !used.contains(old)).cloned();
    old.into_iter().chain(new).chain(used.into_iter().cloned()).collect()
}

/// Checks whether a rule is about several marks of a part together: it counts them, or it applies where they are missing.
fn is_joint(rule: &Rule, part: PartId) -> bool {
    let in_test = |test: &crate::symbols::Test| part.is_tested(test);
    let negated = match &rule.at {
        Some(At::Cell(test)) => test.any.iter().any(|(negated, _)| *negated) && in_test(test),
        Some(At::Between(signs)) => signs.iter().any(|sign| sign.negated && part == PartId::Between(sign.picture)),
        None => false,
    };
    let negated_when =
        rule.when.as_ref().is_some_and(|test| in_test(test) && test.any.iter().any(|(negated, _)| *negated));
    let of_members = [&rule.among, &rule.inside, &rule.until].into_iter().flatten().any(in_test);
    let of_conditions = rule.conditions.iter().any(|condition| {
        condition.tests().into_iter().any(in_test)
            || condition.pictures().iter().any(|&picture| part == PartId::Picture(picture))
            || condition.own_numbers().into_iter().any(|number| part.is_of(number))
    });
    negated || negated_when || of_members || of_conditions
}
