//! The problem: Boolean and integer variables, constraints with typed origins, an objective

#[cfg(test)]
use boardwright_base::random;
use boardwright_base::{board, budget, source};

pub mod constraint;
pub mod effort;
pub mod fault;
pub mod route;
