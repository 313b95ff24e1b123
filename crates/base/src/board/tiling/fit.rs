//! The motion of the plane that fits pairs of points best: the least sum of squared distances.
//!
//! As complex numbers, the points `p` go to `q`: the turn is the direction of the sum of `(q - mean q) * conj(p - mean p)`
//! (P. H. Schönemann, "A generalized solution of the orthogonal Procrustes problem", 1966). For a mirror image, points are
//! mirrored first. Points are `(down, right)`.

/// The sums over the pairs so far.
#[derive(Debug, Clone)]
pub(super) struct Fit {
    is_mirror: bool,
    count: f64,
    from: (f64, f64),
    to: (f64, f64),
    /// The sum of the products `q * conj(p)`.
    product: (f64, f64),
}

impl Fit {
    /// Returns the fit of no pairs.
    pub(super) fn new(is_mirror: bool) -> Fit {
        Fit { is_mirror, count: 0.0, from: (0.0, 0.0), to: (0.0, 0.0), product: (0.0, 0.0) }
    }

    /// Adds a point and its image.
    pub(super) fn add(&mut self, from: (usize, usize), to: (usize, usize)) {
        let p = self.mirrored((from.0 as f64, from.1 as f64));
        let q = (to.0 as f64, to.1 as f64);
        self.count += 1.0;
        self.from = (self.from.0 + p.0, self.from.1 + p.1);
        self.to = (self.to.0 + q.0, self.to.1 + q.1);
        self.product = (self.product.0 + q.0 * p.0 + q.1 * p.1, self.product.1 + q.1 * p.0 - q.0 * p.1);
    }

    /// Returns the image of a point; there is at least one pair.
    pub(super) fn image(&self, at: (f64, f64)) -> (f64, f64) {
        let (p, q) = (self.mean(self.from), self.mean(self.to));
        let product = (
            self.product.0 - self.count * (q.0 * p.0 + q.1 * p.1),
            self.product.1 - self.count * (q.1 * p.0 - q.0 * p.1),
        );
        let length = product.0.hypot(product.1);
        let (cos, sin) = if length > 0.0 { (product.0 / length, product.1 / length) } else { (1.0, 0.0) };
        let at = self.mirrored(at);
        let (down, right) = (at.0 - p.0, at.1 - p.1);
        (q.0 + cos * down - sin * right, q.1 + sin * down + cos * right)
    }

    /// Returns how far a point is from the middle of the points so far.
    pub(super) fn distance(&self, at: (f64, f64)) -> f64 {
        let (at, middle) = (self.mirrored(at), self.mean(self.from));
        (at.0 - middle.0).hypot(at.1 - middle.1)
    }

    fn mean(&self, sum: (f64, f64)) -> (f64, f64) {
        (sum.0 / self.count.max(1.0), sum.1 / self.count.max(1.0))
    }

    fn mirrored(&self, at: (f64, f64)) -> (f64, f64) {
        (at.0, if self.is_mirror { -at.1 } else { at.1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_and_mirror_images_are_found() {
        let points = [(10, 10), (10, 40), (30, 10)];
        let fitted = |is_mirror, to: fn((usize, usize)) -> (usize, usize)| {
            let mut fit = Fit::new(is_mirror);
            points.iter().for_each(|&at| fit.add(at, to(at)));
            let (down, right) = fit.image((100.0, 20.0));
            (down.round() as i64, right.round() as i64)
        };
        assert_eq!(fitted(false, |(down, right)| (down + 7, right + 1)), (107, 21));
        assert_eq!(fitted(false, |(down, right)| (right, 200 - down)), (20, 100));
        assert_eq!(fitted(true, |(down, right)| (right, down)), (20, 100));
        assert_eq!(fitted(true, |(down, right)| (down, 50 - right)), (100, 30));
    }
}
