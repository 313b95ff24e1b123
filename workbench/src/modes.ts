// The modes of the page, which exclude each other: entering one ends the one before it and all that is at work for it. Start with
// `enter`.

import { cutMode } from "./engine";
import { change, type Mode, state } from "./state";
import { isJudged, judge, unjudge } from "./verdict";

interface Way { begin(): void; end(): void }

const ways = new Map<Mode, Way>();

export function mode(name: Mode, way: Way): void {
  ways.set(name, way);
}

/** Modes beside which the verdict goes on. */
const JUDGED: Mode[] = ["draw", "make"];

/** Enters a mode, also again. */
export function enter(next: Mode): void {
  leave();
  const judged = JUDGED.includes(next);
  cutMode(judged ? ["verdict"] : []);
  if (!judged) unjudge();
  change({
    mode: next, shown: 0, beside: false, explanation: null, unexplained: "", candidates: null, way: null, at: 0,
    sheet: next === "draw" || next === "make" ? "tools" : "answers",
  });
  ways.get(next)?.begin();
  if (judged && state.board !== null && !isJudged() && state.running?.lane !== "verdict") judge(Promise.resolve());
}

/** Ends the mode; nothing takes its place yet. */
export function leave(): void {
  ways.get(state.mode)?.end();
}
