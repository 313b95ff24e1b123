//! The fills of cells and pieces. Imports pictures only.

use boardwright_base::board::picture::Ground;

/// The RGB fills of pieces. Based on the scheme "light" of P. Tol, "Colour Schemes", SRON/EPS/TN/09-002, designed for
/// black letters on colours that are distinguishable with colour vision deficiencies.
pub(super) const PIECES: [[u8; 3]; 9] = [
    [0x9f, 0xc5, 0xe8],
    [0xf3, 0xe2, 0xa0],
    [0x86, 0xd2, 0xb8],
    [0xff, 0xc4, 0xce],
    [0xe0, 0xe0, 0xe0],
    [0xf4, 0xad, 0x92],
    [0xb8, 0xe8, 0xff],
    [0xd3, 0xdf, 0x7d],
    [0xc9, 0xc7, 0x66],
];

/// Returns the fill of a cell of this colour on a ground.
pub(super) fn fill(colour: [u8; 3], ground: Ground) -> String {
    let [red, green, blue] = match ground {
        Ground::Dark => colour.map(|part| (f64::from(part) * 0.82).round() as u8),
        Ground::Wall => [0x26; 3],
        Ground::Stone => [0xd2; 3],
        Ground::Filled => [0x4a, 0x55, 0x62],
        Ground::Tinted(tint) => tint,
        Ground::Plain | Ground::Light => colour,
    };
    format!("#{red:02x}{green:02x}{blue:02x}")
}
