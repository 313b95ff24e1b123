// Draws the state: the bar, the board, and the answers beside it. Start with `renderer`.

import type { Board, Tints } from "./board";
import { scope } from "./candidates";
import { find, make } from "./dom";
import type { Editor } from "./editor";
import { cells, explained, marked, subjects } from "./explain";
import { problems } from "./problems";
import type { Drawing, Fix } from "./protocol";
import { rules } from "./rules";
import { MODES, state } from "./state";
import { stepped } from "./steps";

const NAMES: Record<string, string> = { draw: "Draw", steps: "Steps", play: "Play", make: "Make", compare: "Compare" };
/** The sign before a verdict, for those who do not see its colour, and the word of the tab. */
const SIGNS: Record<string, [string, string]> = {
  unique: ["✓", "Unique"], none: ["✕", "None"], several: ["≠", "Several"], some: ["…", "Open"], unknown: ["?", "Unknown"],
  error: ["!", "Error"], looking: ["…", "Looking"],
};

/** The time after which work is shown, in milliseconds. */
const SOON = 300;

export interface Parts { text: Editor; board: Board; second: Board; show(place: { from: number; to: number }): void }

/** What each region was filled from, so that it is filled only when this has changed. */
const filled = new Map<string, unknown[]>();

function changed(name: string, from: unknown[]): boolean {
  const before = filled.get(name);
  const same = before !== undefined && before.length === from.length && from.every((value, index) => value === before[index]);
  if (!same) filled.set(name, from);
  return !same;
}

/** Fills a region; the focus stays on the button of the same name. */
export function fill(place: HTMLElement, parts: Node[]): void {
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  place.replaceChildren(...parts);
  if (focused === null || document.activeElement === focused) return;
  const name = (of: Element) => of.getAttribute("aria-label") ?? of.textContent;
  const same = [...place.querySelectorAll("button, input, select")].find((own) => own.tagName === focused.tagName && name(own) === name(focused));
  (same as HTMLElement | undefined)?.focus();
}

export function renderer(parts: Parts): () => void {
  const labels = () => {
    parts.board.labels = state.labels || names();
  };
  new MutationObserver(labels).observe(find("report"), { childList: true, subtree: true, characterData: true });
  return () => {
    bar(parts);
    layout();
    verdict();
    answers(parts);
    if (state.mode !== "play") view(parts);
    labels();
  };
}

/** Whether a message beside the board names a cell. */
function names(): boolean {
  return /\br\d+c\d+\b/.test(find("report").textContent ?? "");
}

function bar({ text }: Parts): void {
  const { file } = state;
  const dirty = file.path !== null && text.file() !== file.saved ? " •" : "";
  find("file").textContent = file.name + dirty;
  find("title").textContent = state.board?.title ?? file.name.replace(/\.toml$/, "");
  document.title = `${file.name}${dirty} – Boardwright workbench`;
  find("kept").textContent = state.kept;
  for (const name of MODES) {
    const tab = find(`mode-${name}`);
    tab.setAttribute("aria-selected", String(state.mode === name));
    tab.tabIndex = state.mode === name ? 0 : -1;
    tab.textContent = NAMES[name] ?? name;
  }
  find("mode-compare").hidden = !state.researchers && state.mode !== "compare";
  for (const tab of find("tabs").querySelectorAll("button")) tab.setAttribute("aria-selected", String(tab.dataset.sheet === state.sheet));
  const [sign, word] = SIGNS[state.verdict.state] ?? ["", ""];
  const answer: Record<string, string> = { draw: `${sign} ${word}`, steps: "Steps", play: "Keys", make: "Puzzles", compare: "Runs" };
  find("tab-answers").textContent = answer[state.mode] ?? "";
  find("tab-tools").textContent = state.mode === "play" ? "Rules" : state.mode === "steps" ? "Board" : "Tools";
  find("tab-rules").hidden = state.mode === "play";
}

function layout(): void {
  const desk = find("desk");
  [desk.dataset.mode, desk.dataset.sheet, desk.dataset.rise] = [state.mode, state.sheet, state.rise];
  desk.hidden = state.screen !== "desk";
  find("beginning").hidden = state.screen !== "start";
  document.body.dataset.screen = state.screen;
  desk.classList.toggle("open", state.text);
  find("handle").setAttribute("aria-expanded", String(state.text));
  for (const [name, on] of [["labels", state.labels], ["researchers", state.researchers]] as const) find(name).setAttribute("aria-pressed", String(on));
  const drawing = state.mode === "draw";
  find("candidates").hidden = !drawing || state.verdict.state === "none" || state.verdict.state === "error";
  find("candidates").setAttribute("aria-pressed", String(state.candidates !== null));
  find("rules").hidden = !drawing;
  if (!drawing) find("hint").replaceChildren();
}

function verdict(): void {
  const { verdict, solutions, nearest, running, mode } = state;
  const box = find("answer");
  box.hidden = mode === "play" || mode === "compare" || mode === "steps";
  box.className = `verdict ${verdict.state}`;
  find("sign").textContent = SIGNS[verdict.state]?.[0] ?? "";
  const line = find("verdict");
  if (line.textContent !== verdict.words) line.textContent = verdict.words;
  find("detail").textContent = verdict.detail;
  const shows = solutions.length > 0;
  find("solutions").hidden = !shows;
  find("beside").hidden = solutions.length < 2;
  const beside = state.beside && nearest !== null;
  find("beside").setAttribute("aria-pressed", String(beside));
  find("puzzle").hidden = state.shown === 0;
  find("which").textContent = beside && nearest !== null
    ? `Solutions ${nearest.join(" and ")}: ${state.apart.length} cells differ`
    : state.shown === 0 ? `${solutions.length} found` : `Solution ${state.shown} of ${solutions.length}`;
  const why = find("explain");
  why.hidden = !(verdict.state === "unique" || verdict.state === "several");
  why.textContent = verdict.state === "unique" ? "Why?" : "What decides?";
  why.setAttribute("aria-pressed", String(state.explanation !== null));
  if (running === null) find("working").hidden = true;
}

/** The words beside the button that stops the work. */
export function elapsed(): void {
  const { running } = state;
  if (running === null) return;
  // Work that ends at once moves nothing.
  if (performance.now() - running.since < SOON) return;
  find("working").hidden = false;
  const seconds = Math.floor((performance.now() - running.since) / 1000);
  const progress = state.progress === "" ? "" : `, ${state.progress}`;
  find("elapsed").textContent = `${seconds} s${progress}`;
}

function answers({ text, show }: Parts): void {
  const edit = (changes: Fix[]) => text.edit(changes);
  if (changed("rules", [state.superfluous])) fill(find("rules"), rules(text.text(), edit, show));
  if (changed("problems", [state.problems])) fill(find("problems"), problems(state.problems, edit, show));
  const { mode, explanation, unexplained, candidates, way, at, running } = state;
  if (mode === "draw") {
    if (changed("report", [mode, explanation, unexplained, candidates])) {
      fill(find("report"), candidates === null ? explained(edit, show) : [make("p", { role: "status" }, scope())]);
    }
    if (changed("marks", [explanation])) text.tint(marked(subjects()));
  } else if (mode === "steps") {
    if (changed("report", [mode, way, at, unexplained, running === null])) fill(find("report"), stepped());
    if (changed("marks", [way, at])) text.tint(marked(way?.reasons[at - 1] ?? []));
  } else {
    changed("report", [mode]);
    if (changed("marks", [mode])) text.tint([]);
  }
}

/** Shows the puzzle, the chosen solution or the position, and what is tinted. */
function view({ board, second }: Parts): void {
  const { mode, solutions, shown, nearest, explanation } = state;
  const pair = state.beside && nearest !== null ? nearest.map((number) => solutions[number - 1]) : [];
  const drawing: Drawing | null | undefined = mode === "steps" && state.way !== null && state.way.positions.length > 0
    ? state.way.positions[state.at]
    : pair[0] ?? (shown === 0 ? state.board : solutions[shown - 1]);
  if (drawing) board.show(drawing);
  const other = find("other");
  other.hidden = pair[1] === undefined;
  if (pair[1] !== undefined) second.show(pair[1]);
  find("board").classList.toggle("stale", state.verdict.state === "error");
  const tints: Tints = [];
  if (mode === "draw" || mode === "make") {
    // The found solutions are not all: a cell in which they agree may differ in another one.
    const exact = state.verdict.state === "several" && (state.verdict.exact === true || state.certain);
    if (pair[1] !== undefined) tints.push({ at: state.apart, as: "differs" });
    else if (exact) tints.push({ at: state.differing, as: "differs" });
    if (explanation !== null && explanation.explanation.kind !== "differences" && shown === 0) {
      tints.push({ at: cells(subjects()), as: explanation.explanation.kind === "forced" ? "spare" : "fault" });
    }
  }
  if (changed("tints", [drawing, JSON.stringify(tints)])) {
    board.tint(tints);
    second.tint(tints);
  }
  if (changed("figures", [state.candidates])) board.figure(state.candidates?.cells ?? []);
  legend(tints);
}

const MEANINGS: Record<string, string> = { differs: "differs between solutions", fault: "at fault", spare: "not needed" };

function legend(tints: Tints): void {
  const kinds = tints.filter(({ at }) => at.length > 0).map(({ as }) => as);
  if (!changed("legend", [kinds.join(" ")])) return;
  find("legend").replaceChildren(...kinds.map((kind) => make("span", { class: "key" }, make("i", { class: `swatch ${kind}` }), MEANINGS[kind] ?? kind)));
}

/** A region that another part of the page fills is filled again at the next render. */
export function forget(...names: string[]): void {
  for (const name of names) filled.delete(name);
}
