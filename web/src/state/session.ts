/** The page's side of the conversation: sends edits one at a time, takes answers in. */

import { batch, effect } from "@preact/signals";
import { type FromPage, PROTOCOL, type Script, type ToPage } from "../messages";
import type { Ghost, Pose } from "../net/frame";
import { Connection } from "../net/socket";
import { docText, history, noteOutline, noteSent, replaceAll } from "./document";
import { ghostLast, ghostNext } from "./prefs";
import * as store from "./store";

type Waiting = { resolve: (message: ToPage | null) => void; timer: ReturnType<typeof setTimeout> };

export interface StageSink {
  pose(pose: Pose): void;
  ghost(ghost: Ghost): void;
}

let connection: Connection | null = null;
let stage: StageSink | null = null;
let version = 0;
let inFlight = 0;
let dirty = false;
let dirtySince = 0;
let requests = 0;
/** What was being edited when the server went away, until it has opened that again. */
let mine: { name: string; text: string } | null = null;
let ghostTimer: ReturnType<typeof setTimeout> | null = null;
const SCRUB_MS = 80; // a scrub that goes on asks for no ghosts yet
const editedAt = new Map<number, number>();
const waiting = new Map<number, Waiting>();

export function start(): void {
  connection ??= new Connection({ message: take, pose: takePose, ghost: takeGhost, state: takeState });
  effect(() => {
    const wanted = { next: ghostNext.value, last: ghostLast.value };
    // While an earlier moment is shown, ghosts begin there: that is the moment that was chosen.
    const fromTime = store.earlier.value ? store.timeNow.value : null;
    if (ghostTimer) clearTimeout(ghostTimer);
    ghostTimer = null;
    if (store.link.value !== "open") return;
    const wish = () => void send({ type: "setGhosts", ...wanted, seconds: 2, fromTime });
    if (fromTime === null) wish();
    else ghostTimer = setTimeout(wish, SCRUB_MS);
  });
}

export function setStage(sink: StageSink | null): void {
  stage = sink;
}

export function send(message: FromPage): boolean {
  return connection?.send(message) ?? false;
}

/** Sends a question and waits for the answer with the same id; null when none comes. */
export function ask(make: (id: number) => FromPage): Promise<ToPage | null> {
  const id = ++requests;
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      waiting.delete(id);
      resolve(null);
    }, 3000);
    waiting.set(id, { resolve, timer });
    if (!send(make(id))) answer(id, null);
  });
}

export function nextId(): number {
  return ++requests;
}

function answer(id: number, message: ToPage | null): void {
  const entry = waiting.get(id);
  if (!entry) return;
  clearTimeout(entry.timer);
  waiting.delete(id);
  entry.resolve(message);
}

/** The text has changed: tell the server, but never have two versions on their way. */
export function textChanged(): void {
  if (!dirty) dirtySince = performance.now();
  dirty = true;
  sendEdit();
}

function sendEdit(): void {
  if (!dirty || inFlight > 0 || store.link.peek() !== "open") return;
  version += 1;
  if (!send({ type: "edit", version, text: docText.peek(), ghost: ghostNext.peek() || ghostLast.peek() }))
    return;
  dirty = false;
  inFlight = version;
  editedAt.set(version, dirtySince);
  store.awaited.ghost = ghostNext.peek() ? performance.now() : 0;
  noteSent(version);
  store.mark("edit");
}

function takeState(state: "open" | "lost"): void {
  if (inFlight > 0) dirty = true; // nobody knows whether it arrived
  inFlight = 0;
  store.link.value = state;
}

function takePose(pose: Pose): void {
  const scene = store.scene.peek();
  if (scene && (scene.id & 0xffff) === pose.scene) {
    store.takePose(pose, performance.now());
    stage?.pose(pose);
  }
  // At once: a page that is busy drawing answers late by itself, and then gets fewer and fresher frames.
  send({ type: "ack", seq: pose.seq });
  store.received.count += 1;
}

function takeGhost(ghost: Ghost): void {
  const scene = store.scene.peek();
  store.awaited.ghost = 0;
  if (!scene || (scene.id & 0xffff) !== ghost.scene) return;
  const began = editedAt.get(ghost.version);
  if (began !== undefined && ghost.which === "next") store.noteTiming("ghost", performance.now() - began);
  if (ghost.which === "next") store.latest.ghost = ghost;
  stage?.ghost(ghost);
}

function takeScript(message: Script): void {
  const known = store.scriptName.peek();
  // After a lost connection: what was typed meanwhile counts, and what a server that has begun anew forgot.
  const forgot = version > 0 && message.reason === "restored" && (dirty || message.version < version);
  if (forgot && message.name !== known && docText.peek() !== store.savedText.peek()) {
    version = Math.max(version, message.version);
    mine = { name: known, text: docText.peek() };
    send({ type: "openSkill", name: known });
    return;
  }
  const ours = forgot && message.name === known;
  if (mine?.name === message.name && message.reason === "opened") {
    replaceAll(mine.text, "");
    dirty = true;
  }
  batch(() => {
    store.scriptName.value = message.name;
    store.scriptFile.value = message.file;
  });
  version = Math.max(version, message.version);
  inFlight = 0;
  if ((ours || mine?.name === message.name) && docText.peek() !== message.text) {
    mine = null;
    textChanged();
    return;
  }
  mine = null;
  const undoable = message.reason === "search" || message.reason === "edited";
  dirty = false;
  replaceAll(message.text, undoable ? message.reason : "");
  dirty = false;
  noteSent(message.version);
  if (!undoable) {
    history.clear();
    store.savedText.value = message.text;
    store.moments.value = [];
  }
}

/** True while a text that came from the server is being put into the editor. */
let receiving = false;

export function isReceiving(): boolean {
  return receiving;
}

function takeChecked(message: Extract<ToPage, { type: "checked" }>): void {
  if (message.problems.length > 0 || store.problems.peek().length > 0)
    store.problems.value = message.problems;
  if (!message.ok) store.awaited.ghost = 0;
  const began = editedAt.get(message.version);
  if (began !== undefined) store.noteTiming("diagnostics", performance.now() - began);
  for (const old of editedAt.keys()) if (old < message.version - 20) editedAt.delete(old);
  if (message.version >= inFlight) inFlight = 0;
  sendEdit();
}

function takeSearch(message: Extract<ToPage, { type: "search" }>): void {
  const fresh = message.state === "starting" || message.state === "idle";
  store.searchPoints.value = fresh ? message.points : [...store.searchPoints.value, ...message.points];
  store.search.value = message;
}

function takeExport(message: Extract<ToPage, { type: "exporting" | "exported" }>): void {
  const done = message.type === "exported";
  store.exportRows.value = store.exportRows.value.map((row) =>
    row.id !== message.id
      ? row
      : { ...row, share: done ? 1 : message.share, text: message.text, url: done ? message.url : "" },
  );
}

function take(message: ToPage): void {
  switch (message.type) {
    case "hello":
      if (message.protocol !== PROTOCOL) location.reload();
      store.hello.value = message;
      return;
    case "scene":
      store.latest.pose = null; // what it shows is gone
      store.scene.value = message;
      return;
    case "program":
      noteOutline(message.version);
      store.program.value = message;
      return;
    case "checked":
      takeChecked(message);
      return;
    case "script":
      receiving = true;
      takeScript(message);
      receiving = false;
      return;
    case "values":
      store.values.value = message.values;
      return;
    case "transport":
      store.transport.value = message;
      if (message.live)
        store.ended.value = message.head < (store.ended.peek()?.time ?? 0) ? null : store.ended.peek();
      return;
    case "ended":
      store.ended.value = message;
      return;
    case "search":
      takeSearch(message);
      return;
    case "gallery":
      store.gallery.value = message.items;
      return;
    case "project":
      store.project.value = message;
      if (message.saved !== "") {
        store.savedText.value = docText.peek();
        store.scriptFile.value = message.saved;
        store.tell({ level: "info", text: `Saved as ${message.saved}`, help: "" }, 3);
      }
      return;
    case "projects":
      store.projects.value = message.names;
      return;
    case "exporting":
    case "exported":
      takeExport(message);
      return;
    case "completions":
    case "hovered":
      answer(message.id, message);
      return;
    case "restarted":
      store.tell({ level: "warning", text: `The simulation ${message.reason} and is back.`, help: "" });
      return;
    case "note":
      store.tell(message);
      return;
    case "refused":
      store.tell({ level: "error", text: message.text, help: message.help });
      return;
    case "ghostInfo":
      if (message.which === "next") store.noteTiming("server", message.wallMs);
      return;
  }
}
