//! Parallel search: the leaves of a tree, searched by several threads.
//!
//! Only this part of a task starts threads. Without it the same request runs sequentially with the same output. Start at
//! [`explore`] for counts and at [`ordered`] for lists.

pub(super) mod explore;
pub(super) mod ordered;
