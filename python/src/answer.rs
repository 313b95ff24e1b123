//! Solutions, explanations and steps as Python classes.

use super::error;
use boardwright::Board;
use pyo3::prelude::*;
use pyo3::types::PyList;
use serde_json::Value;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Returns JSON as Python objects.
pub(crate) fn object<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (value.to_string(),))
}

/// A verified solution. `str(solution)` is the board in characters; solutions with equal boards are equal. In notebooks a
/// solution shows its board.
#[pyclass(frozen, module = "boardwright")]
pub(crate) struct Solution {
    board: Board,
    model: boardwright::Model,
    optimum: Option<i64>,
}

/// A layer of a board: a name of a value, or nothing, for each row and column of the board.
type Layer = Vec<Vec<Option<String>>>;

impl Solution {
    pub(crate) fn new(model: &boardwright::Model, board: Board, optimum: Option<i64>) -> Solution {
        Solution { board, model: model.clone(), optimum }
    }

    fn layers(&self, py: Python<'_>) -> PyResult<Vec<Layer>> {
        let none = || error::usage(py, format!("boards of `{}` have no cells with values", self.model.family()));
        let sheet = self.model.loaded().instance.cells().ok_or_else(none)?.sheet();
        let found = &self.board.solution().candidate().layers;
        if sheet.layers.is_empty() || sheet.layers.len() != found.len() {
            return Err(none());
        }
        let mut layers = Vec::new();
        for (layer, values) in sheet.layers.iter().zip(found) {
            let mut rows = vec![vec![None; sheet.width]; sheet.height];
            if layer.cells.len() != values.len() {
                return Err(none());
            }
            for (cell, &value) in layer.cells.iter().zip(values) {
                let Some(cell) = cell else { continue };
                let name = layer.values.get(usize::from(value));
                let place = rows.get_mut(cell.row).and_then(|row| row.get_mut(cell.column));
                let (Some(place), Some(name)) = (place, name) else { return Err(none()) };
                *place = Some(name.clone());
            }
            layers.push(rows);
        }
        Ok(layers)
    }
}

/// Returns a value: a whole number if its name is one.
fn value<'py>(py: Python<'py>, name: Option<&str>, is_number: bool) -> PyResult<Bound<'py, PyAny>> {
    Ok(match name {
        None => py.None().into_bound(py),
        Some(name) => match name.parse::<i64>() {
            Ok(number) if is_number => number.into_pyobject(py)?.into_any(),
            _ => name.into_pyobject(py)?.into_any(),
        },
    })
}

#[pymethods]
impl Solution {
    /// The rows of the board, as a model file has them.
    #[getter]
    fn rows(&self) -> Vec<String> {
        self.board.rows()
    }

    /// The proved optimum, if the solution comes from `solve` and the model has an objective.
    #[getter]
    fn optimum(&self) -> Option<i64> {
        self.optimum
    }

    /// The values of the cells: a list of rows, each a list of values; with several layers, a list of layers.
    ///
    /// A value is an int if all values of the model are whole numbers, and a str otherwise. Where the board has no cell, it is
    /// None. Raises `UsageError` if the boards of the model have no cells with values.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let layers = self.layers(py)?;
        let sheet = self.model.loaded().instance.cells().map(boardwright_puzzle::capability::cells::Cells::sheet);
        let names = sheet.into_iter().flat_map(|sheet| sheet.layers).flat_map(|layer| layer.values);
        let is_number = names.into_iter().all(|name| name.parse::<i64>().is_ok());
        let lists = PyList::empty(py);
        for layer in &layers {
            let rows = PyList::empty(py);
            for row in layer {
                let cells: PyResult<Vec<_>> = row.iter().map(|name| value(py, name.as_deref(), is_number)).collect();
                rows.append(PyList::new(py, cells?)?)?;
            }
            lists.append(rows)?;
        }
        if layers.len() == 1 { lists.get_item(0) } else { Ok(lists.into_any()) }
    }

    /// The values of the cells as a NumPy array of shape (rows, columns); with several layers, (layers, rows, columns).
    ///
    /// The dtype is int64 if all values are whole numbers and every place has a cell, and str otherwise; a place without a cell
    /// is then an empty string. Raises `ImportError` without NumPy, and `UsageError` as `values`.
    #[getter]
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("boardwright._arrays")?.call_method1("of_values", (self.values(py)?,))
    }

    /// Returns the object that `boardwright solve --format json` prints for the solution.
    fn json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        object(py, &self.board.json())
    }

    /// Returns the board as SVG.
    fn svg(&self) -> String {
        self.board.svg()
    }

    fn _repr_svg_(&self) -> String {
        self.board.svg()
    }

    fn __str__(&self) -> String {
        self.board.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<boardwright.Solution of {}>", super::model::described(&self.model))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Solution>().is_ok_and(|other| {
            let other = other.get();
            self.board.solution() == other.board.solution() && self.model.text() == other.model.text()
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.board.solution().hash(&mut hasher);
        hasher.finish()
    }
}

/// An explanation. `str(explanation)` is the text of `boardwright explain`. In notebooks an explanation shows the board with
/// the cells that matter.
#[pyclass(frozen, module = "boardwright")]
pub(crate) struct Explanation(pub(crate) boardwright::Explanation);

#[pymethods]
impl Explanation {
    /// The verdict on the model: `satisfiable`, `optimal`, `unsatisfiable` or `unknown`.
    #[getter]
    fn verdict(&self) -> &'static str {
        self.0.verdict().name()
    }

    /// Returns the object of `boardwright explain --format json`.
    fn json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        object(py, &self.0.json())
    }

    /// Returns the board with the cells that matter as SVG.
    fn svg(&self) -> String {
        self.0.svg()
    }

    fn _repr_svg_(&self) -> String {
        self.0.svg()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<boardwright.Explanation: {}>", self.verdict())
    }
}

/// The steps to a solution. `str(steps)` is the text of `boardwright steps`.
#[pyclass(frozen, module = "boardwright")]
pub(crate) struct Steps(pub(crate) boardwright::Steps);

#[pymethods]
impl Steps {
    /// Returns the object of `boardwright steps --format json`.
    fn json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        object(py, &self.0.json())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> &'static str {
        "<boardwright.Steps>"
    }
}
