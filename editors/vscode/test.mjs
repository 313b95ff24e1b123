// The extension with stand-ins for the editor and the client library: `node --test`.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import Module from "node:module";
import { test } from "node:test";

const require = createRequire(import.meta.url);
const manifest = require("./package.json");

/** Replaces the modules that only an editor has. */
function editor(answers) {
  const seen = { commands: new Map(), panels: [], documents: [], listeners: {}, clients: [], errors: [] };
  const uri = (text) => ({ path: new URL(text).pathname, toString: () => text });
  const vscode = {
    ProgressLocation: { Window: 10 },
    ViewColumn: { Beside: -2 },
    Uri: { parse: uri },
    commands: { registerCommand: (name, run) => seen.commands.set(name, run) },
    workspace: {
      getConfiguration: () => ({ get: (_, fallback) => fallback }),
      onDidChangeTextDocument: (run) => { seen.listeners.change = run; },
      onDidChangeConfiguration: (run) => { seen.listeners.configuration = run; },
      openTextDocument: async (document) => document,
    },
    window: {
      activeTextEditor: { document: { uri: uri("file:///a/puzzle.toml") } },
      showErrorMessage: (words) => seen.errors.push(words),
      showTextDocument: async (document) => seen.documents.push(document),
      withProgress: (_, run) => run(),
      createWebviewPanel: (_, title) => {
        const panel = { title, webview: { html: "" }, revealed: 0, reveal: () => { panel.revealed += 1; }, onDidDispose: (run) => { panel.close = run; } };
        seen.panels.push(panel);
        return panel;
      },
    },
  };
  class LanguageClient {
    constructor(id, name, server, options) {
      Object.assign(this, { id, name, server, options });
      seen.clients.push(this);
    }
    async start() {}
    async dispose() { this.isDisposed = true; }
    async sendRequest(method, params) { return answers(method, params); }
  }
  const library = { LanguageClient, LSPErrorCodes: { ContentModified: -32801 }, TransportKind: { stdio: 0 } };
  const load = Module._load;
  Module._load = (name, ...rest) => {
    if (name === "vscode") return vscode;
    if (name === "vscode-languageclient/node") return library;
    return load(name, ...rest);
  };
  delete require.cache[require.resolve("./extension.js")];
  const extension = require("./extension.js");
  Module._load = load;
  return { extension, seen };
}

const decoded = (html) => Buffer.from(/base64,([^"]*)/.exec(html)?.[1] ?? "", "base64").toString();

test("the server is started and commands are those of the manifest", async () => {
  const { extension, seen } = editor(() => "");
  await extension.activate({ subscriptions: [] });
  const [client] = seen.clients;
  assert.deepEqual([client.server.run.command, client.server.run.args], ["boardwright", ["lsp"]]);
  assert.deepEqual([...seen.commands.keys()].sort(), manifest.contributes.commands.map((own) => own.command).sort());
  await seen.commands.get("boardwright.restart")();
  assert.equal(seen.clients.length, 2);
  assert.ok(client.isDisposed);
});

test("the preview draws, follows changes and keeps its drawing over errors", async () => {
  let answer = "<svg>1</svg>";
  const { extension, seen } = editor(() => {
    if (answer instanceof Error) throw answer;
    return answer;
  });
  await extension.activate({ subscriptions: [] });
  await seen.commands.get("boardwright.preview")();
  const [panel] = seen.panels;
  assert.equal(panel.title, "puzzle.toml");
  assert.equal(decoded(panel.webview.html), "<svg>1</svg>");
  await seen.commands.get("boardwright.preview")();
  assert.deepEqual([seen.panels.length, panel.revealed], [1, 1]);
  const changed = async () => {
    seen.listeners.change({ document: { uri: { toString: () => "file:///a/puzzle.toml" } } });
    await new Promise((done) => setTimeout(done, 400));
  };
  answer = "<svg>2</svg>";
  await changed();
  assert.equal(decoded(panel.webview.html), "<svg>2</svg>");
  answer = new Error("the model has errors: <b>");
  await changed();
  assert.equal(decoded(panel.webview.html), "<svg>2</svg>");
  assert.ok(panel.webview.html.includes("the model has errors: &#60;b&#62;"));
  panel.close();
  await changed();
});

test("the lenses draw and explain", async () => {
  const { extension, seen } = editor(() => "<svg/>");
  await extension.activate({ subscriptions: [] });
  const { executeCommand } = seen.clients[0].options.middleware;
  await executeCommand("boardwright.draw", ["file:///a/other.toml"], () => assert.fail("it is drawn by the preview"));
  assert.equal(seen.panels[0].title, "other.toml");
  await executeCommand("boardwright.explain", ["file:///a/other.toml"], async () => "why");
  assert.equal(seen.documents[0].content, "why");
});

test("the program answers", { skip: process.env.BOARDWRIGHT === undefined && "BOARDWRIGHT is not set" }, async () => {
  const child = spawn(process.env.BOARDWRIGHT, ["lsp", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { capabilities: {} } });
  child.stdin.end(`Content-Length: ${body.length}\r\n\r\n${body}`);
  let text = "";
  for await (const chunk of child.stdout) text += chunk;
  const commands = manifest.activationEvents.length > 0 && JSON.parse(text.split("\r\n\r\n")[1]).result.capabilities.executeCommandProvider.commands;
  assert.deepEqual(commands, ["boardwright.draw", "boardwright.explain"]);
});
