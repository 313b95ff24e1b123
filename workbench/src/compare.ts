// Comparisons of the ways to solve the model: formulations, encodings, searches and solvers are ticked, and runs appear as they end.
// Start with `comparing`.

import { button, download, make } from "./dom";
import type { Compare, Event, Question, Transport } from "./protocol";

type Ways = Event & { event: "ways" };
type Run = Event & { event: "run" };

export interface Asker {
  transport: Transport;
  report: HTMLElement;
  name(): string;
  ask(request: Question, take: (event: Event) => void): void;
}

/** What was ticked last; the next comparison begins with it. */
const ticked = new Map<string, boolean>();

/** Shows the choices for the model. */
export function comparing(asker: Asker): void {
  if (asker.transport.files === null) {
    asker.report.replaceChildren(make("p", { role: "status" },
      "A comparison measures processes, so it needs the program: boardwright workbench, or boardwright compare"));
    return;
  }
  asker.ask({ ask: "ways" }, (event) => {
    if (event.event === "ways") choose(asker, event);
  });
}

/** A box to tick; its value is what a request names. */
function box(group: string, value: string, label: string, summary: string, first: boolean): HTMLLabelElement {
  const key = `${group} ${value}`;
  const input = make("input", { type: "checkbox", value });
  input.checked = ticked.get(key) ?? first;
  input.addEventListener("change", () => ticked.set(key, input.checked));
  const own = make("label", { class: "tick" }, input, label);
  if (summary !== "") own.title = summary;
  return own;
}

function group(title: string, boxes: HTMLElement[]): HTMLFieldSetElement {
  return make("fieldset", {}, make("legend", {}, title), ...boxes);
}

function values(of: HTMLElement | null): string[] {
  return [...(of?.querySelectorAll<HTMLInputElement>("input:checked") ?? [])].map((input) => input.value);
}

function choose(asker: Asker, ways: Ways): void {
  const several = <T>(list: T[], build: () => HTMLElement) => (list.length > 1 ? build() : null);
  const solvers = group("Solvers", ways.backends.map(({ name, route, summary }, index) =>
    box("backend", name, `${name} (${route})`, summary, index === 0)));
  const formulations = several(ways.formulations, () => group("Formulations", ways.formulations.map(({ name, summary }, index) =>
    box("formulation", name, name, summary, index === 0))));
  const searches = several(ways.searches, () => group("Searches for the optimum", ["auto", ...ways.searches].map((name, index) =>
    box("search", name, name, "", index === 0))));
  const encodings = make("details", {}, make("summary", {}, "Encodings (of SAT solvers)"), group("Encodings", [
    box("encoding", "auto", "auto: those of the model, otherwise by size", "", true),
    ...ways.encodings.flatMap(({ kind, names }) => names.map((name) => box("encoding", `${kind}=${name}`, `${kind}=${name}`, "", false))),
  ]));
  const option = (value: string, label: string) => make("option", { value }, label);
  const question = make("select", { "aria-label": "Question" }, option("one", "one solution"), option("all", "all solutions"), option("count", "the number of solutions"));
  const limit = make("select", { "aria-label": "CPU time of each run" }, ...["1s", "10s", "60s"].map((time) => option(time, `at most ${time}`)));
  limit.value = "10s";
  const seeds = make("select", { "aria-label": "Runs of each way" }, ...["1", "3", "5"].map((runs) => option(runs, runs === "1" ? "one run" : `${runs} runs, shuffled`)));
  const start = button("Compare", () => {
    const request: Compare & { "time-limit": string } = {
      ask: "compare", backends: values(solvers), formulations: values(formulations), searches: values(searches),
      encodings: values(encodings), question: question.value as "one", "time-limit": limit.value,
      seeds: Array.from({ length: Number(seeds.value) }, (_, seed) => seed),
    };
    if (values(solvers).length === 0) note.textContent = "Tick a solver";
    else run(asker, request);
  });
  const note = make("p", { role: "status" });
  const form = [solvers, formulations, searches, encodings].filter((part) => part !== null);
  asker.report.replaceChildren(make("h2", {}, "Compare"), ...form, make("p", { class: "row" }, question, limit, seeds, start), note);
}

const seconds = (time: number) => (time < 0.0995 ? `${(time * 1000).toFixed(time < 0.00995 ? 1 : 0)} ms` : `${time.toPrecision(2)} s`);

/** Says what a run found. */
function found(run: Run): string {
  if (run.status !== "solved") return run.reason === null || run.status === "timeout" ? run.status : `${run.status}: ${run.reason}`;
  if (run.count !== null) return `${run.count} solutions`;
  return run.optimum === null ? run.answer : `${run.answer}, ${run.optimum}`;
}

/** The way of a run in words: only what differs between the runs. */
function ways(run: Run): string {
  const own = [run.backend, run.formulation, run.encoding === "auto" ? null : run.encoding, run.search];
  return own.filter((part) => part !== null).join(", ") + (run.seed === 0 ? "" : ` (seed ${run.seed})`);
}

function run(asker: Asker, request: Compare & { "time-limit": string }): void {
  const status = make("p", { role: "status" }, "Running…");
  const body = make("tbody");
  const heads = ["Way", "Answer", "CPU", "Memory", "Variables", "Clauses", "Conflicts"].map((head) => make("th", { scope: "col" }, head));
  const table = make("table", { class: "runs" }, make("thead", {}, make("tr", {}, ...heads)), body);
  const after = make("p", { class: "row" });
  const runs: Run[] = [];
  let planned = 0;

  function show(): void {
    const slowest = Math.max(...runs.map(({ cpu }) => cpu));
    const order = [...runs].sort((one, other) => Number(one.status !== "solved") - Number(other.status !== "solved") || one.cpu - other.cpu);
    body.replaceChildren(...order.map((own) => {
      const bar = make("meter", { min: "0", max: String(slowest), value: String(own.cpu), "aria-hidden": "true" });
      const applies = own.status !== "inapplicable";
      const numbers = [`${(own.memory / 2 ** 20).toFixed(0)} MB`, own.variables, own.clauses, own.conflicts].map((number) => (applies && number !== null ? String(number) : "–"));
      return make("tr", {}, make("th", { scope: "row" }, ways(own)), make("td", {}, found(own)),
        make("td", {}, ...(applies ? [bar, seconds(own.cpu)] : ["–"])), ...numbers.map((text) => make("td", {}, text)));
    }));
  }

  // Asking clears the report, so the table is put there afterwards.
  asker.ask(request, (event) => {
    if (event.event === "plan") {
      planned = event.runs;
      status.textContent = `0 of ${planned} runs`;
    } else if (event.event === "run") {
      runs.push(event);
      status.textContent = `${runs.length} of ${planned} runs`;
      show();
    } else if (event.event === "comparison") {
      const words = [`${runs.length} of ${planned} runs`, event.disagreement, ...event.warnings].filter((part) => part !== null);
      status.textContent = words.join("\n");
      const base = asker.name().replace(/\.toml$/, "");
      after.replaceChildren(
        button("Save the report", () => download(`${base}-comparison.html`, event.html, "text/html")),
        button("Save the table (CSV)", () => download(`${base}-comparison.csv`, event.csv, "text/csv")),
        button("Other choices", () => comparing(asker)));
    }
  });
  asker.report.replaceChildren(make("h3", {}, "Comparison"), status, make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Runs" }, table), after);
}
