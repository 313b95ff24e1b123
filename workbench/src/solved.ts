// Solved boards that are drawn in a dialog: a grid of buttons for each. Start with `SolvedBoards`.

import { button, make } from "./dom";

/** The size and the values of boards, and boards that are filled already: the value of each cell by row. */
export interface Boards { rows: number; columns: number; values: string[]; boards: string[][][] }

/** No cell is here. */
const HOLE = "_";
/** The maximum number of boards and of rows or columns. */
const MOST_BOARDS = 6;
const MOST = 20;

/** Returns the values in a text such as `1..9`, `., Q` or `.Q`. */
export function valuesOf(text: string): string[] {
  const parts = text.split(/[,\s]+/).filter((part) => part !== "");
  const range = (part: string): string[] | null => {
    const [, from, to] = /^(-?\d+)\.\.(-?\d+)$/.exec(part) ?? [];
    if (from === undefined || to === undefined) return null;
    const [first, last] = [Number(from), Number(to)];
    return Array.from({ length: Math.max(0, Math.min(100, last - first + 1)) }, (_, index) => String(first + index));
  };
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && range(only) === null) return [...new Set(only)];
  return [...new Set(parts.flatMap((part) => range(part) ?? [part]))];
}

/** Returns values as a text that `valuesOf` reads. */
function worded(values: string[]): string {
  const numbers = values.map(Number);
  const isRange = values.length > 1 && values.every((value, index) => String(numbers[index]) === value && numbers[index] === (numbers[0] ?? 0) + index);
  return isRange ? `${values[0]}..${values.at(-1)}` : values.join(" ");
}

/** Returns the cells of a row of a solution. */
export function cellsOf(row: string, values: string[]): string[] {
  return values.some((value) => value.length > 1) ? row.split(/\s+/).filter((cell) => cell !== "") : [...row];
}

export class SolvedBoards {
  readonly element = make("div", {});
  private readonly rows: HTMLInputElement;
  private readonly columns: HTMLInputElement;
  private readonly text: HTMLInputElement;
  private readonly marks = make("p", { class: "row", role: "group", "aria-label": "Value to draw" });
  private readonly list = make("div", { class: "solved-boards" });
  private values: string[];
  private boards: string[][][];
  private chosen = "";

  constructor(from: Boards) {
    const size = (label: string, value: number) => make("input", { type: "number", min: "1", max: String(MOST), value: String(value), "aria-label": label });
    [this.rows, this.columns] = [size("Rows", from.rows), size("Columns", from.columns)];
    this.text = make("input", { value: worded(from.values), "aria-label": "Values", placeholder: "1..9, or . Q" });
    [this.values, this.boards] = [from.values, from.boards];
    if (this.boards.length === 0) this.boards = [this.empty()];
    for (const input of [this.rows, this.columns, this.text]) input.addEventListener("change", () => this.resize());
    const sizes = make("p", { class: "row sizes" }, make("label", { class: "tick" }, "Rows", this.rows), make("label", { class: "tick" }, "Columns", this.columns), make("label", { class: "tick" }, "Values", this.text));
    this.element.append(sizes, this.marks, this.list, make("p", { class: "row" }, button("Add a board", () => this.add())));
    this.show();
  }

  /** Returns the size, the values and the boards. */
  now(): Boards {
    return { rows: this.boards[0]?.length ?? 0, columns: this.boards[0]?.[0]?.length ?? 0, values: this.values, boards: this.boards };
  }

  /** Returns why the boards are not complete, and chooses the first empty cell; null if they are. */
  missing(): string | null {
    if (this.values.length < 2) return "There are fewer than two values.";
    const board = this.boards.findIndex((cells) => cells.flat().includes(""));
    if (board < 0) return null;
    const empty = [...this.list.querySelectorAll<HTMLElement>("button.cell")].find((cell) => cell.textContent === "");
    empty?.focus();
    return `Board ${board + 1} has an empty cell: only solved boards are examples.`;
  }

  /** The value of a cell that nobody has drawn in. */
  private blank(): string {
    return this.values[0] === "." ? "." : "";
  }

  private empty(): string[][] {
    const count = (input: HTMLInputElement) => Math.max(1, Math.min(MOST, Math.floor(Number(input.value)) || 1));
    return Array.from({ length: count(this.rows) }, () => Array.from({ length: count(this.columns) }, () => this.blank()));
  }

  /** Takes the size and the values from the fields; what is drawn stays where it fits. */
  private resize(): void {
    this.values = valuesOf(this.text.value).filter((value) => value !== HOLE);
    const keep = (value: string | undefined) => (value !== undefined && (value === HOLE || this.values.includes(value)) ? value : this.blank());
    this.boards = this.boards.map((old) => this.empty().map((row, r) => row.map((_, c) => keep(old[r]?.[c]))));
    this.show();
  }

  private add(): void {
    if (this.boards.length >= MOST_BOARDS) return;
    const holes = this.boards[0];
    this.boards.push(this.empty().map((row, r) => row.map((cell, c) => (holes?.[r]?.[c] === HOLE ? HOLE : cell))));
    this.show();
    (this.list.lastElementChild?.querySelector("button.cell") as HTMLElement | null)?.focus();
  }

  private show(): void {
    if (!this.values.includes(this.chosen)) this.chosen = this.values.find((value) => value !== ".") ?? "";
    this.marks.replaceChildren(...this.values.map((value) => {
      const mark = button(value, () => {
        this.chosen = value;
        for (const other of this.marks.querySelectorAll("button")) other.setAttribute("aria-pressed", String(other === mark));
      });
      mark.setAttribute("aria-pressed", String(value === this.chosen));
      return mark;
    }));
    this.list.replaceChildren(...this.boards.map((_, number) => this.board(number)));
  }

  private board(number: number): HTMLElement {
    const cells = this.boards[number] ?? [];
    const grid = make("div", { class: "solved", role: "group", "aria-label": `Board ${number + 1}: arrow keys move, a character replaces the value` });
    grid.style.setProperty("--columns", String(cells[0]?.length ?? 1));
    cells.forEach((row, r) => row.forEach((value, c) => grid.append(value === HOLE ? make("span", {}) : this.cell(number, r, c))));
    const first = grid.querySelector<HTMLElement>("button");
    if (first !== null) first.tabIndex = 0;
    const remove = button("Remove", () => {
      this.boards.splice(number, 1);
      this.show();
    });
    remove.className = "plain";
    remove.setAttribute("aria-label", `Remove board ${number + 1}`);
    return make("section", { "aria-label": `Board ${number + 1}` },
      make("p", { class: "row" }, make("b", {}, `Board ${number + 1}`), ...(this.boards.length > 1 ? [remove] : [])), grid);
  }

  private cell(number: number, r: number, c: number): HTMLElement {
    const cells = this.boards[number] ?? [];
    const row = cells[r] ?? [];
    const draw = (value: string) => {
      row[c] = value;
      cell.textContent = value;
      cell.setAttribute("aria-label", `r${r + 1}c${c + 1}: ${value === "" ? "empty" : value}`);
    };
    const cell = button("", () => draw(row[c] === this.chosen ? this.blank() : this.chosen));
    cell.className = "cell";
    cell.tabIndex = -1;
    cell.dataset.at = `${r} ${c}`;
    draw(row[c] ?? "");
    cell.addEventListener("focus", () => {
      for (const other of cell.parentElement?.querySelectorAll<HTMLElement>("button") ?? []) other.tabIndex = other === cell ? 0 : -1;
    });
    const go = (down: number, right: number): boolean => {
      const next = cell.parentElement?.querySelector<HTMLElement>(`[data-at="${r + down} ${c + right}"]`) ?? null;
      next?.focus();
      return next !== null;
    };
    const first = () => void (cell.parentElement?.querySelector<HTMLElement>(`[data-at^="${r + 1} "]`) ?? null)?.focus();
    cell.addEventListener("keydown", (event) => {
      const step: Record<string, [number, number]> = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
      const [by, long] = [step[event.key], (row[c] ?? "") + event.key];
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (by !== undefined) go(...by);
      else if (event.key === "Backspace" || event.key === "Delete") draw(this.blank());
      else if (this.values.includes(long) && long.length > 1) draw(long);
      else if (this.values.includes(event.key)) {
        draw(event.key);
        // The next cell, as in a text; a value of several characters may go on.
        if (this.values.every((value) => value.length === 1) && !go(0, 1)) first();
      } else return;
      event.preventDefault();
    });
    return cell;
  }
}
