//! Makes puzzles from the text of a model until the goals are met: a draft with one solution, then fewer and weaker clues.
//!
//! Start with [`of_model`].

use super::clauses::finder;
use super::computed::{Computation, Computed};
use super::draft::Draft;
use super::fill::{Filled, fill};
use super::goal::Chosen;
use super::reduce::{Reduced, Reduction, units};
use super::template::{Setting, SharedDraft, Template, UniqueDraft};
use super::unsupported::Unsupported;
use super::{GenerateError, Solvers};
use crate::task::event::{Event, Observer, Start};
use crate::task::failure::Failure;
use boardwright_base::board::Cell;
use boardwright_base::budget::Budget;
use boardwright_base::diagnostic::{self, nearest};
use boardwright_base::random::Random;
use boardwright_base::source::{Source, Span};
use boardwright_puzzle::Loaded;
use boardwright_puzzle::Registry;
use boardwright_puzzle::capability::filling::FillRequest;
use boardwright_puzzle::capability::printed_clues::{Clue, Edit, edited};
use boardwright_puzzle::solution::Solution;
use std::collections::BTreeSet;

/// The puzzles that are made until one meets the goals.
const ATTEMPTS: usize = 30;

/// Makes a puzzle with one solution from a model, on the calling thread; the same for the same model, template and seed. At a
/// limit, returns the best one that is known to have one solution.
///
/// # Errors
/// If no puzzle can be made from the model, a limit was reached before a draft was known to have one solution, or the
/// observer fails.
pub fn of_model(
    source: &Source,
    loaded: &Loaded,
    template: &Template,
    budget: &Budget,
    observe: &mut Observer<'_>,
) -> Result<Setting, GenerateError> {
    let maker = PuzzleMaker::new(source, loaded, template)?;
    let best = SharedDraft::default();
    let ended = maker.make(&best, budget, observe);
    best.settled(ended, budget, &|draft, limit, _| draft.checked(&limit))
}

/// Takes a draft with one solution.
type Publish<'a> = dyn FnMut(&mut Stages<'_>, UniqueDraft) -> Result<(), Failure> + 'a;

/// The stages of the work: delivered as events, and kept for the message at a limit.
struct Stages<'a> {
    best: &'a SharedDraft,
    observe: &'a mut Observer<'a>,
    last: String,
}

impl Stages<'_> {
    /// States what is reached.
    fn reach(&mut self, words: String) -> Result<(), Failure> {
        if words == self.last {
            return Ok(());
        }
        self.best.progress(words.clone());
        self.last.clone_from(&words);
        (self.observe)(Event::Stage(words))
    }
}

/// A draft with one solution, before clues are left out.
struct UniqueStart {
    draft: Draft,
    solution: Solution,
    /// The cells of values that were given.
    given: Vec<Cell>,
    optimum: Option<i64>,
}

/// Makes a puzzle from the text of a model.
pub(in crate::task) struct PuzzleMaker {
    registry: Registry,
    puzzle: &'static str,
    /// The name of the model, for errors.
    name: String,
    text: String,
    template: Template,
}

impl PuzzleMaker {
    /// Reads the printed parts of the model.
    pub(in crate::task) fn new(
        source: &Source,
        loaded: &Loaded,
        template: &Template,
    ) -> Result<PuzzleMaker, GenerateError> {
        let Some(family) = loaded.instance.printed_clues() else {
            return Err(Unsupported::Template { family: loaded.puzzle.name() }.into());
        };
        let printed = family.printed(&loaded.model, &source.text);
        let named = template.keep.iter().map(|name| (diagnostic::Setting::Keep, name));
        let mut named = named.chain(template.fill.iter().map(|name| (diagnostic::Setting::Fill, name)));
        if let Some((setting, name)) = named.find(|(_, name)| !printed.parts.contains(name)) {
            let suggestion = nearest(name, printed.parts.iter().map(String::as_str)).map(str::to_string);
            let (name, expected) = (name.clone(), printed.parts.clone());
            return Err(Unsupported::UnknownPart { setting, name, suggestion, expected }.into());
        }
        let rules = family.rules();
        if let Some(name) = template.goals.must_use.iter().find(|name| !rules.contains(name)) {
            let suggestion = nearest(name, rules.iter().map(String::as_str)).map(str::to_string);
            let (name, expected) = (name.clone(), rules);
            return Err(Unsupported::UnknownRule { name, suggestion, expected }.into());
        }
        let text = edited(&source.text, &printed.rewritten);
        let mut template = template.clone();
        let mut known = BTreeSet::new();
        template.fill.retain(|name| known.insert(name.clone()));
        Ok(PuzzleMaker {
            registry: loaded.registry,
            puzzle: loaded.puzzle.name(),
            name: source.name.clone(),
            text,
            template,
        })
    }

    /// Makes the puzzle; the best draft so far is in `best`.
    pub(in crate::task) fn make(
        &self,
        best: &SharedDraft,
        budget: &Budget,
        observe: &mut Observer<'_>,
    ) -> Result<(), GenerateError> {
        self.attempt(best, budget, observe).map_err(|error| error.in_model(&self.name))
    }

    /// Makes puzzles until one meets the goals.
    fn attempt(&self, best: &SharedDraft, budget: &Budget, observe: &mut Observer<'_>) -> Result<(), GenerateError> {
        observe(Event::Start(Start::new("generate", self.puzzle)))?;
        let mut stages = Stages { best, observe, last: String::new() };
        let mut random = Random(self.template.seed);
        let goals = &self.template.goals;
        let mut least: Option<u64> = None;
        // A time limit ends the attempts itself.
        let usual = if budget.deadline.is_some() { usize::MAX } else { ATTEMPTS };
        for attempt in 0..if goals.is_empty() { 1 } else { usual } {
            budget.check().map_err(GenerateError::stopped)?;
            let mut drafts: Vec<Reduced> = Vec::new();
            let mut publish = |stages: &mut Stages<'_>, mut unique: UniqueDraft| {
                let Reduced { left, of, .. } = unique.reduced;
                if !goals.is_empty() {
                    drafts.push(unique.reduced.clone());
                    unique.missed = goals.unjudged(&unique.reduced);
                }
                // As long as no draft was judged, any one is better than none.
                if least.is_none() {
                    best.set(unique);
                }
                (stages.observe)(Event::Draft { left, of })
            };
            let of = self.reduced(&mut stages, &mut random, budget, &mut publish)?;
            let Some(Chosen { reduced, miss, difficulty, words }) =
                goals.chosen(self.registry, &drafts, &of.solution, budget)?
            else {
                continue;
            };
            if least.is_none_or(|least| miss < least) {
                least = Some(miss);
                let is_last = drafts.last().is_some_and(|last| last.text == reduced.text);
                let difficulty = difficulty.map(|found| (found.grade, found.score));
                best.set(UniqueDraft { is_last, difficulty, missed: words, ..of.with(reduced) });
            }
            if miss == 0 {
                break;
            }
            best.attempts(attempt + 1);
            let made = if attempt == 0 { "a puzzle was" } else { "puzzles were" };
            stages.reach(format!("{} {made} made, and the goals are not met", attempt + 1))?;
        }
        Ok(())
    }

    /// Makes one puzzle, and calls `publish` for each draft with one solution. Returns the first.
    fn reduced(
        &self,
        stages: &mut Stages<'_>,
        random: &mut Random,
        budget: &Budget,
        publish: &mut Publish<'_>,
    ) -> Result<UniqueDraft, GenerateError> {
        let UniqueStart { draft, solution, given, optimum } = match self.computed_parts().is_empty() {
            true => self.given(&self.text, stages, random, budget)?,
            false => self.computed(stages, random, budget)?,
        };
        let draft = draft.again(&expecting(&draft, optimum), budget)?;
        // Given values may be left out again, even if the layer is kept.
        let is_given = |clue: &Clue| clue.part == "grid" && clue.at.is_some_and(|at| given.contains(&at));
        let is_protected = |clue: &Clue| self.is_kept(clue) && !is_given(clue);
        let open = units(&draft.clues, &is_protected, self.template.symmetric, random);
        let first = UniqueDraft {
            registry: self.registry,
            reduced: Reduced { text: draft.text().to_string(), left: 0, of: 0, gone: Vec::new(), weakened: 0 },
            solution: solution.clone(),
            filled: given.len(),
            finder: &finder().name,
            original: draft.text().into(),
            is_last: true,
            difficulty: None,
            missed: Vec::new(),
        };
        let mut last = first.reduced.clone();
        let mut on_progress = |reduced: Reduced| {
            last = reduced.clone();
            publish(stages, first.with(reduced))
        };
        Reduction { known: &solution, budget, on_progress: &mut on_progress }.reduce(draft, open)?;
        if self.template.weaken {
            self.weaken(&first, last, stages, random, budget, publish)?;
        }
        Ok(first)
    }

    /// Replaces computed numbers by question marks as long as the solution stays the only one.
    fn weaken(
        &self,
        first: &UniqueDraft,
        mut last: Reduced,
        stages: &mut Stages<'_>,
        random: &mut Random,
        budget: &Budget,
        publish: &mut Publish<'_>,
    ) -> Result<(), GenerateError> {
        let parts = self.computed_parts();
        let edits = |text: &str| -> Result<Vec<Edit>, GenerateError> {
            let draft = Draft::read(self.registry, text, budget)?;
            let family = draft.loaded.instance.printed_clues();
            Ok(family.map_or(Vec::new(), |family| family.weaker(&draft.loaded.model, text, &parts)))
        };
        // The number of a mark among those that are left is its place from the end, which stays.
        let count = edits(&last.text)?.len();
        let mut tried = vec![false; count];
        for number in random.permutation(count) {
            let all = edits(&last.text)?;
            let weaker = tried[..number].iter().filter(|tried| **tried).count();
            let Some(edit) = all.get(number - weaker) else { continue };
            let text = edited(&last.text, std::slice::from_ref(edit));
            if self.is_unique(&text, &first.solution, budget)? {
                tried[number] = true;
                last = Reduced { text, gone: Vec::new(), weakened: last.weakened + 1, ..last };
                publish(stages, first.with(last.clone()))?;
            }
        }
        Ok(())
    }

    /// Checks that a text is a model with this solution only.
    fn is_unique(&self, text: &str, solution: &Solution, budget: &Budget) -> Result<bool, GenerateError> {
        match Draft::read(self.registry, text, budget) {
            Ok(draft) if draft.loaded.instance.verify(solution.candidate().clone()).is_ok() => {
                let found = Solvers::new(self.registry, budget, None).ask(text, 2, false)?;
                Ok(found.len() == 1)
            }
            Err(GenerateError::Stopped { stop, .. }) => Err(GenerateError::stopped(stop)),
            Ok(_) | Err(_) => Ok(false),
        }
    }

    /// The pictures and lists whose clues are computed.
    fn computed_parts(&self) -> Vec<String> {
        self.template.fill.iter().filter(|name| *name != "grid").cloned().collect()
    }

    /// Checks whether a clue is never left out: with --fill, all that is not computed.
    fn is_kept(&self, clue: &Clue) -> bool {
        let computed = self.computed_parts();
        self.template.keep.contains(&clue.part) || (!computed.is_empty() && !computed.contains(&clue.part))
    }

    /// Computes clues, and gives values if that is allowed and needed.
    fn computed(
        &self,
        stages: &mut Stages<'_>,
        random: &mut Random,
        budget: &Budget,
    ) -> Result<UniqueStart, GenerateError> {
        stages.reach("no board was drawn yet".to_string())?;
        let mut draft = Draft::read(self.registry, &self.text, budget)?;
        let may_be_loose = self.template.fill.iter().any(|name| name == "grid");
        if may_be_loose {
            // Given values are replaced like marks.
            let given = draft.clues.iter().filter(|clue| clue.part == "grid").map(|clue| clue.without.clone());
            let text = edited(draft.text(), &given.collect::<Vec<_>>());
            draft = draft.again(&text, budget)?;
        }
        let request = FillRequest {
            names: self.computed_parts(),
            sizes: self.template.sizes.clone(),
            rooms: self.template.rooms,
            symmetric: self.template.symmetric,
        };
        let computation = Computation { draft: &draft, request: &request, may_be_loose, budget };
        let Computed { text, solution } = computation.run(random, &mut |words: String| stages.reach(words))?;
        match solution {
            Some(solution) => {
                Ok(UniqueStart { draft: draft.again(&text, budget)?, solution, given: Vec::new(), optimum: None })
            }
            None => self.given(&text, stages, random, budget),
        }
    }

    /// Gives values of a solution of a text, if there are several.
    fn given(
        &self,
        text: &str,
        stages: &mut Stages<'_>,
        random: &mut Random,
        budget: &Budget,
    ) -> Result<UniqueStart, GenerateError> {
        let Template { keep, symmetric, .. } = &self.template;
        stages.reach("the number of solutions of the model is unknown".to_string())?;
        let mut draft = Draft::read(self.registry, text, budget)?;
        let solvers = Solvers::new(self.registry, budget, None);
        let report = solvers.report(text, 2, false)?;
        let mut given: Vec<Cell> = Vec::new();
        let solution = match &report.solutions[..] {
            [] => {
                return Err(Unsupported::NoSolution.into());
            }
            [_, _, ..] => {
                let mut progress = |given: usize| {
                    let values = if given == 1 { "value" } else { "values" };
                    let words = format!(
                        "the model has several solutions, and {given} given {values} of one did not exclude the others"
                    );
                    stages.reach(words)
                };
                progress(0)?;
                let filled = fill(&draft, report.optimum, *symmetric, random, budget, &mut progress)?;
                let Filled { values, solution } = filled;
                let edits = draft.giving(&values);
                draft = draft.again(&edited(draft.text(), &edits), budget)?;
                given = values.into_iter().map(|(at, _)| at).collect();
                solution
            }
            [_] if draft.clues.iter().all(|clue| self.is_kept(clue)) => {
                let (protected, kept) = (!keep.is_empty(), draft.kept.clone());
                return Err(Unsupported::NoClues { protected, kept }.into());
            }
            [solution] => solution.clone(),
        };
        Ok(UniqueStart { draft, solution, given, optimum: report.optimum })
    }
}

/// Returns the text of a draft with one solution, with its `[expect]` updated if there is one.
fn expecting(draft: &Draft, optimum: Option<i64>) -> String {
    let Some(expect) = &draft.loaded.model.expect else { return draft.text().to_string() };
    let answer = if optimum.is_some() { "optimal" } else { "satisfiable" };
    let edits = expect.places.iter().filter_map(|&(key, span)| {
        let (is_so, value) = match key {
            "count" => (expect.count == Some(1), "1".to_string()),
            "distinct" => (expect.distinct == Some(1), "1".to_string()),
            "optimum" => (expect.optimum == optimum, optimum?.to_string()),
            // What follows from the rules with the clues of the model may not follow with others.
            "sequence" | "superfluous" => return Some(Edit::new(entry(draft.text(), key, span), String::new())),
            _ => (expect.answer.as_deref() == Some(answer), format!("\"{answer}\"")),
        };
        (!is_so).then(|| Edit::new(span, value))
    });
    edited(draft.text(), &edits.collect::<Vec<_>>())
}

/// Returns the span of a key with its value: its lines, or in an inline table with a comma.
fn entry(text: &str, key: &str, value: Span) -> Span {
    let bare = text[..value.start].trim_end().trim_end_matches('=').trim_end();
    let start = bare.len() - key.len().min(bare.len());
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    if text[line..start].trim().is_empty() {
        let end = text[value.end..].find('\n').map_or(text.len(), |at| value.end + at + 1);
        return Span::new(line, end);
    }
    let before = text[..start].trim_end();
    let after = text[value.end..].trim_start();
    match (before.strip_suffix(','), after.strip_prefix(',')) {
        (Some(before), _) => Span::new(before.len(), value.end),
        (None, Some(after)) => Span::new(start, text.len() - after.trim_start().len()),
        (None, None) => Span::new(start, value.end),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_goes_with_its_line_or_its_comma() {
        let without = |text: &str| {
            let start = text.find('[').expect("a list");
            let end = text.find(']').expect("a list") + 1;
            let span = entry(text, "superfluous", Span::new(start, end));
            format!("{}{}", &text[..span.start], &text[span.end..])
        };
        assert_eq!(without("count = 1\nsuperfluous = ['a']\nx = 2\n"), "count = 1\nx = 2\n");
        assert_eq!(without("superfluous = [\n'a',\n] # why\nx = 2"), "x = 2");
        assert_eq!(without("expect = { count = 1, superfluous = ['a'] }"), "expect = { count = 1 }");
        assert_eq!(without("expect = { superfluous = ['a'], count = 1 }"), "expect = { count = 1 }");
        assert_eq!(without("expect = { superfluous = ['a'] }"), "expect = {  }");
    }
}
