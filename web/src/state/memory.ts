/** What can be undone, kept for each script of each project: opening another one or reloading loses nothing. */

import { effect } from "@preact/signals";
import { docText, history } from "./document";
import { redoLabel, undoLabel } from "./history";
import { project, scriptName } from "./store";

const PREFIX = "footfall.undo.";
const SOON_MS = 300;
const MOST_LETTERS = 500_000;
const MOST_SCRIPTS = 40;

let timer: ReturnType<typeof setTimeout> | null = null;

function keyOf(name: string): string {
  return `${PREFIX}${project.peek()?.path ?? ""} ${name}`;
}

/** Writes the history of the open script. */
export function keepHistory(): void {
  if (timer) clearTimeout(timer);
  timer = null;
  const name = scriptName.peek();
  if (name === "") return;
  const stored = history.store();
  const text = JSON.stringify({ text: docText.peek(), at: Date.now(), ...stored });
  try {
    if (stored.done.length + stored.undone.length === 0) localStorage.removeItem(keyOf(name));
    else if (text.length < MOST_LETTERS) {
      localStorage.setItem(keyOf(name), text);
      forgetOld();
    }
  } catch {
    // without storage the page works, it only forgets
  }
}

function forgetOld(): void {
  const keys = Object.keys(localStorage).filter((k) => k.startsWith(PREFIX));
  if (keys.length <= MOST_SCRIPTS) return;
  const age = (k: string) => Number((JSON.parse(localStorage.getItem(k) ?? "{}") as { at?: number }).at ?? 0);
  for (const key of keys.sort((a, b) => age(a) - age(b)).slice(0, keys.length - MOST_SCRIPTS))
    localStorage.removeItem(key);
}

/** Takes the history of a script up again; it must lead to the text that the script has now. */
export function recallHistory(name: string, text: string): void {
  history.clear();
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(name)) ?? "null") as {
      text: string;
      done: unknown[];
      undone: unknown[];
    } | null;
    if (stored?.text === text) history.restore(stored);
  } catch {
    // nothing that could be read
  }
}

/** Keeps the history a moment after every step, and when the page goes away. */
export function watchHistory(): void {
  effect(() => {
    void undoLabel.value;
    void redoLabel.value;
    void docText.value;
    if (timer) clearTimeout(timer);
    timer = setTimeout(keepHistory, SOON_MS);
  });
  addEventListener("pagehide", keepHistory);
}
