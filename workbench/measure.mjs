// Measures the page on both ways to the engine: first paint, sizes, and the time from a keystroke to the new board and to the verdict
// for every model of models/grid. Usage, in this folder: BOARDWRIGHT=program WASM=module node measure.mjs
import { chromium } from "@playwright/test";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { files, serve, write } from "./tests/host.mjs";

const folder = new URL("../models/grid/", import.meta.url).pathname;
const KEYSTROKES = 3;
/** A verdict that takes longer counts as open. */
const PATIENCE = 10_000;

/** Waits in the page for the first words after a keystroke, for the board and for the verdict; null: not in time. */
async function keystroke(page) {
  await page.evaluate((patience) => {
    const line = document.getElementById("verdict");
    window.measured = new Promise((resolve) => {
      let [began, words, board] = [0, null, null];
      const watch = new MutationObserver(() => {
        words ??= performance.now() - began;
        if (line.className !== "") end(performance.now() - began);
      });
      const redrawn = new MutationObserver(() => {
        board ??= performance.now() - began;
      });
      const end = (verdict) => {
        watch.disconnect();
        redrawn.disconnect();
        resolve({ words, board, verdict });
      };
      document.addEventListener("keydown", () => {
        began = performance.now();
        watch.observe(line, { attributes: true, childList: true });
        redrawn.observe(document.getElementById("board"), { childList: true });
        setTimeout(() => end(null), patience);
      }, { capture: true, once: true });
    });
  }, PATIENCE);
  await page.keyboard.press("Space");
  return page.evaluate(() => window.measured);
}

const at = (times, share) => times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * share))];
const format = (time) => `${time.toFixed(0)} ms`;

async function measure(name, site) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  const paints = [];
  for (let round = 0; round < 5; round++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const fresh = await context.newPage();
    await fresh.goto(site.address);
    await fresh.locator("#board svg").waitFor();
    paints.push(await fresh.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0));
    await context.close();
  }
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.goto(site.address);
  await page.locator("#board svg").waitFor();
  const [verdicts, words, boards, slow, open] = [[], [], [], [], []];
  for (const file of (await readdir(folder)).filter((file) => file.endsWith(".toml")).sort()) {
    await write(page, `${await readFile(join(folder, file), "utf8")}\n`);
    // The measured edits follow one that was answered, or not in time.
    await keystroke(page);
    const times = [];
    for (let round = 0; round < KEYSTROKES; round++) {
      const { words: first, board, verdict } = await keystroke(page);
      if (first !== null) words.push(first);
      if (board !== null) boards.push(board);
      if (verdict === null) {
        open.push(file);
        break;
      }
      times.push(verdict);
    }
    if (times.length === KEYSTROKES) {
      verdicts.push(...times);
      slow.push([at(times, 0.5), file]);
    }
  }
  await browser.close();
  const slowest = slow.sort(([one], [other]) => other - one).slice(0, 8).map(([time, file]) => `${file} ${format(time)}`);
  console.log(`${name}: first paint ${format(at(paints, 0.5))} (median of ${paints.length})`);
  console.log(`  keystroke to verdict, ${slow.length} models: median ${format(at(verdicts, 0.5))}, 95th percentile ${format(at(verdicts, 0.95))}`);
  console.log(`  keystroke to the board: median ${format(at(boards, 0.5))}, 95th percentile ${format(at(boards, 0.95))}, longest ${format(Math.max(...boards))}`);
  console.log(`  keystroke to the first words about it: median ${format(at(words, 0.5))}, 95th percentile ${format(at(words, 0.95))}, longest ${format(Math.max(...words))}`);
  console.log(`  slowest: ${slowest.join(", ")}`);
  console.log(`  without a verdict in ${PATIENCE / 1000} s: ${open.join(", ") || "none"}`);
}

const sizes = async (name, path) => {
  const bytes = await readFile(path);
  console.log(`${name}: ${(bytes.length / 1e6).toFixed(2)} MB, ${(gzipSync(bytes, { level: 9 }).length / 1e6).toFixed(2)} MB compressed (gzip)`);
};
const exported = await files();
await sizes("bundle (page.js)", join(exported.folder, "page.js"));
await sizes("module", process.env.WASM);
console.log(`program: ${((await stat(process.env.BOARDWRIGHT)).size / 1e6).toFixed(1)} MB`);
const served = await serve();
for (const [name, site] of [["server", served], ["WebAssembly", exported]]) {
  await measure(name, site);
  await site.end();
}
