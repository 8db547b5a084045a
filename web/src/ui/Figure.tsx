/** A stick figure in a target pose; its handles turn links, and with them numbers of the script. */

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { angleTowards, type Link, type Placed, placeLinks, type View } from "../maths/skeleton";
import { spread } from "../maths/spread";
import { setNumber } from "../state/document";
import type { Angle } from "../state/poses";

interface FigureProps {
  links: readonly Link[];
  angles: ReadonlyMap<number, Angle>;
  view: View;
  height: number;
  testid?: string;
}

const PIXELS = 200;
const KEY_STEP = 0.02;
const LEAST_REACH = 26;
const APART = 15; // between the middles of two handles, of the figure's own pixels

function order(item: Placed): number {
  return item.link.side === "l" ? 0 : item.link.side === "" ? 1 : 2;
}

export function Figure({ links, angles, view, height, testid }: FigureProps) {
  const box = useRef<SVGSVGElement>(null);
  const held = useSignal(-1);
  const placed = placeLinks(links, angles, view);
  const scale = (PIXELS - 30) / Math.max(0.5, height);
  const width = view === "side" ? 190 : 150;
  const middle = placed.find((p) => p.link.joint === "")?.from[0] ?? 0;
  const sx = (x: number) => width / 2 + (x - middle) * scale;
  const sy = (y: number) => PIXELS - 14 - y * scale;

  const handles = placed.flatMap((p) => {
    const angle = angles.get(p.link.body);
    if (!angle || angle.number < 0) return [];
    const from: Point = [sx(p.from[0]), sy(p.from[1])];
    return [{ p, angle, from, at: handlePlace(from, [sx(p.to[0]), sy(p.to[1])]) }];
  });
  const apart = spread(
    handles.map((h) => h.at),
    APART,
    [8, 8, width - 8, PIXELS - 6],
  );
  handles.forEach((h, i) => {
    h.at = apart[i] ?? h.at;
  });

  const drag = (event: PointerEvent, item: Placed, angle: Angle) => {
    const rect = box.current?.getBoundingClientRect();
    if (!rect) return;
    const x = (((event.clientX - rect.left) / rect.width) * width - width / 2) / scale + middle;
    const y = (PIXELS - 14 - ((event.clientY - rect.top) / rect.height) * PIXELS) / scale;
    setNumber(angle.number, angleTowards(item, view, x, y, angle.world) / angle.factor, angle.label);
  };
  return (
    <svg
      ref={box}
      class="figure"
      viewBox={`0 0 ${width} ${PIXELS}`}
      data-testid={testid}
      role="group"
      aria-label={`Target pose, ${view}`}
    >
      <line class="ground" x1="0" x2={width} y1={sy(0)} y2={sy(0)} />
      {placed.map((p) => {
        const up = placed.find((q) => q.link.body === p.link.parent);
        const spine = p.link.side !== "" && up?.link.side === "" ? nearer(up, p.from) : null;
        if (!spine) return null;
        return (
          <line
            key={`yoke ${p.link.body}`}
            class="yoke"
            x1={sx(spine[0])}
            y1={sy(spine[1])}
            x2={sx(p.from[0])}
            y2={sy(p.from[1])}
          />
        );
      })}
      {[...placed]
        .sort((a, b) => order(a) - order(b))
        .map((p) => (
          <line
            key={p.link.body}
            class={`bone ${p.link.side === "l" ? "far" : p.link.side === "r" ? "swing" : ""}`}
            x1={sx(p.from[0])}
            y1={sy(p.from[1])}
            x2={sx(p.to[0])}
            y2={sy(p.to[1])}
          />
        ))}
      {handles.map(({ p, angle, from, at: [x, y] }) => {
        return (
          <Handle
            key={p.link.body}
            from={from}
            x={x}
            y={y}
            label={angle.label}
            value={angle.angle}
            held={held.value === p.link.body}
            onHold={(on) => (held.value = on ? p.link.body : -1)}
            onDrag={(event) => drag(event, p, angle)}
            onNudge={(by) => setNumber(angle.number, (angle.angle + by) / angle.factor, angle.label)}
          />
        );
      })}
      <text x="8" y="16">
        {view}
      </text>
    </svg>
  );
}

type Point = [number, number];

/** The end of a bone that is nearer to a joint: hips hang at the pelvis, shoulders at the top of the trunk. */
function nearer(item: Placed, to: readonly number[]): Point {
  const far = (p: readonly number[]) => Math.hypot(p[0]! - to[0]!, p[1]! - to[1]!);
  return far(item.from) < far(item.to) ? item.from : item.to;
}

/** Short bones (feet) carry their handle a little beyond their end, so that it can be gripped. */
function handlePlace(from: Point, to: Point): Point {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const stretch = length > 0 ? Math.max(1, LEAST_REACH / length) : 1;
  return [from[0] + (to[0] - from[0]) * stretch, from[1] + (to[1] - from[1]) * stretch];
}

interface HandleProps {
  from: Point;
  x: number;
  y: number;
  label: string;
  value: number;
  held: boolean;
  onHold: (on: boolean) => void;
  onDrag: (event: PointerEvent) => void;
  onNudge: (by: number) => void;
}

function Handle(props: HandleProps) {
  const degrees = Math.round((props.value * 180) / Math.PI);
  return (
    <g>
      <line class="leader" x1={props.from[0]} y1={props.from[1]} x2={props.x} y2={props.y} />
      <circle
        class={`handle ${props.held ? "held" : ""}`}
        cx={props.x}
        cy={props.y}
        r="5.5"
        tabindex={0}
        role="slider"
        aria-label={props.label}
        aria-valuenow={degrees}
        aria-valuetext={`${degrees} degrees`}
        data-testid={`handle-${props.label}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          event.preventDefault();
          props.onHold(true);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) props.onDrag(event);
        }}
        onPointerUp={() => props.onHold(false)}
        onKeyDown={(event) => {
          const by = { ArrowLeft: -KEY_STEP, ArrowDown: -KEY_STEP, ArrowRight: KEY_STEP, ArrowUp: KEY_STEP }[
            event.key
          ];
          if (by === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          props.onNudge(by);
        }}
      >
        <title>
          {props.label} {degrees}°
        </title>
      </circle>
    </g>
  );
}
