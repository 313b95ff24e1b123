//! The same puzzle from two sites: both imports are equivalent, as `diff` proves. `cargo test --test cli sites::` runs them.
//!
//! The game IDs are of Simon Tatham's programs. The links were written from the clues in them by a script that shares no code with the
//! program: the formats of puzz.link from the source of pzpr, the link of f-puzzles with the Python package `lzstring`.

use crate::support::folder::Folder;
use crate::support::{boardwright, boardwright_with};

/// Game IDs of Simon Tatham's collection, and links of puzz.link.
const PAIRS: [(&str, &str); 12] = [
    ("loopy 5x5t0:32223b3f131a22e", "https://puzz.link/p?slither/5/5/3222ddj1362ci"),
    ("lightup 6x6:bBa1b2bBdBa2f1dBa2bBa", "https://puzz.link/p?akari/6/6/h.gbc.j.gcjbh.gc.g"),
    ("pearl 6x6:cWaBcWeWcWeWgWaB", "https://puzz.link/p?mashu/6/6/0b090930300b"),
    ("singles 5x5:2124555321144155321433122", "https://puzz.link/p?hitori/5/5/2124555321144155321433122"),
    ("range 5x5:a8e7c6i5a2a", "https://puzz.link/p?kurodoko/5/5/g8k7i6o5g2g"),
    ("rect 5x5:b6_4k6e3a6a", "https://puzz.link/p?shikaku/5/5/h64q6k3g6g"),
    ("filling 5x5:1b4b5c4a2c3c3b1a", "https://puzz.link/p?fillomino/5/5/1h4h5i4g2i3i3h1g"),
    (
        "solo 3x3:3b7a5b1_9f7c1b9h6_4b6a3a2e8_7a4a9_3f2f8_7a3_5i4",
        "https://puzz.link/p?sudoku/9/9/3h7g5h19l7i1h9n64h6g3g2k87g4g93l2l87g35o4",
    ),
    ("slant 5x5:c2a02a1e3b2c32b411a0f", "https://puzz.link/p?gokigen/5/5/i707bidcg3c416aj"),
    ("bridges 7x7m2:b1a3b1e2a3b5j2l2a2a4a3", "https://puzz.link/p?hashikake/7/7/h1g3h1k2g3h5p2r2g2g4g3"),
    ("towers 4:/2///2///3//1//////3", "https://puzz.link/p?skyscrapers/4/4/g2h2h3g1k3"),
    (
        "pattern 6x6:2.1/1.3/4/4/1.3/2.1/2/4/1.2.1/6/1.1/2.2",
        "https://puzz.link/p?nonogram/6/6/12g31g4h4h31g12g2h4h1216h11g22g",
    ),
];

/// The Sudoku among the pairs as f-puzzles packs it: JSON with the size and the given values of cells.
const SUDOKU: &str = "N4IgzglgXgpiBcBOANCALhNAbO8QlQEMBXNACwHsAnBfVAcyogBMEBtN0AN0K2NwDMDCFxgA7BGir8AvsmByF8kDz64A7MNET4U2\
     fMUre/BAFYt4ydJiLby1SfgBGCzr02Ausk5G1CFCD0Ipa61nZKEeGGDhquVvoKXpzhvo4ugcFuYQY53Ma4AUHa8Ta5tkmRZbmpuA\
     BscaEJNQgALA3uURXN8PUZxY2lEd1CfSEd1TEIAEzt2ZWRFdH5CAAcs02T8JqjWQlLfvBtOyUpm4WZJ/bL8CNFY3Myi1Xz3TPHA1\
     EGTy+ba+/jeQO2zuu0G+0ctwuHyuB3M/we30+81O1yOIJOHg8MiAA===";

/// Returns what `diff` finds about two imports: the exit code and the relation.
fn compared(first: &str, second: &str) -> (i32, String) {
    let folder = Folder::new("sites");
    let files = [("first.toml", first), ("second.toml", second)].map(|(name, link)| {
        let run = boardwright_with(&["import", "-"], link, &[]);
        assert_eq!(run.code, 0, "{link}: {}", run.stderr);
        folder.file(name, run.stdout)
    });
    let run = boardwright(&["diff", &files[0], &files[1], "--format", "json"]);
    let found: serde_json::Value = serde_json::from_str(&run.stdout).expect("an object");
    (run.code, found["relation"].as_str().unwrap_or_default().to_string())
}

fn equivalent(first: &str, second: &str) {
    assert_eq!(compared(first, second), (0, "equivalent".to_string()), "{first} and {second}");
}

#[test]
fn game_ids_and_links_are_the_same_puzzles() {
    PAIRS.iter().for_each(|(id, link)| equivalent(id, link));
}

#[test]
fn a_sudoku_of_four_sites_is_the_same() {
    let (id, link) = PAIRS.iter().find(|(id, _)| id.starts_with("solo")).expect("it is a pair");
    for site in ["https://www.f-puzzles.com/?load=", "https://sudokupad.app/fpuzzles"] {
        let packed = format!("{site}{SUDOKU}");
        equivalent(id, &packed);
        equivalent(&packed, link);
    }
}

/// A clue that is another one is noticed: the first number, which is 3, becomes 2.
#[test]
fn another_clue_is_another_puzzle() {
    let (id, link) = PAIRS[0];
    assert_eq!(compared(id, &link.replace("/3222", "/2222")).0, 1);
    assert_eq!(compared(&id.replace(":3222", ":2222"), link).0, 1);
}
