import { describe, expect, it } from "vitest";
import { parseConversations, runConversation } from "../../src/testing/index.ts";
import type { Understander, Understanding } from "../../src/understand/understander.ts";

/** Limits of one: whatever is counted would be too much at once. */
const yaml = `yaml:
  version: "1.0"
  settings:
    conversation: { max_turns_without_progress: 1, on_no_progress: handoff, fallback_flow: lost }
    limits: { turn_seconds: 1 }
  patterns:
    handoff: { action: call_person }
    misunderstanding: { options_after: 1, handoff_after: 1 }
    confirmation: { max_retries: 1, on_max_retries: handoff }
  actions: { call_person: {} }
  slots: { city: { type: string, prompt: Which city? } }
  flows:
    lost: { description: lost, steps: [{ step: say, type: say, message: Lost }] }
    fly:
      description: Fly somewhere
      trigger: { intents: [fly] }
      steps: [{ step: ask, type: collect, slot: city }, { step: sure, type: confirm, message: "To {city}?" }, { step: done, type: say, message: Flown }]
actions: { call_person: { returns: {} } }
conversations:
  test:
`;

const commands: Readonly<Record<string, Understanding["commands"]>> = {
  fly: [{ type: "start_flow", flow: "fly" }],
  Rome: [{ type: "set_slot", slot: "city", value: "Rome" }],
  sure: [{ type: "affirm" }],
};

async function failuresOf(turns: string, fail: Understander["understand"]): Promise<string> {
  const understander: Understander = {
    understand: (request) => {
      const known = commands[request.message];
      return known === undefined ? fail(request) : Promise.resolve({ commands: known, confidence: 1 });
    },
  };
  const [conversation] = parseConversations({ file: "unavailable.yaml", text: `${yaml}${turns}` });
  if (conversation === undefined) throw new Error("no conversation");
  const { failures } = await runConversation(conversation, { understander });
  return failures.map(({ message }) => message).join("\n");
}

const told = (bot: string, reason: string): string =>
  `    - { user: hm, bot: [${bot}], events: [understanding_unavailable: ${reason}] }\n`;
const turnsWith = (reason: string): string => {
  const often = (bot: string) => told(bot, reason).repeat(3);
  return [
    often("about: understanding_unavailable"),
    "    - { user: fly, bot: Which city? }\n",
    often("{ about: understanding_unavailable }, Which city?"),
    '    - { user: Rome, bot: "To Rome?" }\n',
    often('{ about: understanding_unavailable }, "To Rome?"'),
    "    - { user: sure, bot: Flown, state: idle }\n",
  ].join("");
};

describe("a message that nobody could read", () => {
  it("is answered by asking for it again, however often, and counts as nothing", async () => {
    const overloaded = async (): Promise<Understanding> => ({ commands: [], confidence: 0, unavailable: "overloaded" });
    expect(await failuresOf(turnsWith("overloaded"), overloaded)).toBe("");
  });

  it("is also one whose understander throws", async () => {
    const throwing = () => {
      throw new Error("a defect");
    };
    expect(await failuresOf(turnsWith("failed"), throwing)).toBe("");
  });

  it("is also one whose understander never answers", { timeout: 30_000 }, async () => {
    const turns = `    - { user: fly, bot: Which city? }\n${told("{ about: understanding_unavailable }, Which city?", "timeout")}`;
    expect(await failuresOf(turns, () => new Promise(() => undefined))).toBe("");
  });

  it("is not one that was read and not understood", async () => {
    const shrugging = async (): Promise<Understanding> => ({ commands: [], confidence: 0 });
    const turns = "    - { user: fly, bot: Which city? }\n    - { user: hm, bot: { about: handed_off } }\n";
    expect(await failuresOf(turns, shrugging)).toBe("");
  });
});
