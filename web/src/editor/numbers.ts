/** Numbers in the text that can be dragged: sideways changes the value, Shift is fine, Ctrl is coarse. */

import { type Extension, RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { numbersInLine, snap, stepOf, writeNumber } from "../maths/number";
import { replace } from "../state/document";

const PIXELS_PER_STEP = 4;
const DEAD_PIXELS = 3;
const mark = Decoration.mark({ class: "cm-number" });
const held = Decoration.mark({ class: "cm-number cm-number-held" });

interface Drag {
  start: number;
  end: number;
  from: number;
  value: number;
  step: number;
  text: string;
  moved: boolean;
}

let drag: Drag | null = null;

function decorate(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      for (const n of numbersInLine(line.text)) {
        const here = line.from + n.start === drag?.start;
        builder.add(line.from + n.start, line.from + n.end, here ? held : mark);
      }
      at = line.to + 1;
    }
  }
  return builder.finish();
}

const decorations = ViewPlugin.fromClass(
  class {
    marks: DecorationSet;
    constructor(view: EditorView) {
      this.marks = decorate(view);
    }
    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged || update.selectionSet)
        this.marks = decorate(update.view);
    }
  },
  { decorations: (plugin) => plugin.marks },
);

function unitBehind(text: string): string {
  return /^(?:~[^\s,)]*)?\s*deg\b/.test(text) ? "deg" : "";
}

/** Begins a drag if a number is under the pointer. */
function begin(event: PointerEvent, view: EditorView): boolean {
  const target = event.target;
  if (event.button !== 0 || event.detail > 1 || !(target instanceof Element)) return false;
  if (!target.closest(".cm-number")) return false;
  const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
  if (at === null) return false;
  const line = view.state.doc.lineAt(at);
  const column = at - line.from;
  const number = numbersInLine(line.text).find((n) => n.start <= column && column <= n.end);
  if (!number) return false;
  drag = {
    start: line.from + number.start,
    end: line.from + number.end,
    from: event.clientX,
    value: number.value,
    step: stepOf(number.value, unitBehind(line.text.slice(number.end))),
    text: line.text.slice(number.start, number.end),
    moved: false,
  };
  return true;
}

function move(event: PointerEvent): void {
  if (!drag) return;
  const pixels = event.clientX - drag.from;
  if (!drag.moved && Math.abs(pixels) < DEAD_PIXELS) return;
  drag.moved = true;
  event.preventDefault();
  const step = drag.step * (event.shiftKey ? 0.1 : event.ctrlKey || event.metaKey ? 10 : 1);
  const value = snap(drag.value + (pixels / PIXELS_PER_STEP) * step, step);
  const text = writeNumber(value, drag.text, step);
  replace(drag.start, drag.end, text, `drag ${drag.start}`, "drag a number");
  drag.end = drag.start + text.length;
}

export const draggableNumbers: Extension = [
  decorations,
  EditorView.domEventHandlers({
    pointerdown(event, view) {
      if (!begin(event, view)) return false;
      const stop = (up: PointerEvent): void => {
        removeEventListener("pointermove", move);
        removeEventListener("pointerup", stop);
        const clicked = drag && !drag.moved;
        drag = null;
        view.dispatch({});
        const at = clicked ? view.posAtCoords({ x: up.clientX, y: up.clientY }) : null;
        if (at !== null) view.dispatch({ selection: { anchor: at } });
        view.focus();
      };
      addEventListener("pointermove", move);
      addEventListener("pointerup", stop);
      return true;
    },
    mousedown(event) {
      // The pointer event has begun a drag: no selection of text beside it.
      if (drag) event.preventDefault();
      return drag !== null;
    },
  }),
];
