// Puzzles made from the model: what is computed and what stays, the goals and the seed are chosen; the puzzles appear as pictures to pick
// from. Start with `making`.

import { button, make } from "./dom";
import type { Choices, Event, Picture, Question } from "./protocol";

export interface Maker {
  /** Where the choices are, and the puzzles. */
  choices: HTMLElement;
  report: HTMLElement;
  /** The pictures, lists and layers whose clues can be kept. */
  parts: string[];
  /** What else can be chosen; null if no puzzle is made from the model. */
  choice: Choices | null;
  /** The pictures and lists of the model with their marks. */
  pictures: Picture[];
  /** The rows and columns of the board. */
  size: [number, number];
  ask(request: Question, take: (event: Event) => void): Promise<void>;
  /** Draws a text and grades it if asked to. */
  picture(text: string, grade: boolean, take: (svg: string | null, grade: string | null) => void): Promise<void>;
  /** Puts a text in place of the model. */
  take(text: string): void;
}

/** The choices made last, by the words beside them. */
const last = {
  keep: new Set<string>(), fill: new Set<string>(),
  /** What is not computed though it is empty. */
  refused: new Set<string>(),
  use: new Set<string>(), on: new Set<string>(),
  words: new Map<string, string>([["Number of puzzles", "6"], ["Seed", "1"]]),
};
const GRADES = [["", "any"], ["easy", "easy"], ["medium", "medium"], ["hard", "hard"], ["very-hard", "very hard"], ["extreme", "extreme"], ["scores", "scores…"]];
/** The name of the first layer. */
const LAYER = "grid";

function tick(label: string, chosen: Set<string>, name = label, change = () => {}): HTMLLabelElement {
  const input = make("input", { type: "checkbox" });
  input.checked = chosen.has(name);
  input.addEventListener("change", () => {
    if (input.checked) chosen.add(name);
    else chosen.delete(name);
    change();
  });
  return make("label", { class: "tick" }, input, label);
}

/** A field with words before it, which remembers its value. */
function field<E extends HTMLInputElement | HTMLSelectElement>(label: string, input: E, change = () => {}): HTMLLabelElement {
  input.setAttribute("aria-label", label);
  input.value = last.words.get(label) ?? input.value;
  input.addEventListener("input", () => {
    last.words.set(label, input.value);
    change();
  });
  return make("label", { class: "tick" }, label, input);
}

const number = (own: Record<string, string> = {}) => make("input", { type: "number", min: "0", ...own });
const select = (options: string[][]) => make("select", {}, ...options.map(([value = "", words = value]) => make("option", { value }, words)));
const group = (title: string, ...inside: Node[]) => make("fieldset", {}, make("legend", {}, title), ...inside);
/** Whether a picture or list has no marks; all sides of a list together. */
function isEmpty(pictures: Picture[], name: string): boolean {
  const own = pictures.filter((picture) => picture.name.split(".")[1] === name || picture.name === name);
  return own.length > 0 && own.every(({ marks }) => marks.flat().every((mark) => mark === null || mark[1] === "." || mark[1] === '"."'));
}

/** A whole number from 0 in a field, if there is one. */
const whole = (input: HTMLInputElement) => (input.value.trim() === "" ? undefined : Math.max(0, Math.floor(Number(input.value)) || 0));

/** Shows the choices, and the puzzles as they are made. */
export function making(maker: Maker): void {
  if (maker.choice?.family !== undefined) {
    another(maker, maker.choice.family);
    return;
  }
  const { parts, choice: choices } = maker;
  const [fills, rules, parameters] = [choices?.fills ?? [], [...new Set(choices?.rules)], choices?.parameters ?? []];
  const chosen = (from: Set<string>, names: string[]) => names.filter((name) => from.has(name));
  const names = fills.map((own) => own.name);
  // Without clues there is nothing to leave out: they are computed, unless this is taken back.
  for (const name of names) if (isEmpty(maker.pictures, name) && !last.refused.has(name)) last.fill.add(name);

  const sizes = make("input", { placeholder: "3..6", size: "6" });
  const rooms = number({ min: "1" });
  const ofRooms = [field("Cells in a room", sizes), field("Number of rooms", rooms)];
  const ofFills = [tick("Replace numbers by ? where that is enough", last.on, "weaken"), ...(parts.includes(LAYER) ? [tick("Given values besides", last.fill, LAYER)] : [])];
  const clues = number();
  const grade = select(GRADES);
  const scores = make("input", { placeholder: "40..80", size: "8" });
  const ofScores = field("Scores", scores);
  const values = parameters.map(({ name, value, min, max }) => {
    const input = number({ min: String(min ?? ""), max: String(max ?? ""), value: String(value) });
    return { name, value, input };
  });

  /** Shows the fields that have a meaning for the choices so far. */
  function arrange(): void {
    const computed = chosen(last.fill, names);
    for (const own of ofFills) own.hidden = computed.length === 0;
    for (const own of ofRooms) own.hidden = !fills.some(({ name, rooms: are }) => are && last.fill.has(name));
    ofScores.hidden = grade.value !== "scores";
  }

  /** Returns the request for these choices. Names that another model had are left out. */
  function request(which: number): Question {
    const fill = chosen(last.fill, names);
    const isRooms = fills.some((own) => own.rooms && fill.includes(own.name));
    const difficulty = grade.value === "scores" ? scores.value.trim() : grade.value;
    const set = values.filter(({ value, input }) => input.value.trim() !== "" && Number(input.value) !== value);
    return {
      ask: "generate", seed: which, symmetric: last.on.has("symmetric"), keep: chosen(last.keep, parts),
      fill: fill.length > 0 && parts.includes(LAYER) && last.fill.has(LAYER) ? [...fill, LAYER] : fill,
      weaken: fill.length > 0 && last.on.has("weaken"),
      ...(isRooms && sizes.value.trim() !== "" ? { sizes: sizes.value.trim() } : {}),
      ...(isRooms && whole(rooms) !== undefined ? { rooms: whole(rooms) } : {}),
      ...(whole(clues) === undefined ? {} : { clues: whole(clues) }),
      ...(difficulty === "" ? {} : { difficulty }),
      "must-use": chosen(last.use, rules),
      set: set.map(({ name, input }): [string, number] => [name, Math.floor(Number(input.value)) || 0]),
    };
  }

  const computed = fills.length === 0 ? [] : [group("Compute the clues of", ...names.map((name) => tick(name, last.fill, name, () => {
    if (isEmpty(maker.pictures, name) && !last.fill.has(name)) last.refused.add(name);
    arrange();
  })), ...ofRooms, ...ofFills)];
  const kept = parts.length === 0 ? [] : [group("Keep all clues of", ...parts.map((part) => tick(part, last.keep)))];
  const goals = choices === null ? [] : [group("Goals", field("Number of clues", clues), field("Difficulty", grade, arrange), ofScores,
    tick("With difficulty", last.on, "grade"), tick("Symmetric", last.on, "symmetric"))];
  const used = rules.length < 2 ? [] : [make("details", {}, make("summary", {}, "Rules that have to be needed"), group("Rules that have to be needed", ...rules.map((rule) => tick(rule, last.use))))];
  const board = values.length === 0 ? [] : [group("Parameters", ...values.map(({ name, input }) => make("label", { class: "tick" }, name, input)))];
  const words = "Each puzzle has one solution and only clues that it needs. Computed clues are those of a random solution. A model with several solutions gets given values first.";
  series(maker, words, [...board, ...computed, ...kept, ...goals, ...used], request);
  arrange();
}

/** Shows the choices for puzzles of a family, which are made anew and not from the model. */
function another(maker: Maker, family: NonNullable<Choices["family"]>): void {
  const [rows, columns] = maker.size.map((own) => number({ min: "1", max: "100", value: String(own) }));
  const own = { rows: rows as HTMLInputElement, columns: columns as HTMLInputElement, pieces: number({ min: "1" }), clues: number() };
  const settings = family.settings.map(({ name, value }) => ({ name, input: make("input", { value, size: "10" }) }));
  const labelled = (label: string, input: HTMLInputElement) => make("label", { class: "tick" }, label, input);
  const board = group("Board", labelled("Rows", own.rows), labelled("Columns", own.columns),
    ...(family.pieces ? [labelled("Number of pieces", own.pieces)] : []), ...(family.clues ? [labelled("Number of clues", own.clues)] : []),
    tick("Symmetric", last.on, "symmetric"));
  const keys = group("Keys of the model", ...settings.map(({ name, input }) => labelled(name, input)));
  series(maker, "Each puzzle is a new one of this kind and has one solution.", [board, keys], (which) => ({
    ask: "generate", seed: which, symmetric: last.on.has("symmetric"),
    ...Object.fromEntries(Object.entries(own).map(([key, input]) => [key, whole(input)])),
    settings: settings.filter(({ input }) => input.value.trim() !== "").map(({ name, input }): [string, string] => [name, input.value.trim()]),
  }));
}

/** Shows choices with a button, and the puzzles of consecutive seeds. */
function series(maker: Maker, words: string, choices: HTMLElement[], request: (which: number) => Question): void {
  const seed = number();
  const total = select([["1", "1 puzzle"], ["6", "6 puzzles"], ["12", "12 puzzles"], ["24", "24 puzzles"]]);
  const tiles = make("ul", { class: "kinds", "aria-label": "Puzzles" });
  const status = make("p", { role: "status", class: "refusal" });
  let round = 0;
  const start = button("Make", () => {
    round += 1;
    void all(round);
  });

  async function all(own: number): Promise<void> {
    tiles.replaceChildren();
    const [first, count] = [whole(seed) ?? 0, Number(total.value)];
    const seen = new Set<string>();
    const again = (next: number) => {
      seed.value = String(next);
      last.words.set("Seed", seed.value);
    };
    for (let index = 0; index < count && own === round && tiles.isConnected; index++) {
      let [end, made]: [string | null, (Event & { event: "generated" }) | null] = [null, null];
      const place = `Puzzle ${index + 1} of ${count}`;
      status.textContent = `${place}…`;
      await maker.ask(request(first + index), (event) => {
        if (event.event === "draft") status.textContent = `${place}: ${event.left} clues of ${event.of} are left…`;
        if (event.event === "generated") made = event;
        if (event.event === "end") end = event.error;
      });
      const puzzle = made as (Event & { event: "generated" }) | null;
      if (puzzle === null) {
        status.textContent = end ?? "There is no puzzle";
        // Another seed may have one.
        again(first + index + 1);
        return;
      }
      if (seen.has(puzzle.text)) continue;
      seen.add(puzzle.text);
      await tile(puzzle, first + index);
    }
    if (own !== round || !tiles.isConnected) return;
    const same = count - seen.size;
    const repeated = same === 0 ? "" : `; ${same} ${same === 1 ? "seed" : "seeds"} gave one of them again`;
    status.textContent = `${seen.size} different ${seen.size === 1 ? "puzzle" : "puzzles"}${repeated}. Press one to take it; Undo brings the model back`;
    again(first + count);
  }

  async function tile(puzzle: Event & { event: "generated" }, which: number): Promise<void> {
    const frame = make("span", { class: "picture", "aria-hidden": "true" });
    const known = [`Seed ${which}`, ...puzzle.remarks, ...(puzzle.of === 0 ? [] : [`${puzzle.left} of ${puzzle.of} clues`]),
      ...(puzzle.difficulty === null ? [] : [`${puzzle.difficulty.grade} (${puzzle.difficulty.score})`]),
      ...(puzzle.missed.length === 0 ? [] : [`goals that are not met: ${puzzle.missed.join(", ")}`])];
    const caption = make("span", {}, known.join(", "));
    const pick = button("", () => maker.take(puzzle.text));
    pick.append(frame, caption);
    tiles.append(make("li", {}, pick));
    await maker.picture(puzzle.text, last.on.has("grade") && puzzle.difficulty === null, (svg, graded) => {
      if (svg !== null) frame.replaceChildren(make("img", { alt: "", src: `data:image/svg+xml,${encodeURIComponent(svg)}` }));
      if (graded !== null) caption.textContent = [...known, graded].join(", ");
    });
  }

  const row = make("p", { class: "row" }, field("Seed", seed), field("Number of puzzles", total), start);
  maker.choices.replaceChildren(make("h2", {}, "Make puzzles"), make("p", { class: "soft" }, words), ...choices, row);
  maker.report.replaceChildren(status, tiles);
}
