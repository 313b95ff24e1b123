// The board: the drawing of the engine, tinted cells and small figures above it, and the hands that edit it.

import type { Cell, Drawing, Panel, Picture } from "./protocol";

const SVG = "http://www.w3.org/2000/svg";

/** Tinted cells by the class of their tint. */
export type Tints = { at: Cell[]; as: "fault" | "spare" | "differs" | "new" }[];

export interface Hands {
  /** A cell was pressed, entered with a pressed pointer, or chosen by the keyboard. */
  select(cell: Cell, how: "press" | "drag" | "key"): void;
  /** A character was typed. */
  type(character: string): void;
}

function same(one: Cell | null, other: Cell | null): boolean {
  return one !== null && other !== null && one[0] === other[0] && one[1] === other[1];
}

export class Board {
  private svg: SVGSVGElement | null = null;
  private panels: (Panel | null)[] = [];
  private readonly above = document.createElementNS(SVG, "g");
  private tints: Tints = [];
  private figures: { cell: Cell; values: string[] }[] = [];
  private last: Cell | null = null;
  selected: Cell | null = null;

  constructor(private readonly host: HTMLElement, private readonly hands: Hands) {
    host.addEventListener("pointerdown", (event) => this.press(event));
    host.addEventListener("pointermove", (event) => this.drag(event));
    host.addEventListener("keydown", (event) => this.key(event));
  }

  show(drawing: Drawing): void {
    const found = new DOMParser().parseFromString(drawing.svg, "image/svg+xml").documentElement;
    const svg = document.importNode(found, true) as unknown as SVGSVGElement;
    const [, , width] = (svg.getAttribute("viewBox") ?? "0 0 400 400").split(" ").map(Number);
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    svg.setAttribute("role", "img");
    svg.style.maxWidth = `${(width ?? 400) * 1.6}px`;
    svg.append(this.above);
    this.svg = svg;
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

  choose(cell: Cell | null): void {
    this.selected = cell;
    this.paint();
  }

  /** The drawing alone, as a file. */
  file(): string | null {
    if (this.svg === null) return null;
    const copy = this.svg.cloneNode(true) as SVGSVGElement;
    copy.lastElementChild?.remove();
    const [, , width, height] = (copy.getAttribute("viewBox") ?? "").split(" ");
    copy.removeAttribute("style");
    copy.setAttribute("width", width ?? "400");
    copy.setAttribute("height", height ?? "400");
    return new XMLSerializer().serializeToString(copy);
  }

  /** The panel that has the cells of a picture. */
  fits(picture: Picture): boolean {
    return this.panels.some((panel) => panel !== null && panel.rows === picture.rows && panel.columns === picture.columns);
  }

  private places(cell: Cell): { x: number; y: number; size: number }[] {
    const found = [];
    for (const panel of this.panels) {
      if (panel === null) continue;
      const row = cell[0] - 1 - panel.top;
      if (row < 0 || row >= panel.rows || cell[1] > panel.columns) continue;
      found.push({ x: panel.x + (cell[1] - 1) * panel.cell, y: panel.y + row * panel.cell, size: panel.cell });
    }
    return found;
  }

  private paint(): void {
    const parts: SVGElement[] = [];
    const box = (cell: Cell, name: string) => {
      for (const { x, y, size } of this.places(cell)) {
        const rect = document.createElementNS(SVG, "rect");
        const own = { x, y, width: size, height: size, class: name };
        for (const [key, value] of Object.entries(own)) rect.setAttribute(key, String(value));
        parts.push(rect);
      }
    };
    for (const { at, as } of this.tints) for (const cell of at) box(cell, `tint ${as}`);
    for (const { cell, values } of this.figures) {
      for (const { x, y, size } of this.places(cell)) {
        const text = document.createElementNS(SVG, "text");
        const own = { x: x + size / 2, y: y + size - 3, "text-anchor": "middle", "font-size": size / 4, class: "figure" };
        for (const [key, value] of Object.entries(own)) text.setAttribute(key, String(value));
        text.textContent = values.join(" ");
        if (values.join(" ").length > 7) text.setAttribute("textLength", String(size - 4));
        parts.push(text);
      }
    }
    if (this.selected !== null) box(this.selected, "selected");
    this.above.replaceChildren(...parts);
  }

  private cell(event: PointerEvent): Cell | null {
    const matrix = this.svg?.getScreenCTM();
    if (matrix === null || matrix === undefined) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    for (const panel of this.panels) {
      if (panel === null) continue;
      const column = Math.floor((x - panel.x) / panel.cell);
      const row = Math.floor((y - panel.y) / panel.cell);
      if (row >= 0 && row < panel.rows && column >= 0 && column < panel.columns) return [row + panel.top + 1, column + 1];
    }
    return null;
  }

  private press(event: PointerEvent): void {
    const cell = this.cell(event);
    if (cell === null || event.button !== 0) return;
    this.last = cell;
    this.hands.select(cell, "press");
  }

  private drag(event: PointerEvent): void {
    if (event.buttons !== 1) return;
    const cell = this.cell(event);
    if (cell === null || same(cell, this.last)) return;
    this.last = cell;
    this.hands.select(cell, "drag");
  }

  private key(event: KeyboardEvent): void {
    const moves: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const move = moves[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (move !== undefined) {
      const from = this.selected ?? [1 - move[0], 1 - move[1]];
      const to: Cell = [Math.max(1, from[0] + move[0]), Math.max(1, from[1] + move[1])];
      if (this.places(to).length > 0) this.hands.select(to, "key");
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
