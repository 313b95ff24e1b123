// The way to the solution, forwards and backwards, with the reason of each step. Start with `steps`.

import { ask, working } from "./engine";
import { button, make } from "./dom";
import { change, state } from "./state";

/** Asks for the steps. */
export function steps(): void {
  working("steps");
  void ask("steps", { ask: "steps" }, (event) => {
    if (event.event === "way") change({ way: event, at: 0, unexplained: "" });
    if (event.event === "end" && event.error !== null) change({ unexplained: event.error });
  });
}

export function go(to: number): void {
  const last = (state.way?.positions.length ?? 1) - 1;
  change({ at: Math.max(0, Math.min(last, to)) });
}

/** Returns the steps as sections. */
export function stepped(): HTMLElement[] {
  const found = state.way;
  if (found === null) return [make("p", { role: "status" }, state.unexplained || (state.running === null ? "Stopped" : "Working…"))];
  const { positions, steps: way } = found;
  if (positions.length === 0) return [make("p", { role: "status" }, state.unexplained || way.reason || "There are no steps")];
  const [at, last] = [state.at, positions.length - 1];
  const step = way.steps[at - 1];
  const [back, next] = [button("Back", () => go(at - 1)), button("Next step", () => go(at + 1))];
  [back.disabled, next.disabled] = [at === 0, at === last];
  next.className = "btn main";
  const row = make("p", { class: "row" }, back, next);
  if (way.fewer === undefined && way.steps.length > 0) {
    row.append(button("Hardest step", () => {
      const sizes = way.steps.map((own) => own.size);
      go(sizes.indexOf(Math.max(...sizes)) + 1);
    }));
  }
  const parts: HTMLElement[] = [row, make("p", { role: "status", class: "says" }, `Step ${at} of ${last}${step === undefined ? "" : `: ${step.sentence}`}`)];
  // A way that a limit stopped has no grade.
  if (way.difficulty) parts.push(make("p", {}, `Difficulty: ${way.difficulty.grade}`));
  else if (way.reason !== null) parts.push(make("p", { class: "soft" }, way.reason));
  parts.push(...(way.fewer ?? []).map((reason) => make("p", {}, `Why not fewer: ${reason.sentence}`)));
  parts.push(make("ol", { "aria-label": "Steps", class: "steplist" }, ...way.steps.slice(0, last).map((own, index) => {
    const item = button(own.sentence, () => go(index + 1));
    if (index + 1 === at) item.setAttribute("aria-current", "step");
    return make("li", {}, item);
  })));
  return [make("section", { class: "sec" }, ...parts)];
}
