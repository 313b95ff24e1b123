//! A layer swept by several threads, block by block.
//!
//! Each thread takes a part of a block of states and lists what they lead to, by *shard*: by hash. Then each thread adds the lists of
//! one shard to its table. The next layer has as many shards as there are threads. Numbers do not depend on their number; only the
//! order of the states, and with it the example, does.

use super::sweep::{End, Sweep};
use super::table::{Table, shard};
use boardwright_base::budget::Stop;
use std::ops::Range;
use std::panic::resume_unwind;
use std::thread::{ScopedJoinHandle, scope};

/// The number of steps of a block, by thread.
const BLOCK: usize = 1 << 16;

/// A state after a value, with the number of the state before it.
struct Reached<const W: usize> {
    after: [u64; W],
    number: u32,
    value: u32,
}

impl<const W: usize> Sweep<'_, W> {
    /// Returns the shards of the next layer, in the memory of `spare`.
    pub(super) fn split(
        &mut self,
        place: usize,
        tables: &[Table<W>],
        threads: usize,
        spare: Vec<Table<W>>,
    ) -> Result<Vec<Table<W>>, End> {
        let limbs = tables[0].limbs;
        let spare = spare.into_iter().map(|table| table.cleared(limbs));
        let mut next: Vec<Table<W>> = spare.chain((0..threads).map(|_| Table::new(limbs))).take(threads).collect();
        let block = (BLOCK / self.plan.layers[place].values.max(1)).max(1) * threads;
        let before: u64 = tables.iter().map(Table::bytes).sum();
        for table in tables {
            self.steps += (table.states.len() * self.plan.layers[place].values) as u64;
            for start in (0..table.states.len()).step_by(block) {
                self.budget.check().map_err(End::Stopped)?;
                let bytes = before + next.iter().map(Table::bytes).sum::<u64>();
                if self.budget.memory.is_some_and(|limit| bytes > limit.bytes) {
                    return Err(End::Stopped(Stop::Memory));
                }
                let end = table.states.len().min(start + block);
                let size = (end - start).div_ceil(threads);
                let sweep = &*self;
                let parts: Vec<Vec<Vec<Reached<W>>>> = scope(|scope| {
                    let part = |thread: usize| {
                        let range = end.min(start + thread * size)..end.min(start + (thread + 1) * size);
                        scope.spawn(move || sweep.part(place, table, range, threads))
                    };
                    all((0..threads).map(part).collect())
                });
                let parts = &parts;
                let added = scope(|scope| {
                    let add = |(shard, next): (usize, &mut Table<W>)| {
                        // The table is moved into the thread and back, for speed.
                        let mut own = std::mem::replace(next, Table::new(limbs));
                        scope.spawn(move || {
                            let added = sweep.add_all(place, table, parts.iter().map(|part| &part[shard]), &mut own);
                            (own, added)
                        })
                    };
                    all(next.iter_mut().enumerate().map(add).collect())
                });
                next.clear();
                for (table, added) in added {
                    added?;
                    next.push(table);
                }
            }
        }
        Ok(next)
    }

    /// Returns what a range of the states leads to, by shard.
    fn part(&self, place: usize, table: &Table<W>, range: Range<usize>, threads: usize) -> Vec<Vec<Reached<W>>> {
        let layer = &self.plan.layers[place];
        let mut keep = [0; W];
        keep.copy_from_slice(&layer.keep[..W]);
        let mut found: Vec<Vec<Reached<W>>> =
            (0..threads).map(|_| Vec::with_capacity(range.len() * layer.values / threads)).collect();
        for number in range {
            for value in 0..layer.values {
                if let Some(after) = self.step(layer, place, &table.states[number], &keep, value) {
                    let reached = Reached { after, number: number as u32, value: value as u32 };
                    found[shard(&after, threads)].push(reached);
                }
            }
        }
        found
    }

    /// Adds the lists of a shard to its table.
    fn add_all<'l>(
        &self,
        place: usize,
        table: &Table<W>,
        lists: impl Iterator<Item = &'l Vec<Reached<W>>>,
        next: &mut Table<W>,
    ) -> Result<(), End> {
        let layer = &self.plan.layers[place];
        for Reached { after, number, value } in lists.flatten() {
            self.reach(next, after, table, *number as usize, layer, *value as usize)?;
        }
        Ok(())
    }
}

/// Waits for all threads; a panic of one continues here.
fn all<T>(threads: Vec<ScopedJoinHandle<'_, T>>) -> Vec<T> {
    threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
}
