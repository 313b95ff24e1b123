//! What is printed of steps besides their sentences.

/// What is printed of each step beside its sentence.
#[derive(Clone, Copy, Default)]
pub struct Detail {
    /// Whether the size, with what is proved about it, is printed.
    pub sizes: bool,
    /// Whether text has the place of each reason in the model; the page always has it.
    pub places: bool,
}
