// Elements that can be added to a model: their pictures, lists, rules and colours as text. Start with `ELEMENTS`.

import type { Cell } from "./protocol";

/** `blocks`: the rows and columns of a block, if the board has blocks; `regions`: the set of its regions. */
export interface Ground { rows: number; columns: number; values: string[]; blocks?: Cell | null; regions?: string | null }

/** The groups of elements, as setters know them. */
export type Group = "Lines" | "Cages" | "Cells" | "Dots and signs" | "Outside" | "Whole board" | "Parts";

export interface Element {
  name: string;
  group: Group;
  /** The name of its rule. */
  rule?: string;
  /** The picture on its button. */
  icon?: string;
  /** The conditions of a path, which is drawn first. */
  path?: string | ((ground: Ground) => string);
  /** A path is a set of cells: a cage or a whole diagonal with a total, or the cells of which there is a copy. */
  cells?: "cage" | "diagonal" | "clone";
  /** What the board must have. */
  needs?: "numbers" | "blocks" | "regions";
  /** The entry of a table, and the rules at the end. */
  table?: string;
  entry?(ground: Ground): string;
  rules?(ground: Ground): string;
  /** The part that is drawn then, and the mark that a press makes. */
  part?: string;
  mark?: string;
  /** The look of a mark, the colour of a rule, a picture or a mark, and a picture that is not drawn: keys of the model before all tables. */
  figure?: [string, string];
  colour?: [string, string];
  hidden?: string;
}

const picture = (name: string, rows: number, columns: number) => `${name} = """\n${`${".".repeat(columns)}\n`.repeat(rows)}"""\n`;
/** Marks of several characters are separated by blanks. */
const words = (name: string, rows: number, columns: number) => `${name} = """\n${`${Array(columns).fill(".").join(" ")}\n`.repeat(rows)}"""\n`;
const list = (length: number) => `[${Array.from({ length }, () => '"."').join(", ")}]`;
const sides = ({ rows, columns }: Ground) => `left = ${list(rows)}\nright = ${list(rows)}\ntop = ${list(columns)}\nbottom = ${list(columns)}\n`;
const FROM = 'each = ["from left", "from right", "from top", "from bottom"]';
const areNumbers = (values: string[]) => values.length > 0 && values.every((value) => /^-?\d+$/.test(value));
const between = (name: string) => ({ rows, columns }: Ground) => picture(name, 2 * rows - 1, 2 * columns - 1);
const rule = (name: string, ...lines: string[]) => `[[rule]]\nname = "${name}"\n${lines.map((line) => `${line}\n`).join("")}`;
const parity = (values: string[], rest: number) => values.filter((value) => Math.abs(Number(value)) % 2 === rest).map((value) => JSON.stringify(value)).join(", ");
/** The largest number, as the model writes it. */
const largest = (values: string[]) => String(Math.max(...values.map(Number)));

/** Returns the value that lists count. */
function counted(values: string[]): string {
  return values.find((value) => value !== ".") ?? "line";
}

/** Returns the picture of places in blocks, one mark for each. */
function placed({ rows, columns, blocks }: Ground): string {
  const [height, width] = blocks ?? [1, 1];
  const mark = (row: number, column: number) => "123456789abcdefghijklmnopqrstuvwxyz"[(row % height) * width + (column % width)] ?? ".";
  const line = (row: number) => Array.from({ length: columns }, (_, column) => mark(row, column)).join("");
  return `place = """\n${Array.from({ length: rows }, (_, row) => `${line(row)}\n`).join("")}"""\n`;
}

const square = '<path class="thin" d="M6 6h28v28H6z"/>';
const line = (colour: string, path: string) => `<path d="${path}" stroke="${colour}" stroke-width="5"/>`;
const ZIGZAG = "M7 12L17 28L25 12L33 28";
/** The grey of shapes and cells: black of a fifth on white. */
const GREY = "#cccccc";

export const ELEMENTS: Element[] = [
  { name: "Thermometer", group: "Lines", rule: "thermometer", path: "increasing = true", needs: "numbers", icon: '<g stroke="#b5b5b5"><path d="M12 29L22 13H33" stroke-width="6"/><circle cx="12" cy="29" r="5" fill="#b5b5b5"/></g>' },
  { name: "Slow thermometer", group: "Lines", rule: "slow thermometer", path: 'increasing = "never-decreasing"', colour: ["", "#6495ed"], needs: "numbers", icon: '<g stroke="#6495ed"><path d="M12 29L22 13H33" stroke-width="6"/><circle cx="12" cy="29" r="5" fill="#6495ed"/></g>' },
  { name: "Arrow", group: "Lines", rule: "arrow", path: 'including = false\nsum = "value"', needs: "numbers", icon: '<circle cx="11" cy="29" r="6"/><path d="M16 24L32 8M24 8h8v8"/>' },
  { name: "Renban", group: "Lines", rule: "renban line", path: "consecutive = true", colour: ["", "#f067f0"], needs: "numbers", icon: line("#f067f0", "M8 30L20 14L32 22") },
  { name: "German whisper", group: "Lines", rule: "german whisper", path: 'each = "pair"\ndifference-at-least = 5', colour: ["", "#67f067"], needs: "numbers", icon: line("#67f067", ZIGZAG) },
  { name: "Dutch whisper", group: "Lines", rule: "dutch whisper", path: 'each = "pair"\ndifference-at-least = 4', colour: ["", "#ff9a00"], needs: "numbers", icon: line("#ff9a00", ZIGZAG) },
  { name: "Palindrome", group: "Lines", rule: "palindrome", path: "palindrome = true", colour: ["", "#bbbbbb"], icon: line("#bbbbbb", "M7 26L14 14H26L33 26") },
  { name: "Between line", group: "Lines", rule: "between line", path: "between-ends = true", needs: "numbers", icon: '<path d="M13 26L27 14" stroke="#b5b5b5" stroke-width="4"/><circle cx="9" cy="30" r="5.500"/><circle cx="31" cy="10" r="5.500"/>' },
  { name: "Zipper", group: "Lines", rule: "zipper line", path: 'split = "opposite"\nsum = "same"', colour: ["", "#cdb1ec"], needs: "numbers", icon: line("#cdb1ec", "M6 28L14 12L20 24L26 12L34 28") },
  { name: "Region sum line", group: "Lines", rule: "region sum line", path: ({ regions }) => `split = "${regions ?? "row"}"\nsum = "same"`, colour: ["", "#2ecbff"], needs: "regions", icon: `<path class="thin" d="M20 5v30M5 20h30"/>${line("#2ecbff", "M10 29L30 11")}` },
  { name: "Killer cage", group: "Cages", rule: "cage", cells: "cage", needs: "numbers", icon: '<path d="M8 8h24v24H8z" stroke-dasharray="4 3"/><text x="9" y="17">14</text>' },
  { name: "Cage: all different", group: "Cages", rule: "cage all different", path: "all-different = true", icon: '<path d="M8 8h24v24H8z" stroke-dasharray="4 3"/>' },
  {
    name: "Odd", group: "Cells", needs: "numbers", table: "picture", part: "picture.odd", mark: "o", figure: ["o", "circle"], colour: ["o", GREY], icon: `${square}<circle cx="20" cy="20" r="11" fill="${GREY}" stroke="none"/>`,
    entry: ({ rows, columns }) => picture("odd", rows, columns), rules: ({ values }) => rule("odd", 'at = "odd"', `is = [${parity(values, 1)}]`),
  },
  {
    name: "Even", group: "Cells", needs: "numbers", table: "picture", part: "picture.even", mark: "e", figure: ["e", "square"], colour: ["e", GREY], icon: `${square}<path d="M10 10h20v20H10z" fill="${GREY}" stroke="none"/>`,
    entry: ({ rows, columns }) => picture("even", rows, columns), rules: ({ values }) => rule("even", 'at = "even"', `is = [${parity(values, 0)}]`),
  },
  {
    name: "Extra region", group: "Cells", table: "picture", part: "picture.extra", mark: "a", colour: ["extra", GREY], icon: `<path d="M8 8h16v10h8v14H16V24H8z" fill="${GREY}" stroke="none"/>`,
    entry: ({ rows, columns }) => picture("extra", rows, columns), rules: () => rule("extra region", 'each = "region extra"', "all-different = true"),
  },
  { name: "Clone", group: "Cells", cells: "clone", needs: "numbers", colour: ["clone", GREY], icon: `<path d="M5 5h14v7h-7v7H5zM21 21h14v7h-7v7h-7z" fill="${GREY}" stroke="none"/>` },
  {
    name: "Kropki dots", group: "Dots and signs", needs: "numbers", table: "between", part: "between.dot", mark: "w", icon: '<path class="thin" d="M4 5h32v13H4zM20 5v13M4 22h32v13H4zM20 22v13"/><circle cx="20" cy="11.500" r="4" fill="#fff"/><circle cx="20" cy="28.500" r="4" fill="currentColor"/>',
    entry: between("dot"), rules: () => `${rule("white dot", 'each = "pair"', 'at = "dot=w"', "difference = 1")}\n${rule("black dot", 'each = "pair"', 'at = "dot=b"', "ratio = 2")}`,
  },
  {
    name: "XV", group: "Dots and signs", needs: "numbers", table: "between", part: "between.xv", mark: "X", icon: '<text x="5" y="26" class="big">X</text><text x="22" y="26" class="big">V</text>',
    entry: between("xv"), rules: () => `${rule("X is 10", 'each = "pair"', 'at = "xv=X"', "sum = 10")}\n${rule("V is 5", 'each = "pair"', 'at = "xv=V"', "sum = 5")}`,
  },
  {
    name: "Quadruple", group: "Dots and signs", needs: "numbers", table: "corner", part: "corner.quadruple", icon: '<path class="thin" d="M20 4v32M4 20h32"/><circle cx="20" cy="20" r="9" fill="#fff"/><text x="14" y="24">12</text>',
    entry: ({ rows, columns }) => words("quadruple", rows + 1, columns + 1),
  },
  {
    name: "Signs < > ^ v", group: "Dots and signs", needs: "numbers", table: "between", part: "between.sign", mark: "<", icon: '<path d="M24 10l-10 10 10 10"/>',
    entry: between("sign"),
    rules: () => `${rule("smaller first", 'each = "pair"', 'at = ["sign=<", "sign=^"]', "increasing = true")}\n${rule("larger first", 'each = "pair"', 'at = ["sign=>", "sign=v"]', "decreasing = true")}`,
  },
  { name: "Little killer", group: "Outside", rule: "little killer", cells: "diagonal", needs: "numbers", icon: '<path class="thin" d="M16 16h18v18H16z"/><text x="4" y="14">23</text><path d="M11 17L20 26m0-7v7h-7"/>' },
  {
    name: "Sandwich", group: "Outside", needs: "numbers", table: "list.sandwich", part: "list.sandwich.rows", icon: '<path class="thin" d="M16 4v32M36 4H16M36 20H16M36 36H16"/><text x="3" y="25">17</text>',
    entry: ({ rows, columns }) => `rows = ${list(rows)}\ncolumns = ${list(columns)}\n`,
    rules: ({ values }) => rule("sandwich", 'each = ["row", "column"]', `inside = ["1", "${largest(values)}"]`, 'sum = "sandwich"'),
  },
  {
    name: "X-sum", group: "Outside", needs: "numbers", table: "list.x-sum", part: "list.x-sum.left", icon: '<path class="thin" d="M16 4v32M36 4H16M36 20H16M36 36H16"/><text x="4" y="25">X</text>',
    entry: sides, rules: () => rule("X-sum", FROM, 'take = "first"', 'sum = "x-sum"'),
  },
  {
    name: "Skyscrapers", group: "Outside", needs: "numbers", table: "list.seen", part: "list.seen.left", icon: '<path d="M5 35h30M9 35V25h5v10M18 35V17h5v18M27 35V8h5v27"/>',
    entry: sides, rules: () => rule("skyscrapers", FROM, 'visible = "seen"'),
  },
  { name: "Diagonals", group: "Whole board", colour: ["diagonals", "#34bbe6"], icon: `${square}<path d="M6 6l28 28M34 6L6 34" stroke="#34bbe6"/>`, rules: () => rule("diagonals", 'each = "main diagonal"', "all-different = true") },
  { name: "Anti-knight", group: "Whole board", icon: `${square}<path d="M12 28L20 12M20 12h6"/>`, rules: () => rule("anti-knight", 'each = "pair knight"', "all-different = true") },
  { name: "Anti-king", group: "Whole board", icon: `${square}<path d="M12 12l16 16M28 12L12 28"/>`, rules: () => rule("anti-king", 'each = "pair ferz"', "all-different = true") },
  { name: "Nonconsecutive", group: "Whole board", needs: "numbers", icon: `${square}<text x="9" y="25">1</text><text x="23" y="25">2</text><path d="M10 30L30 10"/>`, rules: () => rule("nonconsecutive", 'each = "pair"', "difference-not = 1") },
  {
    name: "Disjoint groups", group: "Whole board", needs: "blocks", table: "picture", hidden: "place", icon: `${square}<path class="thin" d="M20 6v28M6 20h28"/><g fill="currentColor" stroke="none"><circle cx="10" cy="10" r="2.500"/><circle cx="24" cy="10" r="2.500"/><circle cx="10" cy="24" r="2.500"/><circle cx="24" cy="24" r="2.500"/></g>`,
    entry: placed, rules: () => rule("disjoint groups", 'each = "region place"', "all-different = true"),
  },
  {
    name: "Numbers at rows and columns", group: "Parts", table: "list.beside",
    entry: ({ rows, columns }) => `rows = ${list(rows)}\ncolumns = ${list(columns)}\n`,
    rules: ({ values }) => {
      const condition = areNumbers(values) ? 'sum = "beside"' : `exactly = { ${JSON.stringify(counted(values))} = "beside" }`;
      return `[[rule]]\neach = ["row", "column"]\n${condition}\n`;
    },
  },
  {
    name: "Regions", group: "Parts", table: "picture",
    entry: ({ rows, columns }) => picture("room", rows, columns),
    rules: ({ values }) => {
      const condition = areNumbers(values) ? "all-different = true" : `exactly = { ${JSON.stringify(counted(values))} = 1 }`;
      return `[[rule]]\neach = "region room"\n${condition}\n`;
    },
  },
  {
    name: "Clues on cells", group: "Parts", table: "picture",
    entry: ({ rows, columns }) => picture("clue", rows, columns),
    rules: ({ values }) => `[[rule]]\nat = "clue"\naround = "king"\nexactly = { ${JSON.stringify(counted(values))} = "clue" }\n`,
  },
];

/** The elements for a board; those of a Sudoku are only for boards of numbers, and lines need none of them. */
export function offered({ values, blocks, regions }: Ground): Element[] {
  const numbers = areNumbers(values);
  const has = { blocks: numbers && (blocks ?? null) !== null, regions: numbers && (regions ?? null) !== null, numbers };
  return ELEMENTS.filter((own) => (own.needs === undefined ? numbers || own.group === "Parts" || own.group === "Cages" : has[own.needs]));
}
