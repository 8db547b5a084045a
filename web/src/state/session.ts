/** The page's side of the conversation: sends edits one at a time, takes answers in. */

import type { ChangeSet } from "@codemirror/state";
import { batch, effect } from "@preact/signals";
import {
  type Edited,
  type FromPage,
  MAX_TEXT,
  PROTOCOL,
  type Project,
  type Script,
  type Starting,
  type ToPage,
} from "../messages";
import type { Ghost, Pose } from "../net/packet";
import { Connection } from "../net/socket";
import { docText, noteOutline, noteVersion, replaceAll, takeIn } from "./document";
import { keepHistory, recallHistory, watchHistory } from "./memory";
import { overlay } from "./overlay";
import { ghostLast, ghostNext } from "./prefs";
import { changeBetween, fromChanges, Shared, toText } from "./shared";
import * as store from "./store";

type Waiting = { resolve: (message: ToPage | null) => void; timer: ReturnType<typeof setTimeout> };

export interface StageSink {
  pose(pose: Pose): void;
  ghost(ghost: Ghost): void;
}

let connection: Connection | null = null;
let stage: StageSink | null = null;
let session = "";
const shared = new Shared(crypto.getRandomValues(new Uint32Array(3)).join("-"));
/** The server does not take the text as it is. */
let tooLong = false;
/** Since when there has been something to send, and what it was for the last that was sent, ms. */
let dirtySince = 0;
let sentAt = 0;
/** To be done as soon as the server has confirmed everything. */
let afterwards: (() => void) | null = null;
/** Begins anywhere: the server tells all pages of an export by its number. */
let requests = (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 1_000_000_000;
/** What was being edited when the server went away, until it has opened that again. */
let mine: { name: string; text: string; digest: string } | null = null;
let ghostTimer: ReturnType<typeof setTimeout> | null = null;
const SCRUB_MS = 80; // a scrub that goes on asks for no ghosts yet
const editedAt = new Map<number, number>();
const waiting = new Map<number, Waiting>();

export function start(): void {
  watchHistory();
  connection ??= new Connection({ message: take, pose: takePose, ghost: takeGhost, state: takeState });
  effect(() => {
    const wanted = { next: ghostNext.value, last: ghostLast.value };
    // While an earlier moment is shown, ghosts begin there: that is the moment that was chosen.
    const fromTime = store.earlier.value ? store.timeNow.value : null;
    if (ghostTimer) clearTimeout(ghostTimer);
    ghostTimer = null;
    if (store.link.value !== "open") return;
    const apply = () => void send({ type: "setGhosts", ...wanted, seconds: 2, fromTime });
    if (fromTime === null) apply();
    else ghostTimer = setTimeout(apply, SCRUB_MS);
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

/** The editor has changed the text: tell the server. */
export function textChanged(changes: ChangeSet): void {
  if (shared.settled) dirtySince = performance.now();
  shared.local(changes);
  tooLong = false;
  sendEdit();
}

function sendEdit(): void {
  if (tooLong || store.link.peek() !== "open") return;
  const edit = shared.next();
  if (!edit) return;
  const message: FromPage = { type: "edit", ...edit, ghost: ghostNext.peek() || ghostLast.peek() };
  if (docText.peek().length > MAX_TEXT || !send(message)) {
    shared.release();
    tooLong = docText.peek().length > MAX_TEXT;
    if (tooLong) store.tell({ level: "error", text: "The text is too long.", help: "Undo what was added." });
    return;
  }
  sentAt = dirtySince;
  dirtySince = performance.now();
  store.awaited.ghost = ghostNext.peek() ? performance.now() : 0;
  store.mark("edit");
}

/** Whether the server has confirmed everything. */
export function isSettled(): boolean {
  return shared.settled;
}

/** Does something as soon as the server has confirmed everything; false when there is no connection. */
export function whenSettled(then: () => void): boolean {
  if (store.link.peek() !== "open") return false;
  if (shared.settled) then();
  else afterwards = then;
  return true;
}

/** The server's text has another version now. */
function advanced(): void {
  noteVersion(shared.version, shared.unconfirmed);
  sendEdit();
  if (!shared.settled || !afterwards) return;
  afterwards();
  afterwards = null;
}

function takeEdited(message: Edited): void {
  if (message.own || shared.isOwn(message.name)) {
    shared.confirm(message.version);
    editedAt.set(message.version, sentAt);
  } else {
    const changes = fromChanges(message.changes, shared.synced.length);
    receive(() => takeIn(shared.remote(changes, message.version), message.reason));
  }
  advanced();
}

function takeState(state: "open" | "lost" | "shut"): void {
  shared.release(); // nobody knows whether it arrived
  store.link.value = state;
}

function takePose(pose: Pose): void {
  const scene = store.scene.peek();
  if (scene && (scene.id & 0xffff) === pose.scene) {
    store.takePose(pose, performance.now());
    stage?.pose(pose);
  }
  // At once: a page that is busy drawing answers late by itself, and then gets fewer and newer packets.
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

/** Whether a text of a server that has begun anew is to give way to what is in the editor. */
function forgotten(message: Script): boolean {
  if (message.reason !== "restored" || shared.version === 0) return false;
  const unsaved = docText.peek() !== store.savedText.peek();
  return message.session === session ? !shared.settled && message.name !== store.scriptName.peek() : unsaved;
}

function takeScript(message: Script): void {
  const known = store.scriptName.peek();
  const [forgot, same] = [forgotten(message), message.session === session];
  session = message.session;
  keepHistory();
  if (forgot && message.name !== known) {
    mine = { name: known, text: docText.peek(), digest: store.fileDigest.now };
    send({ type: "openSkill", name: known });
    return;
  }
  const text = toText(message.text);
  if (message.reason === "restored" && message.name === known && (same || (forgot && !message.fresh))) {
    // The same script, and perhaps edited by others meanwhile: both count.
    receive(() => takeIn(shared.rejoin(text, message.version, message.acceptedEdits), "edit"));
  } else if (forgot || mine?.name === message.name) {
    // The server knows nothing of what was edited here: all of it is a change of what the server has.
    const own = mine?.text ?? docText.peek();
    receive(() => replaceAll(own));
    shared.reset(text, message.version);
    shared.local(changeBetween(text, toText(own)));
    store.fileDigest.now = mine?.digest ?? store.fileDigest.now;
  } else {
    receive(() => replaceAll(message.text));
    shared.reset(text, message.version);
    recallHistory(message.name, message.text);
    afterwards = null;
    store.moments.value = [];
    store.fileDigest.now = message.digest;
    if (message.reason !== "restored") {
      store.ended.value = null;
      store.starting.value ??= waitingFor(message.name);
    }
  }
  mine = null;
  store.savedText.value = message.savedText;
  store.savedProportions.value = message.savedProportions;
  batch(() => {
    store.scriptName.value = message.name;
    store.scriptFile.value = message.file;
  });
  advanced();
}

function waitingFor(name: string): Starting {
  return { type: "starting", name, text: "Starting the simulation", share: null, seconds: 0 };
}

/** True while a text that came from the server is being put into the editor. */
let receiving = false;

export function isReceiving(): boolean {
  return receiving;
}

function receive(put: () => void): void {
  receiving = true;
  put();
  receiving = false;
}

function takeChecked(message: Extract<ToPage, { type: "checked" }>): void {
  if (message.problems.length > 0 || store.problems.peek().length > 0)
    store.problems.value = message.problems;
  if (!message.ok) store.awaited.ghost = 0;
  const began = editedAt.get(message.version);
  if (began !== undefined) store.noteTiming("diagnostics", performance.now() - began);
  for (const old of editedAt.keys()) if (old < message.version - 20) editedAt.delete(old);
}

function takeProject(message: Project): void {
  store.project.value = message;
  if (message.digest !== "") {
    store.fileDigest.now = message.digest;
    store.savedText.value = shared.synced.toString();
    store.savedProportions.value = message.savedProportions;
  }
  if (message.saved === "") return;
  batch(() => {
    store.scriptFile.value = message.saved;
    store.scriptName.value = message.saved;
  });
  store.tell({ level: "info", text: `Saved as ${message.saved}`, help: "" }, 3);
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
      : {
          ...row,
          share: done ? 1 : message.share,
          text: message.text,
          url: done ? message.url : "",
          ended: done,
        },
  );
}

function takeFailedExport(message: Extract<ToPage, { type: "exportFailed" }>): void {
  store.exportRows.value = store.exportRows.value.map((row) =>
    row.id !== message.id ? row : { ...row, text: `${message.text}. ${message.help}`.trim(), ended: true },
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
      store.starting.value = null;
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
      takeScript(message);
      return;
    case "edited":
      takeEdited(message);
      return;
    case "values":
      store.values.value = message.values;
      return;
    case "transport":
      store.transport.value = message;
      if (message.live && message.head < (store.ended.peek()?.time ?? 0)) store.ended.value = null;
      return;
    case "ended":
      store.ended.value = message;
      return;
    case "going":
      store.going.value = message.to ? message : null;
      return;
    case "search":
      takeSearch(message);
      return;
    case "gallery":
      store.gallery.value = message.items;
      return;
    case "project":
      takeProject(message);
      return;
    case "conflict":
      store.conflict.value = message;
      overlay.value = "conflict";
      return;
    case "projects":
      store.projects.value = message.names;
      return;
    case "exporting":
    case "exported":
      takeExport(message);
      return;
    case "exportFailed":
      takeFailedExport(message);
      return;
    case "starting":
      store.starting.value = message;
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
      if (message.what === "begin") store.starting.value = null;
      if (message.what === "edit") {
        shared.release();
        tooLong = true; // or does not fit: the next change is tried again
      }
      store.tell({ level: "error", text: message.text, help: message.help });
      return;
    case "ghostInfo":
      if (message.which === "next") store.noteTiming("server", message.wallMs);
      return;
  }
}
