// The start: an empty board, recent drafts, a link of another program, and all genres as pictures. Start with `Start`; `open` lists the
// files of the opened folder.

import { button, dialog, find, make } from "./dom";
import { Gallery } from "./gallery";
import { model } from "./models";
import type { Draft, Event, Genre, Transport } from "./protocol";
import { change, state } from "./state";

/** The genres of the first row, those that most people draw. */
const FIRST = ["sudoku", "slitherlink", "nurikabe", "masyu", "heyawake", "star-battle"];
const GROUPS = [["number", "Number"], ["shading", "Shading"], ["loop", "Loop"], ["region", "Region"], ["object", "Object"], ["movement", "Movement"], ["family", "Families"]];
/** The genres that a group begins with. */
const LEADING = ["sudoku", "slitherlink", "nurikabe"];
/** The drafts that are shown at first. */
const RECENT = 6;
const SIGNS: Record<string, string> = { unique: "✓ one", none: "✕ none", several: "≠ several", error: "! errors" };

/** Opens a text; `edited`: it is nowhere else. */
export type Take = (text: string, name: string, edited: boolean, draft?: string) => void;

export class Start {
  private readonly gallery: Gallery;
  private readonly notes = make("p", { role: "status", class: "refusal" });
  private chosen = "sudoku";
  private readonly rows = make("input", { type: "number", min: "1", max: "100", value: "9", "aria-label": "Rows" });
  private readonly columns = make("input", { type: "number", min: "1", max: "100", value: "9", "aria-label": "Columns" });
  private readonly search = make("input", {
    type: "search", "aria-label": "Search kinds by name, rule or size", placeholder: "Search, such as sudoku, loop or 6x6",
  });
  private readonly groups = make("div", { class: "groups" });
  private readonly quick = make("div", { class: "cards quick", role: "group", "aria-label": "Genre" });
  private readonly recent = make("section", { class: "recent", "aria-label": "Recent" });

  constructor(private readonly host: HTMLElement, private readonly transport: Transport, private readonly take: Take,
    private readonly link: (link: string) => void, private readonly learn: () => void) {
    this.gallery = new Gallery(transport);
    this.search.addEventListener("input", () => this.fill());
  }

  show(): void {
    this.notes.textContent = "";
    const begin = button("Start drawing", () => this.blank(this.chosen));
    begin.className = "main";
    const example = button("With an example", () => this.example(this.chosen));
    example.className = "plain";
    const size = make("p", { class: "row" }, make("label", { class: "tick" }, "Rows", this.rows), make("label", { class: "tick" }, "Columns", this.columns), begin, example);
    const link = make("input", { "aria-label": "Link or game ID", placeholder: "Paste a link: puzz.link, penpa-edit, f-puzzles, or a game ID" });
    const convert = () => link.value.trim() !== "" && this.link(link.value.trim());
    link.addEventListener("keydown", (event) => event.key === "Enter" && convert());
    const open = button("Open a file…", () => find("open").click());
    this.host.replaceChildren(make("div", { class: "two" },
      make("section", { "aria-label": "Empty board" }, make("h2", {}, "Empty board"), this.quick, size, this.notes,
        make("p", { class: "row" }, button("Learn rules from solved boards…", this.learn)),
        make("p", { class: "row wide" }, link, button("Import", convert), open),
        make("p", { class: "soft" }, "A link that is pasted anywhere on the page is opened, too.")),
      this.recent),
      make("div", { class: "row heads" }, make("h2", {}, "All genres"), this.search), this.groups);
    void this.drafts(false);
    if (state.kinds.length > 0) this.fill();
    else {
      void this.transport.ask("start", { ask: "kinds" }, (event: Event) => {
        if (event.event !== "kinds") return;
        change({ kinds: event.kinds });
        this.fill();
      });
    }
    this.choose(this.chosen);
  }

  private choose(name: string): void {
    if (name !== this.chosen) {
      const size = name === "sudoku" ? "9" : "10";
      [this.rows.value, this.columns.value] = [size, size];
    }
    this.chosen = name;
    this.quick.replaceChildren(...[...FIRST, ""].map((own) => {
      const kind = state.kinds.find((one) => one.name === own);
      const card = button("", () => {
        this.choose(own);
        (this.quick.querySelector("[aria-pressed=true]") as HTMLElement | null)?.focus({ preventScroll: true });
      });
      card.className = "card";
      card.setAttribute("aria-pressed", String(own === this.chosen));
      const picture = own === "" ? this.gallery.frame("kind", () => model(this.transport, { ask: "new", what: "", empty: true, rows: 5, columns: 5 }, "gallery"))
        : this.gallery.frame(`kind ${own}`, () => model(this.transport, { ask: "new", what: own }, "gallery"));
      card.append(picture, make("span", {}, own === "" ? "No rules yet" : kind?.title ?? own));
      return card;
    }));
  }

  private readonly fail = (error: unknown): void => {
    this.notes.textContent = error instanceof Error ? error.message : String(error);
    this.notes.scrollIntoView({ block: "nearest" });
  };

  private blank(name: string): void {
    const request = { ask: "new" as const, what: name, empty: true, rows: Number(this.rows.value), columns: Number(this.columns.value) };
    model(this.transport, request).then((text) => this.leave(() => this.take(text, `${name || "board"}.toml`, false)), this.fail);
  }

  private example(name: string): void {
    if (name === "") return this.blank(name);
    model(this.transport, { ask: "new", what: name }).then((text) => this.leave(() => this.take(text, `${name}.toml`, false)), this.fail);
  }

  private leave(then: () => void): void {
    this.end();
    then();
  }

  /** Ends the drawing of pictures: the start is no longer shown. */
  end(): void {
    this.gallery.end();
  }

  /** Shows the genres that fit the search, in their groups. */
  private fill(): void {
    if (this.quick.childElementCount > 0) this.choose(this.chosen);
    const words = this.search.value.toLowerCase().split(/\s+/);
    const fits = (kind: Genre) => {
      const text = [kind.name, kind.title, kind.summary, kind.rules ?? "", kind.size ?? "", ...(kind.aliases ?? [])].join(" ").toLowerCase();
      return words.every((word) => text.includes(word));
    };
    const kinds = state.kinds.filter(fits);
    const order = (kind: Genre) => (LEADING.includes(kind.name) ? LEADING.indexOf(kind.name) : LEADING.length);
    this.groups.replaceChildren(...GROUPS.flatMap(([group, title]) => {
      const own = kinds.filter((kind) => kind.group === group).sort((one, other) => order(one) - order(other));
      return own.length === 0 ? [] : [make("section", { class: "group" }, make("h3", {}, title ?? ""), make("ul", { class: "kinds" }, ...own.map((kind) => this.card(kind))))];
    }));
  }

  private card(kind: Genre): HTMLElement {
    const open = button("", () => this.example(kind.name));
    open.className = "card";
    open.append(this.gallery.frame(`kind ${kind.name}`, () => model(this.transport, { ask: "new", what: kind.name }, "gallery")), make("span", {}, kind.title));
    open.title = kind.summary;
    const item = make("li", {}, open);
    if (kind.group !== "family") {
      const blank = button("Empty", () => this.blank(kind.name));
      blank.className = "plain";
      blank.setAttribute("aria-label", `Empty ${kind.title} board`);
      item.append(blank);
    }
    return item;
  }

  /** Shows the drafts. */
  private async drafts(all: boolean): Promise<void> {
    const { drafts } = this.transport;
    const found = await drafts.list().catch((error: unknown) => {
      this.recent.replaceChildren(make("h2", {}, "Recent"), make("p", { role: "status" }, `Drafts cannot be read: ${error instanceof Error ? error.message : error}`));
      return null;
    });
    if (found === null) return;
    const shown = all ? found : found.slice(0, RECENT);
    const list = make("ul", { class: "drafts" }, ...shown.map((draft) => this.draft(draft)));
    const more = found.length > shown.length ? [button(`All ${found.length} drafts`, () => void this.drafts(true))] : [];
    this.recent.replaceChildren(make("h2", {}, "Recent"), found.length === 0 ? make("p", { class: "soft" }, "What you draw is kept here.") : list,
      make("p", { class: "row" }, make("span", { class: "soft" }, found.length === 0 ? "" : drafts.where), ...more));
  }

  private draft(draft: Draft): HTMLElement {
    const title = /^title\s*=\s*"([^"]*)"/m.exec(draft.text)?.[1] ?? draft.name;
    const when = new Date(draft.when);
    const today = new Date().toDateString() === when.toDateString();
    const time = today ? when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }) : when.toLocaleDateString();
    const open = button("", () => this.leave(() => this.take(draft.text, draft.name, false, draft.id)));
    open.className = "card";
    open.append(this.gallery.frame(`draft ${draft.id} ${draft.when}`, async () => draft.text),
      make("span", {}, make("b", {}, title), make("small", {}, [SIGNS[draft.state], time].filter((part) => part !== undefined).join(", "))));
    const remove = button("×", () => void this.transport.drafts.remove(draft.id).then(() => this.drafts(true)));
    remove.className = "plain";
    remove.setAttribute("aria-label", `Remove the draft ${title}`);
    return make("li", {}, open, remove);
  }
}

/** Shows the files of the opened folder. */
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
    choose.className = "card";
    // A file may change while the page is open.
    choose.prepend(gallery.frame(`file ${path} ${performance.now()}`, async () => (await transport.files?.open(path))?.text ?? null));
    list.append(make("li", {}, choose));
  }
}
