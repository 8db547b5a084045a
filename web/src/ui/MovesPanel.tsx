/** The graph of the moves: a click on a node lets the body go there, now. */

import { useEffect, useRef } from "preact/hooks";
import { go } from "../state/actions";
import { going, scene } from "../state/store";

const BODY = "planar17";
// The picture has styles of its own, which must not reach the page: it lives in a shadow tree.
const STYLE = `
  :host { display: block; overflow: auto; }
  svg { width: max(100%, 640px); height: auto; border-radius: 8px; }
  [data-node] { cursor: pointer; }
  [data-node]:hover .node, [data-node]:focus-visible .node { stroke-width: 3; }
  [data-node]:focus { outline: none; }
  [data-node].way .node { stroke: #0072b2; stroke-width: 3; }
  [data-node].here .node { fill: #0072b2; }
  [data-node].here text { fill: #fff; }
  [data-node].to .node { stroke: #d55e00; stroke-width: 4; }
`;

/** Makes every node a button. */
function prepare(root: ShadowRoot): void {
  for (const node of root.querySelectorAll<SVGGElement>("[data-node]")) {
    node.setAttribute("role", "button");
    node.setAttribute("tabindex", "0");
    node.setAttribute("aria-label", `Go to ${node.dataset.node?.replaceAll("-", " ")}`);
  }
  const chosen = (event: Event) =>
    (event.target as Element).closest<SVGGElement>("[data-node]")?.dataset.node;
  root.addEventListener("click", (event) => {
    const node = chosen(event);
    if (node) go(node);
  });
  root.addEventListener("keydown", (event) => {
    const node = chosen(event);
    if (!node || !["Enter", " "].includes((event as KeyboardEvent).key)) return;
    event.preventDefault();
    event.stopPropagation();
    go(node);
  });
}

/** Shows where the body is, where it goes, and by which nodes. */
function highlight(root: ShadowRoot): void {
  const now = going.value;
  for (const node of root.querySelectorAll<SVGGElement>("[data-node]")) {
    const name = node.dataset.node ?? "";
    node.classList.toggle("here", now?.here === name);
    node.classList.toggle("to", now?.to === name);
    node.classList.toggle("way", now?.way.includes(name) ?? false);
  }
}

export function MovesPanel() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
    let gone = false;
    fetch("/graph.svg")
      .then((answer) => answer.text())
      .then((text) => {
        if (gone) return;
        const picture = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
        const style = document.createElement("style");
        style.textContent = STYLE;
        root.replaceChildren(picture, style);
        prepare(root);
        highlight(root);
      });
    return () => {
      gone = true;
    };
  }, []);
  const now = going.value;
  useEffect(() => {
    if (host.current?.shadowRoot) highlight(host.current.shadowRoot);
  }, [now]);
  const fits = scene.value?.body === BODY;
  return (
    <div class="section" data-testid="moves-panel">
      <p class="soft">
        {!fits && `The moves are for the body ${BODY}: open one of them first, moves/stand, say.`}
        {fits && !now && "Click a move: the body goes there, by the surest way, from where it is."}
        {now && (
          <>
            To <b data-testid="going-to">{now.to}</b>, now{" "}
            <b data-testid="going-here">{now.here || "falling"}</b>.{" "}
            <button type="button" class="btn small" data-testid="going-stop" onClick={() => go("")}>
              Back to the script
            </button>
          </>
        )}
      </p>
      <div ref={host} class="moves-graph" data-testid="moves-graph" />
    </div>
  );
}
