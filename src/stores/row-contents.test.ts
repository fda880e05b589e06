import { describe, expect, it } from "vitest";
import { finishTurn, sampleMessage, sampleState } from "../testing/store-contract/sample-dialogue.ts";
import { createStore } from "./create-store.ts";
import { createMemoryRows } from "./memory/rows.ts";

const stateAfter = (turn: number) =>
  finishTurn({ ...sampleState("c1", sampleMessage(`m${turn}`)), turnCount: turn - 1 });

describe("the row of a state", () => {
  it("is its step and the state, without what the turn did, and nothing else", async () => {
    const rows = createMemoryRows();
    const state = stateAfter(1);
    const store = createStore(rows);
    await store.save({ state, step: 3 });
    const { last, ...rest } = state;
    const { messageId, turn, messages } = last?.reply ?? {};
    const reply = { messageId, turn, messages, commands: [], events: [], timing: {} };
    expect(await store.read("c1")).toEqual({ step: 3, state: { ...rest, last: { message: last?.message, reply } } });
    const row = JSON.parse((await rows.state("c1")) ?? "");
    expect(Object.keys(row)).toEqual(["step", "state"]);
    expect(row.state.last).toEqual({ message: last?.message, reply: { messageId, turn, messages } });
  });

  it("is refused as damaged if a value names an answer that is not there", async () => {
    const rows = createMemoryRows();
    const state = { ...stateAfter(1), provenance: { buy_1: { name: "buy_1.name@0" } } };
    const row = { at: 1000, turns: 1, step: 1, text: JSON.stringify({ step: 1, state }) };
    await rows.commit({ conversationId: "c1", state: row, turn: null, keepState: false, quarantine: null }, null);
    await expect(createStore(rows).read("c1")).rejects.toMatchObject({ code: "store.corrupt" });
  });

  it("of an older version is read out of LangGraph's checkpoint, and written without it", async () => {
    const rows = createMemoryRows();
    const state = stateAfter(1);
    const checkpoint = {
      v: 4,
      id: "1",
      ts: "",
      channel_values: { dialogue: state },
      channel_versions: {},
      versions_seen: {},
    };
    const text = JSON.stringify({ checkpoint, metadata: { source: "loop", step: 1, parents: {} } });
    const row = { at: 1000, turns: 1, step: 1, text };
    await rows.commit({ conversationId: "c1", state: row, turn: null, keepState: false, quarantine: null }, null);
    const store = createStore(rows);
    expect(await store.read("c1")).toEqual({ state, step: 1 });
    await store.save({ state: stateAfter(2), step: 3 });
    expect(await rows.state("c1")).not.toContain("checkpoint");
  });
});

describe("a state that was saved", () => {
  it("is handed to the next turn as it is, if states are immutable and the row still holds it", async () => {
    const rows = createMemoryRows();
    const store = createStore(rows);
    const leadOf = async () => {
      const lead = await store.lead("c1", { wait: false });
      if (lead.kind !== "lead") throw new Error("It is not free.");
      const state = lead.stored?.state;
      await lead.release();
      return state?.metadata;
    };
    const first = stateAfter(1);
    await store.save({ state: first, step: 1 });
    expect(await leadOf()).toEqual(first.metadata);
    expect(await leadOf()).not.toBe(first.metadata);
    const second = stateAfter(2);
    await store.save({ state: second, step: 2 }, { isImmutable: true });
    expect(await leadOf()).toBe(second.metadata);
    expect(await leadOf()).toBe(second.metadata);
    // Nobody promised it for whoever only reads.
    expect((await store.read("c1"))?.state.metadata).not.toBe(second.metadata);
    await createStore(rows).save({ state: stateAfter(3), step: 3 });
    expect(await leadOf()).not.toBe(second.metadata);
    await store.deleteConversation("c1");
    expect(await leadOf()).toBeUndefined();
  });
});
