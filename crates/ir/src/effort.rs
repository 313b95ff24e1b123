//! The effort of a solver: conflicts, decisions, propagations and restarts. Imports nothing of ours; start with [`Effort`].

use std::ops::AddAssign;

/// The effort of a solver since it was opened. `None`: not reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// Conflicts.
    pub conflicts: Option<u64>,
    /// Decisions.
    pub decisions: Option<u64>,
    /// Propagated literals.
    pub propagations: Option<u64>,
    /// Restarts.
    pub restarts: Option<u64>,
}

impl AddAssign for Effort {
    /// Adds the known numbers of both.
    fn add_assign(&mut self, other: Effort) {
        let add = |sum: &mut Option<u64>, more: Option<u64>| {
            *sum = match (*sum, more) {
                (Some(sum), Some(more)) => Some(sum + more),
                (sum, more) => sum.or(more),
            };
        };
        add(&mut self.conflicts, other.conflicts);
        add(&mut self.decisions, other.decisions);
        add(&mut self.propagations, other.propagations);
        add(&mut self.restarts, other.restarts);
    }
}

#[cfg(test)]
mod tests {
    use super::Effort;

    #[test]
    fn several_runs_add_up() {
        let mut sum = Effort { conflicts: Some(3), ..Effort::default() };
        sum += Effort { conflicts: Some(4), restarts: Some(1), ..Effort::default() };
        assert_eq!(sum, Effort { conflicts: Some(7), restarts: Some(1), ..Effort::default() });
    }
}
