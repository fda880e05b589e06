import { expect, it } from "vitest";
import type { Notice } from "../engine/state/observe.ts";
import { systemTime } from "../time/system-time.ts";
import { createObservers } from "./observers.ts";

const notice: Notice = {
  conversationId: "c1",
  messageId: "m1",
  event: { type: "executed", turn: 1, milliseconds: 2 },
};

it("an observer that throws is logged and harms neither the caller nor the others", () => {
  const logged: unknown[] = [];
  const { observe, subscribe } = createObservers((message, data) => logged.push([message, data]), systemTime);
  const seen: Notice[] = [];
  subscribe(() => {
    throw new Error("broken");
  });
  const stop = subscribe((each) => seen.push(each));
  observe(notice);
  stop();
  observe(notice);
  expect(seen).toEqual([notice]);
  const failure = { port: "observer", conversationId: "c1", messageId: "m1", code: "threw", error: "broken" };
  expect(logged).toMatchObject([
    ["observer failed", failure],
    ["observer failed", failure],
  ]);
});
