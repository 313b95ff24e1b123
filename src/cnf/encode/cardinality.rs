//! At most k, exactly k.
pub mod sequential_counter;
pub mod totalizer;
