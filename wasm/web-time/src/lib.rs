//! Stands in for the crate web-time, which rustsat and microlp depend on for timers that are not used here.
//!
//! On `wasm32-unknown-unknown` the original brings wasm-bindgen and js-sys, and with them some 1500 exports and imports that only
//! wasm-bindgen's own tool can remove from the module.

pub use std::time::*;
