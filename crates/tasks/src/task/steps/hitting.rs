//! A search for a reason of at most so many groups, for any of many facts, among the sets that hit all samples of a fact.
//!
//! A *sample* is a set of groups of which a reason for some facts must have one. The search branches on the groups of a sample of
//! the first fact. A set that hits all samples of a fact is tested; it has a reason, or leads to a further sample. What refutes a
//! fact is a few samples, and refutes all facts that have these samples: some without a common group if one more may be added,
//! otherwise more disjoint samples than groups may be added.
//!
//! Sets of samples, groups and facts are words of bits: a search reads them many million times. Knows no solver.

use super::bits::Bits;

/// The answer of a test.
pub(super) enum Tested {
    /// Groups among the tested ones that imply the fact.
    Reason(Vec<usize>),
    /// They do not imply it. A sample without them: its groups, and the facts to which it belongs, with this one.
    Sample(Vec<usize>, Bits),
    /// It is unknown.
    GaveUp,
}

/// The result of a search.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Searched {
    /// The groups, and the fact that they imply.
    Reason(Vec<usize>, usize),
    /// There is no such reason.
    Refuted,
    /// A limit was reached.
    GaveUp,
}

/// What tests groups for a search.
pub(super) trait Tester {
    type Error;
    /// Tests whether groups imply a fact.
    fn test(&mut self, groups: &[usize], fact: usize) -> Result<Tested, Self::Error>;
    /// Records work of the search, as the number of words that it read; returns whether it may go on.
    fn goes_on(&mut self, words: usize) -> Result<bool, Self::Error>;
}

/// The samples of a search, by group and by fact. Sets of facts have their *places* in the order of the search.
pub(super) struct Hitting {
    facts: Vec<usize>,
    /// By fact: its place, if the search is about it.
    place: Vec<Option<usize>>,
    /// By sample: its groups.
    groups: Vec<Bits>,
    /// By sample: the places of its facts.
    against: Vec<Bits>,
    /// By group: its samples.
    of_group: Vec<Bits>,
    /// By place: its samples.
    of_fact: Vec<Bits>,
    /// The number of words read since the last report.
    words: usize,
}

/// A set of groups that is extended to a hitting set.
#[derive(Default)]
struct Chosen {
    /// The number of groups of a reason.
    size: usize,
    groups: Vec<usize>,
    as_bits: Bits,
    /// Groups that are in no further set.
    done: Bits,
}

/// What the samples of a fact say.
enum Left {
    /// No group, or too few, can be added to hit all of them; the same holds for these facts.
    Refuted(Bits),
    /// A group of this sample has to be added.
    Branch(usize),
}

impl Hitting {
    /// Returns a search about facts, in their order, of which there are `all` with others.
    pub(super) fn new(facts: Vec<usize>, all: usize, groups: usize) -> Hitting {
        let mut place = vec![None; all];
        facts.iter().enumerate().for_each(|(at, &fact)| place[fact] = Some(at));
        Hitting {
            of_fact: vec![Bits::default(); facts.len()],
            facts,
            place,
            groups: Vec::new(),
            against: Vec::new(),
            of_group: vec![Bits::default(); groups],
            words: 0,
        }
    }

    /// Adds a sample. Short ones, which leave few ways, should come first.
    pub(super) fn add(&mut self, groups: &[usize], against: &Bits) {
        let index = self.groups.len();
        groups.iter().for_each(|&group| self.of_group[group].insert(index));
        let places: Bits = against.iter().filter_map(|fact| self.place[fact]).collect();
        places.iter().for_each(|at| self.of_fact[at].insert(index));
        self.groups.push(groups.iter().copied().collect());
        self.against.push(places);
    }

    /// Searches for a reason of at most this size, which is not 0, for any of the facts.
    pub(super) fn search<T: Tester>(&mut self, size: usize, tester: &mut T) -> Result<Searched, T::Error> {
        let open = (0..self.groups.len()).collect();
        let facts = (0..self.facts.len()).collect();
        self.extend(&mut Chosen { size, ..Chosen::default() }, open, facts, tester)
    }

    /// Searches among the larger sets with the chosen groups, which do not hit the samples `open`.
    fn extend<T: Tester>(
        &mut self,
        chosen: &mut Chosen,
        mut open: Bits,
        mut facts: Bits,
        tester: &mut T,
    ) -> Result<Searched, T::Error> {
        let mut seen = self.groups.len();
        let left = chosen.size - chosen.groups.len();
        while let Some(place) = facts.first() {
            for index in std::mem::replace(&mut seen, self.groups.len())..self.groups.len() {
                if !self.groups[index].meets(&chosen.as_bits) {
                    open.insert(index);
                }
            }
            self.words += 3 + (3 * self.groups.len() + self.facts.len() + self.of_group.len()) / 64;
            if !tester.goes_on(std::mem::take(&mut self.words))? {
                return Ok(Searched::GaveUp);
            }
            let unhit = open.both(&self.of_fact[place]);
            if unhit.first().is_none() {
                match self.test(&chosen.groups, place, tester)? {
                    Some(found) => return Ok(found),
                    None => continue,
                }
            }
            match left {
                1 => match self.common(&unhit, &chosen.done) {
                    Ok(group) => {
                        chosen.groups.push(group);
                        let found = self.test(&chosen.groups, place, tester)?;
                        chosen.groups.pop();
                        if let Some(found) = found {
                            return Ok(found);
                        }
                    }
                    Err(refuted) => facts.subtract(&refuted),
                },
                _ => match self.left(left, &unhit, &chosen.done) {
                    Left::Refuted(refuted) => facts.subtract(&refuted),
                    Left::Branch(index) => {
                        let ways = self.groups[index].without(&chosen.done);
                        let inside = facts.both(&self.against[index]);
                        facts.subtract(&self.against[index]);
                        for group in ways.iter() {
                            chosen.groups.push(group);
                            chosen.as_bits.insert(group);
                            let below = open.without(&self.of_group[group]);
                            // Samples added below are found there and by `seen` here.
                            let found = self.extend(chosen, below, inside.clone(), tester)?;
                            chosen.groups.pop();
                            chosen.as_bits.remove(group);
                            chosen.done.insert(group);
                            if found != Searched::Refuted {
                                return Ok(found);
                            }
                        }
                        chosen.done.subtract(&ways);
                    }
                },
            }
        }
        Ok(Searched::Refuted)
    }

    /// Tests groups, and adds the sample.
    fn test<T: Tester>(&mut self, groups: &[usize], at: usize, tester: &mut T) -> Result<Option<Searched>, T::Error> {
        Ok(match tester.test(groups, self.facts[at])? {
            Tested::Reason(reason) => Some(Searched::Reason(reason, self.facts[at])),
            Tested::GaveUp => Some(Searched::GaveUp),
            Tested::Sample(groups, against) => {
                self.add(&groups, &against);
                None
            }
        })
    }

    /// Returns a group that hits all these samples; otherwise the facts for which there is none either.
    fn common(&mut self, unhit: &Bits, done: &Bits) -> Result<usize, Bits> {
        let mut samples = unhit.iter();
        let first = samples.next().unwrap_or_default();
        let mut common = self.groups[first].without(done);
        let mut refuted = self.against[first].clone();
        while let Some(group) = common.first() {
            let Some(index) = samples.next() else { return Ok(group) };
            self.words += 1 + self.of_group.len() / 64;
            if !common.is_within(&self.groups[index]) {
                common.keep(&self.groups[index]);
                refuted.keep(&self.against[index]);
            }
        }
        Err(refuted)
    }

    /// Compares the number of disjoint samples with the number of groups that may be added.
    fn left(&mut self, left: usize, unhit: &Bits, done: &Bits) -> Left {
        let mut rest = unhit.clone();
        let mut refuted: Option<Bits> = None;
        let mut disjoint = 0;
        let mut fewest: Option<(usize, usize)> = None;
        while let Some(index) = rest.first() {
            let ways = self.groups[index].without(done);
            let count = ways.count();
            if count == 0 {
                return Left::Refuted(self.against[index].clone());
            }
            let refuted = refuted.get_or_insert_with(|| self.against[index].clone());
            refuted.keep(&self.against[index]);
            disjoint += 1;
            if disjoint > left {
                return Left::Refuted(std::mem::take(refuted));
            }
            if fewest.is_none_or(|(least, _)| count < least) {
                fewest = Some((count, index));
            }
            self.words += count * (1 + self.groups.len() / 64);
            rest.remove(index);
            ways.iter().for_each(|group| rest.subtract(&self.of_group[group]));
        }
        Left::Branch(fewest.map_or(0, |(_, index)| index))
    }
}
