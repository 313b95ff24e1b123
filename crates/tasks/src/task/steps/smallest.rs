//! A smallest reason for any unknown fact, by implicit hitting sets.
//!
//! A *sample* is a set of groups that the others can do without: what is known and all other groups have models, which contradict
//! some facts. A reason for one of these facts must have a group of the sample, so a reason hits all samples of its fact. A set
//! that does either is a reason or leads to a new sample, which is made small: no further group can hold. More models of
//! the same groups show which other facts the sample belongs to. Samples serve all facts, and stay valid until all their models contradict a
//! known fact.
//!
//! For every size from 2 on it is refuted for all facts at once that a reason of this size exists ([`super::hitting`]), until one
//! does, or the least upper bound is reached: reasons by cores, which stay valid since known facts only increase. A test that needs too
//! many decisions ends the search without a certificate.
//!
//! A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization", CP
//! 2015; E. Gamba, B. Bogaerts, T. Guns, "Efficiently explaining CSPs with unsatisfiable subset optimization", IJCAI 2021.

use super::bits::Bits;
use super::hitting::{Hitting, Searched, Tested, Tester};
use super::prover::{Proof, Prover};
use super::work::Work;
use crate::task::explain::Halt;
use crate::task::failure::{Failure, Invariant};
use boardwright_sat::cnf::Lit;
use boardwright_solvers::backend;
use std::collections::BTreeMap;

/// The number of words read by the search for hitting sets that counts as one solver call.
const WORDS_PER_CALL: u64 = 100_000;
/// The number of upper bounds that are shrunk.
const SHRUNK: usize = 3;
/// The number of upper bounds that are computed again for a new position.
const RENEWED: usize = 12;
/// The number of further models that are sought for a sample.
const MODELS: usize = 3;

/// Groups of which a reason for some facts must have one.
struct Sample {
    groups: Vec<usize>,
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
    /// The number of words read by searches for hitting sets.
    words: u64,
    /// The work at which the current step gives up.
    until: u64,
}

/// A reason.
pub(super) struct Found {
    pub(super) reason: Vec<usize>,
    pub(super) fact: usize,
    pub(super) at_least: usize,
}

impl Pool {
    /// Opens the solvers for all choices of groups.
    pub(super) fn new(work: &Work) -> Result<Pool, Halt> {
        let open = |prefer| Prover::of_all(&work.formula, backend::incremental(), &work.shared, prefer);
        let (near, far) = (open(&work.towards)?, open(&work.away)?);
        Ok(Pool { near, far, samples: Vec::new(), bounds: BTreeMap::new(), words: 0, until: 0 })
    }

    /// Returns a smallest reason for an unknown fact if there is none of size 1; if that is unknown, a small one.
    pub(super) fn smallest(&mut self, work: &Work, is_none_single: bool) -> Result<Found, Halt> {
        self.near.add_known(&work.known_literals());
        self.far.add_known(&work.known_literals());
        self.renew(work);
        self.until = self.spent() + work.limit;
        // There is none of size 1, so one of size 2 is a smallest one.
        if work.unknown().iter().all(|fact| self.bounds.get(fact).is_none_or(|bound| bound.len() > 2)) {
            self.bound(work)?;
        }
        let mut order: Vec<(usize, usize, usize)> =
            work.unknown().into_iter().map(|fact| self.rank(fact, work)).collect();
        order.sort_unstable();
        let Some(&(least, _, nearest)) = order.first() else {
            return Err(Failure::check(Invariant::AllKnown).into());
        };
        let facts: Vec<usize> = order.into_iter().map(|(.., fact)| fact).collect();
        if !is_none_single {
            return Ok(Found { reason: self.bounds[&nearest].clone(), fact: nearest, at_least: 1 });
        }
        let mut size = 2;
        while size < least {
            self.samples.sort_by_key(|sample| sample.groups.len());
            let mut hitting = Hitting::new(facts.clone(), work.literals.len(), work.groups.len());
            self.samples.iter().for_each(|sample| hitting.add(&sample.groups, &sample.against));
            match hitting.search(size, &mut Tests { pool: self, work })? {
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

    /// Returns the size of the known reason of a fact, if there is one, its distance from the last step, and the fact.
    fn rank(&self, fact: usize, work: &Work) -> (usize, usize, usize) {
        (self.bounds.get(&fact).map_or(usize::MAX, Vec::len), work.distance(fact), fact)
    }

    /// Returns the work so far, in calls.
    fn spent(&self) -> u64 {
        self.near.spent + self.far.spent + self.words / WORDS_PER_CALL
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

    /// Finds reasons for all unknown facts, up to half of the limit, but at least one; makes the smallest ones minimal.
    fn bound(&mut self, work: &Work) -> Result<(), Halt> {
        let all: Vec<usize> = (0..work.groups.len()).filter(|&group| !work.is_base(group)).collect();
        let open = work.unknown();
        let mut renewed: Vec<(usize, usize)> =
            open.iter().map(|&fact| (self.bounds.get(&fact).map_or(0, Vec::len), fact)).collect();
        renewed.sort_unstable();
        let missing = renewed.partition_point(|&(length, _)| length == 0);
        renewed.truncate(missing + RENEWED);
        let enough = self.until - work.limit / 2;
        for (_, fact) in renewed {
            if self.spent() > enough && open.iter().any(|fact| self.bounds.contains_key(fact)) {
                break;
            }
            let core = self.core(&all, fact, work)?;
            let is_better = self.bounds.get(&fact).is_none_or(|bound| core.len() < bound.len());
            if is_better {
                self.bounds.insert(fact, core);
            }
        }
        let mut order: Vec<(usize, usize, usize)> = open.into_iter().map(|fact| self.rank(fact, work)).collect();
        order.sort_unstable();
        for &(.., fact) in order.iter().take(SHRUNK) {
            let Some(mut kept) = self.bounds.get(&fact).cloned() else { break };
            let mut index = 0;
            while index < kept.len() && kept.len() > 2 && self.spent() <= enough {
                let group = kept[index];
                let without: Vec<usize> = kept.iter().copied().filter(|&other| other != group).collect();
                match self.test(&without, fact, work.decisions(), work)? {
                    Tested::Reason(core) => kept.retain(|other| core.contains(other)),
                    Tested::Sample(..) | Tested::GaveUp => index += 1,
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

    /// Returns some of all groups that imply a fact, without a limit.
    fn core(&mut self, all: &[usize], fact: usize, work: &Work) -> Result<Vec<usize>, Halt> {
        let mut assumed = self.near.selected(all);
        assumed.push(!work.literals[fact]);
        match self.near.solve(&assumed)? {
            Proof::Core(core) => Ok(self.near.groups_in(&core, all)),
            Proof::Model(_) => Err(Failure::check(Invariant::NoFact).into()),
        }
    }

    /// Tests whether groups imply a fact, and keeps the sample if they do not.
    fn test(&mut self, among: &[usize], fact: usize, decisions: u64, work: &Work) -> Result<Tested, Halt> {
        let goal = !work.literals[fact];
        let mut assumed = self.near.selected(among);
        assumed.push(goal);
        match self.near.tried(Some(decisions), &assumed)? {
            Some(Proof::Core(core)) => Ok(Tested::Reason(self.near.groups_in(&core, among))),
            Some(Proof::Model(model)) => {
                let sample = self.sample(model, goal, work)?;
                let answer = Tested::Sample(sample.groups.clone(), sample.against.clone());
                self.samples.push(sample);
                Ok(answer)
            }
            None => Ok(Tested::GaveUp),
        }
    }

    /// Grows a model until no further group can hold, and finds more models of the same groups.
    fn sample(&mut self, mut model: Vec<bool>, goal: Lit, work: &Work) -> Result<Sample, Halt> {
        let mut violated = work.violated(&model);
        let held = |violated: &[usize]| -> Vec<usize> {
            (0..work.groups.len()).filter(|group| violated.binary_search(group).is_err()).collect()
        };
        loop {
            let further = self.near.selected(&violated);
            let some = self.near.any_of(further);
            let mut assumed = vec![goal, some];
            assumed.extend(self.near.selected(&held(&violated)));
            let found = self.near.tried(Some(work.decisions()), &assumed)?;
            self.near.retire(some);
            let Some(Proof::Model(grown)) = found else { break };
            // The others were assumed.
            violated = work.violated_of(violated, &grown);
            model = grown;
        }
        let against = |model: &[bool]| -> Vec<usize> {
            (0..work.literals.len()).filter(|&fact| !work.literals[fact].holds_in(model)).collect()
        };
        let first: Bits = against(&model).into_iter().collect();
        let mut sample = Sample { groups: violated, against: first.clone(), models: vec![first] };
        let others = self.far.selected(&held(&sample.groups));
        for _ in 0..MODELS {
            let open = (0..work.literals.len()).filter(|&fact| !work.known[fact] && !sample.against.contains(fact));
            let some = self.far.any_of(open.map(|fact| !work.literals[fact]));
            let assumed: Vec<Lit> = std::iter::once(some).chain(others.iter().copied()).collect();
            let found = self.far.tried(Some(work.decisions()), &assumed)?;
            self.far.retire(some);
            let Some(Proof::Model(model)) = found else { break };
            if !work.violated(&model).iter().all(|group| sample.groups.binary_search(group).is_ok()) {
                break;
            }
            let further: Bits = against(&model).into_iter().collect();
            sample.against.join(&further);
            sample.models.push(further);
        }
        Ok(sample)
    }
}

/// The tests of a search for hitting sets.
struct Tests<'a> {
    pool: &'a mut Pool,
    work: &'a Work,
}

impl Tester for Tests<'_> {
    type Error = Halt;

    fn test(&mut self, groups: &[usize], fact: usize) -> Result<Tested, Halt> {
        self.pool.test(groups, fact, self.work.decisive(), self.work)
    }

    fn goes_on(&mut self, words: usize) -> Result<bool, Halt> {
        self.work.check()?;
        self.pool.words += words as u64;
        Ok(self.pool.spent() <= self.pool.until)
    }
}
