//! A layer: states, each with a number and an example, found by hashing.

/// The states of a layer, in the order of their discovery.
pub(super) struct Table<const W: usize> {
    pub(super) states: Vec<[u64; W]>,
    /// The words of each number, the lowest first.
    pub(super) counts: Vec<u64>,
    pub(super) limbs: usize,
    /// The words of each example.
    pub(super) examples: Vec<u64>,
    /// By hash, the number of the state and 1; 0 for none. The length is a power of 2.
    index: Vec<u32>,
}

/// A number does not fit into its words.
pub(super) struct Overflow;

/// Returns the shard of a state; the index uses other bits of its hash.
#[cfg(feature = "threads")]
pub(super) fn shard<const W: usize>(state: &[u64; W], shards: usize) -> usize {
    (hash(state) >> 40) as usize % shards
}

fn hash<const W: usize>(state: &[u64; W]) -> u64 {
    let mut hash = 0u64;
    for &word in state {
        let product = u128::from(hash ^ word ^ 0x9E37_79B9_7F4A_7C15) * 0xD1B5_4A32_D192_ED03;
        hash = (product as u64) ^ (product >> 64) as u64;
    }
    hash
}

impl<const W: usize> Table<W> {
    pub(super) fn new(limbs: usize) -> Table<W> {
        let index = vec![0; 1 << 6];
        Table { states: Vec::new(), counts: Vec::new(), limbs, examples: Vec::new(), index }
    }

    /// Returns the table without states, which keeps its memory.
    pub(super) fn cleared(mut self, limbs: usize) -> Table<W> {
        // Clearing a large index costs as much as a layer of its size.
        let size = (self.states.len() * 2).next_power_of_two().max(1 << 6);
        self.index.truncate(size);
        self.index.fill(0);
        self.states.clear();
        self.counts.clear();
        self.examples.clear();
        self.limbs = limbs;
        self
    }

    pub(super) fn bytes(&self) -> u64 {
        let words = self.states.capacity() * W + self.counts.capacity() + self.examples.capacity();
        (words * 8 + self.index.capacity() * 4) as u64
    }

    /// Adds the number of a state of the layer before to a state. Returns the number of the state if it is new.
    #[inline]
    pub(super) fn add(&mut self, state: &[u64; W], count: &[u64]) -> Result<Option<usize>, Overflow> {
        match self.find(state) {
            Ok(found) => {
                let sum = &mut self.counts[found * self.limbs..(found + 1) * self.limbs];
                let mut carry = false;
                for (limb, &more) in sum.iter_mut().zip(count) {
                    let (once, first) = limb.overflowing_add(more);
                    let (twice, second) = once.overflowing_add(u64::from(carry));
                    *limb = twice;
                    carry = first || second;
                }
                if carry { Err(Overflow) } else { Ok(None) }
            }
            Err(place) => {
                self.counts.extend_from_slice(count);
                Ok(Some(self.push(state, place)))
            }
        }
    }

    /// Returns the number of a state, which is added if it is new.
    #[inline]
    pub(super) fn number(&mut self, state: &[u64; W]) -> usize {
        self.find(state).unwrap_or_else(|place| self.push(state, place))
    }

    /// Returns whether a state is among them.
    #[inline]
    pub(super) fn contains(&self, state: &[u64; W]) -> bool {
        self.find(state).is_ok()
    }

    /// Returns the number of a state, or the place in the index for it.
    #[inline]
    fn find(&self, state: &[u64; W]) -> Result<usize, usize> {
        let mask = self.index.len() - 1;
        let mut place = hash(state) as usize & mask;
        loop {
            match self.index[place] {
                0 => return Err(place),
                found if self.states[found as usize - 1] == *state => return Ok(found as usize - 1),
                _ => place = (place + 1) & mask,
            }
        }
    }

    #[inline]
    fn push(&mut self, state: &[u64; W], place: usize) -> usize {
        self.states.push(*state);
        let new = self.states.len();
        self.index[place] = new as u32;
        if new * 2 > self.index.len() {
            self.grow();
        }
        new - 1
    }

    fn grow(&mut self) {
        let size = self.index.len() * 4;
        self.index.clear();
        self.index.resize(size, 0);
        for (number, state) in self.states.iter().enumerate() {
            let mut place = hash(state) as usize & (size - 1);
            while self.index[place] != 0 {
                place = (place + 1) & (size - 1);
            }
            self.index[place] = number as u32 + 1;
        }
    }

    /// Appends tables with different states to a list of words, as one table.
    pub(super) fn write(tables: &[Table<W>], words: &mut Vec<u64>) {
        let states: usize = tables.iter().map(|table| table.states.len()).sum();
        words.extend([W as u64, tables[0].limbs as u64, states as u64]);
        tables.iter().for_each(|table| words.extend(table.states.iter().flatten()));
        tables.iter().for_each(|table| words.extend(&table.counts));
        tables.iter().for_each(|table| words.extend(&table.examples));
    }

    /// Joins tables with different states.
    pub(super) fn joined(tables: Vec<Table<W>>) -> Table<W> {
        let mut tables = tables.into_iter();
        let mut all = tables.next().unwrap_or_else(|| Table::new(1));
        for table in tables {
            for state in &table.states {
                all.number(state);
            }
            all.counts.extend(table.counts);
            all.examples.extend(table.examples);
        }
        all
    }

    /// Reads what [`Table::write`] has written; `None` if it is something else.
    pub(super) fn read(words: &[u64], example_words: usize) -> Option<Table<W>> {
        let [width, limbs, states, words @ ..] = words else { return None };
        let (limbs, states) = (usize::try_from(*limbs).ok()?, usize::try_from(*states).ok()?);
        let per_state = W.checked_add(limbs)?.checked_add(example_words)?;
        if *width != W as u64 || limbs == 0 || states.checked_mul(per_state)? != words.len() {
            return None;
        }
        let (own, rest) = words.split_at(states * W);
        let (counts, examples) = rest.split_at(states * limbs);
        let mut table = Table::new(limbs);
        for state in own.chunks(W) {
            table.number(state.try_into().ok()?);
        }
        // Equal states would be one.
        if table.states.len() != states {
            return None;
        }
        (table.counts, table.examples) = (counts.to_vec(), examples.to_vec());
        Some(table)
    }

    /// Gives every number one more word.
    pub(super) fn widen(&mut self) {
        let limbs = self.limbs;
        self.counts = self.counts.chunks(limbs).flat_map(|count| count.iter().copied().chain([0])).collect();
        self.limbs += 1;
    }
}
