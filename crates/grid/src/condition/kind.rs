//! What a kind of condition is: its keys and its reader.

use crate::reading::Reading;
use crate::rule::Condition;
use boardwright_model::{Field, Table};

/// A kind of condition.
pub struct Kind {
    /// Its keys in a rule.
    pub fields: &'static [Field],
    /// Returns the conditions that a rule's table states with these keys; none, where it has none of the keys.
    pub read: fn(&mut Reading<'_>, &Table) -> Vec<Box<dyn Condition>>,
}
