//! Stub.
use super::{Backend, Engine};
/// Stub.
pub const BACKEND: Backend = Backend { name: "cadical", summary: "", engine: Engine::Sat(|| todo!()) };
