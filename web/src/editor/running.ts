/** The phase that runs now, shown in the text. */

import { type Extension, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import { effect } from "@preact/signals";
import { place } from "../state/document";
import { phaseShown, program } from "../state/store";

const setRunning = StateEffect.define<[number, number] | null>();
const line = Decoration.line({ class: "cm-running" });

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let result = marks.map(transaction.changes);
    for (const item of transaction.effects) {
      if (!item.is(setRunning)) continue;
      const builder = new RangeSetBuilder<Decoration>();
      const doc = transaction.state.doc;
      if (item.value) {
        const [from, to] = item.value;
        const last = doc.lineAt(Math.min(to, doc.length)).number;
        for (let n = doc.lineAt(Math.min(from, doc.length)).number; n <= last; n++)
          builder.add(doc.line(n).from, doc.line(n).from, line);
      }
      result = builder.finish();
    }
    return result;
  },
  provide: (f) => EditorView.decorations.from(f),
});

export const runningPhase: Extension = field;

/** Keeps the mark on the running phase. */
export function watchPhase(view: EditorView): () => void {
  return effect(() => {
    const phase = program.value?.phases[phaseShown.value];
    view.dispatch({ effects: setRunning.of(phase ? trimmed(view, place(phase.start, phase.end)) : null) });
  });
}

/** Without the blank lines and comments behind the last statement. */
function trimmed(view: EditorView, [from, to]: [number, number]): [number, number] {
  const text = view.state.sliceDoc(from, to);
  return [from, from + Math.max(0, text.trimEnd().length)];
}
