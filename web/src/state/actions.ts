/** What a user can do, by name: buttons, keys and the command palette all call these. */

import { signal } from "@preact/signals";
import { clamp } from "../maths/number";
import { deeds, history, rewriteAll } from "./document";
import { type Deed, grouped } from "./history";
import { overlay } from "./overlay";
import { nextId, send, whenSettled } from "./session";
import * as store from "./store";

export const tourStep = signal(-1);

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4] as const;
export const speeds: readonly number[] = SPEEDS;

export function togglePlay(): void {
  send({ type: store.playing.value ? "pause" : "play" });
}

export function step(frames: number): void {
  send({ type: "step", frames });
}

export function scrub(time: number): void {
  send({ type: "scrub", time: clamp(time, store.tailNow.peek(), store.headNow.peek()) });
}

export function branch(): void {
  send({ type: "branch", time: store.timeNow.value });
  send({ type: "play" });
  store.moments.value = store.moments.value.filter((m) => m.time <= store.timeNow.value);
  store.mark("branch");
}

export function reset(): void {
  store.ended.value = null;
  store.moments.value = [];
  send({ type: "reset" });
  send({ type: "play" });
}

export function setSpeed(factor: number): void {
  send({ type: "setSpeed", factor });
}

export function shiftSpeed(direction: number): void {
  const now = store.transport.value?.speed ?? 1;
  const near = SPEEDS.reduce((a, b) => (Math.abs(b - now) < Math.abs(a - now) ? b : a));
  const index = clamp(SPEEDS.indexOf(near) + direction, 0, SPEEDS.length - 1);
  setSpeed(SPEEDS[index] ?? 1);
}

export function throwBall(angle = (Math.random() - 0.5) * 2 * Math.PI, mass = 2): void {
  send({ type: "throw", mass, speed: 8, angle });
  store.mark("ball");
}

export function pushTrunk(forward: number, left: number): void {
  send({ type: "push", part: "trunk", force: [forward, left, 0], seconds: 0.2 });
  store.mark("push");
}

export function setRagdoll(on: boolean): void {
  send({ type: "setRagdoll", on });
  store.mark(on ? "ragdoll" : "control");
}

export function getUp(): void {
  store.ended.value = null;
  send({ type: "getUp" });
  store.mark("get up");
}

/** Goes to a node of the graph of the moves; "" lets the script drive the body again. */
export function go(node: string): void {
  store.ended.value = null;
  send({ type: "go", node });
  store.mark(node ? `go: ${node}` : "script");
}

function apply(deed: Deed): void {
  if ("ground" in deed) send({ type: "setGround", ground: deed.ground });
  else send({ type: "setProportions", values: deed.proportions });
}

deeds.apply = apply;

/** Another ground, undoable. */
export function setGround(ground: string, group = ""): void {
  const before = store.scene.value?.ground ?? "flat";
  if (before === ground) return;
  history.action(`ground: ${ground.split(":")[0]}`, { ground: before }, { ground }, grouped(group));
  apply({ ground });
}

/** Other proportions of the body, undoable. */
export function setProportions(values: Record<string, number>, label: string, group: string): void {
  const before = Object.fromEntries((store.scene.value?.proportions ?? []).map((p) => [p.name, p.value]));
  const after = { ...before, ...values };
  history.action(label, { proportions: before }, { proportions: after }, grouped(group));
  apply({ proportions: after });
}

/** Back to the text and the body that were saved; it can be undone. */
export function revert(): void {
  rewriteAll(store.savedText.value, "back to what was saved");
  const now = store.scene.value?.proportions ?? [];
  const saved = store.savedProportions.value;
  if (!now.some((p) => Math.abs(p.value - (saved[p.name] ?? 1)) > 1e-9)) return;
  const values = Object.fromEntries(now.map((p) => [p.name, saved[p.name] ?? 1]));
  setProportions(values, "the body that was saved", "");
}

/** Changes a live parameter by its name; does nothing where the skill has none of that name. */
export function setParameter(name: string, value: number): void {
  const parameter = store.program.value?.parameters.find((p) => p.name === name);
  if (!parameter) return;
  send({ type: "setParameter", name, value: clamp(value, parameter.low, parameter.high) });
}

export function nudgeParameter(name: string, by: number): void {
  const parameter = store.program.value?.parameters.find((p) => p.name === name);
  if (parameter) setParameter(name, (store.values.value[name] ?? parameter.value) + by);
}

export function openSkill(name: string): void {
  send({ type: "openSkill", name });
  overlay.value = "none";
}

export function duplicate(name: string): void {
  send({ type: "duplicate", name, to: null });
  overlay.value = "none";
}

/** Writes the script into the project as soon as the server has all of it.
 *
 * @param to another file; null: its own, or a new one.
 * @param expectedDigest of the file that may be overwritten.
 */
export function save(to: string | null = null, expectedDigest: string = store.fileDigest.now): void {
  const file = to ?? (store.scriptFile.value || null);
  if (!whenSettled(() => void send({ type: "save", to: file, expectedDigest })))
    store.tell({ level: "error", text: "Not saved: there is no connection.", help: "It is tried again." });
}

export function keepMine(): void {
  const found = store.conflict.value;
  if (found) save(found.name, found.digest);
  endConflict();
}

export function takeTheirs(): void {
  const found = store.conflict.value;
  if (found) send({ type: "takeTheirs", name: found.name });
  endConflict();
}

export function saveAs(name: string): void {
  save(name, "");
  endConflict();
}

export function endConflict(): void {
  store.conflict.value = null;
  overlay.value = "none";
}

export function exportAs(kind: string): void {
  const id = nextId();
  const row = { id, kind, share: 0, text: "waiting", url: "", ended: false };
  store.exportRows.value = [...store.exportRows.value, row];
  if (!send({ type: "export", id, kind })) store.exportRows.value = store.exportRows.value.slice(0, -1);
}

export function cancelExport(id: number): void {
  send({ type: "cancelExport", id });
}

export function dropExport(id: number): void {
  store.exportRows.value = store.exportRows.value.filter((row) => row.id !== id);
}

export function undo(): void {
  history.undo();
}

export function redo(): void {
  history.redo();
}
