// Paths and sets of cells drawn with the pointer: followed, added to the text, and removed from it. Start with `Tracer`.

import { appended, cells, diagonal, keyed, named, ruled, unkeyed } from "./adding";
import type { Board } from "./board";
import { caged, merged } from "./cages";
import { cloned } from "./clones";
import { find, make } from "./dom";
import type { Editor } from "./editor";
import type { Element, Ground } from "./elements";
import type { Cell, Fix, Paths, Picture } from "./protocol";
import { toast } from "./toast";
import { asked } from "./total";

/** What is drawn: a picture or the paths of a rule, by their numbers, or an element that is not there yet. */
export type Chosen = { picture: number } | { paths: number } | { element: Element };

/** Where paths are drawn. */
export interface Canvas {
  readonly board: Board;
  readonly text: Editor;
  readonly pictures: Picture[];
  readonly paths: Paths[];
  chosen: Chosen;
  ground(): Ground;
  palette(): void;
}

export class Tracer {
  private path: Cell[] = [];
  /** The cells of which a copy is placed by the next press. */
  private model: Cell[] = [];

  constructor(private readonly on: Canvas) {}

  /** Another tool was chosen. */
  clear(): void {
    if (this.model.length > 0) this.on.board.trace([]);
    [this.path, this.model] = [[], []];
  }

  /** Follows the pointer along a path. */
  trail(cell: Cell, how: "press" | "drag" | "key"): void {
    const { board } = this.on;
    if (how === "key") return board.choose({ kind: "cell", at: cell });
    this.path = how === "press" ? [cell] : this.path;
    const before = this.path.at(-2);
    // Going back shortens the path.
    if (before !== undefined && before[0] === cell[0] && before[1] === cell[1]) this.path.pop();
    else if (!this.path.some(([row, column]) => row === cell[0] && column === cell[1])) this.path.push(cell);
    board.choose({ kind: "cell", at: cell });
    board.trace(this.path);
  }

  lift(): void {
    const path = this.path;
    if (path.length === 0) return;
    this.path = [];
    this.on.board.trace([]);
    const { chosen } = this.on;
    if ("element" in chosen && chosen.element.cells === "clone") this.clone(chosen.element, path);
    else if ("element" in chosen && chosen.element.cells !== undefined) this.total(chosen.element, path);
    else if (path.length > 1) this.add(path);
  }

  /** Takes the cells of which there is a copy, and then its first cell. */
  private clone(element: Element, path: Cell[]): void {
    const { board, text, pictures } = this.on;
    const [to] = path;
    if (this.model.length === 0 || to === undefined) {
      this.model = path;
      board.trace(path);
      find("hint").replaceChildren(make("b", {}, element.name), " ", make("span", { class: "soft" }, "Press the cell where the copy begins"));
      return;
    }
    const known = pictures.find(({ name }) => name === "picture.clone");
    const changes = cloned(text.text(), board.size(), known, this.model, to, element.colour?.[1] ?? "grey");
    this.model = [];
    if (typeof changes === "string") toast(changes);
    else text.edit(changes);
    this.on.palette();
  }

  /** Asks for the total of a cage or a diagonal, and adds it. */
  private total(element: Element, drawn: Cell[]): void {
    const { board, text, paths } = this.on;
    const ground = this.on.ground();
    const path = element.cells === "diagonal" ? diagonal(drawn, ground) : drawn;
    if (path === null) {
      toast("Drag along the diagonal, from its clue on.");
      return;
    }
    board.trace(path);
    asked(element.name, element.cells === "cage", (sum) => {
      board.trace([]);
      if (element.cells === "cage" && sum !== undefined) this.cage(path, sum);
      else if (sum !== undefined && sum !== null) text.edit([appended(text.text(), ruled(element, path, named(element, paths), ground, sum))]);
      this.on.palette();
      find("board").focus();
    });
  }

  private cage(path: Cell[], total: number | null): void {
    const { board, text, pictures } = this.on;
    const known = pictures.find(({ name }) => name === "picture.cage");
    const changes = caged(text.text(), board.size(), known, path, total);
    if (typeof changes === "string") toast(changes);
    else text.edit(changes);
  }

  /** Adds a path to the chosen rule, or with a rule of its own. */
  private add(path: Cell[]): void {
    const { chosen, text, paths } = this.on;
    if ("element" in chosen) {
      const model = text.text();
      const name = named(chosen.element, paths);
      const rule = appended(model, ruled(chosen.element, path, name, this.on.ground()));
      const colour = chosen.element.colour?.[1];
      const tint = colour === undefined ? null : keyed(model, "colours", [name, colour]);
      text.edit(merged([...(tint === null ? [] : [tint]), rule]));
      // Further ones belong to the same rule.
      this.on.chosen = { paths: paths.length };
      const at = text.text().length;
      paths.push({ name, place: { from: at, to: at }, paths: [], places: [] });
      return;
    }
    const own = "paths" in chosen ? paths[chosen.paths] : undefined;
    if (own === undefined) return;
    const last = own.places.at(-1);
    const after = `, ${cells(path)}`;
    if (last !== undefined) text.edit([{ from: last.to, to: last.to, insert: after }]);
    else if (own.paths.length > 0) {
      const { from, to } = own.place;
      text.edit([{ from, to: from, insert: "[" }, { from: to, to, insert: `${after}]` }]);
    }
  }

  /** Removes the path of the chosen rule through the selected cell, or the last one. */
  remove(): void {
    const { board, chosen, text, paths } = this.on;
    const own = "paths" in chosen ? paths[chosen.paths] : undefined;
    if (own === undefined) return;
    const at = board.selected?.at;
    const found = own.paths.findIndex((path) => path.some(([row, column]) => row === at?.[0] && column === at[1]));
    const index = found < 0 ? own.paths.length - 1 : found;
    const [place, next, before] = [own.places[index], own.places[index + 1], own.places[index - 1]];
    if (place !== undefined && next !== undefined) text.edit([{ from: place.from, to: next.from, insert: "" }]);
    else if (place !== undefined && before !== undefined) text.edit([{ from: before.to, to: place.to, insert: "" }]);
    else this.drop(own);
  }

  /** Removes the rule of paths, which has no other one, with its colour. */
  private drop(own: Paths): void {
    const { text } = this.on;
    const model = text.text();
    const from = model.lastIndexOf("[[rule]]", own.place.from);
    const rest = /\n\s*\[/.exec(model.slice(own.place.to));
    if (from < 0) return;
    this.on.chosen = { picture: 0 };
    const rule: Fix = { from, to: rest === null ? model.length : own.place.to + rest.index + 1, insert: "" };
    const colour = unkeyed(model, "colours", own.name);
    text.edit(colour === null ? [rule] : [colour, rule]);
  }
}
