/** The ground: choose a kind, shape it with sliders; it changes while the body walks. */

import { signal } from "@preact/signals";
import { setGround } from "../state/actions";
import { defaults, GROUNDS, type GroundKind, groundText } from "../state/grounds";
import { latest, scene } from "../state/store";
import { Slider } from "./Slider";

const SOON_MS = 90; // a ground takes longer to build than a frame: the last value of a quick drag counts

/** What was chosen here, and where it begins: kept while the menu is closed. */
const chosen = signal<{ kind: string; values: Record<string, number>; text: string } | null>(null);
let timer: ReturnType<typeof setTimeout> | null = null;

function take(ground: GroundKind, values: Record<string, number>, group: string): void {
  const text = groundText(ground, values, latest.pose?.com[0] ?? 0);
  chosen.value = { kind: ground.kind, values, text };
  if (timer) clearTimeout(timer);
  timer = setTimeout(() => setGround(text, group), group === "" ? 0 : SOON_MS);
}

export function GroundMenu() {
  const now = scene.value?.ground ?? "flat";
  const written = now.split(":")[0] ?? "flat";
  // A staircase further on is written as steps: what was chosen here says what it is.
  const kind = chosen.value && (chosen.value.text === now || timer) ? chosen.value.kind : written;
  const ground = GROUNDS.find((g) => g.kind === kind);
  const values = {
    ...(ground ? defaults(ground) : {}),
    ...(chosen.value?.kind === kind ? chosen.value.values : {}),
  };
  return (
    <>
      <h3>Ground</h3>
      <div class="kinds">
        {GROUNDS.map((g) => (
          <button
            key={g.kind}
            type="button"
            class="btn"
            data-testid={`ground-${g.kind}`}
            aria-pressed={g.kind === kind}
            onClick={() => take(g, defaults(g), "")}
          >
            {g.label}
          </button>
        ))}
      </div>
      {ground?.numbers.map((n) => (
        <Slider
          key={`${ground.kind} ${n.name}`}
          label={n.label}
          value={values[n.name] ?? n.value}
          low={n.low}
          high={n.high}
          step={n.step}
          unit={n.unit}
          reset={n.value}
          testid={`ground-${ground.kind}-${n.name}`}
          onChange={(v) =>
            take(ground, { ...values, [n.name]: Math.min(n.high, Math.max(n.low, v)) }, ground.kind)
          }
        />
      ))}
    </>
  );
}
