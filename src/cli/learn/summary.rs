//! The line about the work on stderr. Start with [`summary`].

use boardwright_render::learned::LearnReport;
use boardwright_tasks::task::learn::End;

/// Returns the line about the work for stderr.
pub(super) fn summary(report: &LearnReport<'_>) -> String {
    let questions = match report.questions() {
        1 => "1 question".to_string(),
        questions => format!("{questions} questions"),
    };
    let (held, all) = (report.library.len(), report.all);
    let result = match &report.learned.end {
        End::Proved if report.learned.is_minimal => "no other rule set of the library fits",
        End::Proved => {
            "no other rule set of the library fits; a limit was reached before the superfluous rules were found"
        }
        End::Likely => "other rule sets may fit, but are unlikely; without --likely, they are asked about",
        End::Asked(_) => "not complete: other rule sets fit",
        End::Conflict(_) => "no rule set of the library fits",
        End::Limit(stop) => return format!("{questions}, {held} of {all} candidate rules; {}\n", stop.describe()),
    };
    format!("{questions}, {held} of {all} candidate rules; {result}\n")
}
