//! Stub.
use super::{Backend, Engine};
/// Stub.
pub const BACKEND: Backend = Backend { name: "batsat", summary: "", engine: Engine::Sat(|| todo!()) };
