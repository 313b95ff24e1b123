//! A smallest reason for any unknown fact, by implicit hitting sets.
//!
//! A *sample* is a set of groups that the others can do without: what is known and all other groups have models, which contradict
//! some facts. A reason for one of these facts must have a group of the sample, so a reason hits all samples of its fact. A set
//! that does either is a reason or leads to a new sample, which is made small: no further group can hold. More models of
//! the same groups show which other facts the sample belongs to. Samples serve all facts, and stay valid until all their models contradict a
//! known fact.
//!
//! For every size from 2 on it is refuted for all facts at once that a reason of this size exists, until one does, or the
//! least upper bound is reached: reasons by cores, which stay valid since known facts only increase. The search branches on the groups
//! of a sample of the first fact; facts of which more samples are disjoint than groups may be added are out of reach.
//!
//! A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization", CP
//! 2015; E. Gamba, B. Bogaerts, T. Guns, "Efficiently explaining CSPs with unsatisfiable subset optimization", IJCAI 2021.

use super::bits::Bits;
use super::prover::{Proof, Prover};
use super::work::Work;
use crate::backend;
use crate::cnf::Lit;
use crate::task::explain::Halt;
use crate::task::failure::Failure;
use std::collections::BTreeMap;

/// The number of samples read by the search for hitting sets that counts as one solver call.
const SAMPLES_PER_CALL: u64 = 4000;
/// The number of upper bounds that are shrunk.
const SHRUNK: usize = 12;
/// The number of upper bounds that are computed again for a new position.
const RENEWED: usize = 60;
/// The number of further models that are sought for a sample.
const MODELS: usize = 3;

/// Groups of which a reason for some facts must have one.
struct Sample {
    groups: Vec<usize>,
    as_bits: Bits,
    /// The facts that some model contradicts.
    against: Bits,
    /// By model: the facts that it contradicts.
    models: Vec<Bits>,
}

/// The samples and upper bounds of all positions so far.
pub(super) struct Pool {
    /// The solver that prefers the values of the solution: its models violate few groups.
    near: Prover,
    /// The solver that prefers values that contradict the solution: its models contradict many facts.
    far: Prover,
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

/// A set of groups that is extended to a hitting set.
struct Chosen {
    /// The number of groups of a reason.
    size: usize,
    groups: Vec<usize>,
    as_bits: Bits,
    /// Groups that are in no further set.
    done: Bits,
}

/// The result of a search for hitting sets.
enum Searched {
    Reason(Vec<usize>, usize),
    Refuted,
    GaveUp,
}

/// The samples that a fact has left.
enum Left {
    /// None: the chosen groups hit all.
    None,
    /// More samples are disjoint than groups may be added; the same holds for the facts that all of these samples are against.
    OutOfReach(Vec<usize>),
    /// The one with the fewest groups that may be added.
    Fewest(usize),
}

impl Pool {
    /// Opens the solvers for all choices of groups.
    pub(super) fn new(work: &Work) -> Result<Pool, Halt> {
        let open = |prefer| Prover::of_all(&work.formula, backend::incremental(), &work.shared, prefer);
        let (near, far) = (open(&work.towards)?, open(&work.away)?);
        Ok(Pool { near, far, samples: Vec::new(), bounds: BTreeMap::new(), read: 0, until: 0 })
    }

    /// Returns a smallest reason for an unknown fact; there is none of size 1.
    pub(super) fn smallest(&mut self, work: &Work) -> Result<Found, Halt> {
        self.near.add_known(&work.known_literals());
        self.far.add_known(&work.known_literals());
        self.renew(work);
        self.until = self.spent() + work.limit;
        // There is none of size 1, so one of size 2 is a smallest one.
        if work.unknown().iter().all(|fact| self.bounds.get(fact).is_none_or(|bound| bound.len() > 2)) {
            self.bound(work)?;
        }
        let mut order: Vec<(usize, usize, usize)> =
            work.unknown().into_iter().filter_map(|fact| self.rank(fact, work)).collect();
        order.sort_unstable();
        let Some(&(least, _, nearest)) = order.first() else {
            return Err(Halt::Failed(Failure::Check("all facts are known".into())));
        };
        let facts: Vec<usize> = order.into_iter().map(|(.., fact)| fact).collect();
        let mut size = 2;
        while size < least {
            let mut chosen = Chosen { size, groups: Vec::new(), as_bits: Bits::default(), done: Bits::default() };
            let all: Vec<usize> = (0..self.samples.len()).collect();
            match self.search(&mut chosen, &all, facts.clone(), work)? {
                Searched::Reason(reason, fact) => {
                    self.bounds.insert(fact, reason.clone());
                    return Ok(Found { reason, fact, at_least: size });
                }
                Searched::Refuted => size += 1,
                Searched::GaveUp => break,
            }
        }
        Ok(Found { reason: self.bounds[&nearest].clone(), fact: nearest, at_least: size.min(least) })
    }

    /// Returns the size of the known reason of a fact, its distance from the last step, and the fact.
    fn rank(&self, fact: usize, work: &Work) -> Option<(usize, usize, usize)> {
        Some((self.bounds.get(&fact)?.len(), work.distance(fact), fact))
    }

    /// Returns the work so far, in calls.
    fn spent(&self) -> u64 {
        self.near.calls + self.far.calls + self.read / SAMPLES_PER_CALL
    }

    /// Drops models that contradict what is known, and samples without models.
    fn renew(&mut self, work: &Work) {
        let known: Bits = (0..work.known.len()).filter(|&fact| work.known[fact]).collect();
        for sample in &mut self.samples {
            let before = sample.models.len();
            sample.models.retain(|model| !model.meets(&known));
            if sample.models.len() < before {
                sample.against = Bits::default();
                sample.models.iter().for_each(|model| sample.against.join(model));
            }
        }
        self.samples.retain(|sample| !sample.models.is_empty());
    }

    /// Finds a reason for every unknown fact, and makes the smallest ones minimal.
    fn bound(&mut self, work: &Work) -> Result<(), Halt> {
        let all: Vec<usize> = (0..work.groups.len()).filter(|&group| !work.is_base(group)).collect();
        let open = work.unknown();
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
        let mut order: Vec<(usize, usize, usize)> = open.into_iter().filter_map(|fact| self.rank(fact, work)).collect();
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
            let is_smallest = kept.len() <= 2;
            self.bounds.insert(fact, kept);
            if is_smallest {
                break;
            }
        }
        Ok(())
    }

    fn core(&mut self, among: &[usize], fact: usize, work: &Work) -> Result<Vec<usize>, Halt> {
        self.test(among, fact, work)?
            .ok_or_else(|| Halt::Failed(Failure::Check("a fact does not follow from all rules".into())))
    }

    /// Returns groups among these that imply a fact, or adds a sample.
    fn test(&mut self, among: &[usize], fact: usize, work: &Work) -> Result<Option<Vec<usize>>, Halt> {
        let goal = !work.literals[fact];
        let mut assumed = self.near.selected(among);
        assumed.push(goal);
        match self.near.solve(&assumed)? {
            Proof::Core(core) => Ok(Some(self.near.groups_in(&core, among))),
            Proof::Model(model) => {
                self.sample(model, goal, work)?;
                Ok(None)
            }
        }
    }

    /// Grows a model until no further group can hold, finds more models of the same groups, and keeps them.
    fn sample(&mut self, mut model: Vec<bool>, goal: Lit, work: &Work) -> Result<(), Halt> {
        let mut violated = work.violated(&model);
        let held = |violated: &[usize]| -> Vec<usize> {
            (0..work.groups.len()).filter(|group| violated.binary_search(group).is_err()).collect()
        };
        loop {
            let further = self.near.selected(&violated);
            let some = self.near.any_of(further);
            let mut assumed = vec![goal, some];
            assumed.extend(self.near.selected(&held(&violated)));
            let found = self.near.solve(&assumed)?;
            self.near.retire(some);
            match found {
                Proof::Core(_) => break,
                Proof::Model(grown) => {
                    violated = work.violated(&grown);
                    model = grown;
                }
            }
        }
        let as_bits: Bits = violated.iter().copied().collect();
        let against = |model: &[bool]| -> Vec<usize> {
            (0..work.literals.len()).filter(|&fact| !work.literals[fact].holds_in(model)).collect()
        };
        let first: Bits = against(&model).into_iter().collect();
        let mut sample = Sample { groups: violated, as_bits, against: first.clone(), models: vec![first] };
        let others = self.far.selected(&held(&sample.groups));
        for _ in 0..MODELS {
            let open = (0..work.literals.len()).filter(|&fact| !work.known[fact] && !sample.against.contains(fact));
            let some = self.far.any_of(open.map(|fact| !work.literals[fact]));
            let assumed: Vec<Lit> = std::iter::once(some).chain(others.iter().copied()).collect();
            let found = self.far.solve(&assumed)?;
            self.far.retire(some);
            let Proof::Model(model) = found else { break };
            if !work.violated(&model).iter().all(|&group| sample.as_bits.contains(group)) {
                break;
            }
            let further: Bits = against(&model).into_iter().collect();
            sample.against.join(&further);
            sample.models.push(further);
        }
        self.samples.push(sample);
        Ok(())
    }

    /// Searches for a reason of at most the size for one of these facts; `open` are samples that are not hit, all but those
    /// added later.
    fn search(
        &mut self,
        chosen: &mut Chosen,
        open: &[usize],
        mut facts: Vec<usize>,
        work: &Work,
    ) -> Result<Searched, Halt> {
        let mut open: Vec<usize> =
            open.iter().copied().filter(|&index| !self.samples[index].as_bits.meets(&chosen.as_bits)).collect();
        let mut seen = self.samples.len();
        self.read += open.len() as u64;
        open.sort_by_key(|&index| self.samples[index].groups.len());
        while let Some(&fact) = facts.first() {
            work.check()?;
            for index in std::mem::replace(&mut seen, self.samples.len())..self.samples.len() {
                let sample = &self.samples[index];
                if !sample.as_bits.meets(&chosen.as_bits) {
                    let is_shorter = |&other: &usize| self.samples[other].groups.len() <= sample.groups.len();
                    open.insert(open.partition_point(is_shorter), index);
                }
            }
            if self.spent() > self.until {
                return Ok(Searched::GaveUp);
            }
            match self.left(chosen, &open, fact) {
                Left::OutOfReach(samples) => {
                    facts.retain(|&fact| !samples.iter().all(|&index| self.samples[index].against.contains(fact)));
                }
                Left::None => {
                    if let Some(reason) = self.test(&chosen.groups, fact, work)? {
                        return Ok(Searched::Reason(reason, fact));
                    }
                }
                Left::Fewest(index) => {
                    let groups = self.samples[index].groups.iter().copied();
                    let ways: Vec<usize> = groups.filter(|&group| !chosen.done.contains(group)).collect();
                    let (inside, outside): (Vec<usize>, Vec<usize>) =
                        facts.into_iter().partition(|&fact| self.samples[index].against.contains(fact));
                    facts = outside;
                    for (tried, &group) in ways.iter().enumerate() {
                        chosen.groups.push(group);
                        chosen.as_bits.insert(group);
                        // Samples added below are found there and by `seen` here.
                        let found = self.search(chosen, &open, inside.clone(), work)?;
                        chosen.groups.pop();
                        chosen.as_bits.remove(group);
                        chosen.done.insert(group);
                        if !matches!(found, Searched::Refuted) {
                            ways[..=tried].iter().for_each(|&group| chosen.done.remove(group));
                            return Ok(found);
                        }
                    }
                    ways.iter().for_each(|&group| chosen.done.remove(group));
                }
            }
        }
        Ok(Searched::Refuted)
    }

    /// Returns what is left to be hit for a fact.
    fn left(&mut self, chosen: &Chosen, open: &[usize], fact: usize) -> Left {
        let mut hit = Bits::default();
        let mut disjoint: Vec<usize> = Vec::new();
        let mut fewest: Option<(usize, usize)> = None;
        for &index in open {
            self.read += 1;
            let sample = &self.samples[index];
            if !sample.against.contains(fact) {
                continue;
            }
            if !sample.as_bits.meets(&hit) {
                disjoint.push(index);
                if chosen.groups.len() + disjoint.len() > chosen.size {
                    return Left::OutOfReach(disjoint);
                }
                hit.join_without(&sample.as_bits, &chosen.done);
            }
            // Longer ones are unlikely to leave fewer.
            if fewest.is_none_or(|(least, _)| sample.groups.len() < 2 * least) {
                let ways = sample.groups.iter().filter(|&&group| !chosen.done.contains(group)).count();
                if ways == 0 {
                    return Left::OutOfReach(vec![index]);
                }
                if fewest.is_none_or(|(least, _)| ways < least) {
                    fewest = Some((ways, index));
                }
            }
        }
        fewest.map_or(Left::None, |(_, index)| Left::Fewest(index))
    }
}
