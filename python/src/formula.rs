//! Formulas in conjunctive normal form as a Python class, and the clauses of single constraints.

use super::answer::Solution;
use super::{error, work};
use boardwright::{Board, Budget, Failure};
use boardwright_ir::constraint::Relation;
use boardwright_render::compiled;
use boardwright_sat::cnf::encode::selection::Selection;
use boardwright_sat::cnf::{Cnf, Lit};
use boardwright_solvers::output::Values;
use boardwright_tasks::task;
use boardwright_tasks::task::compile::{Compiled, DecodeError};
use boardwright_tasks::task::recipe::{Content, Form, Recipe};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyList};
use std::collections::BTreeMap;

/// The options of a compilation; the encoding is valid.
pub(crate) struct Choice {
    pub(crate) encoding: Option<String>,
    pub(crate) seed: u64,
    pub(crate) formulation: Option<String>,
    pub(crate) horizon: Option<usize>,
}

fn compile(
    py: Python<'_>,
    model: &boardwright::Model,
    form: Form,
    choice: Choice,
    budget: &Budget,
) -> PyResult<Compiled> {
    let model = model.clone();
    let compiled = work::run(py, budget, move |budget| {
        let Choice { encoding, seed, formulation, horizon } = choice;
        let mut chosen = Selection::default();
        if let Some(text) = encoding {
            chosen.parse(&text).expect("the choice was checked");
        }
        let encoding = task::encodings(model.loaded(), &chosen)?;
        let recipe = Recipe { form, formulation, content: Content::Rules, encoding, horizon, fewest: false, seed };
        Compiled::new(model.loaded(), &recipe, budget)
    })?;
    compiled.map_err(|failure: Failure| error::failure(py, &failure))
}

/// Returns the pseudo-Boolean constraints of a model as the text of an OPB file.
pub(crate) fn opb(py: Python<'_>, model: &boardwright::Model, choice: Choice, budget: &Budget) -> PyResult<String> {
    Ok(compiled::text(&compile(py, model, Form::Opb, choice, budget)?, "model"))
}

/// The formula of a model in conjunctive normal form. `len(formula)` is the number of clauses.
#[pyclass(frozen, module = "boardwright")]
pub(crate) struct Formula {
    model: boardwright::Model,
    compiled: Compiled,
}

impl Formula {
    /// Returns the formula of a model.
    pub(crate) fn of(py: Python<'_>, model: &boardwright::Model, choice: Choice, budget: &Budget) -> PyResult<Formula> {
        Ok(Formula { model: model.clone(), compiled: compile(py, model, Form::Cnf, choice, budget)? })
    }

    fn cnf(&self) -> (&Cnf, Vec<(u32, String)>) {
        self.compiled.formula().expect("a formula has clauses")
    }
}

/// Returns clauses as lists of DIMACS literals.
fn lists<'py, 'c>(py: Python<'py>, clauses: impl Iterator<Item = &'c [Lit]>) -> PyResult<Bound<'py, PyList>> {
    let lists = PyList::empty(py);
    for clause in clauses {
        lists.append(PyList::new(py, clause.iter().map(|literal| literal.to_dimacs()))?)?;
    }
    Ok(lists)
}

#[pymethods]
impl Formula {
    /// The number of variables. Variables are numbered from 1.
    #[getter]
    fn variables(&self) -> usize {
        self.cnf().0.variables()
    }

    /// The clauses, each a list of literals: a variable, or its negative.
    #[getter]
    fn clauses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        lists(py, self.cnf().0.clauses())
    }

    /// The clauses as one NumPy array of shape (literals + clauses,) and dtype int32; a 0 ends each clause.
    #[getter]
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut bytes = Vec::new();
        for clause in self.cnf().0.clauses() {
            for number in clause.iter().map(|literal| literal.to_dimacs()).chain([0]) {
                bytes.extend(number.to_ne_bytes());
            }
        }
        py.import("boardwright._arrays")?.call_method1("of_numbers", (PyByteArray::new(py, &bytes),))
    }

    /// The names of the decision variables by number, such as `{1: "r1c1=Q"}`. Auxiliary variables have no name.
    #[getter]
    fn names(&self) -> BTreeMap<u32, String> {
        self.cnf().1.into_iter().map(|(variable, name)| (variable + 1, name)).collect()
    }

    /// Returns the verified solution of a model of the formula: an iterable of literals, such as a SAT solver returns.
    ///
    /// Variables that do not occur are false, and 0 is ignored. Raises `UsageError` if the literals violate a clause, contradict
    /// each other, or name an unknown variable.
    fn decode(&self, py: Python<'_>, model: &Bound<'_, PyAny>) -> PyResult<Solution> {
        let mut values = BTreeMap::new();
        for literal in model.try_iter()? {
            let literal: i64 = literal?.extract()?;
            if literal != 0 && values.insert(literal.unsigned_abs(), (literal > 0, 1)) == Some((literal < 0, 1)) {
                let variable = literal.unsigned_abs();
                return Err(error::usage(py, format!("variable {variable} is both true and false")));
            }
        }
        match self.compiled.judge(self.model.loaded(), &Values::Literals(values)) {
            Ok((solution, _)) => Ok(Solution::new(&self.model, Board::of(&self.model, solution), None)),
            Err(DecodeError::Failed(failure)) => Err(error::failure(py, &failure)),
            Err(DecodeError::Foreign(wrong)) => Err(error::usage(py, wrong.reason)),
            Err(wrong) => Err(error::usage(py, format!("not a model of the formula: {wrong}"))),
        }
    }

    /// The SHA-256 of the clauses as a DIMACS file has them, without comments: `grep -v '^c' FILE | sha256sum`.
    #[getter]
    fn sha256<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = self.to_dimacs();
        let lines = text.lines().filter(|line| !line.starts_with('c')).flat_map(|line| [line, "\n"]);
        let bytes = PyBytes::new(py, lines.collect::<String>().as_bytes());
        py.import("hashlib")?.call_method1("sha256", (bytes,))?.call_method0("hexdigest")
    }

    /// Returns the formula as a `pysat.formula.CNF`. Raises `ImportError` without PySAT.
    fn to_pysat<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let formula = py.import("pysat.formula")?.getattr("CNF")?.call0()?;
        formula.setattr("clauses", self.clauses(py)?)?;
        formula.setattr("nv", self.variables())?;
        Ok(formula)
    }

    /// Returns the text of a DIMACS file, with the names and the options used as comments.
    ///
    /// `boardwright decode` reads the output of a solver for this file.
    fn to_dimacs(&self) -> String {
        compiled::text(&self.compiled, "model")
    }

    fn __len__(&self) -> usize {
        self.cnf().0.len()
    }

    fn __repr__(&self) -> String {
        let (cnf, _) = self.cnf();
        format!("<boardwright.Formula: {} variables, {} clauses>", cnf.variables(), cnf.len())
    }
}

/// The largest variable that a literal may have.
const MAX_VARIABLE: i64 = 1 << 29;

/// Encodes a constraint as clauses: the number of true literals, or the weight of the true literals, is compared with `k`.
///
/// - `kind`, `name`: `at-most-one`, `cardinality` or `pseudo-boolean`, and a name of `boardwright list encodings` or `auto`.
/// - `literals`: ints other than 0, as in DIMACS.
/// - `relation`: `<=`, `=` or `>=`.
/// - `weights`: an int for each literal; by default 1.
/// - `top`: the largest variable in use. Auxiliary variables are numbered from `top + 1`; by default, from the largest
///   variable of `literals` + 1.
///
/// Returns clauses as lists of ints. The sum is simplified first: a sum that is a clause, or always true or false, is the
/// same in all encodings, and at most 1 of the literals is of the kind `at-most-one`. Raises `UsageError` if a name is
/// unknown, or the encoding does not support the sum.
#[pyfunction]
#[pyo3(signature = (kind, name, literals, k, *, relation = "<=", weights = None, top = None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn encode<'py>(
    py: Python<'py>,
    kind: &str,
    name: &str,
    literals: Vec<i64>,
    k: i64,
    relation: &str,
    weights: Option<Vec<i64>>,
    top: Option<i64>,
) -> PyResult<Bound<'py, PyList>> {
    let relation = match relation {
        "<=" => Relation::AtMost,
        "=" | "==" => Relation::Equal,
        ">=" => Relation::AtLeast,
        other => return Err(error::usage(py, format!("unknown relation `{other}`; expected <=, = or >="))),
    };
    let weights = weights.unwrap_or_else(|| vec![1; literals.len()]);
    if weights.len() != literals.len() {
        let message = format!("{} weights for {} literals; expected one for each", weights.len(), literals.len());
        return Err(error::usage(py, message));
    }
    let largest = literals.iter().map(|literal| literal.saturating_abs()).max().unwrap_or(0);
    let top = top.unwrap_or(largest);
    if literals.contains(&0) || !(largest..=MAX_VARIABLE).contains(&top) {
        let message = format!("expected literals other than 0 with variables up to `top`, and top <= {MAX_VARIABLE}");
        return Err(error::usage(py, message));
    }
    let mut cnf = Cnf::new();
    for _ in 0..top {
        cnf.variable();
    }
    let terms: Vec<(i64, Lit)> =
        weights.into_iter().zip(literals.into_iter().map(|literal| Lit::from_dimacs(literal as i32))).collect();
    cnf.encode(kind, name, &terms, relation, k).map_err(|wrong| error::usage(py, wrong))?;
    lists(py, cnf.clauses())
}
