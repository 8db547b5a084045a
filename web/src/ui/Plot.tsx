/** A small plot in the page's colours. */

import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { dark } from "../state/prefs";

export interface Line {
  label: string;
  colour: string;
  dash?: number[];
}

interface PlotProps {
  lines: readonly Line[];
  data: uPlot.AlignedData;
  height: number;
  xLabel: string;
  testid?: string;
}

function css(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function axis(label?: string): uPlot.Axis {
  return {
    stroke: css("--faint"),
    grid: { stroke: css("--line"), width: 1 },
    ticks: { stroke: css("--line"), width: 1 },
    font: "11px system-ui, sans-serif",
    labelFont: "11px system-ui, sans-serif",
    ...(label ? { label, labelSize: 16, size: 28 } : { size: 54 }),
  };
}

function makePlot(host: HTMLElement, props: PlotProps): uPlot {
  return new uPlot(
    {
      width: Math.max(160, host.clientWidth),
      height: props.height,
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false } },
      axes: [axis(props.xLabel), axis()],
      series: [
        {},
        ...props.lines.map((line) => ({
          label: line.label,
          stroke: css(line.colour),
          width: 1.75,
          points: { show: false },
          ...(line.dash ? { dash: line.dash } : {}),
        })),
      ],
    },
    props.data,
    host,
  );
}

export function Plot(props: PlotProps) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const theme = dark.value;
  const names = props.lines.map((l) => l.label).join();
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const made = makePlot(element, props);
    plot.current = made;
    const sizes = new ResizeObserver(() =>
      made.setSize({ width: Math.max(160, element.clientWidth), height: props.height }),
    );
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      made.destroy();
    };
  }, [theme, names, props.height]);
  useEffect(() => {
    plot.current?.setData(props.data);
  }, [props.data]);
  return (
    <div>
      <div ref={host} class="plot" data-testid={props.testid} />
      <div class="legend">
        {props.lines.map((line) => (
          <span key={line.label}>
            <i style={{ background: `var(${line.colour})` }} />
            {line.label}
          </span>
        ))}
      </div>
    </div>
  );
}
