// The board: the drawing of the engine with tinted cells, small figures and the player's entries above it, and the pointer and the
// keys that choose places on it.

import { inside, outlines } from "./geometry";
import { type Entries, overlay, type Tints } from "./overlay";
import type { Cell, Drawing, Kind, Panel, Picture, Spot } from "./protocol";

export type { Entries, Tints };

/** The room of the labels of rows and columns. */
const LABELS = 19;
/** The time of a long press, in milliseconds, and how far the finger may move meanwhile, in pixels. */
const LONG = 500;
const STILL = 8;
/** The largest size of the drawing, in its own units. */
const LARGEST = 3.2;
/** The part of a cell from its middle that takes a dragged pointer, in sides of the cell. */
const MIDDLE = 0.35;
/** The distance between the points at which a drag is looked at, in sides of a cell. */
const PACE = 0.2;

/** A point of the drawing over a panel, in sides of a cell from its corner. */
export interface Point { panel: number; down: number; right: number }

export interface Hands {
  /** Whether there is a mark to edit at a place. */
  has(spot: Spot): boolean;
  /** A place was pressed, entered with a pressed pointer, or chosen by the keyboard. */
  select(spot: Spot, how: "press" | "drag" | "key"): void;
  /** A point was pressed or passed, with `cross` by the right button; true: nothing else is to be done. */
  point(point: Point, how: "press" | "drag", cross: boolean): boolean;
  /** The pointer was lifted. */
  lift(): void;
  /** A character was typed. */
  type(character: string, how?: "plain" | "shift" | "control"): void;
  /** The right button was pressed on a place, or the pointer was held down long. */
  wipe?(spot: Spot): void;
  /** The wheel was turned over a place. */
  turn?(spot: Spot, by: number): void;
  /** Tab goes on to the next part; false: it leaves the board. */
  next?(by: number): boolean;
}

export function same(one: Spot | null, other: Spot | null): boolean {
  return one !== null && other !== null && one.kind === other.kind && one.at[0] === other.at[0] && one.at[1] === other.at[1];
}

export class Board {
  private svg: SVGSVGElement | null = null;
  private panels: (Panel | null)[] = [];
  private readonly above = document.createElementNS("http://www.w3.org/2000/svg", "g");
  private tints: Tints = [];
  private picked: Cell[] = [];
  private pointing = false;
  private held = 0;
  private figures: { cell: Cell; values: string[] }[] = [];
  private entries: Entries = { values: [], corner: [], centre: [], lines: [] };
  private path: Cell[] = [];
  private last: Spot | null = null;
  /** Where the dragged pointer was. */
  private from: DOMPoint | null = null;
  selected: Spot | null = null;
  private drawing: Drawing | null = null;
  private labelled = false;
  /** Only the middle of a cell takes a dragged pointer, so that a diagonal crosses no corner cell. */
  narrow = false;
  /** Shift and Ctrl with a digit make a mark. */
  notes = false;
  /** The kind of places that the pointer and the keys choose. */
  kind: Kind = "cell";

  constructor(private readonly host: HTMLElement, private readonly hands: Hands) {
    host.addEventListener("pointerdown", (event) => this.press(event));
    host.addEventListener("pointermove", (event) => this.drag(event));
    host.addEventListener("pointerup", () => this.hands.lift());
    host.addEventListener("pointercancel", () => this.hands.lift());
    host.addEventListener("keydown", (event) => this.key(event));
    host.addEventListener("contextmenu", (event) => event.preventDefault());
    host.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  get labels(): boolean {
    return this.labelled;
  }

  /** Rows and columns have labels. */
  set labels(on: boolean) {
    if (on === this.labelled) return;
    this.labelled = on;
    this.view();
    this.paint();
  }

  /** Sets the part of the drawing that is seen: all of it, with room for labels. */
  private view(): void {
    const own = this.svg?.dataset.view?.split(" ").map(Number);
    if (own === undefined || this.svg === null) return;
    const [x = 0, y = 0, width = 400, height = 400] = own;
    // The margin of a drawing has room for labels, unless something stands beside the board.
    const free = Math.min(...this.panels.flatMap((panel) => (panel === null ? [] : [panel.x - x - panel.margins[0], panel.y - y - panel.margins[2]])));
    const room = this.labelled ? Math.max(0, LABELS - free) : 0;
    this.svg.setAttribute("viewBox", `${x - room} ${y - room} ${width + room} ${height + room}`);
    this.svg.style.maxWidth = `${(width + room) * LARGEST}px`;
  }

  show(drawing: Drawing): void {
    if (drawing === this.drawing && this.svg?.parentElement === this.host) return;
    this.drawing = drawing;
    const found = new DOMParser().parseFromString(drawing.svg, "image/svg+xml").documentElement;
    const svg = document.importNode(found, true) as unknown as SVGSVGElement;
    svg.dataset.view = svg.getAttribute("viewBox") ?? "0 0 400 400";
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    svg.setAttribute("role", "img");
    svg.append(this.above);
    this.svg = svg;
    this.view();
    this.panels = drawing.panels;
    this.host.replaceChildren(svg);
    this.paint();
  }

  tint(tints: Tints): void {
    this.tints = tints;
    this.paint();
  }

  figure(figures: { cell: Cell; values: string[] }[]): void {
    this.figures = figures;
    this.paint();
  }

  enter(entries: Entries): void {
    this.entries = entries;
    this.paint();
  }

  /** Shows a path that is being drawn. */
  trace(path: Cell[]): void {
    this.path = path;
    this.paint();
  }

  choose(spot: Spot | null): void {
    this.selected = spot;
    this.paint();
  }

  /** Frames cells besides the selected one. */
  pick(cells: Cell[]): void {
    this.picked = cells;
    this.paint();
  }

  /** The pointer draws instead of scrolling the page. */
  grab(on: boolean): void {
    this.host.style.touchAction = on ? "none" : "manipulation";
  }

  /** The drawing alone, as a file. */
  file(): string | null {
    if (this.svg === null) return null;
    const copy = this.svg.cloneNode(true) as SVGSVGElement;
    copy.lastElementChild?.remove();
    copy.setAttribute("viewBox", copy.dataset.view ?? "0 0 400 400");
    copy.removeAttribute("data-view");
    const [, , width, height] = (copy.getAttribute("viewBox") ?? "").split(" ");
    copy.removeAttribute("style");
    copy.setAttribute("width", width ?? "400");
    copy.setAttribute("height", height ?? "400");
    return new XMLSerializer().serializeToString(copy);
  }

  /** The number of rows and columns. */
  size(): Cell {
    const rows = Math.max(0, ...this.panels.map((panel) => (panel === null ? 0 : panel.top + panel.rows)));
    return [rows, Math.max(0, ...this.panels.map((panel) => panel?.columns ?? 0))];
  }

  /** Returns whether the places of a picture are places of the board. */
  fits(picture: Picture): boolean {
    const [rows, columns] = this.size();
    const flat = this.panels.length === 1 && this.panels[0]?.outlines === null;
    if (picture.name.startsWith("rule ")) return false;
    switch (picture.kind) {
      case "cell": return picture.rows === rows && picture.columns === columns;
      case "between":
      case "anywhere": return flat && picture.rows === 2 * rows - 1 && picture.columns === 2 * columns - 1;
      case "corner": return flat && picture.rows === rows + 1 && picture.columns === columns + 1;
      case "left":
      case "right": return flat && picture.rows === rows;
      case "top":
      case "bottom": return flat && picture.rows === columns;
    }
  }

  private paint(): void {
    const { panels, tints, figures, entries, path, picked, selected } = this;
    this.above.replaceChildren(...overlay({ panels, tints, figures, entries, path, picked, selected, labels: this.labelled ? LABELS : null }));
  }

  /** Returns the point of the drawing below the pointer. */
  private at(event: MouseEvent): DOMPoint | null {
    const matrix = this.svg?.getScreenCTM();
    if (matrix === null || matrix === undefined) return null;
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  }

  /** Returns a point of the drawing as one over a panel. */
  private over(at: DOMPoint): Point | null {
    const index = this.panels.findIndex((panel) => {
      if (panel === null || panel.outlines !== null) return false;
      const [right, down] = [(at.x - panel.x) / panel.cell, (at.y - panel.y) / panel.cell];
      return right > -0.4 && down > -0.4 && right < panel.columns + 0.4 && down < panel.rows + 0.4;
    });
    const panel = this.panels[index];
    if (panel === null || panel === undefined) return null;
    return { panel: index, down: panel.top + (at.y - panel.y) / panel.cell, right: (at.x - panel.x) / panel.cell };
  }

  /** Returns the place below the pointer: of the kind that is drawn, at a side of the board, or a cell. */
  private spot(at: DOMPoint, narrow = false): Spot | null {
    const cells: Spot[] = [];
    for (const panel of this.panels) {
      if (panel === null) continue;
      for (const [row, outlines] of (panel.outlines ?? []).entries()) {
        const column = outlines.findIndex((corners) => inside(corners, at.x, at.y));
        if (column >= 0) cells.push({ kind: "cell", at: [row + panel.top + 1, column + 1] });
      }
      if (panel.outlines !== null) continue;
      const [right, down] = [(at.x - panel.x) / panel.cell, (at.y - panel.y) / panel.cell];
      const [row, column] = [Math.floor(down), Math.floor(right)];
      const [rows, columns] = [row >= 0 && row < panel.rows, column >= 0 && column < panel.columns];
      const near = this.near(down, right);
      const slack = this.kind === "corner" ? 0.2 : 0;
      if (near !== null && right > -slack && down > -slack && right < panel.columns + slack && down < panel.rows + slack) return near;
      const middle = Math.hypot(right - column - 0.5, down - row - 0.5) <= MIDDLE;
      if (rows && columns && (middle || !narrow)) cells.push({ kind: "cell", at: [row + panel.top + 1, column + 1] });
      const sides: Spot[] = [];
      if (rows && column < 0) sides.push({ kind: "left", at: [row + 1, 1] });
      if (rows && column >= panel.columns) sides.push({ kind: "right", at: [row + 1, 1] });
      if (columns && row < 0) sides.push({ kind: "top", at: [column + 1, 1] });
      if (columns && row >= panel.rows) sides.push({ kind: "bottom", at: [column + 1, 1] });
      const side = sides.find((spot) => this.hands.has(spot));
      if (side !== undefined) return side;
    }
    return cells[0] ?? null;
  }

  /** Returns the nearest place between cells or at a corner, if such places are drawn. */
  private near(down: number, right: number): Spot | null {
    const kind = this.kind;
    if (kind === "corner") {
      const spot: Spot = { kind, at: [Math.round(down) + 1, Math.round(right) + 1] };
      return this.hands.has(spot) ? spot : null;
    }
    if (kind !== "between" && kind !== "anywhere") return null;
    let best: { spot: Spot; far: number } | null = null;
    for (const row of [-1, 0, 1].map((by) => Math.round(2 * down) + by)) {
      for (const column of [-1, 0, 1].map((by) => Math.round(2 * right) + by)) {
        const spot: Spot = { kind, at: [row, column] };
        const far = Math.abs(down - row / 2) + Math.abs(right - column / 2);
        if (this.hands.has(spot) && (best === null || far < best.far)) best = { spot, far };
      }
    }
    return best?.spot ?? null;
  }

  /** The wheel over the selected place goes to its next mark; elsewhere it scrolls. */
  private wheel(event: WheelEvent): void {
    const at = this.at(event);
    const spot = at === null ? null : this.spot(at);
    if (spot === null || !same(spot, this.selected) || this.hands.turn === undefined || event.ctrlKey) return;
    event.preventDefault();
    this.hands.turn(spot, event.deltaY > 0 ? 1 : -1);
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0 && event.button !== 2) return;
    const cross = event.button === 2;
    const at = this.at(event);
    this.from = at;
    if (event.pointerType === "touch") this.hold(event);
    const point = at === null ? null : this.over(at);
    this.pointing = point !== null && this.hands.point(point, "press", cross);
    if (this.pointing) return;
    const spot = at === null ? null : this.spot(at);
    if (spot === null) return;
    this.last = spot;
    if (cross) this.hands.wipe?.(spot);
    else this.hands.select(spot, "press");
  }

  /** A long press is what the right button is. */
  private hold(event: PointerEvent): void {
    clearTimeout(this.held);
    const at = this.at(event);
    const end = (moved: Event) => {
      if (moved instanceof PointerEvent && moved.type === "pointermove" && Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY) < STILL) return;
      clearTimeout(this.held);
      for (const name of ["pointermove", "pointerup", "pointercancel"]) this.host.removeEventListener(name, end);
    };
    for (const name of ["pointermove", "pointerup", "pointercancel"]) this.host.addEventListener(name, end);
    this.held = window.setTimeout(() => {
      const point = at === null ? null : this.over(at);
      if (this.pointing && point !== null) this.hands.point(point, "press", true);
      else if (this.last !== null) this.hands.wipe?.(this.last);
    }, LONG);
  }

  private drag(event: PointerEvent): void {
    if (event.buttons !== 1 && event.buttons !== 2) return;
    const cross = event.buttons === 2;
    const to = this.at(event);
    const from = this.from ?? to;
    if (to === null || from === null) return;
    this.from = to;
    // A fast pointer jumps over cells: those between are taken, too.
    const far = Math.hypot(to.x - from.x, to.y - from.y) / ((this.panels[0]?.cell ?? 40) * PACE);
    const points = Math.min(500, Math.max(1, Math.ceil(far)));
    for (let index = 1; index <= points; index += 1) {
      const share = index / points;
      const at = new DOMPoint(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share);
      if (this.pointing) {
        const point = this.over(at);
        if (point !== null) this.hands.point(point, "drag", cross);
        continue;
      }
      const spot = this.spot(at, this.narrow);
      if (spot === null || same(spot, this.last) || spot.kind !== this.last?.kind) continue;
      this.last = spot;
      if (cross) this.hands.wipe?.(spot);
      else this.hands.select(spot, "drag");
    }
  }

  /** Returns the next place in a direction. */
  private beside(down: number, right: number): Spot | null {
    const from = this.selected;
    if (from === null || (from.kind !== this.kind && !["left", "right", "top", "bottom"].includes(from.kind))) {
      const [rows, columns] = [2 * this.size()[0] + 1, 2 * this.size()[1] + 1];
      for (let row = 1; row <= rows; row += 1) {
        for (let column = 1; column <= columns; column += 1) {
          const spot: Spot = { kind: this.kind, at: [row, column] };
          if (this.hands.has(spot) && outlines(this.panels, spot).length > 0) return spot;
        }
      }
      return null;
    }
    if (from.kind === "left" || from.kind === "right") right = 0;
    if (from.kind === "top" || from.kind === "bottom") [down, right] = [right, 0];
    const [row, column] = [from.at[0] + down, from.at[1] + right];
    const tries: Cell[] = [[row, column]];
    // Between cells, the places of two rows are not below each other.
    if (from.kind === "between") tries.push(down === 0 ? [row + (row % 2 === 0 ? -1 : 1), column] : [row, column + (column % 2 === 0 ? -1 : 1)]);
    // A hole is skipped.
    for (let far = 2; far <= 40; far += 1) tries.push([from.at[0] + far * down, from.at[1] + far * right]);
    const found = tries.map((at): Spot => ({ kind: from.kind, at })).find((spot) => this.hands.has(spot) && outlines(this.panels, spot).length > 0);
    return down === 0 && right === 0 ? null : found ?? null;
  }

  private key(event: KeyboardEvent): void {
    const moves: Record<string, Cell> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const move = moves[event.key];
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
    if (digit !== undefined && (event.shiftKey || event.ctrlKey) && !event.metaKey && !event.altKey && this.notes) {
      this.hands.type(digit, event.ctrlKey ? "control" : "shift");
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Tab" && this.hands.next?.(event.shiftKey ? -1 : 1) === true) {
      event.preventDefault();
      return;
    }
    if (move !== undefined) {
      const to = this.beside(...move);
      if (to !== null) this.hands.select(to, "key");
      event.preventDefault();
    } else if (event.key === "Backspace" || event.key === "Delete" || event.key === " ") {
      this.hands.type(".");
      event.preventDefault();
    } else if ([...event.key].length === 1) {
      this.hands.type(event.key);
      event.preventDefault();
    }
  }
}
