import { ChangeSet, type Text } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { fromChanges, type Outgoing, Shared, toText } from "../src/state/shared";

/** The server's side, as in sharing.py. */
class Server {
  text: Text;
  version = 1;
  accepted: string[] = [];
  told: { version: number; edit: Outgoing }[] = [];

  constructor(text: string) {
    this.text = toText(text);
  }

  edit(edit: Outgoing): void {
    if (edit.version !== this.version || this.accepted.includes(edit.name)) return;
    this.text = fromChanges(edit.changes, this.text.length).apply(this.text);
    this.version += 1;
    this.accepted.push(edit.name);
    this.told.push({ version: this.version, edit });
  }
}

/** A page with an editor; both ways of its connection may be slow, and may be cut. */
class Page {
  doc: Text;
  shared: Shared;
  outbox: Outgoing[] = [];
  private heard: number;

  constructor(
    private readonly server: Server,
    name: string,
  ) {
    this.shared = new Shared(name);
    this.doc = server.text;
    this.shared.reset(server.text, server.version);
    this.heard = server.told.length;
  }

  type(from: number, to: number, insert: string): void {
    const changes = ChangeSet.of({ from, to, insert: toText(insert) }, this.doc.length);
    this.doc = changes.apply(this.doc);
    this.shared.local(changes);
  }

  send(): void {
    const edit = this.shared.next();
    if (edit) this.outbox.push(edit);
  }

  arrive(): void {
    const edit = this.outbox.shift();
    if (edit) this.server.edit(edit);
  }

  hear(): boolean {
    const told = this.server.told[this.heard];
    if (!told) return false;
    this.heard += 1;
    if (this.shared.isOwn(told.edit.name)) this.shared.confirm(told.version);
    else {
      const changes = fromChanges(told.edit.changes, this.shared.synced.length);
      this.doc = this.shared.remote(changes, told.version).apply(this.doc);
    }
    return true;
  }

  /** The connection is cut, with what was on its way; and made again. */
  cut(lost: boolean): void {
    if (lost) this.outbox = [];
    while (this.outbox.length > 0) this.arrive();
    this.shared.release();
    this.heard = this.server.told.length;
    this.doc = this.shared
      .rejoin(this.server.text, this.server.version, this.server.accepted)
      .apply(this.doc);
  }
}

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function settle(pages: Page[]): void {
  for (let round = 0; round < 500; round++) {
    for (const page of pages) {
      page.send();
      page.arrive();
      while (page.hear());
    }
  }
}

describe("a text that several pages edit", () => {
  it("ends the same on all of them, with everything that was typed", () => {
    for (let seed = 1; seed <= 200; seed++) {
      const draw = random(seed);
      const pick = (n: number) => Math.floor(draw() * n);
      const server = new Server("SKILL walk()\nPHASE lift\n");
      const pages = ["a", "b", "c"].map((name) => new Page(server, name));
      const typed: string[] = [];
      for (let step = 0; step < 120; step++) {
        const page = pages[pick(pages.length)]!;
        switch (pick(7)) {
          case 0:
          case 1: {
            const word = `<${typed.length}>`;
            typed.push(word);
            const line = page.doc.line(1 + pick(page.doc.lines));
            page.type(line.from, line.from, `${word}\n`); // where no other word is torn
            break;
          }
          case 2:
            page.send();
            break;
          case 3:
          case 4:
            page.arrive();
            break;
          case 5:
            page.hear();
            break;
          default:
            if (pick(10) === 0) page.cut(pick(2) === 0);
        }
      }
      settle(pages);
      for (const page of pages) {
        expect(page.shared.settled, `seed ${seed}`).toBe(true);
        expect(page.doc.toString(), `seed ${seed}`).toBe(server.text.toString());
      }
      for (const word of typed)
        expect(server.text.toString().split(word).length, `seed ${seed}: ${word}`).toBe(2);
    }
  });

  it("ends the same when stretches are deleted and replaced at the same time", () => {
    for (let seed = 1; seed <= 200; seed++) {
      const draw = random(seed);
      const pick = (n: number) => Math.floor(draw() * n);
      const server = new Server("abcdefghijklmnopqrstuvwxyz\r\n0123456789");
      const pages = ["a", "b"].map((name) => new Page(server, name));
      for (let step = 0; step < 80; step++) {
        const page = pages[pick(2)]!;
        const from = pick(page.doc.length + 1);
        const to = Math.min(page.doc.length, from + pick(5));
        [
          () => page.type(from, to, "xyz".slice(0, pick(4))),
          () => page.send(),
          () => page.arrive(),
          () => page.hear(),
        ][pick(4)]!();
      }
      settle(pages);
      for (const page of pages) expect(page.doc.toString(), `seed ${seed}`).toBe(server.text.toString());
    }
  });

  it("counts once what arrived before the connection was cut", () => {
    const server = new Server("a");
    const page = new Page(server, "p");
    page.type(1, 1, "b");
    page.send();
    page.arrive();
    page.type(2, 2, "c");
    page.cut(false);
    settle([page]);
    expect(server.text.toString()).toBe("abc");
    expect(page.doc.toString()).toBe("abc");
  });
});
