//! Rooms of a board: cells that no border separates.

use super::contents::region_name;

/// The room of a hole.
pub(crate) const NO_ROOM: usize = usize::MAX;

/// The room of every cell; rooms are numbered in reading order of their first cells.
pub(crate) struct Rooms {
    /// The room of each cell.
    pub(crate) room: Vec<usize>,
    pub(crate) count: usize,
}

impl Rooms {
    /// Joins neighbouring cells if `is_open` returns true for a cell and the one to its right or below it.
    pub(crate) fn of(rows: usize, columns: usize, is_open: impl Fn(usize, usize) -> bool) -> Self {
        Rooms::within(rows, columns, |_| true, is_open)
    }

    /// The same for the cells that are not holes; a hole is in no room.
    pub(crate) fn within(
        rows: usize,
        columns: usize,
        is_cell: impl Fn(usize) -> bool,
        is_open: impl Fn(usize, usize) -> bool,
    ) -> Self {
        let mut room = vec![NO_ROOM; rows * columns];
        let mut count = 0;
        for first in 0..rows * columns {
            if room[first] != NO_ROOM || !is_cell(first) {
                continue;
            }
            room[first] = count;
            let mut open = vec![first];
            while let Some(cell) = open.pop() {
                for (next, is_joined) in
                    neighbours(cell, rows, columns).map(|next| (next, is_open(cell.min(next), cell.max(next))))
                {
                    if is_joined && room[next] == NO_ROOM && is_cell(next) {
                        room[next] = count;
                        open.push(next);
                    }
                }
            }
            count += 1;
        }
        Rooms { room, count }
    }

    /// Returns the name of a room.
    pub(crate) fn name(&self, room: usize) -> String {
        region_name(room, self.count)
    }

    /// Returns the name of the room of each cell; a hole has none.
    pub(crate) fn names(&self) -> impl Iterator<Item = Option<String>> {
        self.room.iter().map(|&room| (room != NO_ROOM).then(|| self.name(room)))
    }

    /// Returns the number of cells of each room.
    pub(crate) fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![0; self.count];
        self.room.iter().filter(|room| **room != NO_ROOM).for_each(|&room| sizes[room] += 1);
        sizes
    }
}

/// Returns the cells that share a side with a cell.
pub(crate) fn neighbours(cell: usize, rows: usize, columns: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (cell / columns, cell % columns);
    let beside = [(row > 0, columns), (column > 0, 1)].into_iter().filter(|(is, _)| *is).map(move |(_, by)| cell - by);
    let behind = [(column + 1 < columns, 1), (row + 1 < rows, columns)];
    beside.chain(behind.into_iter().filter(|(is, _)| *is).map(move |(_, by)| cell + by))
}

/// Returns an upper bound on the size of a group, if every group of equal numbers has as many cells as its number states.
///
/// A group either has a given number, or it lies in a connected part of cells without numbers and has at most the cells
/// that the groups of the given numbers leave. Equal numbers that are too far apart for one group are in several groups.
pub(crate) fn largest_group(clues: &[Option<usize>], rows: usize, columns: usize) -> usize {
    let rooms = Rooms::of(rows, columns, |from, to| clues[from].is_none() && clues[to].is_none());
    let sizes = rooms.sizes();
    let unclued = clues.iter().zip(&rooms.room).filter(|(clue, _)| clue.is_none()).map(|(_, &room)| sizes[room]);
    let distance = |a: usize, b: usize| (a / columns).abs_diff(b / columns) + (a % columns).abs_diff(b % columns);
    let mut apart: Vec<(usize, usize)> = Vec::new();
    for (cell, size) in clues.iter().enumerate().filter_map(|(cell, clue)| Some((cell, (*clue)?))) {
        if apart.iter().all(|&(other, its)| its != size || distance(cell, other) >= size) {
            apart.push((cell, size));
        }
    }
    let taken = apart.iter().fold(0usize, |taken, &(_, size)| taken.saturating_add(size));
    let left = clues.len().saturating_sub(taken);
    unclued.map(|size| size.min(left)).chain(clues.iter().flatten().copied()).max().unwrap_or(1).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_are_numbered_in_reading_order() {
        // A ring around one cell.
        let rooms = Rooms::of(3, 3, |from, to| from != 4 && to != 4);
        assert_eq!(rooms.room, [0, 0, 0, 0, 1, 0, 0, 0, 0]);
        assert_eq!(rooms.sizes(), [8, 1]);
    }

    #[test]
    fn holes_part_rooms() {
        let rooms = Rooms::within(1, 4, |cell| cell != 1, |_, _| true);
        assert_eq!(rooms.room, [0, NO_ROOM, 1, 1]);
        assert_eq!((rooms.sizes(), rooms.names().flatten().collect::<String>()), (vec![1, 2], "abb".to_string()));
    }

    #[test]
    fn groups_are_bounded_by_numbers_and_by_free_cells() {
        let clues = [None, None, Some(1), None];
        assert_eq!(largest_group(&clues, 2, 2), 3);
        assert_eq!(largest_group(&[None, Some(1), Some(7), None], 2, 2), 7);
        // 2 and 2 side by side may be one group; with a cell between them they are two.
        let row = |cells: usize, at: usize| (0..cells).map(|cell| (cell == 0 || cell == at).then_some(2)).collect();
        let most = |clues: Vec<Option<usize>>| largest_group(&clues, 1, clues.len());
        assert_eq!((most(row(6, 1)), most(row(9, 2)), most(row(9, 1))), (4, 5, 7));
    }
}
