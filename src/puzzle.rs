//! The families of puzzles: what each can do, and the registry.
//!
//! A [`Puzzle`] is a family: its name, its field table, its formulations and methods. It reads a model into an
//! [`Instance`]: one puzzle with everything named resolved. A new family is a folder here and a line in [`PUZZLES`].
//! May use `model`, `board`, `constraint`, `gf2`, `solution`; knows nothing of clauses, rows or solvers.

pub mod aliases;
pub mod alternation;
pub mod analysis;
pub mod devils_chessboard;
pub mod dissection;
pub mod generator;
pub mod grid;
pub mod kinds;
pub mod knightdoku;
pub mod lights_out;
pub mod method;
pub mod printed;

pub use crate::model::LoadError;

use self::analysis::Analysis;
use self::generator::Generator;
use self::method::{Ending, Errand, Follow, Plan, Verdict};
use self::printed::{Clue, Edit, Printed, Switched};
use crate::board::Cell;
use crate::board::picture::Picture;
use crate::board::symmetry::{Group, Permutation};
use crate::budget::{Budget, Refused, Stop};
use crate::constraint::symmetric::Action;
use crate::constraint::{Assignment, Origin, Problem};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{self, Field, Model};
use crate::route::Route;
use crate::solution::notation::{Object, Written, list, string};
use crate::solution::{Candidate, Solution, Violation};
use crate::source::Source;
use num_bigint::BigUint;
use std::sync::Arc;

/// A named way of doing something, with a line about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named {
    /// The name on the command line.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
}

/// A family of puzzles.
pub trait Puzzle: Sync {
    /// The name in `puzzle = "..."`.
    fn name(&self) -> &'static str;

    /// The rules, in a line.
    fn summary(&self) -> &'static str;

    /// The keys of its models.
    fn fields(&self) -> &'static [Field];

    /// How its rules can be turned into constraints; the first is the default.
    fn formulations(&self) -> &'static [Named];

    /// Its own algorithms, which need no solver.
    fn methods(&self) -> &'static [Named] {
        &[]
    }

    /// What makes puzzles of this family with one solution, if there is something.
    fn generator(&self) -> Option<Generator> {
        None
    }

    /// Makes an instance of a model that was read against [`Puzzle::fields`].
    ///
    /// # Errors
    /// All that is wrong with the model beyond what its table could say; or the limit that was reached.
    fn read(&self, model: &Model, budget: &Budget) -> Result<Box<dyn Instance>, LoadError>;
}

/// What an instance asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// A board; the best one, where the problem has an objective.
    Board,
    /// As few steps as possible: the horizon grows from `at_least`, a proved lower bound, until there is a plan.
    Plan {
        /// A lower bound on the number of steps.
        at_least: usize,
    },
}

/// Turns an assignment of its problem's variables into a claimed solution.
pub type Decoder = Box<dyn Fn(&Assignment) -> Candidate + Send + Sync>;

/// What an element of the instance's [`Instance::symmetries`] does to the variables of a problem; `None` where it cannot be
/// told.
pub type Acting = Box<dyn Fn(&Permutation) -> Option<Action> + Send + Sync>;

/// A problem and the way back from its assignments.
pub struct Formulated {
    /// The constraints.
    pub problem: Problem,
    /// From an assignment to a board.
    pub decode: Decoder,
    /// What symmetries do to the decision variables; `None` where the formulation does not tell.
    pub acting: Option<Acting>,
}

/// One puzzle with everything named resolved.
pub trait Instance: Send + Sync {
    /// Checks a claimed solution against the rules and nothing but the rules, and returns it complete: what is claimed must be
    /// right, what can be worked out may be missing.
    ///
    /// # Errors
    /// The first rule violated.
    fn verify(&self, claimed: Candidate) -> Result<Candidate, Violation>;

    /// The names of the fields that a solution in a file may have besides its `board`; any other is an error.
    fn details(&self) -> &'static [&'static str];

    /// Reads a solution as files have it; no rule is checked.
    ///
    /// # Errors
    /// What is malformed, and where.
    fn read_solution(&self, written: &Written) -> Result<Candidate, Violation> {
        Ok(Candidate { board: written.board.clone(), details: written.details.clone(), ..Candidate::default() })
    }

    /// Writes the fields of a board that [`Instance::verify`] has accepted, or that a decoder has made.
    fn write_solution(&self, board: &Candidate, to: &mut Object<'_>) {
        list(to.field("board"), &board.board, |text, row| string(text, row));
        for (name, value) in &board.details {
            to.field(name).push_str(&value.to_string());
        }
    }

    /// What is odd about it, though no mistake: a rule that says nothing.
    ///
    /// # Errors
    /// The limit that was reached.
    fn warnings(&self, budget: &Budget) -> Result<Vec<Diagnostic>, Stop> {
        let _ = budget;
        Ok(Vec::new())
    }

    /// Draws a solution.
    fn draw(&self, solution: &Solution) -> Picture;

    /// Draws the puzzle itself: what is given, and nothing that is to be found. Cells stand where [`Instance::draw`] has
    /// them, and where [`Origin::cells`] says.
    fn draw_givens(&self) -> Picture;

    /// Posts the constraints of a formulation of its family to `problem`, which is empty and polls a budget
    /// ([`Problem::within`]): once a limit is reached, what is posted is dropped. Only `constrain` calls it, and
    /// never returns such a problem.
    ///
    /// # Errors
    /// Why the formulation does not apply to this instance, in words; or the limit that was reached.
    fn formulate(&self, formulation: &str, horizon: Option<usize>, problem: Problem) -> Result<Formulated, Refused>;

    /// As [`Instance::formulate`], for explanations: what a clue asks for is posted by itself wherever that says the same,
    /// though a solver may take longer.
    ///
    /// # Errors
    /// As [`Instance::formulate`].
    fn formulate_by_clue(&self, formulation: &str, problem: Problem) -> Result<Formulated, Refused> {
        self.formulate(formulation, None, problem)
    }

    /// The route to take when nobody chooses one; `None`: the shape of its problem decides.
    fn route(&self) -> Option<Route> {
        None
    }

    /// The formulation to take on a route when nobody chooses one, where that is not the family's first.
    fn formulation(&self, route: Route) -> Option<&'static str> {
        let _ = route;
        None
    }

    /// Why there is no solution, in words for a person. Constraints of one of its problems, where they come from and how
    /// often each is added: together they say that 0 is something else.
    fn contradiction(&self, added: &[(&Origin, u8)]) -> String {
        const SHOWN: usize = 8;
        let named = |(origin, often): &(&Origin, u8)| {
            let name = if origin.detail.is_empty() { &*origin.rule } else { &origin.detail };
            if *often == 1 { name.to_string() } else { format!("{often} times {name}") }
        };
        let names: Vec<String> = added.iter().take(SHOWN).map(named).collect();
        let more = added.len().saturating_sub(SHOWN);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("added up, these contradict each other: {}{more}", names.join(", "))
    }

    /// What is asked for.
    fn question(&self) -> Question {
        Question::Board
    }

    /// Asks for the best board instead of any.
    ///
    /// # Errors
    /// In words, when the family has nothing to minimise.
    fn ask_fewest(&mut self) -> Result<(), String> {
        Err("this puzzle has nothing to be made fewest".to_string())
    }

    /// The method of its own that answers this instance at once, exactly, and better than any solver, if there is one.
    fn direct_method(&self) -> Option<&'static str> {
        None
    }

    /// Runs a method of its family.
    fn run_method(&self, name: &str, errand: &mut Errand<'_>) -> Verdict {
        let _ = errand;
        Ending::Unknown(format!("this puzzle has no method `{name}`")).into()
    }

    /// The plan of a method where it is too long to be kept; `None` where [`Instance::run_method`] does it.
    fn long_plan(&self, method: &str) -> Option<Plan> {
        let _ = method;
        None
    }

    /// The rules, one step after the other, where solutions are plans.
    fn follow(&self) -> Option<Box<dyn Follow + '_>> {
        None
    }

    /// What can be told without solving it; `None` where there is nothing. `stop` says when to give up what takes long.
    fn analyze(&self, stop: &dyn Fn() -> bool) -> Option<Analysis> {
        let _ = stop;
        None
    }

    /// What can be told about a solution of it; `None` where there is nothing.
    fn analyze_solution(&self, solution: &Solution, stop: &dyn Fn() -> bool) -> Option<Analysis> {
        let _ = (solution, stop);
        None
    }

    /// What the check of a solution looked at, in words, where that is not plain.
    fn checked(&self, solution: &Solution) -> Option<String> {
        let _ = solution;
        None
    }

    /// The symmetries of this instance: the turns, flips and shifts that keep its cells, colours, clues, pieces and the
    /// permitted turns and flips of pieces; with `colours` also exchanges of colours. What the points are is the family's
    /// business.
    ///
    /// # Errors
    /// In words, when they are not known or there are too many.
    fn symmetries(&self, colours: bool) -> Result<Group, String> {
        let _ = colours;
        Err("the symmetries of this puzzle are not known".to_string())
    }

    /// Returns the number of orbits of its solutions under [`Instance::symmetries`], if the family can compute it without
    /// listing them. `None` if it cannot, or if `stop` returned true.
    fn orbits(&self, colours: bool, stop: &dyn Fn() -> bool) -> Option<BigUint> {
        let _ = (colours, stop);
        None
    }

    /// What an element of [`Instance::symmetries`] makes of a solution, details included; the same for the same solution,
    /// however its interchangeable pieces were named. Whoever asks has it verified.
    fn image(&self, solution: &Solution, by: &Permutation) -> Candidate {
        let _ = by;
        solution.candidate().clone()
    }

    /// For a [`Question::Plan`]: whether any number of steps leads to the goal. Called when the first few horizons have
    /// failed, so that the search does not run for ever.
    fn reachable(&self, stop: &dyn Fn() -> bool) -> Reachable {
        let _ = stop;
        Reachable::Unknown
    }

    /// Why there is no solution, in words, where that takes no search.
    fn argument(&self) -> Option<String> {
        None
    }

    /// What a solution says piece by piece, to tell two of them apart: by default each character of the board. A feature
    /// is the same in two solutions exactly when some of the decision variables of every formulation are; solutions with
    /// the same features are the same.
    fn features(&self, solution: &Solution) -> Vec<Feature> {
        let rows = solution.board().iter().enumerate();
        rows.flat_map(|(row, text)| {
            let characters = text.chars().enumerate().filter(|&(_, character)| character != '_');
            characters.map(move |(column, character)| Feature::of(Cell::new(row, column), character))
        })
        .collect()
    }

    /// This puzzle without some clues: origins of one of its problems. `None` where one of them is no clue that a model
    /// could do without.
    fn without(&self, clues: &[&Origin]) -> Option<Box<dyn Instance>> {
        let _ = clues;
        None
    }

    /// What could be said instead of a clue or a piece (an origin of one of its problems), least surprising first; what
    /// merely leaves it out is [`Instance::without`]'s.
    fn changes(&self, origin: &Origin) -> Vec<Change> {
        let _ = origin;
        Vec::new()
    }

    /// What its model prints, to be left out clue by clue; `None` where the family cannot tell. `text` is the text of the
    /// model.
    fn printed(&self, model: &Model, text: &str) -> Option<Printed> {
        let _ = (model, text);
        None
    }

    /// Its constraints, in which these clues, all that [`Instance::printed`] tells, can be switched off.
    ///
    /// # Errors
    /// The limit that was reached.
    fn switched(&self, clues: &[Clue], budget: &Budget) -> Result<Option<Switched>, Stop> {
        let _ = (clues, budget);
        Ok(None)
    }

    /// How the text of its model changes when cells are given values besides: some of [`Switched::choices`].
    fn giving(&self, model: &Model, text: &str, values: &[(Cell, String)]) -> Vec<Edit> {
        let _ = (model, text, values);
        Vec::new()
    }

    /// This puzzle with a feature of one of its solutions as a further clue, where a model can say that.
    fn with(&self, feature: &Feature) -> Option<Box<dyn Instance>> {
        let _ = feature;
        None
    }
}

impl dyn Instance + '_ {
    /// The constraints of a formulation of its family. `horizon` is the number of steps, for a [`Question::Plan`].
    ///
    /// # Errors
    /// Why the formulation does not apply to this instance, in words; or the limit that was reached.
    pub fn constrain(&self, formulation: &str, horizon: Option<usize>, budget: &Budget) -> Result<Formulated, Refused> {
        budget.check()?;
        let mut formulated = self.formulate(formulation, horizon, Problem::within(budget))?;
        formulated.problem.finish()?;
        Ok(formulated)
    }

    /// As `constrain` without a horizon, for explanations: with the constraints of
    /// [`Instance::formulate_by_clue`].
    ///
    /// # Errors
    /// As `constrain`.
    pub fn constrain_by_clue(&self, formulation: &str, budget: &Budget) -> Result<Formulated, Refused> {
        budget.check()?;
        let mut formulated = self.formulate_by_clue(formulation, Problem::within(budget))?;
        formulated.problem.finish()?;
        Ok(formulated)
    }
}

/// Something that a solution says: what is in a cell, the fourth move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feature {
    /// What it is called: `r3c4`, `move 4`. No two of a solution are called the same.
    pub name: String,
    /// Its cell, where it has one.
    pub cell: Option<Cell>,
    /// What tells solutions apart.
    pub value: String,
    /// The value as the most that a further clue could say; for most puzzles the value itself.
    pub clue: String,
}

impl Feature {
    /// What is in a cell.
    pub fn of(cell: Cell, value: impl ToString) -> Feature {
        let value = value.to_string();
        Feature { name: cell.to_string(), cell: Some(cell), clue: value.clone(), value }
    }
}

/// Another puzzle, which differs from one in a clue.
pub struct Change {
    /// The difference in words that go before "there is a solution": `with 2 instead of 3 at r3c4`.
    pub words: String,
    /// The other puzzle.
    pub instance: Box<dyn Instance>,
}

/// The rows of a board after a permutation of its cells in reading order; the rows are equally long.
fn moved_rows(rows: &[String], by: &Permutation) -> Vec<String> {
    let cells: Vec<char> = rows.iter().flat_map(|row| row.chars()).collect();
    let mut moved = cells.clone();
    for (cell, &character) in cells.iter().enumerate() {
        moved[by.image(cell)] = character;
    }
    let width = cells.len() / rows.len().max(1);
    moved.chunks(width.max(1)).map(|row| row.iter().collect()).collect()
}

/// Whether a goal can be reached at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reachable {
    /// Some number of steps leads to it.
    Yes,
    /// None does: this many states were visited, and they are all there are.
    No {
        /// All states that can be reached.
        states: u64,
    },
    /// The state space is too large, or there was no time.
    Unknown,
}

/// The registry.
pub static PUZZLES: &[&dyn Puzzle] = &[
    &lights_out::LightsOut,
    &dissection::Dissection,
    &devils_chessboard::DevilsChessboard,
    &knightdoku::Knightdoku,
    &alternation::Alternation,
    &grid::GridPuzzle,
];

/// The family of that name.
pub fn find(name: &str) -> Option<&'static dyn Puzzle> {
    PUZZLES.iter().copied().find(|puzzle| puzzle.name() == name)
}

/// A model file, read: what it says and the puzzle it is.
#[derive(Clone)]
pub struct Loaded {
    /// The family.
    pub puzzle: &'static dyn Puzzle,
    /// What the file says.
    pub model: Model,
    /// The puzzle.
    pub instance: Arc<dyn Instance>,
}

/// Reads a model file.
///
/// # Errors
/// Everything that is wrong with it, or the limit that was reached.
pub fn load(source: &Source, budget: &Budget) -> Result<Loaded, LoadError> {
    open(source, false, budget)
}

/// Reads a model file and asks for the best board.
///
/// # Errors
/// Everything that is wrong with it, or that it has nothing to minimise; or the limit that was reached.
pub fn load_fewest(source: &Source, budget: &Budget) -> Result<Loaded, LoadError> {
    open(source, true, budget)
}

fn open(source: &Source, fewest: bool, budget: &Budget) -> Result<Loaded, LoadError> {
    let names: Vec<&'static str> = PUZZLES.iter().map(|puzzle| puzzle.name()).collect();
    let model = model::read(source, &names, &|name| find(name).map(Puzzle::fields), budget)?;
    let puzzle = find(&model.puzzle).expect("the reader accepts only names of the registry");
    let mut instance = puzzle.read(&model, budget)?;
    if fewest {
        instance.ask_fewest().map_err(|reason| Diagnostics::from(Diagnostic::new("no-objective", reason)))?;
    }
    Ok(Loaded { puzzle, model, instance: Arc::from(instance) })
}
