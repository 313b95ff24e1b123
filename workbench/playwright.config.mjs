// The tests of the page with Debian's Chromium, on both ways to the engine.
//
// BOARDWRIGHT names the program with the feature `workbench`; WASM names the module, without which only the server is tested.
import { defineConfig } from "@playwright/test";

const transports = process.env.WASM ? ["server", "wasm"] : ["server"];

export default defineConfig({
  testDir: "tests",
  timeout: 120_000,
  expect: { timeout: 20_000 },
  workers: 2,
  fullyParallel: true,
  // A test that fails once and then passes is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: "list",
  use: {
    viewport: { width: 1280, height: 800 },
    launchOptions: { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] },
  },
  projects: [
    ...transports.map((transport) => ({ name: transport, testIgnore: "guard.spec.mjs", use: { transport } })),
    { name: "guard", testMatch: "guard.spec.mjs" },
  ],
});
