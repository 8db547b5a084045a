import { render } from "preact";
import "uplot/dist/uPlot.min.css";
import "./style/base.css";
import "./style/layout.css";
import "./style/panels.css";
import "./style/overlays.css";
import { listenToGamepads } from "./input/gamepad";
import { listenToKeys } from "./input/keys";
import { overlay } from "./state/overlay";
import { start } from "./state/session";
import { App } from "./ui/App";
import { exposeHandle } from "./ui/handle";

const query = new URLSearchParams(location.search);
if (!query.has("skill") && query.get("start") !== "stage") overlay.value = "gallery";

exposeHandle();
render(<App />, document.getElementById("app")!);
start();
listenToKeys();
listenToGamepads();
