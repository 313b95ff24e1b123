//! The tables of a section, independent of text and HTML.
//!
//! A table has a column of names at its left and figures in the others. Rows and columns of configurations are in the order
//! of their PAR-2, the best first. An entry has a sort key: solved runs, then unsolved ones, then inapplicable ones, then
//! unknown values.

use super::estimate::{Estimate, Estimates};
use super::naming::{Names, model_names};
use super::number::{count, maybe_count, maybe_seconds, median_count, seconds, several};
use super::paired::{self, LEVEL, Pair, Verdict};
use super::section::{Apart, Section};
use super::statistics::{Cell, Spread, Summary, VirtualBest, cell, summaries, total_sizes};
use crate::job::Question;
use crate::record::{Sizes, Status};
use boardwright_solvers::backend;

/// Sort keys above every time: unsolved, inapplicable, unknown.
const UNSOLVED: f64 = 1e100;
const INAPPLICABLE: f64 = 1e101;
const UNKNOWN: f64 = 1e102;

/// The maximum number of models named in a note.
const LISTED: usize = 5;

/// A column of a table.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Column {
    pub(super) heading: String,
    /// The meaning, as a sentence; empty if the heading is sufficient.
    pub(super) meaning: &'static str,
    /// Whether it contains text instead of figures.
    pub(super) words: bool,
}

/// The emphasis of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    Plain,
    /// The best of its row or column.
    Best,
    /// An unsuccessful result.
    Failed,
}

/// A figure, or a name.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Entry {
    pub(super) text: String,
    /// The spread or the number of solved runs, if relevant.
    pub(super) detail: String,
    /// The sort key; text is sorted as text.
    pub(super) order: Option<f64>,
    pub(super) tone: Tone,
}

/// Rows with one entry per column.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Table {
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Vec<Entry>>,
    /// A last row that is neither a configuration nor a model.
    pub(super) foot: Option<Vec<Entry>>,
}

impl Entry {
    fn new(text: impl Into<String>, order: Option<f64>) -> Entry {
        Entry { text: text.into(), detail: String::new(), order, tone: Tone::Plain }
    }

    fn words(text: impl Into<String>) -> Entry {
        Entry::new(text, None)
    }

    fn count(value: usize) -> Entry {
        Entry::new(count(value as u64), Some(value as f64))
    }

    fn maybe_count(value: Option<usize>) -> Entry {
        Entry::new(maybe_count(value), Some(value.map_or(UNKNOWN, |value| value as f64)))
    }

    fn seconds(value: Option<f64>) -> Entry {
        Entry::new(maybe_seconds(value), Some(value.unwrap_or(UNKNOWN)))
    }

    /// A median has an upper end only if most runs were solved.
    fn median(spread: Spread) -> Entry {
        match spread.median {
            None if spread.runs > 0 => Entry::new("unsolved", Some(UNSOLVED)).tone(Tone::Failed),
            median => Entry::seconds(median),
        }
    }

    fn tone(self, tone: Tone) -> Entry {
        Entry { tone, ..self }
    }
}

/// A section with the data of its tables and figures.
pub(super) struct Sheet<'a> {
    pub(super) title: &'a str,
    pub(super) section: &'a Section<'a>,
    pub(super) names: Names,
    pub(super) models: Vec<String>,
    pub(super) summaries: Vec<Summary>,
    pub(super) best: VirtualBest,
    /// The configurations by PAR-2; those without one are last.
    pub(super) ranking: Vec<usize>,
    pub(super) estimates: Estimates,
    pub(super) pairs: Vec<Pair>,
    /// The verdict on the first one.
    pub(super) verdict: Option<Verdict>,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(title: &'a str, section: &'a Section<'a>) -> Sheet<'a> {
        let (summaries, best) = summaries(section);
        let mut ranking: Vec<usize> = (0..summaries.len()).collect();
        let key = |column: &usize| {
            let summary: &Summary = &summaries[*column];
            (summary.par2.unwrap_or(f64::INFINITY), summary.own_par2.unwrap_or(f64::INFINITY))
        };
        ranking.sort_by(|one, other| {
            let ((one, own), (other, others)) = (key(one), key(other));
            one.total_cmp(&other).then(own.total_cmp(&others))
        });
        let (names, models) = (section.names(), model_names(&section.models));
        let pairs = paired::pairs(section);
        let verdict = ranking.first().and_then(|&leader| paired::verdict(section, leader, &pairs));
        let estimates = Estimates::new(section);
        Sheet { title, section, names, models, summaries, best, ranking, estimates, pairs, verdict }
    }

    /// Describes the instances: `60 models x 3 seeds = 180 instances`.
    pub(super) fn extent(&self) -> String {
        let Section { models, seeds, instances, .. } = self.section;
        let product = models.len() * seeds.len();
        let of = if product == instances.len() { "=" } else { "of which" };
        format!(
            "{} x {} {of} {}",
            several(models.len(), "model"),
            several(seeds.len(), "seed"),
            several(instances.len(), "instance")
        )
    }

    /// Describes the instances behind the comparing figures.
    pub(super) fn basis(&self) -> String {
        let (shared, all) = (self.section.shared_count(), self.section.instances.len());
        let figures = if self.has_rivals() { "PAR-2, median, fastest, alone and margin" } else { "PAR-2 and median" };
        if shared == all {
            return format!("{figures} are over all {}.", several(all, "instance"));
        }
        format!(
            "{figures} are over the {} of {} that every ranked configuration has run; \"own PAR-2\" is over those that the \
             configuration itself applies to; do not compare it.",
            count(shared as u64),
            several(all, "instance")
        )
    }

    /// Returns whether there are several configurations.
    fn has_rivals(&self) -> bool {
        self.section.configurations.len() > 1
    }

    /// Returns the column of the winner, if there is one.
    pub(super) fn winner(&self) -> Option<usize> {
        self.verdict.as_ref().filter(|verdict| verdict.wins).map(|verdict| verdict.leader)
    }

    /// Returns the sentence that names the winner, or says that there is none; `None` if fewer than two are ranked.
    pub(super) fn judged(&self) -> Option<String> {
        let Verdict { leader, wins, open, p, models, tests } = self.verdict.as_ref()?;
        let name = &self.names.names[*leader];
        let test = format!(
            "signed-rank test over {}, corrected by Holm for {}",
            several(*models, "model"),
            several(*tests, "pair")
        );
        if *wins {
            return Some(format!(
                "{name} is faster than each other ranked configuration ({test}: p <= {}).",
                p_value(*p)
            ));
        }
        let listed = open.iter().take(LISTED);
        let listed: Vec<String> =
            listed.map(|(column, p)| format!("{} (p = {})", self.names.names[*column], p_value(*p))).collect();
        let more = if open.len() > LISTED { ", ..." } else { "" };
        let needed = paired::needed(*tests);
        let few =
            if *models < needed { format!(" It takes at least {needed} models to show it.") } else { String::new() };
        Some(format!(
            "No winner: {name} has the least PAR-2, but is not shown to be faster than {}{more} ({test}, significance {LEVEL}).{few}",
            listed.join(", ")
        ))
    }

    /// Returns sentences about the configurations that are not ranked.
    fn unranked(&self) -> Vec<String> {
        let name = |column: usize| &self.names.names[column];
        let sentence = |(column, apart): (usize, &Option<Apart>)| match (*apart)? {
            Apart::Never => None,
            Apart::Inapplicable(missed) => Some(format!(
                "{} is not ranked: it does not apply to {} that others solve.",
                name(column),
                several(missed, "instance")
            )),
            Apart::Problem { than, instances } => Some(format!(
                "{} is not ranked: {} got another problem than {} on {}, although formulation, symmetry and redundancy are \
                 the same.",
                name(column),
                name(column),
                name(than),
                several(instances, "instance")
            )),
        };
        self.section.apart.iter().enumerate().filter_map(sentence).collect()
    }

    /// Returns sentences about the winner, about configurations that are not ranked or make the identical formula, and about
    /// runs whose time means something else.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = self.judged().into_iter().chain(self.unranked()).collect();
        notes.extend(self.restarts());
        for (column, others) in self.section.aliases.iter().enumerate().filter(|(_, others)| !others.is_empty()) {
            notes.push(format!(
                "{} make the identical formula in every run: they are one configuration with {} names. Its time on an \
                 instance is that of the run in the middle.",
                self.names.names[column],
                others.len() + 1
            ));
        }
        for (columns, models) in self.section.partly_identical() {
            let names: Vec<&str> = columns.iter().map(|&column| self.names.names[column].as_str()).collect();
            let listed: Vec<&str> = models.iter().take(LISTED).map(|&model| self.models[model].as_str()).collect();
            let more = if models.len() > LISTED { ", ..." } else { "" };
            notes.push(format!(
                "{} make the identical formula on {}: {}{more}. There they share one time, that of the run in the middle.",
                names.join(" and "),
                several(models.len(), "model"),
                listed.join(", ")
            ));
        }
        let unscored: usize = self.summaries.iter().map(|summary| summary.wall_limits).sum();
        if unscored > 0 {
            let were = if unscored == 1 { "was" } else { "were" };
            notes.push(format!(
                "{} {were} ended by the limit on elapsed time before the CPU time was spent. Such runs are not scored, \
                 and their instances are left out of the figures that compare, unless the configuration has no other run.",
                several(unscored, "run")
            ));
        }
        notes
    }

    /// Returns a sentence about programs that are started for every solution.
    fn restarts(&self) -> Option<String> {
        if self.section.question == Question::One {
            return None;
        }
        let restarted = |backend: &str| backend::find(backend).is_ok_and(|it| it.is_external() && !it.only_counts());
        let mut names: Vec<&str> = self.section.configurations.iter().map(|it| it.backend.as_str()).collect();
        names.retain(|backend| restarted(backend));
        names.dedup();
        (!names.is_empty()).then(|| {
            format!(
                "{}: a program is started again for every solution and reads the whole problem each time, so these times are \
                 mostly of starting and reading.",
                names.join(", ")
            )
        })
    }

    /// Returns a row for each configuration, then one for the virtual best.
    pub(super) fn summary(&self) -> Table {
        let column = |heading: &str, meaning| Column { heading: heading.into(), meaning, words: false };
        let mut columns = vec![
            Column { words: true, ..column(&self.names.heading, "") },
            column("solved", "Runs with a checked answer, of the applicable and scored runs"),
        ];
        let ends: Vec<_> = ENDS.iter().filter(|(.., value)| self.summaries.iter().any(|it| value(it) > 0)).collect();
        columns.extend(ends.iter().map(|(heading, meaning, _)| column(heading, meaning)));
        let own = self.section.shared_count() < self.section.instances.len();
        columns.push(column(
            "PAR-2 s",
            "Mean CPU seconds over shared instances; an unsolved run counts as twice the time limit",
        ));
        let intervals = self.estimates.have_intervals();
        if intervals {
            columns.push(column("95 % s", "Interval of PAR-2: bootstrap over models, then seeds"));
            columns.push(column("SGM s", "Shifted geometric mean of the scores, shifted by 1 s"));
        }
        if own {
            columns.push(column(
                "own PAR-2 s",
                "PAR-2 over the instances that the configuration applies to; do not compare it",
            ));
        }
        columns.push(column("median s", "Median CPU seconds over shared instances"));
        let rivals = [
            column("fastest", "Shared instances that no other configuration solved in less CPU time"),
            column("alone", "Shared instances that no other configuration solved"),
            column("margin s", "Increase of the virtual best's PAR-2 without the configuration"),
        ];
        columns.extend(rivals.into_iter().filter(|_| self.has_rivals()));

        let best = |entry: Entry, is: bool| if is { entry.tone(Tone::Best) } else { entry };
        let mut rows = Vec::new();
        for &column in &self.ranking {
            let summary = &self.summaries[column];
            let solved = format!("{}/{}", count(summary.solved as u64), count(summary.applicable() as u64));
            let mut row =
                vec![Entry::words(&self.names.names[column]), Entry::new(solved, Some(summary.solved as f64))];
            row.extend(ends.iter().map(|(heading, _, value)| {
                let failed = value(summary) > 0 && ["wrong", "crashed"].contains(heading);
                Entry::count(value(summary)).tone(if failed { Tone::Failed } else { Tone::Plain })
            }));
            row.push(best(Entry::seconds(summary.par2), self.winner() == Some(column)));
            if intervals {
                row.push(interval(self.estimates.par2(column)));
                row.push(Entry::seconds(self.estimates.shifted(column).map(|it| it.value)));
            }
            if own {
                row.push(Entry::seconds(summary.own_par2));
            }
            row.push(Entry::median(summary.time));
            let compared = |value: usize| match self.section.apart[column] {
                None => Entry::count(value),
                Some(_) => Entry::new("-", Some(UNKNOWN)),
            };
            let rivals = [compared(summary.fastest), compared(summary.alone), Entry::seconds(summary.margin)];
            row.extend(rivals.into_iter().filter(|_| self.has_rivals()));
            rows.push(row);
        }
        let foot = (self.section.configurations.len() > 1).then(|| {
            let shared = self.section.shared_count();
            let solved = format!("{}/{}", count(self.best.solved as u64), count(shared as u64));
            let mut row = vec![Entry::words("virtual best"), Entry::new(solved, Some(self.best.solved as f64))];
            row.extend(ends.iter().map(|_| Entry::new("", Some(UNKNOWN))));
            row.push(Entry::seconds(self.best.par2));
            let empty = 2 * usize::from(intervals) + usize::from(own);
            row.extend((0..empty).map(|_| Entry::new("", Some(UNKNOWN))));
            row.push(Entry::median(self.best.time));
            row.extend((0..3).map(|_| Entry::new("", Some(UNKNOWN))));
            row
        });
        Table { columns, rows, foot }
    }

    /// Returns a row for each model and a column for each configuration under the given headings: the median over seeds.
    pub(super) fn times(&self, headings: &[String]) -> Table {
        let mut columns = vec![Column { heading: "model".into(), meaning: "", words: true }];
        let heading = |&column: &usize| Column { heading: headings[column].clone(), meaning: "", words: false };
        columns.extend(self.ranking.iter().map(heading));
        let row = |model: usize| {
            let cells: Vec<Cell> = self.ranking.iter().map(|&column| cell(self.section, model, column)).collect();
            let mut instances = self.section.instances.iter().filter(|instance| instance.model == model);
            let contest = instances.any(|instance| !self.section.is_one_run(instance));
            let least = cells.iter().filter_map(|cell| cell.time.median).filter(|_| contest).min_by(f64::total_cmp);
            let mut row = vec![Entry::words(&self.models[model])];
            row.extend(cells.iter().map(|cell| time(cell, least)));
            row
        };
        Table { columns, rows: (0..self.models.len()).map(row).collect(), foot: None }
    }

    /// Returns a row for each configuration: sizes summed over the shared models. `None` if no size is known.
    pub(super) fn totals(&self) -> Option<Table> {
        let sizes: Vec<Sizes> = self.ranking.iter().map(|&column| total_sizes(self.section, column)).collect();
        let shown: Vec<_> = SIZES.iter().filter(|(.., value)| sizes.iter().any(|it| value(it).is_some())).collect();
        if shown.is_empty() {
            return None;
        }
        let mut columns = vec![Column { heading: self.names.heading.clone(), meaning: "", words: true }];
        columns.extend(shown.iter().map(|(heading, meaning, _)| Column {
            heading: heading.to_string(),
            meaning,
            words: false,
        }));
        let row = |(sizes, &column): (&Sizes, &usize)| {
            let mut row = vec![Entry::words(&self.names.names[column])];
            row.extend(shown.iter().map(|(.., value)| Entry::maybe_count(value(sizes))));
            row
        };
        Some(Table { columns, rows: sizes.iter().zip(&self.ranking).map(row).collect(), foot: None })
    }

    /// Returns a row for each model and configuration: sizes and solver statistics. `None` if none is known.
    pub(super) fn sizes(&self) -> Option<Table> {
        let pairs = (0..self.models.len()).flat_map(|model| self.ranking.iter().map(move |&column| (model, column)));
        let cells: Vec<_> = pairs.map(|(model, column)| (model, column, cell(self.section, model, column))).collect();
        let shown: Vec<_> =
            SIZES.iter().filter(|(.., value)| cells.iter().any(|(.., cell)| value(&cell.sizes).is_some())).collect();
        type Reported = (&'static str, &'static str, fn(&Cell) -> Spread);
        let reported: [Reported; 4] = [
            ("conflicts", "Median over the solved runs", |cell| cell.conflicts),
            ("decisions", "Median over the solved runs", |cell| cell.decisions),
            ("propagations", "Median over the solved runs", |cell| cell.propagations),
            ("restarts", "Median over the solved runs", |cell| cell.restarts),
        ];
        let reported: Vec<_> =
            reported.into_iter().filter(|(.., value)| cells.iter().any(|(.., cell)| value(cell).runs > 0)).collect();
        if shown.is_empty() && reported.is_empty() {
            return None;
        }
        let column = |heading: &str, meaning, words| Column { heading: heading.into(), meaning, words };
        let mut columns = vec![column("model", "", true), column(&self.names.heading, "", true)];
        columns.extend(shown.iter().map(|(heading, meaning, _)| column(heading, meaning, false)));
        columns.extend(reported.iter().map(|(heading, meaning, _)| column(heading, meaning, false)));
        let row = |(model, column, cell): &(usize, usize, Cell)| {
            let mut row = vec![Entry::words(&self.models[*model]), Entry::words(&self.names.names[*column])];
            row.extend(shown.iter().map(|(.., value)| Entry::maybe_count(value(&cell.sizes))));
            row.extend(reported.iter().map(|(.., value)| {
                let spread = value(cell);
                Entry::new(median_count(spread), Some(spread.median.unwrap_or(UNKNOWN)))
            }));
            row
        };
        let known = |cell: &Cell| {
            shown.iter().any(|(.., value)| value(&cell.sizes).is_some())
                || reported.iter().any(|(.., value)| value(cell).runs > 0)
        };
        let rows = cells.iter().filter(|(.., cell)| known(cell)).map(row).collect();
        Some(Table { columns, rows, foot: None })
    }
}

/// Formats the interval of a mean, sorted by its lower end.
fn interval(estimate: Option<Estimate>) -> Entry {
    match estimate.and_then(|estimate| estimate.interval) {
        Some([low, high]) => Entry::new(format!("{}-{}", seconds(low), seconds(high)), Some(low)),
        None => Entry::new("-", Some(UNKNOWN)),
    }
}

/// Formats a p-value with two significant digits.
pub(super) fn p_value(p: f64) -> String {
    match p {
        p if p < 1e-4 => format!("{p:.1e}"),
        p if p < 0.01 => format!("{p:.4}"),
        p => format!("{p:.2}"),
    }
}

type Counted = (&'static str, &'static str, fn(&Summary) -> usize);
/// How runs end other than solved.
const ENDS: [Counted; 8] = [
    ("timeout", "Runs that reached the limit on CPU time", |it| it.timeouts),
    ("wall limit", "Runs that reached the limit on elapsed time; not scored", |it| it.wall_limits),
    ("memory", "Runs that reached the memory limit", |it| it.memory),
    ("n/a", "Runs to which the configuration does not apply", |it| it.inapplicable),
    ("unknown", "Runs that gave up without reaching a limit", |it| it.unknown),
    ("wrong", "Runs whose answer failed its check", |it| it.wrong),
    ("crashed", "Runs whose process ended without a result", |it| it.crashed),
    ("missing", "Runs that have not been made yet", |it| it.missing),
];

type Size = (&'static str, &'static str, fn(&Sizes) -> Option<usize>);
const SIZES: [Size; 7] = [
    ("constraints", "Constraints of the problem", |sizes| sizes.constraints),
    ("variables", "Variables of the formula, or columns of the program", |sizes| sizes.variables),
    ("left", "Unassigned variables after unit propagation", |sizes| sizes.propagated_variables),
    ("clauses", "Clauses of the formula", |sizes| sizes.clauses),
    ("bound clauses", "Clauses added by bounds on the objective", |sizes| sizes.bound_clauses),
    ("left", "Clauses not satisfied after unit propagation", |sizes| sizes.propagated_clauses),
    ("rows", "Rows of the program", |sizes| sizes.rows),
];

/// Returns the median of a cell; its detail is the spread and the number of solved runs.
fn time(cell: &Cell, least: Option<f64>) -> Entry {
    let Spread { runs, solved, least: low, median, most } = cell.time;
    if runs == 0 {
        let inapplicable = cell.failures.contains(&Status::Inapplicable);
        if cell.failures.contains(&Status::WallLimit) {
            return Entry::new(Status::WallLimit.name(), Some(UNSOLVED)).tone(Tone::Failed);
        }
        let (text, order) = if inapplicable { ("n/a", INAPPLICABLE) } else { ("", UNKNOWN) };
        return Entry::new(text, Some(order));
    }
    let ways: Vec<&str> = cell.failures.iter().map(|status| status.name()).collect();
    let mut entry = match median {
        Some(value) => {
            Entry::new(seconds(value), Some(value)).tone(if median == least { Tone::Best } else { Tone::Plain })
        }
        None => Entry::new(ways.join(", "), Some(UNSOLVED)).tone(Tone::Failed),
    };
    if runs > 1 && solved > 0 {
        entry.detail = format!("{}..{}", maybe_seconds(low), most.map_or_else(String::new, seconds));
    }
    if runs > 1 && solved < runs {
        let separator = if solved > 0 { ", " } else { "" };
        entry.detail.push_str(&format!("{separator}{solved}/{runs} solved"));
    }
    entry
}
