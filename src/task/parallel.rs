//! Parallel search: the leaves of a tree, searched by several threads.
//!
//! It is the only part of a task that starts threads of its own accord; without it the same request runs sequentially, with
//! the same output. Start at [`explore`] for counts and at [`ordered`] for lists.

pub(super) mod explore;
pub(super) mod ordered;
