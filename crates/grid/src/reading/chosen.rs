//! The sets of a rule: `each`, `along`, `at` and `around` in a model.

use super::super::rule::{At, Element, Key, Set, Sign};
use super::super::sets::NoSets;
use super::super::symbols::{Atom, Test};
use super::super::{sets, size};
use super::{Reading, mistake};
use boardwright_base::board::names::SetName;
use boardwright_base::diagnostic::{Diagnostic, nearest};
use boardwright_base::source::Span;
use boardwright_model::{Spanned, Table, Value};
use std::collections::BTreeSet;

/// The words of `each`.
fn words_of(given: &Spanned<Value>) -> Vec<(&str, Span)> {
    match given.value.as_list() {
        Some(items) => items.iter().filter_map(|item| Some((item.value.as_text()?, item.span))).collect(),
        None => given.value.as_text().map(|text| (text, given.span)).into_iter().collect(),
    }
}

/// Returns the error of a word that makes no sets.
fn no_sets(span: Span, reason: &NoSets) -> Diagnostic {
    let (word, meant) = reason.suggestion().unzip();
    mistake("wrong-set", span, reason.to_string()).meant(word.unwrap_or_default(), meant)
}

impl Reading<'_> {
    /// Returns the sets of a rule; `None`, where they cannot be determined.
    pub(super) fn sets(&mut self, table: &Table) -> Option<Vec<Set>> {
        let mut found = match table.get("mirrors") {
            None => self.stated(table)?,
            Some(mirrors) => self.views(table.get("each"), mirrors),
        };
        if let Some(at) = table.get("at") {
            found = self.only_at(found, at);
        }
        if let Some(given) = table.get("around") {
            found = self.around(table, given, found)?;
        }
        // For a whole path, `including` states whether its own cell is a member.
        let of_paths = table.get("along").is_some() && table.get("each").is_none();
        if of_paths && table.get("around").is_none() && table.boolean("including") == Some(false) {
            found.iter_mut().for_each(|set| drop(set.members.drain(..1.min(set.members.len()))));
        }
        self.only_what_selects(table, &found, of_paths);
        found = self.skip_holes(table, found);
        if let Some(split) = table.get("split") {
            (found, self.pieces) = self.split(split, found);
        }
        Some(found)
    }

    /// The sets of `each` or `along`; without them the cells, or the board where nothing is about single cells.
    fn stated(&mut self, table: &Table) -> Option<Vec<Set>> {
        let of_cells = ["at", "where", "around"].iter().any(|key| table.get(key).is_some());
        Some(match (table.get("each"), table.get("along")) {
            (Some(each), Some(along)) if each.value.as_text().and_then(window).is_some() => {
                let length = each.value.as_text().and_then(window).unwrap_or(2);
                windows_of(&self.along(along), length)
            }
            (Some(_), Some(along)) => {
                let message = "`each` and `along` cannot be combined";
                self.wrong.push(mistake("two-sets", along.span, message).help(
                    "with `along`, write each = \"pair\": every cell of the path and the next one; or each = \"line 3\": every \
                        three consecutive cells",
                ));
                return None;
            }
            (Some(given), None) => self.each(given)?,
            (None, Some(along)) => self.along(along),
            (None, None) if of_cells => sets::cells(self.symbols),
            (None, None) => sets::board(self.symbols),
        })
    }

    /// The sets of all words of `each`.
    fn each(&mut self, given: &Spanned<Value>) -> Option<Vec<Set>> {
        let mut found = Vec::new();
        for (word, span) in words_of(given) {
            found.extend(self.each_word(word, span)?);
        }
        Some(found)
    }

    /// Turns the views of a rule at its mirrors.
    fn views(&mut self, each: Option<&Spanned<Value>>, mirrors: &Spanned<Value>) -> Vec<Set> {
        let name = mirrors.value.as_text().unwrap_or_default();
        let words = each.map_or(Vec::new(), words_of);
        let mut found = Vec::new();
        let views = words.iter().map(|(word, _)| sets::views(self.symbols, word, name));
        match views.collect::<Result<Option<Vec<Vec<Set>>>, NoSets>>() {
            Ok(Some(views)) if !words.is_empty() => found = views.concat(),
            Ok(_) => {
                let message = "`mirrors` requires views";
                let help =
                    "write each = [\"from left\", \"from right\", \"from top\", \"from bottom\"], or some of these";
                self.wrong.push(mistake("wrong-set", mirrors.span, message).help(help));
            }
            Err(reason) => self.mistake("wrong-set", mirrors.span, reason.to_string()),
        }
        self.uses.words.insert(name.to_string());
        let mut pictures = self.symbols.pictures.iter();
        self.uses.structural.extend(pictures.position(|own| own.name == name));
        found
    }

    /// The sets of a word of `each`: none where the word is wrong, and `None` where reading has to end.
    fn each_word(&mut self, word: &str, span: Span) -> Option<Vec<Set>> {
        let symbols = self.symbols;
        let size = size::of_each(symbols, word);
        if !self.fits(span, &format!("each = \"{word}\""), size, size.with_constraints()) {
            return None;
        }
        match sets::each(symbols, word, self.budget) {
            Ok(sets) => {
                self.names_region(word);
                let named = word.strip_prefix("pair ").or(word.strip_prefix("lines between "));
                self.uses.words.extend(named.map(|name| name.trim().to_string()));
                let joined = word.strip_prefix("lines between ").map(str::trim);
                let mut pictures = symbols.pictures.iter();
                self.uses.structural.extend(pictures.position(|own| Some(own.name.as_str()) == joined));
                return Some(sets);
            }
            Err(NoSets::Stopped(stop)) => {
                self.stopped = Some(stop);
                return None;
            }
            Err(NoSets::Unknown(_)) => {
                let names = sets::EACH.iter().map(|each| each.name);
                let is_picture = symbols.pictures.iter().any(|picture| picture.name == word);
                let near = nearest(word, names).filter(|_| !is_picture);
                let label = match near {
                    _ if is_picture => format!("for the regions of this picture, write \"region {word}\""),
                    Some(near) => format!("did you mean \"{near}\"?"),
                    None => "unknown set".to_string(),
                };
                let region = format!("region {word}");
                let meant = if is_picture { Some(region.as_str()) } else { near };
                let usages: Vec<&str> = sets::EACH.iter().map(|each| each.usage).collect();
                self.wrong.push(
                    Diagnostic::new("unknown-set", format!("unknown set `{word}`"))
                        .at(span, label)
                        .meant(word, meant)
                        .help(format!("each = {}", usages.join("; "))),
                );
            }
            Err(reason) => self.wrong.push(no_sets(span, &reason)),
        }
        Some(Vec::new())
    }

    /// The sets of `around`, of what was selected before.
    fn around(&mut self, table: &Table, given: &Spanned<Value>, of: Vec<Set>) -> Option<Vec<Set>> {
        let symbols = self.symbols;
        let including = table.boolean("including") == Some(true);
        let last = given.value.as_text().and_then(|word| word.split_whitespace().last());
        self.uses.words.extend(last.map(str::to_string));
        let word = given.value.as_text().unwrap_or_default();
        let size = size::of_around(symbols, word, &of);
        if !self.fits(given.span, &format!("around = \"{word}\""), size, size.with_constraints()) {
            return None;
        }
        let found = match sets::around(symbols, word, including, of, self.budget) {
            Ok(sets) => sets,
            Err(NoSets::Stopped(stop)) => {
                self.stopped = Some(stop);
                return None;
            }
            Err(reason) => {
                self.wrong.push(no_sets(given.span, &reason));
                return None;
            }
        };
        self.only_where_it_goes(table, given);
        Some(found)
    }

    /// Reports keys that have no effect without another key, and `where` for sets that belong to no cell.
    fn only_what_selects(&mut self, table: &Table, found: &[Set], of_paths: bool) {
        let lost = |key: &&&str| table.get(key).is_some() && !(of_paths && **key == "including");
        if table.get("around").is_none()
            && let Some(key) = ["until", "including"].iter().find(lost)
        {
            let message = format!("`{key}` requires `around`");
            self.wrong.push(
                mistake("no-around", table.span_of(key), message)
                    .help(format!("add `around`, such as around = \"rook\", or remove `{key}`")),
            );
        }
        if table.get("where").is_some() && found.iter().any(|set| set.own.is_none()) {
            let message = "`where` requires sets with a cell of their own";
            self.wrong.push(
                mistake("no-own-cell", table.span_of("where"), message)
                    .help("remove `each`, or write each = \"cell\"; use `among` to select members"),
            );
        }
    }

    /// Reports marks that are not arrows where sets follow arrows, and `until` where sets reach only one step.
    fn only_where_it_goes(&mut self, table: &Table, around: &Spanned<Value>) {
        let word = around.value.as_text().unwrap_or_default();
        if word.starts_with("lines ahead ") && table.get("including").is_some() {
            self.mistake("wrong-set", table.span_of("including"), "`including` is not supported for sets of lines");
        }
        if let Some(name) = word.strip_prefix("lines ").unwrap_or(word).strip_prefix("ahead ") {
            let picture = self.symbols.pictures.iter().position(|picture| picture.name == name.trim());
            if let Some(picture) = picture {
                self.arrows(picture);
                // Nothing is ahead of a cell without an arrow. The condition then applies to the empty set, unless
                // `at` excludes the cell.
                let is_own =
                    |(negated, atom): &(bool, Atom)| !negated && matches!(atom, Atom::Mark(own, _) if *own == picture);
                let is_left_out = matches!(&self.at, Some(At::Cell(test)) if test.any.iter().all(is_own));
                let uses = &mut self.uses;
                if is_left_out { &mut uses.arrows } else { &mut uses.structural }.insert(picture);
            }
        } else if word.starts_with("lines") && table.get("including").is_some() {
            self.mistake("wrong-set", table.span_of("including"), "`including` is not supported for sets of lines");
        } else if table.get("until").is_some() && !sets::is_rider(word) {
            let message = "`until` is not supported for this `around`, which makes a single step";
            self.wrong.push(mistake("wrong-set", table.span_of("until"), message).help(
                "use `until` with a rider, such as around = \"rook\" or \"left\", or with \"ahead PICTURE\"; use `among` to \
                    select cells",
            ));
        }
    }

    /// Registers the picture of `region cage` and `over 3 cage`.
    pub(super) fn names_region(&mut self, word: &str) {
        let Some((_, name)) = word
            .rsplit_once(' ')
            .filter(|_| word.starts_with("region ") || word.starts_with("over ") || word.contains(" in region "))
        else {
            return;
        };
        self.uses.words.insert(name.to_string());
        let picture = self.symbols.pictures.iter().position(|picture| picture.name == name);
        self.uses.regions.extend(picture.filter(|picture| !self.uses.regions.contains(picture)));
    }

    /// Returns the sets whose own cell, or the mark between whose two cells, passes a static test.
    fn only_at(&mut self, sets: Vec<Set>, at: &Spanned<Value>) -> Vec<Set> {
        let symbols = self.symbols;
        let words: Vec<&str> = match at.value.as_list() {
            Some(items) => items.iter().filter_map(|item| item.value.as_text()).collect(),
            None => at.value.as_text().into_iter().collect(),
        };
        // Signs between cells: the picture, the required mark, if any, and whether it must be absent.
        let sign = |word: &&str| {
            let (negated, bare) = word.strip_prefix("not ").map_or((false, *word), |rest| (true, rest));
            let (name, mark) = bare.split_once('=').map_or((bare, None), |(name, mark)| (name, Some(mark.to_string())));
            let picture = symbols.between.iter().position(|(own, _)| own == name)?;
            Some(Sign { picture, mark, negated })
        };
        let signs: Vec<Sign> = words.iter().filter_map(sign).collect();
        if !signs.is_empty() {
            if signs.len() < words.len() {
                let message = "`at` cannot combine marks on cells with marks between cells";
                self.mistake("mixed-tests", at.span, message);
                return sets;
            }
            for sign in &signs {
                self.uses.words.insert(symbols.between[sign.picture].0.clone());
            }
            let passes = |set: &Set| signs.iter().any(|sign| sign.passes(symbols, set));
            if signs.iter().any(|sign| symbols.is_of_corners(sign.picture) != symbols.is_of_corners(signs[0].picture)) {
                self.mistake("mixed-tests", at.span, "`at` cannot combine marks between cells with marks at corners");
                return sets;
            }
            let is_corner = |set: &Set| matches!(set.key, Key::Corner(_));
            let of_corners = symbols.is_of_corners(signs[0].picture);
            if of_corners && !sets.iter().all(is_corner) {
                let name = &symbols.between[signs[0].picture].0;
                let message = format!("`{name}` has marks at corners, which require each = \"corner\"");
                self.mistake("wrong-set", at.span, message);
            }
            let of_two = |set: &Set| match set.members[..] {
                _ if of_corners => true,
                [ref one] => matches!(one.element, Element::Line(_)),
                ref members => members.len() == 2,
            };
            if !sets.iter().all(of_two) {
                let name = &symbols.between[signs[0].picture].0;
                let message =
                    format!("`{name}` has marks between two cells, which require each = \"pair\" or \"edge\"");
                self.mistake("wrong-set", at.span, message);
            }
            let sets = sets.into_iter().filter(passes).collect();
            self.at = Some(At::Between(signs));
            return sets;
        }
        let Some(test) = self.test(at) else { return sets };
        if !test.is_static() {
            let message =
                format!("`at` accepts only tests of printed and given marks; `{}` depends on the solution", test.text);
            self.wrong.push(mistake("not-static", at.span, message).help("use `where` for tests of the solution"));
            return sets;
        }
        if sets.iter().any(|set| set.own.is_none()) {
            let message = "`at` requires sets with a cell of their own";
            let help = "remove `each`, or write each = \"cell\"; for pairs and edges, use a picture of [between]";
            self.wrong.push(mistake("no-own-cell", at.span, message).help(help));
            return sets;
        }
        let passes = |set: &Set| set.own.is_some_and(|cell| symbols.passes(cell, &test));
        let found: Vec<Set> = sets.into_iter().filter(passes).collect();
        if found.is_empty() {
            self.has_mark(&test, at.span);
        }
        self.at = Some(At::Cell(test));
        found
    }

    /// Reports a mark that a picture does not have.
    fn has_mark(&mut self, test: &Test, span: Span) {
        for (_, atom) in &test.any {
            let Atom::Mark(picture, Some(wanted)) = atom else { continue };
            let of = &self.symbols.pictures[*picture];
            let marks: BTreeSet<&str> = of.marks.iter().flatten().map(|mark| mark.text.as_str()).collect();
            if marks.is_empty() || marks.contains(wanted.as_str()) {
                continue;
            }
            let there: Vec<String> = marks.iter().take(12).map(|mark| format!("`{mark}`")).collect();
            let message = format!("the picture `{}` has no mark `{wanted}`", of.name);
            let odd = Diagnostic::new("no-mark", message).at(span, "").help(format!("its marks: {}", there.join(", ")));
            self.uses.warnings.push(odd);
        }
    }
}

/// Returns the length of the windows along a path that a word of `each` stands for: 2 for `pair`, 3 for `line 3`.
fn window(word: &str) -> Option<usize> {
    match word.trim() {
        "pair" => Some(2),
        word => word.strip_prefix("line ")?.trim().parse().ok().filter(|&length| length > 0),
    }
}

/// Returns, for every path, each cell with the ones after it, `length` in all.
fn windows_of(paths: &[Set], length: usize) -> Vec<Set> {
    let mut windows = Vec::new();
    for path in paths {
        for members in path.members.windows(length) {
            let name = SetName::Step(path.name.clone().into());
            windows.push(Set { name, own: None, key: Key::None, members: members.to_vec(), parts: Vec::new() });
        }
    }
    windows
}
