// The tools of drawing beside the board. Start with `palette`.

import { button, make } from "./dom";
import { shown } from "./marks";
import type { Picture } from "./protocol";

/** A tool: a part of the model to draw, or an element to add. */
export interface Tool { name: string; title: string; on: boolean; group?: string; icon?: string; press(): void }

export interface Tools { parts: Tool[]; more: Tool[]; marks: HTMLElement[]; remove: (() => void) | null; resize: (() => void) | null }

const SIDES: Record<string, string> = { left: "left", right: "right", top: "above", bottom: "below" };

/** Returns the name of a picture or list for people. */
export function titled({ name, kind }: Picture): string {
  const parts = name.split(".");
  const own = (parts[1] ?? parts[0] ?? name).replaceAll(/[-_]/g, " ");
  const capital = own.charAt(0).toUpperCase() + own.slice(1);
  if (name === "grid.given") return "Values";
  if (parts[0] === "layer") return `Values of ${own}`;
  return SIDES[kind] === undefined ? capital : `${capital}, ${SIDES[kind]}`;
}

/** Returns a name with soft hyphens, for narrow columns. */
function broken(title: string): string {
  return title.replace(/(thermo|palin|noncon|sky)(?=meter|drome|secutive|scrapers)/i, "$1\u00ad");
}

function tool({ name, title, on, icon = "", press }: Tool): HTMLButtonElement {
  const made = button("", press);
  made.className = icon === "" ? "tool" : "tool pictured";
  if (icon !== "") {
    // The pictures are part of the page, not of a model.
    const svg = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" aria-hidden="true">${icon}</svg>`, "image/svg+xml");
    made.append(document.importNode(svg.documentElement, true));
  }
  made.append(make("span", {}, icon === "" ? title : broken(title)));
  made.dataset.part = name;
  made.setAttribute("aria-pressed", String(on));
  return made;
}

function section(title: string, ...parts: HTMLElement[]): HTMLElement[] {
  return parts.length === 0 ? [] : [make("h2", { class: "sub" }, title), make("div", { class: "row" }, ...parts)];
}

export function palette({ parts, more, marks, remove, resize }: Tools): HTMLElement[] {
  const board: HTMLElement[] = [];
  if (remove !== null) board.push(button("Remove", remove));
  if (resize !== null) {
    const size = button("Size…", resize);
    size.setAttribute("aria-haspopup", "dialog");
    board.push(size);
  }
  const names = [...new Set(more.map(({ group }) => group ?? "Parts"))];
  const groups = names.flatMap((name) => {
    const own = more.filter(({ group }) => (group ?? "Parts") === name).map(tool);
    const [title, list] = section(name === "Parts" ? "Add" : name, ...own);
    if (list !== undefined && own.every((one) => one.classList.contains("pictured"))) list.className = "tools";
    return [title, list].filter((part) => part !== undefined);
  });
  return [...section("Draw", ...parts.map(tool)), ...section("Marks", ...marks), ...groups, ...section("Board", ...board)];
}

export interface Hand { pressed(mark: string | null): boolean; choose(mark: string | null): void; enter(typed: string): void }

/** Returns the marks that fit a picture, the empty one first. */
export function offers(picture: Picture, values: string[]): string[] {
  const used = picture.marks.flat().flatMap((mark) => (mark === null ? [] : [shown(picture, mark[1]) || "."]));
  const known = KNOWN[picture.name];
  if (known !== undefined) return [".", ...known];
  const isGiven = picture.name.endsWith("given");
  const own = isGiven ? values.map((value) => (value === "." ? "x" : value)) : [];
  const digits = !isGiven && (used.some((mark) => /^\d$/.test(mark)) || used.every((mark) => mark === ".")) ? ["0", "1", "2", "3", "4"] : [];
  const signs = picture.kind === "between" && used.every((mark) => /^[.<>^v]$/.test(mark)) ? ["<", ">", "^", "v"] : [];
  return [...new Set([".", ...own, ...digits, ...signs, ...[...new Set(used)].sort()])].slice(0, 40);
}

/** Returns a field for the colour of what is drawn; without one it has the grey of lines. */
export function colour(now: string | null, choose: (to: string) => void): HTMLElement {
  const field = make("input", { type: "color", "aria-label": "Colour", value: now !== null && /^#[\da-f]{6}$/i.test(now) ? now : "#cccccc" });
  field.addEventListener("change", () => choose(field.value));
  return make("label", { class: "row" }, field, "Colour");
}

/** The marks of the elements of a Sudoku. */
const KNOWN: Record<string, string[]> = { "picture.odd": ["o"], "picture.even": ["e"], "between.dot": ["w", "b"], "between.xv": ["X", "V"] };

/** Returns the marks that fit a picture as buttons, and a field for any other one. */
export function marks(picture: Picture, values: string[], hand: Hand): HTMLElement[] {
  const used = picture.marks.flat().flatMap((mark) => (mark === null ? [] : [shown(picture, mark[1]) || "."]));
  const isGiven = picture.name.endsWith("given");
  const all = offers(picture, values);
  const one = (mark: string | null, label: string) => {
    const made = button(label, () => hand.choose(mark));
    made.setAttribute("aria-pressed", String(hand.pressed(mark)));
    return made;
  };
  const field = make("input", { id: "mark", "aria-label": "Mark", size: "4", autocomplete: "off" });
  field.addEventListener("change", () => hand.enter(field.value));
  const parts: HTMLElement[] = [one(null, "Select"), ...all.map((mark) => one(mark, mark)), field];
  // Regions are letters: a drag paints a room.
  if (picture.kind === "cell" && !isGiven && used.some((mark) => /^[a-zA-Z]$/.test(mark))) {
    const next = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((letter) => !used.includes(letter));
    if (next !== undefined) parts.splice(-1, 0, button("New region", () => hand.choose(next)));
  }
  return parts;
}
