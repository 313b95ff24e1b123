//! Colours of BurrTools as letters of a model.
//!
//! In BurrTools a problem lists pairs: a colour of the pieces that may lie on a colour of the result. A voxel without colour
//! is compatible with all others. In a model a letter lies on the same letter, and `#` is compatible with every letter. So
//! a colour that is compatible with all colours becomes `#`. The others must form groups in which all pairs are
//! compatible: one letter per group. Pairs 1-1 and 2-2 are two letters; 1-1, 1-2 and 2-2 cannot be expressed.

use super::{Part, Solid, children, number};
use boardwright_base::diagnostic::Diagnostic;
use roxmltree::Node;
use std::collections::{BTreeMap, BTreeSet};

/// The letters of the colours.
pub(super) struct Colours {
    of_piece: BTreeMap<usize, char>,
    of_result: BTreeMap<usize, char>,
}

impl Colours {
    /// # Errors
    /// When letters cannot express the pairs; the error has no place.
    pub(super) fn of(
        puzzle: Node<'_, '_>,
        problem: Node<'_, '_>,
        result: &Solid,
        parts: &[Part],
    ) -> Result<Colours, Diagnostic> {
        let used = |solid: &Solid| solid.voxels().map(|voxel| voxel.colour).collect::<Vec<usize>>();
        let coloured = |colours: Vec<usize>| colours.into_iter().filter(|&colour| colour > 0).collect::<BTreeSet<_>>();
        let on_pieces = coloured(parts.iter().flat_map(|part| used(&part.solid)).collect());
        let on_result = coloured(used(result));
        let palette = children(puzzle, "colors", "color");
        // Without a palette BurrTools requires nothing.
        let mut pairs: BTreeSet<(usize, usize)> = BTreeSet::new();
        if palette.is_empty() {
            pairs.extend(on_pieces.iter().flat_map(|&piece| on_result.iter().map(move |&ground| (piece, ground))));
        }
        for pair in children(problem, "bitmap", "pair") {
            // Counted from 0 here and from 1 on voxels.
            let colour = |name| Ok::<usize, Diagnostic>(number(pair, name, 63)?.map_or(0, |colour| colour + 1));
            pairs.insert((colour("piece")?, colour("result")?));
        }
        let goes = |piece: usize, ground: usize| pairs.contains(&(piece, ground));
        let picky: Vec<usize> =
            on_pieces.iter().copied().filter(|&piece| !on_result.iter().all(|&ground| goes(piece, ground))).collect();
        let reserved: Vec<usize> =
            on_result.iter().copied().filter(|&ground| !picky.iter().all(|&piece| goes(piece, ground))).collect();
        let mut letters = Letters::new(&palette);
        let mut colours = Colours {
            of_piece: on_pieces.iter().map(|&colour| (colour, '#')).collect(),
            of_result: on_result.iter().map(|&colour| (colour, '#')).collect(),
        };
        let mut groups: BTreeMap<Vec<usize>, char> = BTreeMap::new();
        for &piece in &picky {
            let grounds: Vec<usize> = reserved.iter().copied().filter(|&ground| goes(piece, ground)).collect();
            let is_new = !groups.contains_key(&grounds);
            if is_new && groups.keys().flatten().any(|ground| grounds.contains(ground)) {
                return Err(unsayable(&picky, &reserved, &goes));
            }
            // Colours that may lie only on voxels without colour can share one letter.
            let letter = match groups.get(&grounds) {
                Some(&letter) => letter,
                None => letters.next(piece)?,
            };
            groups.insert(grounds.clone(), letter);
            colours.of_piece.insert(piece, letter);
            colours.of_result.extend(grounds.into_iter().map(|ground| (ground, letter)));
        }
        for &ground in reserved.iter().filter(|&&ground| picky.iter().all(|&piece| !goes(piece, ground))) {
            colours.of_result.insert(ground, letters.next(ground)?);
        }
        Ok(colours)
    }

    pub(super) fn of_piece(&self, colour: usize) -> char {
        self.of_piece.get(&colour).copied().unwrap_or('#')
    }

    pub(super) fn of_result(&self, colour: usize) -> char {
        self.of_result.get(&colour).copied().unwrap_or('#')
    }

    /// Returns whether no piece has a letter.
    pub(super) fn pieces_are_plain(&self) -> bool {
        self.of_piece.values().all(|&letter| letter == '#')
    }

    /// Returns two unused letters; fewer if fewer are left.
    pub(super) fn free_letters(&self) -> Vec<char> {
        let is_free = |letter: &char| !self.of_piece.values().chain(self.of_result.values()).any(|used| used == letter);
        ['H', 'F'].into_iter().chain('A'..='Z').filter(is_free).take(2).collect()
    }

    /// Returns which colour is which letter, for comments.
    pub(super) fn remarks(&self) -> Vec<String> {
        let words = |letters: &BTreeMap<usize, char>| -> Vec<String> {
            letters.iter().map(|(colour, letter)| format!("{colour} is {letter}")).collect()
        };
        let lines = [("pieces", words(&self.of_piece)), ("result", words(&self.of_result))];
        let lines = lines.iter().filter(|(_, words)| !words.is_empty());
        lines.map(|(of, words)| format!("Of the colours of the {of}, {}.", words.join(", "))).collect()
    }
}

fn unsayable(picky: &[usize], reserved: &[usize], goes: &dyn Fn(usize, usize) -> bool) -> Diagnostic {
    let lists = picky.iter().map(|&piece| {
        let grounds: Vec<String> =
            reserved.iter().filter(|&&ground| goes(piece, ground)).map(ToString::to_string).collect();
        format!("colour {piece} of the pieces may lie on {} of the result", grounds.join(" and "))
    });
    let mistake = Diagnostic::new("colours", "a model cannot express these colour pairs");
    let mistake =
        mistake.help("in a model a colour lies on the same colour, and a cell without colour lies on every colour");
    lists.take(10).fold(mistake, Diagnostic::help)
}

/// Letters in order; black and white get B and W.
struct Letters {
    /// By colour, from 1: the letter that its RGB value suggests.
    looks: Vec<Option<char>>,
    taken: BTreeSet<char>,
}

impl Letters {
    fn new(palette: &[Node<'_, '_>]) -> Letters {
        let look = |colour: &Node<'_, '_>| {
            let parts = ["red", "green", "blue"].map(|part| number(*colour, part, 255).ok().flatten().unwrap_or(128));
            match (parts.iter().max(), parts.iter().min()) {
                (Some(..=63), _) => Some('B'),
                (_, Some(192..)) => Some('W'),
                _ => None,
            }
        };
        Letters { looks: palette.iter().map(look).collect(), taken: BTreeSet::new() }
    }

    fn next(&mut self, colour: usize) -> Result<char, Diagnostic> {
        let look = self.looks.get(colour.wrapping_sub(1)).copied().flatten();
        // The last two stay free for a black and a white colour.
        let order = look.into_iter().chain(('A'..='Z').filter(|letter| !matches!(letter, 'B' | 'W'))).chain(['B', 'W']);
        let letter = order.into_iter().find(|letter| !self.taken.contains(letter));
        let letter =
            letter.ok_or_else(|| Diagnostic::new("too-many-colours", "the problem has more than 26 colours"))?;
        self.taken.insert(letter);
        Ok(letter)
    }
}
