// The pad of a player: kinds of entries, values and colours. Start with `pad`.

import { button, find, make } from "./dom";
import { fill } from "./render";

export interface Key { name: string; on: boolean; press(): void }

export interface Keys { layers: Key[]; entries: Key[]; values: Key[]; colours: boolean; marks: { on: boolean; press(): void } }

function pressed({ name, on, press }: Key): HTMLButtonElement {
  const made = button(name, press);
  made.setAttribute("aria-pressed", String(on));
  return made;
}

export function pad({ layers, entries, values, colours, marks }: Keys): void {
  const group = (label: string, name: string, keys: Key[]) =>
    (keys.length === 0 ? [] : [make("div", { class: name, role: "group", "aria-label": label }, ...keys.map(pressed))]);
  const toggle = button("Mark what breaks a rule", marks.press);
  toggle.className = "toggle";
  toggle.setAttribute("aria-pressed", String(marks.on));
  fill(find("pad"), [...group("Layers", "seg", layers), ...group("Kind of entry", "seg", entries),
    ...group(colours ? "Colours" : "Values", colours ? "keys-pad colours" : "keys-pad", values), toggle]);
}
