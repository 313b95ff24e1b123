//! Small pictures: `forbid`, which occur nowhere on the board or in the set, and `require`, which occur somewhere.
//!
//! A character is a value or another word for a test, `?` is any cell, `_` is not part of the picture. In a row with
//! blanks, cells are words. Of several pictures, none may occur, or at least one must. A picture lies on cells of the
//! set only, never on a wall, and continues across the edge of a torus. Along a path, a picture has one row, and its
//! characters are consecutive cells of the path.

mod drawn;
mod room;

use self::drawn::{Pattern, cells, normal, text};
use super::super::breach::Breach;
use super::super::constrain::{Builder, Candidate, Truth};
use super::super::fields::OPTIONAL;
use super::super::position::Position;
use super::super::reading::Reading;
use super::super::rule::{Condition, Element, Set};
use super::super::symbols::{SymbolTable, Test};
use super::Kind;
use boardwright_base::board::Cell;
use boardwright_base::diagnostic::{Diagnostic, nearest};
use boardwright_model::{Field, Marks, Table};
use std::collections::BTreeSet;

const PICTURES: boardwright_model::Kind = boardwright_model::Kind::OneOf(&[
    boardwright_model::Kind::Marks,
    boardwright_model::Kind::List { item: &boardwright_model::Kind::Marks, min: 1, max: 1000 },
]);

pub(super) const KIND: Kind = Kind {
    fields: &[
        Field {
            name: "forbid",
            kind: PICTURES,
            doc: "this picture of values, or any of these, occurs nowhere; '?' is any cell, '_' is not part of the \
                picture",
            example: "'''\n##\n##\n'''",
            ..OPTIONAL
        },
        Field {
            name: "require",
            kind: PICTURES,
            doc: "this picture of values, or one of these, occurs somewhere",
            example: "'''\n#?#\n'''",
            ..OPTIONAL
        },
        Field {
            name: "turned",
            kind: boardwright_model::Kind::Boolean,
            doc: "with `forbid` and `require`: include turned and flipped pictures",
            example: "true",
            ..OPTIONAL
        },
    ],
    read,
};

fn read(reading: &mut Reading<'_>, rule: &Table) -> Vec<Box<dyn Condition>> {
    let mut conditions: Vec<Box<dyn Condition>> = Vec::new();
    let turned = rule.boolean("turned") == Some(true);
    if rule.get("turned").is_some() && rule.get("forbid").is_none() && rule.get("require").is_none() {
        let message = "`turned` requires `forbid` or `require`";
        reading.mistake("no-picture", rule.span_of("turned"), message);
    }
    for (key, wanted) in [("forbid", false), ("require", true)] {
        let Some(given) = rule.get(key) else { continue };
        let drawn: Vec<&Marks> = match given.value.as_list() {
            Some(items) => items.iter().filter_map(|item| item.value.as_marks()).collect(),
            None => given.value.as_marks().into_iter().collect(),
        };
        let patterns: Vec<Option<Pattern>> = drawn.iter().map(|marks| pattern(reading, marks)).collect();
        let Some(patterns) = patterns.into_iter().collect::<Option<Vec<Pattern>>>() else { continue };
        if reading.members_are_cells(rule, key).is_none() {
            continue;
        }
        let text = drawn.first().map_or(String::new(), |marks| text(marks));
        let path = rule.get("along").is_some() && rule.get("around").is_none() && rule.get("each").is_none();
        if !path || drawn.iter().all(|marks| marks.height() == 1) {
            let ways = |pattern: &Pattern| if turned && !path { all_ways(pattern) } else { vec![pattern.clone()] };
            let drawn = drawn.iter().zip(&patterns).map(|(marks, pattern)| room::Drawn { marks, ways: ways(pattern) });
            let drawn: Vec<room::Drawn<'_>> = drawn.collect();
            if room::check(reading, wanted, path, given.span, &drawn) {
                reading.uses.roomless.insert(rule.span);
            }
        }
        if rule.get("along").is_some() {
            if let Some(tall) = drawn.iter().find(|marks| marks.height() > 1) {
                let message = "with `along`, a picture has one row: one character for each cell of the path";
                reading.mistake("wrong-drawing", tall.span(), message);
                continue;
            }
            let mut words: Vec<Word> = patterns.into_iter().map(word).collect();
            if turned {
                words.extend(words.clone().into_iter().map(|word| word.into_iter().rev().collect()));
            }
            conditions.push(Box::new(OnTheWay { words, wanted, text }));
            continue;
        }
        let symmetric = turned || is_symmetric(&patterns);
        let patterns = if turned { patterns.iter().flat_map(all_ways).collect() } else { patterns };
        conditions.push(Box::new(Somewhere { patterns: without_repeats(patterns), wanted, symmetric, text }));
    }
    conditions
}

fn pattern(reading: &mut Reading<'_>, marks: &Marks) -> Option<Pattern> {
    let mut found = Pattern::new();
    let before = reading.wrong.iter().count();
    for (at, mark) in marks.cells().filter(|(_, mark)| mark.value != "_") {
        let place = (at.row as i64, at.column as i64);
        if mark.value == "?" {
            found.push((place, None));
            continue;
        }
        match reading.symbols.test(&mark.value) {
            // The character is read again, so that the word counts as used.
            Ok(_) => found.push((place, reading.word(mark))),
            Err(words) => {
                let near = nearest(&mark.value, words.iter().map(String::as_str));
                let label = near.map_or("unknown value".to_string(), |near| format!("did you mean `{near}`?"));
                let message = format!("unknown value `{}` in a picture", mark.value);
                let help = format!("expected '?' (any cell), '_' (not part of the picture), {}", words.join(", "));
                let wrong = Diagnostic::new("unknown-test", message).at(mark.span, label).meant(&mark.value, near);
                reading.wrong.push(wrong.help(help));
            }
        }
    }
    if reading.wrong.iter().count() > before {
        return None;
    }
    if found.iter().all(|(_, test)| test.is_none()) {
        reading.mistake("empty-drawing", marks.span(), "the picture has no effect: every cell is '?' or '_'");
        return None;
    }
    Some(normal(found))
}

/// Returns a pattern turned and flipped in all eight ways.
fn all_ways(pattern: &Pattern) -> Vec<Pattern> {
    let mut ways = Vec::with_capacity(8);
    let mut at = pattern.clone();
    for turn in 0..8 {
        ways.push(normal(at.clone()));
        at.iter_mut().for_each(|((row, column), _)| (*row, *column) = (*column, -*row));
        if turn == 3 {
            at.iter_mut().for_each(|((_, column), _)| *column = -*column);
        }
    }
    ways
}

fn without_repeats(patterns: Vec<Pattern>) -> Vec<Pattern> {
    let mut found: Vec<Pattern> = Vec::with_capacity(patterns.len());
    for pattern in patterns {
        if !found.contains(&pattern) {
            found.push(pattern);
        }
    }
    found
}

fn is_symmetric(patterns: &[Pattern]) -> bool {
    patterns.iter().flat_map(all_ways).all(|way| patterns.contains(&way))
}

/// The tests of consecutive cells on a path.
type Word = Vec<Option<Test>>;

/// Returns a picture of one row as a word; characters outside the picture stand for any cell.
fn word(pattern: Pattern) -> Word {
    let length = pattern.iter().map(|((_, column), _)| column + 1).max().unwrap_or(0);
    let mut word: Word = (0..length).map(|_| None).collect();
    for ((_, column), test) in pattern {
        word[column as usize] = test;
    }
    word
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct OnTheWay {
    words: Vec<Word>,
    /// Whether it must occur on the path; otherwise it must not.
    wanted: bool,
    /// The first picture.
    text: String,
}

impl Condition for OnTheWay {
    fn holds(&self, position: &Position<'_>, set: &Set, members: &[Element]) -> Result<(), Breach> {
        let path: Vec<Element> = set.members.iter().map(|member| member.element).collect();
        let is_read = |element: &Element, test: &Option<Test>| {
            members.contains(element) && test.as_ref().is_none_or(|test| position.passes(*element, test))
        };
        let found = self.words.iter().find_map(|word| {
            path.windows(word.len()).find(|part| part.iter().zip(word).all(|(element, test)| is_read(element, test)))
        });
        match found {
            Some(_) if !self.wanted => Err(Breach::Pattern { pattern: self.text.clone(), found: true }),
            None if self.wanted => Err(Breach::Pattern { pattern: self.text.clone(), found: false }),
            _ => Ok(()),
        }
    }

    fn constrain(&self, to: &mut Builder<'_>, set: &Set, members: &[Candidate]) {
        let is_in = |element: Element| {
            members.iter().find(|member| member.element == element).map_or(Truth::Known(false), |member| member.is_in)
        };
        let mut places = Vec::new();
        for word in &self.words {
            for part in set.members.windows(word.len()) {
                let mut parts = Vec::with_capacity(2 * word.len());
                for (member, test) in part.iter().zip(word) {
                    parts.push(is_in(member.element));
                    if let Some(test) = test {
                        parts.push(to.passes(member.element, test));
                    }
                }
                places.push(parts);
            }
        }
        post(to, self.wanted, places);
    }

    fn tests(&self) -> Vec<&Test> {
        self.words.iter().flatten().flatten().collect()
    }

    fn ordered(&self) -> bool {
        true
    }
}

/// Posts that the picture occurs at one of these places, or at none; each place has the conditions under which it
/// occurs there.
fn post(to: &mut Builder<'_>, wanted: bool, places: Vec<Vec<Truth>>) {
    if wanted {
        let somewhere: Vec<Truth> = places.iter().map(|parts| to.all(parts)).collect();
        return to.clause(somewhere);
    }
    for parts in places {
        to.clause(parts.into_iter().map(|part| !part));
    }
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Somewhere {
    patterns: Vec<Pattern>,
    /// Whether it must occur; otherwise it must not.
    wanted: bool,
    /// Whether the patterns stay the same when all are turned or flipped.
    symmetric: bool,
    /// The first picture, rows separated by strokes.
    text: String,
}

impl Condition for Somewhere {
    fn holds(&self, position: &Position<'_>, _set: &Set, members: &[Element]) -> Result<(), Breach> {
        let topology = &position.symbols.topology;
        let lies_at = |pattern: &Pattern, from: Cell| {
            let covered: BTreeSet<Option<Cell>> = pattern.iter().map(|(step, _)| topology.step(from, *step)).collect();
            covered.len() == pattern.len()
                && pattern.iter().all(|(step, test)| {
                    let element = topology.step(from, *step).and_then(|at| topology.id(at)).map(Element::Cell);
                    element.is_some_and(|element| {
                        members.contains(&element) && test.as_ref().is_none_or(|test| position.passes(element, test))
                    })
                })
        };
        let mut starts =
            members.iter().filter_map(|m| if let Element::Cell(c) = m { Some(topology.cells[*c]) } else { None });
        let found = starts.find(|&at| self.patterns.iter().any(|pattern| lies_at(pattern, at)));
        match found {
            Some(at) if !self.wanted => Err(Breach::Picture { picture: self.text.clone(), at }),
            None if self.wanted => Err(Breach::NoPicture { picture: self.text.clone() }),
            _ => Ok(()),
        }
    }

    fn constrain(&self, to: &mut Builder<'_>, _set: &Set, members: &[Candidate]) {
        let symbols: &SymbolTable = to.symbols;
        let topology = &symbols.topology;
        let mut is_in = vec![Truth::Known(false); topology.cells.len()];
        for member in members {
            if let Element::Cell(cell) = member.element {
                is_in[cell] = member.is_in;
            }
        }
        let mut places = Vec::new();
        for pattern in &self.patterns {
            for member in members {
                let Element::Cell(cell) = member.element else { continue };
                let Some(cells) = cells(topology, pattern, topology.cells[cell]) else { continue };
                let mut parts = Vec::with_capacity(cells.len());
                for (cell, (_, test)) in cells.into_iter().zip(pattern) {
                    parts.push(is_in[cell]);
                    if let Some(test) = test {
                        parts.push(to.passes(Element::Cell(cell), test));
                    }
                }
                places.push(parts);
            }
        }
        post(to, self.wanted, places);
    }

    fn tests(&self) -> Vec<&Test> {
        self.patterns.iter().flatten().filter_map(|(_, test)| test.as_ref()).collect()
    }

    fn ordered(&self) -> bool {
        !self.symmetric
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agree, mistakes, model};

    fn board(rows: usize, columns: usize, rule: &str) -> String {
        model(rows, columns, "['.', '#']", &format!("[[rule]]\n{rule}"))
    }

    #[test]
    fn forbidden_pictures() {
        // 16 boards of 2x2, and then 3x3 boards.
        assert_eq!(agree(&board(2, 2, "forbid = '''\n##\n##\n'''")), 15);
        assert_eq!(agree(&board(2, 2, "forbid = ['''\n##\n##\n''', '''\n..\n..\n''']")), 14);
        assert_eq!(agree(&board(3, 3, "forbid = '''\n##\n##\n'''")), 417);
        assert_eq!(agree(&board(3, 3, "forbid = ['''\n##\n##\n''', '''\n..\n..\n''']")), 322);
        assert!(
            agree(&board(3, 3, "forbid = '''\n#?#\n'''"))
                > agree(&board(3, 3, "forbid = '''\n#?#\n'''\nturned = true"))
        );
        assert_eq!(agree(&board(1, 3, "forbid = '''\n##..\n'''")), 8, "it lies nowhere");
    }

    #[test]
    fn required_pictures() {
        assert_eq!(agree(&board(1, 3, "require = '''\n##\n'''")), 3);
        assert_eq!(agree(&board(1, 3, "require = '''\n##..\n'''")), 0);
        let one_way = agree(&board(3, 3, "require = '''\n#._\n_#.\n'''"));
        assert!(one_way < agree(&board(3, 3, "require = '''\n#._\n_#.\n'''\nturned = true")));
        assert!(agree(&board(2, 3, "require = ['''\n##\n''', '''\n.\n.\n''']")) > 0);
    }

    #[test]
    fn pictures_in_sets_around_walls_and_edges() {
        assert!(agree(&board(3, 3, "each = 'row'\nrequire = '''\n.#\n'''")) > 0);
        assert!(agree(&board(3, 3, "each = 'row'\nforbid = '''\n#\n#\n'''")) == 512, "a row is one cell high");
        assert!(agree(&board(2, 3, "where = '#'\naround = 'king'\nincluding = true\nforbid = '''\n.#\n'''")) > 0);
        assert!(agree(&board(2, 3, "around = 'king'\namong = '#'\nforbid = '''\n??\n.?\n'''")) > 0);
        let torus = "puzzle = 'grid'\n[grid]\nrows = 2\ncolumns = 3\nwrap = true\nvalues = ['.', '#']\n\
            [[rule]]\nforbid = '''\n.#\n'''";
        assert_eq!(agree(torus), 4, "each row is of one colour");
        let walls = "puzzle = 'grid'\n[grid]\ncells = '''\n.._.\n...._\n'''\nvalues = ['.', '#']\n\
            [[rule]]\nforbid = '''\n??\n#?\n'''";
        let walls = walls.replace(".._.", ".._..");
        assert_eq!(agree(&walls), 128, "one square of four cells lies on the board");
    }

    #[test]
    fn along_a_path() {
        let path = |rest: &str| board(2, 3, &format!("along = [[2, 1], [1, 1], [1, 2], [2, 3]]\n{rest}"));
        // Words of four letters without 01: 0 after 1 only; twice two cells more.
        assert_eq!(agree(&path("forbid = '.#'")), 5 * 4);
        assert_eq!(agree(&path("forbid = '#?#'")), 9 * 4, "words of four letters without 1?1");
        assert_eq!(agree(&path("require = '##'")), 8 * 4);
        assert_eq!(agree(&path("forbid = '.#'\nturned = true")), 2 * 4);
        assert_eq!(agree(&path("require = '##.##'")), 0, "longer than the path");
        assert!(agree(&path("among = '#'\nforbid = '#?'")) > 0);
        // Cells left out of a path separate the others.
        let marked =
            "[picture]\nmark = 'x.x'\n[[rule]]\nalong = [[1, 1], [1, 2], [1, 3]]\namong = 'mark'\nforbid = '##'";
        assert_eq!(agree(&model(1, 3, "['.', '#']", marked)), 8);
        assert!(mistakes(&path("forbid = '''\n#\n#\n'''")).starts_with("with `along`, a picture has one row"));
    }

    #[test]
    fn values_of_several_characters_are_words() {
        let text = model(1, 3, "['10', '11']", "[[rule]]\nforbid = '''\n10 11\n'''");
        assert_eq!(agree(&text), 4);
    }

    #[test]
    fn what_is_wrong_with_a_picture_is_told() {
        assert!(mistakes(&board(1, 3, "forbid = '''\n#x\n'''")).starts_with("unknown value `x` in a picture"));
        assert!(mistakes(&board(1, 3, "forbid = '''\n??\n'''")).starts_with("the picture has no effect"));
        assert!(mistakes(&board(1, 3, "is = '#'\nturned = true")).starts_with("`turned` requires `forbid`"));
        assert!(mistakes(&board(1, 3, "forbid = 3")).contains("expected a picture, or a list"));
    }
}
