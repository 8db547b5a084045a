/** The command palette: type a few letters, press Enter. */

import { useSignal } from "@preact/signals";
import { fuzzy } from "../maths/fuzzy";
import { allCommands, type Command } from "../state/commands";
import { close, Dialog } from "./Dialog";

const MOST = 40;

function found(query: string): Command[] {
  return allCommands()
    .map((command) => ({ command, score: fuzzy(query, command.title) }))
    .filter((row) => row.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map((row) => row.command);
}

export function Palette() {
  const query = useSignal("");
  const chosen = useSignal(0);
  const list = found(query.value);
  const run = (command: Command | undefined) => {
    if (!command) return;
    close();
    command.run();
  };
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      chosen.value = (chosen.value + by + list.length) % Math.max(1, list.length);
      document.getElementById(`command-${chosen.value}`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") {
      event.preventDefault();
      run(list[chosen.value]);
    }
  };
  return (
    <Dialog title="Commands" testid="palette" bare>
      <input
        class="field"
        placeholder="What would you like to do?"
        aria-label="Command"
        role="combobox"
        aria-expanded="true"
        aria-controls="commands"
        aria-activedescendant={`command-${chosen.value}`}
        data-testid="palette-input"
        value={query.value}
        onInput={(event) => {
          query.value = event.currentTarget.value;
          chosen.value = 0;
        }}
        onKeyDown={onKey}
      />
      <div id="commands" class="options" role="listbox" aria-label="Commands">
        {list.map((command, i) => (
          <div
            key={command.title}
            id={`command-${i}`}
            role="option"
            class="option"
            tabIndex={-1}
            aria-selected={i === chosen.value}
            onPointerEnter={() => (chosen.value = i)}
            onClick={() => run(command)}
            onKeyDown={onKey}
          >
            {command.title}
            <span class="spacer" />
            <span class="faint">{command.group}</span>
            {command.keys && <kbd>{command.keys}</kbd>}
          </div>
        ))}
        {list.length === 0 && <div class="option faint">Nothing of that name.</div>}
      </div>
    </Dialog>
  );
}
