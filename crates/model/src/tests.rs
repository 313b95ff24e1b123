//! Tests of the reader: texts as input, models or whole rendered messages as output.

use super::{Field, Glyph, Kind, Model, Value, check_fields, read};
use boardwright_base::budget::Budget;
use boardwright_base::diagnostic::Diagnostics;
use boardwright_base::source::{Source, Span};

const OPTIONAL: Field = Field { name: "", kind: Kind::Text, required: false, default: None, doc: "", example: "" };

const LIGHTS: &[Glyph] = &[Glyph::one('#', "lit"), Glyph::one('.', "dark")];

const COPIES: Kind = Kind::OneOf(&[
    Kind::Integer { min: 1, max: 99 },
    Kind::Choice(&["any"]),
    Kind::Table(&[
        Field { name: "min", kind: SOME, default: Some("0"), doc: "fewest", example: "1", ..OPTIONAL },
        Field { name: "max", kind: SOME, required: true, doc: "most", example: "3", ..OPTIONAL },
    ]),
]);
const SOME: Kind = Kind::Integer { min: 0, max: 99 };

const PIECE: &[Field] = &[
    Field { name: "copies", kind: COPIES, default: Some("1"), doc: "how many there are", example: "2", ..OPTIONAL },
    Field {
        name: "shape",
        kind: Kind::Drawing(&[Glyph::one('#', "a cell"), Glyph::one('_', "no cell")]),
        required: true,
        doc: "its cells",
        example: "\"#_\"",
        ..OPTIONAL
    },
];

const FIELDS: &[Field] = &[
    Field {
        name: "lights",
        kind: Kind::Drawing(LIGHTS),
        required: true,
        doc: "the lights at the start",
        example: "\"#.#\"",
        ..OPTIONAL
    },
    Field {
        name: "states",
        kind: Kind::Integer { min: 2, max: 9 },
        default: Some("2"),
        doc: "how many states a light has",
        example: "3",
        ..OPTIONAL
    },
    Field { name: "wrap", kind: Kind::Boolean, default: Some("false"), doc: "a torus", example: "true", ..OPTIONAL },
    Field {
        name: "reach",
        kind: Kind::OneOf(&[Kind::Choice(&["plus", "king"]), Kind::Drawing(LIGHTS)]),
        default: Some("\"plus\""),
        doc: "what a press changes",
        example: "\"king\"",
        ..OPTIONAL
    },
    Field {
        name: "clues",
        kind: Kind::OneOf(&[
            Kind::List { item: &Kind::Text, min: 1, max: 2 },
            Kind::List { item: &Kind::List { item: &SOME, min: 3, max: 3 }, min: 0, max: 9 },
        ]),
        doc: "clues",
        example: "[[1, 1, 3]]",
        ..OPTIONAL
    },
    Field { name: "piece", kind: Kind::Tables(PIECE), doc: "pieces", example: "[{ shape = \"#\" }]", ..OPTIONAL },
];

const FAMILIES: &[&str] = &["lights-out", "dissection"];

fn read_text(text: &str) -> Result<Model, Diagnostics> {
    let fields = |family: &str| FAMILIES.contains(&family).then_some(FIELDS);
    let read = read(&Source::new("a.toml", text), FAMILIES, &fields, &Budget::none());
    read.map_err(|error| error.diagnostics().clone())
}

fn model(text: &str) -> Model {
    read_text(text).unwrap_or_else(|mistakes| panic!("{}", mistakes.render(&Source::new("a.toml", text), false)))
}

fn message(text: &str) -> String {
    read_text(text).expect_err(text).render(&Source::new("a.toml", text), false)
}

/// The codes of the errors with the text at their primary spans.
fn codes(text: &str) -> Vec<(&'static str, &str)> {
    let mistakes = read_text(text).expect_err(text);
    mistakes.iter().map(|m| (m.code, m.labels.first().map_or("", |l| &text[l.span.start..l.span.end]))).collect()
}

/// A valid start of a model, followed by the tested text.
fn with(rest: &str) -> String {
    format!("puzzle = \"lights-out\"\nlights = \"#.#\"\n{rest}")
}

/// Valid models, to be damaged.
const VALID: &[&str] = &[
    r#"
puzzle = "lights-out"
lights = """
  #.#
  ...
  """
states = 3
wrap = true # a torus
reach = '''
.#.
###
'''
"#,
    concat!(
        "puzzle = 'dissection'\r\ntitle = \"É\"\r\nlights = '''\r\n#.\r\n.#\r\n'''\r\n",
        "[[piece]]\r\nshape = \"##\"\r\ncopies = { max = 3 }\r\n",
        "[[piece]]\r\nshape = '#'\r\ncopies = \"any\"\r\n",
    ),
    r##"
puzzle = "lights-out"
lights = "#\u002e"
clues = [[1, 2, 3], [0x4, 1_0, 6]]
[expect]
answer = "optimal"
count = 8
distinct = 2
optimum = -15
[encoding]
at-most-one = "ladder"
"##,
];

#[test]
fn the_table_of_these_tests_is_sound() {
    assert_eq!(check_fields(FIELDS), Ok(()));
}

#[test]
fn common_keys() {
    let text = with(concat!(
        "title = 'T'\nsource = 'S'\n[expect]\nanswer = 'optimal'\ncount = 8\ndistinct = 2\noptimum = -15\n",
        "[encoding]\nat-most-one = 'ladder'\n\"a b\" = 'c'\n"
    ));
    let model = model(&text);
    assert_eq!(
        (model.puzzle.as_str(), model.title.as_deref(), model.origin.as_deref()),
        ("lights-out", Some("T"), Some("S"))
    );
    let expect = model.expect.expect("there is one");
    assert_eq!(
        (expect.answer.as_deref(), expect.count, expect.distinct, expect.optimum),
        (Some("optimal"), Some(8), Some(2), Some(-15))
    );
    assert_eq!(&text[expect.span.start..expect.span.end], "[expect]");
    let pairs: Vec<(&str, &str)> = model.encoding.iter().map(|(k, v)| (k.value.as_str(), v.value.as_str())).collect();
    assert_eq!(pairs, [("at-most-one", "ladder"), ("a b", "c")]);
    let places: Vec<&str> = model.encoding.iter().map(|(k, _)| &text[k.span.start..k.span.end]).collect();
    assert_eq!(places, ["at-most-one", "\"a b\""]);
}

#[test]
fn defaults_fill_in_with_the_whole_file_as_their_place() {
    let text = with("[[piece]]\nshape = '#'\ncopies = { max = 2 }\n[[piece]]\nshape = '#_'\n");
    let fields = model(&text).fields;
    assert_eq!(fields.integer("states"), Some(2));
    assert_eq!(fields.boolean("wrap"), Some(false));
    assert_eq!(fields.text("reach"), Some("plus"));
    assert_eq!(fields.span_of("states"), Span::new(0, text.len()));
    assert_eq!(fields.get("clues"), None);
    let pieces = fields.tables("piece");
    let copies = pieces[0].table("copies").expect("a table");
    assert_eq!((copies.integer("min"), copies.integer("max")), (Some(0), Some(2)));
    assert_eq!(pieces[1].integer("copies"), Some(1));
    assert_eq!(&text[pieces[1].span.start..pieces[1].span.end], "[[piece]]");
}

#[test]
fn entries_are_in_the_order_of_the_field_table() {
    let fields = model("wrap = true\nstates = 3\nlights = '#'\npuzzle = 'lights-out'\n").fields;
    let names: Vec<&str> = fields.entries.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["lights", "states", "wrap", "reach"]);
}

#[test]
fn several_ways_of_writing_the_same() {
    let plain = model(&with("states = 3\n[[piece]]\nshape = '#'\n")).fields;
    for text in
        ["\"states\" = 0x3\npiece = [{ shape = '#' }]\n", "states = +3\npiece = [{ 'shape' = \"\\u0023\" }, ]\n"]
    {
        let fields = model(&with(text)).fields;
        assert_eq!(fields.integer("states"), Some(3));
        assert_eq!(
            fields.tables("piece")[0].drawing("shape").map(|drawing| drawing.rows().collect::<Vec<_>>()),
            plain.tables("piece")[0].drawing("shape").map(|drawing| drawing.rows().collect::<Vec<_>>())
        );
    }
    assert_eq!(model(&with("expect.count = 3\n")).expect.and_then(|expect| expect.count), Some(3), "a dotted key");
    assert_eq!(
        model(&with("expect = {count = 3}\n")).expect.and_then(|expect| expect.count),
        Some(3),
        "an inline table"
    );
}

#[test]
fn the_first_alternative_of_the_right_type_is_meant() {
    let reach = |value: &str| model(&with(&format!("reach = {value}\n"))).fields.get("reach").map(|e| e.value.clone());
    assert_eq!(reach("\"king\""), Some(Value::Text("king".to_string())));
    assert!(matches!(reach("\".#.\""), Some(Value::Drawing(_))), "only glyphs");
    assert!(matches!(reach("\"\"\"\n#\n\"\"\""), Some(Value::Drawing(_))), "a line break");
    assert_eq!(codes(&with("reach = \"kin\"\n")), [("unknown-value", "\"kin\"")]);
    assert_eq!(codes(&with("reach = '''k\n'''\n")), [("unknown-character", "k")]);
    assert!(
        model(&with("clues = [[1, 1, 3]]\n"))
            .fields
            .list("clues")
            .is_some_and(|items| items[0].value.as_list().is_some())
    );
    assert!(
        model(&with("clues = ['x']\n")).fields.list("clues").is_some_and(|items| items[0].value.as_text() == Some("x"))
    );
}

#[test]
fn places_inside_drawings() {
    for (quote, first) in [("'''", "\n"), ("\"\"\"", "\r\n"), ("\"\"\"", ""), ("'''", "")] {
        let text = format!("puzzle = 'lights-out'\nlights = {quote}{first}  #.\n  ..\n  {quote}\n");
        let fields = model(&text).fields;
        let drawing = fields.drawing("lights").expect("a drawing");
        // The indentation of the first row counts like that of the others.
        for (cell, character) in drawing.cells() {
            let span = drawing.span_at(cell);
            assert_eq!(&text[span.start..span.end], character.to_string(), "{text}");
        }
    }
    let text = "puzzle = 'lights-out'\nlights = \"#\\u002e\"\n";
    let fields = model(text).fields;
    let drawing = fields.drawing("lights").expect("a drawing");
    let span = drawing.span_at(boardwright_base::board::Cell::new(0, 0));
    assert_eq!(&text[span.start..span.end], "\"#\\u002e\"", "escaped: the whole value");
}

#[test]
fn all_mistakes_come_out_together_in_order() {
    let text = "\
puzzle = \"lights-out\" # a comment
staets = 3
wrap = 1
[expect]
cuont = 8
[[piece]]
copies = -1
wrap = true
";
    let expected = r##"error[missing-key]: missing key `lights`
 --> a.toml:1:34
  |
1 | puzzle = "lights-out" # a comment
  |                                  ^ add `lights` to this table
  |
  = help: `lights`: the lights at the start
  = help: example: lights = "#.#"

error[unknown-key]: unknown key `staets`
 --> a.toml:2:1
  |
2 | staets = 3
  | ^^^^^^ did you mean `states`?
  |
  = help: accepted keys: puzzle, parameter, title, source, instructions, expect, example, encoding, genre, lights, states, wrap, reach, clues, piece

error[wrong-type]: `wrap`: expected true or false, found a whole number
 --> a.toml:3:8
  |
3 | wrap = 1
  |        ^ a whole number
  |
  = help: example: wrap = true

error[unknown-key]: unknown key `cuont` in `expect`
 --> a.toml:5:1
  |
5 | cuont = 8
  | ^^^^^ did you mean `count`?
  |
  = help: accepted keys: answer, count, distinct, optimum, sequence, superfluous

error[missing-key]: missing key `shape`
 --> a.toml:6:1
  |
6 | [[piece]]
  | ^^^^^^^^^ add `shape` to this table
  |
  = help: `shape`: its cells
  = help: example: shape = "#_"

error[out-of-range]: `copies` is -1; expected a whole number from 1 to 99, "any", or a table { min, max }
 --> a.toml:7:10
  |
7 | copies = -1
  |          ^^ out of range

error[unknown-key]: unknown key `wrap` in `piece`
 --> a.toml:8:1
  |
8 | wrap = true
  | ^^^^ unknown key
  |
  = help: accepted keys: copies, shape
  = help: move `wrap` to the top of the file, before the first [table]
"##;
    assert_eq!(message(text), expected);
}

#[test]
fn a_picture_with_mistakes() {
    let text = "puzzle = \"lights-out\"\r\nlights = \"\"\"\r\n    .#.\r\n    .#\r\n    .X.\r\n    \"\"\"\r\n";
    let expected = "\
error[ragged-drawing]: row 2 of `lights` has 2 characters; expected 3, like the other rows
 --> a.toml:4:5
  |
4 |     .#
  |     ^^ row 2: 2 characters

error[unknown-character]: unknown character 'X' in `lights`
 --> a.toml:5:6
  |
5 |     .X.
  |      ^ row 3, column 2
  |
  = help: draw with '#' (lit), '.' (dark)
";
    assert_eq!(message(text), expected);
}

#[test]
fn the_family_is_needed() {
    let empty = "\
error[missing-puzzle]: the file is empty; expected puzzle = \"...\"
 --> a.toml:1:1
  |
1 |
  | ^
  |
  = help: families: lights-out, dissection
";
    assert_eq!(message(""), empty);
    assert_eq!(message("\u{feff}\r\n \r\n"), empty);
    assert_eq!(codes("puzle = 'dissection'\n"), [("missing-puzzle", "puzle")]);
    assert_eq!(codes("title = 3\n"), [("missing-puzzle", ""), ("wrong-type", "3")]);
    assert_eq!(codes("puzzle = 3\n"), [("wrong-type", "3")]);
    let misspelt = "\
error[unknown-puzzle]: unknown puzzle `lihgts-out`
 --> a.toml:1:10
  |
1 | puzzle = \"lihgts-out\"
  |          ^^^^^^^^^^^^ did you mean \"lights-out\"?
  |
  = help: families: lights-out, dissection
";
    assert_eq!(message("puzzle = \"lihgts-out\"\nwhatever = 3\n"), misspelt);
}

#[test]
fn values_that_do_not_fit() {
    for (line, code, place) in [
        ("states = 99999999999999999999", "out-of-range", "99999999999999999999"),
        ("states = -9223372036854775809", "out-of-range", "-9223372036854775809"),
        ("states = 0", "out-of-range", "0"),
        ("states = 2.0", "wrong-type", "2.0"),
        ("states = 1979-05-27", "wrong-type", "1979-05-27"),
        ("states.a.b = 2", "wrong-type", "states"),
        ("states = [2]", "wrong-type", "[2]"),
        ("title = true", "wrong-type", "true"),
        ("clues = [1]", "wrong-type", "1"),
        ("clues = [[1, 2]]", "wrong-length", "[1, 2]"),
        ("clues = [[1, 2, 100]]", "out-of-range", "100"),
        ("clues = {}", "wrong-type", "{}"),
        ("piece = { shape = '#' }", "wrong-type", "{ shape = '#' }"),
        ("[piece]\nshape = '#'", "wrong-type", "[piece]"),
        ("piece = [1]", "wrong-type", "1"),
        ("[[piece]]\nshape = ''", "empty-drawing", "''"),
        ("[[piece]]\nshape = '#'\ncopies = 0", "out-of-range", "0"),
        ("[[piece]]\nshape = '#'\ncopies = 1000000000000", "out-of-range", "1000000000000"),
        ("[[piece]]\nshape = '#'\ncopies = 'ayn'", "unknown-value", "'ayn'"),
        ("[[piece]]\nshape = '#'\ncopies = {}", "missing-key", "{}"),
        ("[[expect]]\ncount = 1", "wrong-type", "[[expect]]"),
        ("[expect]\ncount = -1", "out-of-range", "-1"),
        ("[expect]\nanswer = 'optimum'", "unknown-value", "'optimum'"),
        ("[encoding]\nparity = 4", "wrong-type", "4"),
        ("\"\" = 4", "unknown-key", "\"\""),
        ("count = 4", "unknown-key", "count"),
    ] {
        assert_eq!(codes(&with(line)), [(code, place)], "{line}");
    }
    assert!(message(&with("piece = {}")).contains("help: write [[piece]], with double brackets"));
    assert!(message(&with("count = 4")).contains("help: move `count` to `expect`"));
    assert!(message(&with("states = 99999999999999999999")).contains("expected a whole number from 2 to 9\n"));
    let many = message(&with(&format!("states = {}", "9".repeat(5000))));
    assert!(
        many.starts_with("error[out-of-range]: `states` is a number of 5000 digits; expected") && many.len() < 1000
    );
    let long = message(&with(&format!("{} = 1", "k".repeat(5000))));
    assert!(
        long.starts_with(&format!("error[unknown-key]: unknown key `{}...`\n", "k".repeat(40))) && long.len() < 1000
    );
}

#[test]
fn syntax_errors_stand_alone_and_come_out_together() {
    let text = "puzzle = lights-out\nsates = 2\nsates = 3\nx =\n";
    let expected = "\
error[syntax]: missing quotes around a string
 --> a.toml:1:10
  |
1 | puzzle = lights-out
  |          ^^^^^^^^^^

error[duplicate-key]: duplicate key `sates`
 --> a.toml:3:1
  |
3 | sates = 3
  | ^^^^^ second definition
  |
  = help: remove one of the two

error[syntax]: missing value
 --> a.toml:4:4
  |
4 | x =
  |    ^
";
    assert_eq!(message(text), expected);
    for text in
        ["hello world\n", "{\"puzzle\": \"lights-out\"}", "\u{7f}ELF\u{1}\u{0}\n\u{2}", "a\u{0}b = 1", "a = '\r'"]
    {
        assert!(codes(text).iter().all(|(code, _)| *code == "syntax"), "{text:?}");
    }
    assert_eq!(codes("a = 1\n[b]\n[b]\n").iter().filter(|(code, _)| *code == "duplicate-key").count(), 1);
}

#[test]
fn deep_nesting_is_refused_on_a_small_stack() {
    let deep = [
        format!("a = {}", "[".repeat(100_000)),
        format!("a = {}{}", "[".repeat(100_000), "]".repeat(100_000)),
        format!("a = {}", "{a = ".repeat(100_000)),
        format!("{}a = 1", "a.".repeat(100_000)),
        format!("[{}a]", "a.".repeat(100_000)),
    ];
    let read_all = move || {
        for text in &deep {
            let mistakes = read_text(text).expect_err("too deep");
            assert_eq!(mistakes.iter().map(|m| m.code).collect::<Vec<_>>(), ["too-deep"], "{}", &text[..20]);
            assert!(mistakes.render(&Source::new("a.toml", text), false).len() < 1000);
        }
        // The parser's limit for nested brackets and dots together.
        let braces = vec![format!("{}a", "a.".repeat(78)); 79].join(" = {");
        assert_eq!(codes(&format!("{braces} = 1{}", "}".repeat(78))), [("missing-puzzle", "")]);
        assert_eq!(codes(&"[".repeat(100_000)), [("syntax", "")]);
    };
    let two_mebibytes = std::thread::Builder::new().stack_size(2 << 20).spawn(read_all).expect("a thread starts");
    two_mebibytes.join().expect("no overflow and no panic");
}

/// Reads and renders; only a panic is a failure.
fn survive(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let source = Source::new("a.toml", text);
    match read(&source, FAMILIES, &|family| FAMILIES.contains(&family).then_some(FIELDS), &Budget::none()) {
        Ok(model) => assert!(FAMILIES.contains(&model.puzzle.as_str())),
        Err(mistakes) => {
            assert!(mistakes.render(&source, false).starts_with("error["));
            for label in mistakes.iter().flat_map(|mistake| &mistake.labels) {
                assert!(source.text.get(label.span.start..label.span.end).is_some(), "{label:?} in {:?}", source.text);
            }
        }
    }
}

#[test]
fn damaged_models_never_panic() {
    for text in VALID {
        model(text);
        for index in 0..text.len() {
            let mut bytes = text.as_bytes().to_vec();
            bytes.remove(index);
            survive(&bytes);
        }
    }
    let seed = 20_261_120;
    println!("seed {seed}");
    let mut random = boardwright_base::random::Random(seed);
    let material = b"\"\"\"'''[[]]{}==\n\r\n\t ,.#_-+0189eE\\uxX\0\x7f\xc3\xa9\xff";
    for _ in 0..5000 {
        let mut bytes = VALID[random.below(VALID.len())].as_bytes().to_vec();
        for _ in 0..1 + random.below(6) {
            let at = random.below(bytes.len());
            match random.below(4) {
                0 => bytes[at] = material[random.below(material.len())],
                1 => bytes.insert(at, material[random.below(material.len())]),
                2 => drop(bytes.drain(at..(at + random.below(20)).min(bytes.len() - 1).max(at))),
                _ => bytes.extend_from_within(at..),
            }
        }
        survive(&bytes);
    }
}

#[test]
fn a_parameter_stands_for_a_number() {
    let model = model(&with("states = \"2*n - 1\"\n[parameter]\nn = 2\n"));
    assert_eq!(model.fields.integer("states"), Some(3));
    let parameters: Vec<_> = model.parameters.iter().map(|p| (p.name.as_str(), p.value)).collect();
    assert_eq!(parameters, [("n", 2)]);
}

#[test]
fn a_phrase_has_numbers_in_their_places_only() {
    let document = with("[parameter]\nn = 4\nx = 7\nblock = 9\n");
    let parameters = model(&document).parameters;
    for (text, expected) in [
        ("1..n", "1..4"),
        ("-n..n^2", "-4..16"),
        ("a..n", "a..n"),
        ("n", "n"),
        ("block nxn", "block 4x4"),
        ("block 2 x n-1", "block 2 x 3"),
        ("block 3x3", "block 3x3"),
        ("block 3x", "block 3x"),
        ("window nxm", "window nxm"),
        ("line n", "line 4"),
        ("over n+1 room", "over 5 room"),
        ("region room", "region room"),
    ] {
        assert_eq!(parameters.in_phrase(text).as_deref(), Ok(expected), "{text}");
    }
}

#[test]
fn a_set_default_changes_only_its_own_bytes() {
    let text = with("[parameter]\nn = 8 # side\nm = { min = 1, default = 22, max = 30 }\n");
    let source = Source::new("a.toml", text.clone());
    let set = |settings: &[(&str, i64)]| {
        let settings: Vec<(String, i64)> = settings.iter().map(|(name, value)| (name.to_string(), *value)).collect();
        super::set(&source, &settings).map(|source| source.text)
    };
    assert_eq!(set(&[]), Ok(text.clone()));
    let both = text.replace("n = 8 ", "n = -10 ").replace("default = 22", "default = 3");
    assert_eq!(set(&[("n", -10), ("m", 3)]), Ok(both));
    assert!(set(&[("k", 1)]).is_err());
    assert!(set(&[("n", 1), ("n", 2)]).is_err());
}
