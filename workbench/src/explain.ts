// Explanations: what is at fault, which clues are not needed, and what decides between solutions. Start with `explain`.

import { ask, drop, working } from "./engine";
import { button, make } from "./dom";
import type { Cell, Fix, Giving, Origin, Place } from "./protocol";
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

type Edit = (changes: Fix[]) => void;
type Show = (place: Place) => void;

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

/** Returns what is found in one sentence. */
function sentence(): string {
  const found = state.explanation;
  const about = subjects();
  const clues = about.filter(({ clue }) => clue).length;
  const rules = new Set(about.filter(({ clue }) => !clue).map(({ rule }) => rule)).size;
  switch (found?.explanation.kind) {
    case "contradiction": {
      const parts = [clues > 0 ? counted(clues, "clue") : "", rules > 0 ? counted(rules, "rule") : ""].filter((part) => part !== "");
      if (clues + rules === 1) return "This alone rules out every solution.";
      return `These ${parts.join(" and ")} cannot all hold together; each of them takes part.`;
    }
    case "forced": return about.length > 0 ? "There is one solution without each of these, too." : "Every clue is needed.";
    case "differences": return `The two most similar solutions differ in ${counted(state.apart.length, "cell")}.`;
    default: return found?.result ?? "";
  }
}

/** Returns the explanation as sections. */
export function explained(edit: Edit, show: Show): HTMLElement[] {
  const found = state.explanation;
  if (found === null) return state.unexplained === "" ? [] : [make("p", { role: "status" }, state.unexplained)];
  const kind = found.explanation.kind;
  const about = subjects();
  const spare = kind === "forced";
  const parts: HTMLElement[] = [make("p", { class: "says" }, sentence())];
  const clues = about.filter(({ clue }) => clue);
  const of = ({ place }: Origin) => found.giving.filter(({ edits }) => edits.some(({ from }) => place !== null && from >= place.from && from <= place.to));
  const rest = found.giving.filter((own) => !clues.some((origin) => of(origin).includes(own)));
  if (clues.length > 0) {
    const title = spare ? ["Not needed", "each alone can be left out"] : ["At fault", "each change was tried: it has a solution"];
    parts.push(make("h2", {}, title[0] ?? "", make("small", {}, title[1] ?? "")));
    parts.push(make("ul", { class: "origins" }, ...clues.slice(0, MOST).map((origin) => line(origin, of(origin), edit, show))));
    if (clues.length > MOST) parts.push(make("p", { class: "soft" }, `and ${clues.length - MOST} more`));
  }
  if (rest.length > 0) {
    parts.push(make("h2", {}, kind === "differences" ? "Values to give" : "Repairs", make("small", {}, kind === "differences" ? "each decides" : "")),
      make("p", { class: "row" }, ...rest.map((own) => chip(own.title, own.title, () => edit(own.edits)))));
  }
  parts.push(...rules(about.filter(({ clue }) => !clue), show));
  const fixes = spare ? about.flatMap(({ fix }) => fix ?? []) : [];
  if (fixes.length > 1) {
    const sorted = [...new Map(fixes.map((fix) => [fix.from, fix])).values()].sort((one, two) => one.from - two.from);
    parts.push(make("p", {}, button("Leave out all of them", () => edit(sorted))));
  }
  if (state.researchers) {
    parts.push(make("details", {}, make("summary", {}, "As the command line says it"), make("p", { class: "refusal" }, [found.result, found.advice].join("\n").trim())));
  }
  return [make("section", { class: "sec" }, ...parts)];
}

/** The rules that take part, each with the places where it is used. */
function rules(origins: Origin[], show: Show): HTMLElement[] {
  if (origins.length === 0) return [];
  const names = [...new Set(origins.map(({ rule }) => rule))];
  return [make("h2", {}, "Rules that take part"), make("ul", { class: "origins" }, ...names.map((name) => {
    const own = origins.filter(({ rule }) => rule === name);
    const details = own.map(({ detail }) => detail).filter((detail) => detail !== "").join(", ");
    const place = own[0]?.place ?? null;
    const head = place === null ? make("span", {}, name) : button(name, () => show(place));
    if (place !== null) head.className = "place";
    return make("li", { class: "rule" }, head, make("span", { class: "soft" }, details));
  }))];
}

function chip(words: string, label: string, press: () => void): HTMLButtonElement {
  const made = button(words, press);
  made.className = "chip";
  if (label !== words) made.setAttribute("aria-label", label);
  return made;
}

/** A clue with the changes of it that help. */
function line({ name, place, fix }: Origin, giving: Giving[], edit: Edit, show: Show): HTMLElement {
  const head = place === null ? make("span", {}, name) : button(name, () => show(place));
  if (place !== null) head.className = "place";
  const chips = giving.map(({ title, edits }) => {
    const word = edits[0]?.insert ?? "";
    return chip(word === "." || word === "" || word.length > 8 ? title : word, title, () => edit(edits));
  });
  if (fix) chips.push(chip("Leave out", `Leave out ${name}`, () => edit([fix])));
  return make("li", {}, head, make("span", { class: "row" }, ...chips));
}
