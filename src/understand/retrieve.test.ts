import { describe, expect, it } from "vitest";
import { bookFlight, checkBooking, manyFlows } from "../../tests/model/contexts.ts";
import { retrieveFlows } from "./retrieve.ts";

const flows = [...manyFlows(500), bookFlight, ...manyFlows(500), checkBooking];
const names = async (message: string, options: Partial<Parameters<typeof retrieveFlows>[2]> = {}) =>
  (await retrieveFlows(message, flows, { limit: 20, always: new Set(), language: "en", ...options })).map(
    (flow) => flow.name,
  );

describe("choosing the likely flows of a large assistant", () => {
  it("leaves a small one alone", async () => {
    const few = flows.slice(0, 20);
    expect(await retrieveFlows("anything", few, { limit: 20, always: new Set(), language: "en" })).toBe(few);
  });

  it("finds the flow by its words", async () => {
    const likely = await names("I'd like to book some flights");
    expect(likely).toHaveLength(20);
    expect(likely).toContain("book_flight");
  });

  it("keeps active and paused flows whatever is said", async () => {
    expect(await names("concerts", { always: new Set(["check_booking"]) })).toContain("check_booking");
  });

  it("finds by meaning what shares no word", async () => {
    const scorer = { score: async () => flows.map((flow) => (flow === checkBooking ? 1 : 0)) };
    expect(await names("will there be a seat left?")).not.toContain("check_booking");
    expect(await names("will there be a seat left?", { scorer })).toContain("check_booking");
  });

  it("does without a scorer that fails", async () => {
    const broken = { score: () => Promise.reject(new Error("no vectors")) };
    expect(await names("book a flight", { scorer: broken })).toContain("book_flight");
    const nonsense = { score: async () => [Number.NaN] };
    expect(await names("book a flight", { scorer: nonsense })).toContain("book_flight");
  });
});
