// Generated from crates/page/src/request.rs: `BLESS=1 cargo test -p boardwright-page the_page_has` writes this file.

export const VERSION = 1;

export type Header = {
/**
 * The version that the page expects.
 */
"boardwright-workbench": number,
/**
 * The text of the model; for `import`, the text to convert.
 */
model: string,
/**
 * The name of the model in messages.
 */
name: string,
/**
 * As `--time-limit` on the command line.
 */
"time-limit": string | null, };

export type Ask = { "ask": "draw", } | { "ask": "verdict",
/**
 * The maximum number of solutions to deliver (20).
 */
most: number | null, } | { "ask": "candidates", } | { "ask": "explain", } | { "ask": "steps", } | { "ask": "superfluous", } | { "ask": "learn" } & Lesson | { "ask": "import", } | { "ask": "export",
/**
 * The format.
 */
what: string, } | { "ask": "kinds", } | { "ask": "new" } & New | { "ask": "schema", } | { "ask": "generate" } & Generate | { "ask": "sheet", } | { "ask": "check" } & Entries | { "ask": "hint" } & Entries | { "ask": "turns",
/**
 * The moves made so far, each by its token.
 */
made: Array<Array<number>>, } | { "ask": "coins" } & Coins | { "ask": "booklet" } & Pages;

export type New = {
/**
 * The kind; an empty board of no kind has no rules.
 */
what: string,
/**
 * Whether the board is empty; it has `rows` and `columns` (10 each).
 */
empty: boolean, rows: number | null, columns: number | null, };

export type Generate = { seed: number,
/**
 * Whether clues are left out in symmetric pairs.
 */
symmetric: boolean,
/**
 * Pictures, lists and layers whose clues all stay.
 */
keep: Array<string>,
/**
 * Pictures and lists whose clues are computed.
 */
fill: Array<string>,
/**
 * The sizes of computed rooms, such as `3..6`.
 */
sizes: string | null,
/**
 * The number of computed rooms.
 */
rooms: number | null,
/**
 * Whether computed numbers are replaced by question marks where that is enough.
 */
weaken: boolean,
/**
 * The number of clues.
 */
clues: number | null,
/**
 * The difficulty, such as `hard` or `40..80`.
 */
difficulty: string | null,
/**
 * Rules without which there are several solutions.
 */
"must-use": Array<string>,
/**
 * Parameters of the model with their values.
 */
set: Array<[string, number]>,
/**
 * In families with a generator of their own: the size of the board.
 */
rows: number | null, columns: number | null,
/**
 * There: the number of pieces.
 */
pieces: number | null,
/**
 * There: further keys of the model with their values, as TOML.
 */
settings: Array<[string, string]>, };

export type Lesson = {
/**
 * The rows of each solved board; values of several characters are separated by blanks.
 */
boards: Array<Array<string>>,
/**
 * The values of cells; if there are none, those on the boards.
 */
values: Array<string>,
/**
 * The boards of earlier questions, and whether each is a solution.
 */
answers: Array<[Array<string>, boolean]>,
/**
 * The number of boards of the learned rules to ask about in the end.
 */
confirm: number, };

export type Entries = {
/**
 * The entries as facts (`r3c4=5`, `r1c1-r1c2`).
 */
known: Array<string>, };

export type Coins = {
/**
 * The seed of random coins.
 */
seed: number,
/**
 * The coins, heads are true.
 */
coins: Array<boolean> | null,
/**
 * The devil's square.
 */
square: number | null, };

export type Pages = {
/**
 * The models, each with its name.
 */
models: Array<[string, string]>,
/**
 * Whether the pages have solutions.
 */
solutions: boolean,
/**
 * The number of puzzles on a page (4).
 */
"per-page": number | null,
/**
 * The size of a page, such as `a4` or `letter` (`a4`).
 */
paper: string | null,
/**
 * The title on the first page.
 */
title: string, };
