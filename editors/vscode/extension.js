// Starts `boardwright lsp` for TOML files, and shows drawings and explanations beside the text.

"use strict";

const vscode = require("vscode");
const { LanguageClient, LSPErrorCodes, TransportKind } = require("vscode-languageclient/node");

const DRAW = "boardwright.draw";
const EXPLAIN = "boardwright.explain";

/** The time without a change before the preview is drawn again, in milliseconds. */
const PAUSE = 250;

/** @type {LanguageClient | undefined} */
let client;

/** The previews, by the URI of their document. */
const previews = new Map();

/** Starts the language server with the program of the settings. */
async function start() {
  const command = vscode.workspace.getConfiguration("boardwright").get("path", "boardwright");
  const server = { command, args: ["lsp"], transport: TransportKind.stdio };
  const options = {
    documentSelector: ["file", "untitled"].map((scheme) => ({ scheme, language: "toml" })),
    middleware: {
      executeCommand(name, given, next) {
        const [uri] = given;
        if (name === DRAW) return openPreview(vscode.Uri.parse(uri));
        if (name === EXPLAIN) return showExplanation(() => next(name, given));
        return next(name, given);
      },
    },
  };
  client = new LanguageClient("boardwright", "Boardwright", { run: server, debug: server }, options);
  try {
    await client.start();
  } catch (error) {
    const words = `Cannot start \`${command} lsp\`: ${error instanceof Error ? error.message : error}`;
    void vscode.window.showErrorMessage(`${words}. Set its path in the setting boardwright.path.`);
  }
}

async function stop() {
  const own = client;
  client = undefined;
  await own?.dispose();
}

/** Opens the explanation of a model beside its text. */
async function showExplanation(explain) {
  const text = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: "Boardwright explains" },
    explain,
  );
  if (typeof text !== "string") return;
  const document = await vscode.workspace.openTextDocument({ content: text, language: "plaintext" });
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
}

/** Opens the drawing of a document beside its text, or shows the one that is open. */
async function openPreview(uri) {
  const key = uri.toString();
  const known = previews.get(key);
  if (known !== undefined) {
    known.panel.reveal(undefined, true);
    return;
  }
  const name = uri.path.split("/").at(-1) ?? "puzzle";
  const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
  const panel = vscode.window.createWebviewPanel("boardwright", name, place, { enableScripts: false });
  const preview = { panel, svg: "", timer: undefined };
  previews.set(key, preview);
  panel.onDidDispose(() => {
    clearTimeout(preview.timer);
    previews.delete(key);
  });
  await redraw(key);
}

/** Draws a document again. A model with errors keeps its last drawing. */
async function redraw(key) {
  const preview = previews.get(key);
  if (preview === undefined || client === undefined) return;
  let words = "";
  try {
    preview.svg = await client.sendRequest("workspace/executeCommand", { command: DRAW, arguments: [key] });
  } catch (error) {
    // The next change draws again.
    if (error?.code === LSPErrorCodes.ContentModified) return;
    words = error instanceof Error ? error.message : String(error);
  }
  if (previews.get(key) === preview) preview.panel.webview.html = page(preview.svg, words);
}

/** Returns the page of a drawing, with a message above it. */
function page(svg, words) {
  const image = svg === "" ? "" : `<img alt="The puzzle" src="data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}">`;
  const message = words === "" ? "" : `<p role="status">${escaped(words)}</p>`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<style>body { padding: 1rem; } img { background: white; max-width: 100%; max-height: 90vh; }</style>
</head>
<body>${message}${image}</body>
</html>`;
}

function escaped(text) {
  return text.replace(/[&<>"]/g, (c) => `&#${c.codePointAt(0)};`);
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("boardwright.preview", () => {
      const editor = vscode.window.activeTextEditor;
      return editor === undefined ? undefined : openPreview(editor.document.uri);
    }),
    vscode.commands.registerCommand("boardwright.restart", async () => {
      await stop();
      await start();
    }),
    vscode.workspace.onDidChangeTextDocument((event) => {
      const key = event.document.uri.toString();
      const preview = previews.get(key);
      if (preview === undefined) return;
      clearTimeout(preview.timer);
      preview.timer = setTimeout(() => void redraw(key), PAUSE);
    }),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (!event.affectsConfiguration("boardwright.path")) return;
      await stop();
      await start();
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
