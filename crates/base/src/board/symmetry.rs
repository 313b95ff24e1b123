//! Symmetries: permutations of points, the isometries of a board, and the groups they form.
//!
//! A *point* is whatever a symmetry permutes: usually a cell, numbered in reading order. A [`Group`] is given by
//! generators, because it may be too large to list (the 8-dimensional cube has 10,321,920 symmetries); its elements and
//! conjugacy classes are computed only if there are few enough. The classes of a [`Cube`] are constructed.
//!
//! ```
//! use boardwright_base::board::{Cell, symmetry::{Frame, symmetries}};
//! // A square with one corner marked has two symmetries: the identity and the flip over the diagonal through that corner.
//! let frame = Frame::flat(3, 3, (0..9).map(|i| Cell::new(i / 3, i % 3)));
//! let picture: Vec<u32> = (0..9).map(|i| u32::from(i == 0)).collect();
//! let group = symmetries(&frame, &picture, |_, cells| Some(cells)).unwrap();
//! assert_eq!(group.to_string(), "D1 (flip over the falling diagonal, order 2)");
//! let plain = symmetries(&frame, &[0; 9], |_, cells| Some(cells)).unwrap();
//! assert_eq!((plain.to_string(), plain.classes(&|| false).unwrap().len()), ("D4 (order 8)".to_string(), 5));
//! ```
//!
//! Imports only cells.

mod cube;
mod find;

pub use cube::Cube;
pub use find::{Frame, Motion, TorusTooLarge, dihedral, symmetries};

use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// The maximal product of elements and points for which a group is listed.
const MAX_LISTED: u64 = 20_000_000;

/// A permutation of the points `0..n`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Permutation(Vec<u32>);

impl Permutation {
    /// Returns the identity.
    pub fn identity(points: usize) -> Permutation {
        Permutation((0..points as u32).collect())
    }

    /// Returns the permutation that maps `0` to the first image, `1` to the second and so on, or `None` if the images
    /// are not a permutation of `0..n`.
    pub fn new(images: impl IntoIterator<Item = usize>) -> Option<Permutation> {
        let images: Vec<usize> = images.into_iter().collect();
        let mut met = vec![false; images.len()];
        let once = |&image: &usize| image < met.len() && !std::mem::replace(&mut met[image], true);
        images.iter().all(once).then(|| Permutation(images.into_iter().map(|image| image as u32).collect()))
    }

    /// Returns the number of points.
    pub fn points(&self) -> usize {
        self.0.len()
    }

    /// Returns the image of a point.
    pub fn image(&self, point: usize) -> usize {
        self.0[point] as usize
    }

    /// Composes: first this permutation, then `after`.
    #[must_use]
    pub fn then(&self, after: &Permutation) -> Permutation {
        Permutation(self.0.iter().map(|&image| after.0[image as usize]).collect())
    }

    /// Returns the inverse.
    #[must_use]
    pub fn inverse(&self) -> Permutation {
        let mut inverse = vec![0; self.0.len()];
        for (point, &image) in self.0.iter().enumerate() {
            inverse[image as usize] = point as u32;
        }
        Permutation(inverse)
    }

    /// Returns whether this is the identity.
    pub fn is_identity(&self) -> bool {
        self.0.iter().enumerate().all(|(point, &image)| point == image as usize)
    }

    /// Returns the direct product: this permutation on the first points, `other` on the points after them.
    #[must_use]
    pub fn beside(&self, other: &Permutation) -> Permutation {
        let points = self.0.len() as u32;
        Permutation(self.0.iter().copied().chain(other.0.iter().map(|image| image + points)).collect())
    }
}

/// A permutation with a readable name such as `turned by 90 degrees`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPermutation {
    /// The readable name.
    pub name: String,
    /// The permutation.
    pub permutation: Permutation,
}

/// A reason why the elements or the conjugacy classes of a group are not listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unlisted {
    /// There are too many.
    TooMany,
    /// The caller stopped the work.
    Stopped,
}

/// The number of elements between two calls of `stop`.
const BETWEEN_POLLS: usize = 256;

/// A finite permutation group, given by generators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    points: usize,
    generators: Vec<NamedPermutation>,
    symbol: String,
    description: String,
    order: BigUint,
    /// The cube whose symmetries these are, if the group is known as that.
    cube: Option<Cube>,
}

impl Group {
    /// Returns the trivial group.
    pub fn trivial(points: usize) -> Group {
        let (symbol, description) = ("trivial".to_string(), String::new());
        Group { points, generators: Vec::new(), symbol, description, order: 1u32.into(), cube: None }
    }

    /// Returns the group with these generators and this order. `symbol` is its short name (`D4`); `description` describes it
    /// further if needed (`half turn`).
    pub fn generated(
        points: usize,
        generators: Vec<NamedPermutation>,
        symbol: &str,
        description: &str,
        order: BigUint,
    ) -> Group {
        let generators: Vec<NamedPermutation> =
            generators.into_iter().filter(|s| !s.permutation.is_identity()).collect();
        if generators.is_empty() {
            return Group::trivial(points);
        }
        Group { points, generators, symbol: symbol.into(), description: description.into(), order, cube: None }
    }

    /// Returns the group of all symmetries of a cube, which these generate.
    pub fn cube(cube: Cube, generators: Vec<NamedPermutation>, symbol: &str) -> Group {
        let group = Group::generated(2 * cube.axes + cube.others, generators, symbol, "", cube.order());
        Group { cube: (!group.is_trivial()).then_some(cube), ..group }
    }

    /// Returns the group with these elements, or `None` if an element repeats or the set is not closed under
    /// composition. A finite set of permutations closed under composition is a group.
    pub fn of(elements: Vec<NamedPermutation>, symbol: &str, description: &str) -> Option<Group> {
        let points = elements.first()?.permutation.points();
        let all: BTreeSet<&Permutation> = elements.iter().map(|element| &element.permutation).collect();
        let closed = all.iter().all(|a| all.iter().all(|b| all.contains(&a.then(b))));
        let order = all.len();
        (closed && order == elements.len())
            .then(|| Group::generated(points, elements, symbol, description, order.into()))
    }

    /// Returns the group with these elements, which are known to form a group.
    pub fn of_listed(elements: Vec<NamedPermutation>, symbol: &str, description: &str) -> Group {
        let points = elements.first().map_or(0, |element| element.permutation.points());
        let order = elements.len();
        let mut generators: Vec<NamedPermutation> = Vec::new();
        let mut known = BTreeSet::from([Permutation::identity(points)]);
        for element in elements {
            if known.contains(&element.permutation) {
                continue;
            }
            generators.push(element);
            let mut next: Vec<Permutation> = known.iter().cloned().collect();
            while let Some(reached) = next.pop() {
                for generator in &generators {
                    let product = reached.then(&generator.permutation);
                    if known.insert(product.clone()) {
                        next.push(product);
                    }
                }
            }
        }
        Group::generated(points, generators, symbol, description, order.into())
    }

    /// Returns the number of points.
    pub fn points(&self) -> usize {
        self.points
    }

    /// Returns the generators, each with its name; none for the trivial group.
    pub fn generators(&self) -> &[NamedPermutation] {
        &self.generators
    }

    /// Returns the number of elements.
    pub fn order(&self) -> &BigUint {
        &self.order
    }

    /// Returns whether the group is trivial.
    pub fn is_trivial(&self) -> bool {
        self.generators.is_empty()
    }

    /// Returns the short name without the order: `D4`.
    pub fn symbol(&self) -> &str {
        &self.symbol
    }

    /// Returns all elements, the identity first. `stop` returns whether to give up.
    ///
    /// # Errors
    /// If there are too many to list, or if `stop` returned true.
    ///
    /// # Panics
    /// If the generators do not generate a group of the given order.
    pub fn elements(&self, stop: &dyn Fn() -> bool) -> Result<Vec<Permutation>, Unlisted> {
        let order = self.listed_order().ok_or(Unlisted::TooMany)?;
        let mut known = BTreeSet::from([Permutation::identity(self.points)]);
        let mut elements: Vec<Permutation> = known.iter().cloned().collect();
        let mut next = 0;
        while let Some(element) = elements.get(next).cloned() {
            if next.is_multiple_of(BETWEEN_POLLS) && stop() {
                return Err(Unlisted::Stopped);
            }
            next += 1;
            for generator in &self.generators {
                let product = element.then(&generator.permutation);
                if known.insert(product.clone()) {
                    elements.push(product);
                }
            }
        }
        assert_eq!(elements.len(), order, "{self} is what its generators make");
        Ok(elements)
    }

    /// Returns the conjugacy classes, each as a representative and its size, the identity first. Conjugate elements fix the
    /// same number of solutions. `stop` returns whether to give up.
    ///
    /// # Errors
    /// If there are too many elements to list (of a [`Cube`]: too many classes), or if `stop` returned true.
    pub fn classes(&self, stop: &dyn Fn() -> bool) -> Result<Vec<(Permutation, BigUint)>, Unlisted> {
        if let Some(cube) = &self.cube {
            if !self.can_be_listed(cube.class_count()) {
                return Err(Unlisted::TooMany);
            }
            return cube.classes(stop).ok_or(Unlisted::Stopped);
        }
        let elements = self.elements(stop)?;
        let index: BTreeMap<&Permutation, usize> = elements.iter().enumerate().map(|(i, e)| (e, i)).collect();
        let inverses: Vec<Permutation> = self.generators.iter().map(|s| s.permutation.inverse()).collect();
        let mut met = vec![false; elements.len()];
        let mut classes = Vec::new();
        let mut visited = 0usize;
        for start in 0..elements.len() {
            if std::mem::replace(&mut met[start], true) {
                continue;
            }
            let mut class = vec![start];
            let mut next = 0;
            while let Some(&element) = class.get(next) {
                if visited.is_multiple_of(BETWEEN_POLLS) && stop() {
                    return Err(Unlisted::Stopped);
                }
                (next, visited) = (next + 1, visited + 1);
                for (generator, inverse) in self.generators.iter().zip(&inverses) {
                    let conjugate = index[&inverse.then(&elements[element]).then(&generator.permutation)];
                    if !std::mem::replace(&mut met[conjugate], true) {
                        class.push(conjugate);
                    }
                }
            }
            classes.push((elements[start].clone(), class.len().into()));
        }
        Ok(classes)
    }

    /// Returns an upper bound on the number of conjugacy classes and an estimate of the number of points visited to find them,
    /// or `None` if [`Group::classes`] does not list them.
    pub fn work_of_classes(&self) -> Option<(f64, f64)> {
        if let Some(cube) = &self.cube {
            let classes = cube.class_count();
            return self.can_be_listed(classes).then_some((classes as f64, classes as f64 * self.points as f64));
        }
        let order = self.listed_order()? as f64;
        // Each product is computed and searched for, once for the elements and twice for the classes.
        let searched = order.log2().max(1.0) * 3.0 * self.generators.len() as f64;
        Some((order, order * self.points as f64 * searched))
    }

    /// Returns the number of elements if there are few enough to list.
    fn listed_order(&self) -> Option<usize> {
        let order = u64::try_from(&self.order).ok().filter(|&order| self.can_be_listed(order))?;
        usize::try_from(order).ok()
    }

    /// Returns whether a number of permutations of the points is small enough to list.
    fn can_be_listed(&self, permutations: u64) -> bool {
        permutations.saturating_mul(self.points.max(1) as u64) <= MAX_LISTED
    }
}

impl std::fmt::Display for Group {
    /// Formats as `trivial`, `D4 (order 8)` or `C2 (half turn, order 2)`; an order of more than 20 digits is replaced
    /// by its number of digits.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_trivial() {
            return f.write_str(&self.symbol);
        }
        let comma = if self.description.is_empty() { "" } else { ", " };
        let order = self.order.to_string();
        // The order of the 64-dimensional cube's group has 109 digits.
        let order = if order.len() > 20 { format!("of {} digits", order.len()) } else { order };
        write!(f, "{} ({}{comma}order {order})", self.symbol, self.description)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn permutation(images: &[usize]) -> Permutation {
        Permutation::new(images.iter().copied()).expect("every point once")
    }

    fn generated(generators: &[&[usize]], order: u32) -> Group {
        let named = generators
            .iter()
            .map(|images| NamedPermutation { name: "some".into(), permutation: permutation(images) })
            .collect();
        Group::generated(generators[0].len(), named, "some", "", order.into())
    }

    #[test]
    fn repeated_images_are_rejected() {
        assert_eq!(Permutation::new([0, 0]), None);
        assert_eq!(Permutation::new([0, 2]), None);
        let cycle = permutation(&[1, 2, 0]);
        assert_eq!(cycle.then(&cycle), cycle.inverse());
        assert!(cycle.then(&cycle.inverse()).is_identity());
        assert_eq!(cycle.beside(&permutation(&[1, 0])), permutation(&[1, 2, 0, 4, 3]));
    }

    /// The symmetric groups on 3, 4 and 5 points have as many classes as those numbers have partitions: 3, 5 and 7.
    #[test]
    fn symmetric_groups_have_a_class_for_each_partition() {
        for (points, order, classes) in [(3, 6, 3), (4, 24, 5), (5, 120, 7)] {
            let cycle: Vec<usize> = (0..points).map(|i| (i + 1) % points).collect();
            let mut swap: Vec<usize> = (0..points).collect();
            swap.swap(0, 1);
            let group = generated(&[&cycle, &swap], order);
            assert_eq!(group.elements(&|| false).map(|elements| elements.len()), Ok(order as usize));
            let found = group.classes(&|| false).expect("a small group");
            assert_eq!(found.len(), classes);
            assert_eq!(found.iter().map(|class| class.1.clone()).sum::<BigUint>(), order.into());
            assert!(found[0].0.is_identity());
        }
    }

    #[test]
    fn listing_can_be_stopped() {
        let (cycle, swap) = (&[1, 2, 3, 4, 5, 0][..], &[1, 0, 2, 3, 4, 5][..]);
        let group = generated(&[cycle, swap], 720);
        // Three polls list the elements, three more sort them into classes.
        let polled = std::cell::Cell::new(0);
        let polled = &polled;
        let stop = |after: u32| move || polled.replace(polled.get() + 1) >= after;
        for after in 0..3 {
            polled.set(0);
            assert_eq!(group.elements(&stop(after)), Err(Unlisted::Stopped), "after {after} polls");
        }
        for after in 0..6 {
            polled.set(0);
            assert_eq!(group.classes(&stop(after)), Err(Unlisted::Stopped), "after {after} polls");
        }
        assert_eq!(group.classes(&|| false).map(|classes| classes.len()), Ok(11));
        let huge = Group { order: BigUint::from(10u32).pow(9), ..group };
        assert_eq!(huge.classes(&|| false), Err(Unlisted::TooMany));
    }

    #[test]
    fn a_group_must_be_closed() {
        let named = |images: &[usize]| NamedPermutation { name: String::new(), permutation: permutation(images) };
        assert_eq!(Group::of(vec![named(&[0, 1, 2]), named(&[1, 2, 0])], "C3", ""), None);
        let cyclic = vec![named(&[0, 1, 2]), named(&[1, 2, 0]), named(&[2, 0, 1])];
        assert_eq!(Group::of(cyclic, "C3", "").expect("it is closed").to_string(), "C3 (order 3)");
        assert_eq!(Group::trivial(3).to_string(), "trivial");
        let huge = Group { order: BigUint::from(10u32).pow(30), ..generated(&[&[1, 0]], 2) };
        assert_eq!(huge.to_string(), "some (order of 31 digits)");
    }
}
