//! The subcommands from outside: what they print, write and exit with. `cargo test --test cli import::` runs one subject.

#[path = "../support/mod.rs"]
mod support;

mod commands;
mod compile;
mod count;
mod count_limit;
#[cfg(feature = "print")]
mod cut_lists;
mod deep;
mod diff;
mod draw;
mod edits;
mod events;
mod example;
mod explain;
mod export;
mod fewest;
mod fpuzzles;
mod generate;
mod generate_fill;
mod generate_rules;
mod import;
mod layers;
#[cfg(feature = "lsp")]
mod lsp;
mod learn;
mod new;
mod parameters;
mod penpa;
mod pictures;
mod progress;
mod pzpr_files;
mod replaced;
mod roundtrip;
mod rule_names;
mod sequence;
mod sites;
mod steps;
mod strangers;
mod turns;
mod words;
