/** The code editor, made once; every other editor writes into the same text. */

import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, indentWithTab, toggleComment } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, Transaction } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from "@codemirror/view";
import { effect } from "@preact/signals";
import { attach, changed, history } from "../state/document";
import { isReceiving, textChanged } from "../state/session";
import { hello } from "../state/store";
import { assistance, watchProblems } from "./assist";
import { softBreaks } from "./breaks";
import { hangingIndent } from "./indent";
import { scriptLanguage } from "./language";
import { draggableNumbers } from "./numbers";
import { runningPhase, watchPhase } from "./running";
import { editorTheme } from "./theme";

const words = new Compartment();

const undoKeys = [
  { key: "Mod-z", run: () => history.undo(), preventDefault: true },
  { key: "Mod-y", run: () => history.redo(), preventDefault: true },
  { key: "Mod-Shift-z", run: () => history.redo(), preventDefault: true },
  { key: "Mod-/", run: toggleComment },
];

function onUpdate(update: ViewUpdate): void {
  if (!update.docChanged) return;
  for (const transaction of update.transactions) {
    if (!transaction.docChanged) continue;
    const recorded = transaction.annotation(Transaction.addToHistory) === false;
    if (!recorded) record(transaction);
  }
  changed(update.changes, update.state.doc);
  if (!isReceiving()) textChanged(update.changes);
}

/** Typing joins to one step while it goes on in one manner; anything else is a step of its own. */
function record(transaction: Transaction): void {
  const event = transaction.annotation(Transaction.userEvent) ?? "";
  const group = event.startsWith("input.type") ? "typing" : event.startsWith("delete") ? "deleting" : "";
  history.text(transaction.changes, transaction.startState.doc, group, group || "edit the text");
}

/** Makes the editor; called once. */
export function makeEditor(): EditorView {
  const view = new EditorView({
    state: EditorState.create({
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightActiveLine(),
        drawSelection(),
        EditorView.lineWrapping,
        hangingIndent,
        softBreaks,
        bracketMatching(),
        closeBrackets(),
        highlightSelectionMatches(),
        lintGutter(),
        indentUnit.of("  "),
        words.of(scriptLanguage(null)),
        editorTheme,
        assistance,
        runningPhase,
        draggableNumbers,
        EditorView.updateListener.of(onUpdate),
        EditorView.contentAttributes.of({
          "aria-label": "Script",
          "data-testid": "script",
          tabindex: "0",
        }),
        keymap.of([
          ...undoKeys,
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...lintKeymap,
          ...searchKeymap,
          ...defaultKeymap,
          indentWithTab,
        ]),
      ],
    }),
  });
  attach(view);
  effect(() => {
    const language = hello.value?.language;
    if (language) view.dispatch({ effects: words.reconfigure(scriptLanguage(language)) });
  });
  watchPhase(view);
  watchProblems(view);
  return view;
}
