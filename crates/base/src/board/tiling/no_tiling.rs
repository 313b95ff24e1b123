//! Why a tiling with a name has no board.

/// The most blocks of a board: rows times columns.
pub(super) const MAX_BLOCKS: usize = 20_000;

/// Why a tiling has no board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoTiling {
    /// It would have too many blocks.
    #[error("a tiling of {rows} rows and {columns} columns is too large; their product is at most {MAX_BLOCKS}")]
    TooLarge {
        /// The rows.
        rows: usize,
        /// The columns.
        columns: usize,
    },
    /// The patch is not one of the tiling.
    #[error("this is no patch of the tiling")]
    Patch,
    /// The patch lies beyond what its size allows.
    #[error("the patch lies too far from the middle for this size")]
    Beyond,
    /// The patch does not say what all of a board of this size is.
    #[error("the patch is too short for this size")]
    Short,
}
