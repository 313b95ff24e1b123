//! Stub.
use super::{Backend, Engine};
/// Stub.
pub const BACKEND: Backend = Backend { name: "varisat", summary: "", engine: Engine::Sat(|| todo!()) };
