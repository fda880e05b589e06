import { describe, expect, it } from "vitest";
import type { Command } from "../engine/commands/command.ts";
import { awaitsLocal, withholdLocal } from "./local-secrets.ts";
import { createModelUnderstander } from "./two-pass.ts";
import type { SlotInScope, UnderstandingContext } from "./understander.ts";

const slot = (name: string, type: SlotInScope["type"], more: Partial<SlotInScope> = {}): SlotInScope => ({
  name,
  type,
  description: name,
  examples: [],
  values: [],
  required: true,
  ...more,
});

const contextWith = (
  slots: readonly SlotInScope[],
  more: Partial<UnderstandingContext> = {},
): UnderstandingContext => ({
  conversationId: "c",
  assistantHash: "h",
  conversationState: "idle",
  awaiting: { kind: "message" },
  flows: [{ name: "pay", description: "Pay", examples: ["pay"], slots }],
  active: null,
  paused: [],
  known: {},
  history: [],
  commands: [],
  now: Date.UTC(2026, 10, 15),
  timezone: "UTC",
  language: "en",
  ...more,
});

const local = { local: true } as const;

describe("a message with a value of a local slot", () => {
  it("is shown to a model without what may be one, of any type", () => {
    const cases = [
      [slot("iban", "string", local), "pay from ES91 2100 0418 4502 0005 1332 please", "ES91 2100 0418 4502 0005 1332"],
      [slot("card", "string", local), "my card 4929-7731-0042-1187", "4929-7731-0042-1187"],
      [slot("phone", "string", local), "call +34 600 123 456 now", "+34 600 123 456"],
      [slot("mail", "string", local), "write to ana.b@mail.example.org", "ana.b@mail.example.org"],
      [slot("mail", "email", local), "write to ana at example dot org", "ana at example dot org"],
      [slot("phone", "phone", local), "call 07700 900123 now", "07700 900123"],
      [slot("salary", "money", { ...local, currency: "EUR" }), "I earn forty thousand euros", "forty thousand euros"],
      [slot("weight", "quantity", { ...local, unit: "kg" }), "I weigh 80 kilos", "80 kilos"],
      [slot("term", "duration", local), "for two years", "two years"],
      [slot("away", "date_range", local), "away from 3 to 5 December", "from 3 to 5 December"],
      [slot("salary", "integer", local), "I earn 41,250 a year", "41,250"],
      [slot("born", "date", local), "My birthday: 12 August 1980", "12 August 1980"],
      [
        slot("illness", "categorical", { ...local, values: [{ value: "asthma", synonyms: ["short breath"] }] }),
        "it is short breath",
        "short breath",
      ],
    ] as const;
    for (const [each, message, secret] of cases) {
      const withheld = withholdLocal({ message, context: contextWith([each]) });
      expect(withheld?.request.message, message).not.toContain(secret);
      expect(withheld?.request.message, message).toContain("SECRET_1");
      const command: Command = { type: "set_slot", slot: each.name, value: "secret_1" };
      expect(withheld?.putBack([command]), message).toEqual([{ ...command, value: secret }]);
    }
  });

  it("is shown as it is where no slot is local", () => {
    expect(withholdLocal({ message: "4929773100421187", context: contextWith([slot("card", "string")]) })).toBeNull();
  });

  it("is not shown to a model at all while the slot is asked for, and neither is it in the prompt when it is volunteered", async () => {
    const prompts: string[] = [];
    const understander = createModelUnderstander({
      model: {
        name: "scripted",
        samples: false,
        generate: async (request) => {
          prompts.push(JSON.stringify(request));
          const value = { type: "set_slot", slot: "card", value: "SECRET_1", flow: "pay" };
          const text = JSON.stringify({ commands: [{ type: "start_flow", flow: "pay" }, value] });
          const usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 };
          return { ok: true, text, finish: "stop", attempts: 1, usage };
        },
      },
    });
    const card = slot("card", "string", local);
    const active = { name: "pay", description: "Pay", examples: ["pay"], slots: [card] };
    const asked = contextWith([card], { active, awaiting: { kind: "slot", slot: "card" } });
    expect(awaitsLocal(asked)).toBe(true);
    expect(await understander.understand({ message: "4929773100421187", context: asked })).toMatchObject({
      commands: [],
      source: "none",
    });
    expect(prompts).toEqual([]);
    const history = [{ role: "user" as const, text: "before: 5555-4444-3333" }];
    const read = await understander.understand({
      message: "pay by 4929 7731 0042 1187",
      context: contextWith([card], { history }),
    });
    expect(prompts.length).toBeGreaterThan(0);
    expect(prompts.join()).not.toMatch(/4929|1187|5555/);
    expect(read.commands).toEqual([{ type: "start_flow", flow: "pay", slots: { card: "4929 7731 0042 1187" } }]);
  });
});
