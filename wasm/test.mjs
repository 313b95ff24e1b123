// Runs requests in the WebAssembly module and compares the results with those of the program.
// Usage: node wasm/test.mjs MODULE PROGRAM; `wasm/build.sh` prints the module's path.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [path, program] = process.argv.slice(2);
const compiled = await WebAssembly.compile(readFileSync(path));

// An instance and the function that runs a request in it: returns the lines of the result.
async function open(now) {
  let lines = [];
  let memory;
  const read = (start, length) => new TextDecoder().decode(new Uint8Array(memory.buffer, start, length));
  const host = { now, line: (start, length) => lines.push(JSON.parse(read(start, length))) };
  const { exports } = await WebAssembly.instantiate(compiled, { host });
  memory = exports.memory;
  return (request) => {
    lines = [];
    const bytes = new TextEncoder().encode(typeof request === "string" ? request : JSON.stringify(request));
    const start = exports.allocate(bytes.length);
    new Uint8Array(memory.buffer, start, bytes.length).set(bytes);
    exports.run(start, bytes.length);
    return lines;
  };
}

const run = await open(() => performance.now());
const last = (request) => run(request).at(-1);
const model = (name) => ({ name: `models/${name}.toml`, model: readFileSync(`models/${name}.toml`, "utf8") });
const native = (...words) => {
  const options = { encoding: "utf8", maxBuffer: 1 << 26 };
  return JSON.parse(execFileSync(program, [...words, "--format", "json", "--quiet"], options));
};
// What does not depend on the machine and its word size.
const comparable = ({ statistics, ...report }) => ({ ...report, size: [statistics.variables, statistics.constraints] });

const questions = [
  ["list", "knightdoku/camel"],
  ["solve", "knightdoku/sixteen"],
  ["solve", "knightdoku/impossible"],
  ["count", "grid/queens-8"],
  ["solve", "grid/slitherlink"],
  ["solve", "grid/independent-queens"],
  ["count", "dissection/pentominoes-3x20"],
  ["list", "dissection/tetrominoes-once"],
  ["list", "lights-out/dugu"],
  ["solve", "lights-out/three-states-fewest"],
  ["solve", "alternation/four"],
  ["solve", "devils-chessboard/round-8"],
  ["list", "knightdoku/six", { backend: "batsat" }],
  ["list", "knightdoku/six", { backend: "varisat", encoding: "cardinality=sequential-counter" }],
  ["solve", "lights-out/all-on-4", { backend: "minilp" }],
];
const commands = { solve: ["solve"], list: ["solve", "--all"], count: ["count"] };
for (const [task, name, options = {}] of questions) {
  const { report, error } = last({ task, ...model(name), ...options });
  assert.equal(error, undefined, `${task} ${name}`);
  const flags = Object.entries(options).flatMap(([option, value]) => [`--${option}`, value]);
  const expected = native(...commands[task], `models/${name}.toml`, ...flags);
  assert.deepEqual(comparable(report), comparable(expected), `${task} ${name}`);
  const found = report.count ?? report.solutions.length;
  console.log(`${task} ${name}: ${report.answer}, ${found}, ${report.statistics.seconds.solve.toFixed(3)} s to solve`);
}

for (const name of ["knightdoku/impossible", "knightdoku/several", "lights-out/dugu-unsolvable"]) {
  const { explanation, pictures } = last({ task: "explain", ...model(name), pictures: true });
  assert.deepEqual(explanation, native("explain", `models/${name}.toml`), `explain ${name}`);
  assert.match(pictures[0], /^<svg /);
  console.log(`explain ${name}: ${explanation.kind}`);
}

const drawn = last({ task: "solve", ...model("grid/queens-8"), pictures: true });
assert.equal(drawn.pictures.length, 1);
assert.match(last({ task: "draw", ...model("grid/slitherlink") }).picture, /^<svg /);

// Messages.
assert.match(last("{}").error, /missing field/);
assert.match(last({ task: "solve", name: "a.toml", model: "puzzle = 'chess'" }).error, /^error\[unknown-puzzle\].*\n.*a\.toml:1/);
assert.match(last({ task: "solve", ...model("grid/queens-8"), backend: "microlp" }).error, /unknown backend `microlp`/);

// Time limits hold with the host's clock, and have no effect without one.
const many = { task: "count", model: model("grid/queens-12").model.replaceAll("12", "18"), backend: "varisat" };
const start = performance.now();
const cut = last({ ...many, "time-limit": "300ms" }).report;
assert.deepEqual([cut.answer, cut.complete, cut.count], ["satisfiable", false, null]);
assert.ok(cut.at_least > 0 && performance.now() - start < 3000, "the limit holds");
const timeless = await open(() => 0);
const { report } = timeless({ task: "count", ...model("grid/queens-8"), "time-limit": "1ms" }).at(-1);
assert.deepEqual([report.count, report.statistics.seconds.solve], [92, 0]);
console.log("pictures, messages and limits: as expected");
