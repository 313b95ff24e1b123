//! Reads the effort that a solver prints: conflicts, decisions, propagations and restarts.
//!
//! cadical, kissat, minisat and glucose print a line for each at their end, unless they run quietly:
//!
//! ```text
//! c conflicts:               760     81195.03    per second        cadical, kissat
//! conflicts             : 760            (inf /sec)                minisat; glucose with `c` before it
//! ```

use boardwright_ir::effort::Effort;

/// Reads the statistics that a SAT solver printed; `None` if there are none. Of several lines of one name the last counts.
/// cadical omits zeros.
pub fn effort(text: &str) -> Option<Effort> {
    let mut effort = Effort::default();
    for line in text.lines() {
        let line = line.strip_prefix("c ").unwrap_or(line);
        let Some((name, rest)) = line.split_once(':') else { continue };
        let Some(number) = rest.split_ascii_whitespace().next().and_then(|word| word.parse().ok()) else { continue };
        match name.trim_end() {
            "conflicts" => effort.conflicts = Some(number),
            "decisions" => effort.decisions = Some(number),
            "propagations" => effort.propagations = Some(number),
            "restarts" => effort.restarts = Some(number),
            _ => {}
        }
    }
    if text.contains("[ statistics ]") {
        let zero = |number: Option<u64>| Some(number.unwrap_or(0));
        let Effort { conflicts, decisions, propagations, restarts } = effort;
        effort = Effort {
            conflicts: zero(conflicts),
            decisions: zero(decisions),
            propagations: zero(propagations),
            restarts: zero(restarts),
        };
    }
    (effort != Effort::default()).then_some(effort)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(conflicts: u64, decisions: u64, propagations: u64, restarts: u64) -> Option<Effort> {
        let [conflicts, decisions, propagations, restarts] = [conflicts, decisions, propagations, restarts].map(Some);
        Some(Effort { conflicts, decisions, propagations, restarts })
    }

    #[test]
    fn cadical_and_minisat_report_their_work() {
        assert_eq!(effort(include_str!("effort/cadical-sc2021.txt")), of(994, 1221, 13143, 49));
        assert_eq!(effort(include_str!("effort/minisat-2.2.1.txt")), of(1206, 1491, 12507, 7));
    }

    #[test]
    fn kissat_and_glucose_report_their_work() {
        let kissat = "c ---- [ statistics ] ----\nc\nc conflicts:                              1102             \
                      18366.67 per second\nc decisions:                              1603                 1.45 per \
                      conflict\nc propagations:                          14226            237100    per second\nc \
                      restarts:                                 27                40.81 interval\n";
        assert_eq!(effort(kissat), of(1102, 1603, 14226, 27));
        let glucose = "c restarts              : 5 (86 conflicts in avg)\nc blocked restarts      : 0 (multiple: 0) \
                       \nc nb ReduceDB           : 0\nc conflicts             : 431            (61571 /sec)\nc \
                       decisions             : 512            (0.00 % random) (73143 /sec)\nc propagations          \
                       : 3606           (515143 /sec)\n";
        assert_eq!(effort(glucose), of(431, 512, 3606, 5));
    }

    #[test]
    fn what_cadical_leaves_out_is_zero() {
        let text = "c --- [ statistics ] ---\nc\nc fixed: 614 100.00 %\nc propagations: 614 1.10 M  per second\n";
        assert_eq!(effort(text), of(0, 0, 614, 0));
    }

    #[test]
    fn quiet_solvers_report_nothing() {
        assert_eq!(effort("s SATISFIABLE\nv 1 -2 0\n"), None);
        assert_eq!(effort("c conflicts: many\n"), None);
    }
}
