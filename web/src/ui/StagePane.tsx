/** The stage with what lies over it: facts, views, tools, the strength of a push. */

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { PushLabel } from "../stage/push";
import { Stage } from "../stage/stage";
import { getUp, reset } from "../state/actions";
import {
  depthNow,
  ended,
  headingNow,
  link,
  phaseNow,
  program,
  rateNow,
  scene,
  speedNow,
  starting,
  transport,
} from "../state/store";
import { setStageHandle } from "./handle";
import { StageTools, ViewTools } from "./StageTools";

function Facts() {
  const phase = program.value?.phases[phaseNow.value];
  return (
    <div class="hud top-left" data-testid="facts">
      {phase && (
        <span class="chip on" data-testid="phase">
          {phase.name}
          {phase.calls !== "" && depthNow.value > 0 ? ` › ${phase.calls}` : ""}
        </span>
      )}
      <span class="chip num" data-testid="speed-chip">
        {speedNow.value.toFixed(2)} m/s
      </span>
      {!scene.value?.planar && <span class="chip num">heading {headingNow.value}°</span>}
      {rateNow.value > 0 && rateNow.value < 0.75 * (transport.value?.speed ?? 1) && (
        <span class="chip num" title="Simulated seconds per second">
          {rateNow.value.toFixed(2)}× real time
        </span>
      )}
      <Ending />
    </div>
  );
}

/** How the run ended, and what can be done then. */
function Ending() {
  const end = ended.value;
  if (!end) return null;
  return (
    <span class="ending">
      <span class={`chip ${end.good ? "good" : "bad"}`} data-testid="ended" role="status">
        {end.text || end.reason}
      </span>
      {end.canGetUp && (
        <button type="button" class="btn small" data-testid="get-up" onClick={getUp}>
          Get up
        </button>
      )}
      <button type="button" class="btn small primary" data-testid="again" onClick={reset}>
        Again
      </button>
    </span>
  );
}

/** While there is no simulation yet: what is being done, for how long, and how much of it. */
function Waiting() {
  const now = starting.value;
  if (link.value !== "connecting" && scene.value && !now) return null;
  const share = now?.share ?? null;
  return (
    <div class={`veil-note ${scene.value ? "corner" : ""}`} role="status" data-testid="starting">
      <div class="waiting">
        <strong>{now ? `${now.text}…` : "Connecting…"}</strong>
        <span class="faint num">
          {now?.name} {now && now.seconds >= 1 ? `${now.seconds.toFixed(0)} s` : ""}
        </span>
        <div class={`bar ${share === null ? "unknown" : ""}`}>
          <i style={{ width: share === null ? "40%" : `${Math.round(share * 100)}%` }} />
        </div>
      </div>
    </div>
  );
}

type Mode = "push" | "orbit" | "pan" | "none";

/** Lets the pointer push, turn the view and move it. */
function usePointer(stage: { current: Stage | null }) {
  const mode = useRef<Mode>("none");
  const down = (event: PointerEvent & { currentTarget: HTMLCanvasElement }) => {
    const canvas = event.currentTarget;
    canvas.setPointerCapture(event.pointerId);
    canvas.focus({ preventScroll: true });
    if (event.button === 0 && !event.altKey && stage.current?.grab(event)) mode.current = "push";
    else mode.current = event.button === 0 && !event.shiftKey ? "orbit" : "pan";
  };
  const move = (event: PointerEvent & { currentTarget: HTMLCanvasElement }) => {
    const now = stage.current;
    if (!now) return;
    if (mode.current === "push") now.drag(event);
    else if (mode.current === "orbit") now.follow.orbit(event.movementX, event.movementY);
    else if (mode.current === "pan") now.follow.pan(event.movementX, event.movementY);
    else event.currentTarget.style.cursor = now.overBody(event) ? "grab" : "default";
    if (mode.current !== "none") now.touch();
  };
  const up = () => {
    if (mode.current === "push") stage.current?.letGo();
    mode.current = "none";
  };
  return { down, move, up };
}

export function StagePane() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<Stage | null>(null);
  const label = useSignal<PushLabel | null>(null);
  const pointer = usePointer(stage);
  useEffect(() => {
    if (!canvas.current) return;
    const made = new Stage(canvas.current, (next) => {
      label.value = next;
    });
    stage.current = made;
    setStageHandle(made);
    return () => made.dispose();
  }, []);
  return (
    <section class="stage" aria-label="Stage" data-testid="stage">
      <canvas
        ref={canvas}
        tabIndex={0}
        data-testid="canvas"
        aria-label="The body on its ground. Drag a part to push it, drag beside it to turn the view."
        onPointerDown={pointer.down}
        onPointerMove={pointer.move}
        onPointerUp={pointer.up}
        onPointerCancel={pointer.up}
        onContextMenu={(event) => event.preventDefault()}
        onWheel={(event) => {
          event.preventDefault();
          stage.current?.follow.zoom(Math.exp(event.deltaY * 0.0012));
          stage.current?.touch();
        }}
      />
      <Facts />
      <ViewTools stage={stage} />
      <StageTools />
      {label.value && (
        <div
          class="push-label"
          data-testid="push-label"
          style={{ left: `${label.value.x}px`, top: `${label.value.y}px` }}
        >
          {label.value.newtons} N · {label.value.part}
        </div>
      )}
      <Waiting />
    </section>
  );
}
