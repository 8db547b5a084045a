/** The overlay behind `?`: keys and gestures. */

import { tourStep } from "../state/actions";
import { overlay } from "../state/overlay";
import { Dialog } from "./Dialog";

const GROUPS: [string, [string[], string][]][] = [
  [
    "Time",
    [
      [["Space"], "play or pause"],
      [["←", "→"], "one frame back or on"],
      [["Shift", "←", "→"], "ten frames"],
      [["Home", "End"], "oldest, newest moment"],
      [["Enter"], "branch from the moment shown"],
      [["[", "]"], "slower, faster"],
      [["Backspace"], "begin again"],
    ],
  ],
  [
    "Body",
    [
      [["drag"], "on a part: push it"],
      [["P"], "push from behind; Shift: from the side"],
      [["B"], "throw a ball"],
      [["R"], "ragdoll"],
      [["W", "S"], "speed, where the skill has one"],
      [["A", "D"], "heading, where the skill has one"],
    ],
  ],
  [
    "View",
    [
      [["drag"], "beside the body: turn; right button: move"],
      [["wheel"], "nearer, farther"],
      [["1", "2", "3", "7"], "front, quarter, side, above"],
      [["F"], "frame the body and follow it"],
      [["M"], "stage alone"],
      [["G"], "gallery"],
      [["Ctrl", "K"], "all commands"],
    ],
  ],
  [
    "Script",
    [
      [["drag"], "a number sideways; Shift fine, Ctrl coarse"],
      [["Ctrl", "Space"], "complete"],
      [["Ctrl", "Z"], "undo anything; Ctrl+Y redo"],
      [["Ctrl", "S"], "save"],
      [["Ctrl", "/"], "comment"],
      [["Esc"], "close what is open; twice: leave the script"],
    ],
  ],
];

export function Keys() {
  return (
    <Dialog title="Keys and gestures" testid="keys">
      <div class="content">
        <div class="keys">
          {GROUPS.map(([title, rows]) => (
            <section key={title}>
              <h3>{title}</h3>
              <dl>
                {rows.map(([keys, what]) => (
                  <>
                    <dt>
                      {keys.map((k) => (
                        <kbd key={k}>{k}</kbd>
                      ))}
                    </dt>
                    <dd>{what}</dd>
                  </>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <div class="row-buttons">
          <button
            type="button"
            class="btn primary"
            onClick={() => {
              overlay.value = "none";
              tourStep.value = 0;
            }}
          >
            Take the tour
          </button>
        </div>
      </div>
    </Dialog>
  );
}
