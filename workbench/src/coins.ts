// The devil's chessboard as a game: the devil lays coins and points at a square, the first prisoner turns a coin, the second one names
// the square. Start with `Passer`.

import type { Board, Tints } from "./board";
import { button, find, make } from "./dom";
import type { ByHand, Table } from "./play";
import type { Cell, Event, Spot } from "./protocol";

type Coins = Event & { event: "coins" };
type Phase = "coins" | "square" | "turn" | "covered" | "name" | "end";

const ASKED: Record<Phase, string> = {
  coins: "Devil: press coins to turn them, or take them as they are",
  square: "Devil: press the square to point at",
  turn: "First prisoner: press the coin to turn",
  covered: "The first prisoner leaves. Call the second one",
  name: "Second prisoner: press the square that the coins name",
  end: "",
};

export class Passer implements ByHand {
  active = false;
  private phase: Phase = "coins";
  private shown: Coins | null = null;
  private target = 0;
  private turned = 0;
  private guess = 0;
  private seed = 0;
  /** The words of the program, where they were asked for. */
  private advice = "";
  private readonly score = { prisoners: 0, devil: 0 };
  private readonly status = make("p", { role: "status", id: "played" });

  constructor(private readonly board: Board, private readonly table: Table) {}

  begin(): void {
    this.seed = 0;
    [this.score.prisoners, this.score.devil] = [0, 0];
    this.lay();
  }

  /** Lays new coins. */
  private lay(): void {
    this.phase = "coins";
    this.advice = "";
    this.look({ seed: this.seed }, (shown) => {
      if (shown.given === null) return;
      this.target = shown.given;
      this.phase = "turn";
      this.look({ coins: shown.coins, square: this.target });
    });
  }

  private look(more: { seed?: number; coins?: boolean[]; square?: number }, then: (shown: Coins) => void = () => {}): void {
    void this.table.ask("play", { ask: "coins", ...more }, (event) => {
      if (event.event === "coins") {
        this.shown = event;
        this.start();
        then(event);
        this.show();
      } else if (event.event === "end" && event.error !== null) find("report").replaceChildren(make("p", { role: "status" }, event.error));
    });
  }

  private start(): void {
    if (this.active) return;
    this.active = true;
    this.table.clear();
    this.board.kind = "cell";
  }

  end(): void {
    if (!this.active) return;
    this.active = false;
    find("board").style.visibility = "";
    this.board.tint([]);
  }

  has(spot: Spot): boolean {
    return spot.kind === "cell";
  }

  point(): boolean {
    return false;
  }

  select(spot: Spot, how: "press" | "drag" | "key"): void {
    this.board.choose(spot);
    if (how === "press") this.press(spot.at);
  }

  type(character: string): void {
    const spot = this.board.selected;
    if (spot !== null && spot.kind === "cell" && (character === " " || character === ".")) this.press(spot.at);
  }

  lift(): void {}

  undo(): void {}

  redo(): void {}

  private press([row, column]: Cell): void {
    const shown = this.shown;
    const columns = shown?.panels[0]?.columns ?? 1;
    const square = (row - 1) * columns + column - 1;
    if (shown === null || square >= shown.coins.length) return;
    const other = shown.coins.map((coin, index) => (index === square ? !coin : coin));
    this.advice = "";
    if (this.phase === "coins") this.look({ coins: other });
    else if (this.phase === "square") {
      this.target = square;
      this.phase = "turn";
      this.look({ coins: shown.coins, square });
    } else if (this.phase === "turn") {
      this.turned = square;
      this.phase = "covered";
      this.look({ coins: other });
    } else if (this.phase === "name") {
      this.guess = square;
      this.score[square === this.target ? "prisoners" : "devil"] += 1;
      this.phase = "end";
      this.look({ coins: shown.coins, square: this.target });
    }
  }

  private cell(square: number): Cell {
    const columns = this.shown?.panels[0]?.columns ?? 1;
    return [Math.floor(square / columns) + 1, (square % columns) + 1];
  }

  private show(): void {
    const shown = this.shown;
    if (shown === null || !this.active) return;
    find("board").style.visibility = this.phase === "covered" ? "hidden" : "";
    this.board.show(shown);
    const tints: Tints = this.phase === "end" ? [{ at: [this.cell(this.turned)], as: "differs" }, { at: [this.cell(this.guess)], as: this.guess === this.target ? "new" : "fault" }] : [];
    this.board.tint(tints);
    this.board.choose(null);
    this.status.textContent = [this.phase === "end" ? this.result(shown) : ASKED[this.phase], this.advice].filter((words) => words !== "").join("\n");
    find("report").replaceChildren(
      make("p", {}, `The prisoners have agreed on this strategy: ${shown.strategy}.`),
      make("p", { class: "row" }, ...this.buttons(shown)), this.status,
      make("p", {}, `Prisoners ${this.score.prisoners}, devil ${this.score.devil}`));
  }

  private result(shown: Coins): string {
    const won = this.guess === this.target;
    const meant = shown.named === this.target ? "" : `The first prisoner turned another coin than the strategy: these coins name ${shown.name}.`;
    return `The devil pointed at square ${this.target}: ${won ? "the prisoners win" : "the devil wins"}. As the coins are, ${shown.how}. ${meant}`;
  }

  private buttons(shown: Coins): HTMLButtonElement[] {
    const go = (phase: Phase) => () => {
      this.phase = phase;
      this.show();
    };
    const advise = button("Advice", () => {
      this.advice = this.phase === "turn" ? `As the coins are, ${shown.how}: turn square ${shown.flip}` : `${shown.how}`;
      this.show();
    });
    const again = button("Another round", () => {
      this.seed = Math.floor(Math.random() * 2 ** 32) + 1;
      this.lay();
    });
    switch (this.phase) {
      case "coins": return [button("Point at a square", go("square")), again];
      case "covered": return [button("Second prisoner", go("name"))];
      case "turn":
      case "name": return [advise];
      case "end": return [again];
      default: return [];
    }
  }
}
