// Elements that can be added to a model: their pictures, lists and rules as text. Start with `ELEMENTS`.

import type { Cell, Paths } from "./protocol";

export interface Ground { rows: number; columns: number; values: string[] }

export interface Element {
  name: string;
  /** The rule of a path, which is drawn first. */
  path?: string;
  /** Whether the values must be numbers. */
  numbers?: boolean;
  /** The entry of a table, and the rules at the end. */
  table?: string;
  entry?(ground: Ground): string;
  rules?(ground: Ground): string;
}

const picture = (name: string, rows: number, columns: number) => `${name} = """\n${`${".".repeat(columns)}\n`.repeat(rows)}"""\n`;
const list = (length: number) => `[${Array.from({ length }, () => '"."').join(", ")}]`;
const areNumbers = (values: string[]) => values.length > 0 && values.every((value) => /^-?\d+$/.test(value));

/** Returns the value that lists count. */
function counted(values: string[]): string {
  return values.find((value) => value !== ".") ?? "line";
}

export const ELEMENTS: Element[] = [
  { name: "Thermometer", path: "increasing = true", numbers: true },
  { name: "Arrow: sum", path: 'including = false\nsum = "value"', numbers: true },
  { name: "Line: consecutive", path: "consecutive = true", numbers: true },
  { name: "Line: neighbours differ by 5", path: 'each = "pair"\ndifference-at-least = 5', numbers: true },
  { name: "Cage: all different", path: "all-different = true" },
  {
    name: "Signs < > ^ v", table: "between", numbers: true,
    entry: ({ rows, columns }) => picture("sign", 2 * rows - 1, 2 * columns - 1),
    rules: () => '[[rule]]\neach = "pair"\nat = ["sign=<", "sign=^"]\nincreasing = true\n\n' +
      '[[rule]]\neach = "pair"\nat = ["sign=>", "sign=v"]\ndecreasing = true\n',
  },
  {
    name: "Numbers at rows and columns", table: "list.beside",
    entry: ({ rows, columns }) => `rows = ${list(rows)}\ncolumns = ${list(columns)}\n`,
    rules: ({ values }) => {
      const condition = areNumbers(values) ? 'sum = "beside"' : `exactly = { ${JSON.stringify(counted(values))} = "beside" }`;
      return `[[rule]]\neach = ["row", "column"]\n${condition}\n`;
    },
  },
  {
    name: "Regions", table: "picture",
    entry: ({ rows, columns }) => picture("room", rows, columns),
    rules: ({ values }) => {
      const condition = areNumbers(values) ? "all-different = true" : `exactly = { ${JSON.stringify(counted(values))} = 1 }`;
      return `[[rule]]\neach = "region room"\n${condition}\n`;
    },
  },
  {
    name: "Clues on cells", table: "picture",
    entry: ({ rows, columns }) => picture("clue", rows, columns),
    rules: ({ values }) => `[[rule]]\nat = "clue"\naround = "king"\nexactly = { ${JSON.stringify(counted(values))} = "clue" }\n`,
  },
];

export function offered({ values }: Ground): Element[] {
  return ELEMENTS.filter((own) => own.numbers !== true || areNumbers(values));
}

export function cells(path: Cell[]): string {
  return `[${path.map(([row, column]) => `[${row}, ${column}]`).join(", ")}]`;
}

/** Returns the rule of a first path. */
export function ruled(own: Element, path: Cell[], taken: Paths[]): string {
  const base = own.name.toLowerCase().replaceAll(/[^a-z0-9 ]/g, "");
  const names = new Set(taken.map((one) => one.name));
  let name = base;
  for (let number = 2; names.has(name); number += 1) name = `${base} ${number}`;
  return `[[rule]]\nname = "${name}"\nalong = [${cells(path)}]\n${own.path}\n`;
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
