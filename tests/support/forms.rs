//! Brute force over small boards, written as one number for each part.

use std::collections::BTreeSet;

/// Returns all forms that are accepted: a number below its size for each part.
pub fn accepted(sizes: &[u8], accepts: impl Fn(&[u8]) -> bool) -> BTreeSet<Vec<u8>> {
    let mut found = BTreeSet::new();
    let mut form = vec![0; sizes.len()];
    loop {
        if accepts(&form) {
            found.insert(form.clone());
        }
        let Some(next) = (0..sizes.len()).find(|&index| form[index] + 1 < sizes[index]) else { return found };
        form[next] += 1;
        form[..next].fill(0);
    }
}
