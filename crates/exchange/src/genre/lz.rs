//! lz-string in base64, in which links of f-puzzles have their text.
//!
//! The text is LZ78 over UTF-16 units: codes 0 and 1 introduce a new unit of 8 or 16 bits, code 2 ends the text, any other code is an entry of the
//! dictionary. An entry is an earlier phrase and the unit after it, that is, a part of the text itself. The crate lz-str compresses; it
//! decompresses without a limit, so that a link of some kilobytes could take gigabytes, and does not say what is wrong. Imports nothing
//! of the crate. Start with [`compress`] and [`decompress`].

/// The digits of base64 (RFC 4648).
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// A reason why a text cannot be decompressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// A character is no digit of base64; its place in bytes.
    #[error("`{character}` is not base64")]
    Digit {
        /// The place, in bytes.
        place: usize,
        /// The character.
        character: char,
    },
    /// The text ends before its last code.
    #[error("the text is cut off")]
    Short,
    /// A code is not in the dictionary.
    #[error("the text is damaged: unknown code {0}")]
    Code(usize),
    /// The decompressed text is longer than allowed.
    #[error("the text is longer than {0} characters when decompressed")]
    Long(usize),
    /// The decompressed text is not UTF-16.
    #[error("the text is damaged: not UTF-16")]
    Units,
}

/// Compresses a text.
pub fn compress(text: &str) -> String {
    lz_str::compress_to_base64(text)
}

/// Decompresses a text, up to `most` UTF-16 units.
///
/// # Errors
/// What is wrong with the text.
pub fn decompress(packed: &str, most: usize) -> Result<String, Damage> {
    let mut bits = Bits { digits: digits(packed)?, place: 0 };
    let mut out: Vec<u16> = Vec::new();
    // The first places of the entries in the text, and their lengths. Codes 0 to 2 are none.
    let mut entries: Vec<(usize, usize)> = vec![(0, 0); 3];
    let mut last: Option<(usize, usize)> = None;
    let (mut width, mut left) = (2, 1);
    // One code is used up: codes have one more bit when the dictionary is full.
    let widen = |width: &mut u32, left: &mut usize| {
        *left -= 1;
        if *left == 0 {
            *left = 1 << *width;
            *width += 1;
        }
    };
    loop {
        let code = bits.take(width)?;
        let start = out.len();
        let length = match code {
            0 | 1 => {
                let unit = bits.take(8 << code)?;
                out.push(u16::try_from(unit).map_err(|_| Damage::Units)?);
                entries.push((start, 1));
                // The first unit of the text takes no code.
                if last.is_some() {
                    widen(&mut width, &mut left);
                }
                1
            }
            2 => return String::from_utf16(&out).map_err(|_| Damage::Units),
            // The entry that this code makes: the last phrase and its own first unit.
            _ if code == entries.len() => {
                let (from, length) = last.ok_or(Damage::Code(code))?;
                copy(&mut out, from, length);
                out.push(out[from]);
                length + 1
            }
            _ => {
                let (from, length) = *entries.get(code).ok_or(Damage::Code(code))?;
                copy(&mut out, from, length);
                length
            }
        };
        if out.len() > most {
            return Err(Damage::Long(most));
        }
        if let Some((from, length)) = last {
            entries.push((from, length + 1));
        }
        last = Some((start, length));
        widen(&mut width, &mut left);
    }
}

fn copy(out: &mut Vec<u16>, from: usize, length: usize) {
    out.extend_from_within(from..from + length);
}

/// Returns the values of the digits.
fn digits(packed: &str) -> Result<Vec<u8>, Damage> {
    let digits = packed.trim_end_matches('=').char_indices();
    let value = |(place, character): (usize, char)| {
        let value = DIGITS.iter().position(|digit| char::from(*digit) == character);
        value.and_then(|value| u8::try_from(value).ok()).ok_or(Damage::Digit { place, character })
    };
    digits.map(value).collect()
}

/// The bits of digits, the highest of each digit first.
struct Bits {
    digits: Vec<u8>,
    place: usize,
}

impl Bits {
    /// Reads a number of so many bits, the lowest first.
    fn take(&mut self, bits: u32) -> Result<usize, Damage> {
        let mut number = 0;
        for bit in 0..bits {
            let digit = self.digits.get(self.place / 6).ok_or(Damage::Short)?;
            number |= usize::from(digit >> (5 - self.place % 6) & 1) << bit;
            self.place += 1;
        }
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_base::random::Random;

    const MAX_LENGTH: usize = 1 << 20;

    #[test]
    fn texts_come_back() {
        for text in
            ["", "a", "aaaaaaaaaaaaaaa", "{\"size\":9,\"grid\":[[{},{},{}],[{},{},{}]]}", "é ◯ 𝄞 ◯◯◯ é", "\u{0}\u{0}"]
        {
            let packed = compress(text);
            assert_eq!(decompress(&packed, MAX_LENGTH).as_deref(), Ok(text), "{packed}");
            assert_eq!(decompress(packed.trim_end_matches('='), MAX_LENGTH).as_deref(), Ok(text), "{packed}");
        }
    }

    /// The crate decompresses, too; random texts over few characters use all kinds of codes.
    #[test]
    fn random_texts_come_back_as_from_the_crate() {
        for seed in 0..300 {
            let mut random = Random(seed);
            let letters: Vec<char> = "ab{}[],\"RC19 é◯".chars().take(2 + random.below(13)).collect();
            let text: String = (0..random.below(2000)).map(|_| letters[random.below(letters.len())]).collect();
            let packed = compress(&text);
            assert_eq!(decompress(&packed, MAX_LENGTH).as_deref(), Ok(text.as_str()), "seed {seed}");
            let units = lz_str::decompress_from_base64(&packed).expect("it is packed");
            assert_eq!(String::from_utf16(&units).ok(), Some(text), "seed {seed}");
        }
    }

    /// By the lz-string of JavaScript: `LZString.compressToBase64('{"size":9}')`.
    #[test]
    fn the_text_of_the_original_is_read() {
        assert_eq!(decompress("N4IgzglgXgpiBcBOAvkA", MAX_LENGTH).as_deref(), Ok("{\"size\":9}"));
    }

    #[test]
    fn damage_is_told_apart() {
        let packed = compress("{\"size\":9,\"grid\":[[{},{},{}]]}");
        assert_eq!(decompress(&packed[..packed.len() / 2], MAX_LENGTH), Err(Damage::Short));
        assert_eq!(decompress("", MAX_LENGTH), Err(Damage::Short));
        assert_eq!(decompress("N4I!", MAX_LENGTH), Err(Damage::Digit { place: 3, character: '!' }));
        assert_eq!(decompress("////", MAX_LENGTH), Err(Damage::Code(3)));
        assert_eq!(decompress(&compress(&"a".repeat(5000)), 4000), Err(Damage::Long(4000)));
        assert_eq!(decompress(&compress(&"a".repeat(4000)), 4000).map(|text| text.len()), Ok(4000));
    }

    #[test]
    fn no_text_makes_it_panic() {
        for seed in 0..2000 {
            let mut random = Random(seed);
            let packed: String = (0..random.below(60)).map(|_| char::from(DIGITS[random.below(64)])).collect();
            _ = decompress(&packed, 1000);
        }
    }
}
