//! Points and motions of the plane, exactly: turns are by twelfths of a full turn.

use std::ops::{Add, Sub};

/// Whole multiples of the unit vectors at 0, 30, 60 and 90 degrees from the right, counterclockwise. All other unit vectors at
/// multiples of 30 degrees are sums of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Vector(pub(super) [i64; 4]);

impl Add for Vector {
    type Output = Vector;

    fn add(self, other: Vector) -> Vector {
        Vector([0, 1, 2, 3].map(|part| self.0[part] + other.0[part]))
    }
}

impl Sub for Vector {
    type Output = Vector;

    fn sub(self, other: Vector) -> Vector {
        Vector([0, 1, 2, 3].map(|part| self.0[part] - other.0[part]))
    }
}

impl Vector {
    /// The origin.
    pub(super) const ZERO: Vector = Vector([0; 4]);

    /// Returns a point of the triangular lattice: steps to the right, and at 60 degrees.
    pub(super) const fn lattice(right: i64, upper_right: i64) -> Vector {
        Vector([right, 0, upper_right, 0])
    }

    /// Returns the vector of this length in a direction, in twelfths of a turn from the right.
    pub(super) fn toward(direction: i64, length: i64) -> Vector {
        Vector([length, 0, 0, 0]).turned(direction)
    }

    /// Turns it by so many twelfths of a turn counterclockwise.
    pub(super) fn turned(self, twelfths: i64) -> Vector {
        (0..twelfths.rem_euclid(12)).fold(self, |Vector([a, b, c, d]), _| Vector([-d, a, b + d, c]))
    }

    /// Returns its image in the horizontal axis.
    fn mirrored(self) -> Vector {
        let Vector([a, b, c, d]) = self;
        Vector([a + c, b, -c, -b - d])
    }

    /// Twice the distances to the right and up, each as ones and roots of 3.
    pub(super) fn doubled(self) -> [(i64, i64); 2] {
        let Vector([a, b, c, d]) = self;
        [(2 * a + c, b), (b + 2 * d, c)]
    }

    /// Its end: to the right and up.
    pub(super) fn point(self) -> (f64, f64) {
        let [right, up] = self.doubled().map(|(ones, roots)| (ones as f64 + roots as f64 * 3_f64.sqrt()) / 2.0);
        (right, up)
    }

    /// Its length.
    pub(super) fn length(self) -> f64 {
        let (right, up) = self.point();
        right.hypot(up)
    }
}

/// A motion: the mirror image in the horizontal axis if it is mirrored, then a turn about the origin in twelfths, then a
/// translation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Motion {
    pub(super) is_mirrored: bool,
    /// From 0 to 11.
    pub(super) turn: i64,
    /// The image of the origin.
    pub(super) origin: Vector,
}

impl Motion {
    /// The motion of nothing.
    pub(super) const NONE: Motion = Motion::new(0, Vector::ZERO);

    /// A turn and a translation.
    pub(super) const fn new(turn: i64, origin: Vector) -> Motion {
        Motion { is_mirrored: false, turn, origin }
    }

    /// Returns the image of a point.
    pub(super) fn of(&self, point: Vector) -> Vector {
        let point = if self.is_mirrored { point.mirrored() } else { point };
        point.turned(self.turn) + self.origin
    }

    /// Returns the image of a direction, in twelfths.
    pub(super) fn direction(&self, twelfths: i64) -> i64 {
        let own = if self.is_mirrored { -twelfths } else { twelfths };
        (own + self.turn).rem_euclid(12)
    }

    /// Returns the motion back.
    pub(super) fn inverse(&self) -> Motion {
        let turn = if self.is_mirrored { self.turn } else { -self.turn };
        let back = Motion { turn: turn.rem_euclid(12), origin: Vector::ZERO, ..*self };
        Motion { origin: Vector::ZERO - back.of(self.origin), ..back }
    }

    /// Returns the motion that is another one first, then this one.
    pub(super) fn after(&self, first: &Motion) -> Motion {
        Motion {
            is_mirrored: self.is_mirrored != first.is_mirrored,
            turn: self.direction(first.turn),
            origin: self.of(first.origin),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn motions_compose_as_their_points_move() {
        let points = [[1, 0, 0, 0], [0, 1, 0, 0], [2, -3, 5, 7]].map(Vector);
        let mirror = Motion { is_mirrored: true, turn: 4, origin: Vector([1, 2, 0, -1]) };
        let motions = [mirror, Motion::new(7, Vector([0, 0, 3, 1])), Motion::NONE];
        for (one, other) in motions.iter().flat_map(|one| motions.iter().map(move |other| (one, other))) {
            for point in points {
                assert_eq!(one.after(other).of(point), one.of(other.of(point)), "{one:?} after {other:?} of {point:?}");
            }
        }
        for motion in motions {
            assert_eq!(
                [motion.after(&motion.inverse()), motion.inverse().after(&motion)],
                [Motion::NONE; 2],
                "{motion:?}"
            );
        }
        for twelfths in 0..12 {
            let degrees = (twelfths as f64 * 30.0).to_radians();
            let (right, up) = Vector::toward(twelfths, 1).point();
            assert!((right - degrees.cos()).abs() < 1e-9 && (up - degrees.sin()).abs() < 1e-9, "{twelfths}");
            assert_eq!(mirror.of(Vector::toward(twelfths, 1)) - mirror.origin, Vector::toward(4 - twelfths, 1));
        }
    }
}
