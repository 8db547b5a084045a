import { ChangeSet, Text } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { grouped, History, hold } from "../src/state/history";

function setup(start: string) {
  let doc = Text.of([start]);
  let ground = "";
  const history = new History(
    (changes) => {
      doc = changes.apply(doc);
    },
    (deed) => {
      if ("ground" in deed) ground = deed.ground;
    },
  );
  const edit = (from: number, to: number, insert: string, group: string, at: number) => {
    const changes = ChangeSet.of({ from, to, insert }, doc.length);
    history.text(changes, doc, group, "edit", at);
    doc = changes.apply(doc);
  };
  return { history, edit, text: () => doc.toString(), ground: () => ground };
}

describe("History", () => {
  it("joins quick changes of one group and undoes them at once", () => {
    const { history, edit, text } = setup("a(0.1)");
    edit(2, 5, "0.2", "n", 0);
    edit(2, 5, "0.35", "n", 100);
    edit(2, 6, "0.4", "m", 150);
    history.undo();
    expect(text()).toBe("a(0.35)");
    history.undo();
    expect(text()).toBe("a(0.1)");
    expect(history.undo()).toBe(false);
    history.redo();
    history.redo();
    expect(text()).toBe("a(0.4)");
  });
  it("joins the steps of one drag however long it takes", () => {
    const { history, edit, text } = setup("1");
    hold(true);
    edit(0, 1, "2", grouped("n"), 0);
    edit(0, 1, "3", grouped("n"), 5000);
    hold(false);
    hold(true);
    edit(0, 1, "4", grouped("n"), 5100);
    hold(false);
    history.undo();
    expect(text()).toBe("3");
    history.undo();
    expect(text()).toBe("1");
  });
  it("keeps text and other steps in one order", () => {
    const { history, edit, text, ground } = setup("x");
    edit(1, 1, "y", "", 0);
    history.action("slope", { ground: "0" }, { ground: "5" });
    edit(2, 2, "z", "", 10);
    history.undo();
    expect(text()).toBe("xy");
    history.undo();
    expect([text(), ground()]).toEqual(["xy", "0"]);
    history.undo();
    expect(text()).toBe("x");
    history.redo();
    history.redo();
    expect([text(), ground()]).toEqual(["xy", "5"]);
  });
  it("outlives the page as plain data", () => {
    const first = setup("x");
    first.edit(1, 1, "y", "", 0);
    first.history.action("slope", { ground: "0" }, { ground: "5" });
    const second = setup("xy");
    second.history.restore(JSON.parse(JSON.stringify(first.history.store())));
    second.history.undo();
    expect(second.ground()).toBe("0");
    second.history.undo();
    expect(second.text()).toBe("x");
    second.history.redo();
    expect(second.text()).toBe("xy");
  });
  it("forgets what was undone when something new happens", () => {
    const { history, edit, text } = setup("x");
    edit(1, 1, "y", "", 0);
    history.undo();
    edit(1, 1, "z", "", 10);
    expect(history.redo()).toBe(false);
    expect(text()).toBe("xz");
  });
});
