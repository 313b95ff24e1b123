// Starts the program as the server of a folder, or serves its exported page as plain files.
import { test as base } from "@playwright/test";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";

/** A Latin square of 4x4. */
export const LATIN = `puzzle = "grid"

[grid]
rows = 4
columns = 4
values = "1..4"

[[rule]]
name = "once"
each = ["row", "column"]
all-different = true
`;

const program = process.env.BOARDWRIGHT ?? "../target/release/boardwright";
const models = new URL("../../models/", import.meta.url).pathname;

/** Starts the server on a copy of some models; returns its address, its folder and its end. */
export async function serve(open = "") {
  const folder = await mkdtemp(join(tmpdir(), "workbench-"));
  for (const name of ["slitherlink", "queens-4", "sudoku-thermometer"]) await cp(join(models, "grid", `${name}.toml`), join(folder, `${name}.toml`));
  const state = await mkdtemp(join(tmpdir(), "workbench-state-"));
  const options = { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, XDG_STATE_HOME: state } };
  const child = spawn(program, ["workbench", "--no-browser", join(folder, open)], options);
  const address = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (data) => {
      text += data;
      if (text.includes("\n")) resolve(text.trim());
    });
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  const end = () => (child.kill(), Promise.all([folder, state].map((own) => rm(own, { recursive: true }))));
  return { address, folder, state, process: child.pid, end };
}

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm" };

/** Exports the page; the tests of one process share it. */
let exported = null;
const folderOfFiles = () => {
  if (exported !== null) return exported;
  exported = mkdtempSync(join(tmpdir(), "workbench-"));
  process.on("exit", () => rmSync(exported, { recursive: true }));
  execFileSync(program, ["workbench", "--export", exported, "--wasm", process.env.WASM]);
  return exported;
};

/** Serves the exported page as files. */
export async function files() {
  const folder = folderOfFiles();
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://x").pathname;
    const name = path === "/" ? "index.html" : path.slice(1);
    try {
      const bytes = await readFile(join(folder, name));
      response.writeHead(200, { "Content-Type": TYPES[extname(name)] ?? "application/octet-stream" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}/`, folder, end: () => server.close() };
}

/** A test with the page open: `site` has its address and folder. */
export const test = base.extend({
  transport: ["server", { option: true }],
  site: async ({ transport }, use) => {
    const site = transport === "wasm" ? await files() : await serve();
    await use(site);
    await site.end();
  },
  bench: async ({ page, site }, use) => {
    const wrong = [];
    page.on("pageerror", (error) => wrong.push(String(error)));
    page.on("console", (message) => message.type() === "error" && !/\b(409|507)\b/.test(message.text()) && wrong.push(message.text()));
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (!url.protocol.startsWith("data") && !url.protocol.startsWith("blob") && url.hostname !== "127.0.0.1") wrong.push(`request to ${url}`);
    });
    // PAGE names a folder of built files to test instead of those in the program.
    for (const name of process.env.PAGE ? ["page.js", "style.css", "worker.js"] : []) {
      await page.context().route(`**/${name}`, async (route) => route.fulfill({ path: join(process.env.PAGE, name), contentType: TYPES[extname(name)] }));
    }
    if (process.env.PAGE) {
      await page.context().route(site.address, async (route) => route.fulfill({ path: join(process.env.PAGE, "index.html"), contentType: "text/html" }));
    }
    await page.goto(site.address);
    await begin(page);
    await use(page);
    if (wrong.length > 0) throw new Error(wrong.join("\n"));
  },
});

/** Opens the example of Slitherlink from the start. */
export async function begin(page) {
  await page.locator(".quick .card", { hasText: "Slitherlink" }).click();
  await page.getByRole("button", { name: "With an example" }).click();
  await page.locator("#board svg").waitFor();
}

/** Presses an entry of the menu. */
export async function menu(page, name) {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.locator("#menu").getByRole("button", { name, exact: true }).click();
  if (await page.locator("#menu").isVisible()) await page.keyboard.press("Escape");
}

/** Chooses a part of the model to draw, by its name in the model, or after `+ ` an element to add. */
export const part = (page, name) => page.locator(`#palette [data-part="${name}"]`).click();

/** Opens the text. */
export async function open(page) {
  if (await page.locator(".cm-content").isVisible()) return;
  const tab = page.locator("#tab-text");
  await ((await tab.isVisible()) ? tab : page.locator("#handle")).click();
}

/** Replaces the whole text of the model. */
export async function write(page, text) {
  await open(page);
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}

/** The words of a verdict, unlike those of a search ("Looking for solutions…"). */
export const answered = /^(One solution|No solution|At least|[\d,]+ solutions?)/;

/** Returns the text of the model, from the page's own draft. */
export const text = (page) => page.evaluate(() => sessionStorage.getItem("model"));

/** Returns the middle of a cell of the first panel, in the window. */
export async function cell(page, row, column) {
  // The element may be replaced by a new drawing at any time.
  return page.evaluate(([row, column]) => {
    const svg = document.querySelector("#board svg");
    const place = svg.querySelector("g[transform]").getAttribute("transform").match(/[\d.]+/g).map(Number);
    const point = new DOMPoint(place[0] + column * 40 - 20, place[1] + row * 40 - 20).matrixTransform(svg.getScreenCTM());
    return { x: point.x, y: point.y };
  }, [row, column]);
}

/** Returns a point of the first panel in the window, in cells from its corner. */
export async function point(page, down, right) {
  const { x, y } = await cell(page, down + 0.5, right + 0.5);
  return [x, y];
}
