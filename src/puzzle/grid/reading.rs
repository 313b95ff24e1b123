//! From a model's tables to a grid: names resolved, pictures and lists fitted to the board, rules read.
//!
//! Every mistake is noted and reading goes on; mistakes that only follow from others are not told.

use super::condition;
use super::rule::{Condition, Key, Member, Number, Place, Rule, Set};
use super::sets;
use super::terrain::{Course, Lines, Terrain};
use super::vocabulary::{Entry, Layer, List, Mark, Picture, Test, Vocabulary};
use super::{Grid, Objective, warnings};
use crate::board::Cell;
use crate::diagnostic::{Diagnostic, Diagnostics, nearest};
use crate::model::{Marks, Spanned, Table, Value};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Reads a model.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read(fields: &Table) -> Result<Grid, Diagnostics> {
    let mut wrong = Diagnostics::none();
    let Some(vocabulary) = vocabulary(fields, &mut wrong).filter(|_| wrong.is_empty()) else {
        return Err(wrong.into_result(()).err().unwrap_or_default());
    };
    let mut reading = Reading { vocabulary: &vocabulary, wrong, uses: Uses::default() };
    let tables = fields.tables("rule").iter().enumerate();
    let rules: Vec<Rule> = tables.filter_map(|(index, table)| reading.rule(index, table)).collect();
    let objective = reading.objective(fields);
    let Reading { wrong, mut uses, .. } = reading;
    if objective.as_ref().is_some_and(|objective| objective.test.is_none()) {
        uses.layers.insert(0);
    }
    uses.odd = warnings::of_words(fields, &vocabulary, &rules, &uses);
    wrong.into_result(Grid::new(Arc::new(vocabulary), Arc::new(rules), objective, Arc::new(uses)))
}

fn mistake(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(code, message).at(span, "")
}

/// The board, the words, what is printed; `None` where there is no board to speak of.
fn vocabulary(fields: &Table, wrong: &mut Diagnostics) -> Option<Vocabulary> {
    let grid = fields.table("grid")?;
    let terrain = terrain(fields, grid, wrong)?;
    let mut vocabulary = Vocabulary {
        lines: None,
        layers: Vec::new(),
        pictures: Vec::new(),
        between: Vec::new(),
        lists: Vec::new(),
        names: Vec::new(),
        terrain,
    };
    if let Some(word) = grid.text("lines") {
        let course = match word {
            "links" => Ok(Course::Links),
            "borders" => Ok(Course::Borders),
            other => sets::steps(other).map(Course::Moves),
        };
        match course {
            Ok(Course::Borders | Course::Links) if vocabulary.terrain.wrap && word == "borders" => wrong.push(mistake(
                "no-borders",
                grid.span_of("lines"),
                "borders on a torus are not supported; use \"links\"",
            )),
            Ok(course) => vocabulary.lines = Some(Lines::new(&vocabulary.terrain, course)),
            Err(words) => wrong.push(
                mistake("unknown-lines", grid.span_of("lines"), format!("there are no lines `{word}`"))
                    .help(format!("write \"links\", \"borders\", or a move: {words}")),
            ),
        }
    }
    let mut places = vec![(String::new(), grid)];
    places.extend(
        fields.map("layer").iter().filter_map(|(name, value)| Some((name.value.clone(), value.value.as_table()?))),
    );
    for (name, table) in places {
        if let Some(layer) = layer(&vocabulary, name, table, wrong) {
            vocabulary.layers.push(layer);
        }
    }
    if vocabulary.layers.is_empty() && vocabulary.lines.is_none() {
        wrong.push(mistake("nothing-to-find", grid.span, "the cells hold nothing and there are no lines").help(
            "say what a cell may hold, such as values = [\".\", \"Q\"], or which lines there may be: lines = \"links\"",
        ));
    }
    for (name, value) in fields.map("picture") {
        if let Some(marks) = value.value.as_marks().filter(|marks| fits(&vocabulary.terrain, name, marks, 1, wrong)) {
            vocabulary.pictures.push(picture(name, marks));
        }
    }
    for (name, value) in fields.map("between") {
        if let Some(marks) = value.value.as_marks().filter(|marks| fits(&vocabulary.terrain, name, marks, 2, wrong)) {
            let marks = between(&vocabulary.terrain, marks);
            vocabulary.between.push((name.value.clone(), marks));
        }
    }
    for (name, value) in fields.map("list") {
        let list = list(&vocabulary, name, value, wrong);
        vocabulary.lists.push(list);
    }
    for (name, value) in fields.map("names") {
        let members = value.value.as_list().unwrap_or_default().iter();
        let members: Vec<String> = members.filter_map(|item| item.value.as_text().map(str::to_string)).collect();
        let in_one = |layer: &Layer| members.iter().all(|member| layer.values.contains(member));
        if !vocabulary.layers.iter().any(in_one) {
            let known: Vec<&str> =
                vocabulary.layers.iter().flat_map(|layer| layer.values.iter().map(String::as_str)).collect();
            let message = format!("`{}` names something that is no value", name.value);
            wrong.push(mistake("unknown-value", value.span, message).help(format!("values: {}", known.join(", "))));
        }
        vocabulary.names.push((name.value.clone(), members));
    }
    clashes(fields, &vocabulary, wrong);
    Some(vocabulary)
}

fn terrain(fields: &Table, grid: &Table, wrong: &mut Diagnostics) -> Option<Terrain> {
    let drawn = grid.marks("cells").or_else(|| grid.marks("given"));
    let stated = |key: &str| grid.integer(key).map(|n| n as usize);
    let (rows, columns) = match drawn {
        Some(marks) => (marks.height(), marks.width()),
        None => match (stated("rows"), stated("columns")) {
            (Some(rows), Some(columns)) => (rows, columns),
            _ => {
                // Any picture of the puzzle has the size of the board.
                let pictures = fields.map("picture");
                let Some(marks) = pictures.first().and_then(|(_, value)| value.value.as_marks()) else {
                    wrong.push(
                        mistake("no-board", grid.span, "the size of the board is missing")
                            .help("write rows and columns, or draw the board: cells = a picture of '.' and '_'"),
                    );
                    return None;
                };
                (marks.height(), marks.width())
            }
        },
    };
    for (key, found) in [("rows", rows), ("columns", columns)] {
        if stated(key).is_some_and(|stated| stated != found) {
            let message = format!("`{key}` is {}, but the picture has {found}", stated(key).unwrap_or_default());
            let help = format!("leave `{key}` out: the picture says it");
            wrong.push(mistake("size-mismatch", grid.span_of(key), message).help(help));
        }
        if found > super::fields::MAX_SIDE as usize {
            let message = format!("the board has {found} {key}; at most {} are accepted", super::fields::MAX_SIDE);
            wrong.push(mistake("too-large", grid.span, message));
            return None;
        }
    }
    if let Some(cells) = grid.marks("cells") {
        for (cell, mark) in cells.cells().filter(|(_, mark)| mark.value != "." && mark.value != "_") {
            let message = format!("`{}` at {cell}: in `cells`, '.' is a cell and '_' is none", mark.value);
            let help = "what is given goes into `given`, what is printed into [picture]";
            wrong.push(mistake("unknown-character", mark.span, message).help(help));
        }
    }
    let wrap = grid.boolean("wrap") == Some(true);
    let terrain = Terrain::new(rows, columns, wrap, |cell| drawn.is_none_or(|marks| marks.at(cell).value != "_"));
    if terrain.cells.is_empty() {
        wrong.push(mistake("no-cells", drawn.map_or(grid.span, Marks::span), "the board has no cells"));
        return None;
    }
    Some(terrain)
}

/// The values of `values = "1..9"` or a list.
fn values(given: &Spanned<Value>, wrong: &mut Diagnostics) -> Option<Vec<String>> {
    if let Some(list) = given.value.as_list() {
        let words: Vec<String> = list.iter().filter_map(|item| item.value.as_text().map(str::to_string)).collect();
        for (index, item) in list.iter().enumerate() {
            let word = item.value.as_text().unwrap_or_default();
            let reason = if word.is_empty() || word.contains(char::is_whitespace) {
                "is empty or has a blank inside"
            } else if word == "_" {
                "means no cell"
            } else if word.starts_with("not ") || word.contains('=') {
                "would read as a test"
            } else if words[..index].iter().any(|other| other == word) {
                "is there twice"
            } else {
                continue;
            };
            wrong.push(mistake("wrong-value", item.span, format!("the value \"{word}\" {reason}")));
        }
        return Some(words);
    }
    let text = given.value.as_text().unwrap_or_default();
    let range = text.split_once("..").and_then(|(from, to)| {
        if let (Ok(from), Ok(to)) = (from.parse::<i64>(), to.parse::<i64>()) {
            return (from <= to && to - from < 1000).then(|| (from..=to).map(|n| n.to_string()).collect());
        }
        let letter = |text: &str| text.chars().next().filter(|_| text.chars().count() == 1);
        let (from, to) = (letter(from)?, letter(to)?);
        (from <= to && from.is_alphabetic()).then(|| (from..=to).map(|c| c.to_string()).collect())
    });
    if range.is_none() {
        wrong.push(
            mistake("wrong-value", given.span, format!("\"{text}\" is no range of values"))
                .help("write a range such as \"1..9\" or \"A..F\", or a list such as [\".\", \"Q\"]"),
        );
    }
    range
}

fn layer(vocabulary: &Vocabulary, name: String, table: &Table, wrong: &mut Diagnostics) -> Option<Layer> {
    let Some(given) = table.get("values") else {
        if let Some(marks) = table.marks("given") {
            let has = marks.cells().find(|(_, mark)| mark.value != "." && mark.value != "_");
            if let Some((_, mark)) = has {
                wrong.push(
                    mistake("unknown-value", mark.span, format!("`{}` is given, but there are no values", mark.value))
                        .help("say what a cell may hold, such as values = \"1..9\""),
                );
            }
        }
        return None;
    };
    let values = values(given, wrong)?;
    for value in &values {
        if vocabulary.layers.iter().any(|other| other.values.contains(value)) {
            let message = format!("the value \"{value}\" is in another layer, too");
            wrong.push(mistake("wrong-value", given.span, message).help("tests could not tell which is meant"));
        }
    }
    let numbers = values.iter().map(|value| value.parse().ok()).collect();
    let mut layer = Layer { name, values, numbers, given: vec![None; vocabulary.terrain.cells.len()] };
    let Some(marks) = table.marks("given") else { return Some(layer) };
    let terrain = &vocabulary.terrain;
    if (marks.height(), marks.width()) != (terrain.height, terrain.width) {
        wrong.push(wrong_size("`given`", marks, terrain.height, terrain.width));
        return Some(layer);
    }
    for (cell, mark) in marks.cells().filter(|(_, mark)| mark.value != "." && mark.value != "_") {
        let known = |word: &str| layer.values.iter().position(|value| value == word);
        let value = known(&mark.value).or_else(|| known(".").filter(|_| mark.value == "x"));
        match (value, terrain.id(cell)) {
            (Some(value), Some(id)) => layer.given[id] = Some((value, mark.span)),
            (None, _) => {
                let near = nearest(&mark.value, layer.values.iter().map(String::as_str));
                let meant = near.map_or(String::new(), |near| format!(" (did you mean `{near}`?)"));
                let message = format!("`{}` at {cell} is no value{meant}", mark.value);
                let help = format!("values: {}; '.' is unknown, '_' is no cell", layer.values.join(", "));
                wrong.push(mistake("unknown-value", mark.span, message).help(help));
            }
            (Some(_), None) => {
                wrong.push(mistake(
                    "no-cell",
                    mark.span,
                    format!("a value is given at {cell}, where there is no cell"),
                ));
            }
        }
    }
    Some(layer)
}

fn wrong_size(name: &str, marks: &Marks, rows: usize, columns: usize) -> Diagnostic {
    let (height, width) = (marks.height(), marks.width());
    let message = format!("{name} has {height} rows and {width} columns; it needs {rows} and {columns}");
    mistake("size-mismatch", marks.span(), message)
}

fn fits(terrain: &Terrain, name: &Spanned<String>, marks: &Marks, scale: usize, wrong: &mut Diagnostics) -> bool {
    let (rows, columns) = (scale * terrain.height + 1 - scale, scale * terrain.width + 1 - scale);
    let fits = (marks.height(), marks.width()) == (rows, columns);
    if !fits {
        let mut mistake = wrong_size(&format!("the picture `{}`", name.value), marks, rows, columns);
        if scale == 2 {
            mistake =
                mistake.help("what stands between cells is drawn with the cells: a character a cell, one between");
        }
        wrong.push(mistake);
    }
    fits
}

fn mark(given: &Spanned<String>) -> Option<Mark> {
    if given.value == "." || given.value == "_" {
        return None;
    }
    let digits: String = given.value.chars().filter(char::is_ascii_digit).collect();
    let signed = given.value.starts_with('-') && !digits.is_empty();
    let number = digits.parse().ok().map(|number: i64| if signed { -number } else { number });
    Some(Mark { text: given.value.clone(), number, span: given.span })
}

fn picture(name: &Spanned<String>, marks: &Marks) -> Picture {
    Picture {
        name: name.value.clone(),
        marks: marks.cells().map(|(_, given)| mark(given)).collect(),
        span: marks.span(),
    }
}

fn between(terrain: &Terrain, marks: &Marks) -> BTreeMap<[usize; 2], Mark> {
    let mut found = BTreeMap::new();
    for [a, b] in terrain.pairs(&[(0, 1), (1, 0)]) {
        let [from, to] = [a, b].map(|id| terrain.cells[id]);
        let middle = Cell::new(from.row + to.row, from.column + to.column);
        // Around a torus there is no place between.
        let side_by_side = from.row.abs_diff(to.row) + from.column.abs_diff(to.column) == 1;
        if side_by_side && let Some(mark) = mark(marks.at(middle)) {
            found.insert([a, b], mark);
        }
    }
    found
}

/// Keys of a list that are not the marks of regions.
const SIDES: [&str; 8] = ["rows", "columns", "left", "right", "top", "bottom", "across", "down"];

fn list(vocabulary: &Vocabulary, name: &Spanned<String>, value: &Spanned<Value>, wrong: &mut Diagnostics) -> List {
    let mut entries = BTreeMap::new();
    for (key, value) in value.value.as_map().unwrap_or_default() {
        let side = SIDES.contains(&key.value.as_str());
        let items: Vec<(Entry, Span)> = match value.value.as_list().filter(|_| side) {
            Some(items) => items.iter().map(|item| (entry(item, wrong), item.span)).collect(),
            None => vec![(entry(value, wrong), value.span)],
        };
        let terrain = &vocabulary.terrain;
        let expected = match key.value.as_str() {
            "rows" | "left" | "right" => Some(terrain.height),
            "columns" | "top" | "bottom" => Some(terrain.width),
            "across" | "down" => sets::each(vocabulary, &key.value).ok().map(|sets| sets.len()),
            _ => None,
        };
        if let Some(expected) = expected.filter(|&expected| expected != items.len()) {
            let message = format!(
                "`{}` of the list `{}` has {} entries; it needs {expected}",
                key.value,
                name.value,
                items.len()
            );
            wrong.push(mistake("wrong-length", value.span, message).help("write \".\" where no number is told"));
        }
        entries.insert(key.value.clone(), (items, value.span));
    }
    List { name: name.value.clone(), entries, span: name.span }
}

fn entry(given: &Spanned<Value>, wrong: &mut Diagnostics) -> Entry {
    let unknown = |text: Option<&str>| text == Some(".") || text == Some("?");
    match &given.value {
        Value::Integer(number) => Entry::Number(*number),
        Value::List(items) => {
            let number = |item: &Spanned<Value>| {
                if item.value.as_integer().is_none() && !unknown(item.value.as_text()) {
                    wrong.push(mistake(
                        "wrong-type",
                        item.span,
                        "a list has numbers, and \"?\" for one that is not told",
                    ));
                }
                item.value.as_integer()
            };
            Entry::Numbers(items.iter().map(number).collect())
        }
        other => {
            if !unknown(other.as_text()) {
                wrong.push(mistake("wrong-type", given.span, "a list has numbers, and \".\" where none is told"));
            }
            Entry::None
        }
    }
}

/// A word has one meaning.
fn clashes(fields: &Table, vocabulary: &Vocabulary, wrong: &mut Diagnostics) {
    let values: Vec<&String> = vocabulary.layers.iter().flat_map(|layer| &layer.values).collect();
    let mut met: Vec<(&str, &str)> = vec![
        ("line", "a word of its own"),
        ("given", "a word of its own"),
        ("value", "a word of its own"),
        ("visited", "a word of its own"),
        ("straight", "a word of its own"),
        ("turn", "a word of its own"),
        ("end", "a word of its own"),
    ];
    met.extend(values.iter().map(|value| (value.as_str(), "a value")));
    for (key, what) in
        [("names", "a name of values"), ("picture", "a picture"), ("between", "a picture"), ("list", "a list")]
    {
        for (name, _) in fields.map(key) {
            if let Some((_, other)) = met.iter().find(|(known, _)| *known == name.value) {
                wrong.push(mistake("name-taken", name.span, format!("`{}` is {other} already", name.value)));
            }
            met.push((&name.value, what));
        }
    }
}

/// The words that rules use.
#[derive(Debug, Default)]
pub struct Uses {
    /// All of them: values, names, pictures, lists.
    pub words: BTreeSet<String>,
    /// Pictures whose regions rules are about, in the order of the rules.
    pub regions: Vec<usize>,
    /// Layers about whose values as a whole rules are.
    pub layers: BTreeSet<usize>,
    /// What is odd about the model.
    pub odd: Vec<Diagnostic>,
}

/// Reads rules, in the words of a model.
pub struct Reading<'v> {
    /// The words.
    pub vocabulary: &'v Vocabulary,
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
                self.wrong.push(
                    Diagnostic::new("unknown-test", message)
                        .at(given.span, label)
                        .help(format!("there is {}", words.join(", "))),
                );
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
        let names: Vec<&str> = vocabulary
            .pictures
            .iter()
            .map(|picture| picture.name.as_str())
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

    fn rule(&mut self, index: usize, table: &Table) -> Option<Rule> {
        let name = table.text("name").map_or(format!("rule {}", index + 1), str::to_string);
        let before = self.wrong.iter().count();
        let mut test = |key: &str| table.get(key).and_then(|given| self.test(given));
        let (when, among, until) = (test("where"), test("among"), test("until"));
        let sets = self.sets(table);
        let mut conditions: Vec<Box<dyn Condition>> = Vec::new();
        for kind in condition::KINDS {
            conditions.extend((kind.read)(self, table));
        }
        if self.wrong.iter().count() > before {
            return None;
        }
        if conditions.is_empty() {
            let keys: Vec<&str> = condition::KINDS.iter().flat_map(|k| k.fields).map(|field| field.name).collect();
            self.wrong.push(
                mistake("no-condition", table.span, "the rule does not say what holds")
                    .help(format!("add one of {}", keys.join(", "))),
            );
            return None;
        }
        Some(Rule { name, span: table.span, sets: sets?, when, among, until, conditions })
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
            match sets::around(vocabulary, given.value.as_text().unwrap_or_default(), including, found) {
                Ok(sets) => found = sets,
                Err(words) => {
                    self.mistake("wrong-set", given.span, words);
                    return None;
                }
            }
        } else if let Some(key) = ["until", "including"].iter().find(|key| table.get(key).is_some()) {
            self.mistake(
                "no-around",
                table.span_of(key),
                format!("`{key}` says something about `around`, which is missing"),
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
        let word = at.value.as_text().unwrap_or_default();
        let (negated, bare) = word.strip_prefix("not ").map_or((false, word), |rest| (true, rest));
        let (name, sign) = bare.split_once('=').map_or((bare, None), |(name, sign)| (name, Some(sign)));
        if let Some((_, marks)) = vocabulary.between.iter().find(|(own, _)| own == name) {
            self.uses.words.insert(name.to_string());
            let passes = |set: &Set| {
                let &[Member { place: Place::Cell(a), .. }, Member { place: Place::Cell(b), .. }] = &set.members[..]
                else {
                    return false;
                };
                let mark = marks.get(&[a, b]);
                mark.is_some_and(|mark| sign.is_none_or(|sign| mark.text == sign)) != negated
            };
            if sets.iter().any(|set| set.members.len() != 2) {
                let message = format!("`{name}` stands between two cells: the rule needs each = \"pair\"");
                self.mistake("wrong-set", at.span, message);
            }
            return sets.into_iter().filter(passes).collect();
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
            self.wrong
                .push(mistake("no-own-cell", at.span, message).help("leave `each` out, or write each = \"cell\""));
            return sets;
        }
        let passes = |set: &Set| set.own.is_some_and(|cell| vocabulary.passes(cell, &test));
        sets.into_iter().filter(passes).collect()
    }

    fn objective(&mut self, fields: &Table) -> Option<Objective> {
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
