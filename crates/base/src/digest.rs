//! A digest that is the same on every machine and in every version of the compiler.
//!
//! FNV-1a with 128 bits (G. Fowler, L. C. Noll, K.-P. Vo; RFC 9923). It identifies models, formulas and programs; it is not
//! cryptographic. Imports no other room. Start with [`digest()`].

use std::fmt;

/// Returns the digest of some bytes, in hexadecimal.
pub fn digest(bytes: impl AsRef<[u8]>) -> String {
    let mut digest = Digest::new();
    digest.add(bytes.as_ref());
    digest.hexadecimal()
}

/// A digest that grows.
pub struct Digest(u128);

impl Default for Digest {
    fn default() -> Digest {
        Digest::new()
    }
}

impl Digest {
    /// The digest of nothing.
    pub fn new() -> Digest {
        Digest(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }

    /// Appends bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }

    /// Returns 32 hexadecimal digits.
    pub fn hexadecimal(&self) -> String {
        format!("{:032x}", self.0)
    }
}

impl fmt::Write for Digest {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.add(text.as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_fnv() {
        // The published vectors of FNV-1a, 128 bits: "", "a" and "foobar".
        assert_eq!(digest(""), "6c62272e07bb014262b821756295c58d");
        assert_eq!(digest("a"), "d228cb696f1a8caf78912b704e4a8964");
        assert_eq!(digest("foobar"), "343e1662793c64bf6f0d3597ba446f18");
    }
}
