//! The kinds of puzzles that `new` starts: commented models to start from.
//!
//! The kinds of a family are files `kinds/<name>.toml` beside its code, and entries of [`Puzzle::kinds`](super::Puzzle::kinds); a genre is a
//! kind, too, whose file is its model. The file of a kind is a small puzzle that is complete, solvable and satisfies its `[expect]`. Its first
//! line states the rules; its comments explain every key that such a puzzle may need. A family with a single kind of model has a kind of
//! its own name, which explains all keys.

/// A kind of puzzle with a model to start from.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// The name of its family.
    pub family: &'static str,
    /// A description, in one line.
    pub summary: &'static str,
    /// The model.
    pub text: &'static str,
}
