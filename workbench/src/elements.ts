// Elements that can be added to a model: their pictures, lists and rules as text. Start with `ELEMENTS`.

import type { Cell, Paths } from "./protocol";

export interface Ground { rows: number; columns: number; values: string[] }

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
  path?: string;
  /** A path is a set of cells with a total: a cage, or a whole diagonal. */
  total?: "cage" | "diagonal";
  /** Whether the values must be numbers. */
  numbers?: boolean;
  /** The entry of a table, and the rules at the end. */
  table?: string;
  entry?(ground: Ground): string;
  rules?(ground: Ground): string;
  /** The part that is drawn then, and the mark that a press makes. */
  part?: string;
  mark?: string;
  /** The look of a mark: a key of the model before all tables. */
  figure?: [string, string];
}

const picture = (name: string, rows: number, columns: number) => `${name} = """\n${`${".".repeat(columns)}\n`.repeat(rows)}"""\n`;
const list = (length: number) => `[${Array.from({ length }, () => '"."').join(", ")}]`;
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

const square = '<path class="thin" d="M6 6h28v28H6z"/>';

export const ELEMENTS: Element[] = [
  { name: "Thermometer", group: "Lines", rule: "thermometer", path: "increasing = true", numbers: true, icon: '<g stroke="#b5b5b5"><path d="M12 29L22 13H33" stroke-width="6"/><circle cx="12" cy="29" r="5" fill="#b5b5b5"/></g>' },
  { name: "Slow thermometer", group: "Lines", rule: "slow thermometer", path: 'increasing = "never-decreasing"', numbers: true, icon: '<g stroke="#b5b5b5"><path d="M12 29L22 13H33" stroke-width="6" stroke-dasharray="5 7"/><circle cx="12" cy="29" r="5" fill="#b5b5b5"/></g>' },
  { name: "Arrow", group: "Lines", rule: "arrow", path: 'including = false\nsum = "value"', numbers: true, icon: '<circle cx="11" cy="29" r="6"/><path d="M16 24L32 8M24 8h8v8"/>' },
  { name: "Renban", group: "Lines", rule: "renban line", path: "consecutive = true", numbers: true, icon: '<path d="M8 30L20 14L32 22" stroke="#e05be0" stroke-width="5"/>' },
  { name: "German whisper", group: "Lines", rule: "german whisper", path: 'each = "pair"\ndifference-at-least = 5', numbers: true, icon: '<path d="M7 12L17 28L25 12L33 28" stroke="#3fbf3f" stroke-width="5"/>' },
  { name: "Dutch whisper", group: "Lines", rule: "dutch whisper", path: 'each = "pair"\ndifference-at-least = 4', numbers: true, icon: '<path d="M7 12L17 28L25 12L33 28" stroke="#f2932b" stroke-width="5"/>' },
  { name: "Palindrome", group: "Lines", rule: "palindrome", path: "palindrome = true", icon: '<path d="M7 26L14 14H26L33 26" stroke="#b5b5b5" stroke-width="5"/>' },
  { name: "Between line", group: "Lines", rule: "between line", path: "between-ends = true", numbers: true, icon: '<path d="M13 26L27 14" stroke="#b5b5b5" stroke-width="4"/><circle cx="9" cy="30" r="5.500"/><circle cx="31" cy="10" r="5.500"/>' },
  { name: "Killer cage", group: "Cages", rule: "cage", total: "cage", numbers: true, icon: '<path d="M8 8h24v24H8z" stroke-dasharray="4 3"/><text x="9" y="17">14</text>' },
  { name: "Cage: all different", group: "Cages", rule: "cage all different", path: "all-different = true", icon: '<path d="M8 8h24v24H8z" stroke-dasharray="4 3"/>' },
  {
    name: "Odd", group: "Cells", numbers: true, table: "picture", part: "picture.odd", mark: "o", figure: ["o", "circle"], icon: `${square}<circle cx="20" cy="20" r="10" fill="#c9cace" stroke="#85878c"/>`,
    entry: ({ rows, columns }) => picture("odd", rows, columns), rules: ({ values }) => rule("odd", 'at = "odd"', `is = [${parity(values, 1)}]`),
  },
  {
    name: "Even", group: "Cells", numbers: true, table: "picture", part: "picture.even", mark: "e", figure: ["e", "square"], icon: `${square}<path d="M11 11h18v18H11z" fill="#c9cace" stroke="#85878c"/>`,
    entry: ({ rows, columns }) => picture("even", rows, columns), rules: ({ values }) => rule("even", 'at = "even"', `is = [${parity(values, 0)}]`),
  },
  {
    name: "Extra region", group: "Cells", table: "picture", part: "picture.extra", mark: "a", icon: '<path d="M8 8h16v10h8v14H16V24H8z" fill="#d9dade"/>',
    entry: ({ rows, columns }) => picture("extra", rows, columns), rules: () => rule("extra region", 'each = "region extra"', "all-different = true"),
  },
  {
    name: "Kropki dots", group: "Dots and signs", numbers: true, table: "between", part: "between.dot", mark: "w", icon: '<path class="thin" d="M4 5h32v13H4zM20 5v13M4 22h32v13H4zM20 22v13"/><circle cx="20" cy="11.500" r="4" fill="#fff"/><circle cx="20" cy="28.500" r="4" fill="currentColor"/>',
    entry: between("dot"), rules: () => `${rule("white dot", 'each = "pair"', 'at = "dot=w"', "difference = 1")}\n${rule("black dot", 'each = "pair"', 'at = "dot=b"', "ratio = 2")}`,
  },
  {
    name: "XV", group: "Dots and signs", numbers: true, table: "between", part: "between.xv", mark: "X", icon: '<text x="5" y="26" class="big">X</text><text x="22" y="26" class="big">V</text>',
    entry: between("xv"), rules: () => `${rule("X is 10", 'each = "pair"', 'at = "xv=X"', "sum = 10")}\n${rule("V is 5", 'each = "pair"', 'at = "xv=V"', "sum = 5")}`,
  },
  {
    name: "Signs < > ^ v", group: "Dots and signs", numbers: true, table: "between", part: "between.sign", mark: "<", icon: '<path d="M24 10l-10 10 10 10"/>',
    entry: between("sign"),
    rules: () => '[[rule]]\neach = "pair"\nat = ["sign=<", "sign=^"]\nincreasing = true\n\n' +
      '[[rule]]\neach = "pair"\nat = ["sign=>", "sign=v"]\ndecreasing = true\n',
  },
  { name: "Little killer", group: "Outside", rule: "little killer", total: "diagonal", numbers: true, icon: '<path class="thin" d="M16 16h18v18H16z"/><text x="4" y="14">23</text><path d="M11 17L20 26m0-7v7h-7"/>' },
  {
    name: "Sandwich", group: "Outside", numbers: true, table: "list.sandwich", part: "list.sandwich.rows", icon: '<path class="thin" d="M16 4v32M36 4H16M36 20H16M36 36H16"/><text x="3" y="25">17</text>',
    entry: ({ rows, columns }) => `rows = ${list(rows)}\ncolumns = ${list(columns)}\n`,
    rules: ({ values }) => rule("sandwich", 'each = ["row", "column"]', `inside = ["1", "${largest(values)}"]`, 'sum = "sandwich"'),
  },
  {
    name: "Skyscrapers", group: "Outside", numbers: true, table: "list.seen", part: "list.seen.left", icon: '<path d="M5 35h30M9 35V25h5v10M18 35V17h5v18M27 35V8h5v27"/>',
    entry: ({ rows, columns }) => `left = ${list(rows)}\nright = ${list(rows)}\ntop = ${list(columns)}\nbottom = ${list(columns)}\n`,
    rules: () => rule("skyscrapers", 'each = ["from left", "from right", "from top", "from bottom"]', 'visible = "seen"'),
  },
  { name: "Diagonals", group: "Whole board", icon: `${square}<path d="M6 6l28 28M34 6L6 34"/>`, rules: () => rule("diagonals", 'each = "main diagonal"', "all-different = true") },
  { name: "Anti-knight", group: "Whole board", icon: `${square}<path d="M12 28L20 12M20 12h6"/>`, rules: () => rule("anti-knight", 'each = "pair knight"', "all-different = true") },
  { name: "Anti-king", group: "Whole board", icon: `${square}<path d="M12 12l16 16M28 12L12 28"/>`, rules: () => rule("anti-king", 'each = "pair ferz"', "all-different = true") },
  { name: "Nonconsecutive", group: "Whole board", numbers: true, icon: `${square}<text x="9" y="25">1</text><text x="23" y="25">2</text><path d="M10 30L30 10"/>`, rules: () => rule("nonconsecutive", 'each = "pair"', "difference-not = 1") },
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
export function offered({ values }: Ground): Element[] {
  const numbers = areNumbers(values);
  return ELEMENTS.filter((own) => numbers || (own.numbers !== true && (own.group === "Parts" || own.group === "Cages")));
}

export function cells(path: Cell[]): string {
  return `[${path.map(([row, column]) => `[${row}, ${column}]`).join(", ")}]`;
}

/** Returns a name that no rule has yet. */
function unused(base: string, taken: Set<string>): string {
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = `${base} ${number}`;
  return name;
}

/** Returns the rule of a first path; `total`: the sum of its cells. */
export function ruled(own: Element, path: Cell[], taken: Paths[], total?: number): string {
  const name = unused(own.rule ?? own.name.toLowerCase(), new Set(taken.map((one) => one.name)));
  const conditions = own.total === "diagonal" ? `sum = ${total ?? 0}` : own.path;
  return `[[rule]]\nname = "${name}"\nalong = [${cells(path)}]\n${conditions}\n`;
}

/** Returns the whole diagonal through two cells, in their order; none if they are on no diagonal. */
export function diagonal([one, other]: Cell[], { rows, columns }: Ground): Cell[] | null {
  if (one === undefined || other === undefined) return null;
  const by: Cell = [Math.sign(other[0] - one[0]), Math.sign(other[1] - one[1])];
  if (by[0] === 0 || by[1] === 0) return null;
  const is = ([row, column]: Cell) => row >= 1 && column >= 1 && row <= rows && column <= columns;
  let at: Cell = one;
  while (is([at[0] - by[0], at[1] - by[1]])) at = [at[0] - by[0], at[1] - by[1]];
  const found: Cell[] = [];
  for (; is(at); at = [at[0] + by[0], at[1] + by[1]]) found.push(at);
  return found;
}

/** Returns the text with an entry added to a table; the table is added where there is none. */
export function place(text: string, table: string, entry: string): { from: number; to: number; insert: string } {
  const header = new RegExp(`^\\[${table.replace(".", "\\.")}\\][^\\n]*\\n`, "m").exec(text);
  if (header !== null) {
    const at = header.index + header[0].length;
    return { from: at, to: at, insert: entry };
  }
  // Before the rules, below the board.
  const rule = /^\[\[rule\]\]/m.exec(text);
  const at = rule?.index ?? text.length;
  return { from: at, to: at, insert: `${rule === null && !text.endsWith("\n") ? "\n" : ""}[${table}]\n${entry}\n` };
}

/** Returns the change that gives a mark its look. */
export function figured(text: string, [mark, look]: [string, string]): { from: number; to: number; insert: string } | null {
  const known = /^figures\s*=\s*\{/m.exec(text);
  if (known !== null) {
    const end = text.indexOf("}", known.index);
    const inside = text.slice(known.index + known[0].length, end);
    if (new RegExp(`(^|[,\\s])${mark}\\s*=`).test(inside)) return null;
    const at = known.index + known[0].length;
    return { from: at, to: at, insert: ` ${mark} = "${look}",` };
  }
  const first = /^puzzle\s*=[^\n]*\n/m.exec(text);
  if (first === null) return null;
  const at = first.index + first[0].length;
  return { from: at, to: at, insert: `figures = { ${mark} = "${look}" }\n` };
}
