import { uuid6 } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";
import { checkpointId, timestamp } from "./checkpoint-id.ts";

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
    const since = Array.from({ length: 25_000 }, () => checkpointId(now));
    const ids = [first, ...since, checkpointId(now + 5_001), checkpointId(now + 5_003)];
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("sort among those of LangGraph", () => {
    const [earlier, own, later] = [uuid6(0), checkpointId(Date.now() + 1_000), checkpointId(Date.now() + 2_000)];
    expect([later, own, earlier].toSorted()).toEqual([earlier, own, later]);
  });

  it("hold the time as version 6 does: 100 nanoseconds since 1582, of which a number can't hold all", () => {
    const future = Date.UTC(2101, 2, 3, 4, 5, 6, 789);
    const [high = "", middle = "", low = ""] = checkpointId(future).split("-");
    const ticks = BigInt(`0x${high}${middle}${low.slice(1)}`);
    expect(ticks).toBe(BigInt(future - Date.UTC(1582, 9, 15)) * 10_000n);
  });
});

it("times are written as ISO 8601 has them", () => {
  for (const later of [0, 1, 999, 1_000, 1_001, 59_999, 86_400_000 - 1, 86_400_000]) {
    expect(timestamp(now + later)).toBe(new Date(now + later).toISOString());
  }
});
