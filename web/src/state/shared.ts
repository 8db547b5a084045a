/** A text that several pages edit at once, as one page sees it.
 *
 * The server puts all changes into one order. What this page has changed and the server has not confirmed yet
 * lies behind the server's text; a change of another page goes in front of it, and what lies behind is moved.
 * One change is on its way at a time. If another page was first the server passes it over, and what came from
 * that page has it moved and sent again.
 */

import { ChangeSet, Text } from "@codemirror/state";
import { difference } from "../maths/difference";
import type { Change } from "../messages";

const MOST_CHANGES = 5000; // in one edit; the server takes twice as many

export interface Outgoing {
  version: number;
  changes: Change[];
  name: string;
}

/** A text as the editor holds it: lines end at "\n" alone, so that places are the server's. */
export function toText(text: string): Text {
  return Text.of(text.split("\n"));
}

/** What makes the one text of the other. */
export function changeBetween(before: Text, after: Text): ChangeSet {
  const { from, to, insert } = difference(before.toString(), after.toString());
  const same = from === to && insert === "";
  return ChangeSet.of(same ? [] : { from, to, insert: toText(insert) }, before.length);
}

/** The same in whole lines: what is typed within the stretch meanwhile tears no line apart. */
function linesBetween(before: Text, after: Text): ChangeSet {
  const [old, text] = [before.toString(), after.toString()];
  const { from, to, insert } = difference(old, text);
  if (from === to && insert === "") return ChangeSet.empty(before.length);
  const start = from === 0 ? 0 : old.lastIndexOf("\n", from - 1) + 1;
  const next = old.indexOf("\n", to);
  const end = next < 0 ? old.length : next + 1;
  return ChangeSet.of(
    { from: start, to: end, insert: toText(text.slice(start, text.length - (old.length - end))) },
    before.length,
  );
}

export function toChanges(set: ChangeSet): Change[] {
  const list: Change[] = [];
  set.iterChanges((start, end, _from, _to, inserted) => {
    list.push({ start, end, text: inserted.toString() });
  });
  return list;
}

export function fromChanges(list: readonly Change[], length: number): ChangeSet {
  const specs = list.map((c) => ({ from: c.start, to: c.end, insert: toText(c.text) }));
  return ChangeSet.of(specs, length);
}

export class Shared {
  /** The version that the server's text has here. */
  version = 0;
  /** That text. */
  synced: Text = Text.empty;
  private sent: { changes: ChangeSet; name: string } | null = null;
  private pending: ChangeSet | null = null;
  private onItsWay = false;
  private count = 0;

  /** @param page a name unlike that of any other page. */
  constructor(private readonly page: string) {}

  /** Whether everything has been confirmed. */
  get settled(): boolean {
    return this.sent === null && this.pending === null;
  }

  /** What has not been confirmed: makes the editor's text of the server's. */
  get unconfirmed(): ChangeSet | null {
    if (this.sent && this.pending) return this.sent.changes.compose(this.pending);
    return this.sent?.changes ?? this.pending;
  }

  /** Begin with a text of the server. */
  reset(text: Text, version: number): void {
    this.synced = text;
    this.version = version;
    this.sent = this.pending = null;
    this.onItsWay = false;
  }

  /** The editor has changed its text. */
  local(changes: ChangeSet): void {
    if (!changes.empty) this.pending = this.pending ? this.pending.compose(changes) : changes;
  }

  /** What to send now; null when there is nothing, or something is on its way. */
  next(): Outgoing | null {
    if (this.onItsWay) return null;
    if (!this.sent) {
      if (!this.pending) return null;
      this.count += 1;
      this.sent = { changes: this.pending, name: `${this.page}-${this.count}` };
      this.pending = null;
    }
    this.onItsWay = true;
    let changes = toChanges(this.sent.changes);
    if (changes.length > MOST_CHANGES)
      changes = toChanges(changeBetween(this.synced, this.sent.changes.apply(this.synced)));
    return { version: this.version, changes, name: this.sent.name };
  }

  /** Whether an edit is the one that was sent last. */
  isOwn(name: string): boolean {
    return name !== "" && this.sent?.name === name;
  }

  /** What was sent counts. */
  confirm(version: number): void {
    if (this.sent) this.synced = this.sent.changes.apply(this.synced);
    this.sent = null;
    this.onItsWay = false;
    this.version = version;
  }

  /** Another page's change counts: returns what it is to the editor's text. */
  remote(changes: ChangeSet, version: number): ChangeSet {
    const own = this.unconfirmed;
    this.synced = changes.apply(this.synced);
    this.version = version;
    this.onItsWay = false;
    if (!own) return changes;
    this.sent = null;
    this.pending = own.map(changes);
    return changes.map(own, true);
  }

  /** The connection is lost, or the server did not take what was sent: it is kept, to be sent again. */
  release(): void {
    this.onItsWay = false;
  }

  /** The connection is back: returns what has happened to the editor's text meanwhile. */
  rejoin(text: Text, version: number, accepted: readonly string[]): ChangeSet {
    if (this.sent && accepted.includes(this.sent.name)) this.confirm(version);
    if (version === this.version && text.eq(this.synced)) return ChangeSet.empty(this.length);
    return this.remote(linesBetween(this.synced, text), version);
  }

  private get length(): number {
    return this.unconfirmed?.newLength ?? this.synced.length;
  }
}
