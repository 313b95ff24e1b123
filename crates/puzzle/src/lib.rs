//! What a family of puzzles is: its name and keys, the instances that it reads, their core and their capabilities.
//!
//! A [`Puzzle`] is a family: its name, its field table, its formulations and methods. It reads a model into an
//! [`Instance`]: one puzzle with everything named resolved, with the core (constrain, decode, verify, draw) and the
//! [capabilities](capability) that the family offers. A new family is a folder of its crate and a line in the program's
//! [`Registry`]. What it answers is a [`solution::Candidate`], and a [`solution::Solution`] once its family has checked it.
//!
//! Imports `base`, `ir` and `model`; knows no family, and nothing of clauses, rows or solvers. Start reading at
//! [`instance`].

pub mod breach;
pub mod capability;
pub mod decisions;
pub mod family;
pub mod formulated;
pub mod instance;
pub mod kinds;
pub mod registry;
pub mod solution;

pub use self::capability::change::{ChangeKind, CluePlace};
pub use self::capability::explanation::{Feature, Part, PartValue};
pub use self::capability::fact::Fact;
pub use self::capability::plans::{Question, Reachable};
pub use self::decisions::{Decisions, Placeable, PlaceableKind};
pub use self::family::{Named, Puzzle};
pub use self::formulated::{Decoder, Formulated, NoFormulation};
pub use self::instance::{Change, Instance, Nearest, NoNearest, Variations};
pub use self::registry::{Loaded, Registry};
pub use boardwright_model::{Example, LoadError, MarkChanges, Model, Mutant, RuleChange, Spanned, Table, Verdict};
