import { expect, it } from "vitest";
import { virtualClock } from "../../tests/support/virtual-clock.ts";
import { SoniError } from "../engine/errors.ts";
import type { StoredState } from "../engine/state/store.ts";
import { timeOf } from "../time/system-time.ts";
import type { SetAside } from "../turn/set-aside.ts";
import { createAttempts } from "./attempts.ts";

const done = {} as StoredState;
const away = new SoniError("store.unavailable", "away");

/** A store that counts, and fails when it is told to. */
function setUp(retryPause = 0) {
  const clock = virtualClock();
  const counts = new Map<string, number>();
  const failing = { isAway: false };
  const change = async (messageId: string, forgiven: number, more: number): Promise<number> => {
    if (failing.isAway) throw away;
    const count = Math.max(0, (counts.get(messageId) ?? 0) - forgiven) + more;
    counts.set(messageId, count);
    return count;
  };
  const attempts = createAttempts(
    {
      beginAttempt: (_, messageId, forgiven) => change(messageId, forgiven, 1),
      forgiveAttempts: async (_, messageId, forgiven) => void (await change(messageId, forgiven, 0)),
    },
    { time: timeOf(clock), retryPause },
  );
  const again = (messageId: string, run: (setAside: SetAside | null) => Promise<StoredState>, before = 0) =>
    attempts.again({ conversationId: "c1", messageId, before }, run);
  return { attempts, again, counts, failing, clock };
}

it("sets a message aside instead of a fourth attempt", async () => {
  const { again } = setUp();
  const seen: (SetAside | null)[] = [];
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    await again("m1", async (setAside) => {
      seen.push(setAside);
      return done;
    });
  }
  expect(seen).toEqual([null, null, null, { attempts: 3 }]);
});

it("leaves a pause after the start before a message is tried again that may have ended its process", async () => {
  const { again, clock } = setUp(1_000);
  const begun: string[] = [];
  const trying = (name: string) => async () => {
    begun.push(`${name} at ${clock.elapsed}`);
    return done;
  };
  await Promise.all([again("new", trying("new")), clock.until(again("once", trying("once"), 1))]);
  await clock.until(again("twice", trying("twice"), 2));
  await clock.pass(5_000);
  await again("later", trying("later"), 2);
  expect(begun).toEqual(["new at 0", "once at 1000", "twice at 2000", "later at 7000"]);
});

it("does not count what the store's failure ended, however often the store goes away", async () => {
  const { again, attempts, counts } = setUp();
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await expect(again("m1", () => Promise.reject(away))).rejects.toBe(away);
    expect(counts.get("m1")).toBe(1);
  }
  await attempts.settle();
  expect(counts.get("m1")).toBe(0);
});

it("remembers what is forgiven until the store is back", async () => {
  const { again, attempts, counts, failing } = setUp();
  await expect(again("m1", () => Promise.reject(away))).rejects.toBe(away);
  failing.isAway = true;
  await expect(attempts.settle()).rejects.toBe(away);
  await expect(again("m1", async () => done)).rejects.toBe(away);
  failing.isAway = false;
  await attempts.settle();
  expect(counts.get("m1")).toBe(0);
});

it("counts in the end what fails for ever, though it looks like the store's failure", async () => {
  const { again } = setUp();
  const seen: (SetAside | null)[] = [];
  const fail = async (setAside: SetAside | null): Promise<StoredState> => {
    seen.push(setAside);
    throw away;
  };
  for (let attempt = 1; attempt <= 9; attempt += 1) await expect(again("m1", fail)).rejects.toBe(away);
  expect(seen.findIndex((setAside) => setAside !== null)).toBe(8);
});

it("counts every failure of its own, and begins anew with a message that came to an end", async () => {
  const { again, counts } = setUp();
  const defect = new Error("a defect");
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await expect(again("m1", () => Promise.reject(defect))).rejects.toBe(defect);
  }
  expect(counts.get("m1")).toBe(2);
});

it("lets suspects of one death run side by side, and those of two alone", async () => {
  const { again } = setUp();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (messageId: string, before: number) =>
    again(
      messageId,
      () => {
        begun.push(messageId);
        return new Promise((resolve) => ends.set(messageId, () => resolve(done)));
      },
      before,
    );
  const work = [run("a", 1), run("b", 1), run("alone", 2), run("c", 1), run("new", 0)];
  await expect.poll(() => begun).toEqual(expect.arrayContaining(["a", "b", "new"]));
  expect(begun).toHaveLength(3);
  ends.get("a")?.();
  ends.get("b")?.();
  await expect.poll(() => begun).toContain("alone");
  expect(begun).not.toContain("c");
  ends.get("alone")?.();
  await expect.poll(() => begun).toContain("c");
  for (const end of ends.values()) end();
  await Promise.all(work);
});
