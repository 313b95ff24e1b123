//! Counts as JSON.

use num_bigint::BigUint;
use serde_json::Value;

/// Returns a count as JSON: a number up to 2^53, a decimal string beyond.
pub fn count(number: &BigUint) -> Value {
    match u64::try_from(number) {
        Ok(small) if small <= 1 << 53 => small.into(),
        _ => number.to_string().into(),
    }
}
