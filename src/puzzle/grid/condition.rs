//! What can hold for the sets of a rule: one file for each kind, and a line in [`KINDS`].
//!
//! A kind brings its keys, reads them ([`Kind::read`]) and makes [`Condition`]s, which check filled boards and post
//! constraints. A rule may have several; each set has to satisfy all.

mod balance;
mod connected;
mod count;
mod different;
mod group;
mod is;
mod lines;
mod matched;
mod numbers;
mod order;
mod other;
mod parity;
mod pattern;
mod runs;
mod shapes;
mod tour;
mod unlike;
mod visible;

use super::reading::Reading;
use super::rule::Condition;
use crate::model::{Field, Table};

/// A kind of condition.
pub struct Kind {
    /// Its keys in a rule.
    pub fields: &'static [Field],
    /// The conditions that a rule's table states with these keys; none, where it has none of them.
    pub read: fn(&mut Reading<'_>, &Table) -> Vec<Box<dyn Condition>>,
}

/// All kinds, in the order of the reference.
pub const KINDS: &[Kind] = &[
    count::KIND,
    other::KIND,
    balance::KIND,
    is::KIND,
    parity::KIND,
    different::KIND,
    unlike::KIND,
    numbers::KIND,
    order::KIND,
    visible::KIND,
    runs::KIND,
    pattern::KIND,
    tour::KIND,
    matched::KIND,
    connected::KIND,
    lines::KIND,
    group::KIND,
];
