//! Empty boards of a genre: its model with pictures and lists of another size that have no marks. Start with [`blank`].

use super::files::{File, fields, open};
use super::link::OfSize;
use super::write;
use boardwright_base::budget::Budget;
use boardwright_base::source::{Source, Span};
use boardwright_model::{Spanned, Table, Value as Entry};
use boardwright_puzzle::Registry;
use boardwright_puzzle::capability::printed_clues::{Edit, edited};

/// Why there is no empty board, in words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoBlank(String);

/// The maximum number of rows and of columns.
const MAX_SIDE: u16 = 100;

/// Returns a board without rules, whose values are numbers.
///
/// # Errors
/// The size is not supported.
pub fn plain(rows: u16, columns: u16) -> Result<String, NoBlank> {
    check(rows, columns)?;
    let (most, given) = (rows.max(columns), dots(rows.into(), columns.into()));
    let title = format!("Board, {rows} x {columns}");
    Ok(format!("puzzle = \"grid\"\ntitle = \"{title}\"\n\n[grid]\nvalues = \"1..{most}\"\ngiven = {given}\n"))
}

/// Returns the model of a genre with an empty board.
///
/// # Errors
/// The size is not supported, or the rules of the genre need more than a size.
pub fn blank(registry: Registry, file: &File, rows: u16, columns: u16, budget: &Budget) -> Result<String, NoBlank> {
    let opened = open(file, fields(registry));
    resized(registry, file, &write::template(&opened.source.text), rows, columns, budget)
}

/// Returns a model of the genre of a file, with other rules perhaps, with an empty board of another size.
///
/// # Errors
/// The size is not supported, or the rules need more than a size.
pub fn resized(
    registry: Registry,
    file: &File,
    text: &str,
    rows: u16,
    columns: u16,
    budget: &Budget,
) -> Result<String, NoBlank> {
    let genre = open(file, fields(registry)).genre;
    let computed = genre.links.first().map(|link| link.of_size((rows.into(), columns.into()))).unwrap_or_default();
    with_size(registry, &genre.name, text, (rows, columns), &computed, budget)
}

fn with_size(
    registry: Registry,
    name: &str,
    text: &str,
    (rows, columns): (u16, u16),
    computed: &OfSize,
    budget: &Budget,
) -> Result<String, NoBlank> {
    check(rows, columns)?;
    let refused = |why: &str| NoBlank(format!("cannot make an empty {name} board: {why}"));
    let text = without_expectation(text);
    let source = Source::new(name, text.as_str());
    let loaded = registry.load(&source, budget).map_err(|_| refused("its example has errors"))?;
    let fields = &loaded.model.fields;
    let grid = fields.table("grid").ok_or_else(|| refused("it has no grid"))?;
    if grid.text("shape").is_some_and(|shape| shape != "square") || grid.get("side").is_some() {
        return Err(refused("its board has another shape"));
    }
    let layers = fields.map("layer").iter().filter_map(|(_, value)| value.value.as_table());
    if layers.into_iter().any(|layer| layer.get("cells").is_some()) {
        return Err(refused("one of its layers has values on some cells only"));
    }
    let mut board = Board { rows: rows.into(), columns: columns.into(), edits: Vec::new() };
    fields.entries().for_each(|(name, entry)| board.part(name, entry));
    for (key, size) in [("rows", rows), ("columns", columns)] {
        let written = grid.get(key).filter(|entry| text[entry.span.start..entry.span.end].parse::<u16>().is_ok());
        if let Some(entry) = written {
            board.edits.push(Edit::new(entry.span, size.to_string()));
        }
    }
    let (high, wide) = size(fields).unwrap_or_default();
    for (name, value) in &computed.parameters {
        board.edits.extend(line(&text, &format!("{name} = ")).map(|span| Edit::new(span, format!("{name} = {value}"))));
    }
    // Rules with other values than the genre's keep them.
    let is_longer = |values: &str, entry: &Spanned<Entry>| {
        let range = values.split_once("..").map(|(least, _)| format!("\"{least}.."));
        range.is_some_and(|range| text[entry.span.start..entry.span.end].starts_with(&range))
    };
    let of_grid = computed.values.as_ref().zip(grid.get("values"));
    let of_grid = of_grid.filter(|(values, entry)| is_longer(values, entry));
    match numbers(&text) {
        _ if let Some((values, entry)) = of_grid => board.edits.push(Edit::new(entry.span, format!("\"{values}\""))),
        Some((span, most)) if high == wide && most == high => {
            if rows != columns {
                return Err(refused("expected as many rows as columns"));
            }
            board.edits.push(Edit::new(span, format!("values = \"1..{rows}\"")));
            board.edits.extend(block(&text, rows).ok_or_else(|| refused("the size has no blocks"))?);
        }
        Some((span, most)) if most == high * wide => {
            board.edits.push(Edit::new(span, format!("values = \"1..{}\"", board.rows * board.columns)));
        }
        _ => {}
    }
    if let Some(span) = line(&text, "title = ") {
        board.edits.push(Edit::new(span, format!("title = \"{name}, {rows} x {columns}\"")));
    }
    if let Some(span) = line(&text, "source = ") {
        board.edits.push(Edit::new(Span::new(span.start, (span.end + 1).min(text.len())), String::new()));
    }
    board.edits.sort_by_key(|edit| edit.span.start);
    let made = edited(&text, &board.edits);
    match registry.load(&Source::new(name, made.as_str()), budget) {
        Ok(_) => Ok(made),
        Err(_) => Err(refused("its rules need marks of an example")),
    }
}

fn check(rows: u16, columns: u16) -> Result<(), NoBlank> {
    let fits = |size: u16| (1..=MAX_SIDE).contains(&size);
    if fits(rows) && fits(columns) {
        return Ok(());
    }
    Err(NoBlank(format!("expected 1 to {MAX_SIDE} rows and columns, found {rows} and {columns}")))
}

/// A board that gets its size.
struct Board {
    rows: usize,
    columns: usize,
    edits: Vec<Edit>,
}

impl Board {
    /// Empties a picture or a list, and those within a table.
    fn part(&mut self, path: &str, entry: &Spanned<Entry>) {
        let within = |name: &str| format!("{path}.{name}");
        match &entry.value {
            Entry::Table(table) => table.entries().for_each(|(name, entry)| self.part(&within(name), entry)),
            Entry::Map(entries)
                if path.starts_with("list.") && !entries.iter().any(|(name, _)| is_side(&name.value)) =>
            {
                // Regions are named by letters; an empty board has one.
                self.edits.push(Edit::new(entry.span, "{ a = \".\" }".to_string()));
            }
            Entry::Map(entries) => {
                entries.iter().for_each(|(name, entry)| self.part(&within(&name.value), entry));
            }
            Entry::List(_) if path.starts_with("list.") => {
                let side = path.rsplit('.').next().unwrap_or_default();
                let length = if ["columns", "top", "bottom"].contains(&side) { self.columns } else { self.rows };
                self.edits.push(Edit::new(entry.span, format!("[{}]", vec!["\".\""; length].join(", "))));
            }
            Entry::Marks(marks) => self.picture(path, entry.span, marks.cells().map(|(_, mark)| mark.value.clone())),
            Entry::Drawing(drawing) => {
                self.picture(path, entry.span, drawing.cells().map(|(_, mark)| mark.to_string()));
            }
            _ => {}
        }
    }

    fn picture(&mut self, path: &str, span: Span, marks: impl Iterator<Item = String>) {
        let (rows, columns) = match path.split('.').next().unwrap_or_default() {
            "between" | "anywhere" => (2 * self.rows - 1, 2 * self.columns - 1),
            "corner" => (self.rows + 1, self.columns + 1),
            "grid" | "picture" | "layer" => (self.rows, self.columns),
            _ => return,
        };
        // Rooms cover the board: an empty one is a single room.
        let mut marks = marks.peekable();
        let is_room = marks.peek().is_some() && marks.all(|mark| mark.chars().all(char::is_alphabetic));
        let text = dots(rows, columns);
        self.edits.push(Edit::new(span, if is_room { text.replace('.', "a") } else { text }));
    }
}

fn is_side(name: &str) -> bool {
    ["left", "right", "top", "bottom", "rows", "columns"].contains(&name)
}

fn dots(rows: usize, columns: usize) -> String {
    format!("\"\"\"\n{}\"\"\"", format!("{}\n", ".".repeat(columns)).repeat(rows))
}

/// Returns the text without `[expect]`, which is about the example.
fn without_expectation(text: &str) -> String {
    let Some(start) = text.find("[expect]\n") else { return text.to_string() };
    let end = text[start..].find("\n\n").map_or(text.len(), |end| start + end + 2);
    format!("{}{}", &text[..start], &text[end..])
}

/// Returns the place of a line that starts with a key, without its break.
fn line(text: &str, key: &str) -> Option<Span> {
    let start = if text.starts_with(key) { 0 } else { text.find(&format!("\n{key}"))? + 1 };
    let end = text[start..].find('\n').map_or(text.len(), |end| start + end);
    Some(Span::new(start, end))
}

/// Returns the place of values that are numbers from 1 on, and the greatest of them.
fn numbers(text: &str) -> Option<(Span, usize)> {
    let span = line(text, "values = \"1..")?;
    let most = text[span.start..span.end].strip_suffix('"')?.rsplit("..").next()?.parse().ok()?;
    Some((span, most))
}

/// Returns the rows and columns of a model's board.
fn size(fields: &Table) -> Option<(usize, usize)> {
    let grid = fields.table("grid")?;
    let side = |key: &str| grid.integer(key).and_then(|number| usize::try_from(number).ok());
    if let (Some(rows), Some(columns)) = (side("rows"), side("columns")) {
        return Some((rows, columns));
    }
    let pictures = fields.table("picture").into_iter().flat_map(Table::entries).map(|(_, entry)| entry);
    ["cells", "given"].into_iter().filter_map(|key| grid.get(key)).chain(pictures).find_map(|entry| {
        match &entry.value {
            Entry::Marks(marks) => Some((marks.height(), marks.width())),
            Entry::Drawing(drawing) => Some((drawing.height(), drawing.width())),
            _ => None,
        }
    })
}

/// Returns the edits that give the blocks of a Sudoku another size; none if the size has no blocks.
fn block(text: &str, size: u16) -> Option<Vec<Edit>> {
    let (Some(height), Some(width)) = (line(text, "h = "), line(text, "w = ")) else { return Some(Vec::new()) };
    let high = (2..size).filter(|high| size.is_multiple_of(*high) && high * high <= size).max()?;
    Some(vec![Edit::new(height, format!("h = {high}")), Edit::new(width, format!("w = {}", size / high))])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::genre::files::{FILES, find};
    use boardwright_families::REGISTRY;

    fn made(name: &str, rows: u16, columns: u16) -> Result<String, String> {
        let file = find(name).expect("the genre is known");
        blank(REGISTRY, file, rows, columns, &Budget::none()).map_err(|wrong| wrong.to_string())
    }

    #[test]
    fn an_empty_board_has_the_numbers_of_its_size() {
        // Fewer lines than points that a tree of all points has by two.
        let lither = made("lither", 4, 3).expect("it is supported");
        assert!(lither.contains("\nn = 18\n"), "{lither}");
        let geradeweg = made("geradeweg", 10, 8).expect("it is supported");
        assert!(geradeweg.contains("\nvalues = \"0..10\"\n"), "{geradeweg}");
        let small = made("geradeweg", 3, 4).expect("it is supported, though its example has larger numbers");
        assert!(small.contains("\nvalues = \"0..4\"\n"), "{small}");
    }

    #[test]
    fn an_empty_board_has_its_size_and_no_marks() {
        let slitherlink = made("slitherlink", 10, 8).expect("it is supported");
        assert!(slitherlink.contains(&format!("clue = {}", dots(10, 8))), "{slitherlink}");
        assert!(slitherlink.contains("rows = 10\ncolumns = 8\n"), "{slitherlink}");
        assert!(slitherlink.contains("title = \"Slitherlink, 10 x 8\"\n"), "{slitherlink}");
        assert!(!slitherlink.contains("[expect]"), "{slitherlink}");
        let sudoku = made("sudoku", 6, 6).expect("it is supported");
        assert!(sudoku.contains("h = 2\nw = 3\n") && sudoku.contains("values = \"1..6\""), "{sudoku}");
        let rooms = made("heyawake", 3, 4).expect("it is supported");
        assert!(rooms.contains("aaaa\naaaa\naaaa\n") && rooms.contains("count = { a = \".\" }"), "{rooms}");
        let sides = made("skyscrapers", 3, 3).expect("it is supported");
        assert!(sides.contains("top = [\".\", \".\", \".\"]"), "{sides}");
        // Areas of at most three cells, and numbers up to the number of cells.
        assert!(made("trinudo", 8, 7).expect("it is supported").contains("values = \"1..3\""));
        assert!(made("hidato", 4, 6).expect("it is supported").contains("values = \"1..24\""));
        assert!(made("sudoku", 6, 9).is_err() && made("sudoku", 7, 7).is_err() && made("sudoku", 0, 0).is_err());
    }

    #[test]
    fn most_genres_have_empty_boards() {
        let names = FILES.iter().map(|file| file.name);
        let refused: Vec<&str> = names.filter(|name| made(name, 8, 8).is_err()).collect();
        assert!(refused.len() * 5 < FILES.len(), "{} of {}: {refused:?}", refused.len(), FILES.len());
    }
}
