/** Keys of the page; they rest while a text is being written. */

import * as act from "../state/actions";
import { hold } from "../state/history";
import { overlay } from "../state/overlay";
import { fullStage } from "../state/prefs";
import { send } from "../state/session";
import { headNow, ragdoll, tailNow } from "../state/store";
import { chooseView, focusBody } from "../ui/handle";

const HEADING_STEP = 0.1; // rad
const SPEED_STEP = 0.1; // m/s

function writing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.tagName === "TEXTAREA" || target.tagName === "SELECT") return true;
  return target instanceof HTMLInputElement && target.type !== "checkbox" && target.type !== "range";
}

const PLAIN: Record<string, (event: KeyboardEvent) => void> = {
  " ": act.togglePlay,
  ArrowLeft: (e) => act.step(e.shiftKey ? -10 : -1),
  ArrowRight: (e) => act.step(e.shiftKey ? 10 : 1),
  Home: () => act.scrub(tailNow.value),
  End: () => act.scrub(headNow.value),
  Enter: act.branch,
  Backspace: act.reset,
  "[": () => act.shiftSpeed(-1),
  "]": () => act.shiftSpeed(1),
  "?": () => {
    overlay.value = "keys";
  },
  b: () => act.throwBall(),
  p: (e) => (e.shiftKey ? act.pushTrunk(0, 300) : act.pushTrunk(300, 0)),
  r: () => act.setRagdoll(!ragdoll.value),
  g: () => {
    overlay.value = "gallery";
  },
  f: focusBody,
  m: () => {
    fullStage.value = !fullStage.value;
  },
  "1": () => chooseView("front"),
  "2": () => chooseView("quarter"),
  "3": () => chooseView("side"),
  "7": () => chooseView("top"),
  w: () => act.nudgeParameter("speed", SPEED_STEP),
  s: () => act.nudgeParameter("speed", -SPEED_STEP),
  a: () => act.nudgeParameter("heading", HEADING_STEP),
  d: () => act.nudgeParameter("heading", -HEADING_STEP),
};

const CONTROL: Record<string, (event: KeyboardEvent) => void> = {
  k: () => {
    overlay.value = "palette";
  },
  s: () => act.save(),
  z: (e) => (e.shiftKey ? act.redo() : act.undo()),
  y: act.redo,
};

/** Buttons and sliders use these keys themselves. */
function usedByControl(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return true;
  const button = target.closest("button, a, summary, [role=tab]") !== null;
  return button && (event.key === " " || event.key === "Enter");
}

const TWICE_MS = 700;
let escaped = 0;

/** Escape closes what lies over the page. The script is left only by a second one: who goes on typing after
 * having closed a list of completions must not push, throw and reset. */
function onEscape(event: KeyboardEvent): boolean {
  if (overlay.value === "gallery") {
    overlay.value = "none";
    return true;
  }
  if (!(event.target instanceof HTMLElement) || !event.target.closest(".cm-editor")) {
    if (overlay.value !== "none" || !fullStage.value) return false;
    fullStage.value = false;
    return true;
  }
  const twice = event.timeStamp - escaped < TWICE_MS && !event.defaultPrevented;
  escaped = event.defaultPrevented ? 0 : event.timeStamp;
  if (twice) document.querySelector<HTMLElement>("[data-testid=canvas]")?.focus();
  return true;
}

function onKeyDown(event: KeyboardEvent): void {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) {
    const command = CONTROL[key];
    const inText = writing(event.target) && (key === "z" || key === "y");
    if (!command || inText || event.altKey) return;
    event.preventDefault();
    command(event);
    return;
  }
  if (key === "Escape" && onEscape(event)) return;
  if (event.altKey || writing(event.target) || overlay.value !== "none" || usedByControl(event)) return;
  if (/^[a-z0-9]$/.test(key) && !event.repeat) send({ type: "key", name: key.toUpperCase(), down: true });
  const command = PLAIN[key];
  if (!command) return;
  event.preventDefault();
  command(event);
}

function onKeyUp(event: KeyboardEvent): void {
  const key = event.key.toUpperCase();
  if (/^[A-Z0-9]$/.test(key) && !writing(event.target)) send({ type: "key", name: key, down: false });
}

export function listenToKeys(): void {
  addEventListener("keydown", onKeyDown);
  addEventListener("keyup", onKeyUp);
  addEventListener("pointerdown", () => hold(true), { capture: true });
  addEventListener("pointerup", () => hold(false), { capture: true });
  addEventListener("pointercancel", () => hold(false), { capture: true });
}
