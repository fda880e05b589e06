import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { describe, expect, it, vi } from "vitest";
import { finishTurn, sampleMessage, samplePointOf, sampleState } from "../../tests/contracts/sample-dialogue.ts";
import { deliver, sampleGraph } from "../../tests/contracts/sample-graph.ts";
import { createStore } from "./create-store.ts";
import { createMemoryRows } from "./memory-rows.ts";

const start = () => {
  const rows = createMemoryRows();
  const writes = {
    insertMessage: vi.spyOn(rows, "insertMessage"),
    commit: vi.spyOn(rows, "commit"),
    insertWrites: vi.spyOn(rows.history, "insertWrites"),
  };
  const store = createStore(rows, {});
  const graph = sampleGraph({ saver: store.saver({ pointOf: samplePointOf }), store, effects: [] });
  const say = (messageId: string, text: string) => deliver({ graph, store }, "c1", sampleMessage(messageId, text));
  const written = () => Object.values(writes).map((write) => write.mock.calls.length);
  return { rows, store, graph, say, written, writes };
};

describe("a saver of the latest checkpoint", () => {
  it("writes twice for a turn without actions: the message, and the end of the turn", async () => {
    const { say, written } = start();
    await say("m1", "hello");
    expect(written()).toEqual([1, 1, 0]);
    await say("m2", "hello again");
    expect(written()).toEqual([2, 2, 0]);
  });

  it("writes twice more for each action: before it starts, and its result", async () => {
    const { say, written } = start();
    await say("m1", "act:2");
    expect(written()).toEqual([1, 5, 0]);
  });

  it("does not grow with the number of turns, apart from the transcript", async () => {
    const { rows, say } = start();
    await say("m1", "hello");
    const first = (await rows.checkpoint("c1"))?.length ?? 0;
    for (let turn = 2; turn <= 20; turn += 1) {
      await say(`m${turn}`, "");
    }
    const perTurn = JSON.stringify({ role: "user", text: "" }).length + 3;
    expect((await rows.checkpoint("c1"))?.length).toBeLessThan(first + 20 * perTurn + 100);
  });

  it("sees what another process saved meanwhile", async () => {
    const { store, graph, say } = start();
    await say("m1", "hello");
    const config = { configurable: { thread_id: "c1" } };
    await graph.getState(config);
    const elsewhere = sampleGraph({ saver: store.saver({ pointOf: samplePointOf }), store, effects: [] });
    await deliver({ graph: elsewhere, store }, "c1", sampleMessage("m2"));
    expect((await graph.getState(config)).values.dialogue.turnCount).toBe(2);
  });

  it("hands a state on as it is, if states are immutable", async () => {
    const { store } = start();
    const saver = store.saver({ pointOf: samplePointOf, states: "immutable" });
    const other = store.saver({ pointOf: samplePointOf });
    const dialogue = finishTurn(sampleState("c1", sampleMessage("m1")));
    const loaded = async (from = saver) => {
      const tuple = await from.getTuple({ configurable: { thread_id: "c1" } });
      return (tuple?.checkpoint.channel_values["dialogue"] as typeof dialogue | undefined)?.metadata;
    };
    const checkpointAt = (step: number) => ({
      ...emptyCheckpoint(),
      id: `checkpoint-${step}`,
      channel_values: { dialogue },
    });
    const save = (step: number, by = saver) =>
      by.put({ configurable: { thread_id: "c1" } }, checkpointAt(step), { source: "loop", step, parents: {} }, {});
    await save(1, other);
    const parsed = await loaded();
    expect(parsed).toEqual(dialogue.metadata);
    expect(parsed).not.toBe(dialogue.metadata);
    expect(await loaded()).toBe(parsed);
    await save(2);
    expect(await loaded()).toBe(dialogue.metadata);
    expect(await loaded()).toBe(dialogue.metadata);
    // Nobody promised it for this one.
    const own = await loaded(other);
    expect(own).toEqual(dialogue.metadata);
    expect([await loaded(other), await loaded()]).not.toContain(own);
    await store.deleteConversation("c1");
    expect(await loaded()).toBeUndefined();
  });

  it("lets only the first of two runs from the same checkpoint save", async () => {
    const { store, say } = start();
    await say("m1", "hello");
    const results = await Promise.allSettled([say("m2", "act:1"), say("m3", "hello")]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const lost = results.find((result) => result.status === "rejected");
    expect(lost?.reason).toMatchObject({ code: "store.conflict" });
    expect(await store.transcript("c1")).toHaveLength(2);
    expect(await store.openMessages("c1")).toHaveLength(1);
  });
});
