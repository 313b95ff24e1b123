// Drawing of everything that models print, by mouse, finger and keyboard; on both ways to the engine.
import { expect } from "@playwright/test";
import { answered, cell, part, point, test, text, write } from "./host.mjs";

const verdict = (page) => page.locator("#verdict");

const LATIN = `puzzle = "grid"

[grid]
values = "1..3"
given = """
...
...
...
"""

[between]
sign = """
.....
.....
.....
.....
.....
"""

[list.seen]
left = [".", ".", "."]
top = [".", ".", "."]

[[rule]]
each = ["row", "column"]
all-different = true

[[rule]]
each = "pair"
at = ["sign=<", "sign=^"]
increasing = true

[[rule]]
each = ["from left", "from top"]
visible = "seen"
`;

const HEXAGONS = `puzzle = "grid"

[grid]
shape = "hexagons"
values = [".", "Q"]
given = """
 . .
. . .
 . .
"""

[[rule]]
each = ["row", "diagonal", "antidiagonal"]
at-most = { Q = 1 }
`;

test("draws signs between cells and lists at the sides", async ({ bench }) => {
  await write(bench, LATIN);
  await expect(verdict(bench)).toHaveText("12 solutions");
  await part(bench, "between.sign");
  await bench.locator("#palette").getByRole("button", { name: "<", exact: true }).click();
  // The side between the first two cells of the first row.
  await bench.mouse.click(...await point(bench, 0.5, 1.1));
  expect(await text(bench)).toBe(LATIN.replace(".....", ".<..."));
  await bench.getByRole("button", { name: "Select", exact: true }).click();
  // The side between the first two cells of the second column.
  await bench.mouse.click(...await point(bench, 0.9, 1.5));
  await bench.keyboard.press("v");
  const signs = LATIN.replace(".....\n.....", ".<...\n..v..");
  expect(await text(bench)).toBe(signs);
  await bench.mouse.click(...await point(bench, 1.5, -0.25));
  await expect(bench.locator("#cell")).toHaveText("Left of row 2: . in list.seen.left");
  await bench.keyboard.press("3");
  await bench.keyboard.press("ArrowDown");
  await expect(bench.locator("#cell")).toHaveText("Left of row 3: . in list.seen.left");
  await bench.getByLabel("Mark", { exact: true }).fill("1");
  await bench.getByLabel("Mark", { exact: true }).press("Enter");
  expect(await text(bench)).toBe(signs.replace('".", ".", "."', '".", 3, 1'));
  await expect(verdict(bench)).toHaveText("One solution");
  await bench.screenshot({ path: "test-results/sides.png" });
});

test("draws on hexagons", async ({ bench }) => {
  await write(bench, HEXAGONS);
  await expect(verdict(bench)).toHaveText(answered);
  const middle = await bench.evaluate(() => {
    const { x, y, width, height } = document.querySelectorAll("#board svg polygon")[3].getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  });
  await bench.mouse.click(...middle);
  await expect(bench.locator("#cell")).toHaveText("Row 2, column 2: . in grid.given");
  await bench.keyboard.press("Q");
  expect(await text(bench)).toBe(HEXAGONS.replace(". . .\n .", ". Q .\n ."));
});

test("draws thermometers, removes them, and changes the size of the board", async ({ bench }) => {
  const model = LATIN.replace(/\n\[between\][^]*?(?=\n\[\[rule\]\])/, "").replace(/\n\[\[rule\]\]\neach = "pair"[^]*/, "");
  await write(bench, model);
  await expect(verdict(bench)).toHaveText("12 solutions");
  await part(bench, "+ Thermometer");
  const drag = async (...cells) => {
    for (const [index, [row, column]] of cells.entries()) {
      const { x, y } = await cell(bench, row, column);
      await bench.mouse.move(x, y, { steps: 4 });
      if (index === 0) await bench.mouse.down();
    }
    await bench.mouse.up();
  };
  await drag([1, 1], [1, 2], [1, 3]);
  const rule = (paths) => `\n[[rule]]\nname = "thermometer"\nalong = [${paths}]\nincreasing = true\n`;
  expect(await text(bench)).toBe(model + rule("[[1, 1], [1, 2], [1, 3]]"));
  await expect(verdict(bench)).toHaveText("2 solutions");
  await drag([2, 1], [3, 1]);
  expect(await text(bench)).toBe(model + rule("[[1, 1], [1, 2], [1, 3]], [[2, 1], [3, 1]]"));
  await expect(verdict(bench)).toHaveText("One solution");
  await bench.screenshot({ path: "test-results/thermometers.png" });
  await bench.getByRole("button", { name: "Size…" }).click();
  await bench.getByRole("button", { name: "Add a row at the top" }).click();
  await bench.getByRole("button", { name: "Close" }).click();
  expect(await text(bench)).toBe(model.replace("...\n", "...\n...\n") + rule("[[2, 1], [2, 2], [2, 3]], [[3, 1], [4, 1]]"));
  await bench.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(verdict(bench)).toHaveText("One solution");
  await bench.getByRole("button", { name: "Remove" }).click();
  await expect(verdict(bench)).toHaveText("2 solutions");
  await bench.getByRole("button", { name: "Remove" }).click();
  await expect(verdict(bench)).toHaveText("12 solutions");
  expect((await text(bench)).trim()).toBe(model.trim());
});

test("adds elements with their rules", async ({ bench }) => {
  await write(bench, LATIN.replace(/\n\[between\][^]*?(?=\n\[\[rule\]\])/, "").replace(/\n\[\[rule\]\]\neach = "pair"[^]*/, ""));
  for (const name of ["Signs < > ^ v", "Numbers at rows and columns", "Regions", "Arrow"]) {
    await expect(verdict(bench)).toHaveText(answered);
    await part(bench, `+ ${name}`);
  }
  await expect(bench.locator("#problems .error")).toHaveCount(0);
  const model = await text(bench);
  for (const part of ["[between]\nsign", "[list.beside]\nrows", "[picture]\nroom", 'sum = "beside"', "region room"]) expect(model).toContain(part);
  await part(bench, "picture.room");
  await bench.getByLabel("Mark", { exact: true }).fill("a");
  await bench.getByLabel("Mark", { exact: true }).press("Enter");
  const [one, two] = [await cell(bench, 1, 1), await cell(bench, 2, 2)];
  await bench.mouse.move(one.x, one.y);
  await bench.mouse.down();
  await bench.mouse.move(two.x, one.y, { steps: 4 });
  await bench.mouse.move(two.x, two.y, { steps: 4 });
  await bench.mouse.up();
  expect(await text(bench)).toContain('room = """\naa.\n.a.\n...\n"""');
});

test.describe("with a finger", () => {
  test.use({ hasTouch: true, viewport: { width: 400, height: 800 } });
  test("draws", async ({ bench }) => {
    await write(bench, HEXAGONS.replace(/shape.*\n/, "").replace(/ \. \.\n.*\n.*/, "...\n..."));
    await expect(verdict(bench)).toHaveText(answered);
    await bench.locator("#tab-tools").tap();
    await bench.locator("#palette").getByRole("button", { name: "Q", exact: true }).tap();
    const { x, y } = await cell(bench, 2, 1);
    await bench.touchscreen.tap(x, y);
    expect(await text(bench)).toContain('given = """\n...\nQ..\n"""');
    await bench.screenshot({ path: "test-results/finger.png" });
  });
});
