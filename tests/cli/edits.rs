//! Random edits of the examples of all genres, exported and imported again: the same content, or a refusal or remark that
//! says what is lost.

use crate::import::content;
use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_base::source::Source;
use boardwright_exchange::export::{Exported, Format, Request, export};
use boardwright_exchange::genre::files::{FILES, open};
use boardwright_exchange::genre::link::Site;
use boardwright_exchange::import::{Options, import};
use boardwright_tasks::task::{self, Ask, Setup};
use std::collections::BTreeSet;
use std::ops::Range;

const NOTHING: Options = Options { flip: false, board: None, problem: None, from: None };
const FORMATS: [Format; 4] = [Format::PuzzLink, Format::Tatham, Format::Penpa, Format::FPuzzles];

/// A picture in the text of a model: its table, the bytes of its rows, and its marks.
struct Drawing {
    table: String,
    bytes: Range<usize>,
    rows: Vec<Vec<String>>,
    spaced: bool,
}

impl Drawing {
    fn text(&self) -> String {
        let between = if self.spaced { " " } else { "" };
        self.rows.iter().map(|row| format!("{}\n", row.join(between))).collect()
    }

    /// The rows and columns of pictures of its table, for each of the board: how many, and the first of the rest.
    fn is_of(&self, rows: usize, columns: usize) -> Option<usize> {
        let own = (self.rows.len(), self.rows[0].len());
        let fits = |scale: usize, more: usize| own == (scale * rows + more, scale * columns + more);
        match self.table.as_str() {
            "corner" => fits(1, 1).then_some(1),
            "between" => (own == (2 * rows - 1, 2 * columns - 1)).then_some(2),
            "anywhere" => fits(2, 1).then_some(2),
            _ => fits(1, 0).then_some(1),
        }
    }
}

/// A model as text that is edited.
struct Edited {
    text: String,
}

impl Edited {
    /// The pictures of the model.
    fn drawings(&self) -> Vec<Drawing> {
        let (mut found, mut table, mut at) = (Vec::new(), String::new(), 0);
        let mut open: Option<usize> = None;
        for line in self.text.split_inclusive('\n') {
            let start = at;
            at += line.len();
            match open {
                Some(from) if line.trim_end() == "\"\"\"" => {
                    let body = &self.text[from..start];
                    let spaced = body.lines().any(|line| line.trim().contains(' '));
                    let row = |line: &str| -> Vec<String> {
                        if spaced {
                            line.split_whitespace().map(str::to_string).collect()
                        } else {
                            line.trim().chars().map(String::from).collect()
                        }
                    };
                    let rows: Vec<Vec<String>> = body.lines().map(row).collect();
                    if rows.first().is_some_and(|row| !row.is_empty()) && !table.starts_with("genre") {
                        found.push(Drawing { table: table.clone(), bytes: from..start, rows, spaced });
                    }
                    open = None;
                }
                Some(_) => {}
                None if line.trim_end().ends_with("\"\"\"") => open = Some(at),
                None if line.starts_with('[') => table = line.trim_matches(['[', ']', '\n']).to_string(),
                None => {}
            }
        }
        found.retain(|drawing| ["picture", "between", "corner", "anywhere", "grid"].contains(&drawing.table.as_str()));
        found
    }

    /// The rows and columns of the board.
    fn size(&self) -> Option<(usize, usize)> {
        let table: toml::Table = self.text.parse().ok()?;
        let grid = table.get("grid")?.as_table()?;
        let number = |key: &str| grid.get(key).and_then(toml::Value::as_integer).map(|number| number as usize);
        let drawn = self.drawings().into_iter().find(|drawing| drawing.table == "grid");
        let drawn = drawn.map(|drawing| (drawing.rows.len(), drawing.rows[0].len()));
        number("rows").zip(number("columns")).or(drawn)
    }

    /// Puts other marks into a picture.
    fn redraw(&mut self, drawing: &Drawing) {
        self.text.replace_range(drawing.bytes.clone(), &drawing.text());
    }

    /// Changes one mark: to another of the picture, to no mark, to a hole or to a number.
    fn mark(&mut self, random: &mut Random) {
        let mut drawings = self.drawings();
        if drawings.is_empty() {
            return;
        }
        let mut drawing = drawings.swap_remove(random.below(drawings.len()));
        let all: Vec<String> = drawing.rows.iter().flatten().cloned().collect();
        let row = random.below(drawing.rows.len());
        let column = random.below(drawing.rows[row].len());
        drawing.rows[row][column] = match random.below(6) {
            0 | 1 => all[random.below(all.len())].clone(),
            2 => ".".to_string(),
            3 => "_".to_string(),
            4 if drawing.spaced => random.below(40).to_string(),
            4 => random.below(10).to_string(),
            _ => random.one_of(&['#', '?', 'w', 'b', 'o', 'x', 'A', '-', '<', '^', '/']).to_string(),
        };
        self.redraw(&drawing);
    }

    /// Removes a row (or a column) of the board from all pictures, and its entries from all lists.
    fn remove_line(&mut self, is_row: bool, random: &mut Random) {
        let Some((rows, columns)) = self.size().filter(|(rows, columns)| *rows > 1 && *columns > 1) else { return };
        let gone = random.below(if is_row { rows } else { columns });
        for index in 0..self.drawings().len() {
            let mut drawing = self.drawings().swap_remove(index);
            let Some(scale) = drawing.is_of(rows, columns) else { continue };
            let first = gone * scale;
            for _ in 0..scale {
                if is_row {
                    let at = first.min(drawing.rows.len() - 1);
                    drawing.rows.remove(at);
                } else {
                    drawing.rows.iter_mut().for_each(|row| _ = row.remove(first.min(row.len() - 1)));
                }
            }
            self.redraw(&drawing);
        }
        let (key, count) = if is_row { ("rows", rows) } else { ("columns", columns) };
        self.text = self.text.replace(&format!("\n{key} = {count}\n"), &format!("\n{key} = {}\n", count - 1));
        for list in if is_row { ["rows", "left", "right"] } else { ["columns", "top", "bottom"] } {
            self.remove_entry(list, gone, count);
        }
    }

    /// Makes the cells of a line at the rim holes, if a picture of the board has holes.
    fn empty_line(&mut self, random: &mut Random) {
        let Some(mut drawing) = self.drawings().into_iter().find(|drawing| drawing.table == "grid") else { return };
        let (rows, columns) = (drawing.rows.len(), drawing.rows[0].len());
        match random.below(4) {
            0 => drawing.rows[0] = vec!["_".to_string(); columns],
            1 => drawing.rows[rows - 1] = vec!["_".to_string(); columns],
            2 => drawing.rows.iter_mut().for_each(|row| row[0] = "_".to_string()),
            _ => drawing.rows.iter_mut().for_each(|row| row[columns - 1] = "_".to_string()),
        }
        self.redraw(&drawing);
    }

    /// Removes an entry from lists of this name that have `count` entries.
    fn remove_entry(&mut self, list: &str, gone: usize, count: usize) {
        let opening = format!("{list} = [");
        let starts: Vec<usize> = self.text.match_indices(&opening).map(|(at, _)| at + opening.len()).collect();
        for start in starts.into_iter().rev() {
            let (mut depth, mut ends, mut from) = (0, Vec::new(), start);
            for (at, character) in self.text[start..].char_indices() {
                match character {
                    '[' => depth += 1,
                    ']' if depth > 0 => depth -= 1,
                    ',' if depth == 0 => {
                        ends.push(from..start + at);
                        from = start + at + 1;
                    }
                    ']' => {
                        ends.push(from..start + at);
                        break;
                    }
                    _ => {}
                }
            }
            if ends.len() == count {
                let kept = ends.iter().enumerate().filter(|(index, _)| *index != gone);
                let kept: Vec<&str> = kept.map(|(_, bytes)| self.text[bytes.clone()].trim()).collect();
                let bytes = start..ends[count - 1].end;
                let kept = kept.join(", ");
                self.text.replace_range(bytes, &kept);
            }
        }
    }

    /// Changes a number of a list.
    fn number(&mut self, random: &mut Random) {
        let Some(start) = self.text.find("\n[list") else { return };
        let end = self.text[start + 1..].find("\n[").map_or(self.text.len(), |at| start + 1 + at);
        let digits: Vec<usize> = (start..end).filter(|at| self.text.as_bytes()[*at].is_ascii_digit()).collect();
        if !digits.is_empty() {
            let at = digits[random.below(digits.len())];
            self.text.replace_range(at..=at, &random.below(10).to_string());
        }
    }

    fn edit(&mut self, random: &mut Random) {
        match random.below(10) {
            8 => {
                for _ in 0..random.within(1, 8) {
                    let is_row = random.below(2) == 0;
                    self.remove_line(is_row, random);
                }
            }
            9 => self.empty_line(random),
            0 => self.number(random),
            1 => self.remove_line(true, random),
            2 => self.remove_line(false, random),
            3 => {
                self.remove_line(true, random);
                self.remove_line(false, random);
            }
            _ => self.mark(random),
        }
    }
}

/// The link of a model; none if the format refuses it.
fn exported(text: &str, format: Format) -> Option<Exported> {
    let source = Source::new("-", text);
    let loaded = REGISTRY.load(&source, &Budget::none()).ok()?;
    export(&Request { source: &source, model: &loaded.model, genre: None, format, registry: REGISTRY }).ok()
}

/// What comes of the way to a format and back.
#[derive(Debug, PartialEq, Eq)]
enum Way {
    Refused,
    Same,
    /// The content differs, and a remark says so.
    Remarked,
    Wrong(String),
}

fn way(text: &str, format: Format) -> Way {
    let Some(link) = exported(text, format) else { return Way::Refused };
    let model = match import(REGISTRY, "-", link.text.as_bytes(), &NOTHING, &Budget::none()) {
        Ok(model) => model,
        Err(error) => return Way::Wrong(format!("not imported: {}\n{}", error.render(false), link.text)),
    };
    let is_same = match format {
        // These links have no genre; models are compared by their solutions.
        Format::FPuzzles => !link.remarks().is_empty() || solutions(&model) == solutions(text),
        _ => compared(&model) == compared(text),
    };
    if is_same {
        return Way::Same;
    }
    let remarks =
        model.lines().skip(1).take_while(|line| line.starts_with('#')).filter(|line| !line.starts_with("# Assumed"));
    if !link.remarks().is_empty() || remarks.count() > 0 {
        return Way::Remarked;
    }
    Way::Wrong(format!("{}\n{model}", link.text))
}

/// The only solution, or how many there are up to two.
fn solutions(text: &str) -> Vec<String> {
    let source = Source::new("-", text);
    let loaded = REGISTRY.load(&source, &Budget::none()).expect("it loads");
    let setup = Setup::resolve(&loaded, &task::Options::default(), &Budget::none()).expect("there is a way");
    let request = task::Request::new(&loaded, &setup, Ask::UpTo(2));
    let report = task::run(&request, &Budget::none(), &mut task::ignore).expect("no check of ours fails");
    match report.solutions.as_slice() {
        [one] => vec![format!("{:?}", one.candidate())],
        several => vec![several.len().to_string()],
    }
}

/// The marks of all pictures; `_` is no mark, but a hole in the pictures of the board.
fn same_marks(table: &mut toml::Table, keeps_holes: bool) {
    for (_, value) in table.iter_mut() {
        let Some(drawn) = value.as_str().filter(|text| text.trim().contains('\n')) else { continue };
        let spaced = drawn.trim().lines().any(|row| row.trim().contains(' '));
        let clean = |mark: &str| if mark == "_" && !keeps_holes { ".".to_string() } else { mark.to_string() };
        let marks = |row: &str| -> Vec<String> {
            let chars = || row.trim().chars().map(|mark| clean(&mark.to_string())).collect();
            if spaced { row.split_whitespace().map(clean).collect() } else { chars() }
        };
        let rows: Vec<String> = drawn.trim().lines().map(|row| marks(row).join(" ")).collect();
        *value = rows.join("\n").into();
    }
}

/// Takes the holes of the board out of its pictures.
fn holes(table: &mut toml::Table) -> Vec<(usize, usize)> {
    let Some(grid) = table.get_mut("grid").and_then(toml::Value::as_table_mut) else { return Vec::new() };
    let mut found = Vec::new();
    for key in ["given", "cells"] {
        let Some(drawn) = grid.get(key).and_then(toml::Value::as_str).map(str::to_string) else { continue };
        for (row, line) in drawn.lines().enumerate() {
            let marks = line.split_whitespace().enumerate();
            found.extend(marks.filter(|(_, mark)| *mark == "_").map(|(column, _)| (row, column)));
        }
        let without = drawn.replace('_', ".");
        let is_empty = without.chars().all(|character| ". \n".contains(character));
        grid.insert("rows".into(), (without.lines().count() as i64).into());
        let columns = without.lines().next().map_or(0, |line| line.split_whitespace().count());
        grid.insert("columns".into(), (columns as i64).into());
        if is_empty || key == "cells" {
            grid.remove(key);
        } else {
            grid.insert(key.into(), without.into());
        }
    }
    found.sort_unstable();
    found.dedup();
    let shown: Vec<String> = found.iter().map(|(row, column)| format!("r{row}c{column}")).collect();
    grid.insert("holes".into(), shown.join(" ").into());
    found
}

/// The content of a model, with regions named by their first cells: links say where regions are, not what they are called.
fn compared(text: &str) -> toml::Table {
    let mut table = content(text);
    for name in ["picture", "between", "corner", "anywhere", "grid"] {
        if let Some(own) = table.get_mut(name).and_then(toml::Value::as_table_mut) {
            same_marks(own, name == "grid");
        }
    }
    let holes = holes(&mut table);
    let pictures = table.get("picture").and_then(toml::Value::as_table).cloned().unwrap_or_default();
    // The picture with the most regions first: lists of cages have its names, and those of fewer regions are among them.
    let marks =
        |drawn: &toml::Value| drawn.as_str().map_or(0, |drawn| drawn.split_whitespace().collect::<BTreeSet<_>>().len());
    let mut pictures: Vec<(String, toml::Value)> = pictures.into_iter().collect();
    pictures.sort_by_key(|(_, drawn)| std::cmp::Reverse(marks(drawn)));
    for (name, picture) in &pictures {
        let is_region = ["region", "over 2", "over 3"].iter().any(|word| text.contains(&format!("{word} {name}\"")));
        let Some(drawn) = picture.as_str().filter(|_| is_region) else { continue };
        let mut rows: Vec<Vec<String>> =
            drawn.lines().map(|row| row.split_whitespace().map(str::to_string).collect()).collect();
        for (row, column) in &holes {
            if let Some(mark) = rows.get_mut(*row).and_then(|row| row.get_mut(*column)) {
                *mark = ".".to_string();
            }
        }
        let mut names: Vec<&String> = Vec::new();
        for mark in rows.iter().flatten().filter(|mark| !matches!(mark.as_str(), "." | "_")) {
            if !names.contains(&mark) {
                names.push(mark);
            }
        }
        let number = |mark: &String| names.iter().position(|name| *name == mark);
        let of = |mark: &String| number(mark).map_or(mark.clone(), |number| format!("R{number}"));
        let drawn: Vec<String> = rows.iter().map(|row| row.iter().map(of).collect::<Vec<_>>().join(" ")).collect();
        table["picture"].as_table_mut().expect("there are pictures").insert(name.clone(), drawn.join("\n").into());
        for (_, list) in table.get_mut("list").and_then(toml::Value::as_table_mut).into_iter().flatten() {
            let Some(entries) = list.as_table_mut().filter(|list| list.keys().any(|key| names.contains(&key))) else {
                continue;
            };
            let old = std::mem::take(entries);
            let kept = old.into_iter().filter(|(key, value)| names.contains(&key) && value.as_str() != Some("."));
            entries.extend(kept.map(|(key, value)| (of(&key), value)));
        }
    }
    table
}

/// Edits the examples of the genres, and holds each way to a format and back.
fn edited(seeds: Range<u64>) {
    let (mut same, mut remarked, mut refused, mut wrong) = (0, 0, 0, Vec::new());
    for seed in seeds {
        for file in FILES {
            let mut random = Random(seed);
            let mut model = Edited { text: file.text.to_string() };
            for _ in 0..random.within(1, 3) {
                model.edit(&mut random);
            }
            if REGISTRY.load(&Source::new("-", model.text.as_str()), &Budget::none()).is_err() {
                continue;
            }
            for format in FORMATS {
                let way = std::panic::catch_unwind(|| way(&model.text, format));
                match way.unwrap_or_else(|_| Way::Wrong("panic".into())) {
                    Way::Refused => refused += 1,
                    Way::Same => same += 1,
                    Way::Remarked => remarked += 1,
                    Way::Wrong(how) => {
                        wrong.push(format!("{}, seed {seed}, {format:?}: {how}\n--- from\n{}", file.name, model.text));
                    }
                }
            }
        }
    }
    eprintln!("{same} same, {remarked} with a remark, {refused} refused");
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n\n"));
}

/// Returns the rows and columns of a model's board.
fn size(text: &str) -> (usize, usize) {
    let loaded = REGISTRY.load(&Source::new("-", text), &Budget::none()).expect("it is a model");
    let sheet = loaded.instance.cells().expect("it has cells").sheet();
    (sheet.height, sheet.width)
}

/// Returns the rows and columns that the drawing of a model has when it is read.
fn size_of_drawing(text: &str) -> (usize, usize) {
    let link = exported(text, Format::Penpa).expect("it is drawn");
    match import(REGISTRY, "-", link.text.as_bytes(), &NOTHING, &Budget::none()) {
        Ok(model) => size(&model),
        Err(error) => panic!("not imported: {}", error.render(false)),
    }
}

/// The walls around the board of a Shakashaka: with one row less it may have three sides of them, and is no smaller board.
#[test]
fn a_drawing_keeps_its_frame() {
    let file = FILES.iter().find(|file| file.name == "shakashaka").expect("a genre");
    for is_row in [true, false] {
        for seed in 1..9 {
            let mut model = Edited { text: file.text.to_string() };
            model.remove_line(is_row, &mut Random(seed));
            // Without a side of the walls, what is left of the rim is read as walls, and a remark says so.
            let way = way(&model.text, Format::Penpa);
            assert!(matches!(way, Way::Same | Way::Remarked), "{is_row}, seed {seed}: {way:?}");
            assert_eq!(size_of_drawing(&model.text), size(&model.text), "{is_row}, seed {seed}");
        }
    }
    // Cells of a cage that are no cells of the board.
    let file = FILES.iter().find(|file| file.name == "jigsaw-killer").expect("a genre");
    let given = "given = \"\"\"\n_.....\n_.....\n_.....\n_.....\n_.....\n_.....\n\"\"\"\n";
    let (before, rest) = file.text.split_once("\ngiven = ").expect("a board");
    let (_, after) = rest.split_once("\n\n").expect("more tables");
    let text = format!("{before}\n{given}\n{after}");
    assert_eq!(size_of_drawing(&text), size(&text));
}

#[test]
fn edited_models_come_back() {
    edited(1..3);
}

#[test]
#[ignore = "takes a minute"]
fn more_edited_models_come_back() {
    edited(3..9);
}

/// Changes characters of the examples of all links: what is read has a link that is read as the same puzzle, and what is behind
/// a link is refused.
fn changed_links(seeds: Range<u64>) {
    let fields = REGISTRY.find("grid").expect("a family").fields();
    let (mut read, mut refused, mut wrong) = (0, 0, Vec::new());
    for seed in seeds {
        for file in FILES {
            for (number, link) in open(file, fields).genre.links.iter().enumerate() {
                let format = if link.site == Site::Tatham { Format::Tatham } else { Format::PuzzLink };
                let mut random = Random(seed + 1000 * number as u64);
                let start = link.example.rfind(['?', ' ']).map_or(0, |at| at + 1);
                let mut letters: Vec<char> = link.example.chars().collect();
                for _ in 0..random.within(1, 2) {
                    let at = start + random.below(letters.len() - start);
                    let new = random
                        .one_of(&['0', '1', '3', '9', 'a', 'g', 'i', 'k', 'z', '-', '.', '_', '/', ',', '%', '+', 'B']);
                    match random.below(3) {
                        0 => letters[at] = new,
                        1 => letters.insert(at, new),
                        _ => _ = letters.remove(at),
                    }
                }
                let changed: String = letters.into_iter().collect();
                let way = std::panic::catch_unwind(|| {
                    let model = import(REGISTRY, "-", changed.as_bytes(), &NOTHING, &Budget::none()).ok()?;
                    Some((way(&model, format), model))
                });
                match way {
                    Ok(None) => refused += 1,
                    Ok(Some((Way::Same | Way::Remarked, _))) => read += 1,
                    Ok(Some((how, model))) => wrong.push(format!("{changed}, seed {seed}: {how:?}\n--- from\n{model}")),
                    Err(_) => wrong.push(format!("{changed}, seed {seed}: panic")),
                }
                for behind in ["~", "/1/2", "é"] {
                    let longer = format!("{}{behind}", link.example);
                    if import(REGISTRY, "-", longer.as_bytes(), &NOTHING, &Budget::none()).is_ok() {
                        wrong.push(format!("{longer} is read"));
                    }
                }
            }
        }
    }
    eprintln!("{read} read, {refused} refused");
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n\n"));
    assert!(read > 0 && refused > 0);
}

#[test]
fn changed_links_are_read_as_they_are_written() {
    changed_links(1..2);
}

#[test]
#[ignore = "takes half a minute"]
fn more_changed_links_are_read_as_they_are_written() {
    changed_links(2..6);
}
