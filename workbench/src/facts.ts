// The entries of a player: as facts for the engine, and as they are drawn. Start with `facts` and `drawn`.

import type { Entries, Tints } from "./board";
import type { Cell, Event } from "./protocol";

export type Sheet = Event & { event: "sheet" };

/** What a player has on the board; kept for a reload. */
export interface State {
  /** By `layer row column`, the value. */
  values: Record<string, string>;
  /** Marks in the corners of a cell, and in its centre. */
  corner: Record<string, string[]>;
  centre: Record<string, string[]>;
  colours: Record<string, number>;
  /** By the name of a line, whether it is there. */
  lines: Record<string, boolean>;
}

export const COLOURS = ["colour1", "colour2", "colour3", "colour4", "colour5", "colour6"] as const;

/** What is known: the entries, the given values by `row column`, and the value of cells without an entry, if they have one. */
export interface Known { sheet: Sheet; state: State; givens: Map<string, string>; blank: string | null }

/** Returns the entries as facts. */
export function facts({ sheet, state, givens, blank }: Known): string[] {
  const layers = sheet.layers;
  const name = (layer: number, row: string, column: string, value: string) =>
    `${layers.length > 1 ? `${layers[layer]?.layer} ` : ""}r${row}c${column}=${value}`;
  const facts: string[] = [];
  for (const [at, value] of givens) {
    const [row, column] = at.split(" ");
    const real = value === "x" && !layers[0]?.values.includes("x") ? "." : value;
    if (row !== undefined && column !== undefined && layers[0]?.values.includes(real)) facts.push(name(0, row, column, real));
  }
  for (const [layer, { cells }] of blank === null ? [] : layers.entries()) {
    for (const [row, column] of cells) {
      if (state.values[`${layer} ${row} ${column}`] === undefined) facts.push(name(layer, String(row), String(column), blank ?? ""));
    }
  }
  for (const [key, value] of Object.entries(state.values)) {
    const [layer, row, column] = key.split(" ");
    if (row !== undefined && column !== undefined) facts.push(name(Number(layer), row, column, value));
  }
  for (const [line, there] of Object.entries(state.lines)) facts.push(there ? line : `no ${line}`);
  return facts;
}

export function drawn(sheet: Sheet, state: State, wrong: Set<string>, hinted: Set<string>): { entries: Entries; colours: Tints } {
  const entries: Entries = { values: [], corner: [], centre: [], lines: [] };
  const layers = sheet.layers;
  const place = (key: string): { layer: number; at: Cell } => {
    const [layer, row, column] = key.split(" ").map(Number);
    return { layer: layer ?? 0, at: [row ?? 1, column ?? 1] };
  };
  const texts = new Map<string, { at: Cell; text: string; wrong: boolean }>();
  for (const [key, value] of Object.entries(state.values)) {
    const { layer, at } = place(key);
    const prefix = layers.length > 1 ? `${layers[layer]?.layer} ` : "";
    const old = texts.get(String(at));
    const isWrong = wrong.has(`${prefix}r${at[0]}c${at[1]}=${value}`) || old?.wrong === true;
    texts.set(String(at), { at, text: old === undefined ? value : `${old.text} ${value}`, wrong: isWrong });
  }
  entries.values = [...texts.values()];
  for (const kind of ["corner", "centre"] as const) {
    for (const [key, values] of Object.entries(state[kind])) {
      if (state.values[key] === undefined) entries[kind].push({ cell: place(key).at, values });
    }
  }
  for (const { name, strokes } of sheet.lines) {
    const there = state.lines[name];
    const isWrong = wrong.has(name) || wrong.has(`no ${name}`);
    if (there !== undefined) entries.lines.push(isWrong ? { strokes, there, as: "wrong" } : { strokes, there });
    else if (hinted.has(name)) entries.lines.push({ strokes, there: true, as: "hint" });
    else if (hinted.has(`no ${name}`)) entries.lines.push({ strokes, there: false, as: "hint" });
  }
  const colours: Tints = Object.entries(state.colours).map(([key, colour]) => ({ at: [place(key).at], as: COLOURS[colour] ?? "colour1" }));
  return { entries, colours };
}
