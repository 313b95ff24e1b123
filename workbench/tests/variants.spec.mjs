// Variants of Sudoku drawn by mouse, from an empty board on; on both ways to the engine.
import { expect } from "@playwright/test";
import { answered, cell, menu, part, point, test, text } from "./host.mjs";

const verdict = (page) => page.locator("#verdict");

test("an empty Sudoku gets its variants by mouse", async ({ bench, transport }) => {
  test.setTimeout(120_000);
  await bench.setViewportSize({ width: 1400, height: 900 });
  // Two clicks from the start.
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
  await part(bench, "+ Odd");
  await drawn();
  await bench.mouse.click(...Object.values(await cell(bench, 9, 9)));
  await has('figures = { o = "circle" }', 'name = "odd"\nat = "odd"\nis = ["1", "3", "5", "7", "9"]');
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
