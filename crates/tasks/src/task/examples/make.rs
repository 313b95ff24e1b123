//! Makes examples: a board that obeys all rules, one for each rule that breaks it alone, and further ones until each change of a
//! rule is noticed.
//!
//! The first boards are those of the puzzle as it is. Then its marks and lists are changed at random: a rule may follow from the others only with
//! the clues of this puzzle. A board is kept if it is the first for its rule, or if it notices a mutant that no other notices.
//! Start with [`make`].

use super::ask::{Found, Question};
use super::computed::computed;
use super::survey::instance;
use super::{ExampleError, Outcome, check, is_as_stated};
use boardwright_base::budget::{Budget, Stop};
use boardwright_base::random::Random;
use boardwright_base::source::{Source, Span};
use boardwright_ir::constraint::origin::RuleId;
use boardwright_puzzle::capability::stances::{BrokenRule, LayerNames};
use boardwright_puzzle::solution::Candidate;
use boardwright_puzzle::{Example, Instance, Loaded, MarkChanges, Mutant, Spanned, Table, Verdict};
use std::sync::Arc;

/// A request for examples.
#[derive(Debug, Clone, Copy)]
pub struct MakingRequest {
    /// Whether to change the puzzle, and to make examples until each mutant is noticed.
    pub mutants: bool,
    /// The seed of all random choices.
    pub seed: u64,
}

/// What was made for a rule.
#[derive(Debug, Clone)]
pub enum Made {
    /// An example.
    Example(Example),
    /// No board breaks the rule of this name alone: it follows from the others. `None`: no board obeys all rules.
    Nothing(Option<String>),
    /// It is open whether there is a board: the rule does not state what breaks it, or a limit was reached.
    Open(Option<String>, Option<Stop>),
}

/// The examples that a model lacks.
#[derive(Debug, Clone)]
pub struct Making {
    /// In the order of the rules; then those for mutants.
    pub made: Vec<Made>,
    /// The mutants that are not noticed, if they were requested.
    pub survivors: Vec<Mutant>,
}

/// The maximum number of changed puzzles, and of those in a row that bring nothing.
const MAX_ROUNDS: usize = 600;
const MAX_IDLE_ROUNDS: usize = 180;

/// The decisions for a board of a changed puzzle.
const DECISIONS: u64 = 20_000;

/// The changes of each board, and of the marks around each board.
const CHANGES: usize = 20;

/// The number of known boards that are changed.
const MAX_KNOWN: usize = 100;

/// Makes the examples that a model lacks: a valid one, and for each rule one that breaks it alone.
///
/// # Errors
/// If the family has no examples, an example of the model is malformed, or a check fails.
pub fn make(
    source: &Source,
    loaded: &Loaded,
    request: &MakingRequest,
    budget: &Budget,
) -> Result<Making, ExampleError> {
    let mut maker = Maker::new(source, loaded, request, budget)?;
    maker.first()?;
    if request.mutants {
        match maker.search() {
            Ok(()) | Err(ExampleError::Failed(crate::task::Failure::Stopped(_))) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(maker.making())
}

/// A puzzle with the parts that replace those of the model, and the same of each mutant, once it was read.
struct Changed {
    parts: Table,
    instance: Arc<dyn Instance>,
    mutants: Vec<Option<Option<Arc<dyn Instance>>>>,
}

/// What is wanted: a board that obeys all rules, and one for each rule.
struct Wanted {
    rule: Option<usize>,
    made: Option<Made>,
    /// Whether the model or this run has an example, or the model states that there is none.
    is_there: bool,
}

struct Maker<'a> {
    source: &'a Source,
    loaded: &'a Loaded,
    budget: &'a Budget,
    random: Random,
    names: Vec<String>,
    /// The valid board and the rules, in order.
    wanted: Vec<Wanted>,
    mutants: Vec<Mutant>,
    is_noticed: Vec<bool>,
    further: Vec<Example>,
    /// Boards and their puzzles, to be changed.
    known: Vec<(Table, Candidate)>,
}

impl<'a> Maker<'a> {
    fn new(
        source: &'a Source,
        loaded: &'a Loaded,
        request: &MakingRequest,
        budget: &'a Budget,
    ) -> Result<Maker<'a>, ExampleError> {
        let names = loaded.model.rule_names();
        let rules = std::iter::once(None).chain((0..names.len()).map(Some));
        let implied = loaded.model.implied_rules();
        let is_implied = |rule: Option<usize>| rule.is_some_and(|rule| implied.contains(&names[rule].as_str()));
        let wanted = rules.map(|rule| Wanted { rule, made: None, is_there: is_implied(rule) }).collect();
        let mut maker = Maker {
            source,
            loaded,
            budget,
            random: Random(request.seed),
            names,
            wanted,
            mutants: Vec::new(),
            is_noticed: Vec::new(),
            further: Vec::new(),
            known: Vec::new(),
        };
        if request.mutants {
            for mutant in loaded.model.mutants() {
                if instance(loaded.puzzle, &mutant.model, &Table::default(), budget)?.is_some() {
                    maker.mutants.push(mutant);
                }
            }
            maker.is_noticed = vec![false; maker.mutants.len()];
        }
        maker.take_examples()?;
        Ok(maker)
    }

    /// Takes the boards of the model's right examples.
    fn take_examples(&mut self) -> Result<(), ExampleError> {
        let outcomes = check(self.loaded, self.budget)?;
        let right = self.loaded.model.examples.iter().zip(outcomes);
        for (example, _) in right.filter(|(_, outcome)| matches!(outcome, Outcome::AsStated)) {
            let Some(mut puzzle) = self.changed(example.parts.clone())? else { continue };
            let written = boardwright_puzzle::solution::notation::read(&example.board.value, self.loaded.puzzle.name());
            let Some(written) = written.ok().and_then(|written| written.into_iter().next()) else { continue };
            if let Ok(board) = Candidate::read(&*puzzle.instance, &written) {
                self.consider(&mut puzzle, &board, false)?;
            }
        }
        Ok(())
    }

    fn changed(&self, parts: Table) -> Result<Option<Changed>, ExampleError> {
        let read = instance(self.loaded.puzzle, &self.loaded.model, &parts, self.budget)?;
        let mutants = vec![None; self.mutants.len()];
        Ok(read.map(|instance| Changed { parts, instance, mutants }))
    }

    /// Asks for each example of the puzzle as it is.
    fn first(&mut self) -> Result<(), ExampleError> {
        let Some(mut puzzle) = self.changed(Table::default())? else { return Ok(()) };
        for place in 0..self.wanted.len() {
            if self.wanted[place].is_there {
                continue;
            }
            let rule = self.wanted[place].rule;
            let name = rule.map(|rule| self.names[rule].clone());
            let found = self.ask(&puzzle, rule, None, false)?;
            self.wanted[place].made = match found {
                Found::Board(board) => {
                    self.consider(&mut puzzle, &board, true)?;
                    continue;
                }
                Found::Nothing => Some(Made::Nothing(name)),
                Found::Open(stop) => Some(Made::Open(name, stop)),
            };
        }
        Ok(())
    }

    fn ask(
        &mut self,
        puzzle: &Changed,
        rule: Option<usize>,
        decisions: Option<u64>,
        at_random: bool,
    ) -> Result<Found, ExampleError> {
        let stances = puzzle.instance.stances().ok_or(ExampleError::Family(self.loaded.puzzle.name()))?;
        let question = Question { stances, rule: rule.map(RuleId::Model), decisions, budget: self.budget };
        question.board(at_random.then_some(&mut self.random))
    }

    /// Changes the puzzle and its boards until all is there, or too many changes brought nothing.
    fn search(&mut self) -> Result<(), ExampleError> {
        let model = &self.loaded.model;
        let variations = MarkChanges::new(model);
        let mut idle = 0;
        for round in 0..MAX_ROUNDS {
            if idle > MAX_IDLE_ROUNDS || self.is_complete() {
                break;
            }
            self.budget.check()?;
            let is_useful = match round % 3 {
                0 => self.new_boards(&variations)?,
                1 => self.new_marks(&variations)?,
                _ => self.new_puzzle()?,
            };
            idle = if is_useful { 0 } else { idle + 1 };
        }
        Ok(())
    }

    fn is_complete(&self) -> bool {
        self.wanted.iter().all(|wanted| wanted.is_there) && self.is_noticed.iter().all(|&noticed| noticed)
    }

    /// Returns the rules without an example or with mutants that are not noticed.
    fn open_rules(&self) -> Vec<usize> {
        let missing = self.wanted.iter().filter(|wanted| !wanted.is_there).filter_map(|wanted| wanted.rule);
        let mutants = self.mutants.iter().zip(&self.is_noticed).filter(|(_, noticed)| !**noticed);
        let mut rules: Vec<usize> = missing.chain(mutants.map(|(mutant, _)| mutant.rule)).collect();
        rules.sort_unstable();
        rules.dedup();
        rules
    }

    /// Asks for boards of a changed puzzle.
    fn new_boards(&mut self, variations: &MarkChanges<'_>) -> Result<bool, ExampleError> {
        let start = match self.known.len() {
            known if known > 0 && self.random.below(2) == 0 => self.known[self.random.below(known)].0.clone(),
            _ => Table::default(),
        };
        let parts = if self.random.below(4) == 0 { start } else { variations.of(&start, &mut self.random) };
        let Some(mut puzzle) = self.changed(parts)? else { return Ok(false) };
        self.ask_some(&mut puzzle)
    }

    /// Asks for boards of a puzzle: one that obeys all rules, and some that break a rule that needs them.
    fn ask_some(&mut self, puzzle: &mut Changed) -> Result<bool, ExampleError> {
        let open = self.open_rules();
        let mut targets = vec![None];
        targets.extend((0..2).filter(|_| !open.is_empty()).map(|_| Some(self.random.one_of(&open))));
        let mut is_useful = false;
        for rule in targets {
            let Found::Board(board) = self.ask(puzzle, rule, Some(DECISIONS), true)? else { continue };
            is_useful |= self.consider(puzzle, &board, true)?;
            is_useful |= self.near(puzzle, &board)?;
        }
        Ok(is_useful)
    }

    /// Draws a board of the rules, or of those of a mutant that is not noticed, and computes the marks of its puzzle.
    fn new_puzzle(&mut self) -> Result<bool, ExampleError> {
        let open: Vec<usize> = (0..self.mutants.len()).filter(|&place| !self.is_noticed[place]).collect();
        let model = match open.is_empty() || self.random.below(3) == 0 {
            true => &self.loaded.model,
            false => &self.mutants[self.random.one_of(&open)].model,
        };
        let from = (self.source, self.loaded);
        let drawn = computed(from, model, DECISIONS, &mut self.random, self.budget)?;
        let Some((parts, board)) = drawn else { return Ok(false) };
        let Some(mut puzzle) = self.changed(parts)? else { return Ok(false) };
        let is_useful = self.consider(&mut puzzle, &board, true)?;
        Ok(is_useful | self.near(&mut puzzle, &board)? | self.ask_some(&mut puzzle)?)
    }

    /// Changes cells and lines of a board.
    fn near(&mut self, puzzle: &mut Changed, board: &Candidate) -> Result<bool, ExampleError> {
        let Some(stances) = puzzle.instance.stances() else { return Ok(false) };
        let layers = stances.names().layers;
        let mut is_useful = false;
        for _ in 0..CHANGES {
            let other = changed(board, &layers, &mut self.random);
            is_useful |= self.consider(puzzle, &other, true)?;
        }
        Ok(is_useful)
    }

    /// Changes marks around a known board.
    fn new_marks(&mut self, variations: &MarkChanges<'_>) -> Result<bool, ExampleError> {
        let mut is_useful = false;
        for _ in 0..CHANGES {
            if self.known.is_empty() {
                break;
            }
            let (start, board) = self.known[self.random.below(self.known.len())].clone();
            let parts = variations.of(&start, &mut self.random);
            let Some(mut puzzle) = self.changed(parts)? else { continue };
            is_useful |= self.consider(&mut puzzle, &board, true)?;
        }
        Ok(is_useful)
    }

    /// Keeps a board if it is an example that is missing or notices a mutant; `is_new`: it is no example of the model.
    fn consider(&mut self, puzzle: &mut Changed, board: &Candidate, is_new: bool) -> Result<bool, ExampleError> {
        self.budget.check()?;
        let Some(stances) = puzzle.instance.stances() else { return Ok(false) };
        let Ok(broken) = stances.broken(board) else { return Ok(false) };
        let rule = match BrokenRule::first_of_each(broken).as_slice() {
            [] => None,
            [BrokenRule { rule: RuleId::Model(rule), .. }] => Some(*rule),
            _ => return Ok(false),
        };
        let verdict = rule.map_or(Verdict::Valid, |rule| Verdict::Breaks(spanned(self.names[rule].clone())));
        let mut is_useful = false;
        for place in 0..self.mutants.len() {
            if !self.is_noticed[place] && self.notices(puzzle, place, board, &verdict)? {
                self.is_noticed[place] = true;
                is_useful = true;
            }
        }
        let wanted = self.wanted.iter().position(|wanted| wanted.rule == rule);
        let missing = wanted.filter(|&place| !self.wanted[place].is_there);
        if is_useful || missing.is_some() || self.known.len() < MAX_KNOWN {
            self.known.push((puzzle.parts.clone(), board.clone()));
        }
        if self.known.len() > MAX_KNOWN {
            let place = self.random.below(self.known.len());
            self.known.swap_remove(place);
        }
        if !is_useful && missing.is_none() {
            return Ok(false);
        }
        let text = text(&*puzzle.instance, board);
        let example = Example { board: spanned(text), verdict, parts: puzzle.parts.clone(), line: 0 };
        match missing {
            Some(place) => {
                let wanted = &mut self.wanted[place];
                wanted.is_there = true;
                wanted.made = is_new.then_some(Made::Example(example));
            }
            None if is_new => self.further.push(example),
            None => {}
        }
        Ok(true)
    }

    /// Returns whether a mutant says something else of a board.
    fn notices(
        &self,
        puzzle: &mut Changed,
        place: usize,
        board: &Candidate,
        verdict: &Verdict,
    ) -> Result<bool, ExampleError> {
        if puzzle.mutants[place].is_none() {
            let read = instance(self.loaded.puzzle, &self.mutants[place].model, &puzzle.parts, self.budget)?;
            puzzle.mutants[place] = Some(read);
        }
        let Some(Some(mutant)) = &puzzle.mutants[place] else { return Ok(false) };
        let broken = mutant.stances().and_then(|stances| stances.broken(board).ok());
        Ok(broken.is_some_and(|broken| !is_as_stated(verdict, &broken)))
    }

    fn making(self) -> Making {
        let made = self.wanted.into_iter().filter_map(|wanted| wanted.made);
        let made = made.chain(self.further.into_iter().map(Made::Example)).collect();
        let survivors = self.mutants.into_iter().zip(self.is_noticed);
        Making { made, survivors: survivors.filter(|(_, noticed)| !noticed).map(|(mutant, _)| mutant).collect() }
    }
}

fn spanned<T>(value: T) -> Spanned<T> {
    Spanned { value, span: Span::default() }
}

/// Returns a board as `verify` reads it: rows, or JSON if it has more than one layer.
fn text(instance: &dyn Instance, board: &Candidate) -> String {
    let json = board.to_json(instance);
    let rows = json["board"].as_array().filter(|_| json.as_object().is_some_and(|object| object.len() == 1));
    match rows {
        Some(rows) => rows.iter().filter_map(|row| row.as_str()).map(|row| format!("{row}\n")).collect(),
        None => format!("{json:#}\n"),
    }
}

/// Returns a board with another value of one or two cells, or one or two lines more or fewer.
fn changed(board: &Candidate, names: &[LayerNames], random: &mut Random) -> Candidate {
    let mut board = board.clone();
    let layers: Vec<usize> = (0..board.layers.len()).filter(|&layer| names[layer].values.len() > 1).collect();
    for _ in 0..=random.below(2) {
        let in_lines = !board.lines.is_empty() && (layers.is_empty() || random.below(2) == 0);
        if in_lines {
            let line = random.below(board.lines.len());
            board.lines[line] = !board.lines[line];
        } else if !layers.is_empty() {
            let layer = random.one_of(&layers);
            let cell = random.below(board.layers[layer].len());
            let value = random.below(names[layer].values.len()) as u16;
            board.layers[layer][cell] = if names[layer].is_held[cell] { value } else { 0 };
        }
    }
    board
}
