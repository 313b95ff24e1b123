//! Digests that are the same on every machine and in every version of the compiler.
//!
//! FNV-1a with 128 bits (G. Fowler, L. C. Noll, K.-P. Vo; RFC 9923) identifies models, jobs and programs; it is not
//! cryptographic. [`Sha256`] (FIPS 180-4) identifies formulas and problems, so that other programs can compute it, too. Imports
//! no other room. Start with [`digest()`].

use sha2::Digest as _;
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

/// A SHA-256 digest that grows.
#[derive(Default)]
pub struct Sha256(sha2::Sha256);

impl Sha256 {
    /// The digest of nothing.
    pub fn new() -> Sha256 {
        Sha256::default()
    }

    /// Appends bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Returns 64 hexadecimal digits.
    pub fn hexadecimal(self) -> String {
        self.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl fmt::Write for Sha256 {
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

    #[test]
    fn sha256_is_the_published_one() {
        // The examples of NIST for FIPS 180-4: "" and "abc".
        assert_eq!(Sha256::new().hexadecimal(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        let mut digest = Sha256::new();
        digest.add(b"a");
        digest.add(b"bc");
        assert_eq!(digest.hexadecimal(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
