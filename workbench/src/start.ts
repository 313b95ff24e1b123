// The start: kinds of puzzles with a search, a link or an ID of another program, and the files of the opened folder.

import { button, dialog, find, make } from "./dom";
import { Gallery } from "./gallery";
import type { Event, Genre, Transport } from "./protocol";

/** Asks for a model, which arrives as one event. */
function model(transport: Transport, request: { ask: "new" | "import"; what?: string; model?: string }, lane = "start"): Promise<string> {
  return new Promise((resolve, reject) => {
    let text: string | null = null;
    void transport.ask(lane, request, (event: Event) => {
      if (event.event === "model") text = event.text;
      if (event.event !== "end") return;
      if (text === null) reject(new Error(event.error ?? "there is no model"));
      else resolve(text);
    });
  });
}

export async function imported(transport: Transport, text: string): Promise<string> {
  return model(transport, { ask: "import", model: text });
}

export function start(transport: Transport, take: (text: string, name: string) => void): void {
  const notes = make("p", { role: "status" });
  const search = make("input", { type: "search", "aria-label": "Search kinds by name, rule or size", placeholder: "Search, such as sudoku, loop or 6x6" });
  const link = make("input", { "aria-label": "Link or game ID", placeholder: "https://puzz.link/p?…" });
  const list = make("ul", { class: "kinds" });
  const close = () => find<HTMLDialogElement>("dialog").close();
  const fail = (error: unknown) => {
    notes.textContent = error instanceof Error ? error.message : String(error);
  };
  let kinds: Genre[] = [];
  const gallery = new Gallery(transport);

  const fill = () => {
    const words = search.value.toLowerCase().split(/\s+/);
    const fits = (kind: Genre) => {
      const text = [kind.name, kind.title, kind.summary, kind.rules ?? "", kind.size ?? "", ...(kind.aliases ?? [])].join(" ").toLowerCase();
      return words.every((word) => text.includes(word));
    };
    list.replaceChildren(...kinds.filter(fits).map((kind) => {
      const open = button(kind.title, () => {
        model(transport, { ask: "new", what: kind.name }).then((text) => {
          close();
          take(text, `${kind.name}.toml`);
        }, fail);
      });
      open.prepend(gallery.frame(`kind ${kind.name}`, () => model(transport, { ask: "new", what: kind.name }, "gallery")));
      const size = kind.size == null ? "" : ` (${kind.size})`;
      return make("li", {}, open, make("span", {}, kind.summary + size));
    }));
  };
  search.addEventListener("input", fill);
  const convert = button("Import", () => {
    imported(transport, link.value).then((text) => {
      close();
      take(text, "imported.toml");
    }, fail);
  });
  void transport.ask("start", { ask: "kinds" }, (event: Event) => {
    if (event.event !== "kinds") return;
    kinds = event.kinds;
    fill();
  });
  dialog("New puzzle", make("h3", {}, "From a link or a game ID"), make("p", { class: "row" }, link, convert), notes, make("h3", {}, "From a kind"), search, list)
    .addEventListener("close", () => gallery.end(), { once: true });
  search.focus();
}

export async function open(transport: Transport, take: (path: string) => void): Promise<void> {
  const list = make("ul", { class: "kinds" });
  const search = make("input", { type: "search", "aria-label": "Search files by name", placeholder: "Search, such as sudoku" });
  const local = make("input", { type: "file", accept: ".toml,text/plain", "aria-label": "File of this device" });
  const gallery = new Gallery(transport);
  dialog("Open", local, search, list).addEventListener("close", () => gallery.end(), { once: true });
  local.addEventListener("change", () => {
    const file = local.files?.[0];
    if (file === undefined) return;
    find<HTMLDialogElement>("dialog").close();
    window.dispatchEvent(new CustomEvent("file", { detail: file }));
  });
  search.addEventListener("input", () => {
    const words = search.value.toLowerCase().split(/\s+/);
    for (const item of list.children) (item as HTMLElement).hidden = !words.every((word) => (item.textContent ?? "").toLowerCase().includes(word));
  });
  for (const path of (await transport.files?.list()) ?? []) {
    const choose = button(path, () => {
      find<HTMLDialogElement>("dialog").close();
      take(path);
    });
    // A file may change while the page is open.
    choose.prepend(gallery.frame(`file ${path} ${performance.now()}`, async () => (await transport.files?.open(path))?.text ?? null));
    list.append(make("li", {}, choose));
  }
}
