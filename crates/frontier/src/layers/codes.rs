//! The codes of a state, unpacked: plays the events of a layer.

use super::graph::{COMPLETE, Event, FRESH, GraphPlan, LABELS, MAX_CODES, SPENT};
use super::weights::Ledger;

/// The codes of a state, unpacked, with ledgers for `L` labels: none, or all.
pub(super) struct Codes<const L: usize> {
    codes: [u8; MAX_CODES],
    count: usize,
    fresh: u8,
    /// By label.
    ledgers: [Ledger; L],
}

/// Returns the codes after events, packed into words whose bits are zero before; `None` if what must hold cannot.
#[inline]
pub(super) fn played(plan: &GraphPlan, events: &[Event], before: &[u64], after: &mut [u64]) -> Option<()> {
    fn with<const L: usize>(plan: &GraphPlan, events: &[Event], before: &[u64], after: &mut [u64]) -> Option<()> {
        let mut codes = Codes::<L>::unpack(plan, before);
        codes.play(plan, events).then(|| codes.pack(plan, after))
    }
    if plan.is_measured() {
        with::<LABELS>(plan, events, before, after)
    } else {
        with::<0>(plan, events, before, after)
    }
}

impl<const L: usize> Codes<L> {
    #[inline]
    fn unpack(plan: &GraphPlan, words: &[u64]) -> Self {
        let mut codes = [0; MAX_CODES];
        let (mask, spent) = ((1 << plan.bits) - 1, (1u64 << plan.bits) - 1);
        for (codes, &word) in codes[..plan.flags.len()].chunks_mut(plan.per_word).zip(words) {
            let mut word = word;
            for code in codes {
                *code = if word & mask == spent { SPENT } else { (word & mask) as u8 };
                word >>= plan.bits;
            }
        }
        let mut ledgers = [0; L];
        if L > 0 {
            let (bits, per_word) = (plan.weights.bits, plan.ledgers_per_word);
            let mask = u64::MAX >> (64 - bits);
            let labels = codes.iter().zip(&plan.flags).filter(|(code, flag)| **code != SPENT && !**flag);
            let count = usize::from(labels.map(|(code, _)| *code).max().unwrap_or(0));
            let words = &words[plan.code_words..];
            for (label, ledger) in ledgers[1..=count].iter_mut().enumerate() {
                *ledger = words[label / per_word] >> ((label % per_word) as u32 * bits) & mask;
            }
        }
        Codes { codes, count: plan.flags.len(), fresh: FRESH, ledgers }
    }

    /// Writes the codes, with labels in the order of their first vertices. The bits are zero before.
    #[inline]
    fn pack(&self, plan: &GraphPlan, words: &mut [u64]) {
        let (words, ledgers) = words.split_at_mut(plan.code_words);
        let mut names = [0u8; 256];
        names[usize::from(SPENT)] = (1u16 << plan.bits) as u8 - 1;
        let mut next = 1;
        let chunks = self.codes[..self.count].chunks(plan.per_word).zip(plan.flags.chunks(plan.per_word));
        for ((codes, flags), word) in chunks.zip(words) {
            let mut packed = 0;
            for (index, (&code, &flag)) in codes.iter().zip(flags).enumerate() {
                let name = if flag || code == 0 {
                    code
                } else {
                    let name = &mut names[usize::from(code)];
                    if *name == 0 {
                        *name = next;
                        if L > 0 {
                            let (slot, per_word) = (usize::from(next) - 1, plan.ledgers_per_word);
                            let shift = (slot % per_word) as u32 * plan.weights.bits;
                            ledgers[slot / per_word] |= self.ledgers[usize::from(code)] << shift;
                        }
                        next += 1;
                    }
                    *name
                };
                packed |= u64::from(name) << (index as u32 * plan.bits);
            }
            *word |= packed;
        }
    }

    /// Plays the events; returns whether what must hold of the graph still can.
    #[inline]
    fn play(&mut self, plan: &GraphPlan, events: &[Event]) -> bool {
        events.iter().all(|&event| match event {
            Event::Appear(vertex) => self.label(vertex).is_some(),
            Event::Weigh(vertex, number) => match plan.weights.alone(usize::from(number)) {
                Some(ledger) => {
                    self.ledgers[usize::from(self.codes[usize::from(vertex)])] = ledger;
                    true
                }
                None => false,
            },
            Event::Demand(vertex, number) => self.demand(plan, vertex, number),
            Event::DemandIf(vertex, number, flag) => {
                self.codes[usize::from(flag)] == 0 || self.demand(plan, vertex, number)
            }
            Event::Join(a, b) => self.join(plan, a, b),
            Event::JoinIf(a, b, flag) => self.codes[usize::from(flag)] == 0 || self.join(plan, a, b),
            Event::Set(flag) => {
                self.codes[usize::from(flag)] = 1;
                true
            }
            Event::Clear(flag) => {
                self.codes[usize::from(flag)] = 0;
                true
            }
            Event::Edge(a, b, most_a, most_b) => self.edge(plan, [a, b], [most_a, most_b]),
            Event::Degree(vertex, allowed, most) => {
                let degree = match self.codes[usize::from(vertex)] {
                    0 => 0,
                    SPENT => most,
                    _ => 1,
                };
                allowed >> degree & 1 == 1
            }
            Event::Leave(vertex) => {
                let code = std::mem::take(&mut self.codes[usize::from(vertex)]);
                code == 0 || code == SPENT || self.survives(plan, code)
            }
        })
    }

    /// Gives a vertex the label of a new component; `None` if a component is complete.
    fn label(&mut self, vertex: u8) -> Option<u8> {
        if self.codes[COMPLETE] != 0 {
            return None;
        }
        self.codes[usize::from(vertex)] = self.fresh;
        self.fresh += 1;
        Some(self.fresh - 1)
    }

    fn demand(&mut self, plan: &GraphPlan, vertex: u8, number: u16) -> bool {
        let code = usize::from(self.codes[usize::from(vertex)]);
        if code == 0 {
            return true;
        }
        let ledger = plan.weights.demanded(self.ledgers[code], usize::from(number));
        ledger.is_some_and(|ledger| {
            self.ledgers[code] = ledger;
            true
        })
    }

    fn join(&mut self, plan: &GraphPlan, a: u8, b: u8) -> bool {
        let (a, b) = (self.codes[usize::from(a)], self.codes[usize::from(b)]);
        a == 0 || b == 0 || self.merge(plan, a, b)
    }

    /// Joins two components by an edge; they may be one.
    fn merge(&mut self, plan: &GraphPlan, a: u8, b: u8) -> bool {
        if a == b {
            return !plan.acyclic;
        }
        if L > 0 {
            match plan.weights.joined(self.ledgers[usize::from(a)], self.ledgers[usize::from(b)]) {
                Some(ledger) => self.ledgers[usize::from(a)] = ledger,
                None => return false,
            }
        }
        let codes = self.codes[..self.count].iter_mut().zip(&plan.flags);
        codes.filter(|(code, flag)| **code == b && !**flag).for_each(|(code, _)| *code = a);
        true
    }

    fn edge(&mut self, plan: &GraphPlan, ends: [u8; 2], most: [u8; 2]) -> bool {
        let mut labels = [0; 2];
        let mut spent = [false; 2];
        for end in 0..2 {
            let code = self.codes[usize::from(ends[end])];
            let degree = match code {
                SPENT => return false,
                0 => 1,
                _ => 2,
            };
            labels[end] = if code != 0 {
                code
            } else {
                match self.label(ends[end]) {
                    Some(label) => label,
                    None => return false,
                }
            };
            spent[end] = most[end] != 0 && degree >= most[end];
        }
        if !self.merge(plan, labels[0], labels[1]) {
            return false;
        }
        for end in 0..2 {
            if spent[end] {
                self.codes[usize::from(ends[end])] = SPENT;
            }
        }
        !(spent[0] || spent[1]) || self.survives(plan, labels[0])
    }

    /// A component lost a member: returns whether another one carries it on, or it may be complete.
    fn survives(&mut self, plan: &GraphPlan, label: u8) -> bool {
        if !plan.connected && L == 0 {
            return true;
        }
        let mut alone = true;
        for (&code, &flag) in self.codes[..self.count].iter().zip(&plan.flags) {
            if !flag && code != 0 && code != SPENT {
                if code == label {
                    return true;
                }
                alone = false;
            }
        }
        if L > 0 && !plan.weights.is_met(self.ledgers[usize::from(label)]) {
            return false;
        }
        self.codes[COMPLETE] = u8::from(plan.connected);
        alone || !plan.connected
    }
}
