//! Points of Penrose's tilings, exactly: sums of the sides of a regular decagon, of which four are independent.

use std::ops::{Add, Sub};

/// The golden ratio.
pub(super) const PHI: f64 = 1.618_033_988_749_895;

/// Whole multiples of four unit vectors at 54, 18, -18 and -54 degrees from the right, downwards. A fifth one is the second
/// and fourth less the first and third.
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
    /// Turns it by so many tenths of a turn to the next vector, which is up.
    pub(super) fn turned(self, tenths: i64) -> Vector {
        (0..tenths.rem_euclid(10)).fold(self, |Vector([a, b, c, d]), _| Vector([-d, d + a, b - d, d + c]))
    }

    /// Returns it multiplied by the golden ratio.
    pub(super) fn grown(self) -> Vector {
        self.turned(1) - self.turned(4)
    }

    /// Returns it divided by the golden ratio.
    pub(super) fn shrunk(self) -> Vector {
        self.turned(2) - self.turned(3)
    }

    /// Its end: to the right and down.
    pub(super) fn point(self) -> (f64, f64) {
        let [a, b, c, d] = self.0.map(|part| part as f64);
        // Cosines and sines with as many digits as decide which tiles are in a patch.
        ((a + d) * 0.587_785_2 + (b + c) * 0.951_056_5, (a - d) * 0.809_016_9 + (b - c) * 0.309_016_9)
    }

    /// Its end, in whole units.
    pub(super) fn rounded(self) -> (i64, i64) {
        let (right, down) = self.point();
        (right.round() as i64, down.round() as i64)
    }

    pub(super) fn length(self) -> f64 {
        let (right, down) = self.point();
        right.hypot(down)
    }
}
