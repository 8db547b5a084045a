/** What lies over the page. */

import { signal } from "@preact/signals";

export type OverlayName = "none" | "gallery" | "keys" | "palette" | "export" | "projects" | "conflict";

export const overlay = signal<OverlayName>("none");
