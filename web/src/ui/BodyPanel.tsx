/** The proportion editor: both sides at once, the body is rebuilt at once. */

import { signal } from "@preact/signals";
import { setProportions } from "../state/actions";
import { scene } from "../state/store";
import { Slider } from "./Slider";

/** Values on their way: a slider must not jump back while the body is rebuilt. */
const pending = signal<Record<string, number>>({});
let timer: ReturnType<typeof setTimeout> | null = null;

function change(name: string, label: string, value: number): void {
  pending.value = { ...pending.value, [name]: value };
  if (timer) clearTimeout(timer);
  // Rebuilding takes longer than a frame: the last value of a quick drag is the one that counts.
  timer = setTimeout(() => {
    setProportions(pending.peek(), label, `proportion ${name}`);
    timer = setTimeout(() => {
      pending.value = {};
    }, 1500);
  }, 60);
}

function reset(): void {
  const all = scene.value?.proportions ?? [];
  pending.value = {};
  setProportions(Object.fromEntries(all.map((p) => [p.name, 1])), "the body as designed", "");
}

export function BodyPanel() {
  const now = scene.value;
  const proportions = now?.proportions ?? [];
  const groups = [...new Set(proportions.map((p) => p.group))];
  const changed = proportions.some((p) => Math.abs(p.value - 1) > 1e-6);
  return (
    <div data-testid="body-panel">
      <section class="section">
        <div class="stats">
          <div class="stat">
            <b>{now?.body ?? "…"}</b>
            <span>body</span>
          </div>
          <div class="stat">
            <b>{now ? now.height.toFixed(2) : "…"} m</b>
            <span>height</span>
          </div>
          <div class="stat">
            <b data-testid="body-mass">{now ? now.mass.toFixed(1) : "…"} kg</b>
            <span>mass</span>
          </div>
        </div>
      </section>
      {groups.map((group) => (
        <section class="section" key={group}>
          <header>
            <h3>{group}</h3>
          </header>
          {proportions
            .filter((p) => p.group === group)
            .map((p) => (
              <Slider
                key={p.name}
                label={p.label}
                title={`${p.label}: times the body as designed, both sides`}
                value={pending.value[p.name] ?? p.value}
                low={p.low}
                high={p.high}
                step={0.01}
                unit="×"
                reset={1}
                testid={`proportion-${p.name}`}
                onChange={(v) => change(p.name, p.label, v)}
              />
            ))}
        </section>
      ))}
      <section class="section">
        <button type="button" class="btn" data-testid="body-reset" disabled={!changed} onClick={reset}>
          Back to the body as designed
        </button>
      </section>
    </div>
  );
}
