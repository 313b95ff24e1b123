// Solving by hand: entries, notes, colours and lines on the board, a clock, check and hint. Start with `Player`.

import type { Board, Entries, Hands, Point, Tints } from "./board";
import { button, find, make } from "./dom";
import { COLOURS, drawn, facts, type Sheet, type State } from "./facts";
import { pad } from "./pad";
import type { Cell, Event, Question, Spot } from "./protocol";
import { Trails } from "./trail";

const DIGITS = 1200;
/** The time after a change until the entries are compared with the rules, in milliseconds. */
const PAUSE = 300;
/** Boards of so few values are painted: a press goes from one to the next. */
const FEW = 3;

export interface Table {
  ask(lane: string, request: Question, take: (event: Event) => void): Promise<void>;
  stop(lane: string): void;
  /** The given values by `row column`. */
  givens(): Map<string, string>;
  model(): string;
  puzzle(): string;
  /** The puzzle without a solution is shown. */
  clear(): void;
}

/** A way to solve by hand. */
export interface ByHand extends Pick<Hands, "has" | "select" | "point" | "lift" | "type" | "wipe"> {
  readonly active: boolean;
  begin(): void;
  end(): void;
  undo(): void;
  redo(): void;
}

type Entry = "values" | "corner" | "centre" | "colours";
const ENTRIES: [Entry, string][] = [["values", "Value"], ["corner", "Corner"], ["centre", "Centre"], ["colours", "Colour"]];
const NOTHING: Entries = { values: [], corner: [], centre: [], lines: [] };

/** The layers that a player sees. */
const shownLayers = (sheet: Sheet | null) => (sheet?.layers ?? []).filter(({ hidden }) => !hidden);

const fresh = (): State => ({ values: {}, corner: {}, centre: {}, colours: {}, lines: {} });

export class Player implements ByHand {
  active = false;
  private sheet: Sheet | null = null;
  private state = fresh();
  private past: string[] = [];
  private future: string[] = [];
  private layer = 0;
  private mode: Entry = "values";
  /** The cells that a typed value goes to. */
  private picked: Cell[] = [];
  private trails = new Trails([]);
  /** A line that is being drawn: the end it has reached, the line that was pressed, and whether lines are drawn or taken away. */
  private trail: { at: Cell | null; pressed: string | null; cell: Cell; cross: boolean; draws: boolean | null } | null = null;
  /** Whether broken rules are marked at once. */
  private marks = localStorage.getItem("mark broken rules") === "yes";
  private pending = 0;
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
    this.state = goes ? { ...fresh(), ...kept.state } : fresh();
    this.trails = new Trails(sheet.lines);
    [this.picked, this.trail] = [[], null];
    this.seconds = goes ? kept.seconds : 0;
    this.table.clear();
    this.board.kind = "cell";
    this.board.grab(true);
    this.board.notes = this.values().length > FEW;
    this.status.textContent = this.lined() ? "Drag for lines; the right button, or a long press, for crosses" : "Choose cells and type, or choose a value and press cells";
    clearInterval(this.clock);
    this.clock = window.setInterval(() => this.tick(), 1000);
    this.tools();
    this.show();
  }

  end(): void {
    if (!this.active) return;
    this.active = false;
    clearInterval(this.clock);
    clearTimeout(this.pending);
    this.board.notes = false;
    this.board.pick([]);
    this.board.enter(NOTHING);
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

  point(point: Point, how: "press" | "drag", cross: boolean): boolean {
    if (how === "press") {
      const [pressed, at] = [this.trails.near(point), this.trails.end(point)];
      if (pressed === null && at === null) return false;
      const cell: Cell = [Math.floor(point.down) + 1, Math.floor(point.right) + 1];
      this.trail = { at, pressed, cell, cross, draws: null };
      return true;
    }
    const trail = this.trail;
    if (trail === null) return false;
    if (trail.cross) {
      const line = this.trails.near(point);
      if (line !== null && line !== trail.pressed) this.line(line, false);
      if (line !== null) [trail.pressed, trail.draws] = [null, false];
      return true;
    }
    const to = this.trails.end(point);
    if (to === null || (trail.at !== null && to[0] === trail.at[0] && to[1] === trail.at[1])) return true;
    const line = trail.at === null ? null : this.trails.line(trail.at, to);
    trail.at = to;
    if (line === null) return true;
    // The first line decides whether lines are drawn or taken away.
    trail.draws ??= this.state.lines[line] !== true;
    this.line(line, trail.draws ? true : undefined);
    return true;
  }

  /** Sets a line: it is there, it is not, or nothing is known. */
  private line(name: string, there: boolean | undefined): void {
    if (this.state.lines[name] === there) return;
    this.change(() => {
      if (there === undefined) delete this.state.lines[name];
      else this.state.lines[name] = there;
    });
  }

  select(spot: Spot, how: "press" | "drag" | "key"): void {
    this.board.choose(spot);
    const at = spot.at;
    find("cell").textContent = `Row ${at[0]}, column ${at[1]}: ${this.state.values[this.key(at)] ?? (this.isGiven(at) ? "given" : "empty")}`;
    const paints = this.mode === "values" && (this.hand !== null || this.values().length <= FEW);
    this.picked = how === "drag" && !paints ? [...this.picked.filter((own) => own[0] !== at[0] || own[1] !== at[1]), at] : [at];
    this.board.pick(this.picked.length > 1 ? this.picked : []);
    if (how === "key" || this.isGiven(at) || this.values().length === 0) return;
    const old = this.state.values[this.key(at)] ?? "";
    if (this.hand !== null) {
      if (how === "press") this.stroke = old === this.hand && this.mode === "values" ? "" : this.hand;
    } else if (this.mode === "values" && this.values().length <= FEW) {
      // Few values: a press goes from one to the next, those that fill a cell first; a drag paints the same one.
      const isEmpty = (value: string) => value === "." || value === this.blank();
      const order = [...this.values().filter((value) => !isEmpty(value)), ...this.values().filter((value) => value === "."), ""];
      if (how === "press") this.stroke = order[(order.indexOf(old) + 1) % order.length] ?? "";
    }
    if (this.stroke !== null) this.put(at, this.stroke);
  }

  /** The right button, or a long press: a cross, or nothing where a board of numbers has none. */
  wipe(spot: Spot): void {
    if (spot.kind !== "cell" || this.isGiven(spot.at)) return;
    this.board.choose(spot);
    this.stroke = null;
    const cross = this.values().length <= FEW && this.values().includes(".") ? "." : "";
    if (this.mode === "values") this.put(spot.at, cross);
    else this.put(spot.at, "");
  }

  lift(): void {
    const trail = this.trail;
    [this.trail, this.stroke] = [null, null];
    if (trail === null || trail.draws !== null) return;
    const { pressed, cell, cross } = trail;
    if (pressed === null) {
      const spot: Spot = { kind: "cell", at: cell };
      if (cross) this.wipe(spot);
      else this.select(spot, "press");
      this.stroke = null;
      return;
    }
    const old = this.state.lines[pressed];
    if (cross) this.line(pressed, old === false ? undefined : false);
    else this.line(pressed, old === undefined ? true : old ? false : undefined);
  }

  type(character: string, how: "plain" | "shift" | "control" = "plain"): void {
    const spot = this.board.selected;
    if (spot === null || spot.kind !== "cell") return;
    const cells = this.picked.some(([row, column]) => row === spot.at[0] && column === spot.at[1]) ? this.picked : [spot.at];
    const before = this.mode;
    if (how !== "plain") this.mode = how === "shift" ? "corner" : "centre";
    const key = this.key(spot.at);
    const old = this.state.values[key] ?? "";
    const longer = this.typed.at === key && performance.now() - this.typed.when < DIGITS ? `${old}${character}` : "";
    const values = this.values();
    const match = [longer, character, character.toUpperCase(), character.toLowerCase()].find((word) => values.includes(word));
    this.typed = { at: key, when: performance.now() };
    for (const at of cells) {
      if (this.isGiven(at)) continue;
      const own = this.state.values[this.key(at)] ?? "";
      if (character === "." && !(this.mode === "values" && values.includes(".") && own === "")) this.put(at, "");
      else if (match !== undefined && this.mode !== "colours") this.put(at, match);
      else if (/^[1-9]$/.test(character) && this.mode === "colours") this.put(at, character);
    }
    this.mode = before;
  }

  private put(at: Cell, value: string): void {
    const key = this.key(at);
    if (this.mode === "values" && (this.state.values[key] ?? "") === value) return;
    this.change(() => {
      if (this.mode === "corner" || this.mode === "centre") {
        const marks = this.state[this.mode];
        const notes = new Set(marks[key] ?? []);
        if (value === "") notes.clear();
        else if (!notes.delete(value)) notes.add(value);
        marks[key] = this.values().filter((own) => notes.has(own));
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
    clearTimeout(this.pending);
    if (this.full()) this.check(true);
    else if (this.marks) this.pending = window.setTimeout(() => this.broken(), PAUSE);
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
    return this.sheet === null ? [] : facts({ sheet: this.sheet, state: this.state, givens: this.table.givens(), blank: this.blank() });
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

  /** Marks what breaks a rule, without a word. */
  private broken(): void {
    if (this.solved || !this.active) return;
    void this.table.ask("check", { ask: "check", known: this.known() }, (event) => {
      if (event.event !== "checked" || event.solved) return;
      this.tints = event.broken.length === 0 ? [] : [{ at: event.broken.flatMap(({ clue, cells }) => (clue ? cells : [])), as: "fault" }];
      this.show();
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
    if (this.sheet === null) return;
    const { entries, colours } = drawn(this.sheet, this.state, this.wrong, this.hinted);
    this.board.enter(entries);
    this.board.tint([...colours, ...this.tints]);
  }

  /** The entries to choose from, and what can be done, beside the board. */
  private tools(): void {
    const layers = (this.sheet?.layers ?? []).map(({ layer, hidden }, index) => ({ layer, index, hidden })).filter(({ hidden }) => !hidden);
    pad({
      layers: layers.length > 1 ? layers.map(({ layer, index }) => ({ name: layer, on: index === this.layer, press: () => this.take(() => [this.layer, this.hand] = [index, null]) })) : [],
      entries: this.values().length === 0 ? [] : ENTRIES.map(([mode, name]) => ({ name, on: mode === this.mode, press: () => this.take(() => [this.mode, this.hand] = [mode, null]) })),
      values: (this.mode === "colours" ? COLOURS.map((_, index) => String(index + 1)) : this.values().slice(0, 30))
        .map((mark) => ({ name: mark, on: this.hand === mark, press: () => this.take(() => this.hold(mark)) })),
      colours: this.mode === "colours",
      marks: { on: this.marks, press: () => this.take(() => this.marked()) },
    });
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
    // The focus stays where it is while a player presses.
    if (this.status.parentElement !== find("report") || this.solved) find("report").replaceChildren(row, this.status);
    else find("report").firstElementChild?.replaceWith(row);
  }

  private take(change: () => void): void {
    change();
    this.tools();
  }

  /** A value of the pad: it goes to the chosen cells, or is held to press cells with. */
  private hold(mark: string): void {
    const spot = this.board.selected;
    const many = this.values().length > FEW || this.mode !== "values";
    if (this.hand === null && many && spot?.kind === "cell" && !this.isGiven(spot.at)) {
      for (const at of this.picked.length > 0 ? this.picked : [spot.at]) if (!this.isGiven(at)) this.put(at, mark);
    } else this.hand = this.hand === mark ? null : mark;
  }

  private marked(): void {
    this.marks = !this.marks;
    localStorage.setItem("mark broken rules", this.marks ? "yes" : "no");
    if (this.marks) this.broken();
    else {
      this.tints = [];
      this.show();
    }
  }
}
