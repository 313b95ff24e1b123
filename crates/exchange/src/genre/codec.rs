//! The codes of links: each turns a text into words and words into a text.
//!
//! A code has an item for each of a known number of places. A [`Word`] is what the item says: a number `12`, `?` for a clue
//! without a number, `3>` for a number with an arrow, or a word of the code's own; `None` is nothing there. What a word means is the
//! genre's affair. [`CODECS`] is the registry; a code is a section of a file in `codec/`. Source of the codes of puzz.link:
//! robx/pzprjs, `src/variety-common/Encode.js` and `src/variety`.
//!
//! Start with [`Codec`] and [`CODECS`].

mod arrows;
mod beside;
mod code;
mod games;
mod ids;
mod numbers;
mod packed;
mod parts;
mod railway;
mod sequence;
mod special;
mod tilings;
mod walls;

pub use self::code::{Codec, Settings, Unwritable, Word};

/// The registry.
pub static CODECS: &[Codec] = &[
    numbers::NUMBER16,
    numbers::NUMBER10,
    numbers::NUMBER10OR16,
    numbers::NUMBER4,
    numbers::NUMBER36,
    numbers::THINGS,
    ids::DIGITS,
    ids::SPACED,
    ids::GAPS,
    ids::SQUARES,
    ids::COMMAS,
    ids::SLASHES,
    ids::BRACKETS,
    ids::EDGES,
    arrows::ARROWS16,
    arrows::CASTLE,
    packed::BITS,
    packed::TRITS,
    packed::BORDERS,
    packed::CROSSES,
    packed::DOTS,
    packed::PAIRS,
    packed::SIDES,
    sequence::SYMBOLS,
    parts::TEXT,
    parts::NUMBER,
    parts::PLACE,
    parts::PIECES,
    special::KAKURO,
    special::MINARISM,
    special::TAPA,
    special::COMPASS,
    walls::KAKURU,
    walls::TILEPAINT,
    beside::COUNTS,
    beside::DOTTED,
    beside::RESULTS,
    games::DIRECTIONS,
    games::LARGER,
    games::HALVES,
    games::FENCES,
    railway::RAILWAY,
    tilings::HONEYCOMB,
    tilings::TRIANGLES,
];

/// Returns the code of this name.
pub fn find(name: &str) -> Option<&'static Codec> {
    CODECS.iter().find(|codec| codec.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::genre::scan::Scan;
    use boardwright_base::random::Random;

    const SYMBOLS: &[(&str, &str)] = &[("1", "w"), ("2", "b"), ("31", "k")];
    const FLEETS: &[(&str, &str)] = &[("c", "3/11g/11g/21o")];

    /// Words that a code can write.
    fn words(name: &str) -> &'static [&'static str] {
        match name {
            "number16" => &["0", "9", "15", "16", "255", "256", "4095", "4096", "8192", "12239", "12240", "77776", "?"],
            "number10" => &["0", "5", "9", "?"],
            "number10or16" => &["0", "9", "10", "300", "?"],
            "number4" => &["0", "1", "2", "3", "4", "?"],
            "number36" => &["0", "9", "35", "36", "1295"],
            "arrows16" => &["0^", "15v", "16<", "255>", "256^", "4095>", "3", "?", "?>", "+"],
            "castle" => &["0:3>", "1:16^", "2:256<", "0:?", "1:?v", "2:0"],
            "trits" | "dots" | "gaps" | "squares" | "sides" => &["1", "2"],
            "pairs" => &["1", "2", "3"],
            "kakuru" => &["#", "?", "1", "19", "20", "45"],
            "commas" | "slashes" | "brackets" => &["0", "7", "10", "123"],
            "counts" => &["0", "9", "10", "35", "36", "61"],
            "results" => &["a12", "m3", "s0", "d2"],
            "symbols" => &["w", "b", "k"],
            "digits" => &["0", "4", "9"],
            "spaced" => &["1", "9", "10", "123"],
            "minarism" => &["0", "15", "16", "255", "?", "<", ">"],
            "tapa" => &["0", "8", "?", "1,1,1,1", "5,5", "?,1", "3,3,3", "?,?,?", "1,?,1,1"],
            "compass" => &["?,?,?,1", "0,16,?,300"],
            _ => &["1"],
        }
    }

    /// Codes whose words depend on each other: a text of a board of this size, and the number of its items.
    const TEXTS: &[(&str, (usize, usize), usize, &str)] = &[
        ("dotted", (3, 4), 4 * 2 + 3 * 2, "1.1//3/2/1.1/4/"),
        ("directions", (2, 2), 4, "1cef4a"),
        ("squares", (2, 3), 6, "aBbA"),
        ("squares", (2, 3), 6, "aBC"),
        ("larger", (2, 2), 8, "0R,2D,0,0UL,"),
        ("larger", (2, 2), 8, "0R,1L,0,0,"),
        ("halves", (2, 3), 7, "LRTLRB"),
        ("halves", (1, 2), 1, "**"),
        ("railway", (3, 3), 18, "5CbAbAa,1,S3,0,S2,1,1"),
        ("triangles", (2, 2), 10, "0_a1d32b"),
        ("triangles", (3, 1), 9, "0_0a1b22"),
        ("triangles", (2, 1), 6, "1a2a"),
    ];

    #[test]
    fn texts_are_written_as_they_are_read() {
        for (name, size, wanted, text) in TEXTS {
            let codec = find(name).expect("it is in the registry");
            let settings =
                Settings { wanted: *wanted, what: "places", size: *size, is_id: true, ..Settings::default() };
            let mut scan = Scan::new(text, 0, text.len());
            let words = (codec.read)(&mut scan, &settings).unwrap_or_else(|wrong| panic!("{text}: {}", wrong.message));
            assert_eq!((words.len(), scan.rest()), (*wanted, ""), "{text}");
            assert_eq!((codec.write)(&words, &settings).as_deref(), Ok(*text), "{words:?}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let owned = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
            pairs.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect()
        };
        let (symbols, fleets) = (owned(SYMBOLS), owned(FLEETS));
        let mut random = Random(17);
        let others = ["text", "number", "pieces", "kakuro", "tilepaint"];
        let is_free = |name: &str| !others.contains(&name) && TEXTS.iter().all(|(own, ..)| *own != name);
        for codec in CODECS.iter().filter(|codec| is_free(codec.name)) {
            let own: &[(String, String)] = if codec.name == "symbols" { &symbols } else { &[] };
            for round in 0..300 {
                let size = (1 + random.below(9), 1 + random.below(9));
                let borders = size.0 * (size.1 - 1) + (size.0 - 1) * size.1;
                let wanted = if matches!(codec.name, "borders" | "edges" | "fences" | "minarism" | "sides") {
                    borders
                } else {
                    size.0 * size.1
                };
                // a to f are digits of number16.
                let letters = if codec.name == "number16" { ('k', 'z') } else { ('a', 'z') };
                let runs = (round % 2 == 0).then_some(letters);
                let settings = Settings { wanted, what: "cells", size, symbols: own, runs, ..Settings::default() };
                let upright = size.0 * (size.1 - 1);
                // Without runs there is a symbol at every place.
                let is_full = matches!(codec.name, "commas" | "brackets" | "results")
                    || codec.name == "symbols" && runs.is_none();
                let sparse = if is_full { 1 } else { 1 + random.below(40) };
                let mut word = |place: usize| {
                    let word = random.one_of(words(codec.name));
                    let word = match word {
                        "<" if place >= upright && codec.name == "minarism" => "^",
                        ">" if place >= upright && codec.name == "minarism" => "v",
                        word => word,
                    };
                    (random.below(sparse) == 0).then(|| word.to_string())
                };
                // number36 has a character for nothing only where pzpr has one.
                let mut words: Vec<Word> = (0..wanted).map(&mut word).collect();
                if codec.name == "place" {
                    words.fill(None);
                    words[wanted / 2] = Some("o".to_string());
                }
                let text = (codec.write)(&words, &settings).unwrap_or_else(|wrong| panic!("{}: {wrong:?}", codec.name));
                let mut scan = Scan::new(&text, 0, text.len());
                let read = (codec.read)(&mut scan, &settings);
                let read = read.unwrap_or_else(|wrong| panic!("{} of {text}: {}", codec.name, wrong.message));
                assert_eq!((read, scan.rest()), (words, ""), "{}: {text}", codec.name);
            }
        }
        for pieces in [&["#", "#", "##"][..], &["##/#.", "###"]] {
            let words: Vec<Word> = pieces.iter().map(|piece| Some(piece.to_string())).collect();
            let settings = Settings { fleets: &fleets, ..Settings::default() };
            let text = (parts::PIECES.write)(&words, &settings).expect("they are pieces");
            assert_eq!(text.starts_with("//c"), pieces.len() == 3);
            assert_eq!((parts::PIECES.read)(&mut Scan::new(&text, 0, text.len()), &settings), Ok(words), "{text}");
        }
    }

    #[test]
    fn words_of_other_codes_are_refused() {
        for codec in CODECS.iter().filter(|codec| !["text", "kakuro", "tilepaint"].contains(&codec.name)) {
            let settings = Settings { wanted: 1, size: (1, 2), ..Settings::default() };
            let wrong = (codec.write)(&[Some("x y".to_string())], &settings);
            assert_eq!(wrong, Err(Unwritable { place: 0, word: "x y".to_string() }), "{}", codec.name);
        }
    }

    /// A drawing has clues one by one, so that each is asked for without the others.
    #[test]
    fn single_words_are_written_on_any_board() {
        let symbols: Vec<(String, String)> =
            SYMBOLS.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
        let own: &[&str] = &["0", "7", "12", "?", "3>", "0:3^", "w", "1,?", "#", "<", "a12", ".", ""];
        let mut written = 0;
        for codec in CODECS.iter().filter(|codec| codec.is_of_single_words()) {
            for size in [(1, 1), (3, 7), (10, 10)] {
                let settings = Settings { wanted: 1, size, symbols: &symbols, ..Settings::default() };
                let write = |word: &str| (codec.write)(&[Some(word.to_string())], &settings);
                let words = words(codec.name).iter().filter(|word| !matches!(**word, "31" | "k"));
                words.for_each(|word| assert!(write(word).is_ok(), "{}: {word} on {size:?}", codec.name));
                written += own.iter().filter(|word| write(word).is_ok()).count();
            }
        }
        assert!(written > 100, "{written}");
    }

    #[test]
    fn names_are_said_once() {
        for (index, codec) in CODECS.iter().enumerate() {
            assert!(CODECS[..index].iter().all(|other| other.name != codec.name), "{} is there twice", codec.name);
        }
    }
}
