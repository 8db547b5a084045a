/** A slider with a name and a value that can be typed; Shift is fine, a double click resets. */

import { useId, useRef } from "preact/hooks";
import { clamp, snap, stepOf } from "../maths/number";
import { numberAt, reveal, setNumber } from "../state/document";

interface SliderProps {
  label: string;
  value: number;
  low: number;
  high: number;
  step?: number;
  unit?: string;
  title?: string;
  testid?: string;
  disabled?: boolean;
  reset?: number;
  onChange: (value: number) => void;
  onLabel?: () => void;
}

/** A value for people: as few digits as the step needs. */
function shown(value: number, step: number): string {
  return String(snap(value, step));
}

export function Slider(props: SliderProps) {
  const { label, value, low, high, unit = "", onChange } = props;
  const step = props.step ?? stepOf(Math.max(Math.abs(low), Math.abs(high)) / 4, unit);
  const id = useId();
  const start = useRef<number | null>(null);
  const share = high > low ? clamp((value - low) / (high - low), 0, 1) : 0;
  const typed = (text: string) => {
    const number = Number(text.replace(",", ".").replace(/[^\d.eE+-]/g, ""));
    if (Number.isFinite(number)) onChange(number);
  };
  const nudge = (event: KeyboardEvent) => {
    const direction = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (direction === 0) return;
    event.preventDefault();
    onChange(snap(value + direction * step * (event.shiftKey ? 0.1 : 1), step / 10));
  };
  return (
    <div class="slider" data-testid={props.testid} title={props.title}>
      {props.onLabel ? (
        <button type="button" class="link label" onClick={props.onLabel}>
          {label}
        </button>
      ) : (
        <label for={id}>{label}</label>
      )}
      <input
        id={id}
        type="range"
        aria-label={label}
        min={low}
        max={high}
        step={step / 10}
        value={value}
        disabled={props.disabled}
        style={{ "--fill": `${share * 100}%` }}
        onPointerDown={() => {
          start.current = value;
        }}
        onInput={(event) => {
          const raw = Number(event.currentTarget.value);
          onChange(snap(raw, step / 10));
        }}
        onDblClick={() => onChange(props.reset ?? start.current ?? value)}
      />
      <input
        class="value"
        aria-label={`${label}, value`}
        value={shown(value, step / 10) + (unit === "deg" ? "°" : unit ? ` ${unit}` : "")}
        disabled={props.disabled}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={(event) => {
          if (event.key === "Enter") typed(event.currentTarget.value);
          nudge(event);
        }}
        onChange={(event) => typed(event.currentTarget.value)}
      />
    </div>
  );
}

/** A slider for a literal of the script: it reads the text and writes the text. */
export function NumberSlider({ index, label, testid }: { index: number; label?: string; testid?: string }) {
  const number = numberAt(index);
  if (!number) return null;
  const { info, value } = number;
  const low = Math.min(info.mark?.lo ?? info.low, value);
  const high = Math.max(info.mark?.hi ?? info.high, value);
  const name = label ?? info.label;
  return (
    <Slider
      label={name}
      title={info.mark ? `${info.label}, searched from ${low} to ${high}` : info.label}
      value={value}
      low={low}
      high={high}
      unit={info.unit}
      {...(testid ? { testid } : {})}
      onChange={(v) => setNumber(index, v, name)}
      onLabel={() => reveal(number.start, number.end)}
    />
  );
}
