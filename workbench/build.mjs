// Bundles the page into a folder: `node build.mjs FOLDER` [default: dist].
import { build } from "esbuild";
import { copyFile, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";

const to = process.argv[2] ?? "dist";
await rm(to, { recursive: true, force: true });
await mkdir(to, { recursive: true });
await build({
  entryPoints: { page: "src/main.ts", worker: "src/worker.ts", style: "src/style.css" },
  outdir: to,
  bundle: true,
  minify: true,
  format: "iife",
  target: ["es2022"],
  legalComments: "none",
  logLevel: "warning",
});
await copyFile("src/index.html", join(to, "index.html"));
