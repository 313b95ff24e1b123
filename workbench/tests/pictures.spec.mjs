// The pictures of the documentation: `PICTURES=../docs npx playwright test pictures` writes them.
import { expect } from "@playwright/test";
import { join } from "node:path";
import { begin, menu, point, test } from "./host.mjs";

const folder = process.env.PICTURES;

test.use({ viewport: { width: 1280, height: 800 } });

test("takes the pictures of the documentation", async ({ bench, transport }) => {
  test.skip(folder === undefined || transport === "wasm", "PICTURES does not name a folder");
  const verdict = bench.locator("#verdict");
  const shot = (name) => bench.screenshot({ path: join(folder, `workbench-${name}.png`) });
  await menu(bench, "Open…");
  await bench.getByRole("button", { name: "sudoku-thermometer.toml" }).click();
  await expect(verdict).toHaveText("One solution", { timeout: 30_000 });
  await shot("draw");
  await bench.evaluate(() => sessionStorage.clear());
  await bench.reload();
  await begin(bench);
  await expect(verdict).toHaveText("One solution");
  await bench.getByRole("tab", { name: "Play" }).click();
  await expect(bench.locator("#played")).toBeVisible();
  for (const at of [[0, 0.5], [0, 1.5], [0.5, 0], [0.5, 2], [1, 0.5]]) await bench.mouse.click(...await point(bench, ...at));
  await bench.getByRole("button", { name: "Hint" }).click();
  await expect(bench.locator("#played")).toContainText("r", { timeout: 30_000 });
  await expect(bench.locator("#played")).not.toContainText("Looking");
  await shot("play");
  await bench.getByRole("tab", { name: "Draw" }).click();
  await menu(bench, "New…");
  await bench.locator(".kinds img").nth(9).waitFor();
  await shot("new");
});
