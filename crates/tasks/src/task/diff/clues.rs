//! Two rule sets compared with all clues that they could have.
//!
//! Where each rule considers one clue at a time, and no rule is about places without a clue, the boards that obey a model with
//! some clues are those that obey it with each of these clues by itself. So a board that obeys one model and breaks the other with
//! the same clues breaks it with one of them, or without any; and no clues and all single ones decide the question. Otherwise
//! they can only find a difference. Then boards of one model get all clues that fit them, and are tried on the other model.
//! Start with [`compared`].

use super::matching::{Matching, Mismatch};
use super::oracle::{Asked, Oracle};
use super::sides::{
    ClueSet, DiffError, DiffRequest, Difference, Model, Open, Proof, Side, distinguishing_with_hidden, side,
};
use boardwright_base::budget::{Budget, Stop};
use boardwright_base::random::Random;
use boardwright_ir::constraint::{Literal, Roles};
use boardwright_puzzle::capability::filling::{FillRequest, FurtherClue, Marked, Place, PossibleClues};
use boardwright_puzzle::instance::{FurtherClues, Instance};
use boardwright_puzzle::solution::Candidate;
use boardwright_puzzle::{Decisions, Loaded};
use std::collections::BTreeSet;

/// The number of boards of each model that get all clues that fit.
const FILLED: usize = 50;
/// The number of times that such a board gets other marks at the same places.
const VARIANTS: usize = 3;

/// Compares two models without further clues, with single ones, and if these do not decide the question, with many.
pub(super) fn compared(
    request: &DiffRequest,
    models: [&Model<'_>; 2],
    budget: &Budget,
) -> Result<Difference, DiffError> {
    let parts = Parts::of(request, budget)?;
    let map: Vec<(String, String)> = request.map.iter().filter(|(from, _)| !parts.renames(from)).cloned().collect();
    let mut tried = parts.clue_set();
    let mut sides = [0, 1].map(|_| Side::Implied(Proof::EachClue(ClueSet::default())));
    parts.try_clues(&[], &models, &map, &mut sides, budget)?;
    for (clues, words) in parts.shared().filter(|(clues, _)| clues.is_independent) {
        for place in &clues.places {
            for word in words.iter() {
                if sides.iter().all(|side| matches!(side, Side::Board(_) | Side::Open(_))) {
                    break;
                }
                tried.clues += 1;
                let is_read = parts.try_clues(&[(&clues.part, place, word)], &models, &map, &mut sides, budget)?;
                tried.unreadable += usize::from(!is_read);
            }
        }
    }
    for at in [0, 1] {
        if let Side::Implied(_) = sides[at] {
            let together = parts.together();
            sides[at] = match together.is_empty() {
                true => Side::Implied(Proof::EachClue(tried.clone())),
                false => parts.filled(at, [models[at], models[1 - at]], &map, together, budget)?,
            };
        }
    }
    let [only_first, only_second] = sides;
    Ok(Difference { only_first, only_second, has_board: None })
}

/// Returns each decision literal or its negation, at random.
fn arbitrary(decisions: &Decisions, random: &mut Random) -> Vec<Literal> {
    let all = decisions.layers.iter().flatten().flatten().chain(&decisions.lines);
    all.map(|&literal| if random.below(2) == 0 { literal } else { !literal }).collect()
}

/// Notes the clues with which a board was found.
fn with_clues(side: Side, clues: &[FurtherClue]) -> Side {
    match side {
        Side::Board(mut board) => {
            board.clues = clues.to_vec();
            Side::Board(board)
        }
        side => side,
    }
}

/// What a board of one model with clues says about the other.
enum Compared {
    /// The other one accepts it, too.
    Agrees,
    /// The other one rejects it.
    Differs(Side),
    /// The clues do not fit the board.
    Unfit,
}

/// Clues, and both models with them.
type WithClues = (Vec<FurtherClue>, [Box<dyn Instance>; 2]);

/// The pictures and lists of clues of both models, in the order of the first one.
struct Parts {
    /// The models without marks.
    without: [Option<Loaded>; 2],
    further: [Option<Box<dyn FurtherClues>>; 2],
    clues: Vec<[PossibleClues; 2]>,
    /// The largest number that is tried.
    up_to: usize,
}

impl Parts {
    fn of(request: &DiffRequest, budget: &Budget) -> Result<Parts, DiffError> {
        let loaded = [&request.first, &request.second];
        let prepared = loaded.map(|loaded| {
            let (model, further) = loaded.instance.variations()?.without_marks(&loaded.model)?;
            Some((Loaded { model, ..loaded.clone() }, further))
        });
        let [first, second] = prepared.map(Option::unzip);
        let (without, mut further) = ([first.0, second.0], [first.1, second.1]);
        let mut possible: [Vec<PossibleClues>; 2] = [Vec::new(), Vec::new()];
        for (further, possible) in further.iter_mut().zip(&mut possible) {
            if let Some(further) = further {
                *possible = further.possible(budget)?;
            }
        }
        let [first, mut second] = possible;
        let mut clues = Vec::with_capacity(first.len());
        for part in first {
            let renamed = request.map.iter().find(|(from, _)| *from == part.part);
            let name = renamed.map_or(&part.part, |(_, to)| to);
            let Some(other) = second.iter().position(|other| other.part == *name) else {
                return Err(Mismatch::Clues { name: part.part, first: true }.into());
            };
            clues.push([part, second.remove(other)]);
        }
        if let Some(part) = second.into_iter().next() {
            return Err(Mismatch::Clues { name: part.part, first: false }.into());
        }
        let cells = loaded[0].instance.stances().map_or(0, |stances| stances.names().cells.len());
        Ok(Parts { without, further, clues, up_to: cells })
    }

    /// Returns whether a name of `--map` is that of a picture or list.
    fn renames(&self, name: &str) -> bool {
        self.clues.iter().any(|[part, _]| part.part == name)
    }

    /// Returns each picture or list with the marks to try.
    fn shared(&self) -> impl Iterator<Item = (PossibleClues, Vec<String>)> {
        self.clues.iter().map(|both| {
            let mut words: BTreeSet<String> = both.iter().flat_map(|part| part.words.iter().cloned()).collect();
            if both.iter().any(|part| part.has_numbers) {
                words.extend((0..=self.up_to).map(|number| number.to_string()));
            }
            let [first, second] = both;
            let places = first.places.iter().filter(|place| second.places.contains(place)).cloned().collect();
            let is_independent = first.is_independent && second.is_independent;
            (PossibleClues { places, is_independent, ..first.clone() }, words.into_iter().collect())
        })
    }

    fn clue_set(&self) -> ClueSet {
        let named = self.clues.iter().flatten().flat_map(|part| &part.words);
        let words: BTreeSet<&String> = named.filter(|word| word.parse::<usize>().is_err()).collect();
        let has_numbers = self.clues.iter().flatten().any(|part| part.has_numbers);
        ClueSet {
            parts: self.clues.iter().map(|[part, _]| part.part.clone()).collect(),
            words: words.into_iter().cloned().collect(),
            up_to: has_numbers.then_some(self.up_to),
            ..ClueSet::default()
        }
    }

    /// Returns the pictures and lists of which rules consider several clues together.
    fn together(&self) -> Vec<String> {
        let dependent = self.clues.iter().filter(|both| both.iter().any(|part| !part.is_independent));
        dependent.map(|[part, _]| part.part.clone()).collect()
    }

    /// Returns both models with clues, by the names of the first one; `None` if one of them cannot have these.
    fn with(&self, marks: &[(&str, &Place, &str)], budget: &Budget) -> Result<Option<WithClues>, Stop> {
        let name = |part: &str, at: usize| {
            let both = self.clues.iter().find(|[first, _]| first.part == part);
            both.map_or_else(String::new, |both| both[at].part.clone())
        };
        let mut shown = Vec::new();
        let mut instances = Vec::with_capacity(2);
        for (at, further) in self.further.iter().enumerate() {
            let Some(further) = further else { return Ok(None) };
            let clues = marks.iter().map(|(part, place, word)| further.clue(&name(part, at), place, word));
            let Some(clues) = clues.collect::<Option<Vec<_>>>() else { return Ok(None) };
            let Some(instance) = further.with(&clues, budget)? else { return Ok(None) };
            instances.push(instance);
            if at == 0 {
                shown = clues;
            }
        }
        Ok(<[_; 2]>::try_from(instances).ok().map(|instances| (shown, instances)))
    }

    /// Searches on the sides where no board is known, with some clues, or none. Returns whether both models can have them.
    fn try_clues(
        &self,
        marks: &[(&str, &Place, &str)],
        models: &[&Model<'_>; 2],
        map: &[(String, String)],
        sides: &mut [Side; 2],
        budget: &Budget,
    ) -> Result<bool, DiffError> {
        let pair = match self.further.iter().all(Option::is_none) && marks.is_empty() {
            true => None,
            false => match self.with(marks, budget)? {
                Some(pair) => Some(pair),
                None => return Ok(false),
            },
        };
        let (clues, instances) = pair.unzip();
        let clues = clues.unwrap_or_default();
        let changed = |at: usize| match &instances {
            Some(instances) => Model::new(models[at].puzzle, &*instances[at]),
            None => Model::new(models[at].puzzle, models[at].instance),
        };
        let [first, second] = [changed(0)?, changed(1)?];
        let matching = Matching::both([&first, &second], map)?;
        for (at, [obeyed, broken]) in [[&first, &second], [&second, &first]].into_iter().enumerate() {
            if let Side::Implied(_) = sides[at] {
                let found = with_clues(side(obeyed, broken, &matching[at], budget)?, &clues);
                if !matches!(found, Side::Implied(_)) {
                    sides[at] = found;
                }
            }
        }
        Ok(true)
    }

    /// Tries boards of one model with all clues that fit them on the other one.
    fn filled(
        &self,
        at: usize,
        [obeyed, broken]: [&Model<'_>; 2],
        map: &[(String, String)],
        together: Vec<String>,
        budget: &Budget,
    ) -> Result<Side, DiffError> {
        let open = |filled, stop| Side::Open(Open { together: together.clone(), filled, stop, ..Open::default() });
        let Some(Loaded { model, instance, .. }) = &self.without[at] else { return Ok(open(0, None)) };
        let names: Vec<String> = self.clues.iter().map(|both| both[at].part.clone()).collect();
        let Some(family) = instance.printed_clues() else { return Ok(open(0, None)) };
        let computable: BTreeSet<String> = family.computable(model).into_iter().map(|part| part.name).collect();
        let names: Vec<String> = names.into_iter().filter(|name| computable.contains(name)).collect();
        let request = FillRequest { names: names.clone(), ..FillRequest::default() };
        let Ok(mut filling) = family.filling(model, &request, budget) else { return Ok(open(0, None)) };
        let free = filling.free(budget)?;
        let Some(decisions) = free.decisions.clone() else { return Ok(open(0, None)) };
        let words: Vec<Vec<String>> = self.shared().map(|(_, words)| words).collect();
        let mut random = Random(0);
        // Boards that no clues fit say nothing.
        let mut filled = 0;
        for _ in 0..FILLED {
            if let Some(stop) = budget.reached() {
                return Ok(open(filled, Some(stop)));
            }
            let board = match filling.drawn(None, &mut random) {
                Some(board) => board,
                None => {
                    let preferred = arbitrary(&decisions, &mut random);
                    match Oracle::preferring(&free.problem, Roles::REQUIRED, &preferred, budget)?.ask(&[])? {
                        Asked::Found(assignment) => decisions.board(&assignment),
                        Asked::Nothing => return Ok(open(filled, None)),
                        Asked::Stopped(stop) => return Ok(open(filled, Some(stop))),
                    }
                }
            };
            let marked = match filling.marks(&board, None, &mut random, budget) {
                Ok(Marked::Printed(marks, _)) => marks,
                Ok(Marked::Unfit(_)) => continue,
                Err(stop) => return Ok(open(filled, Some(stop))),
            };
            let part = |name: &String| self.clues.iter().position(|both| both[at].part == *name).unwrap_or_default();
            let mut marks: Vec<(usize, Place, String)> = Vec::new();
            for (name, found) in names.iter().zip(marked) {
                marks.extend(found.into_iter().map(|(place, word)| (part(name), place, word)));
            }
            for variant in 0..=VARIANTS {
                if variant > 0 {
                    // Marks that say less in the one model may say more in the other.
                    marks
                        .iter_mut()
                        .for_each(|(part, _, word)| word.clone_from(&words[*part][random.below(words[*part].len())]));
                }
                match self.difference_with(at, &board, &marks, [obeyed, broken], map, budget)? {
                    Compared::Differs(found) => return Ok(found),
                    Compared::Agrees if variant == 0 && !marks.is_empty() => filled += 1,
                    Compared::Agrees | Compared::Unfit => {}
                }
            }
        }
        Ok(open(filled, None))
    }

    /// Compares a board of one model with the other one, if both can have these marks.
    fn difference_with(
        &self,
        at: usize,
        board: &Candidate,
        marks: &[(usize, Place, String)],
        [obeyed, broken]: [&Model<'_>; 2],
        map: &[(String, String)],
        budget: &Budget,
    ) -> Result<Compared, DiffError> {
        let named = marks.iter().map(|(part, place, word)| (self.clues[*part][0].part.as_str(), place, word.as_str()));
        let Some((clues, instances)) = self.with(&named.collect::<Vec<_>>(), budget)? else {
            return Ok(Compared::Unfit);
        };
        let model = |one: usize| Model::new(if one == at { obeyed.puzzle } else { broken.puzzle }, &*instances[one]);
        let models = [model(0)?, model(1)?];
        // Clues that fit only with those of another part are no clues of this board.
        if !models[at].stances.broken(board).is_ok_and(|broken| broken.is_empty()) {
            return Ok(Compared::Unfit);
        }
        let matching = Matching::both([&models[0], &models[1]], map)?;
        let found = distinguishing_with_hidden(&models[at], &models[1 - at], &matching[at], board.clone(), budget)?;
        Ok(found.map_or(Compared::Agrees, |found| Compared::Differs(with_clues(Side::Board(Box::new(found)), &clues))))
    }
}
