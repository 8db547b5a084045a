/** Gamepads: the left stick is speed and heading, the face buttons push, throw, pause and let go. */

import { nudgeParameter, pushTrunk, setParameter, setRagdoll, throwBall, togglePlay } from "../state/actions";
import { program, ragdoll } from "../state/store";

const DEAD = 0.2;
const TURN = 0.06; // rad per look at the stick
const LOOK_MS = 50;

const pressed = new Set<number>();
let steering = false;
const BUTTONS: Record<number, () => void> = {
  0: () => pushTrunk(300, 0),
  1: () => throwBall(),
  2: () => setRagdoll(!ragdoll.value),
  9: togglePlay,
};

function look(): void {
  const pad = navigator.getGamepads().find((p) => p?.connected);
  if (!pad) return;
  for (const [index, run] of Object.entries(BUTTONS)) {
    const down = pad.buttons[Number(index)]?.pressed ?? false;
    if (down && !pressed.has(Number(index))) run();
    if (down) pressed.add(Number(index));
    else pressed.delete(Number(index));
  }
  const [x = 0, y = 0] = pad.axes;
  if (Math.abs(x) > DEAD) nudgeParameter("heading", -x * TURN);
  steer(-y);
}

/** Forward is the fastest that the skill has, back the fastest backwards; let go, it is as the script says. */
function steer(stick: number): void {
  const speed = program.value?.parameters.find((p) => p.name === "speed");
  if (!speed) return;
  const moved = Math.abs(stick) > DEAD;
  if (moved) setParameter("speed", stick > 0 ? stick * speed.high : -stick * Math.min(0, speed.low));
  else if (steering) setParameter("speed", speed.default);
  steering = moved;
}

export function listenToGamepads(): void {
  let timer: ReturnType<typeof setInterval> | null = null;
  addEventListener("gamepadconnected", () => {
    timer ??= setInterval(look, LOOK_MS);
  });
  addEventListener("gamepaddisconnected", () => {
    if (timer && !navigator.getGamepads().some((p) => p?.connected)) {
      clearInterval(timer);
      timer = null;
    }
  });
}
