//! `[tiles]`: a set of tiles with coloured sides, which fill the board. The values of the cells are the tiles as they lie.
//!
//! Imports the board and the conditions on tiles. Start with [`read`].

use super::resolve::mistake;
use crate::condition::tiles::{Border, Matching, Used, outer};
use crate::rule::{Condition, Element, Key, Member, Rule, Set, Time};
use crate::symbols::SymbolTable;
use crate::tiles::{COLOURS, Colours, SIDES, Tiles};
use crate::topology::Topology;
use boardwright_base::board::names::SetName;
use boardwright_base::board::tiling::Tiling;
use boardwright_base::diagnostic::Diagnostics;
use boardwright_base::source::Span;
use boardwright_ir::constraint::origin::{BuiltIn, RuleId, Stated};
use boardwright_model::Table;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Returns the tiles of a model; `None` where it has none, or where they are stated wrongly.
pub(super) fn read(fields: &Table, topology: &Topology, wrong: &mut Diagnostics) -> Option<Tiles> {
    let table = fields.table("tiles")?;
    let before = wrong.iter().count();
    unsupported(fields, table, topology, wrong);
    let mut listed: Vec<Colours> = Vec::new();
    for item in table.get("set")?.value.as_list().unwrap_or_default() {
        let word = item.value.as_text().unwrap_or_default();
        let colours: Vec<char> = word.chars().collect();
        if let Some(other) = colours.iter().find(|colour| !colour.is_alphanumeric()) {
            let message = format!("the tile `{word}` has the colour `{other}`, which is neither a letter nor a digit");
            wrong.push(mistake("wrong-tile", item.span, message).help("write each colour as one letter or digit"));
        } else if let Ok(colours) = <Colours>::try_from(&colours[..]) {
            listed.push(colours);
        } else {
            let message = format!("the tile `{word}` has {} colours; expected {COLOURS}", colours.len());
            wrong.push(mistake("wrong-tile", item.span, message).help("write its colours: top, right, bottom, left"));
        }
    }
    let border = table.text("border").and_then(|text| {
        let colour = text.chars().next().filter(|_| text.chars().count() == 1);
        if colour.is_none() {
            let message = format!("the border `{text}` is not a colour");
            wrong.push(mistake("wrong-tile", table.span_of("border"), message).help("write one letter or digit"));
        }
        colour
    });
    if wrong.iter().count() > before {
        return None;
    }
    let [turn, mirror] = ["turn", "mirror"].map(|key| table.boolean(key) == Some(true));
    let tiles = Tiles::new(&listed, turn, mirror, border);
    fits(&listed, &tiles, table, topology, wrong);
    (wrong.iter().count() == before).then_some(tiles)
}

/// Reports what has no meaning together with tiles.
fn unsupported(fields: &Table, table: &Table, topology: &Topology, wrong: &mut Diagnostics) {
    let grid = fields.table("grid");
    if topology.tiling != Tiling::Square {
        let message = format!("[tiles] is not supported for {}: a tile has four sides", topology.tiling.name());
        wrong.push(mistake("wrong-shape", table.span, message).help("use a board of squares"));
    }
    if topology.wrap && topology.height.min(topology.width) < 2 {
        let message = "[tiles] requires two rows and two columns on a torus: a tile would touch itself";
        wrong.push(mistake("wrong-shape", table.span, message));
    }
    if let Some(grid) = grid.filter(|grid| grid.get("values").is_some()) {
        let message = "`values` and [tiles] exclude each other: the tiles are the values";
        wrong.push(mistake("wrong-tile", grid.span_of("values"), message).help("remove `values`"));
    }
    if !fields.tables("move").is_empty() {
        let message = "[tiles] is not supported together with [[move]]";
        wrong.push(mistake("wrong-tile", table.span, message).help("write the tiles as `values`"));
    }
}

/// Reports tiles that cannot fill the board: too many or too few of them, or of a colour.
fn fits(listed: &[Colours], tiles: &Tiles, table: &Table, topology: &Topology, wrong: &mut Diagnostics) {
    let cells = topology.cells.len();
    let span = table.span_of("set");
    if listed.len() != cells {
        let message = format!("{} tiles for {cells} cell{}", listed.len(), if cells == 1 { "" } else { "s" });
        let help = "list each tile as often as it is used; every cell has one";
        wrong.push(mistake("wrong-length", span, message).help(help));
        return;
    }
    let outer = (0..cells).flat_map(|cell| outer(topology, cell)).count();
    let mut inner: BTreeMap<char, usize> = BTreeMap::new();
    for &colour in listed.iter().flatten() {
        *inner.entry(colour).or_default() += 1;
    }
    if let Some(border) = tiles.border {
        let span = table.span_of("border");
        if topology.wrap && outer == 0 {
            wrong.push(mistake("wrong-tile", span, "a torus has no border").help("remove `border`"));
            return;
        }
        let found = inner.get(&border).copied().unwrap_or(0);
        if found < outer {
            let message = match found {
                0 => format!("no tile has the colour `{border}` of the border"),
                _ => format!(
                    "the colour `{border}` of the border is on {found} sides of tiles; expected at least {outer}"
                ),
            };
            let colours: Vec<String> = tiles.colours().iter().map(|colour| format!("`{colour}`")).collect();
            wrong.push(mistake("wrong-tile", span, message).help(format!("the colours are {}", colours.join(", "))));
            return;
        }
        inner.insert(border, found - outer);
    }
    // Inner sides meet in pairs. Without a colour for the border, its sides may have the odd ones.
    let odd: Vec<String> =
        inner.iter().filter(|(_, count)| !count.is_multiple_of(2)).map(|(colour, _)| format!("`{colour}`")).collect();
    let free = if tiles.border.is_some() { 0 } else { outer };
    if odd.len() > free {
        let message = match &odd[..] {
            [one] => format!("the colour {one} is on an odd number of inner sides: one of them meets no other"),
            [most @ .., last] => {
                format!("the colours {} and {last} are on an odd number of inner sides", most.join(", "))
            }
            [] => return,
        };
        let help = "each inner side meets another one of its colour; change a tile, or the border";
        wrong.push(mistake("wrong-tile", span, message).help(help));
    }
}

/// Returns the help for an unknown tile among given values.
pub(super) fn known(tiles: &Tiles) -> String {
    const MAX_LISTED: usize = 12;
    let listed: Vec<String> =
        tiles.classes.iter().take(MAX_LISTED).map(|class| class.listed.iter().collect()).collect();
    let more = if tiles.classes.len() > MAX_LISTED { ", ..." } else { "" };
    let turned = if tiles.values.len() > tiles.classes.len() { ", turned as they lie" } else { "" };
    format!(
        "the tiles are {}{more}{turned}: top, right, bottom, left; '.' is unknown, '_' is no cell",
        listed.join(", ")
    )
}

/// Returns the rules that tiles imply.
pub(super) fn rules(symbols: &SymbolTable, span: Span) -> Vec<Rule> {
    let Some(tiles) = &symbols.tiles else { return Vec::new() };
    let topology = &symbols.topology;
    let all = 0..topology.cells.len();
    let set = |name: SetName, key: Key, cells: &[usize]| {
        let members = cells.iter().map(|&cell| Member::of(Element::Cell(cell))).collect();
        Set { name, own: None, key, members, parts: Vec::new() }
    };
    let rule = |id: BuiltIn, sets: Vec<Set>, condition: Arc<dyn Condition>| Rule {
        name: id.name().to_string(),
        id: RuleId::BuiltIn(id),
        stated: Arc::new(Stated { span: Some(span), ..Stated::default() }),
        span,
        time: Time::Always,
        sets,
        when: None,
        among: None,
        inside: None,
        pick: None,
        until: None,
        at: None,
        paths: false,
        whole: Vec::new(),
        conditions: vec![condition],
    };
    let cells: Vec<usize> = all.clone().collect();
    let tile = |(class, one): (usize, &crate::tiles::Class)| {
        set(SetName::Tile(one.listed.iter().collect::<String>().into()), Key::Tile(class), &cells)
    };
    let used = tiles.classes.iter().enumerate().map(tile).collect();
    let pair = |[a, b]: [usize; 2]| set(SetName::Pair(topology.cells[a], topology.cells[b]), Key::None, &[a, b]);
    let pairs = topology.pairs(&SIDES).into_iter().map(pair).collect();
    let mut rules =
        vec![rule(BuiltIn::Tiles, used, Arc::new(Used)), rule(BuiltIn::CommonSides, pairs, Arc::new(Matching))];
    if tiles.border.is_some() {
        let at_border = all.filter(|&cell| outer(topology, cell).next().is_some());
        let sets = at_border.map(|cell| set(SetName::Cell(topology.cells[cell]), Key::None, &[cell])).collect();
        rules.push(rule(BuiltIn::Border, sets, Arc::new(Border)));
    }
    rules
}
