//! The families of puzzles: what each can do, and the registry.
//!
//! A [`Puzzle`] is a family: its name, its field table, its formulations and methods. It reads a model into an
//! [`Instance`]: one puzzle with everything named resolved, with the core (constrain, decode, verify, draw) and the
//! [capabilities](capability) that the family offers. A new family is a folder here and a line in [`PUZZLES`].
//!
//! May import `model`, `board`, `constraint`, `gf2`, `solution`; knows nothing of clauses, rows or solvers. Families do not
//! know each other, nor the `registry`. Start reading at [`instance`], then at a small family (`knightdoku`).

pub mod aliases;
pub mod alternation;
pub mod capability;
pub mod decisions;
pub mod devils_chessboard;
pub mod dissection;
pub mod families;
pub mod family;
pub mod formulated;
pub mod grid;
pub mod instance;
pub mod kinds;
pub mod knightdoku;
pub mod lights_out;
pub mod registry;

pub use self::capability::change::{ChangeKind, CluePlace};
pub use self::capability::explanation::{Feature, Part, PartValue};
pub use self::capability::fact::Fact;
pub use self::capability::plans::{Question, Reachable};
pub use self::decisions::{Decisions, Placeable, PlaceableKind};
pub use self::families::{PUZZLES, REGISTRY, find, load, load_fewest};
pub use self::family::{Named, Puzzle};
pub use self::formulated::{Decoder, Formulated, NoFormulation};
pub use self::instance::{Change, Instance, Variations};
pub use self::registry::{Loaded, Registry};
pub use crate::model::LoadError;
