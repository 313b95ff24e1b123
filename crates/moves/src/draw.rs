//! Pictures: a panel for every position of a plan with the changed cells marked, or a list of moves for long plans.

use super::board::{Form, Game};
use super::notation;
use boardwright_base::board::picture::{Ground, Lines, Panel, Picture, Square};
use boardwright_base::board::tiling::Tiling;
use boardwright_grid::draw;

/// The most cells, in all positions together, that are drawn. The moves of a longer plan are listed.
const MAX_DRAWN: usize = 20_000;

/// The colours of pieces of several cells, by value: a piece keeps its colour in all positions.
const PIECES: [[u8; 3]; 16] = [
    [0xf4, 0xa0, 0x9a],
    [0x9f, 0xc5, 0xe8],
    [0xf7, 0xe3, 0x8a],
    [0x9b, 0xd7, 0xa4],
    [0xcd, 0xb3, 0xe6],
    [0xf8, 0xbf, 0x85],
    [0xa8, 0xe4, 0xea],
    [0xff, 0xc4, 0xce],
    [0xcf, 0xae, 0x8f],
    [0xc8, 0xc8, 0xc8],
    [0xd3, 0xe0, 0x8c],
    [0x8f, 0xd3, 0xc1],
    [0xe8, 0xc9, 0xa0],
    [0xb4, 0xb0, 0xe0],
    [0xe3, 0xa6, 0xc6],
    [0xb9, 0xcf, 0xb4],
];
/// The ground of a vacant cell among such pieces.
const VACANT: [u8; 3] = [0xff, 0xff, 0xff];
/// The ground of a cell for which the goal names a piece, while others are open.
const GOAL: [u8; 3] = [0xff, 0xf1, 0xb8];

/// Draws a plan.
pub(super) fn plan(game: &Game, positions: &[Vec<u16>]) -> Picture {
    let moves = notation::moves(game, positions);
    if positions.len() * game.cell_count() > MAX_DRAWN {
        let digits = moves.len().to_string().len();
        let line = |(index, one): (usize, &String)| format!("{:>digits$}: {one}", index + 1);
        return Picture { captions: moves.iter().enumerate().map(line).collect(), ..givens(game) };
    }
    let mut panels = Vec::with_capacity(positions.len());
    for (index, values) in positions.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| &positions[before]);
        let mut panel = panel(game, values, before);
        panel.title = match index.checked_sub(1) {
            None => "start".to_string(),
            Some(before) => format!("{index}: {}", moves[before]),
        };
        panel.frame = true;
        panels.push(panel);
    }
    Picture { panels, captions: Vec::new() }
}

/// Draws the start, and the pictures of the goal that leave no cell open.
pub(super) fn givens(game: &Game) -> Picture {
    let mut start = panel(game, &game.start, None);
    start.title = "start".to_string();
    let mut panels = vec![start];
    for picture in game.goal.pictures.iter().take(8) {
        let only = |mask: &Vec<bool>| {
            let accepted: Vec<u16> = (0..mask.len() as u16).filter(|&value| mask[usize::from(value)]).collect();
            if let [only] = accepted[..] { Some(only) } else { None }
        };
        let known: Vec<Option<u16>> = picture.iter().map(only).collect();
        let values: Vec<u16> = known.iter().map(|value| value.unwrap_or(0)).collect();
        let mut goal = panel(game, &values, None);
        goal.title = "goal".to_string();
        for (cell, value) in known.iter().enumerate().filter(|(_, value)| value.is_none()) {
            let _ = value;
            let at = game.place(cell);
            let square = &mut goal.rows[at.row][at.column];
            *square = Square::new(0).text("?");
        }
        panels.push(goal);
    }
    Picture { panels, captions: Vec::new() }
}

/// Draws one position, of which cells that differ from the one before are marked, and the pictures of the goal.
pub(super) fn by_hand(game: &Game, values: &[u16], before: Option<&Vec<u16>>) -> Picture {
    let mut picture = givens(game);
    picture.panels[0] = panel(game, values, before);
    picture
}

/// Draws a position; cells that differ from the one before are marked.
fn panel(game: &Game, values: &[u16], before: Option<&Vec<u16>>) -> Panel {
    let mut panel = draw::filled(&game.grid, values);
    let mut whole = vec![false; game.value_count()];
    for one in &game.moves {
        if let Form::Piece(piece) = &one.form
            && piece.whole
        {
            piece.pieces.iter().zip(&mut whole).for_each(|(&is, whole)| *whole |= is);
        }
    }
    let has_whole = whole.contains(&true);
    let goal = marked_by_goal(game);
    for (cell, &value) in values.iter().enumerate() {
        let at = game.place(cell);
        let Some(square) = panel.rows.get_mut(at.row).and_then(|row| row.get_mut(at.column)) else { continue };
        square.marked = before.is_some_and(|before| before[cell] != value);
        let is_whole = whole[usize::from(value)];
        if has_whole {
            // Lines run around pieces of several cells.
            square.region = Some(if is_whole { usize::from(value) + 1 } else { 0 });
        }
        match square.ground {
            Ground::Plain if is_whole => square.ground = Ground::Tinted(PIECES[usize::from(value) % PIECES.len()]),
            Ground::Plain if goal[cell] => square.ground = Ground::Tinted(GOAL),
            Ground::Plain if has_whole => square.ground = Ground::Tinted(VACANT),
            _ => {}
        }
    }
    if game.grid.symbols.topology.tiling == Tiling::Square {
        walls(&mut panel);
    }
    if has_whole && panel.lines == Lines::All {
        panel.lines = Lines::Regions;
    }
    panel
}

/// Returns, by cell, whether a goal that leaves other cells open names a piece for it: the place of a box.
fn marked_by_goal(game: &Game) -> Vec<bool> {
    let mut marked = vec![false; game.cell_count()];
    let vacant = game.grid.symbols.layers[0].values.iter().position(|value| value == ".");
    for picture in &game.goal.pictures {
        let is_open = |mask: &Vec<bool>| mask.iter().all(|&accepted| accepted);
        if picture.iter().any(is_open) {
            let names = |mask: &Vec<bool>| !is_open(mask) && vacant.is_none_or(|vacant| !mask[vacant]);
            picture.iter().zip(&mut marked).for_each(|(mask, marked)| *marked |= names(mask));
        }
    }
    marked
}

/// Draws holes that the board encloses as walls: they look like cells otherwise.
fn walls(panel: &mut Panel) {
    let (height, width) = (panel.height(), panel.width());
    let is_hole = |panel: &Panel, row: usize, column: usize| panel.cell(row, column).is_none();
    let mut outside = vec![false; height * width];
    let mut next: Vec<(usize, usize)> = Vec::new();
    for row in 0..height {
        for column in 0..width {
            if row == 0 || column == 0 || row + 1 == height || column + 1 == width {
                next.push((row, column));
            }
        }
    }
    while let Some((row, column)) = next.pop() {
        if !is_hole(panel, row, column) || std::mem::replace(&mut outside[row * width + column], true) {
            continue;
        }
        let (above, left) = (row.checked_sub(1), column.checked_sub(1));
        let beside =
            [(above, Some(column)), (Some(row), left), (Some(row + 1), Some(column)), (Some(row), Some(column + 1))];
        next.extend(
            beside
                .into_iter()
                .filter_map(|(row, column)| Some((row?, column?)))
                .filter(|at| at.0 < height && at.1 < width),
        );
    }
    for row in 0..height {
        for column in 0..width {
            if is_hole(panel, row, column) && !outside[row * width + column] {
                panel.rows[row][column] = Square::new(usize::MAX).ground(Ground::Wall);
            }
        }
    }
}
