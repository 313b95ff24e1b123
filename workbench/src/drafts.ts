// Drafts: edited texts are kept over a crash, by the server or, without one, by the browser. Start with `keep`.

import { engine } from "./engine";
import { button } from "./dom";
import type { Draft, Drafts } from "./protocol";
import { change, state } from "./state";
import { toast } from "./toast";

/** The maximum number of drafts. */
const MOST = 50;
const KEY = "draft ";
/** The time after an edit until its draft is kept, in milliseconds. */
const PAUSE = 400;

function stored(): Draft[] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(KEY));
  return keys.map((key) => JSON.parse(localStorage.getItem(key) ?? "null")).filter((draft) => draft !== null);
}

/** The store of the browser. */
export const browser: Drafts = {
  where: "Kept in this browser.",
  list: async () => stored().sort((one, other) => other.when - one.when),
  async keep(draft) {
    if (localStorage.getItem(KEY + draft.id) === null && stored().length >= MOST) {
      throw new Error(`there are ${MOST} drafts, the maximum: remove one to keep another`);
    }
    try {
      localStorage.setItem(KEY + draft.id, JSON.stringify({ ...draft, when: Date.now() }));
    } catch {
      throw new Error("the browser has no room for another draft: remove one");
    }
  },
  remove: async (id) => localStorage.removeItem(KEY + id),
};

let timer = 0;
let waiting: (() => void) | null = null;
/** The text of each draft that was kept last. */
const last = new Map<string, string>();

function clock(): string {
  return new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}

/** Keeps the text in a moment, if it was edited. */
export function keep(text: string): void {
  clearTimeout(timer);
  const { file } = state;
  if (text === file.origin && !last.has(file.draft)) {
    waiting = null;
    change({ kept: "" });
    return;
  }
  waiting = () => {
    waiting = null;
    const draft = { id: file.draft, name: file.name, text, state: state.verdict.state };
    const known = `${draft.name} ${draft.state} ${text}`;
    if (last.get(file.draft) === known) return;
    engine().drafts.keep(draft).then(() => {
      last.set(file.draft, known);
      change({ kept: `Draft kept, ${clock()}` });
    }, (error: unknown) => unkept(draft, error));
  };
  timer = window.setTimeout(() => waiting?.(), PAUSE);
}

/** Keeps at once what waits to be kept: the page is being left. */
export function flush(): void {
  clearTimeout(timer);
  waiting?.();
}

/** Says that a draft is not kept, with a button that makes room. */
function unkept(draft: Omit<Draft, "when">, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  change({ kept: "Draft not kept" });
  const oldest = button("Remove the oldest draft", async () => {
    const { drafts } = engine();
    const all = await drafts.list();
    const first = all.at(-1);
    if (first !== undefined) await drafts.remove(first.id);
    drafts.keep(draft).then(() => change({ kept: `Draft kept, ${clock()}` }), (again: unknown) => unkept(draft, again));
  });
  toast(`This draft is not kept: ${reason}.`, { stays: true, press: oldest });
}
