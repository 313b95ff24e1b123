// The text of the model: CodeMirror with TOML, diagnostics, tinted places, and completion from the schema.

import { autocompletion, completionKeymap, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, redo, undo } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { type Diagnostic as Mark, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { type ChangeDesc, EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, drawSelection, EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Diagnostic, Place } from "./protocol";
import { type Schema, at, candidates, describe } from "./schema";

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--comment)" },
  { tag: tags.propertyName, color: "var(--key)" },
  { tag: tags.string, color: "var(--string)" },
  { tag: [tags.number, tags.bool, tags.atom], color: "var(--number)" },
  { tag: tags.standard(tags.variableName), color: "var(--key)" },
]);

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

export interface Editor {
  text(): string;
  /** The text with the line ends of its file. */
  file(): string;
  replace(text: string): void;
  /** Changes places, as one step of undo. */
  edit(changes: (Place & { insert: string })[]): void;
  diagnostics(list: Diagnostic[]): void;
  tint(places: Place[]): void;
  show(place: Place): void;
  undo(): void;
  redo(): void;
  schema(schema: Schema): void;
  focus(): void;
}

export function editor(parent: HTMLElement, changed: (changes: ChangeDesc) => void): Editor {
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
      const words = describe(at(schema, view.state.doc.toString(), from), match[0]);
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

  const extensions = (separator: string) => [
    lineNumbers(), history(), drawSelection(), bracketMatching(), highlightActiveLine(), highlightSelectionMatches(),
    StreamLanguage.define(toml), syntaxHighlighting(colours), lintGutter(), tint, hover,
    autocompletion({ override: [complete] }),
    EditorState.lineSeparator.of(separator),
    keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...completionKeymap, ...lintKeymap]),
    EditorView.contentAttributes.of({ "aria-label": "Text of the model", spellcheck: "false", tabindex: "0" }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) changed(update.changes);
    }),
  ];
  const view = new EditorView({ parent, state: EditorState.create({ doc: "", extensions: extensions("\n") }) });

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
    file: () => view.state.sliceDoc(),
    replace(text: string) {
      const separator = text.includes("\r\n") ? "\r\n" : "\n";
      view.setState(EditorState.create({ doc: text.replaceAll("\r\n", "\n").replaceAll("\n", separator), extensions: extensions(separator) }));
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
