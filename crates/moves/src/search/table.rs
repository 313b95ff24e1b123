//! Positions with their distance from one end, and the number of ways to reach them.
//!
//! A hash table with open addressing over a list of positions in the order in which they were found: 8 bytes for each
//! word of a position and 10 for its distance and its places in the table; 16 more where ways are counted.

use super::packed::State;

/// The most positions of a table.
pub(super) const MAX_POSITIONS: usize = 1 << 31;

/// Positions, each once.
#[derive(Debug)]
pub(super) struct Table<const N: usize> {
    /// In the order in which they were found.
    pub(super) states: Vec<State<N>>,
    /// By position: its distance.
    pub(super) distance: Vec<u16>,
    /// By position: the number of ways to reach it in that distance, if counted.
    pub(super) ways: Vec<u128>,
    counts: bool,
    /// Whether some number of ways exceeds 128 bits.
    pub(super) overflows: bool,
    places: Vec<u32>,
}

const FREE: u32 = u32::MAX;

fn hash<const N: usize>(state: &State<N>) -> u64 {
    let mut hash = 0x9e37_79b9_7f4a_7c15_u64;
    for &word in state {
        let product = u128::from(hash ^ word) * u128::from(0xa076_1d64_78bd_642f_u64);
        hash = (product >> 64) as u64 ^ product as u64;
        hash = (hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    }
    hash ^ hash >> 29
}

impl<const N: usize> Table<N> {
    /// Returns an empty table; `counts` if ways are counted.
    pub(super) fn new(counts: bool) -> Table<N> {
        Table {
            states: Vec::new(),
            distance: Vec::new(),
            ways: Vec::new(),
            counts,
            overflows: false,
            places: vec![FREE; 1 << 10],
        }
    }

    fn place(&self, state: &State<N>) -> usize {
        let mask = self.places.len() - 1;
        let mut place = hash(state) as usize & mask;
        while self.places[place] != FREE && self.states[self.places[place] as usize] != *state {
            place = (place + 1) & mask;
        }
        place
    }

    /// Returns the number of a position.
    pub(super) fn find(&self, state: &State<N>) -> Option<usize> {
        let index = self.places[self.place(state)];
        (index != FREE).then_some(index as usize)
    }

    /// Adds ways to reach a position at a distance. Returns its number if it is new, or nearer than it was.
    pub(super) fn reach(&mut self, state: &State<N>, distance: u16, ways: u128) -> Option<usize> {
        let place = self.place(state);
        let index = self.places[place];
        if index == FREE {
            let index = self.states.len();
            self.places[place] = index as u32;
            self.states.push(*state);
            self.distance.push(distance);
            if self.counts {
                self.ways.push(ways);
            }
            if self.states.len() * 3 > self.places.len() * 2 {
                self.grow();
            }
            return Some(index);
        }
        let index = index as usize;
        if distance < self.distance[index] {
            self.distance[index] = distance;
            if self.counts {
                self.ways[index] = ways;
            }
            return Some(index);
        }
        if self.counts && distance == self.distance[index] {
            let (sum, overflows) = self.ways[index].overflowing_add(ways);
            self.overflows |= overflows;
            self.ways[index] = sum;
        }
        None
    }

    fn grow(&mut self) {
        let mask = self.places.len() * 2 - 1;
        let mut places = vec![FREE; mask + 1];
        for (index, state) in self.states.iter().enumerate() {
            let mut place = hash(state) as usize & mask;
            while places[place] != FREE {
                place = (place + 1) & mask;
            }
            places[place] = index as u32;
        }
        self.places = places;
    }
}
