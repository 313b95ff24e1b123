// Killer cages: a region of a picture with a total in a list. Start with `caged`.

import { place } from "./adding";
import type { Cell, Fix, Picture } from "./protocol";

const LETTERS = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Returns the changes that add a cage; a reason where there is no letter left. */
export function caged(text: string, size: Cell, known: Picture | undefined, path: Cell[], total: number | null): Fix[] | string {
  const used = new Set(known?.marks.flat().map((mark) => mark?.[1]));
  const letter = LETTERS.find((own) => !used.has(own));
  if (letter === undefined) return "There are as many cages as letters.";
  const value = total === null ? '"."' : String(total);
  const changes: Fix[] = [];
  if (known !== undefined) {
    for (const [row, column] of path) {
      const mark = known.marks[row - 1]?.[column - 1];
      if (mark) changes.push({ from: mark[0], to: mark[0] + mark[1].length, insert: letter });
    }
    changes.push(place(text, "list.total", `${letter} = ${value}\n`));
    return changes.sort((one, other) => one.from - other.from);
  }
  const rows = Array.from({ length: size[0] }, () => Array.from({ length: size[1] }, () => "."));
  for (const [row, column] of path) {
    const line = rows[row - 1];
    if (line !== undefined) line[column - 1] = letter;
  }
  const picture = place(text, "picture", `cage = """\n${rows.map((row) => `${row.join("")}\n`).join("")}"""\n`);
  const list = place(text, "list.total", `${letter} = ${value}\n`);
  const end = text.length;
  const rules = `${text.endsWith("\n") ? "\n" : "\n\n"}[[rule]]\nname = "cages"\neach = "region cage"\nall-different = true\n\n[[rule]]\nname = "totals"\neach = "region cage"\nsum = "total"\n`;
  return merged([picture, list, { from: end, to: end, insert: rules }]);
}

/** Insertions at one place are one change. */
export function merged(changes: Fix[]): Fix[] {
  const found: Fix[] = [];
  for (const own of [...changes].sort((one, other) => one.from - other.from)) {
    const last = found.at(-1);
    if (last !== undefined && last.from === own.from && last.to === own.to && last.from === last.to) last.insert += own.insert;
    else found.push({ ...own });
  }
  return found;
}
