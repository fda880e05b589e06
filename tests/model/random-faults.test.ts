import { describe, expect, it } from "vitest";
import { createSdkModel } from "../../src/model/sdk-model.ts";
import { withFallback } from "../../src/understand/fallback.ts";
import { createModelUnderstander } from "../../src/understand/two-pass.ts";
import type { Understander } from "../../src/understand/understander.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { faults } from "./faults.ts";
import { openGuardedAssistant } from "./guarded-assistant.ts";
import { type Service, services } from "./hold-examples.ts";
import { type ScriptedReply, startScriptedServer } from "./scripted-server.ts";

/** Over all protocols; `npm run test:model-faults` sets 10,000. */
const faultCount = Number(process.env["SONI_MODEL_FAULTS"] ?? 200) / services.length;
const talkers = 16;
const seed = Number(process.env["SONI_MODEL_FAULT_SEED"] ?? 20);

const good: readonly ScriptedReply[] = [
  { type: "set_slot", slot: "departure_date", value: "2099-12-20", flow: null },
  { type: "start_flow", flow: "check_booking" },
  { type: "start_flow", flow: "book_flight" },
  { type: "affirm" },
  { type: "deny", slot: null },
  { type: "cancel_flow" },
  { type: "repeat" },
].map((command) => ({ kind: "text", text: JSON.stringify({ commands: [command], confidence: 1 }) }));

const texts = ["on 20 December", "book a flight", "check my booking", "yes", "no", "forget it", "what?"];

/** Reads nothing into a message; what counts here is that it answers. */
const embedded: Understander = {
  understand: async () => ({ commands: [{ type: "repeat" }], confidence: 0.9, source: "embedded" }),
};

describe.each(services)("random faults of $name", (service: Service) => {
  it(`lose no message and answer none twice (${faultCount} faults, seed ${seed})`, { timeout: 3_600_000 }, async () => {
    const random = randomNumbers(seed);
    const pick = <Each>(list: readonly Each[]): Each => list[random(list.length)] as Each;
    let failed = 0;
    const server = await startScriptedServer(() => {
      // Half of the requests fail, each in a way of its own.
      if (random(2) === 0) return pick(good);
      failed += 1;
      return pick(faults).reply;
    }, service.options);
    const model = createSdkModel({
      ...service.model,
      baseUrl: server.url,
      apiKey: "key",
      retry: { timeout: 250, backoff: 1 },
      // A breaker that opens would keep the faults away: here they are wanted.
      models: { use: () => neverOpen, figures: () => [] },
    });
    const reader = withFallback([createModelUnderstander({ model }), embedded], { softDeadline: 2_000 });
    const assistant = openGuardedAssistant(reader, { search: async () => [] });
    const sources = new Set<string>();
    const talk = async (name: string): Promise<number> => {
      let said = 0;
      while (failed < faultCount) {
        said += 1;
        const turn = await assistant.say(name, pick(texts));
        expect(turn.turn).toBe(said);
        expect(turn.messages.length).toBeGreaterThan(0);
        for (const event of turn.events)
          if (event.type === "understood" && event.source !== undefined) sources.add(event.source);
      }
      return said;
    };
    try {
      const names = Array.from({ length: talkers }, (_, index) => `talker-${index}`);
      const said = await Promise.all(names.map(talk));
      for (const [index, name] of names.entries()) {
        const entries = await assistant.soni.transcript(name);
        expect(entries.map(({ turn }) => turn)).toEqual(
          Array.from({ length: said[index] ?? 0 }, (_, turn) => turn + 1),
        );
      }
      expect(server.requests.flatMap(({ refusal }) => (refusal === null ? [] : [refusal.message]))).toEqual([]);
      const known = ["embedded", `${service.model.provider}:${service.model.model}`];
      expect([...sources].filter((source) => !known.includes(source))).toEqual([]);
      expect(failed).toBeGreaterThanOrEqual(faultCount);
    } finally {
      await server.close();
      await assistant.soni.close();
    }
  });
});

const neverOpen = {
  breaker: {
    admit: () => ({ admitted: true, isProbe: false }) as const,
    succeeded: () => undefined,
    failed: () => undefined,
    abandoned: () => undefined,
    state: () => "closed" as const,
    pause: () => 0,
  },
  formatIs: () => undefined,
  count: () => undefined,
  figures: () => ({ model: "", breaker: "closed" as const, pause: 0, format: "strict" as const, purposes: [] }),
};
