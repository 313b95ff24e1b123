//! The families and the shipped models: solutions, counts, symmetry, explanations and mutations.
//! `cargo test --test puzzles models::` runs one subject.

#[path = "../support/mod.rs"]
mod support;

mod agreement;
mod alternation_colours;
mod devils_chessboard;
mod diagram;
mod distinct;
mod edge_matching;
mod eight_squares;
mod fewest_placements;
mod formulations;
mod grid_explain;
mod grid_families;
mod grid_genres;
mod grid_symmetry;
mod genre_examples;
mod grid_values;
mod knightdoku_ranges;
mod lights_out;
mod lights_shapes;
mod metamorphic;
mod models;
mod move_games;
mod mutations;
mod numbers;
mod orbits;
mod play_lights;
mod polyforms;
mod readings;
mod shortcuts;
mod solution_mutations;
mod steps_reasons;
