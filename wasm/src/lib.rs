//! The library as a WebAssembly module with a plain C interface; `docs/wasm.md` describes it for hosts.
//!
//! A request is one JSON object, and its result is lines of JSON. Start with [`request`]; `module` has the functions that the
//! host calls and those that it provides.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod module;
pub mod request;
