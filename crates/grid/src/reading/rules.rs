//! The reader of rules and objectives: their sets and conditions in a model.

use super::super::condition;
use super::super::rule::{Condition, Objective, Rule, Time};
use super::super::size::{self, Size};
use super::{Reading, compared, mistake};
use boardwright_base::board::tiling::Tiling;
use boardwright_base::budget::Stop;
use boardwright_base::diagnostic::{Setting, Text};
use boardwright_base::source::Span;
use boardwright_ir::constraint::origin::{RuleId, Stated};
use boardwright_model::Table;
use std::sync::Arc;

/// Returns the name of a rule in messages, which a model may choose.
pub(super) fn rule_name(index: usize, table: &Table) -> String {
    table.text("name").map_or(format!("rule {}", index + 1), str::to_string)
}

impl Reading<'_> {
    /// Reads a rule.
    pub(super) fn rule(&mut self, index: usize, table: &Table) -> Option<Rule> {
        let name = rule_name(index, table);
        let before = self.wrong.iter().count();
        self.only_for_squares(table);
        let mut test = |key: &str| table.get(key).and_then(|given| self.test(given));
        let (when, among, inside, until) = (test("where"), test("among"), test("inside"), test("until"));
        self.at = None;
        self.whole.clear();
        let sets = self.sets(table);
        let has_sets = sets.is_some();
        let compares = compared::is_comparing(self, table);
        self.uses.same |= table.text("group") == Some("same") && !self.symbols.layers.is_empty();
        self.sets = sets.unwrap_or_default();
        let pick = self.pick(table);
        if has_sets && compares {
            self.part(table);
        }
        self.selectors_suit(table, [("among", &among), ("inside", &inside), ("where", &when), ("until", &until)]);
        let mut conditions: Vec<Box<dyn Condition>> = Vec::new();
        for kind in condition::KINDS {
            conditions.extend((kind.read)(self, table));
        }
        self.only_for_groups(table);
        let sets = std::mem::take(&mut self.sets);
        if !has_sets || self.stopped.is_some() || self.wrong.iter().count() > before {
            return None;
        }
        if conditions.is_empty() {
            const NO_CONDITIONS: [&str; 5] = ["on", "by", "group", "turned", "closed"];
            let keys = condition::KINDS.iter().flat_map(|k| k.fields).map(|field| field.name);
            let keys: Vec<&str> = keys.filter(|key| !NO_CONDITIONS.contains(key)).collect();
            let keys: Vec<&str> = match table.get("group") {
                None => keys,
                Some(_) => keys.into_iter().filter(|key| OF_GROUPS.contains(key)).collect(),
            };
            let wrong = match keys.iter().find(|key| table.boolean(key) == Some(false)) {
                Some(key) => mistake("no-condition", table.span_of(key), format!("`{key} = false` has no effect"))
                    .help("remove the rule, or write true"),
                None => mistake("no-condition", table.span, "the rule has no condition")
                    .help(format!("add one of {}", keys.join(", "))),
            };
            self.wrong.push(wrong);
            return None;
        }
        let at = self.at.take();
        let paths = table.get("along").is_some() && table.get("around").is_none();
        let whole = if paths { std::mem::take(&mut self.whole) } else { Vec::new() };
        let conditions = conditions.into_iter().map(Arc::from).collect();
        let time = match table.text("time") {
            Some("end") => Time::End,
            Some("next") => Time::Next,
            _ => Time::Always,
        };
        let stated =
            Stated { name: table.text("name").map(str::to_string), line: Some(table.line), span: Some(table.span) };
        let (id, stated, span) = (RuleId::Model(index), Arc::new(stated), table.span);
        let rule =
            Rule { name, id, stated, span, time, sets, when, among, inside, until, pick, at, paths, whole, conditions };
        let size = Size::of(&rule.sets);
        let bytes = size.bytes().saturating_add(size::of_conditions(self.symbols, &rule));
        let fits = self.fits(table.span, &format!("`{}`", rule.name), size, bytes);
        self.used = self.used.saturating_add(bytes);
        fits.then_some(rule)
    }

    /// Checks whether sets of this size, with all they need in bytes, fit in memory; reports those that do not.
    pub(super) fn fits(&mut self, span: Span, what: &str, size: Size, bytes: u64) -> bool {
        // Measuring memory for each of a million rules takes longer than reading them.
        const MEASURED_FROM: u64 = 1_000_000;
        if bytes < MEASURED_FROM && self.budget.memory.is_some() {
            return true;
        }
        // Under a memory limit, the measured memory includes what was read before.
        let left = self.budget.memory_left();
        let limit = left.unwrap_or_else(|| size::MAX_RULE_BYTES.saturating_sub(self.used));
        if bytes <= limit {
            return true;
        }
        let (most, of) = match self.budget.memory {
            Some(memory) => (memory.bytes, Text::from(Setting::MemoryLimit)),
            None => (size::MAX_RULE_BYTES, "the default".into()),
        };
        let message = format!(
            "{what} is too large: up to {} sets with {} members, about {}; limit: {} (",
            size.sets,
            size.members,
            size::in_words(bytes),
            size::in_words(most)
        );
        let message = Text::from(message).and(of).and(")");
        let help = Text::from("use a smaller board or smaller sets, or raise the limit with ");
        let help = help.and(Setting::MemoryLimit).and(" SIZE");
        self.wrong.push(mistake("too-large", span, message).help(help));
        self.stopped = left.map(|_| Stop::Memory);
        false
    }

    /// Reports conditions that only boards of squares support.
    fn only_for_squares(&mut self, table: &Table) {
        let tiling = &self.symbols.topology.tiling;
        let path = table.get("along").is_some();
        for key in ["forbid", "require", "rectangle", "shapes"] {
            let is_path = path && ["forbid", "require"].contains(&key);
            if *tiling != Tiling::Square && table.get(key).is_some() && !is_path {
                let message = format!("`{key}` is not supported for {}", tiling.name());
                let help = match key {
                    "rectangle" => {
                        "a rectangle has right angles; bound sizes with `size`, or connect cells with `connected`"
                    }
                    "shapes" => {
                        "pieces of `shapes` are pictures of squares; `puzzle = \"dissection\"` has pieces of other shapes"
                    }
                    _ => {
                        "a pattern has rows and columns; state it on a path with `along`, or on sets such as `pair` and `line 3`"
                    }
                };
                self.wrong.push(mistake("wrong-shape", table.span_of(key), message).help(help));
            }
        }
    }

    /// Reports conditions that groups do not support, and `by` without a condition on neighbours.
    fn only_for_groups(&mut self, table: &Table) {
        let has = |key: &str| table.get(key).is_some();
        if has("group") {
            if table.get("at").is_some() {
                let message = "`at` is not supported for groups: it would make each cell a set of its own";
                self.wrong.push(mistake("wrong-set", table.span_of("at"), message).help(
                    "remove `at`; use `among` to select the cells of groups, and exactly = { PICTURE = 1 } to count \
                        printed marks",
                ));
            }
        } else {
            if has("by") && !has("connected") && !has("matched") {
                self.mistake("no-group", table.span_of("by"), "`by` requires `connected`, `group` or `matched`");
            }
            return;
        }
        // `between` has a message of its own.
        let keys = condition::KINDS.iter().flat_map(|kind| kind.fields).map(|field| field.name);
        let others = keys.filter(|key| *key != "between" && !OF_GROUPS.contains(key) && has(key));
        let of_values = has("all-equal") && table.text("all-equal").is_none();
        for key in others.chain(of_values.then_some("all-equal")) {
            let message = format!("`{key}` is not supported for groups");
            self.wrong.push(mistake("wrong-condition", table.span_of(key), message).help(
                "groups support size, rectangle, shapes, symmetric, touches, all-equal = \"PICTURE\", and exactly, at-least, at-most of \
                    printed marks; put other conditions in a rule of their own",
            ));
        }
    }

    pub(super) fn objective(&mut self, fields: &Table) -> Option<Objective> {
        let mut found = None;
        for (key, maximise) in [("minimize", false), ("maximize", true)] {
            let Some(table) = fields.table(key) else { continue };
            if found.is_some() {
                self.mistake("two-objectives", table.span, "duplicate objective: use either [minimize] or [maximize]");
            }
            let test = table.get("count").and_then(|given| self.test(given));
            let sum = table.boolean("sum") == Some(true);
            if table.get("count").is_some() == sum {
                let message = format!("[{key}] requires either count = a test or sum = true");
                self.mistake("no-objective", table.span, message);
            }
            if sum && self.symbols.layers.first().is_none_or(|layer| layer.numbers.iter().all(Option::is_none)) {
                self.mistake("no-numbers", table.span_of("sum"), "`sum` requires values that are numbers");
            }
            found = Some(Objective { test, maximise });
        }
        found
    }
}

/// The keys that rules about groups support.
const OF_GROUPS: [&str; 12] = [
    "group",
    "by",
    "size",
    "rectangle",
    "shapes",
    "symmetric",
    "touches",
    "exactly",
    "at-least",
    "at-most",
    "all-equal",
    "on",
];
