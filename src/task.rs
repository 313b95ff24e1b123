//! The tasks.
