//! The problem: Boolean and integer variables, constraints with typed origins, an objective

pub mod constraint;
pub mod effort;
pub mod fault;
pub mod route;
