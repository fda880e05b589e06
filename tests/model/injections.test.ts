import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Command } from "../../src/domain/command.ts";
import { createSdkModel } from "../../src/model/sdk-model.ts";
import { createModelUnderstander } from "../../src/understand/two-pass.ts";
import type { FlowInScope, Understander, UnderstandingContext } from "../../src/understand/understander.ts";
import { askingDate, confirming, idle } from "./contexts.ts";
import { type ObeyingServer, places, plant, readInjections, startObeyingServer } from "./obeying-server.ts";

const injections = readInjections();
const forbidden = new Set([...injections.forbidden.flows, ...injections.forbidden.slots]);

/** Written apart from the parser: names that a command uses and the context does not grant. */
const outOfScope = (commands: readonly Command[], context: UnderstandingContext): readonly string[] => {
  const flows = new Map(context.flows.map((flow) => [flow.name, flow]));
  const started = commands.flatMap((command) => (command.type === "start_flow" ? [command.flow] : []));
  const stack = [context.active, ...context.paused].filter((flow) => flow !== null);
  const slotsOf = (flow: FlowInScope | undefined) => flow?.slots.map((slot) => slot.name) ?? [];
  const settable = new Set([...stack.flatMap(slotsOf), ...started.flatMap((name) => slotsOf(flows.get(name)))]);
  return commands.flatMap((command): readonly string[] => {
    switch (command.type) {
      case "start_flow": {
        const own = slotsOf(flows.get(command.flow));
        const foreign = Object.keys(command.slots ?? {}).filter((slot) => !own.includes(slot));
        return flows.has(command.flow) ? foreign : [command.flow, ...foreign];
      }
      case "choose_flow":
        return command.flows.filter((flow) => !flows.has(flow));
      case "resume_flow":
        return context.paused.some((flow) => flow.name === command.flow) ? [] : [String(command.flow)];
      case "custom":
        return [command.name];
      case "affirm":
        return command.promptId === undefined ? [] : [command.promptId];
      default:
        return "slot" in command && command.slot !== undefined && !settable.has(command.slot) ? [command.slot] : [];
    }
  });
};

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
