// Variants of Sudoku drawn by mouse, from an empty board on; on both ways to the engine.
import { expect } from "@playwright/test";
import { answered, cell, menu, part, point, test, text } from "./host.mjs";

const verdict = (page) => page.locator("#verdict");

/** Opens an empty Sudoku, two clicks from the start, and returns what the tests do with it. */
async function sudoku(bench) {
  await menu(bench, "New…");
  await bench.locator(".quick .card", { hasText: "Sudoku" }).click();
  await bench.getByRole("button", { name: "Start drawing" }).click();
  await expect(bench.locator("#title")).toHaveText("Sudoku, 9 x 9");
  const drawn = async () => {
    await expect(bench.locator("#problems .error")).toHaveCount(0);
    await expect(verdict(bench)).toHaveText(answered, { timeout: 30_000 });
  };
  const drag = async (...cells) => {
    for (const [index, [row, column]] of cells.entries()) {
      const { x, y } = await cell(bench, row, column);
      await bench.mouse.move(x, y, { steps: 6 });
      if (index === 0) await bench.mouse.down();
    }
    await bench.mouse.up();
  };
  const has = async (...parts) => {
    for (const own of parts) await expect.poll(() => text(bench)).toContain(own);
  };
  return { drawn, drag, has };
}

test("an empty Sudoku gets its variants by mouse", async ({ bench, transport }) => {
  test.setTimeout(120_000);
  await bench.setViewportSize({ width: 1400, height: 900 });
  const { drawn, drag, has } = await sudoku(bench);
  await drawn();
  await part(bench, "+ German whisper");
  await drag([1, 1], [2, 2], [3, 3], [3, 4]);
  await has('name = "german whisper"\nalong = [[[1, 1], [2, 2], [3, 3], [3, 4]]]\neach = "pair"\ndifference-at-least = 5\n');
  await part(bench, "+ Thermometer");
  await drag([5, 1], [6, 1], [7, 1]);
  await has('name = "thermometer"\nalong = [[[5, 1], [6, 1], [7, 1]]]\nincreasing = true\n');
  await drawn();
  await part(bench, "+ Killer cage");
  await drag([1, 8], [1, 9], [2, 9]);
  await bench.getByLabel("Total", { exact: true }).fill("15");
  await bench.getByLabel("Total", { exact: true }).press("Enter");
  await has(".......aa\n........a\n", "[list.total]\na = 15\n", 'name = "totals"\neach = "region cage"\nsum = "total"\n');
  await drawn();
  await part(bench, "+ Killer cage");
  await drag([5, 5], [5, 6]);
  await bench.getByLabel("Total", { exact: true }).press("Enter");
  await has('b = "."\n', "....bb...\n");
  await drawn();
  await part(bench, "+ Kropki dots");
  await drawn();
  await bench.mouse.click(...await point(bench, 7.5, 5));
  await has('name = "white dot"');
  await bench.locator("#palette").getByRole("button", { name: "b", exact: true }).click();
  await bench.mouse.click(...await point(bench, 8, 7.5));
  await expect.poll(async () => (await text(bench)).match(/dot = """\n([^"]*)"""/)[1].replaceAll(/[.\n]/g, "")).toBe("wb");
  await drawn();
  await part(bench, "+ XV");
  await drawn();
  await bench.mouse.click(...await point(bench, 3.5, 8));
  await expect.poll(async () => (await text(bench)).match(/xv = """\n([^"]*)"""/)[1].replaceAll(/[.\n]/g, "")).toBe("X");
  await drawn();
  // No V yet: its rule has no effect, which is no problem while one draws.
  await expect(bench.locator("#problems")).toBeEmpty();
  await part(bench, "+ Odd");
  await drawn();
  await bench.mouse.click(...Object.values(await cell(bench, 9, 9)));
  await has('figures = { o = "circle" }', 'o = "#cccccc"', 'name = "odd"\nat = "odd"\nis = ["1", "3", "5", "7", "9"]');
  await part(bench, "+ Even");
  await drawn();
  await bench.mouse.click(...Object.values(await cell(bench, 9, 1)));
  await has('figures = { e = "square", o = "circle" }');
  await drawn();
  await part(bench, "+ Little killer");
  await drag([1, 5], [2, 6]);
  await bench.getByLabel("Total", { exact: true }).fill("21");
  await bench.getByLabel("Total", { exact: true }).press("Enter");
  await has('name = "little killer"\nalong = [[[1, 5], [2, 6], [3, 7], [4, 8], [5, 9]]]\nsum = 21\n');
  await drawn();
  await part(bench, "+ Sandwich");
  await drawn();
  await bench.mouse.click(...await point(bench, 3.5, -0.3));
  await bench.keyboard.press("7");
  await has('rows = [".", ".", ".", 7, ');
  await part(bench, "+ Anti-knight");
  await has('each = "pair knight"');
  await drawn();
  await bench.waitForTimeout(500);
  await bench.screenshot({ path: `test-results/variants-${transport}.png` });
  // Each is in the list of rules, and can be switched off and on.
  const rules = bench.locator("#rules");
  for (const name of ["german whisper", "thermometer", "cages", "white dot", "X is 10", "odd", "little killer", "sandwich", "anti-knight"]) {
    await expect(rules.getByRole("button", { name, exact: true })).toBeVisible();
  }
  const before = await text(bench);
  await rules.getByRole("button", { name: "german whisper applies" }).click();
  await has('#off [[rule]]\n#off name = "german whisper"');
  await drawn();
  await expect(rules.getByRole("button", { name: "german whisper applies" })).toHaveAttribute("aria-pressed", "false");
  await rules.getByRole("button", { name: "german whisper applies" }).click();
  await expect.poll(() => text(bench)).toBe(before);
});

test("further elements are drawn as setters know them", async ({ bench, transport }) => {
  test.setTimeout(120_000);
  await bench.setViewportSize({ width: 1400, height: 900 });
  const { drawn, drag, has } = await sudoku(bench);
  /** Which colours lines have on the board. */
  const strokes = () => bench.evaluate(() => [...document.querySelectorAll("#board svg g[stroke-linejoin]")].map((own) => own.getAttribute("stroke")));
  await drawn();
  await part(bench, "+ Zipper");
  await drag([1, 1], [1, 2], [2, 3]);
  await has('name = "zipper line"\nalong = [[[1, 1], [1, 2], [2, 3]]]\nsplit = "opposite"\nsum = "same"\n', 'colours = { "zipper line" = "#cdb1ec" }');
  await part(bench, "+ Region sum line");
  await drag([3, 3], [3, 4], [3, 5]);
  await has('split = "block hxw"\nsum = "same"\n', '"region sum line" = "#2ecbff"');
  await part(bench, "+ Renban");
  await drag([9, 1], [9, 2], [9, 3]);
  await has('"renban line" = "#f067f0"');
  await part(bench, "+ Palindrome");
  await drag([8, 5], [8, 6], [8, 7]);
  await part(bench, "+ Between line");
  await drag([5, 1], [5, 2], [5, 3]);
  await part(bench, "+ Arrow");
  await drag([7, 9], [6, 9], [5, 9]);
  await drawn();
  await expect.poll(async () => (await strokes()).sort()).toEqual(["#2ecbff", "#aaaaaa", "#aaaaaa", "#bbbbbb", "#cdb1ec", "#f067f0"]);
  await part(bench, "+ Quadruple");
  await drawn();
  await bench.mouse.click(...await point(bench, 6.5, 4.5));
  await bench.keyboard.type("123", { delay: 250 });
  await has('name = "quadruple 123"\neach = "corner"\nat = "quadruple=123"\nat-least = { 1 = 1, 2 = 1, 3 = 1 }\n');
  expect((await text(bench)).match(/name = "quadruple/g)).toHaveLength(1);
  await drawn();
  await part(bench, "+ Clone");
  await drag([1, 7], [1, 8]);
  await bench.mouse.click(...Object.values(await cell(bench, 4, 5)));
  await has('name = "clones"\neach = "region clone"\nall-equal = true\n', "......ab.\n.........\n.........\n....ab...\n", 'clone = "#cccccc"');
  await drawn();
  await part(bench, "+ X-sum");
  await drawn();
  await bench.mouse.click(...await point(bench, 1.5, -0.3));
  await bench.keyboard.press("9");
  await has('[list.x-sum]\nleft = [".", 9, ', 'take = "first"\nsum = "x-sum"\n');
  await part(bench, "+ Extra region");
  await drawn();
  await bench.mouse.click(...Object.values(await cell(bench, 6, 1)));
  await has('extra = "#cccccc"');
  await part(bench, "+ Disjoint groups");
  await has('hidden = ["place"]', "place = \"\"\"\n123123123\n456456456\n789789789\n", 'each = "region place"\nall-different = true');
  await part(bench, "+ Diagonals");
  await has('diagonals = "#34bbe6"');
  await part(bench, "+ Anti-king");
  await drawn();
  await expect.poll(strokes).toContain("#34bbe6");
  // The colour of a line can be chosen, and goes with it.
  await part(bench, "path: renban line");
  await bench.getByLabel("Colour").fill("#ff0000");
  await bench.getByLabel("Colour").dispatchEvent("change");
  await has('"renban line" = "#ff0000"');
  await drawn();
  await bench.waitForTimeout(500);
  await bench.screenshot({ path: `test-results/elements-${transport}.png` });
  await bench.getByRole("button", { name: "Remove" }).click();
  await expect.poll(() => text(bench)).not.toContain("renban");
  await drawn();
  await bench.setViewportSize({ width: 900, height: 900 });
  await bench.screenshot({ path: `test-results/elements-${transport}-900.png` });
  await bench.setViewportSize({ width: 390, height: 800 });
  await bench.screenshot({ path: `test-results/elements-${transport}-390.png` });
});

test("the right button wipes, the wheel turns, and Tab goes to the next part", async ({ bench }) => {
  await expect(verdict(bench)).toHaveText("One solution");
  const { x, y } = await cell(bench, 1, 1);
  const row = async () => (await text(bench)).match(/clue = """\n(.....)/)[1];
  await bench.mouse.click(x, y, { button: "right" });
  await expect.poll(row).toBe(".2223");
  await bench.mouse.wheel(0, 100);
  await expect.poll(row).toBe("02223");
  await bench.mouse.wheel(0, 100);
  await expect.poll(row).toBe("12223");
  await bench.mouse.wheel(0, -100);
  await expect.poll(row).toBe("02223");
  // From the last part Tab leaves the board.
  await bench.locator("#board").focus();
  for (let presses = 0; presses < 4; presses++) await bench.keyboard.press("Tab");
  expect(await bench.evaluate(() => document.activeElement?.id)).not.toBe("board");
});
