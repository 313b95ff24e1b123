// The text of the model: CodeMirror with TOML, diagnostics, tinted places, and completion from the schema.

import { autocompletion, completionKeymap, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, invertedEffects, isolateHistory, redo, undo } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { type Diagnostic as Mark, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { type ChangeDesc, ChangeSet, EditorState, StateEffect, StateField, Transaction } from "@codemirror/state";
import { Decoration, type DecorationSet, drawSelection, EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Diagnostic, Fix, Place } from "./protocol";
import { type Schema, candidates, describe, table } from "./schema";
import { type FileInfo, file } from "./state";

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--comment)" },
  { tag: tags.propertyName, color: "var(--key)" },
  { tag: tags.string, color: "var(--string)" },
  { tag: [tags.number, tags.bool, tags.atom], color: "var(--number)" },
  { tag: tags.standard(tags.variableName), color: "var(--key)" },
]);

/** The file of the text is part of the history: who takes back that a text was replaced has the file of the old one, too. */
const setFile = StateEffect.define<FileInfo>();

const fileField = StateField.define<FileInfo>({
  create: () => file(),
  update: (now, transaction) => transaction.effects.reduce((own, effect) => (effect.is(setFile) ? effect.value : own), now),
});

const fileHistory = invertedEffects.of((transaction) =>
  (transaction.effects.some((effect) => effect.is(setFile)) ? [setFile.of(transaction.startState.field(fileField))] : []));

const setTint = StateEffect.define<Place[]>();

const tint = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let now = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setTint)) continue;
      const inside = effect.value.filter((place) => place.from < place.to && place.to <= transaction.state.doc.length);
      now = Decoration.set(inside.map((place) => Decoration.mark({ class: "tinted" }).range(place.from, place.to)), true);
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const plain = (text: string): string => text.replaceAll("\r\n", "\n");

export interface Editor {
  text(): string;
  /** The text with the line ends of its file. */
  file(): string;
  /** The file that the text belongs to. */
  of(): FileInfo;
  /** Begins with a text; nothing before it can be undone. */
  begin(text: string, file: FileInfo): void;
  /** Replaces the text by that of another file, as one step of undo. */
  replace(text: string, file: FileInfo): void;
  /** Changes what is known about the file. */
  refile(file: FileInfo): void;
  /** Changes places, as one step of undo. */
  edit(changes: Fix[]): void;
  diagnostics(list: Diagnostic[]): void;
  tint(places: Place[]): void;
  show(place: Place): void;
  undo(): void;
  redo(): void;
  schema(schema: Schema): void;
  focus(): void;
}

export function editor(parent: HTMLElement, changed: (changes: ChangeDesc, other: boolean) => void): Editor {
  let schema: Schema | null = null;

  function complete(context: CompletionContext): CompletionResult | null {
    if (schema === null) return null;
    const word = context.matchBefore(/[\w-]*/);
    if (word === null || (word.from === word.to && !context.explicit)) return null;
    const found = candidates(schema, context.state.doc.toString(), word.from);
    return found.length === 0 ? null : { from: word.from, options: found, validFor: /^[\w-]*$/ };
  }

  const hover = hoverTooltip((view, position) => {
    const word = view.state.wordAt(position);
    if (schema === null || word === null) return null;
    const line = view.state.doc.lineAt(position);
    const keys = /[\w-]+/g;
    for (const match of line.text.matchAll(keys)) {
      const from = line.from + match.index;
      if (from > position || from + match[0].length < position) continue;
      const words = describe(table(schema, view.state.doc.toString(), from), match[0]);
      if (words === null) return null;
      return {
        pos: from,
        end: from + match[0].length,
        create() {
          const dom = document.createElement("div");
          dom.className = "hint";
          dom.textContent = words;
          return { dom };
        },
      };
    }
    return null;
  });

  const extensions = [
    lineNumbers(), history(), fileField, fileHistory, drawSelection(), bracketMatching(), highlightActiveLine(), highlightSelectionMatches(),
    StreamLanguage.define(toml), syntaxHighlighting(colours), lintGutter(), tint, hover,
    autocompletion({ override: [complete] }),
    EditorState.lineSeparator.of("\n"),
    keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...completionKeymap, ...lintKeymap]),
    EditorView.contentAttributes.of({ "aria-label": "Text of the model", spellcheck: "false", tabindex: "0" }),
    EditorView.updateListener.of((update) => {
      const other = update.startState.field(fileField).draft !== update.state.field(fileField).draft;
      if (update.docChanged || other) changed(update.changes, other);
    }),
  ];
  const view = new EditorView({ parent, state: EditorState.create({ doc: "", extensions }) });

  function fixed(own: Diagnostic): Mark["actions"] {
    const fix = own.fix;
    if (fix === null) return [];
    return [{
      name: fix.title,
      apply(view) {
        view.dispatch({ changes: { from: fix.from, to: fix.to, insert: fix.insert }, userEvent: "input.fix" });
      },
    }];
  }

  return {
    text: () => view.state.doc.toString(),
    file() {
      const text = view.state.doc.toString();
      return view.state.field(fileField).crlf ? text.replaceAll("\n", "\r\n") : text;
    },
    of: () => view.state.field(fileField),
    begin(text, file) {
      const state = EditorState.create({ doc: plain(text), extensions });
      const own = { effects: setFile.of({ ...file, crlf: text.includes("\r\n") }), annotations: Transaction.addToHistory.of(false) };
      view.setState(state.update(own).state);
      changed(ChangeSet.empty(view.state.doc.length), true);
    },
    replace(text, file) {
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: plain(text) }, selection: { anchor: 0 }, scrollIntoView: true,
        effects: setFile.of({ ...file, crlf: text.includes("\r\n") }), annotations: isolateHistory.of("full"), userEvent: "input.replace",
      });
    },
    refile(file) {
      view.dispatch({ effects: setFile.of(file), annotations: Transaction.addToHistory.of(false) });
    },
    edit(changes) {
      view.dispatch({ changes: changes.map(({ from, to, insert }) => ({ from, to, insert })), userEvent: "input.board" });
    },
    diagnostics(list: Diagnostic[]) {
      const length = view.state.doc.length;
      const marks = list.map((own): Mark => {
        const place = own.labels[0] ?? { from: 0, to: 0, text: "" };
        const words = [own.message, place.text, ...own.help.map((help) => `help: ${help}`)];
        const message = words.filter((text) => text !== "").join("\n");
        const [from, to] = [Math.min(place.from, length), Math.min(place.to, length)];
        return { from, to, severity: own.severity, source: own.code, message, actions: fixed(own) };
      });
      view.dispatch(setDiagnostics(view.state, marks.sort((a, b) => a.from - b.from)));
    },
    tint: (places) => view.dispatch({ effects: setTint.of(places) }),
    show(place) {
      const [anchor, head] = [place.from, Math.min(place.to, view.state.doc.length)];
      view.dispatch({ selection: { anchor, head }, scrollIntoView: true });
      view.focus();
    },
    undo: () => void undo(view),
    redo: () => void redo(view),
    schema(found) {
      schema = found;
    },
    focus: () => view.focus(),
  };
}
