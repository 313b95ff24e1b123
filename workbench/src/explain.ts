// Explanations: what is at fault, which clues are not needed, and what decides between solutions. Start with `explain`.

import { ask, drop, working } from "./engine";
import { button, make } from "./dom";
import type { Cell, Fix, Origin, Place } from "./protocol";
import { change, state } from "./state";

/** The maximum number of entries in a list. */
const MOST = 40;

/** Asks why, or puts the explanation away. */
export function explain(): void {
  if (state.explanation !== null) {
    change({ explanation: null });
    return;
  }
  drop("candidates");
  change({ candidates: null, unexplained: "" });
  working("explain");
  void ask("explain", { ask: "explain" }, (event) => {
    if (event.event === "explanation") change({ explanation: event, shown: event.explanation.kind === "differences" ? state.shown : 0, beside: false });
    if (event.event === "end" && event.error !== null) change({ unexplained: event.error });
  });
}

/** What the explanation is about: clues that can be left out, or clues and rules at fault. */
export function subjects(): Origin[] {
  const found = state.explanation;
  if (found === null) return [];
  return found.explanation.kind === "forced" ? found.spare : found.origins;
}

export function cells(origins: Origin[]): Cell[] {
  return origins.filter((origin) => origin.clue).flatMap((origin) => origin.cells);
}

export function marked(origins: Origin[]): Place[] {
  return origins.flatMap((origin) => origin.place ?? []);
}

/** Returns the explanation as sections. */
export function explained(edit: (changes: Fix[]) => void, show: (place: Place) => void): HTMLElement[] {
  const found = state.explanation;
  if (found === null) return state.unexplained === "" ? [] : [make("p", { role: "status" }, state.unexplained)];
  const kind = found.explanation.kind;
  const about = subjects();
  const spare = kind === "forced" && found.spare.length > 0;
  const parts: HTMLElement[] = [make("p", { class: "says" }, found.result)];
  if (found.advice !== "") parts.push(make("p", { class: "soft" }, found.advice));
  if (found.giving.length > 0) {
    parts.push(make("h2", {}, kind === "differences" ? "Values to give" : "Repairs", make("small", {}, kind === "differences" ? "each decides" : "each tried: it has a solution")),
      make("p", { class: "row" }, ...found.giving.map((own) => {
        const chip = button(own.title, () => edit(own.edits));
        chip.className = "chip";
        return chip;
      })));
  }
  if (about.length > 0) {
    parts.push(make("h2", {}, spare ? "Not needed" : "At fault", ...(spare ? [make("small", {}, "each alone can be left out")] : [])));
    parts.push(make("ul", { class: "origins" }, ...about.slice(0, MOST).map((origin) => line(origin, edit, show))));
    if (about.length > MOST) parts.push(make("p", { class: "soft" }, `and ${about.length - MOST} more`));
  }
  const fixes = spare ? about.flatMap(({ fix }) => fix ?? []) : [];
  if (fixes.length > 1) {
    const sorted = [...new Map(fixes.map((fix) => [fix.from, fix])).values()].sort((one, two) => one.from - two.from);
    parts.push(make("p", {}, button("Leave out all of them", () => edit(sorted))));
  }
  return [make("section", { class: "sec" }, ...parts)];
}

/** A clue or a rule, with a button that leaves it out. */
function line({ name, place, fix }: Origin, edit: (changes: Fix[]) => void, show: (place: Place) => void): HTMLElement {
  const head = place === null ? make("span", {}, name) : button(name, () => show(place));
  if (place !== null) head.className = "place";
  const item = make("li", {}, head);
  if (fix) {
    const leave = button("Leave out", () => edit([fix]));
    leave.className = "chip";
    leave.setAttribute("aria-label", `Leave out ${name}`);
    item.append(leave);
  }
  return item;
}
