// The requests and events of `crates/page/src/protocol.rs`, and the two ways to the engine.

import { type Ask, type Header, VERSION } from "./request";

/** A place in the text, in UTF-16 units. */
export interface Place { from: number; to: number }
export interface Named extends Place { name: string }

export interface Diagnostic {
  severity: "error" | "warning";
  code: string;
  message: string;
  labels: (Place & { text: string })[];
  help: string[];
  fix: (Place & { insert: string; title: string }) | null;
  /** The accepted words nearest to an unknown one. */
  near?: (Place & { insert: string; title: string })[];
}

/** The place of a panel's cells in a drawing; the corners of cells that are no squares; the room of texts at the left, right, top, bottom. */
export interface Panel {
  x: number; y: number; cell: number; rows: number; columns: number; top: number;
  margins: [number, number, number, number];
  outlines: [number, number][][][] | null;
}

export interface Drawing { svg: string; panels: (Panel | null)[] }

/** A solution with its picture; `board` has the rows of boards of one layer. */
export interface Solved extends Drawing { solution: { board?: string[] } }

/** Where the marks of a picture are: on cells, between them, at their corners, or at a side of the board. */
export type Kind = "cell" | "between" | "anywhere" | "corner" | "left" | "right" | "top" | "bottom";

/** A picture or a list of the model: the place and the text of each mark. */
export interface Picture { name: string; kind: Kind; rows: number; columns: number; marks: ([number, string] | null)[][]; missing?: boolean }

/** A place of a picture: row and column, from 1. */
export interface Spot { kind: Kind; at: Cell }

/** The paths of a rule: the place of all, and of each if they are a list. */
export interface Paths { name: string; place: Place; paths: Cell[][]; places: Place[] }

export interface Length { place: Place; value: number }

export interface Size { shape: string | null; fixed?: boolean; rows: Length | null; columns: Length | null }

/** A cell: row and column, from 1. */
export type Cell = [number, number];

export type Fix = Place & { insert: string };

export interface Origin { name: string; rule: string; detail: string; clue: boolean; place: Place | null; cells: Cell[]; fix?: Fix | null }

export interface Giving { title: string; edits: Fix[] }

export interface Genre { name: string; title: string; family: string; summary: string; aliases?: string[]; rules?: string; size?: string | null; group: string }

export interface Step { sentence: string; cells: Cell[]; size: number }
/** The object of `steps --format json`; only plans have `fewer`, and they have no difficulty. */
export interface Way {
  steps: Step[];
  reason: string | null;
  difficulty?: { grade: string; hardest: number } | null;
  fewer?: { sentence: string }[];
}

/** What can be chosen for puzzles made from a model: parts to compute, rules that have to be needed, parameters. */
export interface Choices {
  fills: { name: string; rooms: boolean }[];
  rules: string[];
  parameters: { name: string; value: number; min: number | null; max: number | null }[];
  /** Of a family that makes puzzles of its own; `value` is the text in the model, if it is there. */
  family?: { clues: boolean; pieces: boolean; settings: { name: string; value: string }[] };
}

/** A move that can be made: the cells of what moves, and those that it goes to. */
export interface Turn { token: number[]; words: string; from: Cell[]; to: Cell[] }

export type Event =
  | { event: "start" }
  | { event: "diagnostics"; diagnostics: Diagnostic[] }
  | ({
    event: "board"; title: string | null; puzzle: string; pictures: Picture[]; paths: Paths[]; size: Size; values: { layer: string; values: string[] }[];
    /** The rules in words, if the model or its genre has them. */
    instructions: string | null;
    /** The pictures, lists and layers whose clues can be left out. */
    parts: string[];
    /** What else can be chosen for puzzles made from the model; null if none are. */
    making: Choices | null;
    /** How it is solved by hand. */
    hand: "entries" | "moves" | "coins";
  } & Drawing)
  | (Solved & { event: "solution"; number: number })
  | { event: "verdict"; state: State; count?: number | string | null; at_least?: number; optimum?: number | null; reason?: string | null }
  | { event: "differences"; cells: Cell[]; exact: boolean; nearest: [number, number]; apart: Cell[] }
  | { event: "candidates"; exact: boolean; total: number | string | null; cells: { cell: Cell; values: string[] }[] }
  | { event: "superfluous"; rules: Named[]; contradiction: Named[]; complete: boolean }
  /** The next board to ask about, and the candidate rules that it breaks, of those that are open. */
  | ({ event: "question"; number: number; board: string[]; breaks: string[]; open: number } & Drawing)
  /** The object of `learn --format json`, and each rule on one line. */
  | {
    event: "learned"; answer: "learned" | "unknown" | "none"; proved: boolean; reason: string | null; model: string | null;
    rules: { questions: number[] }[]; lines: string[]; questions: unknown[]; conflict: { questions: number[]; examples: number[] } | null;
  }
  | ({ event: "explanation"; result: string; advice: string; origins: Origin[]; spare: Origin[]; giving: Giving[]; explanation: { kind: string | null } } & Drawing)
  | { event: "way"; steps: Way; positions: Drawing[]; reasons: Origin[][] }
  | { event: "model"; text: string }
  | { event: "exported"; text: string; remarks: string[] }
  | { event: "kinds"; kinds: Genre[] }
  | { event: "schema"; schema: unknown }
  | { event: "progress"; words: string }
  | { event: "draft"; left: number; of: number }
  | {
    event: "generated"; text: string; left: number; of: number; filled: number; weakened: number; difficulty: { grade: string; score: number } | null;
    missed: string[]; finished: boolean; checked_by: string | null;
    remarks: string[];
  }
  | { event: "sheet"; layers: { layer: string; values: string[]; cells: Cell[]; hidden: boolean }[]; lines: { name: string; strokes: [Cell, Cell][] }[] }
  | { event: "checked"; solved: boolean; violation: string | null; broken: Origin[] }
  | { event: "hint"; step: (Step & { new: string[] }) | null; origins: Origin[]; wrong: string[]; reason: string | null; complete: boolean }
  | {
    event: "ways"; formulations: { name: string; summary: string }[]; searches: string[]; encodings: { kind: string; names: string[] }[];
    backends: { name: string; route: string; summary: string }[];
  }
  | { event: "plan"; runs: number }
  | {
    event: "run"; backend: string; formulation: string | null; encoding: string; search: string | null; seed: number;
    status: string; answer: string; optimum: number | null; count: number | string | null; reason: string | null;
    cpu: number; wall: number; memory: number; variables: number | null; clauses: number | null; conflicts: number | null;
  }
  | { event: "comparison"; html: string; csv: string; warnings: string[]; disagreement: string | null }
  | ({ event: "turns"; turns: Turn[]; cost: number; left: number | null; solved: boolean } & Drawing)
  | ({ event: "coins"; coins: boolean[]; strategy: string; named: number; name: string; how: string; flip: number | null; given: number | null } & Drawing)
  | { event: "booklet"; pages: string[]; skipped: { name: string; reason: string }[] }
  | { event: "end"; stopped: boolean; error: string | null };

export type State = "none" | "unique" | "several" | "some" | "unknown";

/** What the server alone answers, from `src/cli/workbench/compare.rs`. */
export interface Compare {
  ask: "compare";
  backends: string[];
  formulations: string[];
  searches: string[];
  encodings: string[];
  seeds: number[];
  question: "one" | "all" | "count";
}

/** A question with some of its settings; the others have their defaults. */
type WithDefaults<T> = T extends { ask: string } ? Pick<T, "ask"> & Partial<T> : never;

export type Question = (WithDefaults<Ask> | { ask: "ways" } | Compare) & { "time-limit"?: string };

export type Request = Question & Partial<Pick<Header, "model" | "name">>;

/** Returns a request as it is sent. */
export function sent(request: Request): object {
  return { "boardwright-workbench": VERSION, ...request };
}

export interface Opened { path: string; text: string; digest: string }

/** Files of the opened folder; only the server has them. */
export interface Files {
  list(): Promise<string[]>;
  open(path: string): Promise<Opened>;
  /** Saves a file that has the digest `known`, or none if it is new; `"changed"` if it has another one. */
  save(path: string, text: string, known: string | null): Promise<string | "changed">;
}

/** A text that was edited, kept over a crash. */
export interface Draft { id: string; name: string; text: string; state: string; when: number }

/** The store of drafts. */
export interface Drafts {
  list(): Promise<Draft[]>;
  /** Keeps a draft in place of the one with the same ID; fails with the reason, such as a full store. */
  keep(draft: Omit<Draft, "when">): Promise<void>;
  remove(id: string): Promise<void>;
  /** Where drafts are, in words. */
  where: string;
}

/** A way to the engine. A new request of a lane stops the one before it. */
export interface Transport {
  ask(lane: string, request: Request, take: (event: Event) => void): Promise<void>;
  stop(lane: string): void;
  files: Files | null;
  drafts: Drafts;
  initial: string | null;
}
