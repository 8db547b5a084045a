/** The style editor: curves over a phase, with key poses from the side and the front. */

import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { insertionIndex, type Knot, valueAt, verticalRange, xBounds } from "../maths/curve";
import { clamp, snap } from "../maths/number";
import type { ActionInfo, PhaseInfo, Value } from "../messages";
import { docText, numberAt, place, replace, reveal, setNumber } from "../state/document";
import { knotsOf, phaseAngles } from "../state/poses";
import { clockNow, phaseNow, phaseShown, phiNow, program, scene } from "../state/store";
import { Figure } from "./Figure";
import { links } from "./PhasesPanel";
import { Slider } from "./Slider";

const W = 300;
const H = 130;
const PAD = { left: 34, right: 10, top: 10, bottom: 18 };

interface Row {
  act: ActionInfo;
  value: Value;
  label: string;
}

function rowsOf(phase: PhaseInfo): Row[] {
  return phase.actions.flatMap((act) =>
    act.values
      .filter((v) => (v.knots ?? []).length > 0)
      .map((value) => ({
        act,
        value,
        label:
          value.argument === "angle" || act.word === "DO"
            ? act.subject
            : `${act.subject} ${value.argument.split(".")[0]}`,
      })),
  );
}

function two(value: number): string {
  return String(snap(value, 0.01)).replace(/^(-?)0\./, "$1.");
}

/** Writes a knot into the text at its place among the others. */
function addKnot(row: Row, knots: readonly Knot[], x: number, y: number): void {
  const index = insertionIndex(knots, x);
  const before = row.value.knots?.[index];
  const anchor = before ? numberAt(before.x)?.start : undefined;
  const [, end] = place(row.value.start, row.value.end);
  const text = `${two(x)}: ${two(y)}`;
  if (anchor !== undefined) replace(anchor, anchor, `${text}, `, "", "add a knot");
  else replace(end - 1, end - 1, `, ${text}`, "", "add a knot");
}

/** Takes a knot out of the text, with the comma beside it. */
function removeKnot(row: Row, index: number): void {
  const knots = row.value.knots ?? [];
  if (knots.length <= 2) return;
  const first = numberAt(knots[index]!.x);
  const next = knots[index + 1] ? numberAt(knots[index + 1]!.x) : null;
  if (next && first) {
    replace(first.start, next.start, "", "", "remove a knot");
    return;
  }
  const previous = numberAt(knots[index - 1]?.y ?? -1);
  const [, end] = place(row.value.start, row.value.end);
  if (previous) replace(previous.end, end - 1, "", "", "remove a knot");
}

function CurvePlot({ row, phi, testid }: { row: Row; phi: number; testid: string }) {
  const box = useRef<SVGSVGElement>(null);
  const held = useSignal(-1);
  const fresh = useRef(-1);
  const wanted = useRef(-1);
  const frozen = useRef<[number, number] | null>(null);
  const knots = knotsOf(row.value);
  const [low, high] = frozen.current ?? verticalRange(knots);
  const sx = (x: number) => PAD.left + x * (W - PAD.left - PAD.right);
  const sy = (y: number) => PAD.top + ((high - y) / (high - low)) * (H - PAD.top - PAD.bottom);
  const toCurve = (event: MouseEvent): [number, number] => {
    const rect = box.current!.getBoundingClientRect();
    const px = ((event.clientX - rect.left) / rect.width) * W;
    const py = ((event.clientY - rect.top) / rect.height) * H;
    return [
      clamp((px - PAD.left) / (W - PAD.left - PAD.right), 0, 1),
      high - ((py - PAD.top) / (H - PAD.top - PAD.bottom)) * (high - low),
    ];
  };
  const moveKnot = (index: number, x: number, y: number) => {
    const knot = row.value.knots?.[index];
    if (!knot) return;
    const [from, to] = xBounds(knots, index);
    setNumber(knot.x, snap(clamp(x, from, to), 0.01), `${row.label} curve`);
    setNumber(knot.y, snap(y, 0.01), `${row.label} curve`);
  };
  // A knot that has just been added is chosen: Delete or the arrow keys act on it at once.
  useLayoutEffect(() => {
    if (fresh.current < 0) return;
    const circle = box.current?.querySelectorAll<SVGCircleElement>(".knot")[fresh.current];
    if (!circle || knots.length <= fresh.current || knots.length < 3) return;
    if (wanted.current !== knots.length) return;
    circle.focus({ preventScroll: true });
    fresh.current = -1;
  });
  const line = [{ x: 0, y: valueAt(knots, 0) }, ...knots, { x: 1, y: valueAt(knots, 1) }];
  return (
    <svg
      ref={box}
      class="curve-plot"
      viewBox={`0 0 ${W} ${H}`}
      data-testid={testid}
      role="group"
      aria-label={`Curve of ${row.label}; double click adds a knot`}
      onDblClick={(event) => {
        if (event.target instanceof SVGCircleElement) return;
        const [x, y] = toCurve(event);
        fresh.current = insertionIndex(knots, x);
        wanted.current = knots.length + 1;
        addKnot(row, knots, x, y);
      }}
    >
      <line class="axis" x1={sx(0)} x2={sx(1)} y1={sy(0)} y2={sy(0)} />
      {[0, 0.25, 0.5, 0.75, 1].map((x) => (
        <line key={x} class="axis" x1={sx(x)} x2={sx(x)} y1={PAD.top} y2={H - PAD.bottom} />
      ))}
      <text x={sx(0)} y={H - 5}>
        0
      </text>
      <text x={sx(1)} y={H - 5} text-anchor="end">
        1
      </text>
      <text x={PAD.left - 5} y={sy(high) + 9} text-anchor="end">
        {high.toFixed(1)}
      </text>
      <text x={PAD.left - 5} y={sy(low)} text-anchor="end">
        {low.toFixed(1)}
      </text>
      <line
        class="now"
        data-testid="playhead"
        data-phi={phi.toFixed(3)}
        x1={sx(phi)}
        x2={sx(phi)}
        y1={PAD.top}
        y2={H - PAD.bottom}
      />
      <polyline class="path" points={line.map((k) => `${sx(k.x)},${sy(k.y)}`).join(" ")} />
      {knots.map((knot, i) => (
        <circle
          key={i}
          class={`knot ${held.value === i ? "held" : ""}`}
          cx={sx(knot.x)}
          cy={sy(knot.y)}
          r="6"
          tabindex={0}
          role="slider"
          aria-label={`Knot ${i + 1} of ${row.label}`}
          aria-valuenow={knot.y}
          data-testid={`knot-${i}`}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            event.currentTarget.focus({ preventScroll: true });
            event.preventDefault();
            frozen.current = [low, high];
            held.value = i;
          }}
          onPointerMove={(event) => {
            if (held.value === i) moveKnot(i, ...toCurve(event));
          }}
          onPointerUp={() => {
            frozen.current = null;
            held.value = -1;
          }}
          onKeyDown={(event) => {
            const by = {
              ArrowUp: [0, 0.02],
              ArrowDown: [0, -0.02],
              ArrowRight: [0.02, 0],
              ArrowLeft: [-0.02, 0],
            }[event.key];
            if (by) moveKnot(i, knot.x + by[0]!, knot.y + by[1]!);
            else if (event.key === "Delete" || event.key === "Backspace") removeKnot(row, i);
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
        />
      ))}
    </svg>
  );
}

/** Angles of a phase with LASTS that are plain numbers: each can become a curve. */
function Plain({ phase }: { phase: PhaseInfo }) {
  const rows = phase.actions.flatMap((act) =>
    act.values
      .filter(
        (v) => v.number >= 0 && (v.kind === "angle" || act.word === "DO") && !v.argument.startsWith("limits"),
      )
      .map((value) => ({ act, value })),
  );
  if (rows.length === 0) return null;
  const curved = (value: Value) => {
    const number = numberAt(value.number);
    const [start, end] = place(value.start, value.end);
    if (!number) return;
    const now = docText.value.slice(number.start, number.end);
    const unit = number.info.unit ? ` ${number.info.unit}` : "";
    replace(start, end, `curve(0: ${now}${unit}, .5: ${now}${unit}, 1: ${now}${unit})`, "", "make a curve");
  };
  return (
    <div class="plain">
      <div class="subhead">Make a curve of</div>
      {rows.map(({ act, value }) => (
        <button
          key={value.start}
          type="button"
          class="btn"
          data-testid={`make-curve-${act.subject}`}
          onClick={() => curved(value)}
        >
          {act.subject}
          {value.argument === "angle" || act.word === "DO" ? "" : ` ${value.argument.split(".")[0]}`}
        </button>
      ))}
    </div>
  );
}

function PhaseCurves({ phase, index }: { phase: PhaseInfo; index: number }) {
  const chosen = useSignal(0.5);
  const rows = rowsOf(phase);
  const running = phaseNow.value === index && clockNow.value >= 0;
  const phi = running ? phiNow.value : chosen.value;
  const height = scene.value?.height ?? 1.7;
  const body = links.value;
  const side = phaseAngles(phase, body, "side", chosen.value);
  const front = phaseAngles(phase, body, "front", chosen.value);
  return (
    <article
      class={`phase-card ${phaseShown.value === index ? "running" : ""}`}
      data-testid={`curves-${phase.name}`}
    >
      <header>
        <button type="button" class="name" onClick={() => reveal(...place(phase.start, phase.start))}>
          {phase.name}
        </button>
      </header>
      {rows.length > 0 && side.size + front.size > 0 && (
        <>
          <div class="figures">
            <Figure links={body} angles={side} view="side" height={height} />
            <Figure links={body} angles={front} view="front" height={height} />
          </div>
          <Slider
            label="pose at phase"
            value={chosen.value}
            low={0}
            high={1}
            step={0.05}
            onChange={(v) => (chosen.value = clamp(v, 0, 1))}
          />
        </>
      )}
      {rows.map((row) => (
        <div key={row.value.start}>
          <div class="subhead">{row.label}</div>
          <CurvePlot row={row} phi={phi} testid={`curve-${row.label}`} />
        </div>
      ))}
      <Plain phase={phase} />
    </article>
  );
}

export function CurvesPanel() {
  const phases = (program.value?.phases ?? [])
    .map((phase, index) => ({ phase, index }))
    .filter(({ phase }) => phase.lasts >= 0 || rowsOf(phase).length > 0);
  if (phases.length === 0)
    return (
      <div class="empty" data-testid="curves-panel">
        <p>Curves run over a phase that has a length.</p>
        <p class="mono">PHASE step LASTS 0.6</p>
        <p>Write LASTS behind a phase, and its angles can become curves here.</p>
      </div>
    );
  return (
    <div data-testid="curves-panel">
      <p class="hint padded">Drag knots, double click to add one, Delete to remove it.</p>
      {phases.map(({ phase, index }) => (
        <PhaseCurves key={phase.name} phase={phase} index={index} />
      ))}
    </div>
  );
}
