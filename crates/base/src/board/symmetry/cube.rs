//! The conjugacy classes of the symmetries of a cube, without listing its symmetries.
//!
//! A symmetry of the cube of `n` dimensions permutes its axes and reverses some of them. As a permutation of the `2 n` ends of the
//! axes, the points `2 i` and `2 i + 1` are the ends of axis `i`. Two symmetries are conjugate exactly if their cycles of axes
//! have the same lengths and signs (a cycle is negative if an odd number of its axes is reversed). The number of elements that
//! commute with `m` cycles of length `l` and one sign is `m! (2 l)^m` for each length and sign (G. James, A. Kerber, "The
//! Representation Theory of the Symmetric Group", 1981, section 4.2). The classes of the permutations of further points are
//! given by their cycle lengths; the classes of a product are pairs of classes.

use super::Permutation;
use num_bigint::BigUint;

/// All symmetries of a cube, acting on the ends of its axes and on further points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cube {
    /// The number of dimensions.
    pub axes: usize,
    /// The number of further points.
    pub others: usize,
    /// Whether the further points are permuted in all ways; otherwise they are fixed.
    pub permuted: bool,
}

/// Cycles of one length and sign: the length, whether the axes are reversed, and the number of cycles.
type Cycles = (usize, bool, usize);

impl Cube {
    /// Returns the number of elements.
    pub fn order(&self) -> BigUint {
        let permuted = if self.permuted { factorial(self.others) } else { 1u32.into() };
        (factorial(self.axes) << self.axes) * permuted
    }

    /// Returns the number of conjugacy classes; saturated.
    pub(super) fn class_count(&self) -> u64 {
        let longest = self.axes.max(self.others);
        // Index: a sum. Value: the number of its partitions, part by part.
        let mut partitions = vec![0u64; longest + 1];
        partitions[0] = 1;
        for part in 1..=longest {
            for sum in part..=longest {
                partitions[sum] = partitions[sum].saturating_add(partitions[sum - part]);
            }
        }
        let signed = (0..=self.axes).map(|turned| partitions[turned].saturating_mul(partitions[self.axes - turned]));
        let signed = signed.fold(0u64, u64::saturating_add);
        signed.saturating_mul(if self.permuted { partitions[self.others] } else { 1 })
    }

    /// Returns the conjugacy classes, each as a representative and its size, the identity first; `None` if `stop` returns true.
    pub(super) fn classes(&self, stop: &dyn Fn() -> bool) -> Option<Vec<(Permutation, BigUint)>> {
        let order = self.order();
        let permuted: Vec<Vec<Cycles>> = match self.permuted {
            true => partitions(self.others),
            false => vec![vec![(1, false, self.others)]],
        };
        let mut classes = Vec::new();
        for axes in partitions(self.axes) {
            for signed in signs(&axes) {
                if stop() {
                    return None;
                }
                for others in &permuted {
                    let moved = if self.permuted { commuting(others, 1) } else { 1u32.into() };
                    let size = &order / (commuting(&signed, 2) * moved);
                    classes.push((self.element(&signed, others), size));
                }
            }
        }
        Some(classes)
    }

    /// Returns an element with these cycles of axes and of further points.
    fn element(&self, axes: &[Cycles], others: &[Cycles]) -> Permutation {
        let mut images = Vec::with_capacity(2 * self.axes + self.others);
        for (first, length, turned) in each(axes) {
            for at in 0..length {
                let to = first + (at + 1) % length;
                // One axis of a negative cycle is reversed.
                let turned = usize::from(turned && at == 0);
                images.extend([2 * to + turned, 2 * to + (1 - turned)]);
            }
        }
        for (first, length, _) in each(others) {
            images.extend((0..length).map(|at| 2 * self.axes + first + (at + 1) % length));
        }
        Permutation(images.into_iter().map(|image| image as u32).collect())
    }
}

/// Returns every cycle: its first position, its length and its sign.
fn each(cycles: &[Cycles]) -> impl Iterator<Item = (usize, usize, bool)> {
    let single = cycles.iter().flat_map(|&(length, turned, times)| std::iter::repeat_n((length, turned), times));
    single.scan(0, |next, (length, turned)| {
        let first = *next;
        *next += length;
        Some((first, length, turned))
    })
}

/// Returns the cycle lengths of the permutations of `points` points, those of the identity first.
fn partitions(points: usize) -> Vec<Vec<Cycles>> {
    fn extend(left: usize, length: usize, chosen: &mut Vec<Cycles>, all: &mut Vec<Vec<Cycles>>) {
        if left == 0 {
            all.push(chosen.clone());
            return;
        }
        if length > left {
            return;
        }
        for times in (0..=left / length).rev() {
            if times > 0 {
                chosen.push((length, false, times));
            }
            extend(left - times * length, length + 1, chosen, all);
            if times > 0 {
                chosen.pop();
            }
        }
    }
    let mut all = Vec::new();
    extend(points, 1, &mut Vec::new(), &mut all);
    all
}

/// Returns all ways to give signs to cycles, without signs first.
fn signs(cycles: &[Cycles]) -> Vec<Vec<Cycles>> {
    let mut all = vec![Vec::new()];
    for &(length, _, times) in cycles {
        let split = |turned: usize| {
            [(length, false, times - turned), (length, true, turned)].into_iter().filter(|(_, _, times)| *times > 0)
        };
        let with = |signed: &Vec<Cycles>, turned: usize| signed.iter().copied().chain(split(turned)).collect();
        all = all.iter().flat_map(|signed| (0..=times).map(move |turned| with(signed, turned))).collect();
    }
    all
}

/// Returns the number of elements that commute with one of these cycles, each point of which has `sides` sides.
fn commuting(cycles: &[Cycles], sides: usize) -> BigUint {
    let of = |&(length, _, times): &Cycles| factorial(times) * BigUint::from(sides * length).pow(times as u32);
    cycles.iter().map(of).product()
}

fn factorial(n: usize) -> BigUint {
    (1..=n).map(BigUint::from).product()
}

#[cfg(test)]
mod tests {
    use super::super::{Group, NamedPermutation};
    use super::*;
    use std::collections::BTreeMap;

    /// Returns the group from its generators alone.
    fn listed(cube: Cube) -> Group {
        let Cube { axes, others, permuted } = cube;
        let points = 2 * axes + others;
        let swapped = |pairs: &[(usize, usize)]| {
            let mut images: Vec<usize> = (0..points).collect();
            pairs.iter().for_each(|&(one, other)| images.swap(one, other));
            NamedPermutation { name: "some".into(), permutation: Permutation::new(images).expect("every point once") }
        };
        let mut generators = Vec::new();
        if axes > 0 {
            generators.push(swapped(&[(0, 1)]));
        }
        generators.extend((1..axes).map(|axis| swapped(&[(2 * axis - 2, 2 * axis), (2 * axis - 1, 2 * axis + 1)])));
        if permuted {
            generators.extend((1..others).map(|other| swapped(&[(2 * axes + other - 1, 2 * axes + other)])));
        }
        Group::generated(points, generators, "some", "", cube.order())
    }

    #[test]
    fn the_classes_are_those_of_the_listed_group() {
        for (axes, others, permuted) in [
            (0, 0, false),
            (1, 0, false),
            (2, 0, false),
            (3, 0, false),
            (4, 0, false),
            (3, 2, false),
            (2, 3, true),
            (3, 3, true),
        ] {
            let cube = Cube { axes, others, permuted };
            let group = listed(cube);
            let elements = group.elements(&|| false).expect("a small group");
            let classes = cube.classes(&|| false).expect("nobody stops it");
            assert_eq!(classes.len() as u64, cube.class_count(), "{cube:?}");
            assert_eq!(classes.iter().map(|(_, size)| size.clone()).sum::<BigUint>(), cube.order(), "{cube:?}");
            assert!(classes[0].0.is_identity(), "{cube:?}");
            // Each class of the listed group has exactly one of the elements that were constructed.
            let sizes: BTreeMap<&Permutation, &BigUint> =
                classes.iter().map(|(element, size)| (element, size)).collect();
            let expected = group.classes(&|| false).expect("a small group");
            assert_eq!(sizes.len(), expected.len(), "{cube:?}");
            for (representative, size) in expected {
                let conjugates = elements.iter().map(|by| by.inverse().then(&representative).then(by));
                let met: Vec<&BigUint> = {
                    let mut met: Vec<Permutation> =
                        conjugates.filter(|conjugate| sizes.contains_key(conjugate)).collect();
                    met.sort_unstable();
                    met.dedup();
                    met.iter().map(|conjugate| sizes[conjugate]).collect()
                };
                assert_eq!(met, [&size], "{cube:?}: {representative:?}");
            }
        }
    }

    /// Known: the cube of 8 dimensions has 185 classes, that of 3 has 10.
    #[test]
    fn large_cubes_have_few_classes() {
        let classes = |axes, others, permuted| Cube { axes, others, permuted }.class_count();
        assert_eq!((classes(3, 0, false), classes(7, 0, false), classes(8, 8, false)), (10, 110, 185));
        assert_eq!((classes(8, 8, true), classes(1000, 0, false)), (185 * 22, u64::MAX));
        let cube = Cube { axes: 8, others: 8, permuted: true };
        let all = cube.classes(&|| false).expect("nobody stops it");
        assert_eq!(all.iter().map(|(_, size)| size.clone()).sum::<BigUint>(), cube.order());
        assert!(all.iter().all(|(element, _)| Permutation::new((0..24).map(|point| element.image(point))).is_some()));
        assert_eq!(cube.classes(&|| true), None);
    }
}
