// Requests that are not the page's own get nothing from the server.
import { expect, test } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { serve } from "./host.mjs";

/** Sends a request with these headers; returns the status and the body. */
function send(port, method, path, headers, body = "") {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, method, path, headers }, (response) => {
      let text = "";
      response.on("data", (data) => { text += data; });
      response.on("end", () => resolve({ status: response.statusCode, text, headers: response.headers }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

test("strangers get nothing", async () => {
  const site = await serve();
  try {
    const { port, pathname: token, host, origin } = new URL(site.address);
    const own = { Host: host, Origin: origin };
    const asked = JSON.stringify({ path: "queens-4.toml" });
    const nothing = { status: 403, text: "" };
    const got = async (...of) => {
      const { status, text } = await send(port, ...of);
      return { status, text };
    };
    expect((await got("POST", `${token}api/open`, own, asked)).status).toBe(200);
    expect(await got("GET", "/", own)).toEqual(nothing);
    expect(await got("GET", `/${"0".repeat(32)}/`, own)).toEqual(nothing);
    expect(await got("POST", "/api/open", own, asked)).toEqual(nothing);
    expect(await got("GET", token, { Host: `evil.example:${port}` })).toEqual(nothing);
    expect(await got("POST", `${token}api/open`, { ...own, Origin: "http://evil.example" }, asked)).toEqual(nothing);
    expect(await got("POST", `${token}api/open`, { Host: host }, asked)).toEqual(nothing);
    expect(await got("POST", `${token}api/open`, { ...own, "Sec-Fetch-Site": "cross-site" }, asked)).toEqual(nothing);
    expect(await got("DELETE", `${token}api/open`, own, asked)).toEqual(nothing);
    for (const path of ["../secret.toml", "/etc/passwd", "a/../../b.toml", "..\\b.toml"]) {
      expect((await got("POST", `${token}api/open`, own, JSON.stringify({ path }))).status, path).toBe(403);
    }
    const page = await send(port, "GET", token, { Host: host });
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(page.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(page.headers["access-control-allow-origin"]).toBeUndefined();
  } finally {
    await site.end();
  }
});

test("large heads and slow senders are cut, and connections have a number", async () => {
  const site = await serve();
  try {
    const { port, pathname: token, host, origin } = new URL(site.address);
    const sent = await new Promise((resolve) => {
      let bytes = 0;
      const socket = connect(port, "127.0.0.1");
      const more = () => { while (bytes < 400e6 && !socket.destroyed && socket.write("x".repeat(1 << 16))) bytes += 1 << 16; };
      socket.on("error", () => resolve(bytes)).on("close", () => resolve(bytes)).on("drain", more).resume();
      socket.write("GET / HTTP/1.1\r\nA: ", more);
    });
    expect(sent).toBeLessThan(50e6);
    const open = Array.from({ length: 900 }, () => connect(port, "127.0.0.1").on("error", () => null));
    for (const socket of open) socket.write("GET / HT");
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const threads = await readFile(`/proc/${site.process}/status`, "utf8").catch(() => "Threads: 0");
    expect(Number(/Threads:\s*(\d+)/.exec(threads)[1])).toBeLessThan(80);
    // They are closed after five seconds.
    const page = () => send(port, "GET", `${token}api/files`, { Host: host, Origin: origin }).then((got) => got.status, () => 0);
    await expect.poll(page, { timeout: 15_000 }).toBe(200);
    for (const socket of open) socket.destroy();
  } finally {
    await site.end();
  }
});

test("of eight saves at once one wins", async () => {
  const site = await serve();
  try {
    const { port, pathname: token, host, origin } = new URL(site.address);
    let known = null;
    for (let round = 0; round < 40; round += 1) {
      const texts = Array.from({ length: 8 }, (_, number) => `${round} ${number}`);
      const save = (text) => send(port, "POST", `${token}api/save`, { Host: host, Origin: origin }, JSON.stringify({ path: "race.toml", text, known }));
      const got = await Promise.all(texts.map(save));
      expect(got.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
      const winner = got.findIndex(({ status }) => status === 200);
      expect(await readFile(join(site.folder, "race.toml"), "utf8")).toBe(texts[winner]);
      known = JSON.parse(got[winner].text).digest;
    }
  } finally {
    await site.end();
  }
});

test("another page in the browser reaches nothing", async ({ page }) => {
  const site = await serve();
  try {
    await page.goto("data:text/html,<p>hostile</p>");
    const read = await page.evaluate(async (address) => {
      try {
        return await (await fetch(`${address}api/files`)).text();
      } catch {
        return null;
      }
    }, site.address);
    expect(read).toBeNull();
  } finally {
    await site.end();
  }
});
