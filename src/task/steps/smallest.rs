//! A smallest reason for any unknown fact, by implicit hitting sets.
//!
//! A *sample* is a model of the definitions and the known facts. It contradicts some facts and violates some groups: a reason for
//! one of those facts must have one of those groups. So a reason for a fact hits all samples that contradict it, and a set that
//! hits them all either is a reason or leads to a new sample, which is grown until no further group can hold. Samples are
//! shared by all facts, and stay valid until they contradict a known fact. For every size from 2 on it is refuted for all facts
//! that a reason of this size exists, until one does, or the least upper bound is reached: reasons by cores, which stay valid
//! since known facts only increase.
//!
//! A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization", CP
//! 2015; E. Gamba, B. Bogaerts, T. Guns, "Efficiently explaining CSPs with unsatisfiable subset optimization", IJCAI 2021.

use super::prover::Proof;
use super::work::Work;
use crate::task::explain::Halt;
use crate::task::failure::Failure;
use std::collections::BTreeMap;

/// The number of samples read by the search for hitting sets that counts as one solver call.
const SAMPLES_PER_CALL: u64 = 1000;
/// The number of upper bounds that are shrunk.
const SHRUNK: usize = 12;
/// The number of upper bounds that are computed again for a new position.
const RENEWED: usize = 60;

/// A set of small numbers.
#[derive(Clone, Default)]
struct Bits(Vec<u64>);

impl Bits {
    fn of(elements: impl IntoIterator<Item = usize>) -> Bits {
        let mut bits = Bits::default();
        elements.into_iter().for_each(|element| bits.insert(element));
        bits
    }

    fn insert(&mut self, element: usize) {
        if self.0.len() <= element / 64 {
            self.0.resize(element / 64 + 1, 0);
        }
        self.0[element / 64] |= 1 << (element % 64);
    }

    fn remove(&mut self, element: usize) {
        if let Some(word) = self.0.get_mut(element / 64) {
            *word &= !(1 << (element % 64));
        }
    }

    fn contains(&self, element: usize) -> bool {
        self.0.get(element / 64).is_some_and(|word| word >> (element % 64) & 1 == 1)
    }

    fn join(&mut self, other: &Bits) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    fn meets(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }
}

struct Sample {
    /// The facts that it contradicts.
    against: Bits,
    /// The groups that it violates.
    violated: Vec<usize>,
    violated_bits: Bits,
}

/// The samples and upper bounds of all positions so far.
#[derive(Default)]
pub(super) struct Pool {
    samples: Vec<Sample>,
    /// By fact: a reason.
    bounds: BTreeMap<usize, Vec<usize>>,
    /// The number of samples read.
    read: u64,
    /// The number of calls and samples at which the current step gives up.
    until: u64,
}

/// A reason.
pub(super) struct Found {
    pub(super) reason: Vec<usize>,
    pub(super) fact: usize,
    pub(super) at_least: usize,
}

/// The search for a hitting set of one fact.
struct Probe {
    fact: usize,
    size: usize,
    chosen: Vec<usize>,
    chosen_bits: Bits,
    /// Groups that are in no further hitting set.
    done: Bits,
    /// The samples against the fact, by the number of groups that they violate.
    samples: Vec<usize>,
    /// The number of samples of the pool that were looked at.
    seen: usize,
}

impl Probe {
    fn new(fact: usize, size: usize) -> Probe {
        let (chosen_bits, done) = (Bits::default(), Bits::default());
        Probe { fact, size, chosen: Vec::new(), chosen_bits, done, samples: Vec::new(), seen: 0 }
    }

    /// Takes in the samples that were added to the pool.
    fn update(&mut self, pool: &[Sample]) {
        for (index, sample) in pool.iter().enumerate().skip(self.seen) {
            if sample.against.contains(self.fact) {
                let length = |&other: &usize| pool[other].violated.len() <= sample.violated.len();
                self.samples.insert(self.samples.partition_point(length), index);
            }
        }
        self.seen = pool.len();
    }

    /// Returns whether more samples are disjoint than groups may be added.
    fn is_out_of_reach(&self, pool: &[Sample]) -> bool {
        let (mut hit, mut needed) = (self.chosen_bits.clone(), self.chosen.len());
        for &index in &self.samples {
            if !pool[index].violated_bits.meets(&hit) {
                needed += 1;
                hit.join(&pool[index].violated_bits);
                if needed > self.size {
                    return true;
                }
            }
        }
        false
    }
}

/// The result of a search for hitting sets.
enum Probed {
    Reason(Vec<usize>),
    Refuted,
    GaveUp,
}

impl Pool {
    /// Returns a smallest reason for an unknown fact; there is none of size 1.
    pub(super) fn smallest(&mut self, work: &mut Work) -> Result<Found, Halt> {
        self.samples
            .retain(|sample| !(0..work.known.len()).any(|fact| work.known[fact] && sample.against.contains(fact)));
        self.until = work.near.calls + self.read / SAMPLES_PER_CALL + work.limit;
        self.bound(work)?;
        let mut order: Vec<(usize, usize, usize)> =
            work.open().into_iter().map(|fact| (self.bounds[&fact].len(), work.distance(fact), fact)).collect();
        order.sort_unstable();
        let Some(&(least, _, nearest)) = order.first() else {
            return Err(Halt::Failed(Failure::Check("all facts are known".into())));
        };
        let mut size = 2;
        while size < least {
            for &(.., fact) in &order {
                let mut probe = Probe::new(fact, size);
                match self.probe(&mut probe, work)? {
                    Probed::Reason(reason) => {
                        self.bounds.insert(fact, reason.clone());
                        return Ok(Found { reason, fact, at_least: size });
                    }
                    Probed::Refuted => {}
                    Probed::GaveUp => {
                        return Ok(Found { reason: self.bounds[&nearest].clone(), fact: nearest, at_least: size });
                    }
                }
            }
            size += 1;
        }
        Ok(Found { reason: self.bounds[&nearest].clone(), fact: nearest, at_least: least })
    }

    /// Finds a reason for every unknown fact, and makes the smallest ones minimal.
    fn bound(&mut self, work: &mut Work) -> Result<(), Halt> {
        let all: Vec<usize> = (0..work.groups.len()).filter(|&group| !work.is_base(group)).collect();
        let open = work.open();
        let mut renewed: Vec<(usize, usize)> =
            open.iter().map(|&fact| (self.bounds.get(&fact).map_or(0, Vec::len), fact)).collect();
        renewed.sort_unstable();
        let missing = renewed.partition_point(|&(length, _)| length == 0);
        renewed.truncate(missing + RENEWED);
        for (_, fact) in renewed {
            let core = self.core(&all, fact, work)?;
            let is_better = self.bounds.get(&fact).is_none_or(|bound| core.len() < bound.len());
            if is_better {
                self.bounds.insert(fact, core);
            }
        }
        let mut order: Vec<(usize, usize, usize)> =
            open.into_iter().map(|fact| (self.bounds[&fact].len(), work.distance(fact), fact)).collect();
        order.sort_unstable();
        for &(.., fact) in order.iter().take(SHRUNK) {
            let mut kept = self.bounds[&fact].clone();
            let mut index = 0;
            while index < kept.len() && kept.len() > 2 {
                let group = kept[index];
                let without: Vec<usize> = kept.iter().copied().filter(|&other| other != group).collect();
                match self.test(&without, fact, work)? {
                    Some(core) => kept.retain(|other| core.contains(other)),
                    None => index += 1,
                }
            }
            self.bounds.insert(fact, kept);
        }
        Ok(())
    }

    fn core(&mut self, among: &[usize], fact: usize, work: &mut Work) -> Result<Vec<usize>, Halt> {
        self.test(among, fact, work)?
            .ok_or_else(|| Halt::Failed(Failure::Check("a fact does not follow from all rules".into())))
    }

    /// Returns groups among these that imply a fact, or adds a sample.
    fn test(&mut self, among: &[usize], fact: usize, work: &mut Work) -> Result<Option<Vec<usize>>, Halt> {
        let (groups, assumed) = (work.with_base(among), work.assume(&[!work.literals[fact]]));
        match work.near.solve(&groups, &assumed)? {
            Proof::Core(core) => Ok(Some(work.near.groups_in(&core, among))),
            Proof::Model(model) => {
                self.sample(model, &assumed, work)?;
                Ok(None)
            }
        }
    }

    /// Grows a model until no further group can hold, and keeps it.
    fn sample(&mut self, mut model: Vec<bool>, assumed: &[crate::cnf::Lit], work: &mut Work) -> Result<(), Halt> {
        let mut violated = work.violated(&model);
        let mut index = 0;
        while index < violated.len() {
            let next = violated[index];
            let mut groups = vec![next];
            groups.extend((0..work.groups.len()).filter(|group| violated.binary_search(group).is_err()));
            match work.near.solve(&groups, assumed)? {
                Proof::Model(grown) => {
                    model = grown;
                    violated = work.violated(&model);
                    // Groups before this one cannot hold together with those that held then.
                    index = violated.partition_point(|&group| group < next);
                }
                Proof::Core(_) => index += 1,
            }
        }
        let open = (0..work.literals.len()).filter(|&fact| !work.literals[fact].holds_in(&model));
        let violated_bits = Bits::of(violated.iter().copied());
        self.samples.push(Sample { against: Bits::of(open), violated, violated_bits });
        Ok(())
    }

    /// Searches for a reason of at most the given size.
    fn probe(&mut self, probe: &mut Probe, work: &mut Work) -> Result<Probed, Halt> {
        work.check()?;
        probe.update(&self.samples);
        self.read += 1 + 2 * probe.samples.len() as u64;
        if work.near.calls + self.read / SAMPLES_PER_CALL > self.until {
            return Ok(Probed::GaveUp);
        }
        if probe.is_out_of_reach(&self.samples) {
            return Ok(Probed::Refuted);
        }
        let mut least: Option<(usize, usize)> = None;
        for &index in &probe.samples {
            let sample = &self.samples[index];
            if !sample.violated_bits.meets(&probe.chosen_bits) {
                let ways = sample.violated.iter().filter(|&&group| !probe.done.contains(group)).count();
                if least.is_none_or(|(fewest, _)| ways < fewest) {
                    least = Some((ways, index));
                }
            }
        }
        match least {
            None => {
                let chosen = probe.chosen.clone();
                match self.test(&chosen, probe.fact, work)? {
                    Some(reason) => Ok(Probed::Reason(reason)),
                    None if chosen.len() == probe.size => Ok(Probed::Refuted),
                    None => self.probe(probe, work),
                }
            }
            Some(_) if probe.chosen.len() == probe.size => Ok(Probed::Refuted),
            Some((_, index)) => {
                let violated = &self.samples[index].violated;
                let ways: Vec<usize> = violated.iter().copied().filter(|&group| !probe.done.contains(group)).collect();
                let mut result = Probed::Refuted;
                for &group in &ways {
                    probe.chosen.push(group);
                    probe.chosen_bits.insert(group);
                    result = self.probe(probe, work)?;
                    probe.chosen.pop();
                    probe.chosen_bits.remove(group);
                    if !matches!(result, Probed::Refuted) {
                        break;
                    }
                    probe.done.insert(group);
                }
                ways.iter().for_each(|&group| probe.done.remove(group));
                Ok(result)
            }
        }
    }
}
