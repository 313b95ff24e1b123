// The text and its file: opened, imported, pasted, dropped and saved. A text that takes the place of another one can be undone. Start
// with `load`.

import { button, dialog, download, make } from "./dom";
import type { Editor } from "./editor";
import { engine } from "./engine";
import { imported } from "./models";
import { change, type FileInfo, file, state } from "./state";
import { toast } from "./toast";

let text: Editor;

export function edits(own: Editor): void {
  text = own;
}

/** Puts a model in place of the one that is open; `edited`: it is nowhere else, so that it is kept as a draft at once. */
export function load(model: string, own: Partial<FileInfo>, edited = false): void {
  const next = file({ origin: edited ? "" : model.replaceAll("\r\n", "\n"), ...own });
  const before = text.of();
  const [old, dirty] = [before.name, text.text() !== before.origin && text.text().trim() !== ""];
  change({ screen: "desk", sheet: "tools" });
  if (text.text() === "" && state.board === null) text.begin(model, next);
  else text.replace(model, next);
  if (dirty) toast(`${old} was replaced.`, { press: button("Undo", () => text.undo()) });
}

const fail = (title: string) => (error: unknown) => {
  dialog(title, make("p", { role: "alert" }, error instanceof Error ? error.message : String(error)));
};

export async function openPath(path: string): Promise<void> {
  const opened = await engine().files?.open(path).catch(fail("Open"));
  if (opened !== undefined) load(opened.text, { path, name: path, digest: opened.digest, saved: opened.text });
}

/** Opens a link or the text of a puzzle of another program. */
export async function openLink(link: string): Promise<void> {
  try {
    load(await imported(engine(), link), { name: "imported.toml" }, true);
  } catch (error) {
    fail("Open a link")(error);
  }
}

export const isModel = (content: string): boolean => /^\s*puzzle\s*=/m.test(content);

export async function openFile(own: File): Promise<void> {
  const content = await own.text();
  if (isModel(content)) load(content, { name: own.name });
  else await openLink(content);
}

export async function save(): Promise<void> {
  const files = engine().files;
  const now = text.of();
  if (files === null) {
    download(now.name, text.file(), "application/toml");
    text.refile({ ...now, saved: text.file() });
    return;
  }
  if (now.path !== null) return write(now.digest);
  const name = make("input", { "aria-label": "File name", value: now.name });
  const box = dialog("Save as", name, button("Save", () => {
    box.close();
    text.refile({ ...text.of(), path: name.value, name: name.value });
    void write(null);
  }));
}

async function write(known: string | null): Promise<void> {
  const [files, now, content] = [engine().files, text.of(), text.file()];
  const path = now.path;
  if (files === null || path === null) return;
  try {
    const digest = await files.save(path, content, known);
    if (digest !== "changed") {
      // Another text may have taken its place meanwhile.
      if (text.of().draft === now.draft) text.refile({ ...text.of(), digest, saved: content });
      return;
    }
    const box = dialog(
      "Changed on disk",
      make("p", {}, `${path} has changed on disk since it was opened.`),
      make("p", { class: "row" },
        button("Overwrite it", async () => {
          box.close();
          await write((await files.open(path).catch(() => null))?.digest ?? null);
        }),
        button("Open the file on disk", () => {
          box.close();
          void openPath(path);
        })),
    );
  } catch (error) {
    fail("Save")(error);
  }
}
