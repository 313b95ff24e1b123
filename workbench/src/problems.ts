// Errors and warnings as a list, with the places and the changes that mend them.

import { button, dialog, make } from "./dom";
import { describe, type Schema, table } from "./schema";
import type { Diagnostic, Fix, Place } from "./protocol";

let schema: Schema | null = null;
let model: () => string = () => "";

/** The keys of each table of models are known. */
export function keys(known: Schema, text: () => string): void {
  [schema, model] = [known, text];
}

/** Warnings of what is not finished: an element was added, and has no mark yet. The text underlines them. */
const UNFINISHED = ["empty-rule"];

export function problems(found: Diagnostic[], edit: (changes: Fix[]) => void, show: (place: Place) => void): HTMLElement[] {
  const list = found.filter(({ severity, code }) => severity === "error" || !UNFINISHED.includes(code));
  return list.map((own) => {
    const place = own.labels[0];
    const head = button(own.message, () => place !== undefined && show(place));
    head.className = `place ${own.severity}`;
    const item = make("li", {}, head);
    const known = own.near ?? [];
    // The nearest words are buttons: they are not said besides.
    const notes = [known.length > 0 ? "" : place?.text ?? "", ...own.help].filter((note) => note !== "");
    for (const note of notes) item.append(make("span", { class: "help" }, note));
    const near = known.map((fix) => chip(fix.title.replace("Replace with ", ""), fix.title, () => edit([fix])));
    if (near.length > 0 && place !== undefined) {
      item.append(make("span", { class: "row" }, ...near, chip("All keys…", "All accepted keys", () => all(place, edit))));
    } else if (own.fix !== null) {
      const fix = own.fix;
      item.append(make("span", { class: "row" }, chip(fix.title, fix.title, () => edit([fix]))));
    }
    return item;
  });
}

function chip(words: string, label: string, press: () => void): HTMLButtonElement {
  const made = button(words, press);
  made.className = "chip";
  if (label !== words) made.setAttribute("aria-label", label);
  return made;
}

/** Shows all keys that are accepted at a place, with their descriptions. */
function all(place: Place, edit: (changes: Fix[]) => void): void {
  const parts = schema === null ? [] : table(schema, model(), place.from);
  const names = [...new Set(parts.flatMap((part) => Object.keys(part.properties ?? {})))].sort();
  const box = dialog("Accepted keys", make("dl", { class: "keys" }, ...names.flatMap((name) => [
    make("dt", {}, button(name, () => {
      box.close();
      edit([{ from: place.from, to: place.to, insert: name }]);
    })),
    make("dd", {}, describe(parts, name) ?? ""),
  ])));
}
