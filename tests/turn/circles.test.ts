import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Command } from "../../src/engine/commands/command.ts";
import { createSoni, type SoniOptions } from "../../src/runtime/create-soni.ts";
import { assistantOf } from "../support/dialogue.ts";

/** Circles that no check at load can find: what leads out could change, but does not. */
const yaml = (host: string) => `
settings:
  runtime: { host: ${host} }
  limits: { steps_per_turn: 60, commands_per_message: 20 }
slots:
  left: { type: integer, description: Left, set_by: action }
  city: { type: string, description: City, prompt: "City?" }
actions:
  count: { description: Count, outputs: [left] }
flows:
  hello: { description: Hello, trigger: { intents: [hello] }, steps: [{ step: hi, type: say, message: Hello! }] }
  waiting: { description: Waiting, trigger: { intents: [wait] }, steps: [{ step: ask, type: collect, slot: city }] }
  one:
    description: Count down
    trigger: { intents: [one] }
    steps:
      - { step: start, type: set, slots: { left: 1 } }
      - { step: hop, type: say, message: Hop. }
      - { step: go, type: link, flow: two, when: "left > 0" }
  two:
    description: Go back
    steps:
      - { step: again, type: set, slots: { left: 1 } }
      - { step: back, type: link, flow: one, when: "left > 0" }
  acting:
    description: Act again
    trigger: { intents: [act] }
    steps:
      - { step: count, type: action, call: count }
      - { step: go, type: link, flow: acting, when: "left > 0" }
  outer:
    description: Outer
    trigger: { intents: [outer] }
    on_error: inner
    steps:
      - { step: inner, type: call, flow: one }
      - { step: done, type: say, message: Done. }
`;

let counted = 0;
const options: Partial<SoniOptions> = {
  actions: {
    count: () => {
      counted += 1;
      return { left: 1 };
    },
  },
  commands: {
    again: {
      description: "Again",
      schema: z.object({}),
      handle: () => ({ commands: [{ type: "custom", name: "again", arguments: {} }] }),
    },
    twice: {
      description: "Twice",
      schema: z.object({}),
      handle: async () => ({ commands: Array(2).fill({ type: "custom", name: "twice", arguments: {} }) }),
    },
  },
};

describe.each(["direct", "langgraph"])("on the host %s", (host) => {
  const soni = createSoni({ ...options, assistant: assistantOf(yaml(host)) });
  let number = 0;
  const conversation = () => {
    number += 1;
    const conversationId = `c-${number}`;
    return async (command: Command) => {
      const result = await soni.processMessage({ conversationId, text: "", command });
      return { ...result, texts: result.messages.map(({ text }) => text) };
    };
  };
  const start = (flow: string): Command => ({ type: "start_flow", flow });

  it("flows that link to each other in a circle end in error; what they said is said once", async () => {
    const say = conversation();
    const { texts, events, state } = await say(start("one"));
    expect(texts).toEqual(["Hop.", expect.stringMatching(/went wrong|sorry/i)]);
    expect(events.at(-2)).toMatchObject({ type: "flow_ended", flowState: "error", reason: "loop_detected" });
    expect(state.flowStack).toEqual([]);
    expect((await say(start("hello"))).texts).toEqual(["Hello!"]);
  });

  it("what is paused below a circle goes on", async () => {
    const say = conversation();
    await say(start("waiting"));
    const { texts, state } = await say(start("one"));
    expect(texts.at(-1)).toBe("City?");
    expect(state.flowStack.map(({ flow }) => flow)).toEqual(["waiting"]);
  });

  it("a circle ends with the flow that called it, whose on_error may be part of it", async () => {
    const { texts, state } = await conversation()(start("outer"));
    expect(texts).not.toContain("Done.");
    expect(state.flowStack).toEqual([]);
  });

  it("a circle with an action in it is counted over all stretches of the turn", async () => {
    counted = 0;
    const say = conversation();
    const { events } = await say(start("acting"));
    expect(events).toContainEqual(expect.objectContaining({ type: "flow_ended", reason: "loop_detected" }));
    expect(counted).toBeLessThanOrEqual(60);
    expect((await say(start("hello"))).texts).toEqual(["Hello!"]);
  });

  it.each(["again", "twice"])("commands that lead to further commands end (%s), and the user is told", async (name) => {
    const say = conversation();
    const { texts, commands } = await say({ type: "custom", name, arguments: {} });
    expect(texts).toHaveLength(1);
    expect(commands.at(-1)).toMatchObject({ result: "refused", code: "command.too_many" });
    expect(commands.filter(({ result }) => result === "done")).toHaveLength(60);
    expect((await say(start("hello"))).texts).toEqual(["Hello!"]);
  });
});
