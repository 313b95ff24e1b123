// Requests that are not the page's own get nothing from the server.
import { expect, test } from "@playwright/test";
import { request } from "node:http";
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
