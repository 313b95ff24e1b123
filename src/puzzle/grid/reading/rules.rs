//! Rules and objectives: which sets, what holds, in the words of the model.

use super::super::rule::{At, Condition, Key, Member, Number, Place, Rule, Set, Sign};
use super::super::vocabulary::{Test, Vocabulary};
use super::super::{Objective, condition, sets};
use super::mistake;
use crate::board::Cell;
use crate::diagnostic::{Diagnostic, Diagnostics, nearest};
use crate::model::{Spanned, Table, Value};
use crate::source::Span;
use std::collections::BTreeSet;

/// The words that rules use.
#[derive(Debug, Default)]
pub struct Uses {
    /// All of them: values, names, pictures, lists.
    pub words: BTreeSet<String>,
    /// Pictures whose regions rules are about, in the order of the rules.
    pub regions: Vec<usize>,
    /// Pictures whose arrows say what sets are.
    pub arrows: BTreeSet<usize>,
    /// Whether a rule is about groups of equal values.
    pub same: bool,
    /// Layers about whose values as a whole rules are.
    pub layers: BTreeSet<usize>,
    /// What is odd about the model.
    pub odd: Vec<Diagnostic>,
}

/// Reads rules, in the words of a model.
pub struct Reading<'v> {
    /// The words.
    pub vocabulary: &'v Vocabulary,
    /// The sets of the rule at hand; none, where these cannot be told.
    pub sets: Vec<Set>,
    /// Its `at`.
    pub at: Option<At>,
    /// What is wrong so far.
    pub wrong: Diagnostics,
    /// What is used so far.
    pub uses: Uses,
}

impl Reading<'_> {
    /// Notes a mistake.
    pub fn mistake(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.wrong.push(mistake(code, span, message));
    }

    /// A test of one word.
    pub fn word(&mut self, given: &Spanned<String>) -> Option<Test> {
        let bare = given.value.strip_prefix("not ").unwrap_or(&given.value).trim();
        match self.vocabulary.test(&given.value) {
            Ok(test) => {
                let picture = bare.split_once('=').map_or(bare, |(picture, _)| picture);
                self.uses.words.extend([bare.to_string(), picture.to_string()]);
                Some(test)
            }
            Err(words) => {
                let label = match nearest(bare, words.iter().map(String::as_str)) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "no value, no name, no picture".to_string(),
                };
                let message = format!("`{}` is nothing that a cell could be", given.value);
                let of_lines = ["line", "visited", "straight", "turn", "end"].contains(&bare);
                let help = match &self.vocabulary.lines {
                    None if of_lines => {
                        format!("`{bare}` is about lines, and there are none: say lines = \"links\" in [grid]")
                    }
                    Some(_) if of_lines => format!("`{bare}` is for lines from cell to cell, not for borders"),
                    _ => format!("a test is one of {}; or that with `not ` before it", words.join(", ")),
                };
                self.wrong.push(Diagnostic::new("unknown-test", message).at(given.span, label).help(help));
                None
            }
        }
    }

    /// A test: a word, or several of which one has to hold.
    pub fn test(&mut self, given: &Spanned<Value>) -> Option<Test> {
        let spanned = |text: &str, span: Span| Spanned { value: text.to_string(), span };
        if let Some(text) = given.value.as_text() {
            return self.word(&spanned(text, given.span));
        }
        let words: Vec<Spanned<String>> = given
            .value
            .as_list()
            .unwrap_or_default()
            .iter()
            .map(|item| spanned(item.value.as_text().unwrap_or_default(), item.span))
            .collect();
        let tests: Vec<Option<Test>> = words.iter().map(|word| self.word(word)).collect();
        let tests: Option<Vec<Test>> = tests.into_iter().collect();
        let mut any = Vec::new();
        for atom in tests?.into_iter().flat_map(|test| test.any) {
            any.push(atom);
        }
        let text = words.iter().map(|word| word.value.as_str()).collect::<Vec<_>>().join(" or ");
        Some(Test { any, text })
    }

    /// A number of a rule.
    pub fn number(&mut self, given: &Spanned<Value>) -> Option<Number> {
        if let Some(number) = given.value.as_integer() {
            return Some(Number::Fixed(number));
        }
        let name = given.value.as_text()?;
        self.uses.words.insert(name.to_string());
        if name == "value" {
            self.uses.layers.insert(0);
            return Some(Number::Value);
        }
        let vocabulary = self.vocabulary;
        if let Some(index) = vocabulary.pictures.iter().position(|picture| picture.name == name) {
            return Some(Number::Picture(index));
        }
        if let Some(index) = vocabulary.lists.iter().position(|list| list.name == name) {
            return Some(Number::List(index));
        }
        if let Some(index) = vocabulary.between.iter().position(|(own, _)| own == name) {
            return Some(Number::Between(index));
        }
        let names: Vec<&str> = vocabulary
            .pictures
            .iter()
            .map(|picture| picture.name.as_str())
            .chain(vocabulary.between.iter().map(|(name, _)| name.as_str()))
            .chain(vocabulary.lists.iter().map(|list| list.name.as_str()))
            .chain(["value"])
            .collect();
        let label = match nearest(name, names.iter().copied()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => "no picture and no list".to_string(),
        };
        let message = format!("`{name}` is no number, and no picture or list that has one for each set");
        self.wrong.push(
            Diagnostic::new("unknown-number", message)
                .at(given.span, label)
                .help(format!("there is {}", names.join(", "))),
        );
        None
    }

    /// A picture by its name.
    pub fn picture(&mut self, name: &str, span: Span) -> Option<usize> {
        self.uses.words.insert(name.to_string());
        let names: Vec<&str> = self.vocabulary.pictures.iter().map(|picture| picture.name.as_str()).collect();
        let found = names.iter().position(|own| *own == name);
        if found.is_none() {
            let label = match nearest(name, names.iter().copied()) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => "no such picture".to_string(),
            };
            let mistake = Diagnostic::new("unknown-picture", format!("there is no picture `{name}`")).at(span, label);
            self.wrong.push(match names.is_empty() {
                true => mistake.help("pictures stand in the table [picture]"),
                false => mistake.help(format!("there is {}", names.join(", "))),
            });
        }
        found
    }

    /// The layers that a rule's `on` names; the first where it names none.
    pub fn layers(&mut self, rule: &Table, what: &str) -> Option<Vec<usize>> {
        self.members_are_cells(rule, what)?;
        let layers = &self.vocabulary.layers;
        let Some(given) = rule.get("on") else {
            if layers.is_empty() {
                self.mistake(
                    "no-values",
                    rule.span_of(what),
                    format!("`{what}` is about values, and the cells hold none"),
                );
                return None;
            }
            self.uses.layers.insert(0);
            return Some(vec![0]);
        };
        let words: Vec<&str> = match given.value.as_list() {
            Some(items) => items.iter().filter_map(|item| item.value.as_text()).collect(),
            None => given.value.as_text().into_iter().collect(),
        };
        let mut found = Vec::new();
        for word in words {
            match layers.iter().position(|layer| layer.name == word || (word == "grid" && layer.name.is_empty())) {
                Some(layer) => found.push(layer),
                None => {
                    let names: Vec<&str> =
                        layers.iter().map(|l| if l.name.is_empty() { "grid" } else { l.name.as_str() }).collect();
                    let message = format!("there is no layer `{word}`; there is {}", names.join(", "));
                    self.mistake("unknown-layer", given.span, message);
                    return None;
                }
            }
        }
        self.uses.layers.extend(&found);
        Some(found)
    }

    /// The layer that a rule's numbers are of, all of whose values are numbers.
    pub fn numeric_layer(&mut self, rule: &Table, what: &str) -> Option<usize> {
        let layers = self.layers(rule, what)?;
        let &[layer] = &layers[..] else {
            self.mistake("unknown-layer", rule.span_of("on"), format!("`{what}` is about the numbers of one layer"));
            return None;
        };
        let of = &self.vocabulary.layers[layer];
        if of.numbers.iter().all(Option::is_none) {
            let message = format!("`{what}` is about numbers, and no value is one: {}", of.values.join(", "));
            self.mistake("no-numbers", rule.span_of(what), message);
            return None;
        }
        Some(layer)
    }

    /// The steps between neighbours that a rule's `by` says.
    pub fn neighbours(&mut self, rule: &Table) -> Option<Vec<(i64, i64)>> {
        let Some(move_name) = rule.text("by") else { return sets::steps("wazir").ok() };
        match sets::steps(move_name) {
            Ok(steps) => Some(steps),
            Err(words) => {
                self.mistake("unknown-move", rule.span_of("by"), words);
                None
            }
        }
    }

    /// Notes that `where` says nothing for a condition that is about a set as a whole.
    pub fn without_where(&mut self, rule: &Table, key: &str) {
        if rule.get("where").is_some() {
            let message = format!("`{key}` is about a set as a whole; `where` says nothing here");
            self.wrong.push(
                mistake("wrong-set", rule.span_of("where"), message)
                    .help("`among` says which members of the set count"),
            );
        }
    }

    pub(super) fn rule(&mut self, index: usize, table: &Table) -> Option<Rule> {
        let name = table.text("name").map_or(format!("rule {}", index + 1), str::to_string);
        let before = self.wrong.iter().count();
        let mut test = |key: &str| table.get(key).and_then(|given| self.test(given));
        let (when, among, inside, until) = (test("where"), test("among"), test("inside"), test("until"));
        self.at = None;
        let sets = self.sets(table);
        self.uses.same |= table.text("group") == Some("same") && !self.vocabulary.layers.is_empty();
        self.sets = sets.clone().unwrap_or_default();
        let mut conditions: Vec<Box<dyn Condition>> = Vec::new();
        for kind in condition::KINDS {
            conditions.extend((kind.read)(self, table));
        }
        self.only_for_groups(table);
        if self.wrong.iter().count() > before {
            return None;
        }
        if conditions.is_empty() {
            let keys: Vec<&str> = condition::KINDS.iter().flat_map(|k| k.fields).map(|field| field.name).collect();
            let wrong = match keys.iter().find(|key| table.boolean(key) == Some(false)) {
                Some(key) => mistake("no-condition", table.span_of(key), format!("`{key} = false` says nothing"))
                    .help("leave the rule out, or write true"),
                None => mistake("no-condition", table.span, "the rule does not say what holds")
                    .help(format!("add one of {}", keys.join(", "))),
            };
            self.wrong.push(wrong);
            return None;
        }
        let at = self.at.take();
        Some(Rule { name, span: table.span, sets: sets?, when, among, inside, until, at, conditions })
    }

    /// Notes conditions that a rule about groups does not take, and `by` where nothing goes from neighbour to neighbour.
    fn only_for_groups(&mut self, table: &Table) {
        const OF_GROUPS: [&str; 10] =
            ["group", "by", "size", "rectangle", "shapes", "exactly", "at-least", "at-most", "all-equal", "on"];
        let has = |key: &str| table.get(key).is_some();
        if !has("group") {
            if has("by") && !has("connected") && !has("matched") {
                self.mistake("no-group", table.span_of("by"), "`by` is for `connected`, `group` and `matched`");
            }
            return;
        }
        // `between` has a message of its own.
        let keys = condition::KINDS.iter().flat_map(|kind| kind.fields).map(|field| field.name);
        let others = keys.filter(|key| *key != "between" && !OF_GROUPS.contains(key) && has(key));
        let of_values = has("all-equal") && table.text("all-equal").is_none();
        for key in others.chain(of_values.then_some("all-equal")) {
            let message = format!("a rule about groups does not take `{key}`");
            self.wrong.push(mistake("wrong-condition", table.span_of(key), message).help(
                "groups take size, rectangle, shapes, all-equal = a picture, and exactly, at-least, at-most of what is \
                 printed; what holds for sets stands in a rule of its own",
            ));
        }
    }

    fn sets(&mut self, table: &Table) -> Option<Vec<Set>> {
        let vocabulary = self.vocabulary;
        let of_cells = ["at", "where", "around"].iter().any(|key| table.get(key).is_some());
        let mut found: Vec<Set> = match (table.get("each"), table.get("along")) {
            (Some(_), Some(along)) => {
                self.mistake("two-sets", along.span, "a rule has `each` or `along`, not both");
                return None;
            }
            (Some(given), None) => {
                let words: Vec<(&str, Span)> = match given.value.as_list() {
                    Some(items) => items.iter().filter_map(|item| Some((item.value.as_text()?, item.span))).collect(),
                    None => given.value.as_text().map(|text| (text, given.span)).into_iter().collect(),
                };
                let mut found = Vec::new();
                for (word, span) in words {
                    match sets::each(vocabulary, word) {
                        Ok(sets) => {
                            self.names_region(word);
                            self.uses.words.extend(word.strip_prefix("pair ").map(str::to_string));
                            found.extend(sets);
                        }
                        Err(Some(words)) => self.mistake("wrong-set", span, words),
                        Err(None) => {
                            let names = sets::EACH.iter().map(|each| each.name);
                            let label = match nearest(word, names) {
                                Some(near) => format!("did you mean \"{near}\"?"),
                                None => "no such set".to_string(),
                            };
                            let usages: Vec<&str> = sets::EACH.iter().map(|each| each.usage).collect();
                            self.wrong.push(
                                Diagnostic::new("unknown-set", format!("there are no sets `{word}`"))
                                    .at(span, label)
                                    .help(format!("each = {}", usages.join("; "))),
                            );
                        }
                    }
                }
                found
            }
            (None, Some(along)) => self.along(along),
            (None, None) if of_cells => sets::cells(vocabulary),
            (None, None) => sets::board(vocabulary),
        };
        if let Some(at) = table.get("at") {
            found = self.only_at(found, at);
        }
        if let Some(given) = table.get("around") {
            let including = table.boolean("including") == Some(true);
            let last = given.value.as_text().and_then(|word| word.split_whitespace().last());
            self.uses.words.extend(last.map(str::to_string));
            let ahead = given.value.as_text().and_then(|word| word.strip_prefix("ahead "));
            let picture = |name: &str| vocabulary.pictures.iter().position(|picture| picture.name == name.trim());
            self.uses.arrows.extend(ahead.and_then(picture));
            match sets::around(vocabulary, given.value.as_text().unwrap_or_default(), including, found) {
                Ok(sets) => found = sets,
                Err(words) => {
                    self.mistake("wrong-set", given.span, words);
                    return None;
                }
            }
        } else if let Some(key) = ["until", "including"].iter().find(|key| table.get(key).is_some()) {
            let message = format!("`{key}` says something about `around`, which is missing");
            self.wrong.push(
                mistake("no-around", table.span_of(key), message)
                    .help(format!("say what is reached, such as around = \"rook\", or leave `{key}` out")),
            );
        }
        if table.get("where").is_some() && found.iter().any(|set| set.own.is_none()) {
            let message = "`where` is about a set's own cell; these sets have none";
            self.wrong.push(
                mistake("no-own-cell", table.span_of("where"), message)
                    .help("leave `each` out, or write each = \"cell\"; `among` says which members count"),
            );
        }
        Some(found)
    }

    /// Remembers the picture that `region cage` and `over 3 cage` are about.
    fn names_region(&mut self, word: &str) {
        let Some((_, name)) =
            word.rsplit_once(' ').filter(|_| word.starts_with("region ") || word.starts_with("over "))
        else {
            return;
        };
        self.uses.words.insert(name.to_string());
        let picture = self.vocabulary.pictures.iter().position(|picture| picture.name == name);
        self.uses.regions.extend(picture.filter(|picture| !self.uses.regions.contains(picture)));
    }

    fn along(&mut self, along: &Spanned<Value>) -> Vec<Set> {
        let items = along.value.as_list().unwrap_or_default();
        let is_cell = |item: &Spanned<Value>| {
            item.value.as_list().is_some_and(|parts| parts.iter().all(|part| part.value.as_integer().is_some()))
        };
        let paths: Vec<&[Spanned<Value>]> = match items.iter().all(is_cell) {
            true => vec![items],
            false => items.iter().filter_map(|item| item.value.as_list()).collect(),
        };
        let mut sets = Vec::new();
        for path in paths {
            let mut members = Vec::new();
            let mut first = None;
            for item in path {
                let parts: Vec<i64> =
                    item.value.as_list().unwrap_or_default().iter().filter_map(|p| p.value.as_integer()).collect();
                let terrain = &self.vocabulary.terrain;
                let on_board = |&[row, column]: &[i64; 2]| {
                    row >= 1 && column >= 1 && row as usize <= terrain.height && column as usize <= terrain.width
                };
                let Some([row, column]) = <[i64; 2]>::try_from(parts).ok().filter(on_board) else {
                    let (height, width) = (terrain.height, terrain.width);
                    let message = format!("this is no cell of a board of {height} rows and {width} columns");
                    self.mistake("off-board", item.span, message);
                    continue;
                };
                let cell = Cell::new(row as usize - 1, column as usize - 1);
                match terrain.id(cell) {
                    Some(id) => members.push(Member::of(Place::Cell(id))),
                    None => self.mistake("no-cell", item.span, format!("there is no cell at {cell}")),
                }
                first = first.or(Some(cell));
            }
            let what = first.map_or(String::new(), |cell| format!("the path from {cell}"));
            sets.push(Set { what, own: first, key: Key::None, members });
        }
        sets
    }

    /// The sets whose own cell, or what stands between whose two cells, passes a static test.
    fn only_at(&mut self, sets: Vec<Set>, at: &Spanned<Value>) -> Vec<Set> {
        let vocabulary = self.vocabulary;
        let words: Vec<&str> = match at.value.as_list() {
            Some(items) => items.iter().filter_map(|item| item.value.as_text()).collect(),
            None => at.value.as_text().into_iter().collect(),
        };
        // Signs between cells: the picture, the mark asked for, if there is one, and whether it must not be there.
        let sign = |word: &&str| {
            let (negated, bare) = word.strip_prefix("not ").map_or((false, *word), |rest| (true, rest));
            let (name, mark) = bare.split_once('=').map_or((bare, None), |(name, mark)| (name, Some(mark.to_string())));
            let picture = vocabulary.between.iter().position(|(own, _)| own == name)?;
            Some(Sign { picture, mark, negated })
        };
        let signs: Vec<Sign> = words.iter().filter_map(sign).collect();
        if !signs.is_empty() {
            if signs.len() < words.len() {
                let message = "this asks both what stands on a cell and what stands between two";
                self.mistake("mixed-tests", at.span, message);
                return sets;
            }
            for sign in &signs {
                self.uses.words.insert(vocabulary.between[sign.picture].0.clone());
            }
            let passes = |set: &Set| signs.iter().any(|sign| sign.passes(vocabulary, set));
            let of_two = |set: &Set| match set.members[..] {
                [ref one] => matches!(one.place, Place::Line(_)),
                ref members => members.len() == 2,
            };
            if !sets.iter().all(of_two) {
                let name = &vocabulary.between[signs[0].picture].0;
                let message = format!("`{name}` stands between two cells: the rule needs each = \"pair\" or \"edge\"");
                self.mistake("wrong-set", at.span, message);
            }
            let sets = sets.into_iter().filter(passes).collect();
            self.at = Some(At::Between(signs));
            return sets;
        }
        let Some(test) = self.test(at) else { return sets };
        if !test.is_static() {
            let message = format!("`at` takes what is printed or given, and `{}` is up to the solution", test.text);
            self.wrong
                .push(mistake("not-static", at.span, message).help("for what the solution says there is `where`"));
            return sets;
        }
        if sets.iter().any(|set| set.own.is_none()) {
            let message = "`at` is about a set's own cell; these sets have none";
            let help =
                "leave `each` out, or write each = \"cell\"; for pairs and edges, `at` names a picture of [between]";
            self.wrong.push(mistake("no-own-cell", at.span, message).help(help));
            return sets;
        }
        let passes = |set: &Set| set.own.is_some_and(|cell| vocabulary.passes(cell, &test));
        let sets = sets.into_iter().filter(passes).collect();
        self.at = Some(At::Cell(test));
        sets
    }

    pub(super) fn objective(&mut self, fields: &Table) -> Option<Objective> {
        let mut found = None;
        for (key, maximise) in [("minimize", false), ("maximize", true)] {
            let Some(table) = fields.table(key) else { continue };
            if found.is_some() {
                self.mistake("two-objectives", table.span, "there is one objective: [minimize] or [maximize]");
            }
            let test = table.get("count").and_then(|given| self.test(given));
            let sum = table.boolean("sum") == Some(true);
            if table.get("count").is_some() == sum {
                let message = format!("say what to {key}: count = a test, or sum = true");
                self.mistake("no-objective", table.span, message);
            }
            if sum && self.vocabulary.layers.first().is_none_or(|layer| layer.numbers.iter().all(Option::is_none)) {
                self.mistake("no-numbers", table.span_of("sum"), "`sum` is about numbers, and no value is one");
            }
            found = Some(Objective { test, maximise });
        }
        found
    }
}
