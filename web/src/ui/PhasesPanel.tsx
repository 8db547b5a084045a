/** A card for each phase: duration, foot placement gains, target pose as a figure, all other numbers. */

import { computed, useSignal } from "@preact/signals";
import { makeLinks } from "../maths/skeleton";
import type { ActionInfo, PhaseInfo } from "../messages";
import { numberAt, place, reveal } from "../state/document";
import { phaseAngles } from "../state/poses";
import { clockNow, latest, phaseShown, poseScene, program, scene } from "../state/store";
import { Figure } from "./Figure";
import { NumberSlider } from "./Slider";

/** The body's links, made once per scene, when the first pose has come. */
export const links = computed(() => {
  const now = scene.value;
  const rows = poseScene.value === ((now?.id ?? -1) & 0xffff) ? latest.pose?.bodies : undefined;
  if (!now || !rows || rows.length !== now.bodies.length * 7) return [];
  return makeLinks(now, rows);
});

const GAINS: [string, string][] = [
  ["feedback.cd", "c_d"],
  ["feedback.cv", "c_v"],
  ["lateral.cd", "lateral c_d"],
  ["lateral.cv", "lateral c_v"],
];

function valueNumber(act: ActionInfo, argument: string): number {
  return act.values.find((v) => v.argument === argument)?.number ?? -1;
}

function Duration({ phase }: { phase: PhaseInfo }) {
  if (phase.duration >= 0)
    return <NumberSlider index={phase.duration} label="duration" testid={`duration-${phase.name}`} />;
  if (phase.lasts >= 0)
    return <NumberSlider index={phase.lasts} label="lasts" testid={`duration-${phase.name}`} />;
  const parameter = program.value?.parameters.find((p) => p.name === phase.durationParameter);
  if (!parameter || parameter.number < 0) return null;
  return (
    <NumberSlider
      index={parameter.number}
      label={`duration (${parameter.name})`}
      testid={`duration-${phase.name}`}
    />
  );
}

function Placement({ phase }: { phase: PhaseInfo }) {
  const rows = phase.actions.flatMap((act) =>
    GAINS.map(([argument, label]) => ({
      index: valueNumber(act, argument),
      label,
      key: `${act.subject} ${argument}`,
    })),
  );
  const own = rows.filter((r) => r.index >= 0);
  if (own.length === 0) return null;
  return (
    <>
      <div class="subhead">Foot placement</div>
      {own.map((r) => (
        <NumberSlider key={r.key} index={r.index} label={r.label} testid={`gain-${phase.name}-${r.label}`} />
      ))}
    </>
  );
}

function Angles({ phase }: { phase: PhaseInfo }) {
  const gains = new Set(GAINS.map(([argument]) => argument));
  const rows = phase.actions.flatMap((act) =>
    act.values
      .filter(
        (v) =>
          v.number >= 0 && !gains.has(v.argument) && v.kind === "angle" && !v.argument.startsWith("limits"),
      )
      .map((v) => ({
        index: v.number,
        label: v.argument === "angle" ? act.subject : `${act.subject} ${v.argument.split(".")[0]}`,
      })),
  );
  const open = useSignal(false);
  if (rows.length === 0) return null;
  return (
    <details open={open.value} onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary class="subhead">All {rows.length} angles</summary>
      {open.value &&
        rows.map((r) => (
          <NumberSlider
            key={r.index}
            index={r.index}
            label={r.label}
            testid={`angle-${phase.name}-${r.label}`}
          />
        ))}
    </details>
  );
}

/** Share of its duration that the running phase has used, 0 to 1. */
export function dwell(phase: PhaseInfo): number {
  const parameter = program.value?.parameters.find((p) => p.name === phase.durationParameter);
  const number = numberAt(Math.max(phase.duration, phase.lasts)) ?? numberAt(parameter?.number ?? -1);
  const total = number ? number.value : 1;
  return Math.min(1, total > 0 ? clockNow.value / total : 1);
}

function Clock() {
  return <span class="chip on num">{clockNow.value.toFixed(2)} s</span>;
}

function PhaseCard({ phase, index }: { phase: PhaseInfo; index: number }) {
  const running = phaseShown.value === index;
  const show = () => {
    const [start] = place(phase.start, phase.end);
    reveal(start, start);
  };
  const body = links.value;
  const side = phaseAngles(phase, body, "side");
  const front = phaseAngles(phase, body, "front");
  const height = scene.value?.height ?? 1.7;
  return (
    <article class={`phase-card ${running ? "running" : ""}`} data-testid={`phase-${phase.name}`}>
      <header>
        <button type="button" class="name" title="Show it in the script" onClick={show}>
          {phase.name}
        </button>
        <span class="spacer" />
        {running && <Clock />}
      </header>
      {phase.calls !== "" && <p class="soft">does {phase.calls}</p>}
      {body.length > 0 && side.size > 0 && (
        <div class="figures">
          <Figure links={body} angles={side} view="side" height={height} testid={`figure-${phase.name}`} />
          {scene.value?.planar ? null : <Figure links={body} angles={front} view="front" height={height} />}
        </div>
      )}
      <Duration phase={phase} />
      <Placement phase={phase} />
      <Angles phase={phase} />
    </article>
  );
}

export function PhasesPanel() {
  const phases = program.value?.phases ?? [];
  if (phases.length === 0) return <p class="empty">This script has no phases yet.</p>;
  return (
    <div data-testid="phases-panel" class="phase-list">
      {phases.map((phase, i) => (
        <PhaseCard key={phase.name} phase={phase} index={i} />
      ))}
    </div>
  );
}
