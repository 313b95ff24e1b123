// Starts the program as the server of a folder, or serves its exported page as plain files.
import { test as base } from "@playwright/test";
import { execFileSync, spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";

const program = process.env.BOARDWRIGHT ?? "../target/release/boardwright";
const models = new URL("../../models/", import.meta.url).pathname;

/** Starts the server on a copy of some models; returns its address, its folder and its end. */
export async function serve(open = "") {
  const folder = await mkdtemp(join(tmpdir(), "workbench-"));
  for (const name of ["slitherlink", "queens-4", "sudoku-thermometer"]) await cp(join(models, "grid", `${name}.toml`), join(folder, `${name}.toml`));
  const child = spawn(program, ["workbench", "--no-browser", join(folder, open)], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (data) => {
      text += data;
      if (text.includes("\n")) resolve(text.trim());
    });
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { address, folder, process: child.pid, end: () => (child.kill(), rm(folder, { recursive: true })) };
}

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm" };

/** Exports the page and serves it as files. */
export async function files() {
  const folder = await mkdtemp(join(tmpdir(), "workbench-"));
  execFileSync(program, ["workbench", "--export", folder, "--wasm", process.env.WASM]);
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
  return { address: `http://127.0.0.1:${server.address().port}/`, folder, end: () => (server.close(), rm(folder, { recursive: true })) };
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
    page.on("console", (message) => message.type() === "error" && !message.text().includes("409") && wrong.push(message.text()));
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (!url.protocol.startsWith("data") && !url.protocol.startsWith("blob") && url.hostname !== "127.0.0.1") wrong.push(`request to ${url}`);
    });
    // PAGE names a folder of built files to test instead of those in the program.
    for (const name of process.env.PAGE ? ["page.js", "style.css", "worker.js"] : []) {
      await page.route(`**/${name}`, async (route) => route.fulfill({ path: join(process.env.PAGE, name), contentType: TYPES[extname(name)] }));
    }
    if (process.env.PAGE) {
      await page.route(site.address, async (route) => route.fulfill({ path: join(process.env.PAGE, "index.html"), contentType: "text/html" }));
    }
    await page.goto(site.address);
    await page.locator("#board svg").waitFor();
    await use(page);
    if (wrong.length > 0) throw new Error(wrong.join("\n"));
  },
});

/** Replaces the whole text of the model. */
export async function write(page, text) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}

/** The words of a verdict, unlike those of a search ("Looking for solutions…"). */
export const answered = /^(Unique|No solution|At least|\d+ solutions)/;

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
