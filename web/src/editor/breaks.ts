/** Where a long line may break: before a clause of a statement, as `.feedback(…)`. Without this, a statement
 * without spaces would be cut anywhere. */

import type { Extension } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view";

class Break extends WidgetType {
  override eq(): boolean {
    return true;
  }

  toDOM(): HTMLElement {
    return document.createElement("wbr");
  }
}

const here = Decoration.widget({ widget: new Break(), side: 1 });
const clauses = new MatchDecorator({
  regexp: /\)(?=\.[a-z])/gi,
  decorate: (add, _from, to) => add(to, to, here),
});

export const softBreaks: Extension = ViewPlugin.fromClass(
  class {
    marks: DecorationSet;
    constructor(view: EditorView) {
      this.marks = clauses.createDeco(view);
    }
    update(update: ViewUpdate): void {
      this.marks = clauses.updateDeco(update, this.marks);
    }
  },
  { decorations: (plugin) => plugin.marks },
);
