// Lines that a player draws: which line is near a point, and which lines a dragged pointer passes. Start with `Trails`.

import type { Point } from "./board";
import type { Cell } from "./protocol";

export interface Line { name: string; strokes: [Cell, Cell][] }

/** How near a press is to the middle of a line, and a pointer to one of its ends, in sides of a cell. */
const PRESS = 0.36;
const END = 0.38;

const key = ([row, column]: Cell): string => `${row} ${column}`;

export class Trails {
  private readonly ends: Cell[];
  private readonly between = new Map<string, string>();

  constructor(private readonly lines: Line[]) {
    const ends = new Map<string, Cell>();
    for (const { name, strokes } of lines) {
      const [one, other] = [strokes[0]?.[0], strokes.at(-1)?.[1]];
      if (one === undefined || other === undefined) continue;
      for (const end of [one, other]) ends.set(key(end), end);
      this.between.set(`${key(one)} ${key(other)}`, name);
      this.between.set(`${key(other)} ${key(one)}`, name);
    }
    this.ends = [...ends.values()];
  }

  /** Returns the line whose middle is nearest to a point. */
  near({ down, right }: Point): string | null {
    let best: { name: string; far: number } | null = null;
    for (const { name, strokes } of this.lines) {
      for (const [one, other] of strokes) {
        const [y, x] = [(one[0] + other[0]) / 4, (one[1] + other[1]) / 4];
        const far = Math.hypot(down - y, right - x);
        if (far < PRESS && (best === null || far < best.far)) best = { name, far };
      }
    }
    return best?.name ?? null;
  }

  /** Returns the end of lines at a point. */
  end({ down, right }: Point): Cell | null {
    return this.ends.find(([row, column]) => Math.hypot(down - row / 2, right - column / 2) < END) ?? null;
  }

  /** Returns the line between two ends. */
  line(one: Cell, other: Cell): string | null {
    return this.between.get(`${key(one)} ${key(other)}`) ?? null;
  }
}
