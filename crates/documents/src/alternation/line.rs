//! The instance: a line of pieces, its goal and its moves.
//!
//! A piece is a number, the place of its letter in the alphabet of the line, and 0 is a vacant cell. The alphabet is `BW`
//! where the model has no other letter, and otherwise its letters in order: those of `CAAB..` are 3, 1, 1, 2. Start
//! reading at [`Line`]. Imports nothing of its family.

use boardwright_base::source::Span;
use boardwright_puzzle::solution::{Candidate, Solution};

/// The most cells, in all states of a plan, that are kept.
pub(super) const MAX_STATES: usize = 1_000_000;

/// The content of a cell: vacant, or the piece of a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place(u8);

impl Place {
    pub(super) const VACANT: Place = Place(0);

    /// Returns the piece of a colour, which is below 26.
    pub(super) fn piece(colour: usize) -> Place {
        Place(colour as u8 + 1)
    }

    /// Returns the content of a number from 0 to 26.
    pub(super) fn of(number: u8) -> Place {
        Place(number)
    }

    /// Returns the number of the content.
    pub(super) fn number(self) -> u8 {
        self.0
    }

    /// Returns the colour of a piece.
    pub(super) fn colour(self) -> Option<usize> {
        (self.0 as usize).checked_sub(1)
    }

    /// Returns the value in a layer of a candidate.
    pub(super) fn value(self) -> u16 {
        self.0.into()
    }
}

/// The letters of the colours: at least two, `BW` or in the order of the alphabet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Letters(Vec<char>);

impl Letters {
    /// Returns the alphabet of a model with these characters.
    pub(super) fn of(characters: impl IntoIterator<Item = char>) -> Letters {
        let mut letters: Vec<char> = characters.into_iter().filter(char::is_ascii_uppercase).collect();
        letters.sort_unstable();
        letters.dedup();
        if letters.iter().all(|letter| "BW".contains(*letter)) {
            return Letters(vec!['B', 'W']);
        }
        if let [only] = letters[..] {
            // Two colours are the least; the second has no piece.
            letters.push(if only == 'Z' { 'A' } else { 'Z' });
        }
        Letters(letters)
    }

    /// Returns the number of colours.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Checks whether the pieces are black and white.
    pub(super) fn is_black_and_white(&self) -> bool {
        self.0 == ['B', 'W']
    }

    /// Returns the content that a character stands for.
    pub(super) fn place(&self, character: char) -> Option<Place> {
        if character == '.' {
            return Some(Place::VACANT);
        }
        self.0.iter().position(|&letter| letter == character).map(Place::piece)
    }

    /// Returns the content that a value of a layer stands for.
    pub(super) fn of_value(&self, value: u16) -> Option<Place> {
        u8::try_from(value).ok().map(Place).filter(|&place| place.0 as usize <= self.len())
    }

    pub(super) fn character(&self, place: Place) -> char {
        place.colour().map_or('.', |colour| self.0[colour])
    }

    /// Returns the name of a colour: `black`, or its letter.
    pub(super) fn name(&self, colour: usize) -> String {
        match colour {
            0 if self.is_black_and_white() => "black".to_string(),
            1 if self.is_black_and_white() => "white".to_string(),
            _ => self.0[colour].to_string(),
        }
    }

    /// Formats a row.
    pub(super) fn text(&self, row: &[Place]) -> String {
        row.iter().map(|&place| self.character(place)).collect()
    }

    /// Returns the number of pieces of each colour in a row.
    pub(super) fn counts(&self, row: &[Place]) -> Vec<usize> {
        let mut counts = vec![0; self.len()];
        row.iter().filter_map(|place| place.colour()).for_each(|colour| counts[colour] += 1);
        counts
    }

    /// Formats the pieces of a row: `3 black and 3 white pieces`, `pieces A 2, B 2, C 1`.
    pub(super) fn pieces(&self, row: &[Place]) -> String {
        let counts = self.counts(row);
        if self.is_black_and_white() {
            return format!("{} black and {} white pieces", counts[0], counts[1]);
        }
        let one = |(letter, count): (&char, usize)| format!("{letter} {count}");
        let listed = self.0.iter().zip(counts).filter(|&(_, count)| count > 0).map(one);
        format!("pieces {}", listed.collect::<Vec<String>>().join(", "))
    }

    /// Lists the characters of a row: `` `B`, `W` or `.` ``.
    pub(super) fn listed(&self) -> String {
        let letters: Vec<String> = self.0.iter().map(|letter| format!("`{letter}`")).collect();
        format!("{} or `.`", letters.join(", "))
    }
}

/// A line, cell by cell.
pub(super) type Row = Vec<Place>;

/// Formats the first and the last cell of a block: `2,3`, `4`, `5-9`.
pub(super) fn cells(left: usize, block: usize) -> String {
    let (first, last) = (left + 1, left + block);
    match block {
        1 => first.to_string(),
        2 => format!("{first},{last}"),
        _ => format!("{first}-{last}"),
    }
}

/// The rows that end the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Goal {
    /// One unbroken row, neighbours all differ.
    Alternating,
    /// One unbroken row that repeats all colours in one order.
    Cyclic,
    /// One unbroken row with each colour in one piece.
    Separated,
    /// One of the listed rows.
    Rows(Vec<Row>),
}

/// An instance. `start` has a piece and `block` adjacent vacant cells; listed rows have its length and its pieces.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) start: Row,
    pub(super) letters: Letters,
    pub(super) goal: Goal,
    pub(super) block: usize,
    pub(super) reverse: bool,
    pub(super) moves: Option<usize>,
    pub(super) start_place: Span,
    /// The place of the goal in the model; `None` where the goal is the default.
    pub(super) goal_place: Option<Span>,
}

impl Line {
    pub(super) fn cells(&self) -> usize {
        self.start.len()
    }

    pub(super) fn pieces(&self) -> usize {
        self.start.iter().filter(|&&place| place != Place::VACANT).count()
    }

    /// Returns the number of pieces of the first colour.
    pub(super) fn black(&self) -> usize {
        self.counts()[0]
    }

    /// Returns the number of pieces of each colour.
    pub(super) fn counts(&self) -> Vec<usize> {
        self.letters.counts(&self.start)
    }

    /// Formats a row.
    pub(super) fn text(&self, row: &[Place]) -> String {
        self.letters.text(row)
    }

    /// Checks whether a plan is short enough to keep and show all its states.
    pub(super) fn keeps_states(&self, moves: usize) -> bool {
        moves.saturating_mul(self.cells()) <= MAX_STATES
    }

    /// Makes a move without checking the rules, which `verify` does; the ends must be on the line.
    pub(super) fn make(&self, row: &mut [Place], (from, to): (usize, usize)) {
        for index in 0..self.block {
            let landing = if self.reverse { self.block - 1 - index } else { index };
            row[to + landing] = std::mem::replace(&mut row[from + index], Place::VACANT);
        }
    }
}

/// A candidate plan of these moves, from left end to left end, 0-based.
pub(super) fn candidate(moves: &[(usize, usize)]) -> Candidate {
    let steps = moves.iter().map(|&(from, to)| (from + 1, to + 1)).collect();
    Candidate { steps: Some(steps), ..Candidate::default() }
}

/// Returns the moves of a solution in the form of [`candidate`].
pub(super) fn moves(solution: &Solution) -> Vec<(usize, usize)> {
    let steps = solution.candidate().steps.iter().flatten();
    steps.map(|&(from, to)| (from - 1, to - 1)).collect()
}
