/** Wrapped lines hang: what goes on stands further in than where it began. */

import { type Extension, RangeSetBuilder } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";

const FURTHER = 4;
const byDepth = new Map<number, Decoration>();

function lineAt(depth: number): Decoration {
  let made = byDepth.get(depth);
  if (!made) {
    const style = `padding-left: calc(0.375rem + ${depth}ch); text-indent: -${depth}ch`;
    made = Decoration.line({ attributes: { style } });
    byDepth.set(depth, made);
  }
  return made;
}

function decorate(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      const own = Math.min(12, line.text.length - line.text.trimStart().length);
      builder.add(line.from, line.from, lineAt(own + FURTHER));
      at = line.to + 1;
    }
  }
  return builder.finish();
}

export const hangingIndent: Extension = ViewPlugin.fromClass(
  class {
    lines: DecorationSet;
    constructor(view: EditorView) {
      this.lines = decorate(view);
    }
    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.lines = decorate(update.view);
    }
  },
  { decorations: (plugin) => plugin.lines },
);
