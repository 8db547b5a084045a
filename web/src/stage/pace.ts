/** How often and how finely to draw: a machine without a graphics card draws with the processors that the
 * simulation needs, too. */

import { quality, REST_MS } from "../state/prefs";
import { effort } from "../state/store";

const SLOW_MS = 45; // that a picture may take
const LOOKS = 24; // pictures between two looks at how long they take
const FINE = 2; // pixels for a point of the page at most
const COARSE = 0.5;

export class Pace {
  /** Pixels for a point of the page. */
  scale = quality === "low" ? COARSE : Math.min(devicePixelRatio, FINE);
  private times: number[] = [];

  constructor() {
    this.slow(quality === "low");
  }

  /** Blends of colours repaint the whole page sixty times a second: a slow machine does without. */
  private slow(yes: boolean): void {
    effort.slow = yes;
    document.documentElement.classList.toggle("slow", yes);
  }

  /** Whether it is too early for another picture. */
  early(ms: number): boolean {
    return effort.slow && ms < REST_MS;
  }

  /** Notes how long a picture took; true when they have to become simpler. */
  took(ms: number): boolean {
    if (quality !== "auto") return false;
    this.times.push(ms);
    if (this.times.length < LOOKS) return false;
    const usual = this.times.sort((a, b) => a - b)[LOOKS >> 1] ?? 0;
    this.times = [];
    this.slow(usual > SLOW_MS);
    if (!effort.slow || this.scale <= COARSE) return false;
    this.scale = Math.max(COARSE, this.scale * 0.7);
    return true;
  }
}
