/** The script's text: one place that every editor writes to, and spans that survive typing.
 *
 * The server's outline gives offsets into the text of some version. The changes made since then are composed
 * here, so an offset of the outline can always be found in the text of this moment.
 */

import { type ChangeDesc, ChangeSet, type Text, Transaction } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { signal } from "@preact/signals";
import { snap, stepOf, writeNumber } from "../maths/number";
import type { Number as ScriptNumber } from "../messages";
import { type Deed, grouped, History } from "./history";
import { changeBetween, toText } from "./shared";
import { program } from "./store";

interface Sent {
  version: number;
  since: ChangeDesc;
}

/** A literal of the outline as it stands in the text now. */
export interface LiveNumber {
  index: number;
  info: ScriptNumber;
  start: number;
  end: number;
  value: number;
  text: string;
}

export const docText = signal("");
/** Does a deed again, or undoes it: given by who can talk to the server. */
export const deeds: { apply: (deed: Deed) => void } = { apply: () => {} };
export const history = new History(
  (changes) => dispatch(changes, "history"),
  (deed) => deeds.apply(deed),
);

let view: EditorView | null = null;
let sent: Sent[] = [];
let outline: ChangeDesc = ChangeSet.empty(0).desc;

/** The editor gives itself here once it exists. */
export function attach(editor: EditorView): void {
  view = editor;
}

export function editor(): EditorView | null {
  return view;
}

/** Called by the editor for every change of the text, whoever made it. */
export function changed(changes: ChangeSet, after: Text): void {
  outline = outline.composeDesc(changes.desc);
  sent = sent.map((s) => ({ version: s.version, since: s.since.composeDesc(changes.desc) }));
  docText.value = after.toString();
}

/** The server's text has a version: outlines will speak of it.
 *
 * @param since what the editor's text has more than that one.
 */
export function noteVersion(version: number, since: ChangeSet | null): void {
  const desc = (since ?? ChangeSet.empty(docText.value.length)).desc;
  sent = [...sent.slice(-50), { version, since: desc }];
}

/** An outline has come. */
export function noteOutline(version: number): void {
  const entry = sent.find((s) => s.version === version);
  if (entry) outline = entry.since;
  sent = sent.filter((s) => s.version >= version);
}

const REPLACED: Record<string, string> = {
  search: "keep the search's numbers",
  disk: "take the text of the file",
  edit: "an edit of another page",
};

/** Puts another text in, which is no step that could be undone. */
export function replaceAll(text: string): void {
  if (!view) return;
  const changes = changeBetween(view.state.doc, toText(text));
  if (!changes.empty) dispatch(changes, "history");
}

/** Puts a change in that was made elsewhere: by another page, by a search. It can be undone here too. */
export function takeIn(changes: ChangeSet, reason: string): void {
  if (!view || changes.empty) return;
  const group = reason === "edit" ? "other page" : "";
  history.text(changes, view.state.doc, group, REPLACED[reason] ?? reason);
  dispatch(changes, "history");
}

function dispatch(changes: ChangeSet, event: string): void {
  view?.dispatch({ changes, userEvent: event, annotations: Transaction.addToHistory.of(false) });
}

/** A span of the outline in the text of this moment. */
export function place(start: number, end: number): [number, number] {
  const length = outline.length;
  return [outline.mapPos(Math.min(start, length), -1), outline.mapPos(Math.min(end, length), 1)];
}

/** The literal with this index, or null when it has been edited away. */
export function numberAt(index: number): LiveNumber | null {
  const info = program.value?.numbers[index];
  if (!info) return null;
  const [start, end] = place(info.start, info.end);
  const text = docText.value.slice(start, end);
  const value = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) ? { index, info, start, end, value, text } : null;
}

/** Writes a new value for a literal, in the style in which it stands there. */
export function setNumber(index: number, value: number, label = ""): void {
  const number = numberAt(index);
  if (!number) return;
  const step = stepOf(number.value, number.info.unit) / 10;
  const text = writeNumber(snap(value, step), number.text, step);
  if (text !== number.text)
    replace(number.start, number.end, text, `number ${index}`, label || number.info.label);
}

/** Replaces a stretch of the text as one undoable step (joined with quick ones of the same group). */
export function replace(start: number, end: number, insert: string, group: string, label: string): void {
  if (!view) return;
  const changes = ChangeSet.of({ from: start, to: end, insert }, view.state.doc.length);
  history.text(changes, view.state.doc, grouped(group), label);
  dispatch(changes, "studio");
}

/** Makes the whole text another one, as one undoable step. */
export function rewriteAll(text: string, label: string): void {
  if (!view) return;
  const changes = changeBetween(view.state.doc, toText(text));
  if (changes.empty) return;
  history.text(changes, view.state.doc, "", label);
  dispatch(changes, "studio");
}

/** Puts the cursor on a stretch of the text and shows it. */
export function reveal(start: number, end: number): void {
  if (!view) return;
  const length = view.state.doc.length;
  view.dispatch({
    selection: { anchor: Math.min(start, length), head: Math.min(end, length) },
    scrollIntoView: true,
  });
  view.focus();
}
