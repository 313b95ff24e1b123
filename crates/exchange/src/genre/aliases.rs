//! The names of well-known kinds of puzzles, supported or not: `hashikake` is another name of
//! Bridges; the kind with the most similar name is not meant.

/// The names of one kind a line, the usual one first; compared without case, blanks and hyphens.
static ALIASES: &[&[&str]] = &[
    &["Akari", "Light Up", "Bijutsukan"],
    &["Aqre"],
    &["Araf"],
    &["Battleships", "Battleship", "Bimaru", "Yubotu", "Solitaire Battleships"],
    &["Binairo", "Takuzu", "Binary Puzzle", "Tohu wa Vohu", "Binero"],
    &["Bridges", "Hashiwokakero", "Hashikake", "Hashi", "Chopsticks"],
    &["Castle Wall", "Castle"],
    &["Chocona", "Choco"],
    &["Country Road", "Country"],
    &["Dominion"],
    &["Dominosa", "Solitaire Dominoes", "Domino Hunt"],
    &["Fillomino", "Filling", "Allied Occupation", "Polyominous"],
    &["Futoshiki", "Unequal", "Hutoshiki", "More or Less"],
    &["Galaxies", "Spiral Galaxies", "Tentai Show", "Tentaisho"],
    &["Goishi Hiroi", "Goishi", "Hiroimono"],
    &["Gokigen Naname", "Slant", "Gokigen"],
    &["Herugolf"],
    &["Heyawake", "Heyawacky", "Divided Rooms"],
    &["Hidato", "Hidoku", "Numbrix"],
    &["Hitori", "Singles"],
    &["Hotaru Beam", "Firefly"],
    &["Icebarn"],
    &["Kakurasu", "Index Sums"],
    &["Kakuro", "Cross Sums", "Kakkuro", "Tashizan Cross"],
    &["KenKen", "Keen", "Calcudoku", "Mathdoku", "Inshi no Heya"],
    &["Killer Sudoku", "Killer", "Sum Sudoku"],
    &["Kropki"],
    &["Kurodoko", "Kuromasu", "Range", "Where is Black Cells"],
    &["Kurotto"],
    &["LITS", "Nuruomino"],
    &["Magnets"],
    &["Makaro"],
    &["Map", "Map Colouring", "Map Coloring", "Four Colours"],
    &["Masyu", "Mashu", "Pearl", "Pearls"],
    &["Minarism"],
    &["Minesweeper", "Mines"],
    &["Moon or Sun", "Moonsun"],
    &["Mosaic", "Fill-a-Pix", "Mosaik", "Nampre Picture"],
    &["Nanro"],
    &["Nawabari", "Territory"],
    &["Net", "Netwalk", "FreeNet"],
    &["Nonogram", "Nonograms", "Picross", "Griddlers", "Hanjie", "Pattern", "Paint by Numbers", "Pic-a-Pix"],
    &["Norinori"],
    &["Numberlink", "Numlin", "Arukone", "Flow Free", "Nanbarinku"],
    &["Nurikabe", "Islands in the Stream", "Cell Structure"],
    &["Nurimisaki"],
    &["Palisade", "Five Cells"],
    &["Ripple Effect", "Ripple", "Hakyuu", "Hakyukoka"],
    &["Sashigane"],
    &["Shakashaka", "Proof of Quilt"],
    &["Shikaku", "Rect", "Rectangles", "Divide by Box", "Divide by Squares"],
    &["Signpost", "Arrow Path"],
    &["Skyscrapers", "Skyscraper", "Towers", "Building"],
    &["Slitherlink", "Slither", "Loopy", "Fences", "Suriza", "Loop the Loop", "Dotty Dilemma"],
    &["Star Battle", "Two Not Touch", "Doppelstern"],
    &["Stostone"],
    &["Sudoku", "Solo", "Number Place", "Nanpure", "Nanpre"],
    &["Suguru", "Tectonic", "Number Blocks"],
    &["Slalom", "Suraromu"],
    &["Tapa"],
    &["Tatamibari"],
    &["Tents", "Tents and Trees"],
    &["Tile Paint"],
    &["Tracks", "Train Tracks"],
    &["Undead", "Haunted Mirror Maze"],
    &["Unruly"],
    &["Yajilin", "Yajirin", "Arrow Ring"],
    &["Yosenabe"],
];

/// A name as it is compared: `tentsandtrees` for `Tents and Trees`.
pub fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// All names of the kind that has this one, the usual one first.
pub fn names_of(name: &str) -> Option<&'static [&'static str]> {
    let wanted = plain(name);
    ALIASES.iter().copied().find(|names| names.iter().any(|own| plain(own) == wanted))
}

/// Checks whether two names are of one kind.
pub fn are_one(one: &str, other: &str) -> bool {
    plain(one) == plain(other) || names_of(one).is_some_and(|names| names.iter().any(|own| plain(own) == plain(other)))
}

/// That a kind is known and not supported, with its other names: `Bridges is not supported (also called Hashi, ...)`.
pub fn not_supported(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [only] => format!("{only} is not supported"),
        [usual, others @ ..] => format!("{usual} is not supported (also called {})", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::files;
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_name_is_of_one_kind() {
        let mut known = BTreeSet::new();
        for name in ALIASES.iter().copied().flatten() {
            assert!(known.insert(plain(name)), "{name} is there twice");
        }
        assert!(are_one("hashikake", "Bridges") && are_one("takuzu", "binairo") && !are_one("hashikake", "shikaku"));
    }

    #[test]
    fn genres_that_people_know_have_their_names_here() {
        for kind in ["akari", "binairo", "star-battle", "slitherlink", "slant", "keen", "killer", "mosaic", "kurodoko"]
        {
            assert!(files::find(kind).is_some() && names_of(kind).is_some(), "{kind}");
        }
    }
}
