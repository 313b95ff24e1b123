// What is drawn above the drawing of the engine: tints, entries, marks, lines and labels. Start with `overlay`.

import { end, middles, outlines, type Panels } from "./geometry";
import type { Cell, Spot } from "./protocol";

const SVG = "http://www.w3.org/2000/svg";
/** The places of marks in the corners of a cell and along its edges, from its middle. */
const CORNERS = [[-0.34, -0.33], [0.34, -0.33], [-0.34, 0.33], [0.34, 0.33], [0, -0.33], [0, 0.33], [-0.34, 0], [0.34, 0], [0, 0]];

/** Tinted cells by the class of their tint. */
export type Tints = { at: Cell[]; as: "fault" | "spare" | "differs" | "new" | `colour${1 | 2 | 3 | 4 | 5 | 6}` }[];

/** Entries of a player. */
export interface Entries {
  values: { at: Cell; text: string; wrong: boolean }[];
  /** Marks in the corners of cells, and in their centres. */
  corner: { cell: Cell; values: string[] }[];
  centre: { cell: Cell; values: string[] }[];
  /** Lines in half cells, and crosses where there is none. */
  lines: { strokes: [Cell, Cell][]; there: boolean; as?: "hint" | "wrong" }[];
}

/** Everything above a drawing. */
export interface Above {
  panels: Panels;
  tints: Tints;
  figures: { cell: Cell; values: string[] }[];
  entries: Entries;
  path: Cell[];
  picked: Cell[];
  selected: Spot | null;
  /** The room of the labels of rows and columns; null: there are none. */
  labels: number | null;
}

function element(name: string, own: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(own)) made.setAttribute(key, String(value));
  return made;
}

export function overlay({ panels, tints, figures, entries, path, picked, selected, labels }: Above): SVGElement[] {
  const parts: SVGElement[] = [];
  const box = (spot: Spot, name: string) => {
    for (const corners of outlines(panels, spot)) {
      parts.push(element("polygon", { points: corners.map((corner) => corner.join(" ")).join(" "), class: name }));
    }
  };
  const word = (x: number, y: number, size: number, text: string, name: string, most = 0) => {
    const made = element("text", { x, y, "text-anchor": "middle", "font-size": size, class: name });
    if (most > 0 && text.length * size * 0.6 > most) made.setAttribute("textLength", String(most));
    made.textContent = text;
    parts.push(made);
  };
  for (const { at, as } of tints) for (const cell of at) box({ kind: "cell", at: cell }, `tint ${as}`);
  for (const { at, text, wrong } of entries.values) {
    const name = wrong ? "entry wrong" : "entry";
    for (const { x, y, size } of middles(panels, at)) {
      if (text === "#" || text === "■") {
        const side = size * 0.84;
        parts.push(element("rect", { x: x - side / 2, y: y - side / 2, width: side, height: side, class: `${name} filled` }));
      } else {
        word(x, y + size * 0.19, size * 0.55, text === "." ? "·" : text, name, size * 0.9);
      }
    }
  }
  for (const { cell, values } of figures) {
    for (const { x, y, size } of middles(panels, cell)) word(x, y + size / 2 - 3, size / 4, values.join(" "), "figure", size - 4);
  }
  for (const { cell, values } of entries.centre) {
    for (const { x, y, size } of middles(panels, cell)) word(x, y + size * 0.1, size * 0.28, values.join(""), "figure", size - 6);
  }
  for (const { cell, values } of entries.corner) {
    for (const { x, y, size } of middles(panels, cell)) {
      for (const [index, value] of values.entries()) {
        const [right, down] = CORNERS[index % CORNERS.length] ?? [0, 0];
        word(x + right * size, y + down * size + size * 0.09, size * 0.25, value, "figure");
      }
    }
  }
  for (const { strokes, there, as } of entries.lines) {
    for (const stroke of strokes) {
      const [one, other] = stroke.map((point) => end(panels, point)) as [[number, number], [number, number]];
      const [x, y] = [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
      const d = there ? `M${one}L${other}` : `M${x - 4} ${y - 4}l8 8m0-8l-8 8`;
      parts.push(element("path", { d, class: `line${there ? "" : " no"}${as === undefined ? "" : ` ${as}`}` }));
    }
  }
  if (path.length > 0) {
    const points = path.flatMap((cell) => middles(panels, cell).slice(0, 1)).map(({ x, y }) => `${x} ${y}`);
    parts.push(element("path", { d: `M${points.join("L")}${points.length === 1 ? "h0" : ""}`, class: "trace" }));
  }
  for (const cell of picked) box({ kind: "cell", at: cell }, "selected");
  if (selected !== null) box(selected, "selected");
  if (labels !== null) label(panels, labels, word);
  return parts;
}

/** Labels the rows and columns of panels of squares, beside what stands at their sides. */
function label(panels: Panels, room: number, word: (x: number, y: number, size: number, text: string, name: string) => void): void {
  for (const panel of panels) {
    if (panel === null || panel.outlines !== null) continue;
    const { x, y, cell, margins } = panel;
    for (let row = 0; row < panel.rows; row += 1) word(x - margins[0] - room / 2, y + (row + 0.5) * cell + 3, 8, `r${row + 1 + panel.top}`, "label");
    for (let column = 0; column < panel.columns; column += 1) word(x + (column + 0.5) * cell, y - margins[2] - 5, 8, `c${column + 1}`, "label");
  }
}
