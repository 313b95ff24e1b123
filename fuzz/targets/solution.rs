//! Any text as a solution: it is read or rejected, and verified by the rules of a small model of every family. The first
//! character selects the model.

#![no_main]

use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_puzzle::{Loaded};
use boardwright_render::text::{Style, render};
use boardwright_puzzle::solution::{self, Solution};
use boardwright_base::source::Source;
use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;

const MODELS: [&str; 10] = [
    include_str!("../../models/lights-out/all-on-4.toml"),
    include_str!("../../models/lights-out/three-states.toml"),
    include_str!("../../models/dissection/dominoes-4x4.toml"),
    include_str!("../../models/dissection/flag.toml"),
    include_str!("../../models/dissection/gaps.toml"),
    include_str!("../../models/knightdoku/six.toml"),
    include_str!("../../models/devils-chessboard/strategy-4.toml"),
    include_str!("../../models/devils-chessboard/round-8.toml"),
    include_str!("../../models/alternation/four.toml"),
    include_str!("../../models/alternation/turned.toml"),
];

fuzz_target!(|text: &str| {
    static LOADED: OnceLock<Vec<Loaded>> = OnceLock::new();
    let loaded = LOADED.get_or_init(|| {
        MODELS.iter().map(|text| REGISTRY.load(&Source::new("", *text), &Budget::none()).map_err(|_| ()).expect("it is a model")).collect()
    });
    let Some(which) = text.chars().next().and_then(|first| first.to_digit(10)) else { return };
    let Loaded { puzzle, instance, .. } = &loaded[which as usize];
    let Ok(candidates) = solution::read(&text[1..], puzzle.name()) else { return };
    for candidate in candidates {
        if let Ok(solution) = Solution::verified(&**instance, candidate) {
            render(&instance.draw(&solution), Style { colour: false, width: 80 });
        }
    }
});
