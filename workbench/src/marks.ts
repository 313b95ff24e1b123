// The marks of pictures and lists as people type them and as the model has them, and the changes of the text that edit them.

import type { Fix, Kind, Picture } from "./protocol";

export function isList(kind: Kind): boolean {
  return kind === "left" || kind === "right" || kind === "top" || kind === "bottom";
}

/** Returns a mark as people read it: an entry of a list without quotes and brackets. */
export function shown(picture: Picture, mark: string): string {
  return isList(picture.kind) ? mark.replaceAll(/["'[\],]/g, " ").replaceAll(/\s+/g, " ").trim() : mark;
}

/** Returns what people typed as the model has it. */
export function written(picture: Picture, typed: string): string {
  const word = typed.trim();
  if (!isList(picture.kind)) return word === "" ? "." : word.replaceAll(/\s+/g, ",");
  if (word === "" || word === ".") return '"."';
  if (/^-?\d+$/.test(word)) return word;
  const several = word.split(/[\s,]+/);
  if (several.length > 1) return `[${several.map((one) => (/^-?\d+$/.test(one) ? one : JSON.stringify(one))).join(", ")}]`;
  return JSON.stringify(word);
}

/** Returns what stands between the marks of a row. */
export function separator(picture: Picture): string {
  for (const row of picture.marks) {
    for (const [index, mark] of row.entries()) {
      const next = row[index + 1];
      if (mark && next) return next[0] > mark[0] + mark[1].length ? " " : "";
    }
  }
  return "";
}

/** Returns the changes that set a mark. A longer mark in a picture of characters makes it one of words. */
export function setting(picture: Picture, row: number, column: number, mark: string): Fix[] {
  const old = picture.marks[row]?.[column];
  if (!old || old[1] === mark) return [];
  const isWord = [...mark].length > 1 && !isList(picture.kind);
  if (!isWord || picture.columns === 1 || separator(picture) !== "") return [{ from: old[0], to: old[0] + old[1].length, insert: mark }];
  return picture.marks.flatMap((marks, at): Fix[] => {
    const own = marks.filter((one) => one !== null);
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined) return [];
    const words = own.map((one) => (one === old && at === row ? mark : one[1]));
    return [{ from: first[0], to: last[0] + last[1].length, insert: words.join(" ") }];
  });
}

/** Where a row or a column is added or removed. */
export interface Change { along: "rows" | "columns"; at: "start" | "end"; by: 1 | -1 }

/** Returns the number of rows or columns of a picture that stand for one of the board. */
function times(picture: Picture, along: Change["along"]): number {
  switch (picture.kind) {
    case "between":
    case "anywhere": return 2;
    case "left":
    case "right": return along === "rows" ? 1 : 0;
    case "top":
    case "bottom": return along === "columns" ? 1 : 0;
    default: return 1;
  }
}

/** Returns the changes of a picture when the board grows or shrinks; null if the picture is written in a form that is not changed. */
export function resized(text: string, picture: Picture, change: Change): Fix[] | null {
  const many = times(picture, change.along);
  if (many === 0) return [];
  const rows = picture.marks.map((row) => row.filter((mark) => mark !== null));
  if (rows.some((row, index) => row.length !== picture.marks[index]?.length)) return null;
  if (isList(picture.kind)) return listed(rows.map((row) => row[0] as [number, string]), change);
  const all = rows.flat().map(([, mark]) => mark);
  const full = picture.kind === "cell" && !all.includes(".");
  const between = separator(picture);
  const filler = (mark: string | undefined) => (full && mark !== "_" ? mark ?? "." : ".");
  if (change.along === "columns") {
    return rows.flatMap((row): Fix[] => {
      const [first, last] = [row[0], row.at(-1)];
      if (first === undefined || last === undefined) return [];
      if (change.by < 0) {
        const [from, to] = change.at === "start" ? [first[0], row[many]?.[0]] : [row.at(-many - 1), last[0] + last[1].length];
        if (to === undefined || from === undefined) return [];
        return [{ from: typeof from === "number" ? from : from[0] + from[1].length, to, insert: "" }];
      }
      if (change.at === "start") return [{ from: first[0], to: first[0], insert: `${filler(first[1])}${between}`.repeat(many) }];
      const end = last[0] + last[1].length;
      return [{ from: end, to: end, insert: `${between}${filler(last[1])}`.repeat(many) }];
    });
  }
  const start = (row: [number, string][]) => text.lastIndexOf("\n", (row[0]?.[0] ?? 0) - 1) + 1;
  const end = (row: [number, string][]) => {
    const last = row.at(-1) ?? [0, ""];
    return last[0] + last[1].length;
  };
  const [first, last] = [rows[0] ?? [], rows.at(-1) ?? []];
  if (change.by < 0) {
    const [top, bottom] = change.at === "start" ? [rows[0], rows[many]] : [rows.at(-many - 1), rows.at(-1)];
    if (top === undefined || bottom === undefined || text.slice(start(first), first[0]?.[0]).trim() !== "") return null;
    return change.at === "start" ? [{ from: start(top), to: start(bottom), insert: "" }] : [{ from: end(top), to: end(bottom), insert: "" }];
  }
  const model = change.at === "start" ? first : last;
  const indent = text.slice(start(model), model[0]?.[0]);
  if (indent.trim() !== "") return null;
  const row = `${indent}${model.map(([, mark]) => filler(mark)).join(between)}`;
  return change.at === "start"
    ? [{ from: start(first), to: start(first), insert: `${row}\n`.repeat(many) }]
    : [{ from: end(last), to: end(last), insert: `\n${row}`.repeat(many) }];
}

/** Returns the change of a list. */
function listed(items: [number, string][], change: Change): Fix[] | null {
  const [first, last] = [items[0], items.at(-1)];
  if (first === undefined || last === undefined) return null;
  const end = (item: [number, string]) => item[0] + item[1].length;
  if (change.by > 0) {
    return change.at === "start"
      ? [{ from: first[0], to: first[0], insert: '".", ' }]
      : [{ from: end(last), to: end(last), insert: ', "."' }];
  }
  const [second, before] = [items[1], items.at(-2)];
  if (second === undefined || before === undefined) return null;
  return change.at === "start" ? [{ from: first[0], to: second[0], insert: "" }] : [{ from: end(before), to: end(last), insert: "" }];
}
