import { describe, expect, it } from "vitest";
import { assistantOf, newDialogue } from "../../../tests/support/dialogue.ts";
import { flowId } from "../ids.ts";
import type { JsonObject } from "../json.ts";
import type { ArchivedFrame } from "../state/state.ts";
import { newestOutput } from "./archived-outputs.ts";

const start = newDialogue(
  assistantOf(
    "flows: { find: { description: Find, trigger: { intents: [find] }, steps: [{ step: s, type: say, message: x }] } }",
  ),
);
const run = (id: string, outputs: JsonObject, change: Partial<ArchivedFrame> = {}): ArchivedFrame => ({
  flowId: flowId(id),
  flow: "find",
  flowState: "completed",
  outputs,
  startedAt: 0,
  completedAt: Number(id.split("_")[1]),
  context: null,
  settled: [],
  ...change,
});
const newest = (task: string, ...completedFlows: readonly ArchivedFrame[]) =>
  newestOutput(
    { ...start, metadata: { ...start.metadata, completedFlows } },
    { flow: "find", output: "code" },
    flowId(task),
  );

describe("an input from the last run of a flow", () => {
  const found = run("find_1", { code: "A" });

  it("is the value of the newest run, with the time at which it ended", () => {
    expect(newest("trip_9", found)).toEqual({ value: "A", completedAt: 1 });
    expect(newest("trip_9", found, run("find_2", { code: "B" }))).toEqual({ value: "B", completedAt: 2 });
    expect(newest("trip_9")).toBeNull();
  });

  it("comes from no run of another flow, none that did not complete, and none without the value", () => {
    expect(newest("trip_9", found, run("seek_2", { code: "B" }, { flow: "seek" }))?.value).toBe("A");
    expect(newest("trip_9", found, run("find_2", { code: "B" }, { flowState: "cancelled" }))?.value).toBe("A");
    expect(newest("trip_9", found, run("find_2", { code: null }))?.value).toBe("A");
    expect(newest("trip_9", found, run("find_2", { place: "B" }))?.value).toBe("A");
  });

  it("comes from no run in the task itself: its calls pass what they return", () => {
    expect(newest("trip_2", found, run("find_3", { code: "B" }, { flowId: flowId("trip_2/look#1") }))?.value).toBe("A");
    expect(newest("find_1", found)).toBeNull();
  });
});
