// Given values of a model that has none yet: the first one that is typed creates their picture. Start with `given`.

import type { Picture } from "./protocol";
import type { BoardEvent } from "./state";

/** Returns the picture that a model lacks: that of the given values of its cells. */
export function given({ pictures, values, panels, puzzle, hand }: BoardEvent): Picture | null {
  const own = values[0];
  const panel = panels[0];
  if (puzzle !== "grid" || hand !== "entries" || own === undefined || own.layer !== "grid" || own.values.length === 0) return null;
  if (panels.length !== 1 || panel === null || panel === undefined || panel.outlines !== null) return null;
  if (pictures.some(({ name }) => name === "grid.given" || name === "grid.cells" || name === "grid.start")) return null;
  const marks = Array.from({ length: panel.rows }, () => Array.from({ length: panel.columns }, (): [number, string] => [-1, "."]));
  return { name: "grid.given", kind: "cell", rows: panel.rows, columns: panel.columns, marks, missing: true };
}

/** Returns the change that adds the picture with one mark, or why it cannot be added. */
export function created(text: string, picture: Picture, [row, column]: [number, number], mark: string): { from: number; to: number; insert: string } | string {
  const header = /^\[grid\][^\n]*$/m.exec(text);
  if (header === null) return "The text has no [grid] table, to which a value could be added.";
  const words = [...mark].length > 1 ? " " : "";
  const rows = picture.marks.map((marks, at) => marks.map((_, index) => (at === row - 1 && index === column - 1 ? mark : ".")).join(words));
  // After the last key of the table.
  const start = header.index + header[0].length;
  const rest = text.slice(start);
  const next = /\n\s*\[/.exec(rest)?.index ?? rest.length;
  const end = start + rest.slice(0, next).trimEnd().length;
  return { from: end, to: end, insert: `\ngiven = """\n${rows.join("\n")}\n"""${next === rest.length && end === text.length ? "\n" : ""}` };
}
