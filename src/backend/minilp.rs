//! Stub.
use super::{Backend, Engine};
/// Stub.
pub const BACKEND: Backend = Backend { name: "minilp", summary: "", engine: Engine::Ilp(|| todo!()) };
