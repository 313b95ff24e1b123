// Solving by hand: entries, notes, colours and lines on the board, a clock, check and hint. Start with `Player`.

import type { Board, Entries, Hands, Point, Tints } from "./board";
import { button, find, make } from "./dom";
import type { Cell, Event, Request, Spot } from "./protocol";

type Sheet = Event & { event: "sheet" };

/** What a player has on the board; kept for a reload. */
interface State {
  /** By `layer row column`, the value. */
  values: Record<string, string>;
  notes: Record<string, string[]>;
  colours: Record<string, number>;
  /** By the name of a line, whether it is there. */
  lines: Record<string, boolean>;
}

const DIGITS = 1200;
const COLOURS = ["colour1", "colour2", "colour3"] as const;

export interface Table {
  ask(lane: string, request: Omit<Request, "model" | "name">, take: (event: Event) => void): Promise<void>;
  stop(lane: string): void;
  /** The given values by `row column`. */
  givens(): Map<string, string>;
  model(): string;
  puzzle(): string;
  /** The puzzle without a solution is shown. */
  clear(): void;
}

/** A way to solve by hand. */
export interface ByHand extends Pick<Hands, "has" | "select" | "point" | "lift" | "type"> {
  readonly active: boolean;
  begin(): void;
  end(): void;
  undo(): void;
  redo(): void;
}

/** The layers that a player sees. */
const shownLayers = (sheet: Sheet | null) => (sheet?.layers ?? []).filter(({ hidden }) => !hidden);

const fresh = (): State => ({ values: {}, notes: {}, colours: {}, lines: {} });

export class Player implements ByHand {
  active = false;
  private sheet: Sheet | null = null;
  private state = fresh();
  private past: string[] = [];
  private future: string[] = [];
  private layer = 0;
  private mode: "values" | "notes" | "colours" = "values";
  private hand: string | null = null;
  private stroke: string | null = null;
  private seconds = 0;
  private clock = 0;
  private wrong = new Set<string>();
  /** The facts of a hint. */
  private hinted = new Set<string>();
  private tints: Tints = [];
  private solved = false;
  private typed = { at: "", when: 0 };
  private readonly status = make("p", { role: "status", id: "played" });
  private readonly time = make("span", { role: "timer", "aria-label": "Time" });

  constructor(private readonly board: Board, private readonly table: Table) {}

  begin(): void {
    let sheet: Sheet | null = null;
    void this.table.ask("play", { ask: "sheet" }, (event) => {
      if (event.event === "sheet") sheet = event;
      if (event.event !== "end") return;
      if (sheet === null || (shownLayers(sheet).length === 0 && sheet.lines.length === 0)) find("report").replaceChildren(make("p", { role: "status" }, event.error ?? "There is nothing to enter"));
      else this.start(sheet);
    });
  }

  private start(sheet: Sheet): void {
    this.sheet = sheet;
    this.active = true;
    this.layer = Math.max(0, sheet.layers.findIndex(({ hidden }) => !hidden));
    this.hand = null;
    [this.past, this.future] = [[], []];
    this.wrong.clear();
    this.hinted.clear();
    this.tints = [];
    this.solved = false;
    const kept = JSON.parse(sessionStorage.getItem("played") ?? "null");
    const goes = kept !== null && kept.model === this.table.model();
    this.state = goes ? kept.state : fresh();
    this.seconds = goes ? kept.seconds : 0;
    this.table.clear();
    this.board.kind = "cell";
    this.board.grab(true);
    this.status.textContent = this.lined() ? "Press between two points for a line, again for none" : "Choose a cell and type, or choose a value and press cells";
    clearInterval(this.clock);
    this.clock = window.setInterval(() => this.tick(), 1000);
    this.tools();
    this.show();
  }

  end(): void {
    if (!this.active) return;
    this.active = false;
    clearInterval(this.clock);
    this.board.enter({ values: [], notes: [], lines: [] });
    this.board.tint([]);
  }

  /** Whether lines are entered. */
  private lined(): boolean {
    return (this.sheet?.lines.length ?? 0) > 0;
  }

  private values(): string[] {
    return this.sheet?.layers[this.layer]?.values ?? [];
  }

  private tick(): void {
    if (!this.solved && document.visibilityState === "visible") this.seconds += 1;
    this.time.textContent = `${Math.floor(this.seconds / 60)}:${String(this.seconds % 60).padStart(2, "0")}`;
    this.keep();
  }

  /** The value of cells without an entry: a light that is not pressed. */
  private blank(): string | null {
    return this.table.puzzle() === "lights-out" ? "0" : null;
  }

  private keep(): void {
    sessionStorage.setItem("played", JSON.stringify({ model: this.table.model(), state: this.state, seconds: this.seconds }));
  }

  private key([row, column]: Cell): string {
    return `${this.layer} ${row} ${column}`;
  }

  private isGiven([row, column]: Cell): boolean {
    return this.layer === 0 && this.table.givens().has(`${row} ${column}`);
  }

  has(spot: Spot): boolean {
    return spot.kind === "cell";
  }

  point(point: Point): boolean {
    const line = this.near(point);
    if (line === null) return false;
    this.change(() => {
      const old = this.state.lines[line];
      if (old === undefined) this.state.lines[line] = true;
      else if (old) this.state.lines[line] = false;
      else delete this.state.lines[line];
    });
    return true;
  }

  /** Returns the line nearest to a point. */
  private near({ down, right }: Point): string | null {
    let best: { name: string; far: number } | null = null;
    for (const { name, strokes } of this.sheet?.lines ?? []) {
      for (const [one, other] of strokes) {
        const [y, x] = [(one[0] + other[0]) / 4, (one[1] + other[1]) / 4];
        const far = Math.hypot(down - y, right - x);
        if (far < 0.36 && (best === null || far < best.far)) best = { name, far };
      }
    }
    return best?.name ?? null;
  }

  select(spot: Spot, how: "press" | "drag" | "key"): void {
    this.board.choose(spot);
    const at = spot.at;
    find("cell").textContent = `Row ${at[0]}, column ${at[1]}: ${this.state.values[this.key(at)] ?? (this.isGiven(at) ? "given" : "empty")}`;
    if (how === "key" || this.isGiven(at) || this.values().length === 0) return;
    const key = this.key(at);
    if (this.hand !== null) {
      const hand = this.hand;
      if (how === "press") this.stroke = this.state.values[key] === hand && this.mode === "values" ? "" : hand;
      if (this.stroke !== null) this.put(at, this.stroke);
    } else if (how === "press" && this.mode === "values" && this.values().length <= 3) {
      // Few values: a press goes from one to the next, those that fill a cell first.
      const isEmpty = (value: string) => value === "." || value === this.blank();
      const order = [...this.values().filter((value) => !isEmpty(value)), ...this.values().filter((value) => value === "."), ""];
      this.put(at, order[(order.indexOf(this.state.values[key] ?? "") + 1) % order.length] ?? "");
    }
  }

  lift(): void {
    this.stroke = null;
  }

  type(character: string): void {
    const spot = this.board.selected;
    if (spot === null || spot.kind !== "cell" || this.isGiven(spot.at)) return;
    const key = this.key(spot.at);
    const old = this.state.values[key] ?? "";
    const longer = this.typed.at === key && performance.now() - this.typed.when < DIGITS ? `${old}${character}` : "";
    const values = this.values();
    const match = [longer, character, character.toUpperCase(), character.toLowerCase()].find((word) => values.includes(word));
    this.typed = { at: key, when: performance.now() };
    if (character === "." && this.mode === "values" && !(values.includes(".") && old === "")) this.put(spot.at, "");
    else if (match !== undefined) this.put(spot.at, match);
    else if (/^[1-9]$/.test(character) && this.mode === "colours") this.put(spot.at, character);
  }

  private put(at: Cell, value: string): void {
    const key = this.key(at);
    if (this.mode === "values" && (this.state.values[key] ?? "") === value) return;
    this.change(() => {
      if (this.mode === "notes") {
        const notes = new Set(this.state.notes[key] ?? []);
        if (value === "") notes.clear();
        else if (!notes.delete(value)) notes.add(value);
        this.state.notes[key] = this.values().filter((own) => notes.has(own));
      } else if (this.mode === "colours") {
        const colour = Number(value) - 1;
        if (this.state.colours[key] === colour || !(colour in COLOURS)) delete this.state.colours[key];
        else this.state.colours[key] = colour;
      } else if (value === "") delete this.state.values[key];
      else this.state.values[key] = value;
    });
  }

  private change(make: () => void): void {
    this.past.push(JSON.stringify(this.state));
    this.future = [];
    make();
    this.changed();
  }

  private changed(): void {
    this.wrong.clear();
    this.hinted.clear();
    this.tints = [];
    this.table.stop("check");
    this.keep();
    this.show();
    this.status.textContent = this.solved ? this.status.textContent : "";
    if (this.full()) this.check(true);
    this.tools();
  }

  /** Returns whether the entries may be a solution. */
  private full(): boolean {
    if (this.lined() && shownLayers(this.sheet).length === 0) return Object.values(this.state.lines).some((there) => there);
    const layers = this.sheet?.layers ?? [];
    const given = this.table.givens();
    if (this.lined() && !Object.values(this.state.lines).some((there) => there)) return false;
    // What a player does not see is not asked for.
    return layers.every(({ values, cells, hidden }, layer) =>
      hidden || values.includes(".") || this.blank() !== null || cells.every(([row, column]) =>
        this.state.values[`${layer} ${row} ${column}`] !== undefined || (layer === 0 && given.has(`${row} ${column}`))));
  }

  undo(): void {
    const before = this.past.pop();
    if (before === undefined) return;
    this.future.push(JSON.stringify(this.state));
    this.state = JSON.parse(before);
    this.changed();
  }

  redo(): void {
    const after = this.future.pop();
    if (after === undefined) return;
    this.past.push(JSON.stringify(this.state));
    this.state = JSON.parse(after);
    this.changed();
  }

  /** Returns the entries as facts. */
  private known(): string[] {
    const layers = this.sheet?.layers ?? [];
    const name = (layer: number, row: string, column: string, value: string) =>
      `${layers.length > 1 ? `${layers[layer]?.layer} ` : ""}r${row}c${column}=${value}`;
    const facts: string[] = [];
    for (const [at, value] of this.table.givens()) {
      const [row, column] = at.split(" ");
      const real = value === "x" && !layers[0]?.values.includes("x") ? "." : value;
      if (row !== undefined && column !== undefined && layers[0]?.values.includes(real)) facts.push(name(0, row, column, real));
    }
    const blank = this.blank();
    for (const [layer, { cells }] of blank === null ? [] : layers.entries()) {
      for (const [row, column] of cells) {
        if (this.state.values[`${layer} ${row} ${column}`] === undefined) facts.push(name(layer, String(row), String(column), blank ?? ""));
      }
    }
    for (const [key, value] of Object.entries(this.state.values)) {
      const [layer, row, column] = key.split(" ");
      if (row !== undefined && column !== undefined) facts.push(name(Number(layer), row, column, value));
    }
    for (const [line, there] of Object.entries(this.state.lines)) facts.push(there ? line : `no ${line}`);
    return facts;
  }

  /** Checks the entries; quietly: only whether they are a solution. */
  private check(quietly: boolean): void {
    if (!quietly) this.status.textContent = "Checking…";
    void this.table.ask("check", { ask: "check", known: this.known() }, (event) => {
      if (event.event === "checked") {
        if (event.solved) {
          this.solved = true;
          this.status.textContent = `Solved in ${this.time.textContent || "0:00"}`;
          return;
        }
        if (event.violation !== null) this.status.textContent = `Not a solution: ${event.violation}`;
        if (quietly) return;
        const broken = event.broken;
        if (broken.length > 0) {
          const names = broken.filter(({ clue }) => !clue).map(({ rule, detail }) => (detail === "" ? rule : `${rule}: ${detail}`));
          this.status.textContent = `These entries break the rules. ${[...new Set(names)].join("; ")}`;
          this.tints = [{ at: broken.flatMap(({ clue, cells }) => (clue ? cells : [])), as: "fault" }];
          this.show();
        } else if (event.violation === null) this.compare();
      } else if (event.event === "end" && event.error !== null && !quietly) {
        this.status.textContent = event.error;
      }
    });
  }

  /** Compares the entries with the solution, where no rule is broken yet. */
  private compare(): void {
    this.step((event) => {
      const wrong = event.wrong;
      this.status.textContent = wrong.length === 0 ? "No mistake so far" : `${wrong.length} wrong: ${wrong.join(", ")}`;
      this.mark(wrong);
    });
  }

  private hint(): void {
    this.status.textContent = "Looking for a hint…";
    this.step((event) => {
      if (event.wrong.length > 0) {
        this.status.textContent = `Wrong: ${event.wrong.join(", ")}`;
        this.mark(event.wrong);
      } else if (event.step === null) {
        this.status.textContent = event.reason ?? "There is nothing left to find";
      } else {
        this.status.textContent = event.step.sentence;
        this.tints = [
          { at: event.origins.flatMap(({ clue, cells }) => (clue ? cells : [])), as: "spare" },
          { at: this.lined() ? [] : event.step.cells, as: "new" },
        ];
        this.hinted = new Set(event.step.new);
        this.show();
      }
    });
  }

  private step(take: (event: Event & { event: "hint" }) => void): void {
    void this.table.ask("check", { ask: "hint", known: this.known() }, (event) => {
      if (event.event === "hint") take(event);
      else if (event.event === "end" && event.error !== null) this.status.textContent = event.error;
    });
  }

  private mark(wrong: string[]): void {
    this.wrong = new Set(wrong);
    this.show();
  }

  private show(): void {
    const entries: Entries = { values: [], notes: [], lines: [] };
    const layers = this.sheet?.layers ?? [];
    const place = (key: string): { layer: number; at: Cell } => {
      const [layer, row, column] = key.split(" ").map(Number);
      return { layer: layer ?? 0, at: [row ?? 1, column ?? 1] };
    };
    const texts = new Map<string, { at: Cell; text: string; wrong: boolean }>();
    for (const [key, value] of Object.entries(this.state.values)) {
      const { layer, at } = place(key);
      const prefix = layers.length > 1 ? `${layers[layer]?.layer} ` : "";
      const old = texts.get(String(at));
      const wrong = this.wrong.has(`${prefix}r${at[0]}c${at[1]}=${value}`) || old?.wrong === true;
      texts.set(String(at), { at, text: old === undefined ? value : `${old.text} ${value}`, wrong });
    }
    entries.values = [...texts.values()];
    for (const [key, values] of Object.entries(this.state.notes)) {
      if (this.state.values[key] === undefined) entries.notes.push({ cell: place(key).at, values });
    }
    for (const { name, strokes } of this.sheet?.lines ?? []) {
      const there = this.state.lines[name];
      const wrong = this.wrong.has(name) || this.wrong.has(`no ${name}`);
      if (there !== undefined) entries.lines.push(wrong ? { strokes, there, as: "wrong" } : { strokes, there });
      else if (this.hinted.has(name)) entries.lines.push({ strokes, there: true, as: "hint" });
      else if (this.hinted.has(`no ${name}`)) entries.lines.push({ strokes, there: false, as: "hint" });
    }
    const colours: Tints = Object.entries(this.state.colours).map(([key, colour]) => ({ at: [place(key).at], as: COLOURS[colour] ?? "colour1" }));
    this.board.enter(entries);
    this.board.tint([...colours, ...this.tints]);
  }

  /** The tools in place of the palette. */
  private tools(): void {
    const bar = find("pad");
    const toggle = (label: string, on: boolean, press: () => void) => {
      const one = button(label, () => {
        press();
        this.tools();
      });
      one.setAttribute("aria-pressed", String(on));
      return one;
    };
    const parts: HTMLElement[] = [];
    const layers = this.sheet?.layers ?? [];
    if (shownLayers(this.sheet).length > 1) {
      for (const [index, { layer, hidden }] of layers.entries()) {
        if (hidden) continue;
        parts.push(toggle(layer, this.layer === index, () => [this.layer, this.hand] = [index, null]));
      }
    }
    if (this.values().length > 0) {
      for (const mode of ["values", "notes", "colours"] as const) {
        parts.push(toggle(mode[0]?.toUpperCase() + mode.slice(1), this.mode === mode, () => [this.mode, this.hand] = [mode, null]));
      }
      const marks = this.mode === "colours" ? ["1", "2", "3"] : this.values().slice(0, 30);
      for (const mark of marks) {
        parts.push(toggle(mark, this.hand === mark, () => {
          const spot = this.board.selected;
          if (this.hand === null && this.values().length > 3 && spot?.kind === "cell" && !this.isGiven(spot.at)) this.put(spot.at, mark);
          else this.hand = this.hand === mark ? null : mark;
        }));
      }
    }
    const [undo, redo] = [button("Undo", () => this.undo()), button("Redo", () => this.redo())];
    undo.setAttribute("aria-label", "Undo entry");
    redo.setAttribute("aria-label", "Redo entry");
    undo.disabled = this.past.length === 0;
    redo.disabled = this.future.length === 0;
    const clear = button("Clear", () => {
      this.change(() => {
        this.state = fresh();
      });
      [this.seconds, this.solved] = [0, false];
    });
    const row = make("p", { class: "row" }, button("Check", () => this.check(false)), button("Hint", () => this.hint()),
      undo, redo, clear, this.time);
    bar.replaceChildren(...parts);
    // The focus stays where it is while a player presses.
    if (this.status.parentElement !== find("report") || this.solved) find("report").replaceChildren(row, this.status);
    else find("report").firstElementChild?.replaceWith(row);
  }
}
