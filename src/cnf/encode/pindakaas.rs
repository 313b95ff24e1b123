//! The bridge to the encoders of the crate pindakaas.
