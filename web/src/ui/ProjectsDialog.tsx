/** Projects are plain folders: open one, make one, copy one. */

import { useSignal } from "@preact/signals";
import { openSkill } from "../state/actions";
import { send } from "../state/session";
import { project, projects } from "../state/store";
import { Dialog } from "./Dialog";

export function ProjectsDialog() {
  const name = useSignal("");
  const ready = name.value.trim() !== "";
  const now = project.value;
  return (
    <Dialog title="Projects" testid="projects">
      <div class="content">
        <p class="soft">
          A project is a plain folder with scripts in it. This one is{" "}
          <span class="mono">{now?.path ?? ""}</span>
        </p>
        {(now?.files ?? []).length > 0 && (
          <div class="files">
            {now?.files.map((file) => (
              <button key={file.name} type="button" class="btn file" onClick={() => openSkill(file.name)}>
                <strong>{file.name}</strong>
                <span class="faint">{file.doc}</span>
              </button>
            ))}
          </div>
        )}
        <div class="subhead">Other projects</div>
        <div class="row-buttons">
          {projects.value
            .filter((p) => p !== now?.name)
            .map((p) => (
              <button
                key={p}
                type="button"
                class="btn"
                onClick={() => send({ type: "openProject", name: p })}
              >
                {p}
              </button>
            ))}
          {projects.value.filter((p) => p !== now?.name).length === 0 && (
            <span class="faint">none beside this one</span>
          )}
        </div>
        <div class="subhead">A new name</div>
        <div class="row-buttons">
          <input
            class="field find"
            aria-label="Name of the project"
            data-testid="project-name"
            value={name.value}
            onInput={(event) => (name.value = event.currentTarget.value)}
          />
          <button
            type="button"
            class="btn primary"
            data-testid="project-new"
            disabled={!ready}
            onClick={() => send({ type: "newProject", name: name.value.trim() })}
          >
            New project
          </button>
          <button
            type="button"
            class="btn"
            disabled={!ready}
            onClick={() => send({ type: "duplicateProject", name: name.value.trim() })}
          >
            Copy this one
          </button>
        </div>
      </div>
    </Dialog>
  );
}
