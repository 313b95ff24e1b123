//! A fact: a result of a method or an analysis, for a person and for a program.

use serde_json::Value;

/// A result of a method or an analysis, for a person and for a program.
#[derive(Debug, Clone, PartialEq)]
pub struct Fact {
    /// The key in JSON: `first_rows_tried`.
    pub name: &'static str,
    /// The value in JSON.
    pub value: Value,
    /// Lines for a person: `first rows tried: 11 of 32`. Empty where other facts state it.
    pub words: String,
}

impl Fact {
    /// A fact.
    pub fn new(name: &'static str, value: impl Into<Value>, words: impl Into<String>) -> Fact {
        Fact { name, value: value.into(), words: words.into() }
    }
}
