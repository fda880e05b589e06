import { PassThrough } from "node:stream";
import { describe, expect, it, vi } from "vitest";
import { exitCode } from "../exit-code.ts";
import { converse } from "./converse.ts";
import type { Answer, ChatSession } from "./session.ts";

const controlC = "\u0003";
const controlD = "\u0004";

/** A chat in a terminal that the test types into; `answer` decides how long a turn takes. */
function typing(answer: (line: string) => Promise<Answer>) {
  const console = { input: new PassThrough(), output: new PassThrough(), errors: new PassThrough() };
  const session: ChatSession = { conversationId: "c", earlier: [], said: ["I was here before"], answer };
  const printed: Answer[] = [];
  const abort = vi.fn();
  const ended = converse({ console, session, interactive: true, abort, print: (each) => void printed.push(each) });
  return { type: (text: string) => console.input.write(text), console, printed, abort, ended };
}

const nothing: Answer = { kind: "nothing" };

describe("a chat in a terminal", () => {
  it("ends well on Ctrl-C while it waits", async () => {
    const chat = typing(async () => nothing);
    chat.type(controlC);
    expect(await chat.ended).toBe(exitCode.done);
    expect(chat.abort).not.toHaveBeenCalled();
  });

  it("ends well on Ctrl-D and on /quit", async () => {
    const first = typing(async () => nothing);
    first.type(controlD);
    expect(await first.ended).toBe(exitCode.done);
    const second = typing(async (line): Promise<Answer> => (line === "/quit" ? { kind: "quit" } : nothing));
    second.type("hello\r/quit\rnever read\r");
    expect(await second.ended).toBe(exitCode.done);
    expect(second.printed).toEqual([nothing, { kind: "quit" }]);
  });

  it("brings back with the arrow key what was said before, also in an earlier process", async () => {
    const heard: string[] = [];
    const chat = typing(async (line): Promise<Answer> => {
      heard.push(line);
      return nothing;
    });
    chat.type("\u001b[A\r");
    chat.type(controlD);
    await chat.ended;
    expect(heard).toEqual(["I was here before"]);
  });

  it("finishes the turn under way before Ctrl-C ends it, and prints its answer", async () => {
    const turn = Promise.withResolvers<Answer>();
    const chat = typing(() => {
      queueMicrotask(() => chat.type(controlC));
      return turn.promise;
    });
    chat.type("book it\r");
    await new Promise((told) => chat.console.errors.once("data", told));
    expect(chat.printed).toEqual([]);
    turn.resolve(nothing);
    expect(await chat.ended).toBe(exitCode.done);
    expect(chat.printed).toEqual([nothing]);
    expect(chat.abort).not.toHaveBeenCalled();
  });

  it("stops at once on a second Ctrl-C in the same turn", async () => {
    const turn = Promise.withResolvers<Answer>();
    const chat = typing(() => {
      queueMicrotask(() => chat.type(controlC + controlC));
      return turn.promise;
    });
    chat.abort.mockImplementation(() => turn.resolve(nothing));
    chat.type("book it\r");
    await chat.ended;
    expect(chat.abort).toHaveBeenCalledOnce();
  });
});
