// The page: puts the text, the board and the questions together. Start with `changed`, which every edit leads to.

import { Board, type Tints } from "./board";
import { Passer } from "./coins";
import { comparing } from "./compare";
import { button, dialog, download, find, make } from "./dom";
import { Hand } from "./draw";
import { editor } from "./editor";
import { making } from "./making";
import { Mover } from "./moves";
import { type ByHand, Player, type Table } from "./play";
import { printing } from "./print";
import type { Cell, Diagnostic, Drawing, Event, Origin, Place, Request, State, Transport } from "./protocol";
import type { Schema } from "./schema";
import { server } from "./server";
import { share, unpack } from "./share";
import { imported, open, start } from "./start";
import { wasm } from "./wasm";

/** A model to begin with. */
const FIRST = "slitherlink";
/** The time after an edit until the engine is asked, in milliseconds. */
const PAUSE = 20;
const LOOKING = "Looking for solutions…";

let transport: Transport;
let file: { path: string | null; name: string; digest: string | null; saved: string } = { path: null, name: "untitled.toml", digest: null, saved: "" };
let puzzle = "";
let givens: (Event & { event: "board" }) | null = null;
let solutions: Drawing[] = [];
let differing: Cell[] = [];
/** The two most similar solutions, and the cells in which they differ. */
let nearest: [number, number] | null = null;
let apart: Cell[] = [];
/** Whether they are shown side by side. */
let beside = false;
/** Whether solving by hand goes on after a reload. */
let resume = true;
/** 0 is the puzzle, n the n-th solution. */
let shown = 0;
let generation = 0;
let timer = 0;
let clock = 0;
let elapsed = 0;
/** How far the work of each lane is, in words after a comma. */
const done = new Map<string, string>();
let spare = false;
/** The report stays at the next change of the text. */
let stays = false;

const text = editor(find("editor"), (changes) => {
  hand.moved((place) => changes.mapPos(place, 1));
  changed();
});

const board = new Board(find("board"), {
  has: (spot) => (player.active ? player.has(spot) : hand.has(spot)),
  select(spot, how) {
    if (player.active) player.select(spot, how);
    else hand.select(spot, how);
  },
  point: (point) => player.active && player.point(point),
  lift() {
    if (player.active) player.lift();
    else hand.lift();
  },
  type(character) {
    if (player.active) player.type(character);
    else hand.type(character);
  },
});

const hand = new Hand(board, text);

const table: Table = {
  ask: (lane, request, take) => ask(lane, request, take),
  stop: (lane) => transport.stop(lane),
  givens: () => hand.givens(),
  model: () => text.text(),
  puzzle: () => puzzle,
  clear() {
    shown = 0;
    text.tint([]);
    board.figure([]);
    for (const lane of ["explain", "candidates", "steps"]) transport.stop(lane);
    find("candidates").setAttribute("aria-pressed", "false");
    find("play").setAttribute("aria-pressed", "true");
    view();
  },
  left() {
    find("play").setAttribute("aria-pressed", "false");
    hand.palette();
    view();
  },
};
const [entering, moving, passing] = [new Player(board, table), new Mover(board, table), new Passer(board, table)];
/** How the model is solved by hand. */
let player: ByHand = entering;

/** The board of the second of two solutions side by side. */
const other = find("other");
const still = { has: () => false, select: () => {}, point: () => true, lift: () => {}, type: () => {} };
const second = new Board(other, still);

function ask(lane: string, request: Omit<Request, "model" | "name">, take: (event: Event) => void): Promise<void> {
  const own = generation;
  done.delete(lane);
  return transport.ask(lane, { ...request, model: text.text(), name: file.name }, (event) => {
    if (own !== generation) return;
    if (event.event === "progress") done.set(lane, `, ${event.words}`);
    take(event);
  });
}

/** Asks for everything that follows from the text. */
function changed(): void {
  generation += 1;
  player.end();
  clearTimeout(timer);
  clearInterval(clock);
  // The verdict so far is about another text.
  say("", LOOKING);
  timer = window.setTimeout(refresh, PAUSE);
  keep();
  title();
}

/** Keeps the text for a reload of the page. */
function keep(): void {
  sessionStorage.setItem("model", text.text());
  sessionStorage.setItem("file", JSON.stringify(file));
}

function title(): void {
  const dirty = text.file() !== file.saved;
  find("file").textContent = file.name + (dirty ? " •" : "");
  document.title = `${file.name}${dirty ? " •" : ""} – Boardwright workbench`;
}

function refresh(): void {
  for (const lane of ["explain", "candidates", "steps", "compare"]) transport.stop(lane);
  if (!stays) clear();
  stays = false;
  find("candidates").setAttribute("aria-pressed", "false");
  board.figure([]);
  text.tint([]);
  working(null);
  let fine = false;
  let drawn = () => {};
  judge(new Promise((resolve) => {
    drawn = resolve;
  }));
  void ask("draw", { ask: "draw" }, (event) => {
    if (event.event === "diagnostics") problems(event.diagnostics);
    if (event.event === "board") {
      fine = true;
      givens = event;
      puzzle = event.puzzle;
      player = { entries: entering, moves: moving, coins: passing }[event.hand];
      [solutions, differing, shown] = [[], [], 0];
      [nearest, apart, beside] = [null, [], false];
      view();
      hand.take(event);
      drawn();
      if (resume && sessionStorage.getItem("playing") !== null) player.begin();
      resume = false;
    }
    if (event.event === "end" && event.error !== null && !fine) {
      transport.stop("verdict");
      clearInterval(clock);
      working(null);
      say("", event.error === "the model has errors" ? "The model has errors" : event.error);
    }
  });
}

/** Empties the report, and ends what is at work for it. */
function clear(): void {
  transport.stop("make");
  find("explain").setAttribute("aria-pressed", "false");
  find("report").replaceChildren();
}

function say(state: State | "", words: string): void {
  const line = find("verdict");
  line.className = state;
  line.textContent = words;
}

/** Asks for the verdict; its events wait until the board is drawn. */
function judge(drawn: Promise<void>): void {
  const began = performance.now();
  let known = false;
  clock = window.setInterval(() => {
    const seconds = Math.floor((performance.now() - began) / 1000);
    if (!known && seconds > 0) say("", `Still looking (${seconds} s${done.get("verdict") ?? ""})…`);
  }, 250);
  working("verdict");
  const take = (event: Event) => {
    if (event.event === "solution") {
      solutions.push(event);
      view();
    } else if (event.event === "differences") {
      [differing, nearest, apart] = [event.cells, event.nearest, event.apart];
      view();
    } else if (event.event === "verdict") {
      known = true;
      say(event.state, words(event));
      if (event.state === "none" && !player.active) explain();
    } else if (event.event === "end") {
      clearInterval(clock);
      working(null);
      if (!known) say("unknown", `Unknown: ${event.error ?? "no answer"}`);
    }
  };
  void ask("verdict", { ask: "verdict" }, (event) => void drawn.then(() => take(event)));
}

function words(verdict: Event & { event: "verdict" }): string {
  const best = verdict.optimum === null || verdict.optimum === undefined ? "" : ` with the optimum ${verdict.optimum}`;
  switch (verdict.state) {
    case "unique": return `Unique: exactly one solution${best}`;
    case "none": return "No solution";
    case "some": return `At least one solution${verdict.reason ? ` (${verdict.reason})` : ""}`;
    case "unknown": return `Unknown${verdict.reason ? `: ${verdict.reason}` : ""}`;
    case "several": {
      const exact = verdict.count !== null && verdict.count !== undefined;
      return exact ? `${verdict.count} solutions${best}` : `At least ${verdict.at_least} solutions${best}`;
    }
  }
}

/** Shows the puzzle or the chosen solution. */
function view(): void {
  const drawing = shown === 0 ? givens : solutions[shown - 1];
  const pair = beside && nearest !== null ? nearest.map((number) => solutions[number - 1]) : [];
  // Moves and coins change the board itself.
  if (drawing !== null && drawing !== undefined && (!player.active || player === entering)) board.show(pair[0] ?? drawing);
  other.hidden = pair[1] === undefined;
  if (pair[1] !== undefined) second.show(pair[1]);
  const tints: Tints = solutions.length > 1 ? [{ at: pair[1] === undefined ? differing : apart, as: "differs" }] : [];
  if (!player.active) board.tint(tints);
  second.tint(tints);
  find("solutions").hidden = solutions.length === 0 || player.active;
  find("beside").hidden = solutions.length < 2 || player.active;
  find("beside").setAttribute("aria-pressed", String(pair[1] !== undefined));
  find("puzzle").hidden = shown === 0;
  if (pair[1] !== undefined && nearest !== null) find("which").textContent = `Solutions ${nearest.join(" and ")}: ${apart.length} cells differ`;
  else find("which").textContent = shown === 0 ? `${solutions.length} found` : `Solution ${shown} of ${solutions.length}`;
}

function turn(by: number): void {
  if (solutions.length === 0) return;
  beside = false;
  shown = ((shown - 1 + by + solutions.length + (shown === 0 && by < 0 ? 1 : 0)) % solutions.length) + 1;
  view();
}

function problems(list: Diagnostic[]): void {
  text.diagnostics(list);
  const items = list.map((own) => {
    const item = make("li", {});
    const place = own.labels[0];
    const head = button(`${own.severity}[${own.code}]: ${own.message}`, () => place !== undefined && text.show(place));
    head.className = `place ${own.severity}`;
    item.append(head);
    const notes = [place?.text ?? "", ...own.help.map((help) => `help: ${help}`)].filter((note) => note !== "");
    for (const note of notes) item.append(make("span", { class: "help" }, note));
    const fix = own.fix;
    if (fix !== null) item.append(button(fix.title, () => text.edit([fix])));
    return item;
  });
  find("problems").replaceChildren(...items);
}

/** Shows which lane is at work and for how long, with a button that stops it. */
function working(lane: string | null): void {
  const stop = find<HTMLButtonElement>("stop");
  stop.hidden = lane === null;
  clearInterval(elapsed);
  find("elapsed").textContent = "";
  const began = performance.now();
  // The verdict says so itself.
  if (lane !== null && lane !== "verdict") {
    elapsed = window.setInterval(() => {
      find("elapsed").textContent = `${Math.floor((performance.now() - began) / 1000)} s${done.get(lane) ?? ""}`;
    }, 1000);
  }
  stop.onclick = () => lane !== null && transport.stop(lane);
}

/** Asks one of the longer questions. */
function question(lane: Request["ask"], more: Partial<Request>, take: (event: Event) => void): void {
  player.end();
  const report = find("report");
  clear();
  report.append(make("p", { role: "status" }, "Working…"));
  working(lane);
  const own = generation;
  void ask(lane, { ask: lane, ...more }, (event) => {
    take(event);
    if (event.event !== "end") return;
    working(null);
    if (event.error !== null && own === generation) report.replaceChildren(make("p", { role: "status" }, event.error));
  });
}

function cells(origins: Origin[]): Cell[] {
  return origins.filter((origin) => origin.clue).flatMap((origin) => origin.cells);
}

function marked(origins: Origin[]): Place[] {
  return origins.flatMap((origin) => origin.place ?? []);
}

function explain(): void {
  if (find("explain").getAttribute("aria-pressed") === "true") {
    clear();
    text.tint([]);
    view();
    return;
  }
  question("explain", {}, (event) => {
    if (event.event !== "explanation") return;
    find("explain").setAttribute("aria-pressed", "true");
    const kind = event.explanation.kind;
    const at = kind === "forced" ? event.spare : event.origins;
    if (kind !== "differences") {
      shown = 0;
      view();
      board.tint([{ at: cells(at), as: kind === "forced" ? "spare" : "fault" }]);
    }
    text.tint(marked(at));
    spare = kind === "forced" && event.spare.length > 0;
    const report = find("report");
    report.replaceChildren(make("p", {}, event.result), make("p", {}, event.advice));
    if (at.length > 0) {
      report.append(make("h3", {}, spare ? "Clues that can be left out" : "At fault"));
      report.append(make("ul", {}, ...at.slice(0, 40).map((origin) => {
        const { name, place, fix } = origin;
        const item = make("li", {}, place === null ? name : button(name, () => text.show(place)));
        if (fix) {
          const leave = button("Leave out", () => text.edit([fix]));
          leave.setAttribute("aria-label", `Leave out ${name}`);
          item.append(" ", leave);
        }
        return item;
      })));
    }
    const fixes = spare ? at.flatMap(({ fix }) => fix ?? []) : [];
    if (fixes.length > 1) {
      const sorted = [...new Map(fixes.map((fix) => [fix.from, fix])).values()].sort((one, two) => one.from - two.from);
      report.append(make("p", {}, button("Leave out all of them", () => text.edit(sorted))));
    }
    if (event.giving.length > 0) {
      report.append(make("h3", {}, kind === "differences" ? "Values to give" : "Changes after which there is a solution"), make("p", { class: "row" },
        ...event.giving.map((own) => button(own.title, () => text.edit(own.edits)))));
    }
  });
}

function candidates(): void {
  const toggle = find("candidates");
  if (toggle.getAttribute("aria-pressed") === "true") {
    toggle.setAttribute("aria-pressed", "false");
    board.figure([]);
    find("report").replaceChildren();
    return;
  }
  question("candidates", { "time-limit": "30s" }, (event) => {
    if (event.event !== "candidates") return;
    toggle.setAttribute("aria-pressed", "true");
    shown = 0;
    view();
    board.figure(event.cells);
    const scope = event.exact ? `all ${event.total} solutions` : "the solutions found so far";
    find("report").replaceChildren(make("p", { role: "status" }, `Values that occur in ${scope}`));
  });
}

function steps(): void {
  question("steps", {}, (event) => {
    if (event.event !== "way") return;
    const { positions, reasons } = event;
    const report = find("report");
    const way = event.steps;
    if (positions.length === 0) {
      report.replaceChildren(make("p", {}, way.reason ?? "There are no steps"));
      return;
    }
    let at = 0;
    const sentence = make("p", { role: "status" });
    const list = make("ol", { "aria-label": "Steps" });
    const back = button("Back", () => go(at - 1));
    const next = button("Next step", () => go(at + 1));
    const hardest = button("Hardest step", () => {
      const sizes = way.steps.map((step) => step.size);
      go(sizes.indexOf(Math.max(...sizes)) + 1);
    });
    function go(to: number): void {
      at = Math.max(0, Math.min(positions.length - 1, to));
      const position = positions[at];
      if (position !== undefined) board.show(position);
      board.tint([]);
      const step = way.steps[at - 1];
      sentence.textContent = `Step ${at} of ${positions.length - 1}${step === undefined ? "" : `: ${step.sentence}`}`;
      text.tint(marked(reasons[at - 1] ?? []));
      back.disabled = at === 0;
      next.disabled = at === positions.length - 1;
    }
    list.append(...way.steps.slice(0, positions.length - 1).map((step, index) => make("li", {}, button(step.sentence, () => go(index + 1)))));
    const grade = way.difficulty ? `Difficulty: ${way.difficulty.grade}` : "";
    const fewer = (way.fewer ?? []).map((reason) => make("p", {}, `Why not fewer: ${reason.sentence}`));
    hardest.hidden = way.fewer !== undefined;
    report.replaceChildren(make("p", { class: "row" }, back, next, hardest), sentence, make("p", {}, grade), ...fewer, list);
    go(0);
  });
}

/** Makes puzzles from the text as it is now; the panel stays when one of them is taken. */
function produce(): void {
  player.end();
  clear();
  const [model, name] = [text.text(), file.name];
  making({
    report: find("report"),
    parts: givens?.parts ?? [],
    choices: givens?.making ?? null,
    size: [givens?.panels[0]?.rows ?? 1, givens?.panels[0]?.columns ?? 1],
    ask: (request, take) => {
      working("make");
      return transport.ask("make", { ...request, model, name }, (event) => {
        take(event);
        if (event.event === "end") working(null);
      });
    },
    async picture(own, grade, take) {
      await transport.ask("gallery", { ask: "draw", model: own, name }, (event) => {
        if (event.event === "board") take(event.svg, null);
      });
      if (!grade) return;
      await transport.ask("make", { ask: "steps", model: own, name, "time-limit": "30s" }, (event) => {
        if (event.event === "way") take(null, event.steps.difficulty?.grade ?? "difficulty unknown");
      });
    },
    take(own) {
      stays = true;
      text.edit([{ from: 0, to: text.text().length, insert: own }]);
    },
  });
}

function compare(): void {
  comparing({
    transport,
    report: find("report"),
    name: () => file.name,
    ask(request, take) {
      player.end();
      clear();
      working("compare");
      void ask("compare", request, (event) => {
        take(event);
        if (event.event !== "end") return;
        working(null);
        // Runs that ended before a stop stay.
        if (event.error !== null) find("report").append(make("p", { role: "status" }, event.error));
      });
    },
  });
}

function load(model: string, own: typeof file): void {
  file = own;
  hand.clear();
  board.choose(null);
  text.replace(model);
  changed();
}

async function openPath(path: string): Promise<void> {
  try {
    const opened = await transport.files?.open(path);
    if (opened !== undefined) load(opened.text, { path, name: path, digest: opened.digest, saved: opened.text });
  } catch (error) {
    dialog("Open", make("p", {}, String(error)));
  }
}

async function openFile(own: File): Promise<void> {
  const content = await own.text();
  const isModel = /^\s*puzzle\s*=/m.test(content);
  try {
    load(isModel ? content : await imported(transport, content), { path: null, name: isModel ? own.name : "imported.toml", digest: null, saved: "" });
  } catch (error) {
    dialog("Open", make("p", {}, String(error)));
  }
}

async function save(): Promise<void> {
  const files = transport.files;
  if (files === null) {
    download(file.name, text.file(), "application/toml");
    file.saved = text.file();
    title();
    return;
  }
  if (file.path === null) {
    const name = make("input", { "aria-label": "File name", value: file.name });
    const box = dialog("Save as", name, button("Save", () => {
      box.close();
      file = { ...file, path: name.value, name: name.value };
      void write(null);
    }));
    return;
  }
  await write(file.digest);
}

async function write(known: string | null): Promise<void> {
  const [files, path, content] = [transport.files, file.path, text.file()];
  if (files === null || path === null) return;
  try {
    const digest = await files.save(path, content, known);
    if (digest !== "changed") {
      file = { ...file, digest, saved: content };
      keep();
      title();
      return;
    }
    const box = dialog(
      "Changed on disk",
      make("p", {}, `${path} has changed on disk since it was opened.`),
      make("p", { class: "row" },
        button("Overwrite it", async () => {
          box.close();
          await write((await files.open(path).catch(() => null))?.digest ?? null);
        }),
        button("Open the file on disk", () => {
          box.close();
          void openPath(path);
        })),
    );
  } catch (error) {
    dialog("Save", make("p", {}, String(error)));
  }
}

function theme(dark: boolean): void {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  find("theme").setAttribute("aria-pressed", String(dark));
  localStorage.setItem("theme", dark ? "dark" : "light");
}

function wire(): void {
  const on = (id: string, press: () => void) => find(id).addEventListener("click", press);
  const take = (model: string, name: string) => load(model, { path: null, name, digest: null, saved: "" });
  on("start", () => start(transport, take));
  on("open", () => void open(transport, (path) => void openPath(path)));
  on("save", () => void save());
  on("undo", () => text.undo());
  on("redo", () => text.redo());
  on("share", () => share(transport, file.name, text.text(), board.file()));
  on("printing", () => printing(transport, file.name, text.text()));
  on("theme", () => theme(document.documentElement.dataset.theme !== "dark"));
  on("previous", () => turn(-1));
  on("next", () => turn(1));
  on("puzzle", () => {
    shown = 0;
    view();
  });
  on("beside", () => {
    beside = !beside;
    view();
  });
  on("play", () => (player.active ? player.end() : player.begin()));
  on("explain", explain);
  on("candidates", candidates);
  on("steps", steps);
  on("making", produce);
  on("comparing", compare);
  window.addEventListener("file", (event) => void openFile((event as CustomEvent<File>).detail));
  window.addEventListener("dragover", (event) => event.preventDefault());
  window.addEventListener("drop", (event) => {
    event.preventDefault();
    const dropped = event.dataTransfer?.files[0];
    if (dropped !== undefined) void openFile(dropped);
  });
  window.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if (key === "s") {
      event.preventDefault();
      void save();
    } else if ((key === "z" || key === "y") && !find("editor").contains(event.target as Node)) {
      event.preventDefault();
      const back = key === "z" && !event.shiftKey;
      if (player.active) back ? player.undo() : player.redo();
      else back ? text.undo() : text.redo();
    }
  });
  window.addEventListener("beforeunload", (event) => {
    if (file.path !== null && text.file() !== file.saved) event.preventDefault();
  });
}

async function begin(): Promise<void> {
  theme((localStorage.getItem("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark");
  const configuration = await (await fetch("config.json")).json();
  transport = configuration.transport === "server" ? server(configuration.open) : await wasm();
  wire();
  void transport.ask("schema", { ask: "schema" }, (event) => {
    if (event.event === "schema") text.schema(event.schema as Schema);
  });
  const packed = /^#model=(.+)$/.exec(location.hash)?.[1];
  const draft = sessionStorage.getItem("model");
  if (packed !== undefined) {
    load(await unpack(packed), { path: null, name: "shared.toml", digest: null, saved: "" });
    history.replaceState(null, "", location.pathname);
  } else if (draft !== null && draft.trim() !== "") {
    const own = sessionStorage.getItem("file");
    load(draft, own === null ? { path: null, name: "untitled.toml", digest: null, saved: "" } : JSON.parse(own));
  } else if (transport.initial !== null) {
    await openPath(transport.initial);
  } else {
    await transport.ask("start", { ask: "new", what: FIRST }, (event) => {
      if (event.event === "model") load(event.text, { path: null, name: `${FIRST}.toml`, digest: null, saved: "" });
    });
  }
}

begin().catch((error: unknown) => say("unknown", `The workbench cannot start: ${error}`));
