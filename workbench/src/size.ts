// The size of the board: rows and columns are added and removed in all pictures, lists and paths of the model. Start with `sizes`.

import type { Board } from "./board";
import { button, dialog, make } from "./dom";
import type { Editor } from "./editor";
import { cells } from "./adding";
import { type Change, resized } from "./marks";
import type { Cell, Fix, Paths, Picture, Size } from "./protocol";

/** What has a size. */
export interface Sized { board: Board; text: Editor; pictures: Picture[]; paths: Paths[]; size: Size | null }

/** Shows the buttons; `now`: the board as the engine has read it, null until it has read the last change. */
export function sizes(now: () => Sized | null, changed: () => void): void {
  const notes = make("p", { role: "status" });
  const row = (label: string, along: Change["along"], at: Change["at"]) => {
    const one = (by: 1 | -1) => button(by > 0 ? "Add" : "Remove", () => {
      const own = now();
      notes.textContent = own === null ? "The board is being drawn; try again." : resize(own, { along, at, by }, changed);
    });
    const [add, drop] = [one(1), one(-1)];
    add.setAttribute("aria-label", `Add a ${label}`);
    drop.setAttribute("aria-label", `Remove the ${label}`);
    return make("p", { class: "row" }, make("span", { class: "label" }, label), add, drop);
  };
  dialog("Size of the board", row("row at the top", "rows", "start"), row("row at the bottom", "rows", "end"),
    row("column at the left", "columns", "start"), row("column at the right", "columns", "end"), notes);
}

/** Adds or removes a row or a column, in all pictures and lists; returns what happened. */
function resize({ board, text, pictures, paths, size }: Sized, change: Change, changed: () => void): string {
const model = text.text();
  const changes: Fix[] = [];
  const length = size?.[change.along];
  const old = change.along === "rows" ? board.size()[0] : board.size()[1];
  if (old + change.by < 1) return "The board has no other one.";
  if (length) changes.push({ ...length.place, insert: String(length.value + change.by) });
  for (const picture of pictures.filter((picture) => board.fits(picture))) {
    const own = resized(model, picture, change);
    if (own === null) return `${picture.name} is not written row by row; change it in the text.`;
    changes.push(...own);
  }
  if (change.at === "start") {
    const shift = ([row, column]: Cell): Cell => (change.along === "rows" ? [row + change.by, column] : [row, column + change.by]);
    for (const own of paths) {
      const moved = own.paths.map((path) => cells(path.map(shift)));
      changes.push({ ...own.place, insert: own.places.length > 0 ? `[${moved.join(", ")}]` : moved[0] ?? "" });
    }
  }
  if (changes.length === 0) return "The size follows from the text.";
  board.choose(null);
  changed();
  text.edit(changes.sort((one, other) => one.from - other.from));
  const [rows, columns] = board.size();
  return `${rows + (change.along === "rows" ? change.by : 0)} rows and ${columns + (change.along === "columns" ? change.by : 0)} columns`;
}
