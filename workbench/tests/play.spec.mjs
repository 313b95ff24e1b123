// Solving by hand; on both ways to the engine.
import { expect } from "@playwright/test";
import { cell, point, test, write } from "./host.mjs";

const QUEENS = `puzzle = "grid"

[grid]
values = [".", "Q"]
given = """
.Q..
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
const played = (page) => page.locator("#played");

test("solves by hand, hears of broken rules, and goes on after a reload", async ({ bench }) => {
  await write(bench, QUEENS);
  await expect(verdict(bench)).toHaveText("Unique: exactly one solution");
  await bench.getByRole("button", { name: "Play", exact: true }).click();
  await expect(bench.getByRole("button", { name: "Play", exact: true })).toHaveAttribute("aria-pressed", "true");
  const press = async (row, column) => {
    const { x, y } = await cell(bench, row, column);
    await bench.mouse.click(x, y);
  };
  await press(2, 1);
  await bench.getByRole("button", { name: "Check" }).click();
  await expect(played(bench)).toContainText("These entries break the rules");
  await expect(bench.locator(".tint.fault")).not.toHaveCount(0);
  await bench.screenshot({ path: "test-results/broken.png" });
  await bench.getByRole("button", { name: "Undo entry" }).click();
  await press(2, 4);
  await bench.getByRole("button", { name: "Check" }).click();
  await expect(played(bench)).toHaveText("No mistake so far");
  await bench.getByRole("button", { name: "Hint" }).click();
  await expect(played(bench)).toContainText("r");
  await bench.reload();
  await expect(bench.locator(".entry")).toHaveText(["Q"]);
  await press(3, 1);
  await press(4, 3);
  await expect(played(bench)).toHaveText(/^Solved in \d+:\d\d$/);
  await bench.screenshot({ path: "test-results/solved.png" });
  await bench.getByRole("button", { name: "Stop playing" }).click();
  await expect(bench.locator(".entry")).toHaveCount(0);
});

test("enters lines", async ({ bench }) => {
  await expect(verdict(bench)).toHaveText("Unique: exactly one solution");
  await bench.getByRole("button", { name: "Play", exact: true }).click();
  await expect(bench.getByRole("button", { name: "Play", exact: true })).toHaveAttribute("aria-pressed", "true");
  // The upper side of the first cell is in the loop; the right one of the last cell of the second row is not.
  await bench.mouse.click(...await point(bench, 0, 0.5));
  await expect(bench.locator(".line")).toHaveCount(1);
  await bench.getByRole("button", { name: "Check" }).click();
  await expect(played(bench)).toHaveText("No mistake so far", { timeout: 20_000 });
  await bench.mouse.click(...await point(bench, 1.5, 5));
  await bench.getByRole("button", { name: "Check" }).click();
  await expect(played(bench)).toContainText("1 wrong", { timeout: 20_000 });
  await expect(bench.locator(".line.wrong")).toHaveCount(1);
  await bench.getByRole("button", { name: "Undo entry" }).click();
  await bench.getByRole("button", { name: "Hint" }).click();
  await expect(bench.locator(".line.hint")).not.toHaveCount(0, { timeout: 20_000 });
  await bench.screenshot({ path: "test-results/lines.png" });
});

test("presses lights and lays knights", async ({ bench }) => {
  const play = bench.getByRole("button", { name: "Play", exact: true });
  const press = async (...places) => {
    for (const [row, column] of places) {
      const { x, y } = await cell(bench, row, column);
      await bench.mouse.click(x, y);
    }
  };
  await write(bench, 'puzzle = "lights-out"\nlights = """\n##.\n##.\n###\n"""\n');
  await expect(verdict(bench)).toHaveText("Unique: exactly one solution");
  await play.click();
  await expect(play).toHaveAttribute("aria-pressed", "true");
  // The upper left press changes three lights, the one in the middle of the last row four others.
  await press([1, 1]);
  await expect(bench.locator(".entry")).toHaveText(["1"]);
  await expect(played(bench)).not.toHaveText(/Solved/);
  await press([3, 2]);
  await expect(played(bench)).toHaveText(/^Solved in/);
  await bench.getByRole("button", { name: "Stop playing" }).click();
  await write(bench, 'puzzle = "knightdoku"\nper_line = 1\nper_block = 1\nblock = [2, 2]\nclues = """\n0...\n....\n....\n....\n"""\n');
  await expect(verdict(bench)).toHaveText(/solution/);
  await play.click();
  await expect(play).toHaveAttribute("aria-pressed", "true");
  await press([1, 1]);
  await expect(bench.locator("#cell")).toHaveText("Row 1, column 1: given");
  await expect(bench.locator(".entry")).toHaveCount(0);
});
