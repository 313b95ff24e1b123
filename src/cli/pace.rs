//! Drawing an answer when a limit was reached: whole drawings for a little longer, at least one.

use boardwright_base::budget::{Budget, Stop};
use boardwright_render::reason;
use boardwright_tasks::answer::Report;
use std::time::{Duration, Instant};

/// The time for drawings after a limit.
const LONGER: Duration = Duration::from_millis(500);

/// Decides whether another solution of a list is drawn.
pub(super) struct Pace {
    budget: Budget,
    /// The limit, and when it was noticed.
    met: Option<(Stop, Instant)>,
    drawn: u64,
    left_out: u64,
}

impl Pace {
    pub(super) fn new(budget: &Budget) -> Pace {
        Pace { budget: budget.clone(), met: None, drawn: 0, left_out: 0 }
    }

    /// Returns whether there is time to prepare another drawing: half of the time is for drawing what is prepared.
    pub(super) fn prepares(&mut self) -> bool {
        !self.is_over(LONGER / 2)
    }

    fn is_over(&mut self, time: Duration) -> bool {
        self.met = self.met.or_else(|| self.budget.reached().map(|stop| (stop, Instant::now())));
        self.met.is_some_and(|(_, since)| since.elapsed() >= time)
    }

    /// Returns whether the next solution is drawn, and counts it.
    pub(super) fn draws(&mut self) -> bool {
        let draws = self.drawn == 0 || self.left_out == 0 && !self.is_over(LONGER);
        *if draws { &mut self.drawn } else { &mut self.left_out } += 1;
        draws
    }

    /// Counts the solutions that are not drawn, of this number in all.
    pub(super) fn stop_at(&mut self, all: usize) {
        self.left_out = (all as u64).saturating_sub(self.drawn);
    }

    /// Returns the report; if solutions were left out, it is stopped and says how many are drawn.
    pub(super) fn reported(&self, report: Report) -> Report {
        let Some((stop, _)) = self.met.filter(|_| self.left_out > 0) else { return report };
        let reason = if report.reason.is_unstated() { stop.describe().to_string() } else { reason::of_report(&report) };
        let found = report.found.max(self.drawn + self.left_out);
        let reason =
            format!("{reason}; {} of the {found} {} drawn", self.drawn, if self.drawn == 1 { "is" } else { "are" });
        Report { stopped: true, reason: reason.into(), ..report }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_tasks::answer::Answer;
    use std::sync::atomic::Ordering;

    #[test]
    fn one_is_drawn_whenever_the_limit_was_reached_and_none_after_half_a_second() {
        let budget = Budget::none();
        budget.interrupt.store(true, Ordering::Relaxed);
        let mut pace = Pace::new(&budget);
        let start = Instant::now();
        while pace.draws() {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!((LONGER..4 * LONGER).contains(&start.elapsed()), "{:?}", start.elapsed());
        assert!(!pace.draws(), "drawings are the first of the list");
        let report = Report { answer: Answer::Satisfiable, found: 1000, ..Report::unanswered("interrupted") };
        let reported = pace.reported(report);
        assert!(reported.stopped);
        assert_eq!(reported.reason.stated(), format!("interrupted; {} of the 1000 are drawn", pace.drawn));
        pace.met = pace.met.map(|(stop, since)| (stop, since - LONGER));
        let mut late = Pace { drawn: 0, left_out: 0, ..pace };
        assert_eq!([late.draws(), late.draws(), late.draws()], [true, false, false]);
    }

    #[test]
    fn everything_is_drawn_without_a_limit() {
        let mut pace = Pace::new(&Budget::none());
        assert!((0..1000).all(|_| pace.draws()));
        assert!(!pace.reported(Report::unanswered("")).stopped || Report::unanswered("").stopped);
    }
}
