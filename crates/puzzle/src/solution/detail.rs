//! What a claim has besides its board: values of types that only its family knows.

use std::any::{Any, type_name};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A value of a type of its family's own: a number of presses, the states of a plan, a strategy.
#[derive(Clone)]
pub struct Detail(Arc<dyn Claim>);

/// What a value must be able to do in a candidate: candidates are compared, sorted and looked up.
trait Claim: Any + fmt::Debug + Send + Sync {
    fn type_name(&self) -> &'static str;
    /// Compares with a value of the same type; `None` if the other has another type.
    fn compare(&self, other: &dyn Any) -> Option<Ordering>;
    fn feed(&self, hasher: &mut dyn Hasher);
}

impl<T: Any + fmt::Debug + Hash + Ord + Send + Sync> Claim for T {
    fn type_name(&self) -> &'static str {
        type_name::<T>()
    }

    fn compare(&self, other: &dyn Any) -> Option<Ordering> {
        other.downcast_ref().map(|other| self.cmp(other))
    }

    fn feed(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
}

impl Detail {
    /// Wraps a value.
    pub fn new<T: Any + fmt::Debug + Hash + Ord + Send + Sync>(value: T) -> Detail {
        Detail(Arc::new(value))
    }

    /// Returns the value if it is of this type.
    pub fn get<T: 'static>(&self) -> Option<&T> {
        let value: &dyn Any = &*self.0;
        value.downcast_ref()
    }
}

impl fmt::Debug for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Hash for Detail {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.feed(state);
    }
}

/// Values of one type have their order; values of two types that of their types' names, which is the same in every run.
impl Ord for Detail {
    fn cmp(&self, other: &Detail) -> Ordering {
        let value: &dyn Any = &*other.0;
        self.0.compare(value).unwrap_or_else(|| self.0.type_name().cmp(other.0.type_name()))
    }
}

impl PartialOrd for Detail {
    fn partial_cmp(&self, other: &Detail) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Detail {
    fn eq(&self, other: &Detail) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Detail {}

#[cfg(test)]
mod tests {
    use super::Detail;
    use crate::solution::Candidate;

    #[test]
    fn details_are_compared_by_type_and_value() {
        let [two, three, word] = [Detail::new(2_usize), Detail::new(3_usize), Detail::new("two".to_string())];
        assert_eq!(two, Detail::new(2_usize));
        assert!(two < three);
        assert_ne!(two, word);
        assert_eq!((two < word, word < two), ("usize" < "alloc::string::String", "alloc::string::String" < "usize"));
        assert_eq!((three.get::<usize>(), word.get::<usize>()), (Some(&3), None));
        let candidate =
            |details: [&Detail; 2]| Candidate { details: details.map(Detail::clone).to_vec(), ..Candidate::default() };
        assert_eq!(candidate([&two, &word]).claims::<usize>().collect::<Vec<_>>(), [&2]);
        assert_eq!(candidate([&two, &word]).digest(), candidate([&Detail::new(2_usize), &word]).digest());
        assert_ne!(candidate([&two, &word]).digest(), candidate([&three, &word]).digest());
    }
}
