//! What is likely: sets of candidates drawn at random that fit, in proportion to how likely their candidates are.
//!
//! A board is accepted if none of the candidates that it breaks is wanted, so the share of the drawn sets without these is the
//! chance of the answer yes. Start with [`Belief::new`].

use super::space::Space;
use boardwright_base::random::Random;

/// The number of sets.
const SETS: usize = 100;
/// The number of rules that are expected of a puzzle.
const EXPECTED_RULES: f64 = 4.0;

/// Fitting sets of candidates.
pub(super) struct Belief {
    /// By set and candidate, whether it is in the set.
    sets: Vec<Vec<bool>>,
}

impl Belief {
    pub(super) fn new(space: &Space<'_>, random: &mut Random) -> Belief {
        let total: f64 = space.open().map(|rule| space.likelihoods[rule]).sum();
        let scale = (EXPECTED_RULES / total.max(EXPECTED_RULES)).min(1.0);
        let open: Vec<usize> = space.open().collect();
        let mut sets = Vec::with_capacity(SETS);
        for _ in 0..SETS {
            let mut set = vec![false; space.likelihoods.len()];
            for &rule in &open {
                set[rule] = space.is_certain(rule) || fraction(random) < scale * space.likelihoods[rule];
            }
            for at in random.permutation(space.rejected().len()) {
                let broken = &space.rejected()[at];
                if !broken.iter().any(|&rule| set[rule]) {
                    set[weighted(broken, space.likelihoods, random)] = true;
                }
            }
            sets.push(set);
        }
        Belief { sets }
    }

    /// Returns the sets, each as a list, without repetitions.
    pub(super) fn sets(&self) -> Vec<Vec<usize>> {
        let mut sets: Vec<Vec<usize>> = Vec::with_capacity(SETS);
        for set in &self.sets {
            let set = (0..set.len()).filter(|&rule| set[rule]).collect();
            if !sets.contains(&set) {
                sets.push(set);
            }
        }
        sets
    }

    /// Returns the chance that a board is accepted that breaks these candidates.
    pub(super) fn chance(&self, broken: &[usize]) -> f64 {
        let accepting = self.sets.iter().filter(|set| !broken.iter().any(|&rule| set[rule]));
        accepting.count() as f64 / SETS as f64
    }
}

/// Returns a number from 0 to 1.
fn fraction(random: &mut Random) -> f64 {
    random.below(1 << 20) as f64 / f64::from(1 << 20)
}

/// Returns one of the rules, of which there is at least one, in proportion to their likelihoods.
fn weighted(rules: &[usize], likelihoods: &[f64], random: &mut Random) -> usize {
    let total: f64 = rules.iter().map(|&rule| likelihoods[rule]).sum();
    let mut left = fraction(random) * total;
    for &rule in rules {
        left -= likelihoods[rule];
        if left < 0.0 {
            return rule;
        }
    }
    rules[rules.len() - 1]
}
