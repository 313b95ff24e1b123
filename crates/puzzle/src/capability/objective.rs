//! Minimisation on request: `--fewest`.

/// The capability to minimise on request.
pub trait Objective {
    /// Requests the best board instead of any.
    fn ask_fewest(&mut self);
}
