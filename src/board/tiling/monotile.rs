//! Tilings by a single tile without a period: hats.
//!
//! Tiles form supertiles of several kinds, these form larger supertiles of the same kinds, and so on ([`substitution`]). A
//! patch is an address: the tile where the board begins, the number of that tile in its supertile, of that in the next, and
//! so on up to a supertile with a letter. Source of the tiling: Smith, Myers, Kaplan and Goodman-Strauss, "An aperiodic
//! monotile" (2023). Source of the addresses and of the order of tiles: `hat.c` and `grid.c` of Simon Tatham's collection.

mod hats;
mod motion;
mod substitution;

pub(super) use self::hats::polygons as hats;
