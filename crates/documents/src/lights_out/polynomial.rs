//! The first rows that turn off the lights of a board without holes, by polynomials modulo 2.
//!
//! Let `B` map a button of a row to its neighbours in the row. The first button, `e1`, gives `B e1 = e2`,
//! `B e2 = e1 + e3` and so on: button `j` is `f_j(B) e1` with the Fibonacci polynomials `f_1 = 1`, `f_2 = u`,
//! `f_(j+1) = u f_j + f_(j-1)`. So a row of `n` is a polynomial in `u` modulo `f_(n+1)`, and every power of `B` a power of `u`. A first
//! row `x` leaves `f_(m+1)(B + 1) x` in the last of `m` rows. To leave a given row `c` is one division:
//!
//! `f_(m+1)(u + 1) x = c` modulo `f_(n+1)(u)`.
//!
//! With `g` the greatest common divisor of the two polynomials, there is a solution exactly when `g` divides `c`. Any
//! multiple of `f_(n+1) / g` may be added, and the nullity is the degree of `g` (K. Sutner, "Sigma-automata and
//! Chebyshev-polynomials", Theoretical Computer Science 230, 2000). This takes about `n (n + m) / 64` operations;
//! elimination takes `n^3 / 64`.
//!
//! For 5 x 5: `f_6(u) = u^5 + u = u (u + 1)^4` and `f_6(u + 1) = (u + 1) u^4`, so `g = u (u + 1)`: the nullity is 2.

use super::sweep::{Row, Words};

/// Coefficients modulo 2, number `i` in bit `i % 64` of word `i / 64`; no leading words that are 0.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Polynomial(Vec<u64>);

impl Polynomial {
    fn power(exponent: usize) -> Polynomial {
        let mut words = vec![0; exponent / 64 + 1];
        words[exponent / 64] = 1 << (exponent % 64);
        Polynomial(words)
    }

    /// `None` for 0.
    fn degree(&self) -> Option<usize> {
        let last = self.0.last()?;
        Some(self.0.len() * 64 - 1 - last.leading_zeros() as usize)
    }

    fn get(&self, index: usize) -> bool {
        self.0.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    /// Adds `other` times `u^shift`.
    fn add_shifted(&mut self, other: &Polynomial, shift: usize) {
        let (words, bits) = (shift / 64, shift % 64);
        let length = other.0.len() + words + 1;
        if self.0.len() < length {
            self.0.resize(length, 0);
        }
        let to = &mut self.0[words..];
        if bits == 0 {
            to.iter_mut().zip(&other.0).for_each(|(to, from)| *to ^= from);
        } else {
            let mut carried = 0;
            for (to, &from) in to.iter_mut().zip(other.0.iter().chain([&0])) {
                *to ^= from << bits | carried;
                carried = from >> (64 - bits);
            }
        }
        self.trim();
    }

    fn times(&self, other: &Polynomial) -> Polynomial {
        let mut product = Polynomial::default();
        for index in (0..self.0.len() * 64).filter(|&index| self.get(index)) {
            product.add_shifted(other, index);
        }
        product
    }

    /// Leaves the remainder and returns the quotient; `divisor` is not 0.
    fn divide(&mut self, divisor: &Polynomial) -> Polynomial {
        let mut quotient = Polynomial::default();
        let Some(low) = divisor.degree() else { return quotient };
        while let Some(shift) = self.degree().and_then(|high| high.checked_sub(low)) {
            self.add_shifted(divisor, shift);
            quotient.add_shifted(&Polynomial::power(0), shift);
        }
        quotient
    }
}

/// A board of `m` rows and `n` columns without holes.
pub(super) struct Strip {
    width: usize,
    /// `f_(n+1)`.
    modulus: Polynomial,
    /// The greatest common divisor.
    divisor: Polynomial,
    /// The factor that turns the polynomial of the chase into the divisor.
    cofactor: Polynomial,
}

impl Strip {
    /// `None` when halted.
    pub(super) fn new(height: usize, width: usize, halt: &dyn Fn() -> bool) -> Option<Strip> {
        let modulus = fibonacci(width + 1);
        // f_(m+1)(u + 1), modulo the above, by its recurrence.
        let (mut before, mut chased) = (Polynomial::default(), Polynomial::power(0));
        for row in 0..height {
            if row % 64 == 0 && halt() {
                return None;
            }
            let mut next = before;
            next.add_shifted(&chased, 0);
            next.add_shifted(&chased, 1);
            if next.get(width) {
                next.add_shifted(&modulus, 0);
            }
            before = std::mem::replace(&mut chased, next);
        }
        let (divisor, cofactor) = euclid(&modulus, chased, halt)?;
        Some(Strip { width, modulus, divisor, cofactor })
    }

    /// Returns the dimension of the first rows that leave nothing in the last.
    pub(super) fn nullity(&self) -> usize {
        self.divisor.degree().unwrap_or(0)
    }

    /// Returns the first row that leaves a given last row on a dark board, with none of the first `nullity` buttons
    /// pressed; `None` when there is none.
    pub(super) fn first_row(&self, last: &Words) -> Option<Words> {
        let mut rest = self.polynomial(last);
        let quotient = rest.divide(&self.divisor);
        if !rest.0.is_empty() {
            return None;
        }
        let mut first = quotient.times(&self.cofactor);
        first.divide(&self.step());
        Some(self.row(&first))
    }

    /// Returns the first rows of quiet patterns: a basis. The first press of number `i` is in column `nullity - 1 -
    /// i`.
    pub(super) fn quiet(&self) -> Vec<Words> {
        let mut patterns = Vec::with_capacity(self.nullity());
        let zero = Words::of(&vec![0; self.width]);
        let mut next = self.row(&self.step());
        for _ in 0..self.nullity() {
            patterns.push(next.clone());
            next = neighbours(&next, &zero, self.width);
        }
        patterns
    }

    /// Returns the polynomial whose multiples are the differences of solutions.
    fn step(&self) -> Polynomial {
        self.modulus.clone().divide(&self.divisor)
    }

    /// Returns the polynomial of a row, read from the right: `e1` is the last button, so that low degrees are at the
    /// right.
    fn polynomial(&self, row: &Words) -> Polynomial {
        let (mut before, mut power) = (Polynomial::default(), Polynomial::power(0));
        let mut sum = Polynomial::default();
        for column in (0..self.width).rev() {
            if row.get(column) == 1 {
                sum.add_shifted(&power, 0);
            }
            before.add_shifted(&power, 1);
            std::mem::swap(&mut before, &mut power);
        }
        sum
    }

    /// Returns the row of a polynomial of a degree less than the width.
    fn row(&self, polynomial: &Polynomial) -> Words {
        let zero = Words::of(&vec![0; self.width]);
        let mut row = zero.clone();
        for exponent in (0..self.width).rev() {
            row = neighbours(&row, &zero, self.width);
            if polynomial.get(exponent) {
                row.set(self.width - 1, 1 - row.get(self.width - 1));
            }
        }
        row
    }
}

/// Applies `B` to a row.
fn neighbours(row: &Words, zero: &Words, width: usize) -> Words {
    let mut sum = row.clone();
    sum.gather(Some(row), row, zero, 2);
    if let (Some(last), 1..) = (sum.0.last_mut(), width % 64) {
        *last &= (1 << (width % 64)) - 1;
    }
    sum
}

/// `f_index`.
fn fibonacci(index: usize) -> Polynomial {
    let (mut before, mut last) = (Polynomial::default(), Polynomial::power(0));
    for _ in 1..index {
        before.add_shifted(&last, 1);
        std::mem::swap(&mut before, &mut last);
    }
    last
}

/// Returns the greatest common divisor of both, and the factor that turns the second into it, modulo the first.
fn euclid(first: &Polynomial, second: Polynomial, halt: &dyn Fn() -> bool) -> Option<(Polynomial, Polynomial)> {
    let (mut a, mut b) = (first.clone(), second);
    let (mut of_a, mut of_b) = (Polynomial::default(), Polynomial::power(0));
    while let Some(low) = b.degree() {
        if halt() {
            return None;
        }
        while let Some(shift) = a.degree().and_then(|high| high.checked_sub(low)) {
            a.add_shifted(&b, shift);
            of_a.add_shifted(&of_b, shift);
        }
        std::mem::swap(&mut a, &mut b);
        std::mem::swap(&mut of_a, &mut of_b);
    }
    Some((a, of_a))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fibonacci_polynomials_follow_their_recurrence() {
        // f_5 = u f_4 + f_3 = u (u^3 + 2u) + u^2 + 1, modulo 2.
        let coefficients = |index: usize| fibonacci(index).0;
        assert_eq!([1, 2, 3, 4, 5].map(coefficients), [[0b1], [0b10], [0b101], [0b1000], [0b10101]].map(Vec::from));
    }

    #[test]
    fn division_leaves_a_remainder() {
        // u^70 + u + 1 = (u^60 + u^0 ...) (u^10 + 1) + ...: checked by multiplying out.
        let mut rest = Polynomial::power(70);
        rest.add_shifted(&Polynomial(vec![0b11]), 0);
        let (whole, divisor) = (rest.clone(), Polynomial(vec![1 << 10 | 1]));
        let quotient = rest.divide(&divisor);
        assert!(rest.degree() < Some(10));
        let mut product = quotient.times(&divisor);
        product.add_shifted(&rest, 0);
        assert_eq!(product, whole);
    }

    /// Published: the nullity of the board of each size, from 1x1.
    #[test]
    fn the_divisor_has_the_published_nullity() {
        let published = [0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16, 0];
        let found = (1..=20).map(|side| Strip::new(side, side, &|| false).expect("nothing halts it").nullity());
        assert_eq!(found.collect::<Vec<_>>(), published);
    }
}
