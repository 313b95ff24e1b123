//! What fields of several conditions have in common: types of values, and the field that may be left out.

use boardwright_model::{Field, Kind, Names};

/// The largest side of a board.
pub const MAX_SIDE: i64 = 1000;

/// The largest absolute number of a value or a mark: the sum over a whole board of such numbers fits into 64 bits.
pub const MAX_NUMBER: u64 = 1_000_000_000_000;

/// A key that may be left out and has no default.
pub const OPTIONAL: Field = Field { name: "", kind: Kind::Text, required: false, default: None, doc: "", example: "" };

/// A test: a word, or several words of which one must hold.
pub const TEST: Kind =
    Kind::OneOf(&[Kind::Named(Names::Test), Kind::List { item: &Kind::Named(Names::Test), min: 1, max: 1000 }]);

/// A number, or the name of a picture or list that has one for each set.
pub const NUMBER: Kind =
    Kind::OneOf(&[Kind::Integer { min: -1_000_000_000, max: 1_000_000_000 }, Kind::Named(Names::Number)]);

/// Numbers by test.
pub const COUNTS: Kind = Kind::By(Names::Test, &NUMBER);
