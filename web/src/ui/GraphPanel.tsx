/** The phases and the ways between them, live. */

import { computed, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { type Arrow, assignLanes } from "../maths/lanes";
import type { PhaseInfo, Transition } from "../messages";
import { place, reveal } from "../state/document";
import { phaseShown, program } from "../state/store";
import { dwell } from "./PhasesPanel";

const ROOM = 48; // right of the nodes, for all lanes
const FIRST = 20;
const RADIUS = 8;

interface Drawn extends Arrow {
  d: string;
  source: number;
  target: number;
}

const lastMove = { from: -1, to: -1 };
const taken = computed(() => {
  const now = phaseShown.value;
  if (now !== lastMove.to) {
    lastMove.from = lastMove.to;
    lastMove.to = now;
  }
  return { ...lastMove };
});

/** A path out of a row to the right, along its lane, and back into the head of its target. */
function path(x: number, from: number, to: number, lane: number, lanes: number): string {
  const out = x + FIRST + lane * Math.min(14, (ROOM - FIRST) / Math.max(1, lanes - 1));
  const dir = to > from ? 1 : -1;
  const r = Math.min(RADIUS, Math.abs(to - from) / 2);
  return `M${x} ${from}H${out - r}Q${out} ${from} ${out} ${from + dir * r}V${to - dir * r}Q${out} ${to} ${out - r} ${to}H${x + 9}`;
}

function Way({ way, index }: { way: Transition; index: number }) {
  const target = way.target < 0 ? "end" : (program.value?.phases[way.target]?.name ?? "?");
  const show = () => reveal(...place(way.start, way.end));
  return (
    <button type="button" class="way" data-way={index} title={`${way.when}`} onClick={show}>
      <span>→</span>
      <b>{target}</b>
      {way.swap && <span title="left and right change roles">⇄</span>}
      <span class="when">when {way.when}</span>
    </button>
  );
}

function Node({ phase, index, ways }: { phase: PhaseInfo; index: number; ways: [Transition, number][] }) {
  const running = phaseShown.value === index;
  const show = () => {
    const [start] = place(phase.start, phase.end);
    reveal(start, start);
  };
  return (
    <div class={`node ${running ? "running" : ""}`} data-node={index} data-testid={`node-${phase.name}`}>
      <button type="button" class="head" onClick={show}>
        {phase.name}
        {phase.calls && <span class="faint mono">{phase.calls}</span>}
      </button>
      <div class="dwell" style={{ transform: `scaleX(${running ? dwell(phase) : 0})` }} />
      {ways.map(([way, i]) => (
        <Way key={i} way={way} index={i} />
      ))}
    </div>
  );
}

/** Measures nodes and rows, then draws the arrows between them. */
function measure(root: HTMLElement, transitions: readonly Transition[]): Drawn[] {
  const top = root.getBoundingClientRect();
  const arrows: (Arrow & { x: number; source: number; target: number })[] = [];
  transitions.forEach((way, i) => {
    const row = root.querySelector(`[data-way="${i}"]`)?.getBoundingClientRect();
    const head = root.querySelector(`[data-node="${way.target}"] .head`)?.getBoundingClientRect();
    if (!row || !head) return;
    arrows.push({
      from: row.top + row.height / 2 - top.top,
      to: head.top + head.height / 2 - top.top,
      x: row.right - top.left,
      source: way.source,
      target: way.target,
    });
  });
  const lanes = assignLanes(arrows);
  const count = Math.max(0, ...lanes) + 1;
  return arrows.map((a, i) => ({ ...a, d: path(a.x, a.from, a.to, lanes[i] ?? 0, count) }));
}

export function GraphPanel() {
  const root = useRef<HTMLDivElement>(null);
  const drawn = useSignal<Drawn[]>([]);
  const now = program.value;
  const transitions = now?.transitions ?? [];
  const update = () => {
    if (root.current) drawn.value = measure(root.current, transitions);
  };
  useLayoutEffect(update, [now]);
  useEffect(() => {
    const watch = new ResizeObserver(update);
    if (root.current) watch.observe(root.current);
    return () => watch.disconnect();
  }, [now]);
  if (!now || now.phases.length === 0) return <p class="empty">This script has no phases yet.</p>;
  const waysOf = (index: number) =>
    transitions.map((t, i): [Transition, number] => [t, i]).filter(([t]) => t.source === index);
  const always = waysOf(-1);
  const move = taken.value;
  return (
    <div class="graph" ref={root} data-testid="graph-panel">
      <svg aria-hidden="true">
        <defs>
          <marker
            id="tip"
            viewBox="0 0 8 8"
            refX="6"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto-start-reverse"
          >
            <path d="M0 0L8 4L0 8z" fill="context-stroke" />
          </marker>
        </defs>
        {drawn.value.map((a) => (
          <path
            key={`${a.source} ${a.target} ${a.from}`}
            class={`arrow ${a.source === move.from && a.target === move.to ? "taken" : ""}`}
            d={a.d}
            marker-end="url(#tip)"
          />
        ))}
      </svg>
      {now.phases.map((phase, i) => (
        <Node key={phase.name} phase={phase} index={i} ways={waysOf(i)} />
      ))}
      {always.length > 0 && (
        <div class="node" data-testid="node-always">
          <div class="subhead head">always</div>
          {always.map(([way, i]) => (
            <Way key={i} way={way} index={i} />
          ))}
        </div>
      )}
    </div>
  );
}
