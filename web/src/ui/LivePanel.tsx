/** What is happening now: live parameters, and a measured quantity over the last seconds. */

import { signal, useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type uPlot from "uplot";
import type { ParameterInfo, PresetInfo } from "../messages";
import type { Pose } from "../net/packet";
import { setParameter } from "../state/actions";
import { poseListeners, program, scene, values } from "../state/store";
import { Plot } from "./Plot";
import { NumberSlider, Slider } from "./Slider";

const SECONDS = 6;
const REFRESH_MS = 100;

/** Units of live parameters by their kind; angles are shown in degrees. */
const UNITS: Record<string, string> = { angle: "deg", time: "s", length: "m", speed: "m/s" };

function Parameter({ parameter }: { parameter: ParameterInfo }) {
  const live = values.value[parameter.name] ?? parameter.value;
  const differs = Math.abs(live - parameter.default) > 1e-6;
  const times = parameter.kind === "angle" ? 180 / Math.PI : 1;
  const own = parameter.number >= 0 && !differs;
  return own ? (
    <NumberSlider index={parameter.number} label={parameter.name} testid={`parameter-${parameter.name}`} />
  ) : (
    <Slider
      label={parameter.name}
      title="Set live; a double click goes back to the script's value"
      value={live * times}
      low={Math.min(parameter.low, live) * times}
      high={Math.max(parameter.high, live) * times}
      unit={UNITS[parameter.kind] ?? ""}
      reset={parameter.default * times}
      testid={`parameter-${parameter.name}`}
      onChange={(v) => setParameter(parameter.name, v / times)}
    />
  );
}

/** Buttons for the skill's presets; the one whose values all parameters have now is pressed. */
function Presets({ presets }: { presets: readonly PresetInfo[] }) {
  const now = (name: string) =>
    values.value[name] ?? program.value?.parameters.find((p) => p.name === name)?.value ?? Number.NaN;
  return (
    <div class="row-buttons" role="group" aria-label="Presets">
      {presets.map((preset) => {
        const on = preset.values.every((v) => Math.abs(now(v.parameter) - v.value) < 1e-6);
        return (
          <button
            key={preset.name}
            type="button"
            class={on ? "btn small primary" : "btn small"}
            aria-pressed={on}
            data-testid={`preset-${preset.name}`}
            title={preset.values.map((v) => `${v.parameter} = ${v.value}`).join(", ")}
            onClick={() => {
              for (const v of preset.values) setParameter(v.parameter, v.value);
            }}
          >
            {preset.name}
          </button>
        );
      })}
    </div>
  );
}

type Reading = { label: string; unit: string; read: (pose: Pose) => number };

function readings(): Reading[] {
  const fixed: Reading[] = [
    { label: "speed", unit: "m/s", read: (p) => p.speed },
    { label: "speed to the left", unit: "m/s", read: (p) => p.drift },
    { label: "height of the centre of mass", unit: "m", read: (p) => (p.com[2] ?? 0) - p.ground },
    {
      label: "contact force",
      unit: "N",
      read: (p) => {
        let sum = 0;
        for (let i = 5; i < p.contacts.length; i += 6) sum += p.contacts[i]!;
        return sum;
      },
    },
  ];
  const joints = (scene.value?.joints ?? []).flatMap((joint, i): Reading[] => [
    { label: `${joint.name} angle`, unit: "rad", read: (p) => p.joints[2 * i] ?? 0 },
    { label: `${joint.name} torque`, unit: "N m", read: (p) => p.joints[2 * i + 1] ?? 0 },
  ]);
  const lets = (program.value?.lets ?? []).map((named, i): Reading => {
    const phase = program.value?.phases[named.phase];
    return {
      label: phase ? `${named.name} in ${phase.name}` : named.name,
      unit: named.unit || "LET",
      read: (p) => p.named[i] ?? Number.NaN,
    };
  });
  return [...fixed, ...lets, ...joints];
}

const chosen = signal(0);

function Scope() {
  const list = useComputed(readings).value;
  const data = useSignal<uPlot.AlignedData>([[], []]);
  const reading = list[chosen.value] ?? list[0]!;
  useEffect(() => {
    const times: number[] = [];
    const marks: number[] = [];
    let fresh = false;
    const note = (pose: Pose) => {
      const last = times[times.length - 1] ?? 0;
      if (pose.time === last) return;
      if (pose.time < last) times.length = marks.length = 0;
      times.push(pose.time);
      marks.push(reading.read(pose));
      const old = times.findIndex((t) => t >= pose.time - SECONDS);
      times.splice(0, old);
      marks.splice(0, old);
      fresh = true;
    };
    poseListeners.add(note);
    const timer = setInterval(() => {
      if (fresh) data.value = [[...times], [...marks]];
      fresh = false;
    }, REFRESH_MS);
    return () => {
      poseListeners.delete(note);
      clearInterval(timer);
    };
  }, [reading.label, list]);
  return (
    <>
      <select
        class="field wide"
        aria-label="Measured quantity"
        data-testid="scope-choice"
        value={String(chosen.value)}
        onChange={(event) => (chosen.value = Number(event.currentTarget.value))}
      >
        {list.map((r, i) => (
          <option key={r.label} value={String(i)}>
            {r.label}, {r.unit}
          </option>
        ))}
      </select>
      <Plot
        lines={[{ label: `${reading.label}, ${reading.unit}`, colour: "--accent" }]}
        data={data.value}
        height={180}
        xLabel="time, s"
        testid="scope"
      />
    </>
  );
}

export function LivePanel() {
  const parameters = program.value?.parameters ?? [];
  const presets = program.value?.presets ?? [];
  const has = (name: string) => parameters.some((p) => p.name === name);
  return (
    <div data-testid="live-panel">
      <section class="section">
        <header>
          <h3>Parameters of the skill</h3>
        </header>
        {parameters.length === 0 && (
          <p class="soft">This skill has none. Write them behind its name: SKILL name(speed = 1)</p>
        )}
        {presets.length > 0 && <Presets presets={presets} />}
        {parameters.map((p) => (
          <Parameter key={p.name} parameter={p} />
        ))}
        {(has("speed") || has("heading")) && (
          <p class="hint">
            {has("speed") && (
              <span>
                <kbd>W</kbd> <kbd>S</kbd> speed{" "}
              </span>
            )}
            {has("heading") && (
              <span>
                <kbd>A</kbd> <kbd>D</kbd> heading
              </span>
            )}{" "}
            or the left stick of a gamepad
          </p>
        )}
      </section>
      <section class="section">
        <header>
          <h3>Measured</h3>
        </header>
        <Scope />
      </section>
    </div>
  );
}
