//! Superfluous rules: which rules, parts of rules and clues follow from the others, and which values no board has.
//!
//! A set of rules is *sufficient* if every board that obeys it obeys all rules. One incremental solver answers all questions.
//! Start with [`run`]. Rooms: `rules` has the questions, `sufficient` the search for a smallest sufficient set, `sided` rules of
//! which only one side is written, `sums` what follows without a search.

mod rules;
mod sided;
mod sufficient;
mod sums;

pub use self::rules::Grain;
use self::rules::{Answer, Rules, Stated};
pub use self::sided::{OneSided, Reflection};
use self::sufficient::Sufficient;
use super::explain::Halt;
use super::failure::Failure;
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::constraint::origin::Instance;
use boardwright_ir::constraint::{Origin, OriginKind};
use boardwright_puzzle::Loaded;
use boardwright_puzzle::capability::stances::Stances;
use std::cmp::Reverse;

/// What is known about the rules of a model.
#[derive(Debug, Clone, Default)]
pub struct Deep {
    /// Whether there is a board; `None` if that is open.
    pub has_board: Option<bool>,
    /// Without a board: rules and clues that contradict each other, none of which can be left out.
    pub contradiction: Vec<Origin>,
    /// Rules that follow from the others, all together.
    pub superfluous: Vec<Origin>,
    /// The number of the others.
    pub needed: usize,
    /// Whether it is proved that no smaller set of rules implies the others.
    pub is_smallest: bool,
    /// Clues of which each follows from everything else.
    pub clues: Vec<Origin>,
    /// Layers and values that no board has.
    pub unused: Vec<(String, String)>,
    /// The rules that do not state what breaks them, which count as needed.
    pub unstated: Vec<Origin>,
    /// Rules of which only one side is written; empty if sets of rules are not examined.
    pub one_sided: Vec<OneSided>,
    /// The questions that a limit left open.
    pub open: Vec<OpenQuestion>,
    /// The limit.
    pub stop: Option<Stop>,
}

/// A question that a limit left open.
#[derive(Debug, Clone)]
pub enum OpenQuestion {
    /// Whether there is a board, and all other questions.
    All,
    /// Whether a board has a value of a layer.
    Value(String, String),
    /// Whether a clue follows.
    Clue(Origin),
    /// Whether a rule can be left out.
    Rule(Origin),
    /// Whether fewer rules suffice.
    Fewer,
}

/// Examines the rules of a model; `None` if its family does not state what breaks a rule.
///
/// # Errors
/// If a check fails.
pub fn run(loaded: &Loaded, grain: Grain, budget: &Budget) -> Result<Option<Deep>, Failure> {
    let Some(stances) = loaded.instance.stances() else { return Ok(None) };
    let mut deep = Deep { open: vec![OpenQuestion::All], ..Deep::default() };
    match examine(stances, grain, &mut deep, budget) {
        Ok(()) => {}
        Err(Halt::Stopped(stop)) => deep.stop = Some(stop),
        Err(Halt::Failed(failure)) => return Err(failure),
    }
    Ok(Some(deep))
}

/// The number of decisions after which the first search about a value or a clue ends.
const BRIEF: u64 = 20_000;

fn examine(stances: &dyn Stances, grain: Grain, deep: &mut Deep, budget: &Budget) -> Result<(), Halt> {
    let stated = Stated::new(stances, grain, budget).map_err(Halt::Stopped)?;
    let groups = stated.groups();
    for group in groups.iter().filter(|group| !group.is_stated) {
        if !deep.unstated.iter().any(|known| known.rule == group.origin.rule) {
            deep.unstated.push(group.origin.clone().part(Instance::Whole));
        }
    }
    let mut rules = Rules::new(&stated, budget)?;
    deep.has_board = rules.has_board(None, None)?;
    deep.open.clear();
    if deep.has_board == Some(false) {
        deep.open.push(OpenQuestion::All);
        let contradiction = contradiction(&mut rules, groups.len())?;
        deep.contradiction = contradiction.into_iter().map(|group| groups[group].origin.clone()).collect();
        deep.open.clear();
        return Ok(());
    }
    let is_clue = |group: &usize| groups[*group].origin.kind == OriginKind::Clue;
    let clues: Vec<usize> = match grain {
        Grain::Rules => (0..groups.len()).filter(is_clue).collect(),
        Grain::Sets => Vec::new(),
    };
    let stated_clues = clues.iter().copied().filter(|&clue| groups[clue].is_stated).collect();
    let mut open: Vec<usize> =
        (0..groups.len()).filter(|group| groups[*group].is_stated && !clues.contains(group)).collect();
    // Of two rules that imply each other, the later one is the comment on the earlier one.
    open.sort_by_key(|&group| Reverse(groups[group].origin.rule));
    let mut left = Left { values: (0..stated.values().count()).collect(), clues: stated_clues };
    let mut kept = Sufficient::all(groups.len(), open);
    // Easy questions first, so that a hard one leaves no other open.
    let mut ask = || -> Result<(), Halt> {
        left.ask(&mut rules, &stated, Some(BRIEF), deep)?;
        sufficient::smallest(&mut rules, &mut kept, budget)?;
        left.ask(&mut rules, &stated, None, deep)
    };
    let asked = ask();
    let values: Vec<(&str, &str)> = stated.values().collect();
    let value = |value: usize| OpenQuestion::Value(values[value].0.to_string(), values[value].1.to_string());
    deep.open.extend(left.values.iter().map(|&at| value(at)));
    deep.open.extend(left.clues.iter().map(|&clue| OpenQuestion::Clue(groups[clue].origin.clone())));
    deep.open.extend(kept.open.iter().map(|&group| OpenQuestion::Rule(groups[group].origin.clone())));
    if kept.open.is_empty() && !kept.is_smallest && asked.is_err() {
        deep.open.push(OpenQuestion::Fewer);
    }
    let superfluous = (0..groups.len()).filter(|group| !kept.kept.contains(group));
    deep.superfluous = superfluous.map(|group| groups[group].origin.clone()).collect();
    deep.needed = kept.kept.len() - clues.len();
    deep.is_smallest = kept.is_smallest;
    if grain == Grain::Sets && asked.is_ok() {
        deep.one_sided = sided::one_sided(stances, budget)?;
    }
    // In the order of the model, whichever were decided first.
    deep.unused.sort_by_key(|(layer, value)| values.iter().position(|known| known == &(&**layer, &**value)));
    deep.clues.sort_by_key(|clue| groups.iter().position(|group| group.origin == *clue));
    asked
}

/// Values and clues about which nothing is known yet.
struct Left {
    values: Vec<usize>,
    clues: Vec<usize>,
}

impl Left {
    /// Asks about each, with at most `most` decisions; what is decided is noted, and left no more.
    fn ask(
        &mut self,
        rules: &mut Rules<'_>,
        stated: &Stated<'_>,
        most: Option<u64>,
        deep: &mut Deep,
    ) -> Result<(), Halt> {
        for value in self.values.clone() {
            let has_board = rules.has_board(Some(value), most)?;
            if has_board == Some(false) {
                let (layer, value) = stated.values().nth(value).unwrap_or_default();
                deep.unused.push((layer.to_string(), value.to_string()));
            }
            self.values.retain(|&left| left != value || has_board.is_none());
        }
        for clue in self.clues.clone() {
            let others: Vec<usize> = (0..stated.groups().len()).filter(|&group| group != clue).collect();
            match rules.breaking(&others, most)? {
                Answer::GaveUp => continue,
                Answer::Implied(_) => deep.clues.push(stated.groups()[clue].origin.clone()),
                Answer::Breaks(_) => {}
            }
            self.clues.retain(|&left| left != clue);
        }
        Ok(())
    }
}

/// Returns groups that contradict each other, none of which can be left out.
fn contradiction(rules: &mut Rules<'_>, groups: usize) -> Result<Vec<usize>, Halt> {
    let mut kept: Vec<usize> = (0..groups).collect();
    for group in 0..groups {
        if kept.contains(&group) {
            let others: Vec<usize> = kept.iter().copied().filter(|&other| other != group).collect();
            if let Some(core) = rules.contradiction(&others)? {
                kept = core;
            }
        }
    }
    Ok(kept)
}
