import { uuid6 } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";
import { checkpointId } from "./checkpoint-id.ts";

const now = Date.UTC(2026, 10, 16);

describe("ids of checkpoints", () => {
  it("are UUIDs of version 6 that sort by time, also within a millisecond", () => {
    const ids = [checkpointId(now), ...Array.from({ length: 50 }, () => checkpointId(now)), checkpointId(now + 1)];
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-6[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it("go on in order when the clock is set back", () => {
    const first = checkpointId(now + 5_000);
    expect(checkpointId(now) > first).toBe(true);
  });

  it("sort among those of LangGraph", () => {
    const [earlier, own, later] = [uuid6(0), checkpointId(Date.now() + 1_000), checkpointId(Date.now() + 2_000)];
    expect([later, own, earlier].toSorted()).toEqual([earlier, own, later]);
  });
});
