// The page: puts the text, the board, the modes and the engine together. Start with `changed`, which every edit leads to.

import { Board } from "./board";
import { candidates } from "./candidates";
import { Passer } from "./coins";
import { comparing } from "./compare";
import { button, find, make } from "./dom";
import { flush, keep } from "./drafts";
import { Hand } from "./draw";
import { editor } from "./editor";
import { ask, connect, cutText, drop, engine, stop, working } from "./engine";
import { explain } from "./explain";
import { edits, isModel, load, openFile, openLink, openPath, save } from "./files";
import { drawer, frame } from "./layout";
import { learning, ofModel } from "./learning";
import { making } from "./making";
import { enter, leave, mode } from "./modes";
import { Mover } from "./moves";
import { type ByHand, Player, type Table } from "./play";
import { printing } from "./print";
import { keys } from "./problems";
import type { Event, Place } from "./protocol";
import { elapsed, fill, forget, renderer } from "./render";
import { rules } from "./rules";
import type { Schema } from "./schema";
import { server } from "./server";
import { share, unpack } from "./share";
import type { Boards } from "./solved";
import { open, Start } from "./start";
import { change, file, type FileInfo, forgotten, MODES, type Mode, rendered, state } from "./state";
import { steps } from "./steps";
import { toast, untoast } from "./toast";
import { judge, turn } from "./verdict";
import { wasm } from "./wasm";

/** The time after an edit until the engine is asked, in milliseconds. */
const PAUSE = 20;

let timer = 0;
/** A puzzle was taken in the mode that makes them: the others stay. */
let stays = false;
/** The mode to go on with after a reload. */
let resume = sessionStorage.getItem("mode") as Mode | null;

const text = editor(find("editor"), (changes, other) => {
  hand.moved((place) => changes.mapPos(place, 1));
  if (other) {
    hand.clear();
    board.choose(null);
  }
  changed();
});
edits(text);

const board = new Board(find("board"), {
  has: (spot) => (state.mode === "play" ? player.has(spot) : hand.has(spot)),
  select(spot, how) {
    if (state.mode === "play") player.active && player.select(spot, how);
    else if (state.mode === "draw" || state.mode === "make") hand.select(spot, how);
  },
  point: (point, how, cross) => state.mode === "play" && player.active && player.point(point, how, cross),
  lift() {
    if (state.mode === "play") player.active && player.lift();
    else hand.lift();
  },
  type(character, how) {
    if (state.mode === "play") player.active && player.type(character, how);
    else if (state.mode === "draw" || state.mode === "make") hand.type(character);
  },
  wipe(spot) {
    if (state.mode === "play") player.active && player.wipe?.(spot);
    else if (state.mode === "draw") hand.wipe(spot);
  },
  turn(spot, by) {
    if (state.mode === "draw") hand.turn(spot, by);
  },
  next: (by) => state.mode === "draw" && hand.next(by),
});
const still = { has: () => false, select: () => {}, point: () => true, lift: () => {}, type: () => {} };
const second = new Board(find("other"), still);
const hand = new Hand(board, text);

const table: Table = {
  ask: (lane, request, take) => ask(lane, request, take),
  stop: drop,
  givens: () => hand.givens(),
  model: () => text.text(),
  puzzle: () => state.board?.puzzle ?? "",
  clear() {
    if (state.board !== null) board.show(state.board);
    board.tint([]);
    board.figure([]);
    forget("tints", "figures");
  },
};
const players: Record<string, ByHand> = { entries: new Player(board, table), moves: new Mover(board, table), coins: new Passer(board, table) };
/** How the model is solved by hand. */
let player: ByHand = players.entries as ByHand;

let beginning: Start | null = null;

/** Asks for everything that follows from the text. */
function changed(): void {
  beginning?.end();
  if (!(stays && state.mode === "make")) leave();
  cutText();
  clearTimeout(timer);
  untoast();
  const making = stays && state.mode === "make";
  stays = false;
  // What is known is about another text.
  change({ ...forgotten(), file: text.of(), mode: making ? "make" : "draw" });
  board.figure([]);
  board.tint([]);
  forget("tints", "figures", "report");
  if (!making) {
    clear();
    // The tools of another mode go at once, before the engine has read the text.
    hand.palette();
  }
  timer = window.setTimeout(refresh, PAUSE);
  remember();
  keep(text.text());
}

/** Keeps the text for a reload of the page. */
function remember(): void {
  sessionStorage.setItem("model", text.text());
  sessionStorage.setItem("file", JSON.stringify(text.of()));
}

/** Empties the places that modes fill. */
function clear(): void {
  find("report").replaceChildren();
  find("pad").replaceChildren();
  forget("report");
}

function refresh(): void {
  let fine = false;
  let drawn = () => {};
  judge(new Promise((resolve) => {
    drawn = resolve;
  }));
  change({ problems: [] });
  fill(find("rules"), rules(text.text(), (changes) => text.edit(changes), show));
  void ask("draw", { ask: "draw" }, (event) => {
    if (event.event === "diagnostics") change({ problems: event.diagnostics });
    if (event.event === "diagnostics") text.diagnostics(event.diagnostics);
    if (event.event === "board") {
      fine = true;
      player = players[event.hand] as ByHand;
      change({ board: event });
      board.show(event);
      hand.take(event);
      drawn();
      const next = resume;
      resume = null;
      if (next !== null && next !== "draw" && MODES.includes(next)) enter(next);
    }
    if (event.event === "end" && event.error !== null && !fine) {
      drop("verdict");
      const wrong = event.error === "the model has errors";
      change({ verdict: { state: "error", words: wrong ? "The model has errors" : "No board", detail: wrong ? "" : event.error } });
    }
    if (event.event === "end") keep(text.text());
  }, "text");
}

/** Shows a place of the text. */
function show(place: Place): void {
  drawer(true);
  requestAnimationFrame(() => text.show(place));
}

/** The rules in words, beside the board on which one solves by hand. */
function instructions(): HTMLElement[] {
  const words = state.board?.instructions ?? null;
  const title = make("h2", { class: "title" }, state.board?.title ?? state.file.name);
  return [title, words === null ? make("p", { class: "soft" }, "This puzzle has no rules in words.") : make("p", { class: "book" }, words)];
}

/** Makes puzzles from the text as it is now; the choices stay when one of them is taken. */
function produce(): void {
  const [own, name] = [text.text(), state.file.name];
  making({
    choices: find("palette"),
    report: find("report"),
    parts: state.board?.parts ?? [],
    pictures: state.board?.pictures ?? [],
    choice: state.board?.making ?? null,
    size: [state.board?.panels[0]?.rows ?? 1, state.board?.panels[0]?.columns ?? 1],
    ask(request, take) {
      working("make");
      return engine().ask("make", { ...request, model: own, name }, (event) => {
        if (state.mode !== "make") return;
        if (event.event === "end") change({ running: null });
        take(event);
      });
    },
    async picture(made, grade, take) {
      await engine().ask("gallery", { ask: "draw", model: made, name }, (event) => {
        if (event.event === "board") take(event.svg, null);
      });
      if (!grade || state.mode !== "make") return;
      await engine().ask("make", { ask: "steps", model: made, name, "time-limit": "30s" }, (event) => {
        if (event.event === "way") take(null, event.steps.difficulty?.grade ?? "difficulty unknown");
      });
    },
    take(made) {
      stays = true;
      text.edit([{ from: 0, to: text.text().length, insert: made }]);
    },
  });
  if (ofModel() === null) return;
  const words = "Solutions of this model, or boards that you draw, can be examples for other rules.";
  find("palette").append(make("h2", { class: "sub" }, "Learn rules"), make("p", { class: "soft" }, words),
    make("p", { class: "row" }, button("Learn rules from boards…", () => learn(ofModel()))));
}

/** Learns rules from boards; the model that was learned takes the place of this one as a draft. */
function learn(boards: Boards | null): void {
  learning(engine(), boards, (model) => {
    beginning?.end();
    load(model, { name: "learned.toml" }, true);
  });
}

function compare(): void {
  comparing({
    transport: engine(),
    report: find("report"),
    name: () => state.file.name,
    ask(request, take) {
      working("compare");
      void ask("compare", request, (event) => {
        take(event);
        // Runs that ended before a stop stay.
        if (event.event === "end" && event.error !== null) find("report").append(make("p", { role: "status" }, event.error));
      });
    },
  });
}

function modes(): void {
  const end = () => clear();
  mode("draw", {
    begin() {
      hand.palette();
      // Its reason belongs to the verdict that there is no solution.
      if (state.verdict.state === "none") explain();
    },
    end,
  });
  mode("steps", {
    begin() {
      fill(find("palette"), instructions());
      steps();
    },
    end,
  });
  mode("play", {
    begin() {
      fill(find("palette"), instructions());
      player.begin();
    },
    end() {
      player.end();
      clear();
      forget("tints", "figures");
    },
  });
  mode("make", {
    begin: produce,
    end() {
      engine().stop("make");
      engine().stop("gallery");
      clear();
    },
  });
  mode("compare", { begin: compare, end });
  for (const name of MODES) find(`mode-${name}`).addEventListener("click", () => enter(name));
}

function back(again: boolean): void {
  if (state.mode === "play" && player.active) again ? player.redo() : player.undo();
  else again ? text.redo() : text.undo();
}

function wire(): void {
  const on = (id: string, press: () => void) => find(id).addEventListener("click", press);
  const own = new Start(find("beginning"), engine(), (model, name, edited, draft) => load(model, draft === undefined ? { name } : { name, draft }, edited), (link) => void openLink(link), () => learn(null));
  beginning = own;
  const start = () => {
    enter("draw");
    change({ screen: state.screen === "start" && state.board !== null ? "desk" : "start" });
    if (state.screen === "start") own.show();
    else own.end();
  };
  on("start", start);
  on("fresh", start);
  on("open", () => void open(engine(), (path) => void openPath(path)));
  on("save", () => void save());
  on("undo", () => back(false));
  on("redo", () => back(true));
  on("share", () => share(engine(), state.file.name, text.text(), board.file()));
  on("printing", () => printing(engine(), state.file.name, text.text()));
  on("previous", () => turn(-1));
  on("next", () => turn(1));
  on("puzzle", () => change({ shown: 0 }));
  on("beside", () => change({ beside: !state.beside }));
  on("explain", explain);
  on("candidates", candidates);
  on("stop", () => state.running !== null && stop(state.running.lane));
  // The keys stay on the board while one presses its tools.
  for (const place of ["pad", "palette"]) {
    find(place).addEventListener("mousedown", (event) => (event.target as Element).closest("button") !== null && event.preventDefault());
  }
  window.setInterval(elapsed, 100);
  window.addEventListener("file", (event) => void openFile((event as CustomEvent<File>).detail));
  window.addEventListener("dragover", (event) => event.preventDefault());
  window.addEventListener("drop", (event) => {
    event.preventDefault();
    const dropped = event.dataTransfer?.files[0];
    if (dropped !== undefined) void openFile(dropped);
  });
  window.addEventListener("paste", paste);
  window.addEventListener("keydown", shortcut);
  window.addEventListener("pagehide", flush);
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && flush());
  window.addEventListener("beforeunload", (event) => {
    sessionStorage.setItem("mode", state.mode);
    flush();
    if (state.file.path !== null && text.file() !== state.file.saved) event.preventDefault();
  });
}

const isField = (target: EventTarget | null) => target instanceof Element && target.closest("input, textarea, select, .cm-editor") !== null;

/** A link that is pasted anywhere is opened. */
function paste(event: ClipboardEvent): void {
  const pasted = event.clipboardData?.getData("text/plain").trim() ?? "";
  if (isField(event.target) || document.querySelector("dialog[open]") !== null || pasted === "") return;
  event.preventDefault();
  if (isModel(pasted)) load(pasted, { name: "pasted.toml" }, true);
  else if (/^https?:\/\/\S+$/.test(pasted) || /^\S+ ?\S*:\S+$/.test(pasted)) void openLink(pasted);
  else toast("The clipboard has no link and no model.");
}

function shortcut(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey)) return;
  const key = event.key.toLowerCase();
  const inText = find("editor").contains(event.target as Node);
  const own: Record<string, () => void> = { s: () => void save(), e: () => drawer() };
  if (!isField(event.target)) {
    own.z = () => back(event.shiftKey);
    own.y = () => back(true);
  }
  const act = key === "e" && inText && !state.text ? undefined : own[key];
  if (act === undefined) return;
  event.preventDefault();
  act();
}

async function begin(): Promise<void> {
  frame();
  const configuration = await (await fetch("config.json")).json();
  connect(configuration.transport === "server" ? server(configuration.open) : await wasm(), () => text.text());
  modes();
  wire();
  rendered(renderer({ text, board, second, show }));
  void engine().ask("schema", { ask: "schema" }, (event: Event) => {
    if (event.event !== "schema") return;
    text.schema(event.schema as Schema);
    keys(event.schema as Schema, () => text.text());
  });
  const packed = /^#(model|play)=(.+)$/.exec(location.hash);
  const draft = sessionStorage.getItem("model");
  if (packed !== null) {
    // A link to play opens the puzzle as a player sees it.
    resume = packed[1] === "play" ? "play" : null;
    load(await unpack(packed[2] ?? ""), { name: "shared.toml" }, packed[1] === "model");
    history.replaceState(null, "", location.pathname);
  } else if (draft !== null && draft.trim() !== "") {
    const known = sessionStorage.getItem("file");
    text.begin(draft, file(known === null ? {} : (JSON.parse(known) as FileInfo)));
  } else if (engine().initial !== null) {
    await openPath(engine().initial as string);
  } else {
    find("start").click();
  }
}

begin().catch((error: unknown) => change({ verdict: { state: "unknown", words: "The workbench cannot start", detail: String(error) } }));
