//! Models, and the questions about them, as a Python class.

use super::answer::{self, Explanation, Solution, Steps};
use super::formula::{self, Formula};
use super::solutions::Solutions;
use super::{error, making, work};
use boardwright::{Budget, Query, Question, Verdict};
use boardwright_base::diagnostic::{Diagnostic, Diagnostics};
use boardwright_base::source::Source;
use boardwright_sat::cnf::encode::selection::Selection;
use num_bigint::BigUint;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// A puzzle: the text of a model, read and checked.
///
/// `Model(text, **parameters)` reads a text. Keyword arguments set the parameters that the text declares in `[parameter]`.
/// Raises `ModelError`, whose text is the diagnostic. In notebooks a model shows its board.
#[pyclass(frozen, module = "boardwright")]
pub(crate) struct Model(boardwright::Model);

/// Returns the title of a model, or its family.
pub(crate) fn described(model: &boardwright::Model) -> String {
    match model.title() {
        Some(title) => format!("{} \"{title}\"", model.family()),
        None => model.family().to_string(),
    }
}

/// The options of a question that choose how it is answered.
#[derive(Clone, Default)]
struct Way {
    backend: Option<String>,
    route: Option<String>,
    formulation: Option<String>,
    method: Option<String>,
    encoding: Option<String>,
    seed: u64,
}

impl Way {
    fn apply(self, mut query: Query<'_>) -> Query<'_> {
        let Way { backend, route, formulation, method, encoding, seed } = self;
        query = query.seed(seed);
        query = backend.iter().fold(query, |query, name| query.backend(name));
        query = route.iter().fold(query, |query, name| query.route(name));
        query = formulation.iter().fold(query, |query, name| query.formulation(name));
        query = method.iter().fold(query, |query, name| query.method(name));
        encoding.iter().fold(query, |query, choice| query.encoding(choice).expect("the choice was checked"))
    }
}

/// Returns a choice of encodings, a text or a dictionary, as a text that is valid.
fn encodings(py: Python<'_>, choice: Option<&Bound<'_, PyAny>>) -> PyResult<Option<String>> {
    let Some(choice) = choice else { return Ok(None) };
    let text = match choice.cast::<PyDict>() {
        Ok(choices) => {
            let mut parts = Vec::new();
            for (kind, name) in choices {
                parts.push(format!("{}={}", kind.extract::<String>()?, name.extract::<String>()?));
            }
            parts.join(",")
        }
        Err(_) => choice.extract()?,
    };
    if text.is_empty() {
        return Ok(None);
    }
    Selection::default().parse(&text).map_err(|wrong| error::usage(py, wrong))?;
    Ok(Some(text))
}

/// Reads a text with values of parameters. Messages call it `name`.
fn read(py: Python<'_>, name: String, text: String, parameters: Option<&Bound<'_, PyDict>>) -> PyResult<Model> {
    let mut values: Vec<(String, i64)> = Vec::new();
    for (name, value) in parameters.into_iter().flatten() {
        values.push((name.extract()?, value.extract()?));
    }
    let model = work::run(py, &Budget::none(), move |budget| {
        let values: Vec<(&str, i64)> = values.iter().map(|(name, value)| (&**name, *value)).collect();
        boardwright::Model::read_within(&name, &text, &values, budget)
    })?;
    model.map(Model).map_err(|wrong| error::model(py, &wrong))
}

/// Returns the model of a genre or of another kind to start from, such as `slitherlink` or `lights-out`.
///
/// Keyword arguments set parameters. Raises `ModelError` if there is no such genre.
#[pyfunction]
#[pyo3(signature = (name, /, **parameters))]
pub(crate) fn genre(py: Python<'_>, name: &str, parameters: Option<&Bound<'_, PyDict>>) -> PyResult<Model> {
    let model = boardwright::Model::kind(name).map_err(|wrong| error::model(py, &wrong))?;
    match parameters {
        None => Ok(Model(model)),
        Some(_) => read(py, name.to_string(), model.text().to_string(), parameters),
    }
}

/// Returns a genre with an empty board: its rules without clues.
///
/// - `rows`, `columns`: at most 100; by default, `columns` is `rows`.
///
/// Raises `ModelError` if there is no such genre, or its boards have no such size.
#[pyfunction]
#[pyo3(signature = (name, /, rows, columns = None))]
pub(crate) fn empty(py: Python<'_>, name: &str, rows: u16, columns: Option<u16>) -> PyResult<Model> {
    boardwright::Model::empty(name, rows, columns.unwrap_or(rows)).map(Model).map_err(|wrong| error::model(py, &wrong))
}

/// Returns the names of all genres.
#[pyfunction]
pub(crate) fn genres() -> Vec<&'static str> {
    boardwright::Model::genres().collect()
}

/// Reads a link of another program, such as puzz.link, or the text of one of its files.
///
/// Raises `ModelError` if it is malformed, or if no model can express the puzzle.
#[pyfunction]
#[pyo3(signature = (url, /))]
pub(crate) fn from_link(py: Python<'_>, url: String) -> PyResult<Model> {
    let model = work::run(py, &Budget::none(), move |_| boardwright::Model::import(&url))?;
    model.map(Model).map_err(|wrong| error::model(py, &wrong))
}

/// Reads a text file; the error has its name.
fn read_file(path: &Path) -> PyResult<String> {
    fs::read_to_string(path).map_err(|error| match error.raw_os_error() {
        Some(number) => PyOSError::new_err((number, error.kind().to_string(), path.display().to_string())),
        None => error.into(),
    })
}

/// Reads the text of a model file with the words of the files that it names. These are in its folder or below it.
fn text_of(py: Python<'_>, path: &Path) -> PyResult<String> {
    let source = Source::new(path.display().to_string(), read_file(path)?);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut words = Vec::new();
    for file in boardwright_model::files(&source) {
        let named = Path::new(&file.value);
        let stays = named.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        // A symbolic link may lead out of the folder.
        if !stays || !folder.join(named).canonicalize()?.starts_with(folder.canonicalize()?) {
            return Err(outside(py, &source, &file));
        }
        words.push((file.span, read_file(&folder.join(named))?));
    }
    Ok(boardwright_model::include(&source, &words).text)
}

/// Returns the error for a file of words that a model may not name.
fn outside(py: Python<'_>, source: &Source, file: &boardwright_model::Spanned<String>) -> PyErr {
    let message = format!("the file `{}` is outside the model's folder", file.value);
    let wrong = Diagnostic::new("outside-folder", message.clone()).at(file.span, "");
    let wrong = Diagnostics::from(wrong.help("move the file into the folder"));
    let (line, column) = source.position(file.span.start);
    error::wrong_model(py, wrong.render(source, false).trim_end(), &[(Some(line), Some(column), message)])
}

impl Model {
    /// Returns the model of a text that the program made.
    pub(crate) fn of_text(py: Python<'_>, text: String) -> PyResult<Model> {
        read(py, "the puzzle".into(), text, None)
    }

    /// Answers a question on another thread.
    fn answer(
        &self,
        py: Python<'_>,
        question: Question,
        way: Way,
        time_limit: Option<f64>,
    ) -> PyResult<boardwright::Answer> {
        let model = self.0.clone();
        let budget = work::budget(py, time_limit)?;
        let answer = work::run(py, &budget, move |budget| way.apply(model.ask(question).within(budget)).run())?;
        answer.map_err(|failure| error::failure(py, &failure))
    }

    /// Returns the error of an answer that a limit cut short, with its boards.
    fn cut_short(&self, py: Python<'_>, answer: &boardwright::Answer) -> PyErr {
        let found: Vec<Solution> =
            answer.boards().into_iter().map(|board| Solution::new(&self.0, board, None)).collect();
        error::limit(py, reason(answer), found)
    }
}

/// Returns the reason why an answer is incomplete.
pub(crate) fn reason(answer: &boardwright::Answer) -> String {
    let reason = answer.reason();
    if reason.is_empty() { "a limit was reached".into() } else { reason }
}

#[pymethods]
impl Model {
    #[new]
    #[pyo3(signature = (text, /, **parameters))]
    fn new(py: Python<'_>, text: String, parameters: Option<&Bound<'_, PyDict>>) -> PyResult<Model> {
        read(py, "model".into(), text, parameters)
    }

    /// Reads a model file, and the word lists that it names. Keyword arguments set parameters.
    ///
    /// Raises `OSError` and `ModelError`.
    #[staticmethod]
    #[pyo3(signature = (path, /, **parameters))]
    fn load(py: Python<'_>, path: PathBuf, parameters: Option<&Bound<'_, PyDict>>) -> PyResult<Model> {
        read(py, path.display().to_string(), text_of(py, &path)?, parameters)
    }

    /// The text, with the values of parameters in it.
    #[getter]
    fn text(&self) -> &str {
        self.0.text()
    }

    /// The title, or None.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.0.title()
    }

    /// The rules in words, if the model has instructions or its genre has; otherwise None.
    #[getter]
    fn rules(&self) -> Option<String> {
        self.0.rules()
    }

    /// The family of puzzles: `grid`, `lights-out`, ...
    #[getter]
    fn family(&self) -> &'static str {
        self.0.family()
    }

    /// Returns a verified solution, or None if there is no solution. With an objective, the solution is optimal.
    ///
    /// - `time_limit`: seconds, a float above 0.
    /// - `backend`, `route`, `formulation`, `method`: names as in `boardwright list`; by default, the program chooses.
    /// - `encoding`: encodings by kind, such as `{"cardinality": "totalizer"}` or `"cardinality=totalizer"`.
    /// - `seed`: shuffles variables and constraints before solving; 0 is the default order.
    ///
    /// Raises `LimitReached` if the answer is unknown; its `found` has the solutions found, which are not proved to be optimal.
    /// Raises `UsageError` if a choice does not exist or does not apply to the model. Ctrl-C ends the work.
    #[pyo3(signature = (*, time_limit = None, backend = None, route = None, formulation = None, method = None, encoding = None, seed = 0))]
    #[allow(clippy::too_many_arguments)]
    fn solve(
        &self,
        py: Python<'_>,
        time_limit: Option<f64>,
        backend: Option<String>,
        route: Option<String>,
        formulation: Option<String>,
        method: Option<String>,
        encoding: Option<&Bound<'_, PyAny>>,
        seed: u64,
    ) -> PyResult<Option<Solution>> {
        let way = Way { backend, route, formulation, method, encoding: encodings(py, encoding)?, seed };
        let answer = self.answer(py, Question::Solve, way, time_limit)?;
        let board = answer.boards().into_iter().next();
        match answer.verdict() {
            Verdict::Unknown => Err(self.cut_short(py, &answer)),
            Verdict::Satisfiable if answer.was_stopped() => Err(self.cut_short(py, &answer)),
            _ => Ok(board.map(|board| Solution::new(&self.0, board, answer.optimum()))),
        }
    }

    /// Returns an iterator over all solutions, or over at most `limit` solutions, all different. With an objective, these are
    /// the optimal solutions.
    ///
    /// Another thread finds the solutions, at most 64 ahead. Dropping the iterator, or `close()`, ends its work. At a limit,
    /// iteration raises `LimitReached`, whose `found` is the number of solutions delivered. The other arguments are those of
    /// `solve`.
    #[pyo3(signature = (limit = None, *, time_limit = None, backend = None, route = None, formulation = None, method = None, encoding = None, seed = 0))]
    #[allow(clippy::too_many_arguments)]
    fn solutions(
        &self,
        py: Python<'_>,
        limit: Option<usize>,
        time_limit: Option<f64>,
        backend: Option<String>,
        route: Option<String>,
        formulation: Option<String>,
        method: Option<String>,
        encoding: Option<&Bound<'_, PyAny>>,
        seed: u64,
    ) -> PyResult<Solutions> {
        let way = Way { backend, route, formulation, method, encoding: encodings(py, encoding)?, seed };
        let question = limit.map_or(Question::All, Question::UpTo);
        Solutions::start(&self.0, question, work::budget(py, time_limit)?, move |query| way.apply(query))
    }

    /// Returns the exact number of solutions; with an objective, of optimal solutions.
    ///
    /// Raises `LimitReached` with a lower bound as `found`. The arguments are those of `solve`.
    #[pyo3(signature = (*, time_limit = None, backend = None, route = None, formulation = None, method = None, encoding = None, seed = 0))]
    #[allow(clippy::too_many_arguments)]
    fn count(
        &self,
        py: Python<'_>,
        time_limit: Option<f64>,
        backend: Option<String>,
        route: Option<String>,
        formulation: Option<String>,
        method: Option<String>,
        encoding: Option<&Bound<'_, PyAny>>,
        seed: u64,
    ) -> PyResult<BigUint> {
        let answer = self.answer(
            py,
            Question::Count,
            Way { backend, route, formulation, method, encoding: encodings(py, encoding)?, seed },
            time_limit,
        )?;
        let found = answer.at_least().unwrap_or_default();
        answer.count().ok_or_else(|| error::limit(py, reason(&answer), found))
    }

    /// Returns whether there is exactly one solution.
    ///
    /// Raises `LimitReached` with the solutions found, fewer than 2. The arguments are those of `solve`.
    #[pyo3(signature = (*, time_limit = None, backend = None, route = None, formulation = None, method = None, encoding = None, seed = 0))]
    #[allow(clippy::too_many_arguments)]
    fn is_unique(
        &self,
        py: Python<'_>,
        time_limit: Option<f64>,
        backend: Option<String>,
        route: Option<String>,
        formulation: Option<String>,
        method: Option<String>,
        encoding: Option<&Bound<'_, PyAny>>,
        seed: u64,
    ) -> PyResult<bool> {
        let answer = self.answer(
            py,
            Question::UpTo(2),
            Way { backend, route, formulation, method, encoding: encodings(py, encoding)?, seed },
            time_limit,
        )?;
        match answer.boards().len() {
            2.. => Ok(false),
            _ if !answer.is_complete() => Err(self.cut_short(py, &answer)),
            found => Ok(found == 1),
        }
    }

    /// Explains why there is no solution, where several solutions differ, or which clues force the only one.
    ///
    /// Raises `LimitReached` with the incomplete explanation.
    #[pyo3(signature = (*, time_limit = None))]
    fn explain(&self, py: Python<'_>, time_limit: Option<f64>) -> PyResult<Explanation> {
        let (model, budget) = (self.0.clone(), work::budget(py, time_limit)?);
        let explained = work::run(py, &budget, move |budget| model.explain_within(budget))?;
        let explanation = explained.map_err(|failure| error::failure(py, &failure))?;
        match explanation.was_stopped() {
            true => Err(error::limit(py, "the time limit was reached", Explanation(explanation))),
            false => Ok(Explanation(explanation)),
        }
    }

    /// Returns the steps of a person to the solution; from a position, the next steps up to a new value or line.
    ///
    /// - `position`: the entries of a player, as text: `r3c4=5` or `r1c1-r1c2`, one a line, or a board in the symbols of the
    ///   model in which `?` is an unknown cell. Wrong entries are named in `json()["wrong"]`.
    ///
    /// Raises `UsageError` if the puzzle has no steps or the position is malformed, and `LimitReached` with the incomplete steps.
    #[pyo3(signature = (*, position = None, time_limit = None))]
    fn steps(&self, py: Python<'_>, position: Option<&str>, time_limit: Option<f64>) -> PyResult<Steps> {
        let (model, budget) = (self.0.clone(), work::budget(py, time_limit)?);
        let from = position.map(|text| model.position(text)).transpose().map_err(|wrong| error::usage(py, wrong))?;
        let followed = work::run(py, &budget, move |budget| match from {
            Some(from) => model.steps_from(from, budget),
            None => model.steps_within(budget),
        })?;
        let steps = followed.map_err(|failure| error::failure(py, &failure))?;
        match steps.was_stopped() {
            true => Err(error::limit(py, "the time limit was reached", Steps(steps))),
            false => Ok(Steps(steps)),
        }
    }

    /// Returns for each cell the values that it has in some solution; with an objective, in some optimal one.
    ///
    /// The result is the object of `boardwright solve --candidates --format json`: `candidates` has rows of cells of values, and
    /// None where the board has no cell; `lines` and further `layers` likewise. Each value was in a verified solution, and it is
    /// proved that no solution has another one.
    ///
    /// Raises `UsageError` if the model is no grid whose solutions are boards, and `LimitReached` with the object, whose `open` has
    /// what is undecided.
    #[pyo3(signature = (*, time_limit = None))]
    fn candidates<'py>(&self, py: Python<'py>, time_limit: Option<f64>) -> PyResult<Bound<'py, PyAny>> {
        let (model, budget) = (self.0.clone(), work::budget(py, time_limit)?);
        let found = work::run(py, &budget, move |budget| model.candidates(budget))?;
        let found = found.map_err(|failure| error::failure(py, &failure))?;
        let is_open = found["complete"] == false;
        let object = answer::object(py, &found)?;
        if is_open { Err(error::limit(py, "the time limit was reached", object)) } else { Ok(object) }
    }

    /// Verifies a board: its rows as a model file has them, or the object of `Solution.json()` as text.
    ///
    /// Returns the `Solution`. Raises `ValueError` if the board is malformed or breaks a rule, and says which.
    fn verify(&self, py: Python<'_>, board: &str) -> PyResult<Solution> {
        let board = self.0.verify(board).map_err(|wrong| error::usage(py, wrong))?;
        Ok(Solution::new(&self.0, board, None))
    }

    /// The names of the pictures and lists whose clues `generate` can compute.
    #[getter]
    fn fills(&self) -> Vec<String> {
        let Some(family) = self.0.loaded().instance.printed_clues() else { return Vec::new() };
        family.computable(&self.0.loaded().model).into_iter().map(|part| part.name).collect()
    }

    /// Makes a puzzle with exactly one solution from the model, as `boardwright generate --from` does: the rules stay. If there
    /// are several solutions, one is chosen at random and given values or clues are added; then clues are left out as long as
    /// the solution stays the only one.
    ///
    /// - `fill`: names of `fills`, whose clues are computed from the solution.
    /// - `keep`: names of pictures and lists whose clues all stay.
    /// - `clues`, `difficulty`, `must_use`: goals: a number of clues; `easy`, `medium`, `hard`, `very hard`, `extreme` or a
    ///   range of scores; rules that the steps use.
    /// - `symmetric`: whether clues are left out in pairs that a half turn exchanges.
    /// - `sizes`, `rooms`: the sizes (`"2..5"`) and the number of computed rooms.
    /// - `weaken`: whether computed numbers become question marks where that is enough.
    /// - `seed`: the same seed makes the same puzzle.
    ///
    /// Raises `UsageError` if no puzzle can be made from the model, and `LimitReached` at a limit or if no puzzle met the
    /// goals; its `found` is the best `Model` with one solution, or None.
    #[pyo3(signature = (*, fill = None, keep = None, sizes = None, rooms = None, weaken = false, clues = None, difficulty = None, must_use = None, symmetric = false, seed = 0, time_limit = None))]
    #[allow(clippy::too_many_arguments)]
    fn generate(
        &self,
        py: Python<'_>,
        fill: Option<Vec<String>>,
        keep: Option<Vec<String>>,
        sizes: Option<&str>,
        rooms: Option<usize>,
        weaken: bool,
        clues: Option<usize>,
        difficulty: Option<&str>,
        must_use: Option<Vec<String>>,
        symmetric: bool,
        seed: u64,
        time_limit: Option<f64>,
    ) -> PyResult<Model> {
        let [fill, keep, must_use] = [fill, keep, must_use].map(Option::unwrap_or_default);
        let template =
            making::template(py, fill, keep, sizes, rooms, weaken, clues, difficulty, must_use, symmetric, seed)?;
        making::of_model(py, &self.0, template, &work::budget(py, time_limit)?)
    }

    /// Compiles the model to a formula in conjunctive normal form, for any SAT solver.
    ///
    /// - `encoding`: encodings by kind, as for `solve`.
    /// - `seed`: shuffles variables and clauses; 0 is the default order.
    /// - `formulation`: a formulation of the family.
    /// - `horizon`: the number of moves; required for puzzles whose solution is a plan.
    ///
    /// An objective is dropped. Raises `UsageError` if a choice does not apply, and `LimitReached`.
    #[pyo3(signature = (*, encoding = None, seed = 0, formulation = None, horizon = None, time_limit = None))]
    fn cnf(
        &self,
        py: Python<'_>,
        encoding: Option<&Bound<'_, PyAny>>,
        seed: u64,
        formulation: Option<String>,
        horizon: Option<usize>,
        time_limit: Option<f64>,
    ) -> PyResult<Formula> {
        let budget = work::budget(py, time_limit)?;
        let choice = formula::Choice { encoding: encodings(py, encoding)?, seed, formulation, horizon };
        Formula::of(py, &self.0, choice, &budget)
    }

    /// Returns the pseudo-Boolean constraints and the objective as the text of an OPB file.
    ///
    /// The arguments are those of `cnf`; constraints are not encoded.
    #[pyo3(signature = (*, seed = 0, formulation = None, horizon = None, time_limit = None))]
    fn opb(
        &self,
        py: Python<'_>,
        seed: u64,
        formulation: Option<String>,
        horizon: Option<usize>,
        time_limit: Option<f64>,
    ) -> PyResult<String> {
        let budget = work::budget(py, time_limit)?;
        let choice = formula::Choice { encoding: None, seed, formulation, horizon };
        formula::opb(py, &self.0, choice, &budget)
    }

    /// Returns the puzzle without a solution, drawn in characters.
    fn draw(&self) -> String {
        self.0.draw()
    }

    /// Returns the puzzle without a solution as SVG.
    fn svg(&self) -> String {
        self.0.svg()
    }

    fn _repr_svg_(&self) -> String {
        self.0.svg()
    }

    fn __repr__(&self) -> String {
        format!("<boardwright.Model: {}>", described(&self.0))
    }
}
