//! The other ways of a question on threads of their own, beside the first one.

use super::other_ways::{try_sums, try_way};
use crate::task::facts::SharedFacts;
use crate::task::request::Request;
use boardwright_base::budget::Budget;

/// The other ways of a request, on threads of their own from half of the time on, until it is dropped.
pub(super) struct Beside(std::sync::Arc<std::sync::atomic::AtomicBool>);

impl Beside {
    /// Prepares the other ways; nothing happens without a time limit.
    pub(super) fn start(request: &Request, budget: &Budget, facts: &SharedFacts) -> Beside {
        let over = std::sync::Arc::default();
        if let Some(left) = budget.remaining().filter(|_| !request.others.is_empty()) {
            let (over, request, facts) = (std::sync::Arc::clone(&over), request.clone(), facts.clone());
            let budget = budget.until(&over);
            // Without a thread there are no other ways.
            let _ = std::thread::Builder::new().name("deciding".into()).spawn(move || {
                if !wait(left / 2, &budget) {
                    return;
                }
                let [sums, ways] = [(); 2].map(|()| (request.clone(), budget.clone(), facts.clone()));
                let _ = std::thread::Builder::new().spawn(move || try_sums(&sums.0, &sums.1, &sums.2));
                let (request, budget, facts) = ways;
                request.others.iter().for_each(|way| try_way(&request, way, &budget, &facts));
            });
        }
        Beside(over)
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        self.0.store(true, std::sync::atomic::Ordering::Relaxed);
    }
}

/// Waits; returns whether the work goes on.
fn wait(time: std::time::Duration, budget: &Budget) -> bool {
    const TICK: std::time::Duration = std::time::Duration::from_millis(10);
    let start = boardwright_base::clock::Moment::now();
    while start.elapsed() < time {
        if budget.reached().is_some() {
            return false;
        }
        std::thread::sleep(TICK.min(time));
    }
    true
}
