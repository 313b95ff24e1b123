//! The steps of small puzzles against brute force, written against `docs/steps.md`.
//!
//! All boards of a puzzle are listed, with the facts and the instances of rules that hold on each. A step has to be one: its
//! reason and the known facts that it uses imply its new facts, the new facts are all that follow from the reason, and no fewer
//! instances imply any fact at that position. The steps are read as JSON, so that nothing is shared with the program.

mod boards;

use crate::support::boardwright;
use crate::support::folder::Folder;
use boardwright_base::random::Random;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

type Cell = (usize, usize);

/// A board: its facts as bits, and the instances that hold on it.
type Board = (u64, u64);

/// A puzzle, and all its boards.
struct Oracle {
    model: String,
    /// The bit of each fact, and whether the fact is that the bit is set.
    facts: BTreeMap<String, (usize, bool)>,
    bits: usize,
    /// The rule of each instance, and its cells.
    instances: Vec<(String, BTreeSet<Cell>)>,
    boards: Vec<Board>,
}

/// A partial board: which bits are known, and what they are.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Known {
    mask: u64,
    bits: u64,
}

impl Known {
    fn holds(self, board: u64) -> bool {
        board & self.mask == self.bits
    }

    fn and(self, other: Known) -> Known {
        Known { mask: self.mask | other.mask, bits: self.bits | other.bits }
    }

    /// Whether this says nothing that the other does not.
    fn is_within(self, other: Known) -> bool {
        self.mask & !other.mask == 0 && other.bits & self.mask == self.bits
    }
}

/// What the lights of the last row are after a chase: instances of the rule `lights` beside the lights themselves.
const CHASED: &str = "lights, once those before are out";

const NOTHING: Known = Known { mask: 0, bits: 0 };

fn cells(value: &Value) -> BTreeSet<Cell> {
    let number = |value: &Value| value.as_u64().expect("a number") as usize - 1;
    value.as_array().expect("a list").iter().map(|cell| (number(&cell[0]), number(&cell[1]))).collect()
}

impl Oracle {
    /// The facts of these names.
    fn known(&self, names: &Value) -> Known {
        names.as_array().expect("a list").iter().fold(NOTHING, |known, name| {
            let name = name.as_str().expect("a name");
            let (bit, truth) = self.facts.get(name).unwrap_or_else(|| panic!("unknown fact {name}\n{}", self.model));
            known.and(Known { mask: 1 << bit, bits: u64::from(*truth) << bit })
        })
    }

    /// The instances of a reason.
    fn reason(&self, reason: &Value) -> u64 {
        reason.as_array().expect("a list").iter().fold(0, |all, part| {
            let mut own = (part["rule"].as_str().expect("a name").to_string(), cells(&part["cells"]));
            if part["detail"].as_str().is_some_and(|detail| detail.contains("once those before it are out")) {
                own.0 = CHASED.to_string();
            }
            if own.1.is_empty() {
                own.1.insert((part["line"].as_u64().expect("a line") as usize - 1, 0));
            }
            let found = self.instances.iter().position(|instance| *instance == own);
            all | 1 << found.unwrap_or_else(|| panic!("unknown instance {part}\n{}", self.model))
        })
    }

    /// What the instances imply on these boards; none if no board is left.
    fn implied(&self, boards: &[Board], instances: u64) -> Option<Known> {
        let mut all = boards.iter().filter(|(_, holding)| holding & instances == instances).map(|(facts, _)| *facts);
        let first = all.next()?;
        let (every, some) = all.fold((first, first), |(every, some), facts| (every & facts, some | facts));
        let never = !some & ((1 << self.bits) - 1);
        Some(Known { mask: every | never, bits: every })
    }

    /// Holds all steps, and returns their sizes.
    fn check(&self, options: &[&str], seed: &str) -> Vec<u64> {
        let folder = Folder::new("steps-reasons");
        let path = folder.file("model.toml", &self.model);
        let run = boardwright(&[&["steps", &path, "--format", "json"], options].concat());
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{seed}\n{}", self.model);
        let report: Value = serde_json::from_str(&run.stdout).expect("it is JSON");
        let mut known = self.known(&report["given"]);
        let mut sizes = Vec::new();
        for (number, step) in report["steps"].as_array().expect("a list").iter().enumerate() {
            let what = format!("{seed}, step {}: {}\n{}", number + 1, step["sentence"], self.model);
            let (new, uses) = (self.known(&step["new"]), self.known(&step["uses"]));
            let reason = self.reason(&step["reason"]);
            let size = step["size"].as_u64().expect("a number");
            assert_eq!(u64::from(reason.count_ones()), size, "the size: {what}");
            assert!(uses.is_within(known), "it uses what is not known: {what}");
            let follows =
                self.boards.iter().filter(|(facts, holding)| uses.holds(*facts) && holding & reason == reason);
            assert!(follows.clone().all(|(facts, _)| new.holds(*facts)), "the reason does not imply it: {what}");
            let boards: Vec<Board> = self.boards.iter().copied().filter(|(facts, _)| known.holds(*facts)).collect();
            let before = self.implied(&boards, 0).expect("the solution is left");
            assert!(!new.is_within(before), "nothing is new: {what}");
            let all = self.implied(&boards, reason).expect("the solution is left");
            assert!(all.is_within(before.and(new)), "more follows: {what}");
            self.no_smaller(&boards, before, step["at_least"].as_u64().expect("a number"), &what);
            assert!(step["certified"] != true || step["at_least"] == size, "{what}");
            assert!(size > 1 || step["certified"] == true, "a step of size 1 is always certified: {what}");
            known = known.and(new);
            sizes.push(size);
        }
        let boards: Vec<Board> = self.boards.iter().copied().filter(|(facts, _)| known.holds(*facts)).collect();
        let every = self.implied(&boards, (1 << self.instances.len()) - 1).expect("there is a solution");
        assert_eq!(report["complete"], true, "{seed}\n{}", self.model);
        let before = self.implied(&boards, 0).expect("there is a solution");
        assert!(every.is_within(before), "the steps end too early: {seed}\n{}", self.model);
        sizes
    }

    /// Holds that fewer than `at_least` instances imply nothing that is not known, up to three.
    fn no_smaller(&self, boards: &[Board], before: Known, at_least: u64, what: &str) {
        let size = (at_least as usize - 1).min(3);
        let mut chosen: Vec<usize> = (0..size).collect();
        while chosen.last().is_some_and(|last| *last < self.instances.len()) {
            let set = chosen.iter().fold(0u64, |set, instance| set | 1 << instance);
            let implied = self.implied(boards, set).expect("the solution is left");
            let names = || chosen.iter().map(|instance| format!("{:?}", self.instances[*instance])).collect::<Vec<_>>();
            assert!(implied.is_within(before), "{} imply more: {what}", names().join(" and "));
            // The next set in lexicographic order.
            let count = self.instances.len();
            let Some(at) = (0..size).rev().find(|at| chosen[*at] + size - at < count) else { break };
            chosen[at] += 1;
            (at + 1..size).for_each(|next| chosen[next] = chosen[next - 1] + 1);
        }
    }
}

fn held(name: &str, options: &[&str], seeds: std::ops::Range<u64>, make: impl Fn(&mut Random) -> Oracle) -> Vec<u64> {
    let mut sizes = Vec::new();
    for seed in seeds {
        let oracle = make(&mut Random(seed));
        sizes.extend(oracle.check(options, &format!("{name}, seed {seed}")));
    }
    eprintln!("{name}: {} steps, the largest of size {:?}", sizes.len(), sizes.iter().max());
    sizes
}

#[test]
fn steps_with_cells_have_smallest_reasons() {
    let sizes = held("a Latin square", &[], 1..9, boards::latin);
    assert!(sizes.len() > 30, "{sizes:?}");
    let sizes = held("stars", &[], 1..5, boards::stars);
    assert!(sizes.iter().any(|size| *size > 1), "{sizes:?}");
    assert!(!boards::queens().check(&[], "four queens").is_empty());
}

#[test]
fn steps_with_lines_have_smallest_reasons() {
    let sizes = held("a Slitherlink", &[], 1..4, boards::slitherlink);
    assert!(sizes.iter().any(|size| *size > 1), "{sizes:?}");
    let sizes = held("a Masyu", &[], 1..4, boards::masyu);
    assert!(sizes.len() > 5, "{sizes:?}");
}

#[test]
fn steps_of_lights_have_smallest_reasons() {
    let sizes =
        held("lights that are chased", &["--formulation", "chased"], 1..7, |random| boards::lights(random, true));
    assert!(sizes.iter().any(|size| *size > 1), "{sizes:?}");
    let sizes = held("lights", &["--formulation", "presses"], 1..7, |random| boards::lights(random, false));
    assert!(sizes.iter().any(|size| *size > 1), "{sizes:?}");
}

#[test]
fn steps_of_dissections_have_smallest_reasons() {
    let sizes = held("a dissection", &[], 1..9, boards::dissection);
    assert!(sizes.iter().any(|size| *size > 1), "{sizes:?}");
}
