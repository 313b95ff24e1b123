//! Dissections: cover a board exactly with given pieces, each used as often as the model says.
//!
//! The board and the pieces are polyforms whose cells may have colours: a cell of a piece lies on a cell of its own
//! colour, and a colourless cell (`#`) matches every colour. Pieces may be turned, and turned over, unless the model
//! forbids it. Copies of a piece, and pieces with the same shape up to the permitted turns and flips, are
//! interchangeable: swapping them gives no other solution. A solution states which cells each piece covers; several
//! orientations of a coloured piece on the same colourless cells are one solution.
//!
//! ```toml
//! puzzle = "dissection"
//! board = """
//! ###
//! ###"""
//! [[piece]]
//! name = "V"
//! copies = 2
//! shape = """
//! #_
//! ##"""
//! ```
//!
//! has two solutions, which are mirror images of each other.
//!
//! With `shape = "hexagons"` or `"triangles"` the rows of board and pieces are drawn as they lie, and pieces are turned by
//! 60 degrees. With `shape = "cubes"` they have a picture for each level, and pieces are turned in space.
//!
//! Room: the field table and the instance (this file), `piece` (pieces, their names and copies), `counting` (counting
//! arguments) and `leftover` (placements that exclude themselves), `constrain` (the formulations), `cells` (cells and pieces for tables), `places` and
//! `search` (the method), `layout` (how cells lie in the array of a board: `rows` of hexagons and triangles, `space` for cubes), `analysis` (facts that need no search), `symmetry` (the group of an instance), `notation`
//! (boards in files), `verify` (the rules), `draw`.

mod board;
mod glyphs;
mod analysis;
mod cells;
mod class;
mod constrain;
mod counting;
mod draw;
mod follow;
mod generate;
mod layout;
mod leftover;
mod notation;
mod piece;
mod places;
mod rows;
mod search;
mod space;
mod stones;
mod symmetry;
mod verify;

pub use self::notation::Unreadable;
pub use self::piece::MAX_COPIES;
pub use self::verify::Breach;

pub use self::board::MAX_CELLS;
use self::board::{Board, candidate, placements};
use self::glyphs::GLYPHS;
use boardwright_base::board::picture::Picture;
use boardwright_base::board::shape::Colour;
use boardwright_base::budget::{Budget, Refused};
use boardwright_ir::constraint::origin::BuiltIn;
use boardwright_ir::constraint::{Draft, Origin};
use boardwright_ir::route::Route;
use boardwright_model::{Field, Kind, Model};
use boardwright_puzzle::NoFormulation;
use boardwright_puzzle::capability::analysis::{Analysis, Analyze};
use boardwright_puzzle::capability::by_clue::ByClue;
use boardwright_puzzle::capability::cells::Cells;
use boardwright_puzzle::capability::explanation::Explanation;
use boardwright_puzzle::capability::generation::Generator;
use boardwright_puzzle::capability::methods::{MethodRequest, MethodResult, Methods, Outcome};
use boardwright_puzzle::capability::preferences::Preferences;
use boardwright_puzzle::capability::symmetry::Symmetry;
use boardwright_puzzle::kinds;
use boardwright_puzzle::offers;
use boardwright_puzzle::solution::notation::{Object, Written};
use boardwright_puzzle::solution::{Candidate, Rules, Solution, Violation};
use boardwright_puzzle::{
    Change, ChangeKind, Feature, Formulated, Instance, LoadError, Named, PartValue, Puzzle, Variations,
};

/// The most cells for which an exact cover search is the default: each step reads all options.
const MAX_COVER: usize = 1_000;

const OPTIONAL: Field = Field { name: "", kind: Kind::Boolean, required: false, default: None, doc: "", example: "" };

const FIELDS: &[Field] = &[
    Field {
        name: "shape",
        kind: Kind::Choice(&["square", "hexagons", "triangles", "cubes"]),
        default: Some("\"square\""),
        doc: "the shape of the cells",
        example: "\"hexagons\"",
        ..OPTIONAL
    },
    Field {
        name: "board",
        kind: Kind::OneOf(&[Kind::Tiled(GLYPHS), piece::LEVELS]),
        required: true,
        doc: "cells to cover, with their colours; hexagons and triangles as they lie; for cubes, a picture for each level",
        example: "\"###\\n#_#\"",
        ..OPTIONAL
    },
    Field {
        name: "rotate",
        kind: Kind::Boolean,
        default: Some("true"),
        doc: "whether pieces may be turned: by quarter turns, hexagons and triangles by 60 degrees, cubes about any axis",
        example: "false",
        ..OPTIONAL
    },
    Field {
        name: "flip",
        kind: Kind::Boolean,
        doc: "whether pieces may be turned over (mirrored); default: true, and false for cubes",
        example: "false",
        ..OPTIONAL
    },
    Field {
        name: "piece",
        kind: Kind::Tables(piece::FIELDS),
        required: true,
        doc: "pieces, each with a shape and a number of copies",
        example: "[{ name = \"V\", shape = \"#_\\n##\", copies = 5 }]",
        ..OPTIONAL
    },
];

/// The family.
pub struct Dissection;

impl Puzzle for Dissection {
    fn name(&self) -> &'static str {
        "dissection"
    }

    fn summary(&self) -> &'static str {
        "cover a board exactly with pieces, which may be turned and mirrored; colours have to match"
    }

    fn fields(&self) -> &'static [Field] {
        FIELDS
    }

    fn formulations(&self) -> &'static [Named] {
        &[
            Named {
                name: "owners",
                summary: "`placements` plus one variable per cell and kind of piece: the kind that covers the cell",
            },
            Named {
                name: "placements",
                summary: "one variable per placement; every cell is covered once, every piece has its number of copies",
            },
        ]
    }

    fn generator(&self) -> Option<Generator> {
        Some(Generator { make: generate::generate, clues: false, pieces: true, settings: &["rotate", "flip"] })
    }

    fn methods(&self) -> &'static [Named] {
        &[Named {
            name: "fewest-placements",
            summary: "depth-first search by the piece with the fewest placements; prunes boards with an unplaceable \
            piece or uncoverable cell",
        }]
    }

    fn kinds(&self) -> &'static [kinds::Kind] {
        &[kinds::Kind {
            name: "dissection",
            family: "dissection",
            summary: "cover a board with pieces",
            text: include_str!("kinds/dissection.toml"),
        }]
    }

    fn read(&self, model: &Model, _budget: &Budget) -> Result<Box<dyn Instance>, LoadError> {
        Ok(Box::new(Board::read(&model.fields)?))
    }
}

impl Rules for Board {
    fn verify(&self, claimed: Candidate) -> Result<Candidate, Violation> {
        Ok(candidate(verify::laid_out(self, claimed)?))
    }

    fn details(&self) -> &'static [&'static str] {
        &["placements"]
    }

    fn read_solution(&self, written: &Written) -> Result<Candidate, Violation> {
        match stones::claimed(self, &written.board) {
            Some(fields) => Ok(stones::read(self, &fields)?),
            None => notation::read(self, written),
        }
    }

    fn write_solution(&self, board: &Candidate, to: &mut Object<'_>) {
        notation::write(self, board, to);
    }
}

impl Instance for Board {
    fn draw(&self, solution: &Solution) -> Picture {
        draw::draw(self, solution)
    }

    fn draw_givens(&self) -> Picture {
        draw::givens(self)
    }

    fn draw_puzzle(&self) -> Picture {
        draw::puzzle(self)
    }

    fn stones(&self, solution: &Solution) -> Option<String> {
        stones::write(self, placements(solution))
    }

    fn formulate(
        &self,
        formulation: &str,
        _horizon: Option<usize>,
        problem: Draft,
    ) -> Result<Formulated, Refused<NoFormulation>> {
        constrain::constrain(self, formulation, problem)
    }

    offers!(
        preferences: Preferences,
        methods: Methods,
        analysis: Analyze,
        symmetry: Symmetry,
        explanation: Explanation,
        cells: Cells,
        variations: Variations,
        by_clue: ByClue,
    );
}

impl ByClue for Board {
    fn formulate_by_clue(&self, formulation: &str, problem: Draft) -> Result<Formulated, Refused<NoFormulation>> {
        constrain::constrain(self, formulation, problem)
    }

    /// With one class of pieces, it is no question what covers a cell.
    fn formulate_to_follow(&self, formulation: &str, problem: Draft) -> Result<Formulated, Refused<NoFormulation>> {
        match formulation {
            "owners" if constrain::classes(&self.pieces).len() > 1 => follow::constrain(self, problem),
            _ => constrain::constrain(self, formulation, problem),
        }
    }

    fn followed(&self) -> Option<&'static str> {
        Some("owners")
    }
}

impl Preferences for Board {
    fn route(&self) -> Option<Route> {
        let route = if self.area() <= MAX_COVER { Route::ExactCover } else { Route::Sat };
        Some(route)
    }

    fn formulation(&self, route: Route) -> Option<&'static str> {
        (route == Route::ExactCover).then_some("placements")
    }
}

impl Methods for Board {
    fn direct_method(&self) -> Option<&'static str> {
        None
    }

    fn run_method(&self, name: &str, request: &mut MethodRequest<'_>) -> MethodResult {
        match name {
            "fewest-placements" => search::run(self, request),
            _ => Outcome::Unknown(format!("unknown method `{name}` for dissection")).into(),
        }
    }
}

impl Analyze for Board {
    fn analyze(&self, stop: &dyn Fn() -> bool) -> Analysis {
        analysis::analyze(self, stop)
    }
}

impl Explanation for Board {
    /// Returns which piece covers each cell, and where it lies. Equal pieces have the name of the first, since they
    /// are interchangeable.
    fn features(&self, solution: &Solution) -> Vec<Feature> {
        let mut features = Vec::with_capacity(self.area());
        for placed in placements(solution) {
            let kind = self.pieces[placed.piece].kind();
            let name = self.pieces.iter().find(|piece| piece.kind() == kind).map_or("", |piece| &piece.name);
            let value = PartValue::Piece { name: name.into(), cells: placed.cells.as_slice().into() };
            features.extend(placed.cells.iter().map(|&cell| Feature::of(cell, value.clone())));
        }
        features.sort_by_key(|feature| feature.cell);
        features
    }
}

impl Variations for Board {
    /// Returns changes: a piece any number of times; a cell without its colour, or no cell at all; for areas that
    /// differ, the numbers of copies that fill the board.
    fn changes(&self, origin: &Origin) -> Vec<Change> {
        let change = |kind: ChangeKind, board: Board| Change { kind, written: None, instance: Box::new(board) };
        let mut changes = Vec::new();
        for (index, piece) in self.pieces.iter().enumerate() {
            let others: usize =
                self.pieces.iter().map(|piece| piece.min * piece.size()).sum::<usize>() - piece.min * piece.size();
            let room = self.area().checked_sub(others).filter(|room| room.is_multiple_of(piece.size()));
            let fixed = self.pieces.iter().all(|piece| piece.max == Some(piece.min));
            if let Some(room) = room.filter(|_| origin.is(BuiltIn::Areas) && fixed) {
                let mut board = self.clone();
                let copies = room / piece.size();
                (board.pieces[index].min, board.pieces[index].max) = (copies, Some(copies));
                let (piece, old) = (piece.name.clone(), piece.min);
                changes.push(change(ChangeKind::Copies { piece, copies: Some(copies), old }, board));
            }
            if origin.is(BuiltIn::Pieces) && origin.span == Some(piece.span) {
                let mut board = self.clone();
                (board.pieces[index].min, board.pieces[index].max) = (0, None);
                let (piece, old) = (piece.name.clone(), piece.min);
                changes.push(change(ChangeKind::Copies { piece, copies: None, old }, board));
            }
        }
        if let Some(&cell) = origin.cells.first().filter(|_| origin.is(BuiltIn::Cells) && self.area() > 1) {
            if let Some(Colour::Letter(letter)) = self.colour(cell) {
                let mut board = self.clone();
                if let Some((colour, _)) = &mut board.rows[cell.row][cell.column] {
                    *colour = Colour::Any;
                }
                changes.push(change(ChangeKind::NoColour { cell, letter }, board));
            }
            let mut board = self.clone();
            board.rows[cell.row][cell.column] = None;
            changes.push(change(ChangeKind::NoCell(cell), board));
        }
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_base::diagnostic::Diagnostic;
    use boardwright_base::source::Source;
    use boardwright_model::check_fields;

    /// The codes of the errors in a model, each with the text that it marks.
    fn wrong(text: &str) -> Vec<(&'static str, String)> {
        let source = Source::new("test", format!("puzzle = \"dissection\"\n{text}"));
        match boardwright_families::load(&source, &Budget::none()) {
            Ok(_) => Vec::new(),
            Err(wrong) => {
                let place = |d: &Diagnostic| source.text[d.labels[0].span.start..d.labels[0].span.end].to_string();
                wrong.iter().map(|d| (d.code, place(d))).collect()
            }
        }
    }

    #[test]
    fn the_field_table_keeps_its_promises() {
        assert_eq!(check_fields(FIELDS), Ok(()));
    }

    #[test]
    fn all_mistakes_come_out_together() {
        let text = r#"
            board = "__"
            [[piece]]
            name = "a b"
            shape = "_"
            [[piece]]
            name = "B"
            shape = "\u0023"
            [[piece]]
            name = "B"
            copies = { min = 3, max = 2 }
            shape = "\u0023"
            "#;
        assert_eq!(
            wrong(text),
            [
                ("no-cells", "\"__\"".to_string()),
                ("bad-name", "\"a b\"".to_string()),
                ("no-cells", "\"_\"".to_string()),
                ("repeated-name", "\"B\"".to_string()),
                ("empty-range", "{ min = 3, max = 2 }".to_string()),
            ]
        );
    }

    #[test]
    fn dots_and_absurd_numbers_are_refused() {
        let piece = "[[piece]]\nshape = \"BW\"";
        let codes = |text: &str| wrong(text).into_iter().map(|(code, _)| code).collect::<Vec<_>>();
        assert_eq!(codes(&format!("board = \"BW\"\n{piece}")), [""; 0]);
        assert_eq!(wrong(&format!("board = \"B.\"\n{piece}")), [("unknown-character", ".".to_string())]);
        assert_eq!(codes("board = \"BW\"\n[[piece]]\nshape = \"B.W\""), ["unknown-character"]);
        assert_eq!(codes(&format!("board = \"BW\"\n{piece}\ncopies = -1")), ["out-of-range"]);
        assert_eq!(codes(&format!("board = \"BW\"\n{piece}\ncopies = 99999999999999999999")), ["out-of-range"]);
        assert_eq!(codes(&format!("board = \"BW\"\n{piece}\ncopies = {{ min = -3 }}")), ["out-of-range"]);
        assert_eq!(codes(&format!("board = \"BW\"\n{piece}\ncopies = \"many\"")), ["unknown-value"]);
        assert_eq!(codes(&format!("board = \"{}\"\n{piece}", "B".repeat(MAX_CELLS + 1))), ["too-large"]);
        assert_eq!(codes(&format!("board = \"B\"\n[[piece]]\nshape = \"{}\"", "B".repeat(100_001))), ["too-large"]);
        assert_eq!(codes("board = \"BW\""), ["missing-key"]);
        assert_eq!(codes("board = \"BW\"\npiece = []").len(), 1);
    }

    #[test]
    fn names_go_on_where_given_ones_leave_room() {
        let names = |given: &[Option<&str>]| {
            let pieces = given.iter().map(|name| {
                let name = name.map_or(String::new(), |name| format!("name = \"{name}\"\n"));
                format!("[[piece]]\n{name}shape = \"B\"\n")
            });
            let text = format!("puzzle = \"dissection\"\nboard = \"B\"\n{}", pieces.collect::<String>());
            let source = Source::new("test", text);
            let families = ["dissection"];
            let model =
                boardwright_model::read(&source, &families, &|_| Some(FIELDS), &Budget::none()).expect("well formed");
            let board = Board::read(&model.fields).expect("well formed");
            board.pieces.into_iter().map(|piece| piece.name).collect::<Vec<_>>()
        };
        assert_eq!(names(&[None, Some("B"), None, Some("long-L"), None]), ["A", "B", "C", "long-L", "D"]);
        let many = names(&[None; 26 + 26 + 27]);
        assert_eq!(
            [&many[25], &many[26], &many[51], &many[52], &many[77], &many[78]],
            ["Z", "a", "z", "AA", "AZ", "BA"]
        );
    }
}
