/** Time: play, pause, step, a minute of history to scrub through, branch from any moment of it. */

import { useRef } from "preact/hooks";
import { clamp } from "../maths/number";
import { branch, reset, scrub, setSpeed, speeds, step, togglePlay } from "../state/actions";
import { ghostLast, ghostNext } from "../state/prefs";
import { earlier, headNow, hello, moments, playing, tailNow, timeNow, transport } from "../state/store";
import { Icon, type IconName } from "./icons";

function Button(props: { icon: IconName; title: string; testid: string; onClick: () => void }) {
  return (
    <button
      type="button"
      class="btn quiet icon"
      title={props.title}
      aria-label={props.title}
      data-testid={props.testid}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
    </button>
  );
}

function Track() {
  const box = useRef<HTMLDivElement>(null);
  const span = hello.value?.historySeconds ?? 60;
  const first = Math.max(tailNow.value, 0);
  const start = Math.min(first, Math.max(0, headNow.value - span));
  const width = Math.max(span, 1e-6);
  const at = (time: number) => `${clamp((time - start) / width, 0, 1) * 100}%`;
  const seek = (event: PointerEvent) => {
    const rect = box.current?.getBoundingClientRect();
    if (rect) scrub(start + clamp((event.clientX - rect.left) / rect.width, 0, 1) * width);
  };
  return (
    <div
      ref={box}
      class="track"
      role="slider"
      tabIndex={0}
      data-testid="track"
      aria-label="Moment shown"
      aria-valuemin={tailNow.value}
      aria-valuemax={headNow.value}
      aria-valuenow={timeNow.value}
      aria-valuetext={`${timeNow.value.toFixed(1)} seconds`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        seek(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seek(event);
      }}
      onKeyDown={(event) => {
        const by = { ArrowLeft: -0.5, ArrowRight: 0.5, PageDown: -5, PageUp: 5 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        scrub(timeNow.value + by);
      }}
    >
      <div class="held" style={{ left: at(first), right: `calc(100% - ${at(headNow.value)})` }} />
      <div class="played" style={{ left: at(first), right: `calc(100% - ${at(timeNow.value)})` }} />
      {moments.value.map((m) => (
        <i key={`${m.time} ${m.what}`} class="event" title={m.what} style={{ left: at(m.time) }} />
      ))}
      <div class="head" style={{ left: at(timeNow.value) }} />
    </div>
  );
}

export function TimeBar() {
  const speed = transport.value?.speed ?? 1;
  return (
    <footer class="timebar" data-testid="timebar">
      <div class="group">
        <Button icon="reset" testid="reset" title="Begin again (Backspace)" onClick={reset} />
        <Button icon="stepBack" testid="step-back" title="Step back (←)" onClick={() => step(-1)} />
        <button
          type="button"
          class="btn primary icon"
          data-testid="play"
          title={playing.value ? "Pause (Space)" : "Play (Space)"}
          aria-label={playing.value ? "Pause" : "Play"}
          onClick={togglePlay}
        >
          <Icon name={playing.value ? "pause" : "play"} />
        </button>
        <Button icon="stepForward" testid="step-forward" title="Step (→)" onClick={() => step(1)} />
      </div>
      <select
        class="field"
        aria-label="Speed of time"
        title="Speed of time ( [ and ] )"
        data-testid="speed"
        value={String(speed)}
        onChange={(event) => setSpeed(Number(event.currentTarget.value))}
      >
        {speeds.map((s) => (
          <option key={s} value={String(s)}>
            {s}×
          </option>
        ))}
      </select>
      <span class="clock num mono" data-testid="clock">
        {timeNow.value.toFixed(2)} s
      </span>
      <Track />
      <button
        type="button"
        class={`btn ${earlier.value ? "primary" : ""}`}
        data-testid="branch"
        disabled={!earlier.value}
        title="Go on from the moment shown; what came after is forgotten"
        onClick={branch}
      >
        <Icon name="branch" /> Branch<span class="wide-only"> from here</span>
      </button>
      <div class="group">
        <button
          type="button"
          class="btn"
          data-testid="ghost-next"
          aria-pressed={ghostNext.value}
          title="Show the next 2 seconds of the edited script"
          onClick={() => (ghostNext.value = !ghostNext.value)}
        >
          <Icon name="ghost" /> Next
        </button>
        <button
          type="button"
          class="btn"
          data-testid="ghost-last"
          aria-pressed={ghostLast.value}
          title="Show where the version before the last edit would be"
          onClick={() => (ghostLast.value = !ghostLast.value)}
        >
          Before
        </button>
      </div>
    </footer>
  );
}
