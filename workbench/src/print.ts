// Printing: the puzzle, or a booklet of the opened folder, as pages that the browser prints or saves as PDF. Start with `printing`.

import { button, dialog, find, make } from "./dom";
import type { Event, Transport } from "./protocol";

/** Prints pages: the rest of the page is hidden meanwhile. */
function print(pages: string[]): void {
  const sheets = pages.map((page) => {
    const svg = new DOMParser().parseFromString(page, "image/svg+xml").documentElement;
    return make("div", { class: "sheet" }, document.importNode(svg, true));
  });
  find("print").replaceChildren(...sheets);
  window.print();
}

/** Returns the puzzles of the opened folder. */
async function folder(transport: Transport): Promise<[string, string][]> {
  const files = transport.files;
  if (files === null) return [];
  const paths = await files.list();
  return Promise.all(paths.map(async (path): Promise<[string, string]> => [path, (await files.open(path)).text]));
}

export function printing(transport: Transport, name: string, model: string): void {
  const notes = make("p", { role: "status" });
  const solutions = make("input", { type: "checkbox", id: "with-solutions", checked: "" });
  const count = make("select", { "aria-label": "Puzzles on a page" });
  for (const number of [1, 2, 3, 4, 6]) count.append(new Option(String(number), String(number), false, number === 4));
  const title = make("input", { "aria-label": "Title of the booklet", placeholder: "Title" });
  const make_ = (models: [string, string][], perPage: number) => {
    notes.textContent = "Solving…";
    const request = { ask: "booklet" as const, models, solutions: solutions.checked, "per-page": perPage, title: models.length > 1 ? title.value : "" };
    void transport.ask("print", request, (event: Event) => {
      if (event.event === "booklet") {
        notes.textContent = event.skipped.map(({ name, reason }) => `${name} is left out: ${reason}.`).join(" ");
        if (event.pages.length > 0) print(event.pages);
      } else if (event.event === "end" && event.error !== null) notes.textContent = event.error;
    });
  };
  const parts: HTMLElement[] = [
    make("p", {}, "The browser prints the pages, or saves them as PDF."),
    make("p", { class: "row" }, solutions, make("label", { for: "with-solutions" }, "with the solutions at the end")),
    make("p", { class: "row" }, button("Print this puzzle", () => make_([[name, model]], 1))),
  ];
  if (transport.files !== null) {
    const all = button("Print the folder", () => void folder(transport).then((models) => make_(models, Number(count.value))));
    parts.push(make("h3", {}, "Booklet of the opened folder"), make("p", { class: "row" }, title, count, all));
  }
  dialog("Print", ...parts, notes).addEventListener("close", () => transport.stop("print"), { once: true });
}
