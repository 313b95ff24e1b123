// What a setter does on the page; on both ways to the engine.
import AxeBuilder from "@axe-core/playwright";
import { expect } from "@playwright/test";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { answered, cell, menu, open, test, text, write } from "./host.mjs";

const QUEENS = `# Four queens.
puzzle = "grid"

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

const verdict = (page) => page.locator("#verdict");

test("begins with a Slitherlink that has one solution", async ({ bench }) => {
  await expect(verdict(bench)).toHaveText("One solution");
  await bench.getByRole("button", { name: "Next solution" }).click();
  await expect(bench.locator("#which")).toHaveText("Solution 1 of 1");
  await bench.screenshot({ path: "test-results/begin.png" });
});

test("names a mistake at its place, with a fix", async ({ bench }) => {
  await write(bench, QUEENS.replace("exactly", "exactley"));
  await expect(verdict(bench)).toHaveText("The model has errors");
  await expect(bench.locator("#problems")).toContainText("unknown key `exactley`");
  await expect(bench.locator(".cm-lintRange-error")).toHaveText("exactley");
  await bench.locator("#problems").getByRole("button", { name: "Replace with exactly" }).click();
  await expect(verdict(bench)).toHaveText("2 solutions");
  expect(await text(bench)).toBe(QUEENS);
});

test("shows the cells in which solutions differ, and their values", async ({ bench }) => {
  await write(bench, QUEENS);
  await expect(verdict(bench)).toHaveText("2 solutions");
  await expect(bench.locator(".tint.differs")).toHaveCount(8);
  await bench.getByRole("button", { name: "Candidates" }).click();
  await expect(bench.locator("#report")).toContainText("Each value that a cell has in some solution");
  await expect(bench.locator(".figure")).toHaveCount(16);
});

test("greys the rules that follow from the others", async ({ bench }) => {
  await write(bench, `${QUEENS}
[[rule]]
name = "four"
exactly = { Q = 4 }
`);
  await expect(verdict(bench)).toHaveText("2 solutions");
  await bench.getByRole("button", { name: "Which rules are needed?" }).click();
  await expect(bench.locator("#rules [role=status]")).toHaveText("The grey rule follows from the others and the clues.");
  await expect(bench.locator("#rules .spare")).toHaveText(["four"]);
  await bench.screenshot({ path: "test-results/rules.png" });
  // Another text has other rules.
  await write(bench, QUEENS);
  await expect(bench.locator("#rules .spare")).toHaveCount(0);
  await bench.getByRole("button", { name: "Which rules are needed?" }).click();
  await expect(bench.locator("#rules [role=status]")).toHaveText("Every rule is needed with these clues.");
});

test("draws by mouse and keyboard, changes only the mark, and undoes it", async ({ bench }) => {
  await write(bench, QUEENS);
  await expect(verdict(bench)).toHaveText("2 solutions");
  await bench.locator("#palette").getByRole("button", { name: "Q", exact: true }).click();
  const to = await cell(bench, 1, 2);
  await bench.mouse.click(to.x, to.y);
  await expect(verdict(bench)).toHaveText("One solution");
  expect(await text(bench)).toBe(QUEENS.replace("....", ".Q.."));
  await bench.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(verdict(bench)).toHaveText("2 solutions");
  expect(await text(bench)).toBe(QUEENS);
  await bench.locator("#board").focus();
  for (const key of ["ArrowDown", "ArrowDown", "ArrowRight"]) await bench.keyboard.press(key);
  const before = await bench.locator("#cell").textContent();
  const [, row, column] = before.match(/Row (\d), column (\d)/);
  await bench.keyboard.press("Q");
  const rows = ["....", "....", "....", "...."];
  rows[row - 1] = rows[row - 1].slice(0, column - 1) + "Q" + rows[row - 1].slice(column);
  expect(await text(bench)).toBe(QUEENS.replace(/(\.{4}\n){4}/, `${rows.join("\n")}\n`));
});

test("says what is at fault where there is no solution", async ({ bench }) => {
  await write(bench, QUEENS.replace("....", "Q..."));
  await expect(verdict(bench)).toHaveText("No solution");
  await expect(bench.locator("#report")).toContainText("At fault");
  await expect(bench.locator(".tint.fault")).toHaveCount(1);
  await expect(bench.locator(".cm-content .tinted").first()).toHaveText("Q");
  await bench.screenshot({ path: "test-results/fault.png" });
});

test("plays the steps", async ({ bench }) => {
  await expect(verdict(bench)).toHaveText("One solution");
  await bench.getByRole("tab", { name: "Steps" }).click();
  await expect(bench.locator("#report")).toContainText("Step 0 of", { timeout: 50_000 });
  await bench.getByRole("button", { name: "Next step" }).click();
  await expect(bench.locator("#report")).toContainText("Step 1 of");
  await bench.screenshot({ path: "test-results/steps.png" });
});

test("leaves out clues, pastes a link and shares one", async ({ bench, site }) => {
  await menu(bench, "New…");
  const link = "https://puzz.link/p?slither/5/5/3222ddj1362ci";
  await bench.getByLabel("Link or game ID").fill(link);
  await bench.getByRole("button", { name: "Import" }).click();
  await expect(verdict(bench)).toHaveText("One solution");
  await bench.getByRole("button", { name: "Share…" }).click();
  await bench.getByRole("button", { name: "puzz.link", exact: true }).click();
  await expect(bench.getByLabel("Link", { exact: true })).toHaveValue(link);
  await bench.getByRole("button", { name: "This page" }).click();
  await expect(bench.getByLabel("Link", { exact: true })).toHaveValue(/^#model=[\w-]+$/);
  const address = site.address + (await bench.getByLabel("Link", { exact: true }).inputValue());
  const model = await text(bench);
  await bench.getByRole("button", { name: "Close" }).click();
  await write(bench, QUEENS);
  await bench.goto("about:blank");
  await bench.goto(address);
  await expect(verdict(bench)).toHaveText("One solution");
  expect(await text(bench)).toBe(model);
});

test("stops a model that takes long, within half a second", async ({ bench }) => {
  const side = 40;
  const slow = `puzzle = "grid"\n[grid]\nrows = ${side}\ncolumns = ${side}\nvalues = [".", "#"]\n[[rule]]\neach = ["row", "column"]\nexactly = { "#" = ${side / 2} }\n` +
    `[[rule]]\nconnected = "#"\n[[rule]]\nconnected = "."\n`;
  await write(bench, slow);
  await expect(bench.locator("#stop")).toBeVisible();
  await bench.waitForTimeout(1500);
  await expect(verdict(bench)).toHaveText(/Still looking|At least|Looking/);
  const took = await bench.evaluate(async () => {
    const working = document.getElementById("working");
    const began = performance.now();
    document.getElementById("stop").click();
    while (!working.hidden && performance.now() - began < 5000) await new Promise((resolve) => setTimeout(resolve, 5));
    return performance.now() - began;
  });
  expect(took).toBeLessThan(500);
  await write(bench, QUEENS);
  await expect(verdict(bench)).toHaveText("2 solutions");
});

test("has no violation of accessibility rules, light and dark, narrow and wide", async ({ bench }) => {
  for (const width of [360, 1280, 2560]) {
    await bench.setViewportSize({ width, height: 900 });
    for (const press of [false, true]) {
      if (press) await menu(bench, "Dark");
      await expect(verdict(bench)).toHaveText("One solution");
      const found = await new AxeBuilder({ page: bench }).withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]).analyze();
      expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)).toEqual([]);
    }
    const overflow = await bench.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${width} wide`).toBeLessThanOrEqual(0);
    await bench.screenshot({ path: `test-results/width-${width}.png` });
  }
});

test("has no violation of accessibility rules in dialogs and while one solves by hand", async ({ bench }) => {
  await bench.setViewportSize({ width: 400, height: 900 });
  await expect(verdict(bench)).toHaveText("One solution");
  const check = async () => {
    const found = await new AxeBuilder({ page: bench }).withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]).analyze();
    expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)).toEqual([]);
    expect(await bench.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  };
  for (const name of ["Open…", "Print…", "Share…", "Size…"]) {
    if (name === "Open…" || name === "Print…") await menu(bench, name);
    else await bench.getByRole("button", { name }).click();
    await check();
    await bench.getByRole("button", { name: "Close" }).click();
  }
  await bench.locator("#more").click();
  await check();
  await bench.keyboard.press("Escape");
  await bench.getByRole("tab", { name: "Play" }).click();
  await expect(bench.locator("#played")).toBeVisible();
  await check();
});

test("saves, but not over a file that changed on disk", async ({ bench, site, transport }) => {
  test.skip(transport === "wasm", "the page without a server has no files");
  const file = join(site.folder, "queens-4.toml");
  await menu(bench, "Open…");
  await bench.getByRole("button", { name: "queens-4.toml" }).click();
  await expect(verdict(bench)).toHaveText("2 solutions");
  const old = await readFile(file, "utf8");
  await open(bench);
  await bench.locator(".cm-content").click();
  await bench.keyboard.press("Control+Home");
  await bench.keyboard.insertText("# Mine.\n");
  await bench.keyboard.press("Control+s");
  await expect.poll(() => readFile(file, "utf8")).toBe(`# Mine.\n${old}`);
  expect(await readFile(file, "utf8")).toBe(`# Mine.\n${old}`);
  await writeFile(file, `# Theirs.\n${old}`);
  await bench.keyboard.insertText("# Again.\n");
  await bench.keyboard.press("Control+s");
  await expect(bench.getByRole("dialog")).toContainText("has changed on disk");
  expect(await readFile(file, "utf8")).toBe(`# Theirs.\n${old}`);
  await bench.getByRole("button", { name: "Overwrite it" }).click();
  await expect.poll(() => readFile(file, "utf8")).toBe(`# Mine.\n# Again.\n${old}`);
});

test("keeps the text over a reload", async ({ bench }) => {
  await write(bench, QUEENS);
  await expect(verdict(bench)).toHaveText("2 solutions");
  await bench.reload();
  await expect(verdict(bench)).toHaveText("2 solutions");
  expect(await text(bench)).toBe(QUEENS);
});

test("shows two solutions side by side, and gives a value", async ({ bench }) => {
  await write(bench, QUEENS);
  await expect(verdict(bench)).toHaveText("2 solutions");
  await bench.getByRole("button", { name: "Side by side" }).click();
  await expect(bench.locator("#which")).toHaveText("Solutions 1 and 2: 8 cells differ");
  await expect(bench.locator("#other .tint.differs")).toHaveCount(8);
  await bench.locator("#explain").click();
  await bench.locator("#report").getByRole("button", { name: "r1c2 = Q" }).click();
  await expect(verdict(bench)).toHaveText("One solution");
  await expect(bench.locator("#other")).toBeHidden();
});

test("leaves out a clue at fault by its button", async ({ bench }) => {
  await write(bench, QUEENS.replace("....", "Q..."));
  await expect(verdict(bench)).toHaveText("No solution");
  await bench.locator("#report").getByRole("button", { name: /^Leave out/ }).first().click();
  await expect(verdict(bench)).toHaveText("2 solutions");
  expect(await text(bench)).toBe(QUEENS);
});

test("makes puzzles, and takes one that is chosen by its picture", async ({ bench }) => {
  await write(bench, QUEENS);
  await expect(verdict(bench)).toHaveText("2 solutions");
  await bench.getByRole("tab", { name: "Make" }).click();
  await bench.getByLabel("With difficulty").check();
  await bench.getByRole("button", { name: "Make", exact: true }).click();
  await expect(bench.locator("#report [role=status]")).toHaveText(/different puzzles?.*Undo brings/, { timeout: 50_000 });
  const tiles = bench.locator("#report .kinds button");
  expect(await tiles.count()).toBeGreaterThan(1);
  await expect(tiles.first()).toHaveText(/Seed 1, \w+/);
  await expect(bench.locator("#report .kinds img").first()).toBeVisible();
  await tiles.first().click();
  await expect(verdict(bench)).toHaveText("One solution");
  await expect(tiles.first()).toBeVisible();
  const one = await text(bench);
  await tiles.nth(1).click();
  await expect.poll(() => text(bench)).not.toBe(one);
  await expect(verdict(bench)).toHaveText("One solution");
  await bench.screenshot({ path: "test-results/make.png" });
  await bench.getByRole("button", { name: "Undo", exact: true }).click();
  await bench.getByRole("button", { name: "Undo", exact: true }).click();
  expect(await text(bench)).toBe(QUEENS);
});

test("computes clues, meets goals, and refuses in the words of the command line", async ({ bench }) => {
  await expect(verdict(bench)).toHaveText("One solution");
  await bench.getByRole("tab", { name: "Make" }).click();
  const report = bench.locator("#report");
  const status = report.locator("[role=status]");
  const choices = bench.locator("#palette");
  await expect(choices.getByLabel("Cells in a room")).toBeHidden();
  await choices.getByRole("group", { name: "Compute the clues of" }).getByLabel("clue").check();
  await choices.getByLabel("Number of puzzles").selectOption("1");
  await choices.getByLabel("Difficulty", { exact: true }).selectOption("scores");
  await choices.getByLabel("Scores", { exact: true }).fill("soft");
  await choices.getByRole("button", { name: "Make", exact: true }).click();
  await expect(status).toHaveText("difficulty: expected easy, medium, hard, very-hard, extreme, or scores such as 40..80");
  await choices.getByLabel("Scores", { exact: true }).fill("0..100000");
  await choices.getByRole("button", { name: "Make", exact: true }).click();
  await expect(status).toHaveText(/^1 different puzzle\./, { timeout: 50_000 });
  await expect(report.locator(".kinds button")).toHaveText(/Seed \d+, \d+ of \d+ clues, \w+( hard)? \(\d+\)/);
  const before = await text(bench);
  await report.locator(".kinds button").click();
  await expect.poll(() => text(bench)).not.toBe(before);
  await expect(verdict(bench)).toHaveText("One solution");
  const found = await new AxeBuilder({ page: bench }).withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]).analyze();
  expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)).toEqual([]);
  await bench.screenshot({ path: "test-results/make-computed.png" });
});

test("makes puzzles of families with a generator of their own", async ({ bench }) => {
  const models = [
    ['puzzle = "knightdoku"\nper_line = 1\nper_block = 1\nblock = [2, 2]\nclues = """\n0...\n....\n....\n....\n"""\n', /Seed 1, \d+ clues? of 4 knights/, "per_line"],
    ['puzzle = "lights-out"\nlights = """\n##.\n#..\n...\n"""\n', /Seed 1, Every pattern on this board has one solution/, "states"],
    ['puzzle = "dissection"\nboard = """\n####\n####\n####\n"""\n[[piece]]\ncopies = 3\nshape = "####"\n', /Seed 1, \d+ cells in \d pieces of \d to \d/, "flip"],
  ];
  for (const [model, caption, key] of models) {
    await write(bench, model);
    await expect(verdict(bench)).toHaveText(answered);
    await bench.getByRole("tab", { name: "Make" }).click();
    const [report, choices] = [bench.locator("#report"), bench.locator("#palette")];
    await expect(choices.getByLabel("Rows")).toHaveValue(String(model.match(/"""\n([^"]*)\n"""/)[1].split("\n").length));
    await expect(choices.getByLabel(key, { exact: true })).toHaveValue(key === "per_line" ? "1" : "");
    await choices.getByLabel("Seed").fill("1");
    await choices.getByLabel("Number of puzzles").selectOption("1");
    await choices.getByRole("button", { name: "Make", exact: true }).click();
    await expect(report.locator(".kinds button")).toHaveText(caption, { timeout: 50_000 });
    await report.locator(".kinds button").click();
    await expect.poll(() => text(bench)).toContain("[expect]");
    await expect(verdict(bench)).toHaveText("One solution");
  }
  await bench.screenshot({ path: "test-results/make-family.png" });
  await bench.locator("#palette").getByLabel("Number of pieces").fill("40");
  await bench.locator("#palette").getByRole("button", { name: "Make", exact: true }).click();
  await expect(bench.locator("#report [role=status]")).toContainText("expected 1 to");
});

test("compares solvers, each run in a process", async ({ bench, transport }) => {
  await expect(verdict(bench)).toHaveText("One solution");
  await menu(bench, "For researchers");
  await bench.getByRole("tab", { name: "Compare" }).click();
  if (transport === "wasm") {
    await expect(bench.locator("#report")).toContainText("needs the program");
    return;
  }
  await bench.getByLabel("batsat").check();
  await bench.getByLabel("gauss").check();
  await bench.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(bench.locator("#report")).toContainText("3 of 3 runs", { timeout: 50_000 });
  const rows = bench.locator(".runs tbody tr");
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: "varisat" })).toContainText("satisfiable");
  await expect(rows.last()).toContainText("inapplicable");
  const waits = bench.waitForEvent("download");
  await bench.getByRole("button", { name: "Save the report" }).click();
  const saved = await readFile(await (await waits).path(), "utf8");
  expect(saved).toContain("<!DOCTYPE html>");
  const found = await new AxeBuilder({ page: bench }).withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]).analyze();
  expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)).toEqual([]);
  await bench.screenshot({ path: "test-results/compare.png" });
});

test("shows pictures of kinds, and prints a page", async ({ bench }) => {
  await menu(bench, "New…");
  await expect(bench.locator(".quick img").first()).toBeVisible();
  await bench.getByLabel("Search kinds").fill("bijutsukan");
  await expect(bench.locator(".kinds li")).toHaveCount(1);
  await bench.getByRole("button", { name: "Akari", exact: true }).click();
  await expect(verdict(bench)).toHaveText(answered);
  await bench.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "yes");
  });
  await menu(bench, "Print…");
  await bench.getByRole("button", { name: "Print this puzzle" }).click();
  await expect(bench.locator("body")).toHaveAttribute("data-printed", "yes");
  await expect(bench.locator("#print .sheet svg")).toHaveCount(2);
  const pdf = await bench.pdf();
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(2);
});
