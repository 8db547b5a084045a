/** What the page remembers between visits; everything has a sensible value without it. */

import { effect, type Signal, signal } from "@preact/signals";

export type Theme = "light" | "dark" | "system";
export type Layer = "com" | "support" | "forces" | "trails" | "arrows" | "grid";
export type PanelName = "phases" | "live" | "curves" | "graph" | "moves" | "body" | "search";

const PREFIX = "footfall.";

/** A signal that is kept in the browser's storage; a value that does not fit is dropped. */
function kept<T>(name: string, fallback: T): Signal<T> {
  let start = fallback;
  try {
    const stored = localStorage.getItem(PREFIX + name);
    if (stored !== null) {
      const value = JSON.parse(stored) as T;
      if (typeof value === typeof fallback) start = value;
    }
  } catch {
    start = fallback; // storage may be switched off, or hold something old
  }
  const result = signal(start);
  effect(() => {
    const text = JSON.stringify(result.value);
    try {
      localStorage.setItem(PREFIX + name, text);
    } catch {
      // without storage the page works, it only forgets
    }
  });
  return result;
}

export const theme = kept<Theme>("theme", "system");
export const codeWidth = kept("codeWidth", 0.36);
export const panelWidth = kept("panelWidth", 0.265);
export const tourDone = kept("tourDone", false);
export const layers = kept<Record<Layer, boolean>>("layers", {
  com: true,
  support: true,
  forces: true,
  trails: true,
  arrows: true,
  grid: true,
});
/** Which panes are there beside the stage; `fullStage` hides both, and all bars. */
export const codeOpen = kept("codeOpen", true);
export const panelOpen = kept("panelOpen", true);
export const fullStage = signal(false);
export const ghostNext = kept("ghostNext", true);
export const ghostLast = kept("ghostLast", false);
export const panel = kept<PanelName>("panel", "phases");

const query = new URLSearchParams(location.search);
/** How to draw: `auto` becomes coarser by itself where drawing is slow. */
export type Quality = "auto" | "low" | "high";
const asked = query.get("quality");
export const quality: Quality = asked === "low" || asked === "high" ? asked : "auto";
export const lowQuality = quality === "low";
/** Milliseconds between two pictures on a machine where drawing is slow; `?rest=` asks for more. */
export const REST_MS = Math.max(75, Number(query.get("rest")) || 0);

const darkSystem = matchMedia("(prefers-color-scheme: dark)");
export const dark = signal(false);

function applyTheme(): void {
  dark.value = theme.value === "dark" || (theme.value === "system" && darkSystem.matches);
  document.documentElement.dataset.theme = dark.value ? "dark" : "light";
}

effect(applyTheme);
darkSystem.addEventListener("change", applyTheme);

export function toggleTheme(): void {
  theme.value = dark.value ? "light" : "dark";
}

export function toggleLayer(name: Layer): void {
  layers.value = { ...layers.value, [name]: !layers.value[name] };
}
