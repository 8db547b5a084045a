/** Short messages that go away by themselves. */

import { dismiss, toasts } from "../state/store";
import { Icon } from "./icons";

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map((toast) => (
        <div key={toast.id} class={`toast ${toast.level === "error" ? "bad" : ""}`} data-testid="toast">
          <span>
            {toast.text}
            {toast.help && <span class="help faint"> {toast.help}</span>}
          </span>
          <button type="button" class="btn quiet icon" aria-label="Dismiss" onClick={() => dismiss(toast.id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
