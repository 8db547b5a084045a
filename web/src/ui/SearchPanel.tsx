/** The search panel: choose numbers and terms, start, watch, stop and keep. */

import { signal, useComputed } from "@preact/signals";
import type uPlot from "uplot";
import { snap, writeNumber } from "../maths/number";
import type { TermInfo } from "../messages";
import { docText, type LiveNumber, numberAt, replace, reveal } from "../state/document";
import { send } from "../state/session";
import { hello, program, search, searchPoints } from "../state/store";
import { Icon } from "./icons";
import { Plot } from "./Plot";
import { Slider } from "./Slider";

const MARK = /^~[^\s<,)]*(?:<[^>]*>)?/;

interface TermSetting {
  on: boolean;
  target: number;
  weight: number;
}

/** Shown first; the others wait behind a line. */
const COMMON = ["upright", "speed", "pushes", "effort"];

/** Terms in plain words: what to wish for, and what is counted. */
const PLAIN: Record<string, [string, string]> = {
  upright: ["Stay on its feet", "the time that it is not upright counts against it"],
  pushes: ["Survive pushes", "pushes that knock it over count against it"],
  goal: ["Reach the goal", "the GOAL of the script holds at the end"],
  speed: ["Go this fast", "its speed along the heading"],
  drift: ["Do not drift sideways", "its speed across the heading"],
  heading: ["Keep facing the heading", "how far it is turned away"],
  step: ["Take steps this long", "from foot to foot"],
  height: ["Keep this height", "of its centre of mass"],
  distance: ["Get far", "along the heading"],
  slide: ["Do not slide", "how far a standing foot slips"],
  torque: ["Use little torque", "of all joints together"],
  effort: ["Move with ease", "large torques count most"],
  energy: ["Use little energy", "the power of all joints"],
  head: ["Keep the head calm", "how much it moves against the body"],
  tilt: ["Keep the trunk upright", "its angle"],
  shake: ["Do not tremble", "quick shaking of the joints"],
};

const termSettings = signal<Record<string, TermSetting>>({});
const seconds = signal(8);
const minutes = signal(5);

/** Adds a search mark to a number of the text, or takes it away. */
function toggleMark(number: LiveNumber): void {
  const { info, end } = number;
  if (info.mark) {
    const behind = docText.value.slice(end, end + 80);
    const length = MARK.exec(behind)?.[0].length ?? 0;
    if (length > 0) replace(end, end + length, "", "", `no search for ${info.label}`);
    return;
  }
  const width = info.high - info.low;
  const write = (v: number) => writeNumber(snap(v, width / 1000), number.text, 0.001);
  replace(
    end,
    end,
    `~${write(width / 8)}<${write(info.low)},${write(info.high)}>`,
    "",
    `search ${info.label}`,
  );
}

function Marks() {
  const numbers = (program.value?.numbers ?? [])
    .map((_, i) => numberAt(i))
    .filter((n): n is LiveNumber => n !== null);
  const marked = numbers.filter((n) => n.info.mark);
  return (
    <details class="section" open={marked.length === 0}>
      <summary>
        <h3>Numbers to search</h3>
        <span class="chip on">{marked.length}</span>
      </summary>
      <div class="marks">
        {numbers
          .filter((n) => n.info.kind !== "number" || n.info.mark)
          .map((n) => (
            <div class="mark" key={n.index}>
              <input
                type="checkbox"
                id={`mark-${n.index}`}
                data-testid={`mark-${n.index}`}
                checked={n.info.mark !== null}
                onChange={() => toggleMark(n)}
              />
              <label for={`mark-${n.index}`}>{n.info.label}</label>
              <span class="spacer" />
              <button type="button" class="link num" onClick={() => reveal(n.start, n.end)}>
                {n.text}
                {n.info.mark ? ` (${n.info.mark.lo ?? "−∞"} … ${n.info.mark.hi ?? "∞"})` : ""}
              </button>
            </div>
          ))}
      </div>
    </details>
  );
}

function settingOf(term: TermInfo): TermSetting {
  return termSettings.value[term.kind] ?? { on: term.kind === "upright", target: 1, weight: term.weight };
}

function TermRow({ term }: { term: TermInfo }) {
  const setting = settingOf(term);
  const set = (next: Partial<TermSetting>) => {
    termSettings.value = { ...termSettings.value, [term.kind]: { ...setting, ...next } };
  };
  return (
    <div class="term">
      <input
        type="checkbox"
        id={`term-${term.kind}`}
        data-testid={`term-${term.kind}`}
        checked={setting.on}
        onChange={() => set({ on: !setting.on })}
      />
      <label for={`term-${term.kind}`} title={`${term.kind}: ${term.doc}`}>
        {PLAIN[term.kind]?.[0] ?? term.kind}
        <span class="faint">{PLAIN[term.kind]?.[1] ?? term.doc}</span>
      </label>
      {setting.on && term.needs === "target" && (
        <span class="target">
          <input
            class="field small num"
            aria-label={`${term.kind}, target`}
            value={String(setting.target)}
            onChange={(event) => set({ target: Number(event.currentTarget.value) || 0 })}
          />
          <span class="faint">{term.unit}</span>
        </span>
      )}
    </div>
  );
}

function Terms() {
  const terms = (hello.value?.terms ?? []).filter((t) => t.needs === "" || t.needs === "target");
  const common = terms.filter((t) => COMMON.includes(t.kind) || settingOf(t).on);
  const rest = terms.filter((t) => !common.includes(t));
  return (
    <section class="section">
      <header>
        <h3>What is wanted</h3>
      </header>
      {common.map((term) => (
        <TermRow key={term.kind} term={term} />
      ))}
      <details>
        <summary class="subhead">{rest.length} more terms</summary>
        {rest.map((term) => (
          <TermRow key={term.kind} term={term} />
        ))}
      </details>
      <Slider
        label="run length"
        value={seconds.value}
        low={2}
        high={30}
        step={1}
        unit="s"
        onChange={(v) => (seconds.value = v)}
      />
      <Slider
        label="search for"
        value={minutes.value}
        low={1}
        high={60}
        step={1}
        unit="min"
        onChange={(v) => (minutes.value = v)}
      />
    </section>
  );
}

function startSearch(): void {
  const terms = (hello.value?.terms ?? [])
    .filter((t) => (t.needs === "" || t.needs === "target") && settingOf(t).on)
    .map((t) => ({ kind: t.kind, target: t.needs === "target" ? settingOf(t).target : null, weight: null }));
  send({ type: "startSearch", terms, seconds: seconds.value, minutes: minutes.value });
}

function clock(total: number): string {
  return `${Math.floor(total / 60)}:${String(Math.floor(total % 60)).padStart(2, "0")}`;
}

function Progress() {
  const now = search.value;
  const data = useComputed((): uPlot.AlignedData => {
    const points = searchPoints.value;
    return [points.map((p) => p.evaluations), points.map((p) => p.best), points.map((p) => p.mean)];
  });
  if (!now || now.state === "idle") return null;
  const running = now.state === "running" || now.state === "starting";
  return (
    <section class="section" data-testid="search-progress">
      <header>
        <h3>{running ? "Searching" : "Search ended"}</h3>
        <span class="spacer" />
        <span class="chip num" data-testid="search-state">
          {now.state}
        </span>
      </header>
      <div class="stats">
        <div class="stat">
          <b>{now.evaluations}</b>
          <span>tried, {now.perSecond.toFixed(1)}/s</span>
        </div>
        <div class="stat">
          <b>{now.best === null ? "–" : now.best.toPrecision(3)}</b>
          <span>best, from {now.startScore === null ? "–" : now.startScore.toPrecision(3)}</span>
        </div>
        <div class="stat">
          <b>{clock(now.seconds)}</b>
          <span>{now.secondsLeft === null ? "elapsed" : `${clock(now.secondsLeft)} left`}</span>
        </div>
      </div>
      {searchPoints.value.length > 1 && (
        <Plot
          lines={[
            { label: "best", colour: "--accent" },
            { label: "mean", colour: "--faint", dash: [4, 4] },
          ]}
          data={data.value}
          height={170}
          xLabel="candidates"
          testid="search-plot"
        />
      )}
      {now.reason && <p class="soft">{now.reason}</p>}
      <label class="row watch">
        <input
          type="checkbox"
          data-testid="search-watch"
          checked={now.watched}
          onChange={() => send({ type: "watchSearch", on: !now.watched })}
        />
        <span>
          Watch the best on the stage
          <span class="faint">
            {now.text === "" ? "there is none better than yours yet" : "your script stays as it is"}
          </span>
        </span>
      </label>
      <div class="row-buttons">
        <button
          type="button"
          class="btn primary"
          data-testid="search-keep"
          disabled={now.text === ""}
          onClick={() => send({ type: "stopSearch", keep: true })}
        >
          Stop and keep the best
        </button>
        {running && (
          <button
            type="button"
            class="btn"
            data-testid="search-stop"
            onClick={() => send({ type: "stopSearch", keep: false })}
          >
            <Icon name="stop" /> Stop
          </button>
        )}
      </div>
    </section>
  );
}

export function SearchPanel() {
  const state = search.value?.state ?? "idle";
  const running = state === "running" || state === "starting";
  const marked = (program.value?.numbers ?? []).some((n) => n.mark);
  return (
    <div data-testid="search-panel">
      <Progress />
      {!running && (
        <>
          <section class="section">
            <p class="soft">
              Let the computer look for better numbers. The search runs beside the stage; your script stays as
              it is until you keep the result.
            </p>
            <div class="row-buttons">
              <button
                type="button"
                class="btn primary"
                data-testid="search-start"
                disabled={!marked}
                onClick={startSearch}
              >
                Start the search
              </button>
            </div>
            {!marked && <p class="hint">Tick at least one number below.</p>}
          </section>
          <Terms />
          <Marks />
        </>
      )}
    </div>
  );
}
