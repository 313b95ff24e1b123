//! What can hold for the sets of a rule: one file for each kind, and a line in [`KINDS`].
//!
//! A kind brings its keys, reads them ([`Kind::read`]) and makes [`Condition`](super::rule::Condition)s, which check filled boards and post
//! constraints. A rule may have several; each set has to satisfy all.
//!
//! Adding a kind is a file here with its `mod` and its line in [`KINDS`], and nothing elsewhere: its [`Field`](crate::model::Field)s become keys
//! of a rule, what messages list as accepted, and a part of the JSON Schema. In the file stand
//! - `read`, which notes what is wrong with the keys (`Reading` knows tests, numbers, layers and moves by name, whether the
//!   rule's sets have the numbers that are asked for, and whether their members suit);
//! - `holds`, the rule on a filled board, which shares nothing with
//! - `constrain`, which posts it: a member is one where [`Candidate::is_in`](super::constrain::Candidate) holds, and what is
//!   posted holds under the rule's `where` by itself;
//! - what the others have to know of it: the numbers it takes, its tests and layers, whether order matters;
//! - tests, in which `tests::agree` holds all solutions that solving finds against all boards that `holds` accepts.

mod balance;
mod connected;
mod consecutive;
mod count;
mod different;
mod forest;
mod group;
mod is;
mod kind;
mod lines;
mod matched;
mod numbers;
mod order;
mod other;
mod parity;
mod pattern;
mod rectangle;
mod runs;
mod shapes;
mod tour;
mod unlike;
mod visible;

pub(super) use self::connected::{adjacent, parts};
pub use self::kind::Kind;

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
    consecutive::KIND,
    visible::KIND,
    runs::KIND,
    pattern::KIND,
    tour::KIND,
    matched::KIND,
    connected::KIND,
    lines::KIND,
    forest::KIND,
    group::KIND,
];
