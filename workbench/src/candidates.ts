// The values of each cell that occur in some solution. Start with `candidates`.

import { ask, drop, working } from "./engine";
import { change, state } from "./state";

/** Shows the candidates, or puts them away. */
export function candidates(): void {
  if (state.candidates !== null || state.running?.lane === "candidates") {
    drop("candidates");
    change({ candidates: null });
    return;
  }
  drop("explain");
  change({ explanation: null, unexplained: "" });
  working("candidates");
  void ask("candidates", { ask: "candidates", "time-limit": "30s" }, (event) => {
    if (event.event === "candidates") change({ candidates: event, shown: 0, beside: false });
    if (event.event === "end" && event.error !== null) change({ unexplained: event.error });
  });
}

/** The words about the candidates that are shown. */
export function scope(): string {
  const found = state.candidates;
  if (found === null) return "";
  return found.exact ? "Each value that a cell has in some solution" : "Values that occur in the solutions found so far: others may be possible, too";
}
