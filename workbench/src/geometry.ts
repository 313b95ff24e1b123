// Places on a drawing: the outlines of cells, of places between them and at the sides of the board. Start with `outlines`.

import type { Cell, Panel, Spot } from "./protocol";

/** The smallest width of the places beside the board. */
const BESIDE = 19;
/** The side of a place between cells, in sides of a cell. */
const SMALL = 0.44;

/** A corner of an outline in the drawing. */
export type Corner = [number, number];

export type Panels = (Panel | null)[];

/** Returns whether a point is inside of a polygon. */
export function inside(corners: [number, number][], x: number, y: number): boolean {
  let is = false;
  corners.forEach(([ax, ay], index) => {
    const [bx, by] = corners[(index + 1) % corners.length] ?? [ax, ay];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) is = !is;
  });
  return is;
}

/** Returns the outlines of a place, one for each panel that shows it. */
export function outlines(panels: Panels, spot: Spot): Corner[][] {
  const [row, column] = spot.at;
  return panels.flatMap((panel): Corner[][] => {
    if (panel === null) return [];
    const { x, y, cell } = panel;
    const box = (left: number, top: number, wide: number, high: number): Corner[][] =>
      [[[left, top], [left + wide, top], [left + wide, top + high], [left, top + high]]];
    const small = (right: number, down: number) =>
      box(x + (right - SMALL / 2) * cell, y + (down - SMALL / 2) * cell, SMALL * cell, SMALL * cell);
    const [left, right, top, bottom] = panel.margins.map((own) => Math.max(BESIDE, own)) as [number, number, number, number];
    switch (spot.kind) {
      case "cell": {
        const inner = row - 1 - panel.top;
        if (inner < 0 || inner >= panel.rows || column < 1 || column > panel.columns) return [];
        if (panel.outlines === null) return box(x + (column - 1) * cell, y + inner * cell, cell, cell);
        const corners = panel.outlines[inner]?.[column - 1] ?? [];
        return corners.length === 0 ? [] : [corners];
      }
      case "between":
      case "anywhere": return small(column / 2, row / 2);
      case "corner": return small(column - 1, row - 1);
      case "left": return box(x - left, y + (row - 1) * cell, left - 1, cell);
      case "right": return box(x + panel.columns * cell + 1, y + (row - 1) * cell, right - 1, cell);
      case "top": return box(x + (row - 1) * cell, y - top, cell, top - 1);
      case "bottom": return box(x + (row - 1) * cell, y + panel.rows * cell + 1, cell, bottom - 1);
    }
  });
}

/** The middle and the size of a cell in each panel that shows it. */
export function middles(panels: Panels, cell: Cell): { x: number; y: number; size: number }[] {
  const size = panels[0]?.cell ?? 40;
  return outlines(panels, { kind: "cell", at: cell }).map((corners) => {
    const sum = corners.reduce(([x, y], [cx, cy]) => [x + cx, y + cy], [0, 0] as [number, number]);
    return { x: sum[0] / corners.length, y: sum[1] / corners.length, size };
  });
}

/** The place of the end of a line, in half cells, in the drawing. */
export function end(panels: Panels, [row, column]: Cell): Corner {
  const panel = panels[0];
  const half = (panel?.cell ?? 40) / 2;
  return [(panel?.x ?? 0) + column * half, (panel?.y ?? 0) + row * half];
}
