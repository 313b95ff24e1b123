// Solving by hand with moves: press what moves and then where it goes, or press a button of the board. Start with `Mover`.

import type { Board, Tints } from "./board";
import { button, find, make } from "./dom";
import type { ByHand, Table } from "./play";
import type { Cell, Event, Spot, Turn } from "./protocol";

type Position = Event & { event: "turns" };

const at = (one: Cell, other: Cell) => one[0] === other[0] && one[1] === other[1];
const has = (cells: Cell[], place: Cell) => cells.some((cell) => at(cell, place));
/** How many of the two cells are the first ones of the move. */
const begins = ({ from, to }: Turn, start: Cell | null, end: Cell) => Number(start !== null && from[0] !== undefined && at(from[0], start)) + Number(to[0] !== undefined && at(to[0], end));
/** A press on the board is the move. */
const isPress = ({ from, to }: Turn) => from.length === to.length && from.every((cell) => has(to, cell));

export class Mover implements ByHand {
  active = false;
  private position: Position | null = null;
  private made: number[][] = [];
  private undone: number[][] = [];
  /** The place of what is about to move. */
  private from: Cell | null = null;
  private seconds = 0;
  private clock = 0;
  private readonly status = make("p", { role: "status", id: "played" });
  private readonly time = make("span", { role: "timer", "aria-label": "Time" });

  constructor(private readonly board: Board, private readonly table: Table) {}

  begin(): void {
    const kept = JSON.parse(sessionStorage.getItem("moved") ?? "null");
    const goes = kept !== null && kept.model === this.table.model();
    [this.made, this.undone] = [goes ? kept.made : [], []];
    this.seconds = goes ? kept.seconds : 0;
    this.from = null;
    this.position = null;
    this.look(() => this.start());
  }

  private start(): void {
    if (this.active) return;
    this.active = true;
    this.table.clear();
    this.board.kind = "cell";
    this.board.grab(true);
    clearInterval(this.clock);
    this.clock = window.setInterval(() => this.tick(), 1000);
  }

  end(): void {
    if (!this.active) return;
    this.active = false;
    clearInterval(this.clock);
    this.board.tint([]);
  }

  private tick(): void {
    if (this.position?.solved !== true && document.visibilityState === "visible") this.seconds += 1;
    this.time.textContent = `${Math.floor(this.seconds / 60)}:${String(this.seconds % 60).padStart(2, "0")}`;
    this.keep();
  }

  private keep(): void {
    sessionStorage.setItem("moved", JSON.stringify({ model: this.table.model(), made: this.made, seconds: this.seconds }));
  }

  /** Asks for the position after the moves so far, and shows it. */
  private look(first: () => void = () => {}): void {
    void this.table.ask("play", { ask: "turns", made: this.made }, (event) => {
      if (event.event === "turns") {
        this.position = event;
        first();
        this.show();
      } else if (event.event === "end" && event.error !== null) {
        if (this.active) this.status.textContent = event.error;
        else find("report").replaceChildren(make("p", { role: "status" }, event.error));
      }
    });
  }

  has(spot: Spot): boolean {
    return spot.kind === "cell";
  }

  point(): boolean {
    return false;
  }

  select(spot: Spot, how: "press" | "drag" | "key"): void {
    this.board.choose(spot);
    const place = spot.at;
    find("cell").textContent = `Row ${place[0]}, column ${place[1]}`;
    if (how === "key") return;
    this.press(place, how === "drag");
  }

  /** Makes the move that a press means; a press on something that moves takes it up. */
  private press(place: Cell, drags: boolean): void {
    const turns = this.position?.turns ?? [];
    const from = this.from;
    const fitting = turns.filter((turn) => (from === null ? isPress(turn) && has(turn.from, place) : has(turn.from, from) && has(turn.to, place)));
    // Of slides over a cell, the one that ends there; of blocks, the one whose first cell was pressed.
    const [one] = fitting.sort((one, other) => one.to.length - other.to.length || begins(other, from, place) - begins(one, from, place));
    if (one !== undefined && !(drags && this.from === null)) this.make(one);
    else if (!drags) {
      const again = from !== null && at(from, place);
      this.from = !again && turns.some((turn) => has(turn.from, place)) ? place : null;
      this.show();
    }
  }

  private make(turn: Turn): void {
    this.from = null;
    // Until the engine answers, no other move can be made; buttons can be pressed at any time.
    if (!isPress(turn)) this.position = null;
    this.made.push(turn.token);
    this.undone = [];
    this.keep();
    this.look();
  }

  lift(): void {}

  type(character: string): void {
    const spot = this.board.selected;
    if (spot !== null && spot.kind === "cell" && (character === " " || character === ".")) this.press(spot.at, false);
  }

  undo(): void {
    const last = this.made.pop();
    if (last === undefined) return;
    this.undone.push(last);
    this.again();
  }

  /** Shows the position after another list of moves. */
  private again(): void {
    this.from = null;
    this.keep();
    this.look();
  }

  redo(): void {
    const next = this.undone.pop();
    if (next === undefined) return;
    this.made.push(next);
    this.again();
  }

  private show(): void {
    const position = this.position;
    if (position === null || !this.active) return;
    // The pictures of the goal are only looked at.
    this.board.show({ ...position, panels: position.panels.slice(0, 1) });
    const from = this.from;
    const buttons = position.turns.length > 0 && position.turns.every(isPress);
    const all = position.turns.filter((turn) => (from === null ? !buttons : has(turn.from, from)));
    const first = all.filter((turn) => from !== null && turn.from[0] !== undefined && at(turn.from[0], from));
    const open = first.length > 0 ? first : all;
    const cells = new Map(open.flatMap((turn) => (from === null ? turn.from : turn.to)).map((cell) => [String(cell), cell]));
    const tints: Tints = [{ at: [...cells.values()], as: "new" }];
    const held = first.length > 0 ? first[0]?.from : undefined;
    this.board.tint(from === null ? tints : [...tints, { at: held ?? [from], as: "differs" }]);
    this.status.textContent = this.words(position, buttons);
    const list = make("ul", { class: "row turns", "aria-label": "Moves" });
    if (!buttons) list.append(...open.slice(0, 80).map((turn) => make("li", {}, button(turn.words, () => this.make(turn)))));
    const [undo, redo] = [button("Undo", () => this.undo()), button("Redo", () => this.redo())];
    undo.setAttribute("aria-label", "Undo move");
    redo.setAttribute("aria-label", "Redo move");
    undo.disabled = this.made.length === 0;
    redo.disabled = this.undone.length === 0;
    const again = button("Start again", () => {
      [this.made, this.undone, this.seconds] = [[], [], 0];
      this.again();
    });
    find("report").replaceChildren(
      make("p", { class: "row" }, undo, redo, again, this.time), this.status, list);
  }

  private words({ cost, left, solved, turns }: Position, buttons: boolean): string {
    const [one, many] = buttons ? ["press", "presses"] : ["move", "moves"];
    const made = `${cost} ${cost === 1 ? one : many}`;
    const rest = left === null ? "" : `, ${left} left`;
    if (solved && left === null) return `Solved with ${made} in ${this.time.textContent || "0:00"}`;
    if (turns.length === 0) return `${made}${rest}. No move is left`;
    if (this.made.length > 0) return `${made}${rest}`;
    return buttons ? "Press the buttons of the board" : `Press what moves, then where it goes${rest}`;
  }
}
