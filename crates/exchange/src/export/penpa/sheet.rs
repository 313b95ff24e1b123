//! A drawing by the numbers of places, and the lines of its link.
//!
//! Imports what is printed, and the places of `genre`. Start with [`Sheet`].

use super::walls::{beside, side};
use crate::genre::contents::Entries;
use crate::genre::penpa::{Points, tag};
use crate::genre::printed::Printed;
use serde_json::{Map, Value, json};

/// The size of a cell in pixels.
const PIXELS: usize = 38;

/// The version of penpa that writes such lines.
const VERSION: &str = "[3,2,3]";

/// The style of bold lines.
pub(super) const BOLD: usize = 2;

/// A drawing, by points.
pub(super) struct Sheet<'p> {
    pub(super) printed: &'p Printed<'p>,
    pub(super) holes: Vec<bool>,
    /// Holes that are drawn: walls with marks, and mirrors.
    pub(super) drawn: Vec<bool>,
    /// The style of letters on walls.
    pub(super) on_walls: usize,
    /// The numbers of lines above, below, to the left and right of the board.
    pub(super) space: [usize; 4],
    pub(super) points: Points,
    pub(super) surface: Map<String, Value>,
    pub(super) number: Map<String, Value>,
    pub(super) small: Map<String, Value>,
    pub(super) symbol: Map<String, Value>,
    pub(super) border: Map<String, Value>,
    pub(super) line: Map<String, Value>,
    pub(super) thermometers: Vec<Value>,
    pub(super) arrows: Vec<Value>,
    pub(super) cages: Vec<Value>,
    pub(super) outline: Map<String, Value>,
    pub(super) lost: Vec<String>,
}

impl<'p> Sheet<'p> {
    pub(super) fn new(printed: &'p Printed<'p>) -> Self {
        let mut space = [0; 4];
        for (_, entries) in beside(printed) {
            let mut own = [0; 4];
            for (key, entry) in &entries {
                let depth = match entry {
                    Entries::One(_) => 0,
                    Entries::Each(_) => 1,
                    Entries::Runs(lines) => lines.iter().map(Vec::len).max().unwrap_or(0),
                };
                if let Some(side) = side(key) {
                    own[side] = own[side].max(depth);
                }
            }
            (0..4).for_each(|side| space[side] += own[side]);
        }
        Sheet {
            printed,
            holes: printed.holes(),
            drawn: vec![false; printed.rows * printed.columns],
            on_walls: 1,
            space,
            points: Points { rows: printed.rows + space[0] + space[1], columns: printed.columns + space[2] + space[3] },
            surface: Map::new(),
            number: Map::new(),
            small: Map::new(),
            symbol: Map::new(),
            border: Map::new(),
            line: Map::new(),
            thermometers: Vec::new(),
            arrows: Vec::new(),
            cages: Vec::new(),
            outline: Map::new(),
            lost: Vec::new(),
        }
    }

    /// Returns the point of a cell of the board.
    pub(super) fn cell(&self, row: usize, column: usize) -> usize {
        self.points.cell(self.space[0] + row, self.space[2] + column)
    }

    /// Returns the point of a corner, counted from the upper left one of the board.
    pub(super) fn corner(&self, row: usize, column: usize) -> usize {
        self.points.corner(self.space[0] + row, self.space[2] + column)
    }

    /// Returns the point of a quarter of a cell of the board.
    pub(super) fn quarter(&self, row: usize, column: usize, quarter: usize) -> usize {
        self.points.quarter(self.space[0] + row, self.space[2] + column, quarter)
    }

    /// Returns the point of a place of a picture between cells.
    pub(super) fn place(&self, row: usize, column: usize) -> usize {
        self.points.between(2 * self.space[0] + row, 2 * self.space[2] + column)
    }

    /// Returns the text before it is shortened and packed.
    pub(super) fn text(&self, title: &str, rules: &str, genre: Option<&str>) -> String {
        let Points { rows: ny, columns: nx } = self.points;
        // The point nearest to the middle: a corner if there is one.
        let centre = match nx.is_multiple_of(2) && ny.is_multiple_of(2) {
            true => self.points.corner(ny / 2, nx / 2),
            false => self.points.cell(ny / 2, nx / 2),
        };
        let escaped = |text: &str| {
            let text = text.replace('\n', "%2D").replace(',', "%2C").replace('&', "%2E");
            text.replace('=', "%2F")
        };
        let header = format!(
            "square,{nx},{ny},{PIXELS},0,1,1,{},{},{centre},{centre},0,0,0,0,Title: {},Author: ,,{},ON,false",
            (nx + 1) * PIXELS,
            (ny + 1) * PIXELS,
            title.replace([',', '\n'], "%2C"),
            escaped(rules),
        );
        let columns = self.printed.columns;
        let cells = (0..self.holes.len()).filter(|cell| !self.holes[*cell] || self.drawn[*cell]);
        let cells: Vec<usize> = cells.map(|cell| self.cell(cell / columns, cell % columns)).collect();
        let mut steps = Vec::new();
        let mut last = 0;
        for cell in cells {
            steps.push(cell - last);
            last = cell;
        }
        let question = json!({
            "command_redo": { "__a": [] }, "command_undo": { "__a": [] }, "command_replay": { "__a": [] },
            "surface": self.surface, "number": self.number, "numberS": self.small, "symbol": self.symbol,
            "thermo": self.thermometers, "arrows": self.arrows, "direction": [], "squareframe": [], "polygon": [],
            "line": self.line, "lineE": self.border, "wall": {}, "cage": self.outline, "deletelineE": {},
            "killercages": self.cages, "nobulbthermo": [],
        });
        let answer = json!({
            "command_redo": { "__a": [] }, "command_undo": { "__a": [] }, "command_replay": { "__a": [] },
            "surface": {}, "number": {}, "numberS": {}, "symbol": {},
            "thermo": [], "arrows": [], "direction": [], "squareframe": [], "polygon": [],
            "line": {}, "lineE": {}, "wall": {}, "cage": {}, "deletelineE": {},
            "killercages": [], "nobulbthermo": [],
        });
        let [top, bottom, left, right] = self.space;
        let lines = [
            header,
            json!([top, bottom, left, right]).to_string(),
            json!({ "grid": ["1", "2", "1"] }).to_string(),
            question.to_string(),
            answer.to_string(),
            json!(steps).to_string(),
            "[]".to_string(),
            "{}".to_string(),
            "\"x\"".to_string(),
            "\"x\"".to_string(),
            VERSION.to_string(),
            // The modes of the pens, the theme, colours of single marks, and ways in which a solution is checked.
            String::new(),
            String::new(),
            String::new(),
            String::new(),
            String::new(),
            String::new(),
            json!(genre.map(tag).into_iter().collect::<Vec<_>>()).to_string(),
        ];
        lines.join("\n")
    }
}
