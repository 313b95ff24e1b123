// The state of the page, and the one place that draws it: every change ends in `change`, which has the page rendered once. Start with
// `state`.

import type { Cell, Diagnostic, Event, Genre, Solved, State as Answer } from "./protocol";

/** What the page is used for; the modes exclude each other. */
export type Mode = "draw" | "steps" | "play" | "make" | "compare";

export const MODES: Mode[] = ["draw", "steps", "play", "make", "compare"];

/** Where the text of the model comes from and is saved. */
export interface FileInfo {
  path: string | null;
  name: string;
  digest: string | null;
  /** The text that was saved last. */
  saved: string;
  /** The text that was loaded, before all edits. */
  origin: string;
  /** Whether its lines end in CR LF. */
  crlf: boolean;
  /** The ID of its draft. */
  draft: string;
}

export type BoardEvent = Event & { event: "board" };
type Explanation = Event & { event: "explanation" };
type Way = Event & { event: "way" };

export interface Verdict { state: Answer | "error" | "looking"; words: string; detail: string; exact?: boolean }

export interface State {
  screen: "start" | "desk";
  mode: Mode;
  file: FileInfo;
  kept: string;
  /** The board of the text; while it has errors, of the last text without. */
  board: BoardEvent | null;
  problems: Diagnostic[];
  verdict: Verdict;
  solutions: Solved[];
  differing: Cell[];
  /** Whether these are all cells that differ, and not those of the solutions found. */
  certain: boolean;
  /** The two most similar solutions, and the cells in which they differ. */
  nearest: [number, number] | null;
  apart: Cell[];
  /** 0 is the puzzle, n the n-th solution. */
  shown: number;
  /** Whether the two most similar solutions are shown side by side. */
  beside: boolean;
  explanation: Explanation | null;
  /** Why there is no explanation. */
  unexplained: string;
  candidates: (Event & { event: "candidates" }) | null;
  superfluous: (Event & { event: "superfluous" }) | null;
  /** The steps, and the number of those that were made. */
  way: Way | null;
  at: number;
  /** The lane at work with the time of its start, and how far it is. */
  running: { lane: string; since: number } | null;
  progress: string;
  /** Whether rows and columns have labels. */
  labels: boolean;
  /** Whether solvers, encodings and measures are shown. */
  researchers: boolean;
  /** Whether the text is open. */
  text: boolean;
  /** What the sheet below the board shows on narrow screens. */
  sheet: "tools" | "answers" | "rules" | "text";
  /** Whether the sheet is at the edge of the board, over it, or only its tabs are seen. */
  rise: "rest" | "full" | "down";
  kinds: Genre[];
}

export function id(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const file = (own: Partial<FileInfo> = {}): FileInfo =>
  ({ path: null, name: "untitled.toml", digest: null, saved: "", origin: "", crlf: false, draft: id(), ...own });

const setting = (name: string, otherwise: boolean): boolean => {
  const kept = localStorage.getItem(name);
  return kept === null ? otherwise : kept === "yes";
};

export const LOOKING: Verdict = { state: "looking", words: "Looking for solutions…", detail: "" };

export const state: State = {
  screen: "desk", mode: "draw", file: file(), kept: "", board: null, problems: [], verdict: LOOKING,
  solutions: [], differing: [], certain: false, nearest: null, apart: [], shown: 0, beside: false,
  explanation: null, unexplained: "", candidates: null, superfluous: null, way: null, at: 0, running: null, progress: "",
  labels: setting("labels", false), researchers: setting("researchers", false), text: setting("text", false), sheet: "tools", rise: "rest", kinds: [],
};

let draw: () => void = () => {};
let due = false;

/** Names the function that renders the state. */
export function rendered(by: () => void): void {
  draw = by;
}

/** Changes the state; the page is rendered once for all changes of a turn. */
export function change(own: Partial<State>): void {
  Object.assign(state, own);
  for (const name of ["labels", "researchers", "text"] as const) {
    if (own[name] !== undefined) localStorage.setItem(name, own[name] ? "yes" : "no");
  }
  if (due) return;
  due = true;
  queueMicrotask(() => {
    due = false;
    draw();
  });
}

/** What is known about the text until now: nothing. */
export function forgotten(): Partial<State> {
  return {
    verdict: LOOKING, solutions: [], differing: [], certain: false, nearest: null, apart: [], shown: 0, beside: false,
    explanation: null, unexplained: "", candidates: null, superfluous: null, way: null, at: 0,
  };
}
