// Ways to take the model and the board elsewhere: files, links of other programs, and the page's own address.

import { button, dialog, download, make } from "./dom";
import type { Event, Transport } from "./protocol";

async function through(bytes: BlobPart, stream: GenericTransformStream): Promise<ArrayBuffer> {
  return new Response(new Blob([bytes]).stream().pipeThrough(stream as unknown as TransformStream)).arrayBuffer();
}

/** Packs a text for a fragment: deflate and base64url. */
export async function pack(text: string): Promise<string> {
  const bytes = new Uint8Array(await through(text, new CompressionStream("deflate-raw")));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function unpack(packed: string): Promise<string> {
  const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}

/** Draws an SVG document as PNG. */
async function png(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = make("canvas");
  canvas.width = image.naturalWidth * 2;
  canvas.height = image.naturalHeight * 2;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error("cannot draw the board")) : resolve(blob)), "image/png");
  });
}

/** Returns the address of the page; empty on this machine, where others cannot open it and the path has the server's token. */
function published(): string {
  const isLocal = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\]|)$/.test(location.hostname);
  return isLocal ? "" : location.origin + location.pathname;
}

/** Returns the model without what it says about its solution, and without comments of its author. */
function printed(model: string): string {
  const lines = model.split("\n");
  const start = lines.findIndex((line) => line.trim() === "[expect]");
  if (start >= 0) {
    const end = lines.findIndex((line, index) => index > start && /^\s*\[/.test(line));
    lines.splice(start, (end < 0 ? lines.length : end) - start);
  }
  return lines.filter((line) => !line.startsWith("#") || line.startsWith("#off ")).join("\n");
}

const FORMATS = [["puzz-link", "puzz.link"], ["penpa", "penpa-edit"], ["tatham", "Simon Tatham’s collection"], ["f-puzzles", "f-puzzles"]];

export function share(transport: Transport, name: string, model: string, svg: string | null): void {
  const base = name.replace(/^.*\//, "").replace(/\.toml$/, "");
  const result = make("textarea", { readonly: "", rows: "4", "aria-label": "Link" });
  const notes = make("p", { role: "status" });
  const files = make("p", { class: "row" });
  files.append(button("Model (TOML)", () => download(`${base}.toml`, model, "application/toml")));
  if (svg !== null) {
    files.append(
      button("Board (SVG)", () => download(`${base}.svg`, svg, "image/svg+xml")),
      button("Board (PNG)", async () => download(`${base}.png`, await png(svg))),
    );
  }
  const links = make("p", { class: "row" });
  const own = (label: string, key: "play" | "model", words: string) => button(label, async () => {
    result.value = `${published()}#${key}=${await pack(key === "play" ? printed(model) : model)}`;
    notes.textContent = `${words} The puzzle is in the address itself and is not sent to any server.`;
    if (result.value.startsWith("#")) notes.textContent += " Put this after the address of a published page (workbench --export).";
    result.select();
  });
  links.append(own("A link to play", "play", "It opens the puzzle to be solved, without its solution."), own("This page", "model", "It opens the puzzle to be drawn."));
  for (const [format, label] of FORMATS) {
    links.append(
      button(label ?? "", () => {
        result.value = "";
        notes.textContent = "";
        void transport.ask("share", { ask: "export", what: format, model, name }, (event: Event) => {
          if (event.event === "exported") {
            result.value = event.text;
            notes.textContent = event.remarks.join(" ");
            result.select();
          } else if (event.event === "end" && event.error !== null) {
            notes.textContent = event.error;
          }
        });
      }),
    );
  }
  dialog("Share", make("h3", {}, "Files"), files, make("h3", {}, "Links"), links, result, notes);
}
