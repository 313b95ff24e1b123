// The rules of the model as a list of names with switches. A rule that is off stays in the text as a comment. Start with `rules`.

import { button, make } from "./dom";
import { ask, working } from "./engine";
import type { Fix, Named, Place } from "./protocol";
import { change, state } from "./state";

/** How the lines of a rule that is off begin. */
const OFF = "#off ";

export interface Rule extends Place { name: string; on: boolean; count: number }

/** Returns the rules of a text, those that are off, too. */
export function listed(text: string): Rule[] {
  const found: Rule[] = [];
  const lines = text.split("\n");
  let at = 0;
  let open: Rule | null = null;
  let quoted = false;
  for (const line of lines) {
    const off = line.startsWith(OFF);
    const own = off ? line.slice(OFF.length) : line;
    const header = !quoted && /^\s*\[/.test(own);
    // An empty line ends what is off.
    if (open !== null && (header || off === open.on)) open = null;
    if (header && /^\s*\[\[\s*rule\s*\]\]/.test(own)) {
      open = { name: "", on: !off, from: at, to: at, count: 0 };
      found.push(open);
    }
    if (open !== null) {
      if (own.trim() !== "" && (off || !/^\s*#/.test(own))) open.to = at + line.length;
      const name = /^\s*name\s*=\s*"([^"]*)"/.exec(own);
      if (name !== null && !quoted) open.name = name[1] ?? "";
      if (/^\s*along\s*=/.test(own)) open.count = paths(own);
    }
    if ((own.match(/"""/g)?.length ?? 0) % 2 === 1) quoted = !quoted;
    at += line.length + 1;
  }
  for (const [index, rule] of found.entries()) if (rule.name === "") rule.name = `rule ${index + 1}`;
  return found;
}

/** The number of paths in a line `along = ...`. */
function paths(line: string): number {
  const texts = /=\s*\[\s*"/.test(line);
  if (texts) return line.match(/"[^"]*"/g)?.length ?? 1;
  const several = /=\s*\[\s*\[\s*\[/.test(line);
  return several ? (line.match(/\]\s*\]/g)?.length ?? 1) : 1;
}

/** Returns the changes that switch a rule on or off. */
export function switched(text: string, rule: Rule): Fix[] {
  const changes: Fix[] = [];
  let at = rule.from;
  for (const line of text.slice(rule.from, rule.to).split("\n")) {
    if (rule.on) changes.push({ from: at, to: at, insert: OFF });
    else if (line.startsWith(OFF)) changes.push({ from: at, to: at + OFF.length, insert: "" });
    at += line.length + 1;
  }
  return changes;
}

/** Asks which rules follow from the others. */
function examine(): void {
  working("rules");
  change({ superfluous: null });
  void ask("rules", { ask: "superfluous", "time-limit": "30s" }, (event) => {
    if (event.event === "superfluous") change({ superfluous: event });
    if (event.event === "end" && event.error !== null) change({ unexplained: event.error });
  }, "text");
}

/** The words about the rules that follow from the others. */
function findings(): string {
  const found = state.superfluous;
  if (found === null) return "";
  if (found.contradiction.length > 0) return `These rules contradict each other: ${found.contradiction.map(({ name }) => name).join(", ")}.`;
  const open = found.complete ? "" : " Not all rules could be examined in time.";
  if (found.rules.length === 0) return found.complete ? "Every rule is needed with these clues." : open.trim();
  const which = found.rules.length === 1 ? "The grey rule follows" : "The grey rules follow";
  return `${which} from the others and the clues.${open}`;
}

/** Returns the list. */
export function rules(text: string, edit: (changes: Fix[]) => void, show: (place: Place) => void): HTMLElement[] {
  const all = listed(text);
  const of = (rule: Rule, among: Named[]): boolean => among.some((one) => one.from < rule.to && one.to > rule.from);
  const spare = (rule: Rule): boolean => rule.on && of(rule, state.superfluous?.rules ?? []);
  if (all.length === 0) return [make("h2", {}, "Rules"), make("p", { class: "soft" }, "The model has no rules yet.")];
  return [make("h2", {}, "Rules on the board"), make("ul", { class: "rules" }, ...all.map((rule) => {
    const name = button(rule.name, () => show(rule));
    name.className = rule.on ? (spare(rule) ? "place spare" : "place") : "place off";
    name.title = "Show it in the text";
    const toggle = button("", () => edit(switched(text, rule)));
    toggle.className = "toggle";
    toggle.setAttribute("aria-pressed", String(rule.on));
    toggle.setAttribute("aria-label", `${rule.name} applies`);
    return make("li", {}, name, make("span", { class: "count" }, rule.on ? (spare(rule) ? "not needed" : rule.count > 0 ? String(rule.count) : "") : "off"), toggle);
  })), ...(all.filter(({ on }) => on).length < 2 ? [] : [
    make("p", { class: "soft", role: "status" }, findings()),
    make("p", { class: "row" }, button("Which rules are needed?", examine)),
  ])];
}
