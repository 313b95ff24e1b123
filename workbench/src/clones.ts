// Clones: cells of two groups hold the same values, one by one. Two cells with the same mark are a pair. Start with `cloned`.

import { appended, keyed, place } from "./adding";
import { merged } from "./cages";
import type { Cell, Fix, Picture } from "./protocol";

const MARKS = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"];

/** Returns the changes that add a group and its copy, whose first cell is `to`; a reason where they do not fit. */
export function cloned(text: string, size: Cell, known: Picture | undefined, path: Cell[], to: Cell, colour: string): Fix[] | string {
  const [first] = path;
  if (first === undefined) return [];
  const copy = path.map(([row, column]): Cell => [row - first[0] + to[0], column - first[1] + to[1]]);
  if (copy.some(([row, column]) => row < 1 || column < 1 || row > size[0] || column > size[1])) return "The copy does not fit on the board there.";
  const all = [...path, ...copy];
  const used = new Set(known?.marks.flat().map((mark) => mark?.[1]));
  const isFree = ([row, column]: Cell) => (known?.marks[row - 1]?.[column - 1]?.[1] ?? ".") === ".";
  if (new Set(all.map(String)).size < all.length || !all.every(isFree)) return "A cell is in one group only.";
  const free = MARKS.filter((mark) => !used.has(mark));
  if (free.length < path.length) return "There are no marks left for the cells.";
  const marked = (index: number) => free[index % path.length] ?? ".";
  if (known !== undefined) {
    const changes = all.flatMap(([row, column], index): Fix[] => {
      const mark = known.marks[row - 1]?.[column - 1];
      return mark ? [{ from: mark[0], to: mark[0] + mark[1].length, insert: marked(index) }] : [];
    });
    return changes.sort((one, other) => one.from - other.from);
  }
  const rows = Array.from({ length: size[0] }, () => Array.from({ length: size[1] }, () => "."));
  for (const [index, [row, column]] of all.entries()) {
    const line = rows[row - 1];
    if (line !== undefined) line[column - 1] = marked(index);
  }
  const picture = place(text, "picture", `clone = """\n${rows.map((row) => `${row.join("")}\n`).join("")}"""\n`);
  const tint = keyed(text, "colours", ["clone", colour]);
  const rule = '[[rule]]\nname = "clones"\neach = "region clone"\nall-equal = true\n';
  return merged([...(tint === null ? [] : [tint]), picture, appended(text, rule)]);
}
