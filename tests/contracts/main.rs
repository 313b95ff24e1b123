//! What the project promises about itself: messages, shipped files, documentation and the layout of the source.
//! `cargo test --test contracts readme::` runs one subject.

#[path = "../support/mod.rs"]
mod support;

mod arrows;
mod claims;
mod commands;
mod crates;
mod diagnostics;
mod errors;
mod faces;
mod gallery;
mod genres;
mod grid_reference;
mod names;
mod outputs;
mod read_back;
mod readme;
mod schema;
mod sequences;
mod source_code;
mod tidy;
