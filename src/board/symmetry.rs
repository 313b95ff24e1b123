//! Symmetries: permutations of points, the isometries of a board, and the groups they form.
//!
//! A *point* is whatever a symmetry permutes: usually a cell, numbered in reading order. A [`Group`] is given by
//! generators, because it may be too large to list (the 8-dimensional cube has 10,321,920 symmetries); its elements and
//! conjugacy classes are computed only if there are few enough.
//!
//! ```
//! use boardwright::board::{Cell, symmetry::{Frame, symmetries}};
//! // A square with one corner marked has two symmetries: the identity and the flip over the diagonal through that corner.
//! let frame = Frame::flat(3, 3, (0..9).map(|i| Cell::new(i / 3, i % 3)));
//! let picture: Vec<u32> = (0..9).map(|i| u32::from(i == 0)).collect();
//! let group = symmetries(&frame, &picture, |_, _| true).unwrap();
//! assert_eq!(group.to_string(), "D1 (flip over the falling diagonal, order 2)");
//! let plain = symmetries(&frame, &[0; 9], |_, _| true).unwrap();
//! assert_eq!((plain.to_string(), plain.classes().unwrap().len()), ("D4 (order 8)".to_string(), 5));
//! ```
//!
//! Imports only cells.

mod find;

pub use find::{Frame, Motion, dihedral, symmetries};

use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// The maximal product of elements and points for which a group is listed.
const MAX_LISTED: usize = 20_000_000;

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
pub struct Symmetry {
    /// The readable name.
    pub name: String,
    /// The permutation.
    pub permutation: Permutation,
}

/// A finite permutation group, given by generators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    points: usize,
    generators: Vec<Symmetry>,
    symbol: String,
    words: String,
    order: BigUint,
}

impl Group {
    /// Returns the trivial group.
    pub fn trivial(points: usize) -> Group {
        Group { points, generators: Vec::new(), symbol: "trivial".into(), words: String::new(), order: 1u32.into() }
    }

    /// Returns the group with these generators and this order. `symbol` is its short name (`D4`); `words` describes it
    /// further if needed (`half turn`).
    pub fn generated(points: usize, generators: Vec<Symmetry>, symbol: &str, words: &str, order: BigUint) -> Group {
        let generators: Vec<Symmetry> = generators.into_iter().filter(|s| !s.permutation.is_identity()).collect();
        if generators.is_empty() {
            return Group::trivial(points);
        }
        Group { points, generators, symbol: symbol.into(), words: words.into(), order }
    }

    /// Returns the group with these elements, or `None` if an element repeats or the set is not closed under
    /// composition. A finite set of permutations closed under composition is a group.
    pub fn of(elements: Vec<Symmetry>, symbol: &str, words: &str) -> Option<Group> {
        let points = elements.first()?.permutation.points();
        let all: BTreeSet<&Permutation> = elements.iter().map(|element| &element.permutation).collect();
        let closed = all.iter().all(|a| all.iter().all(|b| all.contains(&a.then(b))));
        let order = all.len();
        (closed && order == elements.len()).then(|| Group::generated(points, elements, symbol, words, order.into()))
    }

    /// Returns the number of points.
    pub fn points(&self) -> usize {
        self.points
    }

    /// Returns the generators, each with its name; none for the trivial group.
    pub fn generators(&self) -> &[Symmetry] {
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

    /// Returns all elements, the identity first, or `None` if there are too many to list.
    ///
    /// # Panics
    /// If the generators do not generate a group of the given order.
    pub fn elements(&self) -> Option<Vec<Permutation>> {
        let order = usize::try_from(&self.order).ok()?;
        if order.checked_mul(self.points.max(1))? > MAX_LISTED {
            return None;
        }
        let mut known = BTreeSet::from([Permutation::identity(self.points)]);
        let mut elements: Vec<Permutation> = known.iter().cloned().collect();
        let mut next = 0;
        while let Some(element) = elements.get(next).cloned() {
            next += 1;
            for generator in &self.generators {
                let product = element.then(&generator.permutation);
                if known.insert(product.clone()) {
                    elements.push(product);
                }
            }
        }
        assert_eq!(elements.len(), order, "{self} is what its generators make");
        Some(elements)
    }

    /// Returns the conjugacy classes, each as a representative and its size, the identity first, or `None` if there are
    /// too many elements to list. Conjugate elements fix the same number of solutions.
    pub fn classes(&self) -> Option<Vec<(Permutation, usize)>> {
        let elements = self.elements()?;
        let index: BTreeMap<&Permutation, usize> = elements.iter().enumerate().map(|(i, e)| (e, i)).collect();
        let inverses: Vec<Permutation> = self.generators.iter().map(|s| s.permutation.inverse()).collect();
        let mut met = vec![false; elements.len()];
        let mut classes = Vec::new();
        for start in 0..elements.len() {
            if std::mem::replace(&mut met[start], true) {
                continue;
            }
            let mut class = vec![start];
            let mut next = 0;
            while let Some(&element) = class.get(next) {
                next += 1;
                for (generator, inverse) in self.generators.iter().zip(&inverses) {
                    let conjugate = index[&inverse.then(&elements[element]).then(&generator.permutation)];
                    if !std::mem::replace(&mut met[conjugate], true) {
                        class.push(conjugate);
                    }
                }
            }
            classes.push((elements[start].clone(), class.len()));
        }
        Some(classes)
    }
}

impl std::fmt::Display for Group {
    /// Formats as `trivial`, `D4 (order 8)` or `C2 (half turn, order 2)`; an order of more than 20 digits is replaced
    /// by its number of digits.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_trivial() {
            return f.write_str(&self.symbol);
        }
        let comma = if self.words.is_empty() { "" } else { ", " };
        let order = self.order.to_string();
        // The order of the 64-dimensional cube's group has 109 digits.
        let order = if order.len() > 20 { format!("of {} digits", order.len()) } else { order };
        write!(f, "{} ({}{comma}order {order})", self.symbol, self.words)
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
            .map(|images| Symmetry { name: "some".into(), permutation: permutation(images) })
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
            assert_eq!(group.elements().map(|elements| elements.len()), Some(order as usize));
            let found = group.classes().expect("a small group");
            assert_eq!(found.len(), classes);
            assert_eq!(found.iter().map(|class| class.1).sum::<usize>(), order as usize);
            assert!(found[0].0.is_identity());
        }
    }

    #[test]
    fn a_group_must_be_closed() {
        let named = |images: &[usize]| Symmetry { name: String::new(), permutation: permutation(images) };
        assert_eq!(Group::of(vec![named(&[0, 1, 2]), named(&[1, 2, 0])], "C3", ""), None);
        let cyclic = vec![named(&[0, 1, 2]), named(&[1, 2, 0]), named(&[2, 0, 1])];
        assert_eq!(Group::of(cyclic, "C3", "").expect("it is closed").to_string(), "C3 (order 3)");
        assert_eq!(Group::trivial(3).to_string(), "trivial");
        let huge = Group { order: BigUint::from(10u32).pow(30), ..generated(&[&[1, 0]], 2) };
        assert_eq!(huge.to_string(), "some (order of 31 digits)");
    }
}
