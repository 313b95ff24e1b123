//! A drawing as a model without rules: the drawn pictures, with names for what they look like.
//!
//! Start with [`draft`].

use super::super::format::Draft;
use super::drawing::{Drawing, Look};
use super::link::Lines;
use super::looks;
use super::remarks::{omitted, origin};
use crate::genre::contents::{Entries, Marks, escaped, region_name};
use crate::genre::penpa::Part;
use crate::genre::rooms::Rooms;
use crate::genre::write::in_lines;
use boardwright_base::source::Source;
use std::collections::{BTreeMap, BTreeSet};

/// The tables of pictures, in the order of a model.
const TABLES: [&str; 3] = ["picture", "between", "corner"];

/// What follows the names of pictures, which differ in all tables.
const SUFFIXES: [&str; 3] = ["", "-between", "-corner"];

/// The longest word in a list beside the board that is no number: longer ones might be names of pictures.
const LONGEST_WORD: usize = 2;

/// The pictures, by table and name.
type Pictures = BTreeMap<(usize, String), Marks>;

/// Writes the model of a drawing without rules.
pub(super) fn draft(mut drawing: Drawing, found: &Lines, source: &Source) -> Draft {
    let mut pictures = Pictures::new();
    objects(&mut drawing, &mut pictures);
    let has_rooms = rooms(&drawing, &mut pictures);
    let lists = lists(&mut drawing);
    let model = model(&drawing, &pictures, &lists, has_rooms, &origin(&drawing, source));
    let mut remarks = vec![
        "The rules are missing: a drawing has none. Write them at the end of this file, as [[rule]] tables,"
            .to_string(),
        "and what cells may hold in `values` of [grid]. If the puzzle is of a known genre,".to_string(),
        "import it with the option `genre` instead.".to_string(),
    ];
    remarks.extend(omitted(&drawing, found));
    Draft { remarks, model }
}

/// Puts the marks of cells, sides and corners into pictures.
fn objects(drawing: &mut Drawing, pictures: &mut Pictures) {
    for index in 0..drawing.objects.len() {
        let (at, look) = (drawing.objects[index].at, drawing.objects[index].look.clone());
        let place = match (drawing.cell(at), drawing.corner(at), drawing.between(at)) {
            (Some(cell), ..) => Some((0, cell)),
            (None, Some(corner), _) => Some((2, corner)),
            (None, None, Some(between)) if Drawing::is_side(at) => Some((1, between)),
            _ => None,
        };
        let Some((table, place)) = place else {
            // A bold line on the edge of the board is its frame.
            drawing.objects[index].is_used |=
                look == Look::Border || matches!(look, Look::Text(ref own) if own.is_empty());
            continue;
        };
        let name = match (&look, at.part) {
            (Look::Text(readings), _) if readings.is_empty() => {
                drawing.objects[index].is_used = true;
                continue;
            }
            (_, Part::Quarter(quarter)) => {
                ["upper-left", "upper-right", "lower-left", "lower-right"][quarter].to_string()
            }
            (_, Part::Compass(way)) => ["above", "right", "left", "below"][way].to_string(),
            (look, Part::Whole) => {
                format!("{}{}", looks::picture(look), if *look == Look::Border { "" } else { SUFFIXES[table] })
            }
        };
        let mark = looks::plain_mark(&look);
        let (rows, columns) = size(drawing, table);
        let marks = pictures.entry((table, name)).or_insert_with(|| Marks::blank(rows, columns));
        if let Some(mark) = mark.filter(|_| marks.at(place) == ".") {
            marks.set(place, &mark);
            drawing.objects[index].is_used = true;
        }
    }
    pictures.retain(|_, marks| marks.marks().iter().any(|mark| mark != "."));
}

/// Returns the rows and columns of the pictures of a table.
fn size(drawing: &Drawing, table: usize) -> (usize, usize) {
    let (rows, columns) = (drawing.rows, drawing.columns);
    [(rows, columns), (2 * rows - 1, 2 * columns - 1), (rows + 1, columns + 1)][table]
}

/// Adds the rooms between bold lines, and the cages; returns whether bold lines part rooms.
fn rooms(drawing: &Drawing, pictures: &mut Pictures) -> bool {
    let (rows, columns) = (drawing.rows, drawing.columns);
    let is_cell = |cell: usize| !drawing.holes[cell];
    let rooms = Rooms::within(rows, columns, is_cell, |from, to| !drawing.is_parted(from, to));
    let open = Rooms::within(rows, columns, is_cell, |_, _| true);
    if rooms.count > open.count {
        pictures.insert((0, "room".to_string()), Marks::of(columns, rooms.names()));
    }
    let mut cages: Vec<(String, Marks)> = Vec::new();
    let names = |at: usize| region_name(at, drawing.cages.len());
    for (at, cage) in drawing.cages.iter().enumerate() {
        let is_free = |marks: &Marks| cage.iter().all(|cell| marks.at(*cell) == ".");
        let found = cages.iter().position(|(_, marks)| is_free(marks)).unwrap_or_else(|| {
            let name = if cages.is_empty() { "cage".to_string() } else { format!("cage-{}", cages.len() + 1) };
            cages.push((name, Marks::blank(rows, columns)));
            cages.len() - 1
        });
        cage.iter().for_each(|cell| cages[found].1.set(*cell, &names(at)));
    }
    pictures.extend(cages.into_iter().map(|(name, marks)| ((0, name), marks)));
    rooms.count > open.count
}

/// Returns the list of the texts beside the board, by side: a number for each line, or several.
fn lists(drawing: &mut Drawing) -> Vec<(&'static str, Entries)> {
    let mut found: [BTreeMap<usize, BTreeMap<usize, String>>; 4] = Default::default();
    let is_number = |word: &str| word == "?" || word.parse::<i64>().is_ok();
    let texts = |drawing: &Drawing, index: usize| {
        let own = &drawing.objects[index];
        let (side, line, away) = drawing.beside(own.at).filter(|_| own.at.part == Part::Whole && own.look.is_text())?;
        let mark = looks::plain_mark(&own.look)?;
        Some((side, line, away, mark))
    };
    let mut counts: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let all = (0..drawing.objects.len()).filter_map(|index| texts(drawing, index));
    all.for_each(|(side, line, ..)| *counts.entry((side, line)).or_default() += 1);
    // A list of several entries for each line has numbers only.
    let has_several: Vec<bool> =
        (0..4).map(|side| counts.iter().any(|((own, _), count)| *own == side && *count > 1)).collect();
    for index in 0..drawing.objects.len() {
        let Some((side, line, away, mark)) = texts(drawing, index) else { continue };
        let is_short = mark.chars().count() <= LONGEST_WORD && mark.chars().all(char::is_alphanumeric);
        if !is_number(&mark) && (has_several[side] || !is_short) {
            continue;
        }
        // The order is that in which the line is read.
        let order = if side % 2 == 0 { usize::MAX - away } else { away };
        if found[side].entry(line).or_default().insert(order, mark).is_none() {
            drawing.objects[index].is_used = true;
        }
    }
    let (rows, columns) = (drawing.rows, drawing.columns);
    let mut lists = Vec::new();
    for (side, lines) in found.into_iter().enumerate().filter(|(_, lines)| !lines.is_empty()) {
        let count = if side < 2 { columns } else { rows };
        let words =
            |line: usize| lines.get(&line).map_or(Vec::new(), |words| words.values().cloned().collect::<Vec<_>>());
        let words: Vec<Vec<String>> = (0..count).map(words).collect();
        let is_of_runs = words.iter().any(|words| words.len() > 1);
        let key = match (side, is_of_runs) {
            (0, true) => "columns",
            (2, true) => "rows",
            _ => ["top", "bottom", "left", "right"][side],
        };
        lists.push((
            key,
            match is_of_runs {
                true => Entries::Runs(words),
                false => Entries::Each(words.into_iter().map(|mut words| words.pop()).collect()),
            },
        ));
    }
    lists
}

fn model(drawing: &Drawing, pictures: &Pictures, lists: &[(&str, Entries)], has_rooms: bool, origin: &str) -> String {
    let (rows, columns) = (drawing.rows, drawing.columns);
    let title = match drawing.title.is_empty() {
        true => format!("A drawing, {rows} x {columns}"),
        false => drawing.title.clone(),
    };
    let mut out = format!("puzzle = \"grid\"\ntitle = \"{}\"\nsource = \"{}\"\n", escaped(&title), escaped(origin));
    if !drawing.rules.is_empty() {
        out.push_str(&format!("instructions = {}\n", in_lines(&drawing.rules)));
    }
    if has_rooms {
        // The bold lines are drawn; a rule with `region room` draws them, too.
        out.push_str("hidden = [\"room\"]\n");
    }
    let has_mark = |mark: &str| {
        pictures.iter().any(|((_, name), marks)| name == "shaded" && marks.marks().iter().any(|own| own == mark))
    };
    let has_picture = |name: &str| pictures.keys().any(|(_, own)| own == name);
    let figures = [
        (has_mark("#"), "\"#\" = \"shade\""),
        (has_mark("%"), "\"%\" = \"shade\""),
        (has_picture("border"), "border = \"bar\""),
        (has_picture("link-between"), "link-between = \"line\""),
    ];
    let figures: Vec<&str> = figures.into_iter().filter(|(is_there, _)| *is_there).map(|(_, figure)| figure).collect();
    if !figures.is_empty() {
        out.push_str(&format!("figures = {{ {} }}\n", figures.join(", ")));
    }
    out.push_str("\n[grid]\n");
    if drawing.holes.contains(&true) {
        let marks = Marks::of(columns, drawing.holes.iter().map(|is_hole| is_hole.then_some("_")));
        out.push_str(&format!("cells = {}\n", marks.toml()));
    } else {
        out.push_str(&format!("rows = {rows}\ncolumns = {columns}\n"));
    }
    // A word of a list is a number or a value.
    let mut values: BTreeSet<&str> = [".", "#"].into();
    values.extend(lists.iter().flat_map(|(_, entries)| words(entries)).filter(|word| word.parse::<i64>().is_err()));
    values.remove("?");
    let values: Vec<String> = values.iter().map(|value| format!("\"{}\"", escaped(value))).collect();
    out.push_str(&format!("values = [{}]\n", values.join(", ")));
    for (table, name) in TABLES.iter().enumerate() {
        let own: Vec<_> = pictures.iter().filter(|((own, _), _)| *own == table).collect();
        if !own.is_empty() {
            out.push_str(&format!("\n[{name}]\n"));
        }
        own.into_iter().for_each(|((_, name), marks)| out.push_str(&format!("{name} = {}\n", marks.toml())));
    }
    if !lists.is_empty() {
        out.push_str("\n[list.beside]\n");
        lists.iter().for_each(|(key, entries)| out.push_str(&format!("{key} = {}\n", entries.toml())));
    }
    out
}

/// Returns the words of a list.
fn words(entries: &Entries) -> Vec<&str> {
    match entries {
        Entries::One(word) => word.iter().map(String::as_str).collect(),
        Entries::Each(words) => words.iter().flatten().map(String::as_str).collect(),
        Entries::Runs(lines) => lines.iter().flatten().map(String::as_str).collect(),
    }
}
