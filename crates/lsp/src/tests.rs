//! Texts and requests.
