// The text of what is added to a model: rules of paths, entries of tables, keys before all tables. Start with `ruled`.

import type { Element, Ground } from "./elements";
import type { Cell, Fix, Paths } from "./protocol";

export function cells(path: Cell[]): string {
  return `[${path.map(([row, column]) => `[${row}, ${column}]`).join(", ")}]`;
}

/** Returns a name that no rule has yet. */
function unused(base: string, taken: Set<string>): string {
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = `${base} ${number}`;
  return name;
}

/** Returns the name of the rule of a first path. */
export function named(own: Element, taken: Paths[]): string {
  return unused(own.rule ?? own.name.toLowerCase(), new Set(taken.map((one) => one.name)));
}

/** Returns the rule of a first path; `total`: the sum of its cells. */
export function ruled(own: Element, path: Cell[], name: string, ground: Ground, total?: number): string {
  const stated = typeof own.path === "function" ? own.path(ground) : own.path;
  const conditions = own.cells === "diagonal" ? `sum = ${total ?? 0}` : stated;
  return `[[rule]]\nname = "${name}"\nalong = [${cells(path)}]\n${conditions}\n`;
}

/** Returns the change that adds a rule at the end. */
export function appended(text: string, rule: string): Fix {
  return { from: text.length, to: text.length, insert: `${text.endsWith("\n") ? "\n" : "\n\n"}${rule}` };
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
export function place(text: string, table: string, entry: string): Fix {
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

/** Where a new key stands: after the first one. */
function before(text: string): number | null {
  const first = /^puzzle\s*=[^\n]*\n/m.exec(text);
  return first === null ? null : first.index + first[0].length;
}

const quoted = (name: string) => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name));
const escaped = (name: string) => quoted(name).replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Returns the place of an entry of a table on one line, such as `figures = { o = "circle" }`: the entry, and its value. */
function entry(text: string, key: string, name: string): { from: number; to: number; value: Fix } | null {
  const table = new RegExp(`^${key}\\s*=\\s*\\{([^}\\n]*)\\}`, "m").exec(text);
  const inside = table?.[1];
  if (table === null || inside === undefined) return null;
  const start = table.index + table[0].length - inside.length - 1;
  const found = new RegExp(`(?:^|,)\\s*(?:"${escaped(name).replaceAll('"', "")}"|${escaped(name)})\\s*=\\s*("[^"]*")`).exec(inside);
  if (found === null || found[1] === undefined) return null;
  const [from, to] = [start + found.index, start + found.index + found[0].length];
  return { from, to, value: { from: to - found[1].length, to, insert: found[1] } };
}

/** Returns the value of an entry of a table on one line. */
export function stated(text: string, key: string, name: string): string | null {
  return entry(text, key, name)?.value.insert.slice(1, -1) ?? null;
}

/** Returns the change that gives a name a value in a table on one line before all tables; none where it has it already. */
export function keyed(text: string, key: string, [name, value]: [string, string], replaces = false): Fix | null {
  const own = entry(text, key, name);
  if (own !== null) return replaces && own.value.insert !== `"${value}"` ? { ...own.value, insert: `"${value}"` } : null;
  const known = new RegExp(`^${key}\\s*=\\s*\\{`, "m").exec(text);
  const added = `${quoted(name)} = "${value}"`;
  if (known !== null) {
    const at = known.index + known[0].length;
    return { from: at, to: at, insert: /^\s*\}/.test(text.slice(at)) ? ` ${added} ` : ` ${added},` };
  }
  const at = before(text);
  return at === null ? null : { from: at, to: at, insert: `${key} = { ${added} }\n` };
}

/** Returns the change that takes an entry out of a table on one line, with the whole line if it is the only one. */
export function unkeyed(text: string, key: string, name: string): Fix | null {
  const own = entry(text, key, name);
  if (own === null) return null;
  const line = new RegExp(`^${key}\\s*=\\s*\\{([^}\\n]*)\\}\\n?`, "m").exec(text);
  const others = line?.[1] === undefined ? "" : line[1].slice(0, own.from - (line.index + line[0].indexOf("{") + 1)) + text.slice(own.to, line.index + line[0].indexOf("}"));
  if (line !== null && others.trim() === "") return { from: line.index, to: line.index + line[0].length, insert: "" };
  // The first entry goes with the comma after it.
  const isFirst = text.charAt(own.from) !== ",";
  return { from: own.from, to: isFirst && text.charAt(own.to) === "," ? own.to + 1 : own.to, insert: "" };
}

/** Returns whether a part of the model, such as `picture.place`, is not drawn. */
export function isHid(text: string, part: string): boolean {
  const [table, name] = part.split(".");
  return (table === "picture" || table === "list") && (/^hidden\s*=\s*\[([^\]]*)/m.exec(text)?.[1]?.includes(`"${name}"`) ?? false);
}

/** Returns the change that hides a picture; none where it is hidden already. */
export function hid(text: string, name: string): Fix | null {
  const known = /^hidden\s*=\s*\[([^\]]*)/m.exec(text);
  if (known !== null) {
    if (known[1]?.includes(`"${name}"`)) return null;
    const at = known.index + known[0].length - (known[1]?.length ?? 0);
    return { from: at, to: at, insert: known[1]?.trim() ? `"${name}", ` : `"${name}"` };
  }
  const at = before(text);
  return at === null ? null : { from: at, to: at, insert: `hidden = ["${name}"]\n` };
}

/** Returns the blocks and the regions that the rules of a text name. A side of a block may be a parameter. */
export function parted(text: string): Pick<Ground, "blocks" | "regions"> {
  const block = /"(block (\w+?)x(\w+))"/.exec(text);
  if (block !== null) {
    const side = (word = "") => Number(/^\d+$/.test(word) ? word : new RegExp(`^${word}\\s*=\\s*(\\d+)`, "m").exec(text)?.[1] ?? NaN);
    const [height, width] = [side(block[2]), side(block[3])];
    return { blocks: height > 0 && width > 0 ? [height, width] : null, regions: block[1] ?? null };
  }
  const region = /"(region (?!extra|clone|cage|place)[\w-]+)"/.exec(text);
  return { blocks: null, regions: region?.[1] ?? null };
}
