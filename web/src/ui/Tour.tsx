/** Five steps for whoever is here for the first time. */

import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { tourStep } from "../state/actions";
import { panel, tourDone } from "../state/prefs";

interface Step {
  title: string;
  text: string;
  target: string;
  enter?: () => void;
}

const STEPS: Step[] = [
  {
    title: "This is a body, and real physics",
    text: "Nothing here is played back: muscles pull, feet push. Drag on a part of the body to push it and see if it keeps its balance.",
    target: "stage",
  },
  {
    title: "Time is yours",
    text: "Space pauses. Drag along the bar to look back a whole minute, and branch from any moment to try it again.",
    target: "timebar",
  },
  {
    title: "This text is what it does",
    text: "Drag any number sideways, or type. It counts at once, and a pale figure shows the next two seconds. If the text breaks, the last good one keeps running.",
    target: "code-pane",
  },
  {
    title: "The same numbers, by hand",
    text: "Pull the figure's joints to change the pose, or use the sliders. Curves, the graph of phases and the body's proportions are in the other tabs.",
    target: "inspector",
    enter: () => (panel.value = "phases"),
  },
  {
    title: "Let the computer look",
    text: "Mark numbers, say what you want, and watch a search find better ones. Everything can be undone. Press ? for all keys.",
    target: "inspector",
    enter: () => (panel.value = "search"),
  },
];

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Beside the target where there is room, else inside its lower edge; always on the screen. */
function cardPlace(box: Box): { left: string; top: string } {
  const [w, h] = [336, 230];
  const room = { right: innerWidth - box.left - box.width, left: box.left };
  const left =
    room.right > w + 24
      ? box.left + box.width + 16
      : room.left > w + 24
        ? box.left - w - 16
        : box.left + box.width / 2 - w / 2;
  const top = box.height < 120 ? box.top - h - 16 : box.top + Math.min(64, box.height / 3);
  const onScreen = (value: number, most: number) => `${Math.max(12, Math.min(value, most))}px`;
  return { left: onScreen(left, innerWidth - w - 12), top: onScreen(top, innerHeight - h - 12) };
}

function finish(): void {
  tourStep.value = -1;
  tourDone.value = true;
}

export function Tour() {
  const index = tourStep.value;
  const step = STEPS[index];
  const box = useSignal<Box>({ left: 0, top: 0, width: 0, height: 0 });
  useLayoutEffect(() => {
    step?.enter?.();
    const measure = () => {
      const target = document.querySelector(`[data-testid="${step?.target}"]`)?.getBoundingClientRect();
      if (target)
        box.value = { left: target.left, top: target.top, width: target.width, height: target.height };
    };
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, [index]);
  if (!step) return null;
  const { left, top, width, height } = box.value;
  return (
    <>
      <div
        class="tour-frame"
        data-testid="tour-frame"
        style={{
          left: `${left + 4}px`,
          top: `${top + 4}px`,
          width: `${width - 8}px`,
          height: `${height - 8}px`,
        }}
      />
      <div
        class="tour"
        role="dialog"
        aria-label={step.title}
        data-testid="tour"
        style={cardPlace(box.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") finish();
        }}
      >
        <h2>{step.title}</h2>
        <p>{step.text}</p>
        <footer>
          <span class="faint num">
            {index + 1} of {STEPS.length}
          </span>
          <span class="spacer" />
          <button type="button" class="btn quiet" data-testid="tour-skip" onClick={finish}>
            {index === STEPS.length - 1 ? "Close" : "Skip"}
          </button>
          {index < STEPS.length - 1 && (
            <button
              key={index}
              type="button"
              class="btn primary"
              data-testid="tour-next"
              ref={(b) => b?.focus()}
              onClick={() => (tourStep.value = index + 1)}
            >
              Next
            </button>
          )}
        </footer>
      </div>
    </>
  );
}
