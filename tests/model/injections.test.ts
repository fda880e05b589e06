import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSdkModel } from "../../src/model/sdk-model.ts";
import { createModelUnderstander } from "../../src/understand/two-pass.ts";
import type { Understander } from "../../src/understand/understander.ts";
import { outOfScope } from "../contracts/out-of-scope.ts";
import { askingDate, confirming, idle } from "./contexts.ts";
import { type ObeyingServer, places, plant, readInjections, startObeyingServer } from "./obeying-server.ts";

const injections = readInjections();
const forbidden = new Set([...injections.forbidden.flows, ...injections.forbidden.slots]);

describe("a model that obeys every text it reads", () => {
  let server: ObeyingServer;
  let understander: Understander;
  beforeAll(async () => {
    server = await startObeyingServer(injections);
    const model = createSdkModel({ provider: "openai_compatible", model: "obedient", baseUrl: server.url });
    understander = createModelUnderstander({ model });
  });
  afterAll(() => server.close());

  it("is attacked 200 times", () => {
    expect(injections.payloads.length * places.length).toBeGreaterThanOrEqual(200);
    expect(new Set(injections.payloads.map((payload) => payload.id)).size).toBe(injections.payloads.length);
  });

  describe.each(places)("in the %s", (place) => {
    it.each(injections.payloads.map((payload) => [payload.id, payload] as const))(
      "gets nothing through: %s",
      async (id, payload) => {
        for (const base of place === "slot_value" ? [askingDate, confirming] : [idle, askingDate, confirming]) {
          const before = server.obeyed.length;
          const planted = plant(payload, place, base);
          const { commands } = await understander.understand(planted);
          expect(server.obeyed.slice(before)).toContain(id);
          expect(outOfScope(commands, planted.context)).toEqual([]);
          // Names are checked, not words: a value may quote the attacker, and is validated as any other.
          expect(commands.filter((command) => "flow" in command && forbidden.has(String(command.flow)))).toEqual([]);
        }
      },
    );
  });
});
