// Puzzles made from the model: what stays, symmetry and seed are chosen; the puzzles appear as pictures to pick from. Start with `making`.

import { button, make } from "./dom";
import type { Event, Request } from "./protocol";

export interface Maker {
  report: HTMLElement;
  /** The pictures and lists of the model. */
  parts(): string[];
  ask(request: Omit<Request, "model" | "name">, take: (event: Event) => void): Promise<void>;
  /** Draws a text and grades it if asked to. */
  picture(text: string, grade: boolean, take: (svg: string | null, grade: string | null) => void): Promise<void>;
  /** Puts a text in place of the model. */
  take(text: string): void;
}

/** The choices made last. */
const last = { keep: new Set<string>(), symmetric: false, grade: false, number: "6", seed: 1 };

/** Shows the choices, and the puzzles as they are made. */
export function making(maker: Maker): void {
  const tick = (label: string, on: boolean, change: (on: boolean) => void) => {
    const input = make("input", { type: "checkbox" });
    input.checked = on;
    input.addEventListener("change", () => change(input.checked));
    return make("label", { class: "tick" }, input, label);
  };
  const keep = maker.parts().map((part) => tick(part, last.keep.has(part), (on) => (on ? last.keep.add(part) : last.keep.delete(part))));
  const seed = make("input", { type: "number", min: "0", value: String(last.seed), "aria-label": "Seed" });
  const number = make("select", { "aria-label": "Number of puzzles" }, ...["1", "6", "12", "24"].map((own) => make("option", { value: own }, own === "1" ? "1 puzzle" : `${own} puzzles`)));
  number.value = last.number;
  const tiles = make("ul", { class: "kinds", "aria-label": "Puzzles" });
  const status = make("p", { role: "status" });
  let round = 0;
  const start = button("Make", () => {
    last.number = number.value;
    last.seed = Math.max(0, Math.floor(Number(seed.value)) || 0);
    round += 1;
    void all(round);
  });

  async function all(own: number): Promise<void> {
    tiles.replaceChildren();
    const total = Number(last.number);
    const seen = new Set<string>();
    let [made, same] = [0, 0];
    for (let index = 0; index < total && own === round && tiles.isConnected; index++) {
      let [end, text]: [string | null, string | null] = [null, null];
      const which = last.seed + index;
      status.textContent = `Puzzle ${index + 1} of ${total}…`;
      await maker.ask({ ask: "generate", seed: which, symmetric: last.symmetric, keep: [...last.keep].filter((part) => maker.parts().includes(part)) }, (event) => {
        if (event.event === "draft") status.textContent = `Puzzle ${index + 1} of ${total}: ${event.left} clues of ${event.of} are left…`;
        if (event.event === "generated") text = event.text;
        if (event.event === "end") end = event.error;
      });
      if (text === null) {
        status.textContent = end ?? "There is no puzzle";
        return;
      }
      if (seen.has(text)) {
        same += 1;
        continue;
      }
      seen.add(text);
      made += 1;
      await tile(text, which);
    }
    if (own !== round || !tiles.isConnected) return;
    const again = same === 0 ? "" : `; ${same} ${same === 1 ? "seed" : "seeds"} gave one of them again`;
    status.textContent = `${made} different ${made === 1 ? "puzzle" : "puzzles"}${again}. Press one to take it; Undo brings the model back`;
    last.seed += total;
    seed.value = String(last.seed);
  }

  async function tile(text: string, which: number): Promise<void> {
    const frame = make("span", { class: "picture", "aria-hidden": "true" });
    const caption = make("span", {}, `Seed ${which}`);
    const pick = button("", () => maker.take(text));
    pick.append(frame, caption);
    tiles.append(make("li", {}, pick));
    await maker.picture(text, last.grade, (svg, grade) => {
      if (svg !== null) frame.replaceChildren(make("img", { alt: "", src: `data:image/svg+xml,${encodeURIComponent(svg)}` }));
      if (grade !== null) caption.textContent = `Seed ${which}, ${grade}`;
    });
  }

  const row = make("p", { class: "row" },
    tick("Symmetric", last.symmetric, (on) => { last.symmetric = on; }),
    tick("With difficulty", last.grade, (on) => { last.grade = on; }),
    make("label", { class: "tick" }, "Seed", seed), number, start);
  const parts = keep.length === 0 ? [] : [make("fieldset", {}, make("legend", {}, "Keep all clues of"), ...keep)];
  maker.report.replaceChildren(make("h3", {}, "Make puzzles"),
    make("p", {}, "Each puzzle has one solution and only clues that it needs. A model with several solutions gets given values first."),
    ...parts, row, status, tiles);
}
