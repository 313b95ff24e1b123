//! The conditions on the sets of a rule: one file for each kind, and a line in [`KINDS`].
//!
//! A kind has keys, reads them ([`Kind::read`]) and makes [`Condition`](super::rule::Condition)s, which check filled boards and post
//! constraints. A rule may have several conditions; each set has to satisfy all of them.
//!
//! To add a kind, add a file here with its `mod` and its line in [`KINDS`]. Its [`Field`](boardwright_model::Field)s become keys of a rule,
//! appear in messages as expected keys, and are part of the JSON Schema. The file contains
//! - `read`, which reports errors in the keys (`Reading` knows tests, numbers, layers and moves by name, and checks
//!   whether the rule's sets have the numbers and members that the condition requires);
//! - `holds`, the check on a filled board, which shares no code with `constrain`;
//! - `constrain`, which posts constraints: a candidate is a member where
//!   [`Candidate::is_in`](super::constrain::Candidate) holds; the builder restricts what is posted to sets for which
//!   the rule's `where` holds;
//! - the properties that other code asks for: numbers, tests and layers, whether order matters;
//! - tests: `tests::agree` compares all solutions that a solver finds with all boards that `holds` accepts.
//!
//! The conditions of `tiles` belong to the table `[tiles]`, not to keys of a rule.

mod addition;
mod balance;
mod compared;
mod connected;
mod consecutive;
mod count;
mod different;
mod ends;
mod extreme;
mod first;
mod forest;
mod group;
mod is;
mod kind;
mod lines;
mod matched;
mod numbers;
mod order;
mod other;
mod palindrome;
mod parity;
mod parts;
pub(super) mod passing;
mod pattern;
mod rectangle;
mod runs;
mod seen;
mod shapes;
mod tally;
pub(super) mod tiles;
mod tour;
mod unlike;
mod visible;
mod words;

pub use self::kind::Kind;
pub(super) use self::parts::{adjacent, parts};
pub(super) use self::runs::coloured::run as coloured_run;

/// All kinds, in the order of the reference.
pub const KINDS: &[Kind] = &[
    count::KIND,
    other::KIND,
    balance::KIND,
    is::KIND,
    parity::KIND,
    different::KIND,
    unlike::KIND,
    palindrome::KIND,
    ends::KIND,
    numbers::KIND,
    extreme::KIND,
    tally::KIND,
    addition::KIND,
    compared::KIND,
    order::KIND,
    consecutive::KIND,
    visible::KIND,
    seen::KIND,
    runs::KIND,
    pattern::KIND,
    first::KIND,
    words::KIND,
    tour::KIND,
    matched::KIND,
    connected::KIND,
    lines::KIND,
    passing::KIND,
    forest::KIND,
    group::KIND,
];
