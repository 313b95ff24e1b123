//! The ways in which a set breaks a condition of its rule.
//!
//! Each is a predicate of the set, which stands before it in messages: `row 3` `has 2 of `Q`, expected 1`. A condition that
//! fails in a way of its own adds a variant. Conditions are those of grids. Imports only `board`.

use boardwright_base::board::Cell;
use boardwright_base::board::names::SetName;

/// How a set breaks a condition. Cells and groups are named by their places, a group by its first cell; tests and values by
/// their texts in the model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the message of a variant says what its fields are")]
pub enum Breach {
    /// The number of members that pass a test.
    #[error("has {found} of `{of}`, expected {expected}")]
    Count { of: String, found: i64, expected: Expected },
    /// The numbers of members that pass either test differ.
    #[error("has {} of `{}` and {} of `{}`", found[0], of[0], found[1], of[1])]
    Unbalanced { of: [String; 2], found: [usize; 2] },
    /// The members that pass either test cannot be paired: their numbers differ.
    #[error("has {} of `{}` and {} of `{}`, expected equal numbers", found[0], of[0], found[1], of[1])]
    Unpaired { of: [String; 2], found: [usize; 2] },
    /// A member has no partner of its own.
    #[error("has a `{}` at {at} without a `{}` of its own beside it", of[0], of[1])]
    NoPartner { of: [String; 2], at: Cell },
    /// The members that pass a test are not connected.
    #[error("has `{of}` in {components} components: {} and {} are not connected", cells[0], cells[1])]
    Unconnected { of: String, components: usize, cells: [Cell; 2] },
    /// Numbers that must be consecutive have a number twice.
    #[error("has {0} twice")]
    Twice(i64),
    /// Numbers that must be consecutive have a gap.
    #[error("has {} and {} without the numbers between them", .0[0], .0[1])]
    Gap([i64; 2]),
    /// Values that must differ are equal.
    #[error("has {value} twice: at {} and at {}", cells[0], cells[1])]
    Repeated { value: String, cells: [Cell; 2] },
    /// Values that must be equal differ.
    #[error("has {} at {} and {} at {}", values[0], cells[0], values[1], cells[1])]
    Different { values: [String; 2], cells: [Cell; 2] },
    /// A number does not follow another in order.
    #[error("has {} at {}, followed by {} at {}", numbers[0], cells[0], numbers[1], cells[1])]
    Unordered { numbers: [i64; 2], cells: [Cell; 2] },
    /// Both halves are equal.
    #[error("have the same values in both halves")]
    SameHalves,
    /// A number does not lie between those of the first and the last member.
    #[error("has {number} at {at}, which is not between {} and {}", ends[0], ends[1])]
    NotBetween { number: i64, at: Cell, ends: [i64; 2] },
    /// A member passes a test that it must not pass, or does not pass one that it must; without its place where it is the
    /// only one.
    #[error("{}{} `{of}`", at.map_or(String::new(), |at| format!("has {at}, which ")), if *passes { "is" } else { "is not" })]
    Member { at: Option<Cell>, of: String, passes: bool },
    /// The sum of the numbers.
    #[error("adds up to {found}, expected {expected}")]
    Sum { found: i128, expected: Expected },
    /// Quantities of two parts that are compared.
    #[error("has {} with {name} {} and {} with {name} {}, expected {versus}", parts[0], found[0], parts[1], found[1])]
    Compared { name: &'static str, parts: Box<[SetName; 2]>, found: [i128; 2], versus: String },
    /// A sum written in rows.
    #[error("has {found} as the last row, expected {expected}")]
    Addition { found: String, expected: String },
    /// Runs of several values.
    #[error("has runs [{}], expected [{}]", found.join(" "), expected.join(" "))]
    ColouredRuns { found: Vec<String>, expected: Vec<String> },
    /// The product or the difference of the numbers.
    #[error("has a {name} of {found}, expected {expected}")]
    Result { name: &'static str, found: i128, expected: i128 },
    /// Two numbers have a difference that they must not have.
    #[error("has {} and {} with difference {difference}", numbers[0], numbers[1])]
    WithDifference { numbers: [i128; 2], difference: i128 },
    /// The difference of two numbers is too small.
    #[error("has {} and {}, expected a difference of at least {least}", numbers[0], numbers[1])]
    TooClose { numbers: [i128; 2], least: i128 },
    /// Two numbers do not have the required ratio.
    #[error("has {} and {}, expected ratio {ratio}", numbers[0], numbers[1])]
    WithoutRatio { numbers: [i128; 2], ratio: i128 },
    /// Two numbers have a ratio that they must not have.
    #[error("has {} and {} with ratio {ratio}", numbers[0], numbers[1])]
    WithRatio { numbers: [i128; 2], ratio: i128 },
    /// The number of numbers that exceed all before them.
    #[error("has {found} visible numbers, expected {expected}")]
    Visible { found: i64, expected: i64 },
    /// The number of members that are visible in a view with mirrors.
    #[error("has {found} visible cells, expected {expected}")]
    Seen { found: i64, expected: i64 },
    /// The first member holds another value.
    #[error("has {} first, expected {expected}", found.as_deref().unwrap_or("nothing"))]
    First { found: Option<String>, expected: String },
    /// The number of times a tile is used.
    #[error("is used {found} times, expected {expected}")]
    TileCount { found: usize, expected: usize },
    /// The colours of two tiles on their common side.
    #[error("have `{}` and `{}` on their common side", colours[0], colours[1])]
    Colours { colours: [char; 2] },
    /// The colour of a side at the border.
    #[error("has `{found}` at the border, expected `{expected}`")]
    BorderColour { found: char, expected: char },
    /// The values spell no word of the list.
    #[error("spells {0}, which is not a word of the list")]
    Word(String),
    /// The lengths of the runs of members that pass a test; `None` is any length.
    #[error("has runs [{}] of `{of}`, expected [{}]", lengths(found.iter().copied().map(Some)), lengths(expected.iter().copied()))]
    Runs { of: String, found: Vec<usize>, expected: Vec<Option<usize>> },
    /// A pattern that must not occur, or one that must.
    #[error("{} {pattern}", if *found { "contains" } else { "does not contain" })]
    Pattern { pattern: String, found: bool },
    /// A picture occurs, with its first cell at a place.
    #[error("contains the picture {picture} at {at}")]
    Picture { picture: String, at: Cell },
    /// A picture does not occur.
    #[error("does not contain the picture {picture}")]
    NoPicture { picture: String },
    /// The number of cells of a group, of those that pass a test, or of those that a cell requires.
    #[error("has the group at {group} with {found} {}, expected {expected}{}", counted(of), from.map_or(String::new(), |at| format!(" from {at}")))]
    GroupCount { group: Cell, of: Option<String>, found: i64, expected: i64, from: Option<Cell> },
    /// A group has no neighbour that passes a test.
    #[error("has the group at {group} without a `{of}` beside it")]
    NotTouching { group: Cell, of: String },
    /// A group has two different marks.
    #[error("has {} at {} and {} at {} in one group", marks[0], cells[0], marks[1], cells[1])]
    MixedGroup { marks: [String; 2], cells: [Cell; 2] },
    /// A group is not a rectangle.
    #[error("has the group at {0}, which is not a rectangle")]
    NotRectangle(Cell),
    /// A group is a rectangle.
    #[error("has the group at {0}, which is a rectangle")]
    Rectangle(Cell),
    /// A group has no mark of symmetry in it, or several.
    #[error("has the group at {group} with {found} marks of `{of}`, expected 1")]
    Centres { group: Cell, of: String, found: usize },
    /// A group is not symmetric about its mark.
    #[error("has the group at {group}, which is not symmetric: {cell} is opposite to a cell of it")]
    Asymmetric { group: Cell, cell: Cell },
    /// A mark of symmetry is on the border of groups.
    #[error("has a mark of `{of}` at {at} that is not inside one group")]
    Divided { of: String, at: Cell },
    /// A group has none of the listed shapes.
    #[error("has the group at {0} with a shape that is not listed")]
    UnlistedShape(Cell),
    /// The number of groups of a shape, which counts from 1.
    #[error("has {found} groups of shape {shape}, expected {expected}")]
    Shapes { shape: usize, found: i64, expected: i64 },
    /// A border is missing at the edge of the board.
    #[error("has no border from corner {} to {} at the edge", .0[0], .0[1])]
    NoBorder([Cell; 2]),
    /// A border divides a group.
    #[error("has a border from corner {} to {} inside one group", .0[0], .0[1])]
    InnerBorder([Cell; 2]),
    /// There is no line.
    #[error("has no line")]
    NoLine,
    /// More than two lines meet at a point.
    #[error("has {lines} lines that meet at {at}")]
    Branch { lines: usize, at: Cell },
    /// A closed curve has an end.
    #[error("has a line that ends at {0}")]
    End(Cell),
    /// An open curve has another number of ends than two.
    #[error("has {0} line ends, expected 2")]
    Ends(usize),
    /// The lines are several curves.
    #[error("has {0} separate curves, expected 1")]
    Curves(usize),
    /// Lines that must be a forest have a loop.
    #[error("has a closed loop in the component of {0}")]
    Loop(Cell),
    /// The next number of a tour is not a move away.
    #[error("has no {next} one move from the {number} at {at}")]
    NoNext { next: i64, number: i64, at: Cell },
    /// The number before in a tour is not a move away.
    #[error("has no {previous} one move before the {number} at {at}")]
    NoPrevious { previous: i64, number: i64, at: Cell },
    /// Places on a loop in another order.
    #[error("passes no cell of the {number} at {at} as number {number}, in neither direction")]
    OutOfOrder { number: i64, at: Cell },
}

/// What a number should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Expected {
    /// This number.
    #[error("{0}")]
    Exactly(i128),
    /// This number or more.
    #[error("at least {0}")]
    AtLeast(i128),
    /// This number or less.
    #[error("at most {0}")]
    AtMost(i128),
    /// Any but the one that was found.
    #[error("another number")]
    Another,
    /// An odd one.
    #[error("an odd number")]
    Odd,
    /// An even one.
    #[error("an even number")]
    Even,
}

fn lengths(lengths: impl Iterator<Item = Option<usize>>) -> String {
    let texts = lengths.map(|length| length.map_or("?".to_string(), |length| length.to_string()));
    texts.collect::<Vec<_>>().join(", ")
}

fn counted(of: &Option<String>) -> String {
    of.as_ref().map_or("cells".to_string(), |of| format!("of `{of}`"))
}
