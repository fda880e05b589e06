import { describe, expect, it } from "vitest";
import { assistantOf, newDialogue } from "../../../tests/support/dialogue.ts";
import { begun } from "../../../tests/support/tasks.ts";
import { flowId } from "../ids.ts";
import type { DialogueState } from "../state/state.ts";
import { prune } from "./record.ts";

const assistant = assistantOf(`
flows:
  hello: { description: Say hello, trigger: { intents: [hello] }, steps: [{ step: hi, type: say, message: Hi. }] }
  inner: { description: Inside, steps: [{ step: hi, type: say, message: Hi. }] }
`);
const start = newDialogue(assistant);

describe("pruning", () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
  const limits = { memoryManagement: { maxHistoryMessages: 2, maxTraceEvents: 3, maxCompletedFlows: 1 } };

  it("keeps the last of everything that grows", () => {
    const running = begun(start, assistant, "hello");
    const archived = { flowId: "x", flow: "hello", flowState: "completed", outputs: {}, startedAt: 0, completedAt: 0 };
    const ended = { type: "step_completed", flow: "hello", step: "hi" };
    const failed = numbers(5).map((index) =>
      index % 2 === 0
        ? { type: "step_failed", flow: "hello", step: "hi", code: `${index}`, message: "" }
        : { type: "expression_failed", flow: "hello", step: "hi", expression: `${index}`, message: "" },
    );
    const events = failed.flatMap((event) => [event, ended]);
    const full = {
      ...running,
      messages: numbers(3).map((index) => ({ role: "user", text: `${index}` })),
      last: { message: { messageId: "m-1", text: "hello", at: 0, origin: "user" }, reply: { events } },
      metadata: {
        ...running.metadata,
        completedFlows: [archived, { ...archived, flowId: "y" }].map((one) => ({ ...one, context: null, settled: [] })),
      },
    } as unknown as DialogueState;
    const pruned = prune(full, limits);
    expect(pruned.messages.map(({ text }) => text)).toEqual(["1", "2"]);
    // Of the trace: all that the turn did stays.
    expect(pruned.last?.reply.events).toEqual([ended, ended, ...failed.slice(2).flatMap((event) => [event, ended])]);
    expect(pruned.metadata.completedFlows.map(({ flowId }) => flowId)).toEqual(["y"]);
  });

  it("leaves the values of tasks alone: those of a frame that a link replaced are still read", () => {
    const running = begun(start, assistant, "hello");
    const linked: DialogueState = {
      ...running,
      flowStack: running.flowStack.map((frame) => ({ ...frame, flowId: flowId("hello_1>1") })),
      flowSlots: { [flowId("hello_1")]: { city: "Rome" }, [flowId("hello_1>1")]: {} },
      provenance: { [flowId("hello_1")]: { city: { by: "user", messageId: "m-1" } } },
    };
    const pruned = prune(linked, limits);
    expect(pruned.flowSlots).toBe(linked.flowSlots);
    expect(pruned.provenance).toBe(linked.provenance);
    expect(pruned.tasks).toBe(linked.tasks);
  });

  it("leaves alone what is small enough", () => {
    const small: DialogueState = {
      ...start,
      messages: [
        { role: "user", text: "0" },
        { role: "user", text: "1" },
      ],
    };
    const pruned = prune(small, limits);
    expect(pruned).toEqual(small);
    expect(pruned.flowSlots).toBe(small.flowSlots);
    expect(pruned.messages).toBe(small.messages);
  });
});
