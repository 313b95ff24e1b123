//! The point of a polygon that is farthest from its sides: there is the most room for a number.
//!
//! A grid over the polygon is refined around its best point. Coordinates are `(down, right)`.

/// Points along each side of a grid, and how often it is refined.
const GRID: usize = 24;
const ROUNDS: usize = 4;

/// Returns the point that is farthest from the sides, rounded to whole units.
pub(super) fn centre(corners: &[(usize, usize)]) -> (usize, usize) {
    let bound = |of: fn(&(usize, usize)) -> usize| {
        let values = || corners.iter().map(of);
        (values().min().unwrap_or(0) as f64, values().max().unwrap_or(0) as f64)
    };
    let (mut rows, mut columns) = (bound(|corner| corner.0), bound(|corner| corner.1));
    let count = corners.len().max(1) as f64;
    let mean = corners.iter().fold((0.0, 0.0), |sum, corner| (sum.0 + corner.0 as f64, sum.1 + corner.1 as f64));
    let mean = (mean.0 / count, mean.1 / count);
    // Among points as far from the sides, the one nearest to the middle.
    let worth = |at: (f64, f64)| depth(corners, at) - (at.0 - mean.0).hypot(at.1 - mean.1) / 100.0;
    let mut best = (worth(mean), mean);
    for _ in 0..ROUNDS {
        let step = |(low, high): (f64, f64)| (high - low) / GRID as f64;
        let (down, right) = (step(rows), step(columns));
        for index in 0..=GRID * (GRID + 2) {
            let at = (rows.0 + down * (index / (GRID + 1)) as f64, columns.0 + right * (index % (GRID + 1)) as f64);
            let own = worth(at);
            if own > best.0 + 1e-9 {
                best = (own, at);
            }
        }
        (rows, columns) = ((best.1.0 - down, best.1.0 + down), (best.1.1 - right, best.1.1 + right));
    }
    (best.1.0.round() as usize, best.1.1.round() as usize)
}

/// The distance of a point from the nearest side of a polygon; negative outside.
pub(super) fn depth(corners: &[(usize, usize)], at: (f64, f64)) -> f64 {
    let (mut nearest, mut is_inside) = (f64::MAX, false);
    for (index, from) in corners.iter().enumerate() {
        let to = corners[(index + 1) % corners.len()];
        let (a, b) = ((from.0 as f64, from.1 as f64), (to.0 as f64, to.1 as f64));
        let along = (b.0 - a.0, b.1 - a.1);
        let part = ((at.0 - a.0) * along.0 + (at.1 - a.1) * along.1) / (along.0 * along.0 + along.1 * along.1);
        let part = part.clamp(0.0, 1.0);
        nearest = nearest.min((at.0 - a.0 - part * along.0).hypot(at.1 - a.1 - part * along.1));
        // A ray to the right crosses the sides of a polygon an odd number of times from inside.
        let is_crossed = (a.0 > at.0) != (b.0 > at.0);
        if is_crossed && at.1 < a.1 + (at.0 - a.0) / along.0 * along.1 {
            is_inside = !is_inside;
        }
    }
    if is_inside { nearest } else { -nearest }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_centre_is_inside() {
        assert_eq!(centre(&[(0, 0), (0, 60), (60, 60), (60, 0)]), (30, 30));
        // A dart: the mean of its corners is near the notch.
        let dart = [(0, 60), (100, 120), (60, 60), (100, 0)];
        let (down, right) = centre(&dart);
        assert_eq!(right, 60);
        assert!((39..=41).contains(&down), "{down}");
        assert!(depth(&dart, (down as f64, right as f64)) > 19.0);
        assert!(depth(&dart, (80.0, 60.0)) < 0.0);
    }
}
