// Solving by hand; on both ways to the engine.
import { expect } from "@playwright/test";
import { answered, cell, point, test, text, write } from "./host.mjs";

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
/** What the player is told; while it is not there, presses are not taken yet. */
const played = (page) => page.locator("#played");

test("solves by hand, hears of broken rules, and goes on after a reload", async ({ bench }) => {
  await write(bench, QUEENS);
  await expect(verdict(bench)).toHaveText("One solution");
  await bench.getByRole("tab", { name: "Play" }).click();
  await expect(played(bench)).toBeVisible();
  const press = async (row, column) => {
    const { x, y } = await cell(bench, row, column);
    await bench.mouse.click(x, y);
  };
  await press(2, 1);
  await expect(bench.locator(".entry")).toHaveText(["Q"]);
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
  await bench.getByRole("tab", { name: "Draw" }).click();
  await expect(bench.locator(".entry")).toHaveCount(0);
});

test("enters lines", async ({ bench }) => {
  await expect(verdict(bench)).toHaveText("One solution");
  await bench.getByRole("tab", { name: "Play" }).click();
  await expect(played(bench)).toBeVisible();
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
  const play = bench.getByRole("tab", { name: "Play" });
  const press = async (...places) => {
    for (const [row, column] of places) {
      const { x, y } = await cell(bench, row, column);
      await bench.mouse.click(x, y);
    }
  };
  await write(bench, 'puzzle = "lights-out"\nlights = """\n##.\n##.\n###\n"""\n');
  await expect(verdict(bench)).toHaveText("One solution");
  await play.click();
  await expect(played(bench)).toBeVisible();
  // The upper left press changes three lights, the one in the middle of the last row four others.
  const lit = () => bench.locator("#board svg").evaluate((svg) => svg.outerHTML.split("#ffd43b").length - 1);
  const before = await lit();
  await press([1, 1]);
  await expect(played(bench)).toHaveText("1 press");
  expect(before - await lit(), "three lights go out").toBe(3);
  await press([3, 2]);
  await expect(played(bench)).toHaveText(/^Solved with 2 presses in/);
  await bench.screenshot({ path: "test-results/lights.png" });
  await bench.getByRole("tab", { name: "Draw" }).click();
  await write(bench, 'puzzle = "knightdoku"\nper_line = 1\nper_block = 1\nblock = [2, 2]\nclues = """\n0...\n....\n....\n....\n"""\n');
  await expect(verdict(bench)).toHaveText(answered);
  await play.click();
  await expect(played(bench)).toBeVisible();
  await press([1, 1]);
  await expect(bench.locator("#cell")).toHaveText("Row 1, column 1: given");
  await expect(bench.locator(".entry")).toHaveCount(0);
});

const FROGS = `puzzle = "grid"

[grid]
values = [".", "r", "l"]
start = "rr.l"

[[move]]
name = "step"
before = "r."
after = ".r"

[[move]]
name = "step back"
before = ".l"
after = "l."

[[move]]
name = "jump"
before = "rl."
after = ".lr"

[[move]]
name = "jump back"
before = ".rl"
after = "lr."

[goal]
cells = "l.rr"
`;

test("moves frogs, by their cells and by buttons, and goes on after a reload", async ({ bench }) => {
  const play = bench.getByRole("tab", { name: "Play" });
  const press = async (row, column) => {
    const { x, y } = await cell(bench, row, column);
    await bench.mouse.click(x, y);
  };
  await write(bench, FROGS);
  await expect(verdict(bench)).toHaveText(answered);
  await play.click();
  await expect(played(bench)).toHaveText("Press what moves, then where it goes");
  await expect(bench.locator(".tint.new")).toHaveCount(2);
  await press(1, 2);
  await expect(bench.locator(".tint.differs")).toHaveCount(1);
  await press(1, 3);
  await expect(played(bench)).toHaveText("1 move");
  await bench.getByRole("button", { name: "step r r1c1 -> r1c2" }).click();
  await expect(played(bench)).toHaveText("2 moves. No move is left");
  await bench.getByRole("button", { name: "Undo move" }).click();
  await expect(played(bench)).toHaveText("1 move");
  await bench.reload();
  await expect(played(bench)).toHaveText("1 move");
  for (const [from, to] of [[4, 2], [3, 4], [1, 3], [2, 1]]) {
    await press(1, from);
    await press(1, to);
    await expect(bench.locator(".tint.differs")).toHaveCount(0);
  }
  await expect(played(bench)).toHaveText(/^Solved with 5 moves in \d+:\d\d$/);
  await bench.screenshot({ path: "test-results/moves.png" });
});

test("shows a plan move by move, and why there is no shorter one", async ({ bench }) => {
  await write(bench, FROGS);
  await expect(verdict(bench)).toHaveText(answered);
  await bench.getByRole("tab", { name: "Steps" }).click();
  const report = bench.locator("#report");
  await expect(report).toContainText("and no goal is among them");
  await expect(report.getByRole("listitem")).toHaveCount(5);
  await expect(report.getByRole("button", { name: "Hardest step" })).toBeHidden();
  await report.getByRole("button", { name: "Next step" }).click();
  await expect(report.locator("[role=status]")).toHaveText(/^Step 1 of 5: /);
  await bench.screenshot({ path: "test-results/plan.png" });
});

test("moves pairs of pieces", async ({ bench }) => {
  await write(bench, 'puzzle = "alternation"\nstart = "BBBWWW.."\n');
  await expect(verdict(bench)).toHaveText(answered);
  await bench.getByRole("tab", { name: "Play" }).click();
  await expect(played(bench)).toHaveText("Press what moves, then where it goes");
  const press = async (column) => {
    const { x, y } = await cell(bench, 1, column);
    await bench.mouse.click(x, y);
  };
  for (const [index, [from, to]] of [[1, 7], [3, 1], [6, 3], [1, 6]].entries()) {
    await press(from);
    await expect(bench.locator(".tint.differs")).toHaveCount(2);
    if (index === 0) await bench.screenshot({ path: "test-results/pairs.png" });
    await press(to);
    await expect(played(bench)).toContainText(`${index + 1} move`);
  }
  await expect(played(bench)).toHaveText(/^Solved with 4 moves/);
});

test("passes the devil's chessboard from one to the other", async ({ bench }) => {
  await write(bench, 'puzzle = "devils-chessboard"\nsquares = 4\n');
  await expect(bench.locator("#tools")).toBeVisible();
  await expect(bench.locator("#palette .tool")).toHaveCount(0);
  await bench.getByRole("tab", { name: "Play" }).click();
  const press = async (square) => {
    const { x, y } = await cell(bench, 1 + Math.floor(square / 2), 1 + (square % 2));
    await bench.mouse.click(x, y);
  };
  await expect(played(bench)).toContainText("Devil: press coins");
  await bench.getByRole("button", { name: "Point at a square" }).click();
  await press(2);
  await expect(played(bench)).toContainText("First prisoner");
  await bench.getByRole("button", { name: "Advice" }).click();
  await expect(played(bench)).toContainText("turn square");
  const [, coin] = (await played(bench).textContent()).match(/turn square (\d)/);
  await press(Number(coin));
  await expect(bench.locator("#board")).toBeHidden();
  await bench.getByRole("button", { name: "Second prisoner" }).click();
  await press(2);
  await expect(bench.locator("#report")).toContainText("Prisoners 1, devil 0");
  await bench.screenshot({ path: "test-results/coins.png" });
  await bench.getByRole("button", { name: "Another round" }).click();
  await expect(played(bench)).toContainText("Devil: press coins");
});

test("lays pieces", async ({ bench }) => {
  await write(bench, 'puzzle = "dissection"\nboard = """\n####\n####\n"""\n[[piece]]\nname = "D"\ncopies = 2\nshape = "##"\n[[piece]]\nname = "O"\nshape = """\n##\n##\n"""\n');
  await expect(verdict(bench)).toHaveText(answered);
  await bench.getByRole("tab", { name: "Play" }).click();
  for (const [name, cells] of [["O", [[1, 1], [1, 2], [2, 2], [2, 1]]], ["D", [[1, 3], [1, 4], [2, 4], [2, 3]]]]) {
    await bench.locator("#pad").getByRole("button", { name, exact: true }).click();
    for (const [index, [row, column]] of cells.entries()) {
      const { x, y } = await cell(bench, row, column);
      await bench.mouse.move(x, y);
      if (index === 0) await bench.mouse.down();
    }
    await bench.mouse.up();
  }
  await expect(played(bench)).toHaveText(/^Solved in/);
  await bench.screenshot({ path: "test-results/pieces.png" });
});

test("draws a loop by drags, crosses by the right button, and finishes it", async ({ bench }) => {
  await write(bench, `puzzle = "grid"

[grid]
rows = 3
columns = 3
lines = "borders"

[picture]
clue = """
3.3
...
3.3
"""

[[rule]]
name = "loop"
loop = true

[[rule]]
name = "clues"
at = "clue"
around = "lines"
exactly = { line = "clue" }
`);
  await expect(verdict(bench)).toHaveText(answered);
  await bench.getByRole("tab", { name: "Play" }).click();
  await expect(played(bench)).toHaveText(/^Drag for lines/);
  const drag = async (points, button = "left") => {
    for (const [index, [down, right]] of points.entries()) {
      await bench.mouse.move(...await point(bench, down, right), { steps: 8 });
      if (index === 0) await bench.mouse.down({ button });
    }
    await bench.mouse.up({ button });
  };
  // Around the first cell, and back over the last side: the drag draws, another one takes away.
  await drag([[0, 0], [0, 1], [1, 1]]);
  await expect(bench.locator(".line:not(.no)")).toHaveCount(2);
  await drag([[1, 1], [0, 1]]);
  await expect(bench.locator(".line:not(.no)")).toHaveCount(1);
  // The right button crosses, also by a drag over several sides.
  await bench.mouse.click(...await point(bench, 1.5, 1), { button: "right" });
  await expect(bench.locator(".line.no")).toHaveCount(1);
  await drag([[1.5, 2], [2.5, 2]], "right");
  await expect(bench.locator(".line.no")).toHaveCount(3);
  await bench.screenshot({ path: "test-results/play-drag.png" });
  await bench.reload();
  await expect(bench.locator(".line.no")).toHaveCount(3);
  await bench.getByRole("button", { name: "Clear" }).click();
  await expect(bench.locator(".line")).toHaveCount(0);
  // One drag around the last cell, whose number is 4.
  await bench.getByRole("tab", { name: "Draw" }).click();
  await write(bench, (await text(bench)).replace("3.3\n...\n3.3", "...\n...\n..4"));
  await expect(verdict(bench)).toHaveText("One solution");
  await bench.getByRole("tab", { name: "Play" }).click();
  await expect(played(bench)).toHaveText(/^Drag for lines/);
  await drag([[2, 2], [2, 3], [3, 3], [3, 2], [2, 2]]);
  await expect(played(bench)).toHaveText(/^Solved in/);
});

test("a link opens the puzzle to be played, without its solution", async ({ bench, site }) => {
  await write(bench, `# The answer is in the second row.\n${QUEENS}\n[expect]\ncount = 1\n`);
  await expect(verdict(bench)).toHaveText("One solution");
  await bench.getByRole("button", { name: "Share…" }).click();
  await bench.getByRole("button", { name: "A link to play" }).click();
  await expect(bench.getByLabel("Link", { exact: true })).toHaveValue(/^#play=[\w-]+$/);
  const address = site.address + (await bench.getByLabel("Link", { exact: true }).inputValue());
  await bench.getByRole("button", { name: "Close" }).click();
  await bench.evaluate(() => sessionStorage.clear());
  await bench.goto("about:blank");
  await bench.goto(address);
  await expect(played(bench)).toBeVisible();
  await expect(bench.locator("#mode-play")).toHaveAttribute("aria-selected", "true");
  await expect(bench.getByRole("button", { name: "Check" })).toBeVisible();
  expect(await text(bench)).not.toMatch(/expect|answer/);
});

test("marks in corners and centres, colours of several cells, and broken rules at once", async ({ bench }) => {
  await write(bench, `puzzle = "grid"

[grid]
values = "1..4"
given = """
1...
....
....
...4
"""

[[rule]]
name = "once"
each = ["row", "column", "block 2x2"]
all-different = true
`);
  await expect(verdict(bench)).toHaveText(answered);
  await bench.getByRole("tab", { name: "Play" }).click();
  await expect(played(bench)).toBeVisible();
  const at = async (row, column) => Object.values(await cell(bench, row, column));
  await bench.mouse.click(...await at(1, 2));
  await bench.keyboard.press("Shift+Digit2");
  await bench.keyboard.press("Shift+Digit3");
  await expect(bench.locator(".figure")).toHaveText(["2", "3"]);
  await bench.mouse.click(...await at(1, 3));
  await bench.locator("#pad").getByRole("button", { name: "Centre" }).click();
  await bench.keyboard.press("3");
  await bench.keyboard.press("4");
  await expect(bench.locator(".figure")).toHaveText(["34", "2", "3"]);
  // A drag chooses several cells, which get a colour together.
  await bench.locator("#pad").getByRole("button", { name: "Colour" }).click();
  await bench.mouse.move(...await at(2, 1));
  await bench.mouse.down();
  await bench.mouse.move(...await at(2, 4), { steps: 12 });
  await bench.mouse.up();
  await bench.locator("#pad").getByRole("button", { name: "4", exact: true }).click();
  await expect(bench.locator(".tint.colour4")).toHaveCount(4);
  // What breaks a rule is marked without a press of Check.
  await bench.getByRole("button", { name: "Mark what breaks a rule" }).click();
  await bench.locator("#pad").getByRole("button", { name: "Value" }).click();
  await bench.mouse.click(...await at(1, 4));
  await bench.keyboard.press("1");
  await expect(bench.locator(".tint.fault")).not.toHaveCount(0);
  await bench.screenshot({ path: "test-results/play-marks.png" });
  await bench.mouse.click(...await at(1, 4), { button: "right" });
  await expect(bench.locator(".entry")).toHaveCount(0);
  await expect(bench.locator(".tint.fault")).toHaveCount(0);
  await bench.reload();
  await expect(bench.locator(".tint.colour4")).toHaveCount(4);
  await expect(bench.locator(".figure")).toHaveText(["34", "2", "3"]);
});
