// Rules that are learned from solved boards; on both ways to the engine.
import AxeBuilder from "@axe-core/playwright";
import { expect } from "@playwright/test";
import { answered, LATIN, test, text, write } from "./host.mjs";

const verdict = (page) => page.locator("#verdict");
const dialog = (page) => page.getByRole("dialog");
const press = (page, name) => dialog(page).getByRole("button", { name, exact: true }).click();

/** The rows of the board that is asked about. */
async function asked(page, number) {
  await expect(dialog(page).getByRole("heading", { name: `Question ${number}`, exact: true })).toBeVisible();
  const picture = dialog(page).getByRole("img");
  await expect(picture).toBeVisible();
  const svg = decodeURIComponent(await picture.getAttribute("src"));
  const values = [...svg.matchAll(/<text[^>]*>([1-4])<\/text>/g)].map(([, value]) => value).join("");
  return values.match(/.{4}/g);
}

const differ = (line) => new Set(line).size === line.length;
const isLatin = (rows) => rows.every((row) => differ([...row])) && rows.every((_, at) => differ(rows.map((row) => row[at])));

/** Answers by a rule until there are no more questions; returns the number of answers. */
async function answer(page, obeys, from = 1) {
  for (let number = from; number < 30; number++) {
    const open = dialog(page).getByRole("button", { name: "Open as a new draft" });
    await expect(dialog(page).getByRole("img").or(open)).toBeVisible();
    if (await open.isVisible()) return number - 1;
    await press(page, obeys(await asked(page, number)) ? "Yes" : "No");
    await expect(dialog(page).getByRole("heading", { name: `Question ${number}`, exact: true })).toBeHidden();
  }
  throw new Error("30 questions did not suffice");
}

async function accessible(page) {
  const found = await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]).analyze();
  expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

test("learns a Latin square from drawn boards, and opens it as a draft", async ({ bench }) => {
  await expect(verdict(bench)).toHaveText("One solution");
  const before = await text(bench);
  await bench.getByRole("button", { name: "Boardwright" }).click();
  await bench.getByRole("button", { name: "Learn rules from solved boards…" }).click();
  // An empty cell is no example.
  await press(bench, "Ask about boards");
  await expect(dialog(bench).getByRole("status")).toHaveText("Board 1 has an empty cell: only solved boards are examples.");
  await expect(dialog(bench).getByRole("button", { name: "r1c1: empty" })).toBeFocused();
  await bench.keyboard.type("1234214334124321");
  await press(bench, "Add a board");
  await bench.keyboard.type("1234234134124122");
  // A wrong value is replaced by a press.
  await dialog(bench).getByRole("group", { name: "Value to draw" }).getByRole("button", { name: "3" }).click();
  await dialog(bench).getByRole("region", { name: "Board 2" }).getByRole("button", { name: "r4c4: 2" }).click();
  await press(bench, "Ask about boards");
  const first = await asked(bench, 1);
  await expect(dialog(bench).locator("summary")).toContainText("candidate rules");
  // A wrong answer is taken back.
  await press(bench, isLatin(first) ? "No" : "Yes");
  await asked(bench, 2);
  await press(bench, "Undo");
  expect(await asked(bench, 1)).toEqual(first);
  // A dialog that is closed loses nothing.
  await press(bench, isLatin(first) ? "Yes" : "No");
  const second = await asked(bench, 2);
  await press(bench, "Close");
  await bench.getByRole("button", { name: "Learn rules from solved boards…" }).click();
  expect(await asked(bench, 2)).toEqual(second);
  const questions = await answer(bench, isLatin, 2);
  // One for rows and one for columns, which the model writes as one.
  await expect(dialog(bench)).toContainText(`Learned 2 rules after ${questions} questions.`);
  await press(bench, "Open as a new draft");
  // OEIS A002860.
  await expect(verdict(bench)).toHaveText(/576 solutions/, { timeout: 20_000 });
  await expect(bench.locator("#file")).toHaveText("learned.toml");
  expect(await text(bench)).toContain('each = ["row", "column"]\nall-different = true');
  await expect(bench.locator("#kept")).toContainText("Draft kept");
  // One step of Undo brings the other model back.
  await bench.getByRole("button", { name: "Undo", exact: true }).first().click();
  expect(await text(bench)).toBe(before);
});

test("asks about solutions of the open model, stops, and names a contradiction", async ({ bench }) => {
  await write(bench, LATIN);
  await expect(verdict(bench)).toHaveText(answered);
  await bench.getByRole("tab", { name: "Make" }).click();
  await bench.getByRole("button", { name: "Learn rules from boards…" }).click();
  await expect(dialog(bench).locator(".solved")).toHaveCount(2);
  await expect(dialog(bench).locator(".cell").first()).toHaveText(/[1-4]/);
  await press(bench, "Ask about boards");
  await asked(bench, 1);
  await press(bench, "No");
  await asked(bench, 2);
  await press(bench, "Stop");
  await expect(dialog(bench)).toContainText("Not complete: ");
  await press(bench, "Ask on");
  await asked(bench, 2);
  // The first answer is no: sooner or later, each no leaves no rule that the board may break.
  await answer(bench, () => false, 2).catch(() => {});
  await expect(dialog(bench)).toContainText("No rule set of the library fits. These boards contradict each other:");
  await press(bench, "Undo the last answer");
  await expect(dialog(bench).getByRole("img")).toBeVisible();
  await press(bench, "Close");
  expect(await text(bench)).toBe(LATIN);
});

for (const width of [1400, 900, 390]) {
  test(`shows boards and questions accessibly, ${width} wide`, async ({ bench }) => {
    await bench.setViewportSize({ width, height: 900 });
    await write(bench, LATIN);
    await expect(verdict(bench)).toHaveText(answered);
    await bench.getByRole("tab", { name: "Make" }).click();
    for (const theme of ["light", "dark"]) {
      await bench.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
      await bench.getByRole("button", { name: "Learn rules from boards…" }).click();
      await accessible(bench);
      await bench.screenshot({ path: `test-results/learn-boards-${width}-${theme}.png` });
      await press(bench, "Ask about boards");
      await asked(bench, 1);
      await dialog(bench).locator("summary").click();
      await accessible(bench);
      await bench.screenshot({ path: `test-results/learn-question-${width}-${theme}.png` });
      await press(bench, "Stop");
      await expect(dialog(bench)).toContainText("Not complete: ");
      await accessible(bench);
      await bench.screenshot({ path: `test-results/learn-rules-${width}-${theme}.png` });
      await press(bench, "Close");
    }
  });
}
