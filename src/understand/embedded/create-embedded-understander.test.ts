import { afterAll, describe, expect, it } from "vitest";
import type { FlowInScope, UnderstandingContext } from "../understander.ts";
import { createEmbeddedUnderstander } from "./create-embedded-understander.ts";

const flows: readonly FlowInScope[] = Array.from({ length: 60 }, (_, index) => ({
  name: `flow_${index}`,
  description: `Do the thing number ${index}`,
  examples: [],
  slots: [],
}));
const balance: FlowInScope = {
  name: "check_balance",
  description: "Check the balance of an account",
  examples: ["what's my balance"],
  slots: [],
};
const context: UnderstandingContext = {
  conversationId: "c",
  assistantHash: "a",
  conversationState: "idle",
  awaiting: { kind: "message" },
  flows: [balance],
  active: null,
  paused: [],
  known: {},
  history: [],
  commands: [],
  now: 0,
  timezone: "UTC",
  language: "en",
};

describe("the embedded understander", () => {
  const understander = createEmbeddedUnderstander({ deadline: 60_000 });
  afterAll(() => understander.close());

  it("answers concurrent messages, each with its own commands", async () => {
    const answers = await Promise.all(
      ["how much money do I have", "hello"].map((message) => understander.understand({ message, context })),
    );
    expect(answers.map(({ commands }) => commands[0]?.type)).toEqual(["start_flow", "chitchat"]);
    expect(answers[0]?.source).toBe("embedded");
  });

  it("hears of flows that come into scope later", async () => {
    const wider = { ...context, awaiting: { kind: "message" } as const, flows: [balance, ...flows] };
    const { commands } = await understander.understand({ message: "what's my balance", context: wider });
    expect(commands).toMatchObject([{ type: "start_flow", flow: "check_balance" }]);
  });

  it("books what the talk was about, and asks where there was none", async () => {
    const bookings = ["bus", "hotel", "car"].map((thing) => ({
      name: `book_${thing}`,
      description: `Book a ${thing}`,
      examples: [`I want to book a ${thing}`],
      slots: [],
    }));
    const booked = async (...lines: readonly string[]) => {
      const history = lines.map((text, index) => ({ role: index % 2 === 0 ? "user" : "assistant", text }) as const);
      const idle = { ...context, assistantHash: "bookings", flows: bookings, history };
      return (await understander.understand({ message: "That sounds good, book it please.", context: idle })).commands;
    };
    expect(await booked("Are there buses to Toledo?", "One leaves the station at 10:30.")).toMatchObject([
      { type: "start_flow", flow: "book_bus" },
    ]);
    expect(await booked("Where can I sleep in Toledo?", "Hotel Astoria has three stars and free wifi.")).toMatchObject([
      { type: "start_flow", flow: "book_hotel" },
    ]);
    // Whoever decides what is done asks about a flow that is not sure.
    const [unsure] = await booked("hello", "Hello! How can I help?");
    expect(unsure?.type === "start_flow" ? unsure.confidence : 0).toBeLessThan(0.65);
  });

  it("still knows the flows of an assistant after many others spoke", async () => {
    for (let index = 0; index < 10; index++) {
      await understander.understand({ message: "hello", context: { ...context, assistantHash: `other ${index}` } });
    }
    const { commands } = await understander.understand({ message: "what's my balance", context });
    expect(commands).toMatchObject([{ type: "start_flow", flow: "check_balance" }]);
  });

  it("stops waiting when the caller does", async () => {
    const given = AbortSignal.abort(new Error("too late"));
    await expect(understander.understand({ message: "hello", context, signal: given })).rejects.toThrow("too late");
  });

  it("refuses messages once it is closed", async () => {
    const other = createEmbeddedUnderstander({ deadline: 60_000 });
    await other.close();
    await expect(other.understand({ message: "hello", context })).rejects.toMatchObject({
      code: "understand.embedded_stopped",
    });
  });
});
