/** One undo for everything: text, sliders, poses, curves, ground, proportions.
 *
 * Text changes are kept as CodeMirror change sets with their inverses. All steps lie on one stack and are
 * undone in strict order, so a change set always meets the text it was made for.
 */

import type { ChangeSet, Text } from "@codemirror/state";
import { signal } from "@preact/signals";

interface TextStep {
  kind: "text";
  label: string;
  group: string;
  at: number;
  changes: ChangeSet;
  inverse: ChangeSet;
}

interface ActionStep {
  kind: "action";
  label: string;
  group: string;
  at: number;
  undo: () => void;
  redo: () => void;
}

type Step = TextStep | ActionStep;

const JOIN_MS = 700;
const MOST = 500;

export const undoLabel = signal("");
export const redoLabel = signal("");

/** Steps of one drag belong together however long it takes. */
const HELD = " held ";
let holds = 0;
let holding = false;

/** A pointer goes down, or comes up again. */
export function hold(down: boolean): void {
  if (down) holds += 1;
  holding = down;
}

/** The name of a group, made unique to the drag that is going on. */
export function grouped(group: string): string {
  return holding && group !== "" ? `${group}${HELD}${holds}` : group;
}

function joins(last: Step, group: string, at: number): boolean {
  if (group === "" || last.group !== group) return false;
  return group.includes(HELD) || at - last.at < JOIN_MS;
}

export class History {
  private done: Step[] = [];
  private undone: Step[] = [];

  /** @param applyText puts a change set into the editor without recording it again. */
  constructor(private readonly applyText: (changes: ChangeSet) => void) {}

  /** Records a change of the text; quick changes of one group become one step. */
  text(changes: ChangeSet, before: Text, group: string, label: string, at = performance.now()): void {
    const inverse = changes.invert(before);
    const last = this.done[this.done.length - 1];
    this.undone = [];
    if (last?.kind === "text" && joins(last, group, at)) {
      last.changes = last.changes.compose(changes);
      last.inverse = inverse.compose(last.inverse);
      last.at = at;
    } else {
      this.push({ kind: "text", label, group, at, changes, inverse });
    }
    this.show();
  }

  /** Records something else that can be undone; quick steps of one group become one. */
  action(label: string, undo: () => void, redo: () => void, group = "", at = performance.now()): void {
    const last = this.done[this.done.length - 1];
    this.undone = [];
    if (last?.kind === "action" && joins(last, group, at)) {
      last.redo = redo;
      last.at = at;
    } else {
      this.push({ kind: "action", label, group, at, undo, redo });
    }
    this.show();
  }

  undo(): boolean {
    const step = this.done.pop();
    if (!step) return false;
    if (step.kind === "text") this.applyText(step.inverse);
    else step.undo();
    this.undone.push(step);
    this.show();
    return true;
  }

  redo(): boolean {
    const step = this.undone.pop();
    if (!step) return false;
    if (step.kind === "text") this.applyText(step.changes);
    else step.redo();
    step.at = 0; // what comes next is a step of its own
    this.done.push(step);
    this.show();
    return true;
  }

  clear(): void {
    this.done = [];
    this.undone = [];
    this.show();
  }

  private push(step: Step): void {
    this.done.push(step);
    if (this.done.length > MOST) this.done.shift();
  }

  private show(): void {
    undoLabel.value = this.done[this.done.length - 1]?.label ?? "";
    redoLabel.value = this.undone[this.undone.length - 1]?.label ?? "";
  }
}
