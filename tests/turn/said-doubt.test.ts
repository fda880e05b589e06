import { describe, expect, it } from "vitest";
import { parseAssistant } from "../../src/config/parse-assistant.ts";
import type { Observed } from "../../src/engine/state/event.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import type { Understanding } from "../../src/understand/understander.ts";

const yaml = `
version: "1.0"
slots:
  city: { type: string, prompt: Where to? }
  pin: { type: string, prompt: Your PIN?, sensitive: true }
flows:
  trip:
    description: book a trip
    trigger: { intents: [book] }
    steps:
      - { step: ask, type: collect, slot: city }
      - { step: ask_pin, type: collect, slot: pin }
`;

function opened(answer: Understanding) {
  const { assistant, findings } = parseAssistant([{ file: "soni.yaml", text: yaml }]);
  if (assistant === null) throw new Error(JSON.stringify(findings));
  const soni = createSoni({ assistant, understander: { understand: async () => answer } });
  const seen: Observed[] = [];
  soni.observe(({ event }) => seen.push(event));
  return { soni, seen };
}

const told = { start: 0, end: 4, reading: "PIN 4711", features: [{ name: "digits", contribution: 2 }] };

describe("what was read besides", () => {
  it("is in the record of the turn, and told to those who watch", async () => {
    const rivals = [{ command: { type: "start_flow", flow: "trip" }, confidence: 0.3 }] as const;
    const evidence = [{ start: 0, end: 2, reading: "greeting", features: [] }];
    const { soni, seen } = opened({ commands: [{ type: "chitchat" }], confidence: 0.7, rivals, evidence });
    await soni.processMessage({ conversationId: "c", text: "hi there" });
    expect(seen.find(({ type }) => type === "understood")).toMatchObject({ rivals, evidence });
    const [turn] = await soni.audit("c");
    expect(turn?.events.find(({ type }) => type === "understood")).toMatchObject({ rivals, evidence });
    await soni.close();
  });

  it("never tells a secret", async () => {
    const { soni, seen } = opened({
      commands: [
        { type: "start_flow", flow: "trip" },
        { type: "set_slot", slot: "pin", value: "4711", alternatives: [{ value: "0815", confidence: 0.2 }] },
      ],
      confidence: 1,
      rivals: [{ command: { type: "set_slot", slot: "pin", value: "1234" }, confidence: 0.1 }],
      evidence: [told],
    });
    const result = await soni.processMessage({ conversationId: "c", text: "4711 0815 1234" });
    const shown = JSON.stringify([seen, result, await soni.audit("c"), await soni.transcript("c")]);
    for (const secret of ["4711", "0815", "1234"]) expect(shown).not.toContain(secret);
    await soni.close();
  });

  it("is for understanders to say: no channel claims alternatives", async () => {
    const { soni } = opened({ commands: [], confidence: 0 });
    const claims = [
      { type: "set_slot", slot: "city", value: "Rome", alternatives: [{ value: "Pisa", confidence: 0.5 }] },
      { type: "start_flow", flow: "trip", slotConfidence: { city: 0.1 } },
    ] as const;
    for (const command of claims)
      await expect(soni.processMessage({ conversationId: "c", text: "", command })).rejects.toMatchObject({
        code: "command.invalid",
      });
    await soni.close();
  });
});
