//! Random puzzles of positions, and their models.

use super::board::{Board, Point, Shape, points};
use boardwright_base::random::Random;

/// The values; `x` is a name of `a` and `b`, and `m` is the picture of printed marks.
pub(super) const VALUES: [char; 3] = ['.', 'a', 'b'];

#[derive(Debug, Clone)]
pub(super) struct Game {
    pub(super) board: Board,
    pub(super) start: Vec<char>,
    /// By cell: whether it has a printed mark.
    pub(super) marked: Vec<bool>,
    pub(super) moves: Vec<Move>,
    /// Pictures of which one must match; `?` is any value.
    pub(super) goals: Vec<Vec<char>>,
    /// The value of which there should be as little as possible.
    pub(super) fewest: Option<char>,
    /// The maximum number of `a` in every position.
    pub(super) always: Option<usize>,
    /// So many `a` in the last position.
    pub(super) end: Option<usize>,
}

#[derive(Debug, Clone)]
pub(super) struct Move {
    pub(super) form: Form,
    pub(super) cost: u64,
}

#[derive(Debug, Clone)]
pub(super) enum Form {
    Pictures(Pictures),
    Piece(Piece),
}

#[derive(Debug, Clone)]
pub(super) struct Pictures {
    rows: Vec<(usize, bool, usize)>,
    /// The places, row by row; `_` is no part of the picture.
    before: Vec<char>,
    after: Vec<char>,
    pub(super) directions: Vec<&'static str>,
    /// Nothing, any direction, or one.
    pub(super) repeat: Option<&'static str>,
}

#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub(super) pieces: Vec<char>,
    pub(super) by: &'static str,
    pub(super) onto: Vec<char>,
    pub(super) leaves: char,
    pub(super) block: (usize, usize),
    pub(super) whole: bool,
    pub(super) lengthwise: bool,
}

impl Pictures {
    /// Returns the places that are part of the pictures, with what they hold before and after.
    pub(super) fn places(&self, shape: Shape) -> Vec<(Point, char, char)> {
        let points = points(shape, &self.rows).concat().into_iter();
        let all =
            points.zip(self.before.iter().zip(&self.after)).map(|(point, (&before, &after))| (point, before, after));
        all.filter(|(_, before, _)| *before != '_').collect()
    }

    fn random(random: &mut Random, shape: Shape) -> Pictures {
        let rows: Vec<(usize, bool, usize)> = match shape {
            Shape::Hexagons => random.one_of(&[
                &[(0, false, 2)][..],
                &[(0, false, 3)],
                &[(1, false, 1), (0, false, 2)],
                &[(0, false, 2), (1, false, 1)],
                &[(0, false, 2), (1, false, 2)],
            ]),
            Shape::Triangles => random.one_of(&[
                &[(0, false, 2)][..],
                &[(0, false, 3)],
                &[(0, false, 4)],
                &[(1, false, 1), (0, false, 3)],
                &[(0, false, 2), (1, false, 1)],
                &[(0, false, 2), (0, false, 2)],
            ]),
            Shape::Cubes => random.one_of(&[
                &[(0, false, 2)][..],
                &[(0, false, 3)],
                &[(0, false, 1), (0, true, 2)],
                &[(0, false, 2), (0, false, 1)],
            ]),
            _ => random.one_of(&[
                &[(0, false, 2)][..],
                &[(0, false, 3)],
                &[(0, false, 4)],
                &[(0, false, 2), (0, false, 2)],
                &[(0, false, 1), (0, false, 1)],
                &[(0, false, 3), (0, false, 3)],
                &[(0, false, 1), (0, false, 1), (0, false, 1)],
            ]),
        }
        .to_vec();
        // Rows of a picture of squares or cubes have equal lengths.
        let width = rows.iter().map(|row| row.2).max().unwrap_or(0);
        let is_even = !matches!(shape, Shape::Hexagons | Shape::Triangles);
        let rows: Vec<(usize, bool, usize)> = rows
            .into_iter()
            .map(|(indent, apart, length)| (indent, apart, if is_even { width } else { length }))
            .collect();
        let places: usize = rows.iter().map(|row| row.2).sum();
        let is_holed = random.below(3) > 0;
        let mut before: Vec<char> = (0..places)
            .map(|_| match is_holed && random.below(3) == 0 {
                true => '_',
                false => random.one_of(&['.', '.', 'a', 'a', 'b', 'x', '?', 'm']),
            })
            .collect();
        if before.iter().all(|mark| *mark == '_') {
            before[places - 1] = 'a';
        }
        let mut after: Vec<char> = before
            .iter()
            .map(|mark| match (mark, random.one_of(&['.', '.', 'a', 'a', 'b', 'x', '?'])) {
                ('_', _) => '_',
                (_, 'x') if !before.contains(&'x') => '?',
                (_, other) => other,
            })
            .collect();
        // Half of the moves are those of a piece that goes to the other end.
        let parts: Vec<usize> = (0..places).filter(|&place| before[place] != '_').collect();
        if let (&[from, .., to], true) = (&parts[..], random.below(2) == 0) {
            let piece = random.one_of(&['a', 'b', 'x']);
            let [from, to] = if random.below(2) == 0 { [from, to] } else { [to, from] };
            (before[from], before[to]) = (piece, '.');
            after.iter_mut().zip(&before).for_each(|(after, before)| *after = if *before == '_' { '_' } else { '?' });
            (after[from], after[to]) = ('.', piece);
        }
        let words = ["drawn", "rotations", "reflections", "all"];
        let directions = match (shape, random.below(3)) {
            (Shape::Square | Shape::Torus, 0) => {
                let all = ["right", "down", "left", "up"];
                let order = random.permutation(4);
                (0..1 + random.below(3)).map(|index| all[order[index]]).collect()
            }
            _ => vec![random.one_of(&words)],
        };
        let repeat = random.one_of(&[None, None, Some("true"), Some("'straight'")]);
        Pictures { rows, before, after, directions, repeat }
    }

    fn model(&self, shape: Shape) -> String {
        let drawn = |marks: &[char]| {
            let (mut text, mut at) = (String::from("'''\n"), 0);
            for &(indent, apart, length) in &self.rows {
                let row: Vec<String> = marks[at..at + length].iter().map(char::to_string).collect();
                at += length;
                let between = if shape == Shape::Hexagons { " " } else { "" };
                text += &format!("{}{}{}\n", if apart { "\n" } else { "" }, " ".repeat(indent), row.join(between));
            }
            text + "'''"
        };
        let directions = match self.directions[..] {
            [word] if !["right", "down", "left", "up"].contains(&word) => format!("'{word}'"),
            _ => format!("{:?}", self.directions),
        };
        let repeat = self.repeat.map_or(String::new(), |repeat| format!("repeat = {repeat}\n"));
        format!("before = {}\nafter = {}\ndirections = {directions}\n{repeat}", drawn(&self.before), drawn(&self.after))
    }
}

impl Piece {
    fn random(random: &mut Random, shape: Shape, whole: bool) -> Piece {
        let words: &[&str] = match shape {
            Shape::Square | Shape::Torus => &[
                "wazir",
                "wazir",
                "ferz",
                "king",
                "knight",
                "leaper 0 2",
                "wazir+knight",
                "rook",
                "bishop",
                "queen",
                "anywhere",
            ],
            Shape::Hexagons => &["wazir", "king", "ferz", "rook", "bishop", "queen", "anywhere"],
            Shape::Cubes => &["wazir", "king", "ferz", "knight", "rook", "bishop", "queen", "anywhere"],
            Shape::Triangles => &["wazir", "king", "rook", "anywhere"],
            Shape::Polygons => &["wazir", "king", "anywhere"],
            Shape::Graph => &["wazir", "anywhere"],
        };
        let by = random.one_of(words);
        let by = if whole && by == "anywhere" { "wazir" } else { by };
        let is_square = matches!(shape, Shape::Square | Shape::Torus);
        let block = match is_square && !whole && random.below(3) == 0 {
            true => random.one_of(&[(1, 2), (2, 1), (2, 2), (1, 3)]),
            false => (1, 1),
        };
        let pieces = random.one_of(&[&['a'][..], &['b'], &['a', 'b'], &['a']]).to_vec();
        let onto = random.one_of(&[&['.'][..], &['.'], &['.'], &['.', 'b'], &['b']]).to_vec();
        let leaves = random.one_of(&['.', '.', '.', 'b']);
        // A whole piece that entered others or left some would change their shapes.
        let (onto, leaves) = if whole { (vec!['.'], '.') } else { (onto, leaves) };
        Piece { pieces, by, onto, leaves, block, whole, lengthwise: whole && is_square && random.below(2) == 0 }
    }

    fn model(&self) -> String {
        let mut text = format!(
            "piece = {:?}\nby = '{}'\nonto = {:?}\nleaves = '{}'\n",
            self.pieces.iter().map(char::to_string).collect::<Vec<_>>(),
            self.by,
            self.onto.iter().map(char::to_string).collect::<Vec<_>>(),
            self.leaves
        );
        if self.block != (1, 1) {
            text += &format!("block = [{}, {}]\n", self.block.0, self.block.1);
        }
        if self.whole {
            text += "whole = true\n";
        }
        if self.lengthwise {
            text += "lengthwise = true\n";
        }
        text
    }
}

impl Game {
    pub(super) fn random(random: &mut Random, shape: Shape) -> Game {
        let board = Board::random(random, shape);
        let cells = board.cells.len();
        let position = |random: &mut Random| -> Vec<char> { (0..cells).map(|_| random.one_of(&VALUES)).collect() };
        let start = position(random);
        let marked = (0..cells).map(|_| random.below(2) == 0).collect();
        let mut moves: Vec<Move> = Vec::new();
        let has_directions = !matches!(shape, Shape::Graph | Shape::Polygons);
        let may_be_whole = matches!(shape, Shape::Square | Shape::Torus | Shape::Hexagons | Shape::Cubes);
        let are_whole = may_be_whole && random.below(4) == 0;
        while moves.len() < 1 + random.below(3) {
            // A few games have both.
            let whole = are_whole && random.below(12) > 0;
            let form = match has_directions && !whole && random.below(5) < 3 {
                true => Form::Pictures(Pictures::random(random, shape)),
                false => Form::Piece(Piece::random(random, shape, whole)),
            };
            moves.push(Move { form, cost: random.one_of(&[1, 1, 1, 2, 3]) });
        }
        // Free moves can be undone: a picture and the one that leads back, or the step of a piece.
        if !are_whole && random.below(4) == 0 {
            let by = Piece {
                pieces: vec!['a'],
                by: "wazir",
                onto: vec!['.'],
                leaves: '.',
                block: (1, 1),
                whole: false,
                lengthwise: false,
            };
            let first = Pictures { repeat: None, ..Pictures::random(random, shape) };
            let is_named = first.before.iter().chain(&first.after).any(|mark| "x?m".contains(*mark));
            let forms = match has_directions && !is_named {
                true => {
                    let back = Pictures { before: first.after.clone(), after: first.before.clone(), ..first.clone() };
                    vec![Form::Pictures(first), Form::Pictures(back)]
                }
                false => vec![Form::Piece(by)],
            };
            moves.extend(forms.into_iter().map(|form| Move { form, cost: 0 }));
        }
        // The ways of a piece that goes on are many on larger boards, and the second reading lists them all.
        for one in moves.iter_mut().filter(|_| cells > 5) {
            if let Form::Pictures(pictures) = &mut one.form {
                pictures.repeat = None;
            }
        }
        let mut goals: Vec<Vec<char>> = (0..random.one_of(&[1, 1, 1, 2])).map(|_| position(random)).collect();
        let open = 1 + random.below(3);
        goals.iter_mut().flatten().for_each(|mark| *mark = if random.below(4) < open { '?' } else { *mark });
        let fewest = (random.below(5) == 0).then(|| random.one_of(&VALUES));
        let count = |random: &mut Random, often: usize| (random.below(often) == 0).then(|| random.below(cells + 1));
        Game { start, marked, moves, goals, fewest, always: count(random, 6), end: count(random, 6), board }
    }

    pub(super) fn model(&self) -> String {
        let board = &self.board;
        let drawn = |position: &[char]| board.drawn(|cell| position[cell]);
        let mut text = format!(
            "puzzle = 'grid'\n[grid]\n{}values = ['.', 'a', 'b']\nstart = {}\n[names]\nx = ['a', 'b']\n[picture]\nm = {}\n",
            board.stated,
            drawn(&self.start),
            board.drawn(|cell| if self.marked[cell] { '!' } else { '.' })
        );
        let goals: Vec<String> = self.goals.iter().map(|goal| drawn(goal)).collect();
        text += &format!("[goal]\ncells = [{}]\n", goals.join(", "));
        if let Some(value) = self.fewest {
            text += &format!("fewest = '{value}'\n");
        }
        for one in &self.moves {
            let form = match &one.form {
                Form::Pictures(pictures) => pictures.model(board.shape),
                Form::Piece(piece) => piece.model(),
            };
            text += &format!("[[move]]\n{form}cost = {}\n", one.cost);
        }
        if let Some(most) = self.always {
            text += &format!("[[rule]]\nat-most = {{ a = {most} }}\n");
        }
        if let Some(number) = self.end {
            text += &format!("[[rule]]\ntime = 'end'\nexactly = {{ a = {number} }}\n");
        }
        text
    }
}
