// The way of a setter from an empty board to a printed puzzle, and the ways of those who use no mouse or two tabs.
import { expect } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { answered, begin, cell, menu, open, part, test, text, write } from "./host.mjs";

/** Five rows of a Slitherlink with one solution: the example of puzz.link's kind `slither`. */
const CLUES = ["32223", "..3..", "....1", "31.22", "....."];
const EMPTY = `puzzle = "grid"

[grid]
rows = 5
columns = 5
lines = "borders"

[picture]
clue = """
.....
.....
.....
.....
.....
"""

[[rule]]
name = "loop"
loop = true

[[rule]]
name = "clues"
at = "clue"
around = "lines"
exactly = { line = "clue" }
`;
const UNIQUE = "One solution";
const verdict = (page) => page.locator("#verdict");
const drawn = (rows) => EMPTY.replace(/(\.{5}\n){5}/, `${rows.join("\n")}\n`);

test("the journey of a setter", async ({ bench, site, transport }) => {
  const shot = (name) => bench.screenshot({ path: `test-results/journey-${transport}-${name}.png` });
  // Open, and draw a Slitherlink until it is unique.
  await write(bench, EMPTY);
  await expect(verdict(bench)).toHaveText(answered);
  await part(bench, "picture.clue");
  for (const [row, marks] of CLUES.entries()) {
    for (const [column, mark] of [...marks].entries()) {
      if (mark === ".") continue;
      const { x, y } = await cell(bench, row + 1, column + 1);
      await bench.mouse.click(x, y);
      await bench.keyboard.press(mark);
    }
  }
  await expect(verdict(bench)).toHaveText(UNIQUE);
  expect(await text(bench)).toBe(drawn(CLUES));
  await shot("unique");
  // Break it, read why, and mend it by a button.
  const { x, y } = await cell(bench, 2, 3);
  await bench.mouse.click(x, y);
  await bench.keyboard.press("0");
  await expect(verdict(bench)).toHaveText("No solution");
  const report = bench.locator("#report");
  await expect(report).toContainText("At fault");
  await shot("fault");
  await report.getByRole("button", { name: "with 3 instead of 0 at r2c3" }).click();
  await expect(verdict(bench)).toHaveText(UNIQUE);
  expect(await text(bench)).toBe(drawn(CLUES));
  await expect(bench.locator("#cell")).toHaveText("Row 2, column 3: 3 in picture.clue");
  // A step, and puzzles made from it.
  await bench.getByRole("tab", { name: "Steps" }).click();
  await bench.getByRole("button", { name: "Next step" }).click({ timeout: 50_000 });
  await expect(report).toContainText("Step 1 of");
  await bench.getByRole("button", { name: "Hardest step" }).click();
  await shot("step");
  await bench.getByRole("tab", { name: "Make" }).click();
  const choices = bench.locator("#palette");
  await choices.getByRole("group", { name: "Compute the clues of" }).getByLabel("clue").check();
  await choices.getByLabel("Number of puzzles").selectOption("1");
  await choices.getByRole("button", { name: "Make", exact: true }).click();
  await report.locator(".kinds button").click({ timeout: 50_000 });
  await expect.poll(() => text(bench)).not.toBe(drawn(CLUES));
  await expect(verdict(bench)).toHaveText(UNIQUE);
  await shot("made");
  // A link, a PDF, and a reload.
  await menu(bench, "New…");
  await bench.getByLabel("Link or game ID").fill("https://puzz.link/p?slither/5/5/3222ddj1362ci");
  await bench.getByRole("button", { name: "Import" }).click();
  await expect.poll(() => text(bench)).toContain("# Imported");
  await expect(verdict(bench)).toHaveText(UNIQUE);
  const model = await text(bench);
  await bench.evaluate(() => { window.print = () => {}; });
  await menu(bench, "Print…");
  await bench.getByRole("button", { name: "Print this puzzle" }).click();
  await expect(bench.locator("#print .sheet svg").first()).toBeAttached();
  expect((await bench.pdf()).subarray(0, 5).toString()).toBe("%PDF-");
  await bench.reload();
  await expect(verdict(bench)).toHaveText(UNIQUE);
  expect(await text(bench)).toBe(model);
});

test("works without a mouse", async ({ bench }) => {
  await write(bench, drawn(CLUES));
  await expect(verdict(bench)).toHaveText(UNIQUE);
  const reach = async (is) => {
    for (let presses = 0; presses < 80; presses++) {
      if (await bench.evaluate(is)) return;
      await bench.keyboard.press("Tab");
    }
    throw new Error(`Tab does not reach ${is}`);
  };
  await reach(() => document.activeElement?.id === "board");
  for (const key of ["ArrowDown", "ArrowDown"]) await bench.keyboard.press(key);
  const [, row, column] = (await bench.locator("#cell").textContent()).match(/Row (\d), column (\d)/);
  await bench.keyboard.press("3");
  await bench.keyboard.press("Space");
  await expect.poll(() => text(bench)).toBe(drawn(CLUES.map((marks, index) =>
    (index === row - 1 ? `${marks.slice(0, column - 1)}.${marks.slice(column)}` : marks))));
  await bench.keyboard.press("Control+z");
  await bench.keyboard.press("Control+z");
  await expect.poll(() => text(bench)).toBe(drawn(CLUES));
  await expect(verdict(bench)).toHaveText(UNIQUE);
  await bench.evaluate(() => document.getElementById("theme").focus());
  await reach(() => document.activeElement?.id === "explain");
  await bench.keyboard.press("Enter");
  await expect(bench.locator("#explain")).toHaveAttribute("aria-pressed", "true", { timeout: 50_000 });
  await bench.keyboard.press("Enter");
  await expect(bench.locator("#report")).toBeEmpty();
  await bench.evaluate(() => document.activeElement.blur());
  await reach(() => document.activeElement?.id === "start");
  await bench.keyboard.press("Enter");
  await reach(() => document.activeElement?.type === "search");
  await bench.keyboard.type("bijutsukan");
  await expect(bench.locator(".kinds li")).toHaveCount(1);
  await reach(() => document.activeElement?.closest(".kinds") !== null && document.activeElement?.matches("button"));
  await bench.keyboard.press("Enter");
  await expect.poll(() => text(bench)).toContain("Akari");
});

test("completes keys and describes them", async ({ bench }) => {
  await write(bench, `${drawn(CLUES)}\n[[rule]]\nall-dif`);
  await bench.keyboard.press("Control+Space");
  await expect(bench.locator(".cm-tooltip-autocomplete")).toContainText("all-different");
  await bench.keyboard.press("Escape");
  await bench.locator(".cm-line", { hasText: "loop = true" }).getByText("loop").first().hover({ position: { x: 5, y: 5 } });
  await expect(bench.locator(".cm-tooltip .hint, .hint")).toContainText("loop");
});

test("opens a dropped file, and saves the board as pictures", async ({ bench }) => {
  await bench.evaluate((model) => {
    const data = new DataTransfer();
    data.items.add(new File([model], "dropped.toml"));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, drawn(CLUES));
  await expect(bench.locator("#file")).toHaveText(/^dropped\.toml/);
  await expect(verdict(bench)).toHaveText(UNIQUE);
  await bench.getByRole("button", { name: "Share…" }).click();
  for (const [name, start] of [["Board (SVG)", "<svg"], ["Board (PNG)", "\x89PNG"], ["Model (TOML)", "puzzle"]]) {
    const waits = bench.waitForEvent("download");
    await bench.getByRole("button", { name }).click();
    expect((await readFile(await (await waits).path())).toString("latin1").slice(0, start.length)).toBe(start);
  }
});

test("two tabs do not disturb each other", async ({ bench, site, context, transport }) => {
  const other = await context.newPage();
  await other.goto(site.address);
  await begin(other);
  await write(other, drawn(CLUES.map(() => ".....")));
  await write(bench, drawn(CLUES));
  await expect(verdict(other)).toHaveText(answered);
  await expect(verdict(bench)).toHaveText(UNIQUE);
  expect(await text(other)).toBe(EMPTY);
  if (transport === "wasm") return;
  // The second one to save a file is asked.
  for (const page of [bench, other]) {
    await menu(page, "Open…");
    await page.getByRole("button", { name: "queens-4.toml" }).click();
    await expect(verdict(page)).toHaveText("2 solutions");
  }
  for (const page of [bench, other]) {
    await open(page);
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.insertText("# Mine.\n");
    await page.keyboard.press("Control+s");
  }
  await expect(other.getByRole("dialog")).toContainText("has changed on disk");
  expect((await readFile(join(site.folder, "queens-4.toml"), "utf8")).match(/# Mine/g)).toHaveLength(1);
});
