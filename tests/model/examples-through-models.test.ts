import { describe, expect, it } from "vitest";
import { costsOf, examples, holdConversations, services } from "./hold-examples.ts";

describe.each(services)("the examples through $name", (service) => {
  it.each(examples)("hold their conversations, within what docs/understanding.md says: %s", async (example) => {
    const held = await holdConversations(example, service);
    expect(held.failures).toEqual([]);
    expect(held.unfit).toEqual([]);
    expect(held.requests.flatMap(({ refusal }) => (refusal === null ? [] : [refusal.message]))).toEqual([]);
    const costs = costsOf(held);
    expect(costs.callsPerMessage).toBe(1);
    expect(costs.tokensPerMessage).toBeLessThan(3_500);
    expect(costs.sharedPrefix).toBeGreaterThan(0.9);
    expect(costs.cached).toBeGreaterThan(0.85);
  });

  it.each(examples)("ask nothing twice with the session cache: %s", async (example) => {
    const held = await holdConversations(example, service, { isCached: true });
    expect(held.failures).toEqual([]);
    expect(held.cacheHits / held.messages).toBeGreaterThan(0.4);
  });
});
