import { expect, it } from "vitest";
import type { Observed } from "../engine/state/event.ts";
import { createObservers } from "../runtime/observers.ts";
import type { Soni } from "../runtime/soni.ts";
import { systemTime } from "../time/system-time.ts";
import { createReloadingSoni } from "./dev/reloading-soni.ts";
import { createLiveEvents } from "./live.ts";

/** The observers of an assistant, and its end. */
function observed() {
  const { observe, subscribe, isWatched } = createObservers(() => undefined, systemTime);
  const ended = Promise.withResolvers<void>();
  const soni = { observe: subscribe, close: () => ended.promise } as Pick<Soni, "observe" | "close"> as Soni;
  const tell = (conversationId: string, event: Observed): void => observe({ conversationId, messageId: "m1", event });
  const beginTurn = (conversationId: string): void =>
    tell(conversationId, { type: "turn_started", turn: 1, text: "hello", at: 0 });
  return { soni, tell, beginTurn, isWatched, end: ended.resolve };
}

it("observes turns only while somebody listens", () => {
  const { soni, beginTurn, isWatched } = observed();
  const live = createLiveEvents(soni);
  expect(isWatched()).toBe(false);

  const heard: string[] = [];
  const stopFirst = live.listen("c1", ({ type }) => heard.push(`first ${type}`));
  const stopSecond = live.listen("c2", ({ type }) => heard.push(`second ${type}`));
  stopFirst();
  stopFirst();
  expect(isWatched()).toBe(true);
  beginTurn("c1");
  beginTurn("c2");
  expect(heard).toEqual(["second accepted"]);
  stopSecond();
  expect(isWatched()).toBe(false);

  const stopThird = live.listen("c1", ({ type }) => heard.push(`third ${type}`));
  beginTurn("c1");
  expect(heard).toEqual(["second accepted", "third accepted"]);
  live.close();
  stopThird();
  expect(isWatched()).toBe(false);
});

it("does not tell a step whose place it has not counted: it would have the id of another one", () => {
  const { soni, tell, beginTurn } = observed();
  const live = createLiveEvents(soni);
  const heard: (readonly [string, number])[] = [];
  const act = { type: "action_started", turn: 1, action: "pay", key: "k" } as const;
  const say = { type: "sentence", turn: 1, message: "m1.1", index: 0, text: "Hi.", place: 3 } as const;
  const stop = live.listen("c1", ({ type, id }) => heard.push([type, id]));
  tell("c1", act);
  tell("c1", say);
  tell("c1", act);
  expect(heard).toEqual([
    ["sentence", 10_004],
    ["action_started", 10_005],
  ]);
  beginTurn("c1");
  tell("c1", act);
  expect(heard.slice(2)).toEqual([
    ["accepted", 10_000],
    ["action_started", 10_001],
  ]);
  stop();
});

it("hears of the turns that a replaced assistant still finishes, until it is closed", async () => {
  const [before, after] = [observed(), observed()];
  const { soni, replace } = createReloadingSoni(before.soni);
  const live = createLiveEvents(soni);
  replace(after.soni);
  const heard: string[] = [];
  const stop = live.listen("c1", ({ type }) => heard.push(type));
  before.beginTurn("c1");
  after.beginTurn("c1");
  expect(heard).toEqual(["accepted", "accepted"]);
  stop();
  expect([before.isWatched(), after.isWatched()]).toEqual([false, false]);

  before.end();
  await expect
    .poll(() => {
      const stopAgain = live.listen("c1", () => undefined);
      const watched = [before.isWatched(), after.isWatched()];
      stopAgain();
      return watched;
    })
    .toEqual([false, true]);
});
