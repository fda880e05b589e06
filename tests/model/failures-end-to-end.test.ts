import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { PublicState } from "../../src/engine/state/public-state.ts";
import type { Time } from "../../src/engine/time.ts";
import { createSdkModel } from "../../src/model/sdk-model.ts";
import { systemTime } from "../../src/time/system-time.ts";
import { createModelUnderstander } from "../../src/understand/two-pass.ts";
import { type Fault, faults } from "./faults.ts";
import { type GuardedAssistant, openGuardedAssistant } from "./guarded-assistant.ts";
import { type ScriptedReply, type ScriptedServer, startScriptedServer } from "./scripted-server.ts";

const reply = (...commands: readonly object[]): ScriptedReply => ({
  kind: "text",
  text: JSON.stringify({ commands, confidence: 1 }),
});
const setDate = { type: "set_slot", slot: "departure_date", value: "2099-12-20" };
const failures = faults.filter((fault) => typeof fault.expect === "string");
const salvaged = faults.filter((fault) => typeof fault.expect !== "string");
const never = (fault: Fault): boolean => fault.reply.kind === "hang" || fault.reply.kind === "drip";

/** What must not change; the counters of attempts and the history of the conversation do. */
const essence = ({ flowStack, flowSlots, pending, conversationState, currentStep }: PublicState) => ({
  flowStack: flowStack.map((frame) => ({ ...frame, retries: 0 })),
  flowSlots,
  conversationState,
  currentStep,
  // Asking again makes a new prompt, valid from the next turn.
  pending: pending === null ? null : { ...pending, promptId: undefined, turn: undefined },
});

describe("a model that fails in the middle of a conversation", () => {
  let server: ScriptedServer;
  let next: ScriptedReply;
  let assistant: GuardedAssistant;
  beforeAll(async () => {
    server = await startScriptedServer(() => next);
  });
  afterAll(() => server.close());
  // Time that passes at once: what a breaker or a provider's wish for a pause remembers is over by then.
  let skipped = 0;
  const time: Time = { now: () => systemTime.now() + skipped, after: systemTime.after };
  const open = (timeout: number): GuardedAssistant =>
    openGuardedAssistant(
      createModelUnderstander({
        time,
        model: createSdkModel({
          time,
          provider: "openai_compatible",
          model: "failing",
          baseUrl: server.url,
          retry: { timeout, backoff: 1 },
        }),
      }),
      { search: async () => [] },
    );
  beforeEach(async () => {
    assistant = open(60_000);
    const slots = { origin: "Madrid", destination: "Paris" };
    await assistant.say("c", "hello", [{ type: "start_flow", flow: "book_flight", slots }]);
  });

  it.each(failures.map((fault) => [fault.name, fault] as const))("asks again and goes on: %s", async (_, fault) => {
    if (never(fault)) {
      // Only a server that never answers is given up on early: a slow machine must not look like a fault.
      assistant = open(60);
      const slots = { origin: "Madrid", destination: "Paris" };
      await assistant.say("c", "hello", [{ type: "start_flow", flow: "book_flight", slots }]);
    }
    const asked = await assistant.soni.getState("c");
    next = fault.reply;
    const failed = await assistant.say("c", "on 20 December");
    expect(essence(failed.state)).toEqual(asked === null ? null : essence(asked));
    expect(failed.commands).toEqual([]);
    expect(failed.messages.at(-1)?.text).toBe("When?");
    expect(failed.messages.length).toBeGreaterThan(1);
    if (never(fault)) return;
    next = reply(setDate);
    skipped += 3_600_000;
    const good = await assistant.say("c", "on 20 December");
    expect(good.messages.map(({ text }) => text)).toEqual(["Madrid to Paris for 99 euros. Shall I book it?"]);
    // The same at the confirmation, where a failure must not pass for a yes.
    next = fault.reply;
    const unsure = await assistant.say("c", "yes");
    expect(essence(unsure.state)).toEqual(essence(good.state));
    expect(unsure.messages.at(-1)?.text).toBe("Madrid to Paris for 99 euros. Shall I book it?");
    expect(assistant.calls).toEqual([]);
    next = reply({ type: "affirm" });
    skipped += 3_600_000;
    expect((await assistant.say("c", "yes")).messages.map(({ text }) => text)).toEqual(["Booked: R1."]);
    expect(assistant.calls).toEqual(["book"]);
  });

  it.each(salvaged.map((fault) => [fault.name, fault] as const))("takes what is sound in: %s", async (_, fault) => {
    next = fault.reply;
    const { commands, state, messages } = await assistant.say("c", "on 20 December");
    expect(commands.map(({ command }) => command.type)).toEqual(["set_slot"]);
    expect(state.flowStack.map(({ flow }) => flow)).toEqual(["book_flight"]);
    expect(messages.at(-1)?.text).toContain("Shall I book it?");
    expect(assistant.calls).toEqual([]);
  });
});
