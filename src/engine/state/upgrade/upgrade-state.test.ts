import { describe, expect, it } from "vitest";
import { flowId } from "../../ids.ts";
import { schemaVersion } from "../state.ts";
import { upgradeState } from "./upgrade-state.ts";
import type { ArchivedFrame1, DialogueState1, Frame1, Purpose1, Turn1 } from "./version-1.ts";
import type { DialogueState2 } from "./version-2.ts";

const frame = (id: string, change: Partial<Frame1> = {}): Frame1 => ({
  flowId: flowId(id),
  flow: id.replace(/_\d+$/, ""),
  flowState: "active",
  step: "ask",
  exit: null,
  asking: false,
  resumed: false,
  reask: null,
  executed: [],
  visits: {},
  attempts: {},
  affirmed: [],
  effects: [],
  skipped: [],
  retries: 0,
  page: 0,
  caller: null,
  locals: {},
  startedAt: 5,
  pausedAt: null,
  context: null,
  ...change,
});

const state = (change: Partial<DialogueState1> = {}): DialogueState1 => ({
  schemaVersion: 1,
  conversationId: "c",
  assistantHash: "h",
  conversationState: "idle",
  turnCount: 3,
  lastActiveAt: 7,
  flowStack: [],
  flowSlots: {},
  provenance: {},
  pending: null,
  session: {},
  messages: [],
  trace: [],
  digressionDepth: 0,
  lastDigressionType: null,
  metadata: {
    completedFlows: [],
    error: null,
    handoff: null,
    language: null,
    turnsWithoutProgress: 0,
    misunderstood: 0,
  },
  counters: { flow: 4, prompt: 1 },
  turn: null,
  last: null,
  ...change,
});

const archived = (id: string, change: Partial<ArchivedFrame1> = {}): ArchivedFrame1 => ({
  flowId: flowId(id),
  flow: id.replace(/_\d+$/, ""),
  flowState: "completed",
  outputs: {},
  startedAt: 5,
  completedAt: 6,
  context: null,
  settled: [],
  ...change,
});

const withArchive = (...completedFlows: readonly ArchivedFrame1[]): Partial<DialogueState1> => ({
  metadata: { ...state().metadata, completedFlows },
});

const turnWith = (purpose: Purpose1): Turn1 => ({
  message: { messageId: "m", text: "", at: 7, origin: "user" },
  understood: true,
  queue: [],
  runOnly: flowId("pay_2"),
  action: {
    purpose,
    request: {
      action: "pay",
      input: {},
      key: "c:pay_2.x:pay:2",
      timeout: 1,
      retry: { attempts: 1, backoff: "none", delay: 0 },
      idempotent: true,
    },
    result: null,
  },
  messages: [],
  commands: [],
  events: [],
  usage: null,
  timing: {},
  progress: false,
  digressed: false,
  repeats: {},
});

/** `buy` has called `pay`, which stands at its own step `pay`. */
const called = {
  flowStack: [
    frame("buy_1", { step: "settle", flowState: "paused" }),
    frame("pay_2", { step: "pay", visits: { pay: 2 }, caller: flowId("buy_1") }),
  ],
};
const payId = "buy_1/settle#1";

describe("a state of version 1", () => {
  it("becomes one of this version, which is left as it is", () => {
    const upgraded = upgradeState(state());
    expect(upgraded).toMatchObject({ schemaVersion, tasks: {}, resumed: null, flowStack: [], turnCount: 3 });
    expect(upgradeState(upgraded)).toEqual(upgraded);
  });

  it("names called frames after the place of their call, with their slots", () => {
    const { tasks, flowStack, flowSlots } = upgradeState(
      state({ ...called, flowSlots: { [flowId("buy_1")]: { a: 1 }, [flowId("pay_2")]: { b: 2 } } }),
    );
    expect(Object.keys(tasks)).toEqual(["buy_1"]);
    expect(flowStack.map(({ flowId: id, caller }) => [id, caller])).toEqual([
      ["buy_1", null],
      [payId, "buy_1"],
    ]);
    expect(flowSlots).toEqual({ buy_1: { a: 1 }, [payId]: { b: 2 } });
    expect(tasks[flowId("buy_1")]?.base).toEqual({
      frames: flowStack,
      slots: flowSlots,
      provenance: { buy_1: {}, [payId]: {} },
      settled: false,
      ended: [],
    });
  });

  it("keeps an input that the user gave in the caller only, and every other as a value", () => {
    const by = { by: "input", from: "buy" } as const;
    const { flowStack, flowSlots, provenance } = upgradeState(
      state({
        ...called,
        flowSlots: {
          [flowId("buy_1")]: { dish: "soup", size: 1, price: 2 },
          [flowId("pay_2")]: { dish: "soup", size: 9, price: 2, how: "card" },
        },
        provenance: {
          [flowId("buy_1")]: {
            dish: { by: "user", messageId: "m", replaced: { value: "stew" } },
            size: { by: "api" },
            price: { by: "action", action: "find", step: "find" },
          },
          [flowId("pay_2")]: { dish: by, size: by, price: by, how: { by: "user", messageId: "n" } },
        },
      }),
    );
    expect(flowStack[1]?.bindings).toEqual({ dish: { flowId: "buy_1", slot: "dish" } });
    expect(flowSlots[flowId(payId)]).toEqual({ size: 9, price: 2, how: "card" });
    expect(provenance[flowId("buy_1")]?.["dish"]).toEqual({ by: "user", messageId: "m" });
    expect(provenance[flowId(payId)]).toEqual({ size: by, price: by, how: { by: "user", messageId: "n" } });
  });

  it("passes a shared slot on through several calls", () => {
    const by = { by: "input", from: "buy" } as const;
    const { flowStack } = upgradeState(
      state({
        flowStack: [...called.flowStack, frame("card_3", { caller: flowId("pay_2") })],
        flowSlots: {
          [flowId("buy_1")]: { dish: "soup" },
          [flowId("pay_2")]: { dish: "soup" },
          [flowId("card_3")]: { dish: "soup" },
        },
        provenance: {
          [flowId("buy_1")]: { dish: { by: "api" } },
          [flowId("pay_2")]: { dish: by },
          [flowId("card_3")]: { dish: by },
        },
      }),
    );
    expect(flowStack[2]).toMatchObject({
      flowId: `${payId}/pay#2`,
      caller: payId,
      bindings: { dish: { flowId: "buy_1", slot: "dish" } },
    });
  });

  it("has its question, failure and late change where they are now", () => {
    const { flowStack } = upgradeState(
      state({
        flowStack: [
          frame("buy_1", {
            asking: true,
            reask: "a",
            attempts: { a: 2 },
            retries: 1,
            page: 3,
            locals: {
              _error_code: "action.failed",
              _error_message: "no line",
              _error_step: "find",
              _error_handled: true,
              _change: { slot: "a", old: 1, value: 2 },
            },
          }),
        ],
      }),
    );
    expect(flowStack[0]).toMatchObject({
      question: { asking: true, reask: "a", attempts: { a: 2 }, retries: 1, page: 3 },
      failure: { code: "action.failed", message: "no line", step: "find", handled: true },
      change: { slot: "a", old: 1, value: 2 },
      visits: { ask: 1 },
    });
  });

  it("has neither failure nor change where there was none, and no visit of no step", () => {
    const { flowStack } = upgradeState(
      state({ flowStack: [frame("buy_1", { step: null, exit: "end", system: true })] }),
    );
    expect(flowStack[0]).toMatchObject({ failure: null, change: null, visits: {}, exit: "end", system: true });
  });

  it("is settled where something was done or affirmed", () => {
    const settled = (change: Partial<Frame1>): boolean | undefined =>
      upgradeState(state({ flowStack: [frame("buy_1", change)] })).tasks[flowId("buy_1")]?.base?.settled;
    expect(settled({})).toBe(false);
    expect(settled({ effects: ["pay"] })).toBe(true);
    expect(settled({ affirmed: ["check"] })).toBe(true);
  });

  it("knows which flows ended since the task began", () => {
    const { tasks } = upgradeState(
      state({
        flowStack: [frame("buy_2")],
        ...withArchive(
          archived("old_1"),
          archived("pay_3"),
          archived("pay_4"),
          archived("gone_5", { flowState: "abandoned" }),
        ),
      }),
    );
    expect(tasks[flowId("buy_2")]?.base?.ended).toEqual(["pay"]);
  });

  it("remembers what was left empty, what it was started with, and how many actions were asked for", () => {
    const { tasks } = upgradeState(
      state({
        flowStack: [frame("buy_1", { skipped: ["note"], system: true, visits: { find: 2, pay: 1 } })],
        flowSlots: { [flowId("buy_1")]: { reason: "silence", dish: "soup" } },
        provenance: { [flowId("buy_1")]: { reason: { by: "input", from: "buy" }, dish: { by: "api" } } },
      }),
    );
    expect(tasks[flowId("buy_1")]).toMatchObject({
      by: "system",
      flow: "buy",
      startedAt: 5,
      inputs: { reason: "silence" },
      calls: 3,
      answers: { "buy_1.note@0": { cell: { flowId: "buy_1", slot: "note" }, epoch: 0, from: "start", value: null } },
    });
  });

  it("says once more which task is back", () => {
    const { resumed } = upgradeState(
      state({ flowStack: [frame("a_1"), frame("buy_2"), frame("pay_3", { caller: flowId("buy_2"), resumed: true })] }),
    );
    expect(resumed).toBe("buy_2");
  });

  it("keeps the key of an action that has begun, and says where its result belongs", () => {
    const purpose = { kind: "step", flowId: flowId("pay_2"), step: "pay" } as const;
    const { turn } = upgradeState(state({ ...called, turn: turnWith(purpose) }));
    expect(turn?.runOnly).toBe(payId);
    expect(turn?.action?.purpose).toEqual({ kind: "step", flowId: payId, step: "pay", place: `${payId}/pay#2` });
    expect(turn?.action?.request.key).toBe("c:pay_2.x:pay:2");
  });

  it("says where a person was called from, if from a flow", () => {
    const wish = { kind: "handoff", reason: null, queue: null } as const;
    const placed = upgradeState(state({ ...called, turn: turnWith({ ...wish, flowId: flowId("pay_2") }) }));
    expect(placed.turn?.action?.purpose).toEqual({ ...wish, flowId: payId, place: `${payId}/pay#2` });
    const free = upgradeState(state({ ...called, turn: turnWith({ ...wish, flowId: null }) }));
    expect(free.turn?.action?.purpose).toEqual({ ...wish, flowId: null, place: null });
  });
});

describe("a state with a trace", () => {
  const { schemaVersion: _, ...parts } = state({ turnCount: 4 });
  const running = { message: { messageId: "m" }, events: [{ type: "understood", commands: 2, confidence: 1 }] };
  const before = {
    ...parts,
    schemaVersion: 2,
    tasks: {},
    resumed: null,
    trace: [{ turn: 1, event: "failed", data: { flow: "buy", step: "pay", code: "odd", message: "" } }],
    turn: running,
    last: { message: { messageId: "l" }, reply: { turn: 3, events: [...running.events, { type: "deleted" }] } },
  } as unknown as DialogueState2;

  it("loses it, and keeps everything else", () => {
    const { schemaVersion: version, turn, last, ...kept } = upgradeState(before);
    const { schemaVersion: __, trace: ___, turn: ____, last: _____, ...others } = before;
    expect(version).toBe(schemaVersion);
    // What states hold since has its usual value.
    expect(kept).toEqual({
      ...others,
      lastNluCall: null,
      silentSince: null,
      metadata: { ...others.metadata, errorAt: null, unanswered: 0 },
    });
    expect(turn?.message.messageId).toBe("m");
    expect(last?.reply.turn).toBe(3);
  });

  it("tells in its events how many commands were understood", () => {
    const { turn, last } = upgradeState(before);
    const understood = { type: "understood", count: 2, commands: 2, confidence: 1 };
    expect(turn?.events).toEqual([understood]);
    expect(last?.reply.events).toEqual([understood, { type: "deleted" }]);
    expect(upgradeState({ ...before, turn: null, last: null })).toMatchObject({ turn: null, last: null });
  });

  it("is not touched if it is of this version", () => {
    const now = upgradeState(before);
    expect(upgradeState(now)).toMatchObject({ ...now });
  });
});

describe("a task that a timeout put aside", () => {
  const abandoned = (each: Frame1): ArchivedFrame1 =>
    archived(each.flowId, {
      flowState: "abandoned",
      resume: { frame: each, slots: { at: each.flow }, provenance: { at: { by: "api" } } },
    });

  it("is kept whole with its first frame", () => {
    const { metadata } = upgradeState(
      state(withArchive(...called.flowStack.map(abandoned), abandoned(frame("tea_3")))),
    );
    const [buy, pay, tea] = metadata.completedFlows;
    expect(buy?.resume).toMatchObject({
      task: { id: "buy_1", base: { settled: false } },
      frames: [{ flowId: "buy_1" }, { flowId: payId, caller: "buy_1" }],
      slots: { buy_1: { at: "buy" }, [payId]: { at: "pay" } },
    });
    expect(pay).toMatchObject({ flowId: payId, flowState: "abandoned" });
    expect(pay?.resume).toBeUndefined();
    expect(tea?.resume?.frames).toHaveLength(1);
  });

  it("cannot be gone on with once its first frame is forgotten", () => {
    const { metadata } = upgradeState(state(withArchive(...called.flowStack.slice(1).map(abandoned))));
    expect(metadata.completedFlows).toHaveLength(1);
    expect(metadata.completedFlows[0]?.resume).toBeUndefined();
  });
});
