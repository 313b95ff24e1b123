//! Stub.
use super::{Backend, Engine};
/// Stub.
pub const BACKEND: Backend = Backend { name: "microlp", summary: "", engine: Engine::Ilp(|| todo!()) };
