//! The native module of the Python package `boardwright`: models, answers and formulas as Python classes.
//!
//! ```text
//! model      Model and the questions about it
//! answer     Solution, Explanation, Steps
//! solutions  Solutions: the iterator over boards that are found on another thread
//! formula    Formula, and clauses of single constraints
//! making     puzzles made from a model or by its family
//! work       work on another thread, which Ctrl-C ends
//! error      failures as the exceptions of `boardwright._errors`
//! ```
//!
//! Doc comments of classes and methods are their docstrings; `python/boardwright/_boardwright.pyi` has their types. Start with [`model`].

mod answer;
mod error;
mod formula;
mod making;
mod model;
mod solutions;
mod work;

use pyo3::prelude::*;

#[pymodule]
fn _boardwright(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", boardwright_base::program::VERSION)?;
    module.add_class::<model::Model>()?;
    module.add_class::<answer::Solution>()?;
    module.add_class::<answer::Explanation>()?;
    module.add_class::<answer::Steps>()?;
    module.add_class::<solutions::Solutions>()?;
    module.add_class::<formula::Formula>()?;
    module.add_function(wrap_pyfunction!(model::genre, module)?)?;
    module.add_function(wrap_pyfunction!(model::empty, module)?)?;
    module.add_function(wrap_pyfunction!(model::genres, module)?)?;
    module.add_function(wrap_pyfunction!(model::from_link, module)?)?;
    module.add_function(wrap_pyfunction!(making::generate, module)?)?;
    module.add_function(wrap_pyfunction!(formula::encode, module)?)
}
