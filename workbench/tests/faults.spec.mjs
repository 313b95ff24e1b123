// Faults that were found and mended: each test fails without its mending. On both ways to the engine.
import { expect } from "@playwright/test";
import { stat } from "node:fs/promises";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { answered, begin, cell, LATIN, menu, open, part, point, test, text, write } from "./host.mjs";

const verdict = (page) => page.locator("#verdict");
const toast = (page) => page.locator("#toast");

const QUEENS = `puzzle = "grid"

[grid]
values = [".", "Q"]
given = """
....
....
....
....
"""

[[rule]]
each = ["row", "column"]
exactly = { Q = 1 }

[[rule]]
each = ["diagonal", "antidiagonal"]
at-most = { Q = 1 }
`;

/** Work that does not end. */
const SLOW = `puzzle = "grid"
[grid]
rows = 40
columns = 40
values = [".", "#"]
[[rule]]
each = ["row", "column"]
exactly = { "#" = 20 }
[[rule]]
connected = "#"
[[rule]]
connected = "."
`;

const LINK = "https://puzz.link/p?slither/5/5/3222ddj1362ci";

const paste = (page, words) => page.evaluate((words) => {
  const data = new DataTransfer();
  data.setData("text/plain", words);
  document.getElementById("board").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
}, words);

test("a text that is replaced comes back by Undo, with its file", async ({ bench, transport }) => {
  await write(bench, QUEENS);
  await expect(verdict(bench)).toHaveText("2 solutions");
  const name = await bench.locator("#file").textContent();
  const undo = bench.getByRole("button", { name: "Undo", exact: true }).first();
  const back = async () => {
    await undo.click();
    await expect.poll(() => text(bench)).toBe(QUEENS);
    await expect(bench.locator("#file")).toHaveText(name);
  };
  // New.
  await menu(bench, "New…");
  await bench.getByRole("button", { name: "Akari", exact: true }).click();
  await expect.poll(() => text(bench)).toContain("Akari");
  await expect(toast(bench)).toContainText("was replaced");
  await back();
  // An import, and a link that is pasted.
  await paste(bench, LINK);
  await expect.poll(() => text(bench)).toContain("# Imported");
  await toast(bench).getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => text(bench)).toBe(QUEENS);
  if (transport === "wasm") return;
  await menu(bench, "Open…");
  await bench.getByRole("button", { name: "slitherlink.toml" }).click();
  await expect(bench.locator("#file")).toHaveText("slitherlink.toml");
  await back();
  // The name of the file came back with the text: saving does not write over the other file.
  await bench.keyboard.press("Control+s");
  await expect(bench.getByRole("dialog")).toContainText("Save as");
});

test("nothing before the first text can be undone", async ({ bench }) => {
  await expect(verdict(bench)).toHaveText("One solution");
  const [name, model] = [await bench.locator("#file").textContent(), await text(bench)];
  await bench.locator("#undo").click();
  await expect(bench.locator("#file")).toHaveText(name);
  expect(await text(bench)).toBe(model);
});

test("a draft comes back after the tab was closed", async ({ bench, site, transport }) => {
  await write(bench, QUEENS);
  await expect(bench.locator("#kept")).toHaveText(/^Draft kept/);
  if (transport === "server") {
    const folder = join(site.state, "boardwright", "drafts");
    const [file] = await readdir(folder);
    expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  }
  const context = bench.context();
  const other = await context.newPage();
  await bench.evaluate(() => sessionStorage.clear());
  await other.goto(site.address);
  const draft = other.locator(".drafts .card").first();
  await expect(draft.locator("img")).toBeVisible({ timeout: 20_000 });
  await expect(draft).toContainText("several");
  await draft.click();
  await expect.poll(() => text(other)).toBe(QUEENS);
  // It is the same draft: a further edit makes no other one.
  await write(other, `${QUEENS}# More.\n`);
  await expect(other.locator("#kept")).toHaveText(/^Draft kept/);
  await other.locator("#start").click();
  await expect(other.locator(".drafts li")).toHaveCount(1);
  await other.getByRole("button", { name: /^Remove the draft/ }).click();
  await expect(other.locator(".drafts li")).toHaveCount(0);
});

test("a full store of drafts is reported, and nothing is lost", async ({ bench, site, transport }) => {
  await bench.evaluate(async (isServer) => {
    for (let number = 0; number < 50; number++) {
      const draft = { id: number.toString(16).padStart(32, "0"), name: `${number}.toml`, text: `# ${number}`, state: "none", when: number };
      if (isServer) await fetch("api/draft", { method: "POST", body: JSON.stringify(draft) });
      else localStorage.setItem(`draft ${draft.id}`, JSON.stringify(draft));
    }
  }, transport === "server");
  await write(bench, QUEENS);
  await expect(toast(bench)).toContainText("This draft is not kept: there are 50 drafts, the maximum");
  await expect(bench.locator("#kept")).toHaveText("Draft not kept");
  await toast(bench).getByRole("button", { name: "Remove the oldest draft" }).click();
  await expect(bench.locator("#kept")).toHaveText(/^Draft kept/);
  await expect(bench.locator("#toast")).toBeHidden();
});

/** Presses every button during every request, in the page itself; returns what does not hold in the mode that was entered. */
async function pressed() {
  const find = (selector) => document.querySelector(selector);
  const named = (place, name) => [...find(place).querySelectorAll("button")].find((own) => own.textContent === name);
  const until = async (is) => {
    for (let time = 0; time < 20_000 && !is(); time += 10) await new Promise((resolve) => setTimeout(resolve, 10));
    return is();
  };
  const wrong = [];
  /** What holds in each mode, whatever was pressed before. */
  const check = (context) => {
    const mode = find("#desk").dataset.mode;
    const tabs = [...document.querySelectorAll("#modes [aria-selected=true]")].map((own) => own.id);
    const has = {
      draw: find("#palette .tool") !== null, steps: find(".steplist") !== null,
      play: find("#played") !== null || find("#pad").childElementCount > 0, make: named("#palette", "Make") !== undefined,
    };
    if (String(tabs) !== `mode-${mode}`) wrong.push(`${context}: ${mode} has the tabs ${tabs}`);
    for (const [other, there] of Object.entries(has)) if (there && other !== mode) wrong.push(`${context}: ${mode} shows ${other}`);
    if (mode === "draw" && !has.draw) wrong.push(`${context}: no tools`);
  };
  const begin = async (request) => {
    find("#mode-draw").click();
    if (request === "check" || request === "hint") {
      find("#mode-play").click();
      await until(() => named("#report", "Check") !== undefined);
      named("#report", request === "check" ? "Check" : "Hint").click();
    } else if (request === "make") {
      find("#mode-make").click();
      named("#palette", "Make").click();
    } else find(request).click();
  };
  const requests = ["#explain", "#candidates", "#mode-steps", "#mode-play", "#mode-make", "check", "hint", "make"];
  const presses = ["#mode-draw", "#mode-steps", "#mode-play", "#mode-make", "#candidates", "#explain", "#undo", "#redo", "#next", "#beside", "#stop", "#labels", "#handle"];
  for (const request of requests) {
    for (const press of presses) {
      await begin(request);
      find(press).click();
      for (const time of [0, 20, 100]) {
        await new Promise((resolve) => setTimeout(resolve, time));
        check(`${request} ${press}`);
      }
    }
  }
  // Play within a moment of Steps has its controls, and keeps them.
  find("#mode-steps").click();
  find("#mode-play").click();
  if (!(await until(() => named("#report", "Check") !== undefined))) wrong.push("play has no controls");
  await new Promise((resolve) => setTimeout(resolve, 1500));
  check("steps, then play");
  if (named("#report", "Check") === undefined) wrong.push("play has lost its controls");
  return wrong;
}

test("modes exclude each other: every button during every request", async ({ bench }) => {
  await expect(verdict(bench)).toHaveText("One solution");
  expect(await bench.evaluate(pressed)).toEqual([]);
});

test("a way that was stopped has no grade", async ({ bench }) => {
  await write(bench, SLOW);
  await bench.locator("#mode-steps").click();
  await expect(bench.locator("#stop")).toBeVisible();
  await bench.waitForTimeout(500);
  await bench.locator("#stop").click();
  await expect(bench.locator("#stop")).toBeHidden({ timeout: 5_000 });
  await expect(bench.locator("#report")).not.toContainText("Difficulty");
  // The verdict goes on where it was broken off.
  await bench.locator("#mode-draw").click();
  await expect(bench.locator("#stop")).toBeVisible();
});

test("a board is complete by what a player sees", async ({ bench }) => {
  await write(bench, `puzzle = "grid"
hidden = ["x"]

[grid]
rows = 2
columns = 2
values = "1..2"
given = """
1.
..
"""

[layer.x]
values = ["p", "q"]

[[rule]]
each = ["row", "column"]
all-different = true

[[rule]]
each = "row"
exactly = { p = 1 }
`);
  await expect(verdict(bench)).toHaveText(answered);
  await bench.locator("#mode-play").click();
  await expect(bench.locator("#played")).toBeVisible();
  await expect(bench.locator("#pad").getByRole("button", { name: "p", exact: true })).toHaveCount(0);
  for (const [row, column, value] of [[1, 2, "2"], [2, 1, "2"], [2, 2, "1"]]) {
    const { x, y } = await cell(bench, row, column);
    await bench.mouse.move(x, y);
    await bench.locator("#board").focus();
    await bench.locator("#pad").getByRole("button", { name: value, exact: true }).click();
    await bench.mouse.click(x, y);
    await bench.locator("#pad").getByRole("button", { name: value, exact: true }).click();
  }
  await expect(bench.locator("#played")).toHaveText(/^Solved in/);
});

test("typing a value creates what is missing", async ({ bench }) => {
  await write(bench, LATIN);
  await expect(verdict(bench)).toHaveText("576 solutions");
  const { x, y } = await cell(bench, 2, 3);
  await bench.mouse.click(x, y);
  await bench.keyboard.press("3");
  await expect.poll(() => text(bench)).toBe(LATIN.replace('"1..4"\n', '"1..4"\ngiven = """\n....\n..3.\n....\n....\n"""\n'));
  await expect(verdict(bench)).toHaveText("144 solutions");
  await bench.keyboard.press("ArrowRight");
  await bench.keyboard.press("1");
  await expect.poll(() => text(bench)).toContain("..31");
  await bench.locator("#undo").click();
  await bench.locator("#undo").click();
  await expect.poll(() => text(bench)).toBe(LATIN);
});

test("explanations of no solution are there at once and stay", async ({ bench }) => {
  await write(bench, QUEENS.replace("....", "Q..."));
  await expect(verdict(bench)).toHaveText("No solution");
  await expect(bench.locator("#report")).toContainText("At fault");
  // Nothing could close it, and it is in view.
  await expect(bench.locator("#explain")).toBeHidden();
  const { y, height } = await bench.locator("#report h2", { hasText: "At fault" }).boundingBox();
  expect(y + height).toBeLessThan(800);
  // It is there again after another mode.
  await bench.locator("#mode-make").click();
  await bench.locator("#mode-draw").click();
  await expect(bench.locator("#report")).toContainText("At fault");
});

test("makes puzzles from an empty board with the defaults", async ({ bench }) => {
  await menu(bench, "New…");
  await bench.locator(".quick .card", { hasText: "Slitherlink" }).click();
  await bench.getByLabel("Rows").fill("4");
  await bench.getByLabel("Columns").fill("5");
  await bench.getByRole("button", { name: "Start drawing" }).click();
  await expect.poll(() => text(bench)).toContain('title = "Slitherlink, 4 x 5"');
  await bench.locator("#mode-make").click();
  await bench.getByLabel("Number of puzzles").selectOption("1");
  await bench.locator("#palette").getByRole("button", { name: "Make", exact: true }).click();
  await expect(bench.locator("#report .kinds img")).toBeVisible({ timeout: 30_000 });
});

test("a path along diagonals has no corner cells", async ({ bench }) => {
  await write(bench, LATIN);
  await expect(verdict(bench)).toHaveText(answered);
  await part(bench, "+ Thermometer");
  // Not quite through the corners, as a hand draws it.
  await bench.mouse.move(...await point(bench, 0.45, 0.55));
  await bench.mouse.down();
  await bench.mouse.move(...await point(bench, 1.5, 1.6), { steps: 12 });
  await bench.mouse.move(...await point(bench, 2.45, 2.6), { steps: 12 });
  // A fast pointer jumps over a cell.
  await bench.mouse.move(...await point(bench, 2.5, 0.5), { steps: 1 });
  await bench.mouse.up();
  expect(await text(bench)).toContain("along = [[[1, 1], [2, 2], [3, 3], [3, 2], [3, 1]]]");
});

test("nothing stale stays beside an error, and at most three keys are named", async ({ bench }) => {
  await write(bench, QUEENS);
  await expect(verdict(bench)).toHaveText("2 solutions");
  await bench.locator("#candidates").click();
  await expect(bench.locator(".figure")).toHaveCount(16);
  await expect(bench.locator(".tint.differs")).toHaveCount(8);
  await open(bench);
  await bench.locator(".cm-content").click();
  await bench.keyboard.press("Control+End");
  await bench.keyboard.insertText('\n[[rule]]\neahc = "row"\n');
  await expect(verdict(bench)).toHaveText("The model has errors");
  await expect(bench.locator(".figure")).toHaveCount(0);
  await expect(bench.locator(".tint")).toHaveCount(0);
  await expect(bench.locator("#solutions")).toBeHidden();
  await expect(bench.locator("#report")).toBeEmpty();
  const item = bench.locator("#problems li").first();
  await expect(item.locator(".chip")).toHaveCount(4);
  expect((await item.textContent()).length).toBeLessThan(160);
  await item.getByRole("button", { name: "All accepted keys" }).click();
  await expect(bench.getByRole("dialog")).toContainText("all-different");
  await bench.getByRole("button", { name: "Close", exact: true }).click();
  await item.getByRole("button", { name: "Replace with each" }).click();
  await expect.poll(() => text(bench)).toContain('each = "row"\n');
});

test("a wide phone board has nothing between it and the modes", async ({ bench }) => {
  await bench.setViewportSize({ width: 390, height: 844 });
  const [modes, board] = [await bench.locator("#modes").boundingBox(), await bench.locator("#board svg").boundingBox()];
  expect(board.y - modes.y - modes.height).toBeLessThan(8);
  expect(board.x).toBeGreaterThanOrEqual(0);
  expect(board.x + board.width).toBeLessThanOrEqual(390);
  expect(await bench.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  for (const mode of ["draw", "steps", "play", "make"]) {
    await bench.locator(`#mode-${mode}`).click();
    const small = await bench.evaluate(() => [...document.querySelectorAll("button")].filter((own) => {
      const { width, height } = own.getBoundingClientRect();
      return width > 0 && !own.matches(".place, .steplist button") && (height < 43.5 || width < 43.5);
    }).map((own) => own.outerHTML.slice(0, 80)));
    expect(small, mode).toEqual([]);
  }
});
