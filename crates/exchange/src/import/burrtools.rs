//! Puzzles of BurrTools (A. Röver, <https://burr-tools.github.io>): `.xmpuzzle`, XML, usually compressed with gzip.
//!
//! A puzzle has a grid, colours, shapes, and problems. A problem is a shape to build (the *result*) from other shapes with
//! numbers of copies. A shape is a box of voxels, x fastest, then y, then z: `_` is empty, `#` filled, `+` variable. The
//! number of its colour may follow a filled or variable voxel:
//!
//! ```text
//! <voxel x="3" y="2" z="1" type="0">##1_#_+</voxel>
//! ```
//!
//! Supported are problems on the grid of cubes. If the result lies in one layer, the pieces do too and may be turned and turned over,
//! as in space; otherwise the model is a dissection in space. A variable voxel of the result may stay empty: a piece `hole` of one cell
//! fills the empty ones. Other grids, and colours that [`colours`] cannot express are errors. Groups of pieces, which matter
//! only for disassembly, and solutions in the file are ignored.

mod shapes;
mod colours;

use self::colours::Colours;
use self::shapes::{Part, Solid, Voxel, attribute_span, children, number, opening};
use super::dissection::{Copies, MAX_CELLS, MAX_COPIES, Tile, Tiling};
use super::{Draft, Format, MAX_PIECES, Order};
use boardwright_base::diagnostic::{Diagnostic, Diagnostics, Setting, Text, quote};
use boardwright_base::source::{Source, Span};
use roxmltree::{Document, Node, ParsingOptions};

pub(super) const FORMAT: Format = Format {
    name: "a puzzle of BurrTools",
    summary: || Text::from("XML with the root `<puzzle>`, plain or compressed with gzip"),
    takes: &[Setting::Flip, Setting::Problem],
    recognises: |text| text.trim_start().starts_with('<'),
    read,
    read_as: None,
};

/// The maximum number of elements.
const MAX_NODES: u32 = 1_000_000;

/// The maximum number of voxels of a shape.
const MAX_VOXELS: usize = 1_000_000;

/// The number that BurrTools writes for the result when no shape is chosen.
const NONE: usize = u32::MAX as usize;

/// The names of the grids in BurrTools, by number.
const GRIDS: &[&str] = &["cubes", "triangular prisms", "spheres", "rhombic tetrahedra", "tetrahedra and octahedra"];

fn read(source: &Source, Order { options, .. }: Order<'_>) -> Result<Draft, Diagnostics> {
    let parsing = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&source.text, parsing).map_err(|error| malformed(source, &error))?;
    let puzzle = document.root_element();
    if puzzle.tag_name().name() != "puzzle" {
        let message = format!(
            "this XML file is not a BurrTools puzzle: expected the root <puzzle>, found <{}>",
            puzzle.tag_name().name()
        );
        let at = opening(puzzle);
        return Err(Diagnostic::new("unknown-format", message).at(at, "").into());
    }
    grid(puzzle)?;
    let shapes = children(puzzle, "shapes", "voxel");
    let problems = children(puzzle, "problems", "problem");
    let (number, problem) = chosen(&problems, options, puzzle)?;
    let mut wrong = Diagnostics::none();
    let result = result(problem, &shapes).map_err(|mistake| wrong.push(mistake)).ok();
    let is_solid = result.as_ref().is_none_or(|result| result.levels.len() > 1);
    let parts = parts(problem, &shapes, is_solid, &mut wrong);
    let Some(result) = result.filter(|_| wrong.is_empty()) else { return Err(wrong.into_result(()).unwrap_err()) };
    let colours = Colours::of(puzzle, problem, &result, &parts).map_err(|mistake| mistake.at(opening(problem), ""))?;
    let name = problem.attribute("name").unwrap_or_default();
    let mut remarks = Vec::new();
    if problems.len() > 1 {
        remarks.push(format!("Problem {number} of {}.", problems.len()));
    }
    remarks.push(match is_solid {
        true => "Pieces may be turned in space, and are not mirrored.".to_string(),
        false => "Pieces may be turned and turned over, as in space.".to_string(),
    });
    remarks.extend(colours.remarks());
    let comment = puzzle.children().find(|node| node.has_tag_name("comment")).and_then(|comment| comment.text());
    let lines = comment.unwrap_or_default().lines().map(str::trim).filter(|line| !line.is_empty());
    remarks.extend(lines.take(10).map(|line| format!("Comment of the file: {line}")));
    let mut pieces: Vec<Tile> = parts.iter().map(|part| tile(part, &parts, &colours)).collect();
    let (board, hole) =
        board(problem, &result, &parts, &colours).map_err(|mistake| mistake.at(opening(problem), ""))?;
    pieces.extend(hole);
    let title = Some(name.to_string()).filter(|name| !name.is_empty());
    let tiling = Tiling { title, flip: true, is_solid, board, pieces };
    Ok(Draft { remarks, model: tiling.toml() })
}

fn malformed(source: &Source, error: &roxmltree::Error) -> Diagnostic {
    let position = error.pos();
    let lines = source.text.split_inclusive('\n').take(position.row.saturating_sub(1) as usize);
    let line: usize = lines.map(str::len).sum();
    let column = source.text[line..].chars().take(position.col.saturating_sub(1) as usize);
    let at = line + column.map(char::len_utf8).sum::<usize>();
    let words = error.to_string();
    // The label shows the place.
    let words = words.rsplit_once(" at ").map_or(&*words, |(words, _)| words);
    Diagnostic::new("malformed", format!("the XML is not well-formed: {words}")).at(Span::new(at, at + 1), "")
}

fn required(node: Node<'_, '_>, name: &str, most: usize) -> Result<usize, Diagnostic> {
    number(node, name, most)?.ok_or_else(|| {
        let message = format!("<{}> has no `{name}`", node.tag_name().name());
        Diagnostic::new("missing-attribute", message).at(opening(node), "")
    })
}

/// Checks that the grid is the grid of cubes, which is also the default.
fn grid(puzzle: Node<'_, '_>) -> Result<(), Diagnostic> {
    let version = puzzle.attribute("version").unwrap_or_default();
    if !["1", "2"].contains(&version) {
        let message = "unsupported version of the BurrTools format: expected `version` 1 or 2";
        return Err(Diagnostic::new("unknown-version", message).at(attribute_span(puzzle, "version"), ""));
    }
    let Some(grid) = puzzle.children().find(|node| node.has_tag_name("gridType")) else { return Ok(()) };
    match required(grid, "type", usize::MAX)? {
        0 => Ok(()),
        other => {
            let name = GRIDS.get(other).map_or("unknown".to_string(), |name| format!("of {name}"));
            let message = format!("the grid is {name}; only the grid of cubes is supported");
            Err(Diagnostic::new("other-grid", message).at(attribute_span(grid, "type"), ""))
        }
    }
}

/// Returns the chosen problem and its number.
fn chosen<'a, 'i>(
    problems: &[Node<'a, 'i>],
    options: &super::Options,
    puzzle: Node<'a, 'i>,
) -> Result<(usize, Node<'a, 'i>), Diagnostic> {
    let names = problems.iter().zip(1..).take(20).map(|(problem, number)| {
        let name = problem.attribute("name").map_or("without a name".to_string(), quote);
        Text::from(Setting::Problem).and(format!(" {number} is {name}"))
    });
    let several = |message: Text| {
        let mistake = Diagnostic::new("several-problems", message).at(opening(puzzle), "");
        names.fold(mistake, Diagnostic::help)
    };
    match (problems, options.problem) {
        ([], _) => {
            let message = "the file has no problem, only shapes";
            Err(Diagnostic::new("no-problem", message).at(opening(puzzle), ""))
        }
        ([problem], None) => Ok((1, *problem)),
        (problems, None) => {
            let choose = Text::from(format!("the file has {} problems; choose one with ", problems.len()));
            Err(several(choose.and(Setting::Problem)))
        }
        (problems, Some(requested)) => match requested.checked_sub(1).and_then(|index| problems.get(index)) {
            Some(problem) => Ok((requested, *problem)),
            None => Err(several(format!("unknown problem {requested}: the file has {}", problems.len()).into())),
        },
    }
}

/// Returns the shape to build; one that is flat has one level.
fn result(problem: Node<'_, '_>, shapes: &[Node<'_, '_>]) -> Result<Solid, Diagnostic> {
    let Some(node) = problem.children().find(|node| node.has_tag_name("result")) else {
        return Err(Diagnostic::new("no-result", "the problem has no <result>").at(opening(problem), ""));
    };
    let id = required(node, "id", NONE)?;
    if id == NONE {
        return Err(
            Diagnostic::new("no-result", "the problem has no shape as its result").at(attribute_span(node, "id"), "")
        );
    }
    let Some(&voxels) = shapes.get(id) else {
        let message = format!("unknown shape {id} as the result: the file has {}, counted from 0", shapes.len());
        return Err(Diagnostic::new("no-result", message).at(attribute_span(node, "id"), ""));
    };
    let solid = solid(voxels)?;
    if solid.size() > MAX_CELLS {
        let levels = &solid.levels;
        let size = format!("{} x {} x {}", levels[0][0].len(), levels[0].len(), levels.len());
        let message = format!("the result has {size} places; at most {MAX_CELLS} are accepted");
        return Err(Diagnostic::new("too-large", message).at(opening(voxels), ""));
    }
    Ok(solid.flat().unwrap_or(solid))
}

/// Returns the pieces that may be used; errors in other pieces are recorded.
fn parts(problem: Node<'_, '_>, shapes: &[Node<'_, '_>], is_solid: bool, wrong: &mut Diagnostics) -> Vec<Part> {
    let nodes = children(problem, "shapes", "shape");
    if nodes.len() > MAX_PIECES {
        let message = format!("the problem has {} pieces; at most {MAX_PIECES} are accepted", nodes.len());
        wrong.push(Diagnostic::new("too-large", message).at(opening(problem), ""));
        return Vec::new();
    }
    let mut parts: Vec<Part> = Vec::new();
    let mut voxels = 0;
    for node in nodes {
        match part(node, shapes, is_solid) {
            Ok(Some(part)) => {
                voxels += part.solid.size();
                if voxels > MAX_VOXELS {
                    let message = format!("the pieces have more than {MAX_VOXELS} voxels together");
                    wrong.push(Diagnostic::new("too-large", message).at(opening(node), "up to here"));
                    return Vec::new();
                }
                parts.push(part);
            }
            Ok(None) => {}
            // Several pieces may have the same faulty shape.
            Err(mistake) if wrong.iter().any(|known| *known == mistake) => {}
            Err(mistake) => wrong.push(mistake),
        }
    }
    if parts.is_empty() && wrong.is_empty() {
        wrong.push(Diagnostic::new("no-pieces", "the problem has no pieces").at(opening(problem), ""));
    }
    parts
}

/// Reads a piece; `None` if it is not used.
fn part(node: Node<'_, '_>, shapes: &[Node<'_, '_>], is_solid: bool) -> Result<Option<Part>, Diagnostic> {
    let copies = |name| number(node, name, MAX_COPIES);
    let (min, max) = match (copies("count")?, copies("min")?, copies("max")?) {
        (Some(count), ..) => (count, count),
        (None, Some(min), Some(max)) => (min, max),
        _ => (1, 1),
    };
    if min > max {
        let message = format!("the minimum of {min} copies is above the maximum of {max}");
        return Err(Diagnostic::new("empty-range", message).at(opening(node), ""));
    }
    let id = required(node, "id", usize::MAX)?;
    let Some(&voxels) = shapes.get(id) else {
        let message = format!("unknown shape {id}: the file has {}, counted from 0", shapes.len());
        return Err(Diagnostic::new("no-shape", message).at(attribute_span(node, "id"), ""));
    };
    if max == 0 {
        return Ok(None);
    }
    let span = opening(voxels);
    let solid = solid(voxels)?;
    let solid = match solid.flat().filter(|_| !is_solid) {
        Some(flat) => flat,
        None if is_solid => solid,
        None => {
            let message = format!("shape {id} is a solid and does not fit into the flat result");
            return Err(Diagnostic::new("solid", message).at(span, ""));
        }
    };
    if solid.voxels().any(|voxel| voxel.is_variable) {
        let message = format!("shape {id} has variable voxels; only the result may have them");
        return Err(Diagnostic::new("variable", message).at(span, ""));
    }
    let name = voxels.attribute("name").unwrap_or_default().to_string();
    Ok(Some(Part { id, name, min, max, solid }))
}

/// Reads a shape.
fn solid(node: Node<'_, '_>) -> Result<Solid, Diagnostic> {
    let [x, y, z] = ["x", "y", "z"].map(|name| required(node, name, MAX_VOXELS));
    let (x, y, z) = (x?, y?, z?);
    let size = x.saturating_mul(y).saturating_mul(z);
    if size > MAX_VOXELS {
        let message = format!("the shape has a box of {x} x {y} x {z} voxels; at most {MAX_VOXELS} are accepted");
        return Err(Diagnostic::new("too-large", message).at(opening(node), ""));
    }
    let voxels = voxels(node)?;
    let count = voxels.len();
    if count != size {
        let message = format!("the shape has {count} voxels; expected {x} x {y} x {z} = {size}");
        return Err(Diagnostic::new("wrong-size", message).at(opening(node), ""));
    }
    let places = voxels
        .iter()
        .enumerate()
        .filter_map(|(index, voxel)| Some(([index % x, index / x % y, index / x / y], (*voxel)?)));
    let places: Vec<([usize; 3], Voxel)> = places.collect();
    Solid::of(&places)
        .ok_or_else(|| Diagnostic::new("no-cells", "this shape has no filled voxels").at(opening(node), ""))
}

/// Returns the voxels of a shape in order; `None` for an empty one.
fn voxels(node: Node<'_, '_>) -> Result<Vec<Option<Voxel>>, Diagnostic> {
    const MAX_COLOUR: usize = 63;
    let mut voxels: Vec<Option<Voxel>> = Vec::new();
    let Some(content) = node.first_child().filter(Node::is_text) else { return Ok(voxels) };
    let start = content.range().start;
    for (at, character) in content.text().unwrap_or_default().char_indices() {
        let wrong = |message: String| {
            let at = start + at;
            Diagnostic::new("bad-voxel", message).at(Span::new(at, at + character.len_utf8()), "").help(
                "a voxel is `_` empty, `#` filled or `+` variable, the latter two with the number of a colour \
                behind them",
            )
        };
        match (character, voxels.last_mut()) {
            ('_', _) => voxels.push(None),
            ('#' | '+', _) => voxels.push(Some(Voxel { is_variable: character == '+', colour: 0 })),
            ('0'..='9', Some(Some(voxel))) => {
                voxel.colour = 10 * voxel.colour + character as usize - '0' as usize;
                if voxel.colour > MAX_COLOUR {
                    return Err(wrong(format!("the highest colour is {MAX_COLOUR}")));
                }
            }
            ('0'..='9', _) => return Err(wrong("expected a voxel before the colour".to_string())),
            (blank, _) if blank.is_whitespace() => {}
            _ => return Err(wrong(format!("unknown voxel {}", quote(&character.to_string())))),
        }
    }
    Ok(voxels)
}

fn tile(part: &Part, parts: &[Part], colours: &Colours) -> Tile {
    let fits = |c: char| c.is_alphanumeric() || c == '-';
    let name = &part.name;
    let is_name = (1..=20).contains(&name.chars().count()) && name.chars().all(fits) && name != "hole";
    let is_alone = parts.iter().filter(|other| other.name == *name).count() == 1;
    let cell = |voxel: &Voxel| colours.of_piece(voxel.colour);
    Tile {
        remark: Some(if name.is_empty() { format!("shape {}", part.id) } else { format!("shape {}, {name}", part.id) }),
        name: (is_name && is_alone).then(|| name.clone()),
        copies: if part.min == part.max { Copies::Exactly(part.min) } else { Copies::Between(part.min, part.max) },
        shape: drawn(&part.solid, &cell),
    }
}

/// Draws a shape by levels and rows.
fn drawn(solid: &Solid, cell: &dyn Fn(&Voxel) -> char) -> Vec<Vec<String>> {
    let row = |row: &Vec<Option<Voxel>>| row.iter().map(|voxel| voxel.as_ref().map_or('_', cell)).collect();
    solid.levels.iter().map(|level| level.iter().map(row).collect()).collect()
}

/// Returns the board, and the piece that lies where variable voxels stay empty.
fn board(
    problem: Node<'_, '_>,
    result: &Solid,
    parts: &[Part],
    colours: &Colours,
) -> Result<(Vec<Vec<String>>, Option<Tile>), Diagnostic> {
    let voxels = || result.voxels();
    let variable = voxels().filter(|voxel| voxel.is_variable).count();
    let is_ranged = parts.iter().any(|part| part.min != part.max);
    let size = |part: &Part| part.solid.voxels().count();
    let cells: usize = parts.iter().map(|part| part.max * size(part)).sum();
    // If the numbers of pieces are fixed, the number of holes is fixed too. BurrTools limits it only otherwise.
    let holes = match is_ranged {
        true => Copies::Between(0, number(problem, "maxHoles", usize::MAX)?.unwrap_or(variable).min(variable)),
        false => Copies::Exactly(voxels().count().saturating_sub(cells)),
    };
    let drawn = |cell: &dyn Fn(&Voxel) -> char| drawn(result, cell);
    if variable == 0 || holes == Copies::Exactly(0) {
        return Ok((drawn(&|voxel| colours.of_result(voxel.colour)), None));
    }
    let letters = colours.free_letters();
    let [hole, filled] = letters[..] else {
        return Err(Diagnostic::new(
            "too-many-colours",
            "too many colours: no letter is left to mark variable \
        voxels",
        ));
    };
    // A cell of the colour `hole` lies on colourless cells only, because no cell of the board has that colour.
    let board = if colours.pieces_are_plain() {
        drawn(&|voxel| if voxel.is_variable { '#' } else { filled })
    } else if voxels().all(|voxel| voxel.is_variable == (colours.of_result(voxel.colour) == '#')) {
        drawn(&|voxel| colours.of_result(voxel.colour))
    } else {
        let message = "a model cannot express this combination of variable voxels and colours";
        return Err(Diagnostic::new("variable", message)
            .help("with coloured pieces, variable voxels must have no colour and all other voxels must have one"));
    };
    let tile = Tile {
        remark: Some("fills a variable voxel that stays empty".to_string()),
        name: Some("hole".to_string()),
        copies: holes,
        shape: vec![vec![hole.to_string()]],
    };
    Ok((board, Some(tile)))
}
