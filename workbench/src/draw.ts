// Drawing: the palette of pictures, lists and paths, and the changes of the text that an edit on the board makes. Start with `Hand`.

import { appended, hid, isHid, keyed, parted, place, stated } from "./adding";
import type { Board } from "./board";
import { merged } from "./cages";
import { find, make } from "./dom";
import type { Editor } from "./editor";
import { type Element, type Ground, offered } from "./elements";
import { created, given } from "./given";
import { isList, setting, shown, written } from "./marks";
import { colour, marks, offers, palette, titled, type Tool } from "./palette";
import type { Event, Fix, Paths, Picture, Size, Spot } from "./protocol";
import { QUADRUPLE, quadrupled } from "./quadruples";
import { fill } from "./render";
import { type Sized, sizes } from "./size";
import { state } from "./state";
import { toast } from "./toast";
import { type Canvas, type Chosen, Tracer } from "./tracing";

/** The time between two digits of one number, in milliseconds. */
const DIGITS = 1200;

export class Hand implements Canvas {
  pictures: Picture[] = [];
  paths: Paths[] = [];
  private size: Size | null = null;
  private values: string[] = [];
  chosen: Chosen = { picture: 0 };
  private tool: string | null = null;
  /** The mark that a pressed pointer draws. */
  private stroke: string | null = null;
  private readonly tracer = new Tracer(this);
  /** The size was changed, and the engine has not read the text yet. */
  private stale = false;
  private typed = { spot: "", when: 0 };
  /** Marks that were typed before the engine had read the picture that the first one created. */
  private waiting: [Spot, string][] = [];
  /** An element that was added, to be chosen once the engine has read its part. */
  private added: Element | null = null;

  constructor(readonly board: Board, readonly text: Editor) {}

  /** Begins with another model. */
  clear(): void {
    this.tracer.clear();
    this.chosen = { picture: 0 };
    this.tool = null;
    this.pictures = [];
    this.paths = [];
  }

  take(event: Event & { event: "board" }): void {
    this.stale = false;
    this.pictures = event.pictures;
    this.paths = event.paths;
    this.size = event.size;
    this.values = event.values[0]?.values ?? [];
    const missing = given(event);
    if (missing !== null) this.pictures = [missing, ...this.pictures];
    if ("paths" in this.chosen && this.paths[this.chosen.paths] === undefined) this.chosen = { picture: 0 };
    const added = this.added;
    this.added = null;
    if (added !== null) this.reveal(added);
    for (const [spot, mark] of this.waiting.splice(0)) this.put(spot, mark);
    // A new palette would take the field away from under a mark that is being typed.
    if (document.activeElement?.id === "mark") this.announce();
    else this.palette();
  }

  /** The marks stay known until the engine has read the new text. */
  moved(map: (place: number) => number): void {
    for (const { marks } of this.pictures) {
      for (const row of marks) for (const mark of row) if (mark !== null) mark[0] = map(mark[0]);
    }
    for (const { place, places } of this.paths) {
      for (const own of [place, ...places]) [own.from, own.to] = [map(own.from), map(own.to)];
    }
  }

  /** Returns the given values of cells, by row and column. */
  givens(): Map<string, string> {
    const found = new Map<string, string>();
    const own = this.pictures.filter(({ name, missing }) => (name === "grid.given" && missing !== true) || name === "clues");
    for (const { name, marks } of own) {
      for (const [row, all] of marks.entries()) {
        for (const [column, mark] of all.entries()) {
          if (mark === null || mark[1] === "." || mark[1] === "_") continue;
          // A number of Knightdoku is on a knight.
          const value = name === "clues" && mark[1] !== "x" ? "K" : mark[1];
          found.set(`${row + 1} ${column + 1}`, value);
        }
      }
    }
    return found;
  }

  private picture(): Picture | null {
    return "picture" in this.chosen ? this.pictures[this.chosen.picture] ?? null : null;
  }

  private mark({ kind, at }: Spot, picture = this.picture()): [number, string] | null {
    if (picture === null || picture.kind !== kind) return null;
    return picture.marks[at[0] - 1]?.[at[1] - 1] ?? null;
  }

  /** Returns whether there is a mark at a place, in the chosen picture or in one at a side of the board. */
  has(spot: Spot): boolean {
    if (spot.kind === "between" && (spot.at[0] + spot.at[1]) % 2 === 0) return false;
    if (isList(spot.kind)) return this.pictures.some((picture) => this.mark(spot, picture) !== null);
    const picture = this.picture();
    return picture === null || picture.kind !== spot.kind ? spot.kind === "cell" : this.mark(spot) !== null;
  }

  select(spot: Spot, how: "press" | "drag" | "key"): void {
    if (!("picture" in this.chosen)) {
      if (spot.kind === "cell") this.tracer.trail(spot.at, how);
      return;
    }
    // A press at a side of the board, or back on it, chooses a picture that is drawn there.
    if (this.mark(spot) === null && how === "press") {
      const other = this.pictures.findIndex((picture) => this.board.fits(picture) && this.mark(spot, picture) !== null);
      if (other >= 0) this.choose({ picture: other });
    }
    this.board.choose(spot);
    const mark = this.mark(spot);
    if (how !== "key" && this.tool !== null && mark !== null) {
      // A press on the same mark removes it.
      const picture = this.picture();
      if (how === "press") this.stroke = mark[1] === this.tool && picture !== null ? written(picture, ".") : this.tool;
      if (this.stroke !== null) this.put(spot, this.stroke);
    } else {
      this.field();
    }
    this.announce();
  }

  lift(): void {
    this.stroke = null;
    if (!("picture" in this.chosen)) this.tracer.lift();
  }

  private sized(): Sized {
    return { board: this.board, text: this.text, pictures: this.pictures, paths: this.paths, size: this.size };
  }

  type(character: string): void {
    const spot = this.board.selected;
    const picture = this.picture();
    const mark = spot === null ? null : this.mark(spot);
    if (spot === null) return;
    if (picture === null || mark === null) {
      if (/^[\w.#]$/.test(character)) toast("No part of the model takes a mark here.");
      return;
    }
    const name = `${this.text.text().length} ${spot.kind} ${spot.at}`;
    const old = shown(picture, mark[1]);
    // The digits of one number follow each other.
    const goes = /^\d$/.test(character) && /^[\d,? ]+$/.test(old) && this.isLong(picture) &&
      this.typed.spot === name && performance.now() - this.typed.when < DIGITS;
    this.put(spot, written(picture, goes ? `${old}${character}` : character));
    this.typed = { spot: `${this.text.text().length} ${spot.kind} ${spot.at}`, when: performance.now() };
    this.announce();
  }

  /** Takes the mark of a place away. */
  wipe(spot: Spot): void {
    const picture = this.picture();
    this.board.choose(spot);
    if (picture !== null && this.mark(spot) !== null) this.put(spot, written(picture, "."));
    this.announce();
  }

  /** Puts the next mark of those that are offered, or the one before. */
  turn(spot: Spot, by: number): void {
    const picture = this.picture();
    const mark = this.mark(spot);
    if (picture === null || mark === null) return;
    const all = offers(picture, this.values).map((own) => written(picture, own));
    const next = all[(Math.max(0, all.indexOf(mark[1])) + by + all.length) % all.length];
    this.board.choose(spot);
    if (next !== undefined) this.put(spot, next);
    this.announce();
  }

  /** Goes on to the next part of the model; false after the last one. */
  next(by: number): boolean {
    const parts = [...find("palette").querySelectorAll<HTMLElement>("[data-part]:not([data-part^='+'])")];
    const at = parts.findIndex((own) => own.getAttribute("aria-pressed") === "true");
    const to = parts[at + by];
    if (to === undefined) return false;
    to.click();
    return true;
  }

  private isLong(picture: Picture): boolean {
    return isList(picture.kind) || picture.name === QUADRUPLE || picture.marks.flat().some((mark) => mark !== null && [...mark[1]].length > 1) ||
      this.values.some((value) => value.length > 1);
  }

  private put(spot: Spot, mark: string): void {
    const picture = this.picture();
    const old = this.mark(spot);
    if (picture === null || old === null) return;
    if (picture.missing === true) {
      this.create(picture, spot, mark);
      return;
    }
    const changes = setting(picture, spot.at[0] - 1, spot.at[1] - 1, mark);
    if (changes.length === 0) return;
    const others = picture.name === QUADRUPLE ? quadrupled(this.text.text(), picture, old[1], mark) : [];
    const [from] = old;
    old[1] = mark;
    this.text.edit([...changes, ...others]);
    // An insertion at the place moved it.
    if (changes.length === 1) old[0] = from;
    this.field();
  }

  /** Adds the picture of given values with this one to the text, or says why it cannot be added. */
  private create(picture: Picture, spot: Spot, mark: string): void {
    if (this.stale) {
      this.waiting.push([spot, mark]);
      return;
    }
    if (mark === ".") return;
    const change = created(this.text.text(), picture, spot.at, mark);
    if (typeof change === "string") {
      toast(change);
      return;
    }
    // The places of its marks are known once the engine has read the text.
    this.stale = true;
    this.text.edit([change]);
  }

  private announce(): void {
    const spot = this.board.selected;
    if (spot === null) return;
    const mark = this.mark(spot);
    const [row, column] = spot.at;
    const where: Record<Spot["kind"], string> = {
      cell: `Row ${row}, column ${column}`,
      between: `Between cells, at row ${(row + 1) / 2}, column ${(column + 1) / 2}`,
      anywhere: `Row ${(row + 1) / 2}, column ${(column + 1) / 2}`,
      corner: `Corner ${row}, ${column}`,
      left: `Left of row ${row}`, right: `Right of row ${row}`, top: `Above column ${row}`, bottom: `Below column ${row}`,
    };
    const picture = this.picture();
    const words = mark === null || picture === null ? "" : `: ${shown(picture, mark[1]) || "."} in ${picture.name}`;
    find("cell").textContent = where[spot.kind] + words;
  }

  private choose(chosen: Chosen): void {
    this.tracer.clear();
    this.chosen = chosen;
    this.tool = null;
    const picture = this.picture();
    this.board.kind = picture === null || isList(picture.kind) ? "cell" : picture.kind;
    this.palette();
  }

  /** Shows the tools. */
  palette(): void {
    if (state.mode !== "draw") return;
    const text = this.text.text();
    const all = this.pictures.map((picture, index) => ({ picture, index }));
    // What is not drawn is changed in the text.
    const fitting = all.filter(({ picture }) => this.board.fits(picture) && !isHid(text, picture.name));
    const chosen = this.chosen;
    if ("picture" in chosen && !fitting.some(({ index }) => index === chosen.picture)) this.chosen = { picture: fitting[0]?.index ?? -1 };
    const picture = this.picture();
    this.board.kind = picture === null || isList(picture.kind) ? "cell" : picture.kind;
    this.board.narrow = !("picture" in this.chosen);
    this.board.grab(!("picture" in this.chosen) || this.tool !== null);
    const now = this.chosen;
    const parts: Tool[] = [
      ...fitting.map(({ picture, index }) => ({
        name: picture.name, title: titled(picture), on: "picture" in now && now.picture === index, press: () => this.choose({ picture: index }),
      })),
      ...this.paths.map(({ name }, index) => ({
        name: `path: ${name}`, title: name, on: "paths" in now && now.paths === index, press: () => this.choose({ paths: index }),
      })),
    ];
    const elements = this.size?.shape === "square" ? offered(this.ground()) : [];
    const more = elements.map((element): Tool => ({
      name: `+ ${element.name}`, title: element.name, group: element.group, icon: element.icon ?? "", on: "element" in now && now.element.name === element.name,
      press: () => (element.path === undefined && element.cells === undefined ? this.insert(element) : this.choose({ element })),
    }));
    const resize = this.size !== null && this.size.shape === "square" && this.size.fixed !== true ? () => sizes(() => (this.stale ? null : this.sized()), () => {
      this.stale = true;
    }) : null;
    const remove = "paths" in now ? () => this.tracer.remove() : null;
    fill(find("palette"), palette({ parts, more, marks: picture === null ? this.tint() : this.hands(picture), remove, resize }));
    this.hint(picture);
    this.field();
    this.announce();
  }

  /** Says above the board what the tool does. */
  private hint(picture: Picture | null): void {
    const now = this.chosen;
    const path = "element" in now ? now.element.name : "paths" in now ? this.paths[now.paths]?.name ?? "" : "";
    const [title, words] = picture === null
      ? [path, path === "" ? "" : "Drag from cell to cell"]
      : [titled(picture), this.tool === null ? (picture.name === QUADRUPLE ? "Choose a corner and type its numbers" : "Choose a place and type") : `Press or drag to draw ${shown(picture, this.tool) || "."}`];
    find("hint").replaceChildren(make("b", {}, title), " ", make("span", { class: "soft" }, words));
  }

  /** The marks of a picture as buttons, and a field for any other one. */
  private hands(picture: Picture): HTMLElement[] {
    const pressed = (mark: string | null) => this.tool === (mark === null ? null : written(picture, mark));
    const choose = (mark: string | null) => {
      this.tool = mark === null ? null : written(picture, mark);
      this.palette();
    };
    const enter = (typed: string) => {
      const mark = written(picture, typed);
      const spot = this.board.selected;
      if (spot !== null && this.tool === null && this.mark(spot) !== null) this.put(spot, mark);
      else choose(typed);
    };
    return marks(picture, this.values, { pressed, choose, enter });
  }

  /** Shows the mark of the selected place, or the mark that is drawn, in its field. */
  private field(): void {
    const field = document.getElementById("mark");
    const [picture, spot] = [this.picture(), this.board.selected];
    if (!(field instanceof HTMLInputElement) || picture === null || field === document.activeElement) return;
    field.value = this.tool !== null ? shown(picture, this.tool) : spot === null ? "" : shown(picture, this.mark(spot)?.[1] ?? "");
  }

  ground(): Ground {
    const [rows, columns] = this.board.size();
    return { rows, columns, values: this.values, ...parted(this.text.text()) };
  }

  /** The colour of the chosen paths, to be changed. */
  private tint(): HTMLElement[] {
    const name = "paths" in this.chosen ? this.paths[this.chosen.paths]?.name ?? "" : "";
    if (name === "") return [];
    return [colour(stated(this.text.text(), "colours", name), (to) => {
      const change = keyed(this.text.text(), "colours", [name, to], true);
      if (change !== null) this.text.edit([change]);
    })];
  }

  /** Adds an element with its picture or list and its rules, or chooses it if it is there. */
  private insert(element: Element): void {
    if (this.reveal(element)) return;
    const text = this.text.text();
    const rules = element.rules?.(this.ground()) ?? "";
    const name = /^name = "([^"]*)"/m.exec(rules)?.[1];
    if ((element.table === undefined || element.part === undefined) && name !== undefined && new RegExp(`^name\\s*=\\s*"${name}"`, "m").test(text)) {
      toast(`${element.name} is among the rules already.`);
      return;
    }
    const changes: Fix[] = rules === "" ? [] : [appended(text, rules)];
    if (element.table !== undefined) changes.unshift(place(text, element.table, element.entry?.(this.ground()) ?? ""));
    const keys = [
      element.hidden === undefined ? null : hid(text, element.hidden),
      element.figure === undefined ? null : keyed(text, "figures", element.figure),
      element.colour === undefined ? null : keyed(text, "colours", element.colour),
    ];
    changes.unshift(...keys.filter((key) => key !== null));
    this.added = element.part === undefined ? null : element;
    this.text.edit(merged(changes));
  }

  /** Chooses the part of an element with the mark that a press makes; false if the model has no such part. */
  private reveal(element: Element): boolean {
    const index = this.pictures.findIndex(({ name }) => name === element.part);
    const picture = this.pictures[index];
    if (picture === undefined) return false;
    this.choose({ picture: index });
    if (element.mark !== undefined) {
      this.tool = written(picture, element.mark);
      this.palette();
    }
    return true;
  }
}
