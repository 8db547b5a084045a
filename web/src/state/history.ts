/** One undo for everything: text, sliders, poses, curves, ground, proportions.
 *
 * Text changes are kept as CodeMirror change sets with their inverses. All steps lie on one stack and are
 * undone in strict order, so a change set always meets the text it was made for.
 */

import { ChangeSet, type Text } from "@codemirror/state";
import { signal } from "@preact/signals";

interface TextStep {
  kind: "text";
  label: string;
  group: string;
  at: number;
  changes: ChangeSet;
  inverse: ChangeSet;
}

/** What is done to the world or the body, as plain data: it outlives the page. */
export type Deed = { ground: string } | { proportions: Record<string, number> };

interface ActionStep {
  kind: "action";
  label: string;
  group: string;
  at: number;
  before: Deed;
  after: Deed;
}

/** Steps as they are stored. */
export interface StoredHistory {
  done: unknown[];
  undone: unknown[];
}

type Step = TextStep | ActionStep;

/** A step without its change sets' methods. */
function plain(step: Step): unknown {
  const at = 0; // of another visit: nothing joins it
  if (step.kind === "action") return { ...step, at };
  return { ...step, at, changes: step.changes.toJSON(), inverse: step.inverse.toJSON() };
}

function revived(stored: unknown): Step {
  const step = stored as Step;
  if (step.kind === "action") return { ...step, group: "" };
  return {
    ...step,
    group: "",
    changes: ChangeSet.fromJSON(step.changes),
    inverse: ChangeSet.fromJSON(step.inverse),
  };
}

const KEPT = 200; // steps that outlive the page
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

  /**
   * @param applyText puts a change set into the editor without recording it again.
   * @param applyDeed does something to the world or the body.
   */
  constructor(
    private readonly applyText: (changes: ChangeSet) => void,
    private readonly applyDeed: (deed: Deed) => void = () => {},
  ) {}

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
  action(label: string, before: Deed, after: Deed, group = "", at = performance.now()): void {
    const last = this.done[this.done.length - 1];
    this.undone = [];
    if (last?.kind === "action" && joins(last, group, at)) {
      last.after = after;
      last.at = at;
    } else {
      this.push({ kind: "action", label, group, at, before, after });
    }
    this.show();
  }

  undo(): boolean {
    const step = this.done.pop();
    if (!step) return false;
    if (step.kind === "text") this.applyText(step.inverse);
    else this.applyDeed(step.before);
    this.undone.push(step);
    this.show();
    return true;
  }

  redo(): boolean {
    const step = this.undone.pop();
    if (!step) return false;
    if (step.kind === "text") this.applyText(step.changes);
    else this.applyDeed(step.after);
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

  /** All steps as plain data. */
  store(): StoredHistory {
    return { done: this.done.slice(-KEPT).map(plain), undone: this.undone.slice(-KEPT).map(plain) };
  }

  /** Takes stored steps up again; what cannot be read counts as none. */
  restore(stored: StoredHistory): void {
    try {
      this.done = stored.done.map(revived);
      this.undone = stored.undone.map(revived);
    } catch {
      this.done = this.undone = [];
    }
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
