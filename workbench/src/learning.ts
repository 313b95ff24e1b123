// Rules from solved boards: boards are drawn, the engine asks about others, and the learned model opens as a draft. Start with `learning`.

import { button, dialog, find, make } from "./dom";
import type { Event, Question, Transport } from "./protocol";
import { type Boards, cellsOf, SolvedBoards } from "./solved";
import { state } from "./state";

type Asked = Event & { event: "question" };
type Learned = Event & { event: "learned" };
interface Answer { board: string[]; accepted: boolean; confirms: boolean }

/** The time of one question, and that of the result once no question follows. */
const LIMIT = "2m";
const SHORT = "10s";

/** The boards and answers so far: a dialog that is closed loses nothing. */
let lesson: { boards: Boards; answers: Answer[] } | null = null;

/** Returns the size and the values of the open model, and its first two solutions; null if its boards are not of one layer of values. */
export function ofModel(): Boards | null {
  const { board, solutions } = state;
  const [layer, other] = board?.values ?? [];
  const panel = board?.panels[0] ?? null;
  if (board === null || layer === undefined || other !== undefined || panel === null || board.panels.length !== 1 || board.hand !== "entries" || board.puzzle !== "grid") return null;
  const { values } = layer;
  const found = solutions.slice(0, 2).flatMap(({ solution }) => (solution.board === undefined ? [] : [solution.board.map((row) => cellsOf(row, values))]));
  return { rows: panel.rows, columns: panel.columns, values, boards: found };
}

/** Opens the dialog; `open` takes the learned model. */
export function learning(transport: Transport, from: Boards | null, open: (model: string) => void): void {
  const place = make("div", { class: "learning" });
  const status = make("p", { role: "status", class: "refusal" });
  dialog("Learn rules from solved boards", place, status).addEventListener("close", () => transport.stop("learn"), { once: true });
  /** The number of the request whose events are shown. */
  let turn = 0;

  /** Asks for the next question, or for the result alone. */
  function request(limit: string, take: (event: Event) => void): void {
    if (lesson === null) return;
    const { boards: { boards, values }, answers } = lesson;
    const separator = values.some((value) => value.length > 1) ? " " : "";
    const question: Question = {
      ask: "learn", values, boards: boards.map((board) => board.map((row) => row.join(separator))),
      answers: answers.map(({ board, accepted }): [string[], boolean] => [board, accepted]),
      confirm: answers.some(({ confirms }) => confirms) ? 0 : 1, "time-limit": limit,
    };
    turn += 1;
    const mine = turn;
    void transport.ask("learn", question, (event) => {
      if (mine === turn && place.isConnected) take(event);
    });
  }

  /** Draws the solved boards. */
  function boards(first: Boards): void {
    transport.stop("learn");
    const drawn = new SolvedBoards(first);
    const begin = button("Ask about boards", () => {
      const missing = drawn.missing();
      status.textContent = missing ?? "";
      if (missing !== null) return;
      lesson = { boards: drawn.now(), answers: [] };
      ask();
    });
    begin.className = "main";
    const count = lesson?.answers.length ?? 0;
    const on = count === 0 ? [] : [button(`Go on with ${count} ${count === 1 ? "answer" : "answers"}`, ask)];
    const words = "Draw one or two solved boards of a puzzle that you have in mind. The page then shows other boards; answer whether each is a solution, until one rule set is left.";
    place.replaceChildren(make("p", { class: "soft" }, words), drawn.element, make("p", { class: "row" }, begin, ...on));
    status.textContent = "";
  }

  /** Asks about the next board. */
  function ask(): void {
    const answers = lesson?.answers ?? [];
    let asked: Asked | null = null;
    let learned: Learned | null = null;
    const title = make("h3", {}, `Question ${answers.length + 1}`);
    const picture = make("div", { class: "asked" });
    const detail = make("div", {});
    const reply = (accepted: boolean) => {
      if (asked === null) return;
      answers.push({ board: asked.board, accepted, confirms: asked.breaks.length === 0 });
      ask();
      place.querySelector<HTMLElement>(accepted ? "#learn-yes" : "#learn-no")?.focus();
    };
    const yes = button("Yes", () => reply(true));
    const no = button("No", () => reply(false));
    [yes.id, no.id] = ["learn-yes", "learn-no"];
    const wait = (waits: boolean) => [yes, no].forEach((press) => press.setAttribute("aria-disabled", String(waits)));
    const stop = button("Stop", () => {
      if (learned !== null) return result(learned);
      status.textContent = "Looking for the rules that fit…";
      request(SHORT, (event) => event.event === "learned" && result(event));
    });
    const back = button("Undo", undo);
    const earlier = button("Boards", () => lesson !== null && boards(lesson.boards));
    place.replaceChildren(title, picture, detail, make("p", { class: "row" }, yes, no, back, stop, earlier));
    wait(true);
    status.textContent = "Looking for a board to ask about…";
    request(LIMIT, (event) => {
      if (event.event === "question") {
        asked = event;
        status.textContent = "";
        wait(false);
        const rows = event.board.join(", ");
        picture.replaceChildren(make("img", { alt: `Board with the rows ${rows}`, src: `data:image/svg+xml,${encodeURIComponent(event.svg)}` }));
        detail.replaceChildren(...about(event));
      } else if (event.event === "learned") {
        learned = event;
        if (asked === null) result(event);
      } else if (event.event === "end" && event.error !== null && learned === null) {
        status.textContent = `${event.error}.`;
      }
    });
  }

  function undo(): void {
    if (lesson === null) return;
    if (lesson.answers.pop() === undefined) boards(lesson.boards);
    else ask();
  }

  /** Shows the rules, or the boards that contradict each other. */
  function result(learned: Learned): void {
    transport.stop("learn");
    turn += 1;
    const { model } = learned;
    const rules = learned.rules.map(({ questions }, index) => {
      const confirmed = questions.length === 0 ? "not confirmed" : `confirmed by question ${questions.join(", ")}`;
      return make("li", {}, make("code", {}, learned.lines[index] ?? ""), " ", make("span", { class: "soft" }, confirmed));
    });
    const take = button("Open as a new draft", () => {
      if (model === null) return;
      lesson = null;
      find<HTMLDialogElement>("dialog").close();
      open(model);
    });
    take.className = "main";
    const on = button("Ask on", ask);
    place.replaceChildren(make("p", {}, summary(learned)), make("ul", { class: "learned" }, ...rules),
      make("p", { class: "row" }, ...(model === null ? [] : [take]), button("Undo the last answer", undo), ...(learned.answer === "unknown" ? [on] : [])));
    status.textContent = "";
    (model === null ? place.querySelector<HTMLElement>("button") : take)?.focus();
  }

  if (from !== null || lesson === null) boards(from ?? { rows: 4, columns: 4, values: ["1", "2", "3", "4"], boards: [] });
  else ask();
}

/** Returns what is asked, and the candidates that the board breaks. */
function about({ breaks, open }: Asked): HTMLElement[] {
  const question = make("p", {}, make("b", {}, "Is this board a solution of the puzzle that you have in mind?"));
  if (breaks.length === 0) return [question, make("p", { class: "soft" }, "It obeys all rules that are left: a yes confirms them.")];
  const rules = open === 1 ? "It breaks the candidate rule that is left." : `It breaks ${breaks.length} of ${open} candidate rules.`;
  const list = make("ul", { class: "learned" }, ...breaks.map((rule) => make("li", {}, make("code", {}, rule))));
  return [question, make("details", {}, make("summary", {}, rules), list)];
}

/** Returns how the work ended. */
function summary({ answer, questions, rules, conflict, reason, proved }: Learned): string {
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? "" : "s"}`;
  const after = `${count(rules.length, "rule")} after ${count(questions.length, "question")}`;
  if (answer === "learned") return `Learned ${after}. ${proved ? "No other rule set of the library fits." : "Other rule sets that fit are unlikely."}`;
  if (conflict !== null) {
    const boards = [...conflict.questions.map((number) => `question ${number}`), ...conflict.examples.map((number) => `board ${number}`)];
    return `No rule set of the library fits. These boards contradict each other: ${boards.join(", ")}. One of the answers is wrong, or the puzzle has a rule that is not in the library.`;
  }
  return `Not complete: ${reason ?? "other rule sets fit"}. These are the strictest rules that fit: ${after}.`;
}
