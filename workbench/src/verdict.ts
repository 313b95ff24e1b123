// The verdict about the text: no solution, one or several, and the solutions. Start with `judge`.

import { ask, drop, working } from "./engine";
import { explain } from "./explain";
import type { Event } from "./protocol";
import { change, LOOKING, state, type Verdict } from "./state";

type Found = Event & { event: "verdict" };

/** A number with separators. */
export const grouped = (number: number | string): string => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

const counted = (count: number | string): string => `${grouped(count)} ${String(count) === "1" ? "solution" : "solutions"}`;

function words(found: Found): Verdict {
  const best = found.optimum === null || found.optimum === undefined ? "" : `Best value: ${grouped(found.optimum)}.`;
  const of = found.state;
  switch (of) {
    case "unique": return { state: of, words: "One solution", detail: best || "Exact, checked as you draw." };
    case "none": return { state: of, words: "No solution", detail: "" };
    case "some": return { state: of, words: "A solution, maybe more", detail: [best, found.reason ?? ""].join(" ").trim() };
    case "unknown": return { state: of, words: "Unknown", detail: found.reason ?? "" };
    case "several": {
      const exact = found.count !== null && found.count !== undefined;
      return { state: of, words: exact ? counted(found.count ?? 0) : `At least ${counted(found.at_least ?? 2)}`, detail: best, exact: exact && found.count === found.at_least };
    }
  }
}

/** Asks for the verdict; its events wait until the board is drawn. */
export function judge(drawn: Promise<void>): void {
  let known = false;
  change({ verdict: LOOKING });
  working("verdict");
  const take = (event: Event) => {
    if (event.event === "solution") change({ solutions: [...state.solutions, event] });
    else if (event.event === "differences") change({ differing: event.cells, certain: event.exact, nearest: event.nearest, apart: event.apart });
    else if (event.event === "verdict") {
      known = true;
      change({ verdict: words(event) });
      if (event.state === "none" && state.mode === "draw") explain();
    } else if (event.event === "end" && !known) {
      change({ verdict: { state: "unknown", words: "Unknown", detail: event.error ?? "There is no answer." } });
    }
  };
  void ask("verdict", { ask: "verdict" }, (event) => void drawn.then(() => take(event)), "text");
}

/** Whether the search is to be made again, since it was stopped for another mode. */
export function isJudged(): boolean {
  return state.verdict.state !== "looking";
}

export function unjudge(): void {
  if (isJudged()) return;
  drop("verdict");
  change({ solutions: [], differing: [], certain: false, nearest: null, apart: [] });
}

/** Shows the next or the previous solution. */
export function turn(by: number): void {
  const { solutions, shown } = state;
  if (solutions.length === 0) return;
  const next = ((shown - 1 + by + solutions.length + (shown === 0 && by < 0 ? 1 : 0)) % solutions.length) + 1;
  change({ beside: false, shown: next });
}
